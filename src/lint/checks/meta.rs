//! `_meta`: its names, and what it must carry.

use super::super::cx::{Cx, On};
use super::super::finding::Said;
use super::super::json::{Kind, Value};
use super::{Check, error, notification, request, result};
use crate::proto::jsonrpc::ErrorCode;
use crate::proto::mcp::{Version, keys};
use crate::proto::session::Side;

pub(super) const CHECKS: &[Check] = &[
    request("", names),
    notification("", names),
    result("", names),
    request("", trace_context),
    request("", introduction),
    result("", server_info),
    result("", not_introduced),
    error("", not_introduced),
    error("", missing_capability),
];

/// The reserved names that the specification itself gives a meaning.
const KNOWN: [&str; 9] = [
    keys::PROTOCOL_VERSION,
    keys::CLIENT_CAPABILITIES,
    keys::CLIENT_INFO,
    keys::SERVER_INFO,
    keys::LOG_LEVEL,
    keys::SUBSCRIPTION_ID,
    keys::RELATED_TASK,
    "io.modelcontextprotocol/model-immediate-response",
    super::taskx::EXTENSION,
];

/// The rule that a name breaks by its form.
pub(super) fn fault(name: &str) -> Option<&'static str> {
    let (prefix, rest) = name.split_once('/').map_or((None, name), |(prefix, rest)| (Some(prefix), rest));
    let is_label = |label: &str| {
        let inner = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let edge = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
        let begins = label.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic());
        inner && begins && edge(label.as_bytes().last())
    };
    if prefix.is_some_and(|prefix| !prefix.split('.').all(is_label)) {
        return Some("MT-01");
    }
    let inner = rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
    let edge = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_alphanumeric);
    let bytes = rest.as_bytes();
    (!inner || !edge(bytes.first()) || !edge(bytes.last())).then_some("MT-02")
}

/// Whether a prefix belongs to the specification.
fn is_reserved(prefix: &str, version: Version) -> bool {
    let labels: Vec<_> = prefix.split('.').collect();
    let own =
        |label: Option<&&str>| label.is_some_and(|label| ["modelcontextprotocol", "mcp"].contains(label));
    if version == Version::V2025_06_18 {
        labels.len() >= 2 && own(labels.get(labels.len() - 2))
    } else {
        own(labels.get(1))
    }
}

fn names(cx: &mut Cx<'_>) {
    let Some(meta) = cx.body.get("_meta") else { return };
    if !meta.is(Kind::Object) {
        cx.report("MT-11", meta, Said::Kind("an object"), Said::Kind(meta.kind_name()));
        return;
    }
    for (name, value) in meta.members() {
        if let Some(rule) = fault(&name) {
            cx.report(rule, value, Said::Nothing, name);
            continue;
        }
        let Some((prefix, _)) = name.split_once('/') else { continue };
        if is_reserved(prefix, cx.version) && !KNOWN.contains(&name.as_str()) {
            cx.report("MT-03", value, Said::Nothing, name);
        } else if !prefix.contains('.') {
            cx.report("MT-04", value, "com.example/", name);
        }
    }
}

fn trace_context(cx: &mut Cx<'_>) {
    let Some(meta) = cx.meta() else { return };
    for (name, is_sound) in
        [("traceparent", is_traceparent as fn(&str) -> bool), ("tracestate", is_list), ("baggage", is_list)]
    {
        if let Some(value) = meta.get(name)
            && !value.text().is_some_and(|text| is_sound(&text))
        {
            cx.report("MT-10", value, name, value.0);
        }
    }
}

/// Whether `text` is a `traceparent` of W3C Trace Context: version, trace, parent and flags, in hexadecimal digits.
fn is_traceparent(text: &str) -> bool {
    let parts: Vec<_> = text.split('-').collect();
    let lengths: Vec<_> = parts.iter().map(|part| part.len()).collect();
    let is_hex =
        |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    let is_zero = |part: &&str| part.bytes().all(|byte| byte == b'0');
    lengths.starts_with(&[2, 32, 16, 2])
        && (lengths.len() == 4 || parts[0] != "00")
        && parts.iter().take(4).all(is_hex)
        && parts[0] != "ff"
        && !parts[1..3].iter().any(is_zero)
}

