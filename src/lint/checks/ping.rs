//! `ping`.

use super::super::cx::{Cx, On};
use super::super::finding::Said;
use super::{Check, error, request, result};
use crate::proto::jsonrpc::ErrorCode;

pub(super) const CHECKS: &[Check] = &[
    request("ping", bare),
    result("ping", empty),
    error("ping", answered),
    result("ping", gone),
    error("ping", gone),
];

fn bare(cx: &mut Cx<'_>) {
    if let Some((name, value)) = cx.body.members().into_iter().find(|(name, _)| name != "_meta") {
        cx.report("PG-02", value, Said::Nothing, name);
    }
}

fn empty(cx: &mut Cx<'_>) {
    if let Some((_, value)) = cx.body.members().into_iter().find(|(name, _)| name != "_meta") {
        cx.report("PG-01", value, "{}", cx.body.0);
    }
}

fn answered(cx: &mut Cx<'_>) {
    // Parameters that a ping does not have may be refused.
    let is_misfit = cx.asked().members().iter().any(|(name, _)| name != "_meta");
    if !is_misfit {
        cx.report("PG-01", cx.body, "{}", cx.body.0);
    }
}

fn gone(cx: &mut Cx<'_>) {
    let is_not_found = cx.on == On::Error && cx.code() == ErrorCode::METHOD_NOT_FOUND.0;
    // What does not introduce itself may be refused for that.
    let is_excused = cx.on == On::Error && !cx.open.is_some_and(|open| open.is_modern);
    if cx.is_v5() && !is_not_found && !is_excused {
        cx.report("PG-06", cx.body, "-32601", cx.body.0);
    }
}
