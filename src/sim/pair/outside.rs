//! A server that is none of this world's: what is written to it leaves the world, and what it writes comes in by actions.

use super::tapped::Tapped;
use super::{Pair, Upcoming};
use crate::demo::Execute;
use crate::proto::framing::Framing;
use crate::proto::session::Side;
use crate::proto::time::Instant;
use crate::sim::command::{Heard, Incoming, Parting};
use crate::sim::fault::{Life, Writing};
use crate::sim::log::{Fact, Process};

/// What leaves the world for the server outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outgoing {
    /// Bytes for its input.
    Bytes(Vec<u8>),
    /// The end of its input.
    End,
    /// It is to be made to end; killed, where the client takes it for dead.
    Part(Parting),
    /// It is to be started anew, in place of the one that there may still be.
    Start,
    /// Bytes of the one of two ends outside, for the other.
    Pass(Side, Vec<u8>),
    /// So many of the bytes that wait outside, from the front, are dealt with.
    Done(Side, usize),
}

/// The way out.
#[derive(Debug)]
pub(super) struct Outside {
    outbox: Vec<Outgoing>,
    /// What is known of frames between two ends outside.
    pub(super) tapped: Option<Tapped>,
}

impl Outside {
    pub(super) fn new(tapped: bool) -> Self {
        Self { outbox: Vec::new(), tapped: tapped.then(Tapped::default) }
    }

    pub(super) fn push(&mut self, what: Outgoing) {
        self.outbox.push(what);
    }
}

impl<E: Execute> Pair<E> {
    /// Whether the server is a process outside, and the clock the one that it has.
    #[must_use]
    pub fn is_outside(&self) -> bool {
        self.outside.as_ref().is_some()
    }

    /// Takes what has left the world since this was last called, oldest first. Nobody has to be there who wants it: a world
    /// that is replayed sends nothing.
    pub fn take_outgoing(&mut self) -> Vec<Outgoing> {
        self.outside.as_mut().map(|outside| core::mem::take(&mut outside.outbox)).unwrap_or_default()
    }

    /// What the clock does next and when, unless somebody does something first; what waits on the wire waits on.
    #[must_use]
    pub fn next_due(&self) -> Option<(Instant, Upcoming)> {
        self.next(false)
    }

    pub(super) fn send_outside(&mut self, what: Outgoing) {
        if let Some(outside) = self.outside.as_mut() {
            outside.push(what);
        }
    }

    /// Somebody writes this in the name of the server.
    pub(super) fn put_in(&mut self, bytes: Vec<u8>) {
        self.pass(Writing::plain(Side::Server, Some(bytes), None));
    }

    /// The server outside has done something, at this time of its clock. What it has written waits on the wire until
    /// somebody lets it arrive; only time passes by itself.
    pub(super) fn hear(&mut self, heard: &Heard) {
        self.pass_until(Instant::ZERO + heard.at);
        match &heard.what {
            Incoming::Passed { from, bytes, held } => self.overheard(*from, bytes.as_deref(), *held),
            Incoming::Freed(from) => self.freed(*from),
            Incoming::Started => self.started_outside(),
            Incoming::Lost if self.is_tapped() => {
                self.lose(Side::Server);
                if self.faults.life != Life::Ended {
                    self.has_gone(Process::Lost);
                }
            }
            // Between two ends outside this is said otherwise.
            Incoming::Stdout(_) | Incoming::End if self.is_tapped() => {}
            // Of a process that is gone for this world.
            _ if self.faults.life == Life::Ended => {}
            Incoming::Stdout(bytes) => {
                for part in parts(self.framings.of(Side::Server), bytes) {
                    self.put_in(part.to_vec());
                }
            }
            Incoming::End => self.pass(Writing::plain(Side::Server, None, None)),
            Incoming::Stderr(bytes) => self.note(None, bytes.clone()),
            Incoming::Exited(status) => self.has_gone(Process::Exited(*status)),
            Incoming::Signalled(signal) => {
                let asked = self.was_asked();
                self.has_gone(Process::Signalled { signal: *signal, asked });
            }
            Incoming::Lost => self.has_gone(Process::Lost),
        }
    }

    /// Whether this world has made the process end.
    fn was_asked(&self) -> bool {
        let processes = self.log.iter().rev().filter_map(|entry| match entry.fact {
            Fact::Process(process) => Some(process),
            _ => None,
        });
        let of_this_one = processes.take_while(|process| !matches!(process, Process::Started { .. }));
        of_this_one.into_iter().any(|process| matches!(process, Process::Ending(_)))
    }

    fn has_gone(&mut self, how: Process) {
        self.record(None, Fact::Process(how));
        // What was on its way to it never comes there.
        self.lose(Side::Client);
        self.faults.life = Life::Ended;
    }

    /// Makes the process end. That it has ended is heard from it.
    pub(super) fn end_outside(&mut self, parting: Parting) {
        if self.is_outside() && self.faults.life != Life::Ended {
            self.record(None, Fact::Process(Process::Ending(parting)));
            self.send_outside(Outgoing::Part(parting));
        }
    }
}

/// What was written at once, in lines where lines are frames.
pub(super) fn parts(framing: Framing, bytes: &[u8]) -> Vec<&[u8]> {
    match framing {
        Framing::Ndjson => bytes.split_inclusive(|byte| *byte == b'\n').collect(),
        Framing::ContentLength => vec![bytes],
    }
}
