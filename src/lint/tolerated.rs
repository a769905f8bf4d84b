//! What the specification does not agree on with itself, and how it is taken here.

/// A thing that one sentence forbids and another allows: it is not held against anybody.
#[derive(Debug, Clone, Copy)]
pub struct Tolerated {
    /// Its name.
    pub name: &'static str,
    /// The rules that it is an exception to.
    pub rules: &'static [&'static str],
    /// What is tolerated.
    pub what: &'static str,
    /// Why.
    pub why: &'static str,
}

/// Every case.
#[rustfmt::skip]
pub const TOLERATED: &[Tolerated] = &[
    Tolerated {
        name: "listen-ends-either-way", rules: &["CN-12", "SU-06", "CN-03"],
        what: "a server ends a subscription by `notifications/cancelled` with the id of the listen request, or by its result",
        why: "the page on cancellation demands the one, the page on subscriptions recommends the other",
    },
    Tolerated {
        name: "initialize-refused", rules: &["LC-07", "LC-16"],
        what: "`initialize` is refused with -32602 whose data names revisions, none of which has a handshake",
        why: "the rule is to answer with another revision, and the page's own example is this error",
    },
    Tolerated {
        name: "null-id", rules: &["JR-14"],
        what: "until 2025-06-18 the error about an unreadable frame has `id: null`",
        why: "JSON-RPC wants null, the schema of these revisions wants an id and there is none",
    },
    Tolerated {
        name: "unreadable-unanswered", rules: &["JR-16", "JR-17", "JR-20"],
        what: "a frame that holds no message is not answered at all",
        why: "JSON-RPC wants an error; the official SDKs stay silent on purpose, lest one bad stream becomes a storm of errors",
    },
    Tolerated {
        name: "cancelled-without-request", rules: &["CN-11"],
        what: "in 2025-11-25 `notifications/cancelled` lacks `requestId`",
        why: "the schema of that revision makes it optional for the sake of tasks, all others demand it",
    },
    Tolerated {
        name: "tool-arguments-refused", rules: &["TL-14"],
        what: "arguments that do not fit are refused with -32602: a warning, not an error",
        why: "the text wants a result with `isError`, an example of the schema of 2026-07-28 is this error",
    },
    Tolerated {
        name: "unsupported-answer", rules: &["LC-10"],
        what: "a client that goes on after an answer it cannot know: a warning, not an error",
        why: "the page says that it should disconnect, a comment in the schema that it must",
    },
    Tolerated {
        name: "result-and-error", rules: &["JR-09"],
        what: "that an answer has either a result or an error is held against all revisions",
        why: "two of them lost the sentence; their schemas and JSON-RPC still say so",
    },
];

/// Whether the case `name` is tolerated: whether it is in the table.
pub(super) fn tolerates(name: &str) -> bool {
    TOLERATED.iter().any(|case| case.name == name)
}
