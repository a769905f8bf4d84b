//! What the server asks the client, and the form of the answer.

use super::super::button;
use super::super::sides::{block, field_row};
use crate::panel::Model;
use crate::panel::READER;
use crate::panel::act::{QUESTION, Reaction, is_asked, result};
use crate::panel::node::{Node, el};
use crate::panel::text::{Act, Hand, Key};

/// The question, or the door that leads to it.
pub(in crate::panel::view) fn question(model: &Model) -> Option<Node> {
    if !is_asked(model) {
        return None;
    }
    let language = model.language;
    let title = language.hand(Hand::ServerAsks);
    if !READER {
        let door = button(language.hand(Hand::AnswerIt), "wish", "answer it").class("go");
        return Some(block(title, None, vec![el("div").class("next").child(door)]));
    }
    let answering = model.acting.answering.as_ref()?;
    let form = &answering.form;
    let method = answering.question.method.as_str();
    let can_refuse = answering.question.key.is_none();
    let accept = el("button").attr("type", "submit").class("go").text(language.act(match method {
        "elicitation/create" => Act::AnswerAccept,
        _ => Act::AnswerSend,
    }));
    let others = Reaction::ALL.into_iter().filter_map(|reaction| {
        let label = match reaction {
            Reaction::Decline | Reaction::Cancel if method != "elicitation/create" => return None,
            Reaction::Decline => Act::AnswerDecline,
            Reaction::Cancel => Act::AnswerCancel,
            Reaction::Refuse if can_refuse => Act::AnswerRefuse,
            Reaction::Refuse | Reaction::Accept => return None,
        };
        Some(button(language.act(label), "answer", reaction.name()))
    });
    let hint = match method {
        "elicitation/create" => Act::AskedUser,
        "sampling/createMessage" => Act::AskedModel,
        _ => Act::AskedRoots,
    };
    let preview = match (result(answering, Reaction::Accept), form.arguments()) {
        (Some(result), _) => result.to_string(),
        (None, Err(index)) => {
            let name = form.fields.get(index).map_or("", |field| field.name.as_str());
            language.fill(Key::BadField, &[("name", name)])
        }
        (None, Ok(_)) => String::new(),
    };
    let fields = form.fields.iter();
    let fields =
        fields.map(|field| field_row(language, &form.tool, field, ["answer-field", "answer-presence"]));
    let asked = el("blockquote").class("asked").text(form.description.clone());
    let node = el("form")
        .class("tool question")
        .msg("answer", "")
        .child(el("p").child(el("code").text(method.to_owned())))
        .children((!form.description.is_empty()).then_some(asked))
        .child(el("p").class("description").text(language.act(hint)))
        .children(fields)
        .child(
            el("output").class("preview").attr("aria-label", language.act(Act::AnswerPreview)).text(preview),
        )
        .child(el("div").class("next").key(QUESTION).child(accept).children(others));
    Some(block(title, None, vec![node]))
}
