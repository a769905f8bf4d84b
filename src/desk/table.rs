//! What lies on the desk, and the answers to questions about it.

use std::collections::BTreeMap;

use super::ask::Ask;
use super::exchanges;
use super::frames::checked;
use super::hear::heard;
use super::label::{Label, beginning, labels};
use super::reply::{Fellow, FoundRow, Reply, Row, Sheet, Summary};
use super::rows::{count, entry_row, format, found_row, frame_row, summary};
use super::rules::rules;
use super::verdict::Verdict;
use super::watch::Watch;
use super::{BYTES_SHOWN, FOUND_SHOWN};
use crate::lint::Level;
use crate::proto::base64;
use crate::proto::json::Members;
use crate::proto::mcp::Version;
use crate::trace::export::{Finding, Options, Target, export};
use crate::trace::import::Format;
use crate::trace::text::Language;
use crate::trace::{Doubts, TraceEntry, TraceFrame};

/// How many frames of one exchange a sheet names beside the request.
const FELLOWS: usize = 11;

/// Reads, judges and answers.
#[derive(Debug, Default)]
pub struct Desk {
    open: Option<Open>,
    /// A conversation that is still going on, beside it.
    watch: Option<Watch>,
    file: Option<File>,
}

/// A file to be saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// What it is called.
    pub name: String,
    /// What is in it.
    pub text: String,
}

#[derive(Debug)]
struct Open {
    verdict: Verdict,
    fit: Option<usize>,
    labels: Vec<Label>,
    rows: Vec<Item>,
    /// Where each frame stands among the rows.
    row_of: Vec<usize>,
    /// The findings of each frame, by its number.
    found_in: BTreeMap<usize, Vec<usize>>,
    /// The findings about an entry that is no frame, and its row.
    found_at: BTreeMap<usize, (Vec<usize>, usize)>,
}

/// What a row shows, by its index.
#[derive(Debug, Clone, Copy)]
enum Item {
    Frame(usize),
    Entry(usize),
}

impl Desk {
    /// Answers `ask`; `text` is what comes with it, where something does.
    pub fn answer(&mut self, ask: &str, text: &[u8]) -> Reply {
        self.answer_step_by_step(ask, text, &mut |_| ())
    }

    /// The same, telling `progress` from time to time how much of a long answer is done, in percent.
    pub fn answer_step_by_step(&mut self, ask: &str, text: &[u8], progress: &mut dyn FnMut(u32)) -> Reply {
        match Ask::from_json(ask) {
            Ok((ask, language)) => self.reply(&ask, language, text, progress),
            Err(mismatch) => Reply::Failed(mismatch.to_string()),
        }
    }

    /// The file that the last export has made; it is given away once.
    pub fn take_file(&mut self) -> Option<File> {
        self.file.take()
    }

    fn reply(&mut self, ask: &Ask, language: Language, text: &[u8], progress: &mut dyn FnMut(u32)) -> Reply {
        match ask {
            Ask::Open { name, format, protocol, example } => {
                let text = example.map_or(text, |example| example.text().as_bytes());
                // Not both at once: each may be most of the memory.
                self.open = None;
                let open = Open::new(name, text, format.as_deref(), protocol.as_deref(), progress);
                Reply::Summary(Box::new(self.open.insert(open).summary(language)))
            }
            Ask::Rules => Reply::Rules(rules(language)),
            Ask::Frames { lane, protocol, frames } => {
                let protocol = protocol.as_deref().and_then(Version::parse);
                Reply::Checked(checked(text, *lane, protocol, frames, language))
            }
            Ask::Hear { protocol } => {
                Reply::Watched(heard(text, protocol.as_deref().and_then(Version::parse), language))
            }
            Ask::Watch { from, protocol } => {
                if *from == 0 {
                    self.watch = Some(Watch::new(protocol.as_deref().and_then(Version::parse)));
                }
                match self.watch.as_mut().filter(|watch| watch.goes_on(*from)) {
                    Some(watch) => Reply::Watched(watch.hear(text, language)),
                    None => Reply::Nothing,
                }
            }
            _ => match &self.open {
                Some(open) => open.reply(ask, language, &mut self.file),
                None => Reply::Nothing,
            },
        }
    }
}

impl Open {
    fn new(
        name: &str,
        text: &[u8],
        from: Option<&str>,
        protocol: Option<&str>,
        progress: &mut dyn FnMut(u32),
    ) -> Self {
        let (from, fit) = format(from, text);
        let protocol = protocol.and_then(Version::parse);
        let verdict = Verdict::step_by_step(name, text, from, protocol, Level::Note, progress);
        let (rows, row_of) = rows(&verdict);
        let mut found_in: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (at, found) in verdict.found.iter().enumerate() {
            found_in.entry(found.frame).or_default().push(at);
        }
        let found_at = found_at(&verdict, &rows);
        Self { fit, labels: labels(&verdict.frames), rows, row_of, found_in, found_at, verdict }
    }

