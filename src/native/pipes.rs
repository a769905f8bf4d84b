//! Both pipes of a child on one thread: neither holds up the other.
//!
//! A client that waited in `write` while the server waits in its own would wait for ever, and one that hands each message
//! to another thread pays for waking it. So neither pipe ever blocks, and where bytes are left over both are waited for
//! together.
//!
//! To be put to sleep and woken costs more than many a server takes for its answer. So as long as answers come at once, the
//! pipe is looked at a few times first, and whoever else has something to do on this core is let do it in between.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;

use super::background::BACKLOG_CAP;
use super::clock::Clock;
use super::inbox::Received;
use super::stdio::Streams;
use crate::proto::connection::Input;
use crate::proto::time::Instant;

/// How much is read at once, and gathered before it is written although more is to come: what a pipe holds on Linux.
const CHUNK: usize = 64 << 10;

/// How often the pipe is looked at, as long as that is worth it, before the system is asked to wait: a few microseconds, or
/// one turn of the peer where both have one core.
const LOOKS: u32 = 32;

/// Who has waited no longer than this might as well have looked.
const SOON: Duration = Duration::from_micros(50);

/// The two pipes.
///
/// Memory is bounded in both directions: one buffer of input is in flight, and what waits for a peer that does not read
/// is bounded by [`BACKLOG_CAP`]. Once dropped, what is left to say is still said and the pipe closed then, and whatever
/// still comes is read and thrown away, so that a peer that is shutting down is not stuck in a write.
#[derive(Debug)]
pub struct Pipes<R: Read + AsFd + Send + 'static, W: Write + AsFd + Send + 'static> {
    /// Both are here until they are handed on to the thread that ends them.
    ends: Option<(R, Outgoing<W>)>,
    buffer: Vec<u8>,
    ended: bool,
    /// Whether what was sent last is the beginning of another chunk that the peer has not taken.
    congested: bool,
    /// How often it is looked whether there is something, before it is waited for.
    looks: u32,
}

/// The pipe to the peer, and what it has not taken yet.
#[derive(Debug)]
struct Outgoing<W> {
    pipe: W,
    waiting: Vec<u8>,
    /// How much of that is written.
    written: usize,
    failed: Option<ErrorKind>,
}

impl<R: Read + AsFd + Send + 'static, W: Write + AsFd + Send + 'static> Pipes<R, W> {
    /// Takes both pipes over.
    ///
    /// # Errors
    /// When a pipe cannot be kept from blocking.
    pub fn new(reader: R, writer: W) -> io::Result<Self> {
        fcntl_setfl(&writer, fcntl_getfl(&writer)? | OFlags::NONBLOCK)?;
        fcntl_setfl(&reader, fcntl_getfl(&reader)? | OFlags::NONBLOCK)?;
        let outgoing = Outgoing { pipe: writer, waiting: Vec::new(), written: 0, failed: None };
        Ok(Self {
            ends: Some((reader, outgoing)),
            buffer: vec![0; CHUNK],
            ended: false,
            congested: false,
            looks: 0,
        })
    }
}

impl<R: Read + AsFd + Send + 'static, W: Write + AsFd + Send + 'static> Streams for Pipes<R, W> {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Some((_, out)) = &mut self.ends else { return Ok(()) };
        out.check()?;
        if out.left() > BACKLOG_CAP {
            return Err(io::Error::new(ErrorKind::WouldBlock, "the peer does not read what is sent"));
        }
        let before = out.left() / CHUNK;
        out.waiting.extend_from_slice(bytes);
        self.congested = false;
        if out.left() / CHUNK > before {
            out.write()?;
            self.congested = out.left() >= CHUNK;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.ends.as_mut().map_or(Ok(()), |(_, out)| out.check().and_then(|()| out.write()))
    }

    fn is_congested(&self) -> bool {
        self.congested
    }

