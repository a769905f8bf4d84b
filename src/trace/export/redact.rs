//! Covering what looks secret, before a recording leaves the house.

use crate::proto::framing::Frame;
use crate::proto::json::{RawJson, TokenKind, scan};
use crate::trace::frames::{Splitter, TraceFrame};
use crate::trace::model::{Heading, Trace, TraceEntry};

/// What stands in the place of a value.
const COVER: &str = "[redacted]";

/// What may stand after a value without being a part of it.
const TAIL: [char; 9] = ['"', '\'', '}', ']', ')', ',', ';', '&', '\\'];

/// A recording in which secrets are covered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redacted {
    /// The recording: one chunk for each frame, because a secret can be cut in two by the chunks that were written.
    pub trace: Trace,
    /// How many places were covered.
    pub count: usize,
}

/// Covers string values whose names sound secret (tokens, passwords, keys, cookies), what follows `Bearer`, and the
/// names of users in paths of home folders: in messages, in texts within messages, on stderr, in notes and in the
/// command.
///
/// It knows names, not secrets: a password in a sentence stays. The JSON of a message stays JSON.
#[must_use]
pub fn redact(trace: &Trace) -> Redacted {
    let mut count = 0;
    let mut splitter = Splitter::default();
    let mut entries = Vec::new();
    for entry in &trace.entries {
        if entry.lane.sender().is_none() {
            let bytes = lossless(&entry.bytes, |text| covered(text, &mut count));
            entries.push(TraceEntry { bytes, ..entry.clone() });
            continue;
        }
        entries.extend(splitter.feed(entry).into_iter().map(|frame| chunk(frame, &mut count)));
        if entry.end {
            entries.push(TraceEntry { bytes: Vec::new(), ..entry.clone() });
        }
    }
    entries.extend(splitter.finish().into_iter().map(|frame| chunk(frame, &mut count)));
    let heading = Heading {
        command: command(&trace.heading.command, &mut count),
        notes: trace.heading.notes.iter().map(|note| covered(note, &mut count)).collect(),
        ..trace.heading.clone()
    };
    Redacted { trace: Trace { heading, entries }, count }
}

fn chunk(found: TraceFrame, count: &mut usize) -> TraceEntry {
    let TraceFrame { frame, at, lane, session, doubts, origin, .. } = found;
    let bytes = frame_bytes(&frame, count);
    TraceEntry { session, doubts, origin, ..TraceEntry::new(at, lane, bytes) }
}

fn frame_bytes(frame: &Frame, count: &mut usize) -> Vec<u8> {
    let before = *count;
    let body = lossless(frame.body(), |text| match RawJson::new(text) {
        Ok(_) => json(text, count),
        Err(_) => covered(text, count),
    });
    if *count == before {
        return frame.bytes.clone();
    }
    let mut out = Vec::new();
    match frame.header() {
        // The length that was declared, so far as it was right, is that of another body now.
        Some(_) => out.extend_from_slice(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes()),
        None => out.extend_from_slice(&frame.bytes[..frame.body.start]),
    }
    out.extend_from_slice(&body);
    out.extend_from_slice(frame.delimiter());
    out
}

/// Applies `cover` to the text in `bytes`; what is no text stays.
fn lossless(bytes: &[u8], mut cover: impl FnMut(&str) -> String) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        out.extend_from_slice(cover(chunk.valid()).as_bytes());
        out.extend_from_slice(chunk.invalid());
    }
    out
}

/// Whether a value called `name` is nobody's business.
fn is_secret(name: &str) -> bool {
    const WORDS: &[&str] = &[
        "secret",
        "password",
        "passwd",
        "passphrase",
        "apikey",
        "authorization",
        "credential",
        "privatekey",
        "accesskey",
        "cookie",
        "bearer",
        "signature",
    ];
    let name: String = name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_ascii_lowercase();
    // Tokens of the protocol itself are no secrets.
    let token =
        name.ends_with("token") && name != "progresstoken" || name.ends_with("tokens") && name != "maxtokens";
    token || WORDS.iter().any(|word| name.contains(word))
}

/// `text`, which is JSON, with its secrets covered; everything else stays to the letter.
fn json(text: &str, count: &mut usize) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut done, mut open, mut secret) = (0, Vec::new(), false);
    for token in scan(text).tokens {
        let part = &text[token.range.clone()];
        match token.kind {
            TokenKind::BeginObject | TokenKind::BeginArray => open.push(secret),
            TokenKind::EndObject | TokenKind::EndArray => secret = open.pop().unwrap_or(false),
            TokenKind::Key => secret = open.last().copied().unwrap_or(false) || is_secret(part),
            // What comes next in an array is as secret as the array.
            TokenKind::Comma => secret = open.last().copied().unwrap_or(false),
            TokenKind::String => {
                let inner = &part[1..part.len() - 1];
                let new = match secret && !inner.is_empty() {
                    true => {
                        *count += 1;
                        COVER.to_owned()
                    }
                    false => covered(inner, count),
                };
                out.push_str(&text[done..token.range.start]);
                out.push('"');
                out.push_str(&new);
                out.push('"');
                done = token.range.end;
            }
            _ => {}
        }
    }
    out.push_str(&text[done..]);
    out
}

