//! The demo server with everything that a host can ask, in every revision that has it.

mod link;

use core::time::Duration;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use link::{ALL_OF_A_CLIENT, json, members, text};
use wirelab::demo::{Live, MemoryFolder, Registry, Server, ToolSpec, config};
use wirelab::proto::connection::{Connection, Input};
use wirelab::proto::error::Misbehaviour;
use wirelab::proto::json::{FromJson, Members, RawJson};
use wirelab::proto::jsonrpc::{ErrorCode, ErrorObject, Request, RequestId};
use wirelab::proto::mcp::{
    CallToolResult, CompleteResult, GetPromptResult, InputRequiredResult, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, LoggingLevel, ReadResourceResult,
    SubscriptionFilter, Task, TaskStatus, Version, names,
};
use wirelab::proto::session::{ClientConfig, ClientSession, Event, Output, RequestOptions};
use wirelab::proto::time::Instant;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const V4: Version = Version::V2025_11_25;
const V5: Version = Version::V2026_07_28;

/// A client of ours and the demo server.
struct World {
    client: Connection<ClientSession>,
    server: Server,
    now: Instant,
    told: Vec<Event>,
}

impl World {
    fn new(version: Version, capabilities: &str) -> Self {
        Self::with(version, capabilities, Server::demo(1_785_231_000_000).with_key([7; 32]))
    }

    fn with(version: Version, capabilities: &str, server: Server) -> Self {
        let config = ClientConfig {
            capabilities: members(capabilities),
            log_level: Some(LoggingLevel::Info),
            ..link::client(version)
        };
        let client = Connection::new(ClientSession::new(config));
        let mut world = Self { client, server, now: Instant::ZERO, told: Vec::new() };
        world.client.session_mut().open(world.now).expect("the first word");
        world.settle();
        assert_eq!(world.client.session().version(), Some(version));
        world.told.clear();
        world
    }

    fn settle(&mut self) {
        loop {
            let mut still = true;
            while let Some(output) = self.client.poll_output() {
                still = false;
                match output {
                    Output::Transmit(bytes) => self.server.handle_input(self.now, Input::Bytes(&bytes)),
                    Output::Event(event) => self.told.push(event),
                }
            }
            while let Some(output) = self.server.poll_output() {
                still = false;
                if let Output::Transmit(bytes) = output {
                    self.client.handle_input(self.now, Input::Bytes(&bytes));
                }
            }
            if still {
                return;
            }
        }
    }

    fn wait(&mut self, by: Duration) {
        let end = self.now + by;
        while let Some(at) = self.server.next_timeout().filter(|at| *at <= end) {
            self.now = at;
            self.server.handle_timeout(at);
            self.settle();
        }
        self.now = end;
    }

    fn send(&mut self, method: &str, params: &str) -> RequestId {
        let options = RequestOptions { progress: true, timeout: None };
        let id = self.client.session_mut().request_with(self.now, method, Some(json(params)), options);
        let id = id.unwrap_or_else(|error| panic!("{method}: {error}"));
        self.settle();
        id
    }

    fn answer(&self, id: &RequestId) -> Option<Result<RawJson, ErrorObject>> {
        self.told.iter().find_map(|event| match event {
            Event::Answered { id: of, outcome, .. } if of == id => Some(outcome.clone()),
            _ => None,
        })
    }

    fn ask(&mut self, method: &str, params: &str) -> Result<RawJson, ErrorObject> {
        let id = self.send(method, params);
        self.answer(&id).unwrap_or_else(|| panic!("{method} {params} is not answered: {:?}", self.told))
    }

    fn get<T: FromJson>(&mut self, method: &str, params: &str) -> T {
        let result = self.ask(method, params).unwrap_or_else(|error| panic!("{method} {params}: {error}"));
        result.parse().unwrap_or_else(|why| panic!("{method} {params}: {why}: {result}"))
    }

    fn refusal(&mut self, method: &str, params: &str) -> (i64, String) {
        let error = self.ask(method, params).expect_err("it is refused");
        (error.code.0, error.data.map_or_else(String::new, |data| data.as_str().to_owned()))
    }

