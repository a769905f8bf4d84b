//! Wirelab: see every byte that an MCP client and an MCP server exchange.
#![cfg_attr(not(test), deny(clippy::print_stdout, clippy::print_stderr))]
#![cfg_attr(fuzzing, allow(dead_code, reason = "what is left out there uses it"))]

pub mod agent;
pub mod check;
pub mod demo;
// What no fuzz target reaches would only make them wait: they are built as one unit, by one core.
#[cfg(not(fuzzing))]
pub mod desk;
#[cfg(not(target_arch = "wasm32"))]
#[doc(hidden)]
pub mod fuzz;
pub mod lint;
#[cfg(not(any(target_arch = "wasm32", fuzzing)))]
pub mod native;
#[cfg(not(fuzzing))]
pub mod panel;
pub mod proto;
pub mod sim;
pub mod trace;
#[cfg(all(target_arch = "wasm32", feature = "page"))]
pub mod web;
#[cfg(all(target_arch = "wasm32", feature = "judge"))]
pub mod web_judge;
