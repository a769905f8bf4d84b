//! One process behind the page, from its start to its end.

use std::io::Read;
use std::process::{ChildStdin, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;
use std::{io, mem};

use axum::body::Bytes;

use super::frame::{Kind, PAYLOAD_CAP, Trouble};
use super::keeper::Event;
use super::outbox::Post;
use super::page::Permit;
use super::{Behind, words};
use crate::native::child::ServerProcess;
use crate::native::tap::{Guard, patiently, write};
use crate::proto::time::Instant;

/// For how long the output of a process that has ended is listened to while nothing comes, and for how long at all:
/// something that it has started may hold it open.
const QUIET: Duration = Duration::from_millis(200);
const MOST: Duration = Duration::from_secs(2);

/// A process, and what is under way with it.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) post: Post,
    process: ServerProcess,
    _guard: Option<Guard>,
    /// Bytes for its input; closed with it.
    input: Option<Sender<(Bytes, Permit)>>,
    lanes: Arc<Lanes>,
    closing: Option<(Step, Instant)>,
    ended: Option<Ended>,
}

/// The next step of closing.
#[derive(Debug, Clone, Copy)]
enum Step {
    Terminate,
    Kill,
}

/// How it stands with the two streams that are read.
#[derive(Debug)]
struct Lanes {
    open: AtomicUsize,
    /// Grows with everything that comes.
    moves: AtomicU64,
}

/// A process that has ended, while its output is listened to.
#[derive(Debug)]
struct Ended {
    status: Option<ExitStatus>,
    moves: u64,
    quiet: Instant,
    most: Instant,
}

impl Running {
    /// Starts what is behind the page.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(super) fn start(behind: &Behind, post: Post, events: &Sender<Event>) -> io::Result<Self> {
        let number = post.number;
        let tell = |event| {
            let events = events.clone();
            move || drop(events.send(event))
        };
        let (process, stdin, stdout, stderr) =
            ServerProcess::spawn_watched(&behind.command, Box::new(tell(Event::Ended(number))))?;
        // An early return drops, and so ends, the process.
        let guard = behind.guarded.then(|| Guard::over(process.id()));
        post.say(Kind::Started, &serde_json::json!({ "pid": process.id() }).to_string());
        let lanes = Arc::new(Lanes { open: AtomicUsize::new(2), moves: AtomicU64::new(0) });
        let (input, bytes) = channel();
        let writer = post.clone();
        spawn("stdin", move || feed(stdin, &bytes, &writer))?;
        let (reader, all, told) = (post.clone(), Arc::clone(&lanes), tell(Event::Lane(number)));
        spawn("stdout", move || {
            all.read(stdout, |bytes| reader.output(bytes));
            reader.output_end();
            all.end();
            told();
        })?;
        let (reader, all, told) = (post.clone(), Arc::clone(&lanes), tell(Event::Lane(number)));
        spawn("stderr", move || {
            all.read(stderr, |bytes| reader.log(bytes));
            all.end();
            told();
        })?;
        Ok(Self { post, process, _guard: guard, input: Some(input), lanes, closing: None, ended: None })
    }

    /// Writes to its input, in the order of the calls and without waiting.
    pub(super) fn write(&self, bytes: Bytes, permit: Permit) {
        let length = bytes.len();
        let sent = self.input.as_ref().map(|input| input.send((bytes, permit)));
        if !matches!(sent, Some(Ok(()))) {
            self.post.trouble(Trouble::Input, &words::not_written(length, &words::CLOSED));
        }
    }

    /// Ends its input, once all is written.
    pub(super) fn end_input(&mut self) {
        self.input = None;
    }

    pub(super) fn terminate(&mut self) {
        self.process.terminate();
    }

    pub(super) fn kill(&mut self) {
        self.process.kill();
    }

    /// Begins to close it.
    pub(super) fn close(&mut self, now: Instant, grace: Duration) {
        self.end_input();
        self.closing.get_or_insert((Step::Terminate, now + grace));
    }

    /// The process itself has ended. What it leaves running in its group is killed.
    pub(super) fn handle_end(&mut self, now: Instant) {
        if self.ended.is_none() {
            let status = self.process.status_within(Duration::ZERO);
            self.closing = None;
            let moves = self.lanes.moves.load(Ordering::Acquire);
            self.ended = Some(Ended { status, moves, quiet: now + QUIET, most: now + MOST });
        }
    }

    /// One of its streams has ended, and often it has too.
    pub(super) fn handle_lane(&mut self, now: Instant) {
        if self.process.has_ended() {
            self.handle_end(now);
        }
    }

    pub(super) fn next_timeout(&self) -> Option<Instant> {
        let ended = self.ended.as_ref().map(|ended| ended.quiet.min(ended.most));
        ended.or(self.closing.map(|(_, at)| at))
    }

    pub(super) fn handle_timeout(&mut self, now: Instant, grace: Duration) {
        match self.closing.filter(|(_, at)| *at <= now) {
            Some((Step::Terminate, _)) => {
                self.closing = Some((Step::Kill, now + grace));
                self.terminate();
            }
            Some((Step::Kill, _)) => {
                self.closing = None;
                self.kill();
            }
            None => {}
        }
    }

    /// Whether it has ended and all of it is told but that.
    pub(super) fn is_over(&mut self, now: Instant) -> bool {
        let Some(ended) = &mut self.ended else { return false };
        if self.lanes.open.load(Ordering::Acquire) == 0 || now >= ended.most {
            return true;
        }
        if now < ended.quiet {
            return false;
        }
        let moves = self.lanes.moves.load(Ordering::Acquire);
        let moved = mem::replace(&mut ended.moves, moves) != moves || self.post.outbox.is_full();
        ended.quiet = now + QUIET;
        !moved
    }

    /// Tells how it ended.
    pub(super) fn say_end(&self) {
        let status = self.ended.as_ref().and_then(|ended| ended.status);
        self.post.say(Kind::Exited, &status_json(status));
    }
}

