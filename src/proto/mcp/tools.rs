//! The payloads of `tools/list` and `tools/call` (`server/tools`).

use super::{CacheScope, ContentBlock, Icon, ResultType, TaskMetadata};
use crate::proto::json::{Members, Number, RawJson, ToJson, payload, words};

payload! {
    /// One tool as the server describes it.
    pub struct Tool {
        /// The name to call it by.
        name: String = "name",
        /// The JSON Schema of its arguments, as written.
        input_schema: RawJson = "inputSchema",
    }
    optional {
        /// What it does, for the model.
        description: String = "description",
    }
    later {
        /// Name for people (2025-06-18 and later).
        title, with_title: String = "title",
        /// The JSON Schema of its structured result, as written (2025-06-18 and later).
        output_schema, with_output_schema: RawJson = "outputSchema",
        /// Hints about what it does (2025-03-26 and later).
        annotations, with_annotations: ToolAnnotations = "annotations",
        /// How it may be called (2025-11-25 only).
        execution, with_execution: ToolExecution = "execution",
        /// Pictures of it (2025-11-25 and later).
        icons, with_icons: Vec<Icon> = "icons",
    }
}

payload! {
    /// Hints about a tool, to be trusted no more than its server. What is missing has a default that is not always
    /// false: each hint is therefore optional.
    #[derive(Default)]
    pub struct ToolAnnotations {}
    optional {
        /// Name for people; `title` of the tool goes before it.
        title: String = "title",
        /// It changes nothing; by default it may.
        read_only_hint: bool = "readOnlyHint",
        /// It may destroy something, and not only add; by default it may.
        destructive_hint: bool = "destructiveHint",
        /// The same call twice does no more than once; by default it does.
        idempotent_hint: bool = "idempotentHint",
        /// It deals with the world outside; by default it does.
        open_world_hint: bool = "openWorldHint",
    }
}

payload! {
    /// How a tool may be called (2025-11-25 only).
    #[derive(Default)]
    pub struct ToolExecution {}
    optional {
        /// Whether as a task; `forbidden` by default.
        task_support: TaskSupport = "taskSupport",
    }
}

words! {
    /// Whether a tool may be called as a task (2025-11-25 only).
    pub enum TaskSupport {
        /// It must not.
        Forbidden = "forbidden",
        /// It may.
        Optional = "optional",
        /// It must.
        Required = "required",
    }
}

payload! {
    /// `result` of `tools/list`.
    pub struct ListToolsResult {
        /// This page of tools.
        tools: Vec<Tool> = "tools",
    }
    optional {
        /// Where the next page begins, opaque to the client; none on the last page.
        next_cursor: String = "nextCursor",
    }
    later {
        /// Always `complete` (2026-07-28).
        result_type, with_result_type: ResultType = "resultType",
        /// For how long the result stays good, in milliseconds (2026-07-28).
        ttl_ms, with_ttl_ms: Number = "ttlMs",
        /// Who may keep it (2026-07-28).
        cache_scope, with_cache_scope: CacheScope = "cacheScope",
    }
}

payload! {
    /// `params` of `tools/call`.
    pub struct CallToolParams {
        /// The tool.
        name: String = "name",
    }
    optional {
        /// Its arguments as written; an object where there are any.
        arguments: RawJson = "arguments",
    }
    later {
        /// Asks for a task instead of a result (2025-11-25 only).
        task, with_task: TaskMetadata = "task",
        /// The answers to the last result's `inputRequests`, by their keys (2026-07-28).
        input_responses, with_input_responses: Members = "inputResponses",
        /// The last result's `requestState`, as it was (2026-07-28).
        request_state, with_request_state: String = "requestState",
    }
}

payload! {
    /// `result` of `tools/call`.
    pub struct CallToolResult {
        /// What the model gets to see.
        content: Vec<ContentBlock> = "content",
    }
    flags {
        /// Whether the tool failed. The model sees this result; it never sees a JSON-RPC error.
        is_error = "isError",
    }
    later {
        /// The same for programs, of the tool's `outputSchema`: an object from 2025-06-18, any value from 2026-07-28.
        structured_content, with_structured_content: RawJson = "structuredContent",
        /// Always `complete` (2026-07-28).
        result_type, with_result_type: ResultType = "resultType",
    }
}

impl CallToolParams {
    /// The parameters of a call as they are written, without making them first: nearly every call has no others.
    pub(crate) fn write(name: &str, arguments: Option<&RawJson>) -> RawJson {
        const AROUND: usize = r#"{"name":"","arguments":}"#.len();
        let length = arguments.map_or(0, |arguments| arguments.as_str().len());
        // Where no letter of the name needs an escape there will be nothing to give back.
        let mut text = String::with_capacity(AROUND + name.len() + length);
        text.push_str("{\"name\":");
        name.write_json(&mut text);
        if let Some(arguments) = arguments {
            text.push_str(",\"arguments\":");
            arguments.write_json(&mut text);
        }
        text.push('}');
        RawJson::written(text)
    }
}

impl CallToolResult {
    /// A result of one text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::new([ContentBlock::text(text)])
    }

    /// A failure that the model sees and can act on.
    #[must_use]
    pub fn failure(text: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::text(text) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::json::FromJson;

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
        for (name, arguments) in [("add", Some("{\"a\":1.0}")), ("a\"\n", Some("{ }")), ("add", None)] {
            let arguments = arguments.map(|text| RawJson::new(text).expect("valid"));
            let written = CallToolParams::write(name, arguments.as_ref());
            let made = CallToolParams { arguments, ..CallToolParams::new(name) };
            assert_eq!(written, RawJson::from_value(&made));
        }
        let result: CallToolResult = round_trip(
            r#"{"content":[{"type":"text","text":"a"},{"type":"image","data":"","mimeType":"image/png"}],"isError":true,"structuredContent":{"n":1.50}}"#,
        );
        assert!(result.is_error);
        round_trip::<ListToolsResult>(
            r#"{"tools":[{"name":"a","inputSchema":{"type":"object","x":1.0},"title":"A","y":2.0}],"nextCursor":"n","ttlMs":5.0}"#,
        );
    }
}
