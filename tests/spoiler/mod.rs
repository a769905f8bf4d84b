//! A server of ours behind somebody who spoils what passes.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

/// What is done with a request and its answer.
#[derive(Debug, Clone)]
pub(crate) enum Do {
    /// Nothing.
    Pass,
    /// It is answered with this head and this body, and the server never sees it.
    Answer(String, String),
    /// A body that is too long is refused with this head before it has come, and the connection is cut.
    Slam(&'static str),
    /// It is never answered.
    Silence,
    /// The server does not see the header of this name.
    Without(&'static str),
    /// The server sees this header line besides.
    With(&'static str),
    /// In the head of the answer the second stands for the first.
    Head(&'static str, &'static str),
    /// The same in its body; both are of the same length.
    Replace(&'static str, &'static str),
    /// Every event has the same id.
    SameEventIds,
    /// A stream does not end.
    KeepOpen,
}

/// How long a stream stays open that should have ended.
const OPEN: Duration = Duration::from_secs(4);

/// A body of so many bytes is too long for whoever slams the door.
const TOO_LONG: usize = 1 << 20;

/// What to do with a request: its head, and its body.
type Spoil = fn(&str, &str) -> Do;

/// Listens on a port of its own, for as long as the test runs.
pub(crate) struct Spoiler(SocketAddr);

impl Spoiler {
    pub(crate) fn before(server: SocketAddr, spoil: Spoil) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                // Whoever hangs up in the middle has seen enough.
                thread::spawn(move || pass(client, server, spoil));
            }
        });
        Self(address)
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/mcp", self.0)
    }
}

/// Passes one request on, and its answer back.
fn pass(mut client: TcpStream, server: SocketAddr, spoil: Spoil) -> Option<()> {
    let (mut head, rest) = read_head(&mut client)?;
    let length = value(&head, "content-length").map_or(0, |length| length.parse().expect("a length"));
    if length > TOO_LONG
        && let Do::Slam(head) = spoil(&head, "")
    {
        client.write_all(format!("{head}Content-Length: 0\r\n\r\n").as_bytes()).ok()?;
        // What has come by then and was not read makes the system cut it.
        thread::sleep(Duration::from_millis(20));
        return None;
    }
    let mut body = rest;
    while body.len() < length {
        read(&mut client, &mut body)?;
    }
    let what = spoil(&head, &String::from_utf8_lossy(&body));
    match &what {
        Do::Answer(head, body) => {
            let answer = format!("{head}Connection: close\r\nContent-Length: {}\r\n\r\n{body}", body.len());
            client.write_all(answer.as_bytes()).ok()?;
            // Its reader is done before the connection is.
            let _ = client.shutdown(Shutdown::Write);
            return client.read(&mut [0]).ok().map(drop);
        }
        Do::Silence => return client.read(&mut [0]).ok().map(drop),
        Do::Without(name) => head = without(&head, name),
        Do::With(line) => head = format!("{head}{line}\r\n"),
        _ => {}
    }
    head = without(&without(&head, "connection"), "host").replace('\u{e9}', "");
    let mut server = TcpStream::connect(server).ok()?;
    let request = format!("{head}Host: localhost\r\nConnection: close\r\n\r\n");
    server.write_all(request.as_bytes()).and_then(|()| server.write_all(&body)).ok()?;
    // A client that hangs up is one that hangs up on the server.
    let (mut waits, hung) = (client.try_clone().ok()?, server.try_clone().ok()?);
    thread::spawn(move || {
        while matches!(waits.read(&mut [0; 64]), Ok(1..)) {}
        let _ = hung.shutdown(Shutdown::Both);
    });
    let (mut head, mut body) = read_head(&mut server)?;
    if let Do::Head(from, to) = &what {
        head = head.replace(from, to);
    }
    head = format!("{}Connection: close\r\n\r\n", without(&head, "connection"));
    let is_stream = value(&head, "content-type").is_some_and(|kind| kind.contains("event-stream"));
    // A header is Latin-1.
    let head: Vec<u8> = head.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect();
    client.write_all(&head).ok()?;
    loop {
        let piece = spoiled(&what, std::mem::take(&mut body));
        let held = matches!(what, Do::KeepOpen) && is_stream && piece.ends_with(b"0\r\n\r\n");
        let piece = if held { &piece[..piece.len() - 5] } else { &piece };
        client.write_all(piece).ok()?;
        if held {
            thread::sleep(OPEN);
        }
        if read(&mut server, &mut body).is_none() {
            let _ = client.shutdown(Shutdown::Both);
            return Some(());
        }
    }
}

/// A piece of a body, which stays as long as it is.
fn spoiled(what: &Do, piece: Vec<u8>) -> Vec<u8> {
    match what {
        Do::Replace(from, to) => {
            assert_eq!(from.len(), to.len(), "the body stays as long as it is");
            String::from_utf8(piece).expect("UTF-8").replace(from, to).into_bytes()
        }
        Do::SameEventIds => {
            let text = String::from_utf8(piece).expect("UTF-8");
            let line = |line: &str| match line.strip_prefix("id: ") {
                Some(id) => format!("id: {}", id.replace(|c: char| c.is_ascii_digit(), "1")),
                None => line.to_owned(),
            };
            text.split('\n').map(line).collect::<Vec<_>>().join("\n").into_bytes()
        }
        _ => piece,
    }
}

/// A head without the empty line after it, and what came of the body with it.
fn read_head(from: &mut TcpStream) -> Option<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let rest = bytes.split_off(end + 4);
            bytes.truncate(end + 2);
            // A header is Latin-1.
            return Some((bytes.into_iter().map(char::from).collect(), rest));
        }
        read(from, &mut bytes)?;
    }
}

fn read(from: &mut TcpStream, to: &mut Vec<u8>) -> Option<()> {
    let mut buffer = [0; 16 << 10];
    let length = from.read(&mut buffer).ok().filter(|length| *length > 0)?;
    to.extend_from_slice(&buffer[..length]);
    Some(())
}

fn value<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let is_it = |line: &&str| line.split(':').next().is_some_and(|found| found.eq_ignore_ascii_case(name));
    head.lines().find(is_it).and_then(|line| line.split_once(':')).map(|(_, value)| value.trim())
}

fn without(head: &str, name: &str) -> String {
    let is_it = |line: &str| line.split(':').next().is_some_and(|found| found.eq_ignore_ascii_case(name));
    head.lines().filter(|line| !is_it(line)).map(|line| format!("{line}\r\n")).collect()
}
