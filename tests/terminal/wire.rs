//! A connection to `wirelab serve --http` that stays open, with all that a client does by hand.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};

use super::PATIENCE;
use super::served::{POST, Served};

/// What the headers of an answer say.
#[derive(Debug, Clone)]
pub(crate) struct Head {
    pub(crate) status: u16,
    lines: Vec<(String, String)>,
}

impl Head {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.lines.iter();
        lines.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
    }

    /// Whether a stream of events follows.
    pub(crate) fn streams(&self) -> bool {
        self.header("content-type") == Some("text/event-stream")
    }
}

/// An event of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Event {
    pub(crate) id: Option<String>,
    pub(crate) data: String,
}

/// A connection on which one request follows another.
#[derive(Debug)]
pub(crate) struct Wire {
    reader: BufReader<TcpStream>,
    address: SocketAddr,
    /// What has come of a stream and is no whole event yet.
    rest: Vec<u8>,
}

impl Wire {
    pub(crate) fn new(served: &Served) -> Self {
        let stream = served.connect();
        stream.set_nodelay(true).expect("it is set");
        // What cannot be written is a fault too.
        stream.set_write_timeout(Some(PATIENCE)).expect("a limit");
        Self { reader: BufReader::new(stream), address: served.address, rest: Vec::new() }
    }

    /// Sends bytes as they are.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.reader.get_mut().write_all(bytes)
    }

    /// Sends a request.
    pub(crate) fn send(&mut self, method: &str, headers: &[&str], body: &str) {
        let mut request = format!("{method} /mcp HTTP/1.1\r\nHost: {}\r\n", self.address);
        for line in headers {
            request += line;
            request += "\r\n";
        }
        let request = format!("{request}Content-Length: {}\r\n\r\n{body}", body.len());
        self.write(request.as_bytes()).expect("it reads");
    }

    /// Sends a message, with the headers that each has and some more.
    pub(crate) fn post(&mut self, headers: &[&str], body: &str) {
        self.send("POST", &[&POST, headers].concat(), body);
    }

    /// Asks for a stream, in the session that a header names.
    pub(crate) fn get(&mut self, headers: &[&str]) -> Head {
        self.send("GET", &[&["Accept: text/event-stream"], headers].concat(), "");
        self.head()
    }

    /// Sends a message; the answer and its body, or the data of all events of its stream.
    pub(crate) fn ask(&mut self, headers: &[&str], body: &str) -> (Head, Vec<String>) {
        self.post(headers, body);
        let head = self.head();
        let said = match head.streams() {
            true => self.events().into_iter().map(|event| event.data).collect(),
            false => vec![self.body(&head)],
        };
        (head, said)
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        match self.reader.read_line(&mut line)? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            _ => Ok(line.trim_end().to_owned()),
        }
    }

    /// The status and the headers that come next, if any do.
    pub(crate) fn try_head(&mut self) -> io::Result<Head> {
        let status = self.line()?;
        let status = status.split(' ').nth(1).and_then(|word| word.parse().ok());
        let mut head = Head { status: status.ok_or(io::ErrorKind::InvalidData)?, lines: Vec::new() };
        loop {
            let line = self.line()?;
            if line.is_empty() {
                return Ok(head);
            }
            let (name, value) = line.split_once(':').ok_or(io::ErrorKind::InvalidData)?;
            head.lines.push((name.to_owned(), value.trim().to_owned()));
        }
    }

    pub(crate) fn head(&mut self) -> Head {
        self.try_head().expect("an answer")
    }

    /// A body that is no stream.
    pub(crate) fn body(&mut self, head: &Head) -> String {
        let length = head.header("content-length").map_or(0, |length| length.parse().expect("a length"));
        let mut body = vec![0; length];
        self.reader.read_exact(&mut body).expect("the whole body");
        String::from_utf8(body).expect("UTF-8")
    }

    /// The next event that carries an id or data; nothing at the end of the stream.
    pub(crate) fn event(&mut self) -> io::Result<Option<Event>> {
        loop {
            if let Some(end) = self.rest.windows(2).position(|two| two == b"\n\n") {
                let text: Vec<_> = self.rest.drain(..end + 2).collect();
                let text = String::from_utf8(text).map_err(io::Error::other)?;
                let field = |name: &str| {
                    let values: Vec<_> = text.lines().filter_map(|line| line.strip_prefix(name)).collect();
                    (!values.is_empty()).then(|| values.join("\n"))
                };
                let (id, data) = (field("id: "), field("data: "));
                if id.is_some() || data.is_some() {
                    return Ok(Some(Event { id, data: data.unwrap_or_default() }));
                }
                continue;
            }
            let size = self.line()?;
            let size = usize::from_str_radix(&size, 16).map_err(io::Error::other)?;
            let before = self.rest.len();
            self.rest.resize(before + size, 0);
            self.reader.read_exact(&mut self.rest[before..])?;
            self.line()?;
            if size == 0 {
                assert_eq!(self.rest, b"", "a stream ends with an event");
                return Ok(None);
            }
        }
    }

    /// All events up to the end of the stream.
    pub(crate) fn events(&mut self) -> Vec<Event> {
        std::iter::from_fn(|| self.event().expect("it goes on")).collect()
    }

    /// Reads one byte at a time, until `part` is there.
    pub(crate) fn trickle(&mut self, part: &str) -> String {
        let (mut byte, mut heard) = ([0], Vec::new());
        while !heard.ends_with(part.as_bytes()) {
            self.reader.get_mut().read_exact(&mut byte).expect("it goes on");
            heard.push(byte[0]);
        }
        String::from_utf8(heard).expect("UTF-8")
    }
}
