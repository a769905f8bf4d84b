//! Streams of events: which ids were given, what was said on which stream, and which stream goes on with which.

use core::hash::BuildHasher;
use core::time::Duration;
use std::collections::{BTreeMap, VecDeque};

use foldhash::fast::FixedState;

use super::super::book::Level;
use super::super::finding::Said;
use super::super::ids::Recent;
use super::Web;
use super::asked::knows_all;
use super::exchange::{Exchange, is_covered};
use super::scene::{Scene, relate};
use crate::proto::http::{Method, name};
use crate::proto::jsonrpc::Message;
use crate::proto::mcp::Version;
use crate::proto::session::Side;
use crate::proto::time::Instant;

/// How many ids of events, and how many messages of the server, are remembered.
const KEPT: usize = 2048;

/// How many streams that ended early are remembered.
const ENDED: usize = 64;

/// What an id was given to: the stream, by the exchange in which it began, and what the event said.
#[derive(Debug, Clone, Copy)]
struct Given {
    root: Option<u64>,
    text: u64,
}

/// The last few of something, found by a hash.
#[derive(Debug)]
struct Hashed<T> {
    items: BTreeMap<u64, T>,
    order: VecDeque<u64>,
    has_forgotten: bool,
}

impl<T> Default for Hashed<T> {
    fn default() -> Self {
        Self { items: BTreeMap::new(), order: VecDeque::new(), has_forgotten: false }
    }
}

impl<T> Hashed<T> {
    fn insert(&mut self, hash: u64, item: T) {
        if self.items.insert(hash, item).is_some() {
            return;
        }
        self.order.push_back(hash);
        if self.order.len() > KEPT
            && let Some(oldest) = self.order.pop_front()
        {
            self.items.remove(&oldest);
            self.has_forgotten = true;
        }
    }
}

/// A message of the server: the exchange that it came in, and its frame.
#[derive(Debug, Clone, Copy)]
struct SaidBefore {
    exchange: u64,
    frame: usize,
}

/// A stream that ended before its time.
#[derive(Debug, Clone, Copy)]
struct Ended {
    root: u64,
    at: Instant,
    retry: Duration,
}

/// What is known of the streams of a conversation.
#[derive(Debug)]
pub(super) struct Streams {
    events: Hashed<Given>,
    said: Hashed<SaidBefore>,
    /// The last message of the server.
    last: Option<u64>,
    ended: Recent<Ended>,
}

impl Default for Streams {
    fn default() -> Self {
        Self { events: Hashed::default(), said: Hashed::default(), last: None, ended: Recent::new(ENDED) }
    }
}

fn hash(text: &str) -> u64 {
    FixedState::default().hash_one(text)
}

impl Streams {
    pub(super) fn len(&self) -> usize {
        self.events.order.len() + self.said.order.len() + self.ended.len()
    }

    /// A stream has ended, and may be taken up again after `retry`.
    pub(super) fn ended(&mut self, root: u64, at: Instant, retry: Duration) {
        self.ended.push(Ended { root, at, retry });
    }
}

impl Web {
    /// Finds the stream that a GET goes on with.
    pub(super) fn resumes(&self, scene: &mut Scene<'_>, exchange: &mut Exchange) {
        if !exchange.has(name::LAST_EVENT) {
            return;
        }
        exchange.root = None;
        if is_covered(&exchange.headers, name::LAST_EVENT) {
            return;
        }
        let Some(id) = exchange.header(name::LAST_EVENT).map(str::to_owned) else { return };
        let Some(given) = self.streams.events.items.get(&hash(&id)) else {
            let is_whole = knows_all(scene.talk) && !self.streams.events.has_forgotten;
            if is_whole && self.session.is_of(exchange) {
                scene.tell_header(exchange, "HT-15", (name::LAST_EVENT, Said::Nothing, id.into()));
            }
            return;
        };
        exchange.root = given.root;
        let ended = self.streams.ended.find(|ended| Some(ended.root) == given.root).copied();
        if let Some(Ended { at, retry, .. }) = ended {
            let waited = exchange.at.saturating_since(at);
            // Clocks of different programs do not tick alike.
            if waited.saturating_mul(10) < retry.saturating_mul(9) {
                let expected = format!("retry: {}", retry.as_millis());
                let seen = format!("{} ms", waited.as_millis());
                let said = (name::LAST_EVENT, expected.into(), seen.into());
                if let Some(found) = scene.tell_header(exchange, "HT-16", said) {
                    found.level = Level::Error;
                }
            }
        }
    }

