//! The texts of `wirelab play`.

use std::fmt::Display;
use std::path::Path;

pub(in crate::native::cli) const ABOUT: &str = "Open the playground, or a recording in it, in a browser";
pub(in crate::native::cli) const LONG: &str = "\
Serve the page from inside this program, to this machine only, until Ctrl-C.

Without FILE it is the playground: a client and a server in the page, with nothing behind them. With FILE the page opens \
that recording and judges it; all formats that `wirelab lint` reads are read there too. The address then ends in a secret: \
whoever has it can read the file as long as this program runs.";
pub(in crate::native::cli) const AFTER: &str = "\
Examples:
  wirelab play --open
  wirelab play session.wire.jsonl
  wirelab simulate bad-day | wirelab play -";
pub(in crate::native::cli) const FILE: &str = "A recording; - reads standard input";
pub(in crate::native::cli) const PORT: &str =
    "Listen on this port [default: the first free one from 8080 on]";
pub(in crate::native::cli) const OPEN: &str = "Open the browser as well";

pub(in crate::native::cli) const NO_PAGE: &str = "this build has no page in it: `cargo xtask build` makes the page, and the \
     next build of the program has it (`cargo xtask play` does without)";
/// What a recording from standard input is called.
pub(in crate::native::cli) const STDIN: &str = "stdin";

pub(in crate::native::cli) fn at(address: &str) -> String {
    format!("Wirelab is at {address} (Ctrl-C stops it)")
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
