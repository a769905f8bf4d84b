//! The words of `wirelab check`. What the cases say is in `check/text`, what the judge finds in `lint/text`.

use std::time::Duration;

use crate::check::{Counts, Outcome};
use crate::lint::{Language, Level};

use Language::{Chinese, English};

pub(in crate::native::cli) const ABOUT: &str = "Try a server with every case of the rule book";
pub(in crate::native::cli) const LONG: &str = "\
Try any MCP server, over stdin and stdout or over HTTP: more than a hundred cases, in every revision that the server \
speaks. A case writes some bytes and says what must come back; what does not is shown \
with both, the rule, its page of the specification and what to do. The judge of wirelab lint looks over each \
conversation as well.

A command is started anew for each case. With a server at an address each case has a session of its own, where there are \
sessions; cases about lines and processes are left out there, and others are about HTTP itself. The server's tools are only called where that can do no harm: with a name or with arguments \
that it must refuse, or if the tool says that it only reads, or is named by --tool or --slow.";
pub(in crate::native::cli) const AFTER: &str = "\
Examples:
  wirelab check -- wirelab serve
  wirelab check --only handshake,errors.unknown-method --revision 2025-11-25 -- python server.py
  wirelab check --tool 'add={\"a\":1,\"b\":2}' --slow 'slow={\"ms\":400}' -- node server.js
  wirelab check http://127.0.0.1:3000/mcp
  wirelab check https://example.com/mcp --only http,session --header \"Authorization: Bearer $TOKEN\"
  wirelab check --junit -- npx -y @modelcontextprotocol/server-everything > check.xml
  wirelab check --list

Exit codes:
  0  nothing of the level or worse was found
  1  something was
  2  the command line is wrong
  3  the server could not be started or reached
  4  the server speaks none of the revisions, or is none";
pub(in crate::native::cli) const ONLY: &str =
    "Only these cases or areas, with commas between them; all without it";
pub(in crate::native::cli) const REVISION: &str =
    "Only in these revisions, with commas between them; in all that the server speaks without it";
pub(in crate::native::cli) const LIST: &str = "List the cases instead; nothing is started";
pub(in crate::native::cli) const JSON: &str = "Print one JSON object a line, for programs";
pub(in crate::native::cli) const JUNIT: &str = "Print JUnit XML, for build servers";
pub(in crate::native::cli) const JOBS: &str =
    "How many servers run at the same time, or how many sessions; two for each processor without it";
pub(in crate::native::cli) const TIMEOUT: &str = "How long an answer may take";
pub(in crate::native::cli) const GRACE: &str = "How long the server may take to end once its input has";
pub(in crate::native::cli) const TOOL: &str =
    "A tool that may be called and, after =, its arguments; without it one that says it only reads";
pub(in crate::native::cli) const SLOW: &str =
    "A tool that takes half a second or so, and its arguments: for cancellation";
pub(in crate::native::cli) const LEVEL: &str = "The least that makes it end with 1";
pub(in crate::native::cli) const LANGUAGE: &str =
    "The language of the report; that of the environment without it";
pub(in crate::native::cli) const NOT_A_CALL: &str = "not a name, or a name, = and a JSON object";

pub(in crate::native::cli) fn unknown(name: &str, near: Option<&str>) -> String {
    let hint = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
    format!("there is no case and no area {name:?}{hint} (wirelab check --list names all)")
}

pub(in crate::native::cli) fn not_started(command: &str, why: &std::io::Error) -> String {
    format!("the server {command:?} could not be started: {why}")
}

pub(in crate::native::cli) fn unreachable(server: &str, why: &str) -> String {
    format!("the server at {server} cannot be reached: {why}")
}

const NO_REVISION: &str =
    "the server speaks none of the revisions: it answers neither initialize nor server/discover as it should";

/// What a server over HTTP said instead of an answer, or that it said nothing for so long.
pub(in crate::native::cli) fn no_answer(instead: Option<&str>, waited: Duration) -> String {
    match instead {
        Some(instead) => format!("{NO_REVISION}; it sent {instead}"),
        None => format!("{NO_REVISION}; nothing came in {} s", waited.as_secs_f64()),
    }
}

/// The same of a process, whose last words follow.
pub(in crate::native::cli) fn no_revision() -> String {
    format!("{NO_REVISION}; wirelab connect tells what it does instead")
}

pub(in crate::native::cli) const ABOUT_HTTP: &str =
    "these cases are about HTTP: they take the address of a server instead of a command";

pub(in crate::native::cli) const OTHER_TRANSPORT: &str =
    "2024-11-05 has another transport over HTTP, with two addresses, which is not tried here";

pub(in crate::native::cli) fn progress(done: usize, all: usize) -> String {
    format!("{done} of {all}")
}

pub(in crate::native::cli) fn outcome(language: Language, outcome: &Outcome) -> &'static str {
    match (language, outcome) {
        (English, Outcome::Passed) => "pass",
        (English, Outcome::Broken(Level::Error)) => "FAIL",
        (English, Outcome::Broken(level)) => level.name(),
        (English, Outcome::Skipped(_)) => "skip",
        (Chinese, Outcome::Passed) => "通过",
        (Chinese, Outcome::Broken(Level::Error)) => "失败",
        (Chinese, Outcome::Broken(Level::Warning)) => "警告",
        (Chinese, Outcome::Broken(Level::Note)) => "提示",
        (Chinese, Outcome::Skipped(_)) => "跳过",
    }
}

pub(in crate::native::cli) fn beside(language: Language) -> &'static str {
    match language {
        English => "Beside the cases, the judge has seen in their conversations:",
        Chinese => "除用例之外，检查对话时还发现：",
    }
}

pub(in crate::native::cli) fn seen(language: Language, count: usize, revisions: &str, case: &str) -> String {
    match (language, count) {
        (English, 1) => format!("in {case} of {revisions}"),
        (English, _) => format!("in {count} conversations of {revisions}, such as {case}"),
        (Chinese, _) => format!("{revisions}，共 {count} 段对话，例如 {case}"),
    }
}

/// Of a case that is about HTTP, after its revisions.
pub(in crate::native::cli) fn over_http(language: Language) -> &'static str {
    match language {
        English => ", over HTTP",
        Chinese => "，HTTP 上",
    }
}

pub(in crate::native::cli) fn skipped(language: Language) -> &'static str {
    match language {
        English => "Skipped:",
        Chinese => "跳过：",
    }
}

pub(in crate::native::cli) fn more_lines(language: Language, count: usize) -> String {
    match language {
        English => format!("… and {count} more lines"),
        Chinese => format!("……另有 {count} 行"),
    }
}

pub(in crate::native::cli) fn nothing_came(language: Language) -> &'static str {
    match language {
        English => "(nothing)",
        Chinese => "（什么都没来）",
    }
}

pub(in crate::native::cli) fn counts(language: Language, counts: &Counts) -> String {
    let Counts { passed, failed, warned, noted, skipped } = counts;
    match language {
        English => format!(
            "{passed} passed, {failed} failed, {warned} with a warning, {noted} with a note, {skipped} skipped"
        ),
        Chinese => {
            format!("{passed} 个通过，{failed} 个失败，{warned} 个警告，{noted} 个提示，{skipped} 个跳过")
        }
    }
}
