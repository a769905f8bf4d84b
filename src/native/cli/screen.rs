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
    // Beside the controls: the marks that turn the direction of writing around.
    let hidden = |c| hidden(c) || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
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
    fn a_long_text_is_cut_between_characters() {
        assert_eq!(cut("读写读", 2), ("读写", Some(3)));
        assert_eq!(cut("读写", 2), ("读写", None));
    }
}
