//! Servers and clients that behave like others: which of them the page plays with, and all of them side by side.
//!
//! Only the second module of the page knows this. The six servers of a comparison are worlds of their own: nothing of
//! it happens in the world of the page.

mod cases;
mod msg;
mod update;

pub(super) use cases::CASES;
pub use msg::PeersMsg;
pub(super) use update::{open, update};

use super::act::Draft;
use crate::proto::session::Side;
use crate::sim::eras::{self, Client, Met, SERVERS};
use crate::sim::manners::{Begun, Heard, Manner, Probe, probe};
use crate::sim::{Pair, Whole};

/// The `data-ref` of the region with the comparison.
pub(super) const REGION: &str = "peers";
/// The key of the choice of what is sent.
pub(super) const CHOICE: &str = "peers-choose";
/// The key of the button that opens the comparison.
pub(super) const DOOR: &str = "peers-door";
/// The key of the button that opens the matrix of the eras.
pub(super) const ERAS: &str = "eras-door";

/// What the page knows of a comparison.
#[derive(Debug, Default)]
pub struct Peers {
    pub(super) open: Whole<Comparison>,
    pub(super) eras: Whole<Matrix>,
}

/// What becomes of each client at each server.
pub(super) type Matrix = Vec<(Client, Vec<(Manner, Option<Met>)>)>;

/// Plays all of it.
fn played() -> Matrix {
    let play = |client: Client, server: Manner| {
        let (settings, actions) = eras::cell(client, server);
        (server, eras::met(&Pair::replay(&settings, &actions)))
    };
    Client::ALL.map(|client| (client, SERVERS.map(|server| play(client, server)).into())).into()
}

/// The same bytes for all servers, and what each of them says.
#[derive(Debug)]
pub(super) struct Comparison {
    pub(super) subject: Subject,
    pub(super) begun: Begun,
    pub(super) draft: Draft,
    pub(super) heard: Vec<(Manner, Heard)>,
}

/// Where the bytes are from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    /// One of ours, by its place.
    Case(usize),
    /// The frame that the reader looks at.
    Shown,
    /// They were written by the reader.
    Own,
}

impl Peers {
    /// What each server says, while they are compared.
    #[must_use]
    pub fn heard(&self) -> &[(Manner, Heard)] {
        self.open.as_ref().map_or(&[], |open| &open.heard)
    }
}

impl Comparison {
    fn of(subject: Subject, begun: Begun, bytes: &[u8]) -> Self {
        let draft = Draft::of_bytes(Side::Client, bytes);
        let mut comparison = Self { subject, begun, draft, heard: Vec::new() };
        comparison.ask();
        comparison
    }

    /// Asks all of them. What is no bytes yet is asked nobody.
    fn ask(&mut self) {
        self.heard.clear();
        let Ok(bytes) = self.draft.bytes() else { return };
        let asked = Probe { begun: self.begun, pieces: vec![bytes], ends: false };
        self.heard.extend(Manner::ALL.map(|manner| (manner, probe(manner, &asked))));
    }
}

/// Whether both were answered in the same way, whatever the words.
pub(super) fn is_alike(one: &Heard, other: &Heard) -> bool {
    let kinds = |heard: &Heard| heard.frames.iter().map(|(kind, _)| kind.clone()).collect::<Vec<_>>();
    one.alive == other.alive && kinds(one) == kinds(other)
}

/// How many kinds of answer there are.
pub(super) fn kinds(all: &[(Manner, Heard)]) -> usize {
    let is_new = |at: usize, heard: &Heard| !all[..at].iter().any(|(_, before)| is_alike(before, heard));
    all.iter().enumerate().filter(|(at, (_, heard))| is_new(*at, heard)).count()
}
