//! From a stream of bytes to frames and back.
//!
//! A frame is a stretch of the stream with a verdict: a bad line is a frame too, so that every byte belongs to
//! exactly one. How the bytes were cut into chunks on their way never changes the frames.
//!
//! | framing | what ends a message | whose |
//! |---|---|---|
//! | [`Framing::Ndjson`] | a line feed | MCP's stdio transport (`basic/transports#stdio`) |
//! | [`Framing::ContentLength`] | a length in a header before it | the LSP base protocol 3.17; **not part of MCP** |
//!
//! What is unusual about a frame that can be read is a [`FrameNote`]; why one holds no message is its
//! [`FrameFault`]. What several frames say together (the peer frames as LSP does, prints its JSON over many lines)
//! is [`Detected`], which never changes what the frames are.
//!
//! A decoder is fed and asked by turns, and keeps no more than its [`Limits`]:
//!
//! ```
//! use wirelab::proto::framing::{FrameDecoder, FrameNote, Limits};
//!
//! let mut decoder = FrameDecoder::newline(Limits::default());
//! decoder.feed(b"{\"jsonrpc\":\"2.0\",\"id\":1,");
//! assert_eq!(decoder.poll_frame(), None);
//! decoder.feed(b"\"method\":\"ping\"}\r\n\n");
//! let frame = decoder.poll_frame().expect("a line");
//! assert_eq!(frame.body(), b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
//! assert_eq!(frame.notes, [FrameNote::CarriageReturn]);
//! assert!(decoder.poll_frame().expect("a blank line").is_idle());
//! ```
//!
//! Whether the body is a text that anybody can read is the next question: [`json`](super::json).

mod backlog;
mod balance;
mod content_length;
mod detect;
mod encode;
mod fault;
mod frame;
mod header;
mod ndjson;
mod sniff;
#[cfg(test)]
mod tests;

use core::fmt;

pub(crate) use balance::{Balance, Progress};
pub use content_length::ContentLengthDecoder;
pub use detect::{Detected, Detector};
pub use encode::{ContentLengthEncoder, FrameEncoder, NdjsonEncoder};
pub use fault::{FrameFault, FrameNote};
pub use frame::Frame;
pub use ndjson::NdjsonDecoder;
pub use sniff::SniffingDecoder;

/// How much of what is too long is kept, so that a person can recognise it: 1 KiB.
const OVERSIZE_KEPT: usize = 1 << 10;

/// How much memory of a frame that was handled is kept for the next: nearly all messages fit.
const RECYCLED: usize = 4 << 10;

/// The UTF-8 byte order mark (RFC 8259 §8.1: not to be written, may be ignored).
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// How messages are told apart in the stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Framing {
    /// One message a line: MCP's own.
    #[default]
    Ndjson,
    /// A header with `Content-Length` before each message: that of LSP, not part of MCP.
    ContentLength,
}

impl Framing {
    /// Both, MCP's own first.
    pub const ALL: [Self; 2] = [Self::Ndjson, Self::ContentLength];

    /// Its name on a command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ndjson => "newline",
            Self::ContentLength => "content-length",
        }
    }

    /// The framing called `name`.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|framing| framing.name() == name)
    }
}

impl fmt::Display for Framing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How much a decoder keeps, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest line, or body after a header, that is kept whole; of a longer one only the beginning.
    ///
    /// Neither MCP nor JSON-RPC has a limit. Ours is 32 MiB: tools hand out payloads of 16 MiB, and those travel in
    /// an envelope.
    pub body: usize,
    /// The longest header that is read, blank line included: 8 KiB, as web servers have it. Less than 128 counts
    /// as 128.
    pub header: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { body: 32 << 20, header: 8 << 10 }
    }
}

/// What finds the frames of a stream.
trait Decode: Send {
    fn feed(&mut self, bytes: &[u8]);
    fn finish(&mut self);
    fn poll_frame(&mut self) -> Option<Frame>;
    fn is_partial(&self) -> bool;
    fn partial(&self) -> &[u8];
    fn capacity(&self) -> usize;
    fn recycle(&mut self, bytes: Vec<u8>);
}

macro_rules! decodes {
    ($($decoder:ident)*) => {$(
        impl Decode for $decoder {
            fn feed(&mut self, bytes: &[u8]) {
                $decoder::feed(self, bytes);
            }

            fn finish(&mut self) {
                $decoder::finish(self);
            }

            fn poll_frame(&mut self) -> Option<Frame> {
                $decoder::poll_frame(self)
            }

            fn is_partial(&self) -> bool {
                $decoder::is_partial(self)
            }

            fn partial(&self) -> &[u8] {
                $decoder::partial(self)
            }

            fn capacity(&self) -> usize {
                $decoder::capacity(self)
            }

            fn recycle(&mut self, bytes: Vec<u8>) {
                $decoder::recycle(self, bytes);
            }
        }
    )*};
}

decodes! { NdjsonDecoder ContentLengthDecoder }

/// Finds the frames of a stream, whichever way it is framed.
// A trait object rather than an enum: a page that only ever makes MCP's own framing does not carry the other one.
pub struct FrameDecoder(Box<dyn Decode>);

impl fmt::Debug for FrameDecoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrameDecoder").field("partial", &self.partial().len()).finish_non_exhaustive()
    }
}

impl FrameDecoder {
    /// A decoder for MCP's own framing that keeps no more than `limits`.
    #[must_use]
    pub fn newline(limits: Limits) -> Self {
        Self(Box::new(NdjsonDecoder::new(limits.body)))
    }

    /// A decoder for `framing` that keeps no more than `limits`.
    #[must_use]
    pub fn new(framing: Framing, limits: Limits) -> Self {
        match framing {
            Framing::Ndjson => Self::newline(limits),
            Framing::ContentLength => Self(Box::new(ContentLengthDecoder::new(limits))),
        }
    }

    /// Takes the next bytes of the stream, however they were cut; [`poll_frame`](Self::poll_frame) comes next.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.0.feed(bytes);
    }

    /// Tells the decoder that the stream has ended: what is left becomes frames as well.
    pub fn finish(&mut self) {
        self.0.finish();
    }

    /// The next complete frame; `None` when more bytes are needed.
    pub fn poll_frame(&mut self) -> Option<Frame> {
        self.0.poll_frame()
    }

    /// Whether a frame has begun and not ended, once [`poll_frame`](Self::poll_frame) has returned `None`.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        self.0.is_partial()
    }

    /// The bytes that are kept of the frame that has begun and not ended.
    #[must_use]
    pub fn partial(&self) -> &[u8] {
        self.0.partial()
    }

    /// Gives the bytes of a frame back that nobody needs any more: the next may use their memory.
    pub fn recycle(&mut self, bytes: Vec<u8>) {
        self.0.recycle(bytes);
    }

    /// How many bytes of memory the decoder holds: the limits and a constant at most, and the bytes that were fed
    /// and not polled yet.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.0.capacity()
    }
}
