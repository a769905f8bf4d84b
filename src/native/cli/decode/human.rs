//! For people: a line for the frame, a line of its text, and a line for each thing there is to say about it.

use std::io::{self, Write};

use super::super::screen::{self, BAD, FAINT, GOOD, NAME, STEP};
use super::super::text;
use super::Show;
use super::explain::{Content, Explained, Place, Summary};
use crate::proto::framing::{Detected, Frame, FrameNote};
use crate::proto::jsonrpc::{Malformed, Message, Response, ResponseId};
use crate::proto::mcp::{CodeSpec, Version};

/// How many characters of a body are shown, and of a method, an id or a message of the peer's.
const BODY: usize = 160;
const WORD: usize = 80;

/// How many bytes are shown on each side of a fault that lies beyond what is shown of the body.
const AROUND: usize = 30;

pub(super) struct Human<W: Write>(pub(super) W);

impl<W: Write> Show for Human<W> {
    fn frame(&mut self, explained: &Explained) -> io::Result<()> {
        let Explained { number, frame, content, version, .. } = explained;
        let range = text::stretch(frame.offset, frame.offset + frame.length());
        let ending = delimiter(frame).map(|ending| format!("  {ending}")).unwrap_or_default();
        write!(self.0, "{STEP}{}{STEP:#}  {FAINT}{range}{ending}{FAINT:#}  ", text::frame(*number))?;
        match content {
            Content::Nothing if frame.has(FrameNote::Blank) => writeln!(self.0, "{}", text::BLANK)?,
            Content::Nothing => writeln!(self.0, "{}", text::SKIPPED)?,
            Content::Message(held) => self.message(held)?,
            Content::Batch(batch) => writeln!(self.0, "{GOOD}{}{GOOD:#}", text::batch(batch.items.len()))?,
            Content::Malformed(_) => writeln!(self.0, "{BAD}{}{BAD:#}", text::NO_MESSAGE)?,
        }
        self.bytes(frame)?;
        for note in &frame.notes {
            writeln!(self.0, "  {FAINT}{} {} {note}{FAINT:#}", text::NOTE, note.rule())?;
        }
        match content {
            Content::Nothing => {}
            Content::Message(held) => self.meaning(held, *version)?,
            Content::Malformed(malformed) => self.fault(explained, malformed)?,
            Content::Batch(batch) => {
                for (index, item) in batch.items.iter().enumerate() {
                    let (start, end) = (explained.offset(item.range.start), explained.offset(item.range.end));
                    write!(self.0, "  [{index}]  {FAINT}{}{FAINT:#}  ", text::stretch(start, end))?;
                    match &item.verdict {
                        Ok(held) => {
                            self.message(held)?;
                            self.meaning(held, *version)?;
                        }
                        Err(malformed) => {
                            writeln!(self.0, "{BAD}{}{BAD:#}", text::NO_MESSAGE)?;
                            self.fault(explained, malformed)?;
                        }
                    }
                }
            }
        }
        explained.detected.iter().try_for_each(|detected| self.detected(detected))
    }

