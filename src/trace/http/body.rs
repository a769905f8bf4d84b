//! The messages in a body, and every other byte of it.

use super::Part;
use crate::proto::http::sse::{Decoder, EVENT_AT_MOST, Event, Read};
use crate::proto::http::{EVENTS, Headers, JSON, name};
use crate::proto::json::{Members, RawJson};
use crate::proto::session::Side;
use crate::trace::model::{Doubt, Doubts};

/// What is found in a body. All of these together are all of its bytes, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// A message and a line feed, as a lane has it; which part of the body it is, and what is not certain.
    Message(Vec<u8>, Part, Doubts),
    /// Bytes that are none.
    Other(Vec<u8>),
}

/// Finds the messages in a body while it passes.
#[derive(Debug)]
pub struct Body {
    from: Side,
    kind: Kind,
    held: Vec<u8>,
    /// Of a stream: where its last line begins, and whether a line feed would belong to the end before it.
    line: usize,
    after_return: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It is one message.
    Message,
    /// It may be one: whoever refuses something need not speak of JSON-RPC.
    Refusal,
    Events,
    Other,
}

impl Body {
    /// The body of a request with these headers; `is_message` where it would be one.
    #[must_use]
    pub fn of_request(headers: &Headers, is_message: bool) -> Self {
        let is_message = is_message && !is_coded(headers);
        Self::new(Side::Client, if is_message { Kind::Message } else { Kind::Other })
    }

    /// The body of an answer to a request that may be answered with messages.
    #[must_use]
    pub fn of_answer(status: u16, headers: &Headers, is_message: bool) -> Self {
        let is = |kind| is_message && !is_coded(headers) && headers.lists(name::CONTENT_TYPE, kind);
        Self::new(
            Side::Server,
            match (200..300).contains(&status) {
                _ if is(EVENTS) => Kind::Events,
                true if is(JSON) => Kind::Message,
                false if is(JSON) => Kind::Refusal,
                _ => Kind::Other,
            },
        )
    }

    fn new(from: Side, kind: Kind) -> Self {
        Self { from, kind, held: Vec::new(), line: 0, after_return: false }
    }

    /// Takes the next bytes, cut anywhere, and appends what is complete to `out`.
    pub fn feed(&mut self, bytes: &[u8], out: &mut Vec<Piece>) {
        match self.kind {
            Kind::Other => out.push(Piece::Other(bytes.to_vec())),
            Kind::Events => {
                let next = bytes.iter().skip(1).copied().map(Some).chain([None]);
                bytes.iter().zip(next).for_each(|(byte, next)| self.take(*byte, next, out));
            }
            Kind::Message | Kind::Refusal => self.held.extend_from_slice(bytes),
        }
        if self.held.len() > EVENT_AT_MOST {
            // No message is that long. What follows is told as it comes.
            self.kind = Kind::Other;
            out.push(Piece::Other(core::mem::take(&mut self.held)));
        }
    }

    /// Takes the end; `is_whole` when it is that of the body.
    pub fn finish(&mut self, is_whole: bool, out: &mut Vec<Piece>) {
        let held = core::mem::take(&mut self.held);
        if held.is_empty() {
            return;
        }
        let is_message = match self.kind {
            Kind::Message => true,
            Kind::Refusal => is_json_rpc(&held),
            Kind::Events | Kind::Other => false,
        };
        out.push(if is_message && is_whole { self.message(held) } else { Piece::Other(held) });
    }

    fn take(&mut self, byte: u8, next: Option<u8>, out: &mut Vec<Piece>) {
        self.held.push(byte);
        let belongs = core::mem::take(&mut self.after_return) && byte == b'\n';
        let is_end = matches!(byte, b'\r' | b'\n') && (byte, next) != (b'\r', Some(b'\n'));
        if belongs || !is_end {
            // What belongs to the line end before it begins no line.
            self.line += usize::from(belongs);
            return;
        }
        self.after_return = byte == b'\r';
        let is_blank = matches!(&self.held[self.line..], b"\r" | b"\n" | b"\r\n");
        self.line = self.held.len();
        // Blank lines before an event are kept for it.
        if is_blank && self.held.iter().any(|byte| !matches!(byte, b'\r' | b'\n')) {
            self.line = 0;
            let held = core::mem::take(&mut self.held);
            out.push(self.event(held));
        }
    }