    fn receive(&mut self, limit: Option<Duration>) -> Received<'_> {
        let Some((reader, out)) = self.ends.as_mut().filter(|_| !self.ended) else {
            thread::sleep(limit.expect("something to wait for after the end of the input"));
            return Received::TimedOut;
        };
        let mut length = Ok(None);
        if self.looks > 0 && out.left() == 0 {
            length = look(reader, &mut self.buffer, self.looks);
            if matches!(length, Ok(None)) {
                self.looks /= 2;
            }
        }
        if matches!(length, Ok(None)) {
            let clock = Clock::start();
            length = wait(reader, out, &mut self.buffer, limit, clock);
            if clock.now().saturating_since(Instant::ZERO) <= SOON {
                self.looks = LOOKS;
            }
        }
        self.ended = !matches!(length, Ok(None | Some(1..)));
        match length {
            Ok(None) => Received::TimedOut,
            Ok(Some(0)) => Received::Input(Input::Eof),
            Ok(Some(length)) => Received::Input(Input::Bytes(&self.buffer[..length])),
            Err(error) => Received::Failed(error),
        }
    }
}

impl<W: Write> Outgoing<W> {
    fn left(&self) -> usize {
        self.waiting.len() - self.written
    }

    fn check(&self) -> io::Result<()> {
        self.failed.map_or(Ok(()), |kind| Err(kind.into()))
    }

    /// Writes as much as the pipe takes.
    fn write(&mut self) -> io::Result<()> {
        while self.left() > 0 {
            match self.pipe.write(&self.waiting[self.written..]) {
                Ok(0) => self.failed = Some(ErrorKind::WriteZero),
                Ok(count) => self.written += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    // What is written is not worth keeping, nor is each byte worth moving all the others.
                    if self.written > self.waiting.len() / 2 {
                        self.waiting.drain(..std::mem::take(&mut self.written));
                    }
                    return Ok(());
                }
                Err(error) => self.failed = Some(error.kind()),
            }
            if let Err(error) = self.check() {
                (self.waiting, self.written) = (Vec::new(), 0);
                return Err(error);
            }
        }
        self.waiting.clear();
        self.written = 0;
        Ok(())
    }
}

/// Looks whether there is something to read, a few times; between them others have the core.
fn look(reader: &mut impl Read, buffer: &mut [u8], times: u32) -> io::Result<Option<usize>> {
    for _ in 0..times {
        match read(reader, buffer) {
            Ok(None) => thread::yield_now(),
            found => return found,
        }
    }
    Ok(None)
}

/// Waits until there is something to read and reads it, and writes meanwhile; nothing when the time is up first.
fn wait<R: Read + AsFd, W: Write + AsFd>(
    reader: &mut R,
    out: &mut Outgoing<W>,
    buffer: &mut [u8],
    limit: Option<Duration>,
    clock: Clock,
) -> io::Result<Option<usize>> {
    let mut left = limit;
    loop {
        if turn(reader, Some(out), left)?
            && let Some(length) = read(reader, buffer)?
        {
            return Ok(Some(length));
        }
        if let Some(limit) = limit {
            left = Some(limit.saturating_sub(clock.now().saturating_since(Instant::ZERO)));
            if left == Some(Duration::ZERO) {
                return Ok(None);
            }
        }
    }
}

/// Waits until one of the pipes is ready, or the time is up; writes what can be written, and tells whether there is
/// something to read.
fn turn<R: AsFd, W: Write + AsFd>(
    reader: &R,
    out: Option<&mut Outgoing<W>>,
    limit: Option<Duration>,
) -> io::Result<bool> {
    let out = out.filter(|out| out.left() > 0);
    let reading = PollFd::new(reader, PollFlags::IN);
    let writing = out.as_ref().map(|out| PollFd::new(&out.pipe, PollFlags::OUT));
    let count = if writing.is_some() { 2 } else { 1 };
    let mut fds = [reading.clone(), writing.unwrap_or(reading)];
    // A wait that is too long for the system is one without end.
    let time = limit.and_then(|limit| Timespec::try_from(limit).ok());
    match poll(&mut fds[..count], time.as_ref()) {
        Ok(_) | Err(Errno::INTR) => {}
        Err(error) => return Err(error.into()),
    }
    let [readable, writable] = fds.map(|fd| !fd.revents().is_empty());
    if let Some(out) = out.filter(|_| writable) {
        // Whoever sends next is told when it fails.
        let _ = out.write();
    }
    Ok(readable)
}

