//! Results in few words, the same as those of the other languages.

use rmcp::ServiceError;
use serde::Serialize;
use serde_json::{Value, json};

/// What a value of the SDK is in a message.
pub fn wire(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("what came from JSON is JSON")
}

/// What a request gives, in short, or its error.
pub fn outcome(answer: Result<Value, ServiceError>, short: fn(&Value) -> Value) -> Value {
    match answer {
        Ok(result) => short(&result),
        Err(ServiceError::McpError(error)) => json!({ "code": error.code.0, "message": error.message }),
        Err(error) => json!({ "failed": error.to_string() }),
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("?")
}

fn block(content: &Value) -> String {
    let kind = text(&content["type"]);
    match kind {
        "text" => text(&content["text"]).to_owned(),
        "resource" => format!("resource {}", of_contents(&content["resource"])),
        "resource_link" => format!("resource_link {}", text(&content["uri"])),
        _ => format!("{kind} {} {}", text(&content["mimeType"]), text(&content["data"]).len()),
    }
}

fn of_contents(contents: &Value) -> String {
    let body = match contents["blob"].as_str() {
        Some(blob) => format!("blob {}", blob.len()),
        None => text(&contents["text"]).to_owned(),
    };
    format!("{} {} {body}", text(&contents["uri"]), text(&contents["mimeType"]))
}

fn each(values: &Value, short: impl Fn(&Value) -> String) -> Vec<String> {
    values.as_array().into_iter().flatten().map(short).collect()
}

pub fn called(result: &Value) -> Value {
    let failed = result["isError"].as_bool().unwrap_or(false);
    let mut summary = json!({ "isError": failed, "content": each(&result["content"], block) });
    if let Some(structured) = result.get("structuredContent") {
        summary["structured"] = structured.clone();
    }
    summary
}

pub fn read(result: &Value) -> Value {
    each(&result["contents"], of_contents).into()
}

pub fn prompted(result: &Value) -> Value {
    let said = |message: &Value| format!("{}: {}", text(&message["role"]), block(&message["content"]));
    each(&result["messages"], said).into()
}

pub fn completed(result: &Value) -> Value {
    let completion = &result["completion"];
    json!([completion["values"], completion["total"], completion["hasMore"].as_bool().unwrap_or(false)])
}
