//! Output that never holds up its writer.

use std::io::{self, ErrorKind, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread;

/// How many bytes may wait for a peer that does not read, besides the batch that is being written: 16 MiB.
pub const BACKLOG_CAP: usize = 16 << 20;

/// A writer that hands each flushed batch to a thread.
///
/// A client needs this: while a server is busy writing to us it may not read, and a client that waited in `write`
/// would not read either, nor notice that its time is up. What waits is bounded by [`BACKLOG_CAP`]; over that, or
/// after the thread has met an error, writing fails.
///
/// The inner writer is dropped, and with it the stream closed, once the writer is dropped and all is written.
#[derive(Debug)]
pub struct BackgroundWriter {
    batch: Vec<u8>,
    batches: Sender<Vec<u8>>,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    /// Bytes that were flushed and not yet taken by the thread.
    waiting: AtomicUsize,
    failed: OnceLock<ErrorKind>,
}

impl BackgroundWriter {
    /// Puts a thread before `inner`.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn new<W: Write + Send + 'static>(mut inner: W) -> io::Result<Self> {
        let (batches, queue) = channel::<Vec<u8>>();
        let shared = Arc::new(Shared::default());
        let seen = Arc::clone(&shared);
        thread::Builder::new().name("output".to_owned()).spawn(move || {
            for batch in queue {
                seen.waiting.fetch_sub(batch.len(), Ordering::Relaxed);
                if let Err(error) = inner.write_all(&batch).and_then(|()| inner.flush()) {
                    let _ = seen.failed.set(error.kind());
                    return;
                }
            }
        })?;
        Ok(Self { batch: Vec::new(), batches, shared })
    }

    fn check(&self) -> io::Result<()> {
        match self.shared.failed.get() {
            Some(kind) => Err(io::Error::from(*kind)),
            None => Ok(()),
        }
    }
}

impl Write for BackgroundWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.check()?;
        self.batch.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.check()?;
        if self.batch.is_empty() {
            return Ok(());
        }
        let batch = std::mem::take(&mut self.batch);
        let before = self.shared.waiting.fetch_add(batch.len(), Ordering::Relaxed);
        if before > BACKLOG_CAP {
            return Err(io::Error::new(ErrorKind::WouldBlock, "the peer does not read what is sent"));
        }
        self.batches.send(batch).map_err(|_| io::Error::from(ErrorKind::BrokenPipe))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn a_peer_that_does_not_read_holds_nobody_up_and_costs_a_bounded_amount() {
        let (mut reader, pipe) = io::pipe().expect("a pipe");
        let mut writer = BackgroundWriter::new(pipe).expect("a thread");
        let megabyte = vec![b'x'; 1 << 20];
        let mut sent = 0;
        let error = loop {
            assert!(sent <= (BACKLOG_CAP >> 20) + 3, "the backlog has no end");
            match writer.write_all(&megabyte).and_then(|()| writer.flush()) {
                Ok(()) => sent += 1,
                Err(error) => break error,
            }
        };
        assert_eq!(error.kind(), ErrorKind::WouldBlock);
        drop(writer);
        let mut all = Vec::new();
        reader.read_to_end(&mut all).expect("read");
        assert_eq!(all.len(), sent << 20, "what was accepted is written, then the stream is closed");
    }
}
