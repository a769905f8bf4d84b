//! What stands on the wire, read once more: the page has the bytes, the ends keep what they understood to themselves.

use crate::panel::READER;
use crate::proto::framing::{ContentLengthDecoder, Frame, Framing, NdjsonDecoder};
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{Malformed, Message, decode};
use crate::proto::mcp::{CallToolParams, InitializeResult};
use crate::sim::WireFrame;

/// What stands on the wire, read as one frame by the framing of the end that wrote it.
pub(in crate::panel) fn read(frame: &WireFrame) -> (Option<Frame>, Result<Message, Malformed>) {
    let bytes = frame.bytes.as_deref().unwrap_or_default();
    if READER && frame.framing == Framing::ContentLength {
        return read_headed(bytes);
    }
    let mut decoder = NdjsonDecoder::default();
    decoder.feed(bytes);
    decoder.finish();
    let frame = decoder.poll_frame();
    let message = decode(frame.as_ref().map_or(bytes, |frame| frame.body()));
    (frame, message)
}

/// The same where a header stands before each message, which is not MCP's way.
fn read_headed(bytes: &[u8]) -> (Option<Frame>, Result<Message, Malformed>) {
    let mut decoder = ContentLengthDecoder::default();
    decoder.feed(bytes);
    decoder.finish();
    let frame = decoder.poll_frame();
    let message = match &frame {
        Some(Frame { fault: Some(fault), .. }) => Err((*fault).into()),
        Some(frame) => decode(frame.body()),
        None => decode(bytes),
    };
    (frame, message)
}

/// The message in a frame, if it holds one.
#[must_use]
pub(in crate::panel) fn message(frame: &WireFrame) -> Option<Message> {
    frame.bytes.as_ref()?;
    read(frame).1.ok()
}

/// Whether these parameters ask for a later page of a list.
pub(super) fn is_later_page(params: &RawJson) -> bool {
    member(params, "cursor").is_some()
}

/// The token that progress of a request is to carry, as it is written.
pub(super) fn progress_token(params: &RawJson) -> Option<String> {
    Some(member(&member(params, "_meta")?, "progressToken")?.into_string())
}

/// The member `name` of an object.
pub(in crate::panel) fn member(value: &RawJson, name: &str) -> Option<RawJson> {
    value.parse::<Members>().ok()?.take(name).ok()?
}

/// The `name` in the parameters of a `tools/call`.
pub(super) fn tool_name(params: &RawJson) -> Option<String> {
    params.parse::<CallToolParams>().ok().map(|params| params.name)
}

/// The revision that an answer to `initialize` chooses, if it is one.
pub(super) fn chosen_version(result: &RawJson) -> Option<String> {
    result.parse::<InitializeResult>().ok().map(|result| result.protocol_version)
}
