//! What a terminal shows, and what it must not be made to do.

use std::borrow::Cow;
use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

pub(super) const STEP: Style = Style::new().bold();
pub(super) const FAINT: Style = Style::new().dimmed();
pub(super) const NAME: Style = AnsiColor::Cyan.on_default();
pub(super) const GOOD: Style = AnsiColor::Green.on_default();
pub(super) const BAD: Style = AnsiColor::Red.on_default();

/// Text of a peer on one line: control characters are spelled out, so that it can neither move the cursor nor
/// forge a line of ours.
pub(super) fn line(text: &str) -> Cow<'_, str> {
    spell_out(text, char::is_control)
}

/// Text of a peer on many lines: line feeds and tabs stay.
pub(super) fn lines(text: &str) -> Cow<'_, str> {
    spell_out(text, |c| c.is_control() && c != '\n' && c != '\t')
}

fn spell_out(text: &str, hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    let hidden = |c| hidden(c) || is_deceptive(c);
    if !text.contains(hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if hidden(c) {
            // Cannot fail: it only grows a string.
            let _ = write!(out, "{}", c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// What deceives the eye without being a control: marks of the direction of writing, separators that some take for the
/// end of a line, and a byte order mark.
fn is_deceptive(c: char) -> bool {
    let direction =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    direction || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// The first `most` characters of what a peer wrote, on one line, and whether there are more. A byte that belongs to
/// no character is spelled out, and counts as one.
pub(super) fn bytes(bytes: &[u8], most: usize) -> (String, bool) {
    // No character has more than four bytes, so the one that this cuts in half is one too many.
    let window = &bytes[..bytes.len().min(4 * most + 4)];
    let (mut out, mut left) = (String::new(), most);
    for chunk in window.utf8_chunks() {
        let (shown, cut) = cut(chunk.valid(), left);
        out.push_str(&line(shown));
        if cut.is_some() {
            return (out, true);
        }
        left -= shown.chars().count();
        for byte in chunk.invalid() {
            if left == 0 {
                return (out, true);
            }
            // Cannot fail: it only grows a string.
            let _ = write!(out, "\\x{byte:02x}");
            left -= 1;
        }
    }
    (out, window.len() < bytes.len())
}

/// A line of JSON that means the same and holds nothing that drives a terminal.
pub(super) fn json(text: &str) -> Cow<'_, str> {
    let hidden = |c: char| c.is_control() || is_deceptive(c);
    if !text.contains(hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if hidden(c) {
            // All of these are of the basic plane, so one escape is enough for each.
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// The first `most` characters of `text`, and the length of all of it if it has more.
pub(super) fn cut(text: &str, most: usize) -> (&str, Option<usize>) {
    match text.char_indices().nth(most) {
        Some((end, _)) => (&text[..end], Some(text.chars().count())),
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_peer_cannot_drive_the_terminal() {
        assert_eq!(line("a\u{1b}[2Jb\nc"), r"a\u{1b}[2Jb\u{a}c");
        assert_eq!(lines("a\nb\t\r\u{202e}"), "a\nb\t\\u{d}\\u{202e}");
        assert!(matches!(line("正在播放：周杰伦"), Cow::Borrowed(_)));
    }

    #[test]
    fn bytes_are_shown_as_far_as_they_are_text() {
        assert_eq!(bytes(b"a\xffb\xe8\xaf\x1b", 9), (r"a\xffb\xe8\xaf\u{1b}".to_owned(), false));
        assert_eq!(bytes("读写读".as_bytes(), 2), ("读写".to_owned(), true));
        assert_eq!(bytes("读写".as_bytes(), 2), ("读写".to_owned(), false));
        assert_eq!(bytes(b"\xff\xff", 1), (r"\xff".to_owned(), true));
        assert_eq!(bytes("😀".repeat(99).as_bytes(), 2), ("😀😀".to_owned(), true));
    }

    #[test]
    fn json_for_a_terminal_is_the_same_json() {
        let text = "{\"a\":\"\u{9b}2J\u{7f}\u{2028}读\"}";
        let shown = json(text);
        assert_eq!(shown, r#"{"a":"\u009b2J\u007f\u2028读"}"#);
        let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
        assert_eq!(read(&shown), read(text));
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        assert_eq!(cut("读写读", 2), ("读写", Some(3)));
        assert_eq!(cut("读写", 2), ("读写", None));
    }
}
