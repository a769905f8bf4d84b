//! The selected frame in words, field by field, each with its place in the specification.

mod clause;
mod row;

pub(super) use row::of_row;

use core::ops::Range;

use super::sentence::{Sentence, label};
use super::{fault, quote, recording};
use crate::panel::facts::What;
use crate::panel::fields::fields;
use crate::panel::inspect::Look;
use crate::panel::node::{Node, el};
use crate::panel::text::{Forms, Key, Language, Spot};
use crate::panel::{Model, READER, facts, words};
use crate::proto::framing::{FrameNote, Framing};
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{ErrorObject, Message, Notification, Request, RequestId, Response};
use crate::proto::mcp::{
    CallToolParams, CallToolResult, Implementation, InitializeParams, InitializeResult, Lifecycle,
    ListToolsResult, Version, names,
};
use crate::proto::rule::RuleId;
use crate::sim::{FrameNumber, WireFrame};

/// How much of a text is quoted.
const QUOTED: usize = 160;

/// All that is said of frame `number`, whose bytes are in `look` if it has any.
pub(super) fn sentences(model: &Model, number: FrameNumber, look: Option<&Look<'_>>) -> Vec<Sentence> {
    let mut words = Words { language: model.language, look, rows: Vec::new() };
    words.frame(model, number);
    if READER {
        let pair = &model.pair;
        let outside = model.attached.ends.version().filter(|_| pair.is_tapped()).and_then(Version::parse);
        let known = outside.or_else(|| pair.client().version());
        let version = known.or_else(|| Version::parse(&model.settings.client.offer));
        let method = |frame: FrameNumber| match &pair.facts().frame(frame).what {
            What::Request { method, .. } | What::Notification { method } => Some(method.as_str()),
            _ => None,
        };
        let method = method(number).or_else(|| method(pair.facts().request_of(number)?));
        words.fields(method.unwrap_or_default(), version.unwrap_or(Version::LATEST));
    }
    words.rows
}

/// What was found wrong with a frame.
pub(super) fn findings(model: &Model, number: FrameNumber) -> Vec<Node> {
    let language = model.language;
    let finding = |rule: Option<RuleId>, sentence: String| {
        let name = rule.map(|rule| el("b").text(rule.as_str()));
        (rule, el("p").class("finding").children(name).child(el("span").text(sentence)))
    };
    let facts = model.pair.facts().frame(number);
    let detected = facts
        .detected(&model.pair)
        .map(|found| finding(Some(found.rule()), words::detected(language, found)));
    let findings = facts
        .misbehaviour(&model.pair)
        .map(|found| finding(found.rule(), words::misbehaviour(language, found)));
    let miscounted = if READER { miscounted(language, &model.pair.frames()[number]) } else { None };
    let judged = if READER { model.found(number) } else { &[] };
    // What the judge says as well is said once: the judge names the clause and what to do.
    let is_new =
        |rule: Option<RuleId>| judged.iter().all(|found| rule.is_none_or(|rule| rule.as_str() != found.rule));
    let own: Vec<_> = detected
        .chain(findings)
        .chain(miscounted.map(|said| finding(None, said)))
        .filter(|(rule, _)| is_new(*rule))
        .map(|(_, node)| node)
        .collect();
    // What was done to it comes last: first the reader sees what can be found out without being told.
    let truth = if READER { fault::truth(language, &model.pair.frames()[number]) } else { Vec::new() };
    let judged = judged.iter().map(|found| recording::one(language, found));
    own.into_iter().chain(judged).chain(truth).collect()
}

/// What is wrong with the length in the header of `frame`, though it could be read.
fn miscounted(language: Language, frame: &WireFrame) -> Option<String> {
    if frame.framing != Framing::ContentLength {
        return None;
    }
    let values = facts::read(frame).0?.notes.into_iter().find_map(|note| match note {
        FrameNote::LengthInCharacters { declared, bytes } => Some([declared, bytes].map(|n| n.to_string())),
        _ => None,
    });
    let [declared, bytes] = values?;
    Some(language.form_with(Forms::LengthInCharacters, &[("declared", &declared), ("bytes", &bytes)]))
}

struct Words<'a> {
    language: Language,
    look: Option<&'a Look<'a>>,
    rows: Vec<Sentence>,
}

