//! What follows from the log of the world, read once as the log grows: no view looks through all of it again.

mod lists;
mod process;
mod read;

use std::collections::HashMap;

use super::READER;
use crate::proto::error::Misbehaviour;
use crate::proto::framing::Detected;
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{Message, Notification, RequestId};
use crate::proto::mcp::{CallToolResult, ListToolsResult, Tool, names};
use crate::proto::session::{Event, Side, State, Transition};
use crate::sim::{Entry, Fact, FrameNumber, Pair, WireFrame};
pub(super) use lists::{Lists, PROMPTS_LIST, RESOURCES_LIST, TEMPLATES_LIST};
use process::is_noted;
use read::{chosen_version, is_later_page, progress_token, tool_name};
pub(super) use read::{member, message, read};

/// What a frame holds, in a few words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum What {
    /// Nothing: the stream has ended.
    End,
    /// Bytes that are no message.
    NoMessage,
    Request {
        method: String,
        id: String,
        /// The tool that is called.
        tool: Option<String>,
    },
    Notification {
        method: String,
    },
    Response {
        id: Option<String>,
        /// The frame of the request.
        request: Option<FrameNumber>,
        outcome: Outcome,
    },
}

/// What an answer says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// A result.
    Result,
    /// The result of a tool that failed.
    ToolFailed,
    /// The result of a handshake, which chooses this revision.
    Chose(String),
    /// An error of this code.
    Error(i64),
}

/// What is known of one frame.
#[derive(Debug)]
pub(super) struct FrameFacts {
    pub(super) what: What,
    /// The frame of the request that it belongs to: itself, where it is one.
    belongs: Option<FrameNumber>,
    /// Which line of the wire it is.
    pub(super) line: usize,
    /// The frame that answers it first, if it is a request.
    pub(super) answer: Option<FrameNumber>,
    /// The states that its arrival led its receiver to.
    pub(super) states: Vec<(Side, State)>,
    /// What its receiver found wrong with it, by places in the log.
    misbehaved: Vec<usize>,
    /// What its receiver saw in it and the frames before, together, by places in the log.
    detected: Vec<usize>,
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

/// What stands in one row of the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    /// A frame.
    Frame(FrameNumber),
    /// What the server wrote to its standard error, by its place in the log.
    Logged(usize),
    /// What happened to a process, or to a connection, by its place in the log.
    Noted(usize),
}

/// What is known of a world.
#[derive(Debug, Default)]
pub(super) struct Facts {
    /// How much of the log was read.
    read: usize,
    frames: Vec<FrameFacts>,
    /// What was written to the wire and beside it, in order.
    lines: Vec<Line>,
    /// What the person, the model and the host did, by places in the log.
    turns: Vec<usize>,
    /// The newest request of each id, by who made it.
    requests: HashMap<(Side, RequestId), FrameNumber>,
    /// The newest request with each progress token, by who made it; tokens as they are written.
    tokens: HashMap<(Side, String), FrameNumber>,
    client_path: Vec<&'static Transition>,
    server_path: Vec<&'static Transition>,
    tools: Option<Vec<Tool>>,
    lists: Lists,
    /// The requests for a later page of a list.
    later_pages: Vec<FrameNumber>,
    protocol_error: Option<ErrorCase>,
    tool_error: Option<ErrorCase>,
}

impl Facts {
    /// Reads what was added to the log of `pair`, which is the same world as before.
    pub(super) fn follow(&mut self, pair: &Pair) {
        for at in self.read..pair.log().len() {
            let entry = &pair.log()[at];
            match &entry.fact {
                Fact::Sent(number) => self.sent(&pair.frames()[*number], *number),
                Fact::Told { side, event } => {
                    if READER && is_noted(event) {
                        self.lines.push(Line::Noted(at));
                    }
                    self.told(at, entry, *side, event);
                }
                Fact::Logged(_) => self.lines.push(Line::Logged(at)),
                Fact::Said(_) => self.turns.push(at),
                Fact::Process(process) if READER => self.process(at, *process),
                Fact::Arrived { .. }
                | Fact::Delivered(_)
                | Fact::Completed(_)
                | Fact::Process(_)
                | Fact::Handled(_) => {}
            }
        }
        self.read = pair.log().len();
    }

    /// What is known of a frame.
    pub(super) fn frame(&self, number: FrameNumber) -> &FrameFacts {
        &self.frames[number]
    }

