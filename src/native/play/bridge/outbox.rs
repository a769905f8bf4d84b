//! What waits to be sent to a page: bounded, whatever the page does.
//!
//! Whoever reads the process's output waits for room here. Standard error waits for nobody: the oldest of it makes room,
//! and how much that was is told in its place.

use std::collections::VecDeque;
use std::mem;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use tokio::sync::Notify;

use super::frame::{Kind, PAYLOAD_CAP, Trouble, message};
use super::log::Log;
use super::words::{self, Said};
use crate::native::clock::Clock;
use crate::proto::time::Instant;

/// How many bytes of output wait before its reader does.
const OUTPUT_CAP: usize = 256 << 10;

/// How many bytes wait that have passed already, and those that had before the page came.
const COPIES_CAP: usize = 8 << 20;

/// How many bytes of standard error wait.
const LOG_CAP: usize = 256 << 10;

/// What a message costs besides its bytes, or small ones without number would be free.
const OVERHEAD: usize = 64;

/// The messages for one page.
#[derive(Debug)]
pub(super) struct Outbox {
    /// The number of the last process.
    pub(super) number: AtomicU32,
    clock: Clock,
    queue: Mutex<Queue>,
    /// There is room, or no page.
    room: Condvar,
    /// There is a message, or nothing to come.
    ready: Notify,
}

#[derive(Debug, Default)]
struct Queue {
    wire: VecDeque<(u64, Bytes)>,
    wire_size: usize,
    log: VecDeque<Logged>,
    log_size: usize,
    /// How many bytes of standard error are gone that have yet to be told.
    lost: u64,
    /// How many bytes passed by that have yet to be told.
    missed: u64,
    /// Orders the two.
    next: u64,
    closed: bool,
}

/// Standard error.
#[derive(Debug)]
struct Logged {
    order: u64,
    number: u32,
    at: Instant,
    message: Bytes,
}

