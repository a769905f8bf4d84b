//! Plays one case: bytes and the time go in, bytes and the next wake-up come out.

use core::time::Duration;
use std::collections::{BTreeMap, VecDeque};

use super::case::{Ask, Case, Step};
use super::heard::{Heard, at};
use super::profile::{BEGIN, Profile, SURVEY, text_json};
use crate::proto::time::Instant;
use crate::trace::{Lane, Trace, TraceEntry};

/// The id of the last request, which must be answered whatever came before.
pub(super) const ALIVE: &str = "\"still there?\"";

/// How many pages of a list are asked for.
const MOST_PAGES: usize = 200;

/// How much of what came is kept: a server that floods us fills no memory.
const MOST_KEPT: usize = 64 << 20;

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

/// What a player wants done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Output {
    /// Write this to the server, and flush.
    Write(Vec<u8>),
    /// Close the server's input.
    Close,
}

enum Act {
    /// The case itself begins.
    Begin,
    Write(Vec<u8>),
    Wait(String),
    Pause(Duration),
    Page {
        method: &'static str,
        cursor: Option<String>,
        number: usize,
    },
    Turn {
        method: &'static str,
        number: usize,
    },
    Close,
    End,
}

/// Plays one case with one server. After each of its `handle_` methods [`poll_output`](Self::poll_output) comes, until
/// there is nothing, and then a wait until [`next_timeout`](Self::next_timeout).
pub struct Player<'a> {
    profile: &'a Profile,
    pace: Pace,
    acts: VecDeque<Act>,
    out: VecDeque<Output>,
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
    /// With which entry of the trace the case itself begins.
    pub begins: usize,
    /// Whether a list was read to its end.
    pub read_all_pages: bool,
    /// Whether the server's output has ended.
    pub output_ended: bool,
    /// How the server ended by itself: the words of its status.
    pub ended: Option<String>,
    /// The last lines that it wrote to standard error.
    pub last_words: Vec<String>,
}

impl<'a> Player<'a> {
    /// Plays `case` with a server that is `profile`.
    #[must_use]
    pub fn new(case: &Case, profile: &'a Profile, pace: Pace) -> Self {
        let mut acts = VecDeque::new();
        for (line, is_answered) in profile.opening(case.begin, case.id == SURVEY.id) {
            acts.push_back(Act::Write(line.into_bytes()));
            if is_answered {
                acts.push_back(Act::Wait(BEGIN.to_owned()));
            }
        }
        acts.push_back(Act::Begin);
        let mut player = Self {
            profile,
            pace,
            acts,
            out: VecDeque::new(),
            deadline: None,
            asked: BTreeMap::new(),
            cursors: Vec::new(),
            kept: 0,
            talk: Conversation::default(),
        };
        case.steps.iter().for_each(|step| player.plan(step));
        if case.is_open() {
            player.ask(Ask { id: ALIVE, method: "$easy", params: "", meta: "" });
            player.acts.push_back(Act::Wait(ALIVE.to_owned()));
            player.acts.push_back(Act::Pause(pace.settle));
        }
        player
    }

    fn ask(&mut self, ask: Ask) {
        self.acts.push_back(Act::Write(self.profile.line(&ask).into_bytes()));
    }