    /// One event with what stands before it.
    fn event(&self, held: Vec<u8>) -> Piece {
        let mut read = Vec::new();
        Decoder::default().read(&held, &mut read);
        let Some(Read::Event(event)) =
            read.pop().filter(|read| matches!(read, Read::Event(it) if it.is_message()))
        else {
            return Piece::Other(held);
        };
        let Event { id, data, .. } = event;
        let data = data.unwrap_or_default();
        let found = memchr::memmem::rfind(&held, data.as_bytes());
        let around = found.and_then(|at| Some((text(&held[..at])?, text(&held[at + data.len()..])?)));
        self.piece(data.into_bytes(), around, id, held)
    }

    /// A body that is one message.
    fn message(&self, held: Vec<u8>) -> Piece {
        let trimmed = held.trim_ascii();
        if trimmed.is_empty() {
            return Piece::Other(held);
        }
        let start = held.len() - held.trim_ascii_start().len();
        let around = text(&held[..start]).zip(text(&held[start + trimmed.len()..]));
        self.piece(trimmed.to_vec(), around, None, held)
    }

    fn piece(
        &self,
        mut message: Vec<u8>,
        around: Option<(String, String)>,
        event: Option<String>,
        held: Vec<u8>,
    ) -> Piece {
        let (mut around, mut doubts) = (around, Doubts::NONE);
        let is_lines = memchr::memchr2(b'\r', b'\n', &message).is_some();
        // A lane has one message a line. In JSON the ends of lines stand between the tokens, or it would be none: then it
        // stays as it is.
        if is_lines && core::str::from_utf8(&message).is_ok_and(|text| RawJson::new(text).is_ok()) {
            message.iter_mut().filter(|byte| matches!(byte, b'\r' | b'\n')).for_each(|byte| *byte = b' ');
            (around, doubts) = (None, Doubt::Rewritten.into());
        }
        message.push(b'\n');
        let part = match around {
            Some((before, after)) => Part::Around { before, after, event },
            None => Part::Raw { from: self.from, bytes: held },
        };
        Piece::Message(message, part, doubts)
    }
}

fn text(bytes: &[u8]) -> Option<String> {
    core::str::from_utf8(bytes).ok().map(str::to_owned)
}

/// Whether the body is packed, so that nothing can be found in it.
fn is_coded(headers: &Headers) -> bool {
    headers.first("Content-Encoding").is_some() && !headers.lists("Content-Encoding", "identity")
}

