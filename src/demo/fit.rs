//! What a revision does not have is left out, or said in words that it has.
//!
//! Unknown members are legal in every revision, and most clients look past them. A kind of content that a client has
//! never heard of is another matter: it may refuse the whole result.

use crate::proto::json::{FromJson as _, Members, RawJson, ToJson};
use crate::proto::mcp::{CallToolResult, ContentBlock, Tool, Version};

/// Members of tools, resources and prompts, and the first revision that has them.
const LATER: &[(&str, Version)] = &[
    ("annotations", Version::V2025_03_26),
    ("title", Version::V2025_06_18),
    ("outputSchema", Version::V2025_06_18),
    ("icons", Version::V2025_11_25),
];

/// Kinds of content, and the first revision that has them.
const KINDS: &[(&str, Version)] = &[("audio", Version::V2025_03_26), ("resource_link", Version::V2025_06_18)];

/// An entry of a list, as `version` has it.
pub(super) fn entry<T: ToJson>(entry: &T, version: Version) -> Members {
    let mut members = members(entry);
    for (name, since) in LATER {
        if version < *since {
            // A member that stands twice is none of ours.
            let _ = members.take(name);
        }
    }
    members
}

/// A tool, as `version` has it.
pub(super) fn tool(tool: &Tool, version: Version) -> Members {
    let mut members = entry(tool, version);
    if version != Version::V2025_11_25 {
        let _ = members.take("execution");
    }
    members
}

/// The result of a tool, as `version` has it.
pub(super) fn result(result: &CallToolResult, version: Version) -> RawJson {
    const STRUCTURED: &str = "structuredContent";
    let structured = result.extra.get(STRUCTURED);
    // Nothing before 2025-06-18, an object from then on, any value in 2026-07-28.
    let fits = structured.is_none_or(|value| {
        version == Version::V2026_07_28 || (version >= Version::V2025_06_18 && value.is_object())
    });
    if fits && version >= Version::V2025_06_18 {
        return RawJson::from_value(result);
    }
    let mut result = result.clone();
    if !fits {
        let _ = result.extra.take(STRUCTURED);
    }
    for block in &mut result.content {
        let known = KINDS.iter().find(|(kind, _)| *kind == block.kind);
        if known.is_some_and(|(_, since)| version < *since) {
            *block = in_words(block);
        }
    }
    RawJson::from_value(&result)
}

/// What a block says, as a text.
fn in_words(block: &ContentBlock) -> ContentBlock {
    let text = |name: &str| block.extra.peek::<String>(name).ok().flatten().unwrap_or_default();
    ContentBlock::text(match block.kind.as_str() {
        "resource_link" => format!("{}: {}", text("name"), text("uri")),
        kind => format!("[{kind}, {}]", text("mimeType")),
    })
}

fn members<T: ToJson>(value: &T) -> Members {
    // Every payload is an object.
    Members::from_json(RawJson::from_value(value).as_str()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_has_what_its_revision_has() {
        let text = r#"{"name":"a","inputSchema":{},"title":"A","annotations":{},"outputSchema":{},"execution":{},"icons":[]}"#;
        let whole = Tool::from_json(text).expect("a tool");
        for (version, expected) in [
            (Version::V2024_11_05, "name inputSchema"),
            (Version::V2025_03_26, "name inputSchema annotations"),
            (Version::V2025_06_18, "name inputSchema title annotations outputSchema"),
            (Version::V2025_11_25, "name inputSchema title annotations outputSchema execution icons"),
            (Version::V2026_07_28, "name inputSchema title annotations outputSchema icons"),
        ] {
            let members = tool(&whole, version);
            assert_eq!(
                members.iter().map(|(name, _)| name).collect::<Vec<_>>().join(" "),
                expected,
                "{version}"
            );
        }
    }

    #[test]
    fn a_result_has_the_kinds_of_content_that_its_revision_has() {
        let whole = CallToolResult::from_json(
            r#"{"content":[{"type":"text","text":"t"},{"type":"audio","data":"AA==","mimeType":"audio/wav"},
            {"type":"resource_link","uri":"demo://a","name":"A"}],"structuredContent":{"a":1}}"#,
        )
        .expect("a result");
        let of = |version| CallToolResult::from_json(result(&whole, version).as_str()).expect("a result");
        let said = |version| {
            let blocks = of(version).content;
            blocks
                .iter()
                .map(|block| block.text.clone().unwrap_or_else(|| block.kind.clone()))
                .collect::<Vec<_>>()
        };
        assert_eq!(said(Version::V2024_11_05), ["t", "[audio, audio/wav]", "A: demo://a"]);
        assert_eq!(said(Version::V2025_03_26), ["t", "audio", "A: demo://a"]);
        assert_eq!(said(Version::V2025_06_18), ["t", "audio", "resource_link"]);
        assert_eq!(of(Version::V2025_03_26).structured_content(), Ok(None));
        assert!(of(Version::V2025_06_18).structured_content().is_ok_and(|value| value.is_some()));
        let list = whole.with_structured_content(RawJson::from_value(&[1_i64][..]));
        assert!(!result(&list, Version::V2025_11_25).as_str().contains("structuredContent"));
        assert!(result(&list, Version::V2026_07_28).as_str().contains(r#""structuredContent":[1]"#));
    }
}