impl Queue {
    fn order(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    fn pop(&mut self) -> Option<Bytes> {
        let is_log = match (self.wire.front(), self.log.front()) {
            (Some((wire, _)), Some(log)) => log.order < *wire,
            (None, log) => log.is_some(),
            (Some(_), None) => false,
        };
        if !is_log {
            let (_, message) = self.wire.pop_front()?;
            self.wire_size -= message.len() + OVERHEAD;
            return Some(message);
        }
        if let Some(first) = self.log.front().filter(|_| self.lost > 0) {
            let told = Trouble::Overrun.json(&words::overrun(self.lost));
            self.lost = 0;
            return Some(message(Kind::Trouble, first.number, first.at, told.as_bytes()));
        }
        self.drop_log()
    }

    fn drop_log(&mut self) -> Option<Bytes> {
        let logged = self.log.pop_front()?;
        self.log_size -= logged.message.len() + OVERHEAD;
        Some(logged.message)
    }
}

impl Outbox {
    pub(super) fn new(clock: Clock) -> Self {
        let (room, ready) = (Condvar::new(), Notify::new());
        Self { number: AtomicU32::new(0), clock, queue: Mutex::default(), room, ready }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a message in. It gets its time with the queue in hand, so that times are in the order of the messages.
    fn put(&self, queue: &mut Queue, kind: Kind, number: u32, payload: &[u8]) {
        self.put_message(queue, message(kind, number, self.clock.now(), payload));
    }

    fn put_message(&self, queue: &mut Queue, message: Bytes) {
        if queue.closed {
            return;
        }
        queue.wire_size += message.len() + OVERHEAD;
        let order = queue.order();
        queue.wire.push_back((order, message));
        self.ready.notify_one();
    }

    /// Puts a message in as soon as there is room. Without a page it is dropped.
    pub(super) fn wait_and_push(&self, kind: Kind, number: u32, payload: &[u8]) {
        let full = |queue: &mut Queue| queue.wire_size >= OUTPUT_CAP && !queue.closed;
        let mut queue = self.room.wait_while(self.queue(), full).unwrap_or_else(PoisonError::into_inner);
        self.put(&mut queue, kind, number, payload);
    }

    /// Puts a message in that was made before.
    pub(super) fn push_message(&self, message: Bytes) {
        self.put_message(&mut self.queue(), message);
    }

    /// Puts a copy in of what has passed already. One for which there is no room is left out, which is told.
    pub(super) fn push_copy(&self, kind: Kind, number: u32, payload: &[u8]) {
        let mut queue = self.queue();
        if queue.wire_size >= COPIES_CAP {
            queue.missed += payload.len() as u64;
            return;
        }
        self.put_missed(&mut queue, number);
        self.put(&mut queue, kind, number, payload);
    }

    fn put_missed(&self, queue: &mut Queue, number: u32) {
        let missed = mem::take(&mut queue.missed);
        if missed > 0 {
            let told = Trouble::Overrun.json(&words::missed(missed));
            self.put(queue, Kind::Trouble, number, told.as_bytes());
        }
    }

    /// Puts a message in that nobody waits for, and of which there are few.
    pub(super) fn push(&self, kind: Kind, number: u32, payload: &[u8]) {
        self.put(&mut self.queue(), kind, number, payload);
    }

    /// Says what went wrong, if there is room: a page causes as many troubles as it likes, and need not read them.
    pub(super) fn trouble(&self, number: u32, what: Trouble, why: &Said) {
        let mut queue = self.queue();
        if queue.wire_size < OUTPUT_CAP {
            self.put(&mut queue, Kind::Trouble, number, what.json(why).as_bytes());
        }
    }

    /// Puts standard error in. The oldest makes room.
    pub(super) fn push_log(&self, number: u32, payload: &[u8]) {
        let mut queue = self.queue();
        if queue.closed {
            return;
        }
        let at = self.clock.now();
        let message = message(Kind::Stderr, number, at, payload);
        let header = message.len() - payload.len();
        queue.log_size += message.len() + OVERHEAD;
        let order = queue.order();
        queue.log.push_back(Logged { order, number, at, message });
        while queue.log_size > LOG_CAP {
            let Some(dropped) = queue.drop_log() else { break };
            queue.lost += (dropped.len() - header) as u64;
        }
        self.ready.notify_one();
    }

    /// Whether the page has taken all there is.
    pub(super) fn is_empty(&self) -> bool {
        let queue = self.queue();
        queue.wire.is_empty() && queue.log.is_empty() && queue.missed == 0
    }

    /// Whether whoever reads the output waits for the page.
    pub(super) fn is_full(&self) -> bool {
        self.queue().wire_size >= OUTPUT_CAP
    }

    /// The next message, in the order in which they came; none once the page is gone.
    pub(super) async fn next(&self) -> Option<Bytes> {
        loop {
            {
                let mut queue = self.queue();
                if queue.wire.is_empty() {
                    // Nothing comes that it could be told before.
                    self.put_missed(&mut queue, self.number.load(Ordering::Acquire));
                }
                if let Some(message) = queue.pop() {
                    self.room.notify_all();
                    return Some(message);
                }
                if queue.closed {
                    return None;
                }
            }
            self.ready.notified().await;
        }
    }

    /// The page is gone: what waits is dropped, and so is what comes.
    pub(super) fn close(&self) {
        *self.queue() = Queue { closed: true, ..Queue::default() };
        self.room.notify_all();
        self.ready.notify_one();
    }
}

/// Where the messages of one process go.
#[derive(Debug, Clone)]
pub(super) struct Post {
    pub(super) outbox: Arc<Outbox>,
    /// Where pages that look on get the same.
    pub(super) log: Option<Arc<Log>>,
    pub(super) number: u32,
}

impl Post {
    fn share(&self, kind: Kind, payload: &[u8]) {
        if let Some(log) = &self.log {
            log.tell(kind, self.number, payload);
        }
    }

    /// Tells pages that look on what the page itself says, and when it ends.
    pub(super) fn echo(&self, said: Option<&[u8]>) {
        match said {
            Some(said) => {
                said.chunks(PAYLOAD_CAP).for_each(|part| self.share(Kind::FromClient, part));
            }
            None => self.share(Kind::FromClientEnd, &[]),
        }
    }