impl Words<'_> {
    /// Says something of the part `label`, which is the last name of `pointer` unless it has one of its own.
    fn row(&mut self, pointer: &str, text: String, clause: &'static str) {
        let label = pointer.rsplit('/').next().unwrap_or_default().to_owned();
        self.labelled(pointer, label, text, clause);
    }

    fn labelled(&mut self, pointer: &str, label: String, text: String, clause: &'static str) {
        let range = if pointer.is_empty() { None } else { self.place(pointer) };
        self.rows.push(Sentence { range, label, depth: 0, text, clause: clause.into() });
    }

    /// Where the member at `pointer` stands.
    fn place(&self, pointer: &str) -> Option<Range<usize>> {
        let look = self.look?;
        let parsed = look.parsed.as_ref()?;
        Some(look.place(parsed.member(parsed.find(pointer)?)))
    }

    /// Says something of the members that nothing has been said of yet: of all outside of arrays, and of those around
    /// what is selected.
    fn fields(&mut self, method: &str, version: Version) {
        let Some((look, parsed)) = self.look.and_then(|look| Some((look, look.parsed.as_ref()?))) else {
            return;
        };
        let is_here = |entry: usize| {
            let range = look.place(parsed.range(entry));
            look.picked.as_ref().is_some_and(|picked| range.contains(&picked.start))
        };
        for (entry, field) in fields(parsed, method, is_here) {
            let range = look.place(parsed.member(entry));
            if self.rows.iter().any(|row| row.range.as_ref() == Some(&range)) {
                continue;
            }
            let pointer = parsed.pointer(entry);
            let is_listed = pointer
                .split('/')
                .any(|part| part.bytes().all(|byte| byte.is_ascii_digit()) && !part.is_empty());
            // Of what is in a list, only the way to what is selected.
            if is_listed && !look.picked.as_ref().is_some_and(|picked| range.contains(&picked.start)) {
                continue;
            }
            let (label, depth) = label(&pointer);
            let mut text = self.language.field(field.of, field.name).unwrap_or_default().to_owned();
            if !field.is_in(version) {
                text.push_str(self.language.spot(Spot::NotInThis));
            }
            let clause = field.clause(version).into();
            self.rows.push(Sentence { range: Some(range), label, depth, text, clause });
        }
        // As they stand in the frame; what is not there, before all others.
        self.rows.sort_by_key(|row| {
            row.range.as_ref().filter(|_| !row.label.is_empty()).map(|range| (range.start, range.end))
        });
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
        match facts::read(frame).1 {
            Err(malformed) => {
                self.say("", Key::MeansMalformed, clause::STDIO);
                let text = words::malformed(self.language, &malformed);
                let label = malformed.kind.rule().as_str().to_owned();
                self.labelled("", label, text, clause::STDIO);
            }
            Ok(Message::Request(request)) => self.request(&request),
            Ok(Message::Notification(notification)) => self.notification(&notification),
            Ok(Message::Response(response)) => self.response(model, number, &response),
        }
        self.point_out_the_whole();
        if READER && frame.framing == Framing::ContentLength {
            return self.header();
        }
        if bytes.last() == Some(&b'\n') {
            let text = self.language.say(Key::MeansDelimiter).to_owned();
            let range = self.look.map(|look| look.subject.body.end..bytes.len());
            self.rows.push(Sentence {
                range,
                label: "0a".to_owned(),
                depth: 0,
                text,
                clause: clause::STDIO.into(),
            });
        }
    }

    /// What the whole is follows from one of these members.
    fn point_out_the_whole(&mut self) {
        let says = ["/method", "/result", "/error"].into_iter().find_map(|pointer| self.place(pointer));
        self.rows.first_mut().into_iter().for_each(|whole| whole.range.clone_from(&says));
    }

    /// Says what the header before a message is, and whose.
    fn header(&mut self) {
        let header = self.look.map(|look| 0..look.subject.body.start).filter(|range| !range.is_empty());
        if header.is_some() {
            self.rows.push(Sentence {
                range: header,
                label: "Content-Length".to_owned(),
                depth: 0,
                text: self.language.form(Forms::MeansHeader).to_owned(),
                clause: clause::LSP.into(),
            });
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
        self.say("/jsonrpc", Key::MeansVersion, clause::REQUESTS);
        self.id(&request.id, Key::MeansId);
        let Some(params) = &request.params else { return };
        if let Ok(params) = params.parse::<InitializeParams>() {
            let version = params.protocol_version.as_str();
            let key = match Version::parse(version).map(Version::lifecycle) {
                Some(Lifecycle::Initialize) => Key::MeansOffer,
                Some(Lifecycle::Discover) => Key::MeansOfferModern,
                None => Key::MeansOfferUnknown,
            };
            self.fill("/params/protocolVersion", key, &[("version", version)], clause::NEGOTIATION);
            self.capabilities("/params/capabilities", &params.capabilities);
            self.who("/params/clientInfo", Key::MeansClientInfo, &params.client_info);
        } else if request.method == names::TOOLS_CALL
            && let Ok(params) = params.parse::<CallToolParams>()
        {
            self.fill("/params/name", Key::MeansToolName, &[("name", &params.name)], clause::TOOLS_CALL);
            if params.arguments.is_some() {
                self.say("/params/arguments", Key::MeansArguments, clause::TOOLS_CALL);
            }
        }
    }

    fn id(&mut self, id: &RequestId, key: Key) {
        let text = self.language.say(key).to_owned();
        self.labelled("/id", format!("id {id}"), text, clause::RESPONSES);
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
        self.say("/jsonrpc", Key::MeansVersion, clause::REQUESTS);
        self.say("/id", Key::MeansNoId, clause::NOTIFICATIONS);
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
        self.say("/jsonrpc", Key::MeansVersion, clause::RESPONSES);
        if let Some(id) = response.id.known() {
            self.id(id, Key::MeansAnswerId);
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
        self.row("/error/code", words::code(self.language, Key::MeansCode, error.code.0), clause::ERRORS);
        self.fill(
            "/error/message",
            Key::MeansErrorMessage,
            &[("text", &quote(&error.message, QUOTED))],
            clause::ERRORS,
        );
        if error.data.is_some() {
            self.say("/error/data", Key::MeansErrorData, clause::ERRORS);
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
                    "/result/protocolVersion",
                    key,
                    &[("version", version), ("offered", &offered)],
                    clause::NEGOTIATION,
                );
                self.capabilities("/result/capabilities", &answer.capabilities);
                self.who("/result/serverInfo", Key::MeansServerInfo, &answer.server_info);
            }
            Some(names::TOOLS_LIST) => {
                let Ok(list) = result.parse::<ListToolsResult>() else { return };
                let tools: Vec<_> = list.tools.iter().map(|tool| tool.name.as_str()).collect();
                let (count, tools) = (tools.len().to_string(), quote(&tools.join(", "), QUOTED));
                self.fill(
                    "/result/tools",
                    Key::MeansToolCount,
                    &[("n", &count), ("list", &tools)],
                    clause::TOOLS_LIST,
                );
            }
            Some(names::TOOLS_CALL) => {
                let Ok(result) = result.parse::<CallToolResult>() else { return };
                if result.is_error {
                    self.say("/result/isError", Key::MeansIsError, clause::TOOL_ERRORS);
                }
                let texts = result.content.iter().enumerate();
                for (at, text) in texts.filter_map(|(at, block)| Some((at, block.text.as_deref()?))) {
                    let (pointer, label) = (format!("/result/content/{at}"), format!("content[{at}]"));
                    let text = self.language.fill(Key::MeansContent, &[("text", &quote(text, QUOTED))]);
                    self.labelled(&pointer, label, text, clause::TOOLS_CALL);
                }
            }
            _ if result.as_str() == "{}" => self.say("/result", Key::MeansEmptyResult, clause::PING),
            _ => {}
        }
    }

    fn capabilities(&mut self, field: &str, capabilities: &Members) {
        if capabilities.is_empty() {
            return self.say(field, Key::MeansNoCapabilities, clause::CAPABILITIES);
        }
        let list: Vec<_> = capabilities.iter().map(|(name, _)| name).collect();
        let list = quote(&list.join(", "), QUOTED);
        self.fill(field, Key::MeansCapabilities, &[("list", &list)], clause::CAPABILITIES);
    }

    fn who(&mut self, field: &str, key: Key, who: &Implementation) {
        let (name, version) = (quote(&who.name, QUOTED), quote(&who.version, QUOTED));
        self.fill(field, key, &[("name", &name), ("version", &version)], clause::LIFECYCLE);
    }
}
