//! Commands at a prompt, and the messages that somebody typed into them.

use core::ops::Range;

use super::value::{Fuel, Shape, shape};

/// The longest command that is read.
const LONGEST: usize = 64 << 10;

/// A command, over as many lines as its quotes and backslashes need.
#[derive(Debug)]
pub(super) struct Command {
    /// Where it ends, line feed included.
    pub(super) end: usize,
    /// The messages in it, and the word in which each stands.
    pub(super) messages: Vec<(String, Range<usize>)>,
}

/// The signs that end a prompt.
const PROMPTS: &[&str] = &["$ ", "% ", "❯ ", "➜ ", "# ", "> "];

/// Commands that begin a line without a prompt.
const VERBS: &[&str] = &["echo ", "printf ", "(echo ", "(printf ", "{ echo ", "cat <<", "curl "];

/// Where the command of `line` begins.
fn start(line: &str) -> Option<usize> {
    if VERBS.iter().any(|verb| line.starts_with(verb)) {
        return Some(0);
    }
    let place = |prompt: &&str| {
        let at = line.find(*prompt)?;
        let before = &line[..at];
        let path = |c: char| c.is_alphanumeric() || " @:~/._-\\()[]+➜✗".contains(c);
        // `> ` alone is a quote or an arrow; with a path before it it is PowerShell.
        let bare = *prompt == "> " && !before.starts_with("PS") || *prompt == "# " && !before.contains('@');
        (before.len() < 80 && before.chars().all(path) && !bare).then_some(at + prompt.len())
    };
    PROMPTS.iter().filter_map(place).min()
}

/// The command that begins in the line `line` of `text`, if there is a message in it.
pub(super) fn command(text: &str, line: Range<usize>, fuel: &mut Fuel) -> Option<Command> {
    let begin = line.start + start(&text[line]).filter(|_| !fuel.is_empty())?;
    let text = &text[..text.floor_char_boundary(begin + LONGEST)];
    let mut words = Words { text, at: begin, found: Vec::new(), escapes: false };
    words.run();
    if !fuel.spend(words.at - begin) {
        return None;
    }
    let mut messages = Vec::new();
    for (word, place) in &words.found {
        for message in split(word, words.escapes) {
            messages.push((message, place.clone()));
        }
    }
    (!messages.is_empty()).then_some(Command { end: words.at, messages })
}

/// The messages of a quoted word: itself, or one a line; `\n` is a line end to `printf` and to some `echo`s.
fn split(word: &str, escapes: bool) -> Vec<String> {
    if shape(word) == Shape::Frame && !(escapes && word.contains('\\')) {
        return vec![word.trim().to_owned()];
    }
    let frames = |text: &str| -> Vec<String> {
        let lines = text.lines().map(str::trim);
        lines.filter(|line| shape(line) == Shape::Frame).map(str::to_owned).collect()
    };
    let interpreted = interpret(word);
    let (first, second) = if escapes { (interpreted.as_str(), word) } else { (word, interpreted.as_str()) };
    let found = frames(first);
    if found.is_empty() { frames(second) } else { found }
}

/// The escapes of `printf` and of `$'…'`.
fn interpret(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    let mut chars = word.chars();
    while let Some(character) = chars.next() {
        if character != '\\' {
            out.push(character);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some('r') => out.push('\r'),
            Some('t') => out.push('\t'),
            Some(quoted @ ('\\' | '\'' | '"')) => out.push(quoted),
            Some(other) => out.extend(['\\', other]),
            None => out.push('\\'),
        }
    }
    out
}

/// Reads the quoted words of a command.
struct Words<'a> {
    text: &'a str,
    at: usize,
    found: Vec<(String, Range<usize>)>,
    /// Whether `\n` in a word is a line end.
    escapes: bool,
}

