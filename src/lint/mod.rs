//! Judging a recorded conversation by the rule book.
//!
//! A [`Judge`] watches both lanes of a conversation, follows what both sides know of each other, and says which rules
//! were broken, where in the bytes and by whom. It keeps what is open, not what has passed: its memory is bounded by
//! the open requests, the lists that a server has and a few caps, not by the length of the conversation.
//!
//! ```
//! use wirelab::lint::{Language, Options, judge, primary};
//! use wirelab::proto::time::Instant;
//! use wirelab::trace::{Lane, Trace, TraceEntry};
//!
//! let said = |lane, text: &str| TraceEntry::new(Instant::ZERO, lane, text);
//! let trace = Trace::of(vec![
//!     said(Lane::ClientToServer, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n"),
//!     said(Lane::ServerToClient, "ready{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n"),
//! ]);
//! let findings = judge(&trace, &Options::default());
//! let first = primary(&findings).expect("a line that is no message");
//! assert_eq!((first.rule.as_str(), first.frame), ("FR-03", 1));
//! assert!(first.sentence(Language::English).contains("ready"), "{}", first.sentence(Language::English));
//! ```
//!
//! | part | what it is |
//! |---|---|
//! | [`BOOK`] | the rules as data; [`PARTLY`] has those of which only a part shows |
//! | [`Text`] | what they say, and what a finding says, in English and Chinese |
//! | [`TOLERATED`] | what the specification itself does not agree on, and how it is taken here |
//!
//! What went over HTTP is judged by what HTTP adds as well: entries that say their part of an exchange
//! ([`TraceEntry::http`](crate::trace::TraceEntry::http)). Without such entries nothing is spent on it.
//!
//! A broken frame gives one finding, and what depends on it is not judged: an answer that was lost in a spoilt line
//! is not also missed. What matters most among several findings is [`primary`].
#![forbid(unsafe_code)]

mod book;
mod broken;
mod checks;
mod cx;
mod finding;
mod http;
mod ids;
mod json;
mod judge;
mod lane;
mod lost;
mod talk;
mod tape;
mod text;
mod tolerated;
mod walk;

pub use book::{Area, BOOK, Level, PARTLY, Reason, Rule, Seen, Status, Strength, Who};
pub(crate) use finding::beginning;
pub use finding::{Finding, Said, primary};
pub use judge::{Judge, Options};
pub use text::{Language, Text};
pub use tolerated::{TOLERATED, Tolerated};

use crate::trace::Trace;

/// Judges a whole conversation. The findings come in the order in which they were made: what only the end shows
/// comes last.
#[must_use]
pub fn judge(trace: &Trace, options: &Options) -> Vec<Finding> {
    let mut judge = Judge::new(*options);
    let mut findings = Vec::new();
    for entry in &trace.entries {
        judge.feed(entry);
        findings.extend(core::iter::from_fn(|| judge.poll_finding()));
    }
    judge.finish();
    findings.extend(core::iter::from_fn(|| judge.poll_finding()));
    findings
}