    fn reply(&self, ask: &Ask, language: Language, file: &mut Option<File>) -> Reply {
        match ask {
            Ask::Summary => Reply::Summary(Box::new(self.summary(language))),
            Ask::Rows { from, count } => {
                let start = (*from).min(self.rows.len());
                let end = start.saturating_add(*count).min(self.rows.len());
                let rows = self.rows[start..end].iter().map(|item| self.row(*item)).collect();
                Reply::Rows { from: start, rows }
            }
            Ask::Sheet { row } => match self.rows.get(*row) {
                Some(item) => Reply::Sheet(Box::new(self.sheet(*row, *item, language))),
                None => Reply::Nothing,
            },
            Ask::Export { target, redact } => match Target::find(target) {
                Some(target) => {
                    let made = self.export(target, *redact, language);
                    Reply::Exported { name: file.insert(made).name.clone() }
                }
                None => Reply::Nothing,
            },
            Ask::Exchanges { from, count, row } => {
                let entries = &self.verdict.read.trace.entries;
                let rows = self.rows_of_entries();
                let with = row.and_then(|row| self.rows.get(row)).map(|item| self.entry(*item));
                Reply::Exchanges(Box::new(exchanges::page(entries, &rows, *from, *count, with)))
            }
            Ask::Open { .. } | Ask::Rules | Ask::Frames { .. } | Ask::Watch { .. } | Ask::Hear { .. } => {
                Reply::Nothing
            }
        }
    }

    fn summary(&self, language: Language) -> Summary {
        let found = (0..self.verdict.found.len().min(FOUND_SHOWN)).map(|at| self.found(at, language));
        Summary {
            rows: count(self.rows.len()),
            found: Some(found.collect()),
            exchanges: exchanges::number(&self.verdict.read.trace.entries),
            formats: Some(Format::all().map(|format| format.name().to_owned()).collect()),
            ..summary(&self.verdict, language, self.fit)
        }
    }

    fn found(&self, at: usize, language: Language) -> FoundRow {
        let found = &self.verdict.found[at];
        let head = || self.found_at.get(&found.entry?).map(|(_, row)| row);
        let row = found.frame.checked_sub(1).and_then(|index| self.row_of.get(index)).or_else(head);
        FoundRow {
            row: row.map(|row| count(*row)),
            // To be read in any language.
            revisions: Some(found.revisions().replace(" to ", " – ")),
            ..found_row(found, language)
        }
    }

    /// The row of each entry that has one: that of its frame, or its own.
    fn rows_of_entries(&self) -> BTreeMap<usize, usize> {
        self.rows.iter().enumerate().map(|(row, item)| (self.entry(*item), row)).collect()
    }

    /// The entry that a row shows, or that has completed its frame.
    fn entry(&self, item: Item) -> usize {
        match item {
            Item::Frame(index) => self.verdict.frames[index].entry,
            Item::Entry(index) => index,
        }
    }

    fn row(&self, item: Item) -> Row {
        match item {
            Item::Frame(index) => {
                let found = self.found_in.get(&(index + 1)).into_iter().flatten();
                let level = found.map(|at| self.verdict.found[*at].finding.level).max();
                frame_row(&self.verdict.frames[index], &self.labels[index], level)
            }
            Item::Entry(index) => {
                let found = self.found_at.get(&index).into_iter().flat_map(|(found, _)| found);
                let level = found.map(|at| self.verdict.found[*at].finding.level).max();
                entry_row(&self.verdict.read.trace.entries[index], level)
            }
        }
    }

