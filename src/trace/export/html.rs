//! A report as one page: no scripts, nothing from elsewhere, and no markup from data.

use core::fmt::Write as _;

use super::report::{Report, Row};
use crate::trace::model::Lane;
use crate::trace::text::Word;

/// The whole of its looks.
const STYLE: &str = "\
a{color:inherit}:root{color-scheme:light dark;--surface:#fff;--raised:#f4f5f7;--text:#1c1e21;--quiet:#5b616a;--line:#d5d9df;\
--client:#0b57d0;--server:#8430ce;--danger:#b3261e}\
@media (prefers-color-scheme:dark){:root{--surface:#16181c;--raised:#1f2228;--text:#e4e6ea;--quiet:#a0a7b1;\
--line:#3a3f47;--client:#8ab4f8;--server:#d7aefb;--danger:#f2b8b5}}\
body{background:var(--surface);color:var(--text);font:1rem/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;\
padding:1rem}\
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}\
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem}dt{color:var(--quiet)}dd{margin:0}\
pre,code{font-family:ui-monospace,monospace;font-size:.875rem}\
pre{background:var(--raised);border:1px solid var(--line);border-radius:.25rem;margin:.25rem 0;overflow-wrap:anywhere;\
padding:.5rem;white-space:pre-wrap}\
dd,li,code{overflow-wrap:anywhere}ol{list-style:none;padding:0}\
.frame{border-inline-start:.25rem solid;margin:1rem 0;padding-inline-start:.75rem}\
.c2s{border-color:var(--client)}.s2c{border-color:var(--server);margin-inline-start:2rem}\
.stderr,.note{border-color:var(--line)}.head{margin:0}.c2s .way{color:var(--client)}.s2c .way{color:var(--server)}\
.small{color:var(--quiet);font-size:.875rem;margin:0}.finding{color:var(--danger)}\
.said{background:var(--raised);padding:.5rem .75rem}";

/// `text` with every sign that means something to HTML taken away.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(character),
        }
    }
    out
}

/// Appends an element with a text in it. Its name and class are ours.
fn element(name: &str, class: &str, text: &str, out: &mut String) {
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    // Writing into a string cannot fail.
    let _ = writeln!(out, "<{name}{class}>{}</{name}>", escaped(text));
}

pub(super) fn write(report: &Report, out: &mut String) {
    let title = escaped(report.word(Word::Title));
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n<h1>{title}</h1>\n",
        report.language.tag(),
    );
    about(report, out);
    findings(report, out);
    element("h2", "", report.word(Word::Sequence), out);
    if report.rows.is_empty() {
        element("p", "", report.word(Word::NoFrames), out);
    }
    out.push_str("<ol>\n");
    for row in &report.rows {
        frame(report, row, out);
    }
    out.push_str("</ol>\n");
    others(report, out);
    element("p", "small", &report.made_by, out);
}

fn about(report: &Report, out: &mut String) {
    element("h2", "", report.word(Word::About), out);
    out.push_str("<dl>\n");
    for (name, value) in &report.facts {
        element("dt", "", name, out);
        element("dd", "", value, out);
    }
    out.push_str("</dl>\n");
    element("p", "", &report.counts, out);
    for text in report.covered.iter().chain(&report.remarks) {
        element("p", "said", text, out);
    }
}

fn findings(report: &Report, out: &mut String) {
    element("h2", "", report.word(Word::Findings), out);
    match report.findings.as_deref() {
        None => element("p", "", report.word(Word::NotJudged), out),
        Some([]) => element("p", "", report.word(Word::NoFindings), out),
        Some(findings) => {
            out.push_str("<ul>\n");
            for finding in findings {
                let rule = escaped(&finding.rule);
                let at = finding.frame.map(|frame| {
                    let words = report.language.word_with(Word::AtFrame, &[("frame", &frame.to_string())]);
                    format!("<a href=\"#f{frame}\">{}</a> ", escaped(&words))
                });
                let (at, sentence) = (at.unwrap_or_default(), escaped(&finding.sentence));
                let _ = writeln!(out, "<li>{at}<code>{rule}</code> {sentence}</li>");
            }
            out.push_str("</ul>\n");
        }
    }
}

fn frame(report: &Report, row: &Row, out: &mut String) {
    let mut names = String::new();
    for (name, text) in [("", &row.method), ("id ", &row.id)] {
        if !text.is_empty() {
            let _ = write!(names, " {name}<code>{}</code>", escaped(text));
        }
    }
    let _ = writeln!(
        out,
        "<li class=\"frame {}\" id=\"f{}\">\n<p class=\"head\"><b>{}</b> <span class=\"way\">{}</span> {}{names} \
         <span class=\"small\">{} · {}{}</span></p>",
        row.lane.name(),
        row.number,
        row.number,
        escaped(&report.way(row.lane)),
        escaped(report.word(row.kind)),
        row.at,
        escaped(&report.size(row)),
        if report.several {
            format!(" · {}", escaped(&report.conversation(row.session)))
        } else {
            String::new()
        },
    );
    element("pre", "", &row.shown.text, out);
    for finding in report.findings.iter().flatten().filter(|finding| finding.frame == Some(row.number)) {
        element("p", "finding", &format!("{} {}", finding.rule, finding.sentence), out);
    }
    for line in report.small_print(&row.shown, &row.doubts) {
        element("p", "small", &line, out);
    }
    out.push_str("</li>\n");
}

fn others(report: &Report, out: &mut String) {
    if report.others.is_empty() {
        return;
    }
    element("h2", "", report.word(Word::Others), out);
    for other in &report.others {
        let end = if other.lane.sender().is_some() { report.word(Word::EndOfLane) } else { "" };
        let lane: Lane = other.lane;
        let _ = writeln!(out, "<div class=\"frame {}\">", lane.name());
        element("p", "head", &format!("{} · {} {end}", other.at, report.way(lane)), out);
        if end.is_empty() {
            element("pre", "", &other.shown.text, out);
        }
        for line in report.small_print(&other.shown, &other.doubts) {
            element("p", "small", &line, out);
        }
        out.push_str("</div>\n");
    }
}
