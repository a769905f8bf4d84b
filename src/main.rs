//! The `wirelab` command.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    wirelab::native::cli::run()
}

#[cfg(target_arch = "wasm32")]
fn main() {}
