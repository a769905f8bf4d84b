//! What came of a case.

mod http;

use super::case::{Begin, Case, Kind, Need, Want};
use super::heard::at;
use super::player::{ALIVE, Conversation};
use super::profile::Profile;
use crate::lint::{Finding, Level, Options, judge};
use crate::proto::json::{RawJson, kind_of};
use crate::proto::jsonrpc::{ErrorCode, Response};
use crate::proto::mcp::{CallToolResult, Version};
use crate::proto::session::Side;

/// The rule that a server breaks which does not answer, or is not there any more.
const ANSWERED: &str = "JR-20";

/// Rules about which answer belongs to which request.
const ASTRAY: [&str; 4] = ["JR-06", "JR-07", "JR-08", ANSWERED];

/// What a case has shown in one revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Everything came that must come.
    Passed,
    /// Something else came; this is what it weighs.
    Broken(Level),
    /// The server has not what it takes.
    Skipped(Need),
}

/// What came of a case in one revision.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// In one word.
    pub outcome: Outcome,
    /// What was wrong.
    pub complaints: Vec<Complaint>,
    /// What the judge has seen in the conversation that is about other rules than the case.
    pub beside: Vec<Finding>,
}

/// One thing that was wrong.
#[derive(Debug, Clone)]
pub struct Complaint {
    /// The rule that was broken.
    pub rule: &'static str,
    /// What it weighs.
    pub level: Level,
    /// What is wrong.
    pub what: What,
}

/// What is wrong.
#[derive(Debug, Clone)]
pub enum What {
    /// Something must come, and something else came.
    Missing(Want, Got),
    /// The judge has found it.
    Found(Finding),
}

/// What came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Got {
    /// Nothing at all.
    Nothing,
    /// Nothing, and the server's output has ended: the words of its status, where it has one.
    Ended(Option<String>),
    /// A result, as JSON.
    Result(String),
    /// A result of a tool that failed.
    ToolError(String),
    /// An error: its code and its message.
    Error(i64, String),
    /// So many answers.
    Answers(usize),
    /// Something else at the place: JSON, or nothing.
    Member(Option<String>),
    /// An answer that is none.
    Line(String),
    /// The same in the other order.
    Reversed,
    /// The server is still running.
    Running,
    /// The pages do not end, or one of them did not come.
    Endless,
    /// An answer of HTTP: its status, and how its body begins.
    Status(u16, String),
    /// The connection broke, for this reason.
    Broken(String),
    /// A stream of events that ended without it.
    StreamEnd,
    /// A stream of events that is still open.
    OpenStream,
    /// An answer of this media type, if it says any.
    Kind(Option<String>),
    /// A header with this value, or none.
    Header(Option<String>),
    /// A message that should not be there, in short.
    Message(String),
}

impl Verdict {
    /// That `case` cannot be tried.
    #[must_use]
    pub fn skipped(need: Need) -> Self {
        Self { outcome: Outcome::Skipped(need), complaints: Vec::new(), beside: Vec::new() }
    }

