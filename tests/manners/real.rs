//! The same probes on the real programs: what has drifted since it was measured.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use wirelab::sim::manners::{Begun, Heard, Manner, kind};

use crate::table::{MEASURED, Row, cell, is_modelled, rows};

/// Between two pieces: long enough to arrive one by one.
const BETWEEN: Duration = Duration::from_millis(30);
/// For how long a server says nothing before it has said all, once it has answered a ping.
const QUIET: Duration = Duration::from_millis(80);
/// The same where a tool takes its time.
const QUIET_AFTER_SLOW: Duration = Duration::from_millis(450);
/// How long a ping may take.
const PATIENCE: Duration = Duration::from_millis(2_500);
/// How long a server may take to begin.
const START: Duration = Duration::from_secs(20);

const INITIALIZE: &str = concat!(
    r#"{"jsonrpc":"2.0","id":"begin","method":"initialize","params":{"protocolVersion":"2025-11-25","#,
    r#""capabilities":{},"clientInfo":{"name":"probe","version":"1"}}}"#,
    "\n"
);
const INITIALIZED: &str = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";

/// A server that runs.
struct Server {
    child: Child,
    lines: Receiver<Vec<u8>>,
    pings: usize,
}

impl Server {
    fn start(words: &[String], begun: Begun) -> Self {
        let (program, words) = words.split_first().expect("a command");
        let mut command = Command::new(program);
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the server starts");
        let out = child.stdout.take().expect("it is piped");
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut out = BufReader::new(out);
            let mut line = Vec::new();
            while out.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
                if sender.send(core::mem::take(&mut line)).is_err() {
                    break;
                }
            }
        });
        let mut server = Self { child, lines, pings: 0 };
        if begun != Begun::Nothing {
            server.write(INITIALIZE.as_bytes());
            server.lines.recv_timeout(START).expect("initialize is answered");
        }
        if begun == Begun::Whole {
            server.write(INITIALIZED.as_bytes());
        }
        server
    }

    fn write(&mut self, bytes: &[u8]) {
        let Some(mut input) = self.child.stdin.as_ref() else { return };
        // A server that has ended hears nothing, which is what the answers show.
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    /// What it says to `row`.
    fn hear(&mut self, row: &Row) -> Heard {
        let (last, pieces) = row.probe.pieces.split_last().expect("there is one");
        for piece in pieces {
            self.write(piece);
            thread::sleep(BETWEEN);
        }
        self.write(last);
        if !row.probe.ends {
            thread::sleep(BETWEEN);
        }
        let mut heard = Heard { frames: Vec::new(), alive: false };
        if row.probe.ends {
            drop(self.child.stdin.take());
            heard.alive = true;
            while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
                heard.frames.push((kind(&line), line));
            }
            return heard;
        }
        if !last.ends_with(b"\n") {
            // The ping becomes part of the last line: what is said to that is no answer to the row any more.
            while let Ok(line) = self.lines.recv_timeout(QUIET_AFTER_SLOW) {
                heard.frames.push((kind(&line), line));
            }
        }
        let before = heard.frames.len();
        self.pings += 1;
        let id = format!("alive {}", self.pings);
        self.write(format!("{{\"jsonrpc\":\"2.0\",\"id\":\"{id}\",\"method\":\"ping\"}}\n").as_bytes());
        let is_slow = row.probe.pieces.concat().windows(6).any(|part| part == b"\"slow\"");
        let quiet = if is_slow { QUIET_AFTER_SLOW } else { QUIET };
        // Nobody knows how long a server takes to begin.
        let patience = if row.probe.begun == Begun::Nothing { START } else { PATIENCE };
        loop {
            match self.lines.recv_timeout(if heard.alive { quiet } else { patience }) {
                Ok(line) if String::from_utf8_lossy(&line).contains(&id) => heard.alive = true,
                Ok(line) => heard.frames.push((kind(&line), line)),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
            }
        }
        if !last.ends_with(b"\n") && !heard.alive {
            heard.frames.truncate(before);
        }
        heard
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Probes the server that `words` start, which was measured as `manner`, and fails with what is different by now.
pub(crate) fn check(manner: Manner, words: &[String]) {
    let column = MEASURED.iter().position(|measured| *measured == manner).expect("it was measured");
    let rows = rows();
    let (together, alone): (Vec<_>, Vec<_>) =
        rows.iter().partition(|row| row.probe.begun == Begun::Whole && !row.probe.ends);
    let differs = |row: &Row, heard: &Heard| {
        let (measured, heard) = (row.cells[column], cell(heard));
        (measured != heard && is_modelled(row, manner))
            .then(|| format!("{}: measured {measured}, heard {heard}", row.name))
    };
    let by_itself = |row: &Row| differs(row, &Server::start(words, row.probe.begun).hear(row));
    let drift: Vec<String> = thread::scope(|scope| {
        let alone = scope.spawn(|| alone.iter().filter_map(|row| by_itself(row)).collect::<Vec<_>>());
        let mut server = Server::start(words, Begun::Whole);
        let mut drift = Vec::new();
        for row in together {
            let heard = server.hear(row);
            if differs(row, &heard).is_some() {
                // By itself, to be sure that it is not because of what came before.
                drift.extend(by_itself(row));
            }
            if !heard.alive {
                server = Server::start(words, Begun::Whole);
            }
        }
        drift.extend(alone.join().expect("no probe panics"));
        drift
    });
    assert!(
        drift.is_empty(),
        "{} has drifted in {} of {} cells:\n{}",
        manner.name(),
        drift.len(),
        rows.len(),
        drift.join("\n")
    );
}