/// Reads what is there; nothing if nothing is.
fn read(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<Option<usize>> {
    loop {
        match reader.read(buffer) {
            Ok(length) => return Ok(Some(length)),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(None),
            Err(error) => return Err(error),
        }
    }
}

impl<R: Read + AsFd + Send + 'static, W: Write + AsFd + Send + 'static> Drop for Pipes<R, W> {
    fn drop(&mut self) {
        let Some((mut reader, mut out)) = self.ends.take() else { return };
        // Where there is no thread the pipes are closed as they are.
        let _ = thread::Builder::new().name("pipes".to_owned()).spawn(move || {
            let mut scratch = vec![0; CHUNK];
            let mut goes_on = |out: Option<&mut Outgoing<W>>| {
                let readable = turn(&reader, out, None);
                readable.is_ok_and(|readable| {
                    !readable || !matches!(read(&mut reader, &mut scratch), Ok(Some(0)) | Err(_))
                })
            };
            while out.left() > 0 && goes_on(Some(&mut out)) {}
            drop(out);
            while goes_on(None) {}
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pipes, and the two ends that a peer has of them.
    fn pipes() -> (Pipes<io::PipeReader, io::PipeWriter>, io::PipeReader, io::PipeWriter) {
        let ((theirs, out), (reader, answers)) = (io::pipe().expect("a pipe"), io::pipe().expect("a pipe"));
        (Pipes::new(reader, out).expect("it can be kept from blocking"), theirs, answers)
    }

    #[test]
    fn a_peer_that_does_not_read_holds_nobody_up_and_costs_a_bounded_amount() {
        let (mut pipes, mut theirs, answers) = pipes();
        let megabyte = vec![b'x'; 1 << 20];
        let mut sent = 0;
        let error = loop {
            assert!(sent <= (BACKLOG_CAP >> 20) + 3, "the backlog has no end");
            match pipes.send(&megabyte).and_then(|()| pipes.flush()) {
                Ok(()) => sent += 1,
                Err(error) => break error,
            }
        };
        assert_eq!(error.kind(), ErrorKind::WouldBlock);
        assert!(matches!(pipes.receive(Some(Duration::from_millis(1))), Received::TimedOut));
        drop(pipes);
        let mut all = Vec::new();
        theirs.read_to_end(&mut all).expect("read");
        assert_eq!(all.len(), sent << 20, "what was accepted is written, then the stream is closed");
        drop(answers);
    }

    #[test]
    fn both_ends_may_write_more_than_a_pipe_holds_before_they_read() {
        let (mut pipes, mut theirs, mut answers) = pipes();
        let big = vec![b'x'; 1 << 20];
        let peer = thread::spawn(move || {
            answers.write_all(&vec![b'y'; 1 << 20]).expect("somebody reads");
            let mut heard = vec![0; 1 << 20];
            theirs.read_exact(&mut heard).expect("somebody writes");
            heard
        });
        pipes.send(&big).and_then(|()| pipes.flush()).expect("it waits");
        let mut heard = 0;
        while let Received::Input(Input::Bytes(bytes)) = pipes.receive(Some(Duration::from_secs(20))) {
            heard += bytes.len();
        }
        assert_eq!(heard, 1 << 20);
        drop(pipes);
        assert_eq!(peer.join().expect("no panic"), big);
    }

    #[test]
    fn a_peer_that_is_gone_is_told_by_the_next_write_and_what_it_said_is_heard() {
        let (mut pipes, theirs, mut answers) = pipes();
        answers.write_all(b"bye").expect("written");
        drop((theirs, answers));
        pipes.send(b"hello").expect("taken");
        assert_eq!(pipes.flush().expect_err("nobody reads").kind(), ErrorKind::BrokenPipe);
        assert_eq!(pipes.send(b"hello").expect_err("nobody reads").kind(), ErrorKind::BrokenPipe);
        assert!(matches!(pipes.receive(None), Received::Input(Input::Bytes(b"bye"))));
        assert!(matches!(pipes.receive(None), Received::Input(Input::Eof)));
        assert!(matches!(pipes.receive(Some(Duration::from_millis(1))), Received::TimedOut));
    }
}
