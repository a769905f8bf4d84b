//! Wirelab: see every byte that an MCP client and an MCP server exchange.
#![cfg_attr(not(test), deny(clippy::print_stdout, clippy::print_stderr))]

pub mod agent;
pub mod check;
pub mod demo;
pub mod desk;
#[cfg(not(target_arch = "wasm32"))]
#[doc(hidden)]
pub mod fuzz;
pub mod lint;
#[cfg(not(target_arch = "wasm32"))]
pub mod native;
pub mod panel;
pub mod proto;
pub mod sim;
pub mod trace;
#[cfg(all(target_arch = "wasm32", feature = "page"))]
pub mod web;
#[cfg(all(target_arch = "wasm32", feature = "judge"))]
pub mod web_judge;
