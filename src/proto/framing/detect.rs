//! What several frames say together, or one line that is nearly a message. Diagnoses only: they change no frame.

use core::fmt;
use core::ops::Range;
use std::collections::VecDeque;

use super::balance::{Balance, Progress};
use super::header::sound_point;
use super::{Frame, FrameFault, FrameNote};
use crate::proto::json::{JsonFaultKind, Outline};
use crate::proto::rule::RuleId;

/// How far back lines are kept to see whether they are one message together.
const LOOK_BACK_BYTES: usize = 64 << 10;
const LOOK_BACK_LINES: u64 = 1_000;

/// At how many braces of a line a message is looked for: logs print objects too.
const CANDIDATES: usize = 8;

/// A habit of the peer that explains why its frames hold no messages. Offsets are in bytes from the start of its
/// stream, lines are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Detected {
    /// The peer frames as LSP does, on a wire with one message a line (FR-06). Said once.
    ContentLengthOnNewlineWire {
        /// Where the header begins.
        at: u64,
    },
    /// The peer sends one message a line, on a wire with LSP's headers. Said once.
    NewlineOnContentLengthWire {
        /// Where the line begins.
        at: u64,
    },
    /// Lines that together are one JSON object: it should have been written without line breaks (FR-01).
    PrettyPrinted {
        /// The first of them.
        first_line: u64,
        /// The one that completed it.
        last_line: u64,
        /// All of them, delimiters included.
        range: Range<u64>,
    },
    /// Something else, and then a whole message on the same line: the message is lost with it (FR-03).
    GluedPrefix {
        /// Where the message begins.
        at: u64,
    },
    /// An object or array and then another value on the same line: one of them would have been a message (FR-12).
    TwoValues {
        /// Where the second begins.
        at: u64,
        /// The same, in bytes from the start of the frame's body.
        column: usize,
    },
}

impl Detected {
    /// The rule that the peer breaks.
    #[must_use]
    pub const fn rule(&self) -> RuleId {
        RuleId::new(match self {
            Self::ContentLengthOnNewlineWire { .. } | Self::NewlineOnContentLengthWire { .. } => "FR-06",
            Self::PrettyPrinted { .. } => "FR-01",
            Self::GluedPrefix { .. } => "FR-03",
            Self::TwoValues { .. } => "FR-12",
        })
    }
}

impl fmt::Display for Detected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ContentLengthOnNewlineWire { .. } => {
                f.write_str("Content-Length headers are the framing of LSP, MCP has one message a line")
            }
            Self::NewlineOnContentLengthWire { .. } => f.write_str(
                "messages come one a line, where a Content-Length header was expected before each",
            ),
            Self::PrettyPrinted { first_line, last_line, .. } => {
                write!(f, "lines {first_line} to {last_line} are one JSON object: write it on one line")
            }
            Self::GluedPrefix { .. } => f.write_str("a message is glued to its end and is lost with it"),
            Self::TwoValues { column, .. } => {
                write!(f, "two JSON values on one line, the second at byte {column}: write one a line")
            }
        }
    }
}

/// Watches the frames of one stream, of either framing.
///
/// The cost is linear in the bytes of the frames that hold no message; the others cost nothing. It keeps at most
/// 64 KiB.
#[derive(Debug, Default)]
pub struct Detector {
    line: u64,
    /// Where a header on a newline wire began, until the blank line after it.
    header_at: Option<u64>,
    framing_told: bool,
    run: Option<Run>,
    ready: VecDeque<Detected>,
}

/// Lines that may become one message.
#[derive(Debug)]
struct Run {
    first_line: u64,
    start: u64,
    text: Vec<u8>,
    balance: Balance,
}

impl Detector {
    /// Takes the next frame, and whether its body could be read as a message.
    pub fn observe(&mut self, frame: &Frame, is_message: bool) {
        self.line += 1;
        self.watch_framing(frame);
        let judged = frame.fault.is_some() || frame.has(FrameNote::Skipped);
        if is_message || judged {
            self.run = None;
            return;
        }
        if frame.header.is_none() && self.continue_run(frame) || frame.is_idle() {
            return;
        }
        self.take_apart(frame);
    }