    /// Judges what came of `case` with a server that is `profile`.
    #[must_use]
    pub fn of(case: &Case, profile: &Profile, talk: &Conversation) -> Self {
        let version = profile.version;
        if let Some(need) = talk.lacks {
            return Self::skipped(need);
        }
        let trial = Trial { profile, talk };
        let level = case.level(version).unwrap_or(case.most);
        let missing =
            |rule, level| move |(want, got)| Complaint { rule, level, what: What::Missing(want, got) };
        let mut complaints: Vec<_> = case
            .wants
            .iter()
            .filter_map(|want| trial.lacks(want).map(|got| (*want, got)))
            .map(missing(case.rule, level))
            .collect();
        let is_dead = || trial.one(ALIVE).err().map(|got| (Want::Answer(ALIVE), got));
        if case.is_open() {
            complaints.extend(is_dead().map(missing(ANSWERED, Level::Error.min(case.most))));
        }
        // Before the handshake nobody knows the revision; nor does the server.
        let is_known = case.begin != Begin::Nothing || !profile.has_handshake();
        let options = Options { version: is_known.then_some(version), ..Options::default() };
        // A note is worth knowing, and nothing is wrong.
        let counts = |it: &Finding| it.blame == Side::Server && it.level > Level::Note;
        let found = judge(&talk.trace, &options).into_iter().filter(counts);
        // What was said already is not said again in other words, nor that its answer went astray.
        let told: Vec<_> = complaints.iter().map(|complaint| complaint.rule).collect();
        let is_told = |rule: &str| told.contains(&rule) || ASTRAY.contains(&rule) && !told.is_empty();
        // A status has told the client that there will be no answer.
        let is_refused = |rule: &str| rule == ANSWERED && trial.has_refused();
        let found = found.filter(|it| !is_told(it.rule.as_str()) && !is_refused(it.rule.as_str()));
        let (mut own, beside): (Vec<_>, Vec<_>) = found.partition(|it| it.rule.as_str() == case.rule);
        own.dedup_by(|a, b| a.expected == b.expected && a.seen == b.seen);
        complaints.extend(own.into_iter().map(|finding| Complaint {
            rule: case.rule,
            level: finding.level.min(case.most),
            what: What::Found(finding),
        }));
        let worst = complaints.iter().map(|complaint| complaint.level).max();
        Self { outcome: worst.map_or(Outcome::Passed, Outcome::Broken), complaints, beside }
    }
}

/// A conversation that is looked at.
struct Trial<'a> {
    profile: &'a Profile,
    talk: &'a Conversation,
}

