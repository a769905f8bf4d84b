//! From the bytes of one frame to a message, or to the reason why not.

use super::{
    ErrorObject, InvalidId, Malformed, MalformedKind, Meant, Message, Notification, Request, RequestId,
    Response, ResponseId,
};
use crate::proto::json::{FromJson, Outline, RawJson};

/// Reads the body of one frame.
///
/// One pass over the text, which is not copied but for what the message keeps.
///
/// # Errors
/// The first thing that is wrong, with its place and the rule that it breaks.
pub fn decode(body: &[u8]) -> Result<Message, Malformed> {
    match core::str::from_utf8(body) {
        Ok(text) => decode_text(text),
        Err(error) => Err(Malformed {
            kind: MalformedKind::InvalidUtf8,
            at: error.valid_up_to(),
            id: None,
            meant: Meant::Unknown,
        }),
    }
}

/// Reads one message.
pub(crate) fn decode_text(text: &str) -> Result<Message, Malformed> {
    let refuse = |kind, at| Err(Malformed { kind, at, id: None, meant: Meant::Unknown });
    let outline = match Outline::read(text) {
        Ok(outline) => outline,
        Err(fault) => return refuse(MalformedKind::Json(fault), fault.at),
    };
    if outline.is_object() {
        return Envelope::new(text, &outline).into_message();
    }
    let start = text.len() - text.trim_start().len();
    if outline.is_array() {
        return refuse(MalformedKind::Batch { empty: outline.items(text).next().is_none() }, start);
    }
    refuse(MalformedKind::NotAnObject, start)
}

/// The names of the members of an envelope.
const MEMBERS: [&str; 6] = ["jsonrpc", "id", "method", "params", "result", "error"];

/// The members of an envelope, borrowed from the text.
#[derive(Default)]
struct Envelope<'a> {
    text: &'a str,
    jsonrpc: Option<&'a str>,
    id: Option<&'a str>,
    method: Option<&'a str>,
    params: Option<&'a str>,
    result: Option<&'a str>,
    error: Option<&'a str>,
    duplicate: Option<(&'static str, &'a str)>,
    variant: Option<(&'static str, &'a str)>,
}

impl<'a> Envelope<'a> {
    fn new(text: &'a str, outline: &'a Outline) -> Self {
        let mut envelope = Self { text, ..Self::default() };
        let mut id_twice = false;
        for item in outline.items(text) {
            let Some(name) = item.name() else { continue };
            let Some((name, slot)) = envelope.slot(&name) else {
                if envelope.variant.is_none()
                    && let Some(meant) = MEMBERS.iter().find(|member| member.eq_ignore_ascii_case(&name))
                {
                    envelope.variant = item.key.map(|key| (*meant, key));
                }
                continue;
            };
            if slot.replace(item.value).is_some() {
                id_twice |= name == "id";
                envelope.duplicate = envelope.duplicate.or(item.key.map(|key| (name, key)));
            }
        }
        if id_twice {
            // Readers disagree on which one counts, so none can be repeated.
            envelope.id = None;
        }
        envelope
    }

    fn slot(&mut self, name: &str) -> Option<(&'static str, &mut Option<&'a str>)> {
        Some(match name {
            "jsonrpc" => ("jsonrpc", &mut self.jsonrpc),
            "id" => ("id", &mut self.id),
            "method" => ("method", &mut self.method),
            "params" => ("params", &mut self.params),
            "result" => ("result", &mut self.result),
            "error" => ("error", &mut self.error),
            _ => return None,
        })
    }

    fn into_message(self) -> Result<Message, Malformed> {
        let id = self.id.map(RequestId::read);
        if let Some((name, key)) = self.duplicate {
            return self.refuse(MalformedKind::DuplicateKey(name), Some(key));
        }
        match self.jsonrpc {
            None => return self.refuse_lack(MalformedKind::MissingVersion),
            Some(version) if version != "\"2.0\"" => {
                return self.refuse(MalformedKind::WrongVersion, Some(version));
            }
            Some(_) => {}
        }
        let Some(method) = self.method else { return self.into_response(id) };
        let Ok(name) = String::from_json(method) else {
            return self.refuse(MalformedKind::MethodType, Some(method));
        };
        if let Some(params) = self.params.filter(|text| !text.starts_with('{')) {
            return self.refuse(MalformedKind::ParamsType, Some(params));
        }
        let params = self.params.map(RawJson::trusted);
        match id {
            None => Ok(Message::Notification(Notification { method: name, params })),
            Some(Ok(id)) => Ok(Message::Request(Request { id, method: name, params })),
            Some(Err(invalid)) => self.refuse(MalformedKind::Id(invalid), self.id),
        }
    }

