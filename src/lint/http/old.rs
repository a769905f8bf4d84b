//! The transport of 2024-11-05: a stream of events for what the server says, and another address for what the client does.
//!
//! It is judged wherever it is used, whatever revision the two have agreed on.

use super::super::cx::On;
use super::super::finding::Said;
use super::exchange::{Exchange, Heard};
use super::scene::Scene;
use crate::proto::http::Method;
use crate::proto::json::RawJson;
use crate::proto::jsonrpc::decode_text;
use crate::proto::mcp::Version;
use crate::proto::session::Side;

/// The kind of the event that says where messages go.
pub(super) const ENDPOINT: &str = "endpoint";

const V1: Version = Version::V2024_11_05;

/// The event that says where messages go has come.
pub(super) fn endpoint(scene: &mut Scene<'_>, exchange: &Exchange) {
    if exchange.events > 0 {
        scene.tell("HS-01", V1, Side::Server, Said::Nothing, ENDPOINT);
    }
}

/// A message of the server. Whether it came by this transport, so that nothing else is to be said of it.
pub(super) fn came(scene: &mut Scene<'_>, exchange: &Exchange, heard: &Heard<'_>, is_old: bool) -> bool {
    let is_answer = matches!(heard.on, On::Result | On::Error);
    if !is_old && heard.version == V1 && is_answer && exchange.is_own_stream() && exchange.streams() {
        scene.tell("HS-01", V1, Side::Server, Said::Nothing, heard.whole.0);
        return true;
    }
    is_old
}

/// An event that is neither of the two kinds that there are.
pub(super) fn other(scene: &mut Scene<'_>, kind: &str, data: &str) {
    let is_message = RawJson::new(data).is_ok() && decode_text(data).is_ok();
    if is_message && !matches!(kind, "" | "message") {
        scene.tell("HS-01", V1, Side::Server, Said::Nothing, kind);
    }
}

/// A message of the client: it goes to the address that the server has said.
pub(super) fn posted(scene: &mut Scene<'_>, exchange: &Exchange, endpoint: &str) {
    let path = path_of(endpoint);
    // One that is relative to where the stream was asked for is not worked out.
    if exchange.method == Method::Post && path.starts_with('/') && path != exchange.path && !exchange.is_long
    {
        let found = scene.tell_at(
            &exchange.asked,
            "HS-02",
            V1,
            Side::Client,
            (path.into(), exchange.path.as_str().into()),
        );
        if let Some(found) = found {
            found.related = None;
        }
    }
}

/// The path of an address, without what stands after a question mark.
fn path_of(address: &str) -> &str {
    let rest = match address.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("/", |at| &rest[at..]),
        None => address,
    };
    rest.split(['?', '#']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_compared_by_its_path() {
        for (address, path) in [
            ("/messages?session=1", "/messages"),
            ("http://127.0.0.1:3000/messages?a", "/messages"),
            ("http://127.0.0.1:3000", "/"),
            ("messages", "messages"),
            ("", ""),
        ] {
            assert_eq!(path_of(address), path);
        }
    }
}
