//! What the commands print, word for word. `TRYCMD=overwrite cargo test --test commands` takes over what they print
//! now.
#![cfg(not(target_arch = "wasm32"))]

use std::path::Path;
use std::{env, iter};

#[test]
fn the_commands_print_what_is_written_down() {
    // The commands start `wirelab` themselves, so they have to find it as well.
    let directory = Path::new(env!("CARGO_BIN_EXE_wirelab")).parent().expect("a directory");
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(iter::once(directory.to_owned()).chain(env::split_paths(&path)));
    let path = path.expect("no separator in it").into_string().expect("UTF-8");
    trycmd::TestCases::new().env("PATH", path).case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
}
