//! What a report shows, before it has a form.

use core::fmt::Write as _;
use std::collections::BTreeMap;

use super::lines::when;
use super::{Finding, Options};
use crate::proto::jsonrpc::{MAX_BATCH, Message, decode, decode_batch};
use crate::proto::time::Instant;
use crate::trace::frames::{TraceFrame, frames};
use crate::trace::model::{Doubts, Lane, Trace};
use crate::trace::text::{Language, Word};
use crate::trace::wire::TOOL;

/// The content of a report in the reader's words.
pub(super) struct Report {
    pub(super) language: Language,
    /// Names and values: when, with what, which revision.
    pub(super) facts: Vec<(String, String)>,
    pub(super) counts: String,
    /// What was covered, if that was wanted.
    pub(super) covered: Option<String>,
    pub(super) remarks: Vec<String>,
    pub(super) findings: Option<Vec<Finding>>,
    pub(super) rows: Vec<Row>,
    /// Stderr and notes.
    pub(super) others: Vec<Other>,
    /// Whether there is more than one conversation.
    pub(super) several: bool,
    pub(super) made_by: String,
}

/// A frame.
pub(super) struct Row {
    pub(super) number: usize,
    pub(super) session: u32,
    pub(super) at: String,
    pub(super) lane: Lane,
    /// What kind of message it is.
    pub(super) kind: Word,
    /// Its method, or that of the request that it answers.
    pub(super) method: String,
    pub(super) id: String,
    pub(super) bytes: usize,
    pub(super) shown: Shown,
    pub(super) doubts: Vec<Word>,
}

/// What stands beside the conversation.
pub(super) struct Other {
    pub(super) at: String,
    pub(super) lane: Lane,
    pub(super) shown: Shown,
    pub(super) doubts: Vec<Word>,
}

/// Bytes for reading.
pub(super) struct Shown {
    /// Without anything that a screen does not show or that would change what is around it.
    pub(super) text: String,
    /// How many bytes are left out.
    pub(super) cut: usize,
    /// Whether there were bytes that are no text.
    pub(super) odd: bool,
}

/// What there is to say about `count` covered places.
pub(super) fn covered(language: Language, count: usize) -> String {
    match count {
        0 => language.word(Word::NothingRedacted).to_owned(),
        _ => language.word_with(Word::Redacted, &[("count", &count.to_string())]),
    }
}

