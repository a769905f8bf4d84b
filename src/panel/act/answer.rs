//! What the server asks the client: its user, its model, its folders. The reader is all of them.

use crate::panel::update::tell;
use crate::panel::{Effect, Form, Model, Notice, READER, http};
use crate::proto::json::{FromJson, Members, RawJson};
use crate::proto::jsonrpc::{ErrorCode, ErrorObject, Message, RequestId};
use crate::proto::mcp::InputRequest;
use crate::proto::session::{ClientSession, Side};
use crate::sim::Command;

/// What a person says to a model's question where nothing else is at hand.
const MODEL: &str = r#"{"properties":{"text":{"type":"string","default":"Paris."},"model":{"type":"string","default":"a-person"}},"required":["text","model"]}"#;
/// One folder; left out, there is none.
const ROOTS: &str = r#"{"properties":{"uri":{"type":"string","default":"file:///project"},"name":{"type":"string","default":"project"}},"required":["uri"]}"#;

/// A question of the server that waits for an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::panel) struct Question {
    /// The request that asks; in 2026-07-28 that which is asked back.
    pub(in crate::panel) id: RequestId,
    /// The key of the question, where one answer has several (2026-07-28).
    pub(in crate::panel) key: Option<String>,
    pub(in crate::panel) method: String,
    pub(in crate::panel) params: Members,
}

/// The answer that the reader writes.
#[derive(Debug)]
pub(in crate::panel) struct Answering {
    pub(in crate::panel) question: Question,
    pub(in crate::panel) form: Form,
    /// What was answered already of several questions.
    given: Members,
}

/// What the reader does with a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reaction {
    /// Answer as the form says.
    Accept,
    /// The user does not want to.
    Decline,
    /// The user has closed the question.
    Cancel,
    /// Answer with an error (until 2025-11-25).
    Refuse,
}

impl Reaction {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Accept, Self::Decline, Self::Cancel, Self::Refuse];

    /// Its name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Decline => "decline",
            Self::Cancel => "cancel",
            Self::Refuse => "refuse",
        }
    }
}

/// Whether the server waits for an answer of the reader.
pub(in crate::panel) fn is_asked(model: &Model) -> bool {
    let client = client(model);
    client.incoming_requests().next().is_some() || client.questions().next().is_some()
}

/// Whether the server keeps a request until the reader has decided about it.
pub(in crate::panel) fn is_held(model: &Model) -> bool {
    model.pair.server().held().next().is_some()
}

/// The client that the reader is at.
fn client(model: &Model) -> &ClientSession {
    if READER { http::client(model) } else { model.pair.client() }
}

/// Every question that waits, the oldest first.
fn questions(model: &Model) -> Vec<Question> {
    let client = client(model);
    let asked = client.incoming_requests().map(|(id, incoming)| Question {
        id: id.clone(),
        key: None,
        method: incoming.method.to_owned(),
        params: params(model, id).unwrap_or_default(),
    });
    let back = client.questions().flat_map(|(id, input)| {
        let requests = input.input_requests.iter().flat_map(Members::iter);
        requests.filter_map(move |(key, question)| {
            let InputRequest { method, params, .. } = question.parse().ok()?;
            let params = params.and_then(|params| params.parse().ok()).unwrap_or_default();
            Some(Question { id: id.clone(), key: Some(key.to_owned()), method, params })
        })
    });
    asked.chain(back).collect()
}

/// What a request of the server says.
fn params(model: &Model, id: &RequestId) -> Option<Members> {
    if READER && let Some(http) = http::here(model) {
        return http.params_of(id);
    }
    let number = model.pair.facts().request(Side::Server, id)?;
    match crate::panel::facts::message(model.pair.frames().get(number)?)? {
        Message::Request(request) => request.params?.parse().ok(),
        _ => None,
    }
}

fn form(question: &Question) -> Form {
    let read = |text: &str| Members::from_json(text).unwrap_or_default();
    let schema = match question.method.as_str() {
        "elicitation/create" => question.params.peek("requestedSchema").ok().flatten().unwrap_or_default(),
        "sampling/createMessage" => read(MODEL),
        "roots/list" => read(ROOTS),
        _ => Members::new(),
    };
    Form::of(&question.method, &said(question), &schema)
}

