//! What a server says in the head of an answer.

use super::super::finding::Said;
use super::Web;
use super::exchange::{Answered, Exchange, is_aside, is_covered, is_success};
use super::scene::{Scene, lighten, relate};
use crate::proto::http::{EVENTS, Headers, JSON, Method, name, names};
use crate::proto::mcp::Version;
use crate::proto::session::Side;

const V5: Version = Version::V2026_07_28;

/// Which site's pages may read the answer (Fetch Standard, section 3.3.3).
const ALLOW_ORIGIN: &str = "Access-Control-Allow-Origin";

impl Web {
    /// The head of an answer.
    pub(super) fn answered(&mut self, scene: &mut Scene<'_>, status: u16, headers: &Headers) {
        let Some(mut exchange) = self.exchanges.remove(&scene.exchange) else { return };
        let streams = is_success(status) && headers.lists(name::CONTENT_TYPE, EVENTS);
        exchange.answered = Some(Answered { status, streams });
        let is_ours = !exchange.sent.is_empty() || exchange.method != Method::Post && self.is_ours(&exchange);
        let is_old = self.endpoint.is_some();
        if is_ours && is_success(status) {
            origin(scene, &exchange, headers, is_old);
        }
        if !is_old && !exchange.is_long {
            self.carries_nothing(scene, &exchange);
            self.session.answered(scene, &exchange, status, headers);
            if exchange.begins() && is_success(status) {
                self.forget_streams();
            }
            match exchange.method {
                Method::Post if is_ours => self.post(scene, &exchange, status, headers),
                Method::Get if is_ours => self.got(scene, &exchange, status, headers),
                Method::Delete if is_ours => unused(scene, &exchange, status),
                _ => {}
            }
        }
        let number = exchange.number;
        self.exchanges.insert(number, exchange);
        if !is_success(status) {
            self.excuse(scene, number);
        }
    }

    /// The answer to messages.
    fn post(&mut self, scene: &mut Scene<'_>, exchange: &Exchange, status: u16, headers: &Headers) {
        let (version, frame) = (exchange.version, exchange.frame());
        self.address(scene, exchange, status);
        let is_json = headers.lists(name::CONTENT_TYPE, JSON);
        let streams = headers.lists(name::CONTENT_TYPE, EVENTS);
        if is_success(status) && exchange.calls() && !is_json && !streams {
            let seen = headers.first(name::CONTENT_TYPE);
            let seen = seen.map_or(Said::Nothing, |kind| String::from_utf8_lossy(kind).into_owned().into());
            let kinds = format!("{JSON} / {EVENTS}");
            let found = scene.tell("HT-06", version, Side::Server, kinds, seen);
            relate(found, frame);
            exchange
                .sent
                .iter()
                .filter_map(|sent| sent.id.as_ref())
                .for_each(|id| scene.excuse(Side::Client, id));
        }
        let is_silent = !exchange.calls() && !exchange.is_spoilt;
        if is_silent && is_success(status) && status != 202 {
            relate(scene.tell("HT-05", version, Side::Server, "202", status.to_string()), frame);
        }
        let before = scene.out.len();
        unknown_version(scene, exchange, status);
        let is_told = scene.out.len() > before;
        let is_plain = exchange.is_mismatch && !exchange.is_spoilt && !is_told;
        if is_plain && status != 400 && !is_aside(status) {
            relate(scene.tell("HT-50", version, Side::Server, "400 / -32020", status.to_string()), frame);
        }
        if version == V5 && streams && is_success(status) && !exchange.is_older {
            let is_open = headers.lists(name::BUFFERING, "no");
            if !is_open && self.first_time("HT-58") {
                let seen = headers.first(name::BUFFERING);
                let seen =
                    seen.map_or(Said::Nothing, |value| String::from_utf8_lossy(value).into_owned().into());
                let expected = format!("{}: no", name::BUFFERING);
                relate(scene.tell("HT-58", version, Side::Server, expected, seen), frame);
            }
        }
        // Whoever refuses it may be of an older revision, and have sessions.
        let has_session = headers.first(name::SESSION).is_some() && is_success(status);
        if version == V5 && has_session && !exchange.is_older && self.first_time("session") {
            relate(scene.tell("HT-58", version, Side::Server, Said::Nothing, name::SESSION), frame);
        }
    }

