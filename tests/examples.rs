//! The examples do what they say: with each other, and with the command.
#![cfg(not(target_arch = "wasm32"))]

use std::env;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const WIRELAB: &str = env!("CARGO_BIN_EXE_wirelab");

/// The example `name`, which cargo builds next to the tests.
fn example(name: &str) -> PathBuf {
    let test = env::current_exe().expect("a path");
    let profile = test.ancestors().nth(2).expect("this is target/<profile>/deps/<test>");
    let path = profile.join("examples").join(format!("{name}{}", env::consts::EXE_SUFFIX));
    assert!(
        path.exists(),
        "{} is not there: a test that runs alone needs `cargo build --examples`",
        path.display()
    );
    path
}

/// Runs the client with a server.
fn client(server: &[&str]) -> Output {
    let mut command = Command::new(example("minimal_client"));
    command.args(server).stdin(Stdio::null()).output().expect("the client runs")
}

fn stdout(output: Output) -> String {
    let Output { status, stdout, stderr } = output;
    assert!(status.success(), "{status}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("UTF-8")
}

#[test]
fn the_two_understand_each_other() {
    let server = example("minimal_server");
    let said = stdout(client(&[server.to_str().expect("UTF-8")]));
    assert_eq!(said, "tool greet\n{\"content\":[{\"type\":\"text\",\"text\":\"Hello!\"}]}\n");
}

#[test]
fn the_client_understands_the_demo_server() {
    let said = stdout(client(&[WIRELAB, "serve"]));
    let lines: Vec<_> = said.lines().collect();
    assert_eq!(lines[0], "tool add");
    assert!(lines.last().expect("a result").ends_with("\"isError\":true}"), "add needs arguments: {said}");
}

#[test]
fn the_command_understands_the_server() {
    let server = example("minimal_server");
    let mut wirelab = Command::new(WIRELAB);
    let call = wirelab.args(["call", "greet", "{}", "--"]).arg(&server).output().expect("it runs");
    assert_eq!(stdout(call), "Hello!\n");
    let call = Command::new(WIRELAB).args(["call", "nothing", "--"]).arg(&server).output().expect("it runs");
    assert_eq!(call.status.code(), Some(1));
    let why = String::from_utf8_lossy(&call.stderr).into_owned();
    assert!(why.contains("-32602 no tool is called nothing"), "{why}");
}

#[test]
fn the_client_says_why_it_cannot_go_on() {
    // This server ends at once.
    let ended = client(&[WIRELAB, "--version"]);
    assert_eq!(ended.status.code(), Some(1));
    let why = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(why.contains("the peer closed the connection"), "{why}");
    let unused = client(&[]);
    assert!(String::from_utf8_lossy(&unused.stderr).contains("usage:"));
}
