//! A client and a server on two ends of a wire.

mod faulty;
mod host;
mod keeper;
mod outlet;
mod outside;
mod tapped;
mod tell;
mod time;

pub(super) use outlet::{flood, parts};

use host::Host;
use keeper::Told;
pub use outside::Outgoing;
use outside::Outside;
pub use tapped::Handled;

use super::command::{Action, Command, Refusal};
use super::fault::{FaultKind, Sight, Touched, Trouble, Writing};
use super::log::{Entry, Fact, FrameNumber, WireFrame};
use super::manners::{Ear, Front};
use super::pipe::Pipe;
use super::settings::Settings;
use super::{Framings, WHOLE, Whole};
use crate::demo::{Completion, Execute, FileError, FolderEdit, Live, Query, Registry, Server};
use crate::proto::connection::Connection;
use crate::proto::error::LocalError;
use crate::proto::jsonrpc::RequestId;
use crate::proto::session::{ClientSession, Event, Output, ServerSession, Side, TimeoutReason};
use crate::proto::time::{Instant, millis};
use crate::trace::{Lane, Trace, TraceEntry};

/// What happens next, unless somebody does something first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Upcoming {
    /// A frame arrives.
    Arrival(FrameNumber),
    /// An end wakes up.
    Timeout(Side, TimeoutReason),
    /// The model of the host has thought.
    Model,
    /// An end writes what was held back.
    Release(Side),
    /// The host starts the server again.
    Restart,
    /// The host asks the server to end, or kills it.
    Part,
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
    framings: Framings,
    to_server: Pipe,
    to_client: Pipe,
    frames: Vec<WireFrame>,
    log: Vec<Entry>,
    actions: Vec<Action>,
    host: Option<Host>,
    faults: Trouble,
    /// How many bytes were written in all.
    weight: usize,
    /// What makes the ends behave like others.
    front: Whole<Front>,
    ear: Whole<Ear>,
    /// There is none where the server is in this world.
    outside: Whole<Outside>,
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
        let framings = settings.framings;
        let (mut client, mut server) = (settings.client.clone(), settings.server.clone());
        if WHOLE {
            client = settings.manners.client.configure_client(client);
            server = settings.manners.server.configure(server);
        }
        let server = framings.connect(Side::Server, ServerSession::new(server));
        Self {
            now: Instant::ZERO,
            client: framings.connect(Side::Client, ClientSession::new(client)),
            server: Server::behind(server, executor).recording(),
            framings,
            to_server: Pipe::new(settings.latency),
            to_client: Pipe::new(settings.latency),
            frames: Vec::new(),
            log: Vec::new(),
            actions: Vec::new(),
            host: None,
            faults: Trouble::default(),
            weight: 0,
            front: Whole::new(|| Front::new(settings.manners.server, framings.of(Side::Server))),
            outside: Whole::new(|| settings.outside.then(|| Outside::new(settings.tapped))),
            ear: Whole::new(|| Ear::new(settings.manners.client, framings.of(Side::Client))),
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

    /// Everything that was written, to the wire and beside it, with the time of writing; without what a fault kept from
    /// ever getting there. Another process is another conversation.
    #[must_use]
    pub fn trace(&self) -> Trace {
        Trace::of((0..self.log.len()).filter_map(|at| self.written(at)).collect())
    }

    /// What was written to the wire, or beside it, by the fact at this place in the log.
    #[must_use]
    pub fn written(&self, at: usize) -> Option<TraceEntry> {
        let entry = self.log.get(at)?;
        let written = match &entry.fact {
            Fact::Sent(number) => {
                let frame = &self.frames[*number];
                if WHOLE && frame.is_eaten() {
                    return None;
                }
                let lane = Lane::from_sender(frame.from);
                match &frame.bytes {
                    Some(bytes) => TraceEntry::new(frame.sent, lane, bytes.clone()),
                    None => TraceEntry::end(frame.sent, lane),
                }
            }
            Fact::Logged(bytes) => TraceEntry::new(entry.at, Lane::Stderr, bytes.clone()),
            Fact::Handled(number) if WHOLE => TraceEntry::new(entry.at, Lane::Note, self.told(*number)?),
            _ => return None,
        };
        Some(if WHOLE { TraceEntry { session: self.process_at(at), ..written } } else { written })
    }

    /// How many bytes were written in all, or nearly: what has waited counts twice.
    #[must_use]
    pub fn weight(&self) -> usize {
        self.weight
    }

    /// What happens next and when, unless somebody does something first.
    #[must_use]
    pub fn upcoming(&self) -> Option<(Instant, Upcoming)> {
        self.next(true)
    }

    /// The same; where `arrivals` is false, only what the clock does.
    fn next(&self, arrivals: bool) -> Option<(Instant, Upcoming)> {
        let arrival = |pipe: &Pipe, to: Side| {
            let parcel = pipe.next().filter(|_| !WHOLE || arrivals && self.hears(to))?;
            Some((parcel.at, Upcoming::Arrival(parcel.frame)))
        };
        let wake = |at: Option<Instant>, side, reason: Option<TimeoutReason>| {
            Some((at?, Upcoming::Timeout(side, reason?))).filter(|_| !WHOLE || self.runs(side))
        };
        let held = || self.held_until().map(|(at, side)| (at, Upcoming::Release(side)));
        [
            arrival(&self.to_server, Side::Server),
            arrival(&self.to_client, Side::Client),
            if WHOLE { held() } else { None },
            self.starts_again().map(|at| (at, Upcoming::Restart)),
            self.parts().map(|at| (at, Upcoming::Part)),
            wake(self.server.next_timeout(), Side::Server, self.server.timeout_reason()),
            wake(self.client.next_timeout(), Side::Client, self.client.timeout_reason()),
            self.model_is_ready().map(|at| (at, Upcoming::Model)),
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
            Action::Bytes(count) => return Ok(self.arrive(count)),
            Action::Wait(time) => return Ok(self.wait(time)),
            Action::Command(command) => self.tell(command).map_err(Refusal::End)?,
            Action::Edit(_) if !WHOLE => {}
            Action::Edit(edit) => self.edit(edit).map_err(Refusal::Folder)?,
            Action::Fault(_) | Action::Upkeep(_) | Action::Heard(_) | Action::Hand(_) | Action::Http(_)
                if !WHOLE => {}
            // What does nothing is not kept.
            Action::Fault(switch) if !switch.is_there() => {}
            Action::Fault(switch) => {
                self.switch(switch);
                self.actions.push(Action::Fault(switch));
            }
            Action::Upkeep(upkeep) => {
                self.upkeep(upkeep);
                self.actions.push(Action::Upkeep(upkeep));
            }
            Action::Heard(_) if !self.is_outside() => {}
            Action::Heard(heard) => {
                self.hear(&heard);
                self.actions.push(Action::Heard(heard));
            }
            Action::Hand(handling) => {
                // What does nothing is not kept.
                if self.handle(&handling) {
                    self.actions.push(Action::Hand(handling));
                }
            }
            Action::Http(_) => return Err(Refusal::End(LocalError::Closed)),
        }
        Ok(Stepped::Idle)
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

    /// Takes everything that `side` has to say after one mutation.
    fn drain(&mut self, side: Side, cause: Option<FrameNumber>) {
        while !WHOLE || self.runs(side) {
            let output = match side {
                Side::Client => match self.ear.as_mut() {
                    Some(ear) => ear.poll_output(self.now, &mut self.client),
                    None => self.client.poll_output(),
                },
                // It is not in this world, and what it says comes in by another way.
                Side::Server if WHOLE && self.is_outside() => None,
                Side::Server => match self.front.as_mut() {
                    Some(front) => front.poll_output(self.now, &mut self.server),
                    None => self.server.poll_output(),
                },
            };
            match output {
                Some(Output::Transmit(bytes)) => self.send(side, Some(bytes), cause),
                Some(Output::Event(event)) => {
                    let closed = matches!(event, Event::Closed(_));
                    let told = if WHOLE && side == Side::Client { Told::of(&event) } else { None };
                    let turn = if WHOLE && side == Side::Client { self.overhear(&event) } else { None };
                    self.record(cause, Fact::Told { side, event });
                    turn.into_iter().for_each(|turn| self.record(cause, Fact::Said(turn)));
                    match closed {
                        true if side == Side::Server && self.front.as_ref().is_some_and(Front::is_gone) => {
                            // Its streams end with the process.
                            self.end_server(0, cause, Touched::NONE);
                        }
                        true => self.send(side, None, cause),
                        false => {}
                    }
                    match told {
                        Some(Told::Found) => self.found_server(),
                        Some(Told::Older) => self.faults.found_older = true,
                        Some(Told::Lost(reason)) => self.lost_server(&reason),
                        None => {}
                    }
                }
                None => break,
            }
        }
        for completion in self.server.take_completions() {
            let line = log_line(&completion);
            self.record(cause, Fact::Completed(completion));
            self.note(cause, line.into_bytes());
        }
    }

    /// The server writes this to its standard error.
    fn note(&mut self, cause: Option<FrameNumber>, line: Vec<u8>) {
        if WHOLE && self.faults.any(Lane::Stderr) {
            let mut strikes = |kind| self.faults.strike(kind, Lane::Stderr, &Sight::default());
            if strikes(FaultKind::Drop) {
                return;
            }
            if strikes(FaultKind::Duplicate) {
                self.record(cause, Fact::Logged(line.clone()));
            }
        }
        self.record(cause, Fact::Logged(line));
    }

    fn send(&mut self, from: Side, bytes: Option<Vec<u8>>, cause: Option<FrameNumber>) {
        let writing = Writing::plain(from, bytes, cause);
        if WHOLE { self.pass(writing) } else { self.write(writing) }
    }

    fn record(&mut self, cause: Option<FrameNumber>, fact: Fact) {
        self.log.push(Entry { at: self.now, cause, fact });
    }
}

/// What the server says of a finished call to whoever looks at its standard error.
fn log_line(completion: &Completion) -> String {
    let outcome = if completion.result.is_error { "failed" } else { "done" };
    format!("demo: call {} {outcome} after {} ms\n", completion.id, millis(completion.after))
}
