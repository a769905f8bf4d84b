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
        what: "`initialize` is refused with -32602 whose data names revisions: nothing when none of them has a handshake, else a warning, not an error",
        why: "the rule is to answer with another revision, and the page's own example is this error",
    },
    Tolerated {
        name: "ping-first", rules: &["LC-01"],
        what: "a ping comes before `initialize`",
        why: "one sentence wants the handshake to be the first thing of all, another excepts pings until it is answered",
    },
    Tolerated {
        name: "media-type-if-known", rules: &["PT-06"],
        what: "a resource in a prompt says no media type: a warning, not an error",
        why: "the page on prompts demands one, the schema has it only if it is known",
    },
    Tolerated {
        name: "crossing-answer", rules: &["CN-04", "CN-05"],
        what: "something comes for a request that was cancelled, and nothing shows that its sender had read that: a note",
        why: "it must not be sent any more, and what crosses the cancellation on the wire must be taken with grace",
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
