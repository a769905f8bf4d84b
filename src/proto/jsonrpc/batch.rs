//! Batches: several messages in one array (`basic/index#batching`, 2025-03-26 only).

use core::ops::Range;

use super::decode::decode_text;
use super::{Malformed, MalformedKind, Meant, Message, encode};
use crate::proto::json::Outline;

/// How many messages a session takes at once: each costs many times the room of the shortest text that can stand for
/// it.
pub const MAX_BATCH: usize = 4096;

/// The one method that must not be in a batch: before it is answered, nobody knows whether there are batches.
const NOT_IN_A_BATCH: &str = "initialize";

/// The messages of one array, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// One for each element, at least one.
    pub items: Vec<BatchItem>,
}

/// One element of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchItem {
    /// Where it stands, in bytes from the start of the frame's body.
    pub range: Range<usize>,
    /// The message, or why it is none. A broken element spoils no other.
    pub verdict: Result<Message, Malformed>,
}

impl Batch {
    /// The messages that could be read.
    pub fn messages(&self) -> impl Iterator<Item = &Message> {
        self.items.iter().filter_map(|item| item.verdict.as_ref().ok())
    }

    /// Whether there are answers and other messages: over HTTP a batch has the ones or the others (BA-04).
    #[must_use]
    pub fn is_mixed(&self) -> bool {
        let is_answer = |message: &Message| matches!(message, Message::Response(_));
        self.messages().any(is_answer) && self.messages().any(|message| !is_answer(message))
    }
}

/// Reads the body of one frame as a batch, where [`decode`](super::decode()) found an array.
///
/// # Errors
/// When the body is no array at all, an empty one, or one of more than `most` elements: that is one error, however
/// many messages were meant (BA-05).
pub fn decode_batch(body: &[u8], most: usize) -> Result<Batch, Malformed> {
    let refuse = |kind, at| Err(Malformed { kind, at, id: None, meant: Meant::Unknown });
    let text = match core::str::from_utf8(body) {
        Ok(text) => text,
        Err(error) => return refuse(MalformedKind::InvalidUtf8, error.valid_up_to()),
    };
    let outline = match Outline::read(text) {
        Ok(outline) => outline,
        Err(fault) => return refuse(MalformedKind::Json(fault), fault.at),
    };
    let start = text.len() - text.trim_start().len();
    if !outline.is_array() {
        return refuse(MalformedKind::NotAnArray, start);
    }
    if outline.items(text).nth(most).is_some() {
        return refuse(MalformedKind::BatchTooLong, start);
    }
    let items: Vec<_> = outline.items(text).map(|item| read(text, item.value)).collect();
    if items.is_empty() {
        return refuse(MalformedKind::Batch { empty: true }, start);
    }
    Ok(Batch { items })
}

/// Reads `element`, a slice of `text`.
fn read(text: &str, element: &str) -> BatchItem {
    let start = (element.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    let place = |malformed: Malformed| Malformed { at: start + malformed.at, ..malformed };
    let verdict = match decode_text(element) {
        Ok(Message::Request(request)) if request.method == NOT_IN_A_BATCH => {
            let (kind, id) = (MalformedKind::InitializeInBatch, Some(request.id));
            Err(Malformed { kind, at: start, id, meant: Meant::Unknown })
        }
        Ok(message) => Ok(message),
        // An array within an array is no batch of a batch.
        Err(malformed @ Malformed { kind: MalformedKind::Batch { .. }, .. }) => {
            Err(place(Malformed { kind: MalformedKind::NotAnObject, ..malformed }))
        }
        Err(malformed) => Err(place(malformed)),
    };
    BatchItem { range: start..start + element.len(), verdict }
}

/// Writes `messages` as one line of JSON, without a delimiter; `None` when there are none: a batch of notifications is
/// answered by nothing at all, not by an empty array (BA-05).
#[must_use]
pub fn encode_batch(messages: &[Message]) -> Option<Vec<u8>> {
    if messages.is_empty() {
        return None;
    }
    let lines: Vec<_> = messages.iter().map(encode).collect();
    Some([b"[".as_slice(), &lines.join(b",".as_slice()), b"]"].concat())
}

#[cfg(test)]
mod tests {
    use super::super::{ErrorCode, RequestId};
    use super::*;

    #[test]
    fn every_element_has_its_own_verdict_and_place() {
        let text = concat!(
            r#" [{"jsonrpc":"2.0","id":1,"method":"ping"}, 7,"#,
            r#"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{}},[],"#,
            r#"{"jsonrpc":"2.0","id":3,"method":4},{"jsonrpc":"2.0","method":"notifications/x"}]"#
        );
        let batch = decode_batch(text.as_bytes(), MAX_BATCH).expect("an array");
        let kinds: Vec<_> = batch.items.iter().map(|item| item.verdict.as_ref().err()).collect();
        let kinds: Vec<_> = kinds.iter().map(|malformed| malformed.map(|it| &it.kind)).collect();
        let expected = [
            None,
            Some(&MalformedKind::NotAnObject),
            Some(&MalformedKind::InitializeInBatch),
            Some(&MalformedKind::NotAnObject),
            Some(&MalformedKind::MethodType),
            None,
        ];
        assert_eq!(kinds, expected);
        let texts: Vec<_> = batch.items.iter().map(|item| &text[item.range.clone()]).collect();
        assert_eq!(texts[1], "7");
        assert_eq!(texts[4], r#"{"jsonrpc":"2.0","id":3,"method":4}"#);
        let malformed = batch.items[4].verdict.as_ref().expect_err("no method");
        assert_eq!(&text[malformed.at..=malformed.at], "4");
        let refused = batch.items[2].verdict.as_ref().expect_err("no place for it");
        assert_eq!((refused.kind.rule().as_str(), &refused.id), ("BA-02", &Some(RequestId::from(2))));
        assert!(!batch.is_mixed());
    }

    #[test]
    fn an_empty_array_is_one_invalid_request() {
        for text in ["[]", " [ ] "] {
            let malformed = decode_batch(text.as_bytes(), MAX_BATCH).expect_err(text);
            assert_eq!(malformed.kind.code(), ErrorCode::INVALID_REQUEST);
            assert_eq!(malformed.kind.rule().as_str(), "BA-05");
        }
    }

    #[test]
    fn a_batch_has_a_greatest_length() {
        let of = |count: usize| format!("[{}1]", "1,".repeat(count - 1));
        assert_eq!(decode_batch(of(7).as_bytes(), 7).expect("an array").items.len(), 7);
        let malformed = decode_batch(of(8).as_bytes(), 7).expect_err("too many");
        assert_eq!(malformed.kind, MalformedKind::BatchTooLong);
    }

    #[test]
    fn what_is_no_array_is_no_batch() {
        assert_eq!(decode_batch(b" {}", 1).expect_err("an object").kind, MalformedKind::NotAnArray);
        assert!(matches!(decode_batch(b"[1,", 1).expect_err("cut").kind, MalformedKind::Json(_)));
        assert_eq!(decode_batch(b"[\"\xff\"]", 1).expect_err("bytes").kind, MalformedKind::InvalidUtf8);
    }

    #[test]
    fn what_is_written_is_read_back() {
        let messages = [
            Message::notify("notifications/x", None),
            Message::answer(1.into(), Ok(crate::proto::json::RawJson::empty_object())),
        ];
        let bytes = encode_batch(&messages).expect("there are some");
        let batch = decode_batch(&bytes, 2).expect("a batch");
        assert!(batch.messages().eq(&messages) && batch.is_mixed());
        assert_eq!(encode_batch(&[]), None);
    }
}
