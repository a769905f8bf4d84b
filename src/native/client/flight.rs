//! Requests in flight: as many as there are, each answered once, in any order.

use std::collections::HashMap;
use std::time::Duration;

use foldhash::fast::FixedState;

use super::{Client, ClientError, Lost, Reply, TimedOut};
use crate::proto::error::{CloseReason, LocalError, Misbehaviour, ProtocolError};
use crate::proto::json::RawJson;
use crate::proto::jsonrpc::{ById, ErrorObject, RequestId};
use crate::proto::mcp::{CallToolResult, InputRequiredResult, names};
use crate::proto::session::{ClientSession, Event, Output, RequestOptions};
use crate::proto::time::Instant;

/// How long a server whose stdout has ended gets to end too, before we say that it is still running.
const LAST_BREATH: Duration = Duration::from_millis(500);

/// What a server answers: a result as it wrote it, or its error.
pub type Answer = Result<RawJson, ErrorObject>;

/// A request that was sent. Its answer is kept until somebody asks for it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Asked {
    /// Ids begin anew with each process.
    process: u32,
    id: RequestId,
    method: &'static str,
}

impl Asked {
    /// Its id.
    #[must_use]
    pub const fn id(&self) -> &RequestId {
        &self.id
    }

    /// Its method.
    #[must_use]
    pub const fn method(&self) -> &'static str {
        self.method
    }
}

/// What became of a request.
#[derive(Debug)]
enum Outcome {
    Answered(Answer),
    Asks(InputRequiredResult),
    Failed(ProtocolError),
}

/// The requests that somebody waits for.
#[derive(Debug, Default)]
pub(super) struct Flight {
    process: u32,
    /// What became of the requests to this process, by their ids; of the one before, where nobody has asked yet.
    outcomes: ById<Option<Outcome>, FixedState>,
    before: HashMap<(u32, RequestId), Outcome>,
}

impl Flight {
    pub(super) fn expect(&mut self, method: &'static str, id: RequestId) -> Asked {
        self.outcomes.insert(id.clone(), None);
        Asked { process: self.process, id, method }
    }

    /// From now on another process answers. What the last one has not answered it never will.
    pub(super) fn begin_anew(&mut self) {
        let process = self.process;
        let known = self.outcomes.drain().filter_map(|(id, outcome)| Some(((process, id), outcome?)));
        self.before.extend(known);
        self.process += 1;
    }

    fn note(&mut self, event: Event) {
        let (id, outcome) = match event {
            Event::Answered { id, outcome, .. } => (id, Outcome::Answered(outcome)),
            Event::Failed { id, error, .. } => (id, Outcome::Failed(error)),
            Event::InputRequired { id, input, .. } => (id, Outcome::Asks(input)),
            _ => return,
        };
        // Nobody waits for the pings of the heartbeat.
        if let Some(place) = self.outcomes.get_mut(&id) {
            *place = Some(outcome);
        }
    }

    /// Nobody waits for it any more.
    pub(super) fn no_longer_expect(&mut self, asked: &Asked) {
        if asked.process == self.process {
            self.outcomes.remove(&asked.id);
        }
    }

    /// What became of a request: nothing as long as that is not known.
    fn take(&mut self, asked: &Asked) -> Result<Option<Outcome>, LocalError> {
        let taken = if asked.process == self.process {
            if let Some(None) = self.outcomes.get(&asked.id) {
                return Ok(None);
            }
            self.outcomes.remove(&asked.id).flatten()
        } else {
            self.before.remove(&(asked.process, asked.id.clone()))
        };
        taken.map(Some).ok_or_else(|| LocalError::NotRequested(asked.id.clone()))
    }
}

impl Client {
    /// Sends a request, at the latest when anything is waited for.
    ///
    /// # Errors
    /// [`ClientError::Local`] when the protocol does not allow it now.
    pub fn send(
        &mut self,
        method: &'static str,
        params: Option<RawJson>,
        options: RequestOptions,
    ) -> Result<Asked, ClientError> {
        self.command(method, |session, now| session.request_with(now, method, params, options))
    }

    /// Sends a call of a tool, at the latest when anything is waited for.
    ///
    /// # Errors
    /// [`ClientError::Local`] when the protocol does not allow it now.
    pub fn send_call(
        &mut self,
        name: &str,
        arguments: Option<RawJson>,
        options: RequestOptions,
    ) -> Result<Asked, ClientError> {
        self.command(names::TOOLS_CALL, |session, now| session.call_tool_with(now, name, arguments, options))
    }

    /// Calls a tool. A tool that fails is an answer too: its result says `isError`.
    ///
    /// # Errors
    /// As for every request, and [`ClientError::Unreadable`] when the answer is no result of a tool.
    pub fn call_tool(
        &mut self,
        name: &str,
        arguments: Option<RawJson>,
    ) -> Result<CallToolResult, ClientError> {
        let answer = self.call_tool_raw(name, arguments)?;
        self.read_result(names::TOOLS_CALL, answer)
    }

    /// Calls a tool and hands out the result as the server wrote it, or its error.
    ///
    /// # Errors
    /// As for every request, but for [`ClientError::Answered`].
    pub fn call_tool_raw(&mut self, name: &str, arguments: Option<RawJson>) -> Result<Answer, ClientError> {
        let asked = self.send_call(name, arguments, RequestOptions::default())?;
        self.answer(&asked)
    }

    /// Sends a request and waits for its answer.
    ///
    /// # Errors
    /// As for [`send`](Self::send) and [`answer`](Self::answer).
    pub fn request(&mut self, method: &'static str, params: Option<RawJson>) -> Result<Answer, ClientError> {
        let asked = self.send(method, params, RequestOptions::default())?;
        self.answer(&asked)
    }

