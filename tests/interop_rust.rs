//! The official Rust SDK as client of `wirelab serve`, and as the server that was measured.
#![cfg(not(target_arch = "wasm32"))]

#[path = "manners/real.rs"]
mod real;
#[path = "manners/table.rs"]
mod table;
mod terminal;
mod tour;

use terminal::peers::place;
use tour::{Client, MODERN, WITH_HANDSHAKE, tours};
use wirelab::sim::Manner;

fn with(revisions: &[&str]) {
    let program = place("WIRELAB_PEER_RMCP");
    // Its tasks are those of an extension of 2026-07-28, which we do not have.
    let client = Client { program: program.to_str().expect("UTF-8"), words: &[], has_tasks: false };
    tours(&client, revisions, |_| Vec::new());
}

#[test]
#[ignore = "needs the official Rust SDK; cargo xtask test sets it up"]
fn a_client_sees_everything_in_each_revision_with_a_handshake() {
    with(&WITH_HANDSHAKE);
}

#[test]
#[ignore = "needs the official Rust SDK; cargo xtask test sets it up"]
fn a_client_that_probes_sees_everything_in_the_modern_era() {
    with(&[MODERN]);
}

#[test]
#[ignore = "needs the official Rust SDK; cargo xtask test sets it up"]
fn a_server_behaves_as_it_was_measured() {
    real::check(Manner::Rmcp, &[place("WIRELAB_PEER_RMCP_SERVER").to_str().expect("UTF-8").to_owned()]);
}
