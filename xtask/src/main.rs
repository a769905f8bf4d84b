//! `cargo xtask`: every verb that a person working on Wirelab needs.

use std::process::ExitCode;

fn main() -> ExitCode {
    xtask::cli::main()
}
