//! The reference server of the official TypeScript SDK.
#![cfg(not(target_arch = "wasm32"))]

mod terminal;

use terminal::peers::place;
use terminal::{Ran, wirelab};

const LONG_RUNNING: &str = "trigger-long-running-operation";

/// Runs a command of ours against the server.
fn with_everything(args: &[&str]) -> Ran {
    let (node, server) = (place("WIRELAB_NODE"), place("WIRELAB_PEER_EVERYTHING"));
    let command = ["--", node.to_str().expect("UTF-8"), server.to_str().expect("UTF-8"), "stdio"];
    wirelab(&[args, &command].concat())
}

#[test]
#[ignore = "needs the official everything server; cargo xtask test sets it up"]
fn connect_runs_its_five_steps() {
    let ran = with_everything(&["connect"]).exits(0).prints("revision 2025-11-25\n");
    let ran = ran.prints("echo {\"message\":\"example\"}\n      text Echo: example\n");
    ran.prints("3 calls ok, 0 isError, 0 without a result").prints("ended by itself (exit status: 0)");
}

#[test]
#[ignore = "needs the official everything server; cargo xtask test sets it up"]
fn a_probe_learns_that_it_is_of_the_older_era() {
    let ran = with_everything(&["connect", "--protocol", "auto"]).exits(0);
    ran.prints("2 Initialize").prints("revision 2025-11-25\n");
}

#[test]
#[ignore = "needs the official everything server; cargo xtask test sets it up"]
fn an_unknown_revision_gets_a_counter_offer() {
    with_everything(&["connect", "--protocol", "2026-08-21"]).exits(0).prints("(we offered 2026-08-21)");
}

#[test]
#[ignore = "needs the official everything server; cargo xtask test sets it up"]
fn calls_of_every_kind_of_outcome_exit_as_documented() {
    let ran = with_everything(&["call", "get-sum", r#"{"a": 1, "b": 2}"#]).exits(0);
    assert_eq!(ran.stdout, "The sum of 1 and 2 is 3.\n");
    with_everything(&["call", "get-sum", r#"{"a": "x"}"#]).exits(1);
    with_everything(&["call", "nope"]).exits(1).complains("nope");
    let ran = with_everything(&["call", "--json", "get-tiny-image"]).exits(0);
    assert_eq!(ran.stdout.lines().count(), 1);
    ran.prints(r#""type":"image""#);
    // Progress notifications come meanwhile.
    let long = r#"{"duration": 1, "steps": 4}"#;
    with_everything(&["call", LONG_RUNNING, long]).exits(0).prints("completed");
    let long = r#"{"duration": 60, "steps": 4}"#;
    with_everything(&["call", "--timeout", "2", "--grace", "0.5", LONG_RUNNING, long]).exits(5);
}
