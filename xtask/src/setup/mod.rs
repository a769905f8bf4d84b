//! Setting up what a verb misses. Each part finds what is there, and says exactly what to do when it cannot help.

pub mod apt;
pub mod bindgen;
pub mod browsers;
pub mod cargo_tools;
pub mod debian_std;
pub mod peers;
pub mod wasm_opt;
pub mod wasm_rust;
