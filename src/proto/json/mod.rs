//! JSON at the boundary: text that is kept exactly, and a scanner that explains.
//!
//! `serde_json` does the fast work. It hides what a wire tool must show (where the text stops being JSON, the
//! digits of a number, the order of keys), so text that is passed on stays text ([`RawJson`]), and text that was
//! refused is read again by [`scan`], which says where and why.

mod raw;
mod scan;

pub use raw::RawJson;
pub use scan::{JsonFault, JsonFaultKind, MAX_DEPTH, Scanned, Token, TokenKind, scan};
