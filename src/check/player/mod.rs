//! Plays one case: what comes from the server and the time go in, what is sent and the next wake-up come out.
//!
//! What is said, what is waited for and for how long is the same whatever is between the two; a [`Wire`] carries it.

mod pipe;
mod plan;
mod web;

use core::time::Duration;
use std::collections::{BTreeMap, VecDeque};

pub use pipe::{Output, Pipe};
pub use web::{Errand, Web};

use super::case::{Ask, Case, Need};
use super::exchanged::Exchanged;
use super::heard::{Heard, at};
use super::profile::{Profile, text_json};
use crate::proto::time::Instant;
use crate::trace::Trace;
use plan::{Act, Deed};

/// The id of the last request, which must be answered whatever came before.
pub(super) const ALIVE: &str = "\"still there?\"";

/// How many pages of a list are asked for.
const MOST_PAGES: usize = 200;

/// How much of what came is kept: a server that floods us fills no memory.
const MOST_KEPT: usize = 64 << 20;

/// How long taking leave may last.
const FAREWELL: Duration = Duration::from_secs(1);

/// For how long something is waited for.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// The first answer of all: nobody knows how long a server takes to start.
    pub start: Duration,
    /// An answer.
    pub answer: Duration,
    /// More of what nobody waits for, once all is said.
    pub settle: Duration,
    /// The end of the server, once its input has ended.
    pub end: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(30),
            answer: Duration::from_secs(5),
            settle: Duration::from_millis(100),
            end: Duration::from_secs(5),
        }
    }
}

/// What is between a player and a server.
pub trait Wire {
    /// What it wants done.
    type Output;

    /// What `case` is played over.
    fn of(case: &Case) -> Self;

    /// Sends messages, all at once if there are several.
    fn write(&mut self, now: Instant, profile: &Profile, messages: Vec<Vec<u8>>, talk: &mut Conversation);

    /// Does what only some wires can, or goes on with it.
    fn perform(&mut self, now: Instant, profile: &Profile, deed: &Deed, talk: &mut Conversation) -> Progress;

    /// Whether what is sent next will come after all that nobody waits for an answer to.
    fn is_ready(&self, talk: &Conversation) -> bool;

    /// Whether no answer to the request `id` will come any more.
    fn is_vain(&self, id: &str, talk: &Conversation) -> bool;

    /// The next thing to do.
    fn poll_output(&mut self) -> Option<Self::Output>;

    /// When it has to do something by itself.
    fn next_timeout(&self) -> Option<Instant>;

    /// Does what is due.
    fn handle_timeout(&mut self, now: Instant, talk: &mut Conversation);
}

/// How far something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// It is done.
    Done,
    /// It takes longer.
    Waits,
    /// There has to be a handshake first.
    Opens,
    /// The server has not what it takes: the case cannot be tried.
    Lacks(Need),
}

/// Plays one case with one server. After each of its `handle_` methods [`poll_output`](Self::poll_output) comes, until
/// there is nothing, and then a wait until [`next_timeout`](Self::next_timeout).
pub struct Player<'a, W: Wire = Pipe> {
    profile: &'a Profile,
    pace: Pace,
    acts: VecDeque<Act>,
    wire: W,
    deadline: Option<Instant>,
    /// How often each id was used, as JSON.
    asked: BTreeMap<String, usize>,
    cursors: Vec<String>,
    kept: usize,
    talk: Conversation,
}

/// What has happened.
#[derive(Debug, Default)]
pub struct Conversation {
    /// Every byte of it.
    pub trace: Trace,
    /// What came back.
    pub heard: Heard,
    /// The requests of HTTP and what came of them, in the order in which they began.
    pub exchanges: Vec<Exchanged>,
    /// With which entry of the trace the case itself begins.
    pub begins: usize,
    /// Whether a list was read to its end.
    pub read_all_pages: bool,
    /// What the server turned out not to have, though the case takes it.
    pub lacks: Option<Need>,
    /// Whether the server's output has ended.
    pub output_ended: bool,
    /// How the server ended by itself: the words of its status.
    pub ended: Option<String>,
    /// The last lines that it wrote to standard error.
    pub last_words: Vec<String>,
}

impl<'a, W: Wire> Player<'a, W> {
    /// Plays `case` with a server that is `profile`.
    #[must_use]
    pub fn new(case: &Case, profile: &'a Profile, pace: Pace) -> Self {
        Self {
            profile,
            pace,
            acts: plan::acts(case, profile, pace),
            wire: W::of(case),
            deadline: None,
            asked: BTreeMap::new(),
            cursors: Vec::new(),
            kept: 0,
            talk: Conversation::default(),
        }
    }

    /// Begins; nothing was heard so far.
    pub fn begin(&mut self, now: Instant) {
        self.advance(now);
    }

    /// Learns that the time has come which [`next_timeout`](Self::next_timeout) named.
    pub fn handle_timeout(&mut self, now: Instant) {
        self.wire.handle_timeout(now, &mut self.talk);
        self.advance(now);
    }

    /// What is to be done next.
    pub fn poll_output(&mut self) -> Option<W::Output> {
        self.wire.poll_output()
    }

    /// When to wake up.
    #[must_use]
    pub fn next_timeout(&self) -> Option<Instant> {
        self.deadline.into_iter().chain(self.wire.next_timeout()).min()
    }

