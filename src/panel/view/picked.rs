//! What is selected, in one line: where it is, what it is, and what it says where that is not to be seen.

use super::button;
use super::bytes::{character_of, hex};
use crate::panel::inspect::{Look, Parsed};
use crate::panel::node::{Node, el};
use crate::panel::text::{Language, Spot};
use crate::panel::{Model, READER};
use crate::proto::json::TokenKind;

/// How much of a text is quoted.
const QUOTED: usize = 60;

/// Where it is, for who cannot see it.
pub(super) fn short(language: Language, look: &Look<'_>) -> String {
    let Some(picked) = &look.picked else { return language.spot(Spot::NothingPicked).to_owned() };
    let mut text = place(language, look);
    if let Some(byte) = look.cursor().and_then(|at| look.subject.bytes.get(at)) {
        text.push_str(" = ");
        text.push_str(&hex(*byte));
    }
    text.push_str(", ");
    text + kind(language, look, picked.start)
}

/// The line beneath the bytes; `sentence` is what is known of its meaning.
pub(super) fn line(model: &Model, look: &Look<'_>, sentence: Option<&str>) -> Node {
    let language = model.language;
    let line = el("div").class("picked").key("picked").attr("role", "status");
    let Some(picked) = &look.picked else {
        return line.child(el("p").text(language.spot(Spot::PickSomething)));
    };
    let mut parts =
        vec![el("b").text(place(language, look)), el("span").text(kind(language, look, picked.start))];
    if let (Some(parsed), Some(entry)) = (&look.parsed, look.entry) {
        let pointer = parsed.pointer(entry);
        parts.push(match pointer.is_empty() {
            true => el("span").text(language.spot(Spot::Whole)),
            false => el("code").class("path").text(pointer),
        });
        parts.extend(warnings(language, parsed, entry));
    }
    parts.extend(character(language, look));
    parts.extend(says(language, look));
    let copies = look.entry.filter(|_| READER).map(|_| {
        el("span")
            .class("copies")
            .child(button(language.spot(Spot::CopyPath), "copy-path", "").class("link"))
            .child(button(language.spot(Spot::CopyValue), "copy-value", "").class("link"))
    });
    let copied = model.inspect.copied.filter(|_| READER).map(|done| {
        let key = if done { Spot::CopiedNow } else { Spot::CopyRefused };
        el("span").class(if done { "ok" } else { "no" }).text(language.spot(key))
    });
    line.child(el("p").children(parts).children(copies).children(copied))
        .children(sentence.map(|sentence| el("p").class("means").text(sentence.to_owned())))
}

/// What readers disagree on, with the rule that says so. The two ends of this page write nothing of the kind by
/// themselves.
pub(super) fn warnings(language: Language, parsed: &Parsed<'_>, entry: usize) -> Vec<Node> {
    if !READER {
        return Vec::new();
    }
    let found = [
        (parsed.is_repeated(entry), "JR-22", Spot::Repeated),
        (parsed.is_rounded(entry), "JR-24", Spot::Rounded),
    ];
    let one = |(_, rule, key)| {
        el("span").class("doubted").child(el("code").text(rule)).child(el("span").text(language.spot(key)))
    };
    found.into_iter().filter(|(is_so, ..)| *is_so).map(one).collect()
}

fn place(language: Language, look: &Look<'_>) -> String {
    let range = look.cursor().map_or_else(|| look.marked.clone(), |at| at..at + 1);
    let (start, last) = (range.start, range.end.saturating_sub(1));
    if start == last {
        return language.spot_with(Spot::OneByte, &[("at", &start.to_string())]);
    }
    language.spot_with(Spot::ManyBytes, &[("at", &start.to_string()), ("last", &last.to_string())])
}

fn kind(language: Language, look: &Look<'_>, at: usize) -> &'static str {
    let body = &look.subject.body;
    language.spot(match (&look.parsed, look.token) {
        _ if at < body.start => Spot::PartHeader,
        _ if at >= body.end => Spot::PartDelimiter,
        (None, _) => Spot::PartText,
        (_, None) => Spot::PartSpace,
        (Some(parsed), Some(token)) => match parsed.tokens[token].kind {
            TokenKind::BeginObject | TokenKind::EndObject => Spot::IsObject,
            TokenKind::BeginArray | TokenKind::EndArray => Spot::IsArray,
            TokenKind::Key => Spot::IsKey,
            TokenKind::String => Spot::IsString,
            TokenKind::Number => Spot::IsNumber,
            TokenKind::Bool => Spot::IsBool,
            TokenKind::Null => Spot::IsNull,
            TokenKind::Colon => Spot::IsColon,
            TokenKind::Comma => Spot::IsComma,
        },
    })
}

/// The character that the selected byte is one of several bytes of.
fn character(language: Language, look: &Look<'_>) -> Option<Node> {
    let bytes = &look.subject.bytes;
    let range = character_of(bytes, look.cursor()?).filter(|range| range.len() > 1)?;
    let text = core::str::from_utf8(&bytes[range.clone()]).ok()?;
    let code = code_point(text.chars().next()?);
    let about = language.spot_with(Spot::Utf8, &[("code", &code), ("n", &range.len().to_string())]);
    let mut written = String::new();
    for byte in &bytes[range] {
        written.push_str(&hex(*byte));
        written.push(' ');
    }
    let written = written + "= " + text;
    Some(el("span").child(el("code").text(written)).child(el("span").text(about)))
}

fn code_point(character: char) -> String {
    format!("U+{:04x}", u32::from(character)).to_ascii_uppercase()
}

/// What a text with escapes says.
fn says(language: Language, look: &Look<'_>) -> Option<Node> {
    let (parsed, token) = (look.parsed.as_ref()?, look.token?);
    if !matches!(parsed.tokens[token].kind, TokenKind::Key | TokenKind::String) {
        return None;
    }
    if READER && let Some((escape, text)) = escape(look, parsed.raw(token), parsed.tokens[token].range.start)
    {
        return Some(el("code").text(format!("{escape} = {text}")));
    }
    let text = parsed.raw(token).contains('\\').then(|| parsed.says(token))?;
    let says = el("span").text(language.spot(Spot::Says));
    Some(el("span").child(says).child(el("code").text(super::quote(&text, QUOTED))))
}

/// The escape that the selected byte is in, and what it stands for.
fn escape<'a>(look: &Look<'_>, raw: &'a str, start: usize) -> Option<(&'a str, String)> {
    let within = look.cursor()?.checked_sub(look.subject.body.start + start)?;
    let mut at = 0;
    while at < raw.len() {
        let rest = &raw[at..];
        let length = match rest.as_bytes() {
            [b'\\', b'u', ..] if rest.get(6..8) == Some("\\u") && is_high(rest) => 12,
            [b'\\', b'u', ..] => 6,
            [b'\\', ..] => 2,
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        if (at..at + length).contains(&within) {
            let escape = rest.get(..length).filter(|text| text.starts_with('\\'))?;
            let text = crate::proto::json::unescape(&format!("\"{escape}\""))?.into_owned();
            let text =
                if text.chars().any(char::is_control) { text.escape_debug().to_string() } else { text };
            return (text != escape).then_some((escape, text));
        }
        at += length;
    }
    None
}

/// Whether the escape is the first half of a surrogate pair.
fn is_high(escape: &str) -> bool {
    escape
        .get(2..6)
        .and_then(|digits| u32::from_str_radix(digits, 16).ok())
        .is_some_and(|unit| unit >> 10 == 0x36)
}
