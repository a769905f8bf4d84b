//! The demo server's tools: a registry that checks arguments and calls handlers, and the tools in it.
//!
//! Both builds run exactly this code. A handler gets its arguments, the time, a [`Folder`] and perhaps a [`Database`],
//! and returns a result; it reads no clock, draws no randomness and has no other way to the world. Arithmetic uses
//! only operations that IEEE 754 rounds exactly, so the page and the binary answer with the same bytes.
#![forbid(unsafe_code)]

mod answers;
mod arguments;
mod calc;
mod database;
mod decimal;
mod files;
mod fit;
mod float;
mod graphemes;
mod music;
mod pow;
mod prompts;
mod registry;
mod schema;
mod seal;
mod server;
mod tools;
mod uri;
mod weather;

pub use answers::{Answers, Question};
pub use arguments::{Argument, Arguments, Quoted, Unreadable};
pub(crate) use calc::as_double;
pub use database::{
    Database, Engine, Query, QueryError, QueryLimits, Rows, SAMPLE_SQL, Value, answer, question, reply,
};
pub use decimal::{Decimal, DecimalError};
pub use files::{FileError, Folder, FolderEdit, MAX_FILE_BYTES, MemoryFolder, PathFault, resolve};
pub use prompts::prompt_arguments;
pub use registry::{CallError, Context, Handler, Progress, Registry, Report, Started, ToolSpec};
pub use schema::SchemaError;
pub use seal::Sealer;
pub use server::{Body, Call, Completion, Execute, Filled, Found, Live, PAGE, Recorded, Server, config};