    fn sheet(&self, row: usize, item: Item, language: Language) -> Sheet {
        let entries = &self.verdict.read.trace.entries;
        let part;
        let (bytes, body, doubts, origin, number) = match item {
            // A head is shown as it stood on the wire, and not as the remark about it.
            Item::Entry(index) if entries[index].http.is_some() => {
                part = exchanges::whole(entries, index);
                let TraceEntry { doubts, origin, .. } = &entries[index];
                (&part.0, part.1.clone(), *doubts, origin, 0)
            }
            Item::Frame(index) => {
                let TraceFrame { frame, doubts, origin, number, .. } = &self.verdict.frames[index];
                (&frame.bytes, frame.body.clone(), *doubts, origin, *number)
            }
            Item::Entry(index) => {
                let TraceEntry { bytes, doubts, origin, .. } = &self.verdict.read.trace.entries[index];
                (bytes, 0..bytes.len(), *doubts, origin, 0)
            }
        };
        let mut text = String::new();
        base64::encode(&bytes[..bytes.len().min(BYTES_SHOWN)], &mut text);
        let found = match item {
            Item::Frame(_) => self.found_in.get(&number),
            Item::Entry(index) => self.found_at.get(&index).map(|(found, _)| found),
        };
        let mut head = self.row(item);
        if matches!(item, Item::Entry(index) if entries[index].http.is_some()) {
            head.size = count(bytes.len());
        }
        Sheet {
            at: count(row),
            head,
            bytes: text,
            body: vec![count(body.start), count(body.end)],
            doubts: sentences(doubts, language),
            found: found.into_iter().flatten().map(|at| self.found(*at, language)).collect(),
            exchange: self.exchange(number),
            line: origin.as_ref().and_then(|origin| i64::try_from(origin.first_line).ok()),
            extra: Members::new(),
        }
    }

    /// The frames that belong to the same request as frame `number`, if there is one.
    fn exchange(&self, number: usize) -> Option<Vec<Fellow>> {
        let request = self.labels.get(number.checked_sub(1)?)?.of?;
        let fellow = |at: usize| {
            let label = &self.labels[at];
            let waited = label.answers.and_then(|(_, waited)| i64::try_from(waited).ok());
            Fellow {
                row: count(self.row_of[at]),
                number: count(at + 1),
                kind: label.kind.to_owned(),
                method: label.method.clone(),
                waited,
                extra: Members::new(),
            }
        };
        let mut rest: Vec<_> = (request..self.labels.len())
            .rev()
            .filter(|at| self.labels[*at].of == Some(request))
            .take(FELLOWS)
            .collect();
        rest.reverse();
        Some([request - 1].into_iter().chain(rest).map(fellow).collect())
    }

    fn export(&self, target: Target, redact: bool, language: Language) -> File {
        let findings = self.verdict.export_findings(language);
        let versions = vec![("wirelab".to_owned(), env!("CARGO_PKG_VERSION").to_owned())];
        let options = Options { language, redact, findings: Some(findings), versions, ..Options::default() };
        let text = export(&self.verdict.read.trace, target, &options);
        let stem = beginning(self.verdict.name.as_bytes()).replace(['/', '\\'], "-");
        let stem = stem.split('.').next().filter(|stem| !stem.is_empty()).unwrap_or("recording");
        File { name: format!("{stem}.{}", target.extension()), text }
    }
}

impl Verdict {
    /// The findings as a report of the recording has them.
    #[must_use]
    pub fn export_findings(&self, language: Language) -> Vec<Finding> {
        let finding = |found: &super::Found| Finding {
            frame: (found.frame > 0).then_some(found.frame),
            rule: found.finding.rule.to_string(),
            sentence: found.finding.sentence(language),
        };
        self.found.iter().map(finding).collect()
    }
}

/// The findings about each entry that is no frame, and its row.
fn found_at(verdict: &Verdict, rows: &[Item]) -> BTreeMap<usize, (Vec<usize>, usize)> {
    let mut found_at: BTreeMap<usize, (Vec<usize>, usize)> = BTreeMap::new();
    for (at, found) in verdict.found.iter().enumerate() {
        if let Some(entry) = found.entry {
            found_at.entry(entry).or_default().0.push(at);
        }
    }
    if !found_at.is_empty() {
        for (row, item) in rows.iter().enumerate() {
            if let Item::Entry(index) = item
                && let Some((_, own)) = found_at.get_mut(index)
            {
                *own = row;
            }
        }
    }
    found_at
}

/// The rows of the list: the frames in their order, and before each what was said beside the conversation until it
/// was complete. Then where each frame stands among them.
fn rows(verdict: &Verdict) -> (Vec<Item>, Vec<usize>) {
    let entries = &verdict.read.trace.entries;
    let beside = |entry: &TraceEntry| entry.lane.sender().is_none() || entry.end;
    let (mut rows, mut row_of) = (Vec::with_capacity(verdict.frames.len()), Vec::new());
    let mut next = 0;
    for (index, frame) in verdict.frames.iter().enumerate() {
        while next < frame.entry {
            rows.extend(beside(&entries[next]).then_some(Item::Entry(next)));
            next += 1;
        }
        row_of.push(rows.len());
        rows.push(Item::Frame(index));
    }
    rows.extend((next..entries.len()).filter(|at| beside(&entries[*at])).map(Item::Entry));
    (rows, row_of)
}

fn sentences(doubts: Doubts, language: Language) -> Vec<String> {
    doubts.iter().map(|doubt| language.word(doubt.word()).to_owned()).collect()
}
