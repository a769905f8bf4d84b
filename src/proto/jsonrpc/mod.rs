//! JSON-RPC 2.0 as MCP uses it: ids, messages, error objects, and the way from bytes and back.

mod batch;
mod decode;
mod encode;
mod error;
mod id;
mod malformed;
mod message;

pub use batch::{Batch, BatchItem, decode_batch, encode_batch};
pub use decode::decode;
pub use encode::encode;
pub use error::{ErrorCode, ErrorObject};
pub use id::{InvalidId, RequestId};
pub use malformed::{Malformed, MalformedKind};
pub use message::{Message, Notification, Request, Response, ResponseId};
