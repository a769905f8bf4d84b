//! What comes in an answer: messages of the server, events without one, and bytes that are neither.

use super::super::book::Level;
use super::super::cx::On;
use super::super::finding::{Finding, Said};
use super::super::json::Value;
use super::exchange::{Exchange, Heard, is_covered, is_success};
use super::scene::{Scene, relate};
use super::{Web, old};
use crate::proto::http::sse::{Decoder, Read};
use crate::proto::http::{Method, name};
use crate::proto::json::RawJson;
use crate::proto::jsonrpc::{ErrorCode, RequestId};
use crate::proto::mcp::{Version, keys};
use crate::proto::rule::RuleId;
use crate::proto::session::Side;

/// Of a longer event only that there is one is known.
const EVENT: usize = 64 << 10;

/// As many requests of the server's in one exchange are kept in mind.
const ASKS: usize = 64;

const V5: Version = Version::V2026_07_28;

impl Web {
    /// A message of the server.
    pub(super) fn came(&mut self, scene: &mut Scene<'_>, heard: &Heard<'_>) {
        let Some(mut exchange) = self.exchanges.remove(&scene.exchange) else { return };
        if let Some(id) = heard.event {
            self.note_event(scene, &mut exchange, id, heard.whole.0);
        }
        exchange.retry = heard.retry.or(exchange.retry);
        if let Some(id) = heard.id.filter(|_| heard.on == On::Request && exchange.asks.len() < ASKS) {
            exchange.asks.push(id.clone());
        }
        self.note_said(scene, heard.whole.0);
        if old::came(scene, &exchange, heard, self.endpoint.is_some()) {
            exchange.events += 1;
        } else {
            if exchange.events == 0 {
                self.unprimed(scene, &exchange, heard);
            }
            exchange.events += 1;
            if exchange.version == V5 && exchange.streams() {
                on_a_stream(scene);
            }
            if !heard.is_faulty {
                self.on_its_stream(scene, &exchange, heard);
            }
            if heard.on == On::Error {
                not_in_vain(scene, &exchange);
                let code = heard.body.get("code").and_then(|code| code.0.parse().ok()).unwrap_or_default();
                let text = heard.body.text_of("message").unwrap_or_default();
                refused(scene, &exchange, code, &text);
            }
        }
        self.exchanges.insert(exchange.number, exchange);
        if let Some(id) = heard.id.filter(|_| is_answer(heard.on)) {
            self.close(id, scene.exchange);
        }
    }

    /// Whether a message is where it belongs.
    fn on_its_stream(&mut self, scene: &mut Scene<'_>, exchange: &Exchange, heard: &Heard<'_>) {
        if let Some(id) = heard.id.filter(|_| is_answer(heard.on)) {
            return self.answer(scene, exchange, heard, id);
        }
        if exchange.method != Method::Post || !exchange.streams() {
            return;
        }
        let asked = exchange.sent.iter().find(|sent| sent.on == On::Request);
        let Some(asked) = asked else { return };
        let id = asked.id.as_ref().map_or(Said::Nothing, |id| id.to_json().into());
        if !exchange.is_open() && !exchange.is_spoilt {
            let related = asked.spot.place.frame;
            relate(scene.tell("HT-07", exchange.version, Side::Server, id, heard.method), Some(related));
        } else if heard.method == "notifications/progress" && heard.on == On::Notification {
            let token = heard.body.get(keys::PROGRESS_TOKEN).and_then(|token| RequestId::read(token.0).ok());
            let other = token.and_then(|token| scene.talk.tokens.get(&(Side::Client, token)));
            let other = other.map(|progress| progress.id.clone());
            let home = other.as_ref().and_then(|other| self.calls.get(other));
            if let (Some(other), true) = (&other, home.is_some_and(|home| *home != exchange.number)) {
                foreign(scene, exchange, id, other);
            }
        }
    }

