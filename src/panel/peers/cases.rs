//! What the servers can be tried with at a click.

use crate::panel::text::Peer;
use crate::sim::manners::Begun;

/// Bytes on which servers differ.
#[derive(Debug)]
pub(in crate::panel) struct Case {
    pub(in crate::panel) group: Peer,
    pub(in crate::panel) title: Peer,
    /// Why the difference matters.
    pub(in crate::panel) why: Peer,
    pub(in crate::panel) begun: Begun,
    pub(in crate::panel) bytes: &'static [u8],
}

const fn case(group: Peer, title: Peer, why: Peer, bytes: &'static str) -> Case {
    let begun = if matches!(group, Peer::GroupBegin) { Begun::Nothing } else { Begun::Whole };
    Case { group, title, why, begun, bytes: bytes.as_bytes() }
}

/// A request of the method, with what stands after it.
macro_rules! request {
    ($method:literal $(, $rest:literal)*) => {
        concat!(r#"{"jsonrpc":"2.0","id":9,"method":""#, $method, "\"" $(, $rest)*, "}\n")
    };
}

/// A call of the tool.
macro_rules! call {
    ($tool:literal, $arguments:literal) => {
        request!("tools/call", r#","params":{"name":""#, $tool, r#"","arguments":"#, $arguments, "}")
    };
}

/// A line of JSON.
macro_rules! line {
    ($json:literal) => {
        concat!($json, "\n")
    };
}

macro_rules! initialize {
    () => {
        request!(
            "initialize",
            r#","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"probe","version":"1"}}"#
        )
    };
}

/// All of them, in the order of their groups.
#[rustfmt::skip]
pub(in crate::panel) const CASES: &[Case] = {
    use Peer::{GroupBegin, GroupBytes, GroupCalls, GroupEnvelope};
    &[
        case(GroupCalls, Peer::NoTool, Peer::NoToolWhy, call!("nope", "{}")),
        case(GroupCalls, Peer::NoMethod, Peer::NoMethodWhy, request!("no/such")),
        case(GroupCalls, Peer::NoParams, Peer::NoParamsWhy, request!("tools/call")),
        case(GroupCalls, Peer::TextForInteger, Peer::TextForIntegerWhy, call!("add", r#"{"a":"3","b":2}"#)),
        case(GroupCalls, Peer::WholeFraction, Peer::WholeFractionWhy, call!("add", r#"{"a":3.0,"b":2}"#)),
        case(GroupCalls, Peer::LargeInteger, Peer::LargeIntegerWhy, call!("add", r#"{"a":9007199254740993,"b":0}"#)),
        case(GroupCalls, Peer::NotANumber, Peer::NotANumberWhy, call!("add", r#"{"a":NaN,"b":1}"#)),
        case(GroupCalls, Peer::Cancelled, Peer::CancelledWhy, concat!(
            call!("slow", r#"{"ms":300}"#),
            line!(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}"#),
        )),
        case(GroupEnvelope, Peer::IdNull, Peer::IdNullWhy, line!(r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#)),
        case(GroupEnvelope, Peer::IdFraction, Peer::IdFractionWhy, line!(r#"{"jsonrpc":"2.0","id":1.0,"method":"ping"}"#)),
        case(GroupEnvelope, Peer::IdLarge, Peer::IdLargeWhy, line!(r#"{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}"#)),
        case(GroupEnvelope, Peer::TwoIds, Peer::TwoIdsWhy, line!(r#"{"jsonrpc":"2.0","id":8,"id":9,"method":"ping"}"#)),
        case(GroupEnvelope, Peer::NullParams, Peer::NullParamsWhy, request!("ping", r#","params":null"#)),
        case(GroupEnvelope, Peer::NoVersion, Peer::NoVersionWhy, line!(r#"{"id":9,"method":"ping"}"#)),
        case(GroupEnvelope, Peer::Batch, Peer::BatchWhy, line!(
            r#"[{"jsonrpc":"2.0","id":8,"method":"ping"},{"jsonrpc":"2.0","id":9,"method":"ping"}]"#
        )),
        case(GroupBytes, Peer::Junk, Peer::JunkWhy, concat!("Server ready\n", request!("ping"))),
        case(GroupBytes, Peer::Mark, Peer::MarkWhy, concat!("\u{feff}", request!("ping"))),
        case(GroupBytes, Peer::Pretty, Peer::PrettyWhy, "{\n\"jsonrpc\":\"2.0\",\n\"id\":9,\n\"method\":\"ping\"\n}\n"),
        case(GroupBytes, Peer::TwoOnLine, Peer::TwoOnLineWhy, line!(
            r#"{"jsonrpc":"2.0","id":8,"method":"ping"}{"jsonrpc":"2.0","id":9,"method":"ping"}"#
        )),
        case(GroupBytes, Peer::LspFrame, Peer::LspFrameWhy, concat!("Content-Length: 40\r\n\r\n", r#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#)),
        Case {
            group: GroupBytes, title: Peer::BadUtf8, why: Peer::BadUtf8Why, begun: Begun::Whole,
            bytes: b"{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"text\":\"a\xFFb\"}}}\n",
        },
        case(GroupBytes, Peer::HalfPair, Peer::HalfPairWhy, call!("echo", r#"{"text":"a\ud83db"}"#)),
        case(GroupBegin, Peer::EarlyList, Peer::EarlyListWhy, request!("tools/list")),
        case(GroupBegin, Peer::EarlyNotice, Peer::EarlyNoticeWhy, concat!(
            line!(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#), initialize!(),
        )),
        case(GroupBegin, Peer::BothEras, Peer::BothErasWhy, concat!(
            r#"{"jsonrpc":"2.0","id":8,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
            r#""io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"probe","version":"1"}}}}"#,
            "\n", initialize!(),
        )),
        Case { begun: Begun::Whole, ..case(GroupBegin, Peer::Twice, Peer::TwiceWhy, initialize!()) },
    ]
};
