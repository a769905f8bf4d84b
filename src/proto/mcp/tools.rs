//! The payloads of `tools/list` and `tools/call` (`server/tools`).

use crate::proto::json::{Members, RawJson, payload};

payload! {
    /// One tool as the server describes it.
    pub struct Tool {
        /// The name to call it by.
        name: String = required "name",
        /// What it does, for the model.
        description: Option<String> = optional "description",
        /// The JSON Schema of its arguments, as written.
        input_schema: RawJson = required "inputSchema",
    }
}

payload! {
    /// `result` of `tools/list`.
    pub struct ListToolsResult {
        /// This page of tools.
        tools: Vec<Tool> = required "tools",
        /// Where the next page begins, opaque to the client; none on the last page.
        next_cursor: Option<String> = optional "nextCursor",
    }
}

payload! {
    /// `params` of `tools/call`.
    pub struct CallToolParams {
        /// The tool.
        name: String = required "name",
        /// Its arguments as written; an object where there are any.
        arguments: Option<RawJson> = optional "arguments",
    }
}

payload! {
    /// `result` of `tools/call`.
    pub struct CallToolResult {
        /// What the model gets to see.
        content: Vec<ContentBlock> = required "content",
        /// Whether the tool failed. The model sees this result; it never sees a JSON-RPC error.
        is_error: bool = flag "isError",
    }
}

impl CallToolResult {
    /// A result of one text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self { content: vec![ContentBlock::text(text)], is_error: false, extra: Members::new() }
    }

    /// A failure that the model sees and can act on.
    #[must_use]
    pub fn failure(text: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::text(text) }
    }
}

payload! {
    /// One block of content: text, image, audio, resource or resource link.
    pub struct ContentBlock {
        /// `text`, `image`, `audio`, `resource` or `resource_link`; others are kept as they are.
        kind: String = required "type",
        /// The text of a text block.
        text: Option<String> = optional "text",
    }
}

impl ContentBlock {
    /// A text block.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self { kind: "text".to_owned(), text: Some(text.into()), extra: Members::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::json::{FromJson, ToJson};

    fn round_trip<T: FromJson + ToJson>(text: &str) -> T {
        let value = T::from_json(text).expect(text);
        assert_eq!(RawJson::from_value(&value).as_str(), text);
        value
    }

    #[test]
    fn unknown_members_and_exact_numbers_survive_a_round_trip() {
        round_trip::<CallToolParams>(
            r#"{"name":"add","arguments":{"a":9007199254740993,"b":1.10},"_meta":{"progressToken":12345678901234567890123}}"#,
        );
        round_trip::<CallToolParams>(r#"{"name":"add"}"#);
        let result: CallToolResult = round_trip(
            r#"{"content":[{"type":"text","text":"a"},{"type":"image","data":"","mimeType":"image/png"}],"isError":true,"structuredContent":{"n":1.50}}"#,
        );
        assert!(result.is_error);
        round_trip::<ListToolsResult>(
            r#"{"tools":[{"name":"a","inputSchema":{"type":"object","x":1.0},"title":"A"}],"nextCursor":"n","ttlMs":5}"#,
        );
    }
}
