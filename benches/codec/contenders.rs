//! What is measured: each reads the whole transcript on one thread and drops what it has read.

use std::borrow::Cow;
use std::hint::black_box;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use wirelab::lint::{Judge, Options};
use wirelab::proto::connection::{Connection, Input};
use wirelab::proto::framing::NdjsonDecoder;
use wirelab::proto::json::RawJson;
use wirelab::proto::jsonrpc::{Message, decode};
use wirelab::proto::session::{
    ClientConfig, ClientSession, Event, Output, ServerConfig, ServerSession, Session, Side,
};
use wirelab::proto::time::Instant;

use super::transcript::Transcript;

/// How many bytes a pipe hands over at once.
const CHUNK: usize = 64 << 10;

/// Reads a transcript; returns how many lines there were, and what they were found to be.
pub(crate) type Contender = fn(&Transcript) -> (usize, usize);

/// Every contender with its name; the one that all times are divided by is [`REFERENCE`].
pub(crate) const CONTENDERS: [(&str, Contender); 9] = [
    ("newline split (memchr)", split),
    ("newline split + UTF-8 check", utf8),
    (REFERENCE, serde_raw),
    ("serde_json::Value", serde_value),
    ("wirelab: split", our_split),
    (DECODE, our_decode),
    ("wirelab: split, decode, classify", our_codec),
    (JUDGE, our_judge),
    ("wirelab: both sessions, with requests and answers", our_sessions),
];

/// The name of the measure of all others.
pub(crate) const REFERENCE: &str = "serde borrowed + RawValue";

/// What judging is held against, and the judging itself.
pub(crate) const DECODE: &str = "wirelab: decode";
pub(crate) const JUDGE: &str = "wirelab: judge by all rules";

fn lines(transcript: &Transcript) -> impl Iterator<Item = &[u8]> {
    let mut rest = transcript.bytes.as_slice();
    core::iter::from_fn(move || {
        let end = memchr::memchr(b'\n', rest)?;
        let line = &rest[..end];
        rest = &rest[end + 1..];
        Some(line)
    })
}

/// What must be the same for everybody who looks into the lines.
fn kind(has_id: bool, has_method: bool) -> usize {
    usize::from(has_id) + 2 * usize::from(has_method)
}

fn sum(found: impl Iterator<Item = usize>) -> (usize, usize) {
    found.fold((0, 0), |(lines, sum), kind| (lines + 1, sum + kind))
}

fn split(transcript: &Transcript) -> (usize, usize) {
    (lines(transcript).map(black_box).count(), 0)
}

fn utf8(transcript: &Transcript) -> (usize, usize) {
    sum(lines(transcript).map(|line| {
        black_box(core::str::from_utf8(line).expect("UTF-8"));
        0
    }))
}

/// An envelope that owns nothing.
#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Option<Cow<'a, str>>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
}

fn serde_raw(transcript: &Transcript) -> (usize, usize) {
    sum(lines(transcript).map(|line| {
        let envelope: Envelope<'_> = serde_json::from_slice(line).expect("a message");
        black_box((envelope.params, envelope.result, envelope.error));
        kind(envelope.id.is_some(), envelope.method.is_some())
    }))
}

fn serde_value(transcript: &Transcript) -> (usize, usize) {
    sum(lines(transcript).map(|line| {
        let value: Value = black_box(serde_json::from_slice(line).expect("a message"));
        kind(value.get("id").is_some(), value.get("method").is_some())
    }))
}

fn our_split(transcript: &Transcript) -> (usize, usize) {
    let mut decoder = NdjsonDecoder::default();
    let mut count = 0;
    for chunk in transcript.bytes.chunks(CHUNK) {
        decoder.feed(chunk);
        count += core::iter::from_fn(|| decoder.poll_frame()).map(black_box).count();
    }
    (count, 0)
}

fn classify(body: &[u8]) -> usize {
    match black_box(decode(body).expect("a message")) {
        Message::Request(_) => kind(true, true),
        Message::Notification(_) => kind(false, true),
        Message::Response(_) => kind(true, false),
    }
}

fn our_decode(transcript: &Transcript) -> (usize, usize) {
    sum(lines(transcript).map(classify))
}

fn our_codec(transcript: &Transcript) -> (usize, usize) {
    let mut decoder = NdjsonDecoder::default();
    let (mut count, mut sum) = (0, 0);
    for chunk in transcript.bytes.chunks(CHUNK) {
        decoder.feed(chunk);
        while let Some(frame) = decoder.poll_frame() {
            count += 1;
            sum += classify(frame.body());
        }
    }
    (count, sum)
}

fn our_judge(transcript: &Transcript) -> (usize, usize) {
    judge(transcript, |_| ());
    (transcript.lines.len(), 0)
}

/// Judges the whole transcript; `watch` sees the judge after each line.
pub(crate) fn judge(transcript: &Transcript, mut watch: impl FnMut(&Judge)) {
    let mut judge = Judge::new(Options::default());
    for entry in &transcript.entries {
        judge.feed(entry);
        while let Some(finding) = judge.poll_finding() {
            black_box(finding);
        }
        watch(&judge);
    }
    judge.finish();
    while let Some(finding) = judge.poll_finding() {
        black_box(finding);
    }
}

/// Both ends with everything that they do: the client sends each request and matches the answer to it, the server
/// hears each request and answers it with an empty result. That is a frame more to write for every line.
fn our_sessions(transcript: &Transcript) -> (usize, usize) {
    let mut client = Connection::new(ClientSession::new(ClientConfig::default()));
    let mut server = Connection::new(ServerSession::new(ServerConfig::default()));
    client.session_mut().initialize(Instant::ZERO).expect("the first command");
    let mut rest = transcript.bytes.as_slice();
    let mut sum = 0;
    drain(&mut client);
    for (number, (side, length)) in transcript.lines.iter().enumerate() {
        let (line, after) = rest.split_at(*length);
        rest = after;
        match side {
            Side::Client => {
                // The handshake is the first two frames of the client.
                if number > 2 {
                    client.session_mut().request(Instant::ZERO, "tools/call", None).expect("it goes on");
                    drain(&mut client);
                }
                server.handle_input(Instant::ZERO, Input::Bytes(line));
                for id in drain(&mut server) {
                    sum += kind(true, true);
                    server.session_mut().respond(&id, Ok(RawJson::empty_object())).expect("it is open");
                }
                drain(&mut server);
            }
            Side::Server => {
                client.handle_input(Instant::ZERO, Input::Bytes(line));
                drain(&mut client);
            }
        }
    }
    assert_eq!(client.session().open_requests().count(), 0, "every request was answered");
    black_box(sum);
    (transcript.lines.len(), 0)
}

/// Takes everything that one end has to say; returns the requests that it was asked to answer.
fn drain<S: Session>(end: &mut Connection<S>) -> Vec<wirelab::proto::jsonrpc::RequestId> {
    let mut asked = Vec::new();
    while let Some(output) = end.poll_output() {
        match black_box(output) {
            Output::Event(Event::Requested(request)) => asked.push(request.id),
            Output::Event(Event::Misbehaved(misbehaviour)) => panic!("{misbehaviour:?}"),
            _ => {}
        }
    }
    asked
}
