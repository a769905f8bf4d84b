//! The handshake of the revisions until 2025-11-25.

use super::super::book::Level;
use super::super::cx::{Cx, On};
use super::super::finding::Said;
use super::super::json::Value;
use super::super::talk::{Phase, Spot, Talk, index};
use super::super::tolerated::tolerates;
use super::{Check, error, notification, request, result};
use crate::proto::json::{FromJson, Members};
use crate::proto::jsonrpc::ErrorCode;
use crate::proto::mcp::{Holder, Lifecycle, MethodSpec, Version, names};
use crate::proto::session::Side;

pub(super) const CHECKS: &[Check] = &[
    request("", first),
    notification("", first),
    request("", early),
    request("", not_initialized),
    notification("", not_initialized),
    request("", after_impossible),
    request("initialize", again),
    request("initialize", offered),
    request("", undeclared),
    notification("notifications/roots/list_changed", undeclared_roots),
    result("initialize", chosen),
    error("initialize", refused),
];

fn is_handshake(version: Option<Version>) -> bool {
    version.is_some_and(|version| version.lifecycle() == Lifecycle::Initialize)
}

fn first(cx: &mut Cx<'_>) {
    let is_late = cx.talk.phase != Phase::Fresh || cx.is_v5();
    let is_first = cx.method == names::INITIALIZE || cx.method == names::PING && tolerates("ping-first");
    if is_late || cx.from == Side::Server || is_first {
        return;
    }
    if cx.first_time("LC-01") {
        cx.report("LC-01", cx.whole.get("method").unwrap_or(cx.whole), names::INITIALIZE, cx.method);
    }
}

fn early(cx: &mut Cx<'_>) {
    if matches!(cx.method, names::PING | names::INITIALIZE) || cx.is_v5() {
        return;
    }
    let at = cx.whole.get("method").unwrap_or(cx.whole);
    match (cx.from, cx.talk.phase) {
        (Side::Client, Phase::Greeting) => cx.report("LC-05", at, names::PING, cx.method),
        (Side::Server, Phase::Fresh | Phase::Greeting) => cx.report("LC-06", at, names::PING, cx.method),
        (Side::Server, Phase::Greeted) if !cx.talk.handshake.told_initialized => {
            cx.report("LC-06", at, names::PING, cx.method);
        }
        _ => {}
    }
}

fn not_initialized(cx: &mut Cx<'_>) {
    let is_due = cx.from == Side::Client && cx.talk.phase == Phase::Greeted && !cx.is_modern;
    let is_part =
        matches!(cx.method, names::INITIALIZED | names::PING | names::INITIALIZE | names::CANCELLED);
    let told = cx.talk.handshake.told_initialized || cx.talk.handshake.impossible.is_some();
    if is_due && !is_part && !told {
        cx.talk.handshake.told_initialized = true;
        cx.report("LC-04", cx.whole.get("method").unwrap_or(cx.whole), names::INITIALIZED, cx.method);
    }
}

/// Where `notifications/initialized` should have followed, when the conversation ends without it.
pub(in crate::lint) fn never_initialized(talk: &Talk, client_has_closed: bool) -> Option<Spot> {
    let told = talk.handshake.told_initialized || talk.handshake.impossible.is_some();
    let is_due = talk.phase == Phase::Greeted && !told && !client_has_closed;
    talk.handshake.answered.clone().filter(|_| is_due)
}

fn after_impossible(cx: &mut Cx<'_>) {
    let Some(chosen) = cx.talk.handshake.impossible.clone() else { return };
    if cx.from == Side::Client && cx.method != names::INITIALIZE && !cx.is_modern && cx.first_time("LC-10") {
        cx.report("LC-10", cx.whole.get("method").unwrap_or(cx.whole), Said::Nothing, chosen);
        if tolerates("unsupported-answer") {
            cx.weigh("LC-10", Level::Warning);
        }
    }
}

fn again(cx: &mut Cx<'_>) {
    if matches!(cx.talk.phase, Phase::Greeting | Phase::Greeted | Phase::Running) && cx.from == Side::Client {
        cx.report("LC-13", cx.whole.get("method").unwrap_or(cx.whole), Said::Nothing, cx.method);
        let frame = cx.talk.handshake.frame;
        cx.relate(frame);
    }
}

fn offered(cx: &mut Cx<'_>) {
    if let Some(value) = cx.body.get("protocolVersion") {
        unknown_version(cx, value);
    }
}

