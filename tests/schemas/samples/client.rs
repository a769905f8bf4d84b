//! What a client asks and says, and what it is answered.

use wirelab::proto::json::RawJson;
use wirelab::proto::mcp::{
    CacheScope, CallToolParams, CallToolResult, CompleteParams, CompleteResult, Completion,
    CompletionArgument, CompletionContext, CreateTaskResult, DiscoverResult, GetPromptParams,
    GetPromptResult, InitializeParams, InitializeResult, InputRequest, InputRequiredResult,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, ListenParams,
    ListenResult, LoggingLevel, META, Meta, PageParams, Prompt, PromptArgument, PromptMessage,
    ReadResourceParams, ReadResourceResult, Reference, ResourceParams, ResourceTemplate, ResultType, Role,
    SetLevelParams, SubscriptionFilter, keys,
};

use super::server::task;
use super::shared::{
    annotations, blocks, client_capabilities, contents, icons, implementation, json, members, resource,
    server_capabilities, task as task_wanted, tool,
};
use super::{ResultSample, V3, V4, V5, Wanted, raw};

/// With what a client adds when it asks again.
macro_rules! again {
    ($params:expr, $wanted:expr) => {
        if $wanted.has(V5) {
            $params.with_input_responses(input_responses()).with_request_state("state")
        } else {
            $params
        }
    };
}

/// With what a result that may be kept has in 2026-07-28.
macro_rules! kept {
    ($result:expr, $wanted:expr) => {
        if $wanted.is_modern() {
            $result
                .with_result_type(ResultType::Complete)
                .with_ttl_ms(5000)
                .with_cache_scope(CacheScope::Private)
        } else {
            $result
        }
    };
}

/// With what every result has in 2026-07-28.
macro_rules! complete {
    ($result:expr, $wanted:expr) => {
        if $wanted.is_modern() { $result.with_result_type(ResultType::Complete) } else { $result }
    };
}

fn input_responses() -> wirelab::proto::json::Members {
    // What a user fills in may have a fraction, says the specification's text; its schemas know integers only.
    members(
        r#"{"a":{"action":"accept","content":{"n":7}},"b":{"roots":[]},
        "c":{"role":"assistant","content":{"type":"text","text":"a"},"model":"m"}}"#,
    )
}

