//! The content of a tool's result.

use std::io::{self, Write};

use serde_json::Value;

use super::screen::{self, BAD, FAINT};
use super::text;
use crate::proto::json::RawJson;
use crate::proto::mcp::{CallToolResult, ContentBlock};

/// How many characters of a text are shown.
const TEXT: usize = 300;

/// Shows a result, block by block: what kind, and as much of it as helps.
pub(super) fn show(out: &mut impl Write, result: &CallToolResult) -> io::Result<()> {
    if result.is_error {
        writeln!(out, "      {BAD}{}{BAD:#}", text::IS_ERROR)?;
    }
    if result.content.is_empty() {
        writeln!(out, "      {FAINT}{}{FAINT:#}", text::NO_CONTENT)?;
    }
    result.content.iter().try_for_each(|block| self::block(out, block))
}

/// Shows one block.
pub(super) fn block(out: &mut impl Write, block: &ContentBlock) -> io::Result<()> {
    let (shown, whole) = summary(block);
    let shown = screen::lines(&shown).replace('\n', "\n           ");
    let whole = whole.map(text::cut).unwrap_or_default();
    writeln!(out, "      {FAINT}{}{FAINT:#} {shown}{FAINT}{whole}{FAINT:#}", screen::line(&block.kind))
}

/// One block in words, and the length of its text if that is cut.
fn summary(block: &ContentBlock) -> (String, Option<usize>) {
    let extra: Value = RawJson::from_value(&block.extra).parse().unwrap_or_default();
    let member = |name: &str| extra.get(name);
    let string = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    let inner = |name: &str| member("resource").and_then(|resource| resource.get(name));
    match block.kind.as_str() {
        "text" => {
            let (shown, whole) = screen::cut(block.text.as_deref().unwrap_or_default(), TEXT);
            (shown.to_owned(), whole)
        }
        "image" | "audio" => {
            let data = string(member("data"));
            (text::blob(&string(member("mimeType")), data.len()), None)
        }
        "resource_link" => (format!("{} {}", string(member("name")), string(member("uri"))), None),
        "resource" => {
            let uri = string(inner("uri"));
            match (inner("text").and_then(Value::as_str), inner("blob").and_then(Value::as_str)) {
                (Some(content), _) => {
                    let (shown, whole) = screen::cut(content, TEXT);
                    (format!("{uri} {shown}"), whole)
                }
                (None, Some(blob)) => {
                    (format!("{uri} {}", text::blob(&string(inner("mimeType")), blob.len())), None)
                }
                (None, None) => (uri, None),
            }
        }
        _ => {
            let json = extra.to_string();
            let (shown, whole) = screen::cut(&json, TEXT);
            (shown.to_owned(), whole)
        }
    }
}
