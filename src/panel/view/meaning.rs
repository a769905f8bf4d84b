//! The selected frame in words, field by field, each with its place in the specification.

use crate::panel::node::{Node, el};
use crate::panel::text::{Key, Language};
use crate::panel::{Model, facts, words};
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{ErrorObject, Message, Notification, Request, Response};
use crate::proto::mcp::{
    CallToolParams, CallToolResult, Implementation, InitializeParams, InitializeResult, Lifecycle,
    ListToolsResult, Version, names,
};
use crate::proto::rule::RuleId;
use crate::sim::FrameNumber;

/// How much of a text is quoted.
const QUOTED: usize = 160;

pub(super) fn pane(model: &Model) -> Vec<Node> {
    let Some(number) = model.shown_frame() else {
        return vec![el("p").class("empty").text(model.language.say(Key::NoFrameMeaning))];
    };
    let mut words = Words { language: model.language, rows: Vec::new() };
    words.frame(model, number);
    let language = model.language;
    let finding = |rule: Option<RuleId>, sentence: String| {
        let rule = rule.map(|rule| el("b").text(rule.as_str()));
        el("p").class("finding").children(rule).child(el("span").text(sentence))
    };
    let facts = model.pair.facts().frame(number);
    let detected = facts
        .detected(&model.pair)
        .map(|found| finding(Some(found.rule()), words::detected(language, found)));
    let findings = facts
        .misbehaviour(&model.pair)
        .map(|found| finding(found.rule(), words::misbehaviour(language, found)));
    detected.chain(findings).chain([el("dl").class("words").children(words.rows)]).collect()
}

/// Clauses that the sentences rest on; paths of the specification.
mod clause {
    pub(super) const LIFECYCLE: &str = "basic/lifecycle#initialization";
    pub(super) const NEGOTIATION: &str = "basic/lifecycle#version-negotiation";
    pub(super) const CAPABILITIES: &str = "basic/lifecycle#capability-negotiation";
    pub(super) const SHUTDOWN: &str = "basic/lifecycle#shutdown";
    pub(super) const REQUESTS: &str = "basic/index#requests";
    pub(super) const RESPONSES: &str = "basic/index#responses";
    pub(super) const NOTIFICATIONS: &str = "basic/index#notifications";
    pub(super) const STDIO: &str = "basic/transports#stdio";
    pub(super) const TOOLS_LIST: &str = "server/tools#listing-tools";
    pub(super) const TOOLS_CALL: &str = "server/tools#calling-tools";
    pub(super) const TOOL_ERRORS: &str = "server/tools#error-handling";
    pub(super) const TOOLS_CHANGED: &str = "server/tools#list-changed-notification";
    pub(super) const PROMPTS_CHANGED: &str = "server/prompts#list-changed-notification";
    pub(super) const RESOURCES_CHANGED: &str = "server/resources#list-changed-notification";
    pub(super) const RESOURCE_UPDATED: &str = "server/resources#subscriptions";
    pub(super) const PING: &str = "basic/utilities/ping";
    pub(super) const CANCELLATION: &str = "basic/utilities/cancellation";
    pub(super) const ERRORS: &str = "JSON-RPC 2.0 §5.1";
}

struct Words {
    language: Language,
    rows: Vec<Node>,
}

impl Words {
    fn row(&mut self, field: &str, sentence: String, clause: &'static str) {
        let name =
            if field.is_empty() { None } else { Some(el("dt").child(el("code").text(field.to_owned()))) };
        let text = el("dd").child(el("span").text(sentence)).child(el("cite").text(clause));
        let class = if field.is_empty() { "whole" } else { "part" };
        self.rows.push(el("div").class(class).children(name).child(text));
    }

    fn say(&mut self, field: &str, key: Key, clause: &'static str) {
        self.row(field, self.language.say(key).to_owned(), clause);
    }

    fn fill(&mut self, field: &str, key: Key, values: &[(&str, &str)], clause: &'static str) {
        self.row(field, self.language.fill(key, values), clause);
    }