    fn into_response(self, id: Option<Result<RequestId, InvalidId>>) -> Result<Message, Malformed> {
        let outcome = match (self.result, self.error) {
            (None, None) => return self.refuse_lack(MalformedKind::Shapeless),
            (Some(_), Some(error)) => return self.refuse(MalformedKind::ResultAndError, Some(error)),
            (Some(result), None) => Ok(RawJson::trusted(result)),
            (None, Some(error)) => match ErrorObject::from_json(error) {
                Ok(object) => Err(object),
                Err(_) => return self.refuse(MalformedKind::ErrorShape, Some(error)),
            },
        };
        let id = match id {
            Some(Ok(id)) => ResponseId::Known(id),
            None | Some(Err(InvalidId::Null)) if outcome.is_ok() => {
                return self.refuse(MalformedKind::ResultWithoutId, self.id);
            }
            None => ResponseId::Absent,
            Some(Err(InvalidId::Null)) => ResponseId::Null,
            Some(Err(invalid)) => return self.refuse(MalformedKind::Id(invalid), self.id),
        };
        Ok(Message::Response(Response { id, outcome }))
    }

    /// Refuses the message because something is not there; a member in other letters is the likely reason.
    fn refuse_lack(&self, kind: MalformedKind) -> Result<Message, Malformed> {
        match self.variant {
            Some((meant, key)) => self.refuse(MalformedKind::CaseVariantKey(meant), Some(key)),
            None => self.refuse(kind, None),
        }
    }

