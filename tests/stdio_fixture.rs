//! `wirelab serve --fixture conformance`: what the official conformance suite looks for is there in every revision, and
//! asks its client in both eras. The suite itself speaks HTTP: `cargo xtask conformance` runs it.
#![cfg(unix)]

mod terminal;

use std::process::Command;

use serde_json::{Value, json};
use terminal::{Serving, WIRELAB};

const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
const MODERN: &str = "2026-07-28";

/// A client of one revision in front of the fixture.
struct Host {
    server: Serving,
    revision: &'static str,
    capabilities: Value,
    asked: u64,
}

impl Host {
    /// One that can answer whatever a server asks.
    fn new(revision: &'static str) -> Self {
        Self::with(revision, json!({"elicitation": {}, "sampling": {}, "roots": {}}))
    }

    fn with(revision: &'static str, capabilities: Value) -> Self {
        let server = Serving::run(Command::new(WIRELAB).args(["serve", "--fixture", "conformance"]));
        let mut host = Self { server, revision, capabilities, asked: 0 };
        if revision != MODERN {
            let hello = json!({
                "protocolVersion": revision,
                "capabilities": host.capabilities,
                "clientInfo": {"name": "test", "version": "1"},
            });
            assert_eq!(host.ask("initialize", hello)["result"]["protocolVersion"], revision);
            host.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        }
        host
    }

    fn say(&mut self, message: &Value) {
        self.server.say(format!("{message}\n"));
    }

    fn send(&mut self, method: &str, mut params: Value) -> u64 {
        self.asked += 1;
        if self.revision == MODERN {
            params["_meta"]["io.modelcontextprotocol/protocolVersion"] = MODERN.into();
            params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = self.capabilities.clone();
        }
        self.say(&json!({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params}));
        self.asked
    }

