//! Where a text stops being JSON, and where its tokens are.

use super::*;

#[test]
fn half_a_surrogate_pair_is_found_wherever_it_hides() {
    for (text, at) in [
        (r#"{"a":"\ud800"}"#, Some(6)),
        (r#"{"a":"\udc00\ud800"}"#, Some(6)),
        (r#"{"\ud800\n":1}"#, Some(2)),
        (r#"["\ud83d\ude00"]"#, None),
    ] {
        let expected = at.map(|at| JsonFault { kind: JsonFaultKind::LoneSurrogate, at });
        assert_eq!(scan(text).fault, expected, "{text}");
    }
}

#[test]
fn tokens_cover_everything_but_white_space() {
    let text = r#" {"a" : [1.50, true, null, "x\"y"], "b":{}} "#;
    let scanned = scan(text);
    assert_eq!(scanned.fault, None);
    let joined: String = scanned.tokens.iter().map(|token| &text[token.range.clone()]).collect();
    assert_eq!(joined, r#"{"a":[1.50,true,null,"x\"y"],"b":{}}"#);
    assert_eq!(scanned.tokens[1].kind, TokenKind::Key);
}

#[test]
fn depth_is_bounded_and_a_cut_is_told_from_a_fault() {
    let deep = "[".repeat(MAX_DEPTH + 1);
    assert_eq!(scan(&deep).fault.map(|fault| fault.kind), Some(JsonFaultKind::TooDeep));
    let text = r#"{"k":[-1.5e3,"\u00e9",false]}"#;
    for cut in 0..text.len() {
        let fault = scan(&text[..cut]).fault.expect("cut");
        assert_eq!(fault.kind, JsonFaultKind::UnexpectedEnd, "{}", &text[..cut]);
    }
}
