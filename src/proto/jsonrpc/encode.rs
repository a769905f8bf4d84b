//! From a message to its bytes.

use super::{Message, ResponseId};
use crate::proto::json::RawJson;

/// Writes `message` as one line of JSON, without a delimiter.
///
/// The order of members is the customary one (`jsonrpc`, `id`, `method`, `params`). Values are written as they
/// were given, except that a line break between tokens becomes a space: a raw line break would end the frame.
#[must_use]
pub fn encode(message: &Message) -> Vec<u8> {
    let mut out = Vec::with_capacity(128);
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\"");
    match message {
        Message::Request(request) => {
            member(&mut out, "id", request.id.to_json().as_bytes());
            method(&mut out, &request.method, request.params.as_ref());
        }
        Message::Notification(notification) => {
            method(&mut out, &notification.method, notification.params.as_ref());
        }
        Message::Response(response) => {
            match &response.id {
                ResponseId::Known(id) => member(&mut out, "id", id.to_json().as_bytes()),
                ResponseId::Null => member(&mut out, "id", b"null"),
                ResponseId::Absent => {}
            }
            match &response.outcome {
                Ok(result) => member(&mut out, "result", result.as_str().as_bytes()),
                Err(error) => member(&mut out, "error", RawJson::from_value(error).as_str().as_bytes()),
            }
        }
    }
    out.push(b'}');
    out
}

fn method(out: &mut Vec<u8>, name: &str, params: Option<&RawJson>) {
    member(out, "method", RawJson::from_value(name).as_str().as_bytes());
    if let Some(params) = params {
        member(out, "params", params.as_str().as_bytes());
    }
}

fn member(out: &mut Vec<u8>, name: &str, value: &[u8]) {
    out.extend_from_slice(b",\"");
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":");
    let start = out.len();
    out.extend_from_slice(value);
    // Valid JSON has raw line breaks between tokens only: within a string they must be escaped.
    for byte in &mut out[start..] {
        if matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
}
