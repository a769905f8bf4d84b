//! JSON-RPC 2.0 as MCP uses it: ids, messages, error objects, and the way from bytes and back.
//!
//! [`decode()`] reads the body of a frame as a [`Message`]: a request, which is answered exactly once, a notification,
//! which never is, or an answer. An id is a string or an integer and keeps its type and its digits ([`RequestId`]).
//! What is none of these is [`Malformed`]: why, where, by which rule, and with its id where that can be read, so that
//! a server can name the request that it refuses. [`encode()`] goes the other way.
//!
//! ```
//! use wirelab::proto::jsonrpc::{ErrorCode, Message, decode, encode};
//!
//! let body = br#"{"jsonrpc":"2.0","id":"7","method":"ping"}"#;
//! let message = decode(body).expect("a message");
//! assert!(matches!(&message, Message::Request(request) if request.id == "7".into()));
//! assert_eq!(encode(&message), body);
//!
//! let malformed = decode(br#"{"jsonrpc":"1.0","id":7,"method":"ping"}"#).expect_err("another version");
//! assert_eq!((malformed.kind.rule().as_str(), malformed.at, malformed.id.clone()), ("JR-01", 11, Some(7.into())));
//! assert_eq!(malformed.to_error().code, ErrorCode::INVALID_REQUEST);
//! ```
//!
//! An array is a batch, which one revision has: [`decode_batch`] takes it apart. What the methods are, and what their
//! parameters and results hold, is the next question: [`mcp`](super::mcp).

mod batch;
mod by_id;
mod decode;
mod encode;
mod error;
mod id;
mod malformed;
mod message;

pub use batch::{Batch, BatchItem, MAX_BATCH, decode_batch, encode_batch};
pub(crate) use by_id::{ById, sorted};
pub use decode::decode;
pub(super) use decode::decode_owned;
pub(crate) use decode::decode_text;
pub use encode::encode;
pub(super) use encode::encode_owned;
pub use error::{ErrorCode, ErrorObject};
pub use id::{InvalidId, RequestId};
pub use malformed::{Malformed, MalformedKind, Meant};
pub use message::{Message, Notification, Request, Response, ResponseId};