    /// The request that the answer in frame `number` belongs to.
    pub(super) fn request_of(&self, number: FrameNumber) -> Option<FrameNumber> {
        match self.frames.get(number)?.what {
            What::Response { request, .. } => request,
            _ => None,
        }
    }

    /// The newest request of `side` with this id.
    pub(super) fn request(&self, side: Side, id: &RequestId) -> Option<FrameNumber> {
        self.requests.get(&(side, id.clone())).copied()
    }

    /// The frames that belong to the same request as frame `number`, the request first.
    pub(super) fn fellows(&self, number: FrameNumber) -> impl Iterator<Item = FrameNumber> {
        let request = self.frames.get(number).and_then(|frame| frame.belongs);
        let from = request.unwrap_or(self.frames.len());
        (from..self.frames.len()).filter(move |other| self.frames[*other].belongs == request)
    }

    /// What was written to the wire and beside it, in order.
    pub(super) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// What the person, the model and the host did, by places in the log.
    pub(super) fn turns(&self) -> &[usize] {
        &self.turns
    }

    /// The request and the answer that the frame `number` is one of; the answer is missing while it is awaited.
    pub(super) fn exchange(&self, number: FrameNumber) -> Option<(FrameNumber, Option<FrameNumber>)> {
        let facts = self.frames.get(number)?;
        match facts.what {
            What::Request { .. } => Some((number, facts.answer)),
            What::Response { request, .. } => Some((request?, Some(number))),
            _ => None,
        }
    }

    /// The steps that `side` has taken, in order.
    pub(super) fn path(&self, side: Side) -> &[&'static Transition] {
        match side {
            Side::Client => &self.client_path,
            Side::Server => &self.server_path,
        }
    }

    /// The tools that the client knows, once it has asked.
    pub(super) fn tools(&self) -> Option<&[Tool]> {
        self.tools.as_deref()
    }

    /// What the client knows of what there is beside tools.
    pub(super) fn lists(&self) -> &Lists {
        &self.lists
    }

    /// The last error of each layer that has reached the client: JSON-RPC first, then the tool's.
    pub(super) fn error_cases(&self) -> (Option<&ErrorCase>, Option<&ErrorCase>) {
        (self.protocol_error.as_ref(), self.tool_error.as_ref())
    }

    fn sent(&mut self, frame: &WireFrame, number: FrameNumber) {
        let (what, belongs) = self.read_frame(frame, number);
        if let What::Response { request: Some(request), .. } = &what
            && let Some(request) = self.frames.get_mut(*request)
        {
            request.answer.get_or_insert(number);
        }
        self.lines.push(Line::Frame(number));
        self.frames.push(FrameFacts {
            what,
            belongs,
            line: self.lines.len() - 1,
            answer: None,
            states: Vec::new(),
            misbehaved: Vec::new(),
            detected: Vec::new(),
        });
    }

    fn read_frame(&mut self, frame: &WireFrame, number: FrameNumber) -> (What, Option<FrameNumber>) {
        if frame.bytes.is_none() {
            return (What::End, None);
        }
        match read(frame).1 {
            Err(_) => (What::NoMessage, None),
            Ok(Message::Request(request)) => {
                let tool = request.params.as_ref().and_then(tool_name);
                let id = request.id.to_json();
                if READER && let Some(token) = request.params.as_ref().and_then(progress_token) {
                    self.tokens.insert((frame.from, token), number);
                }
                if READER && request.params.as_ref().is_some_and(is_later_page) {
                    self.later_pages.push(number);
                }
                self.requests.insert((frame.from, request.id), number);
                (What::Request { method: request.method, id, tool }, Some(number))
            }
            Ok(Message::Notification(notification)) => {
                let belongs = self.noted(frame.from, &notification);
                (What::Notification { method: notification.method }, belongs)
            }
            Ok(Message::Response(response)) => {
                let id = response.id.known();
                let request = id.and_then(|id| self.requests.get(&(frame.from.peer(), id.clone()))).copied();
                let outcome = match &response.outcome {
                    Err(error) => Outcome::Error(error.code.0),
                    Ok(result) if result.parse::<CallToolResult>().is_ok_and(|result| result.is_error) => {
                        Outcome::ToolFailed
                    }
                    Ok(result) => chosen_version(result).map_or(Outcome::Result, Outcome::Chose),
                };
                (What::Response { id: id.map(RequestId::to_json), request, outcome }, request)
            }
        }
    }