impl Trial<'_> {
    /// What is there instead of what is wanted; nothing if it is there.
    fn lacks(&self, want: &Want) -> Option<Got> {
        let outcome = match *want {
            Want::Result(id) => self.result(id).map(drop),
            Want::Holds(id, pointer, kind) => {
                self.result(id).and_then(|result| self.holds(at(result, pointer), kind))
            }
            Want::Error(id, codes) => self.error(id, codes).map(drop),
            Want::ErrorHolds(id, pointer, kind) => {
                self.error(id, &[]).and_then(|data| self.holds(data.and_then(|data| at(data, pointer)), kind))
            }
            Want::ToolError(id) => self.one(id).and_then(|answer| match got(answer) {
                Got::ToolError(_) => Ok(()),
                other => Err(other),
            }),
            Want::Answer(id) => match self.one(id) {
                // Over HTTP a status that refuses it says that nothing more will come.
                Err(Got::Status(400..=499, _)) if id != ALIVE => Ok(()),
                other => other.map(drop),
            },
            Want::Answers(id, count) => exactly(self.talk.heard.to(id).count(), count),
            Want::Silence(id) => self.talk.heard.to(id).next().map_or(Ok(()), |answer| Err(got(answer))),
            Want::NothingBut(id, codes) => self.nothing_but(id, codes),
            Want::Nameless(code) => match self.talk.heard.nameless().next() {
                Some(error) if error.code.0 == code => Ok(()),
                Some(error) => Err(Got::Error(error.code.0, error.message.clone())),
                None => Err(self.nothing_from_http().unwrap_or_else(|| self.nothing())),
            },
            Want::Before(first, second) => self.before(first, second),
            Want::All(count) => (1..=count).try_for_each(|id| self.result(&id.to_string()).map(drop)),
            Want::LastPage if self.talk.read_all_pages => Ok(()),
            Want::LastPage => Err(self.last_page()),
            Want::Told(method) if self.talk.heard.notices.iter().any(|told| told == method) => Ok(()),
            Want::Told(_) => {
                let answer = self.talk.heard.answers.iter().rfind(|answer| answer.outcome.is_err());
                Err(answer.map_or_else(|| self.nothing(), got))
            }
            Want::End if self.talk.ended.is_some() => Ok(()),
            Want::End => Err(Got::Running),
            Want::Either(wants) => {
                let got: Option<Vec<_>> = wants.iter().map(|want| self.lacks(want)).collect();
                return got.and_then(|got| got.into_iter().next());
            }
            Want::Both(wants) => return wants.iter().find_map(|want| self.lacks(want)),
            ref other => self.over_http(other),
        };
        outcome.err()
    }

    /// The one answer to the request `id`.
    fn one(&self, id: &str) -> Result<&Response, Got> {
        let mut answers = self.talk.heard.to(id);
        let Some(first) = answers.next() else {
            // An error that names no request may be meant for this one.
            let error = self.talk.heard.nameless().next().filter(|_| id != ALIVE);
            let error = error.map(|error| Got::Error(error.code.0, error.message.clone()));
            return Err(self.exchange_for(id).or(error).unwrap_or_else(|| self.nothing()));
        };
        match answers.count() {
            0 => Ok(first),
            more => Err(Got::Answers(more + 1)),
        }
    }

    fn result(&self, id: &str) -> Result<&RawJson, Got> {
        let answer = self.one(id)?;
        answer.outcome.as_ref().map_err(|_| got(answer))
    }

    /// The data of the error with one of `codes`.
    fn error(&self, id: &str, codes: &[i64]) -> Result<Option<&RawJson>, Got> {
        let answer = self.one(id)?;
        match &answer.outcome {
            Err(error) if codes.is_empty() || codes.contains(&error.code.0) => Ok(error.data.as_ref()),
            // What the headers cannot say because the body does not is missing there as well.
            Err(error) if error.code == ErrorCode::HEADER_MISMATCH && self.is_unsaid(id) => {
                Ok(error.data.as_ref())
            }
            _ => Err(got(answer)),
        }
    }

    fn holds(&self, value: Option<RawJson>, kind: Kind) -> Result<(), Got> {
        let Some(value) = value else { return Err(Got::Member(None)) };
        let text = value.as_str();
        let fits = match kind {
            Kind::Object => kind_of(text) == "an object",
            Kind::Array => kind_of(text) == "an array",
            Kind::Text => kind_of(text) == "a string",
            Kind::Revision => Version::WITH_HANDSHAKE
                .iter()
                .any(|version| text == super::profile::text_json(version.as_str())),
            Kind::Is(json) => text == self.profile.fill(json),
        };
        if fits { Ok(()) } else { Err(Got::Member(Some(text.to_owned()))) }
    }

    fn nothing_but(&self, id: &str, codes: &[i64]) -> Result<(), Got> {
        let of_id = self.talk.heard.to(id);
        let nameless = self.talk.heard.answers.iter().filter(|answer| answer.id.known().is_none());
        for answer in of_id.chain(nameless) {
            match &answer.outcome {
                Err(error) if codes.contains(&error.code.0) => {}
                _ => return Err(got(answer)),
            }
        }
        match (self.talk.heard.unreadable.first(), self.failure()) {
            (Some(line), _) => Err(Got::Line(line.clone())),
            (None, Some(failure)) => Err(failure),
            (None, None) => Ok(()),
        }
    }

    fn before(&self, first: &str, second: &str) -> Result<(), Got> {
        let place = |id: &str| {
            let answer = self.one(id)?;
            Ok(self.talk.heard.answers.iter().position(|other| core::ptr::eq(other, answer)))
        };
        let (first, later) = (place(first)?, place(second)?);
        if first < later { Ok(()) } else { Err(Got::Reversed) }
    }

    fn last_page(&self) -> Got {
        let answer = self.talk.heard.answers.iter().rfind(|answer| {
            let id = answer.id.known().map(ToString::to_string).unwrap_or_default();
            id.contains("page ") && answer.outcome.is_err()
        });
        answer.map_or(Got::Endless, got)
    }

    fn nothing(&self) -> Got {
        if self.talk.output_ended { Got::Ended(self.talk.ended.clone()) } else { Got::Nothing }
    }
}

fn exactly(count: usize, wanted: usize) -> Result<(), Got> {
    match count {
        0 if wanted > 0 => Err(Got::Nothing),
        _ if count == wanted => Ok(()),
        _ => Err(Got::Answers(count)),
    }
}

fn got(answer: &Response) -> Got {
    match &answer.outcome {
        Err(error) => Got::Error(error.code.0, error.message.clone()),
        Ok(result) => match result.parse::<CallToolResult>() {
            Ok(call) if call.is_error => Got::ToolError(result.as_str().to_owned()),
            _ => Got::Result(result.as_str().to_owned()),
        },
    }
}
