//! Anything in which there may be messages: what people paste into reports, and the logs of programs that nobody
//! knows.

use core::ops::Range;
use std::collections::BTreeMap;

use super::direction::{Clue, Facts};
use super::marker::{self, Says};
use super::sink::Sink;
use super::value::{Fuel, Shape, nested, shape};
use super::{lsp, repair, shell};
use crate::proto::json::{JsonFaultKind, RawJson};
use crate::trace::model::{Doubt, Doubts, Heading, Lane};
use crate::trace::note::NoteKind;
use crate::trace::stamp::stamp;

/// What words nobody knows are a class of; the classes of those that are known have lower numbers.
const OWN_CLASSES: u32 = 1_000;

pub(super) fn read(sink: &mut Sink<'_>, _: &mut Heading) {
    let mut paste = Paste {
        prefixed: Vec::new(),
        arrowed: Vec::new(),
        fuel: Fuel::new(sink.page.text()),
        text: sink.page.text(),
        sink,
        typed: false,
        carried: None,
    };
    let mut at = 0;
    while at < paste.text.len() {
        let end = line_end(paste.text, at);
        at = paste.line(at..end);
    }
    paste.join_prefixes();
    paste.doubt_words();
    let empty = paste.fuel.is_empty();
    if empty {
        sink.tell(NoteKind::TooMuchWork, &(0..sink.page.text().len()), "");
    }
    sink.settle(true);
}

fn line_end(text: &str, at: usize) -> usize {
    memchr::memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |end| at + end + 1)
}

struct Paste<'s, 't> {
    sink: &'s mut Sink<'t>,
    text: &'t str,
    fuel: Fuel,
    /// A command was typed: what follows is what came back.
    typed: bool,
    /// What a line without a message says about the next one.
    carried: Option<Says>,
    /// Entries with words before them that nobody knows: which, from where on, and a number for the words.
    prefixed: Vec<(usize, usize, u32)>,
    /// Entries with words between an arrow and the message: which, a number for the words, and where the message is.
    arrowed: Vec<(usize, u32, Range<usize>)>,
}