/// `bytes` for reading, at most `limit` of them.
pub(super) fn shown(bytes: &[u8], limit: usize) -> Shown {
    let end = bytes.len().min(limit);
    // Not in the middle of a character, which has four bytes at most.
    let first = |end: &usize| bytes.get(*end).is_none_or(|byte| byte & 0xC0 != 0x80);
    let end = (end.saturating_sub(3)..=end).rev().find(first).unwrap_or(end);
    let (mut text, mut odd) = (String::with_capacity(end), false);
    for chunk in bytes[..end].utf8_chunks() {
        for character in chunk.valid().chars() {
            let invisible = matches!(
                character,
                '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}'
            );
            match character {
                '\n' | '\t' => text.push(character),
                '\r' => text.push_str("\\r"),
                // Writing into a string cannot fail.
                _ if character.is_control() && u32::from(character) < 0x80 => {
                    let _ = write!(text, "\\x{:02x}", u32::from(character));
                }
                _ if character.is_control() || invisible => {
                    let _ = write!(text, "\\u{:04x}", u32::from(character));
                }
                _ => text.push(character),
            }
        }
        for byte in chunk.invalid() {
            odd = true;
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    Shown { text, cut: bytes.len() - end, odd }
}

fn words(doubts: Doubts) -> Vec<Word> {
    doubts.iter().map(|doubt| doubt.word()).collect()
}

impl Report {
    pub(super) fn new(trace: &Trace, options: &Options, count: Option<usize>) -> Self {
        let language = options.language;
        let found = frames(trace);
        let mut asked = BTreeMap::new();
        let mut version = None;
        let rows: Vec<_> = found.iter().map(|frame| row(frame, options, &mut asked, &mut version)).collect();
        let number = |lane| rows.iter().filter(|row| row.lane == lane).count().to_string();
        let counts = language.word_with(
            Word::Counts,
            &[
                ("frames", &rows.len().to_string()),
                ("client", &number(Lane::ClientToServer)),
                ("server", &number(Lane::ServerToClient)),
            ],
        );
        let others = trace.entries.iter().filter(|entry| entry.lane.sender().is_none() || entry.end);
        let others = others.map(|entry| Other {
            at: entry.at.to_string(),
            lane: entry.lane,
            shown: shown(if entry.lane.sender().is_none() { &entry.bytes } else { b"" }, options.shown),
            doubts: words(entry.doubts),
        });
        let word = |word: Word| language.word(word).to_owned();
        let command = (!trace.heading.command.is_empty()).then(|| trace.heading.command.join(" "));
        let start = when(&trace.heading, Instant::ZERO).or_else(|| trace.heading.start.clone());
        let facts = [
            (Word::Start, start),
            (Word::Command, command),
            (Word::RecordedBy, trace.heading.tool.clone()),
            (Word::ProtocolVersion, version),
        ];
        let facts = facts.into_iter().filter_map(|(name, value)| Some((word(name), value?)));
        let mut facts: Vec<_> = facts.collect();
        facts.extend(options.versions.iter().cloned());
        // None of these is ours: a remark may be a peer's, and a judge may quote one.
        let visible = |text: &str| shown(text.as_bytes(), 4 << 10).text;
        let facts = facts.into_iter().map(|(name, value)| (visible(&name), visible(&value))).collect();
        let finding = |finding: &Finding| Finding {
            frame: finding.frame,
            rule: visible(&finding.rule),
            sentence: visible(&finding.sentence),
        };
        Self {
            language,
            facts,
            counts,
            covered: count.map(|count| covered(language, count)),
            remarks: trace.heading.notes.iter().map(|note| visible(note)).collect(),
            findings: options.findings.as_ref().map(|findings| findings.iter().map(finding).collect()),
            several: trace.sessions().len() > 1,
            rows,
            others: others.collect(),
            made_by: language.word_with(Word::MadeBy, &[("tool", TOOL)]),
        }
    }

    pub(super) fn word(&self, word: Word) -> &'static str {
        self.language.word(word)
    }

    /// Who wrote on `lane`, and for whom.
    pub(super) fn way(&self, lane: Lane) -> String {
        let (client, server) = (self.word(Word::Client), self.word(Word::Server));
        match lane {
            Lane::ClientToServer => format!("{client} → {server}"),
            Lane::ServerToClient => format!("{server} → {client}"),
            Lane::Stderr => self.word(Word::Stderr).to_owned(),
            Lane::Note => self.word(Word::Remark).to_owned(),
        }
    }

    /// What `row` is, in a few words: the kind, then its size.
    pub(super) fn size(&self, row: &Row) -> String {
        self.language.word_with(Word::Bytes, &[("count", &row.bytes.to_string())])
    }

    /// What is left to say under a text: what was cut off, and what is not certain.
    pub(super) fn small_print(&self, shown: &Shown, doubts: &[Word]) -> Vec<String> {
        let cut =
            (shown.cut > 0).then(|| self.language.word_with(Word::Cut, &[("count", &shown.cut.to_string())]));
        let odd = shown.odd.then(|| self.word(Word::NotUtf8).to_owned());
        let doubts = doubts.iter().map(|doubt| self.word(*doubt).to_owned());
        cut.into_iter().chain(odd).chain(doubts).collect()
    }

    pub(super) fn conversation(&self, session: u32) -> String {
        let number = (u64::from(session) + 1).to_string();
        self.language.word_with(Word::Conversation, &[("number", &number)])
    }
}

type Asked = BTreeMap<(u32, Lane, String), String>;

fn row(found: &TraceFrame, options: &Options, asked: &mut Asked, version: &mut Option<String>) -> Row {
    let body = found.frame.body();
    let (mut method, mut id) = (String::new(), String::new());
    let kind = match decode(body) {
        Ok(Message::Request(request)) => {
            (method, id) = (request.method, request.id.to_string());
            asked.insert((found.session, found.lane, id.clone()), method.clone());
            Word::Request
        }
        Ok(Message::Notification(notification)) => {
            method = notification.method;
            Word::Notification
        }
        Ok(Message::Response(response)) => {
            id = response.id.known().map(ToString::to_string).unwrap_or_default();
            let asker = found.lane.opposite().unwrap_or(found.lane);
            method = asked.remove(&(found.session, asker, id.clone())).unwrap_or_default();
            if let (Ok(result), "initialize") = (&response.outcome, method.as_str()) {
                let members = result.parse::<crate::proto::json::Members>().ok();
                *version =
                    members.and_then(|members| members.peek("protocolVersion").ok()?).or(version.take());
            }
            if response.outcome.is_ok() { Word::Answer } else { Word::ErrorAnswer }
        }
        Err(_) if decode_batch(body, MAX_BATCH).is_ok() => Word::Batch,
        Err(_) => Word::NoMessage,
    };
    // A method may be as long as a message.
    let short = |text: String| shown(text.as_bytes(), 200).text.replace('\n', "\\n");
    Row {
        number: found.number,
        session: found.session,
        at: found.at.to_string(),
        lane: found.lane,
        kind,
        method: short(method),
        id: short(id),
        bytes: found.frame.bytes.len(),
        shown: shown(body, options.shown),
        doubts: words(found.doubts),
    }
}
