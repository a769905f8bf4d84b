//! What can be wrong with an exchange, as a client sees it.

use core::fmt;

use super::param::BadMark;
use super::{Method, Response, name, reason};
use crate::proto::jsonrpc::{ErrorObject, Message, RequestId, decode};
use crate::proto::rule::RuleId;

/// How many characters of a body are kept to show.
const EXCERPT: usize = 200;

/// Something that a server did with an exchange and should not have done, or why a request has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A status that refuses a request, with a body that is not its answer.
    Refused(Refusal),
    /// What asks for nothing got another status than 202 (HT-05).
    NotTaken(Refusal),
    /// A GET got neither a stream nor 405 (HT-11).
    NoStream(Refusal),
    /// An answer that is neither JSON nor a stream of events (HT-06).
    WrongType(Refusal),
    /// An answer without the message that was asked for (HT-06).
    NoAnswer {
        /// Its status.
        status: u16,
    },
    /// A stream that ended before the answer and cannot be taken up: without the id of an event until 2025-11-25, in
    /// any case from 2026-07-28 on.
    CutShort {
        /// Whether streams are lost when they break.
        modern: bool,
        /// What the network says, where it was the network.
        why: Option<String>,
    },
    /// A connection that broke before there was an answer.
    Broken(String),
    /// No connection at all.
    Unreachable(String),
    /// An answer on the stream that is for none (HT-12).
    AnswerUnasked(RequestId),
    /// A message on the stream of a request that was answered (HT-07).
    AfterAnswer,
    /// A session id that is no visible ASCII (HT-17).
    BadSession(String),
    /// The session is over (HT-20).
    SessionOver,
    /// An answer, or an event, of more bytes than are taken.
    TooLong {
        /// How many are.
        at_most: usize,
    },
    /// A tool whose marks of what goes into headers cannot be used: nobody may call it (HT-54).
    BadTool {
        /// The tool.
        name: String,
        /// What is wrong with them.
        why: BadMark,
    },
    /// `notifications/initialized` was not answered at all; what comes after it is no longer held back.
    NeverTaken,
}

/// An answer that is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What was asked for.
    pub method: Method,
    /// The status of the answer.
    pub status: u16,
    /// What kind of content it says it has.
    pub kind: Option<String>,
    /// Where it sends the client, which does not go there.
    pub location: Option<String>,
    /// What it wants to be shown, with 401 and 403 (HT-09).
    pub wants: Option<String>,
    /// When it may be asked again, with 429 and 503: a number of seconds, or a date.
    pub later: Option<String>,
    /// How its body begins.
    pub excerpt: String,
    /// The error in it, where its body is one that names no request of ours.
    pub error: Option<ErrorObject>,
}

impl Refusal {
    /// What is known of `answer`, whose body has been gathered as far as it goes.
    #[must_use]
    pub fn new(method: Method, answer: &Response) -> Self {
        let text = |name| answer.headers.first(name).map(excerpt).filter(|text| !text.is_empty());
        let error = match decode(&answer.body) {
            Ok(Message::Response(response)) => response.outcome.err(),
            _ => None,
        };
        Self {
            method,
            status: answer.status,
            kind: text(name::CONTENT_TYPE),
            location: text(name::LOCATION).filter(|_| (300..400).contains(&answer.status)),
            wants: text(name::AUTHENTICATE).filter(|_| matches!(answer.status, 401 | 403)),
            later: text(name::RETRY_AFTER).filter(|_| matches!(answer.status, 429 | 503)),
            excerpt: excerpt(&answer.body),
            error,
        }
    }

    /// The rule that a status most often speaks of.
    const fn rule(&self) -> RuleId {
        RuleId::new(match self.status {
            401 => "HT-09",
            403 => "HT-08",
            404 | 405 => "HT-01",
            406 => "HT-03",
            415 => "HT-04",
            _ => "HT-06",
        })
    }
}

impl Fault {
    /// The rule that it is about, where there is one.
    #[must_use]
    pub const fn rule(&self) -> Option<RuleId> {
        Some(RuleId::new(match self {
            Self::Refused(refusal) => return Some(refusal.rule()),
            Self::NotTaken(_) | Self::NeverTaken => "HT-05",
            Self::NoStream(_) => "HT-11",
            Self::WrongType(_) | Self::NoAnswer { .. } => "HT-06",
            Self::CutShort { modern: true, .. } => "HT-59",
            Self::CutShort { modern: false, .. } | Self::AfterAnswer => "HT-07",
            Self::AnswerUnasked(_) => "HT-12",
            Self::BadSession(_) => "HT-17",
            Self::BadTool { .. } => "HT-54",
            Self::SessionOver => "HT-20",
            Self::Broken(_) | Self::Unreachable(_) | Self::TooLong { .. } => return None,
        }))
    }

