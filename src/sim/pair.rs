//! A client and a server on two ends of a wire.

use core::time::Duration;

use super::command::{Action, Command, Refusal};
use super::log::{Entry, Fact, FrameNumber, WireFrame};
use super::pipe::Pipe;
use crate::demo::{Execute, FileError, FolderEdit, Live, MemoryFolder, Query, Registry, Server, config};
use crate::proto::connection::{Connection, Input};
use crate::proto::error::LocalError;
use crate::proto::jsonrpc::RequestId;
use crate::proto::session::{ClientConfig, ClientSession, Event, Output, ServerConfig, Side, TimeoutReason};
use crate::proto::time::Instant;
use crate::trace::{Lane, Trace, TraceEntry};

/// What a world is made from. Together with the actions it fixes every byte.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The client's manners.
    pub client: ClientConfig,
    /// The server's manners.
    pub server: ServerConfig,
    /// How long a frame is on the wire.
    pub latency: Duration,
    /// Milliseconds since 1970-01-01 UTC at the beginning, for the tool that tells the time.
    pub unix_millis: u64,
    /// Whether there is somebody who answers queries of a database.
    pub database_elsewhere: bool,
    /// The files that the server's tools read.
    pub folder: MemoryFolder,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            client: ClientConfig::default(),
            server: config(),
            latency: Duration::from_millis(4),
            unix_millis: 0,
            database_elsewhere: false,
            folder: MemoryFolder::sample(),
        }
    }
}

/// What happens next, unless somebody does something first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Upcoming {
    /// A frame arrives.
    Arrival(FrameNumber),
    /// An end wakes up.
    Timeout(Side, TimeoutReason),
}

/// What a step did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stepped {
    /// It let this happen.
    Happened(Upcoming),
    /// Nothing: both ends are still and nothing is on the wire.
    Idle,
}

/// Two real ends on a wire of memory, with a clock that jumps from one thing to the next.
#[derive(Debug)]
pub struct Pair<E = Live> {
    now: Instant,
    client: Connection<ClientSession>,
    server: Server<E>,
    to_server: Pipe,
    to_client: Pipe,
    frames: Vec<WireFrame>,
    log: Vec<Entry>,
    actions: Vec<Action>,
}

impl Pair<Live> {
    /// A client and the demo server, before the first word.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        let live = Live::new(Registry::demo(), settings.unix_millis).with_folder(settings.folder.clone());
        let live = if settings.database_elsewhere { live.with_database_elsewhere() } else { live };
        Self::with_executor(settings, live)
    }

    /// The world that `actions` lead to.
    #[must_use]
    pub fn replay(settings: &Settings, actions: &[Action]) -> Self {
        let mut pair = Self::new(settings);
        for action in actions {
            let done = pair.act(action.clone());
            debug_assert!(done.is_ok(), "what was refused is not in the list: {action:?}: {done:?}");
        }
        pair
    }
}

impl<E: Execute> Pair<E> {
    /// A client and a server whose tools run on `executor`.
    #[must_use]
    pub fn with_executor(settings: &Settings, executor: E) -> Self {
        Self {
            now: Instant::ZERO,
            client: Connection::new(ClientSession::new(settings.client.clone())),
            server: Server::new(executor, settings.server.clone()).recording(),
            to_server: Pipe::new(settings.latency),
            to_client: Pipe::new(settings.latency),
            frames: Vec::new(),
            log: Vec::new(),
            actions: Vec::new(),
        }
    }

    /// The time in this world.
    #[must_use]
    pub fn now(&self) -> Instant {
        self.now
    }

    /// The client's end.
    #[must_use]
    pub fn client(&self) -> &ClientSession {
        self.client.session()
    }

    /// The server's end.
    #[must_use]
    pub fn server(&self) -> &Server<E> {
        &self.server
    }

    /// Every frame that was written, in order.
    #[must_use]
    pub fn frames(&self) -> &[WireFrame] {
        &self.frames
    }

    /// Every fact, in order.
    #[must_use]
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// What was done to this world, in order.
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// Everything that was written, with the time of writing.
    #[must_use]
    pub fn trace(&self) -> Trace {
        let entry = |frame: &WireFrame| {
            let lane = Lane::from_sender(frame.from);
            match &frame.bytes {
                Some(bytes) => TraceEntry::new(frame.sent, lane, bytes.clone()),
                None => TraceEntry::end(frame.sent, lane),
            }
        };
        Trace::of(self.frames.iter().map(entry).collect())
    }

    /// What happens next and when, unless somebody does something first.
    #[must_use]
    pub fn upcoming(&self) -> Option<(Instant, Upcoming)> {
        let arrival = |pipe: &Pipe| pipe.next().map(|(at, frame)| (at, Upcoming::Arrival(frame)));
        let wake = |at: Option<Instant>, side, reason: Option<TimeoutReason>| {
            Some((at?, Upcoming::Timeout(side, reason?)))
        };
        [
            arrival(&self.to_server),
            arrival(&self.to_client),
            wake(self.server.next_timeout(), Side::Server, self.server.timeout_reason()),
            wake(self.client.next_timeout(), Side::Client, self.client.timeout_reason()),
        ]
        .into_iter()
        .flatten()
        // `min_by_key` keeps the first of equals: what arrives comes before what runs out.
        .min_by_key(|(at, _)| *at)
    }

    /// Does `action` and keeps it for a replay.
    ///
    /// # Errors
    /// When the end refuses the command, or the files cannot be changed like this; nothing has happened and nothing is
    /// kept then.
    pub fn act(&mut self, action: Action) -> Result<Stepped, Refusal> {
        match action {
            Action::Step => return Ok(self.step()),
            Action::Command(command) => self.tell(command).map_err(Refusal::End)?,
            Action::Edit(edit) => self.edit(edit).map_err(Refusal::Folder)?,
        }
        Ok(Stepped::Idle)
    }

