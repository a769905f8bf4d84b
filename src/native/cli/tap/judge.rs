//! The judge who listens to what passes.

use std::collections::BTreeMap;

use super::super::screen::{self, BAD, FAINT, NAME};
use super::super::text::{lint as words, tap as text};
use crate::desk::Found;
use crate::lint::{Finding, Judge, Language, Level, Options};
use crate::native::tap::{Ear, Screen};
use crate::trace::{Lane, TraceEntry};

/// How many conversations are judged at once. When there are more, the oldest is taken to be over.
const TALKS: usize = 256;

/// Says what is wrong as soon as it is known, and how much it was at the end.
pub(super) struct Listening {
    /// One for each conversation.
    judges: BTreeMap<u32, Judge>,
    screen: Screen,
    language: Language,
    /// How many errors, warnings and notes there were.
    counts: [usize; 3],
    frames: usize,
}

impl Listening {
    pub(super) fn new(screen: Screen, language: Language) -> Self {
        Self { judges: BTreeMap::new(), screen, language, counts: [0; 3], frames: 0 }
    }

    /// Says what the judge of this conversation has found.
    fn drain(&mut self, session: u32) {
        while let Some(finding) = self.judges.get_mut(&session).and_then(Judge::poll_finding) {
            self.counts[match finding.level {
                Level::Error => 0,
                Level::Warning => 1,
                Level::Note => 2,
            }] += 1;
            self.screen.show(self.say(session, finding));
        }
    }

    /// Ends a conversation.
    fn end(&mut self, session: u32) {
        self.judges.get_mut(&session).into_iter().for_each(Judge::finish);
        self.drain(session);
        self.judges.remove(&session);
    }

    /// A finding on three lines: what and where, the sentence with what to do, and the clause.
    fn say(&self, session: u32, finding: Finding) -> String {
        let found = Found::live(finding);
        let (finding, language) = (&found.finding, self.language);
        let style = if finding.level == Level::Error { BAD } else { NAME };
        let level = words::level(language, finding.level);
        let place = match finding.exchange.filter(|_| finding.lane == Lane::Note) {
            Some(exchange) => words::exchange(language, exchange, None),
            None => words::place(language, finding.frame + 1, finding.lane, None),
        };
        let blame = text::blamed(language, finding.blame);
        let talk = if session > 0 { format!("[#{}] ", session + 1) } else { String::new() };
        let mut out = format!("{style}{level} {}{style:#} {talk}{place}{blame}", finding.rule);
        out.push_str(&format!("\n  {}", screen::line(&finding.sentence(language))));
        if let Some(advice) = finding.advice(language) {
            out.push_str(&format!("\n  {}", words::advice(language, advice)));
        }
        out + &format!("\n  {FAINT}{} ({}){FAINT:#}", found.page(), found.revisions())
    }
}

impl Ear for Listening {
    fn hear(&mut self, heard: &[TraceEntry]) {
        for entry in heard {
            self.frames += usize::from(entry.lane.sender().is_some() && !entry.bytes.is_empty());
            // What went over HTTP has heads beside its messages.
            if entry.lane.sender().is_none() && entry.http.is_none() {
                continue;
            }
            let begin = || Judge::new(Options::default());
            self.judges.entry(entry.session).or_insert_with(begin).feed(entry);
            self.drain(entry.session);
            if self.judges.len() > TALKS
                && let Some(oldest) = self.judges.keys().next().copied()
            {
                self.end(oldest);
            }
        }
    }

    fn finish(&mut self) {
        while let Some(session) = self.judges.keys().next().copied() {
            self.end(session);
        }
        self.screen.show(words::counts(self.language, self.counts, self.frames));
    }
}
