//! A server that is none of this world's: what is written to it leaves the world, and what it writes comes in by actions.

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
}

/// The way out.
#[derive(Debug, Default)]
pub(super) struct Outside {
    outbox: Vec<Outgoing>,
}

impl Outside {
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
            Incoming::Lost => self.has_gone(Process::Lost),
        }
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
fn parts(framing: Framing, bytes: &[u8]) -> Vec<&[u8]> {
    match framing {
        Framing::Ndjson => bytes.split_inclusive(|byte| *byte == b'\n').collect(),
        Framing::ContentLength => vec![bytes],
    }
}
