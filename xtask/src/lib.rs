//! What is behind `cargo xtask`: each verb sets up what it misses, then does its work.
//!
//! Everything that is downloaded or built as a tool is kept in one folder, see [`cache`]. How wasm32 code is
//! compiled on this machine is decided in one place, see [`setup::wasm_rust`].

pub mod audit;
pub mod bench;
pub mod build;
pub mod cache;
pub mod check;
pub mod cli;
pub mod conformance;
pub mod doctor;
pub mod fuzz;
pub mod lint;
pub mod play;
pub mod run;
pub mod say;
pub mod serve;
pub mod setup;
pub mod test;
pub mod wasm_module;
pub mod wirelab;
pub mod workspace;
