//! What is said about a frame that holds no message.

use core::ops::Range;

use super::finding::Said;
use super::json::Value;
use crate::proto::framing::{Frame, FrameFault};
use crate::proto::json::{RawJson, kind_of};
use crate::proto::jsonrpc::{InvalidId, Malformed, MalformedKind};
use crate::proto::mcp::Version;
use crate::proto::session::Side;

/// What is wrong, before it is known where the frame stands in the conversation.
pub(super) struct Verdict {
    pub(super) rule: &'static str,
    /// In bytes from the start of the frame.
    pub(super) range: Range<usize>,
    pub(super) expected: Said,
    pub(super) seen: Said,
}

/// The rule about what is no message at all: each side has its own.
pub(super) const fn no_message(side: Side) -> &'static str {
    match side {
        Side::Server => "FR-03",
        Side::Client => "FR-04",
    }
}

/// Judges what `side` sent at `body` in `frame`, and what is no message because of `malformed`: the whole body, or an
/// element of a batch.
pub(super) fn verdict(
    frame: &Frame,
    body: &Range<usize>,
    malformed: &Malformed,
    side: Side,
    version: Version,
) -> Verdict {
    let bytes = frame.bytes.get(body.clone()).unwrap_or_default();
    let text = String::from_utf8_lossy(bytes);
    let rule = match malformed.kind.rule().as_str() {
        // Logs are often JSON, too.
        "JR-01" if !is_nearly_a_message(&text) => no_message(side),
        "FR-03" => no_message(side),
        // The first revision says nothing about UTF-8; JSON does.
        "FR-05" if version == Version::V2024_11_05 => no_message(side),
        // Only one revision has batches, and an empty one.
        "BA-05" if version != Version::V2025_03_26 => "BA-03",
        "JR-03" if text.contains("\"notifications/") => "JR-12",
        rule => rule,
    };
    let at = (body.start + malformed.at).min(body.end);
    let value = value_at(bytes, malformed.at);
    let range = match &malformed.kind {
        MalformedKind::InvalidUtf8 => at..(at + 1).min(body.end),
        MalformedKind::Frame(_) | MalformedKind::Json(_) => body.clone(),
        _ if malformed.at == 0 => body.clone(),
        _ => at..at + value.len(),
    };
    // Of what was never meant to be a message nothing is missing.
    let is_other = rule == no_message(side);
    let (expected, seen) =
        if is_other { (Said::Nothing, (&*text).into()) } else { words(&malformed.kind, &text, value) };
    Verdict {
        rule: known(rule),
        range: range.start.min(frame.bytes.len())..range.end.min(frame.bytes.len()),
        expected,
        seen,
    }
}

/// Whether an object has any member of an envelope.
fn is_nearly_a_message(text: &str) -> bool {
    // What is spoilt has no members that one could be sure of.
    let object = Value::of(if RawJson::new(text).is_ok() { text } else { "" });
    ["id", "method", "result", "error"].iter().any(|name| object.get(name).is_some())
        || object.get("jsonrpc").is_some()
}

/// What should have stood there, and what did.
fn words(kind: &MalformedKind, text: &str, value: &str) -> (Said, Said) {
    let member = |name: &str| Said::Wire(name.to_owned());
    match kind {
        MalformedKind::MissingVersion => (member("\"jsonrpc\":\"2.0\""), Said::Nothing),
        MalformedKind::WrongVersion => (member("\"jsonrpc\":\"2.0\""), value.into()),
        MalformedKind::Id(InvalidId::Null) => {
            let method = Value::of(text).text_of("method").unwrap_or_default();
            (Said::Kind("a string or an integer"), method.into())
        }
        MalformedKind::Id(_) => (Said::Kind("a string or an integer"), value.into()),
        MalformedKind::MethodType => (member("method"), Said::Kind(kind_of(value))),
        MalformedKind::ParamsType => (member("params"), Said::Kind(kind_of(value))),
        MalformedKind::DuplicateKey(name) | MalformedKind::CaseVariantKey(name) => {
            (member(name), value.into())
        }
        MalformedKind::Shapeless => (member("method, result, error"), Said::Nothing),
        MalformedKind::ResultAndError => (member("result | error"), "result, error".into()),
        MalformedKind::ErrorShape => (member("{\"code\":…,\"message\":\"…\"}"), value.into()),
        MalformedKind::ResultWithoutId => (Said::Kind("a string or an integer"), Said::Nothing),
        MalformedKind::Frame(FrameFault::Oversize { length }) => (Said::Nothing, Said::Count(*length)),
        _ => (Said::Nothing, text.into()),
    }
}

/// How much of a value is looked at.
const LONGEST: usize = 64 << 10;

/// The JSON value, or the name of a member, that begins at `at`.
fn value_at(body: &[u8], at: usize) -> &str {
    let rest = body.get(at..).map_or(&[][..], |rest| &rest[..rest.len().min(LONGEST)]);
    let rest = core::str::from_utf8(rest).or_else(|error| core::str::from_utf8(&rest[..error.valid_up_to()]));
    let rest = rest.unwrap_or_default();
    let mut tokens = crate::proto::json::scan(rest).tokens.into_iter();
    let mut depth = 0usize;
    let end = tokens.find_map(|token| {
        use crate::proto::json::TokenKind as T;
        match token.kind {
            T::BeginObject | T::BeginArray => depth += 1,
            T::EndObject | T::EndArray => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0).then_some(token.range.end)
    });
    &rest[..end.unwrap_or(rest.len())]
}

/// The rules that frames break, as constants: a `RuleId` of a decoder is one of these.
fn known(rule: &str) -> &'static str {
    super::book::Rule::find(rule).map_or("FR-03", |rule| rule.id.as_str())
}
