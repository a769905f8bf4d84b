//! 2026-07-28: no handshake, no state, no requests of the server's.

use super::super::cx::{Cx, On};
use super::super::finding::Said;
use super::super::json::{Kind, Value};
use super::super::talk::Phase;
use super::{Check, error, notification, request, result};
use crate::proto::json::{FromJson, Members};
use crate::proto::jsonrpc::ErrorCode;
use crate::proto::mcp::{METHODS, MethodSpec, Version, keys};
use crate::proto::session::Side;

pub(super) const CHECKS: &[Check] = &[
    request("", extension_names),
    request("initialize", falls_back),
    request("", chooses),
    request("", follow_request),
    result("server/discover", discovered),
    result("", speaks_modern),
    result("", unsupported_version),
    error("", unsupported_version),
    error("", speaks_modern_error),
    error("server/discover", discover_refused),
    error("initialize", names_versions),
    result("", removed),
    error("", removed),
    notification("", follow_notification),
];

const V5: Version = Version::V2026_07_28;

/// What only a server of 2026-07-28 answers.
const MODERN_CODES: [i64; 3] = [
    ErrorCode::HEADER_MISMATCH.0,
    ErrorCode::MISSING_CLIENT_CAPABILITY.0,
    ErrorCode::UNSUPPORTED_PROTOCOL_VERSION.0,
];

/// Judges as 2026-07-28 does, whatever revision the message is of.
fn as_v5(cx: &mut Cx<'_>, rule: &'static str, at: Value<'_>, expected: Said, seen: Said) {
    let version = core::mem::replace(&mut cx.version, V5);
    cx.report(rule, at, expected, seen);
    cx.version = version;
}

pub(super) fn server_request(cx: &mut Cx<'_>) {
    cx.report("MD-01", cx.whole.get("method").unwrap_or(cx.whole), Said::Nothing, cx.method);
}

fn extension_names(cx: &mut Cx<'_>) {
    if !cx.is_v5() {
        return;
    }
    let capabilities = cx.meta().and_then(|meta| meta.get(keys::CLIENT_CAPABILITIES));
    if let Some(extensions) = capabilities.and_then(|capabilities| capabilities.get("extensions")) {
        extension_keys(cx, extensions);
    }
}

fn extension_keys(cx: &mut Cx<'_>, extensions: Value<'_>) {
    for (name, value) in extensions.members() {
        let is_sound = name.contains('/') && super::meta::fault(&name).is_none();
        if !is_sound {
            cx.report("VN-11", value, "com.example/name", name);
        }
    }
}

fn falls_back(cx: &mut Cx<'_>) {
    let at = cx.whole.get("method").unwrap_or(cx.whole);
    if let Some(frame) = cx.talk.modern.error {
        as_v5(cx, "VN-06", at, Said::Nothing, cx.method.into());
        cx.relate(frame);
    } else if cx.talk.is_modern && cx.talk.phase == Phase::Fresh {
        let first = cx.talk.modern.first.clone().unwrap_or_default();
        if first != "server/discover" {
            as_v5(cx, "VN-04", at, "server/discover".into(), first.into());
        }
    }
}

fn chooses(cx: &mut Cx<'_>) {
    if !cx.is_v5() || cx.from == Side::Server {
        return;
    }
    let Some(value) = cx.meta().and_then(|meta| meta.get(keys::PROTOCOL_VERSION)) else { return };
    let Some((names, frame)) = cx.talk.modern.choice.take() else { return };
    let chosen = value.text().unwrap_or_default();
    if !names.contains(&chosen) {
        cx.report("VN-02", value, names.join(", "), chosen);
        cx.relate(frame);
    }
}

fn follow_request(cx: &mut Cx<'_>) {
    if cx.from == Side::Client && cx.talk.modern.first.is_none() {
        cx.talk.modern.first = Some(cx.method.to_owned());
    }
}

fn follow_notification(cx: &mut Cx<'_>) {
    if cx.from == Side::Client && cx.talk.modern.first.is_none() && cx.is_v5() {
        cx.talk.modern.first = Some(String::new());
    }
}

fn discovered(cx: &mut Cx<'_>) {
    if let Some(extensions) = cx.body.dig(&["capabilities", "extensions"]) {
        extension_keys(cx, extensions);
    }
    let capabilities = cx.body.get("capabilities").and_then(|value| Members::from_json(value.0).ok());
    if matches!(cx.talk.phase, Phase::Fresh | Phase::Refused) {
        cx.talk.server = capabilities;
    }
    cx.talk.modern.supported = cx.body.texts_of("supportedVersions");
}