    fn summary(&mut self, summary: &Summary) -> io::Result<()> {
        let style = if summary.faults == 0 { GOOD } else { BAD };
        let Summary { bytes, frames, messages, faults } = *summary;
        writeln!(self.0, "{style}{}{style:#}", text::decoded(bytes, frames, messages, faults))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl<W: Write> Human<W> {
    /// The header, if there is one, and the body, on one line each.
    fn bytes(&mut self, frame: &Frame) -> io::Result<()> {
        if let Some(header) = frame.header() {
            let fields: Vec<_> = header.trim_ascii().split(|byte| *byte == b'\n').collect();
            let fields = fields.iter().map(|line| line.trim_ascii()).collect::<Vec<_>>().join(&b" | "[..]);
            let (shown, cut) = screen::bytes(&fields, BODY);
            let dots = if cut { "…" } else { "" };
            writeln!(self.0, "  {FAINT}{} {shown}{dots}{FAINT:#}", text::header(header.len()))?;
        }
        if frame.body().is_empty() || frame.has(FrameNote::Blank) {
            return Ok(());
        }
        let (shown, cut) = screen::bytes(frame.body(), BODY);
        let whole = if frame.dropped > 0 { frame.length() } else { frame.body.len() as u64 };
        let dots = if cut || frame.dropped > 0 { text::cut_bytes(whole) } else { String::new() };
        writeln!(self.0, "  {shown}{FAINT}{dots}{FAINT:#}")
    }

    /// What kind of message it is, on the rest of the line.
    fn message(&mut self, message: &Message) -> io::Result<()> {
        match message {
            Message::Request(request) => {
                let (method, id) = (word(&request.method), word(&request.id.to_json()));
                writeln!(self.0, "{} {NAME}{method}{NAME:#}, id {id}", text::REQUEST)
            }
            Message::Notification(notification) => {
                let method = word(&notification.method);
                writeln!(self.0, "{} {NAME}{method}{NAME:#}", text::NOTIFICATION)
            }
            Message::Response(response) => {
                let to = match &response.id {
                    ResponseId::Known(id) => text::answer(&word(&id.to_json())),
                    ResponseId::Null => text::answer("null"),
                    ResponseId::Absent => text::ANSWER_WITHOUT_ID.to_owned(),
                };
                let Err(error) = &response.outcome else {
                    return writeln!(self.0, "{to}: {GOOD}{}{GOOD:#}", text::RESULT);
                };
                let what = text::error_object(error.code, &word(&error.message));
                writeln!(self.0, "{to}: {BAD}{what}{BAD:#}")
            }
        }
    }

    /// What the code of an error means, on a line of its own.
    fn meaning(&mut self, message: &Message, version: Version) -> io::Result<()> {
        let Message::Response(Response { outcome: Err(error), .. }) = message else { return Ok(()) };
        let spec = CodeSpec::find(error.code, version).map(|spec| (spec.name, spec.meaning));
        writeln!(self.0, "  {FAINT}{}{FAINT:#}", text::code(error.code, spec))
    }

    fn fault(&mut self, explained: &Explained, malformed: &Malformed) -> io::Result<()> {
        let place = match explained.place(malformed) {
            Place { at, column: Some(column) } => text::place(column, at),
            Place { column: None, .. } => String::new(),
        };
        let why = malformed.to_string();
        let rule = malformed.kind.rule();
        writeln!(self.0, "  {BAD}{} {rule}{BAD:#} {}{place}", text::FAULT, screen::line(&why))?;
        let (body, at) = (explained.frame.body(), malformed.at);
        if screen::bytes(&body[..at.min(body.len())], BODY).1 {
            let (before, after) = around(body, at);
            writeln!(
                self.0,
                "  {FAINT}…{FAINT:#}{before}{BAD}{}{BAD:#}{after}{FAINT}…{FAINT:#}",
                text::HERE
            )?;
        }
        Ok(())
    }

    fn detected(&mut self, detected: &Detected) -> io::Result<()> {
        let at = match detected {
            Detected::ContentLengthOnNewlineWire { at }
            | Detected::NewlineOnContentLengthWire { at }
            | Detected::GluedPrefix { at }
            | Detected::TwoValues { at, .. } => *at,
            Detected::PrettyPrinted { range, .. } => range.start,
        };
        writeln!(self.0, "{BAD}! {}{BAD:#} {detected}{}", detected.rule(), text::from_byte(at))
    }
}

/// Text of the peer within a line of ours.
fn word(text: &str) -> String {
    let (shown, cut) = screen::bytes(text.as_bytes(), WORD);
    if cut { shown + "…" } else { shown }
}

/// What stands on both sides of a fault, without the halves of characters.
fn around(body: &[u8], at: usize) -> (String, String) {
    let at = at.min(body.len());
    let continues = |byte: &u8| *byte & 0xC0 == 0x80;
    let mut before = &body[at.saturating_sub(AROUND)..at];
    while before.first().is_some_and(continues) {
        before = &before[1..];
    }
    (screen::bytes(before, AROUND).0, screen::bytes(&body[at..], AROUND).0)
}

/// How the frame ends, where that is known and says something.
fn delimiter(frame: &Frame) -> Option<&'static str> {
    match frame.delimiter() {
        b"\n" => Some("LF"),
        b"\r\n" => Some("CR LF"),
        [] if frame.header.is_none() && frame.dropped == 0 && !frame.has(FrameNote::Skipped) => {
            Some(text::NO_DELIMITER)
        }
        _ => None,
    }
}
