//! What can be said about a frame without reading its message.

use core::fmt;

use crate::proto::rule::RuleId;

/// Something unusual that a tolerant reader puts up with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameNote {
    /// Nothing but white space: strictly not a message (FR-08).
    Blank,
    /// The line ends with CR LF (FR-07).
    CarriageReturn,
    /// A UTF-8 byte order mark before the message or its header (FR-09, RFC 8259 §8.1).
    ByteOrderMark,
    /// The stream ended before the line did (FR-02).
    Unterminated,
    /// On a newline wire: part of a `Content-Length` header, or the header is glued to the end of the line (FR-06).
    ContentLengthHeader,
    /// A header line ends with LF alone; LSP has CR LF.
    BareLineFeed,
    /// `Content-Length` stands twice, with the same number.
    RepeatedLength,
    /// A header field that LSP does not have; it was passed over.
    UnknownField,
    /// `Content-Length` is the number of characters; the message was read to its end all the same.
    LengthInCharacters {
        /// What the header says.
        declared: u64,
        /// How many bytes the body has.
        bytes: u64,
    },
    /// The next header begins before the declared length is over; the message ends where its JSON does.
    LengthTooLong {
        /// What the header says.
        declared: u64,
        /// How many bytes the body has.
        bytes: u64,
    },
    /// Bytes after a header without a usable length, or of a body that is too long. The fault before says why.
    Skipped,
}

impl FrameNote {
    /// The rule that it is about.
    #[must_use]
    pub const fn rule(self) -> RuleId {
        RuleId::new(match self {
            Self::Blank => "FR-08",
            Self::CarriageReturn => "FR-07",
            Self::ByteOrderMark => "FR-09",
            Self::Unterminated => "FR-02",
            Self::ContentLengthHeader
            | Self::BareLineFeed
            | Self::RepeatedLength
            | Self::UnknownField
            | Self::LengthInCharacters { .. }
            | Self::LengthTooLong { .. }
            | Self::Skipped => "FR-06",
        })
    }
}

impl fmt::Display for FrameNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blank => f.write_str("a blank line"),
            Self::CarriageReturn => f.write_str("a carriage return before the line feed"),
            Self::ByteOrderMark => f.write_str("a byte order mark"),
            Self::Unterminated => f.write_str("no line feed before the end of the stream"),
            Self::ContentLengthHeader => f.write_str("a Content-Length header, which MCP does not have"),
            Self::BareLineFeed => f.write_str("a header line without a carriage return"),
            Self::RepeatedLength => f.write_str("Content-Length twice"),
            Self::UnknownField => f.write_str("a header field that LSP does not have"),
            Self::LengthInCharacters { declared, bytes } => {
                write!(f, "Content-Length counts {declared} characters, the body has {bytes} bytes")
            }
            Self::LengthTooLong { declared, bytes } => {
                write!(f, "Content-Length is {declared}, but the next header comes after {bytes} bytes")
            }
            Self::Skipped => f.write_str("passed over after the fault before it"),
        }
    }
}

/// Why a frame holds no message, as far as the framing tells.
///
/// All but the first are about `Content-Length` framing (LSP base protocol 3.17, not part of MCP).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameFault {
    /// A line, or the body that a header declares, is longer than the reader keeps.
    Oversize {
        /// How many bytes it has.
        length: u64,
    },
    /// A line that begins with `{` where a header should stand: the peer sends one message a line.
    NoHeader,
    /// A line without a colon where a header field should stand: most often something that was printed.
    NoColon,
    /// The header, or a line in its place, is longer than the reader keeps.
    HeaderTooLong,
    /// The header has no `Content-Length`.
    MissingLength,
    /// `Content-Length` has no value.
    EmptyLength,
    /// `Content-Length` is below zero.
    NegativeLength,
    /// `Content-Length` is not a decimal number.
    InvalidLength,
    /// `Content-Length` does not fit into 64 bits.
    HugeLength,
    /// Two `Content-Length` that differ: readers disagree on which one counts.
    ConflictingLengths {
        /// The first.
        first: u64,
        /// Another.
        other: u64,
    },
    /// The stream ended within the header.
    TruncatedHeader,
    /// The stream ended within the body.
    TruncatedBody {
        /// What the header says.
        declared: u64,
        /// How many bytes came.
        present: u64,
    },
    /// The rest of the JSON value that the frame before began: its `Content-Length` was too small.
    RestOfBody {
        /// What the header said.
        declared: u64,
        /// How many bytes the body has.
        bytes: u64,
    },
}

impl FrameFault {
    /// The rule that is broken. MCP has none for the headers of LSP but that they are not MCP.
    #[must_use]
    pub const fn rule(self) -> RuleId {
        RuleId::new(match self {
            Self::Oversize { .. } | Self::NoColon => "FR-03",
            Self::TruncatedHeader | Self::TruncatedBody { .. } => "FR-02",
            Self::NoHeader
            | Self::HeaderTooLong
            | Self::MissingLength
            | Self::EmptyLength
            | Self::NegativeLength
            | Self::InvalidLength
            | Self::HugeLength
            | Self::ConflictingLengths { .. }
            | Self::RestOfBody { .. } => "FR-06",
        })
    }
}

impl fmt::Display for FrameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Oversize { length } => write!(f, "{length} bytes are more than the reader keeps"),
            Self::NoHeader => f.write_str("a message without a Content-Length header"),
            Self::NoColon => f.write_str("no header field: a line without a colon"),
            Self::HeaderTooLong => f.write_str("a header longer than the reader keeps"),
            Self::MissingLength => f.write_str("a header without Content-Length"),
            Self::EmptyLength => f.write_str("Content-Length has no value"),
            Self::NegativeLength => f.write_str("Content-Length is negative"),
            Self::InvalidLength => f.write_str("Content-Length is not a number"),
            Self::HugeLength => f.write_str("Content-Length does not fit into 64 bits"),
            Self::ConflictingLengths { first, other } => {
                write!(f, "two Content-Length that differ, {first} and {other}")
            }
            Self::TruncatedHeader => f.write_str("the stream ended within a header"),
            Self::TruncatedBody { declared, present } => {
                write!(f, "the stream ended after {present} of {declared} bytes")
            }
            Self::RestOfBody { declared, bytes } => {
                write!(f, "the rest of the body before: Content-Length was {declared} for {bytes} bytes")
            }
        }
    }
}

impl std::error::Error for FrameFault {}
