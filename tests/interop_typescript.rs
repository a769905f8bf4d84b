//! The official TypeScript SDK, both generations, as client of `wirelab serve`.
#![cfg(not(target_arch = "wasm32"))]

#[path = "manners/real.rs"]
mod real;
#[path = "manners/table.rs"]
mod table;
mod terminal;
mod tour;

use serde_json::json;
use terminal::peers::{place, script};
use tour::{Client, MODERN, Oddity, WITH_HANDSHAKE, tours};
use wirelab::sim::Manner;

const DOUBLES: &str = "JavaScript has no other numbers than doubles: the odd one is even before it is sent, and \
    what comes back is made even again";

/// What every client in this language makes of large numbers.
fn large_numbers(revision: &str) -> Vec<Oddity> {
    let mut odd = vec![Oddity {
        at: "/calls/1/content/0",
        tells: json!(r#"{"result":9007199254740993}"#),
        why: DOUBLES,
    }];
    if revision >= "2025-06-18" {
        let tells = json!({ "result": 9_007_199_254_740_992_u64 });
        odd.push(Oddity { at: "/calls/1/structured", tells, why: DOUBLES });
    }
    odd
}

/// What the second generation makes of it besides.
fn old_codes(revision: &str) -> Vec<Oddity> {
    let mut odd = large_numbers(revision);
    let why = "the SDK tells -32002 of the older revisions as the code that 2026-07-28 has for it";
    odd.push(Oddity { at: "/read/6/code", tells: json!(-32602), why });
    odd
}

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
