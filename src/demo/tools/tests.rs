//! Every tool through the registry, as a server calls it.

use core::time::Duration;

use serde_json::Value;

use crate::demo::{Answers, Context, MemoryFolder, Registry, Report, Started};
use crate::proto::json::RawJson;
use crate::proto::mcp::CallToolResult;

const NOW: u64 = 1_785_231_000_123;

/// What a tool does at a time, with the sample folder and no database.
fn call_at(unix_millis: u64, tool: &str, arguments: Option<&str>) -> Started {
    let folder = MemoryFolder::sample();
    let answers = Answers::new();
    let context =
        Context { unix_millis, folder: &folder, database: crate::demo::Engine::Missing, answers: &answers };
    Registry::demo().call(tool, arguments.map(Into::into), &context).expect(tool)
}

fn call(tool: &str, arguments: &str) -> Started {
    call_at(NOW, tool, Some(arguments))
}

/// The faults that the registry reports for `arguments`.
fn refusal(tool: &str, arguments: &str) -> String {
    match call(tool, arguments) {
        Started::Done(CallToolResult { content, is_error: true, .. }) => {
            let text = content[0].text.as_deref().expect("a text");
            let faults = text.strip_prefix(&format!("Invalid arguments for {tool}:\n"));
            faults.unwrap_or_else(|| panic!("refused by the tool itself: {text}")).to_owned()
        }
        other => panic!("{tool} {arguments}: {other:?}"),
    }
}

#[test]
fn the_list_is_what_a_form_needs() {
    let list = Registry::demo().list();
    let names: Vec<_> = list.tools.iter().map(|tool| tool.name.as_str()).collect();
    let basic = ["add", "reverse", "now", "calc", "play_music", "echo", "slow", "fail"];
    let looking_up = [
        "read_file",
        "query_db",
        "get_alerts",
        "get_forecast",
        "greet_user",
        "ask_model",
        "show_roots",
        "show_content",
    ];
    assert_eq!(names, [&basic[..], &looking_up].concat());
    for tool in &list.tools {
        assert!(
            tool.description.as_ref().is_some_and(|text| text.ends_with('.') && text.lines().count() <= 5)
        );
        assert!(!tool.input_schema.as_str().contains('\n'), "a schema on one line keeps a frame short");
        let schema: Value = serde_json::from_str(tool.input_schema.as_str()).expect("an object");
        for (name, property) in schema["properties"].as_object().expect("properties") {
            assert!(property["description"].is_string(), "{}/{name}", tool.name);
        }
    }
    assert_eq!(
        list.tools[0].input_schema.as_str(),
        concat!(
            r#"{"type":"object","properties":{"#,
            r#""a":{"type":"number","description":"The first number.","examples":[1]},"#,
            r#""b":{"type":"number","description":"The second number.","examples":[2]}},"#,
            r#""required":["a","b"],"additionalProperties":false}"#
        )
    );
}

#[test]
fn a_sample_built_from_a_schema_is_accepted() {
    for tool in Registry::demo().list().tools {
        let schema: Value = serde_json::from_str(tool.input_schema.as_str()).expect("an object");
        let properties = schema["properties"].as_object().expect("properties");
        let sample = properties.iter().map(|(name, property)| {
            let value = property.get("default").unwrap_or(&property["examples"][0]);
            (name.clone(), value.clone())
        });
        let sample = sample.collect::<serde_json::Map<_, _>>();
        let failed = match call(&tool.name, &Value::Object(sample).to_string()) {
            Started::Done(result) | Started::Later { result, .. } => result.is_error,
            // It asks, and has not failed so far.
            Started::Ask(questions) => questions.is_empty(),
            Started::Outside(query) => panic!("{}: nobody is there to answer {query:?}", tool.name),
        };
        // There is no database here.
        assert_eq!(failed, ["fail", "query_db"].contains(&tool.name.as_str()), "{}", tool.name);
    }
}

#[test]
fn every_tool_bears_any_value_for_any_argument() {
    // A handler panics when it asks for something that its schema let through.
    let values = ["null", "true", "-1", "1.5", "1e999", "\"\"", "\"a\"", "[]", "{}", "[[\"a\"]]"];
    for tool in Registry::demo().list().tools {
        let schema: Value = serde_json::from_str(tool.input_schema.as_str()).expect("an object");
        let names: Vec<_> = schema["properties"].as_object().expect("properties").keys().cloned().collect();
        for value in values {
            let all: Vec<_> = names.iter().map(|name| format!("\"{name}\":{value}")).collect();
            call(&tool.name, &format!("{{{}}}", all.join(",")));
            call(&tool.name, &format!("{{\"other\":{value}}}"));
        }
        call(&tool.name, "{}");
    }
}

