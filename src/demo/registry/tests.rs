//! How calls reach tools, and what happens to those that do not.

use super::*;
use crate::demo::MemoryFolder;
use crate::proto::json::RawJson;

static NOTHING: MemoryFolder = MemoryFolder::new();
const NOON: Context<'_> = Context {
    unix_millis: 43_200_000,
    folder: &NOTHING,
    database: crate::demo::Engine::Missing,
    answers: &NO_ANSWERS,
};
static NO_ANSWERS: Answers = Answers::new();

fn spec(name: &str, handler: Handler) -> ToolSpec {
    let input_schema = RawJson::new(r#"{"type":"object"}"#).expect("valid");
    let tool = Tool::new(name, input_schema);
    ToolSpec::new(tool, handler).expect("enforceable")
}

#[test]
fn names_stay_unique_and_in_order() {
    let mut registry = Registry::new();
    assert!(registry.list().tools.is_empty());
    assert!(registry.add(spec("a", |_, _| Started::text("old"))).is_none());
    assert!(registry.add(spec("b", |_, _| Started::text("b"))).is_none());
    let old = registry.add(spec("a", |_, _| Started::text("new"))).expect("replaced");
    assert_eq!(old.tool().name, "a");
    assert_eq!(registry.tools().iter().map(|spec| spec.tool().name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(registry.call("a", None, &NOON), Ok(Started::text("new")));
}

#[test]
fn what_does_not_reach_a_tool_is_invalid_params() {
    let registry = Registry::demo();
    let error = registry.call("ADD", None, &NOON).expect_err("names are exact");
    assert_eq!(ErrorObject::from(error).to_string(), "-32602 Unknown tool: ADD");
    for (arguments, message) in [
        ("[1,2]", "-32602 /arguments: expected an object, found an array"),
        ("\"{}\"", "-32602 /arguments: expected an object, found a string \"{}\""),
        ("null", "-32602 /arguments: expected an object, found null"),
    ] {
        let error = registry.call("add", Some(arguments.into()), &NOON).expect_err(arguments);
        assert_eq!(ErrorObject::from(error).to_string(), message);
    }
}

#[test]
fn arguments_that_do_not_fit_are_a_result_that_the_model_sees() {
    let registry = Registry::demo();
    assert_eq!(
        registry.call("add", Some(r#"{"a":"7","c":null}"#.into()), &NOON),
        Ok(Started::failure(
            "Invalid arguments for add:\n\
             /a: expected a number, found a string \"7\"\n\
             /b: expected a number, found nothing\n\
             /c: expected no argument of this name (known: a, b), found null"
        ))
    );
    assert_eq!(
        registry.call("echo", Some(r#"{"text":"\ud83d"}"#.into()), &NOON),
        Ok(Started::failure("Invalid arguments for echo:\nhalf of a surrogate pair at byte 9"))
    );
}

#[test]
fn a_flood_of_faults_is_cut_short() {
    let members: Vec<_> = (0..100).map(|n| format!(r#""x{n}":0"#)).collect();
    let arguments = format!("{{{}}}", members.join(","));
    match Registry::demo().call("now", Some(arguments.as_str().into()), &NOON) {
        Ok(Started::Done(CallToolResult { content, is_error: true, .. })) => {
            let text = content[0].text.as_deref().expect("a text");
            assert_eq!(text.lines().count(), 12);
            assert!(text.ends_with("\nand 90 more"), "{text}");
        }
        other => panic!("{other:?}"),
    }
}
