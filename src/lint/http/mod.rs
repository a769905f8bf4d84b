//! What HTTP adds to a conversation: exchanges, their heads, streams of events, sessions.
//!
//! The messages are judged as they are everywhere. Here it is judged how they went: what a request said before its body,
//! what was answered, on which stream something came and how that ended. What was not seen is not missed: a recording may
//! begin in the midst and break off, and a value that is covered is there and says nothing.
//!
//! | part | what it looks at |
//! |---|---|
//! | `asked`, `mirror` | what a client says in the head of a request |
//! | `answered` | what a server says in the head of an answer |
//! | `heard`, `stream` | what comes in an answer, and in which order |
//! | `over` | how an exchange ends |
//! | `session` | sessions, from the answer to `initialize` to 404 |
//! | `old` | the transport of 2024-11-05, with its two addresses |

mod answered;
mod asked;
mod exchange;
mod heard;
mod mirror;
mod old;
mod over;
mod scene;
mod session;
mod stream;

use std::collections::{BTreeMap, BTreeSet};

use exchange::Exchange;
pub(super) use exchange::Heard;
pub(super) use scene::Scene;
use session::Session;
use stream::Streams;

use super::cx::On;
use super::ids::Recent;
use crate::proto::jsonrpc::RequestId;
use crate::proto::session::Side;
use crate::trace::http::Part;

/// How many exchanges are kept in mind. Of an older one nothing more is expected.
const EXCHANGES: usize = 512;

/// How many requests whose streams have broken are remembered.
const BROKEN: usize = 256;

/// All that is known of a conversation over HTTP.
#[derive(Debug)]
pub(super) struct Web {
    exchanges: BTreeMap<u64, Exchange>,
    /// In which exchange each open request of the client was made.
    calls: BTreeMap<RequestId, u64>,
    session: Session,
    streams: Streams,
    /// Where messages were taken: the path.
    path: Option<String>,
    /// Requests on which the client has hung up, and requests that the server has broken off (2026-07-28).
    hung_up: Recent<RequestId>,
    lost: Recent<(RequestId, String)>,
    /// The address for messages in the transport of 2024-11-05, once an event has said it.
    endpoint: Option<String>,
    /// Things that are told once.
    told: BTreeSet<&'static str>,
}

impl Default for Web {
    fn default() -> Self {
        Self {
            exchanges: BTreeMap::new(),
            calls: BTreeMap::new(),
            session: Session::default(),
            streams: Streams::default(),
            path: None,
            hung_up: Recent::new(BROKEN),
            lost: Recent::new(BROKEN),
            endpoint: None,
            told: BTreeSet::new(),
        }
    }
}

impl Web {
    /// Takes a part of an exchange that is no message.
    pub(super) fn see(&mut self, scene: &mut Scene<'_>, part: &Part) {
        match part {
            Part::Asked { method, target, headers } => self.asked(scene, method, target, headers),
            Part::Answered { status, headers } => self.answered(scene, *status, headers),
            Part::Raw { from, bytes } => self.raw(scene, *from, bytes),
            Part::Over { by } => self.over(scene, *by),
            Part::Around { .. } => {}
        }
    }

    /// Takes a message, which the judge has looked at already.
    pub(super) fn hear(&mut self, scene: &mut Scene<'_>, heard: &Heard<'_>) {
        match heard.from {
            Side::Client => self.sent(scene, heard),
            Side::Server => self.came(scene, heard),
        }
    }

    /// Takes note that what the client has sent in this exchange is not, or not all, made of messages.
    pub(super) fn spoil(&mut self, exchange: u64) {
        if let Some(exchange) = self.exchanges.get_mut(&exchange) {
            exchange.is_spoilt = true;
        }
    }

    /// How many messages of the client this exchange has.
    pub(super) fn count(&self, exchange: u64) -> usize {
        self.exchanges.get(&exchange).map_or(0, |exchange| exchange.sent.len())
    }

    /// How many things are remembered.
    pub(super) fn remembered(&self) -> usize {
        let sent: usize = self.exchanges.values().map(|exchange| 1 + exchange.sent.len()).sum();
        sent + self.calls.len() + self.streams.len() + self.hung_up.len() + self.lost.len()
    }

    /// Whether the session is over, so that an `initialize` begins another one.
    pub(super) fn begins_anew(&self) -> bool {
        self.session.is_over()
    }

    fn first_time(&mut self, what: &'static str) -> bool {
        self.told.insert(what)
    }

    /// Begins an exchange.
    fn open(&mut self, exchange: Exchange) {
        if self.exchanges.len() >= EXCHANGES
            && let Some((number, oldest)) = self.exchanges.pop_first()
        {
            for id in oldest.sent.iter().filter_map(|sent| sent.id.as_ref()) {
                if self.calls.get(id) == Some(&number) {
                    self.calls.remove(id);
                }
            }
        }
        self.exchanges.insert(exchange.number, exchange);
    }

    /// The request with this id is answered, in the exchange `came`. A client that uses an id for two requests at the same
    /// time gets the answer to each in its own.
    fn close(&mut self, id: &RequestId, came: u64) {
        let is_its_own = self.exchanges.get(&came).is_some_and(|exchange| exchange.waits_for(id));
        let home = self.calls.get(id).copied();
        let Some(number) = is_its_own.then_some(came).or(home) else { return };
        if home == Some(number) {
            self.calls.remove(id);
        }
        let Some(exchange) = self.exchanges.get_mut(&number) else { return };
        if let Some(sent) = exchange.sent.iter_mut().find(|sent| sent.waits_for(id)) {
            sent.is_open = false;
        }
    }

    /// What the client asked in this exchange is not answered by a message, and nobody has to wait for one.
    fn excuse(&self, scene: &mut Scene<'_>, exchange: u64) {
        let Some(exchange) = self.exchanges.get(&exchange) else { return };
        let open = exchange.sent.iter().filter(|sent| sent.on == On::Request && sent.is_open);
        open.filter_map(|sent| sent.id.as_ref()).for_each(|id| scene.excuse(Side::Client, id));
    }
}