    /// Whether all is said.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.acts.is_empty()
    }

    /// What has happened; how the server ended is for whoever knows.
    #[must_use]
    pub fn finish(self) -> Conversation {
        self.talk
    }

    /// Takes note of so many bytes; whether they are still wanted.
    fn keep(&mut self, bytes: usize) -> bool {
        self.kept += bytes;
        let fits = self.kept <= MOST_KEPT;
        if !fits {
            self.acts.clear();
        }
        fits
    }

    /// Does what can be done now.
    fn advance(&mut self, now: Instant) {
        while let Some(act) = self.acts.pop_front() {
            if let Some(act) = self.perform(now, act) {
                self.acts.push_front(act);
                return;
            }
            self.deadline = None;
        }
    }

    /// Does `act`, or gives it back because it takes longer.
    fn perform(&mut self, now: Instant, act: Act) -> Option<Act> {
        match act {
            Act::Begin => {
                self.talk.begins = self.talk.trace.entries.len();
                None
            }
            Act::Write(messages) => {
                if !self.wire.is_ready(&self.talk) && !self.is_late(now, self.pace.answer) {
                    return Some(Act::Write(messages));
                }
                self.wire.write(now, self.profile, messages, &mut self.talk);
                None
            }
            Act::Deed(deed) => self.undertake(now, deed),
            Act::Wait(id) => {
                let expected = self.asked.get(&id).copied().unwrap_or(0) + 1;
                let patience = if self.kept == 0 { self.pace.start } else { self.pace.answer };
                let came = self.talk.heard.to(&id).count() >= expected;
                let is_vain = || self.talk.output_ended || self.wire.is_vain(&id, &self.talk);
                if came || is_vain() || self.is_late(now, patience) {
                    self.asked.insert(id, expected);
                    return None;
                }
                Some(Act::Wait(id))
            }
            Act::Pause(wait) => {
                let is_over = self.talk.output_ended || self.is_late(now, wait);
                (!is_over).then_some(Act::Pause(wait))
            }
            Act::End => {
                // One that has not said anything may not have begun yet.
                let patience = if self.kept == 0 { self.pace.start } else { self.pace.end };
                let is_over = self.talk.output_ended || self.is_late(now, patience);
                (!is_over).then_some(Act::End)
            }
            Act::Page { method, cursor, number } => {
                let cursor = cursor.map(|cursor| format!("\"cursor\":{}", text_json(&cursor)));
                let ask = Ask { id: "\"page #\"", method, params: "", meta: "" };
                let mut line = self.profile.line(&ask).replacen('#', &number.to_string(), 1);
                if let Some(cursor) = cursor {
                    line = with_parameter(&line, &cursor);
                }
                self.acts.push_front(Act::Turn { method, number });
                self.acts.push_front(Act::Wait(page_id(number)));
                self.acts.push_front(Act::Write(vec![line.into_bytes()]));
                None
            }
            Act::Turn { method, number } => {
                self.turn(method, number);
                None
            }
        }
    }

    /// Does what only some wires can, or gives it back because it takes longer.
    fn undertake(&mut self, now: Instant, deed: Deed) -> Option<Act> {
        let patience = if matches!(deed, Deed::Leave) { FAREWELL } else { self.pace.answer };
        match self.wire.perform(now, self.profile, &deed, &mut self.talk) {
            Progress::Done => None,
            Progress::Waits => {
                let is_over = self.talk.output_ended || self.is_late(now, patience);
                (!is_over).then_some(Act::Deed(deed))
            }
            Progress::Opens => {
                for act in plan::handshake(self.profile).into_iter().rev() {
                    self.acts.push_front(act);
                }
                None
            }
            Progress::Lacks(need) => {
                self.talk.lacks = Some(need);
                self.acts.retain(|act| matches!(act, Act::Deed(Deed::Leave)));
                None
            }
        }
    }

    /// Goes on to the next page.
    fn turn(&mut self, method: &'static str, number: usize) {
        let Some(page) = self.talk.heard.result(&page_id(number)) else { return };
        let next = at(page, "/nextCursor");
        match next.and_then(|cursor| cursor.parse::<String>().ok()) {
            None => self.talk.read_all_pages = true,
            Some(cursor) if self.cursors.contains(&cursor) || number >= MOST_PAGES => {}
            Some(cursor) => {
                self.cursors.push(cursor.clone());
                self.acts.push_front(Act::Page { method, cursor: Some(cursor), number: number + 1 });
            }
        }
    }

    /// Whether what is waited for is late, and when it is if not yet.
    fn is_late(&mut self, now: Instant, wait: Duration) -> bool {
        let deadline = *self.deadline.get_or_insert(now + wait);
        deadline <= now
    }
}

fn page_id(number: usize) -> String {
    format!("\"page {number}\"")
}

/// The line of a request with one parameter more.
fn with_parameter(line: &str, member: &str) -> String {
    match line.split_once("\"params\":{") {
        Some((before, after)) => format!("{before}\"params\":{{{member},{after}"),
        None => line.replacen("}\n", &format!(",\"params\":{{{member}}}}}\n"), 1),
    }
}

/// What is answered to a request of the server's: nothing is there that it could have, and it is there itself.
fn reply(id: &str, method: &str) -> Vec<u8> {
    let outcome = if method == "ping" {
        "\"result\":{}"
    } else {
        "\"error\":{\"code\":-32601,\"message\":\"not here\"}"
    };
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},{outcome}}}\n").into_bytes()
}
