//! What a case comes to, one act after the other.

use core::time::Duration;
use std::collections::VecDeque;

use super::{ALIVE, Pace};
use crate::check::case::{Ask, Begin, Case, Send, Step};
use crate::check::exchanged::OWN_STREAM;
use crate::check::profile::{BEGIN, Profile, SURVEY};

/// One thing after the other.
pub(super) enum Act {
    /// The case itself begins.
    Begin,
    /// Messages are sent, all at once.
    Write(Vec<Vec<u8>>),
    /// What only some wires can is done.
    Deed(Deed),
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
    End,
}

/// What only some wires can.
#[derive(Debug, Clone, Copy)]
pub enum Deed {
    /// The server's input is closed.
    Close,
    /// A request of HTTP is made.
    Send(Send),
    /// Its answer is waited for.
    Reply(&'static str),
    /// The end of its stream is.
    Ended(&'static str),
    /// An event with an id is.
    Event(&'static str),
    /// It is hung up on.
    HangUp(&'static str),
    /// A stream of the server's own is asked for.
    Listen,
    /// The session is forgotten.
    Forget,
    /// There is a session, or there is none at all.
    Belong,
    /// Every session is ended.
    Leave,
}

/// The acts of `case`, from the first word to the last.
pub(super) fn acts(case: &Case, profile: &Profile, pace: Pace) -> VecDeque<Act> {
    let mut plan = Plan { profile, acts: VecDeque::new() };
    plan.open(case.begin, case.id == SURVEY.id);
    // A case about HTTP says itself which streams there are.
    if profile.has_handshake() && case.begin == Begin::Whole && !case.is_about_http() {
        plan.deed(Deed::Listen);
    }
    plan.acts.push_back(Act::Begin);
    case.steps.iter().for_each(|step| plan.step(step));
    if case.id == SURVEY.id {
        plan.deed(Deed::Reply(OWN_STREAM));
    }
    if case.is_open() {
        if profile.has_handshake() {
            plan.deed(Deed::Belong);
        }
        plan.ask(Ask { id: ALIVE, method: "$easy", params: "", meta: "" });
        plan.acts.push_back(Act::Wait(ALIVE.to_owned()));
        plan.acts.push_back(Act::Pause(pace.settle));
    }
    plan.deed(Deed::Leave);
    plan.acts
}

/// The acts of a handshake.
pub(super) fn handshake(profile: &Profile) -> VecDeque<Act> {
    let mut plan = Plan { profile, acts: VecDeque::new() };
    plan.open(Begin::Whole, false);
    plan.acts
}

struct Plan<'a> {
    profile: &'a Profile,
    acts: VecDeque<Act>,
}

impl Plan<'_> {
    fn open(&mut self, begin: Begin, is_survey: bool) {
        for (line, is_answered) in self.profile.opening(begin, is_survey) {
            self.write(line);
            if is_answered {
                self.acts.push_back(Act::Wait(BEGIN.to_owned()));
            }
        }
    }

    fn write(&mut self, message: impl Into<Vec<u8>>) {
        self.acts.push_back(Act::Write(vec![message.into()]));
    }

    fn deed(&mut self, deed: Deed) {
        self.acts.push_back(Act::Deed(deed));
    }

    fn ask(&mut self, ask: Ask) {
        self.write(self.profile.line(&ask));
    }

    fn step(&mut self, step: &Step) {
        let profile = self.profile;
        let easy = |id| Ask { id, method: "$easy", params: "", meta: "" };
        let one_by_one = Duration::from_millis(1);
        match *step {
            Step::Ask(ask) => self.ask(ask),
            Step::Tell(method, params) => self.write(profile.told(method, params)),
            Step::Line(text) => self.write(profile.fill(text) + "\n"),
            Step::Bytes(bytes) => self.write(bytes),
            Step::Slowly(ask) => {
                for byte in profile.line(&ask).into_bytes() {
                    self.write([byte]);
                    self.acts.push_back(Act::Pause(one_by_one));
                }
            }
            Step::Burst(count) => {
                let line = |number: u32| profile.line(&easy("#")).replacen('#', &number.to_string(), 1);
                self.acts.push_back(Act::Write((1..=count).map(|number| line(number).into()).collect()));
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
                self.acts.push_back(Act::Write((1..=lines).map(|number| line(number).into()).collect()));
            }
            Step::Wait(id) => self.acts.push_back(Act::Wait(id.to_owned())),
            Step::Pause(millis) => self.acts.push_back(Act::Pause(Duration::from_millis(millis))),
            Step::Pages(method) => self.acts.push_back(Act::Page { method, cursor: None, number: 1 }),
            Step::Close => {
                self.deed(Deed::Close);
                self.acts.push_back(Act::End);
            }
            Step::Send(send) => self.deed(Deed::Send(send)),
            Step::Reply(name) => self.deed(Deed::Reply(name)),
            Step::Ended(name) => self.deed(Deed::Ended(name)),
            Step::Event(name) => self.deed(Deed::Event(name)),
            Step::HangUp(name) => self.deed(Deed::HangUp(name)),
            Step::Anew => {
                self.deed(Deed::Forget);
                self.open(Begin::Whole, false);
            }
        }
    }

    /// An easy request with `meta` that is made up here.
    fn filled(&mut self, id: &'static str, meta: &str) {
        let marker = "\"#\":0";
        let line = self.profile.line(&Ask { id, method: "$easy", params: "", meta: marker });
        self.write(line.replacen(marker, meta, 1));
    }
}
