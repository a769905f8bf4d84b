//! A page as no browser would be: HTTP and WebSocket by hand, so that a test can also be rude.
#![allow(dead_code, reason = "each test crate uses its own part")]

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use wirelab::native::child::ServerCommand;
use wirelab::native::play::bridge::{Behind, Bridge, PATH};
use wirelab::native::play::{Site, Token, http};

/// Longer than anything here takes, shorter than anybody's patience.
const PATIENCE: Duration = Duration::from_secs(20);

// What a page says.
pub(crate) const INPUT: u8 = 0x01;
pub(crate) const END: u8 = 0x02;
pub(crate) const TERMINATE: u8 = 0x03;
pub(crate) const KILL: u8 = 0x04;
pub(crate) const START: u8 = 0x05;
pub(crate) const CLOSE: u8 = 0x06;

// What it is told.
pub(crate) const HELLO: u8 = 0x80;
pub(crate) const STARTED: u8 = 0x81;
pub(crate) const STDOUT: u8 = 0x82;
pub(crate) const STDOUT_END: u8 = 0x83;
pub(crate) const STDERR: u8 = 0x84;
pub(crate) const EXITED: u8 = 0x85;
pub(crate) const TROUBLE: u8 = 0x86;

/// The program, in a thread of this process.
#[derive(Clone)]
pub(crate) struct Program {
    pub(crate) address: SocketAddr,
    pub(crate) token: String,
}

/// What is behind the page: a line of shell.
pub(crate) fn shell(script: &str) -> Behind {
    let words = ["sh", "-c", script].map(Into::into);
    let command = ServerCommand::from_words(words).expect("a word");
    Behind { command, name: None, grace: Duration::from_millis(300), guarded: false, share: false }
}

impl Program {
    pub(crate) fn start(behind: Behind) -> Self {
        Self::serve(Bridge::open(behind).expect("a thread"))
    }

    pub(crate) fn serve(bridge: Bridge) -> Self {
        let token = Token::random().expect("random bytes");
        let text = token.text().to_owned();
        let site = Site::attached(token, bridge);
        assert_eq!(site.fragment(), format!("#attach={text}"));
        let listener = http::listen(None, 29_000).expect("a port");
        let address = listener.local_addr().expect("an address");
        thread::spawn(move || http::serve(listener, site.app()));
        Self { address, token: text }
    }

    /// A program of its own that has printed this.
    pub(crate) fn printed(text: &str) -> Self {
        let (before, rest) = text.split_once("/#attach=").unwrap_or_else(|| panic!("no address: {text}"));
        let address = before.rsplit("http://").next().and_then(|address| address.parse().ok());
        let token = rest.chars().take_while(char::is_ascii_hexdigit).collect();
        Self { address: address.unwrap_or_else(|| panic!("no address: {text}")), token }
    }

    /// A request for an upgrade as the program's own page makes it.
    pub(crate) fn upgrade(&self) -> Request {
        Request::new(PATH)
            .with("Host", &self.address.to_string())
            .with("Origin", &format!("http://{}", self.address))
            .with("Upgrade", "websocket")
            .with("Connection", "Upgrade")
            .with("Sec-WebSocket-Version", "13")
            .with("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")
            .with("Sec-WebSocket-Protocol", &format!("wirelab, wirelab.token.{}", self.token))
    }

    /// Whatever comes back, to the end of the connection or of the headers of an upgrade.
    pub(crate) fn ask(&self, request: &Request) -> String {
        self.try_page(request).map_or_else(|answer| answer, |(answer, _)| answer)
    }

    /// Sends what is no request, and goes.
    pub(crate) fn shout(&self, noise: &[u8]) {
        let mut stream = TcpStream::connect(self.address).expect("it listens");
        // It need not be read to its end.
        let _ = stream.write_all(noise);
    }