/// Words of a command: an option that sounds secret covers the word after it.
fn command(words: &[String], count: &mut usize) -> Vec<String> {
    let mut secret = false;
    let mut cover = |word: &String| {
        let option = word.starts_with('-') && !word.contains('=');
        if core::mem::replace(&mut secret, option && is_secret(word)) && !option {
            *count += 1;
            return COVER.to_owned();
        }
        covered(word, count)
    };
    words.iter().map(&mut cover).collect()
}

/// Any other text with its secrets covered.
fn covered(text: &str, count: &mut usize) -> String {
    let text = quoted(text, count);
    let text = assigned(&text, count);
    home_folders(&text, count)
}

/// A quote sign, with as many backslashes before it as the text is quoted deep.
fn quote(text: &str, from: usize) -> Option<(usize, usize, &str)> {
    let at = from + text[from..].find('"')?;
    let mark = text[from..at].trim_end_matches('\\').len() + from;
    Some((mark, at + 1, &text[mark..=at]))
}

/// The end of what was opened by `mark`: the same mark again.
fn closing(text: &str, mut from: usize, mark: &str) -> Option<(usize, usize)> {
    loop {
        let (start, end, found) = quote(text, from)?;
        if found == mark {
            return Some((start, end));
        }
        from = end;
    }
}

/// Covers `"name": "value"`, quoted however deep.
fn quoted(text: &str, count: &mut usize) -> String {
    let (mut out, mut done, mut at) = (String::with_capacity(text.len()), 0, 0);
    while let Some((_, start, mark)) = quote(text, at) {
        // Any mark may begin a name.
        at = start;
        let Some((end, after, found)) = quote(text, start) else { break };
        let rest = text[after..].trim_start().strip_prefix(':').map(str::trim_start);
        let Some(value) = rest.filter(|rest| found == mark && rest.starts_with(mark)) else { continue };
        at = after;
        if !is_secret(&text[start..end]) {
            continue;
        }
        let from = text.len() - value.len() + mark.len();
        let (stop, next) = closing(text, from, mark).unwrap_or((text.len(), text.len()));
        if stop > from {
            out.push_str(&text[done..from]);
            out.push_str(COVER);
            done = stop;
            *count += 1;
        }
        at = next;
    }
    out.push_str(&text[done..]);
    out
}

/// Covers `name=value`, `name: value` and what follows `Bearer`.
fn assigned(text: &str, count: &mut usize) -> String {
    let mut out = String::with_capacity(text.len());
    let mut next = false;
    for word in text.split_inclusive(|c: char| c.is_ascii_whitespace()) {
        let bare = word.trim_end_matches(|c: char| c.is_ascii_whitespace());
        let space = &word[bare.len()..];
        if bare.is_empty() {
            out.push_str(word);
            continue;
        }
        let scheme = bare.trim_matches(['"', '\'', ':', ',']).to_ascii_lowercase();
        let bearer = scheme == "bearer" || next && scheme == "basic";
        let name = bare.strip_suffix(':').filter(|name| !name.contains(['"', '{']));
        if core::mem::replace(&mut next, bearer || name.is_some_and(is_secret))
            && !bearer
            && !bare.contains(COVER)
        {
            out.push_str(COVER);
            out.push_str(&bare[bare.trim_end_matches(TAIL).len()..]);
            *count += 1;
        } else {
            // The query of an address has several.
            bare.split_inclusive(['&', '?']).for_each(|part| value(part, &mut out, count));
        }
        out.push_str(space);
    }
    out
}

/// Covers the value in `name=value`.
fn value(part: &str, out: &mut String, count: &mut usize) {
    let Some((name, value)) = part.split_once('=') else { return out.push_str(part) };
    let bare = name.rsplit(['\'', '"', '-']).next().unwrap_or(name);
    if value.is_empty() || value.contains(COVER) || !is_secret(bare) {
        return out.push_str(part);
    }
    // Quotes and brackets after it are the text's.
    let kept = value.trim_end_matches(TAIL).len();
    out.push_str(name);
    out.push('=');
    out.push_str(COVER);
    out.push_str(&value[kept..]);
    *count += 1;
}