    /// Waits for the answer to a request, whatever else is answered meanwhile.
    ///
    /// # Errors
    /// [`ClientError::TimedOut`] and [`ClientError::Lost`], [`ClientError::AskedBack`] when the server asks something
    /// first, and [`ClientError::Unreadable`] when its answer is none.
    pub fn answer(&mut self, asked: &Asked) -> Result<Answer, ClientError> {
        let mut asked = asked.clone();
        loop {
            match self.wait(&asked)? {
                Reply::Answer(answer) => return Ok(answer),
                Reply::Questions(input) => asked = self.go_on_without_questions(&asked, &input)?,
            }
        }
    }

    fn wait(&mut self, asked: &Asked) -> Result<Reply, ClientError> {
        loop {
            if let Some(reply) = self.wait_a_while(asked)? {
                return Ok(reply);
            }
        }
    }

    /// What became of a request, if it is known; otherwise waits until something has happened.
    pub(super) fn wait_a_while(&mut self, asked: &Asked) -> Result<Option<Reply>, ClientError> {
        if let Some(reply) = self.poll_answer(asked) {
            return reply.map(Some);
        }
        if self.driver.is_over() {
            return Err(self.lost(asked.method, CloseReason::PeerClosed));
        }
        self.driver.step();
        self.drain();
        Ok(None)
    }

    /// What became of a request, if that is known by now; [`step`](Self::step) lets more become known.
    pub fn poll_answer(&mut self, asked: &Asked) -> Option<Result<Reply, ClientError>> {
        let mut outcome = self.flight.take(asked);
        // What has come already is known without a look at the pipes.
        if let Ok(None) = outcome {
            self.drain();
            outcome = self.flight.take(asked);
        }
        match outcome {
            Ok(None) => None,
            Ok(Some(outcome)) => Some(self.judge(asked.method, outcome)),
            Err(error) => Some(Err(ClientError::Local(error))),
        }
    }

    /// Waits until something happens, `most` at most, and takes note of it. A conversation that is over only takes the
    /// time.
    pub fn step(&mut self, most: Duration) {
        self.drain();
        if self.driver.is_over() {
            std::thread::sleep(most);
        } else {
            self.driver.step_within(Some(most));
            self.drain();
        }
    }

    /// Sends one request and waits for what comes of it.
    pub(super) fn ask(
        &mut self,
        method: &'static str,
        command: impl FnOnce(&mut ClientSession, Instant) -> Result<RequestId, LocalError>,
    ) -> Result<Answer, ClientError> {
        let asked = self.command(method, command)?;
        self.answer(&asked)
    }

    pub(super) fn command(
        &mut self,
        method: &'static str,
        command: impl FnOnce(&mut ClientSession, Instant) -> Result<RequestId, LocalError>,
    ) -> Result<Asked, ClientError> {
        let (connection, now) = self.driver.command();
        let id = command(connection.session_mut(), now).map_err(ClientError::Local)?;
        let asked = self.flight.expect(method, id);
        let Self { driver, log, flight, lists, .. } = self;
        driver.gather(|output| note(log, flight, lists, output));
        if self.driver.is_congested() && !self.driver.is_over() {
            // The server may be waiting for us to read before it reads on.
            self.driver.step_within(Some(Duration::ZERO));
            self.drain();
        }
        Ok(asked)
    }

    /// Sends what there is to send, and takes note of what has happened.
    pub(super) fn drain(&mut self) {
        let Self { driver, log, flight, lists, .. } = self;
        driver.drain(|output| note(log, flight, lists, output));
    }

    fn judge(&mut self, method: &'static str, outcome: Outcome) -> Result<Reply, ClientError> {
        match outcome {
            Outcome::Answered(answer) => {
                // The answer came, so whatever went on meanwhile did not stand in its way.
                self.log.evidence.clear();
                Ok(Reply::Answer(answer))
            }
            Outcome::Asks(input) => Ok(Reply::Questions(input)),
            Outcome::Failed(ProtocolError::TimedOut { after }) => {
                let mut evidence = Box::new(self.log.evidence.take());
                evidence.note_unfinished(self.driver.endpoint().partial());
                if let Some(error) = self.driver.output_error() {
                    evidence.note_unsent(error);
                }
                Err(ClientError::TimedOut(TimedOut { method, after, evidence }))
            }
            Outcome::Failed(ProtocolError::Closed(reason)) => Err(self.lost(method, reason)),
            Outcome::Failed(ProtocolError::Local(error)) => Err(ClientError::Local(error)),
            Outcome::Failed(ProtocolError::Remote(Misbehaviour::Http(fault))) => {
                Err(ClientError::Refused { method, fault, evidence: Box::new(self.log.evidence.take()) })
            }
            Outcome::Failed(ProtocolError::Remote(misbehaviour)) => {
                Err(ClientError::Unreadable { method, why: misbehaviour.to_string() })
            }
        }
    }

    /// The conversation is over before the answer came: looks whether the server has ended too, and what it said last.
    fn lost(&mut self, method: &'static str, reason: CloseReason) -> ClientError {
        // One that no longer answers has not ended; any other gets the time to.
        let breath = match reason {
            CloseReason::PeerClosed => LAST_BREATH,
            _ => Duration::ZERO,
        };
        let status = *self.end.get_or_insert_with(|| self.host.status_within(breath));
        let evidence = self.log.evidence.take();
        let remote = self.is_remote();
        ClientError::Lost(Box::new(Lost { method, status, remote, reason, evidence }))
    }
}

fn note(log: &mut super::Log, flight: &mut Flight, lists: &mut super::lists::Lists, output: Output<&[u8]>) {
    log.note(&output);
    if let Output::Event(event) = output {
        lists.note(&event);
        flight.note(event);
    }
}