    /// The request that a notification from `side` is about.
    fn noted(&self, side: Side, notification: &Notification) -> Option<FrameNumber> {
        // Exchanges are shown by the other module.
        if !READER {
            return None;
        }
        let params: Members = notification.params.as_ref()?.parse().ok()?;
        match notification.method.as_str() {
            names::PROGRESS => {
                let token = params.get("progressToken")?.as_str().to_owned();
                self.tokens.get(&(side.peer(), token)).copied()
            }
            names::CANCELLED => self.requests.get(&(side, params.get("requestId")?.parse().ok()?)).copied(),
            _ => None,
        }
    }

    fn told(&mut self, at: usize, entry: &Entry, side: Side, event: &Event) {
        let arrived = entry.cause.and_then(|frame| self.frames.get_mut(frame));
        match event {
            Event::StateChanged(transition) => {
                match side {
                    Side::Client => self.client_path.push(transition),
                    Side::Server => self.server_path.push(transition),
                }
                arrived.into_iter().for_each(|frame| frame.states.push((side, transition.to)));
            }
            Event::Misbehaved(_) => arrived.into_iter().for_each(|frame| frame.misbehaved.push(at)),
            Event::Detected(_) => arrived.into_iter().for_each(|frame| frame.detected.push(at)),
            Event::Answered { method, outcome, .. } if side == Side::Client => {
                self.answered(
                    entry.cause,
                    method,
                    outcome.as_ref().map_err(|error| (error.code.0, &error.message)),
                );
            }
            _ => {}
        }
    }

    /// The client has an answer.
    fn answered(
        &mut self,
        frame: Option<FrameNumber>,
        method: &str,
        outcome: Result<&RawJson, (i64, &String)>,
    ) {
        let case = |facts: &Self, said, code| {
            let frame = frame?;
            let asked = facts.asked(frame).unwrap_or(method).to_owned();
            Some(ErrorCase { frame, asked, said, code })
        };
        match outcome {
            Err((code, message)) => {
                self.protocol_error = case(self, message.clone(), Some(code)).or(self.protocol_error.take());
            }
            Ok(result) if method == names::TOOLS_LIST => {
                let list = result.parse::<ListToolsResult>().ok();
                self.tools = list.map(|list| list.tools).or(self.tools.take());
            }
            Ok(result) if method == names::TOOLS_CALL => {
                let Ok(result) = result.parse::<CallToolResult>() else { return };
                if result.is_error {
                    let said: Vec<_> =
                        result.content.iter().filter_map(|block| block.text.as_deref()).collect();
                    self.tool_error = case(self, said.join("\n"), None).or(self.tool_error.take());
                }
            }
            Ok(result) if READER => {
                let request = frame.and_then(|frame| self.request_of(frame));
                let continues = request.is_some_and(|request| self.later_pages.contains(&request));
                self.lists.answered(method, result, continues);
            }
            Ok(_) => {}
        }
    }

    /// The name of the tool, or the method, that the answer in `frame` is about.
    fn asked(&self, frame: FrameNumber) -> Option<&str> {
        match &self.frame(self.request_of(frame)?).what {
            What::Request { method, tool, .. } => {
                Some(tool.as_ref().filter(|_| method == names::TOOLS_CALL).unwrap_or(method))
            }
            _ => None,
        }
    }
}

impl FrameFacts {
    /// Whether its receiver found something wrong with it.
    pub(super) fn is_wrong(&self) -> bool {
        !self.misbehaved.is_empty()
    }

    /// What its receiver found wrong with it, in the world that it is of.
    pub(super) fn misbehaviour<'a>(&'a self, pair: &'a Pair) -> impl Iterator<Item = &'a Misbehaviour> {
        self.misbehaved.iter().filter_map(|at| match &pair.log().get(*at)?.fact {
            Fact::Told { event: Event::Misbehaved(found), .. } => Some(found),
            _ => None,
        })
    }

    /// What its receiver saw in it and the frames before, together, in the world that it is of.
    pub(super) fn detected<'a>(&'a self, pair: &'a Pair) -> impl Iterator<Item = &'a Detected> {
        self.detected.iter().filter_map(|at| match &pair.log().get(*at)?.fact {
            Fact::Told { event: Event::Detected(found), .. } => Some(found),
            _ => None,
        })
    }
}
