//! Reading Rust source without a compiler: what is code, what is a comment, and which modules a file names.
//!
//! No more of the language than the checks need, but that much exactly: text in comments and strings is never taken
//! for code, and a path counts however it is written, grouped, from `crate`, from `super` or in an expression.

use std::ops::Range;

/// A stretch of source that is not code.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Stretch {
    Comment(Range<usize>),
    /// Without its quotes.
    Text(Range<usize>),
}

/// The source with comments blanked out; every other character stays in its line and column.
pub(crate) fn without_comments(source: &str) -> String {
    blank(source, |stretch| matches!(stretch, Stretch::Comment(_)))
}

/// The source with comments and the insides of strings blanked out.
pub(crate) fn code(source: &str) -> String {
    blank(source, |_| true)
}

fn blank(source: &str, which: impl Fn(&Stretch) -> bool) -> String {
    let mut out = String::with_capacity(source.len());
    let mut at = 0;
    for stretch in stretches(source).into_iter().filter(which) {
        let (Stretch::Comment(range) | Stretch::Text(range)) = stretch;
        out.push_str(&source[at..range.start]);
        out.extend(source[range.clone()].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        at = range.end;
    }
    out.push_str(&source[at..]);
    out
}

fn stretches(source: &str) -> Vec<Stretch> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < source.len() {
        let rest = &source[at..];
        let before = source[..at].chars().next_back();
        let in_word = before.is_some_and(is_word);
        let end_of = |needle: &str, from: usize| {
            source[from..].find(needle).map_or(source.len(), |index| from + index)
        };
        if rest.starts_with("//") {
            let end = end_of("\n", at);
            found.push(Stretch::Comment(at..end));
            at = end;
        } else if rest.starts_with("/*") {
            let end = at + block_comment(rest);
            found.push(Stretch::Comment(at..end));
            at = end;
        } else if let Some((prefix, hashes)) = raw_string(rest).filter(|_| !in_word) {
            let start = at + prefix;
            let close = format!("\"{}", "#".repeat(hashes));
            let end = end_of(&close, start);
            found.push(Stretch::Text(start..end));
            at = (end + close.len()).min(source.len());
        } else if let Some(inside) = rest.strip_prefix('"') {
            let end = at + 1 + string_length(inside, '"');
            found.push(Stretch::Text(at + 1..end));
            at = (end + 1).min(source.len());
        } else if let Some(length) = character_length(rest) {
            found.push(Stretch::Text(at + 1..at + 1 + length));
            at += length + 2;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    found
}

/// The length of a block comment; comments nest.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0usize, 0);
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest[at..].starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// How long the opening of a raw string is, quote included, and how many `#` it has.
fn raw_string(rest: &str) -> Option<(usize, usize)> {
    let after = ["br", "cr", "r"].iter().find_map(|prefix| rest.strip_prefix(prefix))?;
    let hashes = after.bytes().take_while(|byte| *byte == b'#').count();
    after[hashes..].starts_with('"').then(|| (rest.len() - after.len() + hashes + 1, hashes))
}

/// The length of a string's inside, up to the closing quote.
fn string_length(inside: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in inside.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at,
            _ => {}
        }
    }
    inside.len()
}

/// The length of the inside of a character literal; `None` for a lifetime or a label.
fn character_length(rest: &str) -> Option<usize> {
    let inside = rest.strip_prefix('\'')?;
    let first = inside.chars().next()?;
    if first == '\\' {
        return Some(string_length(inside, '\''));
    }
    inside[first.len_utf8()..].starts_with('\'').then(|| first.len_utf8())
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// A word, `::`, or any other single character, and the line that it stands in, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub(crate) text: &'a str,
    pub(crate) line: usize,
}

/// The tokens of source that went through [`code`].
pub(crate) fn tokens(code: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut at, mut line) = (0, 1);
    while let Some(c) = code[at..].chars().next() {
        let rest = &code[at..];
        let length = if is_word(c) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            c.len_utf8()
        };
        if !c.is_whitespace() {
            tokens.push(Token { text: &rest[..length], line });
        }
        line += usize::from(c == '\n');
        at += length;
    }
    tokens
}

/// A path of modules that a file names, from the root of the crate, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) path: Vec<String>,
    pub(crate) line: usize,
}

