//! Streams of events (HTML Living Standard, section 9.2: server-sent events), written and read.

use core::time::Duration;

/// How long one event may be, its names and all, unless a reader is told otherwise; longer than any message may be.
pub const EVENT_AT_MOST: usize = 34 << 20;

/// One event of a stream.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Event {
    /// Under which name the stream can be taken up after it; an empty one takes that back.
    pub id: Option<String>,
    /// What kind it is; `message` where it does not say.
    pub kind: Option<String>,
    /// What it carries; nothing where there is no such line.
    pub data: Option<String>,
    /// After how long to come again when the stream breaks.
    pub retry: Option<Duration>,
}

impl Event {
    /// An event that carries `data`.
    #[must_use]
    pub fn message(data: impl Into<String>) -> Self {
        Self { data: Some(data.into()), ..Self::default() }
    }

    /// The same event, after which the stream can be taken up as `id`.
    #[must_use]
    pub fn with_id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// The same event, which says after how long to come again.
    #[must_use]
    pub fn with_retry(mut self, retry: Duration) -> Self {
        self.retry = Some(retry);
        self
    }

    /// Whether it carries a message: one of another kind, or one without data, does not.
    #[must_use]
    pub fn is_message(&self) -> bool {
        self.data.as_deref().is_some_and(|data| !data.is_empty())
            && self.kind.as_deref().is_none_or(|kind| matches!(kind, "" | "message"))
    }

    /// Appends it to `out`. Data of several lines takes several; a name cannot have any.
    pub fn write(&self, out: &mut Vec<u8>) {
        for (name, value) in [("event", &self.kind), ("id", &self.id)] {
            if let Some(value) = value {
                let value = value.replace(['\r', '\n', '\0'], " ");
                field(name, &value, out);
            }
        }
        if let Some(retry) = self.retry {
            field("retry", &retry.as_millis().to_string(), out);
        }
        if let Some(data) = &self.data {
            // Any of the three ends a line for who reads it.
            let data = data.replace("\r\n", "\n").replace('\r', "\n");
            data.split('\n').for_each(|line| field("data", line, out));
        }
        out.push(b'\n');
    }
}

fn field(name: &str, value: &str, out: &mut Vec<u8>) {
    for part in [name, ": ", value, "\n"] {
        out.extend_from_slice(part.as_bytes());
    }
}

/// What says to everybody between that the stream is still there, and to its reader nothing.
pub const KEEP_ALIVE: &[u8] = b":\n\n";

/// Reads a stream of events, cut anywhere.
///
/// The standard's reader drops what it does not know; this one does so too. An event that is begun when the stream ends is
/// none ([`has_rest`](Self::has_rest) tells).
#[derive(Debug)]
pub struct Decoder {
    line: Vec<u8>,
    event: Event,
    is_begun: bool,
    /// Whether the last byte was a carriage return: a line feed belongs to it.
    after_return: bool,
    is_first: bool,
    size: usize,
    at_most: usize,
    is_dropping: bool,
}

impl Default for Decoder {
    fn default() -> Self {
        Self::new(EVENT_AT_MOST)
    }
}

/// What a reader comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Read {
    /// An event, which may carry nothing.
    Event(Event),
    /// An event of more bytes than are taken; it is left out.
    TooLong,
}

impl Decoder {
    /// A reader that takes no event of more than `at_most` bytes.
    #[must_use]
    pub fn new(at_most: usize) -> Self {
        Self {
            line: Vec::new(),
            event: Event::default(),
            is_begun: false,
            after_return: false,
            is_first: true,
            size: 0,
            at_most,
            is_dropping: false,
        }
    }

    /// Reads on, and appends what is complete to `out`.
    pub fn read(&mut self, bytes: &[u8], out: &mut Vec<Read>) {
        let mut rest = bytes;
        while !rest.is_empty() {
            if core::mem::take(&mut self.after_return) && rest[0] == b'\n' {
                rest = &rest[1..];
                continue;
            }
            let Some(end) = memchr::memchr2(b'\r', b'\n', rest) else {
                self.gather(rest);
                break;
            };
            self.gather(&rest[..end]);
            self.after_return = rest[end] == b'\r';
            rest = &rest[end + 1..];
            self.end_line(out);
        }
    }

    /// Whether an event has begun that is not complete.
    #[must_use]
    pub fn has_rest(&self) -> bool {
        self.is_begun || !self.line.is_empty() || self.is_dropping
    }

    fn gather(&mut self, bytes: &[u8]) {
        self.size = self.size.saturating_add(bytes.len());
        if self.size > self.at_most {
            self.is_dropping = true;
            (self.line, self.event) = (Vec::new(), Event::default());
        }
        if self.is_dropping {
            // Only whether the line is empty is of interest.
            self.line.truncate(0);
            self.line.extend(bytes.first());
        } else {
            self.line.extend_from_slice(bytes);
        }
    }