impl Lanes {
    /// Passes on what comes, to the end; a stream that cannot be read has ended as well.
    fn read(&self, mut from: impl Read, pass: impl Fn(&[u8])) {
        let mut buffer = vec![0; PAYLOAD_CAP];
        while let Ok(length @ 1..) = patiently(|| from.read(&mut buffer)) {
            self.moves.fetch_add(1, Ordering::Release);
            pass(&buffer[..length]);
        }
    }

    fn end(&self) {
        self.open.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Does this on a thread of its own.
pub(super) fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

/// Writes what the page says, until there is no more of it. What reaches nobody is told.
fn feed(stdin: ChildStdin, bytes: &Receiver<(Bytes, Permit)>, post: &Post) {
    let mut stdin = Some(stdin);
    while let Ok((chunk, permit)) = bytes.recv() {
        post.echo(Some(&chunk));
        let written = match &mut stdin {
            Some(stdin) => write(stdin, &chunk).map_err(|(left, error)| (left, error.to_string())),
            None => Err((chunk.len(), words::CLOSED.to_owned())),
        };
        if let Err((left, why)) = written {
            stdin = None;
            post.trouble(Trouble::Input, &words::not_written(left, &why));
        }
        drop(permit);
    }
    drop(stdin);
    post.echo(None);
}

/// How it ended, for a page.
pub(super) fn status_json(status: Option<ExitStatus>) -> String {
    #[cfg(unix)]
    if let Some(signal) = status.and_then(|status| std::os::unix::process::ExitStatusExt::signal(&status)) {
        return serde_json::json!({ "signal": signal }).to_string();
    }
    // One whose status cannot be had did not end well.
    serde_json::json!({ "code": status.and_then(|status| status.code()).unwrap_or(-1) }).to_string()
}
