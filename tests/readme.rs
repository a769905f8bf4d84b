//! What README.md shows of a terminal happens, to the letter.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs, iter};

/// One command of the page, and what the page says that it prints.
struct Example {
    line: usize,
    command: String,
    prints: String,
}

/// The commands of all blocks that are marked as `console`.
fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut within = false;
    for (index, line) in page.lines().enumerate() {
        match (within, line.strip_prefix("$ ")) {
            (false, _) => within = line == "```console",
            (true, None) if line == "```" => within = false,
            (true, Some(command)) => {
                examples.push(Example {
                    line: index + 1,
                    command: command.to_owned(),
                    prints: String::new(),
                });
            }
            (true, None) => {
                let example = examples.last_mut().expect("a block begins with a command");
                example.prints.push_str(line);
                example.prints.push('\n');
            }
        }
    }
    examples
}

#[test]
fn the_commands_of_the_readme_print_what_it_says() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let examples = examples(&fs::read_to_string(page).expect("README.md"));
    assert!(examples.len() >= 2, "the examples are gone, or no longer marked as console");
    let directory = Path::new(env!("CARGO_BIN_EXE_wirelab")).parent().expect("a directory").to_owned();
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(iter::once(directory).chain(env::split_paths(&path))).expect("a PATH");
    for Example { line, command, prints } in examples {
        let mut shell = Command::new("sh");
        let output =
            shell.arg("-c").arg(&command).env("PATH", &path).stdin(Stdio::null()).output().expect("sh");
        // What is shown of the judge has something to object to.
        let code = i32::from(command.contains("wirelab lint"));
        assert_eq!(output.status.code(), Some(code), "README.md:{line}: {command}");
        let printed = String::from_utf8(output.stdout).expect("UTF-8");
        assert_eq!(printed.trim_end(), prints.trim_end(), "README.md:{line}: {command}");
    }
}

#[test]
fn only_marked_blocks_are_run() {
    let page = "```sh\n$ no\n```\n```console\n$ one\nout\n$ two\n\n```\n$ outside\n";
    let found: Vec<_> = examples(page).into_iter().map(|example| (example.command, example.prints)).collect();
    let expect = |command: &str, prints: &str| (command.to_owned(), prints.to_owned());
    assert_eq!(found, [expect("one", "out\n"), expect("two", "\n")]);
}
