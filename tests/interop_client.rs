//! `wirelab connect` against servers that we did not write: each in every revision that it speaks, and found by a probe.
#![cfg(not(target_arch = "wasm32"))]

mod terminal;

use terminal::peers::{place, script};
use terminal::wirelab;

const MODERN: &str = "2026-07-28";
const WITH_HANDSHAKE: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// A server: how it is started, and whether it speaks the newer era too.
struct Peer {
    words: Vec<String>,
    is_modern: bool,
    /// What `connect` says of its calls.
    calls: &'static str,
}

fn path(variable: &str) -> String {
    place(variable).to_str().expect("UTF-8").to_owned()
}

fn connect(options: &[&str], peer: &Peer) -> terminal::Ran {
    let words: Vec<&str> = peer.words.iter().map(String::as_str).collect();
    wirelab(&[&["connect"], options, &["--"], &words].concat())
}

/// Tries it in each revision, and finds out which one it speaks best.
fn try_all(peer: &Peer) {
    for revision in WITH_HANDSHAKE {
        let ran = connect(&["--protocol", revision], peer).exits(0);
        let ran = ran.prints("2 Initialize").prints(&format!("revision {revision}\n"));
        ran.prints(peer.calls).prints("ended by itself");
    }
    let probed = connect(&["--protocol", "auto"], peer).exits(0).prints(peer.calls);
    let alone = connect(&["--protocol", MODERN], peer);
    if peer.is_modern {
        probed.prints("2 Discover").prints("revision 2026-07-28\n").prints("ended by itself");
        alone.exits(0).prints("2 Discover").prints("revision 2026-07-28\n").prints(peer.calls);
    } else {
        probed.prints("2 Initialize").prints("revision 2025-11-25\n").prints("ended by itself");
        alone.exits(4).complains("handshake failed");
    }
}

#[test]
#[ignore = "needs servers of others; cargo xtask test sets them up"]
fn a_server_on_the_first_python_sdk() {
    let words = vec![path("WIRELAB_PEER_PY1"), script("server_py1.py")];
    try_all(&Peer { words, is_modern: false, calls: "2 calls ok, 1 isError" });
}

#[test]
#[ignore = "needs servers of others; cargo xtask test sets them up"]
fn a_server_on_the_second_python_sdk() {
    let words = vec![path("WIRELAB_PEER_PY2"), script("server_py2.py")];
    try_all(&Peer { words, is_modern: true, calls: "2 calls ok, 1 isError" });
}

#[test]
#[ignore = "needs servers of others; cargo xtask test sets them up"]
fn a_server_on_the_first_typescript_sdk() {
    let words = vec![path("WIRELAB_NODE"), script("probe.mjs"), path("WIRELAB_PEER_TS1")];
    try_all(&Peer { words, is_modern: false, calls: "2 calls ok, 1 isError" });
}

#[test]
#[ignore = "needs servers of others; cargo xtask test sets them up"]
fn a_server_on_the_second_typescript_sdk() {
    let words = vec![path("WIRELAB_NODE"), script("probe.mjs"), path("WIRELAB_PEER_TS2_SERVER")];
    try_all(&Peer { words, is_modern: true, calls: "2 calls ok, 1 isError" });
}

#[test]
#[ignore = "needs servers of others; cargo xtask test sets them up"]
fn a_server_on_the_rust_sdk() {
    try_all(&Peer {
        words: vec![path("WIRELAB_PEER_RMCP_SERVER")],
        is_modern: true,
        calls: "2 calls ok, 1 isError",
    });
}

#[test]
#[ignore = "needs servers of others; cargo xtask test sets them up"]
fn the_reference_server() {
    let words = vec![path("WIRELAB_NODE"), path("WIRELAB_PEER_EVERYTHING"), "stdio".to_owned()];
    try_all(&Peer { words, is_modern: false, calls: "3 calls ok, 0 isError" });
}

#[test]
#[ignore = "needs servers of others; cargo xtask test sets them up"]
fn the_server_of_files() {
    let folder = env!("CARGO_TARGET_TMPDIR").to_owned();
    let words = vec![path("WIRELAB_NODE"), path("WIRELAB_PEER_FILESYSTEM"), folder];
    // What is made up is no path in the folder that it may look into.
    try_all(&Peer { words, is_modern: false, calls: "0 calls ok, 3 isError" });
}

#[test]
#[ignore = "needs servers of others; cargo xtask test sets them up"]
fn the_server_that_remembers() {
    let file = terminal::fresh_file("interop-memory.jsonl");
    let memory = format!("MEMORY_FILE_PATH={}", file.display());
    let words = vec!["env".to_owned(), memory, path("WIRELAB_NODE"), path("WIRELAB_PEER_MEMORY")];
    try_all(&Peer { words, is_modern: false, calls: "3 calls ok, 0 isError" });
}

#[test]
#[ignore = "needs servers of others; cargo xtask test sets them up"]
fn the_server_that_thinks() {
    let words = vec![path("WIRELAB_NODE"), path("WIRELAB_PEER_THINKING")];
    try_all(&Peer { words, is_modern: false, calls: "1 call ok, 0 isError" });
}

#[test]
#[ignore = "needs servers of others; cargo xtask test sets them up"]
fn a_server_written_by_hand() {
    let words = vec![path("WIRELAB_PEER_PY1"), script("plain.py")];
    try_all(&Peer { words, is_modern: false, calls: "1 call ok, 0 isError" });
}
