//! `cargo xtask play`: build the page and serve it to this machine.

use anyhow::Result;

use crate::build::{self, Mode};
use crate::cache::Cache;
use crate::{say, serve, workspace};

/// The port that is tried first.
const FIRST_PORT: u16 = 8080;

/// Builds, serves, and returns only with an error.
///
/// # Errors
/// Those of the build, and when no port can be had.
pub fn play(cache: &Cache, mode: Mode, port: Option<u16>, open: bool) -> Result<()> {
    // First: a port that is taken is better told before a build than after it.
    let server = serve::listen(port, FIRST_PORT)?;
    build::build(cache, mode)?;
    let address = serve::address(&server)?;
    say::line(format!("Wirelab is at {address} (Ctrl-C stops it)"));
    if open && let Err(reason) = opener::open_browser(&address) {
        say::line(format!("cannot open a browser: {reason}"));
    }
    serve::serve(server, workspace::dist())
}
