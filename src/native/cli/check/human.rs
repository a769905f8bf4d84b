//! For people.

use std::fmt::{Result, Write};

use super::super::screen::{self, BAD, FAINT, GOOD, NAME, STEP};
use super::super::text::{check as words, lint};
use super::{clause, revisions};
use crate::check::{Beside, Case, Outcome, Report, Said, Trial};
use crate::lint::{Language, Level, Rule};
use crate::proto::mcp::Version;
use crate::trace::Lane;

/// How many characters of a line are shown, and how many lines of a conversation.
const WIDTH: usize = 200;
const LINES: usize = 12;

/// Where the columns of the table begin.
const NAMES: usize = 40;
const COLUMN: usize = 12;

pub(super) fn report(report: &Report, language: Language) -> String {
    let mut out = String::new();
    // Nothing fails in memory.
    let _ = whole(&mut out, report, language);
    out
}

pub(super) fn list(language: Language) -> String {
    let mut out = String::new();
    for case in Case::all() {
        let has = |version: &Version| case.is_for(*version);
        let tried: Vec<_> = Version::ALL.into_iter().filter(has).collect();
        // Nothing fails in memory.
        let _ = writeln!(
            out,
            "{NAME}{}{NAME:#}  {}  {FAINT}{}{}{FAINT:#}\n    {}",
            case.id,
            case.rule,
            revisions(&tried),
            if case.is_about_http() { words::over_http(language) } else { "" },
            case.text(language)
        );
    }
    out
}

fn whole(out: &mut String, report: &Report, language: Language) -> Result {
    writeln!(
        out,
        "{STEP}{}{STEP:#}  {FAINT}{}{FAINT:#}\n",
        screen::line(&report.server),
        screen::line(&report.command)
    )?;
    table(out, report, language)?;
    for trials in report.by_case() {
        details(out, trials, language)?;
    }
    skipped(out, report, language)?;
    // Last, where the reader looks first: one fault in every conversation fails nearly every case.
    let beside = report.beside();
    if !beside.is_empty() {
        writeln!(out, "\n{STEP}{}{STEP:#}", words::beside(language))?;
    }
    beside.iter().try_for_each(|beside| also_seen(out, beside, language))?;
    writeln!(out, "\n{}", words::counts(language, &report.counts()))
}

fn table(out: &mut String, report: &Report, language: Language) -> Result {
    let mut indent = NAMES;
    for version in &report.versions {
        write!(out, "{:indent$}{STEP}{version}{STEP:#}", "")?;
        indent = COLUMN - version.as_str().len();
    }
    writeln!(out)?;
    for trials in report.by_case() {
        let case = trials[0].case;
        write!(out, "{:width$}{FAINT}{:7}{FAINT:#}", case.id, case.rule, width = NAMES - 7)?;
        let mut gap = 0;
        for version in &report.versions {
            let Some(trial) = trials.iter().find(|trial| trial.version == *version) else {
                gap += COLUMN;
                continue;
            };
            let word = words::outcome(language, &trial.verdict.outcome);
            let style = match trial.verdict.outcome {
                Outcome::Passed => GOOD,
                Outcome::Broken(Level::Error) => BAD,
                Outcome::Broken(_) => NAME,
                Outcome::Skipped(_) => FAINT,
            };
            write!(out, "{:gap$}{style}{word}{style:#}", "")?;
            // A Chinese character takes the room of two others.
            let width: usize = word.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
            gap = COLUMN.saturating_sub(width);
        }
        writeln!(out)?;
    }
    Ok(())
}

/// What was wrong in a case: once for all revisions in which the same was.
fn details(out: &mut String, trials: &[Trial], language: Language) -> Result {
    let mut told: Vec<(Vec<String>, Vec<&Trial>)> = Vec::new();
    for trial in trials.iter().filter(|trial| matches!(trial.verdict.outcome, Outcome::Broken(_))) {
        let complaints = &trial.verdict.complaints;
        let what: Vec<_> = complaints.iter().map(|complaint| complaint.sentence(language)).collect();
        let level = &trial.verdict.outcome;
        let same = |(known, others): &&mut (Vec<String>, Vec<&Trial>)| {
            *known == what && others[0].verdict.outcome == *level
        };
        match told.iter_mut().find(same) {
            Some((_, trials)) => trials.push(trial),
            None => told.push((what, vec![trial])),
        }
    }
    for (_, trials) in told {
        one(out, &trials, language)?;
    }
    Ok(())
}

