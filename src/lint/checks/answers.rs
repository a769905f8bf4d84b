//! Which request an answer belongs to, and what is wrong when it belongs to none.

use super::super::book::Level;
use super::super::cx::{Cx, On};
use super::super::finding::Said;
use super::super::json::Value;
use super::super::talk::{Open, index};
use super::super::tolerated::tolerates;
use crate::proto::jsonrpc::{ErrorCode, RequestId};
use crate::proto::mcp::Version;
use crate::proto::session::Side;

/// With how many open requests an answer of another id is compared.
const COMPARED: usize = 4096;

/// The request that the answer with `id` belongs to; it is no longer open.
pub(in crate::lint) fn find(cx: &mut Cx<'_>, id: &RequestId) -> Option<Open> {
    let peer = cx.from.peer();
    let at = cx.whole.get("id").unwrap_or(Value::of(""));
    let open = cx.talk.open.remove(&(peer, id.clone()));
    if cx.from == Side::Client && cx.version == Version::V2026_07_28 {
        cx.report("MD-02", at, Said::Nothing, id.to_json());
        return None;
    }
    if open.is_some() {
        return open;
    }
    let own = |broken: &super::super::talk::Broken| broken.id.as_ref() == Some(id);
    if let Some(broken) = cx.talk.broken[index(peer)].take(own) {
        wrong_code(cx, broken.code);
        cx.relate(broken.frame);
        return None;
    }
    if cx.talk.was_lost(peer, id) {
        return None;
    }
    let is_it = |done: &super::super::talk::Done| done.from == peer && done.id == *id;
    if cx.talk.done.take(|done| is_it(done) && done.is_guess).is_some() {
        return None;
    }
    let done = cx.talk.done.find(is_it).cloned();
    if let Some(done) = done {
        let is_forbidden = cx.version == Version::V2026_07_28 && cx.from == Side::Server;
        match done.cancelled {
            None => cx.report("JR-08", at, Said::Nothing, id.to_json()),
            Some(frame) => {
                let rule = if is_forbidden { "CN-05" } else { "CN-04" };
                super::cancel::came_all_the_same(cx, rule, at, id.to_json(), frame);
            }
        }
        cx.relate(done.frame);
        return None;
    }
    let mut open = cx.talk.open.keys().filter(|(from, _)| *from == peer).take(COMPARED);
    let alike = open.find(|(_, open)| open.is_loosely_equal(id)).cloned();
    if let Some(key) = alike {
        cx.report("JR-06", at, key.1.to_json(), id.to_json());
        return cx.talk.open.remove(&key);
    }
    let was_used = cx.talk.used[index(peer)].contains(id);
    cx.report(if was_used { "JR-08" } else { "JR-07" }, at, Said::Nothing, id.to_json());
    // It was most likely meant for the one request that is open: that is not missed as well.
    if let Some(meant) = cx.talk.only_open(peer).filter(|_| !was_used)
        && let Some(open) = cx.talk.open.remove(&(peer, meant))
    {
        cx.talk.close_by_guess(&open);
    }
    None
}

/// Judges an error that names no request.
pub(in crate::lint) fn without_id(cx: &mut Cx<'_>) {
    let peer = cx.from.peer();
    let id = cx.whole.get("id");
    let at = id.unwrap_or(Value::of(""));
    let seen = id.map_or(Said::Kind("missing"), |id| id.0.into());
    if let Some(broken) = cx.talk.broken[index(peer)].pop_first() {
        unreadable(cx, &broken, id.is_some());
        cx.relate(broken.frame);
        return;
    }
    // More lines were no messages than are remembered: it may be about one of those.
    if cx.talk.broken[index(peer)].take_forgotten() {
        return;
    }
    // A batch is refused as a whole.
    let is_batched = |open: &&Open| open.from == peer && open.in_batch;
    if let Some(open) = cx.talk.open.values().find(is_batched).cloned() {
        cx.report("BA-01", at, Said::Nothing, cx.body.0);
        cx.relate(open.spot.place.frame);
        cx.talk.open.retain(|_, open| !(open.from == peer && open.in_batch));
        return;
    }
    // After a request it may be the request that is refused; that there is no such method is rarely said of one.
    let is_unknown = cx.code() == ErrorCode::METHOD_NOT_FOUND.0;
    let note = cx.talk.last_note[index(peer)].clone().filter(|note| !note.is_followed || is_unknown);
    if let Some(note) = note {
        let rule = match (note.is_idle_cancel, note.is_known) {
            (true, _) => "CN-06",
            (false, true) => "JR-13",
            (false, false) => "JR-25",
        };
        cx.report(rule, at, Said::Nothing, note.method);
        if rule == "JR-25" {
            cx.weigh("JR-25", Level::Error);
        }
        cx.relate(note.frame);
        return;
    }
    cx.report("JR-14", at, Said::Kind("that of its request"), seen);
}

/// Judges the error about a frame that held no message.
fn unreadable(cx: &mut Cx<'_>, broken: &super::super::talk::Broken, is_null: bool) {
    if broken.is_batch && cx.version == Version::V2025_03_26 && !broken.is_empty_batch {
        cx.report("BA-01", cx.body, Said::Nothing, cx.body.0);
        return;
    }
    if let Some(id) = &broken.id {
        cx.report("JR-14", cx.whole.get("id").unwrap_or(Value::of("")), id.to_json(), Said::Kind("missing"));
        return;
    }
    let has_old_schema = cx.version < Version::V2025_11_25;
    // What the revision has no right way for is at most a warning.
    if is_null != has_old_schema || is_null && !tolerates("null-id") {
        let id = cx.whole.get("id");
        let expected: Said = if has_old_schema { "null".into() } else { Said::Kind("left out") };
        let seen = id.map_or(Said::Kind("missing"), |id| id.0.into());
        cx.report("JR-14", id.unwrap_or(Value::of("")), expected, seen);
        cx.weigh("JR-14", Level::Warning);
        return;
    }
    wrong_code(cx, broken.code);
}

/// Says it when an error about a frame that held no message has another code than JSON-RPC has for that.
fn wrong_code(cx: &mut Cx<'_>, expected: ErrorCode) {
    if cx.on != On::Error || cx.code() == expected.0 {
        return;
    }
    let rule = if expected == ErrorCode::PARSE_ERROR { "JR-16" } else { "JR-17" };
    cx.report(rule, cx.body.get("code").unwrap_or(cx.body), expected.to_string(), cx.code().to_string());
}
