//! How an answer differs from the one that was recorded.

use serde_json::Value;

use crate::proto::jsonrpc::Response;

/// How many places of one answer are told.
const MOST: usize = 5;

/// One place in which two answers differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Where, as a JSON Pointer (RFC 6901) into the answer.
    pub path: String,
    /// What was recorded there; none where there was nothing.
    pub recorded: Option<String>,
    /// What is there now; none where there is nothing.
    pub now: Option<String>,
}

/// Where `now` differs from `recorded`; places at and beneath `ignored` do not count.
pub(super) fn differences(recorded: &Response, now: &Response, ignored: &[String]) -> Vec<Difference> {
    let mut found = Vec::new();
    compare(String::new(), Some(&value(recorded)), Some(&value(now)), ignored, &mut found);
    found
}

/// The outcome of an answer, as its envelope has it.
fn value(response: &Response) -> Value {
    let parse = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
    match &response.outcome {
        Ok(result) => serde_json::json!({ "result": parse(result.as_str()) }),
        Err(error) => {
            let mut object = serde_json::json!({ "code": error.code.0, "message": error.message });
            if let Some(data) = &error.data {
                object["data"] = parse(data.as_str());
            }
            serde_json::json!({ "error": object })
        }
    }
}

fn compare(
    path: String,
    recorded: Option<&Value>,
    now: Option<&Value>,
    ignored: &[String],
    found: &mut Vec<Difference>,
) {
    if recorded == now || found.len() >= MOST || ignored.contains(&path) {
        return;
    }
    let below = |name: &str| format!("{path}/{}", name.replace('~', "~0").replace('/', "~1"));
    match (recorded, now) {
        (Some(Value::Object(recorded)), Some(Value::Object(now))) => {
            for (name, value) in recorded {
                compare(below(name), Some(value), now.get(name), ignored, found);
            }
            for (name, value) in now.iter().filter(|(name, _)| !recorded.contains_key(*name)) {
                compare(below(name), None, Some(value), ignored, found);
            }
        }
        (Some(Value::Array(recorded)), Some(Value::Array(now))) => {
            for index in 0..recorded.len().max(now.len()) {
                compare(below(&index.to_string()), recorded.get(index), now.get(index), ignored, found);
            }
        }
        _ => found.push(Difference {
            recorded: recorded.map(Value::to_string),
            now: now.map(Value::to_string),
            path,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::jsonrpc::{Message, decode};

    fn response(outcome: &str) -> Response {
        let text = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,{outcome}}}");
        match decode(text.as_bytes()) {
            Ok(Message::Response(response)) => response,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_differs_is_told_by_its_place_and_the_order_of_members_does_not_count() {
        let recorded = response(r#""result":{"a":[1,2],"b":{"x/y":1.0},"c":"t"}"#);
        let now = response(r#""result":{"c":"u","b":{"x/y":1},"a":[1,2,3]}"#);
        let found = differences(&recorded, &now, &["/result/c".to_owned()]);
        let told: Vec<_> =
            found.iter().map(|it| (&*it.path, it.recorded.as_deref(), it.now.as_deref())).collect();
        assert_eq!(told, [("/result/a/2", None, Some("3")), ("/result/b/x~1y", Some("1.0"), Some("1"))]);
        let failed = response(r#""error":{"code":-32601,"message":"m"}"#);
        let paths: Vec<_> = differences(&recorded, &failed, &[]).into_iter().map(|it| it.path).collect();
        assert_eq!(paths, ["/result", "/error"]);
    }
}