fn speaks_modern(cx: &mut Cx<'_>) {
    if cx.from != Side::Server || cx.body.get("resultType").is_none() {
        return;
    }
    has_shown_itself(cx);
}

fn speaks_modern_error(cx: &mut Cx<'_>) {
    let code = cx.code();
    if cx.from != Side::Server || !MODERN_CODES.contains(&code) || !cx.is_modern && cx.method != "initialize"
    {
        return;
    }
    if cx.talk.modern.error.is_none() && cx.method != "initialize" {
        cx.talk.modern.error = Some(cx.place.frame);
    }
    if code == ErrorCode::UNSUPPORTED_PROTOCOL_VERSION.0 && cx.is_modern {
        let names = cx.body.get("data").map(|data| data.texts_of("supported")).unwrap_or_default();
        if !names.is_empty() {
            cx.talk.modern.choice = Some((names, cx.place.frame));
        }
    }
    has_shown_itself(cx);
}

/// The server has answered as one of 2026-07-28 does: it must have `server/discover`.
fn has_shown_itself(cx: &mut Cx<'_>) {
    cx.talk.modern.is_server = true;
    if let Some(spot) = cx.talk.modern.refused.take() {
        cx.report_at(&spot, "VN-03", Side::Server, "server/discover".into(), "-32601".into());
    }
}

fn discover_refused(cx: &mut Cx<'_>) {
    if cx.code() == ErrorCode::METHOD_NOT_FOUND.0 {
        cx.talk.modern.refused = Some(cx.spot());
        if cx.talk.modern.is_server {
            has_shown_itself(cx);
        }
    }
}

/// Whether `-32022` has the data that it must have.
fn is_version_error(cx: &Cx<'_>) -> bool {
    let data = cx.body.get("data").unwrap_or(Value::of(""));
    let names_some = data.get("supported").is_some_and(|names| names.is(Kind::Array));
    cx.code() == ErrorCode::UNSUPPORTED_PROTOCOL_VERSION.0
        && names_some
        && data.text_of("requested").is_some()
}

fn unsupported_version(cx: &mut Cx<'_>) {
    if !cx.is_v5() || cx.from != Side::Server {
        return;
    }
    let asked = cx.asked().get("_meta").and_then(|meta| meta.text_of(keys::PROTOCOL_VERSION));
    let Some(asked) = asked else { return };
    let is_unknown = Version::parse(&asked).is_none();
    let is_version_code = cx.on == On::Error && cx.code() == ErrorCode::UNSUPPORTED_PROTOCOL_VERSION.0;
    // A method that is not there, or parameters that do not fit, may be found first.
    let is_other = cx.on == On::Error && [-32601, -32602].contains(&cx.code());
    if is_version_code && !is_version_error(cx) || is_unknown && !is_version_code && !is_other {
        let seen = if cx.on == On::Result { Said::Kind("a result") } else { cx.body.0.into() };
        cx.report("VN-01", cx.body, "-32022", seen);
    }
}

fn names_versions(cx: &mut Cx<'_>) {
    let names = cx.body.dig(&["data", "supported"]).is_some_and(|names| names.is(Kind::Array));
    let says = cx.body.text_of("message").unwrap_or_default();
    let says = Version::ALL.iter().any(|version| says.contains(version.as_str()));
    if cx.from == Side::Server && cx.talk.modern.is_server && !names && !says {
        as_v5(cx, "VN-08", cx.body, "supported".into(), cx.body.0.into());
    }
}

/// Methods that 2026-07-28 no longer has.
fn removed(cx: &mut Cx<'_>) {
    let Some(open) = cx.open.filter(|open| open.version == V5 && open.from == Side::Client) else { return };
    let is_known = METHODS.iter().any(|row| row.name == open.method);
    let here = MethodSpec::find(&open.method, V5, super::super::judge::direction(open.from));
    let is_not_found = cx.on == On::Error && cx.code() == ErrorCode::METHOD_NOT_FOUND.0;
    let is_other = matches!(open.method.as_str(), "ping" | "initialize") || open.method.starts_with("tasks/");
    // Requests that do not introduce themselves may be refused for that.
    let is_excused = cx.on == On::Error && !open.is_modern;
    if is_known && here.is_none() && !is_not_found && !is_other && !is_excused {
        cx.report("MD-03", cx.body, "-32601", open.method.as_str());
    }
}
