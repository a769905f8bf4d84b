//! JSON at the boundary: text that is kept exactly, and a scanner that explains.
//!
//! `serde_json` does the fast work. It hides what a wire tool must show (where the text stops being JSON, the
//! digits of a number, the order of keys), so text that is passed on stays text ([`RawJson`]), and text that was
//! refused is read again by [`scan`], which says where and why.

mod fault;
mod raw;
mod scan;

pub use fault::{JsonFault, JsonFaultKind, MAX_DEPTH};
pub use raw::RawJson;
pub use scan::{Scanned, Token, TokenKind, scan};
