//! The tap that does something to the wire: what a [`Meddler`] says is done to real pipes and to a real process.
//!
//! A thread reads each lane and another writes it; between them one thread decides. It never waits for a writer: what may
//! be under way in a lane is bounded where it is read, so that a reader that takes nothing still makes its writer wait.

use std::io::{self, Read, Write};
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::guard::Guard;
use super::pump::{patiently, write};
use super::{LAST_WORDS, Recorder, SETTLE, words};
use crate::native::child::{self, ServerCommand, ServerProcess};
use crate::native::clock::Clock;
use crate::native::wire;
use crate::sim::{Deed, Meddled, Meddler};
use crate::trace::Lane;

/// How much is read at once, and how much may wait to be written before its writer has to wait.
const CHUNK: usize = 64 << 10;
const WAITING: usize = 1 << 20;

/// How many chunks may wait to be decided about.
const UNDECIDED: usize = 16;

/// How often to look whether the server has ended.
const LOOK: Duration = Duration::from_millis(20);

/// How a server ended that was meddled with.
#[derive(Debug, Clone, Copy)]
pub enum Ended {
    /// By itself.
    Itself(ExitStatus),
    /// A fault has ended it, as if it had left this status.
    Made(i32),
}

enum Event {
    Bytes(Lane, Vec<u8>),
    End(Lane),
}

enum Order {
    Write(Vec<u8>),
    /// Write nothing more before this is closed.
    After(Receiver<()>),
    /// It is closed when all before it was written.
    Mark(Sender<()>),
}

/// What waits to be written on a lane.
#[derive(Default)]
struct Waiting {
    bytes: Mutex<usize>,
    room: Condvar,
    blocked: AtomicBool,
}

impl Waiting {
    fn change(&self, change: impl FnOnce(&mut usize)) {
        change(&mut self.bytes.lock().unwrap_or_else(PoisonError::into_inner));
        self.room.notify_all();
    }

    /// Waits until there is room; for ever if nothing more is to be taken.
    fn wait(&self) {
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let full = |bytes: &mut usize| *bytes >= WAITING || self.blocked.load(Ordering::Acquire);
        drop(self.room.wait_while(bytes, full));
    }
}

/// A lane between its reader and its writer.
struct Way {
    waiting: Arc<Waiting>,
    /// What is to be written; none once the lane has ended.
    orders: Option<Sender<Order>>,
    /// Closes when all was written.
    open: Receiver<()>,
}

impl Way {
    fn start(
        lane: Lane,
        mut from: impl Read + Send + 'static,
        mut to: impl Write + Send + 'static,
        events: &SyncSender<Event>,
        recorder: &Arc<Recorder>,
    ) -> io::Result<Self> {
        let waiting = Arc::new(Waiting::default());
        let (reader, events) = (Arc::clone(&waiting), events.clone());
        thread::Builder::new().name(lane.name().to_owned()).spawn(move || {
            let mut buffer = vec![0; CHUNK];
            loop {
                reader.wait();
                let event = match patiently(|| from.read(&mut buffer)) {
                    Ok(length @ 1..) => Event::Bytes(lane, buffer[..length].to_vec()),
                    // A stream that cannot be read has ended as well.
                    _ => Event::End(lane),
                };
                let is_end = matches!(event, Event::End(_));
                if events.send(event).is_err() || is_end {
                    return;
                }
            }
        })?;
        let (orders, to_do) = channel();
        let (guard, open) = channel::<()>();
        let (writer, recorder) = (Arc::clone(&waiting), Arc::clone(recorder));
        thread::Builder::new().name(lane.name().to_owned()).spawn(move || {
            let _guard = guard;
            for order in to_do {
                match order {
                    Order::Write(bytes) => {
                        recorder.hear(lane, &bytes);
                        let written = write(&mut to, &bytes);
                        writer.change(|waiting| *waiting -= bytes.len());
                        if let Err((left, error)) = written {
                            recorder.note(words::lost(lane, left, &error));
                            break;
                        }
                    }
                    // Nothing is ever sent: the wait ends when all of the other is written.
                    Order::After(other) => drop(other.recv()),
                    Order::Mark(mark) => drop(mark),
                }
            }
            recorder.end(lane);
        })?;
        Ok(Self { waiting, orders: Some(orders), open })
    }

    fn order(&self, order: Order) {
        if let Order::Write(bytes) = &order {
            self.waiting.change(|waiting| *waiting += bytes.len());
        }
        // A writer that has failed takes nothing more.
        if let Some(orders) = &self.orders {
            let _ = orders.send(order);
        }
    }
}

