//! What every client in JavaScript makes of what the demo server says, however it is carried.

use serde_json::json;

use crate::tour::Oddity;

const DOUBLES: &str = "JavaScript has no other numbers than doubles: the odd one is even before it is sent, and \
    what comes back is made even again";

/// What every client in this language makes of large numbers.
pub(crate) fn large_numbers(revision: &str) -> Vec<Oddity> {
    let mut odd = vec![Oddity {
        at: "/calls/1/content/0",
        tells: json!(r#"{"result":9007199254740993}"#),
        why: DOUBLES,
    }];
    if revision >= "2025-06-18" {
        let tells = json!({ "result": 9_007_199_254_740_992_u64 });
        odd.push(Oddity { at: "/calls/1/structured", tells, why: DOUBLES });
    }
    odd
}

/// What the second generation makes of it besides.
pub(crate) fn old_codes(revision: &str) -> Vec<Oddity> {
    let mut odd = large_numbers(revision);
    let why = "the SDK tells -32002 of the older revisions as the code that 2026-07-28 has for it";
    odd.push(Oddity { at: "/read/6/code", tells: json!(-32602), why });
    odd
}
