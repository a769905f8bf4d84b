//! Streams that are meant to hurt, at one size and at twice that size: the time may double, not more.

use std::hint::black_box;
use std::time::{Duration, Instant as Clock};

use wirelab::proto::connection::{Connection, Input};
use wirelab::proto::framing::NdjsonDecoder;
use wirelab::proto::json::scan;
use wirelab::proto::jsonrpc::decode;
use wirelab::proto::session::{ServerConfig, ServerSession};
use wirelab::proto::time::Instant;

/// A stream, how large it is at first, and who suffers from it.
pub(crate) struct Hostile {
    pub(crate) name: &'static str,
    pub(crate) size: usize,
    make: fn(usize) -> Vec<u8>,
    run: fn(&[u8]),
}

pub(crate) const HOSTILE: [Hostile; 6] = [
    Hostile { name: "one line of 16 MiB, byte by byte", size: 8 << 20, make: line, run: byte_by_byte },
    Hostile { name: "a million blank lines to a session", size: 500_000, make: blank, run: session },
    Hostile { name: "nested as deep as allowed, again and again", size: 1 << 20, make: nested, run: body },
    Hostile { name: "a million opening brackets", size: 500_000, make: brackets, run: body },
    Hostile {
        name: "a string of escapes, to the terminal's scanner",
        size: 4 << 20,
        make: escapes,
        run: tokens,
    },
    Hostile { name: "200,000 members of one envelope", size: 100_000, make: members, run: body },
];

impl Hostile {
    /// The shortest of some runs at the size and at twice that size.
    pub(crate) fn measure(&self) -> (Duration, Duration) {
        let shortest = |size| {
            let data = (self.make)(size);
            let times = (0..5).map(|_| {
                let started = Clock::now();
                (self.run)(black_box(&data));
                started.elapsed()
            });
            times.min().unwrap_or_default()
        };
        (shortest(self.size), shortest(2 * self.size))
    }
}

fn line(size: usize) -> Vec<u8> {
    let mut line = br#"{"jsonrpc":"2.0","id":1,"result":""#.to_vec();
    line.resize(size - 3, b'x');
    line.extend_from_slice(b"\"}\n");
    line
}

fn blank(size: usize) -> Vec<u8> {
    vec![b'\n'; size]
}

fn nested(size: usize) -> Vec<u8> {
    let group = format!("{}{},", "[".repeat(500), "]".repeat(500));
    format!("[{}0]", group.repeat(size / group.len())).into_bytes()
}

fn brackets(size: usize) -> Vec<u8> {
    vec![b'['; size]
}

fn escapes(size: usize) -> Vec<u8> {
    format!("\"{}\"", "\\n\\u00e9".repeat(size / 8)).into_bytes()
}

fn members(size: usize) -> Vec<u8> {
    let members: String = (0..size).map(|number| format!(r#","m\u0061{number}":{number}"#)).collect();
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"m"{members}}}"#).into_bytes()
}

fn byte_by_byte(data: &[u8]) {
    let mut decoder = NdjsonDecoder::default();
    for byte in data {
        decoder.feed(core::slice::from_ref(byte));
        if let Some(frame) = decoder.poll_frame() {
            assert!(decode(frame.body()).is_ok(), "a sound message");
        }
    }
}

fn session(data: &[u8]) {
    let mut server = Connection::new(ServerSession::new(ServerConfig::default()));
    server.handle_input(Instant::ZERO, Input::Bytes(data));
    while let Some(output) = server.poll_output() {
        black_box(output);
    }
}

fn body(data: &[u8]) {
    let _ = black_box(decode(data));
}

fn tokens(data: &[u8]) {
    black_box(scan(core::str::from_utf8(data).expect("UTF-8")));
}
