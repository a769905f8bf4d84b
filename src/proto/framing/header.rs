//! The header fields of the LSP base protocol 3.17. Not part of MCP.

use super::{BYTE_ORDER_MARK, FrameFault, FrameNote};

const CONTENT_LENGTH: &[u8] = b"Content-Length";
const CONTENT_TYPE: &[u8] = b"Content-Type";

/// What the next header begins with, when it follows a body without anything between.
pub(super) const NEXT_HEADER: &[u8] = b"Content-Length:";

/// At most how many bytes at the end of a line hold a [`sound_point`], line end included.
pub(super) const WINDOW: usize = 64;

/// Where in `line` a `Content-Length: <digits>` begins that goes on to the end of the line.
///
/// Such a line never stands within JSON: the digits are followed by a raw line end, which no string may hold, and
/// outside of strings there are no such words. So it is where a reader that has lost its way can go on. A body has
/// no line end after it, so the place is as often within a line as at the start of one. `X-Content-Length` is a
/// field of its own.
pub(super) fn sound_point(line: &[u8]) -> Option<usize> {
    let base = line.len().saturating_sub(WINDOW);
    let window = &line[base..];
    // Nearly every line is a message, which ends with a bracket.
    if !trim(window).last()?.is_ascii_digit() {
        return None;
    }
    let at =
        window.windows(CONTENT_LENGTH.len()).rposition(|part| part.eq_ignore_ascii_case(CONTENT_LENGTH))?;
    let value = trim(&window[at + CONTENT_LENGTH.len()..]).strip_prefix(b":")?;
    let sound = trim(value).iter().all(u8::is_ascii_digit) && (at == 0 || window[at - 1] != b'-');
    sound.then_some(base + at)
}

/// Whether `line` is a `Content-Type` field.
pub(super) fn is_content_type(line: &[u8]) -> bool {
    split(line).is_some_and(|(name, _)| name.eq_ignore_ascii_case(CONTENT_TYPE))
}

/// Whether `line` looks like a header field, or like the beginning of one that was cut.
pub(super) fn is_field(line: &[u8], cut: bool) -> bool {
    let begun = cut && {
        let line = unmarked(line);
        let length = line.len().min(b"Content-".len());
        length > 0 && line[..length].eq_ignore_ascii_case(&CONTENT_LENGTH[..length])
    };
    begun || split(line).is_some()
}

/// `line` without a byte order mark and white space around it.
pub(super) fn unmarked(line: &[u8]) -> &[u8] {
    trim(line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line))
}

fn trim(bytes: &[u8]) -> &[u8] {
    bytes.trim_ascii()
}

/// The name and the value of a field (the shape is that of RFC 9110 §5.1: a name is a token).
fn split(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = unmarked(line);
    let colon = memchr::memchr(b':', line)?;
    let name = trim(&line[..colon]);
    let token = |byte: &u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(byte);
    (!name.is_empty() && name.iter().all(token)).then(|| (name, trim(&line[colon + 1..])))
}

/// What the fields of a header have said so far, in any order and any case.
#[derive(Debug, Default)]
pub(super) struct Fields {
    /// The length, while there is exactly one.
    pub(super) length: Option<u64>,
    /// The first thing that is wrong.
    pub(super) fault: Option<FrameFault>,
    pub(super) notes: Vec<FrameNote>,
}

impl Fields {
    /// Takes a line with its end, which is not blank.
    pub(super) fn take(&mut self, line: &[u8]) {
        if line.starts_with(BYTE_ORDER_MARK) {
            self.note(FrameNote::ByteOrderMark);
        }
        self.end_line(line);
        match split(line) {
            None => self.fail(FrameFault::NoColon),
            Some((name, value)) if name.eq_ignore_ascii_case(CONTENT_LENGTH) => self.take_length(value),
            // UTF-8 is all that LSP and MCP have, whatever is written here.
            Some((name, _)) if name.eq_ignore_ascii_case(CONTENT_TYPE) => {}
            Some(_) => self.note(FrameNote::UnknownField),
        }
    }

    /// Takes the blank line, and says how long the body is, as far as that is known.
    pub(super) fn end(&mut self, line: &[u8]) -> Option<u64> {
        self.end_line(line);
        if self.length.is_none() {
            self.fail(FrameFault::MissingLength);
        }
        match self.fault {
            // The only one that leaves no doubt about the length.
            None | Some(FrameFault::NoColon) => self.length,
            Some(_) => None,
        }
    }

    fn take_length(&mut self, value: &[u8]) {
        match (parse(value), self.length) {
            (Err(fault), _) => self.fail(fault),
            (Ok(length), None) => self.length = Some(length),
            (Ok(length), Some(first)) if length == first => self.note(FrameNote::RepeatedLength),
            (Ok(other), Some(first)) => self.fail(FrameFault::ConflictingLengths { first, other }),
        }
    }

    fn end_line(&mut self, line: &[u8]) {
        if !line.ends_with(b"\r\n") {
            self.note(FrameNote::BareLineFeed);
        }
    }

    pub(super) fn fail(&mut self, fault: FrameFault) {
        // A junk line says less about the body than a length that nobody can use.
        if self.fault.is_none_or(|earlier| earlier == FrameFault::NoColon) {
            self.fault = Some(fault);
        }
    }

    fn note(&mut self, note: FrameNote) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

fn parse(value: &[u8]) -> Result<u64, FrameFault> {
    let digits = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    match value {
        [] => Err(FrameFault::EmptyLength),
        [b'-', rest @ ..] if digits(rest) => Err(FrameFault::NegativeLength),
        _ if !digits(value) => Err(FrameFault::InvalidLength),
        _ => {
            let number = core::str::from_utf8(value).ok().and_then(|text| text.parse().ok());
            number.ok_or(FrameFault::HugeLength)
        }
    }
}
