//! What we write is what the official schemas demand, in every method of every revision; and what the schemas allow,
//! we read and write again to the letter.
#![cfg(not(target_arch = "wasm32"))]

mod schemas;

use std::collections::HashSet;

use serde_json::{Value, json};
use wirelab::proto::json::{FromJson, Members, RawJson, ToJson};
use wirelab::proto::jsonrpc::{ErrorObject, Message, Request, encode, encode_batch};
use wirelab::proto::mcp::{Carrier, ContentBlock, InputRequest, Kind, Meta, MethodSpec, Version, rewrite_as};

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
