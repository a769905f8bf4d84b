//! Parameters and results that do not fit their payload.
//!
//! The payloads of `proto::mcp` know what fits; here stands which rule a misfit breaks.

use super::super::cx::{Cx, On};
use super::super::finding::Said;
use super::super::json::{Kind, Value};
use super::super::judge::direction;
use super::super::tape::shortened;
use super::content::is_plain_text;
use crate::proto::json::Mismatch;
use crate::proto::mcp::{MethodPayloads, MethodSpec, Version, misfit_as};

/// A payload, the beginning of the path to what does not fit, and the rule; an empty one where another check says it,
/// or no rule does.
type Row = (&'static str, &'static str, &'static str);

/// The first row that fits is the one that counts.
#[rustfmt::skip]
const RULES: &[Row] = &[
    ("InitializeParams", "", "LC-02"),
    ("InitializeResult", "", "LC-03"),
    ("DiscoverResult", "/resultType", ""), ("DiscoverResult", "/ttlMs", ""), ("DiscoverResult", "/cacheScope", ""),
    ("DiscoverResult", "", "DI-01"),
    ("CancelledParams", "", "CN-11"),
    ("ProgressParams", "/progressToken", "PR-01"), ("ProgressParams", "", "PR-06"),
    ("PageParams", "", "PA-01"),
    ("ListToolsResult", "/nextCursor", "PA-06"), ("ListToolsResult", "/ttlMs", ""), ("ListToolsResult", "/cacheScope", ""),
    ("ListToolsResult", "/resultType", ""), ("ListToolsResult", "", "TL-02"),
    ("ListResourcesResult", "/nextCursor", "PA-06"), ("ListResourcesResult", "/resources", "RE-02"), ("ListResourcesResult", "", ""),
    ("ListResourceTemplatesResult", "/nextCursor", "PA-06"), ("ListResourceTemplatesResult", "/resourceTemplates", "RE-03"),
    ("ListResourceTemplatesResult", "", ""),
    ("ListPromptsResult", "/nextCursor", "PA-06"), ("ListPromptsResult", "/prompts", "PT-02"), ("ListPromptsResult", "", ""),
    ("ListTasksResult", "/nextCursor", "PA-06"), ("ListTasksResult", "", "TK-04"),
    ("CallToolParams", "/inputResponses", "MR-09"), ("CallToolParams", "/requestState", "MR-08"),
    ("CallToolParams", "", "TL-17"),
    ("CallToolResult", "/structuredContent", ""), ("CallToolResult", "/resultType", ""), ("CallToolResult", "", "TL-08"),
    ("Tool", "/annotations", "TL-06"), ("Tool", "/icons", "IC-02"), ("Tool", "/outputSchema", "TL-07"), ("Tool", "", "TL-02"),
    ("Resource", "/annotations", "TL-29"), ("Resource", "/icons", "IC-02"), ("Resource", "", "RE-02"),
    ("ResourceTemplate", "/annotations", "TL-29"), ("ResourceTemplate", "/icons", "IC-02"), ("ResourceTemplate", "", "RE-03"),
    ("ReadResourceResult", "/contents", "RE-04"), ("ReadResourceResult", "", ""),
    ("Prompt", "/icons", "IC-02"), ("Prompt", "", "PT-02"),
    ("GetPromptParams", "/inputResponses", "MR-09"), ("GetPromptParams", "/requestState", "MR-08"),
    ("GetPromptParams", "", "PT-03"),
    ("GetPromptResult", "/resultType", ""), ("GetPromptResult", "", "PT-04"),
    ("ReadResourceParams", "/inputResponses", "MR-09"), ("ReadResourceParams", "/requestState", "MR-08"),
    ("ResourceParams", "", "RE-10"),
    ("CompleteParams", "/context", "CO-04"), ("CompleteParams", "", "CO-02"),
    ("CompleteResult", "/resultType", ""), ("CompleteResult", "", "CO-03"),
    ("LogParams", "", "LG-02"),
    ("CreateMessageParams", "/tools", "TL-02"), ("CreateMessageParams", "/toolChoice", "SM-09"),
    ("CreateMessageParams", "/modelPreferences", "SM-09"), ("CreateMessageParams", "", "SM-02"),
    ("CreateMessageResult", "", "SM-03"),
    ("ListRootsResult", "", "RT-02"),
    ("ElicitParams", "/url", "EL-07"), ("ElicitParams", "/elicitationId", "EL-07"), ("ElicitParams", "", "EL-02"),
    ("ElicitResult", "", "EL-04"),
    ("ElicitationCompleteParams", "", "EL-09"),
    ("CreateTaskResult", "", "TK-04"), ("Task", "", "TK-07"),
    ("ListenParams", "", "SU-01"),
    ("InputRequiredResult", "/inputRequests", "MR-03"), ("InputRequiredResult", "/requestState", "MR-04"),
    ("Implementation", "/icons", "IC-02"),
];

/// Lists whose elements have members of later revisions, which are read one by one.
const PARTS: &[(&str, &str, &str)] = &[
    ("ListToolsResult", "tools", "Tool"),
    ("ListResourcesResult", "resources", "Resource"),
    ("ListResourceTemplatesResult", "resourceTemplates", "ResourceTemplate"),
    ("ListPromptsResult", "prompts", "Prompt"),
];

/// Holds the parameters or the result against their payload.
pub(in crate::lint) fn check(cx: &mut Cx<'_>) {
    let Some(payload) = payload_of(cx) else { return };
    let body = cx.body;
    if is_plain(payload, body) {
        return;
    }
    let text = if body.0.is_empty() { "{}".into() } else { shortened(body, Some("structuredContent")) };
    if let Some(mismatch) = misfit_as(payload, &text) {
        say(cx, payload, body, &mismatch);
        return;
    }
    for (_, list, part) in PARTS.iter().filter(|(whole, ..)| *whole == payload) {
        for element in body.list(list) {
            if let Some(mismatch) = misfit_as(part, &shortened(element, None)) {
                say(cx, part, element, &mismatch);
            }
        }
    }
    let info = if payload == "InitializeParams" { "clientInfo" } else { "serverInfo" };
    if payload.starts_with("Initialize")
        && let Some(info) = body.get(info)
        && let Some(mismatch) = misfit_as("Implementation", info.0)
    {
        say(cx, "Implementation", info, &mismatch);
    }
}

/// Whether it is what nearly all messages hold, in its simplest form: it fits, and need not be read for that.
fn is_plain(payload: &str, body: Value<'_>) -> bool {
    let may_be = |name: &str, kind: Kind| body.get(name).is_none_or(|value| value.is(kind));
    let names: &[&str] = match payload {
        "CallToolParams" => &["\"name\"", "\"arguments\""],
        "CallToolResult" => &["\"content\"", "\"isError\"", "\"structuredContent\""],
        _ => return false,
    };
    if !body.is(Kind::Object) || !body.names().all(|name| names.contains(&name)) {
        return false;
    }
    if payload == "CallToolParams" {
        let has_name = body.get("name").is_some_and(|name| name.is(Kind::String));
        return has_name && may_be("arguments", Kind::Object);
    }
    let content = body.get("content").filter(|content| content.is(Kind::Array));
    content.is_some_and(|content| content.elements().into_iter().all(is_plain_text))
        && may_be("isError", Kind::Bool)
        && may_be("structuredContent", Kind::Object)
}

/// Whether a part of a message is `payload`; says it when it is not.
pub(super) fn fits(cx: &mut Cx<'_>, payload: &str, value: Value<'_>) -> bool {
    let Some(mismatch) = misfit_as(payload, &shortened(value, None)) else { return true };
    say(cx, payload, value, &mismatch);
    false
}

/// Says that `value` is no `payload`.
fn say(cx: &mut Cx<'_>, payload: &str, value: Value<'_>, mismatch: &Mismatch) {
    let fits = |(known, path, _): &&Row| *known == payload && mismatch.path.starts_with(path);
    let Some((_, _, rule)) = RULES.iter().find(fits).filter(|(_, _, rule)| !rule.is_empty()) else { return };
    say_as(cx, rule, value, mismatch);
}

/// Says that `value` breaks `rule` because of `mismatch`.
pub(super) fn say_as(cx: &mut Cx<'_>, rule: &'static str, value: Value<'_>, mismatch: &Mismatch) {
    let at = value.at_pointer(&mismatch.path);
    if mismatch.found == "none" {
        let name = mismatch.path.rsplit('/').next().unwrap_or_default();
        cx.report(rule, at, name, Said::Nothing);
    } else {
        cx.report(rule, at, Said::Kind(mismatch.expected), Said::Kind(mismatch.found));
    }
}

/// The payload of this message.
fn payload_of(cx: &Cx<'_>) -> Option<&'static str> {
    let row = MethodPayloads::find(cx.method)?;
    match cx.on {
        On::Request | On::Notification => {
            MethodSpec::find(cx.method, cx.version, direction(cx.from)).map(|_| row.params)
        }
        On::Error => None,
        On::Result => {
            MethodSpec::find(cx.method, cx.version, direction(cx.from.peer()))?;
            let kind = cx.body.text_of("resultType").filter(|_| cx.is_v5());
            let is_task = cx.version == Version::V2025_11_25
                && cx.asked().get("task").is_some()
                && super::tasks::is_accepted(cx);
            let wanted = match kind.as_deref() {
                Some("input_required") => "InputRequiredResult",
                None | Some("complete") if is_task => "CreateTaskResult",
                None | Some("complete") => return row.results(cx.version).next(),
                // What an extension adds is its own.
                Some(_) => return None,
            };
            row.results(cx.version).find(|name| *name == wanted)
        }
    }
}