    /// Whether a message of the server is one that was there already, or one that nobody wants any more; whatever is to be
    /// said of that is said here, and the message itself is not judged again.
    pub(in crate::lint) fn repeats(
        &mut self,
        scene: &mut Scene<'_>,
        message: &Message,
        text: &str,
        event: Option<&str>,
    ) -> bool {
        let Some(exchange) = self.exchanges.get(&scene.exchange) else { return false };
        let version = exchange.version;
        if version == Version::V2026_07_28 || self.endpoint.is_some() {
            return self.is_unwanted(scene, message, text);
        }
        let hash = hash(text);
        let before = self.streams.said.items.get(&hash).copied();
        if exchange.method == Method::Get && exchange.has(name::LAST_EVENT) {
            let root = exchange.root;
            let given = event.and_then(|id| self.streams.events.items.get(&self::hash(id)));
            if let Some(given) = given.filter(|given| given.text == hash) {
                if given.root.is_some() && root.is_some() && given.root != root {
                    let seen = event.unwrap_or_default().to_owned();
                    let found = scene.tell("HT-15", version, Side::Server, Said::Nothing, seen);
                    if let Some(found) = found {
                        found.level = Level::Error;
                    }
                }
                return true;
            }
            return before.is_some_and(|before| self.root(before.exchange) == root && root.is_some());
        }
        let Some(before) = before.filter(|before| before.exchange != scene.exchange) else { return false };
        let is_again = match message {
            Message::Request(request) => scene.talk.open.contains_key(&(Side::Server, request.id.clone())),
            Message::Response(response) => response.id.known().is_some_and(|id| {
                let is_open = scene.talk.open.contains_key(&(Side::Client, id.clone()));
                !is_open && !exchange.waits_for(id)
            }),
            // Two may be of one wording; one straight after the other on two open streams is one.
            Message::Notification(_) => {
                let other = self.exchanges.get(&before.exchange);
                self.streams.last == Some(hash) && other.is_some_and(Exchange::streams)
            }
        };
        if is_again {
            let found = scene.tell("HT-13", version, Side::Server, Said::Nothing, text);
            relate(found, Some(before.frame));
        }
        is_again
    }

    /// Whether it answers a request of 2026-07-28 that its client has hung up on.
    fn is_unwanted(&mut self, scene: &mut Scene<'_>, message: &Message, text: &str) -> bool {
        let Message::Response(response) = message else { return false };
        let Some(id) = response.id.known() else { return false };
        // The id may have been used again since.
        let is_open = scene.talk.open.contains_key(&(Side::Client, id.clone()));
        if is_open || self.hung_up.take(|hung_up| hung_up == id).is_none() {
            return false;
        }
        scene.tell("CN-10", Version::V2026_07_28, Side::Server, id.to_json(), text);
        true
    }

    /// Takes note of a message of the server's.
    pub(super) fn note_said(&mut self, scene: &Scene<'_>, text: &str) {
        let hash = hash(text);
        let before = SaidBefore { exchange: scene.exchange, frame: scene.spot.place.frame };
        self.streams.said.insert(hash, before);
        self.streams.last = Some(hash);
    }

    /// An event with an id.
    pub(super) fn note_event(
        &mut self,
        scene: &mut Scene<'_>,
        exchange: &mut Exchange,
        id: &str,
        text: &str,
    ) {
        // An empty one takes the last one back (HTML Living Standard, section 9.2.6).
        if id.is_empty() {
            return;
        }
        exchange.has_id = true;
        let text = hash(text);
        let key = hash(id);
        if let Some(given) = self.streams.events.items.get(&key) {
            let is_replayed = exchange.has(name::LAST_EVENT) && given.text == text;
            if !is_replayed && self.session.is_named() {
                scene.tell("HT-14", exchange.version, Side::Server, Said::Nothing, id);
            }
            return;
        }
        self.streams.events.insert(key, Given { root: exchange.root, text });
    }

    /// The stream that an exchange goes on with.
    pub(super) fn root(&self, exchange: u64) -> Option<u64> {
        self.exchanges.get(&exchange)?.root
    }

    /// Forgets what belongs to a session that is over.
    pub(super) fn forget_streams(&mut self) {
        self.streams = Streams::default();
    }
}
