//! What a server asks and says, what it is answered, and what both sides say.

use wirelab::proto::json::RawJson;
use wirelab::proto::mcp::{
    Blocks, CancelledParams, Content, ContentBlock, CreateMessageParams, CreateMessageResult,
    CreateTaskResult, ElicitAction, ElicitMode, ElicitParams, ElicitResult, ElicitationCompleteParams,
    FieldSchema, FormSchema, IncludeContext, ListRootsResult, ListTasksResult, ListenParams, LogParams,
    LoggingLevel, ModelHint, ModelPreferences, ProgressParams, ResourceParams, Role, Root, SamplingMessage,
    StopReason, Task, TaskParams, TaskPayloadResult, TaskStatus, TitledValue, ToolChoice, ToolChoiceMode,
    ToolResultContent, ToolUseContent,
};

use super::client::filter;
use super::shared::{json, members, task as task_wanted, tool};
use super::{ResultSample, V2, V4, Wanted, raw};

pub(crate) fn params(method: &str, wanted: Wanted) -> Option<RawJson> {
    let full = wanted.is_full();
    Some(match method {
        "notifications/cancelled" => raw(&CancelledParams {
            request_id: Some("7".into()),
            reason: full.then(|| "late".to_owned()),
            ..CancelledParams::default()
        }),
        "notifications/progress" => {
            let mut progress = ProgressParams::new(7, 1);
            if full {
                progress.progress = "0.10".parse().expect("a number");
                progress.total = Some("1e2".parse().expect("a number"));
            }
            raw(&if wanted.has(V2) { progress.with_message("on it") } else { progress })
        }
        "notifications/resources/updated" => raw(&ResourceParams::new("file:///notes.txt")),
        "notifications/message" => {
            let params = LogParams::new(LoggingLevel::Error, json(r#"{"a":[1.0]}"#));
            raw(&LogParams { logger: full.then(|| "db".to_owned()), ..params })
        }
        "notifications/subscriptions/acknowledged" => raw(&ListenParams::new(filter(wanted))),
        "notifications/elicitation/complete" => raw(&ElicitationCompleteParams::new("e1")),
        "notifications/tasks/status" => raw(&task(wanted)),
        "tasks/get" | "tasks/result" | "tasks/cancel" => raw(&TaskParams::new("t1")),
        "sampling/createMessage" => raw(&sampling(wanted)),
        "elicitation/create" => raw(&elicitation(wanted)),
        _ => return None,
    })
}

pub(crate) fn results(method: &str, wanted: Wanted) -> Option<Vec<ResultSample>> {
    let full = wanted.is_full();
    let mut results = vec![match method {
        "sampling/createMessage" => {
            let content = if wanted.has(V4) { Blocks::Many(uses()) } else { ContentBlock::text("a").into() };
            let result = CreateMessageResult::new(Role::Assistant, content, "model");
            let reason = if wanted.has(V4) { StopReason::ToolUse } else { StopReason::EndTurn };
            (
                "CreateMessageResult",
                raw(&CreateMessageResult { stop_reason: full.then_some(reason), ..result }),
            )
        }
        "roots/list" => {
            let root = Root { name: full.then(|| "home".to_owned()), ..Root::new("file:///home") };
            ("ListRootsResult", raw(&ListRootsResult::new([root])))
        }
        "elicitation/create" => {
            let content = full.then(|| members(r#"{"a":"b","n":7,"ok":true}"#));
            ("ElicitResult", raw(&ElicitResult { content, ..ElicitResult::new(ElicitAction::Accept) }))
        }
        "tasks/get" => ("GetTaskResult", raw(&task(wanted))),
        "tasks/cancel" => ("CancelTaskResult", raw(&task(wanted))),
        "tasks/result" => ("GetTaskPayloadResult", raw(&TaskPayloadResult::new())),
        "tasks/list" => {
            let next_cursor = full.then(|| "next".to_owned());
            ("ListTasksResult", raw(&ListTasksResult { next_cursor, ..ListTasksResult::new([task(wanted)]) }))
        }
        _ => return None,
    }];
    if wanted.version == V4 && matches!(method, "sampling/createMessage" | "elicitation/create") {
        results.push(("CreateTaskResult", raw(&CreateTaskResult::new(task(wanted)))));
    }
    Some(results)
}

pub(crate) fn task(wanted: Wanted) -> Task {
    let (created, updated) = ("2025-11-25T10:30:00Z", "2025-11-25T10:40:00Z");
    let task = Task::new("t1", TaskStatus::Working, created, updated, None);
    if !wanted.is_full() {
        return task;
    }
    Task {
        ttl: Some(60_000.into()),
        status_message: Some("on it".to_owned()),
        poll_interval: Some(5000.into()),
        ..task
    }
}

fn uses() -> Vec<ContentBlock> {
    let used = ToolUseContent::new("u1", "add", json(r#"{"a":1.0}"#));
    let result = ToolResultContent {
        structured_content: Some(json("{}")),
        is_error: true,
        ..ToolResultContent::new("u1", [ContentBlock::text("a")])
    };
    vec![ContentBlock::text("a"), Content::ToolUse(used).into(), Content::ToolResult(result).into()]
}

fn sampling(wanted: Wanted) -> CreateMessageParams {
    let text = SamplingMessage::new(Role::User, ContentBlock::text("a"));
    let mut params = CreateMessageParams::new([text], 100);
    if wanted.is_full() {
        params.model_preferences = Some(ModelPreferences {
            hints: Some(vec![ModelHint { name: Some("small".to_owned()), ..ModelHint::default() }]),
            cost_priority: Some("0.3".parse().expect("a number")),
            speed_priority: Some(1.into()),
            intelligence_priority: Some(0.into()),
            ..ModelPreferences::default()
        });
        params.system_prompt = Some("Be brief.".to_owned());
        params.include_context = Some(IncludeContext::ThisServer);
        params.temperature = Some("0.70".parse().expect("a number"));
        params.stop_sequences = Some(vec!["\n\n".to_owned()]);
        params.metadata = Some(json(r#"{"a":{}}"#));
    }
    if wanted.has(V4) {
        params.messages.push(SamplingMessage::new(Role::Assistant, uses()));
        params = params.with_tools([tool(wanted)]);
        let mode = Some(ToolChoiceMode::Required);
        params = params.with_tool_choice(ToolChoice { mode, ..ToolChoice::default() });
    }
    if wanted.has_tasks() { params.with_task(task_wanted()) } else { params }
}

fn elicitation(wanted: Wanted) -> ElicitParams {
    if wanted.has(V4) {
        let params = ElicitParams::new("Who?").with_mode(ElicitMode::Url).with_url("https://example.com/who");
        // A page, where the revision has them; the minimal sample of these revisions is a form with every field.
        return if wanted.has_tasks() {
            params.with_elicitation_id("e1").with_task(task_wanted())
        } else {
            params
        };
    }
    let fields = if wanted.is_full() || wanted.version >= V4 { fields(wanted) } else { members("{}") };
    let mut form = FormSchema::new("object", fields);
    if wanted.is_full() || wanted.version >= V4 {
        form.required = Some(vec!["text".to_owned()]);
    }
    ElicitParams { requested_schema: Some(form), ..ElicitParams::new("Who?") }
}

/// A field of every type.
fn fields(wanted: Wanted) -> wirelab::proto::json::Members {
    let text = FieldSchema {
        title: Some("Text".to_owned()),
        description: Some("Any.".to_owned()),
        min_length: Some(1.into()),
        max_length: Some(10.into()),
        format: Some("email".to_owned()),
        ..FieldSchema::new("string")
    };
    let number =
        FieldSchema { minimum: Some(0.into()), maximum: Some(10.into()), ..FieldSchema::new("integer") };
    let switch = FieldSchema { default: Some(json("true")), ..FieldSchema::new("boolean") };
    let both = vec!["a".to_owned(), "b".to_owned()];
    let values = Some(both.clone());
    let choice = FieldSchema { values, value_names: Some(both), ..FieldSchema::new("string") };
    let mut fields = wirelab::proto::json::Members::new()
        .with("text", &text)
        .with("number", &number)
        .with("switch", &switch)
        .with("choice", &choice);
    if wanted.version >= V4 {
        let titled = Some(vec![TitledValue::new("a", "A")]);
        fields.set("one", &FieldSchema { one_of: titled.clone(), ..FieldSchema::new("string") });
        let items = wirelab::proto::mcp::FieldItems { any_of: titled, ..Default::default() };
        let (items, min_items) = (Some(items), Some(1.into()));
        fields.set("many", &FieldSchema { items, min_items, ..FieldSchema::new("array") });
    }
    fields
}
