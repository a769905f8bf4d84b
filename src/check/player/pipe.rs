//! Bytes between a player and a process.

use std::collections::VecDeque;

use super::plan::Deed;
use super::{Conversation, Player, Progress, Wire, reply};
use crate::check::case::Case;
use crate::check::profile::Profile;
use crate::proto::time::Instant;
use crate::trace::{Lane, TraceEntry};

/// What a player wants done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Output {
    /// Write this to the server, and flush.
    Write(Vec<u8>),
    /// Close the server's input.
    Close,
}

/// The two pipes of a process.
#[derive(Debug, Default)]
pub struct Pipe {
    out: VecDeque<Output>,
}

impl Pipe {
    fn write(&mut self, now: Instant, bytes: Vec<u8>, talk: &mut Conversation) {
        talk.trace.entries.push(TraceEntry::new(now, Lane::ClientToServer, bytes.clone()));
        self.out.push_back(Output::Write(bytes));
    }
}

impl Wire for Pipe {
    type Output = Output;

    fn of(_: &Case) -> Self {
        Self::default()
    }

    fn write(&mut self, now: Instant, _: &Profile, messages: Vec<Vec<u8>>, talk: &mut Conversation) {
        self.write(now, messages.concat(), talk);
    }

    fn perform(&mut self, now: Instant, _: &Profile, deed: &Deed, talk: &mut Conversation) -> Progress {
        if matches!(deed, Deed::Close) {
            talk.trace.entries.push(TraceEntry::end(now, Lane::ClientToServer));
            self.out.push_back(Output::Close);
        }
        Progress::Done
    }

    fn is_ready(&self, _: &Conversation) -> bool {
        true
    }

    fn is_vain(&self, _: &str, _: &Conversation) -> bool {
        false
    }

    fn poll_output(&mut self) -> Option<Output> {
        self.out.pop_front()
    }

    fn next_timeout(&self) -> Option<Instant> {
        None
    }

    fn handle_timeout(&mut self, _: Instant, _: &mut Conversation) {}
}

impl Player<'_> {
    /// Takes what the server has written.
    pub fn handle_bytes(&mut self, now: Instant, bytes: &[u8]) {
        if !self.keep(bytes.len()) {
            return;
        }
        self.talk.trace.entries.push(TraceEntry::new(now, Lane::ServerToClient, bytes));
        for (id, method) in self.talk.heard.feed(bytes) {
            self.wire.write(now, reply(&id.to_json(), &method), &mut self.talk);
        }
        self.advance(now);
    }

    /// Learns that the server's output has ended.
    pub fn handle_end(&mut self, now: Instant) {
        if !core::mem::replace(&mut self.talk.output_ended, true) {
            self.talk.trace.entries.push(TraceEntry::end(now, Lane::ServerToClient));
        }
        self.advance(now);
    }
}
