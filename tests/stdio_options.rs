//! What `wirelab serve` can be told, how it ends, and what `wirelab config` writes.
#![cfg(unix)]

mod terminal;

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use terminal::{HELLO, Serving, WIRELAB, call, wirelab};

fn serving(options: &[&str]) -> Serving {
    let mut server = Serving::run(Command::new(WIRELAB).arg("serve").args(options));
    server.say(HELLO);
    server
}

fn signal(server: &Serving, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &server.id().to_string()]).status();
    assert!(sent.expect("kill runs").success());
}

#[test]
fn only_the_chosen_tools_and_revisions_are_there() {
    let mut server = serving(&["--tools", "echo,add", "--protocol", "2025-06-18,2025-03-26"]);
    assert_eq!(server.hear()["result"]["protocolVersion"], "2025-06-18", "the newest of these");
    server.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n");
    let list = server.hear();
    let names: Vec<_> =
        list["result"]["tools"].as_array().expect("tools").iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["add", "echo"]);
    server.say(call(2, "calc", r#"{"expression":"1"}"#));
    assert_eq!(server.hear()["error"]["code"], -32602);
    let (_, status, stderr) = server.close();
    assert!(status.success() && stderr.is_empty(), "{stderr}");
    let ran = wirelab(&["serve", "--tools", "add,nope"]).exits(3);
    ran.complains("there is no tool \"nope\"; there are add, reverse,");
}

#[test]
fn pages_have_the_size_that_was_asked_for_and_cursors_are_as_secret_as_the_key() {
    let cursor = |options: &[&str]| {
        let mut server = serving(options);
        server.hear();
        server.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n");
        let page = server.hear();
        assert_eq!(page["result"]["tools"].as_array().expect("tools").len(), 3);
        page["result"]["nextCursor"].as_str().expect("there is more").to_owned()
    };
    let seeded = ["--page-size", "3", "--seed", "7"];
    assert_eq!(cursor(&seeded), cursor(&seeded), "the same each time");
    assert_ne!(cursor(&seeded), cursor(&["--page-size", "3", "--seed", "8"]));
    assert_ne!(cursor(&["--page-size", "3"]), cursor(&["--page-size", "3"]));
}

#[test]
fn stderr_says_as_much_as_it_was_asked_to() {
    let said = |options: &[&str]| {
        let mut server = serving(options);
        server.hear();
        server.say("garbage\n");
        server.hear();
        server.close().2
    };
    assert_eq!(said(&[]), "");
    let warnings = said(&["--log-level", "warning"]);
    assert!(warnings.contains("not JSON") && !warnings.contains("Initializing"), "{warnings}");
    let info = said(&["--log-level", "info"]);
    assert!(info.contains("not JSON") && info.contains("Initializing") && !info.contains("->  {"), "{info}");
    let all = said(&["--log-level", "debug"]);
    assert!(all.contains("garbage") && all == said(&["-v"]), "{all}");
}

#[test]
fn what_was_accepted_is_answered_when_the_server_is_told_to_end() {
    for name in ["TERM", "INT"] {
        let mut server = serving(&[]);
        server.hear();
        server.say(call(2, "slow", r#"{"ms":400}"#));
        server.say(call(3, "echo", r#"{"text":"a"}"#));
        assert_eq!(server.hear()["id"], 3, "both were accepted");
        signal(&server, name);
        let (rest, status) = server.wait();
        assert_eq!(rest.len(), 1, "{rest:?}");
        assert_eq!((&rest[0]["id"], status.code()), (&json!(2), Some(0)), "{name}");
    }
}

#[test]
fn a_server_with_nothing_to_do_ends_at_once_when_it_is_told_to() {
    let server = serving(&[]);
    server.hear();
    let begun = Instant::now();
    signal(&server, "TERM");
    let (rest, status) = server.wait();
    assert!(rest.is_empty() && status.success());
    assert!(begun.elapsed() < Duration::from_secs(20), "long before the grace is over");
}

#[test]
fn what_takes_longer_than_the_grace_is_left_unanswered() {
    for told in [false, true] {
        let mut server = serving(&["--grace", "0.3"]);
        server.hear();
        server.say(call(2, "slow", r#"{"ms":60000}"#));
        server.say(call(3, "echo", r#"{"text":"a"}"#));
        assert_eq!(server.hear()["id"], 3);
        let (rest, status) = if told {
            signal(&server, "TERM");
            server.wait()
        } else {
            let (rest, status, _) = server.close();
            (rest, status)
        };
        assert!(rest.is_empty() && status.success(), "{rest:?} {status}");
    }
}

/// An empty directory of this name.
fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a directory");
    path
}

#[test]
fn the_entry_for_a_configuration_has_absolute_paths_and_starts_this_server() {
    let printed = wirelab(&["config"]).exits(0).stdout;
    let value: Value = serde_json::from_str(&printed).expect("JSON");
    let entry = &value["mcpServers"]["wirelab"];
    assert_eq!(entry["args"], json!(["serve"]));
    let program = entry["command"].as_str().expect("a path");
    assert!(program.starts_with('/'), "{program}");
    let ran = wirelab(&["connect", "--", program, "serve"]).exits(0);
    ran.prints("3 calls ok");

    let dir = fresh("config_entry");
    let place = dir.to_str().expect("UTF-8");
    let printed = wirelab(&["config", "--name", "n", "--base-dir", place]).exits(0).stdout;
    let value: Value = serde_json::from_str(&printed).expect("JSON");
    let real = fs::canonicalize(&dir).expect("it is there");
    assert_eq!(value["mcpServers"]["n"]["env"], json!({ "MCP_BASE_DIR": real }));
    wirelab(&["config", "--db", &format!("{place}/none.sqlite")]).exits(3).complains("none.sqlite: ");
}

#[test]
fn an_entry_is_put_into_a_file_and_nothing_else_in_it_is_touched() {
    let dir = fresh("config_write");
    let file = dir.join("client.json");
    let path = file.to_str().expect("UTF-8");
    wirelab(&["config", "--write", path]).exits(0).complains("wrote ");
    let alone = fs::read_to_string(&file).expect("written");
    assert_eq!(alone, wirelab(&["config"]).stdout);
    assert!(!dir.join("client.json.bak").exists(), "there was nothing to keep");

    let old = "{\n    \"theme\":  \"dark\",\n    \"mcpServers\": {\n        \"b\": { \"command\": \"x\", \"n\": 1.50 }\n    }\n}\n";
    fs::write(&file, old).expect("written");
    let link = dir.join("link.json");
    std::os::unix::fs::symlink(&file, &link).expect("linked");
    wirelab(&["config", "--write", link.to_str().expect("UTF-8")]).exits(0).complains(".bak");
    assert!(link.is_symlink(), "a link stays a link");
    let new = fs::read_to_string(&file).expect("written");
    assert!(new.starts_with(old.trim_end_matches(['\n', ' ', '}'])), "{new}");
    assert!(new.contains("        \"wirelab\": {\n"), "{new}");
    assert_eq!(fs::read_to_string(dir.join("client.json.bak")).expect("kept"), old);
    assert_eq!(fs::read_dir(&dir).expect("a directory").count(), 3, "nothing is left over");

    fs::write(&file, "{\"a\": 1,}").expect("written");
    wirelab(&["config", "--write", path]).exits(3).complains("client.json: not JSON: ");
    assert_eq!(
        fs::read_to_string(&file).expect("there"),
        "{\"a\": 1,}",
        "a file that is not understood stays"
    );
}
