//! Every text of the terminal; English but for the reports of [`lint`] and [`check`], which speak Chinese too.

pub(super) mod agent;
pub(super) mod ask;
pub(super) mod check;
pub(super) mod fault;
pub(super) mod http;
pub(super) mod lint;
pub(super) mod manual;
pub(super) mod play;
pub(super) mod repl;
pub(super) mod replay;
pub(super) mod server;
pub(super) mod simulate;
pub(super) mod tap;

use std::fmt::Display;
use std::io;
use std::path::Path;

use super::args::AUTO;

pub(super) const ABOUT: &str = "See every byte that an MCP client and an MCP server exchange.";

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0  all went well
  1  the tool or the server answered with an error, or a frame holds no message
  2  the command line is wrong
  3  the server could not be started
  4  the handshake failed, the connection was lost, or an answer could not be read
  5  no answer came in time";

pub(super) const SERVE: &str = "Serve the demo tools on stdin and stdout, or over HTTP";
pub(super) const SERVE_LONG: &str = "\
Serve the demo tools on stdin and stdout, one JSON-RPC message a line.

Nothing but the protocol goes to stdout, whatever a tool prints. At the end of input what was accepted is still \
answered; then the server ends.

With --http it serves over HTTP instead, to this machine only, and any number of clients: the transport that the \
specification calls Streamable HTTP, with sessions until 2025-11-25 and without any in 2026-07-28. Ctrl-C or SIGTERM ends \
it once what was accepted is answered.";
pub(super) const SERVE_AFTER: &str = "\
Examples:
  wirelab serve
  wirelab serve --base-dir ~/notes --db music.sqlite
  wirelab connect -- wirelab serve
  wirelab serve --http
  wirelab serve --http 127.0.0.1:0 --log-level info
  wirelab tools -- wirelab serve --fixture conformance

