//! What the tests of the binary share: running it, and talking to it.
#![allow(dead_code, reason = "each test crate uses its own part")]

pub(crate) mod peers;
pub(crate) mod served;
pub(crate) mod wire;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::Value;

/// The binary.
pub(crate) const WIRELAB: &str = env!("CARGO_BIN_EXE_wirelab");

/// Longer than anything here takes, shorter than anybody's patience.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// The handshake, as two lines.
pub(crate) const HELLO: &str = concat!(
    r#"{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","#,
    r#""capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#,
    "\n",
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    "\n",
);

/// One line that calls a tool.
pub(crate) fn call(id: u32, tool: &str, arguments: &str) -> String {
    let params = format!(r#"{{"name":"{tool}","arguments":{arguments}}}"#);
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{params}}}\n")
}

/// What the binary makes of some arguments.
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the binary to its end.
pub(crate) fn wirelab(args: &[&str]) -> Ran {
    run(Command::new(WIRELAB).args(args))
}

pub(crate) fn run(command: &mut Command) -> Ran {
    let Output { status, stdout, stderr } =
        command.stdin(Stdio::null()).env("NO_COLOR", "1").output().expect("the binary runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ran { code: status.code(), stdout: text(stdout), stderr: text(stderr) }
}

impl Ran {
    /// Insists on an exit code, and shows everything when it is another one.
    pub(crate) fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    /// Insists on a part of stderr.
    pub(crate) fn complains(self, part: &str) -> Self {
        assert!(self.stderr.contains(part), "{part:?} is not in:\n{}", self.stderr);
        self
    }

    /// Insists on a part of stdout.
    pub(crate) fn prints(self, part: &str) -> Self {
        assert!(self.stdout.contains(part), "{part:?} is not in:\n{}", self.stdout);
        self
    }
}

/// A file that is not there yet.
pub(crate) fn fresh_file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

pub(crate) fn wait_for(what: &str, mut done: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !done() {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Whether the process whose id is in the file has ended (or is a zombie that nobody has reaped yet).
pub(crate) fn has_ended(file: &Path) -> bool {
    let pid = fs::read_to_string(file).expect("the server wrote its child's id");
    let ps = Command::new("ps").args(["-o", "stat=", "-p", pid.trim()]).output().expect("ps runs");
    let state = String::from_utf8_lossy(&ps.stdout);
    state.trim().is_empty() || state.trim().starts_with('Z')
}

/// `wirelab serve` with a pipe at each stream, which whoever starts it reads or does not.
pub(crate) fn start_serve() -> Child {
    Command::new(WIRELAB)
        .arg("serve")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts")
}

/// A running `wirelab serve`.
pub(crate) struct Serving {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    stderr: Option<JoinHandle<String>>,
}

impl Serving {
    pub(crate) fn start() -> Self {
        Self::run(Command::new(WIRELAB).arg("serve"))
    }

    /// Runs a command of its own, with arguments or an environment.
    pub(crate) fn run(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let stdout = BufReader::new(child.stdout.take().expect("piped"));
        let mut stderr = child.stderr.take().expect("piped");
        let (sender, lines) = channel();
        thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let stderr = thread::spawn(move || {
            let mut text = String::new();
            let _ = stderr.read_to_string(&mut text);
            text
        });
        let stdin = child.stdin.take();
        Self { child, stdin, lines, stderr: Some(stderr) }
    }

    /// The process's id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends bytes as they are.
    pub(crate) fn say(&mut self, bytes: impl AsRef<[u8]>) {
        let stdin = self.stdin.as_mut().expect("not closed");
        stdin.write_all(bytes.as_ref()).and_then(|()| stdin.flush()).expect("the server reads");
    }

    /// The next line, which is JSON.
    pub(crate) fn hear(&self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("an answer");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// Waits for a line with `part` in it; what all lines until then say.
    pub(crate) fn hear_until(&self, part: &str) -> String {
        let mut said = String::new();
        while !said.contains(part) {
            let line = self.lines.recv_timeout(PATIENCE);
            said += &line.unwrap_or_else(|error| panic!("{error}, and no {part:?} in:\n{said}"));
            said.push('\n');
        }
        said
    }

    /// Whether nothing comes for a while.
    pub(crate) fn is_silent_for(&self, wait: Duration) -> bool {
        matches!(self.lines.recv_timeout(wait), Err(RecvTimeoutError::Timeout))
    }

    /// Waits until the server ends by itself, with its input still open; the rest of the answers, and how it ended.
    pub(crate) fn wait(mut self) -> (Vec<Value>, ExitStatus) {
        let input = self.stdin.take();
        let (rest, status, _) = self.close();
        drop(input);
        (rest, status)
    }

    /// Waits until the server ends by itself, with its input still open, whatever it writes.
    pub(crate) fn ended(mut self) -> ExitStatus {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().expect("a status") {
                return status;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("the server does not end");
    }

    /// Ends the input; the rest of the answers, how the server ended, and its stderr.
    pub(crate) fn close(mut self) -> (Vec<Value>, ExitStatus, String) {
        drop(self.stdin.take());
        let mut rest = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => rest.push(serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line}"))),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the server does not end; so far: {rest:?}"),
            }
        }
        let status = self.child.wait().expect("a status");
        let stderr = self.stderr.take().expect("once").join().expect("no panic");
        (rest, status, stderr)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Everything that `wirelab serve` answers to `input`, which then ends. It must end well, and say nothing on stderr.
pub(crate) fn serve(input: impl AsRef<[u8]>) -> Vec<Value> {
    answers(Serving::start(), input)
}

/// The same of a server that runs already.
pub(crate) fn answers(mut serving: Serving, input: impl AsRef<[u8]>) -> Vec<Value> {
    serving.say(input);
    let (answers, status, stderr) = serving.close();
    assert!(status.success(), "{status}");
    assert_eq!(stderr, "");
    answers
}
