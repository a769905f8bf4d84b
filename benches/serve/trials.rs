//! What is measured, each time with a server of its own.

use std::io::{self, Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::child::{Peer, Running};

/// How many calls are made one after the other, and how many at once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Calls {
    pub(crate) one_by_one: usize,
    pub(crate) at_once: usize,
}

impl Calls {
    /// As many as a server answers that is not slow.
    pub(crate) const MOST: Self = Self { one_by_one: 3_000, at_once: 50_000 };

    /// Enough to tell how fast a server is, roughly.
    const FEW: Self = Self { one_by_one: 100, at_once: 1_000 };

    /// As many as `peer` answers in about a second.
    pub(crate) fn for_peer(peer: &Peer) -> io::Result<Self> {
        let in_time = |micros: f64, least: usize, most: usize| {
            (least..=most).rev().step_by(least).find(|calls| *calls as f64 * micros < 1e6).unwrap_or(least)
        };
        let once = one_by_one(peer, Self::FEW)?[0];
        let at_once = at_once(peer, Self::FEW)?[0];
        Ok(Self {
            one_by_one: in_time(once, Self::FEW.one_by_one, Self::MOST.one_by_one),
            at_once: in_time(at_once, Self::FEW.at_once, Self::MOST.at_once),
        })
    }
}

/// A figure of a server.
pub(crate) struct Measure {
    pub(crate) name: &'static str,
    pub(crate) unit: &'static str,
    /// The most that `wirelab serve` may take, as a multiple of the minimal server.
    pub(crate) target: f64,
}

/// What a server goes through in one piece.
pub(crate) struct Trial {
    /// Whether both ends share one core.
    pub(crate) pinned: bool,
    pub(crate) measures: &'static [Measure],
    /// A figure for each of the measures; fewer where nobody can tell.
    pub(crate) take: fn(&Peer, Calls) -> io::Result<Vec<f64>>,
}

pub(crate) const TRIALS: [Trial; 5] = [
    Trial {
        pinned: false,
        measures: &[Measure { name: "start-up", unit: "ms", target: 1.5 }],
        take: |peer, _| start_up(peer),
    },
    Trial {
        pinned: true,
        measures: &[Measure { name: "one by one", unit: "us", target: 1.3 }],
        take: one_by_one,
    },
    Trial {
        pinned: false,
        measures: &[
            Measure { name: "at once", unit: "us", target: 3.0 },
            Measure { name: "peak memory", unit: "KiB", target: 3.0 },
        ],
        take: at_once,
    },
    Trial {
        pinned: false,
        measures: &[Measure { name: "echo 1 MiB", unit: "ms", target: 1.3 }],
        take: |peer, _| echo(peer, 1 << 20, 9),
    },
    Trial {
        pinned: false,
        measures: &[Measure { name: "echo 16 MiB", unit: "ms", target: 1.3 }],
        take: |peer, _| echo(peer, 16 << 20, 3),
    },
];

fn start_up(peer: &Peer) -> io::Result<Vec<f64>> {
    let times = in_time(5, || Running::start(peer).map(|running| running.start_up))?;
    Ok(vec![median(times) * 1e3])
}

/// The median time of a call that nothing else waits for.
pub(crate) fn one_by_one(peer: &Peer, calls: Calls) -> io::Result<Vec<f64>> {
    let mut running = Running::start(peer)?;
    let (mut times, mut answers) = (Vec::new(), Vec::new());
    for id in 1..=calls.one_by_one {
        let request = add(id);
        let started = Instant::now();
        running.send(request.as_bytes())?;
        running.line(&mut answers)?;
        times.push(started.elapsed());
    }
    check_sums(&answers, calls.one_by_one)?;
    Ok(vec![median(times) * 1e6])
}

