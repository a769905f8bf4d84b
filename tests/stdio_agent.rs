//! `wirelab agent` as somebody uses it who calls tools by hand and talks to the model in between.
#![cfg(unix)]

mod terminal;

use std::io::Write;
use std::process::{Command, Stdio};

use terminal::WIRELAB;

/// What is printed to `lines`, and whether all went well.
fn talk(lines: &str) -> (String, bool) {
    let mut agent = Command::new(WIRELAB)
        .args(["agent", "--", WIRELAB, "serve"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    agent.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it listens");
    let output = agent.wait_with_output().expect("it ends");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    (String::from_utf8(output.stdout).expect("UTF-8"), output.status.success())
}

#[test]
fn tools_are_called_by_hand_and_everything_else_is_said_to_the_model() {
    let (said, well) = talk("add {\"a\":1,\"b\":2}\n\n播放一首周杰伦的歌\nquit\nadd {}\n");
    let lines: Vec<_> = said.lines().collect();
    assert_eq!(lines.first(), Some(&"tool     {\"result\":3}"));
    assert_eq!(lines.get(1), Some(&"person   播放一首周杰伦的歌"));
    assert_eq!(lines.last(), Some(&"model    好的。正在播放：周杰伦 - 晴天"), "nothing after quit");
    assert!(well);
}

#[test]
fn what_goes_wrong_is_told_and_does_not_end_it() {
    let (said, well) = talk("add {\"a\":\nfail\nadd {\"a\":1}\nreverse {\"text\":\"ab\"}");
    let lines: Vec<_> = said.lines().collect();
    assert!(
        lines[0].starts_with("you      the arguments are no JSON:") && lines[0].ends_with("byte 5"),
        "{said}"
    );
    assert!(lines[1].starts_with("tool     Error:"), "{said}");
    assert_eq!(lines.last(), Some(&"tool     ba"), "{said}");
    assert!(!well, "something was wrong");
}