    /// Says something of which there is little.
    pub(super) fn say(&self, kind: Kind, payload: &str) {
        self.share(kind, payload.as_bytes());
        self.outbox.push(kind, self.number, payload.as_bytes());
    }

    /// Says what went wrong.
    pub(super) fn trouble(&self, what: Trouble, why: &Said) {
        // Of the others there may be any number.
        if what == Trouble::Start {
            self.share(Kind::Trouble, what.json(why).as_bytes());
        }
        self.outbox.trouble(self.number, what, why);
    }

    /// Passes output on, and waits for the page to take what there is.
    pub(super) fn output(&self, bytes: &[u8]) {
        self.share(Kind::Stdout, bytes);
        self.outbox.wait_and_push(Kind::Stdout, self.number, bytes);
    }

    /// Says that there is no more output, after all of it.
    pub(super) fn output_end(&self) {
        self.share(Kind::StdoutEnd, &[]);
        self.outbox.wait_and_push(Kind::StdoutEnd, self.number, &[]);
    }

    /// Passes standard error on.
    pub(super) fn log(&self, bytes: &[u8]) {
        self.share(Kind::Stderr, bytes);
        self.outbox.push_log(self.number, bytes);
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn post() -> Post {
        Post { outbox: Arc::new(Outbox::new(Clock::start())), log: None, number: 7 }
    }

    fn kinds(post: &Post) -> Vec<(u8, usize)> {
        let mut queue = post.outbox.queue();
        std::iter::from_fn(|| queue.pop()).map(|message| (message[0], message.len() - 13)).collect()
    }

    #[test]
    fn the_oldest_of_standard_error_makes_room_and_the_loss_is_told_in_its_place() {
        let post = post();
        post.say(Kind::Started, "{}");
        for _ in 0..1000 {
            post.log(&[b'x'; 1000]);
        }
        post.say(Kind::Exited, "{}");
        let kinds = kinds(&post);
        assert_eq!((kinds[0].0, kinds[1].0, kinds[2].0), (0x81, 0x86, 0x84));
        assert_eq!(kinds.last(), Some(&(0x85, 2)), "what came after it is after it");
        let kept: usize = kinds[2..kinds.len() - 1].iter().map(|(_, bytes)| bytes).sum();
        assert!(kept > LOG_CAP * 8 / 10 && kept <= LOG_CAP, "{kept}");
    }

    #[test]
    fn what_was_dropped_and_what_was_kept_is_all_there_was() {
        let post = post();
        (1..=2000).for_each(|length| post.log(&vec![b'x'; length % 700]));
        let lost = post.outbox.queue().lost;
        let kept: usize = kinds(&post).iter().filter(|(kind, _)| *kind == 0x84).map(|(_, bytes)| bytes).sum();
        let all: usize = (1..=2000).map(|length| length % 700).sum();
        assert_eq!(lost as usize + kept, all);
    }

    #[test]
    fn messages_of_one_byte_are_bounded_too_and_so_are_troubles_that_nobody_reads() {
        let post = post();
        for _ in 0..100_000 {
            post.log(b"x");
            post.trouble(Trouble::Input, &words::NOBODY.into());
        }
        let queue = post.outbox.queue();
        assert!(
            queue.log.len() < 5_000 && queue.wire.len() < 5_000,
            "{} {}",
            queue.log.len(),
            queue.wire.len()
        );
    }

    #[test]
    fn output_waits_for_the_page_and_for_nothing_once_it_is_gone() {
        let post = post();
        let writer = {
            let post = post.clone();
            thread::spawn(move || (0..20).for_each(|_| post.output(&[b'x'; 64 << 10])))
        };
        while !post.outbox.is_full() {
            thread::yield_now();
        }
        assert!(!writer.is_finished());
        assert!(post.outbox.queue().wire_size <= OUTPUT_CAP + (65 << 10));
        post.outbox.close();
        writer.join().expect("no panic");
        assert_eq!(kinds(&post), [], "nothing is kept for a page that is gone");
    }
}
