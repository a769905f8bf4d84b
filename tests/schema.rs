//! What we write is what the official schemas demand, in every method of every revision; and what the schemas allow,
//! we read and write again to the letter.
#![cfg(not(target_arch = "wasm32"))]

mod link;
mod schemas;

use std::collections::HashSet;

use serde_json::{Value, json};
use wirelab::proto::json::{FromJson, Members, RawJson, ToJson};
use wirelab::proto::jsonrpc::{ErrorObject, Message, Request, encode, encode_batch};
use wirelab::proto::mcp::{
    Carrier, ContentBlock, Direction, InputRequest, InputRequiredResult, Kind, Meta, MethodSpec,
    SubscriptionFilter, Version, names, rewrite_as,
};
use wirelab::proto::session::{RequestOptions, Side};

use link::{ALL_OF_A_CLIENT, Link, server};

use schemas::Schema;
use schemas::examples::{choices, example};
use schemas::parts::{Part, part};
use schemas::samples::{Size, Wanted, params, results, value};

fn written(message: &Message) -> Value {
    serde_json::from_slice(&encode(message)).expect("what we write is JSON")
}

fn wanted(version: Version) -> [Wanted; 2] {
    [Size::Minimal, Size::Full].map(|size| Wanted { version, size })
}

#[test]
#[ignore = "needs the official schemas: WIRELAB_SCHEMAS"]
fn every_message_that_we_write_is_what_its_revision_demands() {
    let mut checked = 0;
    for book in Schema::all() {
        for spec in MethodSpec::of_version(book.version) {
            let definition =
                book.message(spec.name).unwrap_or_else(|| panic!("{}: no {}", book.version, spec.name));
            for wanted in wanted(book.version) {
                let label = format!("{} {:?}", spec.name, wanted.size);
                let params = params(spec, wanted);
                let method = spec.name.to_owned();
                let message = match (spec.carrier, spec.kind) {
                    (Carrier::InputRequest, _) => {
                        let request = value(&RawJson::from_value(&InputRequest {
                            params,
                            ..InputRequest::new(method)
                        }));
                        book.demand("InputRequest", &request, &label);
                        continue;
                    }
                    (_, Kind::Request) => {
                        let id = 9_007_199_254_740_993.into();
                        Message::Request(Request { id, method, params })
                    }
                    (_, Kind::Notification) => Message::notify(method, params),
                };
                let message = written(&message);
                book.demand(definition, &message, &label);
                book.demand("JSONRPCMessage", &message, &label);
                checked += 1;
            }
        }
    }
    assert!(checked > 200, "only {checked} messages");
}

