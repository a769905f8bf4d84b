//! The rule book: every rule of every revision, as data.
//!
//! A row says how much a rule weighs in which revision, who has to keep it, where it shows, and whether it is judged
//! here. What it says is in the text tables, in the reader's language: [`Rule::text`].

mod batch;
mod caching;
mod cancel;
mod completion;
mod elicitation;
mod framing;
mod http;
mod input;
mod jsonrpc;
mod lifecycle;
mod logging;
mod meta;
mod modern;
mod pages;
mod ping;
mod progress;
mod prompts;
mod resources;
mod results;
mod roots;
mod sampling;
mod schema;
mod streams;
mod tasks;
mod time;
mod tools;

use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use super::text::{Language, Text};
use crate::proto::mcp::Version;
use crate::proto::rule::RuleId;

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Worth knowing; nothing is wrong.
    Note,
    /// Not as it should be.
    Warning,
    /// Not allowed.
    Error,
}

impl Level {
    /// Its name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// The word with which the specification gives a rule its weight (RFC 2119).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// It must be so.
    Must,
    /// It must not be so.
    MustNot,
    /// It should be so.
    Should,
    /// It should not be so.
    ShouldNot,
    /// It may be so.
    May,
    /// No demand at all; worth knowing.
    Info,
}

impl Strength {
    /// What it makes of a breach.
    #[must_use]
    pub const fn level(self) -> Level {
        match self {
            Self::Must | Self::MustNot => Level::Error,
            Self::Should | Self::ShouldNot => Level::Warning,
            Self::May | Self::Info => Level::Note,
        }
    }

    /// The word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Must => "MUST",
            Self::MustNot => "MUST NOT",
            Self::Should => "SHOULD",
            Self::ShouldNot => "SHOULD NOT",
            Self::May => "MAY",
            Self::Info => "INFO",
        }
    }
}

/// Who has to keep a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// The client.
    Client,
    /// The server.
    Server,
    /// Either side, or both.
    Either,
}

/// Where a breach shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// In the bytes, before anything is decoded.
    Bytes,
    /// In one message.
    Message,
    /// In several messages together.
    Trace,
    /// In the envelope of HTTP.
    Http,
    /// In what the processes do, and when.
    Process,
    /// Nowhere on the wire.
    Nowhere,
}

/// Whether a rule is judged here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It is.
    Judged,
    /// No conversation can show whether it is kept.
    NotVisible,
    /// A conversation could show it, but this judge does not see what it would take.
    OutOfReach(Reason),
}

/// Why a rule is out of reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// It takes the processes: standard error, signals, exit codes, how long somebody waits.
    Process,
    /// It takes more than one connection.
    OneConnection,
    /// It takes what a side means to do, knows or keeps to itself: the same bytes can be right and wrong.
    Intent,
    /// It allows something: there is nothing to break.
    Permission,
}

/// One rule.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Its name.
    pub id: RuleId,
    /// From which revision to which it holds, and how strictly; a revision in none of these does not have it.
    pub levels: &'static [(Version, Version, Strength)],
    /// Who has to keep it.
    pub who: Who,
    /// Where a breach shows.
    pub seen: Seen,
    /// Whether it is judged here.
    pub status: Status,
    /// Whether it follows from the schema or from JSON-RPC 2.0 rather than from a sentence of the specification.
    pub is_derived: bool,
}

/// Rules that belong together.
#[derive(Debug)]
pub struct Area {
    /// Its name in file names and in the documentation.
    pub name: &'static str,
    /// The pages of the specification that it follows, below the folder of a revision.
    pub pages: &'static [&'static str],
    /// The rules.
    pub rules: &'static [Rule],
}

