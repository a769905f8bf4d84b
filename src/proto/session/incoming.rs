//! Requests of the peer that the program has yet to answer.

use crate::proto::json::{LONG, Members, Number, RawJson};
use crate::proto::jsonrpc::{ById, Request};
use crate::proto::mcp::{
    Direction, Implementation, Kind, LoggingLevel, Meta, MethodSpec, ProgressToken, Version, declares,
};

/// What a request of 2026-07-28 says of the one who makes it: there is no handshake that would have said it before
/// (`basic/index#meta`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// The revision that the request is made in.
    pub version: Version,
    /// What the client can do, for this request.
    pub capabilities: Members,
    /// Who the client says it is.
    pub info: Option<Implementation>,
    /// The least level of log messages that it wants; none at all when there is none.
    pub log_level: Option<LoggingLevel>,
}

/// A request of the peer that the program has yet to answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incoming {
    /// Its method, one that its revision has.
    pub method: &'static str,
    /// Who makes it, where the request says so itself (2026-07-28).
    pub caller: Option<Box<Caller>>,
    /// The token under which progress is wanted.
    pub progress_token: Option<ProgressToken>,
    /// The last progress that was told.
    pub(super) progress: Option<Number>,
}

impl Incoming {
    /// A request of a method that was [`offered`], which may hold `_meta`, or not.
    pub(super) fn new(spec: &MethodSpec, request: &Request, caller: Option<Caller>, meta: bool) -> Self {
        Self {
            method: spec.name,
            caller: caller.map(Box::new),
            progress_token: request.params.as_ref().filter(|_| meta).and_then(progress_token),
            progress: None,
        }
    }
}

/// The row of the request `method` that goes `direction` in `version`, where its receiver declares `capabilities` that
/// cover it.
pub(super) fn offered(
    method: &str,
    version: Version,
    direction: Direction,
    capabilities: &Members,
) -> Option<&'static MethodSpec> {
    let spec = MethodSpec::find(method, version, direction).filter(|spec| spec.kind == Kind::Request)?;
    // Whatever a sender needs for a request, the other side has to declare: it is the receiver.
    spec.need.is_none_or(|need| declares(capabilities, need.capability)).then_some(spec)
}

fn progress_token(params: &RawJson) -> Option<ProgressToken> {
    Meta::of_payload(params).ok()?.progress_token().ok()?
}

/// Whether `request` may hold `_meta`, as it is or written with escapes: many do not, and need not be taken apart to
/// look into it.
pub(super) fn may_hold_meta(request: &Request) -> bool {
    let Some(params) = &request.params else { return false };
    let text = params.as_str().as_bytes();
    // The page's module would be larger for a search that it never needs to be so fast.
    if cfg!(not(target_arch = "wasm32")) && text.len() >= LONG {
        // What is short enough to be gone through by single bytes is less than what it takes to prepare a search.
        let holds = |part: &[u8]| memchr::memmem::find(text, part).is_some();
        return holds(b"_meta\"") || holds(b"\\u");
    }
    let stands =
        |begin, rest: &[u8]| memchr::memchr_iter(begin, text).any(|at| text[at + 1..].starts_with(rest));
    stands(b'_', b"meta\"") || stands(b'\\', b"u")
}

/// The requests that the program has yet to answer.
pub(super) type Inbox = ById<Incoming>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_asks_for_progress_or_speaks_for_itself_is_never_passed_over() {
        let holds = |params: &str| {
            let params = Some(RawJson::new(params).expect("valid"));
            may_hold_meta(&Request { id: 1.into(), method: String::new(), params })
        };
        assert!(holds(r#"{"name":"a_b","_meta":{"progressToken":1}}"#));
        assert!(holds(r#"{"\u005fmeta":{}}"#) && holds(r#"{"_m\u0065ta":{}}"#));
        assert!(!holds(r#"{"name":"_metal","x":"a\\b\n_"}"#) && !holds("{}"));
        assert!(!may_hold_meta(&Request { id: 1.into(), method: String::new(), params: None }));
        let long = "\\n_ ".repeat(LONG);
        assert!(
            holds(&format!(r#"{{"a":"{long}","_meta":{{}}}}"#)) && !holds(&format!(r#"{{"a":"{long}"}}"#))
        );
        assert!(holds(&format!(r#"{{"a":"{long}","\u005fmeta":{{}}}}"#)));
    }
}
