//! The server that was recorded, for a client that is really there.
//!
//! Each message of the recorded client is a cue, and what the server wrote because of it, or after it, are the steps that
//! follow. A client that is there gives cues in its own order: each is looked for in the recording, first the very same
//! one, then one about the same thing, then one of the same method.

use core::time::Duration;
use std::collections::{BTreeMap, VecDeque};

use super::Timing;
use super::script::{Recorded, Script};
use crate::proto::framing::{FrameEncoder, Framing, Limits, SniffingDecoder};
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{ErrorCode, ErrorObject, Message, RequestId, decode, encode};
use crate::proto::mcp::names;
use crate::proto::session::Side;
use crate::proto::time::Instant;

/// Something to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// Write these bytes.
    Write(Vec<u8>),
    /// Tell a person.
    Tell(Told),
    /// The server has ended here.
    End,
}

/// What a person should know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// A request is answered as another one was: its method, and the number of the frame.
    Alike(String, usize),
    /// A request is not answered, as it was not in the recording: its method, and the number of the frame.
    Unanswered(String, usize),
    /// Nothing like this request was recorded: its method.
    Unknown(String),
    /// A line that is no message: its number.
    NoMessage(usize),
}

/// What the server does after a cue.
#[derive(Debug)]
struct Step {
    frame: usize,
    after: Duration,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The answer to the cue.
    Answer,
    /// Progress of the cue.
    Progress,
    /// A request; whether its answer was recorded before the next step.
    Ask { awaited: bool },
    /// Anything else.
    Other,
    /// The server ends.
    End,
}

/// What the client said, and what follows.
#[derive(Debug, Default)]
struct Cue {
    /// The number of the frame in the script; none for the beginning.
    frame: Option<usize>,
    method: String,
    params: Option<serde_json::Value>,
    is_request: bool,
    steps: Vec<Step>,
    is_used: bool,
}

/// A cue whose steps are under way.
#[derive(Debug)]
struct Run {
    cue: usize,
    step: usize,
    since: Instant,
    id: Option<RequestId>,
    token: Option<RawJson>,
    /// The request of ours whose answer comes before the next step.
    waits_for: Option<RequestId>,
}

/// The server of a recording. One mutation, then [`poll_line`](Self::poll_line) until `None`, then wait until
/// [`next_timeout`](Self::next_timeout).
#[derive(Debug)]
pub struct Understudy {
    frames: Vec<Recorded>,
    cues: Vec<Cue>,
    timing: Timing,
    runs: Vec<Run>,
    decoder: SniffingDecoder,
    heard: usize,
    lines: VecDeque<Line>,
    has_ended: bool,
}

impl Understudy {
    /// An understudy who knows `script`.
    #[must_use]
    pub fn new(script: &Script, timing: Timing) -> Self {
        Self {
            frames: script.frames.clone(),
            cues: cues(script),
            timing,
            runs: Vec::new(),
            decoder: SniffingDecoder::new(Limits::default()),
            heard: 0,
            lines: VecDeque::new(),
            has_ended: false,
        }
    }

    /// Begins with what the server said before it was asked anything.
    pub fn begin(&mut self, now: Instant) {
        self.start(now, 0, None, None);
    }

    /// Takes bytes of the client.
    pub fn handle_bytes(&mut self, now: Instant, bytes: &[u8]) {
        self.decoder.feed(bytes);
        self.drain(now);
    }

    /// The client has nothing more to say. What is under way is still done.
    pub fn handle_end(&mut self, now: Instant) {
        self.has_ended = true;
        self.decoder.finish();
        self.drain(now);
        // Whoever has gone answers nothing.
        self.runs.iter_mut().for_each(|run| run.waits_for = None);
        self.advance(now);
    }

    /// Does what is due.
    pub fn handle_timeout(&mut self, now: Instant) {
        self.advance(now);
    }

    /// When [`handle_timeout`](Self::handle_timeout) wants to be called.
    #[must_use]
    pub fn next_timeout(&self) -> Option<Instant> {
        let runs = self.runs.iter().filter(|run| run.waits_for.is_none());
        runs.filter_map(|run| Some(self.due(run, self.cues[run.cue].steps.get(run.step)?))).min()
    }

    /// The next thing to do; `None` once all is done.
    pub fn poll_line(&mut self) -> Option<Line> {
        self.lines.pop_front()
    }