    /// A connection that was upgraded, or the answer where it was not.
    fn try_page(&self, request: &Request) -> Result<(String, Page), String> {
        let mut stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        stream.write_all(request.text().as_bytes()).expect("it reads");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("an answer");
            head.push(byte[0]);
        }
        let mut answer = String::from_utf8(head).expect("headers in UTF-8");
        if answer.starts_with("HTTP/1.1 101 ") {
            return Ok((answer, Page { stream }));
        }
        // The connection may stay open for another request.
        let lower = answer.to_ascii_lowercase();
        let length =
            lower.split("content-length: ").nth(1).and_then(|rest| rest.split('\r').next()?.parse().ok());
        let mut body = vec![0; length.unwrap_or(0)];
        stream.read_exact(&mut body).expect("the rest of it");
        answer.push_str(&String::from_utf8_lossy(&body));
        Err(answer)
    }

    /// A page that was let in, and has been greeted.
    pub(crate) fn page(&self) -> Page {
        let mut page = self.page_before_hello();
        assert_eq!(page.next().kind, HELLO);
        page
    }

    pub(crate) fn page_before_hello(&self) -> Page {
        let (answer, page) =
            self.try_page(&self.upgrade()).unwrap_or_else(|answer| panic!("not let in: {answer}"));
        assert!(answer.to_ascii_lowercase().contains("\r\nsec-websocket-protocol: wirelab\r\n"), "{answer}");
        page
    }

    /// A page that was let in and has started the process.
    pub(crate) fn started(&self) -> Page {
        let mut page = self.page();
        page.say(START, b"");
        assert_eq!(page.next().kind, STARTED);
        page
    }
}

/// A request whose headers can be taken away and replaced.
#[derive(Clone)]
pub(crate) struct Request {
    method: String,
    path: String,
    headers: Vec<(String, String)>,
}

impl Request {
    pub(crate) fn new(path: &str) -> Self {
        Self { method: "GET".to_owned(), path: path.to_owned(), headers: Vec::new() }
    }

    pub(crate) fn method(mut self, method: &str) -> Self {
        method.clone_into(&mut self.method);
        self
    }

    pub(crate) fn path(mut self, path: &str) -> Self {
        path.clone_into(&mut self.path);
        self
    }

    /// The same with this header, and no other one of its name.
    pub(crate) fn with(self, name: &str, value: &str) -> Self {
        let mut request = self.without(name);
        request.headers.push((name.to_owned(), value.to_owned()));
        request
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(other, _)| other != name);
        self
    }

    fn text(&self) -> String {
        let is_upgrade = self.headers.iter().any(|(name, _)| name == "Connection");
        let close = if is_upgrade { "" } else { "Connection: close\r\n" };
        let headers: String =
            self.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        format!("{} {} HTTP/1.1\r\n{headers}{close}\r\n", self.method, self.path)
    }
}

/// The status of an answer.
pub(crate) fn status(answer: &str) -> u16 {
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
    status.unwrap_or_else(|| panic!("no status: {answer}"))
}

/// A page that was let in.
pub(crate) struct Page {
    stream: TcpStream,
}

/// What it is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Heard {
    pub(crate) kind: u8,
    pub(crate) number: u32,
    pub(crate) at: u64,
    pub(crate) payload: Vec<u8>,
}

impl Heard {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.payload).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub(crate) fn text(&self) -> &str {
        str::from_utf8(&self.payload).expect("UTF-8")
    }
}

impl Page {
    /// Says something of this wire.
    pub(crate) fn say(&mut self, kind: u8, payload: &[u8]) {
        let mut message = vec![kind];
        message.extend(payload);
        self.frame(0x82, &message).expect("the program reads");
    }