    fn frame(&mut self, model: &Model, number: FrameNumber) {
        let frame = &model.pair.frames()[number];
        let Some(bytes) = &frame.bytes else {
            return self.say("", Key::MeansEnd, clause::SHUTDOWN);
        };
        match facts::read(bytes).1 {
            Err(malformed) => {
                self.say("", Key::MeansMalformed, clause::STDIO);
                let text = words::malformed(self.language, &malformed);
                self.row(malformed.kind.rule().as_str(), text, clause::STDIO);
            }
            Ok(Message::Request(request)) => self.request(&request),
            Ok(Message::Notification(notification)) => self.notification(&notification),
            Ok(Message::Response(response)) => self.response(model, number, &response),
        }
        if bytes.last() == Some(&b'\n') {
            self.say("0a", Key::MeansDelimiter, clause::STDIO);
        }
    }

    fn request(&mut self, request: &Request) {
        match request.method.as_str() {
            names::INITIALIZE => self.say("", Key::MeansInitialize, clause::LIFECYCLE),
            names::PING => self.say("", Key::MeansPing, clause::PING),
            names::TOOLS_LIST => self.say("", Key::MeansListTools, clause::TOOLS_LIST),
            names::TOOLS_CALL => self.say("", Key::MeansCallTool, clause::TOOLS_CALL),
            method => self.fill("", Key::MeansUnknownRequest, &[("method", method)], clause::REQUESTS),
        }
        self.say("jsonrpc", Key::MeansVersion, clause::REQUESTS);
        self.say(&format!("id {}", request.id), Key::MeansId, clause::RESPONSES);
        let Some(params) = &request.params else { return };
        if let Ok(params) = params.parse::<InitializeParams>() {
            let version = params.protocol_version.as_str();
            let key = match Version::parse(version).map(Version::lifecycle) {
                Some(Lifecycle::Initialize) => Key::MeansOffer,
                Some(Lifecycle::Discover) => Key::MeansOfferModern,
                None => Key::MeansOfferUnknown,
            };
            self.fill("protocolVersion", key, &[("version", version)], clause::NEGOTIATION);
            self.capabilities(&params.capabilities);
            self.who("clientInfo", Key::MeansClientInfo, &params.client_info);
        } else if request.method == names::TOOLS_CALL
            && let Ok(params) = params.parse::<CallToolParams>()
        {
            self.fill("name", Key::MeansToolName, &[("name", &params.name)], clause::TOOLS_CALL);
            if params.arguments.is_some() {
                self.say("arguments", Key::MeansArguments, clause::TOOLS_CALL);
            }
        }
    }

    fn list_changed(&mut self, list: &str, clause: &'static str) {
        self.fill("", Key::MeansListChanged, &[("method", list)], clause);
    }

    fn notification(&mut self, notification: &Notification) {
        match notification.method.as_str() {
            names::INITIALIZED => self.say("", Key::MeansInitialized, clause::LIFECYCLE),
            names::CANCELLED => {
                let params = notification.params.as_ref().and_then(|params| params.parse::<Members>().ok());
                let id = params.as_ref().and_then(|params| params.get("requestId"));
                let id = id.map_or_else(|| "?".to_owned(), ToString::to_string);
                self.fill("", Key::MeansCancelled, &[("id", &id)], clause::CANCELLATION);
            }
            names::TOOLS_CHANGED => self.list_changed(names::TOOLS_LIST, clause::TOOLS_CHANGED),
            names::PROMPTS_CHANGED => self.list_changed("prompts/list", clause::PROMPTS_CHANGED),
            names::RESOURCES_CHANGED => self.list_changed("resources/list", clause::RESOURCES_CHANGED),
            names::RESOURCE_UPDATED => {
                let params = notification.params.as_ref().and_then(|params| params.parse::<Members>().ok());
                let uri = params.as_ref().and_then(|params| params.get("uri")?.parse::<String>().ok());
                let uri = uri.unwrap_or_else(|| "?".to_owned());
                self.fill("", Key::MeansUpdated, &[("uri", &uri)], clause::RESOURCE_UPDATED);
            }
            method => {
                self.fill("", Key::MeansUnknownNotification, &[("method", method)], clause::NOTIFICATIONS)
            }
        }
        self.say("jsonrpc", Key::MeansVersion, clause::REQUESTS);
        self.say("id", Key::MeansNoId, clause::NOTIFICATIONS);
    }

