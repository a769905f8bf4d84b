//! Every test for a browser, in one module: preparing a module for the browser takes longer than all of its tests do, and
//! there would be one for each file.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::duplicate_mod, reason = "what several of these files have in common is a module of each")]

mod crash;
mod effects;
mod fields;
mod input;
mod journey;
mod panel;
mod patch;
mod screen;
mod support;

// What holds in the terminal's build as well; there each is a program of its own.
#[path = "../both_ways.rs"]
mod both_ways;
#[path = "../client_time.rs"]
mod client_time;
#[path = "../demo_server.rs"]
mod demo_server;
#[path = "../demo_tools.rs"]
mod demo_tools;
#[path = "../eras.rs"]
mod eras;
#[path = "../export.rs"]
mod export;
#[path = "../import.rs"]
mod import;
#[path = "../modern.rs"]
mod modern;
#[path = "../pair.rs"]
mod pair;
#[path = "../policy.rs"]
mod policy;
#[path = "../query_db.rs"]
mod query_db;
#[path = "../same_bytes.rs"]
mod same_bytes;
#[path = "../script.rs"]
mod script;
#[path = "../session_matrix.rs"]
mod session_matrix;
#[path = "../wire_faults.rs"]
mod wire_faults;
#[path = "../wire_jsonl.rs"]
mod wire_jsonl;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