impl Words<'_> {
    fn run(&mut self) {
        let first = self.text[self.at..].trim_start_matches(['(', '{', ' ']);
        self.escapes = first.starts_with("printf") || first.starts_with("echo -e");
        let mut document = None;
        while let Some(character) = self.text[self.at..].chars().next() {
            let rest = &self.text[self.at..];
            match character {
                '\n' => {
                    self.at += 1;
                    match document.take() {
                        Some(end) => self.here_document(end),
                        None => return,
                    }
                }
                '\\' => self.at += 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
                '\'' => self.quoted('\'', false),
                '"' => self.quoted('"', true),
                '$' if rest.starts_with("$'") => {
                    self.at += 1;
                    self.quoted('\'', true);
                }
                '<' if rest.starts_with("<<") && !rest.starts_with("<<<") => {
                    let word = rest[2..].trim_start_matches(['-', ' ']);
                    let word = word.split([' ', '\n', '|', ')']).next().unwrap_or_default();
                    let end = word.trim_matches(['\'', '"']);
                    document = (!end.is_empty()).then_some(end);
                    self.at += rest.len() - rest[2..].trim_start_matches(['-', ' ']).len() + word.len();
                }
                _ => self.at += character.len_utf8(),
            }
        }
    }

    /// A word in quotes; without its other quote it ends where the line does.
    fn quoted(&mut self, quote: char, escapes: bool) {
        let start = self.at + 1;
        let (mut out, mut escaped) = (String::new(), false);
        for (offset, character) in self.text[start..].char_indices() {
            if escaped {
                // Within double quotes a backslash stands for itself but before these.
                if !matches!(character, '"' | '\\' | '$' | '`' | '\'') {
                    out.push('\\');
                }
                out.push(character);
                escaped = false;
            } else if escapes && character == '\\' {
                escaped = true;
            } else if character == quote {
                self.at = start + offset + 1;
                self.found.push((out, start..start + offset));
                return;
            } else {
                out.push(character);
            }
        }
        self.at = start + self.text[start..].find('\n').unwrap_or(self.text.len() - start);
    }

    /// The lines up to one that is `end`.
    fn here_document(&mut self, end: &str) {
        let start = self.at;
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            let line = &rest[..rest.find('\n').map_or(rest.len(), |end| end + 1)];
            if line.trim() == end {
                self.found.push((self.text[start..self.at].to_owned(), start..self.at));
                self.at += line.len();
                return;
            }
            self.at += line.len();
        }
        self.found.push((self.text[start..].to_owned(), start..self.text.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(text: &str) -> Vec<String> {
        let line = text.find('\n').map_or(text.len(), |end| end + 1);
        let command = command(text, 0..line, &mut Fuel::new(text));
        command
            .map(|command| command.messages.into_iter().map(|(text, _)| text).collect())
            .unwrap_or_default()
    }

    #[test]
    fn messages_are_found_in_the_words_of_a_command() {
        const A: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
        const B: &str = r#"{"jsonrpc":"2.0","method":"a\"b"}"#;
        let escaped = A.replace('"', "\\\"");
        let cases = [
            (format!("$ echo '{A}' | dice\n"), vec![A]),
            (format!("(.venv) me@lab:~/dice$ echo \"{escaped}\" | dice\n"), vec![A]),
            (format!("$ printf '{A}\\n{A}\\n' \\\n  | dice\n"), vec![A, A]),
            (format!("(echo '{A}'; sleep 1; echo '{B}') | dice\n"), vec![A, B]),
            (format!("$ dice <<EOF\n{A}\n{B}\nEOF\n"), vec![A, B]),
            (format!("$ dice <<'EOF' 2>/dev/null\n{A}\nEOF\nEOF"), vec![A]),
            (format!("$ BODY='{A}'\n"), vec![A]),
            (format!("PS C:\\x> '{A}' | dice\n"), vec![A]),
            (format!("> {A}\n"), vec![]),
            (format!("a sentence that costs 5$ '{A}'\n").replace("costs 5", "costs: \"5"), vec![]),
            ("$ echo 'hello'\n".to_owned(), vec![]),
            (format!("$ echo '{A}\n"), vec![]),
        ];
        for (text, expected) in cases {
            assert_eq!(messages(&text), expected, "{text}");
        }
    }
}
