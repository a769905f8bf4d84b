//! What the thread of the client and that of the person both know.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::native::cli::{report, screen};
use crate::proto::mcp::Tool;
use crate::proto::session::{Event, Output};

/// How many frames are kept of one command: the last ones.
const FRAMES: usize = 200;

/// How something is said while a person may be typing.
type Say = Box<dyn FnMut(String) + Send>;

#[derive(Default)]
pub(super) struct Shared {
    tools: Mutex<Vec<Tool>>,
    wire: Mutex<Wire>,
    say: OnceLock<Mutex<Say>>,
    wait: AtomicU8,
}

/// Nobody waits for the server; somebody does; whoever waits has had enough.
const IDLE: u8 = 0;
const WAITING: u8 = 1;
const ENOUGH: u8 = 2;

/// What went over the wire.
#[derive(Debug, Default)]
pub(super) struct Wire {
    frames: VecDeque<String>,
    /// Whether each is shown as it comes.
    pub(super) live: bool,
    /// What came since somebody began to listen.
    heard: Option<Vec<Vec<u8>>>,
}

impl Shared {
    /// From now on somebody waits for the server.
    pub(super) fn begin_to_wait(&self) {
        self.wait.store(WAITING, Ordering::Release);
    }

    /// Nobody waits for it any more.
    pub(super) fn end_of_wait(&self) {
        self.wait.store(IDLE, Ordering::Release);
    }

    /// Whoever waits has had enough. False where nobody waits, or that has been said before to no avail.
    pub(super) fn interrupt(&self) -> bool {
        self.wait.compare_exchange(WAITING, ENOUGH, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }

    /// Whether whoever waits has had enough; the next interruption is another one then.
    pub(super) fn is_interrupted(&self) -> bool {
        self.wait.compare_exchange(ENOUGH, WAITING, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }

    pub(super) fn tools(&self) -> MutexGuard<'_, Vec<Tool>> {
        self.tools.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn wire(&self) -> MutexGuard<'_, Wire> {
        self.wire.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on this is how something is said.
    pub(super) fn say_by(&self, say: impl FnMut(String) + Send + 'static) {
        // It is set once, before anything is said.
        let _ = self.say.set(Mutex::new(Box::new(say)));
    }

    /// Says something, whatever the person is doing.
    pub(super) fn say(&self, message: &str) {
        for line in message.lines() {
            match self.say.get() {
                Some(say) => {
                    say.lock().unwrap_or_else(PoisonError::into_inner)(screen::line(line).into_owned())
                }
                None => report::say(line),
            }
        }
    }

    /// Takes note of what goes over the wire.
    pub(super) fn note(&self, output: &Output<&[u8]>) {
        let Some(frame) = report::frame(output) else { return };
        let mut wire = self.wire();
        if let (Output::Event(Event::FrameReceived(frame)), Some(heard)) = (output, &mut wire.heard) {
            heard.push(frame.body().to_vec());
        }
        if wire.frames.len() == FRAMES {
            wire.frames.pop_front();
        }
        wire.frames.push_back(frame.clone());
        let live = wire.live;
        drop(wire);
        if live {
            self.say(&frame);
        }
    }
}

impl Wire {
    /// Another command begins.
    pub(super) fn begin(&mut self) {
        self.frames.clear();
    }

    /// What went over the wire since the last command began.
    pub(super) fn last(&self) -> Vec<String> {
        self.frames.iter().cloned().collect()
    }

    /// Begins to keep what comes, as it comes.
    pub(super) fn listen(&mut self) {
        self.heard = Some(Vec::new());
    }

    /// What has come so far.
    pub(super) fn heard(&self) -> &[Vec<u8>] {
        self.heard.as_deref().unwrap_or_default()
    }

    /// No longer keeps it.
    pub(super) fn stop_listening(&mut self) -> Vec<Vec<u8>> {
        self.heard.take().unwrap_or_default()
    }
}
