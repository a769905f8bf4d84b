//! The `wirelab` command.

#[cfg(not(target_arch = "wasm32"))]
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    wirelab::native::cli::run()
}

#[cfg(target_arch = "wasm32")]
fn main() {}
