pub mod framing;
pub mod json;
pub mod jsonrpc;
pub mod mcp;
pub mod rule;
pub mod time;
pub mod timer;