/// Whether the body answers a request by its id: a refusal without one is a matter of HTTP, which the rules for messages do
/// not know.
fn is_json_rpc(body: &[u8]) -> bool {
    let text = core::str::from_utf8(body).ok().and_then(|text| RawJson::new(text).ok());
    text.and_then(|text| text.parse::<Members>().ok())
        .is_some_and(|members| members.contains("jsonrpc") && members.contains("id"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found in `bytes`, however they are cut in two; all of it is checked to be there.
    fn pieces(make: impl Fn() -> Body, bytes: &[u8]) -> Vec<Piece> {
        let parts = |cut: usize| {
            let (mut body, mut out) = (make(), Vec::new());
            body.feed(&bytes[..cut], &mut out);
            body.feed(&bytes[cut..], &mut out);
            body.finish(true, &mut out);
            out
        };
        let whole = parts(bytes.len());
        for cut in 0..=bytes.len() {
            let found = parts(cut);
            assert_eq!(joined(&found), bytes, "cut at {cut}");
            assert_eq!(messages(&found), messages(&whole), "cut at {cut}");
        }
        whole
    }

    fn joined(pieces: &[Piece]) -> Vec<u8> {
        let piece = |piece: &Piece| match piece {
            Piece::Other(bytes) | Piece::Message(_, Part::Raw { bytes, .. }, _) => bytes.clone(),
            Piece::Message(message, Part::Around { before, after, .. }, _) => {
                [before.as_bytes(), &message[..message.len() - 1], after.as_bytes()].concat()
            }
            other => panic!("{other:?}"),
        };
        pieces.iter().flat_map(piece).collect()
    }

    fn messages(pieces: &[Piece]) -> Vec<&str> {
        let mut messages = Vec::new();
        for piece in pieces {
            if let Piece::Message(bytes, ..) = piece {
                messages.push(core::str::from_utf8(bytes).expect("UTF-8"));
            }
        }
        messages
    }

    fn events() -> Body {
        Body::of_answer(200, &Headers::new().with("Content-Type", "text/event-stream; charset=utf-8"), true)
    }

    #[test]
    fn of_a_stream_every_message_is_found_and_every_byte_is_kept() {
        let stream = b"\n: hello\r\n\r\nid: 1\r\ndata: \r\n\r\nevent: message\nid: 7/1\ndata: {\"a\":1}\n\n\
            data:{\"b\":\rdata:2}\r\rdata: {\"c\":3}\n\nevent: endpoint\ndata: /x\n\ndata: \xff\n\ndata: half";
        let found = pieces(events, stream);
        assert_eq!(messages(&found), ["{\"a\":1}\n", "{\"b\": 2}\n", "{\"c\":3}\n", "\u{fffd}\n"]);
        let Piece::Message(_, Part::Around { before, after, event }, doubts) = &found[2] else {
            panic!("{found:?}")
        };
        assert_eq!((&**before, &**after), ("event: message\nid: 7/1\ndata: ", "\n\n"));
        assert_eq!((event.as_deref(), *doubts), (Some("7/1"), Doubts::NONE));
        let rewritten =
            found.iter().filter(|piece| matches!(piece, Piece::Message(_, _, it) if !it.is_empty()));
        assert_eq!(rewritten.count(), 1, "the one that came on two lines");
    }

    #[test]
    fn a_body_that_is_one_message_is_one_line_and_one_that_is_none_stays_as_it_is() {
        let request = || Body::of_request(&Headers::new(), true);
        assert_eq!(messages(&pieces(request, b"\t{\"a\":1}\r\n")), ["{\"a\":1}\n"]);
        assert_eq!(messages(&pieces(request, b"{\r\n  \"a\": 1\n}")), ["{    \"a\": 1 }\n"]);
        // With a space it would be JSON, which it was not.
        assert_eq!(messages(&pieces(request, b"{\"a\":\"b\nc\"}")), ["{\"a\":\"b\nc\"}\n"]);
        assert_eq!(pieces(request, b" \n"), [Piece::Other(b" \n".to_vec())]);
        assert_eq!(pieces(request, b""), []);
    }

    #[test]
    fn what_is_packed_or_elsewhere_or_no_message_of_the_protocol_is_bytes() {
        let json = Headers::new().with("content-type", "application/json");
        let packed = json.clone().with("content-encoding", "gzip");
        let message = br#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
        for (status, headers, is_message, body, expected) in [
            (200, &json, true, &message[..], 1),
            (400, &json, true, message, 1),
            (200, &json, true, br#"{"error":"x"}"#, 1),
            (401, &json, true, br#"{"error":"x"}"#, 0),
            (400, &json, true, br#"{"jsonrpc":"2.0","error":{"code":-32600,"message":"x"}}"#, 0),
            (200, &json, false, message, 0),
            (200, &packed, true, message, 0),
            (200, &Headers::new(), true, message, 0),
        ] {
            let found = pieces(|| Body::of_answer(status, headers, is_message), body);
            assert_eq!(messages(&found).len(), expected, "{status} {headers:?} {is_message}");
        }
    }

    #[test]
    fn what_broke_off_is_no_message() {
        let (mut body, mut out) = (Body::of_request(&Headers::new(), true), Vec::new());
        body.feed(b"{\"a\":", &mut out);
        body.finish(false, &mut out);
        assert_eq!(out, [Piece::Other(b"{\"a\":".to_vec())]);
    }

    #[test]
    fn a_body_without_an_end_is_told_in_pieces() {
        let (mut body, mut out) = (Body::of_request(&Headers::new(), true), Vec::new());
        let piece = vec![b'x'; 1 << 20];
        (0..40).for_each(|_| body.feed(&piece, &mut out));
        assert!(body.held.is_empty() && out.len() > 1, "{} pieces", out.len());
        assert_eq!(joined(&out).len(), 40 << 20);
    }
}
