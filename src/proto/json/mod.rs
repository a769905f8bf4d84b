//! JSON at the boundary: text that is kept exactly, and a scanner that explains.
//!
//! A library that turns text into values hides what a wire tool must show: where the text stops being JSON, the
//! digits of a number, the order of keys. Here text stays text ([`RawJson`]); it is taken apart one level at a time,
//! by one scanner ([`scan()`]) that says where and why when it cannot go on.

mod fault;
mod members;
mod outline;
mod raw;
mod scan;
mod string;
mod value;

pub use fault::{JsonFault, JsonFaultKind, MAX_DEPTH};
pub(crate) use members::payload;
pub use members::{Members, ObjectWriter};
pub(crate) use outline::Outline;
pub use raw::RawJson;
pub use scan::{Scanned, Token, TokenKind, scan};
pub use value::{FromJson, Mismatch, ToJson, kind_of};