    /// A masked frame with this first byte.
    pub(crate) fn frame(&mut self, first: u8, payload: &[u8]) -> std::io::Result<()> {
        const MASK: [u8; 4] = [0x37, 0xFA, 0x21, 0x3D];
        let mut frame = head(first, 0x80, payload.len());
        frame.extend(MASK);
        frame.extend(payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        self.stream.write_all(&frame)
    }

    /// A frame that is not masked, as no browser sends one.
    pub(crate) fn bare_frame(&mut self, payload: &[u8]) {
        let mut frame = head(0x82, 0, payload.len());
        frame.extend(payload);
        self.stream.write_all(&frame).expect("the program reads");
    }

    /// The first bytes of a frame that is said to be this long.
    pub(crate) fn claim(&mut self, length: usize) {
        let mut frame = head(0x82, 0x80, length);
        frame.extend([0; 4]);
        self.stream.write_all(&frame).expect("the program reads");
    }

    /// The next message.
    pub(crate) fn next(&mut self) -> Heard {
        self.try_next().unwrap_or_else(|code| panic!("closed with {code:?}"))
    }

    /// The next message, or the code with which the connection was closed, if it was closed with one.
    pub(crate) fn try_next(&mut self) -> Result<Heard, Option<u16>> {
        loop {
            let mut head = [0; 2];
            self.read(&mut head)?;
            let length = match head[1] {
                126 => {
                    let mut length = [0; 2];
                    self.read(&mut length)?;
                    usize::from(u16::from_be_bytes(length))
                }
                127 => {
                    let mut length = [0; 8];
                    self.read(&mut length)?;
                    usize::try_from(u64::from_be_bytes(length)).expect("a length")
                }
                length => usize::from(length),
            };
            assert!(length <= 64 << 10, "a message of {length} bytes");
            let mut payload = vec![0; length];
            self.read(&mut payload)?;
            match head[0] {
                0x82 => {
                    let (kind, rest) = payload.split_first().expect("a kind");
                    let number = u32::from_be_bytes(rest[..4].try_into().expect("a number"));
                    let at = u64::from_be_bytes(rest[4..12].try_into().expect("a time"));
                    return Ok(Heard { kind: *kind, number, at, payload: rest[12..].to_vec() });
                }
                0x88 => return Err(payload.first_chunk().map(|code| u16::from_be_bytes(*code))),
                0x8A => {}
                other => panic!("a frame that begins with {other:#x}"),
            }
        }
    }

    fn read(&mut self, bytes: &mut [u8]) -> Result<(), Option<u16>> {
        self.stream.read_exact(bytes).map_err(|error| match error.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => panic!("nothing comes"),
            _ => None,
        })
    }

    /// Everything up to the first message of this kind, and that one.
    pub(crate) fn until(&mut self, kind: u8) -> Vec<Heard> {
        let mut all = Vec::new();
        while all.last().is_none_or(|heard: &Heard| heard.kind != kind) {
            all.push(self.next());
        }
        all
    }

    /// Everything up to this text in the output, which is then all there is; the output.
    pub(crate) fn output_until(&mut self, text: &str) -> String {
        let mut output = Vec::new();
        while !String::from_utf8_lossy(&output).contains(text) {
            let heard = self.next();
            if heard.kind == STDOUT {
                output.extend(heard.payload);
            }
        }
        String::from_utf8_lossy(&output).into_owned()
    }

    /// The code with which the connection is closed after a text.
    pub(crate) fn close_code_after_text(mut self) -> Option<u16> {
        self.frame(0x81, b"text").expect("the program reads");
        self.close_code()
    }

    /// The code with which the connection is closed, whatever is said before.
    pub(crate) fn close_code(&mut self) -> Option<u16> {
        loop {
            if let Err(code) = self.try_next() {
                return code;
            }
        }
    }
}

fn head(first: u8, mask: u8, length: usize) -> Vec<u8> {
    let mut head = vec![first];
    match length {
        0..=125 => head.push(mask | length as u8),
        126..=0xFFFF => {
            head.push(mask | 126);
            head.extend((length as u16).to_be_bytes());
        }
        _ => {
            head.push(mask | 127);
            head.extend((length as u64).to_be_bytes());
        }
    }
    head
}

/// The bytes of one kind.
pub(crate) fn bytes(heard: &[Heard], kind: u8) -> Vec<u8> {
    heard.iter().filter(|heard| heard.kind == kind).flat_map(|heard| heard.payload.clone()).collect()
}
