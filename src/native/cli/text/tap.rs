//! The texts of `wirelab tap`.

use std::fmt::Display;
use std::net::SocketAddr;
use std::path::Path;

use crate::lint::Language;
use crate::proto::session::Side;

pub(in crate::native::cli) const ABOUT: &str = "Record what passes between a client and a server, unchanged";
pub(in crate::native::cli) const LONG: &str = "\
Stand between a client and a server, pass everything on unchanged, and record it: every byte of both directions and of \
standard error, with its time. Put it before the command of a server where a client starts it; neither end notices.

Whatever happens to the recording, the wire goes on: a file that cannot be written is said once. The recording is less \
than a millisecond behind, also when somebody kills the tap. A slow disk slows the wire down, and one that has stopped \
holds it up for two seconds, once; what is missing then is told in the recording.

Signals go to the server with all that it has started, and the tap ends as the server ends: with its status, or by the \
same signal. What the server leaves running is killed when it has ended, and all of it when the tap is killed.

With --http the server is one that is there already. The tap listens on this machine, passes each request on as it is and each answer back as it comes, event by event, and ends with Ctrl-C. Give the client the address that it prints.";
pub(in crate::native::cli) const AFTER: &str = "\
Examples:
  wirelab tap -- npx -y @modelcontextprotocol/server-everything
  wirelab tap -o notes.wire.jsonl --rotate 10M --lint -- python server.py
  wirelab tap --redact api_key,session -- python server.py
  wirelab tap --http http://127.0.0.1:3000/mcp --listen 127.0.0.1:3001 -o notes.wire.jsonl
  wirelab lint notes.wire.jsonl

In a client's configuration:
  {\"mcpServers\": {\"notes\": {\"command\": \"wirelab\", \"args\": [\"tap\", \"-o\", \"/tmp/notes.wire.jsonl\", \"--\", \"python\", \"server.py\"]}}}

Exit codes: those of the server. A server that a signal has ended ends the tap by the same signal, which a shell tells \
as 128 and its number. And:
  2  the command line is wrong
  3  the server could not be started; with --http: the tap cannot listen there
With --http it is 0 after Ctrl-C, whatever the server has answered.";

pub(in crate::native::cli) const OUTPUT: &str = "Record to this file, after what it holds already; without it to a \
new one here, whose name is printed";
pub(in crate::native::cli) const TEE: &str = "Show each frame on stderr as it passes";
pub(in crate::native::cli) const LINT: &str =
    "Say on stderr what is wrong as it passes: rule, who broke it, and the clause";
pub(in crate::native::cli) const HTTP: &str = "Record what passes to and from the server at this address, instead of CMD: a client is given the tap's address";
pub(in crate::native::cli) const LISTEN: &str = "Where the tap of --http is reached, on this machine; without it at any port that is free, which is printed";
pub(in crate::native::cli) const NOT_OF_THIS_MACHINE: &str =
    "the tap listens on this machine only, at an address such as 127.0.0.1:3001, or a port";
pub(in crate::native::cli) const REDACT: &str = "Cover what sounds secret in the recording, and the string values with \
these names; what passes is not changed";
pub(in crate::native::cli) const ROTATE: &str =
    "Begin a new file when one has this many bytes (K, M and G are understood); the older one gets a number";
pub(in crate::native::cli) const KEEP: &str = "How many older files are kept";
pub(in crate::native::cli) const NOT_A_SIZE: &str = "a number of bytes from 4K, such as 500K, 10M or 1G";

/// What each line of ours on standard error begins with: the rest of it is the server's.
pub(in crate::native::cli) const MARK: &str = "tap:";

pub(in crate::native::cli) fn recording(path: &Path) -> String {
    format!("recording to {}", path.display())
}

pub(in crate::native::cli) fn unrecorded(path: &Path, why: &impl Display) -> String {
    format!("{} cannot be written ({why}); what passes goes on all the same", path.display())
}

pub(in crate::native::cli) fn nowhere(why: &impl Display) -> String {
    format!("nothing can be recorded ({why}); what passes goes on all the same")
}

/// What the client's configuration is to have instead of the server's address.
pub(in crate::native::cli) fn at(address: SocketAddr, path: &str, server: &impl Display) -> String {
    format!("http://{address}{path} passes everything on to {server} (Ctrl-C ends it)")
}

/// What a recording says about where the server was.
pub(in crate::native::cli) fn over_http(server: &impl Display) -> String {
    format!("over HTTP, with the server at {server}")
}

pub(in crate::native::cli) fn no_port(address: SocketAddr, why: &impl Display) -> String {
    format!(
        "cannot listen on {address}: {why}\n--listen with another port, or without --listen, takes another"
    )
}

pub(in crate::native::cli) fn left_out(texts: u64) -> String {
    format!("{texts} lines were not shown, because nobody took them")
}

pub(in crate::native::cli) fn end_of(lane: &str) -> String {
    format!("{lane} ended")
}

pub(in crate::native::cli) fn blamed(language: Language, who: Side) -> &'static str {
    match (language, who) {
        (Language::English, Side::Client) => ", the client's fault",
        (Language::English, Side::Server) => ", the server's fault",
        (Language::Chinese, Side::Client) => "，客户端的错",
        (Language::Chinese, Side::Server) => "，服务器的错",
    }
}