/// Whether `text` is a list of `name=value`, as `tracestate` and `baggage` are.
fn is_list(text: &str) -> bool {
    text.split(',').map(str::trim).all(|member| {
        let member = member.split(';').next().unwrap_or_default().trim();
        member.is_empty()
            || member.split_once('=').is_some_and(|(name, _)| !name.trim().is_empty() && !name.contains(' '))
    })
}

fn introduction(cx: &mut Cx<'_>) {
    // A notification that carries an id is told as that.
    if !cx.is_v5() || cx.from == Side::Server || cx.method.starts_with("notifications/") {
        return;
    }
    let meta = cx.meta().unwrap_or(Value::of(""));
    let holder = if meta.0.is_empty() { cx.body } else { meta };
    let wanted = [(keys::PROTOCOL_VERSION, Kind::String), (keys::CLIENT_CAPABILITIES, Kind::Object)];
    let mut is_whole = true;
    for (name, kind) in wanted {
        match meta.get(name) {
            Some(value) if value.is(kind) => {}
            Some(value) => {
                is_whole = false;
                cx.report("MT-05", value, name, Said::Kind(value.kind_name()));
            }
            None => {
                is_whole = false;
                cx.report("MT-05", holder, name, Said::Nothing);
            }
        }
    }
    if !is_whole {
        return;
    }
    cx.talk.modern.has_introduced = true;
    if let Some(value) = meta.get(keys::PROTOCOL_VERSION)
        && let Some(text) = value.text().filter(|text| Version::parse(text).is_none())
    {
        cx.report("LC-14", value, Version::V2026_07_28.as_str(), text);
    }
    let info = meta.get(keys::CLIENT_INFO);
    let has_name =
        info.is_some_and(|info| info.text_of("name").is_some() && info.text_of("version").is_some());
    if !has_name && cx.first_time("MT-07") {
        cx.report(
            "MT-07",
            info.unwrap_or(meta),
            keys::CLIENT_INFO,
            info.map_or(Said::Nothing, |info| info.0.into()),
        );
    }
}

fn server_info(cx: &mut Cx<'_>) {
    if !cx.is_v5() || cx.from == Side::Client || !cx.is_modern {
        return;
    }
    let meta = cx.meta().unwrap_or(Value::of(""));
    let info = meta.get(keys::SERVER_INFO);
    let has_name =
        info.is_some_and(|info| info.text_of("name").is_some() && info.text_of("version").is_some());
    if !has_name && cx.first_time("MT-08") {
        let at = info.unwrap_or(cx.body);
        cx.report("MT-08", at, keys::SERVER_INFO, info.map_or(Said::Nothing, |info| info.0.into()));
    }
}

/// A request that lacks what it must carry is refused.
fn not_introduced(cx: &mut Cx<'_>) {
    let Some(open) = cx.open.filter(|open| open.version == Version::V2026_07_28 && open.from == Side::Client)
    else {
        return;
    };
    let meta = cx.asked().get("_meta").unwrap_or(Value::of(""));
    let missing =
        [keys::PROTOCOL_VERSION, keys::CLIENT_CAPABILITIES].into_iter().find(|name| meta.get(name).is_none());
    let Some(missing) = missing else { return };
    let code = cx.code();
    if open.is_long {
        return;
    }
    // The other errors are about what is looked at before the parameters.
    let is_fine = cx.on == On::Error && [-32602, -32601, -32022].contains(&code);
    if is_fine || matches!(open.method.as_str(), "ping" | "initialize") {
        return;
    }
    let relies = cx.on == On::Result && cx.talk.modern.has_introduced;
    let seen = if cx.on == On::Result { Said::Kind("a result") } else { code.to_string().into() };
    cx.report(if relies { "VN-12" } else { "MT-06" }, cx.body, missing, seen);
}

fn missing_capability(cx: &mut Cx<'_>) {
    if !cx.is_v5() || cx.code() != ErrorCode::MISSING_CLIENT_CAPABILITY.0 {
        return;
    }
    let required = cx.body.dig(&["data", "requiredCapabilities"]);
    if !required.is_some_and(|required| required.is(Kind::Object)) {
        cx.report(
            "MT-09",
            cx.body,
            "data.requiredCapabilities",
            cx.body.get("data").map_or(Said::Nothing, |data| data.0.into()),
        );
    }
}
