//! What the commands print, word for word. `TRYCMD=overwrite cargo test --test commands` takes over what they print
//! now.
#![cfg(not(target_arch = "wasm32"))]

mod terminal;

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, iter};

use terminal::wirelab;

#[test]
fn the_commands_print_what_is_written_down() {
    // The commands start `wirelab` themselves, so they have to find it as well.
    let directory = Path::new(env!("CARGO_BIN_EXE_wirelab")).parent().expect("a directory");
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(iter::once(directory.to_owned()).chain(env::split_paths(&path)));
    let path = path.expect("no separator in it").into_string().expect("UTF-8");
    trycmd::TestCases::new().env("PATH", path).case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
}

/// What the help lists.
fn commands() -> Vec<String> {
    let help = wirelab(&["--help"]).exits(0).stdout;
    let (_, list) = help.split_once("Commands:\n").expect("a list");
    let rows = list.lines().take_while(|line| !line.is_empty());
    let names = rows.filter(|row| !row.starts_with("   ")).filter_map(|row| row.split_whitespace().next());
    names.map(str::to_owned).collect()
}

#[test]
fn each_command_has_a_page_of_the_manual() {
    let folder = terminal::fresh_file("manual");
    wirelab(&["man", "--output", &folder.to_string_lossy()]).exits(0).prints("");
    let mut expected: Vec<_> = commands().iter().map(|name| format!("wirelab-{name}.1")).collect();
    assert!(expected.len() > 20, "{expected:?}");
    expected.push("wirelab.1".to_owned());
    expected.sort();
    let entries = std::fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let mut pages: Vec<_> = entries.map(|entry| entry.file_name().into_string().expect("UTF-8")).collect();
    pages.sort();
    assert_eq!(pages, expected);
    for page in &pages {
        let text = std::fs::read_to_string(folder.join(page)).expect("text");
        let name = page.trim_end_matches(".1");
        let has_examples = name == "wirelab" || text.contains("Examples:");
        assert!(text.contains(&format!(".TH {name} 1")) && has_examples, "{page}:\n{text}");
    }
    let whole = std::fs::read_to_string(folder.join("wirelab.1")).expect("text");
    wirelab(&["man"]).exits(0).prints(&whole);
    wirelab(&["man", "--output", file!()]).exits(1).complains(file!());
}

#[test]
fn every_shell_is_told_of_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = wirelab(&["completions", shell]).exits(0).stdout;
        let words: BTreeSet<_> =
            script.split(|part: char| !(part.is_alphanumeric() || part == '-')).collect();
        for name in commands() {
            assert!(words.contains(name.as_str()), "{shell} does not know {name}");
        }
        assert!(!words.contains("guard"), "{shell} is told of what only we ourselves start");
    }
    wirelab(&["completions", "abacus"]).exits(2);
}