/// Judged rules of which a part is not seen, and which. What cannot be told from the wire with certainty is not told.
#[rustfmt::skip]
pub const PARTLY: &[(&str, &str)] = &[
    ("FR-01", "a raw line feed within a string is told as two lines that are no messages"),
    ("JR-16", "a wrong code is told; silence is tolerated"),
    ("JR-17", "a wrong code is told; silence is tolerated"),
    ("JR-18", "a wrong code is told; that a method is unknown to a server which may extend the protocol is not known"),
    ("JR-19", "only for parameters that do not fit their schema; what is a failure of the receiver is not known"),
    ("BA-04", "the client's bodies"),
    ("BA-05", "an empty array is told; how it is answered is not looked at"),
    ("LC-07", "a revision that was never released and is sent back, and an error that names what could have been offered"),
    ("LC-10", "only for revisions that no client can know"),
    ("LC-11", "capabilities; methods of other revisions are JR-26"),
    ("LC-16", "only for errors that speak of versions"),
    ("MT-01", "`_meta` of parameters and results, not that of their parts"),
    ("MT-02", "`_meta` of parameters and results, not that of their parts"),
    ("MT-03", "`_meta` of parameters and results, not that of their parts"),
    ("MT-04", "a prefix of one word is told; whether a domain exists is not known"),
    ("MT-09", "the form of the error; whether it was due is not known"),
    ("ER-05", "the three codes of 2026-07-28 that were added for it"),
    ("CN-10", "an answer that speaks of cancelling after the client has hung up, and from 2026-07-28 on one that comes all the same; what goes on within a server is not seen"),
    ("PG-01", "what the answer holds; how long it took is not judged"),
    ("TL-03", "keywords whose values have the wrong form, not whole dialects"),
    ("TL-09", "types, required members, enumerations and limits, not every keyword"),
    ("TL-12", "once the whole list of tools was read"),
    ("TL-14", "types, required members, enumerations and limits, not every keyword"),
    ("TL-15", "errors for calls in order; whose failure it was is not known"),
    ("TL-16", "what was not declared; whether a change was kept silent is not known"),
    ("TL-24", "how a tool marks its parameters; that an integer keeps its digits in a header is asked of calls over HTTP only"),
    ("TL-25", "a tool that is called; whether its user was shown it is not known"),
    ("RE-03", "braces and names of templates, not all of RFC 6570"),
    ("RE-05", "when the error says that there is no such resource"),
    ("RE-06", "when the error says that there is no such resource"),
    ("RE-07", "any empty list of contents"),
    ("RE-11", "what was not declared; whether a change was kept silent is not known"),
    ("RE-14", "the scheme and the characters, not all of RFC 3986"),
    ("PT-07", "once the whole list of prompts was read"),
    ("PT-08", "what was not declared; whether a change was kept silent is not known"),
    ("SM-08", "a refusal is known by the words of the error"),
    ("EL-09", "the server's half"),
    ("EL-10", "types, required members, enumerations and limits, not every keyword"),
    ("TK-08", "that the result names its task; whether it is the result of the request is not known"),
    ("TK-09", "tasks that are named twice; whether another message belongs to a task is not known"),
    ("TX-04", "what the status demands, and clients that did not declare; which tasks exist is not known"),
    ("TX-05", "tools that failed; keys that come back are not told"),
    ("HT-01", "an address that takes messages no longer, and a session that goes on at another one"),
    ("HT-02", "messages that are sent by another method"),
    ("HT-04", "a body with several messages, and one with nothing; one that is no message, or that is an answer in 2026-07-28, is told as that"),
    ("HT-07", "a stream that ends without the answer, what comes after it, and what says by itself that it belongs to another request"),
    ("HT-08", "a page from elsewhere that a server on this machine has answered; where a server lets others read its answers it means to"),
    ("HT-11", "other content, and 404 where there are no sessions; a server may have another reason to refuse"),
    ("HT-13", "requests and answers, and notifications that follow each other; two can be of one wording"),
    ("HT-14", "within a session that has an id; whether an id tells its stream is not known"),
    ("HT-15", "ids that were never given, and what belongs to another stream; whether a client wants to come back is not known"),
    ("HT-16", "streams for requests; that a server gives no ids, and so offers nothing to come back to, is a note, and how a stream begins is told once"),
    ("HT-17", "the characters; whether an id is unique and cannot be guessed is not known"),
    ("HT-20", "after a DELETE, and after a 404"),
    ("HT-21", "a DELETE that does not say which session; whether a session is still needed is not known"),
    ("HT-23", "a refusal that speaks of the header; what a server takes for granted is not seen"),
    ("HT-24", "revisions that were never released, and those that the server does not name"),
    ("HT-25", "notifications/cancelled over HTTP in 2026-07-28; what a side means by going away before is not known"),
    ("HT-50", "requests, where the headers are seen to be wrong"),
    ("HT-53", "what the client writes; whether the server decodes it shows in its answer only"),
    ("HT-54", "once the tool was listed"),
    ("HT-55", "the status of the error; that a method is unknown to a server which may extend the protocol is not known"),
    ("HT-58", "the header, the methods and session ids; how long a stream was silent is not judged"),
    ("HT-59", "the same id again, and a GET that wants to go on"),
    ("HS-01", "answers on a stream that has not said the address, and events of other kinds"),
    ("HS-02", "by its path"),
    ("HS-03", "a page from elsewhere that a server on this machine has answered; where a server lets others read its answers it means to"),
    ("SC-02", "keywords whose values have the wrong form, not whole dialects"),
];

