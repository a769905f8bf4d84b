//! What there is to say of one file, whatever it is written as.

use crate::lint::{self, Finding, Level, Options, Rule, Seen, primary};
use crate::proto::mcp::Version;
use crate::proto::session::Side;
use crate::trace::import::{self, Format, Imported};
use crate::trace::{Doubt, Doubts, Lane, TraceFrame, frames};

/// One file, judged.
pub(in crate::native::cli) struct Verdict {
    pub(super) name: String,
    pub(in crate::native::cli) read: Imported,
    frames: usize,
    /// What was found, in each conversation what matters most first.
    pub(in crate::native::cli) found: Vec<Found>,
}

/// One finding, and where it stands in the file.
pub(in crate::native::cli) struct Found {
    pub(in crate::native::cli) finding: Finding,
    /// The conversation, where the file has more than one.
    pub(super) session: Option<String>,
    /// The frame, counted over the whole file from 1.
    pub(in crate::native::cli) frame: usize,
    /// Its body.
    pub(super) body: Vec<u8>,
    /// The lines of the file that it came from, counted from 1.
    pub(super) lines: Option<(u64, u64)>,
    pub(super) doubts: Doubts,
}

impl Verdict {
    /// Judges `bytes`, read from a file called `name`.
    /// What `show` does not reach is left out.
    pub(in crate::native::cli) fn of(
        name: &str,
        bytes: &[u8],
        from: Option<Format>,
        protocol: Option<Version>,
        show: Level,
    ) -> Self {
        let read = import::read(bytes, from);
        let all = frames(&read.trace);
        let numbers = read.trace.sessions();
        let mut found = Vec::new();
        for number in &numbers {
            let options = Options { version: protocol, ..Options::default() };
            let mut findings = lint::judge(&read.trace.session(*number), &options);
            // What matters most comes first, the rest as it was found.
            if let Some(first) = primary(&findings).cloned() {
                findings.retain(|finding| *finding != first);
                findings.insert(0, first);
            }
            let session = (numbers.len() > 1).then(|| session_name(&read, *number));
            let place = |finding: Finding| Found::of(finding, session.clone(), *number, &all);
            let heard = |lane| all.iter().any(|frame| (frame.session, frame.lane) == (*number, lane));
            // Of one side alone nothing can be said that takes both.
            let whole = heard(Lane::ClientToServer) && heard(Lane::ServerToClient);
            let fair = |found: &Found| found.is_the_peers() && (whole || !found.takes_both());
            found.extend(findings.into_iter().map(place).filter(fair));
        }
        let judged = |found: &Found| found.finding.level >= show;
        found.retain(judged);
        Self { name: name.to_owned(), frames: all.len(), read, found }
    }

    /// How many frames there are.
    pub(super) fn frames(&self) -> usize {
        self.frames
    }

    /// Whether anything of `level` or worse was found.
    pub(super) fn is_at_least(&self, level: Level) -> bool {
        self.found.iter().any(|found| found.finding.level >= level)
    }

    /// How many findings of `level` there are.
    pub(super) fn count(&self, level: Level) -> usize {
        self.found.iter().filter(|found| found.finding.level == level).count()
    }
}

fn session_name(read: &Imported, number: u32) -> String {
    let name = usize::try_from(number).ok().and_then(|index| read.sessions.get(index));
    name.filter(|name| !name.is_empty()).cloned().unwrap_or_else(|| (number + 1).to_string())
}

impl Found {
    fn of(finding: Finding, session: Option<String>, number: u32, all: &[TraceFrame]) -> Self {
        let here = |frame: &&TraceFrame| {
            (frame.session, frame.lane, frame.frame.offset) == (number, finding.lane, finding.offset)
        };
        let frame = all.iter().find(here);
        Self {
            session,
            frame: frame.map_or(0, |frame| frame.number),
            body: frame.map(|frame| frame.frame.body().to_vec()).unwrap_or_default(),
            lines: frame.and_then(|frame| frame.origin.as_ref()).map(|it| (it.first_line, it.last_line)),
            doubts: frame.map_or(Doubts::NONE, |frame| frame.doubts),
            finding,
        }
    }

    /// Whether it is about what a peer wrote, and not about what became of it on its way into the file.
    fn is_the_peers(&self) -> bool {
        // A part of what a server printed is proof enough that it printed.
        if self.doubts.contains(Doubt::Quoted) {
            return true;
        }
        let touched = [Doubt::Mended, Doubt::Rewritten].iter().any(|doubt| self.doubts.contains(*doubt));
        let about_bytes = ["FR-", "JR-22"].iter().any(|rule| self.finding.rule.as_str().starts_with(rule));
        !(self.doubts.contains(Doubt::Shortened) || touched && about_bytes)
    }

    /// Whether it is about several messages together.
    fn takes_both(&self) -> bool {
        Rule::find(self.finding.rule.as_str()).is_some_and(|rule| rule.seen == Seen::Trace)
    }

    /// The page of the specification that has the rule.
    pub(super) fn page(&self) -> &'static str {
        let rule = Rule::find(self.finding.rule.as_str());
        rule.and_then(|rule| rule.area().pages.first()).copied().unwrap_or_default()
    }

    /// Who broke the rule, in the words of the wire.
    pub(super) fn blame(&self) -> &'static str {
        match self.finding.blame {
            Side::Client => "client",
            Side::Server => "server",
        }
    }

    /// The bytes that it is about, and a little before and after, on one line.
    pub(super) fn excerpt(&self, around: usize) -> String {
        let range = &self.finding.range;
        let start = range.start.saturating_sub(around).min(self.body.len());
        let end = range.end.min(range.start + 3 * around).saturating_add(around).min(self.body.len());
        let cut = |is: bool| if is { "…" } else { "" };
        let middle = String::from_utf8_lossy(&self.body[start..end.max(start)]).into_owned();
        [cut(start > 0), &middle, cut(end < self.body.len())].concat()
    }
}

/// The revisions are named to people as they are on the wire.
pub(super) fn revisions(rule: &Rule) -> String {
    let holds: Vec<_> = Version::ALL.iter().filter(|version| rule.strength(**version).is_some()).collect();
    match holds[..] {
        [] => String::new(),
        [only] => only.to_string(),
        [first, .., last] => format!("{first} to {last}"),
    }
}
