//! A message to begin with, for everything that an end can say.

use std::collections::BTreeSet;

use crate::panel::Model;
use crate::panel::facts::What;
use crate::proto::json::{FromJson, Members, RawJson, ToJson};
use crate::proto::jsonrpc::{Message, Request, RequestId, encode};
use crate::proto::mcp::{
    CACHEABLE, Carrier, Direction, InitializeParams, Kind, Lifecycle, Meta, MethodSpec, Version, keys, names,
};
use crate::proto::session::Side;
use crate::sim::{Action, Command};

/// How many requests an answer is offered for: the newest ones.
const ANSWERS: usize = 12;

/// What kind of message it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::panel) enum Group {
    Request,
    Notification,
    Result,
    Error,
}

/// A message to begin with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::panel) struct Template {
    pub(in crate::panel) group: Group,
    /// Tells it apart from the others of the same end.
    pub(in crate::panel) name: String,
    /// The method; for an answer that of the request.
    pub(in crate::panel) method: String,
    /// For an answer, the id of the request as it is written.
    pub(in crate::panel) id: String,
    /// What a request or notification says.
    pub(in crate::panel) params: Option<RawJson>,
    pub(in crate::panel) body: String,
}

/// Everything that `side` can say in the world of the page, in the order of the table of methods, then the answers to
/// what the other end wants to know, the newest first.
pub(in crate::panel) fn all(model: &Model, side: Side) -> Vec<Template> {
    let version = version(model, side);
    let here =
        |row: &&MethodSpec| row.carrier != Carrier::InputRequest && row.direction.covers(direction(side));
    let mut all: Vec<_> =
        MethodSpec::of_version(version).filter(here).map(|row| method(model, side, version, row)).collect();
    all.sort_by_key(|template| template.group == Group::Notification);
    for (id, asked) in unanswered(model, side.peer()) {
        let result = result(model, &asked, version);
        let answer = |group, member: &str, value: &str| Template {
            group,
            name: format!("{member} {id}"),
            method: asked.clone(),
            id: id.clone(),
            params: None,
            body: format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"{member}\":{value}}}"),
        };
        all.push(answer(Group::Result, "result", &result));
        all.push(answer(Group::Error, "error", r#"{"code":-32603,"message":"Something went wrong"}"#));
    }
    all
}

/// The revision that `side` speaks, or would begin with.
pub(in crate::panel) fn version(model: &Model, side: Side) -> Version {
    let spoken = match side {
        Side::Client => model.pair.client().version(),
        Side::Server => model.pair.server().connection().session().version(),
    };
    let offered = Version::parse(&model.settings.client.offer);
    spoken.or(offered).unwrap_or(Version::LATEST_WITH_HANDSHAKE)
}

fn direction(side: Side) -> Direction {
    match side {
        Side::Client => Direction::ClientToServer,
        Side::Server => Direction::ServerToClient,
    }
}

fn method(model: &Model, side: Side, version: Version, row: &MethodSpec) -> Template {
    let params = params(model, side, version, row);
    let message = match row.kind {
        Kind::Request => {
            let id = RequestId::from(fresh_id(model).as_str());
            Message::Request(Request { id, method: row.name.to_owned(), params: params.clone() })
        }
        Kind::Notification => Message::notify(row.name, params.clone()),
    };
    Template {
        group: if row.kind == Kind::Request { Group::Request } else { Group::Notification },
        name: row.name.to_owned(),
        method: row.name.to_owned(),
        id: String::new(),
        params,
        body: String::from_utf8(encode(&message)).unwrap_or_default(),
    }
}

/// An id that no session takes and no frame written by hand has had in this world.
fn fresh_id(model: &Model) -> String {
    let is_raw = |action: &&Action| matches!(action, Action::Command(Command::Raw { .. }));
    format!("hand-{}", model.pair.actions().iter().filter(is_raw).count() + 1)
}

/// The requests of `side` that nobody has answered yet on the wire: ids as they are written, and methods.
fn unanswered(model: &Model, side: Side) -> Vec<(String, String)> {
    let frames = model.pair.frames();
    let facts = model.pair.facts();
    let answered: BTreeSet<_> = (0..frames.len()).filter_map(|number| facts.request_of(number)).collect();
    let open = (0..frames.len()).rev().filter(|number| frames[*number].from == side);
    let open = open.filter(|number| !answered.contains(number));
    let asked = open.filter_map(|number| match &facts.frame(number).what {
        What::Request { method, id, .. } => Some((id.clone(), method.clone())),
        _ => None,
    });
    asked.take(ANSWERS).collect()
}

fn members(text: &str) -> Members {
    Members::from_json(text).unwrap_or_default()
}

/// The least that is valid; where the page knows better, what is there in this world.
fn params(model: &Model, side: Side, version: Version, row: &MethodSpec) -> Option<RawJson> {
    let mut params = match row.name {
        "initialize" => {
            let client = &model.settings.client;
            let params =
                InitializeParams::new(&client.offer, client.capabilities.clone(), client.info.clone());
            members(RawJson::from_value(&params).as_str())
        }
        "tools/call" => call(model),
        "resources/read"
        | "resources/subscribe"
        | "resources/unsubscribe"
        | "notifications/resources/updated" => members(r#"{"uri":"file:///README.txt"}"#),
        "prompts/get" => members(r#"{"name":"introduce"}"#),
        "completion/complete" => members(
            r#"{"ref":{"type":"ref/prompt","name":"suggest_song"},"argument":{"name":"artist","value":"J"}}"#,
        ),
        "logging/setLevel" => members(r#"{"level":"info"}"#),
        "notifications/message" => members(r#"{"level":"info","data":"written by hand"}"#),
        "notifications/cancelled" => {
            let open = unanswered(model, side).into_iter().find(|(_, method)| method != "initialize");
            let id = open.map_or_else(|| RawJson::from_value("hand-1"), |(id, _)| RawJson::trusted(&id));
            Members::new().with("requestId", &id).with("reason", "changed my mind")
        }
        "notifications/progress" => members(r#"{"progressToken":1,"progress":1,"total":2}"#),
        "sampling/createMessage" => members(
            r#"{"messages":[{"role":"user","content":{"type":"text","text":"What is the capital of France?"}}],"maxTokens":100}"#,
        ),
        "elicitation/create" => members(
            r#"{"message":"What is your name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}}"#,
        ),
        "notifications/elicitation/complete" => members(r#"{"elicitationId":"1"}"#),
        "tasks/get" | "tasks/result" | "tasks/cancel" => members(r#"{"taskId":"1"}"#),
        "notifications/tasks/status" => members(
            r#"{"taskId":"1","status":"working","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T00:00:00Z","ttl":60000}"#,
        ),
        "subscriptions/listen" => members(r#"{"notifications":{"toolsListChanged":true}}"#),
        "notifications/subscriptions/acknowledged" => {
            members(r#"{"notifications":{"toolsListChanged":true}}"#)
        }
        _ => Members::new(),
    };
    if version.lifecycle() == Lifecycle::Discover {
        let client = &model.settings.client;
        match (row.kind, row.carrier) {
            (Kind::Request, _) => {
                Meta::of_request(version.as_str(), &client.capabilities, &client.info).attach_to(&mut params);
            }
            (_, Carrier::Subscription) => {
                let open = unanswered(model, Side::Client);
                let listen = open.into_iter().find(|(_, method)| method == "subscriptions/listen");
                let id = listen.map_or_else(|| RawJson::from_value(&1_i64), |(id, _)| RawJson::trusted(&id));
                Meta(Members::new().with(keys::SUBSCRIPTION_ID, &id)).attach_to(&mut params);
            }
            _ => {}
        }
    }
    (!params.is_empty()).then(|| RawJson::from_value(&params))
}

/// The frame that the form of a tool would send now, with the id that it would get, without its end of line; nothing
/// where a field holds what it cannot.
pub(in crate::panel) fn next_call(model: &Model) -> Option<String> {
    model.form.as_ref()?.arguments().ok()?;
    let params = RawJson::from_value(&call(model));
    let message = model.pair.client().preview(names::TOOLS_CALL, Some(params), model.acting.wants_progress);
    String::from_utf8(encode(&message)).ok()
}

/// A call as the reader has filled its form.
fn call(model: &Model) -> Members {
    let form = model.form.as_ref().and_then(|form| Some((form.tool.as_str(), form.arguments().ok()?)));
    match form {
        Some((tool, arguments)) => Members::new().with("name", tool).with("arguments", &arguments),
        None => members(r#"{"name":"add","arguments":{"a":1,"b":2}}"#),
    }
}

/// The least that is a valid answer to `method`.
fn result(model: &Model, method: &str, version: Version) -> String {
    let mut result = match method {
        "initialize" => {
            let server = &model.settings.server;
            Members::new()
                .with("protocolVersion", version.as_str())
                .with("capabilities", &server.capabilities)
                .with("serverInfo", &server.info)
        }
        "server/discover" => {
            let server = &model.settings.server;
            Members::new()
                .with("supportedVersions", &[version.as_str().to_owned()].to_vec())
                .with("capabilities", &server.capabilities)
                .with("serverInfo", &server.info)
        }
        "tools/list" => members(r#"{"tools":[]}"#),
        "tools/call" => members(r#"{"content":[{"type":"text","text":"written by hand"}]}"#),
        "resources/list" => members(r#"{"resources":[]}"#),
        "resources/templates/list" => members(r#"{"resourceTemplates":[]}"#),
        "resources/read" => {
            members(r#"{"contents":[{"uri":"file:///README.txt","text":"written by hand"}]}"#)
        }
        "prompts/list" => members(r#"{"prompts":[]}"#),
        "prompts/get" => {
            members(r#"{"messages":[{"role":"user","content":{"type":"text","text":"written by hand"}}]}"#)
        }
        "completion/complete" => members(r#"{"completion":{"values":[]}}"#),
        "sampling/createMessage" => members(
            r#"{"role":"assistant","content":{"type":"text","text":"Paris"},"model":"written-by-hand"}"#,
        ),
        "elicitation/create" => members(r#"{"action":"decline"}"#),
        "roots/list" => members(r#"{"roots":[]}"#),
        "tasks/list" => members(r#"{"tasks":[]}"#),
        _ => Members::new(),
    };
    if version.lifecycle() == Lifecycle::Discover {
        result.set("resultType", "complete");
        if CACHEABLE.contains(&method) {
            result.set("ttlMs", &0_i64);
            result.set("cacheScope", "private");
        }
    }
    let mut out = String::new();
    result.write_json(&mut out);
    out
}
