//! MCP on top of JSON-RPC: revisions, methods and the payloads of the methods that are spoken so far.

mod initialize;
mod method;
mod tools;
mod version;

pub use initialize::{CLIENT_NAME, Implementation, InitializeParams, InitializeResult};
pub use method::{Direction, Kind, METHODS, MethodSpec, names};
pub use tools::{CallToolParams, CallToolResult, ContentBlock, ListToolsResult, Tool};
pub use version::{Lifecycle, Version, negotiate};
