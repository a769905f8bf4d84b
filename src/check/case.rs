//! What a case is made of.

mod http;

pub use http::{Carried, Change, Send};
pub(super) use http::{ask_by, send};

use crate::lint::{Level, Rule};
use crate::proto::mcp::Version;

/// One thing that a server is tried with, and what must come of it.
#[derive(Debug, Clone, Copy)]
pub struct Case {
    /// Its name: the area, a dot, and what is tried.
    pub id: &'static str,
    /// The rule that it is about.
    pub rule: &'static str,
    /// The first revision that it is tried in.
    pub since: Version,
    /// The last one.
    pub until: Version,
    /// What the server must have for it to be tried.
    pub needs: &'static [Need],
    /// How far the conversation is before the first step.
    pub begin: Begin,
    /// What is done, one after the other. [`Case::is_open`] tells what comes after the last.
    pub steps: &'static [Step],
    /// What must have come back at the end.
    pub wants: &'static [Want],
    /// The most that a breach weighs, whatever the rule says.
    pub most: Level,
    /// Whether nobody reads what the server writes to standard error.
    pub ignores_stderr: bool,
    /// What has to be between the two.
    pub wire: On,
}

/// What a case needs to be between client and server.
#[derive(Debug, Clone, Copy)]
pub enum On {
    /// Pipes or HTTP.
    Either,
    /// Pipes; over HTTP it has no meaning in these revisions, for this reason.
    Pipes((Version, Version), Need),
    /// HTTP.
    Http,
}

/// How far a conversation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begin {
    /// Nothing was said.
    Nothing,
    /// `initialize` was answered.
    Half,
    /// The handshake is over; where there is none, a request was answered.
    Whole,
}

