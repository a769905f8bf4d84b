//! A report in Markdown, to be pasted into an issue.
//!
//! All that a peer wrote stands in code, within a fence or back-ticks that it cannot close; what a judge says may
//! quote a peer, and has every sign that means something to Markdown or to a forge taken away.

use core::fmt::Write as _;

use super::report::{Other, Report, Row};
use crate::trace::text::Word;

/// Text that stands for itself.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\r' => out.push(' '),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            // Neither a mention nor a reference.
            '@' => out.push_str("&#64;"),
            '#' => out.push_str("&#35;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '!' | '(' | ')' => out.extend(['\\', character]),
            _ => out.push(character),
        }
    }
    out
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// Code within a line.
fn code(text: &str) -> String {
    let text = text.replace('\n', " ");
    let marks = "`".repeat(longest_run(&text) + 1);
    let blank = if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) { " " } else { "" };
    if text.is_empty() { String::new() } else { format!("{marks}{blank}{text}{blank}{marks}") }
}

/// A block of code, whose fence is longer than any in it.
fn block(text: &str, info: &str, out: &mut String) {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    // Writing into a string cannot fail.
    let _ = writeln!(out, "{fence}{info}\n{}\n{fence}", text.strip_suffix('\n').unwrap_or(text));
}

pub(super) fn write(report: &Report, out: &mut String) {
    let _ = writeln!(out, "## {}\n", report.word(Word::Title));
    for (name, value) in &report.facts {
        let values = [("name", plain(name)), ("value", code(value))];
        let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
        let _ = writeln!(out, "- {}", report.language.word_with(Word::Fact, &values));
    }
    let _ = writeln!(out, "- {}", report.counts);
    for text in report.covered.iter().chain(&report.remarks) {
        let _ = writeln!(out, "\n> {}", plain(text));
    }
    findings(report, out);
    sequence(report, out);
    if !report.rows.is_empty() {
        let _ = writeln!(out, "\n### {}", report.word(Word::Frames));
    }
    for row in &report.rows {
        let _ = writeln!(out, "\n**{}** {} · {}\n", row.number, report.way(row.lane), report.size(row));
        block(&row.shown.text, if row.kind == Word::NoMessage { "text" } else { "json" }, out);
        small_print(&report.small_print(&row.shown, &row.doubts), out);
    }
    others(report, out);
    let _ = writeln!(out, "\n{}", report.made_by);
}

fn findings(report: &Report, out: &mut String) {
    let _ = writeln!(out, "\n### {}\n", report.word(Word::Findings));
    match report.findings.as_deref() {
        None => {
            let _ = writeln!(out, "{}", report.word(Word::NotJudged));
        }
        Some([]) => {
            let _ = writeln!(out, "{}", report.word(Word::NoFindings));
        }
        Some(findings) => {
            for finding in findings {
                let at = finding.frame.map(|frame| {
                    report.language.word_with(Word::AtFrame, &[("frame", &frame.to_string())]) + " "
                });
                let (rule, at) = (code(&finding.rule), at.unwrap_or_default());
                let _ = writeln!(out, "- {at}{rule} {}", plain(&finding.sentence));
            }
        }
    }
}

fn sequence(report: &Report, out: &mut String) {
    let _ = writeln!(out, "\n### {}\n", report.word(Word::Sequence));
    if report.rows.is_empty() {
        let _ = writeln!(out, "{}", report.word(Word::NoFrames));
        return;
    }
    let _ = writeln!(
        out,
        "| # | {} | {} | {} |\n|---|---|---|---|",
        report.word(Word::Time),
        report.word(Word::Way),
        report.word(Word::What)
    );
    for row in &report.rows {
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} |",
            row.number,
            row.at,
            report.way(row.lane),
            what(report, row)
        );
    }
}

fn what(report: &Report, row: &Row) -> String {
    let mut what = report.word(row.kind).to_owned();
    // A bar would end the cell, even within code.
    for (name, text) in [("", &row.method), ("id ", &row.id)] {
        if !text.is_empty() {
            let _ = write!(what, " {name}{}", code(&text.replace('|', "¦")));
        }
    }
    if report.several {
        let _ = write!(what, " · {}", report.conversation(row.session));
    }
    if !row.doubts.is_empty() {
        let _ = write!(what, " · {}", report.word(Word::Doubts));
    }
    what
}

fn others(report: &Report, out: &mut String) {
    if report.others.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n### {}", report.word(Word::Others));
    for Other { at, lane, shown, doubts } in &report.others {
        if lane.sender().is_some() {
            let _ = writeln!(out, "\n{at} · {} · {}", report.way(*lane), report.word(Word::EndOfLane));
            continue;
        }
        let _ = writeln!(out, "\n{at} · {}\n", report.way(*lane));
        block(&shown.text, "text", out);
        small_print(&report.small_print(shown, doubts), out);
    }
}

fn small_print(lines: &[String], out: &mut String) {
    for line in lines {
        let _ = writeln!(out, "\n_{}_", plain(line));
    }
}