pub(crate) fn params(method: &str, wanted: Wanted) -> Option<RawJson> {
    let full = wanted.is_full();
    Some(match method {
        "initialize" => raw(&InitializeParams::new(
            wanted.version.as_str(),
            client_capabilities(wanted),
            implementation(wanted),
        )),
        "tools/list" | "resources/list" | "resources/templates/list" | "prompts/list" | "tasks/list" => {
            raw(&PageParams { cursor: full.then(|| "next".to_owned()), ..PageParams::default() })
        }
        "tools/call" => {
            let arguments = full.then(|| json(r#"{"a":9007199254740993,"b":1.10}"#));
            let params = again!(CallToolParams { arguments, ..CallToolParams::new("add") }, wanted);
            raw(&if wanted.has_tasks() { params.with_task(task_wanted()) } else { params })
        }
        "resources/read" => raw(&again!(ReadResourceParams::new("file:///notes.txt"), wanted)),
        "resources/subscribe" | "resources/unsubscribe" => raw(&ResourceParams::new("file:///notes.txt")),
        "prompts/get" => {
            let arguments = full.then(|| members(r#"{"who":"me"}"#));
            raw(&again!(GetPromptParams { arguments, ..GetPromptParams::new("greet") }, wanted))
        }
        "completion/complete" => {
            let argument = CompletionArgument::new("who", "m");
            if !full {
                return Some(raw(&CompleteParams::new(Reference::prompt("greet"), argument)));
            }
            let params = CompleteParams::new(Reference::resource("file:///{path}"), argument);
            let context =
                CompletionContext { arguments: Some(members(r#"{"a":"b"}"#)), ..Default::default() };
            raw(&if wanted.has(V3) { params.with_context(context) } else { params })
        }
        "logging/setLevel" => raw(&SetLevelParams::new(LoggingLevel::Warning)),
        "subscriptions/listen" => raw(&ListenParams::new(filter(wanted))),
        _ => return None,
    })
}

pub(crate) fn filter(wanted: Wanted) -> SubscriptionFilter {
    let full = wanted.is_full();
    SubscriptionFilter {
        resource_subscriptions: full.then(|| vec!["file:///notes.txt".to_owned()]),
        tools_list_changed: full,
        prompts_list_changed: full,
        resources_list_changed: full,
        ..SubscriptionFilter::default()
    }
}

pub(crate) fn results(method: &str, wanted: Wanted) -> Option<Vec<ResultSample>> {
    let full = wanted.is_full();
    let next_cursor = full.then(|| "next".to_owned());
    let mut results = vec![match method {
        "initialize" => {
            let result = InitializeResult::new(
                wanted.version.as_str(),
                server_capabilities(wanted),
                implementation(wanted),
            );
            let instructions = full.then(|| "Ask.".to_owned());
            ("InitializeResult", raw(&InitializeResult { instructions, ..result }))
        }
        "server/discover" => {
            let supported = vec![wanted.version.to_string()];
            let capabilities = server_capabilities(wanted);
            let result =
                DiscoverResult::new(ResultType::Complete, supported, capabilities, 0, CacheScope::Public);
            let instructions = full.then(|| "Ask.".to_owned());
            ("DiscoverResult", raw(&DiscoverResult { instructions, ..result }))
        }
        "tools/list" => {
            let result = ListToolsResult { next_cursor, ..ListToolsResult::new([tool(wanted)]) };
            ("ListToolsResult", raw(&kept!(result, wanted)))
        }
        "tools/call" => {
            let mut result = CallToolResult { is_error: full, ..CallToolResult::new(blocks(wanted)) };
            if wanted.has(V3) {
                result =
                    result.with_structured_content(json(if wanted.is_modern() { "[1.0]" } else { "{}" }));
            }
            ("CallToolResult", raw(&complete!(result, wanted)))
        }
        "resources/list" => {
            let result = ListResourcesResult { next_cursor, ..ListResourcesResult::new([resource(wanted)]) };
            ("ListResourcesResult", raw(&kept!(result, wanted)))
        }
        "resources/templates/list" => {
            let templates = [template(wanted)];
            let result =
                ListResourceTemplatesResult { next_cursor, ..ListResourceTemplatesResult::new(templates) };
            ("ListResourceTemplatesResult", raw(&kept!(result, wanted)))
        }
        "resources/read" => ("ReadResourceResult", raw(&kept!(ReadResourceResult::new(contents()), wanted))),
        "prompts/list" => {
            let result = ListPromptsResult { next_cursor, ..ListPromptsResult::new([prompt(wanted)]) };
            ("ListPromptsResult", raw(&kept!(result, wanted)))
        }
        "prompts/get" => {
            let message = |content| PromptMessage::new(Role::User, content);
            let messages: Vec<_> = blocks(wanted).into_iter().map(message).collect();
            let description = full.then(|| "Greets.".to_owned());
            let result = GetPromptResult { description, ..GetPromptResult::new(messages) };
            ("GetPromptResult", raw(&complete!(result, wanted)))
        }
        "completion/complete" => {
            let values = vec!["me".to_owned()];
            let total = full.then(|| 100.into());
            let completion = Completion { total, has_more: full, ..Completion::new(values) };
            ("CompleteResult", raw(&complete!(CompleteResult::new(completion), wanted)))
        }
        "subscriptions/listen" => {
            let mut result = ListenResult::new(ResultType::Complete);
            let mut meta = Meta::new();
            meta.0.set(keys::SUBSCRIPTION_ID, "listen");
            result.extra.set(META, &meta);
            ("SubscriptionsListenResult", raw(&result))
        }
        _ => return None,
    }];
    if method == "tools/call" && wanted.version == V4 {
        results.push(("CreateTaskResult", raw(&CreateTaskResult::new(task(wanted)))));
    }
    if wanted.is_modern() && matches!(method, "tools/call" | "resources/read" | "prompts/get") {
        results.push(("InputRequiredResult", raw(&input_required(wanted))));
    }
    Some(results)
}

fn input_required(wanted: Wanted) -> InputRequiredResult {
    use wirelab::proto::mcp::MethodSpec;
    let mut requests = wirelab::proto::json::Members::new();
    for spec in MethodSpec::of_version(wanted.version) {
        if let Some(spec) = MethodSpec::find_input_request(spec.name, wanted.version) {
            let params = super::params(spec, wanted);
            requests.set(spec.name, &InputRequest { params, ..InputRequest::new(spec.name) });
        }
    }
    let request_state = wanted.is_full().then(|| "state".to_owned());
    InputRequiredResult {
        input_requests: Some(requests),
        request_state,
        ..InputRequiredResult::new(ResultType::InputRequired)
    }
}

fn template(wanted: Wanted) -> ResourceTemplate {
    let mut template = ResourceTemplate::new("file:///{path}", "files");
    if wanted.is_full() {
        template.description = Some("All files.".to_owned());
        template.mime_type = Some("text/plain".to_owned());
        template.annotations = Some(annotations(wanted));
    }
    if wanted.has(V3) {
        template = template.with_title("Files");
    }
    if wanted.has(V4) { template.with_icons(icons()) } else { template }
}

fn prompt(wanted: Wanted) -> Prompt {
    let mut prompt = Prompt::new("greet");
    if wanted.is_full() {
        let description = Some("Whom to greet.".to_owned());
        let argument = PromptArgument { description, required: true, ..PromptArgument::new("who") };
        let argument = if wanted.has(V3) { argument.with_title("Who") } else { argument };
        prompt.description = Some("Greets.".to_owned());
        prompt.arguments = Some(vec![argument, PromptArgument::new("how")]);
    }
    if wanted.has(V3) {
        prompt = prompt.with_title("Greet");
    }
    if wanted.has(V4) { prompt.with_icons(icons()) } else { prompt }
}
