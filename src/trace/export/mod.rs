//! What can be made of a recording: reports for people, and recordings for other programs.
//!
//! | target | for whom | what it keeps |
//! |---|---|---|
//! | [`Target::Wire`] | Wirelab | everything |
//! | [`Target::Ndjson`] | scripts | the bodies of the frames, one a line, in order |
//! | [`Target::TraceJsonl`] | `mcp-trace-validator` | frames that are JSON, with direction and time |
//! | [`Target::Har`] | viewers of HTTP archives | messages that are JSON, each answer with its request |
//! | [`Target::Markdown`] | a bug report | all of it, for reading |
//! | [`Target::Html`] | anybody with a browser | all of it, for reading; one file, no scripts, nothing from elsewhere |
//!
//! ```
//! use wirelab::proto::time::Instant;
//! use wirelab::trace::export::{Options, Target, export};
//! use wirelab::trace::{Lane, Trace, TraceEntry};
//!
//! let ping = b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n";
//! let trace = Trace::of(vec![TraceEntry::new(Instant::ZERO, Lane::ClientToServer, ping)]);
//! assert_eq!(export(&trace, Target::Ndjson, &Options::default()).as_bytes(), ping);
//! assert!(export(&trace, Target::Markdown, &Options::default()).contains("`ping`"));
//! ```

mod har;
mod html;
mod lines;
mod markdown;
mod redact;
mod report;

pub use redact::{Redacted, Redactor, cover_head, redact};

use super::model::Trace;
use super::text::Language;
use super::wire;

/// What to make of a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Wirelab's own recording.
    Wire,
    /// One message a line.
    Ndjson,
    /// The recording of `mcp-trace-validator`.
    TraceJsonl,
    /// An archive in the manner of HAR.
    Har,
    /// A text for a bug report.
    Markdown,
    /// A page that needs nothing else.
    Html,
}

impl Target {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Wire, Self::Ndjson, Self::TraceJsonl, Self::Har, Self::Markdown, Self::Html];

    /// Its name on a command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wire => "wire",
            Self::Ndjson => "ndjson",
            Self::TraceJsonl => "trace-jsonl",
            Self::Har => "har",
            Self::Markdown => "markdown",
            Self::Html => "html",
        }
    }

    /// The target called `name`.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.name() == name)
    }

    /// How the name of a file ends that holds it.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Wire => "wire.jsonl",
            Self::Ndjson => "ndjson",
            Self::TraceJsonl => "trace.jsonl",
            Self::Har => "har",
            Self::Markdown => "md",
            Self::Html => "html",
        }
    }
}

/// Something that a judge says about a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The number of the frame, as [`frames`](super::frames()) counts them; none when it is about all of it.
    pub frame: Option<usize>,
    /// The rule.
    pub rule: String,
    /// What is wrong, in the reader's language.
    pub sentence: String,
}

/// How to make it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The language of a report.
    pub language: Language,
    /// Whether values that look secret are covered, see [`redact()`].
    pub redact: bool,
    /// What a judge has found; none when nobody has judged it.
    pub findings: Option<Vec<Finding>>,
    /// Names and values that a report should show, such as the versions of the programs in it.
    pub versions: Vec<(String, String)>,
    /// How many bytes of a frame a report shows.
    pub shown: usize,
}

impl Default for Options {
    fn default() -> Self {
        let language = Language::English;
        Self { language, redact: false, findings: None, versions: Vec::new(), shown: 4 << 10 }
    }
}

/// `bytes` as text without anything that a screen does not show or that would change what is around it.
#[must_use]
pub fn legible(bytes: &[u8]) -> String {
    report::shown(bytes, usize::MAX).text
}

/// Makes `target` of `trace`.
#[must_use]
pub fn export(trace: &Trace, target: Target, options: &Options) -> String {
    let redacted = options.redact.then(|| redact(trace));
    let (trace, covered) = match &redacted {
        Some(redacted) => (&redacted.trace, Some(redacted.count)),
        None => (trace, None),
    };
    let mut out = String::new();
    match target {
        Target::Wire => match covered {
            Some(count) => {
                let mut heading = trace.heading.clone();
                heading.notes.push(report::covered(options.language, count));
                wire::write(&Trace { heading, entries: trace.entries.clone() }, &mut out);
            }
            None => wire::write(trace, &mut out),
        },
        Target::Ndjson => lines::ndjson(trace, &mut out),
        Target::TraceJsonl => lines::trace_jsonl(trace, &mut out),
        Target::Har => har::write(trace, &mut out),
        Target::Markdown => markdown::write(&report::Report::new(trace, options, covered), &mut out),
        Target::Html => html::write(&report::Report::new(trace, options, covered), &mut out),
    }
    out
}