    /// Whether nothing more can happen.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.has_ended && self.lines.is_empty() && self.next_timeout().is_none()
    }

    fn drain(&mut self, now: Instant) {
        while let Some(frame) = self.decoder.poll_frame() {
            if frame.is_idle() {
                continue;
            }
            self.heard += 1;
            match decode(frame.body()) {
                Ok(message) => self.take(now, message),
                Err(_) => self.lines.push_back(Line::Tell(Told::NoMessage(self.heard))),
            }
        }
        self.advance(now);
    }

    fn take(&mut self, now: Instant, message: Message) {
        match message {
            Message::Request(request) => {
                let method = request.method;
                let Some((cue, is_same)) = self.find(&method, request.params.as_ref(), true) else {
                    let error = ErrorObject::new(
                        ErrorCode::METHOD_NOT_FOUND,
                        format!("The recording holds no answer to {method}"),
                    );
                    let answer = encode(&Message::answer(request.id, Err(error)));
                    let encoder = FrameEncoder::new(self.decoder.framing().unwrap_or(Framing::Ndjson));
                    self.lines.push_back(Line::Write(encoder.encode(answer)));
                    return self.lines.push_back(Line::Tell(Told::Unknown(method)));
                };
                let number = self.cues[cue].frame.map_or(0, |frame| self.frames[frame].number);
                if !self.cues[cue].steps.iter().any(|step| step.kind == Kind::Answer) {
                    self.lines.push_back(Line::Tell(Told::Unanswered(method, number)));
                } else if !is_same && method != names::INITIALIZE {
                    // Who introduces itself is somebody else each time.
                    self.lines.push_back(Line::Tell(Told::Alike(method, number)));
                }
                let token = request
                    .params
                    .as_ref()
                    .and_then(|params| member(&member(params, "_meta")?, "progressToken"));
                self.start(now, cue, Some(request.id), token);
            }
            Message::Notification(notification) => {
                if let Some((cue, _)) = self.find(&notification.method, notification.params.as_ref(), false) {
                    self.start(now, cue, None, None);
                }
            }
            Message::Response(response) => {
                let id = response.id.known();
                for run in self.runs.iter_mut().filter(|run| run.waits_for.is_some()) {
                    if run.waits_for.as_ref() == id {
                        run.waits_for = None;
                    }
                }
            }
        }
    }

    /// The cue that is most like this message, and whether it is the very same one.
    fn find(&self, method: &str, params: Option<&RawJson>, is_request: bool) -> Option<(usize, bool)> {
        let params = params.and_then(plain);
        let fits = |cue: &Cue| cue.is_request == is_request && cue.method == method && cue.frame.is_some();
        let rank = |cue: &Cue| match &cue.params {
            other if *other == params => 0,
            other if subject(other.as_ref()) == subject(params.as_ref()) => 1,
            _ => 2,
        };
        let all = self.cues.iter().enumerate().filter(|(_, cue)| fits(cue));
        // What is told once is not told again; an answer is.
        let all = all.filter(|(_, cue)| is_request || !cue.is_used);
        let best = all.min_by_key(|(index, cue)| {
            // Of those that were answered already, the last is what the server says now.
            let place = if cue.is_used { usize::MAX - index } else { *index };
            (rank(cue), cue.is_used, place)
        });
        best.map(|(index, cue)| (index, rank(cue) == 0))
    }

    fn start(&mut self, now: Instant, cue: usize, id: Option<RequestId>, token: Option<RawJson>) {
        self.cues[cue].is_used = true;
        self.runs.push(Run { cue, step: 0, since: now, id, token, waits_for: None });
    }

    fn due(&self, run: &Run, step: &Step) -> Instant {
        match self.timing {
            Timing::Real => run.since + step.after,
            Timing::Fast => run.since,
        }
    }

    fn advance(&mut self, now: Instant) {
        let mut runs = core::mem::take(&mut self.runs);
        for run in &mut runs {
            while let Some(step) = self.cues[run.cue].steps.get(run.step) {
                if run.waits_for.is_some() || self.due(run, step) > now {
                    break;
                }
                run.step += 1;
                self.lines.extend(self.line(run, step.frame, step.kind));
                if step.kind == (Kind::Ask { awaited: true }) && !self.has_ended {
                    let asked = self.frames[step.frame].message.as_ref();
                    run.waits_for = asked.and_then(Message::id).cloned();
                }
            }
        }
        runs.retain(|run| run.step < self.cues[run.cue].steps.len());
        runs.append(&mut self.runs);
        self.runs = runs;
    }

    /// What a step comes to, for this client.
    fn line(&self, run: &Run, frame: usize, kind: Kind) -> Option<Line> {
        if kind == Kind::End {
            return Some(Line::End);
        }
        let frame = &self.frames[frame];
        let bytes = match (kind, &run.id, &run.token) {
            (Kind::Answer, Some(id), _) => frame.with("id", &[], &id.to_json()),
            // Who asks for no progress gets none.
            (Kind::Progress, _, None) => return None,
            (Kind::Progress, _, Some(token)) => frame.with("params", &["progressToken"], token.as_str()),
            _ => frame.bytes(),
        };
        Some(Line::Write(bytes))
    }
}

