//! Messages that a terminal, a chat or a web page has damaged, and what they were.

use super::value::{Fuel, Shape, shape};
use crate::proto::framing::{Balance, Progress};

/// The most lines that a message is looked for in.
const LINES: usize = 256;

/// How the lines of a wrapped message are put together again.
#[derive(Clone, Copy)]
enum Join {
    /// A terminal cut it at its width.
    Bare,
    /// Somebody indented what follows.
    Unindented,
    /// A program cut it at blanks and padded or indented it.
    Blank,
}

/// The message that begins at `start` and was wrapped over several lines, and where it ends.
pub(super) fn unwrapped(text: &str, start: usize, fuel: &mut Fuel) -> Option<(String, usize)> {
    let second = text[start..].split_once('\n')?.1;
    let joins = if second.starts_with("  ") {
        [Join::Unindented, Join::Blank, Join::Bare]
    } else {
        [Join::Bare, Join::Blank, Join::Unindented]
    };
    joins.into_iter().find_map(|join| joined(text, start, join, fuel))
}

fn joined(text: &str, start: usize, join: Join, fuel: &mut Fuel) -> Option<(String, usize)> {
    let mut balance = Balance::default();
    let (mut out, mut at) = (String::new(), start);
    for number in 0..LINES {
        let line = &text[at..];
        let line = &line[..line.find('\n').unwrap_or(line.len())];
        let piece = match join {
            Join::Bare => line,
            _ if number == 0 => line.trim_end(),
            Join::Unindented => line.trim_start(),
            Join::Blank => line.trim(),
        };
        if matches!(join, Join::Blank) && number > 0 {
            out.push(' ');
            balance.extend(b" ");
        }
        if !fuel.spend(piece.len() + 1) {
            return None;
        }
        let taken = balance.extend(piece.as_bytes());
        match balance.progress() {
            Progress::Closed => {
                out.push_str(&piece[..taken]);
                let lead = line.len() - line.trim_start().len();
                let skipped = if number == 0 || matches!(join, Join::Bare) { 0 } else { lead };
                return (shape(&out) == Shape::Frame).then_some((out, at + skipped + taken));
            }
            Progress::Broken => return None,
            Progress::Open | Progress::Before => out.push_str(piece),
        }
        at += line.len() + 1;
        if at >= text.len() {
            return None;
        }
    }
    None
}

/// What a web page or an editor made of quotes, and the quotes.
const MARKS: &[(&str, &str)] = &[
    ("&quot;", "\""),
    ("&#34;", "\""),
    ("&#39;", "'"),
    ("&apos;", "'"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&nbsp;", " "),
    ("&amp;", "&"),
    ("\u{201C}", "\""),
    ("\u{201D}", "\""),
    ("\u{A0}", " "),
];

/// `line` with its quotes as they were, if that makes a message of it: the message alone.
pub(super) fn requoted(line: &str, fuel: &mut Fuel) -> Option<String> {
    if !MARKS.iter().any(|(mark, _)| line.contains(mark)) || !fuel.spend(line.len() * 2) {
        return None;
    }
    let plain = MARKS.iter().fold(line.to_owned(), |line, (mark, quote)| line.replace(mark, quote));
    let start = plain.find('{')?;
    let end = fuel.end_of(&plain, start)?;
    (shape(&plain[start..end]) == Shape::Frame).then(|| plain[start..end].to_owned())
}

/// Whether somebody has left something out of `text`, or covered it.
pub(super) fn is_shortened(text: &str) -> bool {
    const SIGNS: &[&str] = &[
        "...",
        "\u{2026}",
        "[truncated]",
        "<snip>",
        "[snip]",
        "[Object]",
        "[Array]",
        "more items",
        "REDACTED",
        "***",
        "XXXX",
    ];
    SIGNS.iter().any(|sign| text.contains(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"a b"}}"#;

    #[test]
    fn a_wrapped_message_is_put_together_again() {
        for (text, expected) in [
            (
                "{\"jsonrpc\":\"2.0\",\"met\nhod\":\"notifications/message\",\"params\":{\"data\":\"a b\"}} x",
                Some(WHOLE),
            ),
            (
                "{\"jsonrpc\":\"2.0\",\"met\n  hod\":\"notifications/message\",\"params\":{\"da\n  ta\":\"a b\"}}",
                Some(WHOLE),
            ),
            ("{\"jsonrpc\":\"2.0\",\n2026-01-01", None),
        ] {
            let found = unwrapped(text, 0, &mut Fuel::new(text));
            assert_eq!(found.as_ref().map(|(found, _)| found.as_str()), expected, "{text}");
            if let Some((_, end)) = found {
                assert!(text[..end].ends_with("}}"));
            }
        }
    }

    #[test]
    fn quotes_are_put_back_only_where_that_makes_a_message() {
        let entities = WHOLE.replace('"', "&quot;");
        assert_eq!(requoted(&entities, &mut Fuel::new(&entities)).as_deref(), Some(WHOLE));
        let curly = WHOLE.replace('"', "\u{201D}");
        assert_eq!(requoted(&curly, &mut Fuel::new(&curly)).as_deref(), Some(WHOLE));
        assert_eq!(requoted("a &quot;word&quot; {", &mut Fuel::new("")), None);
    }
}
