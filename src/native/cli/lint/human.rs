//! For people.

use std::fmt::Write;

use super::super::screen::{self, BAD, FAINT, NAME, STEP};
use super::super::text::lint as words;
use crate::desk::{Found, Verdict};
use crate::lint::{Language, Level};
use crate::trace::Lane;

/// How many bytes are shown before and after those that a finding is about.
const AROUND: usize = 40;

pub(super) fn report(verdicts: &[Verdict], language: Language) -> String {
    let mut out = String::new();
    for verdict in verdicts {
        // Nothing fails in memory.
        let _ = file(&mut out, verdict, language);
    }
    out
}

fn file(out: &mut String, verdict: &Verdict, language: Language) -> std::fmt::Result {
    let format = verdict.read.format.name();
    let head = words::head(language, format, verdict.read.trace.sessions().len(), verdict.frames.len());
    writeln!(out, "{STEP}{}{STEP:#}  {FAINT}{head}{FAINT:#}", screen::line(&verdict.name))?;
    for note in &verdict.read.notes {
        writeln!(out, "  {FAINT}{}{FAINT:#}", screen::line(&note.say(language)))?;
    }
    for found in &verdict.found {
        one(out, verdict, found, language)?;
    }
    let counts = [Level::Error, Level::Warning, Level::Note].map(|level| verdict.count(level));
    writeln!(out, "  {}", words::counts(language, counts, verdict.frames.len()))
}

fn one(out: &mut String, verdict: &Verdict, found: &Found, language: Language) -> std::fmt::Result {
    let finding = &found.finding;
    let style = if finding.level == Level::Error { BAD } else { NAME };
    let level = words::level(language, finding.level);
    let line = found.lines.map(|(first, _)| first);
    let place = match finding.exchange.filter(|_| finding.lane == Lane::Note) {
        Some(exchange) => words::exchange(language, exchange, line),
        None => words::place(language, found.frame, finding.lane, line),
    };
    let session =
        found.session.as_ref().map_or_else(String::new, |name| format!("[{}] ", screen::line(name)));
    writeln!(out, "\n  {style}{level} {}{style:#}  {session}{place}", finding.rule)?;
    writeln!(out, "    {}", screen::line(&finding.sentence(language)))?;
    let excerpt = verdict.excerpt(found, AROUND);
    if !excerpt.is_empty() {
        writeln!(out, "    {FAINT}{}{FAINT:#}", screen::line(&excerpt))?;
    }
    if let Some(advice) = finding.advice(language) {
        writeln!(out, "    {}", words::advice(language, advice))?;
    }
    writeln!(out, "    {FAINT}{} ({}){FAINT:#}", found.page(), found.revisions())
}