/// Starts `command` and does to everything between it and our own streams what `meddler` says. `recorder` hears what
/// arrives; `tell` says what was done.
///
/// # Errors
/// When the server cannot be started or our streams cannot be had.
pub fn meddle(
    command: &ServerCommand,
    mut meddler: Meddler,
    recorder: &Arc<Recorder>,
    clock: Clock,
    tell: &mut dyn FnMut(&Meddled),
) -> io::Result<Ended> {
    child::pass_signals_on()?;
    let started = ServerProcess::spawn_bare(command);
    let (mut server, stdin, stdout, stderr) =
        started.inspect_err(|error| recorder.note(words::not_started(error)))?;
    let guard = Guard::over(server.id());
    let (events, happened) = sync_channel(UNDECIDED);
    let (from_client, to_client, log) = (wire::claim_stdin()?, wire::claim_stdout()?, wire::stderr()?);
    let mut ways = [
        Way::start(Lane::ClientToServer, from_client, stdin, &events, recorder)?,
        Way::start(Lane::ServerToClient, stdout, to_client, &events, recorder)?,
        Way::start(Lane::Stderr, stderr, log, &events, recorder)?,
    ];
    drop(events);
    let made = run(&mut ways, &mut meddler, &happened, &mut server, clock, tell);
    let [_, answers, log] = ways;
    drop(answers.orders);
    drop(log.orders);
    let status = server.end()?;
    drop(guard);
    recorder.note(match made {
        Some(made) => words::made(made),
        None => words::ended(status),
    });
    // Nothing is ever sent: the waits end when all was written, or in time.
    let _: Result<(), _> = answers.open.recv();
    let _: Result<(), _> = log.open.recv_timeout(LAST_WORDS);
    Ok(made.map_or(Ended::Itself(status), Ended::Made))
}

/// Passes everything on until the server has ended; the status that a fault has made of that, if one has.
fn run(
    ways: &mut [Way; 3],
    meddler: &mut Meddler,
    happened: &Receiver<Event>,
    server: &mut ServerProcess,
    clock: Clock,
    tell: &mut dyn FnMut(&Meddled),
) -> Option<i32> {
    let mut quiet = Duration::ZERO;
    loop {
        while let Some(deed) = meddler.poll_deed() {
            match deed {
                Deed::Write(lane, bytes) => ways[index(lane)].order(Order::Write(bytes)),
                // Ours stays open: what was done is told there.
                Deed::End(Lane::Stderr | Lane::Note) => {}
                Deed::End(lane) => ways[index(lane)].orders = None,
                Deed::Block(lane) => ways[index(lane)].waiting.blocked.store(true, Ordering::Release),
                Deed::Flood(bytes) => {
                    let (mark, written) = channel();
                    ways[index(Lane::Stderr)].order(Order::Write(bytes));
                    ways[index(Lane::Stderr)].order(Order::Mark(mark));
                    ways[index(Lane::ServerToClient)].order(Order::After(written));
                }
                Deed::Stop => server.stop(),
                Deed::Kill(status) => return Some(status),
                Deed::StayOn => child::keep_signals(),
                Deed::Tell(meddled) => tell(&meddled),
            }
        }
        let due = meddler.next_timeout().map(|at| at.saturating_since(clock.now()));
        match happened.recv_timeout(due.map_or(LOOK, |due| due.min(LOOK))) {
            // Read before it was known that nothing is to be taken: for the writer it still lies in the pipe.
            Ok(Event::Bytes(lane, _)) if ways[index(lane)].waiting.blocked.load(Ordering::Acquire) => {}
            Ok(Event::Bytes(lane, bytes)) => {
                meddler.handle_bytes(clock.now(), lane, &bytes);
                quiet = Duration::ZERO;
            }
            Ok(Event::End(lane)) => meddler.handle_end(clock.now(), lane),
            // All three have ended, or nothing comes: over once the server has ended and nothing is held back.
            Err(why) => {
                if why == RecvTimeoutError::Disconnected {
                    thread::sleep(LOOK);
                    quiet = SETTLE;
                }
                quiet += LOOK;
                meddler.handle_timeout(clock.now());
                if due.is_none() && quiet >= SETTLE && server.has_ended() {
                    return None;
                }
            }
        }
    }
}

const fn index(lane: Lane) -> usize {
    match lane {
        Lane::ClientToServer => 0,
        Lane::ServerToClient => 1,
        Lane::Stderr | Lane::Note => 2,
    }
}