    /// Lets the next thing happen.
    pub fn step(&mut self) -> Stepped {
        let stepped = self.happen();
        if stepped != Stepped::Idle {
            self.actions.push(Action::Step);
        }
        stepped
    }

    /// Makes an end do something.
    ///
    /// # Errors
    /// When the client refuses the command, or the server waits for no such result.
    pub fn tell(&mut self, command: Command) -> Result<(), LocalError> {
        self.command(&command)?;
        self.actions.push(Action::Command(command));
        Ok(())
    }

    /// Changes the files that the server's tools read; the server tells the client what it has to know of that.
    ///
    /// # Errors
    /// When the change cannot be made.
    pub fn edit(&mut self, edit: FolderEdit) -> Result<(), FileError> {
        self.server.edit_folder(self.now, &edit)?;
        self.drain(Side::Server, None);
        self.actions.push(Action::Edit(edit));
        Ok(())
    }

    /// Takes what somebody outside has to answer, oldest first; the answers come by [`Command::Finish`].
    pub fn take_queries(&mut self) -> Vec<(RequestId, Query)> {
        self.server.take_queries()
    }

    /// Steps until nothing is left to happen or `limit` steps are done; returns how many were.
    pub fn drive(&mut self, limit: usize) -> usize {
        (0..limit).take_while(|_| self.step() != Stepped::Idle).count()
    }

    fn happen(&mut self) -> Stepped {
        let Some((at, upcoming)) = self.upcoming() else { return Stepped::Idle };
        self.now = self.now.max(at);
        match &upcoming {
            Upcoming::Arrival(number) => self.deliver(*number),
            Upcoming::Timeout(Side::Client, _) => {
                self.client.handle_timeout(self.now);
                self.drain(Side::Client, None);
            }
            Upcoming::Timeout(Side::Server, _) => {
                self.server.handle_timeout(self.now);
                self.drain(Side::Server, None);
            }
        }
        Stepped::Happened(upcoming)
    }

    fn deliver(&mut self, number: FrameNumber) {
        let frame = &mut self.frames[number];
        frame.delivered = true;
        let from = frame.from;
        let bytes = frame.bytes.clone();
        let input = bytes.as_deref().map_or(Input::Eof, Input::Bytes);
        self.record(Some(number), Fact::Delivered(number));
        match from {
            Side::Client => {
                self.to_server.pop();
                self.server.handle_input(self.now, input);
            }
            Side::Server => {
                self.to_client.pop();
                self.client.handle_input(self.now, input);
            }
        }
        self.drain(from.peer(), Some(number));
    }

    fn command(&mut self, command: &Command) -> Result<(), LocalError> {
        let now = self.now;
        let session = self.client.session_mut();
        let side = match command {
            Command::Initialize => session.initialize(now).map(|_| Side::Client)?,
            Command::Discover => session.discover(now).map(|_| Side::Client)?,
            Command::Listen(filter) => session.listen(now, filter.clone()).map(|_| Side::Client)?,
            Command::AnswerQuestions { id, answers } => {
                session.answer_questions(now, id, answers).map(|_| Side::Client)?
            }
            Command::Cancel { id, reason } => session.cancel(id, reason).map(|()| Side::Client)?,
            Command::ListTools => session.list_tools(now, None).map(|_| Side::Client)?,
            Command::CallTool { name, arguments } => {
                session.call_tool(now, name, arguments.clone()).map(|_| Side::Client)?
            }
            Command::Ping => session.ping(now).map(|_| Side::Client)?,
            Command::Request { method, params } => {
                session.request(now, method, params.clone()).map(|_| Side::Client)?
            }
            Command::Finish { id, result } if self.server.finish(now, id, result.clone()) => Side::Server,
            Command::Finish { id, .. } => return Err(LocalError::NotRequested(id.clone())),
            Command::Close => {
                session.close();
                Side::Client
            }
            Command::Raw { side, bytes } => {
                match side {
                    Side::Client => self.client.transmit_raw(bytes.clone()),
                    Side::Server => self.server.connection_mut().transmit_raw(bytes.clone()),
                }
                *side
            }
        };
        self.drain(side, None);
        Ok(())
    }

    /// Takes everything that `side` has to say after one mutation.
    fn drain(&mut self, side: Side, cause: Option<FrameNumber>) {
        loop {
            let output = match side {
                Side::Client => self.client.poll_output(),
                Side::Server => self.server.poll_output(),
            };
            match output {
                Some(Output::Transmit(bytes)) => self.send(side, Some(bytes), cause),
                Some(Output::Event(event)) => {
                    let closed = matches!(event, Event::Closed(_));
                    self.record(cause, Fact::Told { side, event });
                    if closed {
                        self.send(side, None, cause);
                    }
                }
                None => break,
            }
        }
        for completion in self.server.take_completions() {
            self.record(cause, Fact::Completed(completion));
        }
    }

    fn send(&mut self, from: Side, bytes: Option<Vec<u8>>, cause: Option<FrameNumber>) {
        let number = self.frames.len();
        let pipe = match from {
            Side::Client => &mut self.to_server,
            Side::Server => &mut self.to_client,
        };
        let arrives = pipe.push(self.now, number);
        self.frames.push(WireFrame { from, sent: self.now, arrives, delivered: false, bytes, cause });
        self.record(cause, Fact::Sent(number));
    }

    fn record(&mut self, cause: Option<FrameNumber>, fact: Fact) {
        self.log.push(Entry { at: self.now, cause, fact });
    }
}
