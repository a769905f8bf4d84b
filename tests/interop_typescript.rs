//! The official TypeScript SDK, both generations, as client of `wirelab serve`.
#![cfg(not(target_arch = "wasm32"))]

mod doubles;
#[path = "manners/real.rs"]
mod real;
#[path = "manners/table.rs"]
mod table;
mod terminal;
mod tour;

use doubles::{large_numbers, old_codes};
use terminal::peers::{place, script};
use tour::{Client, MODERN, Oddity, WITH_HANDSHAKE, tours};
use wirelab::sim::Manner;

/// A tour of one of our scripts on an SDK.
fn with(sdk: &str, name: &str, has_tasks: bool, revisions: &[&str], odd: fn(&str) -> Vec<Oddity>) {
    let (node, sdk) = (place("WIRELAB_NODE"), place(sdk));
    let words = [&*script(name), sdk.to_str().expect("UTF-8")];
    let client = Client { program: node.to_str().expect("UTF-8"), words: &words, has_tasks };
    tours(&client, revisions, odd);
}

#[test]
#[ignore = "needs the official TypeScript SDK 1.x; cargo xtask test sets it up"]
fn a_client_on_the_first_generation_sees_everything_in_each_revision() {
    with("WIRELAB_PEER_TS1", "tour_ts1.mjs", true, &WITH_HANDSHAKE, large_numbers);
}

#[test]
#[ignore = "needs the official TypeScript SDK 2.x; cargo xtask test sets it up"]
fn a_client_on_the_second_generation_sees_everything_in_each_revision_with_a_handshake() {
    with("WIRELAB_PEER_TS2", "tour_ts2.mjs", false, &WITH_HANDSHAKE, old_codes);
}

#[test]
#[ignore = "needs the official TypeScript SDK 2.x; cargo xtask test sets it up"]
fn a_client_that_probes_sees_everything_in_the_modern_era() {
    with("WIRELAB_PEER_TS2", "tour_ts2.mjs", false, &[MODERN], large_numbers);
}

fn probed(manner: Manner, sdk: &str) {
    let text = |path: std::path::PathBuf| path.to_str().expect("UTF-8").to_owned();
    real::check(manner, &[text(place("WIRELAB_NODE")), script("probe.mjs"), text(place(sdk))]);
}

#[test]
#[ignore = "needs the official TypeScript SDK 1.x; cargo xtask test sets it up"]
fn a_server_on_the_first_generation_behaves_as_it_was_measured() {
    probed(Manner::TypeScript1, "WIRELAB_PEER_TS1");
}

#[test]
#[ignore = "needs the official TypeScript SDK 2.x; cargo xtask test sets it up"]
fn a_server_on_the_second_generation_behaves_as_it_was_measured() {
    probed(Manner::TypeScript2, "WIRELAB_PEER_TS2_SERVER");
}
