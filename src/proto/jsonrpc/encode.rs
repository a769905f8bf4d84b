//! From a message to its bytes.

use super::{Message, Response, ResponseId};
use crate::proto::json::{LONG, RawJson, ToJson};

/// Writes `message` as one line of JSON, without a delimiter.
///
/// The order of members is the customary one (`jsonrpc`, `id`, `method`, `params`). Values are written as they
/// were given, except that a line break between tokens becomes a space: a raw line break would end the frame.
#[must_use]
pub fn encode(message: &Message) -> Vec<u8> {
    let length = message.payload().map_or(0, |payload| payload.as_str().len());
    // With room for the members around it, and for the delimiter.
    let mut out = String::with_capacity(length + 128);
    out.push_str("{\"jsonrpc\":\"2.0\"");
    match message {
        Message::Request(request) => {
            member(&mut out, ",\"id\":", &request.id);
            method(&mut out, &request.method, request.params.as_ref());
        }
        Message::Notification(notification) => {
            method(&mut out, &notification.method, notification.params.as_ref());
        }
        Message::Response(response) => {
            match &response.id {
                ResponseId::Known(id) => member(&mut out, ",\"id\":", id),
                ResponseId::Null => out.push_str(",\"id\":null"),
                ResponseId::Absent => {}
            }
            match &response.outcome {
                Ok(result) => payload(&mut out, ",\"result\":", result),
                Err(error) => payload(&mut out, ",\"error\":", &RawJson::from_value(error)),
            }
        }
    }
    out.push('}');
    out.into_bytes()
}

/// Does what [`encode`] does to a message that nobody needs any more: a long result is not copied.
pub(in crate::proto) fn encode_owned(mut message: Message) -> Vec<u8> {
    let Message::Response(Response { outcome: Ok(result), .. }) = &mut message else {
        return encode(&message);
    };
    if result.as_str().len() < LONG {
        return encode(&message);
    }
    let mut out = core::mem::replace(result, RawJson::trusted("")).into_string().into_bytes();
    join_lines(&mut out);
    let mut head = encode(&message);
    // The end of the object, which comes after the result.
    head.pop();
    out.reserve_exact(head.len() + 2);
    out.splice(..0, head);
    out.push(b'}');
    out
}

fn method(out: &mut String, name: &str, params: Option<&RawJson>) {
    member(out, ",\"method\":", name);
    if let Some(params) = params {
        payload(out, ",\"params\":", params);
    }
}

/// Writes a member; its `head` is all that comes before the value.
fn member<T: ToJson + ?Sized>(out: &mut String, head: &str, value: &T) {
    out.push_str(head);
    value.write_json(out);
}

/// Writes a member whose value may hold line breaks between its tokens.
fn payload(out: &mut String, head: &str, value: &RawJson) {
    if memchr::memchr2(b'\n', b'\r', value.as_str().as_bytes()).is_none() {
        return member(out, head, value);
    }
    member(out, head, &RawJson::trusted(&value.as_str().replace(['\n', '\r'], " ")));
}

/// Puts a space in the place of each line break: valid JSON has raw ones between tokens only, within a string they
/// must be escaped.
fn join_lines(mut json: &mut [u8]) {
    while let Some(at) = memchr::memchr2(b'\n', b'\r', json) {
        json[at] = b' ';
        json = &mut json[at + 1..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::jsonrpc::RequestId;

    #[test]
    fn a_result_is_written_the_same_in_its_own_memory() {
        for length in [0, 10, LONG, 3 * LONG] {
            let result = format!("{{\n\"text\":\"{}\",\r\n\"n\":1.0\n}}", "x".repeat(length));
            let result = RawJson::new(result).expect("valid");
            let message = Message::answer(RequestId::from(7), Ok(result));
            let written = encode_owned(message.clone());
            assert_eq!(written, encode(&message));
            assert!(!written.contains(&b'\n') && written.ends_with(b"\"n\":1.0 }}"));
        }
    }
}
