//! The payloads of `tools/list` and `tools/call` (`server/tools`).

use serde::{Deserialize, Serialize};

use super::Extra;
use crate::proto::json::RawJson;

/// One tool as the server describes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tool {
    /// The name to call it by.
    pub name: String,
    /// What it does, for the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The JSON Schema of its arguments, as written.
    pub input_schema: RawJson,
    /// Title, annotations and whatever else was said.
    #[serde(flatten)]
    pub extra: Extra,
}

/// `result` of `tools/list`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListToolsResult {
    /// This page of tools.
    pub tools: Vec<Tool>,
    /// Where the next page begins, opaque to the client; none on the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// Whatever else was said.
    #[serde(flatten)]
    pub extra: Extra,
}

/// `params` of `tools/call`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallToolParams {
    /// The tool.
    pub name: String,
    /// Its arguments as written; an object where there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<RawJson>,
    /// `_meta` and whatever else was said.
    #[serde(flatten)]
    pub extra: Extra,
}

/// `result` of `tools/call`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallToolResult {
    /// What the model gets to see.
    pub content: Vec<ContentBlock>,
    /// Whether the tool failed. The model sees this result; it never sees a JSON-RPC error.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_error: bool,
    /// Structured content, `_meta` and whatever else was said.
    #[serde(flatten)]
    pub extra: Extra,
}

impl CallToolResult {
    /// A result of one text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self { content: vec![ContentBlock::text(text)], is_error: false, extra: Extra::new() }
    }

    /// A failure that the model sees and can act on.
    #[must_use]
    pub fn failure(text: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::text(text) }
    }
}

/// One block of content: text, image, audio, resource or resource link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentBlock {
    /// `text`, `image`, `audio`, `resource` or `resource_link`; others are kept as they are.
    #[serde(rename = "type")]
    pub kind: String,
    /// The text of a text block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The members of the other kinds.
    #[serde(flatten)]
    pub extra: Extra,
}

impl ContentBlock {
    /// A text block.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self { kind: "text".to_owned(), text: Some(text.into()), extra: Extra::new() }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_false(value: &bool) -> bool {
    !*value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_members_and_exact_numbers_survive_a_round_trip() {
        for text in [
            r#"{"name":"add","arguments":{"a":9007199254740993,"b":1.10},"_meta":{"progressToken":12345678901234567890123}}"#,
            r#"{"name":"add"}"#,
        ] {
            let params: CallToolParams = serde_json::from_str(text).expect(text);
            assert_eq!(serde_json::to_string(&params).expect("serialises"), text);
        }
        let text = r#"{"content":[{"type":"text","text":"a"},{"type":"image","data":"","mimeType":"image/png"}],"isError":true,"structuredContent":{"n":1.50}}"#;
        let result: CallToolResult = serde_json::from_str(text).expect(text);
        assert!(result.is_error);
        assert_eq!(serde_json::to_string(&result).expect("serialises"), text);
        let text = r#"{"tools":[{"name":"a","inputSchema":{"type":"object","x":1.0},"title":"A"}],"nextCursor":"n","ttlMs":5}"#;
        let result: ListToolsResult = serde_json::from_str(text).expect(text);
        assert_eq!(serde_json::to_string(&result).expect("serialises"), text);
    }
}