    fn call(&mut self, tool: &str, arguments: &str) -> CallToolResult {
        self.get("tools/call", &format!(r#"{{"name":"{tool}","arguments":{arguments}}}"#))
    }

    fn notified(&self, method: &str) -> Vec<Members> {
        let params = self.told.iter().filter_map(|event| match event {
            Event::Notified(notification) if notification.method == method => Some(
                notification
                    .params
                    .as_ref()
                    .map_or_else(Members::new, |params| params.parse().expect("an object")),
            ),
            _ => None,
        });
        params.collect()
    }

    fn asked(&self) -> Option<&Request> {
        self.told.iter().rev().find_map(|event| match event {
            Event::Requested(request) => Some(request),
            _ => None,
        })
    }

    fn no_complaints(&self) {
        let complaints: Vec<&Misbehaviour> = link::misbehaviour(&self.told);
        assert!(complaints.is_empty(), "{complaints:?}");
    }
}

fn said(result: &CallToolResult) -> String {
    result.content.iter().filter_map(|block| block.text.clone()).collect::<Vec<_>>().join("|")
}

#[test]
fn every_list_is_there_in_every_revision_with_what_that_revision_has() {
    for version in Version::ALL {
        let mut world = World::new(version, "{}");
        let tools = world.get::<ListToolsResult>("tools/list", "{}").tools;
        assert_eq!(tools.len(), 16, "{version}");
        let add = &tools[0];
        assert_eq!(
            add.output_schema().expect("fits").is_some(),
            version >= Version::V2025_06_18,
            "{version}"
        );
        let file = tools.iter().find(|tool| tool.name == "read_file").expect("listed");
        assert_eq!(file.title().expect("fits").is_some(), version >= Version::V2025_06_18);
        assert_eq!(file.annotations().expect("fits").is_some(), version >= Version::V2025_03_26);
        let slow = tools.iter().find(|tool| tool.name == "slow").expect("listed");
        assert_eq!(slow.execution().expect("fits").is_some(), version == V4);
        let resources = world.get::<ListResourcesResult>("resources/list", "{}").resources;
        let uris: Vec<_> = resources.iter().map(|resource| resource.uri.as_str()).collect();
        assert!(uris.starts_with(&["demo://greeting", "demo://calls", "demo://picture"]), "{uris:?}");
        assert!(uris.contains(&"demo://folder/%E8%AF%BB%E6%88%91.txt"), "{uris:?}");
        let templates = world.get::<ListResourceTemplatesResult>("resources/templates/list", "{}");
        assert_eq!(templates.resource_templates.len(), 2);
        assert_eq!(world.get::<ListPromptsResult>("prompts/list", "{}").prompts.len(), 3);
        world.no_complaints();
    }
}

#[test]
fn pages_follow_each_other_by_cursors_of_ours_and_no_others() {
    for version in [Version::V2024_11_05, V5] {
        let mut world = World::with(version, "{}", Server::demo(0).with_page(5));
        for (method, name, count) in [("tools/list", "tools", 16), ("resources/list", "resources", 7)] {
            let (mut entries, mut pages, mut cursor) = (0, 0, None::<String>);
            loop {
                let params = cursor
                    .as_ref()
                    .map_or_else(Members::new, |cursor| Members::new().with("cursor", cursor.as_str()));
                let mut page: Members = world.get(method, RawJson::from_value(&params).as_str());
                entries += page.required::<Vec<RawJson>>(name).expect("a list").len();
                pages += 1;
                cursor = page.optional("nextCursor").expect("a string");
                if cursor.is_none() {
                    break;
                }
            }
            assert!(entries >= count && pages == entries.div_ceil(5), "{method}: {entries} on {pages}");
        }
        let first = world.get::<ListToolsResult>("tools/list", "{}");
        let cursor = first.next_cursor.expect("there is more");
        for (method, cursor) in [
            ("tools/list", "5".to_owned()),
            ("tools/list", String::new()),
            ("tools/list", cursor.replace(&cursor[..1], "x")),
            ("tools/list", format!("{cursor}0")),
            ("resources/list", cursor),
        ] {
            let (code, why) = world.refusal(method, &format!(r#"{{"cursor":"{cursor}"}}"#));
            assert_eq!(
                (code, why.as_str()),
                (-32602, r#""/cursor: it was not given for this list""#),
                "{cursor}"
            );
        }
    }
}

#[test]
fn resources_are_read_and_what_is_not_there_is_said_as_the_revision_has_it() {
    for version in Version::ALL {
        let mut world = World::new(version, "{}");
        let mut contents = |uri: &str| {
            let result: ReadResourceResult = world.get("resources/read", &format!(r#"{{"uri":"{uri}"}}"#));
            let [contents] = &result.contents[..] else { panic!("{result:?}") };
            assert_eq!(contents.uri, uri);
            (contents.mime_type.clone().expect("known"), contents.text.clone(), contents.blob.clone())
        };
        let text = |text: &str| ("text/plain".to_owned(), Some(text.to_owned()), None);
        assert_eq!(contents("demo://greeting"), text("Hello! 你好！"));
        assert_eq!(contents("demo://greeting/%E5%B0%8F%E6%98%8E"), text("Hello, 小明! 你好，小明！"));
        assert_eq!(contents("demo://calls"), text("0"));
        assert_eq!(contents("demo://folder/notes/windows.txt"), text("first\r\nsecond\r\n"));
        let (kind, none, blob) = contents("demo://picture");
        assert!(kind == "image/png" && none.is_none() && blob.expect("bytes").starts_with("iVBORw0KGgo"));
        let (kind, none, blob) = contents("demo://folder/notes/gbk.txt");
        assert!(kind == "application/octet-stream" && none.is_none() && blob.is_some(), "not UTF-8: bytes");
        let code = if version == V5 { -32602 } else { -32002 };
        for (uri, why) in [
            ("demo://nothing", "there is no such resource"),
            ("file:///etc/passwd", "there is no such resource"),
            ("demo://folder/none.txt", "no such file: none.txt"),
            ("demo://folder/%zz", "the URI is not well formed"),
            ("demo://greeting/%ff", "the URI is not well formed"),
        ] {
            let (found, data) = world.refusal("resources/read", &format!(r#"{{"uri":"{uri}"}}"#));
            assert_eq!(found, code, "{version} {uri}");
            assert_eq!(data, format!(r#"{{"uri":"{uri}","why":"{why}"}}"#));
        }
        for uri in [
            "demo://folder/../secret",
            "demo://folder/%2e%2e/secret",
            "demo://folder//etc/passwd",
            "demo://folder/a%5c..%5cb",
        ] {
            assert_eq!(world.refusal("resources/read", &format!(r#"{{"uri":"{uri}"}}"#)).0, code, "{uri}");
        }
        assert_eq!(world.refusal("resources/read", "{}").0, -32602);
    }
}

#[test]
fn prompts_are_filled_and_arguments_completed() {
    for version in Version::ALL {
        let mut world = World::new(version, "{}");
        let prompt: GetPromptResult =
            world.get("prompts/get", r#"{"name":"suggest_song","arguments":{"artist":"周杰伦"}}"#);
        assert_eq!(prompt.messages.len(), 2);
        let file: GetPromptResult =
            world.get("prompts/get", r#"{"name":"summarize_file","arguments":{"path":"notes/windows.txt"}}"#);
        assert_eq!(file.messages[1].content.kind, "resource");
        assert_eq!(world.refusal("prompts/get", r#"{"name":"nope"}"#).0, -32602);
        let (code, why) =
            world.refusal("prompts/get", r#"{"name":"summarize_file","arguments":{"path":"none"}}"#);
        assert_eq!((code, why.as_str()), (-32602, r#""/arguments/path: no such file: none""#));

        let mut complete = |reference: &str, name: &str, value: &str| {
            let params = format!(r#"{{"ref":{reference},"argument":{{"name":"{name}","value":"{value}"}}}}"#);
            let result: CompleteResult = world.get("completion/complete", &params);
            let total = result.completion.total.expect("counted").to_i64();
            assert_eq!(total, Some(result.completion.values.len() as i64));
            result.completion.values
        };
        let song = r#"{"type":"ref/prompt","name":"suggest_song"}"#;
        assert_eq!(complete(song, "mood", "c"), ["calm", "cheerful"]);
        assert_eq!(complete(song, "artist", "j"), ["Jay Chou"]);
        assert_eq!(complete(song, "artist", "周"), ["周杰伦"]);
        assert_eq!(
            complete(r#"{"type":"ref/resource","uri":"demo://greeting/{name}"}"#, "name", "A"),
            ["Ada", "Alan"]
        );
        assert_eq!(
            complete(r#"{"type":"ref/resource","uri":"demo://folder/{+path}"}"#, "path", "读"),
            ["读我.txt"]
        );
        assert!(complete(song, "mood", "zzz").is_empty());
        for (reference, name) in [
            (song, "nothing"),
            (r#"{"type":"ref/prompt","name":"nope"}"#, "a"),
            (r#"{"type":"ref/resource","uri":"demo://x"}"#, "a"),
            (r#"{"type":"ref/other","name":"x"}"#, "a"),
        ] {
            let params = format!(r#"{{"ref":{reference},"argument":{{"name":"{name}","value":""}}}}"#);
            assert_eq!(world.refusal("completion/complete", &params).0, -32602, "{reference}");
        }
    }
}

#[test]
fn every_kind_of_content_goes_out_as_the_revision_has_it() {
    for (version, kinds) in [
        (Version::V2024_11_05, "text image text resource text text"),
        (Version::V2025_03_26, "text image audio resource text text"),
        (Version::V2025_06_18, "text image audio resource resource_link text"),
        (V4, "text image audio resource resource_link text"),
        (V5, "text image audio resource resource_link text"),
    ] {
        let mut world = World::new(version, "{}");
        let result = world.call("show_content", r#"{"kind":"all"}"#);
        let found: Vec<_> = result.content.iter().map(|block| block.kind.as_str()).collect();
        assert_eq!(found.join(" "), kinds, "{version}");
        for block in &result.content {
            block.read().unwrap_or_else(|why| panic!("{version}: {why}"));
        }
        let structured = result.structured_content().expect("fits");
        assert_eq!(structured.is_some(), version >= Version::V2025_06_18, "{version}");
        let sum = world.call("add", r#"{"a":1,"b":2}"#);
        assert_eq!(sum.structured_content().expect("fits").is_some(), version >= Version::V2025_06_18);
    }
}

#[test]
fn a_slow_tool_tells_how_far_it_is_and_holds_up_nobody() {
    for version in Version::ALL {
        let mut world = World::new(version, "{}");
        let slow = world.send("tools/call", r#"{"name":"slow","arguments":{"ms":1000}}"#);
        let quick = world.call("add", r#"{"a":1,"b":2}"#);
        assert_eq!(said(&quick), r#"{"result":3}"#, "a later call is answered first");
        world.wait(Duration::from_millis(999));
        assert_eq!(world.answer(&slow), None);
        world.wait(Duration::from_millis(1));
        assert!(world.answer(&slow).is_some_and(|answer| answer.is_ok()));
        let progress: Vec<_> = world
            .told
            .iter()
            .filter_map(|event| match event {
                Event::Progressed { id, progress } if *id == slow => Some(progress.as_str().to_owned()),
                _ => None,
            })
            .collect();
        assert_eq!(progress.len(), 3, "{progress:?}");
        assert_eq!(progress[0].contains("\"message\""), version >= Version::V2025_03_26, "{progress:?}");
        world.no_complaints();
        assert_eq!(world.server.next_timeout(), None);
    }
}

#[test]
fn a_call_that_is_cancelled_is_not_answered_and_reports_no_more() {
    for version in Version::ALL {
        let mut world = World::new(version, "{}");
        let slow = world.send("tools/call", r#"{"name":"slow","arguments":{"ms":1000}}"#);
        world.client.session_mut().cancel(&slow, "enough").expect("it waits");
        world.settle();
        assert_eq!(world.server.next_timeout(), None, "{version}: nothing of it goes on");
        world.wait(Duration::from_secs(2));
        world.no_complaints();
        assert_eq!(world.answer(&slow), None);
    }
}

// Asking back.

#[test]
fn a_tool_asks_the_user_until_2025_11_25_by_a_request() {
    for version in [Version::V2025_06_18, V4] {
        for (answer, expected) in [
            (Ok(r#"{"action":"accept","content":{"name":"Ada"}}"#), "Hello, Ada!"),
            (Ok(r#"{"action":"decline"}"#), "The user does not want to give a name. Hello all the same!"),
            (Ok(r#"{"action":"cancel"}"#), "The user has closed the question. Hello all the same!"),
            (
                Ok(r#"{"action":"accept","content":{"name":7}}"#),
                "The user's answer does not fit: /name: expected a string, found a number",
            ),
            (
                Ok(r#"{"action":7}"#),
                "The client's answer does not fit: /action: expected a string, found a number",
            ),
            (Err(ErrorObject::new(ErrorCode::USER_REJECTED, "no")), "The client refuses: -1 no"),
        ] {
            let mut world = World::new(version, ALL_OF_A_CLIENT);
            let call = world.send("tools/call", r#"{"name":"greet_user"}"#);
            let question = world.asked().expect("the user is asked").clone();
            assert_eq!(question.method, "elicitation/create");
            assert_eq!(world.answer(&call), None);
            let outcome = answer.map(json);
            world.client.session_mut().respond(&question.id, outcome).expect("it was asked");
            world.settle();
            let result = world.answer(&call).expect("an answer").expect("a result");
            assert_eq!(said(&result.parse().expect("fits")), expected);
            world.no_complaints();
        }
    }
}

#[test]
fn a_model_and_roots_are_asked_for_too() {
    for version in Version::WITH_HANDSHAKE {
        let mut world = World::new(version, ALL_OF_A_CLIENT);
        let model = world.send("tools/call", r#"{"name":"ask_model","arguments":{"question":"Who?"}}"#);
        let question = world.asked().expect("the model is asked").clone();
        assert_eq!(question.method, "sampling/createMessage");
        let answer = r#"{"role":"assistant","content":{"type":"text","text":"Me."},"model":"m-1"}"#;
        world.client.session_mut().respond(&question.id, Ok(json(answer))).expect("it was asked");
        world.settle();
        let result = world.answer(&model).expect("an answer").expect("a result").parse().expect("fits");
        assert_eq!(said(&result), "m-1 says: Me.");
        let roots = world.send("tools/call", r#"{"name":"show_roots"}"#);
        let question = world.asked().expect("the client is asked").clone();
        assert_eq!(question.method, "roots/list");
        let answer = r#"{"roots":[{"uri":"file:///a","name":"A"},{"uri":"file:///b"}]}"#;
        world.client.session_mut().respond(&question.id, Ok(json(answer))).expect("it was asked");
        world.settle();
        let result = world.answer(&roots).expect("an answer").expect("a result").parse().expect("fits");
        assert_eq!(said(&result), "A: file:///a\nfile:///b");
    }
}

#[test]
fn what_the_revision_or_the_client_does_not_have_is_a_failure_that_the_model_sees() {
    let mut world = World::new(Version::V2025_03_26, ALL_OF_A_CLIENT);
    let result = world.call("greet_user", "{}");
    assert_eq!(
        said(&result),
        "This tool asks the client by elicitation/create, which revision 2025-03-26 does not have."
    );
    let mut world = World::new(V4, "{}");
    let result = world.call("greet_user", "{}");
    assert!(result.is_error);
    assert_eq!(
        said(&result),
        "This tool asks the client by elicitation/create, which the client has not declared."
    );
    // In 2026-07-28 it is an error of the protocol, which names what is missing (MT-09).
    let mut world = World::new(V5, "{}");
    let (code, data) = world.refusal("tools/call", r#"{"name":"greet_user"}"#);
    assert_eq!((code, data.as_str()), (-32021, r#"{"requiredCapabilities":{"elicitation":{}}}"#));
}

#[test]
fn a_call_that_is_cancelled_withdraws_its_questions_and_a_silent_client_is_given_up() {
    let mut world = World::new(V4, ALL_OF_A_CLIENT);
    let call = world.send("tools/call", r#"{"name":"greet_user"}"#);
    let question = world.asked().expect("the user is asked").id.clone();
    world.client.session_mut().cancel(&call, "enough").expect("it waits");
    world.settle();
    assert!(world.told.contains(&Event::Cancelled { id: question }));
    let call = world.send("tools/call", r#"{"name":"greet_user"}"#);
    world.wait(Duration::from_secs(31));
    let result: CallToolResult =
        world.answer(&call).expect("an answer").expect("a result").parse().expect("fits");
    assert!(result.is_error);
    assert_eq!(said(&result), "The client refuses: -32603 no answer within 30000 ms");
}

#[test]
fn a_call_that_is_cancelled_leaves_the_questions_of_others_alone() {
    let mut world = World::new(V4, ALL_OF_A_CLIENT);
    let calls = ["first", "second", "third"].map(|_| {
        let call = world.send("tools/call", r#"{"name":"greet_user"}"#);
        (call, world.asked().expect("the user is asked").id.clone())
    });
    world.client.session_mut().cancel(&calls[1].0, "enough").expect("it waits");
    world.settle();
    for (index, (call, question)) in calls.iter().enumerate() {
        let withdrawn = world.told.contains(&Event::Cancelled { id: question.clone() });
        assert_eq!(withdrawn, index == 1, "{index}");
        let name = json(r#"{"action":"accept","content":{"name":"Ada"}}"#);
        let responded = world.client.session_mut().respond(question, Ok(name));
        assert_eq!(responded.is_ok(), index != 1, "{index}");
        world.settle();
        assert_eq!(world.answer(call).is_some(), index != 1, "{index}");
    }
    world.no_complaints();
}

/// Calls a tool that asks, and what it asks.
fn questions(world: &mut World, tool: &str) -> (RequestId, InputRequiredResult) {
    let id = world.send("tools/call", &format!(r#"{{"name":"{tool}","arguments":{{}}}}"#));
    let input = world.told.iter().rev().find_map(|event| match event {
        Event::InputRequired { id: of, input, .. } if *of == id => Some(input.clone()),
        _ => None,
    });
    (id, input.unwrap_or_else(|| panic!("{:?}", world.told)))
}

#[test]
fn in_2026_07_28_a_tool_asks_with_its_answer_and_believes_only_a_state_of_its_own() {
    let mut world = World::new(V5, ALL_OF_A_CLIENT);
    let (id, input) = questions(&mut world, "greet_user");
    let state = input.request_state.clone().expect("a state");
    let answers = members(r#"{"name":{"action":"accept","content":{"name":"Ada"}},"more":{}}"#);
    let now = world.now;
    let again = world.client.session_mut().answer_questions(now, &id, &answers).expect("all are answered");
    world.settle();
    let result: CallToolResult =
        world.answer(&again).expect("an answer").expect("a result").parse().expect("fits");
    assert_eq!(said(&result), "Hello, Ada!");
    // A client may bring the answers without the state, for nothing was decided so far.
    let with = |state: &str, tool: &str| {
        let responses = r#"{"name":{"action":"accept","content":{"name":"Ada"}}}"#;
        format!(
            r#"{{"name":"{tool}","arguments":{{}},"inputResponses":{responses},"requestState":{}}}"#,
            RawJson::from_value(state)
        )
    };
    let foreign = r#""/requestState: it was not given for this request""#;
    for (state, tool) in [
        (state.replace(&state[..4], "0000"), "greet_user"),
        (state.replace("{}", r#"{"name":{"action":"decline"}}"#), "greet_user"),
        (String::new(), "greet_user"),
        ("{}".to_owned(), "greet_user"),
        (state.clone(), "show_roots"),
    ] {
        let (code, why) = world.refusal("tools/call", &with(&state, tool));
        assert_eq!((code, why.as_str()), (-32602, foreign), "{state}");
    }
    // What is needed and was not brought is asked for again (MR-11).
    let (id, _) = questions(&mut world, "greet_user");
    let again = world.send(
        "tools/call",
        &format!(
            r#"{{"name":"greet_user","arguments":{{}},"inputResponses":{{}},"requestState":{}}}"#,
            RawJson::from_value(state.as_str())
        ),
    );
    assert_ne!(id, again);
    assert!(world.told.iter().any(|event| matches!(event, Event::InputRequired { id, .. } if *id == again)));
    // And what is too old is not taken at all.
    world.wait(Duration::from_secs(601));
    let (code, why) = world.refusal("tools/call", &with(&state, "greet_user"));
    assert_eq!((code, why.as_str()), (-32602, r#""/requestState: it is too old; make the request anew""#));
}

// Changes.

#[test]
fn a_resource_that_changes_is_told_to_who_has_subscribed() {
    for version in Version::WITH_HANDSHAKE {
        let mut world = World::new(version, "{}");
        world.call("echo", r#"{"text":"a"}"#);
        assert!(world.notified(names::RESOURCE_UPDATED).is_empty(), "{version}: nobody has asked");
        world.ask("resources/subscribe", r#"{"uri":"demo://calls"}"#).expect("it is there");
        world.call("echo", r#"{"text":"a"}"#);
        let told = world.notified(names::RESOURCE_UPDATED);
        assert_eq!(told.len(), 1, "{version}");
        assert_eq!(told[0].get("uri").map(RawJson::as_str), Some("\"demo://calls\""));
        world.ask("resources/unsubscribe", r#"{"uri":"demo://calls"}"#).expect("it was subscribed to");
        world.call("echo", r#"{"text":"a"}"#);
        assert_eq!(world.notified(names::RESOURCE_UPDATED).len(), 1);
        assert_eq!(world.refusal("resources/subscribe", r#"{"uri":"demo://none"}"#).0, -32002);
    }
    let mut world = World::new(V5, "{}");
    let filter = r#"{"resourceSubscriptions":["demo://calls"],"toolsListChanged":true}"#;
    let filter = SubscriptionFilter::from_json(filter).expect("a filter");
    let now = world.now;
    world.client.session_mut().listen(now, filter).expect("ready");
    world.settle();
    world.call("echo", r#"{"text":"a"}"#);
    assert_eq!(world.notified(names::RESOURCE_UPDATED).len(), 1);
    world.no_complaints();
}

#[test]
fn tools_come_and_go_while_the_server_runs_and_clients_are_told() {
    fn hello(_: &wirelab::demo::Arguments<'_>, _: &wirelab::demo::Context<'_>) -> wirelab::demo::Started {
        wirelab::demo::Started::text("hello")
    }
    for version in Version::ALL {
        let mut world = World::new(version, "{}");
        if version == V5 {
            let filter = SubscriptionFilter { tools_list_changed: true, ..SubscriptionFilter::default() };
            let now = world.now;
            world.client.session_mut().listen(now, filter).expect("ready");
            world.settle();
        }
        let tool = wirelab::proto::mcp::Tool::new("hello", json(r#"{"type":"object"}"#));
        let spec = ToolSpec::new(tool, hello).expect("a schema that can be enforced");
        let now = world.now;
        world.server.change_tools(now, |registry| {
            registry.remove("fail").expect("it was there");
            registry.add(spec);
        });
        world.settle();
        assert_eq!(world.notified(names::TOOLS_CHANGED).len(), 1, "{version}");
        assert_eq!(said(&world.call("hello", "{}")), "hello");
        assert_eq!(world.refusal("tools/call", r#"{"name":"fail","arguments":{}}"#).0, -32602);
        assert_eq!(world.get::<ListToolsResult>("tools/list", "{}").tools.len(), 16);
        world.no_complaints();
    }
}

#[test]
fn logs_are_told_from_the_level_on_that_the_client_wants() {
    for version in Version::WITH_HANDSHAKE {
        let mut world = World::new(version, "{}");
        world.call("fail", "{}");
        assert!(world.notified(names::MESSAGE).is_empty(), "{version}: nobody has asked");
        for (level, count) in [("info", 2), ("warning", 1), ("error", 0), ("debug", 2)] {
            world.ask("logging/setLevel", &format!(r#"{{"level":"{level}"}}"#)).expect("one of the eight");
            world.told.clear();
            world.call("fail", "{}");
            assert_eq!(world.notified(names::MESSAGE).len(), count, "{version} {level}");
        }
        let (code, why) = world.refusal("logging/setLevel", r#"{"level":"loud"}"#);
        assert_eq!((code, why.as_str()), (-32602, r#""/level: \"loud\" is none of the eight levels""#));
    }
    // In 2026-07-28 each request says it, and this client says info.
    let mut world = World::new(V5, "{}");
    world.call("fail", "{}");
    assert_eq!(world.notified(names::MESSAGE).len(), 2);
    world.no_complaints();
}

// Tasks, 2025-11-25.

#[test]
fn a_call_becomes_a_task_whose_result_waits() {
    let mut world = World::new(V4, "{}");
    let slow = r#"{"name":"slow","arguments":{"ms":2000},"task":{"ttl":60000}}"#;
    let made: Members = world.get("tools/call", slow);
    let task: Task = made.peek("task").expect("fits").expect("a task");
    assert_eq!((&task.status, task.created_at.as_str()), (&TaskStatus::Working, "2026-07-28T09:30:00.000Z"));
    assert_eq!(task.ttl.as_ref().and_then(|ttl| ttl.to_i64()), Some(60_000));
    let params = format!(r#"{{"taskId":"{}"}}"#, task.task_id);
    assert_eq!(world.get::<Task>("tasks/get", &params).status, TaskStatus::Working);
    let waits = world.send("tasks/result", &params);
    world.wait(Duration::from_millis(1_999));
    assert_eq!(world.answer(&waits), None, "it waits with the task");
    world.wait(Duration::from_millis(1));
    let result = world.answer(&waits).expect("an answer").expect("a result");
    assert_eq!(said(&result.parse().expect("fits")), "done");
    assert!(
        result
            .as_str()
            .contains(&format!(r#""io.modelcontextprotocol/related-task":{{"taskId":"{}"}}"#, task.task_id))
    );
    let after = world.get::<Task>("tasks/get", &params);
    assert_eq!(
        (after.status, after.last_updated_at.as_str()),
        (TaskStatus::Completed, "2026-07-28T09:30:02.000Z")
    );
    assert_eq!(world.notified("notifications/tasks/status").len(), 1);
    assert!(world.ask("tasks/result", &params).is_ok(), "as often as anybody asks");
    assert_eq!(world.refusal("tasks/cancel", &params).0, -32602, "it is over");
    world.wait(Duration::from_secs(58));
    assert_eq!(world.refusal("tasks/get", &params).0, -32602, "its time is over");
    world.no_complaints();
}

#[test]
fn tasks_are_listed_and_cancelled_and_only_some_tools_have_them() {
    let mut world = World::new(V4, "{}");
    let slow = r#"{"name":"slow","arguments":{"ms":60000},"task":{}}"#;
    let made: Vec<Task> =
        (0..3).map(|_| world.get::<Members>("tools/call", slow).required("task").expect("a task")).collect();
    let mut listed: Members = world.get("tasks/list", "{}");
    let listed: Vec<Task> = listed.required("tasks").expect("a list");
    assert_eq!(listed, made);
    let params = format!(r#"{{"taskId":"{}"}}"#, made[1].task_id);
    let waits = world.send("tasks/result", &params);
    assert_eq!(world.get::<Task>("tasks/cancel", &params).status, TaskStatus::Cancelled);
    assert!(world.answer(&waits).is_some_and(|answer| answer.is_err()));
    assert_eq!(world.get::<Task>("tasks/get", &params).status, TaskStatus::Cancelled);
    assert_eq!(world.refusal("tasks/get", r#"{"taskId":"none"}"#).0, -32602);
    let (code, _) = world.refusal("tools/call", r#"{"name":"echo","arguments":{"text":"a"},"task":{}}"#);
    assert_eq!(code, -32601, "echo is never a task");
    let nope = world.refusal("tools/call", r#"{"name":"nope","task":{}}"#);
    assert!([-32601, -32602].contains(&nope.0), "{nope:?}");
    // Other revisions know no tasks: the member says nothing to them.
    let mut world = World::new(Version::V2025_06_18, "{}");
    let result = world.get("tools/call", r#"{"name":"echo","arguments":{"text":"a"},"task":{}}"#);
    assert_eq!(said(&result), "a");
}

#[test]
fn the_two_error_layers_are_those_of_the_revision() {
    for version in Version::ALL {
        let mut world = World::new(version, "{}");
        for (params, code) in [
            (r#"{"name":"nope","arguments":{}}"#, -32602),
            (r#"{"arguments":{}}"#, -32602),
            (r#"{"name":"add","arguments":[]}"#, -32602),
            (r#"{"name":7}"#, -32602),
        ] {
            assert_eq!(world.refusal("tools/call", params).0, code, "{version} {params}");
        }
        for (tool, arguments) in [
            ("add", r#"{"a":1}"#),
            ("add", r#"{"a":"x","b":1}"#),
            ("fail", "{}"),
            ("calc", r#"{"expression":"1/0"}"#),
        ] {
            assert!(world.call(tool, arguments).is_error, "{version} {tool} {arguments}");
        }
        assert_eq!(world.refusal("x/y", "{}").0, -32601);
    }
}

#[test]
fn the_end_of_input_answers_what_was_accepted_and_drops_what_was_asked() {
    let mut server = Server::demo(0);
    let hello = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{{"name":"c","version":"1"}}}}}}"#,
        ALL_OF_A_CLIENT.replace('\n', " ")
    );
    let call = |id: u8, tool: &str, arguments: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#
        )
    };
    let lines = [
        hello,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_owned(),
        call(2, "slow", r#"{"ms":500}"#),
        call(3, "greet_user", "{}"),
    ];
    let (mut said, mut closed) = (Vec::new(), false);
    let mut drain = |server: &mut Server| {
        while let Some(output) = server.poll_output() {
            match output {
                Output::Transmit(bytes) => said.push(text(&bytes)),
                Output::Event(Event::Closed(_)) => closed = true,
                Output::Event(_) => {}
            }
        }
        (said.len(), closed)
    };
    for line in lines {
        server.handle_input(Instant::ZERO, Input::Bytes(format!("{line}\n").as_bytes()));
        drain(&mut server);
    }
    server.handle_input(Instant::ZERO, Input::Eof);
    assert!(!drain(&mut server).1, "one call still runs; the other asks somebody who is gone");
    let at = server.next_timeout().expect("it will be over");
    assert_eq!(at, Instant::from_millis(500));
    server.handle_timeout(at);
    assert!(drain(&mut server).1);
    assert_eq!(server.next_timeout(), None);
    for id in [2, 3] {
        assert!(said.iter().any(|line| line.contains(&format!("\"id\":{id},\"result\""))), "{said:?}");
    }
}

#[test]
fn folders_of_ones_own_are_served() {
    let mut folder = MemoryFolder::new();
    folder.set("a.md", "# A".as_bytes()).expect("a sound path");
    let live = Live::new(Registry::demo(), 0).with_folder(folder);
    let mut world = World::with(V4, "{}", Server::new(live, config()));
    let resources = world.get::<ListResourcesResult>("resources/list", "{}").resources;
    assert_eq!(
        resources.last().map(|it| (it.uri.as_str(), it.mime_type.as_deref())),
        Some(("demo://folder/a.md", Some("text/markdown")))
    );
}
