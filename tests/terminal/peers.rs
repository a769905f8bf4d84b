//! Where the official SDKs are.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::{Ran, run};

/// The place that `variable` names. A test that was asked for and has no peer fails: it would show nothing otherwise.
pub(crate) fn place(variable: &str) -> PathBuf {
    let place = env::var_os(variable).map(PathBuf::from);
    let place = place
        .unwrap_or_else(|| panic!("{variable} is not set; `cargo xtask test` sets up the peer and sets it"));
    assert!(place.exists(), "{variable} names {}, which is not there", place.display());
    place
}

/// One of our scripts that run on a peer.
pub(crate) fn script(name: &str) -> String {
    format!("{}/tests/data/peers/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// What a client script prints.
pub(crate) fn client(program: &Path, args: &[&str]) -> Value {
    let Ran { stdout, .. } = run(Command::new(program).args(args)).exits(0);
    serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{error}: {stdout}"))
}
