//! What fits a schema, and what is said of what does not.

use super::*;

fn schema(text: &str) -> Result<Schema, SchemaError> {
    Schema::read(&RawJson::new(text).expect(text))
}

/// What does not fit in `arguments`, by a schema with the property `a` and what else `root` says.
fn check(property: &str, root: &str, arguments: &str) -> Vec<String> {
    let text = format!(r#"{{"type":"object","properties":{{"a":{property}}}{root}}}"#);
    let arguments = Arguments::read(arguments).expect(arguments);
    schema(&text).expect(&text).check(&arguments).iter().map(Mismatch::to_string).collect()
}

#[test]
fn a_value_that_fits_is_let_through() {
    for (property, value) in [
        (r#"{"type":"number"}"#, "1e999"),
        (r#"{"type":"number"}"#, "-0.5"),
        (r#"{"type":"number","minimum":-0.1,"maximum":0.3}"#, "0.30"),
        (r#"{"type":"integer"}"#, "9007199254740993"),
        (r#"{"type":"integer"}"#, "5.0"),
        (r#"{"type":"integer","minimum":0,"maximum":60000}"#, "6e4"),
        (r#"{"type":"boolean"}"#, "false"),
        (r#"{"type":"string"}"#, r#""""#),
        (r#"{"type":"string","minLength":1,"maxLength":1}"#, r#""\ud83d\ude00""#),
        (r#"{"type":"string","enum":["c","f"],"default":"c"}"#, r#""f""#),
    ] {
        assert!(check(property, "", &format!(r#"{{"a":{value}}}"#)).is_empty(), "{property} {value}");
    }
}

#[test]
fn a_value_that_does_not_fit_is_told_what_was_expected() {
    for (property, value, message) in [
        (r#"{"type":"number"}"#, r#""7""#, r#"/a: expected a number, found a string "7""#),
        (r#"{"type":"number"}"#, "null", "/a: expected a number, found null"),
        (
            r#"{"type":"number"}"#,
            r#"{"$serde_json::private::Number":"7"}"#,
            "/a: expected a number, found an object",
        ),
        (r#"{"type":"integer"}"#, "1.5", "/a: expected an integer, found a number 1.5"),
        (r#"{"type":"integer"}"#, "1e999", "/a: expected an integer, found a number 1e999"),
        (
            r#"{"type":"integer","minimum":0,"maximum":60000}"#,
            "60000.0001",
            "/a: expected an integer from 0 to 60000, found a number 60000.0001",
        ),
        (
            r#"{"type":"number","minimum":0.1}"#,
            "0.09999999999999999999",
            "/a: expected a number not below 0.1, found a number 0.09999999999999999999",
        ),
        (r#"{"type":"number","maximum":0}"#, "1", "/a: expected a number not above 0, found a number 1"),
        (r#"{"type":"boolean"}"#, "1", "/a: expected true or false, found a number 1"),
        (r#"{"type":"string"}"#, "true", "/a: expected a string, found true"),
        (
            r#"{"type":"string","minLength":1,"maxLength":2}"#,
            r#""长长长""#,
            r#"/a: expected a string of 1 to 2 characters, found a string "长长长""#,
        ),
        (
            r#"{"type":"string","minLength":1}"#,
            r#""""#,
            r#"/a: expected a string of 1 or more characters, found a string """#,
        ),
        (
            r#"{"type":"string","maxLength":1}"#,
            "[]",
            "/a: expected a string of at most 1 characters, found an array",
        ),
        (
            r#"{"type":"string","enum":["c","f"]}"#,
            r#""k""#,
            r#"/a: expected one of "c", "f", found a string "k""#,
        ),
    ] {
        assert_eq!(check(property, "", &format!(r#"{{"a":{value}}}"#)), [message], "{property} {value}");
    }
}

#[test]
fn missing_unknown_and_repeated_arguments_are_all_named() {
    let (number, closed) = (r#"{"type":"number"}"#, r#","required":["a"],"additionalProperties":false"#);
    assert_eq!(
        check(number, closed, r#"{"b/c~":1,"d":[]}"#),
        [
            "/a: expected a number, found nothing",
            "/b~1c~0: expected no argument of this name (known: a), found a number 1",
            "/d: expected no argument of this name (known: a), found an array",
        ]
    );
    assert_eq!(check(number, closed, r#"{"a":1,"\u0061":2}"#), ["/a: expected one value, found 2 values"]);
    assert!(check(number, "", r#"{"b":1}"#).is_empty());
}

#[test]
fn a_schema_that_could_not_be_enforced_is_refused() {
    for text in [
        "true",
        r#"{"type":"array"}"#,
        r#"{"properties":{}}"#,
        r#"{"type":"object","patternProperties":{}}"#,
        r#"{"type":"object","properties":{"a":{"type":"string","pattern":"x"}}}"#,
        r#"{"type":"object","properties":{"a":{"type":["string","null"]}}}"#,
        r#"{"type":"object","properties":{"a":{}}}"#,
        r#"{"type":"object","properties":{"a":{"type":"number","minimum":1e999}}}"#,
    ] {
        assert!(matches!(schema(text), Err(SchemaError::Unsupported(_))), "{text}");
    }
    let text = r#"{"type":"object","required":["a"]}"#;
    assert_eq!(schema(text).expect_err(text).to_string(), "\"a\" is required but not among the properties");
    for property in [
        r#"{"type":"string","minimum":1}"#,
        r#"{"type":"number","maxLength":1}"#,
        r#"{"type":"boolean","enum":["true"]}"#,
    ] {
        let text = format!(r#"{{"type":"object","properties":{{"a":{property}}}}}"#);
        assert!(matches!(schema(&text), Err(SchemaError::Misplaced(_))), "{text}");
    }
}
