//! Blocking input that can be waited for with a time limit.

use std::io::{self, ErrorKind, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::proto::connection::Input;

/// How much is read at once: what a pipe holds on Linux.
const CHUNK: usize = 64 << 10;

/// What came of waiting.
#[derive(Debug)]
pub enum Received<'a> {
    /// Bytes, or the end of the stream.
    Input(Input<'a>),
    /// The stream cannot be read; it counts as ended.
    Failed(io::Error),
    /// Nothing within the time that was given.
    TimedOut,
}

/// A reader with one buffer, which is either here or out with a thread that fills it.
///
/// As long as nobody asks for a time limit the caller's thread reads by itself, which saves two changes of thread
/// for each message. The first limited wait starts the thread. It never reads ahead: the peer's own pipe is the
/// queue, and a peer that sends faster than we read has to wait.
///
/// Once the thread runs and the inbox is dropped, the thread reads on and throws away what comes, so that a peer
/// that is shutting down is not stuck in a write.
#[derive(Debug)]
pub struct Inbox<R> {
    reader: Arc<Mutex<R>>,
    buffer: Vec<u8>,
    helper: Option<Helper>,
    /// Whether the buffer is out with the helper.
    lent: bool,
    ended: bool,
}

#[derive(Debug)]
struct Helper {
    empty: SyncSender<Vec<u8>>,
    full: Receiver<(Vec<u8>, io::Result<usize>)>,
}

impl<R: Read + Send + 'static> Inbox<R> {
    /// An inbox that has read nothing yet.
    #[must_use]
    pub fn new(reader: R) -> Self {
        Self {
            reader: Arc::new(Mutex::new(reader)),
            buffer: vec![0; CHUNK],
            helper: None,
            lent: false,
            ended: false,
        }
    }

    /// Waits for the next input, at most `limit` if there is one.
    ///
    /// After the end of the stream only the time passes.
    ///
    /// # Panics
    /// When there is neither a limit nor any more input: the wait would have no end.
    pub fn receive(&mut self, limit: Option<Duration>) -> Received<'_> {
        if self.ended {
            thread::sleep(limit.expect("something to wait for after the end of the input"));
            return Received::TimedOut;
        }
        let read = match limit {
            None if !self.lent => read(&self.reader, &mut self.buffer),
            _ => match self.receive_from_helper(limit) {
                Ok(Some(read)) => read,
                Ok(None) => return Received::TimedOut,
                Err(error) => Err(error),
            },
        };
        match read {
            Ok(0) => {
                self.ended = true;
                Received::Input(Input::Eof)
            }
            Ok(length) => Received::Input(Input::Bytes(&self.buffer[..length])),
            Err(error) => {
                self.ended = true;
                Received::Failed(error)
            }
        }
    }

    /// What the helper read; `None` when it read nothing in time.
    fn receive_from_helper(&mut self, limit: Option<Duration>) -> io::Result<Option<io::Result<usize>>> {
        let gone = || io::Error::other("the reading thread is gone");
        let helper = match &mut self.helper {
            Some(helper) => helper,
            none => none.insert(Helper::start(Arc::clone(&self.reader))?),
        };
        if !self.lent {
            helper.empty.send(std::mem::take(&mut self.buffer)).map_err(|_| gone())?;
            self.lent = true;
        }
        let received = match limit {
            Some(limit) => helper.full.recv_timeout(limit),
            None => helper.full.recv().map_err(RecvTimeoutError::from),
        };
        match received {
            Ok((buffer, read)) => {
                self.buffer = buffer;
                self.lent = false;
                Ok(Some(read))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(gone()),
        }
    }
}

impl Helper {
    fn start<R: Read + Send + 'static>(reader: Arc<Mutex<R>>) -> io::Result<Self> {
        let (empty, lent) = sync_channel::<Vec<u8>>(1);
        let (filled, full) = sync_channel(1);
        thread::Builder::new().name("input".to_owned()).spawn(move || {
            for mut buffer in lent {
                let result = read(&reader, &mut buffer);
                if filled.send((buffer, result)).is_err() {
                    break;
                }
            }
            // Nobody wants it any more; a read error ends it as well as the end of the stream does.
            let mut reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = io::copy(&mut *reader, &mut io::sink());
        })?;
        Ok(Self { empty, full })
    }
}

fn read<R: Read>(reader: &Mutex<R>, buffer: &mut [u8]) -> io::Result<usize> {
    // A reader that panicked can be asked again: it answers with an error if it is broken.
    let mut reader = reader.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_the_same_way_with_and_without_a_limit() {
        let (reader, mut writer) = io::pipe().expect("a pipe");
        let mut inbox = Inbox::new(reader);
        for limit in [None, Some(Duration::from_secs(5)), None] {
            io::Write::write_all(&mut writer, b"abc").expect("written");
            assert!(matches!(inbox.receive(limit), Received::Input(Input::Bytes(b"abc"))));
        }
        assert!(matches!(inbox.receive(Some(Duration::from_millis(1))), Received::TimedOut));
        io::Write::write_all(&mut writer, b"late").expect("written");
        drop(writer);
        assert!(matches!(inbox.receive(None), Received::Input(Input::Bytes(b"late"))));
        assert!(matches!(inbox.receive(None), Received::Input(Input::Eof)));
        assert!(matches!(inbox.receive(Some(Duration::from_millis(1))), Received::TimedOut));
    }
}
