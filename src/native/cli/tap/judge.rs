//! The judge who listens to what passes.

use super::super::screen::{self, BAD, FAINT, NAME};
use super::super::text::{lint as words, tap as text};
use crate::desk::Found;
use crate::lint::{Judge, Language, Level, Options};
use crate::native::tap::{Ear, Screen};
use crate::trace::TraceEntry;

/// Says what is wrong as soon as it is known, and how much it was at the end.
pub(super) struct Listening {
    judge: Judge,
    screen: Screen,
    language: Language,
    /// How many errors, warnings and notes there were.
    counts: [usize; 3],
    frames: usize,
}

impl Listening {
    pub(super) fn new(screen: Screen, language: Language) -> Self {
        Self { judge: Judge::new(Options::default()), screen, language, counts: [0; 3], frames: 0 }
    }

    fn drain(&mut self) {
        while let Some(finding) = self.judge.poll_finding() {
            self.counts[match finding.level {
                Level::Error => 0,
                Level::Warning => 1,
                Level::Note => 2,
            }] += 1;
            self.screen.show(self.say(&Found::live(finding)));
        }
    }

    /// A finding on three lines: what and where, the sentence with what to do, and the clause.
    fn say(&self, found: &Found) -> String {
        let (finding, language) = (&found.finding, self.language);
        let style = if finding.level == Level::Error { BAD } else { NAME };
        let level = words::level(language, finding.level);
        let place = words::place(language, finding.frame + 1, finding.lane, None);
        let blame = text::blamed(language, finding.blame);
        let mut out = format!("{style}{level} {}{style:#} {place}{blame}", finding.rule);
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
            self.judge.feed(entry);
            self.drain();
        }
    }

    fn finish(&mut self) {
        self.judge.finish();
        self.drain();
        self.screen.show(words::counts(self.language, self.counts, self.frames));
    }
}
