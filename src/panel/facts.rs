//! What follows from the log of the world.

use core::time::Duration;

use crate::proto::framing::{Detected, Frame, NdjsonDecoder};
use crate::proto::jsonrpc::{Malformed, Message, decode};
use crate::proto::mcp::{CallToolResult, ListToolsResult, Tool, names};
use crate::proto::session::{Event, Side, State, Transition};
use crate::sim::{Entry, Fact, FrameNumber, Pair, WireFrame};

/// What an end said, with the frame that led to it.
fn told(pair: &Pair) -> impl DoubleEndedIterator<Item = (&Entry, Side, &Event)> {
    pair.log().iter().filter_map(|entry| match &entry.fact {
        Fact::Told { side, event } => Some((entry, *side, event)),
        _ => None,
    })
}

/// The tools that the client knows, once it has asked.
#[must_use]
pub(super) fn tools(pair: &Pair) -> Option<Vec<Tool>> {
    told(pair).rev().find_map(|(_, _, event)| match event {
        Event::Answered { method, outcome: Ok(result), .. } if method == names::TOOLS_LIST => {
            result.parse::<ListToolsResult>().ok().map(|list| list.tools)
        }
        _ => None,
    })
}

/// The steps that `side` has taken, in order.
pub(super) fn path(pair: &Pair, of: Side) -> impl Iterator<Item = &'static Transition> {
    told(pair).filter_map(move |(_, side, event)| match event {
        Event::StateChanged(transition) if side == of => Some(*transition),
        _ => None,
    })
}

/// The states that the arrival of `frame` led its receiver to.
pub(super) fn states_after(pair: &Pair, frame: FrameNumber) -> impl Iterator<Item = (Side, State)> {
    told(pair).filter_map(move |(entry, side, event)| match event {
        Event::StateChanged(transition) if entry.cause == Some(frame) => Some((side, transition.to)),
        _ => None,
    })
}

/// What the receiver of `frame` found wrong with it.
pub(super) fn misbehaviour(
    pair: &Pair,
    frame: FrameNumber,
) -> impl Iterator<Item = &crate::proto::error::Misbehaviour> {
    told(pair).filter_map(move |(entry, _, event)| match event {
        Event::Misbehaved(misbehaviour) if entry.cause == Some(frame) => Some(misbehaviour),
        _ => None,
    })
}

/// What the receiver of `frame` saw in it and the frames before, together.
pub(super) fn detected(pair: &Pair, frame: FrameNumber) -> impl Iterator<Item = &Detected> {
    told(pair).filter_map(move |(entry, _, event)| match event {
        Event::Detected(detected) if entry.cause == Some(frame) => Some(detected),
        _ => None,
    })
}

/// Bytes on the wire, read as one frame.
pub(super) fn read(bytes: &[u8]) -> (Option<Frame>, Result<Message, Malformed>) {
    let mut decoder = NdjsonDecoder::default();
    decoder.feed(bytes);
    decoder.finish();
    let frame = decoder.poll_frame();
    let message = decode(frame.as_ref().map_or(bytes, |frame| frame.body()));
    (frame, message)
}

/// The message in a frame, if it holds one.
#[must_use]
pub(super) fn message(frame: &WireFrame) -> Option<Message> {
    read(frame.bytes.as_deref()?).1.ok()
}

/// The request that the answer in frame `number` belongs to, and the time between the two.
#[must_use]
pub(super) fn request_of(pair: &Pair, number: FrameNumber) -> Option<(FrameNumber, Message, Duration)> {
    let answer = pair.frames().get(number)?;
    let Message::Response(response) = message(answer)? else { return None };
    let id = response.id.known()?.clone();
    let earlier = pair.frames()[..number].iter().enumerate().rev();
    earlier.filter(|(_, frame)| frame.from != answer.from).find_map(|(index, frame)| match message(frame)? {
        Message::Request(request) if request.id == id => {
            let wait = answer.arrives.saturating_since(frame.sent);
            Some((index, Message::Request(request), wait))
        }
        _ => None,
    })
}

/// An answer that says that something went wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ErrorCase {
    /// The frame of the answer.
    pub(super) frame: FrameNumber,
    /// What was asked, in a word: the tool's name or the method.
    pub(super) asked: String,
    /// What the answer says.
    pub(super) said: String,
    /// The code, in the JSON-RPC layer.
    pub(super) code: Option<i64>,
}

/// The last error of each layer that has reached the client: JSON-RPC first, then the tool's.
#[must_use]
pub(super) fn error_cases(pair: &Pair) -> (Option<ErrorCase>, Option<ErrorCase>) {
    let (mut protocol, mut tool) = (None, None);
    for (entry, side, event) in told(pair) {
        let (Side::Client, Event::Answered { method, outcome, .. }, Some(frame)) = (side, event, entry.cause)
        else {
            continue;
        };
        match outcome {
            Err(error) => {
                protocol = Some(ErrorCase {
                    frame,
                    asked: asked(pair, frame).unwrap_or_else(|| method.clone()),
                    said: error.message.clone(),
                    code: Some(error.code.0),
                });
            }
            Ok(result) if method == names::TOOLS_CALL => {
                let Ok(result) = result.parse::<CallToolResult>() else { continue };
                if result.is_error {
                    let said: Vec<_> =
                        result.content.iter().filter_map(|block| block.text.as_deref()).collect();
                    tool = Some(ErrorCase {
                        frame,
                        asked: asked(pair, frame).unwrap_or_default(),
                        said: said.join("\n"),
                        code: None,
                    });
                }
            }
            Ok(_) => {}
        }
    }
    (protocol, tool)
}

/// The name of the tool, or the method, that the answer in `frame` is about.
fn asked(pair: &Pair, frame: FrameNumber) -> Option<String> {
    let (_, Message::Request(request), _) = request_of(pair, frame)? else { return None };
    let tool = request.params.as_ref().filter(|_| request.method == names::TOOLS_CALL).and_then(tool_name);
    Some(tool.unwrap_or(request.method))
}

/// The `name` in the parameters of a `tools/call`.
#[must_use]
pub(super) fn tool_name(params: &crate::proto::json::RawJson) -> Option<String> {
    params.parse::<crate::proto::mcp::CallToolParams>().ok().map(|params| params.name)
}