fn unknown_version(cx: &mut Cx<'_>, value: Value<'_>) {
    if let Some(text) = value.text().filter(|text| Version::parse(text).is_none()) {
        cx.report("LC-14", value, Version::LATEST_WITH_HANDSHAKE.as_str(), text);
    }
}

/// A request for which the receiver lacks the capability. Where a rule is about just this one, that one says it.
fn undeclared(cx: &mut Cx<'_>) {
    let spec = MethodSpec::find(cx.method, cx.version, super::super::judge::direction(cx.from));
    let Some(need) = spec.and_then(|spec| spec.need).filter(|need| need.holder == Holder::Receiver) else {
        return;
    };
    if cx.from == Side::Client && !cx.is_v5() && cx.talk.server_lacks(need.capability) {
        let is_subscription = matches!(cx.method, "resources/subscribe" | "resources/unsubscribe");
        let rule = match cx.method {
            _ if is_subscription => "RE-09",
            name if name.starts_with("tasks/") => "TK-01",
            _ => "LC-11",
        };
        cx.report(rule, cx.whole.get("method").unwrap_or(cx.whole), need.capability, cx.method);
    }
}

fn undeclared_roots(cx: &mut Cx<'_>) {
    if cx.from == Side::Client && cx.knows_client() && !cx.client_has("roots.listChanged") {
        cx.report("LC-11", cx.whole.get("method").unwrap_or(cx.whole), "roots.listChanged", cx.method);
    }
}

fn chosen(cx: &mut Cx<'_>) {
    let Some(value) = cx.body.get("protocolVersion") else { return };
    let Some(text) = value.text() else { return };
    let requested = cx.talk.handshake.requested.clone();
    match Version::parse(&text) {
        Some(version) if version.lifecycle() == Lifecycle::Discover => {
            cx.report("LC-15", value, Version::LATEST_WITH_HANDSHAKE.as_str(), text);
        }
        Some(_) => {}
        // Nobody can support what was never released: it was only sent back.
        None if text == requested => {
            cx.report("LC-07", value, Version::LATEST_WITH_HANDSHAKE.as_str(), text);
        }
        None => unknown_version(cx, value),
    }
}

fn refused(cx: &mut Cx<'_>) {
    let message = cx.body.text_of("message").unwrap_or_default().to_ascii_lowercase();
    let supported = cx.body.dig(&["data", "supported"]);
    let is_about_version = supported.is_some() || message.contains("version");
    if !is_about_version || cx.talk.modern.is_server {
        return;
    }
    let names = cx.body.get("data").map(|data| data.texts_of("supported")).unwrap_or_default();
    if let Some(name) = names.iter().find(|name| is_handshake(Version::parse(name))) {
        cx.report("LC-07", cx.body, name.as_str(), cx.body.0);
        if tolerates("initialize-refused") {
            cx.weigh("LC-07", Level::Warning);
        }
    } else if supported.is_none() || !is_refusal(cx.code()) || !tolerates("initialize-refused") {
        cx.report("LC-16", cx.body, "{\"supported\":[…],\"requested\":\"…\"}", cx.body.0);
    }
}

/// Whether `initialize` may be refused with this code, by a server that has no handshake or offers no revision.
fn is_refusal(code: i64) -> bool {
    let codes = [ErrorCode::INVALID_PARAMS, ErrorCode::UNSUPPORTED_PROTOCOL_VERSION];
    codes.contains(&ErrorCode(code))
}

/// Follows what an answer to `initialize` changes.
pub(in crate::lint) fn follow(cx: &mut Cx<'_>) {
    if cx.method != names::INITIALIZE || cx.from != Side::Server {
        return;
    }
    let spot = cx.spot();
    let capabilities = cx.body.get("capabilities").and_then(|value| Members::from_json(value.0).ok());
    let chosen = cx.body.text_of("protocolVersion");
    let talk = &mut *cx.talk;
    if cx.on == On::Error {
        talk.phase = if talk.phase == Phase::Greeting { Phase::Refused } else { talk.phase };
        return;
    }
    talk.phase = if talk.handshake.is_early { Phase::Running } else { Phase::Greeted };
    talk.is_modern = false;
    talk.handshake.answered = Some(spot);
    talk.server = Some(capabilities.unwrap_or_default());
    let version = chosen.as_deref().and_then(Version::parse);
    talk.version = version.filter(|version| is_handshake(Some(*version))).unwrap_or(cx.version);
    let impossible = chosen.filter(|_| !is_handshake(version));
    talk.handshake.impossible = impossible;
    talk.last_note[index(Side::Server)] = None;
}
