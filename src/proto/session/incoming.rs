//! Requests of the peer that the program has yet to answer.

use std::collections::HashMap;

use super::requests::sorted;
use crate::proto::json::{LONG, Members, Number, RawJson};
use crate::proto::jsonrpc::{Request, RequestId};
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
///
/// Most are answered before the next one comes: the newest is kept apart, where no table is needed to find it.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    newest: Option<(RequestId, Incoming)>,
    older: HashMap<RequestId, Incoming>,
}

impl Inbox {
    pub(super) fn contains(&self, id: &RequestId) -> bool {
        self.get(id).is_some()
    }

    /// Takes a request whose id is that of no other.
    pub(super) fn insert(&mut self, id: RequestId, incoming: Incoming) {
        if let Some((id, incoming)) = self.newest.replace((id, incoming)) {
            self.older.insert(id, incoming);
        }
    }

    pub(super) fn get(&self, id: &RequestId) -> Option<&Incoming> {
        match &self.newest {
            Some((newest, incoming)) if newest == id => Some(incoming),
            _ if self.older.is_empty() => None,
            _ => self.older.get(id),
        }
    }

    pub(super) fn get_mut(&mut self, id: &RequestId) -> Option<&mut Incoming> {
        match &mut self.newest {
            Some((newest, incoming)) if newest == id => Some(incoming),
            _ => self.older.get_mut(id),
        }
    }

    pub(super) fn remove(&mut self, id: &RequestId) -> Option<Incoming> {
        match self.newest.take_if(|(newest, _)| newest == id) {
            Some((_, incoming)) => Some(incoming),
            None => self.older.remove(id),
        }
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    pub(super) fn len(&self) -> usize {
        self.older.len() + usize::from(self.newest.is_some())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.newest.is_none() && self.older.is_empty()
    }

    /// In the order of their ids.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&RequestId, &Incoming)> {
        let ids = self.older.keys().chain(self.newest.as_ref().map(|(id, _)| id));
        sorted(ids).into_iter().filter_map(|id| match &self.newest {
            Some((newest, incoming)) if *newest == id => Some((newest, incoming)),
            _ => self.older.get_key_value(&id),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn incoming(method: &'static str) -> Incoming {
        Incoming { method, caller: None, progress_token: None, progress: None }
    }

    #[test]
    fn requests_are_found_in_any_order_whether_newest_or_older() {
        let names = ["a", "b", "c"];
        for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [1, 0, 2], [2, 0, 1], [0, 2, 1]] {
            let mut inbox = Inbox::default();
            for (id, name) in (1_i64..).zip(names) {
                inbox.insert(id.into(), incoming(name));
            }
            assert_eq!(inbox.iter().map(|(_, open)| open.method).collect::<String>(), "abc");
            for at in order {
                let id = RequestId::from(at as i64 + 1);
                assert_eq!(inbox.get(&id).map(|open| open.method), Some(names[at]));
                assert_eq!(inbox.get_mut(&id).map(|open| open.method), Some(names[at]));
                assert!(!inbox.is_empty());
                assert_eq!(inbox.remove(&id), Some(incoming(names[at])));
                assert!(!inbox.contains(&id) && inbox.remove(&id).is_none());
            }
            assert!(inbox.is_empty());
        }
    }

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