    /// The error that came with it and names no request.
    #[must_use]
    pub const fn error(&self) -> Option<&ErrorObject> {
        match self {
            Self::Refused(refusal) => refusal.error.as_ref(),
            _ => None,
        }
    }

    /// Whether it may be how a server of the older era takes a request of the newer one, and not how one refuses whoever
    /// asks.
    #[must_use]
    pub const fn may_be_older(&self) -> bool {
        match self {
            Self::Refused(refusal) => matches!(refusal.status, 400 | 404..=406 | 415 | 422 | 500),
            Self::WrongType(_) | Self::NoAnswer { .. } => true,
            _ => false,
        }
    }
}

/// The beginning of what may be anything.
fn excerpt(bytes: &[u8]) -> String {
    // A character cut in half at the end is not shown.
    let window = &bytes[..bytes.len().min(4 * EXCERPT)];
    let text = String::from_utf8_lossy(window);
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(EXCERPT).collect()
}

/// A status with what it is called.
fn named(status: u16) -> String {
    format!("{status} {}", reason(status)).trim_end().to_owned()
}

/// `HTTP 403 Forbidden to POST: …`
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HTTP {} to {}", named(self.status), self.method)?;
        if let Some(wants) = &self.wants {
            write!(f, ", which wants `{wants}`")?;
        }
        if let Some(later) = &self.later {
            let unit = if later.bytes().all(|byte| byte.is_ascii_digit()) { " s" } else { "" };
            write!(f, ", which may be asked again after {later}{unit}")?;
        }
        match (&self.location, &self.error) {
            (Some(location), _) => write!(f, ", which sends us to {location}"),
            (None, Some(error)) => write!(f, ": {error}"),
            (None, None) if self.excerpt.is_empty() => Ok(()),
            (None, None) => write!(f, ": `{}`", self.excerpt),
        }
    }
}

/// What the server sent.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The page says it in its own words, on the card of the exchange: what is never said there is not loaded.
        if cfg!(target_arch = "wasm32") {
            return f.write_str("something else than an answer");
        }
        match self {
            Self::Refused(refusal) => refusal.fmt(f),
            Self::NotTaken(refusal) => write!(f, "{refusal}, where 202 says that a message was taken"),
            Self::NoStream(refusal) => {
                write!(f, "{refusal}, where a stream of events is due, or 405 when there is none")
            }
            Self::WrongType(refusal) => {
                match &refusal.kind {
                    Some(kind) => write!(f, "{kind}")?,
                    None => f.write_str("something without a Content-Type")?,
                }
                write!(f, ", which is neither JSON nor a stream of events: `{}`", refusal.excerpt)
            }
            Self::NoAnswer { status } => {
                write!(f, "HTTP {} without the answer in it", named(*status))
            }
            Self::CutShort { why, .. } => {
                f.write_str("a stream that ended before the answer")?;
                why.as_ref().map_or(Ok(()), |why| write!(f, " ({why})"))
            }
            Self::Broken(why) => write!(f, "no answer: the connection broke ({why})"),
            Self::Unreachable(why) => write!(f, "nothing: there is no connection to it ({why})"),
            Self::AnswerUnasked(id) => {
                write!(f, "the answer to request {id} on the stream of a GET, which has none")
            }
            Self::AfterAnswer => f.write_str("a message on the stream of a request that was answered"),
            Self::BadSession(id) => write!(f, "a session id that is no visible ASCII: {id:?}"),
            Self::BadTool { name, why } => write!(f, "the tool {name:?}, which cannot be called: {why}"),
            Self::SessionOver => f.write_str("HTTP 404 Not Found: the session is over"),
            Self::TooLong { at_most } => write!(f, "more than {at_most} bytes at once"),
            Self::NeverTaken => {
                f.write_str("nothing, where 202 says that notifications/initialized was taken")
            }
        }
    }
}

impl std::error::Error for Fault {}
