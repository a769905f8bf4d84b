//! Roots.

use super::super::cx::Cx;
use super::super::json::Value;
use super::{Check, error, request, result};
use crate::proto::session::Side;

pub(super) const CHECKS: &[Check] = &[
    request("roots/list", asked_for),
    result("roots/list", declared),
    result("roots/list", uris),
    error("roots/list", refused),
];

fn asked_for(cx: &mut Cx<'_>) {
    if cx.from == Side::Server && cx.knows_client() && !cx.client_has("roots") {
        cx.report("RT-05", cx.whole.get("method").unwrap_or(cx.whole), "roots", cx.method);
    }
}

fn declared(cx: &mut Cx<'_>) {
    if cx.open.is_some_and(|open| open.is_undeclared) {
        cx.report("RT-01", cx.body, "roots", cx.method);
    }
}

fn uris(cx: &mut Cx<'_>) {
    each_root(cx, cx.body);
}

/// Judges the roots in a list of them.
pub(super) fn each_root(cx: &mut Cx<'_>, result: Value<'_>) {
    for root in result.list("roots") {
        let Some(uri) = root.get("uri") else { continue };
        if let Some(text) = uri.text().filter(|text| !text.starts_with("file://")) {
            cx.report("RT-02", uri, "file://", text);
        }
    }
}

fn refused(cx: &mut Cx<'_>) {
    let is_undeclared = cx.open.is_some_and(|open| open.is_undeclared);
    if is_undeclared && cx.code() != -32601 {
        let code = cx.code().to_string();
        cx.report("RT-04", cx.body.get("code").unwrap_or(cx.body), "-32601", code);
    }
}
