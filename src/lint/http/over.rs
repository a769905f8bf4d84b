//! How an exchange ends.

use super::super::cx::On;
use super::super::finding::Said;
use super::Web;
use super::exchange::Exchange;
use super::scene::{Scene, relate};
use crate::proto::http::Method;
use crate::proto::mcp::Version;
use crate::proto::session::Side;

const V5: Version = Version::V2026_07_28;

impl Web {
    /// An exchange has ended, before its time if somebody has ended it.
    pub(super) fn over(&mut self, scene: &mut Scene<'_>, by: Option<Side>) {
        let Some(exchange) = self.exchanges.remove(&scene.exchange) else { return };
        let is_waiting = exchange.method == Method::Post && exchange.is_open();
        if is_waiting && self.endpoint.is_none() {
            match by {
                None if exchange.streams() => self.ended_early(scene, &exchange),
                None => {}
                Some(by) => self.broke(scene, &exchange, by),
            }
        }
        if by.is_some() {
            // Who has gone may not have read what was asked.
            exchange.asks.iter().for_each(|id| scene.excuse(Side::Server, id));
        }
        if let (Some(root), Some(retry)) = (exchange.root, exchange.retry) {
            self.streams.ended(root, scene.talk.now, retry);
        }
        // What comes later is compared with it.
        let number = exchange.number;
        self.exchanges.insert(number, exchange);
        if is_waiting {
            self.excuse(scene, number);
        }
    }

    /// The server has ended a stream whose request it has not answered.
    fn ended_early(&mut self, scene: &mut Scene<'_>, exchange: &Exchange) {
        let version = exchange.version;
        let asked = exchange.sent.iter().find(|sent| sent.on == On::Request && sent.is_open);
        let Some(asked) = asked else { return };
        let (id, frame) = (asked.id.as_ref().map(|id| id.to_json()), asked.spot.place.frame);
        // Where the client can come back, the stream goes on (2025-11-25).
        if version == Version::V2025_11_25 && exchange.has_id {
            if exchange.retry.is_none() {
                let found = scene.tell("HT-16", version, Side::Server, "retry", Said::Nothing);
                relate(found, Some(frame));
            }
            return;
        }
        let is_listening = asked.method == "subscriptions/listen";
        if self.session.is_over() || is_listening {
            return;
        }
        let expected = id.map_or(Said::Nothing, Said::from);
        relate(scene.tell("HT-07", version, Side::Server, expected, Said::Nothing), Some(frame));
    }

    /// Somebody has gone while a request was open: from 2026-07-28 on it is cancelled, or lost.
    fn broke(&mut self, scene: &mut Scene<'_>, exchange: &Exchange, by: Side) {
        let open = exchange.sent.iter().filter(|sent| sent.on == On::Request && sent.is_open);
        for sent in open {
            let Some(id) = sent.id.clone() else { continue };
            if by == Side::Client {
                self.hung_up.push(id.clone());
            }
            if exchange.version != V5 {
                continue;
            }
            scene.talk.streams.retain(|stream| stream.id != id);
            if let Some(open) = scene.talk.open.remove(&(Side::Client, id.clone())) {
                let cancelled = (by == Side::Client).then_some(scene.spot.place.frame);
                scene.talk.close(&open, cancelled);
            }
            self.calls.remove(&id);
            if by == Side::Server {
                scene.talk.lost.push((Side::Client, id.clone()));
                self.lost.push((id, sent.method.clone()));
            }
        }
    }
}
