//! Messages, and what is none.

use super::super::{ErrorCode, encode};
use super::*;

fn kind(text: &str) -> MalformedKind {
    decode(text.as_bytes()).expect_err(text).kind
}

#[test]
fn the_three_kinds_of_message_are_told_apart() {
    let request = decode(br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).expect("request");
    assert!(matches!(request, Message::Request(ref r) if r.method == "ping" && r.params.is_none()));
    let note = decode(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#).expect("notification");
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
        (r#"{"jsonrpc":"2.0","id":9,"method":"a","metho\u0064":"b"}"#, MalformedKind::DuplicateKey("method")),
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
fn a_message_is_read_the_same_in_its_own_memory_and_what_is_none_is_given_back() {
    let long = format!(r#"{{"text":"{}"}}"#, "é\\n".repeat(LONG));
    for text in [
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params": {long} }}"#),
        format!(r#"{{"params":{long},"jsonrpc":"2.0","method":"notifications/x"}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":1,"result":{long},"x":{long}}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","result":{long}}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":1,"message":"m","data":{long}}}}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":7,"params":{long}}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":1,"params":{long}"#),
        r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.to_owned(),
    ] {
        let bytes = format!("\u{feff}{text}\r\n").into_bytes();
        let body = 3..3 + text.len();
        let read = decode_owned(bytes.clone(), body);
        assert_eq!(read, decode(text.as_bytes()).map_err(|malformed| (malformed, bytes)), "{}", text.len());
    }
    let bytes = [b"\xEF\xBB\xBF{\"a\":\"", &[b'x'; LONG][..], b"\xFF\"}\n"].concat();
    let (malformed, back) = decode_owned(bytes.clone(), 3..bytes.len() - 1).expect_err("no UTF-8");
    assert_eq!((malformed.kind, malformed.at), (MalformedKind::InvalidUtf8, 6 + LONG));
    assert_eq!(back, bytes);
}

#[test]
fn a_readable_id_survives_a_broken_envelope() {
    let malformed = decode(br#"{"id":9,"method":"ping"}"#).expect_err("no version");
    assert_eq!(malformed.id, Some(RequestId::from(9)));
    assert_eq!(malformed.to_error().code, ErrorCode::INVALID_REQUEST);
}
