//! Faults in what a message says: its text in, another text out.

use super::edit::{annotate, append, find, pretty, remove, replace};
use super::{FaultKind, Sight};
use crate::proto::json::{RawJson, ToJson};
use crate::proto::jsonrpc::{ErrorCode, Message, RequestId};
use crate::proto::mcp::{Version, names};
use crate::trace::Lane;

/// Revisions that there never were.
const UNKNOWN_TO_SERVER: &str = "\"1900-01-01\"";
const UNKNOWN_TO_CLIENT: &str = "\"1999-01-01\"";
/// Where a request without a handshake says its revision.
const VERSION_META: &str = "io.modelcontextprotocol/protocolVersion";

/// What `kind` makes of `text`, the text of the message that `sight` has seen; nothing where it can do nothing to it.
pub(super) fn rewrite(kind: FaultKind, text: &str, sight: &Sight, amount: u32) -> Option<Vec<u8>> {
    let message = sight.message.as_ref()?;
    if kind == FaultKind::BadUtf8 {
        // No text holds this byte, so it takes the place of one that every text can hold.
        let mut bytes = annotate(text, "\"note\":\"a\u{1}b\"")?.into_bytes();
        bytes.iter_mut().filter(|byte| **byte == 1).for_each(|byte| *byte = 0xFF);
        return Some(bytes);
    }
    let new = match kind {
        FaultKind::UnknownVersion => unknown_version(text, message, sight)?,
        FaultKind::WrongEra => wrong_era(text, message, sight)?,
        FaultKind::ErrorAsResult => error_as_result(text, message, sight)?,
        FaultKind::IdType => with_id(text, &other_type(message.id()?)?)?,
        FaultKind::IdZero => with_id(text, "0")?,
        FaultKind::IdNull => with_id(text, "null")?,
        FaultKind::NoVersion => remove(text, "jsonrpc")?,
        FaultKind::SameKey => match message {
            Message::Response(_) => append(text, "\"id\":0")?,
            Message::Request(_) | Message::Notification(_) => append(text, "\"method\":\"ping\"")?,
        },
        FaultKind::NotANumber => annotate(text, "\"x\":NaN")?,
        FaultKind::LineSeparator => annotate(text, "\"note\":\"a\u{2028}b\"")?,
        FaultKind::LongLine => {
            annotate(text, &["\"padding\":\"", &"x".repeat(amount as usize), "\""].concat())?
        }
        FaultKind::Batch => ["[", text, "]"].concat(),
        FaultKind::PrettyPrint => pretty(text),
        _ => return None,
    };
    (new != text).then(|| new.into_bytes())
}

fn with_id(text: &str, id: &str) -> Option<String> {
    Some(replace(text, find(text, "id")?.value, id))
}

/// The same id as the other of the two types that an id can have; nothing where it is no number in quotes.
fn other_type(id: &RequestId) -> Option<String> {
    let text = id.to_json();
    if !id.is_string() {
        return Some(["\"", &text, "\""].concat());
    }
    let inner = text.trim_matches('"');
    RequestId::read(inner).ok().filter(|id| !id.is_string()).map(|id| id.to_json())
}

/// Names another revision, where this message names one.
fn unknown_version(text: &str, message: &Message, sight: &Sight) -> Option<String> {
    let (payload, path, version): (&str, &[&str], &str) = match message {
        Message::Request(request) if request.method == names::INITIALIZE => {
            ("params", &["protocolVersion"], UNKNOWN_TO_SERVER)
        }
        Message::Request(_) => ("params", &["_meta", VERSION_META], UNKNOWN_TO_SERVER),
        Message::Response(_) if sight.asks(names::INITIALIZE) => {
            ("result", &["protocolVersion"], UNKNOWN_TO_CLIENT)
        }
        Message::Response(_) if sight.asks(names::DISCOVER) => {
            let versions = ["[", UNKNOWN_TO_CLIENT, "]"].concat();
            return deep(text, "result", &["supportedVersions"], &versions);
        }
        _ => return None,
    };
    deep(text, payload, path, version)
}

/// `text` with `new` in the place of the value at `path` within its member `first`.
pub(crate) fn deep(text: &str, first: &str, path: &[&str], new: &str) -> Option<String> {
    let value = find(text, first)?.value;
    let inner = match path.split_first() {
        Some((next, rest)) => deep(&text[value.clone()], next, rest, new)?,
        None => new.to_owned(),
    };
    Some(replace(text, value, &inner))
}

/// Refuses what only the other era has.
fn wrong_era(text: &str, message: &Message, sight: &Sight) -> Option<String> {
    let Message::Response(_) = message else { return None };
    let error = if sight.asks(names::DISCOVER) {
        let code = ErrorCode::METHOD_NOT_FOUND.0;
        format!(r#"{{"code":{code},"message":"Method not found: {}"}}"#, names::DISCOVER)
    } else if sight.asks(names::INITIALIZE) {
        let (code, modern) = (ErrorCode::UNSUPPORTED_PROTOCOL_VERSION.0, Version::LATEST.as_str());
        let requested = sight.offer.as_ref().map_or_else(|| "null".to_owned(), RawJson::to_string);
        format!(
            r#"{{"code":{code},"message":"Unsupported protocol version","data":{{"supported":["{modern}"],"requested":{requested}}}}}"#
        )
    } else {
        return None;
    };
    outcome(text, "result", "error", &error)
}

/// Tells the model what only its host should have learned.
fn error_as_result(text: &str, message: &Message, sight: &Sight) -> Option<String> {
    let Message::Response(response) = message else { return None };
    let error = response.outcome.as_ref().err().filter(|_| sight.asks(names::TOOLS_CALL))?;
    let mut said = String::new();
    error.message.write_json(&mut said);
    let result = format!(r#"{{"content":[{{"type":"text","text":{said}}}],"isError":true}}"#);
    outcome(text, "error", "result", &result)
}

/// `text`, an answer, with the outcome `new` called `name` in the place of the one called `old`.
fn outcome(text: &str, old: &str, name: &str, new: &str) -> Option<String> {
    find(text, old)?;
    append(&remove(text, old)?, &["\"", name, "\":", new].concat())
}

/// The answer to a notification that nobody has asked for.
pub(in crate::sim) fn answer_to_notification(method: &str) -> Vec<u8> {
    let mut said = String::new();
    format!("Method not found: {method}").write_json(&mut said);
    let code = ErrorCode::METHOD_NOT_FOUND.0;
    format!(r#"{{"jsonrpc":"2.0","id":null,"error":{{"code":{code},"message":{said}}}}}"#).into_bytes()
}

/// What a program prints on the wire that should have gone to standard error.
pub(super) const fn stray_line(lane: Lane) -> &'static [u8] {
    match lane {
        Lane::ClientToServer => b"DEBUG host: sending request\n",
        _ => b"Server ready on stdio\n",
    }
}

/// What a program prints before a message without ending the line.
pub(super) const GLUED: &[u8] = b"DEBUG ";