    /// The answer to a request, and what came before it.
    fn exchange(&mut self, method: &str, params: Value) -> (Vec<Value>, Value) {
        let id = self.send(method, params);
        let mut before = Vec::new();
        loop {
            let message = self.server.hear();
            if message["id"] == id && message.get("method").is_none() {
                return (before, message);
            }
            before.push(message);
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.exchange(method, params).1
    }

    /// The result of a request whose questions are answered as they come: by results until 2025-11-25, in 2026-07-28 by
    /// making the request again. With it what was asked, by its methods.
    fn answering(&mut self, method: &str, params: Value) -> (Value, Vec<String>) {
        let mut asked = Vec::new();
        if self.revision != MODERN {
            let id = self.send(method, params);
            loop {
                let message = self.server.hear();
                let Some(question) = message["method"].as_str() else {
                    assert_eq!(message["id"], id, "{message}");
                    return (message["result"].clone(), asked);
                };
                let result = answer(question, &message["params"]);
                asked.push(question.to_owned());
                self.say(&json!({"jsonrpc": "2.0", "id": message["id"], "result": result}));
            }
        }
        let mut again = params.clone();
        loop {
            let result = self.ask(method, again)["result"].clone();
            let Some(questions) = result["inputRequests"].as_object() else { return (result, asked) };
            again = params.clone();
            again["requestState"] = result["requestState"].clone();
            for (key, question) in questions {
                let method = question["method"].as_str().expect("a method");
                again["inputResponses"][key] = answer(method, &question["params"]);
                asked.push(method.to_owned());
            }
        }
    }
}

/// What a client says when it is asked: a form is filled with something for each of its fields.
fn answer(method: &str, params: &Value) -> Value {
    match method {
        "roots/list" => json!({"roots": [{"uri": "file:///home"}]}),
        "sampling/createMessage" => {
            let content = json!({"type": "text", "text": "Paris"});
            json!({"role": "assistant", "content": content, "model": "m"})
        }
        _ => {
            let fields = params["requestedSchema"]["properties"].as_object().expect("a form");
            let fill = |(name, field): (&String, &Value)| (name.clone(), filled(field));
            json!({"action": "accept", "content": fields.iter().map(fill).collect::<Value>()})
        }
    }
}

fn filled(field: &Value) -> Value {
    match field["type"].as_str() {
        Some("boolean") => true.into(),
        Some("integer" | "number") => 7.into(),
        Some("array") => json!([]),
        _ => "Alice".into(),
    }
}

fn names(list: &Value, key: &str) -> Vec<String> {
    let entries = list.as_array().expect("a list");
    entries.iter().map(|entry| entry[key].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn what_the_suite_looks_for_is_there_in_every_revision() {
    for revision in LEGACY.into_iter().chain([MODERN]) {
        let mut host = Host::new(revision);
        let tools = names(&host.ask("tools/list", json!({}))["result"]["tools"], "name");
        assert_eq!(tools.len(), 28, "{tools:?}");
        assert_eq!(tools[0], "test_simple_text", "called first, without arguments");
        let resources = names(&host.ask("resources/list", json!({}))["result"]["resources"], "uri");
        for uri in &resources {
            let read = host.ask("resources/read", json!({"uri": uri}));
            let contents = &read["result"]["contents"][0];
            assert_eq!(contents["uri"], uri.as_str(), "{revision}: {read}");
        }
        assert!(resources.contains(&"test://static-binary".to_owned()), "{resources:?}");
        let prompts = names(&host.ask("prompts/list", json!({}))["result"]["prompts"], "name");
        assert_eq!(prompts.len(), 5, "{prompts:?}");
        let text = host.ask("tools/call", json!({"name": "test_simple_text"}));
        assert_eq!(text["result"]["content"][0]["text"], "This is a simple text response for testing.");
        let failed = host.ask("tools/call", json!({"name": "test_error_handling"}));
        assert_eq!(failed["result"]["isError"], true, "{revision}");
        let missing = host.ask("resources/read", json!({"uri": "test://nowhere"}));
        assert_eq!(missing["error"]["code"], if revision == MODERN { -32602 } else { -32002 });
        assert_eq!(missing["error"]["data"]["uri"], "test://nowhere");
    }
}

#[test]
fn prompts_and_their_arguments_are_filled_and_completed() {
    let mut host = Host::new("2025-11-25");
    let mut get = |name: &str, arguments: Value| {
        host.ask("prompts/get", json!({"name": name, "arguments": arguments}))["result"]["messages"].clone()
    };
    let with_arguments = get("test_prompt_with_arguments", json!({"arg1": "hello", "arg2": "world"}));
    assert_eq!(with_arguments[0]["content"]["text"], "Prompt with arguments: arg1='hello', arg2='world'");
    let with_resource = get("test_prompt_with_embedded_resource", json!({"resourceUri": "test://a"}));
    assert_eq!(with_resource[0]["content"]["resource"]["uri"], "test://a");
    assert_eq!(get("test_prompt_with_image", json!({}))[0]["content"]["mimeType"], "image/png");
    let refused = host.ask("prompts/get", json!({"name": "test_prompt_with_arguments"}));
    assert_eq!(refused["error"]["data"], "/arguments/arg1: it is required");
    let mut complete = |reference: Value, argument: &str, value: &str| {
        let argument = json!({"name": argument, "value": value});
        host.ask("completion/complete", json!({"ref": reference, "argument": argument}))
    };
    let prompt = json!({"type": "ref/prompt", "name": "test_prompt_with_arguments"});
    let proposed = complete(prompt.clone(), "arg1", "te");
    assert_eq!(proposed["result"]["completion"]["values"], json!(["test", "testing"]));
    let template = json!({"type": "ref/resource", "uri": "test://template/{id}/data"});
    assert_eq!(complete(template, "id", "12")["result"]["completion"]["total"], 2);
    assert_eq!(complete(prompt, "arg3", "")["error"]["data"], "/argument/name: there is no \"arg3\"");
}

#[test]
fn a_tool_tells_the_log_and_how_far_it_is_before_it_answers() {
    let mut host = Host::new("2025-11-25");
    host.ask("logging/setLevel", json!({"level": "info"}));
    let (before, answer) = host.exchange("tools/call", json!({"name": "test_tool_with_logging"}));
    let logged: Vec<_> = before.iter().map(|it| it["params"]["data"].as_str().expect("a text")).collect();
    assert_eq!(
        logged[1..],
        ["Tool execution started", "Tool processing data", "Tool execution completed"],
        "after the word of the call itself"
    );
    assert!(answer["result"]["content"][0]["text"].is_string(), "{answer}");
    host.ask("logging/setLevel", json!({"level": "error"}));
    let meta = json!({"progressToken": "far"});
    let (before, _) =
        host.exchange("tools/call", json!({"name": "test_tool_with_progress", "_meta": meta.clone()}));
    let far: Vec<_> = before.iter().map(|it| (&it["params"]["progress"], &it["params"]["total"])).collect();
    assert_eq!(json!(far), json!([[0, 100], [50, 100], [100, 100]]));
    let (before, _) = host.exchange("tools/call", json!({"name": "test_tool_with_progress"}));
    assert_eq!(before, Vec::<Value>::new(), "nobody asked how far it is");
    let mut host = Host::new(MODERN);
    let (before, _) = host.exchange("tools/call", json!({"name": "test_logging_tool"}));
    assert_eq!(before, Vec::<Value>::new(), "nobody asked for the log");
    let meta = json!({"io.modelcontextprotocol/logLevel": "info"});
    let (before, _) = host.exchange("tools/call", json!({"name": "test_logging_tool", "_meta": meta}));
    assert_eq!(before.last().expect("it was told")["params"]["data"], "This is for the log.");
}

#[test]
fn what_a_tool_asks_is_a_request_in_one_era_and_a_result_in_the_other() {
    let (elicit, sample, roots) = ("elicitation/create", "sampling/createMessage", "roots/list");
    let cases: [(&str, Value, &[&str], &str); 9] = [
        ("test_sampling", json!({"prompt": "Well?"}), &[sample], "LLM response: Paris"),
        (
            "test_elicitation",
            json!({"message": "Who?"}),
            &[elicit],
            r#"User response: action: accept, content: {"username":"Alice","email":"Alice"}"#,
        ),
        (
            "test_elicitation_sep1034_defaults",
            json!({}),
            &[elicit],
            r#"Elicitation completed: action=accept, content={"name":"Alice","age":7,"score":7,"status":"Alice","verified":true}"#,
        ),
        ("test_input_required_result_elicitation", json!({}), &[elicit], "Hello, Alice!"),
        ("test_missing_capability", json!({}), &[sample], "Paris"),
        ("test_input_required_result_list_roots", json!({}), &[roots], "Roots: file:///home"),
        (
            "test_input_required_result_request_state",
            json!({}),
            &[elicit],
            r#"state-ok: action=accept, content={"ok":true}"#,
        ),
        (
            "test_input_required_result_multiple_inputs",
            json!({}),
            &[elicit, sample, roots],
            "Name: Alice\nGreeting: Paris\nRoots: file:///home",
        ),
        ("test_input_required_result_multi_round", json!({}), &[elicit, elicit], "Alice likes Alice."),
    ];
    for revision in ["2025-06-18", "2025-11-25", MODERN] {
        let mut host = Host::new(revision);
        for (tool, arguments, questions, text) in &cases {
            let params = json!({"name": tool, "arguments": arguments});
            let (result, mut asked) = host.answering("tools/call", params);
            assert_eq!(result["content"][0]["text"], *text, "{revision} {tool}: {result}");
            asked.sort_by_key(|method| questions.iter().position(|known| known == method));
            assert_eq!(asked, *questions, "{revision} {tool}");
        }
        let prompt = json!({"name": "test_input_required_result_prompt"});
        let (result, asked) = host.answering("prompts/get", prompt);
        assert_eq!(asked, [elicit], "{revision}");
        let text = &result["messages"][0]["content"]["text"];
        assert_eq!(text, "Prompt with the user's context: Alice", "{revision}: {result}");
    }
}

#[test]
fn a_client_is_asked_only_what_it_has_declared() {
    let call = |tool: &str| json!({"name": tool, "arguments": {}});
    let choosy = "test_input_required_result_capabilities";
    let mut host = Host::with(MODERN, json!({"sampling": {}}));
    let (result, asked) = host.answering("tools/call", call(choosy));
    assert_eq!(
        (asked, &result["content"][0]["text"]),
        (vec!["sampling/createMessage".into()], &json!("Paris"))
    );
    let lacking = host.ask("tools/call", call("test_streaming_elicitation"));
    assert_eq!(lacking["error"]["code"], -32021);
    assert_eq!(lacking["error"]["data"], json!({"requiredCapabilities": {"elicitation": {}}}));
    let mut host = Host::with(MODERN, json!({}));
    assert_eq!(host.ask("tools/call", call("test_missing_capability"))["error"]["code"], -32021);
    assert_eq!(host.ask("tools/call", call(choosy))["error"]["code"], -32021, "nothing is left to ask");
    let mut host = Host::with("2025-11-25", json!({"sampling": {}}));
    let (result, asked) = host.answering("tools/call", call(choosy));
    assert_eq!((asked.len(), &result["content"][0]["text"]), (1, &json!("Paris")));
    let lacking = host.ask("tools/call", call("test_streaming_elicitation"));
    assert_eq!(lacking["result"]["isError"], true, "{lacking}");
    let lacking = host.ask("prompts/get", call("test_input_required_result_prompt"));
    let why = "This prompt asks the client by elicitation/create, which the client has not declared.";
    assert_eq!((&lacking["error"]["code"], &lacking["error"]["message"]), (&json!(-32603), &json!(why)));
}

#[test]
fn answers_are_taken_only_as_they_were_asked_for() {
    let mut host = Host::new(MODERN);
    let mut call = |tool: &str, more: Value| {
        let mut params = json!({"name": tool, "arguments": {}});
        for (name, value) in more.as_object().expect("members") {
            params[name] = value.clone();
        }
        host.ask("tools/call", params)
    };
    let greets = "test_input_required_result_elicitation";
    let alice = json!({"action": "accept", "content": {"name": "Alice"}});
    let odd = call(greets, json!({"inputResponses": {"user_name": 12345}}));
    assert_eq!(odd["error"]["data"], "/inputResponses/user_name: expected an object");
    let wrong = call(greets, json!({"inputResponses": {"wrong_key": alice}}));
    assert_eq!(wrong["result"]["resultType"], "input_required", "what is missing is asked for again");
    let more = call(greets, json!({"inputResponses": {"user_name": alice, "unknown": {}}}));
    assert_eq!(more["result"]["content"][0]["text"], "Hello, Alice!", "what nobody asked for is left alone");
    let seals = "test_input_required_result_tampered_state";
    let state = call(seals, json!({}))["result"]["requestState"].as_str().expect("a state").to_owned();
    let ok = json!({"confirm": {"action": "accept", "content": {"ok": true}}});
    let tampered = json!({"inputResponses": ok, "requestState": format!("{state}-TAMPERED")});
    assert_eq!(call(seals, tampered)["error"]["code"], -32602);
    let elsewhere = json!({"inputResponses": ok, "requestState": state});
    let other = call("test_input_required_result_request_state", elsewhere.clone());
    assert_eq!(other["error"]["code"], -32602, "a state is good for one tool");
    assert!(call(seals, elsewhere)["result"]["content"].is_array());
}

#[test]
fn a_list_that_a_tool_changes_is_told_and_is_another_then() {
    for (trigger, list, kind) in [
        ("test_trigger_tool_change", "tools/list", "tools"),
        ("test_trigger_prompt_change", "prompts/list", "prompts"),
    ] {
        let mut host = Host::new("2025-11-25");
        let count = |host: &mut Host| names(&host.ask(list, json!({}))["result"][kind], "name").len();
        let before = count(&mut host);
        for expected in [before + 1, before] {
            let (told, _) = host.exchange("tools/call", json!({"name": trigger}));
            let told: Vec<_> = told.iter().map(|it| it["method"].clone()).collect();
            assert_eq!(told, [format!("notifications/{kind}/list_changed")], "{trigger}");
            assert_eq!(count(&mut host), expected);
        }
        let mut host = Host::new(MODERN);
        host.send("subscriptions/listen", json!({"notifications": {format!("{kind}ListChanged"): true}}));
        assert_eq!(host.server.hear()["method"], "notifications/subscriptions/acknowledged");
        let (told, _) = host.exchange("tools/call", json!({"name": trigger}));
        let told: Vec<_> = told.iter().map(|it| it["method"].clone()).collect();
        assert_eq!(told, [format!("notifications/{kind}/list_changed")], "{trigger}");
    }
}

#[test]
fn a_schema_is_listed_with_all_its_keywords_and_holds() {
    let mut host = Host::new("2025-11-25");
    let tools = host.ask("tools/list", json!({}))["result"]["tools"].clone();
    let find = |name: &str| {
        let tool = tools.as_array().expect("a list").iter().find(|tool| tool["name"] == name);
        tool.expect("it is listed")["inputSchema"].clone()
    };
    let contact = find("json_schema_2020_12_tool");
    let keywords = ["$schema", "$defs", "allOf", "if", "then", "else", "additionalProperties"];
    assert!(keywords.iter().all(|keyword| contact.get(keyword).is_some()), "{contact}");
    assert_eq!(contact["$defs"]["address"]["$anchor"], "addressDef");
    assert_eq!(find("test_header_parameter")["properties"]["region"]["x-mcp-header"], "Region");
    for (arguments, said) in [
        (json!({"contactMethod": "phone", "phone": "1"}), "The contact has phone."),
        (json!({"contactMethod": "phone"}), "/phone: expected a string, found nothing"),
        (json!({"email": "a@b", "address": {"city": "C"}}), "The contact has email."),
        (json!({}), "/email: expected a string, found nothing"),
        (json!({"email": 7}), "/email: expected a string, found a number 7"),
        (json!({"email": "a@b", "phone": true}), "/phone: expected a string, found true"),
        (
            json!({"contactMethod": "post"}),
            r#"/contactMethod: expected "phone" or "email", found a string "post""#,
        ),
        (json!({"fax": "1"}), "/fax: expected no argument of this name"),
    ] {
        let params = json!({"name": "json_schema_2020_12_tool", "arguments": arguments});
        assert_eq!(host.ask("tools/call", params)["result"]["content"][0]["text"], said, "{arguments}");
    }
    let array = json!({"name": "json_schema_2020_12_tool", "arguments": []});
    assert_eq!(host.ask("tools/call", array)["error"]["code"], -32602);
}
