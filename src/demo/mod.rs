//! The demo server's tools: a registry that checks arguments and calls handlers, and the tools in it.
//!
//! Both builds run exactly this code. A handler gets its arguments and the time, and returns a result; it reads no
//! clock, does no I/O and draws no randomness. Arithmetic uses only operations that IEEE 754 rounds exactly, so
//! the page and the binary answer with the same bytes.
#![forbid(unsafe_code)]

mod arguments;
mod calc;
mod decimal;
mod float;
mod graphemes;
mod music;
mod pow;
mod registry;
mod schema;
mod server;
mod tools;

pub use arguments::{Argument, Arguments, Unreadable};
pub use decimal::{Decimal, DecimalError};
pub use registry::{CallError, Context, Handler, Registry, Started, ToolSpec};
pub use schema::SchemaError;
pub use server::{Completion, Execute, Live, Recorded, Server};