    /// Refuses the message because of `part`, a slice of its text.
    fn refuse(&self, kind: MalformedKind, part: Option<&str>) -> Result<Message, Malformed> {
        let offset = |part: &str| (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let id = self.id.and_then(|id| RequestId::read(id).ok());
        let meant = match kind {
            MalformedKind::ParamsType if self.id.is_none() => Meant::NoRequest,
            _ if self.is_response() => Meant::NoRequest,
            _ if self.method.is_some() && self.id.is_some() => Meant::Request,
            _ => Meant::Unknown,
        };
        Err(Malformed { kind, at: part.map_or(0, offset), id, meant })
    }

    /// Whether it is meant as an answer, whatever is wrong with it.
    fn is_response(&self) -> bool {
        let variant = self.variant.map(|(meant, _)| meant);
        let outcome = self.result.or(self.error).is_some() || matches!(variant, Some("result" | "error"));
        outcome && self.method.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ErrorCode, encode};
    use super::*;

    fn kind(text: &str) -> MalformedKind {
        decode(text.as_bytes()).expect_err(text).kind
    }

    #[test]
    fn the_three_kinds_of_message_are_told_apart() {
        let request = decode(br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).expect("request");
        assert!(matches!(request, Message::Request(ref r) if r.method == "ping" && r.params.is_none()));
        let note =
            decode(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).expect("notification");
        assert!(matches!(note, Message::Notification(_)));
        let answer = decode(br#"{"jsonrpc":"2.0","id":1,"result":{}}"#).expect("answer");
        assert_eq!(answer.id(), Some(&RequestId::from(1)));
        let error =
            decode(br#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}"#).expect("error");
        assert!(matches!(error, Message::Response(Response { id: ResponseId::Null, outcome: Err(_) })));
    }

    #[test]
    fn what_is_written_is_read_back_and_written_the_same() {
        for text in [
            r#"{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/call","params":{"b": 1.0,"a":[1e5]}}"#,
            r#"{"jsonrpc":"2.0","id":"a\"b","result":{"z":1,"a":{}}}"#,
            r#"{"jsonrpc":"2.0","error":{"code":-32601,"message":"m","data":{"b":1,"a":2.50}}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/x","params":{}}"#,
        ] {
            let message = decode(text.as_bytes()).expect(text);
            assert_eq!(String::from_utf8(encode(&message)).expect("UTF-8"), text);
        }
    }

    #[test]
    fn every_kind_of_malformed_message_is_named() {
        for (text, expected) in [
            ("\"text\"", MalformedKind::NotAnObject),
            ("[]", MalformedKind::Batch { empty: true }),
            ("[{}]", MalformedKind::Batch { empty: false }),
            (r#"{"id":9,"method":"ping"}"#, MalformedKind::MissingVersion),
            (r#"{"jsonrpc":2.0,"id":9,"method":"ping"}"#, MalformedKind::WrongVersion),
            (r#"{"jsonrpc":"1.0","id":9,"method":"ping"}"#, MalformedKind::WrongVersion),
            (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, MalformedKind::Id(InvalidId::Null)),
            (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, MalformedKind::Id(InvalidId::Object)),
            (r#"{"jsonrpc":"2.0","id":9,"method":7}"#, MalformedKind::MethodType),
            (r#"{"jsonrpc":"2.0","id":9,"method":"ping","params":[]}"#, MalformedKind::ParamsType),
            (r#"{"jsonrpc":"2.0","id":9}"#, MalformedKind::Shapeless),
            (
                r#"{"jsonrpc":"2.0","id":9,"result":{},"error":{"code":1,"message":""}}"#,
                MalformedKind::ResultAndError,
            ),
            (r#"{"jsonrpc":"2.0","id":9,"error":{"code":"x"}}"#, MalformedKind::ErrorShape),
            (r#"{"jsonrpc":"2.0","result":{}}"#, MalformedKind::ResultWithoutId),
            (r#"{"jsonrpc":"2.0","id":9,"method":"a","method":"b"}"#, MalformedKind::DuplicateKey("method")),
            (
                r#"{"jsonrpc":"2.0","id":9,"method":"a","metho\u0064":"b"}"#,
                MalformedKind::DuplicateKey("method"),
            ),
            (r#"{"jsonrpc":"2.0","id":9,"Method":"ping"}"#, MalformedKind::CaseVariantKey("method")),
            (r#"{"JSONRPC":"2.0","id":9,"method":"ping"}"#, MalformedKind::CaseVariantKey("jsonrpc")),
            (r#"{"jsonrpc":"2.0","id":9,"Methods":"ping"}"#, MalformedKind::Shapeless),
        ] {
            assert_eq!(kind(text), expected, "{text}");
        }
        assert_eq!(decode(b"{\"a\":\"\xff\"}").expect_err("bytes").kind, MalformedKind::InvalidUtf8);
    }

    #[test]
    fn text_that_is_not_json_says_where_it_stops_being_json() {
        use crate::proto::json::{JsonFault, JsonFaultKind as K};
        for (text, fault, at) in [
            ("Server ready", K::UnexpectedCharacter('S'), 0),
            ("{'a': 1}", K::SingleQuote, 1),
            (r#"{"jsonrpc":"2.0","id":9,"method":"te"#, K::UnexpectedEnd, 36),
            (r#"{"a":NaN}"#, K::ForeignLiteral, 5),
            (r#"{"a":-Infinity}"#, K::ForeignLiteral, 5),
            (r#"{"a":1,}"#, K::TrailingComma, 7),
            (r#"{"a":1} {"b":2}"#, K::TrailingData, 8),
            (r#"{"a":"\x"}"#, K::BadEscape, 6),
            ("{\"a\":\"\t\"}", K::ControlCharacter(9), 6),
            (r#"{"a":01}"#, K::BadNumber, 5),
            (r#"{"a":.5}"#, K::BadNumber, 5),
            ("", K::UnexpectedEnd, 0),
        ] {
            let malformed = decode(text.as_bytes()).expect_err(text);
            assert_eq!(malformed.kind, MalformedKind::Json(JsonFault { kind: fault, at }), "{text}");
        }
    }

    #[test]
    fn a_variant_beside_the_real_member_is_just_another_member() {
        let text = br#"{"jsonrpc":"2.0","id":9,"method":"ping","Method":"tools/call"}"#;
        assert!(matches!(decode(text), Ok(Message::Request(request)) if request.method == "ping"));
        let malformed = decode(br#"{"jsonrpc":"2.0","id":9,"Method":"ping"}"#).expect_err("no method");
        assert_eq!((malformed.at, malformed.id), (24, Some(RequestId::from(9))));
    }

    #[test]
    fn what_nobody_waits_for_is_told_from_a_broken_request() {
        use Meant::{NoRequest, Request, Unknown};
        for (text, meant) in [
            (r#"{"jsonrpc":"2.0","id":9,"result":{},"error":{"code":1,"message":""}}"#, NoRequest),
            (r#"{"jsonrpc":"2.0","id":9,"error":{}}"#, NoRequest),
            (r#"{"jsonrpc":"2.0","result":{}}"#, NoRequest),
            (r#"{"id":9,"result":{}}"#, NoRequest),
            (r#"{"jsonrpc":"2.0","id":{},"result":{}}"#, NoRequest),
            (r#"{"jsonrpc":"2.0","id":9,"result":{},"result":{}}"#, NoRequest),
            (r#"{"jsonrpc":"2.0","id":9,"Result":{}}"#, NoRequest),
            (r#"{"jsonrpc":"2.0","method":"notifications/x","params":[]}"#, NoRequest),
            (r#"{"jsonrpc":"2.0","id":9,"method":"ping","params":[]}"#, Request),
            (r#"{"jsonrpc":"2.0","id":null,"method":"ping","params":[]}"#, Request),
            (r#"{"jsonrpc":"2.0","method":7}"#, Unknown),
            (r#"{"id":9,"method":"ping"}"#, Request),
            (r#"{"id":9,"method":"ping","result":{}}"#, Request),
            (r#"{"jsonrpc":"2.0","id":9}"#, Unknown),
            ("[]", Unknown),
        ] {
            assert_eq!(decode(text.as_bytes()).expect_err(text).meant, meant, "{text}");
        }
    }

    #[test]
    fn an_id_that_stands_twice_is_none() {
        let malformed = decode(br#"{"jsonrpc":"2.0","id":9,"id":9,"method":"a","method":"b"}"#);
        let malformed = malformed.expect_err("twice");
        assert_eq!((malformed.kind, malformed.at), (MalformedKind::DuplicateKey("id"), 24));
        assert_eq!(malformed.id, None);
    }

    #[test]
    fn a_readable_id_survives_a_broken_envelope() {
        let malformed = decode(br#"{"id":9,"method":"ping"}"#).expect_err("no version");
        assert_eq!(malformed.id, Some(RequestId::from(9)));
        assert_eq!(malformed.to_error().code, ErrorCode::INVALID_REQUEST);
    }
}
