//! What a client says in the head of a request, and how it sends its messages.

use super::super::cx::On;
use super::super::finding::Said;
use super::super::talk::{Phase, Talk, index};
use super::exchange::{CONTENT_LENGTH, Exchange, Heard, Sent, is_covered};
use super::scene::{Scene, lighten};
use super::{Web, mirror};
use crate::proto::http::{EVENTS, Headers, JSON, Method, name};
use crate::proto::jsonrpc::decode_text;
use crate::proto::mcp::{Lifecycle, Version, keys};
use crate::proto::session::Side;

/// As many messages of one exchange are kept in mind.
const SENT: usize = 256;

const V5: Version = Version::V2026_07_28;

impl Web {
    /// The head of a request.
    pub(super) fn asked(&mut self, scene: &mut Scene<'_>, method: &str, target: &str, headers: &Headers) {
        let mut exchange = Exchange::new(scene.exchange, method, target, headers, scene.spot.clone());
        exchange.at = scene.talk.now;
        exchange.version = version_of(scene.talk, &exchange);
        learn(scene.talk, &exchange);
        self.session.asked(&mut exchange);
        if self.endpoint.is_none() && !exchange.is_long {
            match exchange.method {
                Method::Get if self.is_ours(&exchange) => self.get(scene, &mut exchange),
                Method::Delete if self.is_ours(&exchange) => delete(scene, &exchange),
                _ => {}
            }
        }
        self.open(exchange);
    }

    /// Whether a request without a message is made to the server of MCP, and not to something else at the same place.
    pub(super) fn is_ours(&self, exchange: &Exchange) -> bool {
        // What a client looks up about who may use the server has other addresses.
        let is_elsewhere = self.path.as_ref().is_some_and(|path| *path != exchange.path);
        let is_person = exchange.headers.lists(name::ACCEPT, "text/html");
        let says_so = exchange.has(name::SESSION) || exchange.has(name::LAST_EVENT);
        !is_elsewhere && (says_so || self.path.is_some() && !is_person)
    }

    fn get(&mut self, scene: &mut Scene<'_>, exchange: &mut Exchange) {
        if exchange.version == V5 && exchange.has(name::LAST_EVENT) {
            scene.tell_header(exchange, "HT-59", (name::LAST_EVENT, Said::Nothing, name::LAST_EVENT.into()));
        }
        accepts(scene, exchange, "HT-10", &[EVENTS]);
        says_version(scene, exchange);
        self.resumes(scene, exchange);
    }

    /// A message of the client.
    pub(super) fn sent(&mut self, scene: &mut Scene<'_>, heard: &Heard<'_>) {
        let (endpoint, is_old) = (self.endpoint.clone(), self.endpoint.is_some());
        let Some(mut exchange) = self.exchanges.remove(&scene.exchange) else { return };
        let is_first = exchange.sent.is_empty();
        if is_first {
            exchange.version = heard.version;
        }
        if let Some(endpoint) = endpoint.filter(|_| is_first) {
            super::old::posted(scene, &exchange, &endpoint);
        }
        exchange.is_spoilt |= heard.is_faulty || exchange.sent.len() >= SENT;
        if !is_old {
            together(scene, &exchange, heard);
        }
        if exchange.sent.len() < SENT {
            exchange.sent.push(Sent {
                on: heard.on,
                id: heard.id.cloned(),
                method: heard.method.to_owned(),
                spot: scene.spot.clone(),
                is_open: heard.on == On::Request,
                lacks_meta: lacks_meta(heard),
            });
            if let Some(id) = heard.id.filter(|_| heard.on == On::Request) {
                self.calls.insert(id.clone(), exchange.number);
            }
        }
        if !is_old && !exchange.is_long {
            if is_first {
                accepts(scene, &exchange, "HT-03", &[JSON, EVENTS]);
                self.session.posted(scene, &mut exchange, heard);
                says_version(scene, &exchange);
            }
            if heard.version == V5 {
                self.modern(scene, &mut exchange, heard);
            }
        }
        self.exchanges.insert(exchange.number, exchange);
    }

    /// A message of 2026-07-28.
    fn modern(&mut self, scene: &mut Scene<'_>, exchange: &mut Exchange, heard: &Heard<'_>) {
        if heard.on == On::Notification && heard.method == "notifications/cancelled" {
            scene.tell("HT-25", V5, Side::Client, Said::Nothing, heard.method);
        }
        let Some(id) = heard.id.filter(|_| heard.on == On::Request) else { return };
        if self.lost.take(|(lost, method)| lost == id && method == heard.method).is_some() {
            scene.tell("HT-59", V5, Side::Client, Said::Nothing, id.to_json());
        }
        mirror::check(scene, exchange, heard);
    }

    /// Bytes of the client that are no message.
    pub(super) fn raw_of_client(&mut self, scene: &mut Scene<'_>, bytes: &[u8]) {
        let Some(exchange) = self.exchanges.get_mut(&scene.exchange) else { return };
        exchange.is_spoilt = true;
        let is_message = |text: &str| decode_text(text.trim_ascii()).is_ok();
        let is_posted = exchange.method == Method::Post;
        if !is_posted && self.endpoint.is_none() && core::str::from_utf8(bytes).is_ok_and(is_message) {
            let version = exchange.version;
            scene.tell("HT-02", version, Side::Client, "POST", exchange.method.as_str());
        }
    }