#[test]
#[ignore = "needs the official schemas: WIRELAB_SCHEMAS"]
fn every_answer_that_we_write_is_what_its_revision_demands() {
    let mut checked = 0;
    for book in Schema::all() {
        for spec in MethodSpec::of_version(book.version).filter(|spec| spec.kind == Kind::Request) {
            for wanted in wanted(book.version) {
                for (definition, result) in results(spec.name, wanted) {
                    let label = format!("the answer to {} {:?}", spec.name, wanted.size);
                    book.demand(definition, &value(&result), &label);
                    let response = format!("{definition}Response");
                    let answer = written(&Message::answer("id".into(), Ok(result)));
                    if spec.carrier == Carrier::InputRequest {
                        continue;
                    }
                    book.demand("JSONRPCMessage", &answer, &label);
                    if book.definitions().contains_key(&response) {
                        book.demand(&response, &answer, &label);
                    }
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 100, "only {checked} answers");
}

#[test]
#[ignore = "needs the official schemas: WIRELAB_SCHEMAS"]
fn a_batch_that_we_write_is_one_and_only_2025_03_26_has_it() {
    let answers = [Message::answer(1.into(), Ok(RawJson::empty_object()))];
    let batch = encode_batch(&answers).expect("not empty");
    let batch = serde_json::from_slice(&batch).expect("JSON");
    for book in Schema::all() {
        let is_one = book.validator("JSONRPCMessage").is_valid(&batch);
        assert_eq!(is_one, book.version == Version::V2025_03_26, "{}", book.version);
    }
}

#[test]
#[ignore = "needs the official schemas: WIRELAB_SCHEMAS"]
fn what_is_wrong_is_refused_by_every_revision() {
    for book in Schema::all() {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": book.version.as_str(),
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let call =
            |params: Value| json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        let validator = book.validator("CallToolRequest");
        assert!(validator.is_valid(&call(json!({ "name": "add", "_meta": meta }))), "{}", book.version);
        for wrong in [json!({ "_meta": meta }), json!({ "name": 7, "_meta": meta })] {
            assert!(!validator.is_valid(&call(wrong.clone())), "{}: {wrong}", book.version);
        }
        let result = book.validator("ReadResourceResult");
        let wrong = json!({ "contents": 7, "resultType": "complete", "ttlMs": 0, "cacheScope": "public" });
        assert!(!result.is_valid(&wrong), "{}", book.version);
        // Formats count too.
        let root = book.validator("Root");
        assert!(root.is_valid(&json!({ "uri": "file:///a" })) && !root.is_valid(&json!({ "uri": "a b" })));
    }
}

#[test]
#[ignore = "needs the official schemas: WIRELAB_SCHEMAS"]
fn no_definition_lacks_a_payload() {
    let mut lacking = Vec::new();
    for book in Schema::all() {
        let names = book.definitions().keys();
        lacking.extend(
            names.filter(|name| part(&book, name) == Part::Lacking).map(|name| (book.version, name.clone())),
        );
    }
    assert_eq!(lacking, []);
}

/// Reads `text` as the payload `name` and writes it again.
fn rewritten(name: &str, text: &str) -> Value {
    fn of<T: FromJson + ToJson>(text: &str) -> RawJson {
        RawJson::from_value(&T::from_json(text).unwrap_or_else(|mismatch| panic!("{mismatch}: {text}")))
    }
    let raw = match name {
        "ErrorObject" => of::<ErrorObject>(text),
        "Members" => of::<Members>(text),
        "Meta" => of::<Meta>(text),
        "ContentBlock" => {
            let raw = of::<ContentBlock>(text);
            let block: ContentBlock = raw.parse().expect("just written");
            let content = block.read().unwrap_or_else(|mismatch| panic!("{mismatch}: {text}"));
            RawJson::from_value(&ContentBlock::from(content))
        }
        _ => rewrite_as(name, text)
            .unwrap_or_else(|| panic!("there is no payload {name}"))
            .unwrap_or_else(|mismatch| panic!("{name}: {mismatch}: {text}")),
    };
    value(&raw)
}

#[test]
#[ignore = "needs the official schemas: WIRELAB_SCHEMAS"]
fn what_a_schema_allows_survives_a_round_trip_to_the_letter() {
    let mut checked = 0;
    for book in Schema::all() {
        for name in book.definitions().keys() {
            let kind = part(&book, name);
            let (path, payload): (&[&str], _) = match kind {
                Part::Payload(payload) => (&[], payload),
                Part::Message(payload) => (&["params"], payload),
                Part::Error(Some(payload)) => (&["error", "data"], payload),
                Part::Error(None) | Part::Answer | Part::NoPayload | Part::Lacking => continue,
            };
            let validator = book.validator(name);
            let mut seen = HashSet::new();
            for choice in choices() {
                let whole = example(&book, &book.definitions()[name], choice);
                if !seen.insert(whole.to_string()) {
                    continue;
                }
                let fault = validator.iter_errors(&whole).next().map(|fault| fault.to_string());
                assert_eq!(fault, None, "{} {name}: the example is wrong: {whole}", book.version);
                let Some(part) = path.iter().try_fold(&whole, |value, member| value.get(member)) else {
                    continue;
                };
                // Numbers are texts here, and objects are equal whatever their order.
                assert_eq!(
                    &rewritten(payload, &part.to_string()),
                    part,
                    "{} {name} {choice:?}",
                    book.version
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 1500, "only {checked} examples");
}

/// The same object without what a session adds by itself in 2026-07-28.
fn bare(raw: &RawJson) -> RawJson {
    let mut value = value(raw);
    let members = value.as_object_mut().expect("an object");
    for name in ["_meta", "resultType", "ttlMs", "cacheScope"] {
        members.remove(name);
    }
    RawJson::new(value.to_string()).expect("JSON")
}

/// Demands of every line on the wire that it is what its revision has there; how many there were.
fn demand_wire(book: &Schema, link: &mut Link, result: Option<&str>) -> usize {
    let lines: Vec<_> = link.wire.drain(..).collect();
    for (side, line) in &lines {
        let message: Value = serde_json::from_str(line).expect("JSON");
        book.demand("JSONRPCMessage", &message, line);
        match message["method"].as_str() {
            Some(method) => {
                let definition =
                    book.message(method).unwrap_or_else(|| panic!("{}: no {method}", book.version));
                book.demand(definition, &message, line);
                let group = if *side == Side::Client { "Client" } else { "Server" };
                let kind = if message["id"].is_null() { "Notification" } else { "Request" };
                book.demand(&format!("{group}{kind}"), &message, line);
            }
            None => book.demand(result.expect("an answer is expected"), &message["result"], line),
        }
    }
    lines.len()
}

#[test]
#[ignore = "needs the official schemas: WIRELAB_SCHEMAS"]
fn what_sessions_add_is_what_each_revision_demands() {
    let mut checked = 0;
    for book in Schema::all() {
        let version = book.version;
        let mut link = Link::new(
            wirelab::proto::session::ClientConfig {
                capabilities: link::members(ALL_OF_A_CLIENT),
                log_level: Some("debug".into()),
                ..link::client(version)
            },
            server(),
        );
        let now = link.now;
        link.client().open(now).expect("the first word");
        link.settle();
        let modern = version == Version::V2026_07_28;
        checked +=
            demand_wire(&book, &mut link, Some(if modern { "DiscoverResult" } else { "InitializeResult" }));
        for wanted in wanted(version) {
            for spec in MethodSpec::of_version(version).filter(|spec| spec.kind == Kind::Request) {
                checked += both_ways(&book, &mut link, spec, wanted);
            }
        }
        checked += notifications(&book, &mut link);
        if modern {
            checked += only_modern(&book, &mut link);
        }
        assert!(link.misbehaviour(Side::Client).is_empty() && link.misbehaviour(Side::Server).is_empty());
    }
    assert!(checked > 400, "only {checked} lines");
}

/// Sends the request of `spec` from each side that has it, and answers it.
fn both_ways(book: &Schema, link: &mut Link, spec: &MethodSpec, wanted: Wanted) -> usize {
    let own = [names::INITIALIZE, names::DISCOVER, names::LISTEN];
    if own.contains(&spec.name) || spec.carrier != Carrier::Message {
        return 0;
    }
    let mut checked = 0;
    let now = link.now;
    for (definition, result) in results(spec.name, wanted) {
        let params = || params(spec, wanted).map(|params| bare(&params));
        let options = RequestOptions { progress: wanted.size == Size::Full, timeout: None };
        let result = Ok(bare(&result));
        if definition == "InputRequiredResult" {
            continue;
        }
        if spec.direction.covers(Direction::ClientToServer) {
            let id = link.client().request_with(now, spec.name, params(), options).expect(spec.name);
            link.settle();
            if spec.name != names::PING {
                let told = link.server().report_progress(&id, 1.into(), Some(2.into()), None);
                assert_eq!(told, Ok(options.progress));
                link.server().respond(&id, result.clone()).expect("open");
            }
            link.settle();
            checked += demand_wire(book, link, Some(definition));
        }
        if spec.direction.covers(Direction::ServerToClient) {
            let id = link.server().request(now, spec.name, params(), options).expect(spec.name);
            link.settle();
            if spec.name != names::PING {
                link.client().respond(&id, result).expect("open");
            }
            link.settle();
            checked += demand_wire(book, link, Some(definition));
        }
    }
    checked
}

fn notifications(book: &Schema, link: &mut Link) -> usize {
    let now = link.now;
    for spec in MethodSpec::of_version(book.version).filter(|spec| spec.kind == Kind::Notification) {
        let own =
            [names::INITIALIZED, names::CANCELLED, names::PROGRESS, names::ACKNOWLEDGED, names::MESSAGE];
        if own.contains(&spec.name) {
            continue;
        }
        let full = Wanted { version: book.version, size: Size::Full };
        let params = params(spec, full).map(|params| bare(&params));
        if spec.direction.covers(Direction::ServerToClient) {
            link.server().notify(spec.name, params.clone()).expect(spec.name);
        }
        if spec.direction.covers(Direction::ClientToServer) {
            link.client().notify(spec.name, params).expect(spec.name);
        }
    }
    let call = link.client().call_tool(now, "a", None).expect("ready");
    link.settle();
    let log = wirelab::proto::mcp::LogParams::new("error", RawJson::empty_object());
    assert_eq!(link.server().log(Some(&call), &log), Ok(true));
    link.client().cancel(&call, "enough").expect("open");
    link.settle();
    demand_wire(book, link, None)
}

fn only_modern(book: &Schema, link: &mut Link) -> usize {
    let now = link.now;
    let all = SubscriptionFilter {
        resource_subscriptions: Some(vec!["file:///a".to_owned()]),
        tools_list_changed: true,
        prompts_list_changed: true,
        resources_list_changed: true,
        ..SubscriptionFilter::default()
    };
    let listen = link.client().listen(now, all).expect("ready");
    link.settle();
    for method in [names::TOOLS_CHANGED, names::PROMPTS_CHANGED, names::RESOURCES_CHANGED] {
        assert_eq!(link.server().notify(method, None), Ok(1));
    }
    let uri = RawJson::new(r#"{"uri":"file:///a"}"#).expect("JSON");
    assert_eq!(link.server().notify(names::RESOURCE_UPDATED, Some(uri)), Ok(1));
    link.server().end_subscription(&listen).expect("open");
    link.settle();
    let mut checked = demand_wire(book, link, Some("SubscriptionsListenResult"));
    let call = link.client().call_tool(now, "a", None).expect("ready");
    link.settle();
    let input = InputRequiredResult {
        input_requests: Some(link::members(r#"{"r":{"method":"roots/list"}}"#)),
        request_state: Some("s".to_owned()),
        ..InputRequiredResult::new("input_required")
    };
    link.server().ask_back(&call, &input).expect("allowed");
    link.settle();
    checked += demand_wire(book, link, Some("InputRequiredResult"));
    let again = link
        .client()
        .answer_questions(now, &call, &link::members(r#"{"r":{"roots":[]}}"#))
        .expect("answered");
    link.settle();
    link.server().respond(&again, Ok(RawJson::new(r#"{"content":[]}"#).expect("JSON"))).expect("open");
    link.settle();
    checked + demand_wire(book, link, Some("CallToolResult"))
}
