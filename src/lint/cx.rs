//! One message as the checks see it.

use std::sync::Arc;

use super::book::{Level, Rule};
use super::finding::{Finding, Said};
use super::json::{Kind, Value};
use super::talk::{Open, Place, Spot, Talk};
use crate::proto::json::Members;
use crate::proto::jsonrpc::RequestId;
use crate::proto::mcp::{Version, declares};
use crate::proto::session::Side;

/// As many findings are told of one message.
const MOST: usize = 64;

/// What a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum On {
    Request,
    Notification,
    Result,
    Error,
}

/// One message, and what was known when it came.
pub(super) struct Cx<'a> {
    pub(super) talk: &'a mut Talk,
    /// The revision that it is judged by.
    pub(super) version: Version,
    /// Whether it speaks for itself, or answers a request that does.
    pub(super) is_modern: bool,
    pub(super) from: Side,
    pub(super) place: Place,
    /// The body of the frame.
    pub(super) text: &'a str,
    /// Where the body begins in the frame.
    pub(super) base: usize,
    /// The message.
    pub(super) whole: Value<'a>,
    pub(super) on: On,
    /// The method; of an answer, that of its request.
    pub(super) method: &'a str,
    pub(super) id: Option<&'a RequestId>,
    /// `params`, `result` or `error`; nothing when there are no parameters.
    pub(super) body: Value<'a>,
    /// The request that it answers.
    pub(super) open: Option<&'a Open>,
    /// The parameters of that request; nothing where there is none.
    pub(super) asked: Value<'a>,
    /// What the client can do, as far as this message or the handshake tells.
    pub(super) client: Arc<Members>,
    pub(super) in_batch: bool,
    pub(super) out: &'a mut Vec<Finding>,
}

impl<'a> Cx<'a> {
    /// Says that `rule` was broken at `at`, unless the revision does not have the rule.
    pub(super) fn report(
        &mut self,
        rule: &'static str,
        at: Value<'_>,
        expected: impl Into<Said>,
        seen: impl Into<Said>,
    ) {
        self.push(rule, self.from, at, expected.into(), seen.into());
    }

    /// The same where somebody else than the sender is to blame.
    pub(super) fn push(
        &mut self,
        rule: &'static str,
        blame: Side,
        at: Value<'_>,
        expected: Said,
        seen: Said,
    ) {
        let level = Rule::find(rule).and_then(|rule| rule.strength(self.version));
        let Some(level) = level.map(|strength| strength.level()).filter(|_| self.out.len() < MOST) else {
            return;
        };
        let at = if at.0.is_empty() { self.whole } else { at };
        let range = at.range_in(self.text);
        let spot = Spot { place: self.place, range: self.base + range.start..self.base + range.end };
        self.out.push(Finding {
            path: if self.in_batch {
                Value::of(self.text).pointer_to(&range)
            } else {
                self.whole.pointer_to(&at.range_in(self.whole.0))
            },
            related: self.open.map(|open| open.spot.place.frame),
            ..Finding::at(&spot, rule, level, blame, (expected, seen))
        });
    }

    /// Says it about another place than this message, such as that of the request.
    pub(super) fn report_at(
        &mut self,
        spot: &Spot,
        rule: &'static str,
        blame: Side,
        expected: Said,
        seen: Said,
    ) {
        let level = Rule::find(rule).and_then(|rule| rule.strength(self.version));
        let Some(level) = level.map(|strength| strength.level()) else { return };
        self.out.push(Finding {
            related: Some(self.place.frame),
            ..Finding::at(spot, rule, level, blame, (expected, seen))
        });
    }

    /// Gives the last finding another weight, if it is about `rule`: the revision may not have it.
    pub(super) fn weigh(&mut self, rule: &str, level: Level) {
        if let Some(last) = self.out.last_mut().filter(|last| last.rule.as_str() == rule) {
            last.level = level;
        }
    }

    /// Names the frame that explains the last finding.
    pub(super) fn relate(&mut self, frame: usize) {
        if let Some(last) = self.out.last_mut() {
            last.related = Some(frame);
        }
    }

    /// Says that `holder` has no member `name`.
    pub(super) fn lacks(&mut self, rule: &'static str, holder: Value<'_>, name: &str) {
        self.report(rule, holder, name, Said::Nothing);
    }

    /// Says it unless `name` is a member of `holder` and of the kind that is wanted.
    pub(super) fn demand(&mut self, rule: &'static str, holder: Value<'a>, name: &str, kind: Kind) -> bool {
        match holder.get(name) {
            Some(value) if value.is(kind) => return true,
            Some(value) => self.report(rule, value, name, Said::Kind(value.kind_name())),
            None => self.lacks(rule, holder, name),
        }
        false
    }

    /// `_meta` of the parameters or the result.
    pub(super) fn meta(&self) -> Option<Value<'a>> {
        self.body.get("_meta").filter(|meta| meta.is(Kind::Object))
    }

    /// Whether the client declares `path`.
    pub(super) fn client_has(&self, path: &str) -> bool {
        declares(&self.client, path)
    }

    /// Whether both sides have said what they can do, or the request has.
    pub(super) fn knows_client(&self) -> bool {
        self.is_modern || self.talk.server.is_some()
    }

    /// Whether this side has not been told `what` before; it now has.
    pub(super) fn first_time(&mut self, what: &'static str) -> bool {
        self.talk.told.insert((self.from, what))
    }

    /// Where the message stands.
    pub(super) fn spot(&self) -> Spot {
        let range = self.whole.range_in(self.text);
        Spot { place: self.place, range: self.base + range.start..self.base + range.end }
    }

    /// The code of an error.
    pub(super) fn code(&self) -> i64 {
        self.body.get("code").and_then(|code| code.0.parse().ok()).unwrap_or_default()
    }

    /// The parameters of the request that is answered.
    pub(super) fn asked(&self) -> Value<'a> {
        self.asked
    }

    /// Whether the revision is `version` or later.
    pub(super) fn since(&self, version: Version) -> bool {
        self.version >= version
    }

    /// Whether the message is of 2026-07-28.
    pub(super) fn is_v5(&self) -> bool {
        self.version == Version::V2026_07_28
    }
}
