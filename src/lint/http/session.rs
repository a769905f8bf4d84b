//! Sessions (2025-03-26 to 2025-11-25): how they are named, who says the name, and what comes after their end.

use super::super::cx::On;
use super::super::finding::Said;
use super::exchange::{Exchange, Heard, is_aside, is_covered, is_success, said};
use super::scene::{Scene, relate};
use crate::proto::http::{Headers, Method, name};
use crate::proto::mcp::Version;
use crate::proto::session::Side;

const V5: Version = Version::V2026_07_28;

/// Why a session is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// The client has ended it.
    Deleted,
    /// The server has said so.
    NotFound,
}

/// What is known of the session of a conversation.
#[derive(Debug, Default)]
pub(super) struct Session {
    /// Its name, as the server gave it.
    id: Option<String>,
    /// The name of the one before.
    before: Option<String>,
    end: Option<End>,
    /// Whether the client was told that it goes on with a session that is over.
    told: bool,
}

impl Session {
    /// Takes note of what was known when a request was made.
    pub(super) fn asked(&self, exchange: &mut Exchange) {
        exchange.is_late = self.end.is_some() && self.is_of(exchange);
        exchange.is_nameless = self.id.is_some() && !exchange.has(name::SESSION) && self.end.is_none();
    }

    /// Whether the exchange says this session.
    pub(super) fn is_of(&self, exchange: &Exchange) -> bool {
        self.id.is_some() && exchange.header(name::SESSION) == self.id.as_deref()
    }

    /// Whether it is over.
    pub(super) fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// Whether a session with a name goes on.
    pub(super) fn is_named(&self) -> bool {
        self.id.is_some()
    }

    /// The first message of a request.
    pub(super) fn posted(&mut self, scene: &mut Scene<'_>, exchange: &mut Exchange, heard: &Heard<'_>) {
        if heard.version == V5 {
            exchange.is_nameless = false;
            return;
        }
        let seen = exchange.header(name::SESSION).map(str::to_owned);
        if exchange.begins() {
            exchange.is_nameless = false;
            let is_it = |seen: &String| self.end.is_some() && self.id.as_ref() == Some(seen);
            if let Some(seen) = seen.filter(is_it) {
                scene.tell_header(exchange, "HT-20", (name::SESSION, Said::Nothing, seen.into()));
            }
            return;
        }
        if exchange.is_nameless {
            let expected = self.id.clone().map_or(Said::Nothing, Said::from);
            scene.tell_header(exchange, "HT-18", (name::SESSION, expected, Said::Nothing));
        }
        if let (Some(seen), Some(id)) = (&seen, &self.id)
            && seen != id
            && self.before.as_ref() != Some(seen)
        {
            scene.tell_header(exchange, "HT-18", (name::SESSION, id.as_str().into(), seen.as_str().into()));
        }
        let goes_on = exchange.is_late && self.end == Some(End::NotFound) && heard.on == On::Request;
        if goes_on && !core::mem::replace(&mut self.told, true) {
            scene.tell_header(exchange, "HT-20", (name::SESSION, "initialize".into(), heard.method.into()));
        }
    }

    /// The head of an answer.
    pub(super) fn answered(
        &mut self,
        scene: &mut Scene<'_>,
        exchange: &Exchange,
        status: u16,
        headers: &Headers,
    ) {
        let version = exchange.version;
        if version == V5 {
            return;
        }
        let frame = exchange.frame();
        self.named(scene, exchange, status, headers);
        let is_known = self.is_of(exchange);
        if exchange.is_late && self.end == Some(End::Deleted) && status != 404 && !is_aside(status) {
            relate(scene.tell("HT-20", version, Side::Server, "404", status.to_string()), frame);
        }
        if exchange.is_nameless
            && !exchange.sent.is_empty()
            && !exchange.is_spoilt
            && !is_success(status)
            && status != 400
            && !is_aside(status)
        {
            relate(scene.tell("HT-19", version, Side::Server, "400", status.to_string()), frame);
        }
        if exchange.method == Method::Delete && is_known && is_success(status) {
            self.end = Some(End::Deleted);
        } else if exchange.method != Method::Delete && is_known && status == 404 && self.end.is_none() {
            self.end = Some(End::NotFound);
        }
    }

    /// The name of the session, where the answer gives one.
    fn named(&mut self, scene: &mut Scene<'_>, exchange: &Exchange, status: u16, headers: &Headers) {
        let given = headers.first(name::SESSION);
        if let Some(id) = given.filter(|_| !is_covered(headers, name::SESSION))
            && (id.is_empty() || !id.iter().all(|byte| matches!(byte, 0x21..=0x7E)))
        {
            let seen = String::from_utf8_lossy(id).into_owned();
            if let Some(found) = scene.tell("HT-17", exchange.version, Side::Server, Said::Nothing, seen) {
                name::SESSION.clone_into(&mut found.path);
            }
        }
        if exchange.begins() && is_success(status) {
            self.before = self.id.take();
            self.id = said(headers, name::SESSION).map(str::to_owned);
            (self.end, self.told) = (None, false);
        }
    }
}
