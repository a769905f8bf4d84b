//! What a tool asks the client while it works, and what comes back.
//!
//! A handler does not wait. It returns its questions, and is called again with the same arguments and the answers that
//! there are by then. So it is the same whether the answers come one by one (until 2025-11-25) or with the request when
//! it is made again (2026-07-28), and nothing has to be kept that the client cannot bring back.

use crate::proto::json::{FromJson, Members, RawJson};
use crate::proto::jsonrpc::ErrorObject;

/// Something that a tool wants to know of the client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Under which name the answer is looked for.
    pub key: &'static str,
    /// `elicitation/create`, `sampling/createMessage` or `roots/list`.
    pub method: &'static str,
    /// Its parameters, if it has any.
    pub params: Option<RawJson>,
    /// Whether the tool cannot do without the answer. What it can do without is not asked of a client that cannot
    /// answer it.
    pub needed: bool,
}

/// What the client has answered so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answers(Vec<(String, Result<RawJson, ErrorObject>)>);

impl Answers {
    /// None yet.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The answers that came with a request, by their keys.
    #[must_use]
    pub fn of(members: &Members) -> Self {
        Self(members.iter().map(|(key, answer)| (key.to_owned(), Ok(answer.clone()))).collect())
    }

    /// Takes note of an answer, in the place of an earlier one.
    pub fn set(&mut self, key: &str, answer: Result<RawJson, ErrorObject>) {
        self.0.retain(|(known, _)| known != key);
        self.0.push((key.to_owned(), answer));
    }

    /// Whether `key` was answered, by a result or by an error.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.0.iter().any(|(known, _)| known == key)
    }

    /// The answer to the question `key`, once there is one.
    ///
    /// # Errors
    /// The client has refused, or has answered something else: why, as a sentence.
    pub fn read<T: FromJson>(&self, key: &str) -> Option<Result<T, String>> {
        let (_, answer) = self.0.iter().find(|(known, _)| known == key)?;
        Some(match answer {
            Ok(result) => {
                result.parse().map_err(|mismatch| format!("The client's answer does not fit: {mismatch}"))
            }
            Err(error) => Err(format!("The client refuses: {error}")),
        })
    }

    /// The results among them, by their keys.
    #[must_use]
    pub fn results(&self) -> Members {
        let mut members = Members::new();
        for (key, answer) in &self.0 {
            if let Ok(result) = answer {
                members.set(key, result);
            }
        }
        members
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::jsonrpc::ErrorCode;
    use crate::proto::mcp::ListRootsResult;

    #[test]
    fn answers_are_found_by_their_keys_and_what_does_not_fit_is_said() {
        let members = Members::from_json(r#"{"roots":{"roots":[]},"odd":7}"#).expect("valid");
        let mut answers = Answers::of(&members);
        assert_eq!(answers.read::<ListRootsResult>("roots").map(|read| read.is_ok()), Some(true));
        let odd = answers.read::<ListRootsResult>("odd").expect("there is one").expect_err("a number");
        assert_eq!(odd, "The client's answer does not fit: expected an object, found a number");
        assert_eq!(answers.read::<ListRootsResult>("none"), None);
        answers.set("roots", Err(ErrorObject::new(ErrorCode::USER_REJECTED, "no")));
        let refused = answers.read::<ListRootsResult>("roots").expect("there is one").expect_err("refused");
        assert_eq!(refused, "The client refuses: -1 no");
        assert!(answers.has("roots") && !answers.has("none"));
        assert_eq!(RawJson::from_value(&answers.results()).as_str(), r#"{"odd":7}"#);
    }
}