impl<'t> Paste<'_, 't> {
    /// Reads what begins with the line `line`; where the next one begins.
    fn line(&mut self, line: Range<usize>) -> usize {
        let text = &self.text[line.clone()];
        if text.trim_ascii().is_empty() {
            return line.end;
        }
        let blanks = text.len() - text.trim_start().len();
        let stamped = stamp(&text[blanks..]);
        self.sink.time(stamped.map(|(stamp, _)| stamp));
        if lsp::is_header(text)
            && let Some(found) = lsp::framed(self.text, line.start, &mut self.fuel)
        {
            let clue = Clue { likely: self.likely(), ..Clue::default() };
            lsp::frame(self.sink, &found, clue);
            return found.body.end;
        }
        if let Some(end) = self.command(&line) {
            return end;
        }
        let from = stamped.map_or(0, |(_, length)| blanks + length);
        if let Some((lane, word)) = marker::whole(text, from) {
            return self.whole(lane, word, &line);
        }
        self.messages(&line, from)
    }

    fn likely(&self) -> Option<(Lane, bool)> {
        self.typed.then_some((Lane::ServerToClient, true))
    }

    fn command(&mut self, line: &Range<usize>) -> Option<usize> {
        let command = shell::command(self.text, line.clone(), &mut self.fuel)?;
        // Each command has a server of its own.
        self.sink.restart("shell");
        let all = line.start..command.end;
        self.sink.text(Lane::Note, &all, all.clone(), Doubts::NONE);
        for (message, place) in command.messages {
            let clue =
                Clue { facts: Facts::of(&message), declared: Some(Lane::ClientToServer), ..Clue::default() };
            self.sink.message((message + "\n").into_bytes(), place, clue, Doubts::NONE);
        }
        (self.typed, self.carried) = (true, None);
        Some(command.end)
    }

    /// A line of which all after the word is on `lane`.
    fn whole(&mut self, lane: Lane, word: usize, line: &Range<usize>) -> usize {
        let text = &self.text[line.clone()];
        let start = line.start + word + usize::from(text[word..].starts_with(' '));
        let rest = start..line.end;
        let said = self.text[rest.clone()].trim_ascii();
        if lane.sender().is_some() && shape(said) == Shape::Frame {
            let clue = Clue { facts: Facts::of(said), declared: Some(lane), ..Clue::default() };
            self.sink.message(self.sink.page.bytes(&rest), line.clone(), clue, Doubts::NONE);
        } else {
            self.sink.text(lane, &rest, line.clone(), Doubts::NONE);
        }
        line.end
    }

    /// The messages that begin in `line`, whose time stamp ends at `from`; where the line ends in which the last one
    /// ends.
    fn messages(&mut self, line: &Range<usize>, from: usize) -> usize {
        let (mut at, mut end, mut done) = (line.start, line.end, line.start);
        let mut found = false;
        while let Some(open) = self.text[at..end].find(['{', '[']).map(|open| at + open) {
            let Some(close) = self.fuel.end_of(self.text, open) else {
                at = open + 1;
                continue;
            };
            let value = &self.text[open..close];
            let prefix = self.prefix(done.max(line.start + from), open);
            let says = self.says(prefix);
            let frames = match shape(value) {
                Shape::Frame => Vec::from([(open, close)]),
                Shape::Other => {
                    let within = nested(value).into_iter();
                    within.map(|range| (open + range.start, open + range.end)).collect()
                }
                Shape::Broken => {
                    at = open + 1;
                    continue;
                }
            };
            if close > end {
                end = line_end(self.text, close - 1);
            }
            let wrapped = frames.first().is_some_and(|(start, _)| *start > open);
            for (first, last) in frames {
                let frame = first..last;
                let says = says.or_else(|| marker::find(self.prefix(open, frame.start)).filter(|_| wrapped));
                let start =
                    if wrapped { open } else { self.start(done, line.start + from, open, says.is_some()) };
                let stop = if wrapped { close } else { self.stop(close, end) };
                self.frame(&frame, start..stop, says, prefix);
                (found, done) = (true, stop);
            }
            at = close;
        }
        if found {
            self.carried = None;
            return end;
        }
        let text = &self.text[line.clone()];
        if text.contains("jsonrpc")
            && let Some(end) = self.damaged(line, from)
        {
            return end;
        }
        let end = text.trim_end();
        let said = self.prefix(line.start + from, line.start + end.len());
        self.carried = if said.ends_with([':', '：']) { marker::find(said) } else { None };
        line.end
    }

    /// What stands right before the byte `open`, from the byte `start` on, but no more than a log puts there.
    fn prefix(&self, start: usize, open: usize) -> &'t str {
        const LONGEST: usize = 300;
        let near = self.text.ceil_char_boundary(open.saturating_sub(LONGEST));
        self.text.get(start.max(near)..open).unwrap_or_default()
    }

    fn says(&self, prefix: &str) -> Option<Says> {
        marker::find(prefix).or(self.carried.filter(|_| prefix.trim().is_empty()))
    }

    /// Where the origin of a message at `open` begins: with the line, if what is before it is no part of the wire.
    fn start(&self, done: usize, from: usize, open: usize, known: bool) -> usize {
        let prefix = &self.text[from.max(done)..open.max(from.max(done))];
        let empty = !prefix.contains(|c: char| c.is_alphanumeric());
        if known || empty { done } else { open }
    }

    /// Where the origin of a message ends: with the line, if nothing but marks is left in it.
    fn stop(&self, close: usize, end: usize) -> usize {
        let rest = self.text[close..end].trim_end();
        let marks = rest.chars().all(|c| "'\"`.,;*)$^M ".contains(c)) && rest.len() < 5;
        let trailer = rest == " { metadata: undefined }";
        if marks || trailer { end } else { close }
    }

    fn frame(&mut self, value: &Range<usize>, origin: Range<usize>, says: Option<Says>, prefix: &str) {
        let facts = Facts::of(&self.text[value.clone()]);
        let clue = self.clue(facts, says, prefix);
        let words = marker::after_arrow(prefix).filter(|words| words.contains(char::is_alphabetic));
        if let (Some(words), Some(_)) = (words, says) {
            self.arrowed.push((self.sink.entries.len(), class_of(words), value.clone()));
        }
        if let (Some((class, _)), None) = (clue.class, says) {
            self.prefixed.push((self.sink.entries.len(), value.start - prefix.len(), class));
        }
        // `cat -A` shows what a paste would lose.
        let marked = self.text[value.end..origin.end.max(value.end)].trim_end() == "^M$";
        if marked {
            let mut bytes = self.sink.page.bytes(value);
            bytes.extend_from_slice(b"\r\n");
            return self.sink.message(bytes, origin, clue, Doubts::NONE);
        }
        self.sink.frame(value, origin, clue, Doubts::NONE);
    }

    fn clue(&self, facts: Facts, says: Option<Says>, prefix: &str) -> Clue {
        let mut clue = Clue { facts, likely: self.likely(), ..Clue::default() };
        match says {
            Some(Says::Way(lane)) => clue.declared = Some(lane),
            Some(Says::Side(class, second)) => {
                clue.class = Some((class, second));
                // Most people look at a conversation from where the client is.
                let lane = if second { Lane::ServerToClient } else { Lane::ClientToServer };
                clue.likely = Some((lane, false));
            }
            None => {
                let prefix = prefix.trim();
                if prefix.contains(char::is_alphanumeric) {
                    clue.class = Some((class_of(prefix), false));
                }
            }
        }
        clue
    }

    /// Words that stand before several messages are a logger's; before one they may have been on the wire.
    fn join_prefixes(&mut self) {
        let mut counts = BTreeMap::new();
        for (_, _, class) in &self.prefixed {
            *counts.entry(*class).or_insert(0) += 1;
        }
        for (index, start, class) in core::mem::take(&mut self.prefixed) {
            if counts.get(&class).is_some_and(|count| *count > 1) {
                // With the time stamp, if there is one.
                let stamp = self.prefix(0, start);
                let line = match stamp.rfind('\n') {
                    Some(at) => start - stamp.len() + at + 1,
                    None if stamp.len() == start => 0,
                    None => start,
                };
                self.sink.extend_back(index, line);
            }
        }
    }

    /// Behind an arrow everybody expects what was on the wire, and words that only one message has may have been there.
    fn doubt_words(&mut self) {
        let mut counts = BTreeMap::new();
        for (_, class, _) in &self.arrowed {
            *counts.entry(*class).or_insert(0) += 1;
        }
        for (index, class, value) in core::mem::take(&mut self.arrowed) {
            if counts.get(&class) == Some(&1)
                && let Some(entry) = self.sink.entries.get_mut(index)
            {
                entry.doubts = entry.doubts.with(Doubt::Prefixed);
                self.sink.tell(NoteKind::WordsBefore, &value, "");
            }
        }
    }

    /// A message that a paste has damaged; where the line ends in which it ends.
    fn damaged(&mut self, line: &Range<usize>, from: usize) -> Option<usize> {
        let text = &self.text[line.clone()];
        let open = line.start + text.find('{').or_else(|| text.find("&quot;"))?;
        let prefix = self.prefix(line.start + from, open);
        let says = self.says(prefix);
        let (message, end, doubts) =
            if let Some((message, end)) = repair::unwrapped(self.text, open, &mut self.fuel) {
                (message, line_end(self.text, end - 1), Doubts::from(Doubt::Mended))
            } else if let Some(message) = repair::requoted(text, &mut self.fuel) {
                (message, line.end, Doubts::from(Doubt::Mended))
            } else {
                let fragment = self.text[open..line.end].trim_end();
                let shortened = repair::is_shortened(fragment);
                // Whose it is has to be known, or it is better left alone.
                let known = says.is_some()
                    || shortened && (self.typed || Facts::of_fragment(fragment).says.is_some());
                if !known {
                    return None;
                }
                (fragment.to_owned(), line.end, doubts_of(fragment, shortened))
            };
        let facts =
            if doubts.contains(Doubt::Mended) { Facts::of(&message) } else { Facts::of_fragment(&message) };
        let clue = self.clue(facts, says, prefix);
        self.sink.message((message + "\n").into_bytes(), line.start..end, clue, doubts);
        self.carried = None;
        Some(end)
    }
}

/// What is not certain about a text that ought to be a message and is none.
fn doubts_of(fragment: &str, shortened: bool) -> Doubts {
    // A program's own notation for its objects: what was on the wire was another text.
    let printed =
        fragment.starts_with("{'") || fragment.starts_with("{ ") && !fragment.contains("\"jsonrpc\"");
    // A bracket too few is a slip of who copied it, for whole messages end with their line.
    let open = RawJson::new(fragment).is_err_and(|fault| fault.kind == JsonFaultKind::UnexpectedEnd);
    let doubts = if printed { Doubts::from(Doubt::Rewritten) } else { Doubts::NONE };
    if shortened || open { doubts.with(Doubt::Shortened) } else { doubts }
}

/// A number for what stands before messages, the same for those that differ only in digits.
fn class_of(prefix: &str) -> u32 {
    let mut hash: u32 = 0x811C_9DC5;
    for byte in prefix.bytes().filter(|byte| !byte.is_ascii_digit()) {
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    hash.max(OWN_CLASSES)
}