/// The whole book.
pub const BOOK: &[Area] = &[
    framing::AREA,
    jsonrpc::AREA,
    batch::AREA,
    lifecycle::AREA,
    modern::AREA,
    meta::AREA,
    results::AREA,
    time::AREA,
    ping::AREA,
    cancel::AREA,
    progress::AREA,
    logging::AREA,
    pages::AREA,
    completion::AREA,
    tools::AREA,
    resources::AREA,
    prompts::AREA,
    roots::AREA,
    sampling::AREA,
    elicitation::AREA,
    tasks::AREA,
    streams::AREA,
    input::AREA,
    caching::AREA,
    http::AREA,
    schema::AREA,
];

impl Rule {
    /// The rule called `id`.
    #[must_use]
    pub fn find(id: &str) -> Option<&'static Self> {
        // A view of a judged session asks for hundreds of them.
        static BY_ID: LazyLock<HashMap<&'static str, &'static Rule, FixedState>> =
            LazyLock::new(|| Rule::all().map(|rule| (rule.id.as_str(), rule)).collect());
        BY_ID.get(id).copied()
    }

    /// Every rule, area by area.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        BOOK.iter().flat_map(|area| area.rules)
    }

    /// How strict the rule is in `version`; `None` where that revision does not have it.
    #[must_use]
    pub fn strength(&self, version: Version) -> Option<Strength> {
        let here = |(since, until, _): &&(Version, Version, Strength)| *since <= version && version <= *until;
        self.levels.iter().find(here).map(|(_, _, strength)| *strength)
    }

    /// The area that the rule belongs to.
    #[must_use]
    pub fn area(&self) -> &'static Area {
        let own = |area: &&Area| area.rules.iter().any(|rule| rule.id == self.id);
        BOOK.iter().find(own).unwrap_or(&BOOK[0])
    }

    /// Its words in `language`.
    #[must_use]
    pub fn text(&self, language: Language) -> &'static Text {
        Text::find(language, self.id)
    }
}

const V1: Version = Version::V2024_11_05;
const V2: Version = Version::V2025_03_26;
const V3: Version = Version::V2025_06_18;
const V4: Version = Version::V2025_11_25;
const V5: Version = Version::V2026_07_28;

const fn row(
    id: &'static str,
    levels: &'static [(Version, Version, Strength)],
    who: Who,
    seen: Seen,
    status: Status,
) -> Rule {
    Rule { id: RuleId::new(id), levels, who, seen, status, is_derived: false }
}

impl Rule {
    const fn derived(mut self) -> Self {
        self.is_derived = true;
        self
    }
}
