//! A frame that is being written.

use crate::proto::framing::ContentLengthEncoder;
use crate::proto::json::{JsonFault, scan};
use crate::proto::session::Side;
use crate::sim::FrameNumber;

/// How the bytes stand in the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As the text that they are.
    Text,
    /// As two digits a byte: every frame can be written like this.
    Hex,
}

impl Form {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Text, Self::Hex];

    /// Its name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Hex => "hex",
        }
    }
}

/// What ends the frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// A line feed, as MCP wants it.
    Lf,
    /// A carriage return and a line feed.
    CrLf,
    /// Nothing: the receiver waits for the rest.
    Nothing,
    /// Nothing, but a header with its length stands before it: the framing of LSP, not part of MCP.
    Header,
}

impl Ending {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Lf, Self::CrLf, Self::Nothing, Self::Header];

    /// Its name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lf => "lf",
            Self::CrLf => "crlf",
            Self::Nothing => "nothing",
            Self::Header => "header",
        }
    }

    /// Its bytes, after the message.
    #[must_use]
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            Self::Lf => b"\n",
            Self::CrLf => b"\r\n",
            Self::Nothing | Self::Header => b"",
        }
    }
}

/// A frame that the reader writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Who is to send it.
    pub side: Side,
    /// How its bytes are written.
    pub form: Form,
    /// What stands in the field.
    pub text: String,
    /// What ends it.
    pub ending: Ending,
    /// The frame that waits between two ends outside and in whose place it is to go on.
    pub changes: Option<FrameNumber>,
    /// The frame that it was sent as last.
    pub sent: Option<FrameNumber>,
}

impl Draft {
    pub(super) fn new(side: Side, text: String) -> Self {
        Self { side, form: Form::Text, text, ending: Ending::Lf, changes: None, sent: None }
    }

    /// What was on the wire, to be changed. A field keeps no carriage return, so bytes with one are written as hex.
    pub(in crate::panel) fn of_bytes(side: Side, bytes: &[u8]) -> Self {
        if let Some(body) = headed(bytes) {
            let mut draft = Self { ending: Ending::Header, ..Self::new(side, String::new()) };
            draft.put(body);
            return draft;
        }
        // The longest ending first: a line feed ends both.
        let ending = [Ending::CrLf, Ending::Lf].into_iter().find(|ending| bytes.ends_with(ending.bytes()));
        let ending = ending.unwrap_or(Ending::Nothing);
        let body = &bytes[..bytes.len() - ending.bytes().len()];
        let mut draft = Self { ending, ..Self::new(side, String::new()) };
        draft.put(body);
        draft
    }

    /// Writes `body` in the form that can hold it.
    fn put(&mut self, body: &[u8]) {
        match core::str::from_utf8(body) {
            Ok(text) if !body.contains(&b'\r') => (self.form, self.text) = (Form::Text, text.to_owned()),
            _ => (self.form, self.text) = (Form::Hex, hex(body)),
        }
    }

    /// Writes the same bytes in another form, where it can hold them.
    pub(super) fn turn_to(&mut self, form: Form) {
        let Ok(body) = self.body() else { return };
        match form {
            Form::Hex => (self.form, self.text) = (form, hex(&body)),
            Form::Text => self.put(&body),
        }
    }

    /// The bytes before the ending.
    ///
    /// # Errors
    /// The place, in characters from the start of the field, where it is no hex.
    pub fn body(&self) -> Result<Vec<u8>, usize> {
        match self.form {
            Form::Text => Ok(self.text.clone().into_bytes()),
            Form::Hex => unhex(&self.text),
        }
    }

    /// All bytes.
    ///
    /// # Errors
    /// As for [`body`](Self::body).
    pub fn bytes(&self) -> Result<Vec<u8>, usize> {
        let mut bytes = self.body()?;
        if self.ending == Ending::Header {
            return Ok(ContentLengthEncoder.encode(&bytes));
        }
        bytes.extend_from_slice(self.ending.bytes());
        Ok(bytes)
    }

    /// Whether there is nothing to judge.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Where the text stops being JSON.
    #[must_use]
    pub fn fault(&self) -> Option<JsonFault> {
        let body = self.body().ok()?;
        scan(core::str::from_utf8(&body).ok()?).fault
    }
}

/// The message after a header that says exactly how long it is, and no more.
fn headed(bytes: &[u8]) -> Option<&[u8]> {
    let at = bytes.windows(4).position(|end| end == b"\r\n\r\n")?;
    let body = &bytes[at + 4..];
    (ContentLengthEncoder.encode(body) == bytes).then_some(body)
}

fn hex(bytes: &[u8]) -> String {
    use core::fmt::Write as _;
    let mut out = String::with_capacity(bytes.len() * 3);
    for (at, byte) in bytes.iter().enumerate() {
        let gap = match at % 16 {
            0 if at == 0 => "",
            0 => "\n",
            _ => " ",
        };
        // Writing into a string cannot fail.
        let _ = write!(out, "{gap}{byte:02x}");
    }
    out
}

fn unhex(text: &str) -> Result<Vec<u8>, usize> {
    let mut out = Vec::with_capacity(text.len() / 3);
    let mut half = None;
    let mut length = 0;
    for (at, character) in text.chars().enumerate() {
        length = at + 1;
        if character.is_whitespace() {
            continue;
        }
        let digit = character.to_digit(16).and_then(|digit| u8::try_from(digit).ok()).ok_or(at)?;
        match half.take() {
            Some(first) => out.push(first * 16 + digit),
            None => half = Some(digit),
        }
    }
    // A single digit is no byte.
    if half.is_some() { Err(length) } else { Ok(out) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_frame_comes_back_as_it_was() {
        let frames: [&[u8]; 11] = [
            b"{}\n",
            b"{}\r\n",
            b"{}",
            b"",
            b"\n",
            b"a\rb\n",
            &[0xFF, 0xFE, b'\n'],
            "周杰伦\u{2028}\n".as_bytes(),
            b"Content-Length: 2\r\n\r\n{}",
            b"Content-Length: 3\r\n\r\n{}",
            b"Content-Length: 3\r\n\r\n{}\n",
        ];
        for frame in frames {
            let draft = Draft::of_bytes(Side::Client, frame);
            assert_eq!(draft.bytes().as_deref(), Ok(frame), "{frame:?}");
            let mut turned = draft.clone();
            turned.turn_to(Form::Hex);
            turned.turn_to(Form::Text);
            assert_eq!(turned, draft, "{frame:?}");
        }
    }

    #[test]
    fn hex_tells_where_it_is_none() {
        for (text, expected) in [
            ("7b 7D", Ok(b"{}".to_vec())),
            (" 7\nb", Ok(b"{".to_vec())),
            ("7b 7", Err(4)),
            ("7b xy", Err(3)),
            ("周", Err(0)),
        ] {
            assert_eq!(unhex(text), expected, "{text}");
        }
        assert_eq!(hex(&[0; 17]).lines().count(), 2);
    }
}