    /// There is one address, and it takes POST.
    fn address(&mut self, scene: &mut Scene<'_>, exchange: &Exchange, status: u16) {
        let Some(path) = &self.path else {
            if is_success(status) && !exchange.is_long {
                self.path = Some(exchange.path.clone());
            }
            return;
        };
        let seen = if status == 405 && *path == exchange.path {
            "405".to_owned()
        } else if is_success(status) && *path != exchange.path && self.session.is_of(exchange) {
            format!("{status} {}", exchange.path)
        } else {
            return;
        };
        scene.tell("HT-01", exchange.version, Side::Server, path.as_str(), seen);
    }

    /// The answer to a GET.
    fn got(&mut self, scene: &mut Scene<'_>, exchange: &Exchange, status: u16, headers: &Headers) {
        unused(scene, exchange, status);
        if exchange.version == V5 || exchange.says_modern() {
            return;
        }
        // That there is no session is 404 too.
        let is_missing = status == 404
            && !exchange.has(name::SESSION)
            && !self.session.is_named()
            && self.path.as_ref() == Some(&exchange.path);
        if is_success(status) && !exchange.streams() || is_missing {
            let kind = headers.first(name::CONTENT_TYPE).map(String::from_utf8_lossy).unwrap_or_default();
            let seen = format!("{status} {kind}");
            scene.tell("HT-11", exchange.version, Side::Server, EVENTS, seen.trim_end());
        }
    }
}

/// What 2026-07-28 has no use for.
fn unused(scene: &mut Scene<'_>, exchange: &Exchange, status: u16) {
    if exchange.says_modern() && !is_aside(status) {
        scene.tell("HT-58", V5, Side::Server, "405", status.to_string());
    }
}

/// A revision in the head that there is not, or that the server does not have, is 400.
fn unknown_version(scene: &mut Scene<'_>, exchange: &Exchange, status: u16) {
    let version = exchange.version;
    // What the message says is judged by what comes in answer to it.
    if status == 400 || is_aside(status) || version == V5 && !exchange.is_mismatch {
        return;
    }
    let Some(said) = exchange.header(name::VERSION) else { return };
    let supported = &scene.talk.modern.supported;
    let is_missing = !supported.is_empty() && !supported.iter().any(|known| known == said);
    let is_found = status == 404 && exchange.has(name::SESSION);
    if (Version::parse(said).is_none() || version == V5 && is_missing) && !is_found {
        let said = said.to_owned();
        let frame = exchange.frame();
        relate(scene.tell("HT-24", version, Side::Server, said, status.to_string()), frame);
    }
}

/// A server on this machine has answered a page that is not of this machine. It may mean to: then it says so.
fn origin(scene: &mut Scene<'_>, exchange: &Exchange, headers: &Headers, is_old: bool) {
    let (Some(origin), Some(host)) = (exchange.header(name::ORIGIN), exchange.header(name::HOST)) else {
        return;
    };
    let local = Headers::new().with(name::HOST, host);
    if names::foreign(&local).is_some() || names::foreign(&local.with(name::ORIGIN, origin)).is_none() {
        return;
    }
    let allowed = headers.first(ALLOW_ORIGIN);
    if allowed == Some(origin.as_bytes()) || is_covered(headers, ALLOW_ORIGIN) {
        return;
    }
    let (host, origin) = (host.to_owned(), origin.to_owned());
    let (rule, version) = if is_old { ("HS-03", Version::V2024_11_05) } else { ("HT-08", exchange.version) };
    let found = scene.tell(rule, version, Side::Server, host, origin);
    relate(lighten(found), exchange.frame());
}
