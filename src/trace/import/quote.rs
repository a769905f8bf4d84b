//! What a client says about a line that it could not use, and the line itself, as far as it says that.

/// What a bad line was, by the words of the client that met it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Quote {
    /// These characters were the line, or only its beginning.
    Line { text: String, whole: bool },
    /// A message begins at this byte of the text.
    Frame(usize),
}

/// The words after which an SDK prints the message that it has no use for.
const BEFORE_FRAMES: &[&str] = &[
    "Received a response for an unknown message ID: ",
    "Received a progress notification for an unknown token: ",
    "Unknown message type: ",
    "Failed to parse message receive: ",
    "Unhandled JSON from context_server: ",
];

/// The quotation in `text`, if there is one.
pub(super) fn quote(text: &str) -> Option<Quote> {
    for words in BEFORE_FRAMES {
        if let Some(at) = text.find(words) {
            return Some(Quote::Frame(at + words.len()));
        }
    }
    // `Unexpected token 'H', "Harbor tid"... is not valid JSON`: V8 shows ten characters, or all of fewer than 21.
    let (before, _) = text.split_once(" is not valid JSON")?;
    let (before, whole) = match before.strip_suffix("...") {
        Some(before) => (before, false),
        None => (before, true),
    };
    let (head, quoted) = before.strip_suffix('"')?.split_once(", \"")?;
    let known = head.starts_with("Unexpected token") || head.contains(" Unexpected token");
    known.then(|| Quote::Line { text: quoted.to_owned(), whole })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quoted_line_is_found() {
        let line = |text: &str, whole| Some(Quote::Line { text: text.to_owned(), whole });
        for (text, expected) in [
            ("Unexpected token 'H', \"Harbor tid\"... is not valid JSON {", line("Harbor tid", false)),
            ("Client error for command Unexpected token 'k', \"ke\" is not valid JSON", line("ke", true)),
            ("Unexpected token ',', ...\"a\":1,,\"b\"\"... is not valid JSON", None),
            ("\"x\" is not valid JSON", None),
            ("Error in MCP: Unknown message type: {}", Some(Quote::Frame(36))),
            ("Unexpected end of JSON input", None),
        ] {
            assert_eq!(quote(text), expected, "{text}");
        }
    }
}
