//! The terminal's half: real pipes, real processes, a real clock around the same core.
//!
//! | module | what it does |
//! |---|---|
//! | [`clock`] | reads the clock, and nothing else here does |
//! | [`stdio`] | drives any endpoint over a pair of blocking streams |
//! | [`inbox`], [`background`] | input with a time limit, output that holds nobody up |
//! | `pipes` | both at once, for the pipes of a child; on Unix |
//! | [`wire`] | keeps stdout for the protocol |
//! | [`child`] | starts, watches and ends a server process |
//! | [`remote`] | a server that is reached by HTTP, as a pair of streams |
//! | [`tap`] | a real wire with an ear on it, between a client and a server of others |
//! | [`replay`] | a recording as a peer: as the server that was recorded, or as the client |
//! | [`client`] | a blocking client on top of all that |
//! | [`check`] | tries a server with every case of [`check`](crate::check) |
//! | [`folder`], [`database`] | files below one directory, a database that is only read: what the demo tools look into |
//! | [`http`] | carries MCP over HTTP to the same server |
//! | [`play`] | serves the page to this machine, from inside the binary |
//! | [`sample`], [`typed`] | arguments made up from a tool's schema, or typed by it |
//! | [`cli`] | the commands |
#![forbid(unsafe_code)]

pub mod background;
pub mod check;
pub mod child;
pub mod cli;
pub mod client;
pub mod clock;
#[cfg_attr(not(feature = "sqlite"), path = "database/without.rs")]
pub mod database;
pub mod ending;
pub mod folder;
pub mod http;
pub mod inbox;
mod json;
#[cfg(unix)]
pub mod pipes;
pub mod play;
pub mod remote;
pub mod replay;
pub mod sample;
pub mod stdio;
pub mod tap;
pub mod typed;
pub mod wire;