    fn response(&mut self, model: &Model, number: FrameNumber, response: &Response) {
        let frames = model.pair.frames();
        let asked = model.pair.facts().request_of(number).map(|request| &frames[request]);
        let request = asked.and_then(facts::message);
        match (asked, &request) {
            (None, _) | (_, None) => self.say("", Key::MeansAnswerToNothing, clause::RESPONSES),
            (Some(asked), Some(message)) => {
                let wait = words::wait(asked, &frames[number]);
                let key = if response.outcome.is_ok() { Key::MeansAnswer } else { Key::MeansError };
                let method = message.method().unwrap_or_default();
                self.fill(
                    "",
                    key,
                    &[("method", method), ("time", &words::milliseconds(wait))],
                    clause::RESPONSES,
                );
            }
        }
        self.say("jsonrpc", Key::MeansVersion, clause::RESPONSES);
        if let Some(id) = response.id.known() {
            self.say(&format!("id {id}"), Key::MeansAnswerId, clause::RESPONSES);
        }
        match &response.outcome {
            Err(error) => self.error(error),
            Ok(result) => {
                let request = request.and_then(|message| match message {
                    Message::Request(request) => Some(request),
                    _ => None,
                });
                self.result(request.as_ref(), result);
            }
        }
    }

    fn error(&mut self, error: &ErrorObject) {
        self.row("error.code", words::code(self.language, Key::MeansCode, error.code.0), clause::ERRORS);
        self.fill(
            "error.message",
            Key::MeansErrorMessage,
            &[("text", &quote(&error.message))],
            clause::ERRORS,
        );
        if error.data.is_some() {
            self.say("error.data", Key::MeansErrorData, clause::ERRORS);
        }
    }

    fn result(&mut self, request: Option<&Request>, result: &RawJson) {
        match request.map(|request| request.method.as_str()) {
            Some(names::INITIALIZE) => {
                let Ok(answer) = result.parse::<InitializeResult>() else { return };
                let offered = request
                    .and_then(|request| request.params.as_ref()?.parse::<InitializeParams>().ok())
                    .map(|params| params.protocol_version)
                    .unwrap_or_default();
                let version = answer.protocol_version.as_str();
                let key = if offered == version { Key::MeansChosen } else { Key::MeansCounterOffer };
                self.fill(
                    "protocolVersion",
                    key,
                    &[("version", version), ("offered", &offered)],
                    clause::NEGOTIATION,
                );
                self.capabilities(&answer.capabilities);
                self.who("serverInfo", Key::MeansServerInfo, &answer.server_info);
            }
            Some(names::TOOLS_LIST) => {
                let Ok(list) = result.parse::<ListToolsResult>() else { return };
                let tools: Vec<_> = list.tools.iter().map(|tool| tool.name.as_str()).collect();
                let (count, tools) = (tools.len().to_string(), quote(&tools.join(", ")));
                self.fill(
                    "tools",
                    Key::MeansToolCount,
                    &[("n", &count), ("list", &tools)],
                    clause::TOOLS_LIST,
                );
            }
            Some(names::TOOLS_CALL) => {
                let Ok(result) = result.parse::<CallToolResult>() else { return };
                if result.is_error {
                    self.say("isError", Key::MeansIsError, clause::TOOL_ERRORS);
                }
                for text in result.content.iter().filter_map(|block| block.text.as_deref()) {
                    self.fill("content", Key::MeansContent, &[("text", &quote(text))], clause::TOOLS_CALL);
                }
            }
            _ if result.as_str() == "{}" => self.say("result", Key::MeansEmptyResult, clause::PING),
            _ => {}
        }
    }

    fn capabilities(&mut self, capabilities: &Members) {
        if capabilities.is_empty() {
            return self.say("capabilities", Key::MeansNoCapabilities, clause::CAPABILITIES);
        }
        let list: Vec<_> = capabilities.iter().map(|(name, _)| name).collect();
        let list = quote(&list.join(", "));
        self.fill("capabilities", Key::MeansCapabilities, &[("list", &list)], clause::CAPABILITIES);
    }

    fn who(&mut self, field: &str, key: Key, who: &Implementation) {
        let (name, version) = (quote(&who.name), quote(&who.version));
        self.fill(field, key, &[("name", &name), ("version", &version)], clause::LIFECYCLE);
    }
}

fn quote(text: &str) -> String {
    match text.char_indices().nth(QUOTED) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}
