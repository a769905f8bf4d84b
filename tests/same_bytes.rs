//! The page's server and the binary's are the same: whole sessions, byte for byte.
//!
//! What a server says is written down in `tests/data/sessions`, one file for each revision. Every build of the server
//! in memory, in the browsers too, has to say that; and so has the binary over its pipes. `WIRELAB_BLESS=1` writes the
//! files anew.

use core::time::Duration;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use wirelab::demo::Server;
use wirelab::proto::connection::Input;
use wirelab::proto::mcp::Version;
use wirelab::proto::session::Output;
use wirelab::proto::time::Instant;
use wirelab::sim::manners::{Begun, Manner, Probe, probe};

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

const RECORDED: [(Version, &str); 5] = [
    (Version::V2024_11_05, include_str!("data/sessions/2024-11-05.jsonl")),
    (Version::V2025_03_26, include_str!("data/sessions/2025-03-26.jsonl")),
    (Version::V2025_06_18, include_str!("data/sessions/2025-06-18.jsonl")),
    (Version::V2025_11_25, include_str!("data/sessions/2025-11-25.jsonl")),
    (Version::V2026_07_28, include_str!("data/sessions/2026-07-28.jsonl")),
];

/// What is asked in every session, method and parameters. Nothing that depends on the time, and nothing of the database,
/// which the page does not have.
const QUESTIONS: &[(&str, &str)] = &[
    ("tools/list", "{}"),
    ("tools/call", r#"{"name":"add","arguments":{"a":9007199254740993,"b":0.10}}"#),
    ("tools/call", r#"{"name":"add","arguments":{"a":"x"}}"#),
    ("tools/call", r#"{"name":"reverse","arguments":{"text":"añ👩‍🚀"}}"#),
    ("tools/call", r#"{"name":"calc","arguments":{"expression":"2 ** 0.5 + 1e22 / 3"}}"#),
    ("tools/call", r#"{"name":"calc","arguments":{"expression":"1/0"}}"#),
    ("tools/call", r#"{"name":"play_music","arguments":{"artist":"周杰伦"}}"#),
    ("tools/call", r#"{"name":"echo","arguments":{"text":"a\u2028b\u0000"}}"#),
    ("tools/call", r#"{"name":"fail"}"#),
    ("tools/call", r#"{"name":"read_file","arguments":{"path":"README.txt"}}"#),
    ("tools/call", r#"{"name":"read_file","arguments":{"path":"ticks.log"}}"#),
    ("tools/call", r#"{"name":"read_file","arguments":{"path":"notes/gbk.txt"}}"#),
    ("tools/call", r#"{"name":"read_file","arguments":{"path":"../secret"}}"#),
    ("tools/call", r#"{"name":"read_file","arguments":{"path":"none.txt"}}"#),
    ("tools/call", r#"{"name":"get_alerts","arguments":{"state":"CA"}}"#),
    ("tools/call", r#"{"name":"get_forecast","arguments":{"latitude":40.7,"longitude":-74.0}}"#),
    ("tools/call", r#"{"name":"greet_user"}"#),
    ("tools/call", r#"{"name":"show_content","arguments":{"kind":"all"}}"#),
    ("tools/call", r#"{"name":"nope"}"#),
    ("tools/call", "{}"),
    ("resources/list", "{}"),
    ("resources/templates/list", "{}"),
    ("resources/read", r#"{"uri":"demo://folder/%E8%AF%BB%E6%88%91.txt"}"#),
    ("resources/read", r#"{"uri":"demo://folder/notes/gbk.txt"}"#),
    ("resources/read", r#"{"uri":"demo://calls"}"#),
    ("resources/read", r#"{"uri":"demo://none"}"#),
    ("resources/subscribe", r#"{"uri":"demo://calls"}"#),
    ("tools/call", r#"{"name":"echo","arguments":{"text":"subscribed"}}"#),
    ("prompts/list", "{}"),
    ("prompts/get", r#"{"name":"suggest_song","arguments":{"artist":"Faye Wong"}}"#),
    ("prompts/get", r#"{"name":"summarize_file","arguments":{"path":"README.txt"}}"#),
    ("prompts/get", r#"{"name":"nope"}"#),
    (
        "completion/complete",
        r#"{"ref":{"type":"ref/prompt","name":"suggest_song"},"argument":{"name":"mood","value":"c"}}"#,
    ),
    ("logging/setLevel", r#"{"level":"info"}"#),
    ("tools/call", r#"{"name":"fail","arguments":{"message":"logged"}}"#),
    ("tools/list", r#"{"cursor":"none"}"#),
    ("ping", "{}"),
    ("no/such", "{}"),
];

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"}}"#;

/// The lines of a client in `version`.
fn lines(version: Version) -> Vec<String> {
    let modern = version == Version::V2026_07_28;
    let mut lines = Vec::new();
    if modern {
        lines.push(format!(r#"{{"jsonrpc":"2.0","id":0,"method":"server/discover","params":{{{META}}}}}"#));
    } else {
        lines.push(format!(
            r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"{version}","capabilities":{{}},"clientInfo":{{"name":"c","version":"1"}}}}}}"#
        ));
        lines.push(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#.to_owned());
    }
    for (index, (method, params)) in QUESTIONS.iter().enumerate() {
        let params = match (modern, params.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'))) {
            (true, Some("")) => format!("{{{META}}}"),
            (true, Some(inner)) => format!("{{{inner},{META}}}"),
            _ => (*params).to_owned(),
        };
        lines
            .push(format!(r#"{{"jsonrpc":"2.0","id":{},"method":"{method}","params":{params}}}"#, index + 1));
    }
    lines.push("not JSON".to_owned());
    lines.push(r#"{"jsonrpc":"1.0","id":"x","method":"ping"}"#.to_owned());
    lines.push(r#"[{"jsonrpc":"2.0","id":"b1","method":"ping"},7]"#.to_owned());
    lines
}

/// What the server in memory says to `lines`.
fn said(lines: &[String]) -> String {
    let mut server = Server::demo(0);
    let mut said = String::new();
    let mut now = Instant::ZERO;
    let mut drain = |server: &mut Server| {
        while let Some(output) = server.poll_output() {
            if let Output::Transmit(bytes) = output {
                said.push_str(core::str::from_utf8(&bytes).expect("UTF-8"));
            }
        }
    };
    for line in lines {
        now += Duration::from_millis(1);
        server.handle_input(now, Input::Bytes(format!("{line}\n").as_bytes()));
        drain(&mut server);
    }
    said
}

#[test]
fn every_build_of_the_server_says_what_is_written_down() {
    for (version, recorded) in RECORDED {
        let said = said(&lines(version));
        #[cfg(not(target_arch = "wasm32"))]
        if std::env::var_os("WIRELAB_BLESS").is_some() {
            let place = format!("{}/tests/data/sessions/{version}.jsonl", env!("CARGO_MANIFEST_DIR"));
            std::fs::write(place, &said).expect("written");
            continue;
        }
        for (number, (found, expected)) in said.lines().zip(recorded.lines()).enumerate() {
            assert_eq!(found, expected, "{version}, answer {number}");
        }
        assert_eq!(said.len(), recorded.len(), "{version}");
    }
}

/// Lines that servers differ on: what each of them says to these is written down as well.
const DIFFERENCES: &[&[u8]] = &[
    b"\xEF\xBB\xBF{\"jsonrpc\":\"2.0\",\"id\":1.0,\"method\":\"ping\"}\r\n",
    br#"{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/call","params":{"name":"add","arguments":{"a":"3","b":2.0,"c":1e400}}}"#,
    br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":9007199254740993,"b":NaN}}}"#,
    br#"{"jsonrpc":"2.0","id":"\ud83d","method":"tools/call","params":{"name":"echo","arguments":{"text":"a\ud83d\u0000"}}}"#,
    br#"{"jsonrpc":"2.0","id":-0.0,"method":"tools/call","params":{"name":"nope","arguments":null}}"#,
    b"{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"text\":\"\xFF\"}}}",
    br#"{"jsonrpc":"2.0","id":3,"id":4,"method":"no/such","params":null} "#,
    br#""method":[1e-7,-1.50,1e21],"#,
];

/// What each manner says to each of these, before the handshake and after it.
fn differing() -> String {
    let mut said = String::new();
    for (number, line) in DIFFERENCES.iter().enumerate() {
        for begun in [Begun::Nothing, Begun::Whole] {
            for manner in Manner::SERVERS {
                let pieces = vec![[line, &b"\n"[..]].concat()];
                let heard = probe(manner, &Probe { begun, pieces, ends: false });
                let name = manner.name();
                said.push_str(&format!("{number} {begun:?} {name}, alive {}\n", heard.alive));
                for (_, bytes) in &heard.frames {
                    said.push_str(core::str::from_utf8(bytes).expect("UTF-8"));
                }
            }
        }
    }
    said
}

#[test]
fn a_server_of_each_manner_says_the_same_in_every_build() {
    let said = differing();
    let recorded = include_str!("data/sessions/manners.txt");
    #[cfg(not(target_arch = "wasm32"))]
    if std::env::var_os("WIRELAB_BLESS").is_some() {
        let place = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/sessions/manners.txt");
        return std::fs::write(place, &said).expect("written");
    }
    for (found, expected) in said.lines().zip(recorded.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(said.len(), recorded.len());
}

#[cfg(not(target_arch = "wasm32"))]
mod over_pipes {
    use std::fs;
    use std::io::Write;
    use std::path::PathBuf;
    use std::process::{Command, Stdio};

    use wirelab::demo::MemoryFolder;

    use super::{RECORDED, lines};

    /// The sample folder on a disk.
    fn folder() -> PathBuf {
        let place = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("same_bytes");
        let _ = fs::remove_dir_all(&place);
        for (path, bytes) in MemoryFolder::sample().files() {
            let file = place.join(path);
            fs::create_dir_all(file.parent().expect("below the folder")).expect("a directory");
            fs::write(file, bytes).expect("written");
        }
        place
    }

    #[test]
    fn the_binary_says_the_same_bytes() {
        let folder = folder();
        for (version, recorded) in RECORDED {
            let mut child = Command::new(env!("CARGO_BIN_EXE_wirelab"))
                .args(["serve", "--seed", "0", "--base-dir"])
                .arg(&folder)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .expect("the binary starts");
            let input = lines(version).join("\n") + "\n";
            child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("the server reads");
            let output = child.wait_with_output().expect("it ends");
            assert!(output.status.success());
            let said = String::from_utf8(output.stdout).expect("UTF-8");
            for (number, (found, expected)) in said.lines().zip(recorded.lines()).enumerate() {
                assert_eq!(found, expected, "{version}, answer {number}");
            }
            assert_eq!(said.len(), recorded.len(), "{version}");
        }
    }
}