fn one(out: &mut String, trials: &[&Trial], language: Language) -> Result {
    let trial = trials[0];
    let versions: Vec<_> = trials.iter().map(|trial| trial.version).collect();
    let word = words::outcome(language, &trial.verdict.outcome);
    let style = if trial.verdict.outcome == Outcome::Broken(Level::Error) { BAD } else { NAME };
    writeln!(out, "\n{style}{word} {}{style:#}  {FAINT}{}{FAINT:#}", trial.case.id, revisions(&versions))?;
    writeln!(out, "  {}", trial.case.text(language))?;
    conversation(out, &trial.said, language)?;
    let complaints = &trial.verdict.complaints;
    for (at, complaint) in complaints.iter().enumerate() {
        writeln!(out, "  {}", screen::line(&complaint.sentence(language)))?;
        if complaints.get(at + 1).is_some_and(|next| next.rule == complaint.rule) {
            continue;
        }
        if let Some(advice) = complaint.advice(language) {
            writeln!(out, "  {}", lint::advice(language, advice))?;
        }
        let (page, since) = clause(complaint.rule);
        let rule = Rule::find(complaint.rule).map_or("", |rule| rule.text(language).rule);
        writeln!(out, "  {FAINT}{} {rule} {page} ({since}){FAINT:#}", complaint.rule)?;
    }
    for line in &trial.last_words {
        writeln!(out, "  {FAINT}stderr: {}{FAINT:#}", screen::line(line))?;
    }
    Ok(())
}

fn conversation(out: &mut String, said: &[Said], language: Language) -> Result {
    for line in said.iter().take(LINES) {
        let arrow = if line.lane == Lane::ClientToServer { "->" } else { "<-" };
        let (text, cut) = screen::bytes(line.bytes.trim_ascii_end(), WIDTH);
        let rest = if cut || line.length > line.bytes.len() {
            super::super::text::cut_bytes(line.length as u64)
        } else {
            String::new()
        };
        writeln!(out, "    {FAINT}{arrow}{FAINT:#} {text}{FAINT}{rest}{FAINT:#}")?;
    }
    if said.len() > LINES {
        writeln!(out, "    {FAINT}{}{FAINT:#}", words::more_lines(language, said.len() - LINES))?;
    }
    if said.iter().all(|line| line.lane == Lane::ClientToServer) {
        writeln!(out, "    {FAINT}<- {}{FAINT:#}", words::nothing_came(language))?;
    }
    Ok(())
}

fn also_seen(out: &mut String, beside: &Beside<'_>, language: Language) -> Result {
    let finding = beside.finding;
    let style = if finding.level == Level::Error { BAD } else { NAME };
    let level = lint::level(language, finding.level);
    let place = words::seen(language, beside.count, &revisions(&beside.versions), beside.trial.case.id);
    writeln!(out, "\n{style}{level} {}{style:#}  {FAINT}{place}{FAINT:#}", finding.rule)?;
    writeln!(out, "  {}", screen::line(&finding.sentence(language)))?;
    if let Some(advice) = finding.advice(language) {
        writeln!(out, "  {}", lint::advice(language, advice))?;
    }
    let (page, since) = clause(finding.rule.as_str());
    writeln!(out, "  {FAINT}{page} ({since}){FAINT:#}")
}

/// Why cases were skipped: once for each reason.
fn skipped(out: &mut String, report: &Report, language: Language) -> Result {
    let mut told: Vec<(String, Vec<&str>)> = Vec::new();
    for trial in &report.trials {
        let Outcome::Skipped(need) = trial.verdict.outcome else { continue };
        let reason = need.reason(language);
        let id = trial.case.id;
        match told.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, ids)) if ids.contains(&id) => {}
            Some((_, ids)) => ids.push(id),
            None => told.push((reason, vec![id])),
        }
    }
    if !told.is_empty() {
        writeln!(out, "\n{STEP}{}{STEP:#}", words::skipped(language))?;
    }
    told.iter().try_for_each(|(reason, ids)| writeln!(out, "  {reason}: {}", ids.join(", ")))
}
