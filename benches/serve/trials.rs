//! What is measured, each time with a server of its own.

use std::io::{self, Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::child::{Peer, Running};

/// Something that is measured.
pub(crate) struct Measure {
    pub(crate) name: &'static str,
    pub(crate) unit: &'static str,
    /// Whether both ends share one core.
    pub(crate) pinned: bool,
    /// The figure of a server; `None` where it fails, or where nobody can tell.
    pub(crate) take: fn(&Peer) -> Option<f64>,
}

/// How many calls are made one after the other, and at once.
const ONE_BY_ONE: usize = 3_000;
const AT_ONCE: usize = 50_000;

pub(crate) const MEASURES: [Measure; 6] = [
    Measure { name: "start-up", unit: "ms", pinned: false, take: start_up },
    Measure { name: "call after call, median", unit: "us", pinned: true, take: one_by_one },
    Measure { name: "50,000 calls at once, time", unit: "ms", pinned: false, take: at_once },
    Measure { name: "50,000 calls at once, peak memory", unit: "KiB", pinned: false, take: memory },
    Measure { name: "echo of 1 MiB", unit: "ms", pinned: false, take: |peer| echo(peer, 1 << 20, 9) },
    Measure { name: "echo of 16 MiB", unit: "ms", pinned: false, take: |peer| echo(peer, 16 << 20, 3) },
];

fn start_up(peer: &Peer) -> Option<f64> {
    let times = (0..5).map(|_| Running::start(peer).map(|running| running.start_up));
    times.collect::<io::Result<Vec<_>>>().ok().map(median)
}

fn one_by_one(peer: &Peer) -> Option<f64> {
    let mut running = Running::start(peer).ok()?;
    let (mut times, mut answers) = (Vec::new(), Vec::new());
    for id in 1..=ONE_BY_ONE {
        let request = add(id);
        let started = Instant::now();
        running.send(request.as_bytes()).ok()?;
        running.line(&mut answers).ok()?;
        times.push(started.elapsed());
    }
    assert_added(peer, &answers, ONE_BY_ONE);
    Some(median(times) * 1e3)
}

fn at_once(peer: &Peer) -> Option<f64> {
    flood(peer).ok().map(|(time, _)| time.as_secs_f64() * 1e3)
}

fn memory(peer: &Peer) -> Option<f64> {
    flood(peer).ok()?.1
}

/// Sends all calls while it reads the answers: how long it took, and the peak of the server's memory.
fn flood(peer: &Peer) -> io::Result<(Duration, Option<f64>)> {
    let mut running = Running::start(peer)?;
    let requests: String = (1..=AT_ONCE).map(add).collect();
    // Touched before the clock runs.
    let mut answers = vec![1; AT_ONCE * 256];
    let mut input = running.input.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let started = Instant::now();
    let writer = thread::spawn(move || {
        for chunk in requests.as_bytes().chunks(64 << 10) {
            input.write_all(chunk)?;
        }
        Ok::<_, io::Error>(input)
    });
    let (mut length, mut lines) = (0, 0);
    while lines < AT_ONCE {
        let count = running.output.read(&mut answers[length..])?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        lines += memchr::memchr_iter(b'\n', &answers[length..length + count]).count();
        length += count;
    }
    let time = started.elapsed();
    let peak = running.peak_memory();
    running.input = writer.join().ok().and_then(Result::ok);
    assert_added(peer, &answers[..length], AT_ONCE);
    Ok((time, peak))
}

/// The median of `times` echoes of a text of `size` bytes.
fn echo(peer: &Peer, size: usize, times: usize) -> Option<f64> {
    let mut running = Running::start(peer).ok()?;
    let text = prose(size);
    let request = call(1, "echo", &json!({ "text": text }));
    let mut line = Vec::with_capacity(3 * size);
    let mut taken = Vec::new();
    for _ in 0..times {
        line.clear();
        let mut input = running.input.take()?;
        let request = request.clone();
        let started = Instant::now();
        let writer = thread::spawn(move || input.write_all(request.as_bytes()).map(|()| input));
        running.line(&mut line).ok()?;
        taken.push(started.elapsed());
        running.input = writer.join().ok()?.ok();
        let answer: Value = serde_json::from_slice(&line).expect("an answer is JSON");
        assert!(answer["result"]["content"][0]["text"] == text.as_str(), "{} says another text", peer.name);
    }
    Some(median(taken))
}

fn call(id: usize, name: &str, arguments: &Value) -> String {
    let params = json!({ "name": name, "arguments": arguments });
    format!("{}\n", json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }))
}

fn add(id: usize) -> String {
    call(id, "add", &json!({ "a": id, "b": 1 }))
}

/// Each of the calls has one answer, the right one.
fn assert_added(peer: &Peer, answers: &[u8], calls: usize) {
    let mut sums = vec![None; calls + 1];
    for line in answers.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let answer: Value = serde_json::from_slice(line).expect("an answer is JSON");
        let id = answer["id"].as_u64().and_then(|id| usize::try_from(id).ok()).expect("a number");
        let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_default().to_owned();
        assert!(sums[id].replace(text).is_none(), "{} answers {id} twice", peer.name);
    }
    for (id, sum) in sums.iter().enumerate().skip(1) {
        let sum = sum.as_deref().unwrap_or_default();
        let sum = sum.strip_prefix("{\"result\":").and_then(|sum| sum.strip_suffix('}')).unwrap_or(sum);
        assert!(sum == (id + 1).to_string(), "{} answers {id} by {sum:?}", peer.name);
    }
}

/// A text of `size` bytes, of which some have to be escaped and some are not ASCII.
fn prose(size: usize) -> String {
    let mut text = String::with_capacity(size + 128);
    while text.len() < size {
        text.push_str("It is said that \"nobody reads this far\", and yet a machine does, byte for byte.\n");
        if text.len().is_multiple_of(7) {
            text.push_str("Größe zählt — 大小也算。");
        }
    }
    while text.len() > size {
        text.pop();
    }
    text
}

/// In milliseconds.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}
