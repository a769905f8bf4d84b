//! JSON at the boundary: text that is kept exactly, and a scanner that explains.
//!
//! A library that turns text into values hides what a wire tool must show: where the text stops being JSON, the
//! digits of a number, the order of keys. Here text stays text ([`RawJson`]); it is taken apart one level at a time,
//! by one scanner ([`scan()`]) that says where and why when it cannot go on.

mod containers;
mod fault;
mod members;
mod number;
mod outline;
mod payload;
mod plain;
mod raw;
mod scan;
mod string;
mod value;
mod words;

pub use fault::{JsonFault, JsonFaultKind, MAX_DEPTH};
pub use members::{Members, ObjectWriter};
pub use number::Number;
pub(crate) use outline::Outline;
pub use payload::Payload;
pub(crate) use payload::payload;
pub use raw::RawJson;
pub use scan::{Scanned, Token, TokenKind, scan};
pub use value::{FromJson, Mismatch, ToJson, kind_of};
pub(crate) use words::words;