/// Sends all calls while it reads the answers: how long it took per call, and the peak of the server's memory.
fn at_once(peer: &Peer, calls: Calls) -> io::Result<Vec<f64>> {
    let calls = calls.at_once;
    let mut running = Running::start(peer)?;
    let requests: String = (1..=calls).map(add).collect();
    // Touched before the clock runs.
    let mut answers = vec![1; calls * 256];
    let mut input = running.input.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let started = Instant::now();
    let writer = thread::spawn(move || {
        for chunk in requests.as_bytes().chunks(64 << 10) {
            input.write_all(chunk)?;
        }
        Ok::<_, io::Error>(input)
    });
    let (mut length, mut lines) = (0, 0);
    while lines < calls {
        let count = running.output.read(&mut answers[length..])?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        lines += memchr::memchr_iter(b'\n', &answers[length..length + count]).count();
        length += count;
    }
    let time = started.elapsed();
    let mut figures = vec![time.as_secs_f64() * 1e6 / calls as f64];
    figures.extend(running.peak_memory());
    running.input = writer.join().map_err(|_| io::Error::other("the writer panicked"))?.ok();
    check_sums(&answers[..length], calls)?;
    Ok(figures)
}

/// The median time of `times` echoes of a text of `size` bytes.
fn echo(peer: &Peer, size: usize, times: usize) -> io::Result<Vec<f64>> {
    let mut running = Running::start(peer)?;
    let text = prose(size);
    let request = call(1, "echo", &json!({ "text": text }));
    let mut line = Vec::with_capacity(3 * size);
    let taken = in_time(times, || {
        line.clear();
        let mut input = running.input.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let request = request.clone();
        let started = Instant::now();
        let writer = thread::spawn(move || input.write_all(request.as_bytes()).map(|()| input));
        running.line(&mut line)?;
        let taken = started.elapsed();
        running.input = writer.join().map_err(|_| io::Error::other("the writer panicked"))?.ok();
        let answer: Value = serde_json::from_slice(&line)?;
        if answer["result"]["content"][0]["text"] != text.as_str() {
            return Err(io::Error::other("it says another text than it was told"));
        }
        Ok(taken)
    })?;
    Ok(vec![median(taken) * 1e3])
}

/// Takes up to `most` times, and no more once a second is over.
fn in_time(most: usize, mut take: impl FnMut() -> io::Result<Duration>) -> io::Result<Vec<Duration>> {
    let started = Instant::now();
    let mut taken = Vec::new();
    while taken.len() < most && (taken.is_empty() || started.elapsed() < Duration::from_secs(1)) {
        taken.push(take()?);
    }
    Ok(taken)
}

fn call(id: usize, name: &str, arguments: &Value) -> String {
    let params = json!({ "name": name, "arguments": arguments });
    format!("{}\n", json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }))
}

fn add(id: usize) -> String {
    call(id, "add", &json!({ "a": id, "b": 1 }))
}

/// Each of the calls has one answer, the right one.
fn check_sums(answers: &[u8], calls: usize) -> io::Result<()> {
    let mut answered = vec![false; calls + 1];
    for line in answers.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        let answer: Value = serde_json::from_slice(line)?;
        let id = answer["id"].as_u64().and_then(|id| usize::try_from(id).ok());
        let Some(id) = id.filter(|id| (1..=calls).contains(id)) else {
            return Err(io::Error::other(format!("it answers {}, which nobody asked", answer["id"])));
        };
        if std::mem::replace(&mut answered[id], true) {
            return Err(io::Error::other(format!("it answers {id} twice")));
        }
        let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_default();
        let sum = text.strip_prefix("{\"result\":").and_then(|sum| sum.strip_suffix('}')).unwrap_or(text);
        if sum != (id + 1).to_string() {
            return Err(io::Error::other(format!("it answers {id} by {sum:?}")));
        }
    }
    match answered.iter().skip(1).position(|answered| !answered) {
        Some(before) => Err(io::Error::other(format!("it does not answer {}", before + 1))),
        None => Ok(()),
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

/// In seconds.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0.0, Duration::as_secs_f64)
}
