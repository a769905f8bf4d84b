//! Of the commands that ask a server something.

use std::time::Duration;

use crate::proto::http::Fault;

pub(in crate::native::cli) const HEARTBEAT: &str = "\
Ask the server this often whether it is still there, in seconds, which repl does every 30; three times without an answer, \
and it counts as gone";
pub(in crate::native::cli) const RETRIES: &str = "\
How often to start a server again that is gone, which repl does ten times and others not at all; what it was asked \
before is not asked again";
pub(in crate::native::cli) const BACKOFF: &str = "\
How long to wait before it is started again, in seconds; twice as long each time, up to a minute, a quarter more or \
less";
pub(in crate::native::cli) const ARG: &str =
    "An argument by its name, typed as the tool's schema says; may be given more than once";
pub(in crate::native::cli) const NOT_NAMED: &str = "an argument is written NAME=VALUE";
pub(in crate::native::cli) const CONNECT_JSON: &str = "Print one JSON object with all of it, for programs";
pub(in crate::native::cli) const CALLS: &str = "How many of the tools are called";
pub(in crate::native::cli) const LIST_JSON: &str =
    "Print each entry as the server wrote it, one JSON object a line";

pub(in crate::native::cli) const TOOLS: &str = "List the tools of a server";
pub(in crate::native::cli) const TOOLS_LONG: &str = "\
Start a server, or go to its address, and list its tools, all pages of them: the name of each, its arguments, and the first line of what it \
says of itself. An argument that may be left out has a question mark.";
pub(in crate::native::cli) const TOOLS_AFTER: &str = "\
Examples:
  wirelab tools -- wirelab serve
  wirelab tools http://127.0.0.1:3000/mcp
  wirelab tools --json --config ~/client/config.json --server notes | jq .inputSchema";

pub(in crate::native::cli) const RESOURCES: &str = "List the resources of a server";
pub(in crate::native::cli) const RESOURCES_LONG: &str = "\
Start a server, or go to its address, and list its resources, and the templates that stand for more of them: the URI of each, its name, and \
the first line of what it says of itself.";
pub(in crate::native::cli) const RESOURCES_AFTER: &str = "\
Examples:
  wirelab resources -- wirelab serve
  wirelab resources http://127.0.0.1:3000/mcp
  wirelab resources --json -- wirelab serve | jq -r .uri";

pub(in crate::native::cli) const READ: &str = "Read a resource of a server";
pub(in crate::native::cli) const READ_LONG: &str = "\
Start a server, or go to its address; read one of its resources and print it: texts as they are, bytes as bytes unless stdout is a terminal.";
pub(in crate::native::cli) const READ_AFTER: &str = "\
Examples:
  wirelab read demo://greeting -- wirelab serve
  wirelab read http://127.0.0.1:3000/mcp demo://greeting
  wirelab read demo://picture -- wirelab serve > picture.png";
pub(in crate::native::cli) const URI: &str = "The URI of the resource";

pub(in crate::native::cli) const PROMPTS: &str = "List the prompts of a server";
pub(in crate::native::cli) const PROMPTS_LONG: &str = "\
Start a server, or go to its address, and list its prompts: the name of each, its arguments, and the first line of what it says of itself. An \
argument that may be left out has a question mark.";
pub(in crate::native::cli) const PROMPTS_AFTER: &str = "\
Examples:
  wirelab prompts -- wirelab serve
  wirelab prompts http://127.0.0.1:3000/mcp
  wirelab prompts --json -- wirelab serve";

pub(in crate::native::cli) const PROMPT: &str = "Fill a prompt of a server and print its messages";
pub(in crate::native::cli) const PROMPT_LONG: &str = "\
Start a server, or go to its address; have it fill one of its prompts, and print who says what.";
pub(in crate::native::cli) const PROMPT_AFTER: &str = "\
Examples:
  wirelab prompt suggest_song --arg artist='Jay Chou' -- wirelab serve
  wirelab prompt http://127.0.0.1:3000/mcp suggest_song --arg artist='Jay Chou'
  wirelab prompt --json introduce -- wirelab serve";
pub(in crate::native::cli) const PROMPT_NAME: &str = "The name of the prompt";
pub(in crate::native::cli) const PROMPT_ARG: &str = "What to fill into it; may be given more than once";

pub(in crate::native::cli) const NOT_BYTES: &str = "what should be bytes in base64 is something else";

pub(in crate::native::cli) fn not_declared(what: &str) -> String {
    format!("the server declares no {what}")
}

pub(in crate::native::cli) fn left_out(fault: &Fault) -> String {
    let rule = fault.rule().map(|rule| format!(" ({rule})")).unwrap_or_default();
    format!("left out: {fault}{rule}")
}

pub(in crate::native::cli) fn none(what: &str) -> String {
    format!("the server has no {what}")
}

pub(in crate::native::cli) fn waiting(remote: bool, attempt: u32, of: u32, wait: Duration) -> String {
    let what = if remote { "going to the server again" } else { "starting the server again" };
    format!("{what} in {:.1} s (attempt {attempt} of {of})", wait.as_secs_f64())
}

pub(in crate::native::cli) fn failed(attempt: u32, why: &str) -> String {
    format!("attempt {attempt} failed: {why}")
}

pub(in crate::native::cli) fn connected(remote: bool, attempt: u32) -> String {
    let what = if remote { "a new session" } else { "a new process" };
    format!("the server is back (attempt {attempt}): {what}, and a new handshake")
}
