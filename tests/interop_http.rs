//! The official SDKs as clients of `wirelab serve --http`: what they do and see is what they do and see on standard input
//! and output.
#![cfg(not(target_arch = "wasm32"))]

mod doubles;
mod terminal;
#[expect(dead_code, reason = "the tours by pipes are those of other files")]
mod tour;

use doubles::{large_numbers, old_codes};
use terminal::peers::{place, script};
use tour::{Client, MODERN, Oddity, tours_over_http};

/// The revisions that have this transport and a handshake.
const SESSIONS: [&str; 3] = ["2025-03-26", "2025-06-18", "2025-11-25"];

fn typescript(sdk: &str, name: &str, has_tasks: bool, revisions: &[&str], odd: fn(&str) -> Vec<Oddity>) {
    let (node, sdk, script) = (place("WIRELAB_NODE"), place(sdk), script(name));
    let words = [&*script, sdk.to_str().expect("UTF-8")];
    let client = Client { program: node.to_str().expect("UTF-8"), words: &words, has_tasks };
    tours_over_http(&client, revisions, odd);
}

fn python(sdk: &str, name: &str, has_tasks: bool, revisions: &[&str], odd: fn(&str) -> Vec<Oddity>) {
    let (python, script) = (place(sdk), script(name));
    let client = Client { program: python.to_str().expect("UTF-8"), words: &[&*script], has_tasks };
    tours_over_http(&client, revisions, odd);
}

#[test]
#[ignore = "needs the official SDKs for HTTP; cargo xtask test sets them up"]
fn a_client_on_the_first_typescript_sdk_sees_everything_in_each_revision() {
    typescript("WIRELAB_PEER_TS1", "tour_ts1.mjs", true, &SESSIONS, large_numbers);
}

#[test]
#[ignore = "needs the official SDKs for HTTP; cargo xtask test sets them up"]
fn a_client_on_the_second_typescript_sdk_sees_everything_in_each_revision() {
    typescript("WIRELAB_PEER_TS2", "tour_ts2.mjs", false, &SESSIONS, old_codes);
    typescript("WIRELAB_PEER_TS2", "tour_ts2.mjs", false, &[MODERN], large_numbers);
}

#[test]
#[ignore = "needs the official SDKs for HTTP; cargo xtask test sets them up"]
fn a_client_on_the_first_python_sdk_sees_everything_in_each_revision() {
    python("WIRELAB_PEER_PY1", "tour_py1.py", true, &SESSIONS, |_| Vec::new());
}

#[test]
#[ignore = "needs the official SDKs for HTTP; cargo xtask test sets them up"]
fn a_client_on_the_second_python_sdk_sees_everything_in_each_revision() {
    python("WIRELAB_PEER_PY2", "tour_py2.py", false, &SESSIONS, |_| Vec::new());
    python("WIRELAB_PEER_PY2", "tour_py2.py", false, &[MODERN], |_| Vec::new());
}