    /// The next thing that was found.
    pub fn poll(&mut self) -> Option<Detected> {
        self.ready.pop_front()
    }

    fn watch_framing(&mut self, frame: &Frame) {
        if self.framing_told {
            return;
        }
        let header = frame.has(FrameNote::ContentLengthHeader);
        let found = match (frame.has(FrameNote::Blank), self.header_at) {
            _ if frame.fault == Some(FrameFault::NoHeader) && !frame.delimiter().is_empty() => {
                Some(Detected::NewlineOnContentLengthWire { at: frame.offset })
            }
            (true, Some(at)) if header => Some(Detected::ContentLengthOnNewlineWire { at }),
            (false, _) if header => {
                let at = sound_point(frame.body()).map(|at| frame.offset + (frame.body.start + at) as u64);
                // A `Content-Type` after it leaves it where it is.
                self.header_at = at.or(self.header_at);
                None
            }
            _ => {
                self.header_at = None;
                None
            }
        };
        self.framing_told = found.is_some();
        self.ready.extend(found);
    }

    /// Whether the line is one of several that may be a message together.
    fn continue_run(&mut self, frame: &Frame) -> bool {
        let resumed = self.run.take();
        let continued = resumed.is_some_and(|run| self.extend_run(run, frame));
        // A line that ends one run may begin the next.
        continued || begins_object(frame.body()) && self.extend_run(self.new_run(frame), frame)
    }

    fn new_run(&self, frame: &Frame) -> Run {
        Run { first_line: self.line, start: frame.offset, text: Vec::new(), balance: Balance::default() }
    }

    fn extend_run(&mut self, mut run: Run, frame: &Frame) -> bool {
        let (line, lines) = (frame.body(), self.line - run.first_line + 1);
        if run.text.len() + line.len() >= LOOK_BACK_BYTES || lines > LOOK_BACK_LINES {
            return false;
        }
        let taken = run.balance.extend(line);
        run.text.extend_from_slice(line);
        run.text.push(b'\n');
        match run.balance.progress() {
            Progress::Open => {
                self.run = Some(run);
                true
            }
            Progress::Closed
                if lines > 1 && line[taken..].trim_ascii().is_empty() && is_object(&run.text) =>
            {
                self.ready.push_back(Detected::PrettyPrinted {
                    first_line: run.first_line,
                    last_line: self.line,
                    range: run.start..frame.offset + frame.length(),
                });
                true
            }
            _ => false,
        }
    }

    /// Looks for a message in a line that is none.
    fn take_apart(&mut self, frame: &Frame) {
        let Ok(text) = core::str::from_utf8(frame.body()) else { return };
        let Err(fault) = Outline::read(text) else { return };
        let offset = |column: usize| frame.offset + (frame.body.start + column) as u64;
        if fault.kind == JsonFaultKind::TrailingData && text.trim_start().starts_with(['{', '[']) {
            let second = Outline::read(&text[fault.at..]).err();
            // A third value, or a fault after the second, does not make the second less of a value.
            if second.is_none_or(|fault| fault.kind == JsonFaultKind::TrailingData) {
                self.ready.push_back(Detected::TwoValues { at: offset(fault.at), column: fault.at });
            }
            return;
        }
        let braces = text.bytes().enumerate().filter(|(at, byte)| *at > 0 && *byte == b'{');
        let mut candidates = braces.map(|(at, _)| at).take(CANDIDATES);
        let message = candidates.find(|at| is_message(&text[*at..]));
        self.ready.extend(message.map(|at| Detected::GluedPrefix { at: offset(at) }));
    }
}

fn begins_object(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"{")
}

fn is_object(text: &[u8]) -> bool {
    let text = core::str::from_utf8(text).ok();
    text.and_then(|text| Outline::read(text).ok()).is_some_and(|outline| outline.is_object())
}

/// Whether `text` is one object that calls itself a message.
fn is_message(text: &str) -> bool {
    let Ok(outline) = Outline::read(text) else { return false };
    outline.is_object() && outline.items(text).any(|item| item.name().is_some_and(|name| name == "jsonrpc"))
}
