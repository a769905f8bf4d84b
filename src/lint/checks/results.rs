//! What every result of 2026-07-28 says of itself, and codes of errors.

use super::super::cx::Cx;
use super::super::finding::Said;
use super::super::json::{Kind, Value};
use super::{Check, error, result};
use crate::proto::jsonrpc::ErrorCode;
use crate::proto::mcp::{CodeSpec, Layer, Usage, keys};
use crate::proto::session::Side;

pub(super) const CHECKS: &[Check] = &[result("", result_type), error("", code), error("", meaning)];

/// What a result may be without an extension.
const CORE: [&str; 2] = ["complete", "input_required"];

fn result_type(cx: &mut Cx<'_>) {
    if !cx.is_v5() || cx.from == Side::Client || !cx.is_modern {
        return;
    }
    let Some(value) = cx.body.get("resultType") else {
        cx.lacks("RS-01", cx.body, "resultType");
        return;
    };
    let Some(word) = value.text() else {
        cx.report("RS-01", value, "resultType", Said::Kind(value.kind_name()));
        return;
    };
    // Another word may be that of an extension; tasks are judged by themselves.
    let has_extensions = cx.client.get("extensions").is_some_and(|map| map.as_str().trim() != "{}");
    if !CORE.contains(&word.as_str()) && word != "task" && !has_extensions {
        cx.report("RS-02", value, "complete", word);
    }
}

fn code(cx: &mut Cx<'_>) {
    let Some(value) = cx.body.get("code") else { return };
    let code = ErrorCode(cx.code());
    let Some(spec) = CodeSpec::find(code, cx.version) else { return };
    let rule = match (spec.usage, spec.layer) {
        (Usage::Reserved, Layer::Mcp) => "ER-01",
        (Usage::Retired, _) => "ER-02",
        (Usage::Discouraged, _) => "ER-03",
        (Usage::Reserved, _) => "ER-04",
        (Usage::Defined, _) => return,
    };
    cx.report(rule, value, Said::Nothing, code.to_string());
}

/// A code of the specification for something else than it stands for.
fn meaning(cx: &mut Cx<'_>) {
    let Some(value) = cx.body.get("code") else { return };
    let asked = cx.asked().get("_meta").and_then(|meta| meta.text_of(keys::PROTOCOL_VERSION));
    let supported = cx.body.get("data").map(|data| data.texts_of("supported")).unwrap_or_default();
    let wrong = match ErrorCode(cx.code()) {
        // There are no headers here.
        ErrorCode::HEADER_MISMATCH => true,
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION => asked.is_some_and(|asked| supported.contains(&asked)),
        ErrorCode::MISSING_CLIENT_CAPABILITY => has_all(cx),
        _ => false,
    };
    if wrong && cx.is_modern {
        cx.report("ER-05", value, Said::Nothing, cx.code().to_string());
    }
}

/// Whether the client has declared every capability that an error calls missing.
fn has_all(cx: &Cx<'_>) -> bool {
    let required = cx.body.dig(&["data", "requiredCapabilities"]).filter(|it| it.is(Kind::Object));
    let Some(required) = required else { return false };
    let members = required.members();
    !members.is_empty() && members.iter().all(|(name, value)| declared(cx, name, *value))
}

fn declared(cx: &Cx<'_>, name: &str, value: Value<'_>) -> bool {
    let inner: Vec<_> = value.members();
    if inner.is_empty() {
        return cx.client_has(name);
    }
    let path = |part: &str| format!("{name}.{part}");
    let is_map = name == "extensions";
    !is_map && inner.iter().all(|(part, _)| cx.client_has(&path(part)))
}
