//! How a server ends: what was accepted is answered first, as far as there is time.
//!
//! The end of input is seen by who reads it. A signal comes while somebody waits in a read that nothing ends, so a thread
//! of its own waits for it, and ends the process once nothing is open and nothing is being written.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use crate::proto::connection::Input;
use crate::proto::endpoint::Endpoint;
use crate::proto::error::CloseReason;
use crate::proto::session::{Event, Output};
use crate::proto::time::Instant;

/// What the waiting thread has to know of the other.
#[derive(Debug, Default)]
struct Standing {
    /// How many requests are open.
    open: AtomicUsize,
    /// Grows with everything that happens.
    moves: AtomicU64,
    /// Whether bytes are on their way out.
    writing: AtomicBool,
}

/// A server whose end is watched.
#[derive(Debug)]
pub struct Ending<E> {
    endpoint: E,
    standing: Arc<Standing>,
    grace: Duration,
    /// When the time for what is still open is over, once the input has ended.
    deadline: Option<Instant>,
    given_up: bool,
}

/// Counts the requests that an endpoint has yet to answer.
pub trait Open {
    /// How many there are.
    fn open(&self) -> usize;
}

/// Where a watched server writes.
#[derive(Debug)]
pub struct Watched<W> {
    writer: W,
    standing: Arc<Standing>,
}

/// Watches the end of `endpoint`, which writes to `writer`: for what is open then it gets `grace`. A signal that asks the
/// process to end is treated as the end of input is; another one ends it at once.
///
/// # Errors
/// When signals cannot be waited for.
pub fn watch<E: Open, W>(endpoint: E, writer: W, grace: Duration) -> io::Result<(Ending<E>, Watched<W>)> {
    let standing = Arc::new(Standing::default());
    signals::wait(Arc::clone(&standing), grace)?;
    let writer = Watched { writer, standing: Arc::clone(&standing) };
    Ok((Ending { endpoint, standing, grace, deadline: None, given_up: false }, writer))
}

impl<E: Endpoint + Open> Ending<E> {
    fn moved(&self) {
        self.standing.open.store(self.endpoint.open(), Ordering::Release);
        // Nobody else counts: it need not be one step.
        let moves = self.standing.moves.load(Ordering::Relaxed);
        self.standing.moves.store(moves.wrapping_add(1), Ordering::Release);
    }
}

impl<E: Endpoint + Open> Endpoint for Ending<E> {
    fn handle_input(&mut self, now: Instant, input: Input<'_>) {
        if input == Input::Eof {
            self.deadline = Some(now + self.grace);
        }
        self.endpoint.handle_input(now, input);
        self.moved();
    }

    fn handle_timeout(&mut self, now: Instant) {
        self.endpoint.handle_timeout(now);
        self.given_up |= self.deadline.is_some_and(|deadline| deadline <= now);
        self.moved();
    }

    fn next_timeout(&self) -> Option<Instant> {
        self.endpoint.next_timeout().into_iter().chain(self.deadline).min()
    }

    fn poll_output(&mut self) -> Option<Output<Vec<u8>>> {
        let output = self.endpoint.poll_output();
        self.moved();
        match output {
            None if std::mem::take(&mut self.given_up) => {
                Some(Output::Event(Event::Closed(CloseReason::PeerClosed)))
            }
            output => output,
        }
    }
}

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.standing.writing.store(true, Ordering::Release);
        let written = self.writer.write(bytes);
        self.standing.writing.store(false, Ordering::Release);
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

#[cfg(not(unix))]
mod signals {
    use super::{Arc, Duration, Standing, io};

    /// There is nothing to wait for: a program is ended here without being asked.
    #[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
    pub(super) fn wait(_: Arc<Standing>, _: Duration) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(unix)]
mod signals {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::{Arc, Duration, Ordering, Standing, io};
    use crate::native::clock::Clock;

    /// How often to look whether nothing is left to do.
    const LOOK: Duration = Duration::from_millis(10);

    /// Waits for a signal on a thread of its own.
    pub(super) fn wait(standing: Arc<Standing>, grace: Duration) -> io::Result<()> {
        let mut signals = Signals::new([SIGINT, SIGTERM])?;
        std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            if signals.wait().next().is_none() {
                return;
            }
            let clock = Clock::start();
            let deadline = clock.now() + grace;
            let mut last = None;
            while clock.now() < deadline {
                // Still since the last look, with nothing open and nothing on its way: all was said.
                let moves = standing.moves.load(Ordering::Acquire);
                let quiet = last.replace(moves) == Some(moves);
                let open = standing.open.load(Ordering::Acquire);
                if quiet && open == 0 && !standing.writing.load(Ordering::Acquire) {
                    break;
                }
                if let Some(second) = signals.pending().next() {
                    // Somebody is in a hurry; if that fails, the loop ends us all the same.
                    let _ = emulate_default_handler(second);
                }
                std::thread::sleep(LOOK);
            }
            std::process::exit(0);
        })?;
        Ok(())
    }
}