    fn plan(&mut self, step: &Step) {
        let profile = self.profile;
        let easy = |id| Ask { id, method: "$easy", params: "", meta: "" };
        let one_by_one = Duration::from_millis(1);
        match *step {
            Step::Ask(ask) => self.ask(ask),
            Step::Tell(method, params) => {
                let params = profile.fill(params);
                let params = if params.is_empty() { params } else { format!(",\"params\":{{{params}}}") };
                let line = format!("{{\"jsonrpc\":\"2.0\",\"method\":\"{method}\"{params}}}\n");
                self.acts.push_back(Act::Write(line.into_bytes()));
            }
            Step::Line(text) => self.acts.push_back(Act::Write((profile.fill(text) + "\n").into_bytes())),
            Step::Bytes(bytes) => self.acts.push_back(Act::Write(bytes.to_vec())),
            Step::Slowly(ask) => {
                for byte in profile.line(&ask).into_bytes() {
                    self.acts.extend([Act::Write(vec![byte]), Act::Pause(one_by_one)]);
                }
            }
            Step::Burst(count) => {
                let line = |number: u32| profile.line(&easy("#")).replacen('#', &number.to_string(), 1);
                self.acts.push_back(Act::Write((1..=count).map(line).collect::<String>().into_bytes()));
            }
            Step::Long(id, length) => {
                let meta = format!("\"com.example.wirelab/filler\":\"{}\"", "x".repeat(length));
                self.filled(id, &meta);
            }
            Step::Deep(id, depth) => {
                let meta = format!("\"com.example.wirelab/deep\":{}{}", "[".repeat(depth), "]".repeat(depth));
                self.filled(id, &meta);
            }
            Step::Junk(lines) => {
                let line = |number: usize| format!("wirelab: line {number} of no message at all\n");
                self.acts.push_back(Act::Write((1..=lines).map(line).collect::<String>().into_bytes()));
            }
            Step::Wait(id) => self.acts.push_back(Act::Wait(id.to_owned())),
            Step::Pause(millis) => self.acts.push_back(Act::Pause(Duration::from_millis(millis))),
            Step::Pages(method) => {
                self.acts.push_back(Act::Page { method, cursor: None, number: 1 });
            }
            Step::Close => self.acts.extend([Act::Close, Act::End]),
        }
    }

    /// An easy request with `meta` that is made up here.
    fn filled(&mut self, id: &'static str, meta: &str) {
        let marker = "\"#\":0";
        let line = self.profile.line(&Ask { id, method: "$easy", params: "", meta: marker });
        self.acts.push_back(Act::Write(line.replacen(marker, meta, 1).into_bytes()));
    }

    /// Begins; nothing was heard so far.
    pub fn begin(&mut self, now: Instant) {
        self.advance(now);
    }

    /// Takes what the server has written.
    pub fn handle_bytes(&mut self, now: Instant, bytes: &[u8]) {
        self.kept += bytes.len();
        if self.kept > MOST_KEPT {
            self.acts.clear();
            return;
        }
        self.talk.trace.entries.push(TraceEntry::new(now, Lane::ServerToClient, bytes));
        for (id, method) in self.talk.heard.feed(bytes) {
            let id = id.to_json();
            let answer = if method == "ping" {
                format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}}}}\n")
            } else {
                format!(
                    "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{{\"code\":-32601,\"message\":\"not here\"}}}}\n"
                )
            };
            self.write(now, answer.into_bytes());
        }
        self.advance(now);
    }

    /// Learns that the server's output has ended.
    pub fn handle_end(&mut self, now: Instant) {
        if !core::mem::replace(&mut self.talk.output_ended, true) {
            self.talk.trace.entries.push(TraceEntry::end(now, Lane::ServerToClient));
        }
        self.advance(now);
    }

    /// Learns that the time has come which [`next_timeout`](Self::next_timeout) named.
    pub fn handle_timeout(&mut self, now: Instant) {
        self.advance(now);
    }

    /// What is to be done next.
    pub fn poll_output(&mut self) -> Option<Output> {
        self.out.pop_front()
    }

    /// When to wake up.
    #[must_use]
    pub fn next_timeout(&self) -> Option<Instant> {
        self.deadline
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

    fn write(&mut self, now: Instant, bytes: Vec<u8>) {
        self.talk.trace.entries.push(TraceEntry::new(now, Lane::ClientToServer, bytes.clone()));
        self.out.push_back(Output::Write(bytes));
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
            Act::Write(bytes) => {
                self.write(now, bytes);
                None
            }
            Act::Close => {
                self.talk.trace.entries.push(TraceEntry::end(now, Lane::ClientToServer));
                self.out.push_back(Output::Close);
                None
            }
            Act::Wait(id) => {
                let expected = self.asked.get(&id).copied().unwrap_or(0) + 1;
                let patience = if self.kept == 0 { self.pace.start } else { self.pace.answer };
                let came = self.talk.heard.to(&id).count() >= expected;
                if came || self.talk.output_ended || self.is_late(now, patience) {
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
                self.write(now, line.into_bytes());
                self.acts.push_front(Act::Turn { method, number });
                self.acts.push_front(Act::Wait(page_id(number)));
                None
            }
            Act::Turn { method, number } => {
                self.turn(method, number);
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