/// What a case takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// A capability, or with a dot a part of one.
    Has(&'static str),
    /// That it is not there.
    HasNot(&'static str),
    /// A tool that may be called.
    Tool,
    /// That the tool which may be called marks one of the arguments that it is called with, to be repeated in a header.
    MarkedTool,
    /// A tool that takes its time.
    SlowTool,
    /// A tool with an argument that it cannot do without.
    RequiredArgument,
    /// A resource in the list.
    Resource,
    /// A prompt that needs no argument.
    Prompt,
    /// A prompt that needs one.
    PromptArgument,
    /// That it speaks no revision with a handshake.
    ModernOnly,
    /// Lines: over HTTP a body is one message, however it comes.
    Lines,
    /// A process of its own, whose input can end.
    Process,
    /// Standard error, and nobody who reads it.
    Stderr,
    /// An order between messages that were sent one after the other.
    Order,
    /// Something to belong to before `initialize`: over HTTP there is no session yet.
    Connection,
    /// A message that cancels: from 2026-07-28 on a request is cancelled over HTTP by hanging up.
    Cancellation,
    /// A session: an id on the answer to `initialize`.
    Session,
    /// A stream of the server's own: events for a GET.
    OwnStream,
    /// Events with ids.
    EventIds,
}

/// A request.
#[derive(Debug, Clone, Copy)]
pub struct Ask {
    /// The id, as JSON.
    pub id: &'static str,
    /// The method.
    pub method: &'static str,
    /// The members of its parameters, as JSON.
    pub params: &'static str,
    /// The members of `_meta`, beside those that the revision demands.
    pub meta: &'static str,
}

/// What is done. Texts have gaps, see [`Profile::fill`](super::Profile::fill).
#[derive(Debug, Clone, Copy)]
pub enum Step {
    /// A request is written, with the `_meta` that the revision demands.
    Ask(Ask),
    /// A notification is written: its method, and the members of its parameters.
    Tell(&'static str, &'static str),
    /// A line is written as it stands.
    Line(&'static str),
    /// Bytes are written as they stand.
    Bytes(&'static [u8]),
    /// A request is written byte by byte, or in as many pieces as a character of it has bytes.
    Slowly(Ask),
    /// So many requests are written at once, with the ids from 1.
    Burst(u32),
    /// A request that is so many bytes long is written.
    Long(&'static str, usize),
    /// A request is written that holds so many arrays within each other.
    Deep(&'static str, usize),
    /// So many lines that are no messages are written.
    Junk(usize),
    /// Wait for the answer to the request with this id.
    Wait(&'static str),
    /// Wait for so many milliseconds.
    Pause(u64),
    /// Ask for a list page by page, to its end.
    Pages(&'static str),
    /// End the server's input, and wait for its end.
    Close,
    /// A request of HTTP is made.
    Send(Send),
    /// Wait for the answer to the request of HTTP of this name: all of it, or of a stream its beginning.
    Reply(&'static str),
    /// Wait until the stream of this name has ended.
    Ended(&'static str),
    /// Wait for an event with an id on the stream of this name; a server that gives none is tried no further.
    Event(&'static str),
    /// Hang up on the request of HTTP of this name.
    HangUp(&'static str),
    /// Another session begins.
    Anew,
}

/// What stands at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An object.
    Object,
    /// An array.
    Array,
    /// A string.
    Text,
    /// The name of a revision that has been released.
    Revision,
    /// Exactly this JSON.
    Is(&'static str),
}

/// What must have come back. An id is written as JSON.
#[derive(Debug, Clone, Copy)]
pub enum Want {
    /// One answer, with a result.
    Result(&'static str),
    /// The result has something at a place (JSON Pointer).
    Holds(&'static str, &'static str, Kind),
    /// One answer, with one of these errors; any error where there are none.
    Error(&'static str, &'static [i64]),
    /// The error has something at a place.
    ErrorHolds(&'static str, &'static str, Kind),
    /// The result of a tool that says it failed.
    ToolError(&'static str),
    /// One answer, whatever it is.
    Answer(&'static str),
    /// So many answers.
    Answers(&'static str, usize),
    /// No answer at all.
    Silence(&'static str),
    /// Nothing at all that is no answer to something that was asked, and no result for this id: errors with one of these
    /// codes are fine.
    NothingBut(&'static str, &'static [i64]),
    /// An error without an id, with this code.
    Nameless(i64),
    /// The answer to the first came before that to the second.
    Before(&'static str, &'static str),
    /// So many requests with the ids from 1, each answered once with a result.
    All(u32),
    /// The list came to an end, page by page.
    LastPage,
    /// A notification of this method.
    Told(&'static str),
    /// The server has ended by itself.
    End,
    /// One of these.
    Either(&'static [Self]),
    /// All of these.
    Both(&'static [Self]),
    /// The request of HTTP of this name was answered with one of these statuses.
    Status(&'static str, &'static [u16]),
    /// It was refused: with any status of 400 to 499.
    Refused(&'static str),
    /// Its answer has no body.
    NoBody(&'static str),
    /// Its answer is of one of these kinds: a success, and the media types.
    Kind(&'static str, &'static [&'static str]),
    /// Its answer has this header with this value, if it is a stream.
    StreamHeader(&'static str, &'static str, &'static str),
    /// Its answer is no stream, or one that has ended.
    Over(&'static str),
    /// The session id on its answer holds nothing but visible ASCII; if there is one.
    VisibleSession(&'static str),
    /// The session ids on these two answers differ.
    OtherSession(&'static str, &'static str),
    /// No answer came on its stream.
    NoAnswers(&'static str),
    /// No message at all came on its stream.
    NoMessages(&'static str),
    /// Its stream begins with an event that has an id and no data, if it is a stream.
    Primed(&'static str),
    /// No message came on two streams.
    OnceOnly,
    /// No id stands on two events.
    OwnEventIds,
    /// The server has asked nothing.
    NoQuestions,
}

/// A case of `revisions` that tries a `rule`.
pub(super) const fn case(
    id: &'static str,
    rule: &'static str,
    revisions: (Version, Version),
    steps: &'static [Step],
    wants: &'static [Want],
) -> Case {
    Case {
        id,
        rule,
        since: revisions.0,
        until: revisions.1,
        needs: &[],
        begin: Begin::Whole,
        steps,
        wants,
        most: Level::Error,
        ignores_stderr: false,
        wire: On::Either,
    }
}

/// A request.
pub(super) const fn ask(id: &'static str, method: &'static str, params: &'static str) -> Step {
    Step::Ask(Ask { id, method, params, meta: "" })
}

/// A request with members of `_meta` of its own.
pub(super) const fn ask_with(
    id: &'static str,
    method: &'static str,
    params: &'static str,
    meta: &'static str,
) -> Step {
    Step::Ask(Ask { id, method, params, meta })
}

impl Case {
    pub(super) const fn needs(mut self, needs: &'static [Need]) -> Self {
        self.needs = needs;
        self
    }

    pub(super) const fn after(mut self, begin: Begin) -> Self {
        self.begin = begin;
        self
    }

    pub(super) const fn at_most(mut self, most: Level) -> Self {
        self.most = most;
        self
    }

    pub(super) const fn ignoring_stderr(mut self) -> Self {
        self.ignores_stderr = true;
        self
    }

    /// For pipes only: over HTTP it has no meaning, because it needs `what`.
    pub(super) const fn needs_pipes(self, what: Need) -> Self {
        let revisions = (self.since, self.until);
        self.needs_pipes_in(revisions, what)
    }

    /// The same in some revisions.
    pub(super) const fn needs_pipes_in(mut self, revisions: (Version, Version), what: Need) -> Self {
        self.wire = On::Pipes(revisions, what);
        self
    }

    pub(super) const fn over_http(mut self) -> Self {
        self.wire = On::Http;
        self
    }

    /// Whether it is about HTTP itself.
    #[must_use]
    pub const fn is_about_http(&self) -> bool {
        matches!(self.wire, On::Http)
    }

    /// What is missing over HTTP for it to be tried in `version`.
    #[must_use]
    pub fn lacks_over_http(&self, version: Version) -> Option<Need> {
        match self.wire {
            On::Pipes((since, until), need) => (since <= version && version <= until).then_some(need),
            On::Either | On::Http => None,
        }
    }

    /// The first part of its name.
    #[must_use]
    pub fn area(&self) -> &'static str {
        self.id.split_once('.').map_or(self.id, |(area, _)| area)
    }

    /// Whether it is tried in `version`.
    #[must_use]
    pub fn is_for(&self, version: Version) -> bool {
        self.since <= version && version <= self.until
    }

    /// What a breach weighs in `version`; nothing where the revision has no such rule.
    #[must_use]
    pub fn level(&self, version: Version) -> Option<Level> {
        let strength = Rule::find(self.rule)?.strength(version)?;
        Some(strength.level().min(self.most))
    }

    /// Whether the input of the server stays open: then the last thing is a request that must be answered, whatever came
    /// before.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.steps.iter().any(|step| matches!(step, Step::Close))
    }
}
