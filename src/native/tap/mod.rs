//! A wire with an ear on it: what a client of others writes goes to a server of others, and back, to the byte.
//!
//! Each lane has a thread that reads and writes, and holds nothing back. What passes is told to a [`Recorder`], which
//! listens on a thread of its own. An end that closes is closed on the other side of us too, and a reader that takes
//! nothing makes its writer wait, as it would without us.
//!
//! | part | what it does |
//! |---|---|
//! | [`Recorder`], [`Ear`] | what passes, handed on in order without holding up the wire |
//! | [`Record`] | an ear that writes a recording, with redaction and rotation |
//! | [`Screen`] | lines on standard error that hold nobody up |
//! | [`watch`] | what a process of this program does that was started with the word [`GUARD`], by a tap |
//! | [`tap()`] | the wire itself |
//! | [`http`] | the same for a server that is reached by HTTP |
//! | [`meddle()`] | a wire on which something goes wrong on purpose |

mod guard;
pub mod http;
mod last;
mod meddle;
mod pump;
mod record;
mod recorder;
mod screen;
mod store;
mod words;

use std::io;
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

pub(in crate::native) use guard::Guard;
pub use guard::{GUARD, watch};
pub use last::{end_as, end_like};
pub use meddle::{Ended, meddle};
pub use record::{Record, place};
pub use recorder::{BACKLOG_CAP, Ear, PATIENCE, Recorder};
pub use screen::Screen;
pub use store::Store;

use super::child::{ServerCommand, ServerProcess};
use super::wire;
use crate::trace::Lane;
use pump::{Gauge, pump};
pub(in crate::native) use pump::{patiently, write};

/// For how long the streams of a server that has ended are listened to while nothing comes: something that it has
/// started may hold them open.
const SETTLE: Duration = Duration::from_millis(200);

/// For how long what a server has written to standard error waits for somebody to read it, once the server has ended.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Starts `command`, passes everything between it and our own streams, and tells `recorder`; the status that it left.
///
/// From then on signals that ask us to end are the server's.
///
/// # Errors
/// When the server cannot be started or our streams cannot be had.
pub fn tap(command: &ServerCommand, recorder: &Arc<Recorder>) -> io::Result<ExitStatus> {
    super::child::pass_signals_on()?;
    let started = ServerProcess::spawn_bare(command);
    let (mut server, stdin, stdout, stderr) =
        started.inspect_err(|error| recorder.note(words::not_started(error)))?;
    // An early return drops, and so ends, the server.
    let guard = Guard::over(server.id());
    let (from_client, to_client) = (wire::claim_stdin()?, wire::claim_stdout()?);
    let ours = wire::stderr()?;
    // Nobody waits for this one: it is in a read that nothing ends when the server ends first.
    Passing::start(Lane::ClientToServer, from_client, stdin, recorder)?;
    let answers = Passing::start(Lane::ServerToClient, stdout, to_client, recorder)?;
    let log = Passing::start(Lane::Stderr, stderr, ours, recorder)?;
    server.wait();
    answers.settle(None);
    log.settle(Some(LAST_WORDS));
    let status = server.end()?;
    drop(guard);
    recorder.note(words::ended(status));
    Ok(status)
}

/// A lane under way.
struct Passing {
    gauge: Arc<Gauge>,
    /// Closes when the lane has ended.
    open: Receiver<()>,
}

impl Passing {
    fn start(
        lane: Lane,
        from: impl io::Read + Send + 'static,
        to: impl io::Write + Send + 'static,
        recorder: &Arc<Recorder>,
    ) -> io::Result<Self> {
        let (guard, open) = channel::<()>();
        let gauge = Arc::new(Gauge::default());
        let (watched, recorder) = (Arc::clone(&gauge), Arc::clone(recorder));
        thread::Builder::new().name(lane.name().to_owned()).spawn(move || {
            let _guard = guard;
            pump(from, to, lane, &recorder, &watched);
        })?;
        Ok(Self { gauge, open })
    }

    /// Waits until the lane has ended, or nothing more comes. Somebody who does not read what was written is waited for,
    /// `most` at the longest.
    fn settle(&self, most: Option<Duration>) {
        let (mut seen, mut waited) = (None, Duration::ZERO);
        loop {
            // Nothing is ever sent: the wait ends when the lane does, or in time.
            if self.open.recv_timeout(SETTLE) == Err(RecvTimeoutError::Disconnected) {
                return;
            }
            waited += SETTLE;
            let now = self.gauge.look();
            let idle = seen.replace(now) == Some(now) && !self.gauge.is_writing();
            if idle || most.is_some_and(|most| waited >= most) {
                return;
            }
        }
    }
}
