//! The texts of `wirelab serve --http`.

use std::fmt::Display;
use std::net::SocketAddr;

pub(in crate::native::cli) const HTTP: &str = "Serve over HTTP instead, at http://ADDR/mcp; without ADDR at 127.0.0.1:3000, with port 0 at any that is free";
pub(in crate::native::cli) const BEYOND: &str = "Let others than this machine in, where ADDR is not of this machine only: whoever reaches it can use every tool";
pub(in crate::native::cli) const NAMES: &str = "A name by which the server may be reached besides localhost, and whose pages may ask it; with commas between them";
pub(in crate::native::cli) const NOT_AN_ADDRESS: &str =
    "an address is a host and a port, such as 127.0.0.1:3000, or a port of this machine";

pub(in crate::native::cli) fn at(address: SocketAddr, path: &str) -> String {
    format!("Wirelab serves MCP at http://{address}{path} (Ctrl-C stops it)")
}

/// What a person should know who lets others in; `names` are those that they may use.
pub(in crate::native::cli) fn beyond(address: SocketAddr, names: &str) -> String {
    let names = if names.is_empty() { "none yet: --http-name NAME allows one" } else { names };
    format!(
        "warning: whoever can reach {address} can use every tool here, and read the files below --base-dir; names that \
         are let in besides localhost: {names}"
    )
}

pub(in crate::native::cli) fn consent(address: SocketAddr) -> String {
    format!(
        "{address} is not of this machine only: whoever can reach it could use every tool, and read the files below \
         --base-dir\n--http-beyond-loopback says that this is meant"
    )
}

pub(in crate::native::cli) fn listen(address: SocketAddr, why: &dyn Display) -> String {
    format!("cannot listen on {address}: {why}\n--http with another port, or with 127.0.0.1:0, takes another")
}

pub(in crate::native::cli) fn asked(exchange: u64, method: &str, length: usize) -> String {
    format!("#{exchange} <- {method} ({length} bytes)")
}

pub(in crate::native::cli) fn answered(exchange: u64, status: u16, streams: bool) -> String {
    format!("#{exchange} -> {status}{}", if streams { ", a stream" } else { "" })
}

pub(in crate::native::cli) fn ended(exchange: u64) -> String {
    format!("#{exchange} -> the end of the stream")
}

pub(in crate::native::cli) fn refused(exchange: u64, status: u16, why: &str) -> String {
    format!("#{exchange} ! {status}: {why}")
}

pub(in crate::native::cli) fn hung_up(exchange: u64) -> String {
    format!("#{exchange} ! its client has hung up")
}

pub(in crate::native::cli) fn cut(exchange: u64) -> String {
    format!("#{exchange} ! its client reads nothing: the stream was cut off")
}

pub(in crate::native::cli) fn opened(session: u64) -> String {
    format!("session {session} has begun")
}

pub(in crate::native::cli) fn over(session: u64, why: &str) -> String {
    format!("session {session} is over: {why}")
}

pub(in crate::native::cli) const DELETED: &str = "its client has ended it";
pub(in crate::native::cli) const UNOPENED: &str = "the handshake failed";
pub(in crate::native::cli) const IDLE: &str = "nobody has asked for anything for a long time";
pub(in crate::native::cli) const DISPLACED: &str = "a new one needed the room";
pub(in crate::native::cli) const CLOSED: &str = "the server ends";

pub(in crate::native::cli) fn dropped(session: u64) -> String {
    format!(
        "session {session}: nobody has opened a stream for what the server has to say; the oldest message is lost"
    )
}
