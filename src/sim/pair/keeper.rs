//! The host as the keeper of the server's process: it learns how that ends, and starts it again.

use core::time::Duration;

use super::{Outgoing, Pair};
use crate::demo::Execute;
use crate::proto::connection::Connection;
use crate::proto::error::CloseReason;
use crate::proto::reconnect::{Reconnect, ReconnectEvent, RetryPolicy};
use crate::proto::session::{ClientSession, Event, Fallback, Opening, ServerSession, Side};
use crate::proto::time::Instant;
use crate::sim::fault::{FaultKind, FaultSwitch, Life, Sight, Touched, Writing};
use crate::sim::log::{Fact, FrameNumber, Process};
use crate::sim::manners::{Ear, Front};
use crate::sim::whole::Whole;
use crate::sim::{Parting, Upkeep, WHOLE};
use crate::trace::Lane;

/// The status of a process that was ended by force, as a shell tells it.
const KILLED: i32 = 137;
/// How long the host waits for a server to end, after its input has ended and after it was asked (SD-01).
const GRACE: Duration = Duration::from_secs(5);

/// What a client learns that its host has to know.
pub(super) enum Told {
    /// It has found a server.
    Found,
    /// The server has ended when it was asked for its era.
    Older,
    /// Its conversation is over.
    Lost(CloseReason),
}

impl Told {
    /// What `event` tells of it.
    pub(super) fn of(event: &Event) -> Option<Self> {
        match event {
            Event::Negotiated { .. } => Some(Self::Found),
            Event::FellBack(Fallback::Exit) => Some(Self::Older),
            Event::Closed(reason) => Some(Self::Lost(reason.clone())),
            _ => None,
        }
    }
}

impl<E: Execute> Pair<E> {
    /// How often the host has tried to start the server again since that last worked; nothing where it does not try.
    #[must_use]
    pub fn kept(&self) -> Option<u32> {
        self.faults.keeper.as_ref().map(Reconnect::attempt)
    }

    /// Which process of the server, from 0, the fact at this place in the log is of.
    pub(super) fn process_at(&self, at: usize) -> u32 {
        u32::try_from(self.faults.starts.partition_point(|start| *start <= at)).unwrap_or(u32::MAX)
    }

    /// Sees to the process of the server.
    pub(super) fn upkeep(&mut self, upkeep: Upkeep) {
        match upkeep {
            Upkeep::Again => {
                if let Some(keeper) = &mut self.faults.keeper {
                    keeper.handle_connected();
                }
                if self.faults.life != Life::Ended && self.client.session().state().is_operating() {
                    self.record(None, Fact::Process(Process::Exited(KILLED)));
                }
                self.start(0);
            }
            Upkeep::Keep(seed) => {
                self.faults.keeper = Some(Reconnect::new(RetryPolicy::default(), seed));
                if self.faults.life == Life::Ended {
                    self.try_again();
                }
            }
            Upkeep::Leave => self.faults.keeper = None,
            Upkeep::End(parting) => self.end_outside(parting),
        }
    }

    /// Whether the server takes no notice of the end of its input; the host does something about that later.
    pub(super) fn stays_on(&mut self) -> bool {
        let stays = self.faults.strike(FaultKind::StayOn, Lane::ServerToClient, &Sight::default());
        if stays {
            self.record(None, Fact::Process(Process::StayedOn));
            self.faults.parting = Some((self.now + GRACE, false));
        }
        stays
    }

    /// When the host does more about a server that should have ended.
    pub(super) fn parts(&self) -> Option<Instant> {
        if WHOLE { self.faults.parting.map(|(at, _)| at) } else { None }
    }

    /// The host asks the server to end; if it has asked already, it kills it.
    pub(super) fn part(&mut self) {
        match self.faults.parting.take() {
            Some((_, false)) => {
                self.record(None, Fact::Process(Process::Asked));
                self.faults.parting = Some((self.now + GRACE, true));
            }
            Some((_, true)) => self.end_server(KILLED, None, FaultKind::StayOn.into()),
            None => {}
        }
    }

    /// When the host starts the server again.
    pub(super) fn starts_again(&self) -> Option<Instant> {
        if WHOLE { self.faults.keeper.as_ref()?.next_timeout() } else { None }
    }

