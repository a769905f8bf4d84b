//! Resources.

use super::super::book::Level;
use super::super::cx::Cx;
use super::super::finding::Said;
use super::super::json::{Kind, Value};
use super::content;
use super::{Check, error, notification, result};
use crate::proto::jsonrpc::ErrorCode;
use crate::proto::session::Side;

pub(super) const CHECKS: &[Check] = &[
    result("resources/list", declared),
    result("resources/templates/list", declared),
    result("resources/read", declared),
    result("resources/list", each_resource),
    result("resources/templates/list", each_template),
    result("resources/read", read),
    error("resources/read", not_found),
    result("resources/subscribe", subscribed),
    result("resources/unsubscribe", subscribed),
    notification("notifications/resources/updated", updated),
    notification("notifications/resources/list_changed", changed),
];

/// As many subscriptions are remembered.
const MOST: usize = 1 << 14;

fn declared(cx: &mut Cx<'_>) {
    if cx.talk.server_lacks("resources") && cx.first_time("RE-01") {
        cx.report("RE-01", cx.body, "resources", cx.method);
    }
}

/// Judges a URI: RFC 3986 wants a scheme before the colon.
pub(super) fn uri(cx: &mut Cx<'_>, value: Option<Value<'_>>) {
    let Some(value) = value else { return };
    let Some(text) = value.text() else { return };
    if !is_uri(&text) {
        cx.report("RE-14", value, "scheme:…", text);
    }
}

/// Whether `text` has the form of a URI, as far as a scheme and its characters go.
pub(super) fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let is_scheme = scheme.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    // Characters beyond ASCII are those of an IRI, which many write; blanks and quotes are never right.
    is_scheme && !rest.is_empty() && !rest.chars().any(|c| c.is_ascii_control() || " \"<>\\^`{|}".contains(c))
}

fn each_resource(cx: &mut Cx<'_>) {
    for resource in cx.body.list("resources") {
        uri(cx, resource.get("uri"));
        content::annotations(cx, resource);
        if let Some(size) = resource.get("size").filter(|size| size.is(Kind::Number) && !size.is_integer()) {
            cx.report("RE-02", size, Said::Kind("an integer"), size.0);
        }
    }
}

fn each_template(cx: &mut Cx<'_>) {
    for template in cx.body.list("resourceTemplates") {
        content::annotations(cx, template);
        let Some(value) = template.get("uriTemplate") else { continue };
        if let Some(text) = value.text().filter(|text| !is_template(text)) {
            cx.report("RE-03", value, "{name}", text);
        }
    }
}

/// Whether braces come in pairs with a name between them (RFC 6570).
fn is_template(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let Some(after) = rest[at..].strip_prefix('{') else { return false };
        let Some((inside, next)) = after.split_once('}') else { return false };
        let names = inside
            .strip_prefix(['+', '#', '.', '/', ';', '?', '&', '=', ',', '!', '@', '|'])
            .unwrap_or(inside);
        let is_name = |name: &str| {
            let name = name.split([':', '*']).next().unwrap_or_default();
            !name.is_empty()
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.%".contains(&byte))
        };
        if !names.split(',').all(is_name) {
            return false;
        }
        rest = next;
    }
    true
}

fn read(cx: &mut Cx<'_>) {
    let Some(value) = cx.body.get("contents").filter(|value| value.is(Kind::Array)) else { return };
    let contents = value.elements();
    if contents.is_empty() {
        cx.report("RE-07", value, "-32602", "[]");
        // What is there may well be empty; only the server knows, until it says of the same URI that there is none.
        let uri = cx.asked().text_of("uri").unwrap_or_default();
        if cx.talk.missing.find(|missing| *missing == uri).is_none() {
            cx.weigh("RE-07", Level::Note);
        }
    }
    for part in contents {
        if part.get("uri").is_some_and(|uri| uri.is(Kind::String)) {
            content::contents(cx, part, "RE-04");
        }
    }
}

/// An error that says that there is no such resource.
fn not_found(cx: &mut Cx<'_>) {
    let message = cx.body.text_of("message").unwrap_or_default().to_ascii_lowercase();
    let says = ["not found", "no such", "unknown resource", "does not exist"]
        .iter()
        .any(|words| message.contains(words));
    let code = cx.code();
    let has_none = cx.talk.server_lacks("resources");
    if !says || has_none || code == ErrorCode::METHOD_NOT_FOUND.0 {
        return;
    }
    if let Some(uri) = cx.asked().text_of("uri") {
        cx.talk.missing.push(uri);
    }
    let at = cx.body.get("code").unwrap_or(cx.body);
    let (rule, expected) = if cx.is_v5() { ("RE-06", -32602) } else { ("RE-05", -32002) };
    // The code of earlier revisions is told by itself.
    let is_told = cx.is_v5() && code == ErrorCode::RESOURCE_NOT_FOUND.0;
    if code != expected && !is_told {
        cx.report(rule, at, expected.to_string(), code.to_string());
    }
}

fn subscribed(cx: &mut Cx<'_>) {
    let extra = cx.body.members().into_iter().find(|(name, _)| name != "_meta");
    if let Some((_, value)) = extra {
        cx.report("RE-09", value, "{}", cx.body.0);
        // The schema leaves room for more in every result.
        cx.weigh("RE-09", Level::Warning);
    }
    let Some(uri) = cx.asked().text_of("uri") else { return };
    if cx.method == "resources/unsubscribe" {
        cx.talk.subscribed.remove(&uri);
    } else if cx.talk.subscribed.len() < MOST {
        cx.talk.subscribed.insert(uri);
    }
}

/// Whether a change of `uri` was asked for, itself or as a part of something.
pub(super) fn covers(asked: &str, uri: &str) -> bool {
    let rest = uri.strip_prefix(asked);
    rest.is_some_and(|rest| rest.is_empty() || asked.ends_with('/') || rest.starts_with(['/', '#', '?']))
}

fn updated(cx: &mut Cx<'_>) {
    if cx.from == Side::Client || cx.is_v5() {
        return;
    }
    let Some(value) = cx.body.get("uri") else { return };
    let uri = value.text().unwrap_or_default();
    let asked = |params: &str| Value::of(params).text_of("uri").is_some_and(|asked| covers(&asked, &uri));
    // The answer to the request for it may still be on its way.
    let is_pending =
        |open: &super::super::talk::Open| open.method == "resources/subscribe" && asked(&open.params);
    let is_asked =
        cx.talk.subscribed.iter().any(|asked| covers(asked, &uri)) || cx.talk.open.values().any(is_pending);
    let is_full = cx.talk.subscribed.len() == MOST;
    if !is_asked && !is_full {
        cx.report("RE-10", value, "resources/subscribe", uri);
    }
}

fn changed(cx: &mut Cx<'_>) {
    if cx.from == Side::Server && cx.talk.server_lacks("resources.listChanged") {
        cx.report(
            "RE-11",
            cx.whole.get("method").unwrap_or(cx.whole),
            "resources.listChanged",
            Said::Nothing,
        );
    }
}