/// What the recorded server did, by what the client had said.
fn cues(script: &Script) -> Vec<Cue> {
    let mut cues = vec![Cue { is_used: true, ..Cue::default() }];
    let mut asked: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let (mut open, mut tokens) = (BTreeMap::new(), BTreeMap::new());
    let start = Instant::ZERO;
    let add = |cues: &mut Vec<Cue>, owner: usize, frame: usize, at: Instant, kind: Kind| {
        let since = cues[owner].frame.map_or(start, |frame| script.frames[frame].at);
        cues[owner].steps.push(Step { frame, after: at.saturating_since(since), kind });
        (owner, cues[owner].steps.len() - 1)
    };
    for (index, recorded) in script.frames.iter().enumerate() {
        let last = cues.len() - 1;
        if let Some((_, at)) = script.server_end.filter(|(before, _)| *before == index) {
            add(&mut cues, last, index, at, Kind::End);
        }
        match (recorded.from, &recorded.message) {
            (Side::Client, Some(Message::Response(response))) => {
                let id = response.id.known().map(RequestId::to_json);
                if let Some((owner, step)) = id.and_then(|id| asked.remove(&id)) {
                    let cue: &mut Cue = &mut cues[owner];
                    cue.steps[step].kind = Kind::Ask { awaited: true };
                }
            }
            (Side::Client, Some(message)) => {
                let params = match message {
                    Message::Request(request) => request.params.as_ref(),
                    Message::Notification(notification) => notification.params.as_ref(),
                    Message::Response(_) => None,
                };
                if let Some(id) = message.id() {
                    open.insert(id.to_json(), cues.len());
                }
                if let Some(token) = params.and_then(|it| member(&member(it, "_meta")?, "progressToken")) {
                    tokens.insert(token.to_string(), cues.len());
                }
                cues.push(Cue {
                    frame: Some(index),
                    method: message.method().unwrap_or_default().to_owned(),
                    params: params.and_then(plain),
                    is_request: message.id().is_some(),
                    ..Cue::default()
                });
            }
            (Side::Client, None) => {}
            (Side::Server, message) => {
                let (owner, kind) = match message {
                    Some(Message::Response(response)) => {
                        let id = response.id.known().map(RequestId::to_json);
                        id.and_then(|id| open.remove(&id))
                            .map_or((last, Kind::Other), |owner| (owner, Kind::Answer))
                    }
                    Some(Message::Notification(notification)) if notification.method == names::PROGRESS => {
                        let token = notification.params.as_ref().and_then(|it| member(it, "progressToken"));
                        let owner = token.and_then(|token| tokens.get(&token.to_string()).copied());
                        owner.map_or((last, Kind::Other), |owner| (owner, Kind::Progress))
                    }
                    Some(Message::Request(_)) => (last, Kind::Ask { awaited: false }),
                    _ => (last, Kind::Other),
                };
                let place = add(&mut cues, owner, index, recorded.at, kind);
                if let (Kind::Ask { .. }, Some(id)) = (kind, message.as_ref().and_then(Message::id)) {
                    asked.insert(id.to_json(), place);
                }
            }
        }
    }
    if let Some((_, at)) = script.server_end.filter(|(before, _)| *before >= script.frames.len()) {
        let last = cues.len() - 1;
        add(&mut cues, last, 0, at, Kind::End);
    }
    cues
}

fn member(value: &RawJson, name: &str) -> Option<RawJson> {
    value.parse::<Members>().ok()?.take(name).ok()?
}

/// Parameters as they are compared: what is about the sending and not about the question does not count.
fn plain(params: &RawJson) -> Option<serde_json::Value> {
    let mut value: serde_json::Value = params.parse().ok()?;
    if let Some(object) = value.as_object_mut() {
        object.remove("_meta");
        if object.is_empty() {
            return None;
        }
    }
    Some(value)
}

/// What a request is about: the tool or the prompt, or the resource.
fn subject(params: Option<&serde_json::Value>) -> Option<&serde_json::Value> {
    let params = params?;
    params.get("name").or_else(|| params.get("uri"))
}