#[test]
fn add_is_exact() {
    for (arguments, sum) in [
        (r#"{"a":100,"b":200}"#, r#"{"result":300}"#),
        (r#"{"a":9007199254740993,"b":0}"#, r#"{"result":9007199254740993}"#),
        (r#"{"a":9223372036854775807,"b":1}"#, r#"{"result":9223372036854775808}"#),
        (r#"{"a":-9223372036854775808,"b":-1}"#, r#"{"result":-9223372036854775809}"#),
        (r#"{"a":-0,"b":0}"#, r#"{"result":0}"#),
        (r#"{"b":0.2,"a":0.1}"#, r#"{"result":0.3}"#),
        (r#"{"a":1e3,"b":-1E-3}"#, r#"{"result":999.999}"#),
    ] {
        let result = CallToolResult::text(sum);
        let result = result.with_structured_content(RawJson::new(sum).expect("JSON"));
        assert_eq!(call("add", arguments), Started::Done(result), "{arguments}");
    }
    assert_eq!(
        call("add", r#"{"a":1,"b":1e401}"#),
        Started::failure("/b: an exponent outside of -400 to 400 cannot be added")
    );
    assert_eq!(
        call("add", &format!(r#"{{"a":{},"b":1}}"#, "1".repeat(1_001))),
        Started::failure("/a: a number of more than 1000 digits cannot be added")
    );
    assert_eq!(refusal("add", r#"{"a":1,"b":true}"#), "/b: expected a number, found true");
}

#[test]
fn reverse_keeps_what_a_reader_sees_as_one_character() {
    for (text, reversed) in [
        ("", ""),
        ("abc", "cba"),
        ("周杰伦", "伦杰周"),
        ("a🇨🇳🇩🇪b", "b🇩🇪🇨🇳a"),
        ("1👨‍👩‍👧‍👦2", "2👨‍👩‍👧‍👦1"),
        ("👍🏽!", "!👍🏽"),
        ("noe\u{308}l", "le\u{308}on"),
        ("a\r\nb", "b\r\na"),
    ] {
        assert_eq!(
            call("reverse", &format!("{{\"text\":{}}}", RawJson::from_value(text))),
            Started::text(reversed)
        );
        assert_eq!(
            call("reverse", &format!("{{\"text\":{}}}", RawJson::from_value(reversed))),
            Started::text(text)
        );
    }
    assert_eq!(refusal("reverse", r#"{"text":["a"]}"#), "/text: expected a string, found an array");
}

#[test]
fn now_is_the_time_that_it_is_told() {
    assert_eq!(call("now", "{}"), Started::text("2026-07-28T09:30:00.123Z"));
    assert_eq!(call_at(NOW, "now", None), Started::text("2026-07-28T09:30:00.123Z"));
    assert_eq!(refusal("now", r#"{"zone":"CET"}"#), r#"/zone: expected no arguments, found a string "CET""#);
    assert_eq!(call_at(u64::MAX, "now", None), Started::failure("The server's clock is past the year 9999."));
}

#[test]
fn calc_answers_with_the_number_or_the_column() {
    assert_eq!(call("calc", r#"{"expression":"2 ** 10"}"#), Started::text("1024"));
    assert_eq!(call("calc", r#"{"expression":"1/0"}"#), Started::failure("column 2: division by zero"));
    assert_eq!(refusal("calc", r#"{"expression":1}"#), "/expression: expected a string, found a number 1");
}

#[test]
fn play_music_plays_or_says_who_is_there() {
    assert_eq!(call("play_music", r#"{"artist":"周杰伦"}"#), Started::text("正在播放：周杰伦 - 晴天"));
    assert!(matches!(
        call("play_music", r#"{"artist":"Nobody"}"#),
        Started::Done(CallToolResult { is_error: true, .. })
    ));
    let expected = "/artist: expected a string of 1 to 100 characters, found";
    assert_eq!(refusal("play_music", r#"{"artist":""}"#), format!("{expected} a string \"\""));
    let long = format!(r#"{{"artist":"{}"}}"#, "周".repeat(101));
    assert_eq!(refusal("play_music", &long), format!("{expected} a string of 101 characters"));
}

#[test]
fn echo_says_the_text_and_nothing_else() {
    for text in ["", "hello", "line\nline\u{0}", "\u{2028}🏴‍☠️"] {
        assert_eq!(call("echo", &format!("{{\"text\":{}}}", RawJson::from_value(text))), Started::text(text));
    }
    assert_eq!(refusal("echo", "{}"), "/text: expected a string, found nothing");
}

#[test]
fn slow_is_done_later() {
    for (ms, after) in [("0", 0), ("60000", 60_000), ("5e3", 5_000), ("250.0", 250)] {
        let Started::Later { after: found, reports, result } = call("slow", &format!(r#"{{"ms":{ms}}}"#))
        else {
            panic!("{ms} ms are not over yet");
        };
        assert_eq!((found, result), (Duration::from_millis(after), CallToolResult::text("done")), "{ms}");
        let how_far =
            |report: &Report| report.progress.map(|it| (report.after.as_millis(), it.done, it.total));
        let told: Vec<_> = reports.iter().filter_map(how_far).collect();
        let expected: Vec<_> = match after {
            5_000 => (1..10).map(|step| (u128::from(step) * 500, step, 10)).collect(),
            60_000 => (1..10).map(|step| (u128::from(step) * 6_000, step, 10)).collect(),
            _ => Vec::new(),
        };
        assert_eq!(told, expected, "{ms}");
    }
    for ms in ["-1", "60001", "0.5", "1e999"] {
        let message = format!("/ms: expected an integer from 0 to 60000, found a number {ms}");
        assert_eq!(refusal("slow", &format!(r#"{{"ms":{ms}}}"#)), message);
    }
}

#[test]
fn fail_fails_with_its_message() {
    assert_eq!(call("fail", "{}"), Started::failure("Error: no such file: /tmp/missing.txt"));
    assert_eq!(call("fail", r#"{"message":"boom"}"#), Started::failure("Error: boom"));
    assert_eq!(
        refusal("fail", r#"{"mesage":"boom"}"#),
        r#"/mesage: expected no argument of this name (known: message), found a string "boom""#
    );
}
