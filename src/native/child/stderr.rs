//! The stderr of a server: always read, shown if wanted, the last lines kept.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::process::ChildStderr;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::OnStderr;

/// How many lines are kept.
pub const LINES_KEPT: usize = 20;

/// How many bytes of a line are kept.
pub const LINE_CAP: usize = 1 << 10;

/// How long a process that has ended gets for its last words to arrive: a grandchild may hold the stream open.
const SETTLE: Duration = Duration::from_millis(200);

type Lines = Arc<Mutex<VecDeque<String>>>;

/// The lines of one process.
#[derive(Debug, Default)]
pub(super) struct Stderr {
    lines: Lines,
    /// Closes when the stream has ended.
    open: Option<Receiver<()>>,
    /// A stream that is open and not read.
    _held: Option<ChildStderr>,
}

impl Stderr {
    /// Reads `stream` to its end on a thread of its own.
    pub(super) fn read(stream: ChildStderr, on_line: Option<OnStderr>) -> io::Result<Self> {
        let lines = Lines::default();
        let kept = Arc::clone(&lines);
        let (guard, open) = channel();
        thread::Builder::new().name("stderr".to_owned()).spawn(move || {
            let _guard = guard;
            read_lines(stream, &kept, on_line);
        })?;
        Ok(Self { lines, open: Some(open), _held: None })
    }

    /// Keeps `stream` open and does not read it.
    pub(super) fn hold(stream: ChildStderr) -> Self {
        Self { _held: Some(stream), ..Self::default() }
    }

    /// Waits for the end of the stream, but not long.
    pub(super) fn settle(&self) {
        if let Some(open) = &self.open {
            // Nothing is ever sent: the wait ends when the reading thread does, or in time.
            let _: Result<(), _> = open.recv_timeout(SETTLE);
        }
    }

    pub(super) fn last_lines(&self) -> Vec<String> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

fn read_lines(mut stream: impl Read, kept: &Mutex<VecDeque<String>>, on_line: Option<OnStderr>) {
    let mut line = Vec::new();
    let keep = |line: &mut Vec<u8>| {
        let text = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned();
        line.clear();
        if let Some(show) = &on_line {
            show(&text);
        }
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == LINES_KEPT {
            kept.pop_front();
        }
        kept.push_back(text);
    };
    let mut buffer = [0; 8 << 10];
    loop {
        let chunk = match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => &buffer[..length],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        for part in chunk.split_inclusive(|byte| *byte == b'\n') {
            let (text, complete) = match part.strip_suffix(b"\n") {
                Some(text) => (text, true),
                None => (part, false),
            };
            line.extend_from_slice(&text[..text.len().min(LINE_CAP - line.len())]);
            if complete {
                keep(&mut line);
            }
        }
    }
    if !line.is_empty() {
        keep(&mut line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_and_long_ones_are_cut() {
        let mut text: Vec<u8> =
            (0..50).flat_map(|number| format!("line {number}\r\n").into_bytes()).collect();
        text.extend(vec![b'x'; 1 << 20]);
        let kept = Mutex::default();
        read_lines(text.as_slice(), &kept, None);
        let kept = kept.into_inner().expect("no panic");
        assert_eq!(kept.len(), LINES_KEPT);
        assert_eq!(kept[0], "line 31");
        assert_eq!(kept[LINES_KEPT - 1].len(), LINE_CAP);
    }
}
