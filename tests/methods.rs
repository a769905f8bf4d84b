//! Which method may go which way in which revision, against a second list that was written from the specification
//! and not from the table.
#![cfg(not(target_arch = "wasm32"))]

use wirelab::proto::mcp::{Carrier, Direction, Kind, METHODS, MethodPayloads, MethodSpec, PAYLOADS, Version};

/// Each method, and for each revision `>` from the client, `<` from the server, `=` from either, `s` from the server
/// on a subscription, `i` from the server within a result, `.` from nobody.
const MATRIX: &[(&str, &str)] = &[
    ("initialize", ">>>>."),
    ("notifications/initialized", ">>>>."),
    ("server/discover", "....>"),
    ("ping", "====."),
    ("notifications/cancelled", "====="),
    ("notifications/progress", "====<"),
    ("tools/list", ">>>>>"),
    ("tools/call", ">>>>>"),
    ("notifications/tools/list_changed", "<<<<s"),
    ("resources/list", ">>>>>"),
    ("resources/templates/list", ">>>>>"),
    ("resources/read", ">>>>>"),
    ("resources/subscribe", ">>>>."),
    ("resources/unsubscribe", ">>>>."),
    ("notifications/resources/list_changed", "<<<<s"),
    ("notifications/resources/updated", "<<<<s"),
    ("prompts/list", ">>>>>"),
    ("prompts/get", ">>>>>"),
    ("notifications/prompts/list_changed", "<<<<s"),
    ("completion/complete", ">>>>>"),
    ("logging/setLevel", ">>>>."),
    ("notifications/message", "<<<<<"),
    ("sampling/createMessage", "<<<<i"),
    ("roots/list", "<<<<i"),
    ("notifications/roots/list_changed", ">>>>."),
    ("elicitation/create", "..<<i"),
    ("notifications/elicitation/complete", "...<."),
    ("tasks/get", "...=."),
    ("tasks/result", "...=."),
    ("tasks/list", "...=."),
    ("tasks/cancel", "...=."),
    ("notifications/tasks/status", "...=."),
    ("subscriptions/listen", "....>"),
    ("notifications/subscriptions/acknowledged", "....s"),
];

#[test]
fn every_method_of_every_revision_goes_the_ways_that_the_specification_says_and_no_other() {
    let mut checked = 0;
    for (name, row) in MATRIX {
        for (version, cell) in Version::ALL.into_iter().zip(row.chars()) {
            for direction in [Direction::ClientToServer, Direction::ServerToClient] {
                let expected = match cell {
                    '=' => true,
                    '>' => direction == Direction::ClientToServer,
                    '<' | 's' => direction == Direction::ServerToClient,
                    _ => false,
                };
                let found = MethodSpec::find(name, version, direction);
                assert_eq!(found.is_some(), expected, "{name} in {version}, {direction:?}");
                let kind =
                    if name.starts_with("notifications/") { Kind::Notification } else { Kind::Request };
                assert!(found.is_none_or(|spec| spec.kind == kind), "{name}");
                let on_subscription = found.is_some_and(|spec| spec.carrier == Carrier::Subscription);
                assert_eq!(on_subscription, expected && cell == 's', "{name} in {version}");
                checked += 1;
            }
            assert_eq!(MethodSpec::find_input_request(name, version).is_some(), cell == 'i', "{name}");
        }
    }
    assert_eq!(checked, 34 * 5 * 2);
    for spec in METHODS {
        assert!(MATRIX.iter().any(|(name, _)| *name == spec.name), "{} is not in the matrix", spec.name);
    }
}

#[test]
fn capabilities_are_asked_of_the_receiver_and_offered_by_the_sender() {
    use wirelab::proto::mcp::Holder::{Receiver, Sender};
    let newest = |name: &str| METHODS.iter().rfind(|spec| spec.name == name).expect(name).need;
    for (name, expected) in [
        ("tools/call", Some((Receiver, "tools"))),
        ("resources/subscribe", Some((Receiver, "resources.subscribe"))),
        ("sampling/createMessage", Some((Receiver, "sampling"))),
        ("notifications/tools/list_changed", Some((Sender, "tools.listChanged"))),
        ("notifications/roots/list_changed", Some((Sender, "roots.listChanged"))),
        ("notifications/message", Some((Sender, "logging"))),
        ("notifications/elicitation/complete", Some((Receiver, "elicitation.url"))),
        ("tasks/cancel", Some((Receiver, "tasks.cancel"))),
        ("completion/complete", Some((Receiver, "completions"))),
        ("initialize", None),
        ("ping", None),
    ] {
        assert_eq!(newest(name).map(|need| (need.holder, need.capability)), expected, "{name}");
    }
    let oldest = MethodSpec::find("completion/complete", Version::V2024_11_05, Direction::ClientToServer);
    assert!(oldest.expect("the method is older than its capability").need.is_none());
}

#[test]
fn a_result_has_the_forms_of_its_revision() {
    let forms = |method, version| {
        let row = MethodPayloads::find(method).expect(method);
        row.results(version).collect::<Vec<_>>()
    };
    assert_eq!(forms("tools/call", Version::V2025_06_18), ["CallToolResult"]);
    assert_eq!(forms("tools/call", Version::V2025_11_25), ["CallToolResult", "CreateTaskResult"]);
    assert_eq!(forms("tools/call", Version::V2026_07_28), ["CallToolResult", "InputRequiredResult"]);
    assert!(forms("notifications/cancelled", Version::V2025_06_18).is_empty());
}

#[test]
fn no_payload_takes_what_is_no_object() {
    for (name, rewrite) in PAYLOADS {
        for text in ["[]", "7", "\"a\"", "null", "true"] {
            assert!(rewrite(text).is_err(), "{name} takes {text}");
        }
    }
}
