//! What a server asks is asked of the person.

use std::io::{self, Write};

use super::lines::Lines;
use super::text;
use super::worker::{Order, Question};
use crate::native::cli::screen::{self, FAINT, NAME};
use crate::native::cli::{content, report};
use crate::native::client::Answer;
use crate::native::typed;
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{ErrorCode, ErrorObject};
use crate::proto::mcp::{
    Blocks, ContentBlock, CreateMessageParams, CreateMessageResult, ElicitAction, ElicitParams, ElicitResult,
    FieldSchema, FormSchema, InputRequest, Role, StopReason,
};

/// The code that the specification gives to what a person has refused (`client/sampling#error-handling`).
const REJECTED: ErrorCode = ErrorCode(-1);

/// Asks the person, and says what to tell the server.
pub(super) fn ask(lines: &mut Lines, question: Question) -> io::Result<Order> {
    match question {
        Question::Request(request) => {
            let answer = answer(lines, &request.method, request.params.as_ref())?;
            Ok(Order::Respond(request.id, answer))
        }
        Question::Input(input) => {
            let mut answers = Members::new();
            for (key, question) in input.input_requests.iter().flat_map(Members::iter) {
                let InputRequest { method, params, .. } = match question.parse() {
                    Ok(question) => question,
                    Err(_) => InputRequest::new("?"),
                };
                match answer(lines, &method, params.as_ref())? {
                    Ok(told) => answers.put(key, told),
                    // There is no place for an error: the request is not made again.
                    Err(_) => return Ok(Order::Withdraw),
                }
            }
            Ok(Order::Answers(answers))
        }
    }
}

fn answer(lines: &mut Lines, method: &str, params: Option<&RawJson>) -> io::Result<Answer> {
    let unreadable = || ErrorObject::new(ErrorCode::INVALID_PARAMS, "Invalid params");
    match (method, params) {
        ("sampling/createMessage", Some(params)) => match params.parse() {
            Ok(params) => sampling(lines, &params),
            Err(_) => Ok(Err(unreadable())),
        },
        ("elicitation/create", Some(params)) => match params.parse() {
            Ok(asked) => elicitation(lines, &asked, params).map(|result| Ok(RawJson::from_value(&result))),
            Err(_) => Ok(Err(unreadable())),
        },
        _ => {
            report::say(&text::cannot_ask(method));
            Ok(Err(ErrorObject::method_not_found(method)))
        }
    }
}

fn sampling(lines: &mut Lines, asked: &CreateMessageParams) -> io::Result<Answer> {
    let mut out = anstream::stdout();
    writeln!(out, "{NAME}{}{NAME:#}", text::SAMPLING)?;
    if let Some(system) = &asked.system_prompt {
        writeln!(out, "  {FAINT}{}{FAINT:#}", text::SYSTEM)?;
        content::block(&mut out, &ContentBlock::text(system.as_str()))?;
    }
    for message in &asked.messages {
        writeln!(out, "  {FAINT}{}{FAINT:#}", screen::line(message.role.as_str()))?;
        message.content.as_slice().iter().try_for_each(|block| content::block(&mut out, block))?;
    }
    Ok(match lines.next(text::AS_MODEL, false)? {
        Some(said) if ![text::DECLINE, text::CANCEL].contains(&said.trim()) => {
            let said = Blocks::from(ContentBlock::text(said));
            let mut result = CreateMessageResult::new(Role::Assistant, said, text::A_PERSON);
            result.stop_reason = Some(StopReason::EndTurn);
            Ok(RawJson::from_value(&result))
        }
        _ => Err(ErrorObject::new(REJECTED, text::REJECTED)),
    })
}

fn elicitation(lines: &mut Lines, asked: &ElicitParams, raw: &RawJson) -> io::Result<ElicitResult> {
    let mut out = anstream::stdout();
    writeln!(out, "{NAME}{}{NAME:#}", screen::lines(&text::asks(&asked.message)))?;
    let Some(form) = &asked.requested_schema else {
        let url = asked.url().ok().flatten().unwrap_or_default();
        writeln!(out, "  {}", screen::line(&text::page(&url)))?;
        let said = lines.next(text::OPEN, false)?;
        return Ok(ElicitResult::new(match said.as_deref().map(str::trim) {
            Some(said) if said == text::YES => ElicitAction::Accept,
            Some(said) if said == text::DECLINE => ElicitAction::Decline,
            _ => ElicitAction::Cancel,
        }));
    };
    let members: Members = raw.parse().unwrap_or_default();
    let schema = members.get("requestedSchema").cloned().unwrap_or_else(RawJson::empty_object);
    let mut filled = Members::new();
    for (name, field) in form.properties.iter() {
        match fill(lines, form, &schema, name, field)? {
            Filled::With(value) => filled.put(name, value),
            Filled::Nothing => {}
            Filled::Ended(action) => return Ok(ElicitResult::new(action)),
        }
    }
    let mut result = ElicitResult::new(ElicitAction::Accept);
    result.content = Some(filled);
    Ok(result)
}

enum Filled {
    With(RawJson),
    Nothing,
    Ended(ElicitAction),
}

/// Asks for one field until it has a value of its type, or need not have one.
fn fill(
    lines: &mut Lines,
    form: &FormSchema,
    schema: &RawJson,
    name: &str,
    field: &RawJson,
) -> io::Result<Filled> {
    let field: FieldSchema = field.parse().unwrap_or_else(|_| FieldSchema::new("string"));
    let required = form.required.iter().flatten().any(|required| required == name);
    let about = match (&field.values, &field.description) {
        (Some(values), _) => values.join(", "),
        (None, description) => description.clone().unwrap_or_default(),
    };
    let default = field.default.as_ref().map(RawJson::as_str);
    let prompt = text::field(name, &field.kind, &about, default);
    let prompt = screen::line(&prompt).into_owned();
    loop {
        let Some(said) = lines.next(&prompt, false)? else { return Ok(Filled::Ended(ElicitAction::Cancel)) };
        match (said.trim(), &field.default) {
            (said, _) if said == text::DECLINE => return Ok(Filled::Ended(ElicitAction::Decline)),
            (said, _) if said == text::CANCEL => return Ok(Filled::Ended(ElicitAction::Cancel)),
            ("", Some(default)) => return Ok(Filled::With(default.clone())),
            ("", None) if required => report::say(text::REQUIRED),
            ("", None) => return Ok(Filled::Nothing),
            (said, _) => match typed::arguments(schema, &[(name.to_owned(), said.to_owned())]) {
                Ok(object) => {
                    let mut object: Members = object.parse().unwrap_or_default();
                    return Ok(object.take(name).ok().flatten().map_or(Filled::Nothing, Filled::With));
                }
                Err(why) => report::say(&why.to_string()),
            },
        }
    }
}
