//! From the bytes of one frame to a message, or to the reason why not.

use core::fmt;
use std::borrow::Cow;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{
    ErrorObject, InvalidId, Malformed, MalformedKind, Message, Notification, Request, RequestId, Response,
    ResponseId,
};
use crate::proto::json::{JsonFault, RawJson, TokenKind, scan};

/// Reads the body of one frame.
///
/// A sound message takes one pass over the text that borrows from it. Only what is refused is read again, to say
/// where and why.
///
/// # Errors
/// The first thing that is wrong, with its place and the rule that it breaks.
pub fn decode(body: &[u8]) -> Result<Message, Malformed> {
    let text = core::str::from_utf8(body).map_err(|error| Malformed {
        kind: MalformedKind::InvalidUtf8,
        at: error.valid_up_to(),
        id: None,
    })?;
    match serde_json::from_str::<Envelope<'_>>(text) {
        Ok(envelope) => envelope.into_message(text),
        Err(_) => Err(explain(text)),
    }
}

/// Says what is wrong, and with which value.
type Refuse<'f> = dyn Fn(MalformedKind, Option<&RawValue>) -> Result<Message, Malformed> + 'f;

/// The members of an envelope, borrowed from the text.
#[derive(Default)]
struct Envelope<'a> {
    jsonrpc: Option<&'a RawValue>,
    id: Option<&'a RawValue>,
    method: Option<&'a RawValue>,
    params: Option<&'a RawValue>,
    result: Option<&'a RawValue>,
    error: Option<&'a RawValue>,
    duplicate: Option<&'static str>,
}

impl<'a> Envelope<'a> {
    fn slot(&mut self, key: &str) -> Option<(&'static str, &mut Option<&'a RawValue>)> {
        Some(match key {
            "jsonrpc" => ("jsonrpc", &mut self.jsonrpc),
            "id" => ("id", &mut self.id),
            "method" => ("method", &mut self.method),
            "params" => ("params", &mut self.params),
            "result" => ("result", &mut self.result),
            "error" => ("error", &mut self.error),
            _ => return None,
        })
    }

    fn into_message(self, text: &str) -> Result<Message, Malformed> {
        let id = self.id.map(|raw| RequestId::from_json(raw.get()));
        let readable = id.as_ref().and_then(|id| id.as_ref().ok()).cloned();
        let refuse = |kind, value: Option<&RawValue>| {
            let at = value.map_or(0, |raw| offset(text, raw.get()));
            Err(Malformed { kind, at, id: readable.clone() })
        };
        if let Some(key) = self.duplicate {
            return refuse(MalformedKind::DuplicateKey(key), None);
        }
        match self.jsonrpc {
            None => return refuse(MalformedKind::MissingVersion, None),
            Some(version) if version.get() != "\"2.0\"" => {
                return refuse(MalformedKind::WrongVersion, Some(version));
            }
            Some(_) => {}
        }
        let Some(method) = self.method else {
            return self.into_response(id, &refuse);
        };
        let Ok(method) = serde_json::from_str::<String>(method.get()) else {
            return refuse(MalformedKind::MethodType, Some(method));
        };
        if let Some(params) = self.params.filter(|raw| !raw.get().starts_with('{')) {
            return refuse(MalformedKind::ParamsType, Some(params));
        }
        let params = self.params.map(RawJson::from);
        match id {
            None => Ok(Message::Notification(Notification { method, params })),
            Some(Ok(id)) => Ok(Message::Request(Request { id, method, params })),
            Some(Err(invalid)) => refuse(MalformedKind::Id(invalid), self.id),
        }
    }

    fn into_response(
        self,
        id: Option<Result<RequestId, InvalidId>>,
        refuse: &Refuse<'_>,
    ) -> Result<Message, Malformed> {
        let outcome = match (self.result, self.error) {
            (None, None) => return refuse(MalformedKind::Shapeless, None),
            (Some(_), Some(error)) => return refuse(MalformedKind::ResultAndError, Some(error)),
            (Some(result), None) => Ok(RawJson::from(result)),
            (None, Some(error)) => match serde_json::from_str::<ErrorObject>(error.get()) {
                Ok(object) => Err(object),
                Err(_) => return refuse(MalformedKind::ErrorShape, Some(error)),
            },
        };
        let id = match id {
            Some(Ok(id)) => ResponseId::Known(id),
            None | Some(Err(InvalidId::Null)) if outcome.is_ok() => {
                return refuse(MalformedKind::ResultWithoutId, self.id);
            }
            None => ResponseId::Absent,
            Some(Err(InvalidId::Null)) => ResponseId::Null,
            Some(Err(invalid)) => return refuse(MalformedKind::Id(invalid), self.id),
        };
        Ok(Message::Response(Response { id, outcome }))
    }
}

/// Where `part`, a slice of `text`, begins within it.
fn offset(text: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

impl<'de: 'a, 'a> Deserialize<'de> for Envelope<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EnvelopeVisitor;

        impl<'de> Visitor<'de> for EnvelopeVisitor {
            type Value = Envelope<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON-RPC message")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut envelope = Envelope::default();
                while let Some(Key(key)) = map.next_key()? {
                    match envelope.slot(&key) {
                        Some((name, slot)) => {
                            if slot.replace(map.next_value()?).is_some() {
                                envelope.duplicate = Some(name);
                            }
                        }
                        None => {
                            map.next_value::<IgnoredAny>()?;
                        }
                    }
                }
                Ok(envelope)
            }
        }

        deserializer.deserialize_map(EnvelopeVisitor)
    }
}

/// The name of a member, borrowed unless it holds an escape.
struct Key<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Key<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeyVisitor;

        impl<'de> Visitor<'de> for KeyVisitor {
            type Value = Key<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a member")
            }

            fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Self::Value, E> {
                Ok(Key(Cow::Borrowed(name)))
            }

            fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
                Ok(Key(Cow::Owned(name.to_owned())))
            }
        }

        deserializer.deserialize_str(KeyVisitor)
    }
}

/// The slow path: the fast reader refused the text, say why.
fn explain(text: &str) -> Malformed {
    let scanned = scan(text);
    let first = scanned.tokens.first();
    let (kind, at) = match (scanned.fault, first.map(|token| token.kind)) {
        (Some(fault), _) => (MalformedKind::Json(fault), fault.at),
        (None, Some(TokenKind::BeginArray)) => (
            MalformedKind::Batch { empty: scanned.tokens.len() == 2 },
            first.map_or(0, |token| token.range.start),
        ),
        (None, Some(TokenKind::BeginObject)) => (MalformedKind::Json(JsonFault::unreadable()), 0),
        (None, _) => (MalformedKind::NotAnObject, first.map_or(0, |token| token.range.start)),
    };
    Malformed { kind, at, id: None }
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
            (r#"{"jsonrpc":"2.0","id":9,"Method":"ping"}"#, MalformedKind::Shapeless),
        ] {
            assert_eq!(kind(text), expected, "{text}");
        }
        assert_eq!(decode(b"{\"a\":\"\xff\"}").expect_err("bytes").kind, MalformedKind::InvalidUtf8);
    }

    #[test]
    fn text_that_is_not_json_says_where_it_stops_being_json() {
        use crate::proto::json::JsonFaultKind as K;
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
    fn a_readable_id_survives_a_broken_envelope() {
        let malformed = decode(br#"{"id":9,"method":"ping"}"#).expect_err("no version");
        assert_eq!(malformed.id, Some(RequestId::from(9)));
        assert_eq!(malformed.to_error().code, ErrorCode::INVALID_REQUEST);
    }
}