/// Covers the names of users in paths.
fn home_folders(text: &str, count: &mut usize) -> String {
    let (mut out, mut done, mut at) = (String::with_capacity(text.len()), 0, 0);
    while let Some(found) = text[at..].find(['/', '\\']) {
        let slash = at + found;
        at = slash + 1;
        let rest = &text[at..];
        let Some(folder) = ["home", "Users"].into_iter().find(|folder| rest.starts_with(folder)) else {
            continue;
        };
        // A path begins here, or after a drive; anything else is somebody's own folder of that name.
        let before = text[..slash].trim_end_matches('\\').chars().next_back();
        if before
            .is_some_and(|before| before != ':' && (before.is_alphanumeric() || "._-~/".contains(before)))
        {
            continue;
        }
        let after = &rest[folder.len()..];
        let name = after.trim_start_matches(['/', '\\']);
        let length = name.find(|c: char| !(c.is_alphanumeric() || "._-+@".contains(c))).unwrap_or(name.len());
        if name.len() == after.len() || length == 0 {
            continue;
        }
        let start = text.len() - name.len();
        out.push_str(&text[done..start]);
        out.push_str(COVER);
        (done, at) = (start + length, start + length);
        *count += 1;
    }
    out.push_str(&text[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::time::Instant;
    use crate::trace::Lane;

    fn text(text: &str) -> (String, usize) {
        let mut count = 0;
        (covered(text, &mut count), count)
    }

    #[test]
    fn what_sounds_secret_is_covered_and_the_rest_stays_to_the_letter() {
        let body = r#"{"id":1,"env":{"API_KEY":"a\"b", "n": 1.50,"list":["x"]},"_meta":{"progressToken":"p"},"cookies":["c",{"d":"e"},7],"t":"{\"token\":\"z\"}"}"#;
        let expected = r#"{"id":1,"env":{"API_KEY":"[redacted]", "n": 1.50,"list":["x"]},"_meta":{"progressToken":"p"},"cookies":["[redacted]",{"d":"[redacted]"},7],"t":"{\"token\":\"[redacted]\"}"}"#;
        let mut count = 0;
        assert_eq!((json(body, &mut count), count), (expected.to_owned(), 4));
        for (from, to) in [
            ("Authorization: Bearer abc.def\n", "Authorization: Bearer [redacted]\n"),
            ("authorization: Basic abc, x", "authorization: Basic [redacted], x"),
            ("a TOKEN=abc b", "a TOKEN=[redacted] b"),
            ("http://x/?q=1&access_token=abc", "http://x/?q=1&access_token=[redacted]"),
            (
                "$ echo '{\"password\" : \"a b\",\"x\":\"y\"}'",
                "$ echo '{\"password\" : \"[redacted]\",\"x\":\"y\"}'",
            ),
            ("{\"password\":\"cut off", "{\"password\":\"[redacted]"),
            ("nothing=here max_tokens=5 \"a\":\"b\"", "nothing=here max_tokens=5 \"a\":\"b\""),
        ] {
            assert_eq!(text(from).0, to, "{from}");
        }
    }

    #[test]
    fn names_in_home_folders_are_covered() {
        let (slash, home) = ("/", "home");
        for (from, to) in [
            (
                format!("{slash}{home}/me/x {slash}Users/me.too: a"),
                format!("{slash}{home}/[redacted]/x {slash}Users/[redacted]: a"),
            ),
            ("C:\\Users\\me\\x".to_owned(), "C:\\Users\\[redacted]\\x".to_owned()),
            ("\"C:\\\\Users\\\\me\"".to_owned(), "\"C:\\\\Users\\\\[redacted]\"".to_owned()),
            ("src/home/x ~/home/y".to_owned(), "src/home/x ~/home/y".to_owned()),
            (format!("{slash}{home}/ {slash}homer/a"), format!("{slash}{home}/ {slash}homer/a")),
        ] {
            assert_eq!(text(&from).0, to, "{from}");
        }
    }

    #[test]
    fn a_secret_that_was_cut_in_two_is_covered_and_the_frames_stay() {
        let chunk = |bytes: &[u8]| TraceEntry::new(Instant::ZERO, Lane::ClientToServer, bytes);
        let mut trace = Trace::of(vec![chunk(b"{\"token\":\"ab"), chunk(b"cd\"}\r\n\n\xff{\"a\":1}\n")]);
        trace.heading.command =
            ["dice", "--api-key", "abc", "--secret", "--port", "1"].map(str::to_owned).to_vec();
        let Redacted { trace, count } = redact(&trace);
        assert_eq!(trace.bytes(Lane::ClientToServer), b"{\"token\":\"[redacted]\"}\r\n\n\xff{\"a\":1}\n");
        assert_eq!(trace.heading.command, ["dice", "--api-key", "[redacted]", "--secret", "--port", "1"]);
        assert_eq!(count, 2);
        let framed = chunk(b"Content-Length: 15\r\n\r\n{\"token\":\"abc\"}");
        let Redacted { trace, .. } = redact(&Trace::of(vec![framed]));
        let expected = b"Content-Length: 22\r\n\r\n{\"token\":\"[redacted]\"}";
        assert_eq!(trace.bytes(Lane::ClientToServer), expected);
    }
}