    /// Whether an answer is on the stream of its request.
    fn answer(&mut self, scene: &mut Scene<'_>, exchange: &Exchange, heard: &Heard<'_>, id: &RequestId) {
        let home = exchange.waits_for(id).then_some(exchange.number).or(self.calls.get(id).copied());
        let is_known = home.is_some();
        let root =
            home.and_then(|home| if home == exchange.number { exchange.root } else { self.root(home) });
        let says_cancelled =
            || heard.body.text_of("message").is_some_and(|text| text.to_ascii_lowercase().contains("cancel"));
        let was_left = self.hung_up.take(|hung_up| hung_up == id).is_some();
        if was_left && heard.on == On::Error && says_cancelled() {
            scene.tell("CN-10", heard.version, Side::Server, id.to_json(), heard.whole.0);
        } else if exchange.is_own_stream() && exchange.streams() {
            scene.tell("HT-12", exchange.version, Side::Server, Said::Nothing, id.to_json());
        } else if exchange.method == Method::Get {
            let is_other = is_known && exchange.root.is_some() && root.is_some() && root != exchange.root;
            if is_other {
                let found = scene.tell("HT-15", exchange.version, Side::Server, Said::Nothing, id.to_json());
                if let Some(found) = found {
                    found.level = Level::Error;
                }
            }
        } else if exchange.streams() && is_known && home != Some(exchange.number) {
            let asked = exchange.sent.iter().find(|sent| sent.on == On::Request);
            let own = asked.and_then(|sent| sent.id.as_ref()).map_or(Said::Nothing, |id| id.to_json().into());
            foreign(scene, exchange, own, id);
        }
    }

    /// A stream that does not begin with an event that its client can come back to (2025-11-25).
    fn unprimed(&mut self, scene: &mut Scene<'_>, exchange: &Exchange, heard: &Heard<'_>) {
        // A request that does not say its revision is taken for one of 2025-03-26, which has no such rule (HT-23).
        let is_said = exchange.has(name::VERSION);
        let is_agreed =
            exchange.version == Version::V2025_11_25 && is_said && exchange.calls() && !exchange.begins();
        if is_agreed && exchange.streams() && exchange.method == Method::Post && self.first_time("HT-16") {
            let shown =
                heard.event.map_or_else(|| "data: {…}".to_owned(), |id| format!("id: {id}, data: {{…}}"));
            let found = scene.tell("HT-16", exchange.version, Side::Server, "id: …, data:", shown);
            // Whoever gives no ids offers nothing to come back to, which is allowed.
            if let Some(found) = found.filter(|_| heard.event.is_none()) {
                found.level = Level::Note;
            }
        }
    }

    /// Bytes of a body that are no message.
    pub(super) fn raw(&mut self, scene: &mut Scene<'_>, from: Side, bytes: &[u8]) {
        if from == Side::Client {
            return self.raw_of_client(scene, bytes);
        }
        let Some(mut exchange) = self.exchanges.remove(&scene.exchange) else { return };
        if exchange.streams() {
            self.events(scene, &mut exchange, bytes);
        } else if self.endpoint.is_none() {
            body(scene, &exchange, bytes);
        }
        self.exchanges.insert(exchange.number, exchange);
    }

    /// Events without a message.
    fn events(&mut self, scene: &mut Scene<'_>, exchange: &mut Exchange, bytes: &[u8]) {
        if bytes.len() > EVENT {
            exchange.events += 1;
            return;
        }
        let mut read = Vec::new();
        Decoder::default().read(bytes, &mut read);
        for event in read {
            let Read::Event(event) = event else { continue };
            let data = event.data.as_deref().unwrap_or_default();
            if let Some(id) = &event.id {
                self.note_event(scene, exchange, id, data);
            }
            exchange.retry = event.retry.or(exchange.retry);
            let kind = event.kind.as_deref().unwrap_or_default();
            if kind == old::ENDPOINT && exchange.method == Method::Get {
                old::endpoint(scene, exchange);
                self.endpoint = Some(data.to_owned());
            } else if self.endpoint.is_some() {
                old::other(scene, kind, data);
            }
            exchange.events += 1;
        }
    }

    /// A refusal that names no request, which is no message of the conversation.
    pub(in crate::lint) fn refuses(&self, scene: &mut Scene<'_>, error: Value<'_>) -> bool {
        let Some(exchange) = self.exchanges.get(&scene.exchange) else { return false };
        let is_refusal = exchange.status().is_some_and(|status| !is_success(status));
        if is_refusal {
            let code = error.get("code").and_then(|code| code.0.parse().ok()).unwrap_or_default();
            refused(scene, exchange, code, &error.text_of("message").unwrap_or_default());
        }
        is_refusal
    }
}

fn is_answer(on: On) -> bool {
    matches!(on, On::Result | On::Error)
}

/// Says that something is on a stream that belongs to another request. From 2026-07-28 on it must not be.
fn foreign(scene: &mut Scene<'_>, exchange: &Exchange, own: Said, other: &RequestId) {
    if let Some(found) = scene.tell("HT-07", exchange.version, Side::Server, own, other.to_json())
        && exchange.version == V5
    {
        found.level = Level::Error;
    }
}

