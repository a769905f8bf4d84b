//! The texts of `wirelab play`.

use std::fmt::Display;
use std::path::Path;

pub(in crate::native::cli) const ABOUT: &str =
    "Open the playground, a recording or a real server in a browser";
pub(in crate::native::cli) const LONG: &str = "\
Serve the page from inside this program, to this machine only, until Ctrl-C.

Without FILE it is the playground: a client and a server in the page, with nothing behind them. With FILE the page opens \
that recording and judges it; all formats that `wirelab lint` reads are read there too.

With --attach the page is the client and CMD the server: a real process, started when the page says so, in which every \
byte can be held, stepped, changed and broken. It ends when the page goes, and when this program does; one page at a \
time has it; with --share-read-only others look on.

With --tap the page watches a real client and a real server: put it before the command of a server where a client starts \
it, and the address goes to standard error. The page is told every byte that passes, and may hold, change, drop and release \
it; without a page, and when it goes, everything passes at once. The tap ends as the server ends, with its status.

With FILE, --attach and --tap the address ends in a secret: whoever has it can read the file, or talk to the \
server, as long as this program runs.";
pub(in crate::native::cli) const AFTER: &str = "\
Examples:
  wirelab play --open
  wirelab play session.wire.jsonl
  wirelab simulate bad-day | wirelab play -
  wirelab play --attach -- python3 server.py
  wirelab play --tap --open -- python3 server.py
  wirelab play --attach --config ~/.config/Claude/claude_desktop_config.json --server notes

In a client's configuration:
  {\"mcpServers\": {\"notes\": {\"command\": \"wirelab\", \"args\": [\"play\", \"--tap\", \"--open\", \"--\", \"python\", \"server.py\"]}}}

Exit codes: with --tap those of the server; else Ctrl-C ends it. And:
  2  the command line is wrong
  3  the page, the recording, the port or the server cannot be had";
pub(in crate::native::cli) const FILE: &str = "A recording; - reads standard input";
pub(in crate::native::cli) const ATTACH: &str = "Open the page on a real server: CMD, or one out of --config";
pub(in crate::native::cli) const TAP: &str =
    "Pass everything on between standard input and output and CMD, with a page that watches";
pub(in crate::native::cli) const SHARE: &str =
    "With --attach and --tap: further pages with the same address may look on";
pub(in crate::native::cli) const COMMAND: &str =
    "With --attach and --tap: the server's program and its arguments";
pub(in crate::native::cli) const NO_SERVER: &str =
    "there is no server: its command after two dashes, or --config and --server";
pub(in crate::native::cli) const NOT_ATTACHED: &str =
    "a server needs --attach, for the page to be its client, or --tap, for the page to watch";
pub(in crate::native::cli) const PORT: &str =
    "Listen on this port [default: the first free one from 8080 on; with --attach and --tap any]";
pub(in crate::native::cli) const OPEN: &str = "Open the browser as well";

pub(in crate::native::cli) const NO_PAGE: &str = "this build has no page in it: `cargo xtask build` makes the page, and the \
     next build of the program has it (`cargo xtask play` does without)";
/// What a recording from standard input is called.
pub(in crate::native::cli) const STDIN: &str = "stdin";

pub(in crate::native::cli) fn at(address: &str) -> String {
    format!("Wirelab is at {address} (Ctrl-C stops it)")
}

/// The address, among what others write to standard error.
pub(in crate::native::cli) fn tapped(address: &str) -> String {
    format!("play: watch it at {address}")
}

pub(in crate::native::cli) fn unseen(why: &str) -> String {
    format!("{why}\nwhat passes goes on all the same, and nobody can watch it")
}

pub(in crate::native::cli) fn no_browser(why: &dyn Display) -> String {
    format!("cannot open a browser: {why}")
}

pub(in crate::native::cli) fn port(port: Option<u16>, why: &dyn Display) -> String {
    let port = port.map_or_else(|| "any port".to_owned(), |port| format!("port {port}"));
    format!("cannot listen on {port}: {why}")
}

pub(in crate::native::cli) fn file(file: &Path, why: &dyn Display) -> String {
    format!("cannot read {}: {why}", file.display())
}
