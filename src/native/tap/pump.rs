//! One lane: read, tell, write.

use std::io::{self, ErrorKind, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use super::{Recorder, words};
use crate::trace::Lane;

/// How much is read at once: what a pipe holds on Linux.
const CHUNK: usize = 64 << 10;

/// How long to wait for a stream that somebody has made non-blocking.
const LOOK: Duration = Duration::from_millis(1);

/// How it stands with a lane, for whoever waits for its end.
#[derive(Debug, Default)]
pub(super) struct Gauge {
    reads: AtomicU64,
    writing: AtomicBool,
}

impl Gauge {
    /// A number that grows with everything that comes.
    pub(super) fn look(&self) -> u64 {
        self.reads.load(Ordering::Acquire)
    }

    /// Whether what came has yet to be taken.
    pub(super) fn is_writing(&self) -> bool {
        self.writing.load(Ordering::Acquire)
    }
}

/// Passes what `from` gives to `to` until either ends. Both are closed then, so that whoever is at the other end of
/// either learns what it would learn without us.
pub(super) fn pump(mut from: impl Read, mut to: impl Write, lane: Lane, recorder: &Recorder, gauge: &Gauge) {
    let mut buffer = vec![0; CHUNK];
    // A stream that cannot be read has ended as well.
    while let Ok(length @ 1..) = patiently(|| from.read(&mut buffer)) {
        let chunk = &buffer[..length];
        // Told first, or the answer could be told before the question.
        recorder.hear(lane, chunk);
        gauge.writing.store(true, Ordering::Release);
        gauge.reads.fetch_add(1, Ordering::Release);
        let written = write(&mut to, chunk);
        gauge.writing.store(false, Ordering::Release);
        if let Err((left, error)) = written {
            recorder.note(words::lost(lane, left, &error));
            break;
        }
    }
    recorder.end(lane);
}

/// Writes all of `bytes`, or tells how many were left.
pub(in crate::native) fn write(to: &mut impl Write, mut bytes: &[u8]) -> Result<(), (usize, io::Error)> {
    while !bytes.is_empty() {
        match patiently(|| to.write(bytes)) {
            Ok(0) => return Err((bytes.len(), ErrorKind::WriteZero.into())),
            Ok(length) => bytes = &bytes[length..],
            Err(error) => return Err((bytes.len(), error)),
        }
    }
    patiently(|| to.flush()).map_err(|error| (0, error))
}

/// The result of `what`, which is tried again where it was interrupted or would have to wait.
pub(in crate::native) fn patiently<T>(mut what: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match what() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(LOOK),
            result => return result,
        }
    }
}
