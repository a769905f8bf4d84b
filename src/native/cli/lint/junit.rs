//! For build servers: a suite for each file, a failed case for each finding (JUnit XML).

use std::fmt::Write;

use crate::desk::Verdict;
use crate::lint::{Language, Level};

pub(super) fn report(verdicts: &[Verdict], language: Language) -> String {
    let mut out =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"wirelab lint\">\n".to_owned();
    for verdict in verdicts {
        // Nothing fails in memory.
        let _ = suite(&mut out, verdict, language);
    }
    out + "</testsuites>\n"
}

fn suite(out: &mut String, verdict: &Verdict, language: Language) -> std::fmt::Result {
    let name = escaped(&verdict.name);
    let failed = verdict.found.iter().filter(|found| found.finding.level > Level::Note).count();
    let cases = verdict.found.len().max(1);
    writeln!(
        out,
        "  <testsuite name=\"{name}\" tests=\"{cases}\" failures=\"{failed}\" errors=\"0\" skipped=\"0\">"
    )?;
    if verdict.found.is_empty() {
        writeln!(out, "    <testcase classname=\"{name}\" name=\"{} frames\"/>", verdict.frames.len())?;
    }
    for found in &verdict.found {
        let finding = &found.finding;
        let rule = finding.rule.as_str();
        let sentence = escaped(&finding.sentence(language));
        write!(out, "    <testcase classname=\"{name}\" name=\"{rule} frame {}\">", found.frame)?;
        let advice = finding.advice(language).map(escaped).unwrap_or_default();
        let text = format!("{} {}\n{advice}", escaped(&verdict.excerpt(found, 60)), found.page());
        match finding.level {
            // A note is no failure; what was said of it is kept all the same.
            Level::Note => write!(out, "<system-out>{sentence}\n{text}</system-out>")?,
            level => {
                write!(out, "<failure type=\"{}\" message=\"{sentence}\">{text}</failure>", level.name())?
            }
        }
        writeln!(out, "</testcase>")?;
    }
    writeln!(out, "  </testsuite>")
}

/// As XML 1.0 has it: five characters by their names, and no control characters, which it cannot hold.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_of_a_peers_ends_a_text_or_an_attribute() {
        assert_eq!(escaped("a<b>&\"'\n\u{0}\u{7f}读"), "a&lt;b&gt;&amp;&quot;&apos;&#10;\u{fffd}\u{fffd}读");
    }
}