    fn end_line(&mut self, out: &mut Vec<Read>) {
        let line = core::mem::take(&mut self.line);
        let mut text = &*line;
        if core::mem::take(&mut self.is_first) {
            text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        }
        if text.is_empty() {
            self.size = 0;
            if core::mem::take(&mut self.is_dropping) {
                out.push(Read::TooLong);
            } else if core::mem::take(&mut self.is_begun) {
                out.push(Read::Event(core::mem::take(&mut self.event)));
            }
        } else if !self.is_dropping {
            self.take_field(text);
        }
        self.line = line;
        self.line.clear();
    }

    fn take_field(&mut self, line: &[u8]) {
        let (name, value) = match memchr::memchr(b':', line) {
            Some(at) => (&line[..at], line[at + 1..].strip_prefix(b" ").unwrap_or(&line[at + 1..])),
            None => (line, &b""[..]),
        };
        let value = String::from_utf8_lossy(value);
        match name {
            b"event" => self.event.kind = Some(value.into_owned()),
            b"data" => match &mut self.event.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(&value);
                }
                None => self.event.data = Some(value.into_owned()),
            },
            b"id" if !value.contains('\0') => self.event.id = Some(value.into_owned()),
            b"retry" if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) => {
                self.event.retry = value.parse().ok().map(Duration::from_millis);
            }
            _ => return,
        }
        self.is_begun = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes of `stream`, however it is cut in two.
    fn events(stream: &[u8]) -> Vec<Read> {
        let mut whole = Vec::new();
        Decoder::default().read(stream, &mut whole);
        for cut in 0..=stream.len() {
            let (mut decoder, mut parts) = (Decoder::default(), Vec::new());
            decoder.read(&stream[..cut], &mut parts);
            decoder.read(&stream[cut..], &mut parts);
            assert_eq!(parts, whole, "cut at {cut}");
        }
        whole
    }

    fn message(data: &str) -> Read {
        Read::Event(Event::message(data))
    }

    #[test]
    fn what_is_written_is_read_again() {
        let all = [
            Event::message("{\"a\":1}").with_id("7/1"),
            Event::message("").with_id("0").with_retry(Duration::from_millis(500)),
            Event { kind: Some("endpoint".to_owned()), ..Event::message("/messages?session=1") },
            Event::message("two\nlines"),
        ];
        let mut stream = Vec::new();
        for event in &all {
            event.write(&mut stream);
            stream.extend_from_slice(KEEP_ALIVE);
        }
        assert_eq!(events(&stream), all.clone().map(Read::Event));
        assert_eq!(all.map(|event| event.is_message()), [true, false, false, true]);
    }

    #[test]
    fn a_name_or_a_datum_cannot_smuggle_an_event_in() {
        let mut stream = Vec::new();
        Event { kind: Some("a\ndata: b".to_owned()), ..Event::message("c\r\rdata: d") }
            .with_id("e\n\nid: f")
            .write(&mut stream);
        let read = events(&stream);
        assert_eq!(read.len(), 1);
        let Read::Event(event) = &read[0] else { panic!("{read:?}") };
        assert_eq!(event.data.as_deref(), Some("c\n\ndata: d"));
        assert_eq!((event.kind.as_deref(), event.id.as_deref()), (Some("a data: b"), Some("e  id: f")));
    }

    #[test]
    fn each_end_of_a_line_ends_it_and_nothing_else_does() {
        assert_eq!(
            events(b"data: a\n\ndata: b\r\rdata: c\r\n\r\n"),
            [message("a"), message("b"), message("c")]
        );
        assert_eq!(events("\u{feff}data:x\u{2028}y\n\n".as_bytes()), [message("x\u{2028}y")]);
        assert_eq!(events(b"data\n\ndata: \n\ndata:  z\n\n"), [message(""), message(""), message(" z")]);
    }

    #[test]
    fn what_a_reader_does_not_know_it_drops() {
        assert_eq!(events(b": c\nfoo: bar\n\nretry: 1s\nid: a\0b\n\n\n\n"), []);
        assert_eq!(events(b"data: \xff\n\n"), [message("\u{fffd}")]);
    }

    #[test]
    fn an_event_that_is_not_complete_is_none() {
        let (mut decoder, mut read) = (Decoder::default(), Vec::new());
        decoder.read(b"data: a\n", &mut read);
        assert!(read.is_empty() && decoder.has_rest());
        decoder.read(b"\n", &mut read);
        assert!(read.len() == 1 && !decoder.has_rest());
    }

    #[test]
    fn an_event_that_is_too_long_is_left_out_and_the_next_is_read() {
        let (mut decoder, mut read) = (Decoder::new(20), Vec::new());
        for part in ["data: 0123456789", "0123456789\ndata: more\n", "\ndata: b\n\n"] {
            decoder.read(part.as_bytes(), &mut read);
        }
        assert_eq!(read, [Read::TooLong, message("b")]);
    }
}
