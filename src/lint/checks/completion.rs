//! Completion.

use super::super::cx::Cx;
use super::super::finding::Said;
use super::super::json::Kind;
use super::{Check, error, request, result};

pub(super) const CHECKS: &[Check] = &[
    request("completion/complete", reference),
    request("completion/complete", context),
    result("completion/complete", served),
    result("completion/complete", values),
    error("completion/complete", refused),
];

/// As many proposals as an answer may hold.
const MOST: usize = 100;

fn reference(cx: &mut Cx<'_>) {
    let Some(reference) = cx.body.get("ref") else { return };
    let Some(kind) = reference.get("type") else { return };
    let name = match kind.text().as_deref() {
        Some("ref/prompt") => "name",
        Some("ref/resource") => "uri",
        _ => {
            cx.report("CO-02", kind, "ref/prompt, ref/resource", kind.0);
            return;
        }
    };
    cx.demand("CO-02", reference, name, Kind::String);
}

fn context(cx: &mut Cx<'_>) {
    let Some(arguments) = cx.body.dig(&["context", "arguments"]) else { return };
    if let Some((_, value)) = arguments.members().into_iter().find(|(_, value)| !value.is(Kind::String)) {
        cx.report("CO-04", value, Said::Kind("a string"), Said::Kind(value.kind_name()));
    }
}

fn served(cx: &mut Cx<'_>) {
    if cx.talk.server_lacks("completions") {
        cx.report("CO-01", cx.body, "completions", Said::Nothing);
    }
}

fn values(cx: &mut Cx<'_>) {
    let Some(completion) = cx.body.get("completion") else { return };
    let values = completion.list("values");
    if values.len() > MOST {
        cx.report(
            "CO-03",
            completion.get("values").unwrap_or(completion),
            Said::Count(MOST as u64),
            values.len(),
        );
    }
    if let Some(total) = completion.get("total").filter(|total| total.is(Kind::Number) && !total.is_integer())
    {
        cx.report("CO-03", total, Said::Kind("an integer"), total.0);
    }
}

fn refused(cx: &mut Cx<'_>) {
    let Some(open) = cx.open else { return };
    let code = cx.code();
    let is_prompt = cx.asked().get("ref").and_then(|it| it.text_of("type")).as_deref() == Some("ref/prompt");
    let name = cx.asked().get("ref").and_then(|it| it.text_of("name")).unwrap_or_default();
    let is_unknown = is_prompt && super::prompts::is_unknown(cx, &name);
    let expected = match (open.is_undeclared, open.is_misfit || is_unknown) {
        (true, _) => -32601,
        (false, true) => -32602,
        (false, false) => return,
    };
    if code != expected {
        cx.report("CO-05", cx.body.get("code").unwrap_or(cx.body), expected.to_string(), code.to_string());
    }
}
