//! Answers what a server asks, where nobody is there to be asked: with what the question itself proposes.

use crate::native::client::Answer;
use crate::native::sample;
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::ErrorObject;
use crate::proto::mcp::{ElicitAction, ElicitResult};

/// What we say we can be asked: forms, whose fields have values of their own or can be made up.
pub(super) fn capabilities() -> Members {
    Members::new().with("elicitation", &Members::new().with("form", &Members::new()))
}

/// The answer to a question of the server's.
pub(super) fn answer(method: &str, params: Option<&RawJson>) -> Answer {
    if method != "elicitation/create" {
        return Err(ErrorObject::method_not_found(method));
    }
    let params: Members = params.and_then(|params| params.parse().ok()).unwrap_or_default();
    // A page cannot be opened here.
    let Some(schema) = params.get("requestedSchema") else {
        return Ok(RawJson::from_value(&ElicitResult::new(ElicitAction::Decline)));
    };
    let mut result = ElicitResult::new(ElicitAction::Accept);
    result.content = sample::arguments(schema).parse().ok();
    Ok(RawJson::from_value(&result))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_filled_with_what_it_proposes_and_a_page_is_not_opened() {
        let form = RawJson::new(
            r#"{"message":"?","requestedSchema":{"type":"object","required":["b"],"properties":{
            "a":{"type":"string","default":"x"},"b":{"type":"integer"},"c":{"type":"boolean"}}}}"#,
        );
        let filled = answer("elicitation/create", Some(&form.expect("JSON"))).expect("an answer");
        assert_eq!(filled.as_str(), r#"{"action":"accept","content":{"b":1,"a":"x"}}"#);
        let page = RawJson::new(r#"{"message":"?","mode":"url","url":"https://example.com"}"#).expect("JSON");
        let declined = answer("elicitation/create", Some(&page)).expect("an answer");
        assert_eq!(declined.as_str(), r#"{"action":"decline"}"#);
        assert!(answer("sampling/createMessage", None).is_err());
    }
}
