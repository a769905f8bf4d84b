//! What happened on the wire, byte for byte: recordings, where they come from and what can be made of them.
//!
//! A [`Trace`] is a list of chunks: when, on which [`Lane`], which bytes. It says nothing about messages: where a
//! message begins and whether it is a good one is found out by reading the bytes of a lane
//! ([`framing`](crate::proto::framing)). So a recording of a broken conversation is as good as any other.
//!
//! | module | what it does |
//! |---|---|
//! | [`wire`] | Wirelab's own recording, `.wire.jsonl`: reader and writer, both streaming |
//! | [`frames()`] | the messages in it, with the doubts and the places of the chunks that they came in |
//! | [`export`] | reports for people, and recordings for other programs |
//! | [`http`] | what HTTP adds to it: exchanges, their headers, and where in a body a message stood |
//! | [`import`] | logs of other programs and text from reports, as recordings |
//! | [`text`] | the words that a reader of a report sees, in two languages |
#![forbid(unsafe_code)]

pub mod export;
mod frames;
pub mod http;
pub mod import;
mod model;
mod note;
mod stamp;
pub mod text;
pub mod wire;

pub use frames::{TraceFrame, frames};
pub use model::{Doubt, Doubts, Heading, Lane, Origin, Trace, TraceEntry};
pub use note::{Note, NoteKind};
