//! What passes, handed on in order to whoever listens.

use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::words;
use crate::native::clock::Clock;
use crate::proto::time::Instant;
use crate::trace::{Lane, TraceEntry};

/// How many bytes may wait to be listened to: 32 MiB.
pub const BACKLOG_CAP: usize = 32 << 20;

/// How long the wire waits for a listener that has fallen behind by that much, once. One that is slow slows the wire
/// down; one that has stopped is gone on without, and what it misses is counted and told.
pub const PATIENCE: Duration = Duration::from_secs(2);

/// How long what was heard last may take to be written, at the end.
const FAREWELL: Duration = Duration::from_secs(3);

/// How long a nap is, and how many of them come before sleep.
const NAP: Duration = Duration::from_micros(500);
const NAPS: u32 = 40;

/// With how much to hear nobody naps.
const PLENTY: usize = 512 << 10;

/// How many chunks are heard at once.
const PIECE: usize = 64;

/// Somebody who listens.
pub trait Ear: Send {
    /// Takes what was written next.
    fn hear(&mut self, heard: &[TraceEntry]);
    /// Learns that nothing more comes.
    fn finish(&mut self);
}

/// Takes what passes and hands it to the ears, on a thread of its own.
pub struct Recorder {
    clock: Clock,
    shared: Arc<Shared>,
    /// Closes when all was heard.
    open: Mutex<Receiver<()>>,
    is_deaf: bool,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// There is more, for the ears.
    more: Condvar,
    /// There is room, for the wire.
    room: Condvar,
}

#[derive(Default)]
struct State {
    queue: VecDeque<TraceEntry>,
    weight: usize,
    /// Whether the ears have to be woken.
    rest: Rest,
    closed: bool,
    /// Whether the ears have stopped listening.
    stuck: bool,
    /// How much they have missed since then, by lane.
    missed: [u64; 3],
}

/// What the ears do while there is nothing to hear.
///
/// To wake somebody for each chunk would take longer than to pass it on. So the ears look again by themselves after a nap;
/// only when nothing has come for a while do they sleep.
#[derive(Default, PartialEq, Eq)]
enum Rest {
    #[default]
    Awake,
    /// They will look soon.
    Napping,
    /// They wait to be woken.
    Asleep,
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder").field("waiting", &self.shared.lock().weight).finish_non_exhaustive()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Recorder {
    /// Lets `ears` listen, each to everything; the times of what they hear are those of `clock`.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn start(clock: Clock, ears: Vec<Box<dyn Ear>>) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let heard = Arc::clone(&shared);
        let (guard, open) = channel();
        let is_deaf = ears.is_empty();
        thread::Builder::new().name("record".to_owned()).spawn(move || {
            let _guard = guard;
            listen(&heard, clock, ears);
        })?;
        Ok(Self { clock, shared, open: Mutex::new(open), is_deaf })
    }

    /// Takes bytes. Waits only where far too much waits already.
    pub fn hear(&self, lane: Lane, bytes: &[u8]) {
        if !self.is_deaf {
            self.put(TraceEntry::new(self.clock.now(), lane, bytes));
        }
    }

    /// What the clock of the recording shows.
    pub fn now(&self) -> Instant {
        self.clock.now()
    }

    /// A lane has ended.
    pub fn end(&self, lane: Lane) {
        self.put(TraceEntry::end(self.clock.now(), lane));
    }

    /// Something that a reader should know.
    pub fn note(&self, text: String) {
        self.put(TraceEntry::new(self.clock.now(), Lane::Note, text + "\n"));
    }

    /// Lets the ears hear what is left, as far as there is time.
    pub fn close(&self) {
        self.shared.lock().closed = true;
        self.shared.more.notify_one();
        // Nothing is ever sent: the wait ends when all was heard, or in time.
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let _: Result<(), _> = open.recv_timeout(FAREWELL);
    }

    /// Takes an entry. Waits as [`hear`](Self::hear) does.
    pub fn put(&self, entry: TraceEntry) {
        let mut state = self.shared.lock();
        if state.weight > BACKLOG_CAP && !state.stuck {
            self.shared.more.notify_one();
            let full = |state: &mut State| state.weight > BACKLOG_CAP && !state.stuck;
            let waited = self.shared.room.wait_timeout_while(state, PATIENCE, full);
            let (waited, result) = waited.unwrap_or_else(PoisonError::into_inner);
            state = waited;
            state.stuck |= result.timed_out();
        }
        if state.stuck {
            state.missed[index(entry.lane)] += entry.bytes.len() as u64;
            return;
        }
        state.weight += weight(&entry);
        state.queue.push_back(entry);
        let wake = match state.rest {
            Rest::Awake => false,
            Rest::Napping => state.weight > PLENTY,
            Rest::Asleep => true,
        };
        if wake {
            state.rest = Rest::Awake;
            drop(state);
            self.shared.more.notify_one();
        }
    }
}

/// Which of the lanes that pass; a note is as good as a line of stderr.
fn index(lane: Lane) -> usize {
    match lane {
        Lane::ClientToServer => 0,
        Lane::ServerToClient => 1,
        Lane::Stderr | Lane::Note => 2,
    }
}

fn listen(shared: &Shared, clock: Clock, mut ears: Vec<Box<dyn Ear>>) {
    while let Some(mut heard) = next(shared, clock) {
        // In pieces: room is made while the rest is still to be heard.
        while !heard.is_empty() {
            let some: Vec<_> = heard.drain(..heard.len().min(PIECE)).collect();
            ears.iter_mut().for_each(|ear| ear.hear(&some));
            let mut state = shared.lock();
            state.weight -= some.iter().map(weight).sum::<usize>();
            shared.room.notify_all();
        }
    }
    ears.iter_mut().for_each(|ear| ear.finish());
}

/// What is to be heard next; `None` when nothing more comes.
fn next(shared: &Shared, clock: Clock) -> Option<VecDeque<TraceEntry>> {
    let mut state = shared.lock();
    let mut naps = 0;
    loop {
        state.rest = Rest::Awake;
        if !state.queue.is_empty() {
            return Some(std::mem::take(&mut state.queue));
        }
        if std::mem::take(&mut state.stuck) {
            let missed = std::mem::take(&mut state.missed);
            let note = TraceEntry::new(clock.now(), Lane::Note, words::unheard(missed) + "\n");
            state.weight += weight(&note);
            return Some(VecDeque::from([note]));
        }
        if state.closed {
            return None;
        }
        state = if naps < NAPS {
            naps += 1;
            state.rest = Rest::Napping;
            shared
                .more
                .wait_timeout(state, NAP)
                .map_or_else(|broken| broken.into_inner().0, |(state, _)| state)
        } else {
            state.rest = Rest::Asleep;
            shared.more.wait(state).unwrap_or_else(PoisonError::into_inner)
        };
    }
}

/// How much of the room an entry takes: many small ones take memory besides their bytes.
fn weight(entry: &TraceEntry) -> usize {
    entry.bytes.len() + size_of::<TraceEntry>() + entry.http.as_ref().map_or(0, |http| http.weight())
}