/// What the question says to a person.
fn said(question: &Question) -> String {
    let text = |members: &Members, name: &str| members.peek::<String>(name).ok().flatten();
    if let Some(message) = text(&question.params, "message") {
        return message;
    }
    let messages = question.params.peek::<Vec<Members>>("messages").ok().flatten().unwrap_or_default();
    let content = |message: &Members| message.peek::<Members>("content").ok().flatten();
    let texts = messages.iter().filter_map(|message| text(&content(message)?, "text"));
    texts.collect::<Vec<_>>().join("\n")
}

/// Keeps the form in step with what is asked.
pub(super) fn follow(model: &mut Model) {
    let all = questions(model);
    let current = model.acting.answering.as_ref();
    let given = current.map(|answering| (&answering.question.id, &answering.given));
    let is_given = |question: &&Question| {
        let same = given.filter(|(id, _)| **id == question.id);
        question.key.as_ref().is_some_and(|key| same.is_some_and(|(_, given)| given.contains(key)))
    };
    let next = all.iter().find(|question| !is_given(question));
    match next {
        None => model.acting.answering = None,
        Some(next) if current.is_some_and(|answering| answering.question == *next) => {}
        Some(next) => {
            let kept = given.filter(|(id, _)| **id == next.id).map(|(_, given)| given.clone());
            model.acting.answering =
                Some(Answering { form: form(next), question: next.clone(), given: kept.unwrap_or_default() });
        }
    }
}

/// The result that `reaction` leads to; nothing where a field holds what it cannot.
pub(in crate::panel) fn result(answering: &Answering, reaction: Reaction) -> Option<RawJson> {
    let arguments = || answering.form.arguments().ok();
    let text = |members: &Members, name: &str| members.peek::<String>(name).ok().flatten();
    let result = match (answering.question.method.as_str(), reaction) {
        ("elicitation/create", Reaction::Accept) => {
            Members::new().with("action", "accept").with("content", &arguments()?)
        }
        ("elicitation/create", reaction) => Members::new().with("action", reaction.name()),
        ("sampling/createMessage", _) => {
            let given: Members = arguments()?.parse().ok()?;
            let content =
                Members::new().with("type", "text").with("text", &text(&given, "text").unwrap_or_default());
            Members::new()
                .with("role", "assistant")
                .with("content", &content)
                .with("model", &text(&given, "model").unwrap_or_default())
        }
        ("roots/list", _) => {
            let root = arguments()?;
            let is_none = root.parse::<Members>().ok()?.get("uri").is_none();
            let roots = if is_none { Vec::new() } else { vec![root] };
            Members::new().with("roots", &roots)
        }
        _ => Members::new(),
    };
    Some(RawJson::from_value(&result))
}

/// Answers the question in the form.
pub(super) fn react(model: &mut Model, reaction: Reaction) -> Vec<Effect> {
    let Some(answering) = &model.acting.answering else { return Vec::new() };
    let result = match reaction {
        // An error has no result, whatever stands in the fields.
        Reaction::Refuse => RawJson::empty_object(),
        _ => match result(answering, reaction) {
            Some(result) => result,
            None => {
                let bad = answering.form.arguments().err().and_then(|at| answering.form.fields.get(at));
                model.notice = bad.map(|field| Notice::BadField(field.name.clone()));
                return Vec::new();
            }
        },
    };
    let id = answering.question.id.clone();
    let command = match (&answering.question.key, reaction) {
        (None, Reaction::Refuse) => {
            let error = ErrorObject::new(ErrorCode(-1), "The user has refused");
            Command::Respond { id, outcome: Err(error) }
        }
        (None, _) => Command::Respond { id, outcome: Ok(result) },
        (Some(key), _) => {
            let answers = answering.given.clone().with(key, &result);
            let open = |question: &Question| {
                question.id == id && question.key.as_ref().is_some_and(|key| !answers.contains(key))
            };
            if questions(model).iter().any(open) {
                model.acting.answering.iter_mut().for_each(|answering| answering.given = answers.clone());
                return Vec::new();
            }
            Command::AnswerQuestions { id, answers }
        }
    };
    let at_http = READER && http::here(model).is_some();
    let mut effects = if at_http { http::client_says(model, command) } else { tell(model, command) };
    effects.push(Effect::Focus("time-bar".to_owned()));
    effects
}
