//! What is covered in a text, and what is not.

use crate::proto::json::{TokenKind, scan};

/// What stands in the place of a value.
const COVER: &str = "[redacted]";

/// What may stand after a value without being a part of it.
const TAIL: [char; 9] = ['"', '\'', '}', ']', ')', ',', ';', '&', '\\'];

/// What is covered, and how much of it there was.
#[derive(Debug, Default)]
pub(super) struct Cover {
    /// Names whose values are covered although they do not sound secret, as [`plain`] has them.
    names: Vec<String>,
    /// How many places were covered.
    pub(super) count: usize,
}

/// `name` as names are compared: how its words are told apart does not matter.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

impl Cover {
    /// What sounds secret, and the values of `names`.
    pub(super) fn new(names: &[String]) -> Self {
        let names = names.iter().map(|name| plain(name)).filter(|name| !name.is_empty()).collect();
        Self { names, count: 0 }
    }

    /// Whether a value called `name` is nobody's business.
    fn is_secret(&self, name: &str) -> bool {
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
        let name = plain(name);
        // Tokens of the protocol itself are no secrets.
        let token = name.ends_with("token") && name != "progresstoken"
            || name.ends_with("tokens") && name != "maxtokens";
        token || WORDS.iter().any(|word| name.contains(word)) || self.names.contains(&name)
    }
}

/// `text`, which is JSON, with its secrets covered; everything else stays to the letter.
pub(super) fn json(text: &str, cover: &mut Cover) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut done, mut open, mut secret) = (0, Vec::new(), false);
    for token in scan(text).tokens {
        let part = &text[token.range.clone()];
        match token.kind {
            TokenKind::BeginObject | TokenKind::BeginArray => open.push(secret),
            TokenKind::EndObject | TokenKind::EndArray => secret = open.pop().unwrap_or(false),
            TokenKind::Key => secret = open.last().copied().unwrap_or(false) || cover.is_secret(part),
            // What comes next in an array is as secret as the array.
            TokenKind::Comma => secret = open.last().copied().unwrap_or(false),
            TokenKind::String => {
                let inner = &part[1..part.len() - 1];
                let new = match secret && !inner.is_empty() {
                    true => {
                        cover.count += 1;
                        COVER.to_owned()
                    }
                    false => covered(inner, cover),
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
pub(super) fn command(words: &[String], cover: &mut Cover) -> Vec<String> {
    let mut secret = false;
    let mut one = |word: &String| {
        let option = word.starts_with('-') && !word.contains('=');
        if core::mem::replace(&mut secret, option && cover.is_secret(word)) && !option {
            cover.count += 1;
            return COVER.to_owned();
        }
        covered(word, cover)
    };
    words.iter().map(&mut one).collect()
}

/// The value that is called `name`, with its secrets covered.
pub(super) fn value_of(name: &str, value: &str, cover: &mut Cover) -> String {
    if value.is_empty() || !cover.is_secret(name) {
        return covered(value, cover);
    }
    cover.count += 1;
    COVER.to_owned()
}

/// Any other text with its secrets covered.
pub(super) fn covered(text: &str, cover: &mut Cover) -> String {
    let text = quoted(text, cover);
    let text = assigned(&text, cover);
    home_folders(&text, cover)
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
fn quoted(text: &str, cover: &mut Cover) -> String {
    let (mut out, mut done, mut at) = (String::with_capacity(text.len()), 0, 0);
    while let Some((_, start, mark)) = quote(text, at) {
        // Any mark may begin a name.
        at = start;
        let Some((end, after, found)) = quote(text, start) else { break };
        let rest = text[after..].trim_start().strip_prefix(':').map(str::trim_start);
        let Some(value) = rest.filter(|rest| found == mark && rest.starts_with(mark)) else { continue };
        at = after;
        if !cover.is_secret(&text[start..end]) {
            continue;
        }
        let from = text.len() - value.len() + mark.len();
        let (stop, next) = closing(text, from, mark).unwrap_or((text.len(), text.len()));
        if stop > from {
            out.push_str(&text[done..from]);
            out.push_str(COVER);
            done = stop;
            cover.count += 1;
        }
        at = next;
    }
    out.push_str(&text[done..]);
    out
}

/// Covers `name=value`, `name: value` and what follows `Bearer`.
fn assigned(text: &str, cover: &mut Cover) -> String {
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
        if core::mem::replace(&mut next, bearer || name.is_some_and(|name| cover.is_secret(name)))
            && !bearer
            && !bare.contains(COVER)
        {
            out.push_str(COVER);
            out.push_str(&bare[bare.trim_end_matches(TAIL).len()..]);
            cover.count += 1;
        } else {
            // The query of an address has several.
            bare.split_inclusive(['&', '?']).for_each(|part| value(part, &mut out, cover));
        }
        out.push_str(space);
    }
    out
}

/// Covers the value in `name=value`.
fn value(part: &str, out: &mut String, cover: &mut Cover) {
    let Some((name, value)) = part.split_once('=') else { return out.push_str(part) };
    let bare = name.rsplit(['\'', '"', '-']).next().unwrap_or(name);
    if value.is_empty() || value.contains(COVER) || !cover.is_secret(bare) {
        return out.push_str(part);
    }
    // Quotes and brackets after it are the text's.
    let kept = value.trim_end_matches(TAIL).len();
    out.push_str(name);
    out.push('=');
    out.push_str(COVER);
    out.push_str(&value[kept..]);
    cover.count += 1;
}

/// Covers the names of users in paths.
fn home_folders(text: &str, cover: &mut Cover) -> String {
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
        cover.count += 1;
    }
    out.push_str(&text[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> (String, usize) {
        let mut cover = Cover::default();
        (covered(text, &mut cover), cover.count)
    }

    #[test]
    fn what_sounds_secret_is_covered_and_the_rest_stays_to_the_letter() {
        let body = r#"{"id":1,"env":{"API_KEY":"a\"b", "n": 1.50,"list":["x"]},"_meta":{"progressToken":"p"},"cookies":["c",{"d":"e"},7],"t":"{\"token\":\"z\"}"}"#;
        let expected = r#"{"id":1,"env":{"API_KEY":"[redacted]", "n": 1.50,"list":["x"]},"_meta":{"progressToken":"p"},"cookies":["[redacted]",{"d":"[redacted]"},7],"t":"{\"token\":\"[redacted]\"}"}"#;
        let mut cover = Cover::default();
        assert_eq!((json(body, &mut cover), cover.count), (expected.to_owned(), 4));
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
}
