//! From messages to the bytes of a stream.

use super::Framing;

/// Puts messages into frames, whichever way the stream is framed.
#[derive(Debug, Clone, Copy)]
pub enum FrameEncoder {
    /// One message a line.
    Ndjson(NdjsonEncoder),
    /// A header before each message; not part of MCP.
    ContentLength(ContentLengthEncoder),
}

impl FrameEncoder {
    /// An encoder for `framing`.
    #[must_use]
    pub const fn new(framing: Framing) -> Self {
        match framing {
            Framing::Ndjson => Self::Ndjson(NdjsonEncoder),
            Framing::ContentLength => Self::ContentLength(ContentLengthEncoder),
        }
    }

    /// The bytes of one frame around `body`, which holds no raw line feed.
    #[must_use]
    pub fn encode(self, body: Vec<u8>) -> Vec<u8> {
        match self {
            Self::Ndjson(encoder) => encoder.encode(body),
            Self::ContentLength(encoder) => encoder.encode(&body),
        }
    }
}

/// Ends each message with a line feed.
#[derive(Debug, Default, Clone, Copy)]
pub struct NdjsonEncoder;

impl NdjsonEncoder {
    /// The bytes of one frame around `body`, which holds no line feed.
    #[must_use]
    pub fn encode(self, mut body: Vec<u8>) -> Vec<u8> {
        body.push(b'\n');
        body
    }
}

/// Puts `Content-Length: <bytes>` and a blank line before each message; not part of MCP.
#[derive(Debug, Default, Clone, Copy)]
pub struct ContentLengthEncoder;

impl ContentLengthEncoder {
    /// The bytes of one frame around `body`.
    #[must_use]
    pub fn encode(self, body: &[u8]) -> Vec<u8> {
        let mut frame = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
        frame.extend_from_slice(body);
        frame
    }
}