    /// The conversation is over for the client.
    pub(super) fn lost_server(&mut self, reason: &CloseReason) {
        let is_lost = match reason {
            CloseReason::PeerClosed | CloseReason::Unresponsive { .. } | CloseReason::HandshakeTimedOut => {
                true
            }
            CloseReason::Local
            | CloseReason::HandshakeRefused(_)
            | CloseReason::HandshakeUnanswered(_)
            | CloseReason::VersionRefused { .. }
            | CloseReason::HandshakeUnreadable(_) => false,
        };
        if !is_lost || self.faults.keeper.is_none() {
            return;
        }
        if self.is_outside() {
            // How it ends is heard from it.
            self.end_outside(Parting::Kill);
        } else if self.faults.life != Life::Ended {
            // Whoever starts another must be sure that the first is gone.
            let status = if *reason == CloseReason::PeerClosed { 0 } else { KILLED };
            self.forget_process();
            self.faults.life = Life::Ended;
            self.record(None, Fact::Process(Process::Exited(status)));
        }
        self.try_again();
    }

    fn try_again(&mut self) {
        let now = self.now;
        let Some(keeper) = &mut self.faults.keeper else { return };
        keeper.handle_lost(now);
        let event = keeper.poll_event();
        let band = RetryPolicy::default().band(keeper.attempt());
        match event {
            Some(ReconnectEvent::Scheduled { attempt, at }) => {
                self.record(None, Fact::Process(Process::Scheduled { attempt, at, band }));
            }
            Some(ReconnectEvent::GaveUp { attempts }) => {
                self.record(None, Fact::Process(Process::GaveUp { attempts }));
            }
            Some(ReconnectEvent::Connect { .. }) | None => {}
        }
    }

    /// The host starts the server again, as it has planned to.
    pub(super) fn start_as_planned(&mut self) {
        let now = self.now;
        let Some(keeper) = &mut self.faults.keeper else { return };
        keeper.handle_timeout(now);
        let Some(ReconnectEvent::Connect { attempt }) = keeper.poll_event() else { return };
        self.start(attempt);
        let session = self.client.session_mut();
        // A new process gets a new handshake (SD-07). Neither is refused to a client that has said nothing yet.
        let _ = match session.config().opening {
            Opening::Handshake => session.initialize(now),
            Opening::Modern | Opening::Probe => session.discover(now),
        };
        self.drain(Side::Client, None);
    }

    /// Both ends know of each other.
    pub(super) fn found_server(&mut self) {
        if let Some(keeper) = &mut self.faults.keeper {
            keeper.handle_connected();
        }
    }

    /// Two new ends on a new wire.
    fn start(&mut self, attempt: u32) {
        self.forget_process();
        self.send_outside(Outgoing::Start);
        self.faults.life = Life::Running;
        let framings = self.framings;
        let mut client = self.client.session().config().clone();
        if self.faults.found_older {
            // It is asked for `initialize` at once (`basic/transports/stdio#backward-compatibility` of 2026-07-28).
            client.opening = Opening::Handshake;
        }
        let client = ClientSession::new(client);
        self.client = framings.connect(Side::Client, client);
        let server = ServerSession::new(self.server.connection().session().config().clone());
        let server: Connection<ServerSession> = framings.connect(Side::Server, server);
        self.server.restart(self.now, server);
        self.front = Whole::new(|| self.front.as_ref().map(Front::anew));
        self.ear = Whole::new(|| self.ear.as_ref().map(Ear::anew));
        self.faults.starts.push(self.log.len());
        self.record(None, Fact::Process(Process::Started { attempt }));
        self.exit_at_once();
    }

    /// The process of the server ends by itself.
    pub(super) fn end_server(&mut self, status: i32, cause: Option<FrameNumber>, touched: Touched) {
        if self.faults.life == Life::Ended {
            return;
        }
        let from = Side::Server;
        self.lose(Side::Client);
        self.faults.held.retain(|held| held.writing.from != from);
        self.faults.waiting[1].clear();
        self.faults.flood = 0;
        self.faults.parting = None;
        self.record(cause, Fact::Process(Process::Exited(status)));
        self.send_outside(Outgoing::Part(Parting::Kill));
        self.write(Writing { touched, ..Writing::plain(from, None, cause) });
        self.faults.life = Life::Ended;
    }

    /// Nothing is left of the process and of what was on its way from it and to it.
    fn forget_process(&mut self) {
        self.lose(Side::Client);
        self.lose(Side::Server);
        self.faults.held.clear();
        self.faults.waiting.iter_mut().for_each(std::collections::VecDeque::clear);
        self.faults.flood = 0;
        self.faults.parting = None;
        // It was that process that was stopped.
        self.faults.switch(FaultSwitch::Off(FaultKind::Hang, Lane::ServerToClient));
        self.faults.carry.iter_mut().for_each(Vec::clear);
    }

    /// What `from` has written and nobody has read is lost.
    pub(super) fn lose(&mut self, from: Side) {
        let pipe = match from {
            Side::Client => &mut self.to_server,
            Side::Server => &mut self.to_client,
        };
        for number in pipe.frames() {
            self.frames[number].lost = true;
        }
        pipe.clear();
    }
}
