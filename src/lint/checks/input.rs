//! Results that ask back (2026-07-28): what was a request of the server's is a part of a result.

use super::super::cx::Cx;
use super::super::finding::Said;
use super::super::json::{Kind, Value};
use super::super::talk::{Asked, Question};
use super::{Check, elicitation, error, request, result, roots, sampling, shape};
use crate::proto::mcp::{MethodPayloads, MethodSpec};
use crate::proto::session::Side;

pub(super) const CHECKS: &[Check] = &[result("", asks), request("", retries), error("", refused)];

/// The methods whose results may ask back.
const METHODS: [&str; 3] = ["tools/call", "prompts/get", "resources/read"];

/// What a request is about.
fn target(params: Value<'_>) -> String {
    params.text_of("name").or_else(|| params.text_of("uri")).unwrap_or_default()
}

fn asks(cx: &mut Cx<'_>) {
    let is_asking = cx.body.text_of("resultType").as_deref() == Some("input_required");
    if !cx.is_v5() || cx.from == Side::Client || !is_asking {
        return;
    }
    if !METHODS.contains(&cx.method) {
        cx.report("MR-01", cx.body.get("resultType").unwrap_or(cx.body), METHODS.join(", "), cx.method);
        return;
    }
    let requests = cx.body.get("inputRequests");
    let state = cx.body.get("requestState");
    if requests.is_none() && state.is_none() {
        cx.report("MR-02", cx.body, "inputRequests | requestState", Said::Nothing);
    }
    if let Some(state) = state.filter(|state| !state.is(Kind::String)) {
        cx.report("MR-04", state, Said::Kind("a string"), Said::Kind(state.kind_name()));
    }
    let members = requests.map(Value::members).unwrap_or_default();
    for (_, entry) in &members {
        one_request(cx, *entry);
    }
    let Some(open) = cx.open else { return };
    cx.talk.asked.push(Asked {
        id: open.id.clone(),
        method: open.method.clone(),
        target: target(cx.asked()),
        questions: members.into_iter().map(question).collect(),
        state: state.and_then(Value::text),
        frame: cx.place.frame,
    });
}

/// The longest parameters of a question that are kept.
const KEPT: usize = 64 << 10;

fn question((key, entry): (String, Value<'_>)) -> Question {
    let params = entry.get("params").map_or("", |params| params.0);
    let params = if params.len() <= KEPT { params } else { "" };
    Question { key, method: entry.text_of("method").unwrap_or_default(), params: params.to_owned() }
}

fn one_request(cx: &mut Cx<'_>, entry: Value<'_>) {
    if let Some(value) = ["jsonrpc", "id"].iter().find_map(|name| entry.get(name)) {
        cx.report("MR-04", value, Said::Nothing, value.0);
    }
    let method = entry.text_of("method").unwrap_or_default();
    let Some(spec) = MethodSpec::find_input_request(&method, cx.version) else {
        let at = entry.get("method").unwrap_or(entry);
        cx.report("MR-03", at, "elicitation/create, sampling/createMessage, roots/list", method);
        return;
    };
    if let Some(need) = spec.need.filter(|need| !cx.client_has(need.capability)) {
        cx.report("MR-06", entry.get("method").unwrap_or(entry), need.capability, method);
        return;
    }
    let params = entry.get("params").unwrap_or(Value::of("{}"));
    let payloads = MethodPayloads::find(&method);
    if payloads.is_some_and(|payloads| !shape::fits(cx, payloads.params, params)) {
        return;
    }
    match method.as_str() {
        "elicitation/create" => elicitation::parameters(cx, params, "MR-06"),
        "sampling/createMessage" => sampling::parameters(cx, params),
        _ => {}
    }
}

fn retries(cx: &mut Cx<'_>) {
    if !cx.is_v5() || cx.from == Side::Server {
        return;
    }
    let (responses, state) = (cx.body.get("inputResponses"), cx.body.get("requestState"));
    let Some(first) = responses.or(state) else { return };
    let (method, target) = (cx.method.to_owned(), target(cx.body));
    let Some(asked) = cx.talk.asked.take(|asked| asked.method == method && asked.target == target) else {
        let rule = if responses.is_none() && cx.talk.asked.is_empty() { "MR-08" } else { "MR-10" };
        cx.report(rule, first, Said::Nothing, method);
        return;
    };
    if cx.id == Some(&asked.id) {
        cx.report("MR-07", cx.whole.get("id").unwrap_or(cx.whole), Said::Nothing, asked.id.to_json());
    }
    let echoed = state.and_then(Value::text);
    if echoed != asked.state {
        let expected = asked.state.clone().map_or(Said::Nothing, Said::Wire);
        cx.report("MR-08", state.unwrap_or(cx.body), expected, echoed.map_or(Said::Nothing, Said::Wire));
        cx.relate(asked.frame);
    }
    for question in &asked.questions {
        match responses.and_then(|responses| responses.get(&question.key)) {
            Some(response) => one_response(cx, question, response),
            None => {
                cx.report("MR-09", responses.unwrap_or(cx.body), question.key.as_str(), Said::Nothing);
                cx.relate(asked.frame);
                cx.talk.short.push(cx.id.cloned().unwrap_or_else(|| 0.into()));
                return;
            }
        }
    }
}

fn one_response(cx: &mut Cx<'_>, question: &Question, response: Value<'_>) {
    let (rule, capability) = match question.method.as_str() {
        "elicitation/create" => ("EL-01", "elicitation"),
        "sampling/createMessage" => ("SM-01", "sampling"),
        _ => ("RT-01", "roots"),
    };
    if !cx.client_has(capability) {
        cx.report(rule, response, capability, question.method.as_str());
        return;
    }
    let payload =
        MethodPayloads::find(&question.method).and_then(|payloads| payloads.results(cx.version).next());
    if payload.is_some_and(|payload| !shape::fits(cx, payload, response)) {
        return;
    }
    match question.method.as_str() {
        "elicitation/create" => elicitation::response(cx, response, Value::of(&question.params)),
        "sampling/createMessage" => sampling::response(cx, response),
        _ => roots::each_root(cx, response),
    }
}

/// A retry that lacks something is asked again, not refused.
fn refused(cx: &mut Cx<'_>) {
    let Some(open) = cx.open else { return };
    let id = &open.id;
    if cx.talk.short.take(|short| short == id).is_some() {
        cx.report("MR-11", cx.body, "input_required", cx.body.0);
    }
}