    /// What is wrong with a POST is known when it is answered: without a body it carries nothing.
    pub(super) fn carries_nothing(&self, scene: &mut Scene<'_>, exchange: &Exchange) {
        let is_empty = exchange.sent.is_empty() && !exchange.is_spoilt;
        let says_so = exchange.header(CONTENT_LENGTH) == Some("0");
        if exchange.method == Method::Post && self.is_ours(exchange) && is_empty && says_so {
            scene.tell_header(exchange, "HT-04", ("", Said::Nothing, Said::Nothing));
        }
    }
}

/// The revision that a request is judged by before its message is known.
fn version_of(talk: &Talk, exchange: &Exchange) -> Version {
    if exchange.says_modern() { V5 } else { talk.version }
}

/// What the head of a request says about a conversation whose beginning nobody has seen.
fn learn(talk: &mut Talk, exchange: &Exchange) {
    let is_known = talk.phase != Phase::Fresh || talk.is_modern;
    if is_known || exchange.method != Method::Post || exchange.says_modern() {
        return;
    }
    let said = exchange.says().filter(|version| version.lifecycle() == Lifecycle::Initialize);
    if let Some(version) = said.filter(|_| !talk.is_given) {
        talk.version = version;
    }
    if exchange.has(name::SESSION) {
        // There was a handshake, and there may be questions of either side.
        talk.phase = Phase::Running;
        talk.lost_many = [true; 2];
        talk.is_version_told = talk.is_given || said.is_some();
    }
}

/// Whether Accept names each of `kinds`. What a range of HTTP covers is not named, and weighs less.
fn accepts(scene: &mut Scene<'_>, exchange: &Exchange, rule: &'static str, kinds: &[&str]) {
    let lists = |kind: &str| exchange.headers.lists(name::ACCEPT, kind);
    let is_in_range = |kind: &str| {
        let main = kind.split('/').next().unwrap_or_default();
        lists("*/*") || lists(&format!("{main}/*"))
    };
    let missing: Vec<_> = kinds.iter().copied().filter(|kind| !lists(kind)).collect();
    if missing.is_empty() || is_covered(&exchange.headers, name::ACCEPT) {
        return;
    }
    let seen = exchange
        .headers
        .first(name::ACCEPT)
        .map_or(Said::Nothing, |value| String::from_utf8_lossy(value).into_owned().into());
    let found = scene.tell_header(exchange, rule, (name::ACCEPT, missing.join(", ").into(), seen));
    if missing.iter().all(|kind| is_in_range(kind)) {
        lighten(found);
    }
}

/// Whether a request says the revision that was agreed on (until 2025-11-25).
fn says_version(scene: &mut Scene<'_>, exchange: &Exchange) {
    let talk = &scene.talk;
    let is_told = talk.is_version_told || talk.handshake.answered.is_some();
    let is_agreed = is_told && matches!(talk.phase, Phase::Greeted | Phase::Running);
    let version = exchange.version;
    if !is_agreed || version == V5 || exchange.begins() || is_covered(&exchange.headers, name::VERSION) {
        return;
    }
    let expected = || Said::from(version.as_str());
    match exchange.header(name::VERSION) {
        None => {
            scene.tell_header(exchange, "HT-22", (name::VERSION, expected(), Said::Nothing));
        }
        // Which one it is only should be.
        Some(said) if said != version.as_str() => {
            lighten(scene.tell_header(exchange, "HT-22", (name::VERSION, expected(), said.into())));
        }
        Some(_) => {}
    }
}

fn delete(scene: &mut Scene<'_>, exchange: &Exchange) {
    if !exchange.has(name::SESSION) {
        scene.tell_header(exchange, "HT-21", (name::SESSION, name::SESSION.into(), Said::Nothing));
        return;
    }
    says_version(scene, exchange);
}

/// How a message goes with those before it in the same body.
fn together(scene: &mut Scene<'_>, exchange: &Exchange, heard: &Heard<'_>) {
    let Some(last) = exchange.sent.last() else { return };
    if last.spot.place.frame != scene.spot.place.frame {
        let said = (Said::Nothing, heard.whole.0.into());
        let spot = scene.spot.clone();
        scene.tell_at(&spot, "HT-04", heard.version, Side::Client, said);
        return;
    }
    let is_answer = |on: On| matches!(on, On::Result | On::Error);
    let first = exchange.sent.iter().find(|sent| sent.spot.place.frame == scene.spot.place.frame);
    let was_mixed = exchange.sent.iter().any(|sent| {
        sent.spot.place.frame == scene.spot.place.frame
            && first.is_some_and(|first| is_answer(first.on) != is_answer(sent.on))
    });
    if heard.in_batch && !was_mixed && first.is_some_and(|first| is_answer(first.on) != is_answer(heard.on)) {
        scene.tell("BA-04", heard.version, Side::Client, Said::Nothing, heard.whole.0);
    }
}

/// Whether a request of 2026-07-28 does not introduce itself.
fn lacks_meta(heard: &Heard<'_>) -> bool {
    let meta = heard.body.get("_meta");
    let has = |key: &str| meta.is_some_and(|meta| meta.get(key).is_some());
    heard.version == V5 && !(has(keys::PROTOCOL_VERSION) && has(keys::CLIENT_CAPABILITIES))
}

/// Whether the beginning of the conversation was seen, so that every id that was given is known.
pub(super) fn knows_all(talk: &Talk) -> bool {
    !talk.lost_many[index(Side::Client)]
}