In a client's configuration:
  {\"mcpServers\": {\"wirelab\": {\"command\": \"wirelab\", \"args\": [\"serve\"]}}}";

pub(super) const BASE_DIR: &str = "The directory whose files read_file may read, and no others";
pub(super) const DB: &str =
    "The SQLite database that query_db may read; without one there is a small sample of music";

pub(super) const TOOLS: &str = "Only these tools, with commas between them; all without it";
pub(super) const FIXTURE: &str = "Serve what a test program looks for, instead of the demo tools: conformance, the \
official conformance suite";
pub(super) const SUPPORTS: &str = "The revisions that it speaks, with commas between them; all without it";
pub(super) const PAGE_SIZE: &str = "How many entries a page of a list has";
pub(super) const SERVE_GRACE: &str =
    "How long what was accepted may still take once the input has ended or the server is told to end";
pub(super) const SEED: &str = "Make cursors, states and, over HTTP, the ids of sessions the same each time; whoever knows the number knows them";
pub(super) const LOG_LEVEL: &str = "What to say on stderr: nothing but errors, what clients do wrong, what happens, \
or every frame";
pub(super) const SERVE_VERBOSE: &str = "The same as --log-level debug";

pub(super) const CONFIG: &str = "Print the entry for a client's configuration, with absolute paths";
pub(super) const CONFIG_LONG: &str = "\
Print the entry that makes a client start this program as its server: the mcpServers object that most clients read, \
with absolute paths, for a client starts its servers in a directory of its own.

With --write the entry is put into a file that is there already. Nothing else in it is touched; the file as it was is \
kept beside it, with .bak at the end of its name.";
pub(super) const CONFIG_AFTER: &str = "\
Examples:
  wirelab config
  wirelab config --name notes --base-dir ~/notes --db music.sqlite
  wirelab config --write ~/client/config.json";
pub(super) const CONFIG_NAME: &str = "The name of the entry";
pub(super) const CONFIG_BASE_DIR: &str = "The directory whose files read_file may read";
pub(super) const CONFIG_DB: &str = "The SQLite database that query_db may read";
pub(super) const CONFIG_WRITE: &str = "Put the entry into this file instead of printing it";

pub(super) fn unknown_tool(name: &str, known: &str) -> String {
    format!("there is no tool {name:?}; there are {known}")
}

pub(super) fn not_a_path(path: &Path, why: &impl Display) -> String {
    format!("{}: {why}", path.display())
}

pub(super) fn not_text(path: &Path) -> String {
    format!("{}: its name is not UTF-8, which a configuration cannot hold", path.display())
}

pub(super) fn written(path: &Path, backup: Option<&Path>) -> String {
    match backup {
        Some(backup) => format!("wrote {}; as it was it is {}", path.display(), backup.display()),
        None => format!("wrote {}", path.display()),
    }
}

pub(super) const CONNECT: &str = "Try a server: handshake, tools, the first three of them, statistics";
pub(super) const CONNECT_LONG: &str = "\
Try any MCP server, in five steps: start it, or go to its address; do the handshake, list its tools, call the first \
three of them with arguments made up from their schemas, and show statistics. Then close it, or the session with it. \
Where a tool asks for a form to be filled, what the form proposes is put in.

A tool that refuses the made-up arguments (isError) is shown and does not count as a failure of the server. A server \
that is gone is started again with --retries; the call that it did not answer has failed.";
pub(super) const CONNECT_AFTER: &str = "\
Examples:
  wirelab connect -- wirelab serve
  wirelab connect -- npx -y @modelcontextprotocol/server-everything
  wirelab connect http://127.0.0.1:3000/mcp
  wirelab connect https://example.com/mcp --header 'Authorization: Bearer …'
  wirelab connect --timeout 5 --protocol 2024-11-05 -- python server.py
  wirelab connect --json -- node server.js | jq .errors
  wirelab connect --heartbeat 5 --retries 3 --config ~/client/config.json --server notes";

pub(super) const CALL: &str = "Call one tool of a server and print its text";
pub(super) const CALL_LONG: &str = "\
Start a server, or go to its address; call one of its tools and print the text of the result to stdout. When the tool fails its text goes \
to stderr, and the exit code is 1. On a terminal a tool that reports its progress shows a bar, and has more time with \
each report.";
pub(super) const CALL_AFTER: &str = "\
Examples:
  wirelab call add '{\"a\": 1, \"b\": 2}' -- wirelab serve
  wirelab call add --arg a=1 --arg b=2 -- wirelab serve
  wirelab call http://127.0.0.1:3000/mcp add --arg a=1 --arg b=2
  wirelab call --json now --config ~/client/config.json --server notes
  wirelab call --heartbeat 5 --timeout 600 slow '{\"ms\": 60000}' -- wirelab serve";

pub(super) const DECODE: &str = "Explain the bytes on stdin, frame by frame";
pub(super) const DECODE_LONG: &str = "\
Explain the bytes on stdin, frame by frame: where each begins and ends, what it holds, what is unusual about it, and \
where and why it is no message. Each frame is shown as soon as it is complete.

Blank lines, and what a tolerant reader puts up with, are noted and do not count as faults.";
pub(super) const DECODE_AFTER: &str = "\
Examples:
  python server.py < requests.jsonl | wirelab decode
  wirelab decode --protocol 2025-03-26 < batches.jsonl
  wirelab decode --framing content-length --json < lsp.log

With --json each frame is an object with \"frame\", \"offset\", \"length\", \"body\", \"notes\" and \"detections\", and \
with one of \"message\", \"batch\" and \"fault\" unless it is blank or was passed over. The last line has a \
\"summary\". Offsets are in bytes from the start of the stream; an \"id\" is the JSON text of the id, in a string, so \
that no reader rounds it. docs/decode.md has all of it.";

pub(super) const DECODE_PROTOCOL: &str =
    "The revision by which to judge: one has batches, and codes change their meaning";
pub(super) const DECODE_JSON: &str = "Print one JSON object a line, for programs";

pub(super) const LINT: &str = "Judge a recorded conversation by the rule book";
pub(super) const LINT_LONG: &str = "\
Judge recorded conversations by the rule book: which rules were broken, by whom, in which frame and bytes, and what to \
do about it. What matters most comes first.

A file may be a recording (.wire.jsonl), plain messages, the log of a client, an export of an inspector, or text that \
somebody pasted into a bug report: what it is shows in its first lines. docs/rules.md lists the rules.";
pub(super) const LINT_AFTER: &str = "\
Examples:
  wirelab lint session.wire.jsonl
  wirelab lint --format sarif mcp-server-notes.log > findings.sarif
  pbpaste | wirelab lint --protocol 2025-06-18

Exit codes:
  0  nothing of the level or worse was found
  1  something was
  2  nothing could be judged, or the command line is wrong";
pub(super) const LINT_FILES: &str = "What to judge; standard input without one, or for -";
pub(super) const LINT_FROM: &str = "What the files are, instead of what their first lines look like";
pub(super) const LINT_PROTOCOL: &str = "The revision to judge by until the conversation says which one it is";
pub(super) const LINT_FORMAT: &str = "How to report: for people, one JSON object a line, JUnit XML, or SARIF";
pub(super) const LINT_LEVEL: &str = "The least that makes it end with 1";
pub(super) const LINT_SHOW: &str = "The least that is reported";
pub(super) const LINT_LANGUAGE: &str = "The language of the report; that of the environment without it";

pub(super) const EXPORT: &str = "Make a report or another recording out of a recording";
pub(super) const EXPORT_LONG: &str = "\
Make a report for people, or a recording for other programs, out of a recording, a log or pasted text. Reports hold what \
the judge has found; everything that a peer wrote is text in them.";
pub(super) const EXPORT_AFTER: &str = "\
Examples:
  wirelab export session.wire.jsonl > report.md
  wirelab export --to html --redact -o report.html mcp-server-notes.log
  pbpaste | wirelab export --to ndjson";
pub(super) const EXPORT_FILE: &str = "What to read; standard input without one, or for -";
pub(super) const EXPORT_TO: &str = "What to make of it";
pub(super) const EXPORT_OUTPUT: &str = "Write it to this file instead of standard output";
pub(super) const EXPORT_REDACT: &str =
    "Cover values that look secret by their names, and home directories; look it over all the same";

pub(super) const TOOL: &str = "The tool to call";
pub(super) const ARGUMENTS: &str = "Its arguments, a JSON object; sent exactly as written";
pub(super) const JSON: &str = "Print the whole result as the server wrote it, on one line";
pub(super) const COMMAND: &str = "The server's program and its arguments";
pub(super) const TIMEOUT: &str = "How long to wait for each answer, in seconds";
pub(super) const GRACE: &str =
    "How long the server may take to end, before and after it is asked to, in seconds";
pub(super) const PROTOCOL: &str = "The revision to offer: 2026-07-28 asks without a handshake, auto finds out what the server speaks, and any other text shows what it makes of that";
pub(super) const FRAMING: &str =
    "How messages are told apart: one a line, or by the headers of LSP, which are not part of MCP";
pub(super) const VERBOSE: &str = "Show on stderr what goes over the wire and what happens";

pub(super) const NOT_SECONDS: &str = "a positive number of seconds";
pub(super) const NOT_AN_OBJECT: &str = "the arguments of a tool are a JSON object";

pub(super) const START: &str = "Start";
pub(super) const REACH: &str = "Reach";
pub(super) const INITIALIZE: &str = "Initialize";
pub(super) const DISCOVER: &str = "Discover";
pub(super) const LIST_TOOLS: &str = "List tools";
pub(super) const CALL_TOOLS: &str = "Call tools";
pub(super) const STATISTICS: &str = "Statistics";
pub(super) const CLOSE: &str = "Close";

pub(super) const NO_TOOLS_DECLARED: &str = "the server declares no tools";
pub(super) const NO_TOOLS: &str = "the server has no tools";
pub(super) const NO_CAPABILITIES: &str = "none";
pub(super) const INCOMPLETE: &str = "and more: the server's pages do not end";
pub(super) const IS_ERROR: &str = "isError";
pub(super) const NO_CONTENT: &str = "no content";
pub(super) const LAST_WORDS: &str = "the last lines on its stderr:";
pub(super) const ERROR: &str = "error:";
pub(super) const SERVER_STDERR: &str = "server:";

pub(super) fn process(id: u32) -> String {
    format!("process {id}")
}

pub(super) fn revision(agreed: &str, offered: &str) -> String {
    if agreed == offered || offered == AUTO {
        format!("revision {agreed}")
    } else {
        format!("revision {agreed} (we offered {offered})")
    }
}

pub(super) fn capabilities(names: &str) -> String {
    format!("capabilities: {names}")
}

pub(super) fn tools(count: usize, pages: usize) -> String {
    format!("{} on {}", counted(count, "tool"), counted(pages, "page"))
}

pub(super) fn cut(length: usize) -> String {
    format!("… ({length} characters)")
}

pub(super) fn messages(sent: u64, bytes_sent: u64, received: u64, bytes_received: u64) -> String {
    let [sent, received] = [counted(sent, "message"), counted(received, "line")];
    let [out, back] = [bytes_sent, bytes_received].map(|count| counted(count, "byte"));
    format!("sent {sent} ({out}), received {received} ({back})")
}

pub(super) fn calls(good: u64, failed: u64, errors: u64) -> String {
    format!("{} ok, {failed} isError, {errors} without a result", counted(good, "call"))
}

pub(super) fn answers(answered: u64, mean_ms: f64, slowest_ms: f64) -> String {
    let answers = counted(answered, "answer");
    format!("{answers}, {mean_ms:.1} ms on average, {slowest_ms:.1} ms at most")
}

pub(super) fn misbehaved(remote: bool, count: u64) -> String {
    if remote {
        format!("{} that the server should not have done", counted(count, "thing"))
    } else {
        format!("{} on stdout that should not be there", counted(count, "line"))
    }
}

pub(super) fn blob(mime: &str, length: usize) -> String {
    format!("{mime}, {length} characters of base64")
}

pub(super) const ENDED_ITSELF: &str = "the server ended by itself";
pub(super) const ENDED_TERMINATE: &str = "the server had to be terminated";
pub(super) const ENDED_KILL: &str = "the server had to be killed";

pub(super) const BLANK: &str = "blank";
pub(super) const SKIPPED: &str = "passed over";
pub(super) const NO_MESSAGE: &str = "no message";
pub(super) const NO_DELIMITER: &str = "no line feed";
pub(super) const REQUEST: &str = "request";
pub(super) const NOTIFICATION: &str = "notification";
pub(super) const ANSWER_WITHOUT_ID: &str = "answer without an id";
pub(super) const RESULT: &str = "result";
pub(super) const NOTE: &str = "note";
pub(super) const FAULT: &str = "fault";
pub(super) const HERE: &str = "▸";

pub(super) fn frame(number: u64) -> String {
    format!("frame {number}")
}

pub(super) fn stretch(start: u64, end: u64) -> String {
    format!("bytes {start}..{end}")
}

pub(super) fn batch(items: usize) -> String {
    format!("batch of {items}")
}

pub(super) fn header(length: usize) -> String {
    format!("header of {length} bytes:")
}

pub(super) fn cut_bytes(length: u64) -> String {
    format!("… ({length} bytes)")
}

pub(super) fn answer(id: &str) -> String {
    format!("answer to {id}")
}

pub(super) fn error_object(code: impl Display, message: &str) -> String {
    format!("error {code} {message}")
}

/// What a code means: its name and its meaning, where it has any.
pub(super) fn code(code: impl Display, spec: Option<(&str, &str)>) -> String {
    match spec {
        Some((name, meaning)) => format!("{code} is \"{name}\": {meaning}"),
        None => format!("{code} is the peer's own: this revision gives it no meaning."),
    }
}

pub(super) fn place(column: usize, at: u64) -> String {
    format!(" (column {column}, byte {at} of the stream)")
}

pub(super) fn from_byte(at: u64) -> String {
    format!(" (from byte {at} of the stream)")
}

pub(super) fn decoded(bytes: u64, frames: u64, messages: u64, faults: u64) -> String {
    let (frames, messages) = (counted(frames, "frame"), counted(messages, "message"));
    format!("{frames}, {messages}, {} in {}", counted(faults, "fault"), counted(bytes, "byte"))
}

pub(super) fn base_dir(path: &Path, why: &io::Error) -> String {
    format!("the base directory {} cannot be used: {why}", path.display())
}

pub(super) fn db(path: &Path, why: &io::Error) -> String {
    format!("the database {} cannot be used: {why}", path.display())
}

fn counted<N: Display + PartialEq + From<u8>>(count: N, what: &str) -> String {
    format!("{count} {what}{}", if count == N::from(1) { "" } else { "s" })
}