/// A request on a stream is told as that, and not twice.
fn on_a_stream(scene: &mut Scene<'_>) {
    for found in &mut scene.out {
        if found.rule.as_str() == "MD-01" {
            found.rule = RuleId::new("HT-57");
        }
    }
}

/// Whether headers fit shows here, or does not show: where they may not have, an error that says so is not in vain.
fn not_in_vain(scene: &mut Scene<'_>, exchange: &Exchange) {
    let is_call = exchange.sent.iter().any(|sent| sent.method == "tools/call");
    let is_covered = exchange.headers.iter().any(|line| is_covered(&exchange.headers, &line.name));
    if exchange.is_mismatch || exchange.is_older || exchange.is_long || is_call || is_covered {
        let is_it = |found: &Finding| {
            found.rule.as_str() == "ER-05" && found.seen == Said::from(ErrorCode::HEADER_MISMATCH.to_string())
        };
        scene.out.retain(|found| !is_it(found));
    }
}

/// What goes with an error in the head of the answer (2026-07-28), and what is refused that should not be.
fn refused(scene: &mut Scene<'_>, exchange: &Exchange, code: i64, text: &str) {
    let Some(status) = exchange.status() else { return };
    let seen = status.to_string();
    let lacks_meta = exchange.sent.iter().any(|sent| sent.lacks_meta);
    let frame = exchange.frame();
    let found = match ErrorCode(code) {
        _ if exchange.is_older => None,
        _ if exchange.version != V5 => {
            let text = text.to_ascii_lowercase();
            let is_about_it = text.contains("protocol version") || text.contains("protocol-version");
            let is_bare = exchange.calls() && !exchange.has(name::VERSION) && !exchange.begins();
            let is_refused = !is_success(status) && is_about_it && is_bare && !exchange.is_spoilt;
            if is_refused {
                scene.tell("HT-23", exchange.version, Side::Server, "2025-03-26", seen)
            } else {
                None
            }
        }
        ErrorCode::METHOD_NOT_FOUND if status != 404 => {
            scene.tell("HT-55", V5, Side::Server, "404 / -32601", seen)
        }
        ErrorCode::HEADER_MISMATCH if status != 400 && !exchange.is_mismatch => {
            scene.tell("HT-50", V5, Side::Server, "400 / -32020", seen)
        }
        // A tool may only find out in the midst what it needs.
        ErrorCode::MISSING_CLIENT_CAPABILITY if status != 400 && exchange.events <= 1 => {
            scene.tell("HT-56", V5, Side::Server, code.to_string(), seen)
        }
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION if status != 400 => {
            scene.tell("HT-56", V5, Side::Server, code.to_string(), seen)
        }
        ErrorCode::INVALID_PARAMS if status != 400 && lacks_meta => {
            scene.tell("HT-56", V5, Side::Server, code.to_string(), seen)
        }
        ErrorCode::HEADER_MISMATCH | ErrorCode::UNSUPPORTED_PROTOCOL_VERSION => None,
        _ if status == 400 && exchange.is_mismatch && !exchange.is_spoilt => {
            scene.tell("HT-50", V5, Side::Server, "400 / -32020", format!("400 / {code}"))
        }
        _ => None,
    };
    relate(found, frame);
}

/// A body that is no stream of events.
fn body(scene: &mut Scene<'_>, exchange: &Exchange, bytes: &[u8]) {
    let Some(status) = exchange.status() else { return };
    let is_silent = !exchange.sent.is_empty() && !exchange.calls() && !exchange.is_spoilt;
    if status == 202 && is_silent && !bytes.trim_ascii().is_empty() {
        let seen = format!("202: {}", String::from_utf8_lossy(bytes.trim_ascii()));
        let frame = exchange.frame();
        relate(scene.tell("HT-05", exchange.version, Side::Server, "202", seen), frame);
    }
    if !is_success(status) && bytes.len() <= EVENT {
        let text = core::str::from_utf8(bytes).unwrap_or_default().trim_ascii();
        if RawJson::new(text).is_err() {
            return;
        }
        if let Some(error) = Value::of(text).get("error") {
            let code = error.get("code").and_then(|code| code.0.parse().ok()).unwrap_or_default();
            refused(scene, exchange, code, &error.text_of("message").unwrap_or_default());
        }
    }
}
