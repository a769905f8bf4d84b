//! JSON at the boundary: text that is kept exactly, and a scanner that explains.
//!
//! A library that turns text into values hides what a wire tool must show: where the text stops being JSON, the
//! digits of a number, the order of keys. Here text stays text ([`RawJson`]); it is taken apart one level at a time,
//! by one scanner ([`scan()`]) that says where and why when it cannot go on ([`JsonFault`]).
//!
//! Values are read with [`FromJson`] and written with [`ToJson`]; the members of an object that nobody asked for are
//! kept, in their order ([`Members`]):
//!
//! ```
//! use wirelab::proto::json::{Members, RawJson};
//!
//! let text = RawJson::new(r#"{"name":"add","n":9007199254740993,"x":1.0}"#).expect("JSON");
//! let mut members: Members = text.parse().expect("an object");
//! assert_eq!(members.required::<String>("name").expect("a string"), "add");
//! assert_eq!(RawJson::from_value(&members).as_str(), r#"{"n":9007199254740993,"x":1.0}"#);
//! assert_eq!(RawJson::new("[1,]").expect_err("not JSON").to_string(), "a comma before the closing bracket at byte 3");
//! ```
//!
//! Which texts are messages is the next question: [`jsonrpc`](super::jsonrpc).

mod containers;
mod fault;
mod members;
mod number;
mod outline;
mod payload;
mod plain;
mod raw;
mod scan;
mod slice;
mod string;
mod value;
mod words;

pub use fault::{JsonFault, JsonFaultKind, MAX_DEPTH};
pub(crate) use members::{Fields, LONG};
pub use members::{Members, ObjectWriter};
pub use number::Number;
pub(crate) use outline::{Item, Outline};
pub use payload::Payload;
pub(crate) use payload::payload;
pub use raw::RawJson;
pub use scan::{Scanned, Token, TokenKind, scan};
pub use slice::JsonSlice;
pub(crate) use slice::LongString;
pub(crate) use string::unescape;
pub use value::{FromJson, Mismatch, ToJson, kind_of};
pub(crate) use words::words;
