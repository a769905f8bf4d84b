//! Of `wirelab repl`.

pub(in crate::native::cli) const ABOUT: &str = "Call the tools of a server by hand, line by line";
pub(in crate::native::cli) const LONG: &str = "\
Start a server, or go to its address, and call its tools, a line for each call: `TOOL JSON`, or `TOOL name=value …`. On \
a terminal Tab completes names of tools and arguments, and the arrows bring earlier lines back; from a pipe each line is \
taken as it comes.

What the server asks meanwhile (sampling, elicitation) is asked of you. A server that is gone is started again, with a \
new handshake. `:frames` shows what went over the wire, `:raw LINE` sends a line as it is, `:help` lists the rest.";
pub(in crate::native::cli) const AFTER: &str = "\
Examples:
  wirelab repl -- wirelab serve
  wirelab repl http://127.0.0.1:3000/mcp
  wirelab repl --config ~/client/config.json --server notes
  (echo add a=1 b=2; echo :frames) | wirelab repl -- wirelab serve";
pub(in crate::native::cli) const HISTORY: &str =
    "Keep the lines in this file, arguments and all; without it they are forgotten";

pub(in crate::native::cli) const HELP: &str = "\
TOOL {\"name\": value}   call a tool; TOOL name=value … does the same
:tools                 what tools there are
:frames                what went over the wire for the last command
:frames on, off        show everything that goes over the wire, from now on or no more
:raw LINE              send a line as it is, and show what comes back
:help                  this
Ctrl-C                 cancel the call that is waited for; a second one ends
quit                   end; the end of the input does the same
While the server asks something: :decline says no, :cancel says nothing.";

pub(in crate::native::cli) const PROMPT: &str = "> ";
pub(in crate::native::cli) const NO_FRAMES: &str = "nothing went over the wire";
pub(in crate::native::cli) const SILENCE: &str = "nothing came back";
pub(in crate::native::cli) const WITHDRAWN: &str = "not answered, so the call is not made again";
pub(in crate::native::cli) const CANCELLED: &str = "cancelled, and the server was told";
pub(in crate::native::cli) const CANCELLED_BY: &str = "the person did not want to wait any longer";
pub(in crate::native::cli) const GONE: &str = "the server is gone";
pub(in crate::native::cli) const INTERRUPTED: &str = "quit ends";
pub(in crate::native::cli) const WAITS: &str = "the server asks something; press Enter to be asked";
pub(in crate::native::cli) const DECLINE: &str = ":decline";
pub(in crate::native::cli) const CANCEL: &str = ":cancel";

pub(in crate::native::cli) const SAMPLING: &str =
    "the server wants a model to go on with this; what does the model say?";
pub(in crate::native::cli) const AS_MODEL: &str = "model> ";
pub(in crate::native::cli) const SYSTEM: &str = "system";
pub(in crate::native::cli) const REJECTED: &str = "The user has rejected the request";
pub(in crate::native::cli) const A_PERSON: &str = "a person";
pub(in crate::native::cli) const YES: &str = "yes";
pub(in crate::native::cli) const OPEN: &str = "open it yourself, and then say yes> ";
pub(in crate::native::cli) const REQUIRED: &str = "this one is required";

pub(in crate::native::cli) fn ready(server: &str, tools: usize) -> String {
    let plural = if tools == 1 { "" } else { "s" };
    format!("{server}, {tools} tool{plural}; `TOOL JSON` calls one, Tab completes, :help tells more")
}

pub(in crate::native::cli) fn lost(why: &str) -> String {
    format!("connection lost: {why}")
}

pub(in crate::native::cli) fn unknown_tool(name: &str) -> String {
    format!("there is no tool {name:?}; :tools lists them, and :help tells what else there is")
}

pub(in crate::native::cli) fn unknown_command(name: &str) -> String {
    format!("there is no command {name}; :help lists them")
}

pub(in crate::native::cli) fn not_arguments(why: &str) -> String {
    format!("the arguments are neither JSON nor name=value: {why}")
}

pub(in crate::native::cli) fn error(error: &str) -> String {
    format!("error {error}")
}

pub(in crate::native::cli) fn asks(what: &str) -> String {
    format!("the server asks: {what}")
}

pub(in crate::native::cli) fn cannot_ask(method: &str) -> String {
    format!("the server asks for {method}, which nobody here can tell")
}

pub(in crate::native::cli) fn page(url: &str) -> String {
    format!("it is asked on a page of the server's: {url}")
}

/// What a field is asked by: its name, what it takes, and what it holds when nothing is said.
pub(in crate::native::cli) fn field(name: &str, kind: &str, about: &str, default: Option<&str>) -> String {
    let about = if about.is_empty() { String::new() } else { format!(", {about}") };
    let default = default.map(|default| format!(" [{default}]")).unwrap_or_default();
    format!("  {name} ({kind}{about}){default}> ")
}
