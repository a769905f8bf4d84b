//! What we say in each method, at its shortest and with everything that the revision has.

mod client;
mod server;
mod shared;

use serde_json::Value;
use wirelab::proto::json::{Members, RawJson, ToJson};
use wirelab::proto::jsonrpc::RequestId;
use wirelab::proto::mcp::{
    EmptyParams, EmptyResult, Implementation, Lifecycle, LoggingLevel, Meta, MethodSpec, ResultType, Version,
    keys,
};

/// How much a sample says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Size {
    /// What must be said.
    Minimal,
    /// All that can be.
    Full,
}

/// For which revision a sample is, and how much it says.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    pub(crate) version: Version,
    pub(crate) size: Size,
}

pub(crate) const V2: Version = Version::V2025_03_26;
pub(crate) const V3: Version = Version::V2025_06_18;
pub(crate) const V4: Version = Version::V2025_11_25;
pub(crate) const V5: Version = Version::V2026_07_28;

impl Wanted {
    pub(crate) fn is_full(self) -> bool {
        self.size == Size::Full
    }

    /// Whether to say what `since` brought.
    pub(crate) fn has(self, since: Version) -> bool {
        self.is_full() && self.version >= since
    }

    /// Whether to say what only 2025-11-25 has.
    pub(crate) fn has_tasks(self) -> bool {
        self.is_full() && self.version == V4
    }

    pub(crate) fn is_modern(self) -> bool {
        self.version.lifecycle() == Lifecycle::Discover
    }
}

/// The result of a request: which definition it is, and its text.
pub(crate) type ResultSample = (&'static str, RawJson);

/// The parameters of `method`.
pub(crate) fn params(spec: &MethodSpec, wanted: Wanted) -> Option<RawJson> {
    let payload = client::params(spec.name, wanted).or_else(|| server::params(spec.name, wanted));
    let mut members: Members = match payload {
        Some(payload) => payload.parse().expect("parameters are an object"),
        None => RawJson::from_value(&EmptyParams::new()).parse().expect("empty parameters"),
    };
    if let Some(meta) = meta(spec, wanted) {
        meta.attach_to(&mut members);
    }
    // What has nothing to say says nothing.
    (wanted.is_full() || !members.is_empty()).then(|| RawJson::from_value(&members))
}

/// The results of `method`; none for a notification.
pub(crate) fn results(method: &str, wanted: Wanted) -> Vec<ResultSample> {
    let results = client::results(method, wanted).or_else(|| server::results(method, wanted));
    let results = results.unwrap_or_else(|| {
        let is_modern = wanted.is_modern();
        let empty = EmptyResult::new();
        let empty = if is_modern { empty.with_result_type(ResultType::Complete) } else { empty };
        vec![("EmptyResult", RawJson::from_value(&empty))]
    });
    results.into_iter().map(|(definition, result)| (definition, with_server_info(&result, wanted))).collect()
}

fn meta(spec: &MethodSpec, wanted: Wanted) -> Option<Meta> {
    use wirelab::proto::mcp::{Carrier, Kind};
    let is_request = spec.kind == Kind::Request && spec.carrier == Carrier::Message;
    if is_request && wanted.is_modern() {
        let capabilities = shared::client_capabilities(wanted);
        let mut meta =
            Meta::of_request(wanted.version.as_str(), &capabilities, &shared::implementation(wanted));
        if wanted.is_full() {
            meta = meta.with_progress_token(&"token".into());
            meta.0.set(keys::LOG_LEVEL, &LoggingLevel::Warning);
        }
        return Some(meta);
    }
    if !wanted.is_full() {
        return None;
    }
    if is_request {
        return Some(Meta::new().with_progress_token(&9_007_199_254_740_993.into()));
    }
    let mut meta = Meta::new();
    if wanted.is_modern() {
        meta.0.set(keys::SUBSCRIPTION_ID, &RequestId::from("listen"));
    }
    Some(meta)
}

fn with_server_info(result: &RawJson, wanted: Wanted) -> RawJson {
    if !wanted.is_full() {
        return result.clone();
    }
    let mut members: Members = result.parse().expect("a result is an object");
    let mut meta = Meta::of(&members).expect("ours");
    if wanted.is_modern() {
        meta.0.set(keys::SERVER_INFO, &Implementation::new("server", "1"));
    }
    meta.0.set("com.example/more", &RawJson::new("1.0").expect("JSON"));
    meta.attach_to(&mut members);
    RawJson::from_value(&members)
}

/// A payload of ours as JSON text.
pub(crate) fn raw<T: ToJson>(payload: &T) -> RawJson {
    RawJson::from_value(payload)
}

/// A JSON text as a validator sees it.
pub(crate) fn value(raw: &RawJson) -> Value {
    serde_json::from_str(raw.as_str()).expect("what we write is JSON")
}