/// The paths from `crate`, `wirelab`, `self` or `super` in the code of the file that is the module `module`.
pub(crate) fn named(code: &str, module: &[&str]) -> Vec<Named> {
    let tokens = tokens(code);
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let mut found = Vec::new();
    // Modules with a body in this file, each with the depth of braces outside it.
    let mut inline: Vec<(&str, usize)> = Vec::new();
    let (mut depth, mut at) = (0, 0);
    while at < tokens.len() {
        match text(at) {
            "mod" if text(at + 2) == "{" => {
                inline.push((text(at + 1), depth));
                at += 1;
            }
            "{" => depth += 1,
            "}" => {
                depth = depth.saturating_sub(1);
                inline.retain(|(_, outside)| *outside < depth);
            }
            "crate" | "wirelab" | "super" | "self"
                if text(at + 1) == "::" && (at == 0 || text(at - 1) != "::") =>
            {
                let here = module.iter().copied().chain(inline.iter().map(|(name, _)| *name)).collect();
                let mut paths = Vec::new();
                let end = tree(&tokens, at, &mut Vec::new(), &mut paths);
                found.extend(
                    paths.into_iter().map(|(path, line)| Named { path: resolve(&path, &here), line }),
                );
                // Braces of a group are balanced and opened no module.
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Reads the tree of paths that begins at token `at`; returns where it ends.
fn tree<'a>(
    tokens: &[Token<'a>],
    mut at: usize,
    prefix: &mut Vec<&'a str>,
    paths: &mut Vec<(Vec<&'a str>, usize)>,
) -> usize {
    let length = prefix.len();
    while let Some(token) = tokens.get(at) {
        let is_name = token.text == "*" || token.text.starts_with(is_word);
        if token.text == "{" {
            at += 1;
            while tokens.get(at).is_some_and(|token| token.text != "}") {
                match tokens[at].text {
                    "," => at += 1,
                    // The name after it names nothing.
                    "as" => at += 2,
                    _ => at = tree(tokens, at, prefix, paths).max(at + 1),
                }
            }
            prefix.truncate(length);
            return at + 1;
        }
        if !is_name {
            break;
        }
        prefix.push(token.text);
        at += 1;
        if tokens.get(at).is_none_or(|token| token.text != "::") {
            paths.push((prefix.clone(), tokens[at - 1].line));
            break;
        }
        at += 1;
        if tokens.get(at).is_none_or(|token| token.text == "<") {
            paths.push((prefix.clone(), tokens[at - 1].line));
            break;
        }
    }
    prefix.truncate(length);
    at
}

fn resolve(path: &[&str], here: &Vec<&str>) -> Vec<String> {
    let mut absolute: Vec<&str> = Vec::new();
    for (at, segment) in path.iter().enumerate() {
        match *segment {
            "crate" | "wirelab" if at == 0 => {}
            "self" if at == 0 => absolute.clone_from(here),
            "super" if at == 0 => {
                absolute.clone_from(here);
                absolute.pop();
            }
            "super" => {
                absolute.pop();
            }
            "self" => {}
            name => absolute.push(name),
        }
    }
    absolute.into_iter().map(str::to_owned).collect()
}

/// The lines in which `needle` stands as whole words.
pub(crate) fn lines_with(text: &str, needle: &str) -> Vec<usize> {
    let whole = |at: usize| {
        let before = text[..at].chars().next_back();
        let after = text[at + needle.len()..].chars().next();
        let cut = |edge: Option<char>, outside: Option<char>| {
            !edge.is_some_and(is_word) || !outside.is_some_and(is_word)
        };
        cut(needle.chars().next(), before) && cut(needle.chars().next_back(), after)
    };
    let hits = text.match_indices(needle).map(|(at, _)| at).filter(|at| whole(*at));
    hits.map(|at| line_of(text, at)).collect()
}

/// The number of the line that byte `at` stands in, from 1.
pub(crate) fn line_of(text: &str, at: usize) -> usize {
    1 + text[..at].matches('\n').count()
}

/// The lines with an `allow` attribute that gives no reason.
pub(crate) fn silent_allows(code: &str) -> Vec<usize> {
    let tokens = tokens(code);
    let begins = |at: &usize| {
        let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
        text(*at) == "allow" && text(at + 1) == "(" && (text(at - 1) == "[" || text(at - 1) == ",")
    };
    let silent = (1..tokens.len()).filter(begins).filter(|at| {
        let until = tokens[*at..].iter().take_while(|token| token.text != "]");
        !until.into_iter().any(|token| token.text == "reason")
    });
    silent.map(|at| tokens[at].line).collect()
}

/// The lines with an attribute of HTML that is a handler, such as `onclick=`, in any case.
pub(crate) fn handlers(text: &str) -> Vec<usize> {
    let lower = text.to_ascii_lowercase();
    let is_handler = |at: &usize| {
        let before = lower[..*at].chars().next_back();
        let rest = &lower[at + 2..];
        let name = rest.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(rest.len());
        let after = rest[name..].trim_start();
        let assigns = after.starts_with('=') && !after.starts_with("==") && !after.starts_with("=>");
        name > 2 && assigns && !before.is_some_and(|c| is_word(c) || c == '-')
    };
    lower.match_indices("on").map(|(at, _)| at).filter(is_handler).map(|at| line_of(&lower, at)).collect()
}

/// The values of an attribute in markup, in order.
pub(crate) fn attribute<'a>(markup: &'a str, name: &str) -> Vec<&'a str> {
    let opening = format!(" {name}=\"");
    let values = markup.split(opening.as_str()).skip(1);
    values.map(|rest| rest.split('"').next().unwrap_or_default()).collect()
}
