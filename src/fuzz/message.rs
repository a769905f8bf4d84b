//! Messages: what is read is written and read again the same, and what is JSON is what others take for JSON.
//!
//! The other reader is `serde_json`. It differs by design in two ways: it nests less deep than [`MAX_DEPTH`], and its
//! numbers of any length are kept as an object with a reserved key.
//!
//! [`MAX_DEPTH`]: crate::proto::json::MAX_DEPTH

use serde_json::Value;

use crate::proto::json::{FromJson as _, Members, RawJson, Scanned, TokenKind, scan};
use crate::proto::jsonrpc::{Malformed, Message, RequestId, decode, encode};

/// How deep `serde_json` goes.
const THEIR_DEPTH: usize = 127;

/// The key under which `serde_json` keeps the digits of a number.
const THEIR_NUMBER: &str = "$serde_json";

/// Reads `data` as the body of one frame, and as JSON.
pub fn message(data: &[u8]) {
    match decode(data) {
        Ok(message) => round_trip(&message, data),
        Err(malformed) => explained(&malformed, data),
    }
    let Ok(text) = core::str::from_utf8(data) else { return };
    escaped(text);
    let scanned = scan(text);
    tokens(text, &scanned);
    let raw = RawJson::new(text);
    assert_eq!(raw.as_ref().err(), scanned.fault.as_ref(), "one grammar for every reader");
    if let Ok(raw) = &raw {
        assert_eq!(raw.as_str(), text, "text stays text");
    }
    if depth(&scanned) <= THEIR_DEPTH && !text.contains(THEIR_NUMBER) {
        compare(text, raw.ok());
    }
}

fn round_trip(message: &Message, data: &[u8]) {
    let bytes = encode(message);
    assert!(!bytes.iter().any(|byte| matches!(byte, b'\n' | b'\r')), "a line break would end the frame");
    let again = decode(&bytes).expect("what we write can be read");
    assert_eq!(encode(&again), bytes, "writing is stable");
    // Line breaks between tokens are the one thing that is not kept.
    if !data.iter().any(|byte| matches!(byte, b'\n' | b'\r')) {
        assert_eq!(&again, message, "nothing is lost on the way");
    }
    if let Some(id) = message.id() {
        assert_eq!(RequestId::read(&id.to_json()).as_ref(), Ok(id), "an id is itself");
        assert!(id.is_loosely_equal(id));
    }
}

fn explained(malformed: &Malformed, data: &[u8]) {
    assert!(malformed.at <= data.len(), "the place is in the text");
    assert!(!malformed.to_string().is_empty() && !malformed.kind.rule().as_str().is_empty());
    let answer = Message::answer(RequestId::from(1), Err(malformed.to_error()));
    assert_eq!(decode(&encode(&answer)), Ok(answer), "the answer to it can be read");
}

fn escaped(text: &str) {
    let quoted = RawJson::from_value(text);
    assert_eq!(String::from_json(quoted.as_str()).as_deref(), Ok(text));
    assert_eq!(serde_json::from_str::<String>(quoted.as_str()).ok().as_deref(), Some(text));
}

/// Tokens are in order, and between them is white space only.
fn tokens(text: &str, scanned: &Scanned) {
    let end = scanned.fault.map_or(text.len(), |fault| fault.at);
    assert!(end <= text.len() && text.is_char_boundary(end), "a fault is at a character");
    let mut at = 0;
    for token in &scanned.tokens {
        assert!(token.range.start >= at && token.range.end > token.range.start);
        assert!(is_blank(&text[at..token.range.start]));
        at = token.range.end;
    }
    assert!(scanned.fault.is_some() || is_blank(&text[at..]));
}

fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'))
}

fn depth(scanned: &Scanned) -> usize {
    let (mut depth, mut deepest) = (0usize, 0);
    for token in &scanned.tokens {
        match token.kind {
            TokenKind::BeginObject | TokenKind::BeginArray => depth += 1,
            TokenKind::EndObject | TokenKind::EndArray => depth -= 1,
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

fn compare(text: &str, ours: Option<RawJson>) {
    let theirs = serde_json::from_str::<Value>(text);
    assert_eq!(ours.is_some(), theirs.is_ok(), "{text:?}: {:?}, {:?}", scan(text).fault, theirs.err());
    let (Some(ours), Ok(theirs)) = (ours, theirs) else { return };
    assert_eq!(ours.is_object(), theirs.is_object());
    match theirs {
        Value::Object(map) => {
            let members: Members = ours.parse().expect("an object");
            for (name, value) in &map {
                // Of two members with one name they keep the last.
                let ours = members.iter().filter(|(key, _)| key == name).last();
                let ours = ours.and_then(|(_, ours)| serde_json::from_str(ours.as_str()).ok());
                assert_eq!(ours.as_ref(), Some(value), "{name:?} in {text:?}");
            }
        }
        Value::Array(list) => {
            let elements: Vec<RawJson> = ours.parse().expect("an array");
            assert_eq!(elements.len(), list.len());
            for (element, value) in elements.iter().zip(&list) {
                assert_eq!(serde_json::from_str(element.as_str()).ok().as_ref(), Some(value));
            }
        }
        Value::String(string) => assert_eq!(ours.parse::<String>(), Ok(string)),
        _ => {}
    }
}
