//! A frame written by hand: its field, its choices, and what is to be said of it.

mod fill;
mod framing;
mod hold;
mod list;
mod manners;
mod question;
mod verdict;

pub(super) use fill::{fill, shelves};
pub(super) use framing::framing;
pub(super) use hold::hold;
pub(super) use list::list;
pub(super) use manners::{abilities, differs};
pub(super) use question::question;

use super::{button, size};
use crate::panel::act::{Draft, Ending, FIELD, Form, Group, REGION, Template, templates, write_key};
use crate::panel::attach::{is_tap, waiting};
use crate::panel::node::{Node, el};
use crate::panel::text::{Act, Attach, Hand, Key, Language};
use crate::panel::{Model, Place, READER};
use crate::proto::session::Side;

/// What leads from the end `side` to a frame of the reader's own, and to the list of all its messages.
pub(super) fn doors(model: &Model, side: Side) -> [Node; 2] {
    let language = model.language;
    let list = READER.then_some(model.acting.list.as_ref()).flatten();
    let is_listed = list.is_some_and(|list| list.side == side);
    [
        button(language.hand(Hand::AllMessages), "wish", format!("list {side}"))
            .class("door")
            .attr("aria-expanded", is_listed.to_string()),
        button(language.hand(Hand::WriteFrame), "wish", format!("compose {side}"))
            .class("door")
            .key(write_key(side)),
    ]
}

/// Whether calls ask to be told how far the tool is.
pub(super) fn progress(model: &Model) -> Node {
    let label = model.language.act(Act::WantProgress);
    button(label, "progress", "")
        .class("chip-switch")
        .attr("aria-pressed", model.acting.wants_progress.to_string())
}

/// The button that begins with the frame that is looked at.
pub(super) fn again(model: &Model) -> Option<Node> {
    let label = model.language.hand(Hand::SendAgain);
    if READER && model.place == Place::Recording {
        let sheet = model.recording.sheet.as_deref().filter(|sheet| sheet.head.number > 0)?;
        let shown = model.recording.selected == usize::try_from(sheet.at).ok();
        return shown.then(|| button(label, "again-row", "").class("again"));
    }
    if READER && model.pair.is_tapped() && !is_tap(model) {
        return None;
    }
    let number = model.shown_frame().filter(|_| model.place == Place::Play)?;
    model.pair.frames()[number].bytes.as_ref()?;
    Some(button(label, "wish", format!("again {number}")).class("again"))
}

/// The region under the bar of time.
pub(super) fn compose(model: &Model) -> Vec<Node> {
    let Some(draft) = &model.acting.draft else { return Vec::new() };
    let language = model.language;
    let title = match draft.changes {
        Some(number) => language.attach_with(Attach::EditTitle, &[("n", &(number + 1).to_string())]),
        None => language.act(Act::ComposeTitle).to_owned(),
    };
    // Whose frame it is, and what it is, is known where it is there already.
    let is_new = draft.changes.is_none();
    let head = el("div")
        .class("compose-head")
        .child(el("h2").text(title.clone()))
        .children(is_new.then(|| choice(language, Act::ComposeAs, "compose-as", &sides(language, draft))))
        .children(is_new.then(|| begin(model, draft)))
        .child(button(language.act(Act::ComposeLeave), "compose-leave", "").class("quiet"));
    let field = el("textarea")
        .key(FIELD)
        .attr("data-msg", "compose-text")
        .attr("data-arg", "")
        .attr("aria-label", language.act(Act::ComposeField))
        .attr("spellcheck", "false")
        .attr("autocapitalize", "off")
        .attr("translate", "no")
        .attr("rows", "7")
        .attr("value", draft.text.clone());
    let written = el("div").class("written").child(field).child(foot(model, draft));
    let form = el("form")
        .key(REGION)
        .class(match draft.side {
            Side::Client => "compose client",
            Side::Server => "compose server",
        })
        .msg("compose-send", "")
        .attr("aria-label", title)
        .child(head)
        .child(el("div").class("compose-body").child(written).child(verdict::verdict(model, draft)));
    vec![form]
}

/// What is true of the bytes, and the button that sends them.
fn foot(model: &Model, draft: &Draft) -> Node {
    let language = model.language;
    let forms = Form::ALL.map(|form| {
        let label = if form == Form::Text { Act::FormText } else { Act::FormHex };
        (language.act(label).to_owned(), form.name(), form == draft.form)
    });
    let endings = Ending::ALL.map(|ending| {
        let label = match ending {
            Ending::Lf => "LF",
            Ending::CrLf => "CR LF",
            Ending::Nothing => language.act(Act::EndNothing),
            Ending::Header => "Content-Length",
        };
        (label.to_owned(), ending.name(), ending == draft.ending)
    });
    let bytes = draft.bytes();
    let length = bytes.as_ref().map_or(0, Vec::len);
    let is_late = draft.changes.is_some_and(|number| !waiting(model).contains(&number));
    let send = el("button").attr("type", "submit").class("go").flag("disabled", length == 0 || is_late).text(
        match draft.changes {
            Some(_) => language.attach(Attach::EditSend),
            None => language.act(Act::ComposeSend),
        },
    );
    let note = match draft.sent {
        _ if is_late => language.attach(Attach::EditLate).to_owned(),
        _ if draft.changes.is_some() => language.attach(Attach::EditHint).to_owned(),
        Some(number) => language.act_with(Act::ComposeSent, &[("n", &(number + 1).to_string())]),
        None => language.act(Act::ComposeSendHint).to_owned(),
    };
    el("div")
        .class("compose-foot")
        .child(choice(language, Act::ComposeForm, "compose-form", &forms))
        .child(choice(language, Act::ComposeEnd, "compose-end", &endings))
        .child(el("span").class("count").text(size(language, length)))
        .child(send)
        .child(el("small").attr("role", "status").text(note))
}

fn sides(language: Language, draft: &Draft) -> [(String, &'static str, bool); 2] {
    [(Side::Client, Key::Client, "client"), (Side::Server, Key::Server, "server")]
        .map(|(side, key, name)| (language.say(key).to_owned(), name, side == draft.side))
}

/// A row of buttons of which one is pressed.
fn choice(
    language: Language,
    label: Act,
    msg: &'static str,
    choices: &[(String, &'static str, bool)],
) -> Node {
    let label = language.act(label);
    let buttons = choices.iter().map(|(text, arg, is_pressed)| {
        button(text.clone(), msg, *arg).attr("aria-pressed", is_pressed.to_string())
    });
    let group = el("span").class("seg").attr("role", "group").attr("aria-label", label).children(buttons);
    el("span").class("choice").child(el("span").text(label)).child(group)
}

/// What can be said here, to begin with.
fn begin(model: &Model, draft: &Draft) -> Node {
    let language = model.language;
    let all = templates(model, draft.side);
    let option = |template: &Template| {
        el("option")
            .key(template.name.clone())
            .attr("value", template.name.clone())
            .text(name(language, template))
    };
    let group = |label: Act, wanted: &[Group]| {
        let options: Vec<_> = all.iter().filter(|it| wanted.contains(&it.group)).map(option).collect();
        let label = language.act(label);
        (!options.is_empty()).then(|| el("optgroup").key(label).attr("label", label).children(options))
    };
    let groups = [
        group(Act::GroupAnswers, &[Group::Result, Group::Error]),
        group(Act::GroupRequests, &[Group::Request]),
        group(Act::GroupNotifications, &[Group::Notification]),
    ];
    let none = el("option").key("").attr("value", "").text(language.act(Act::BeginChoose));
    let select = el("select")
        .attr("data-msg", "compose-begin")
        .attr("data-arg", "")
        .attr("value", "")
        .child(none)
        .children(groups.into_iter().flatten());
    el("label").class("choice").child(el("span").text(language.act(Act::ComposeBegin))).child(select)
}

/// What a message is called in a list of many.
fn name(language: Language, template: &Template) -> String {
    let key = match template.group {
        Group::Request | Group::Notification => return template.method.clone(),
        Group::Result => Act::AnswerResult,
        Group::Error => Act::AnswerError,
    };
    language.act_with(key, &[("id", &template.id), ("method", &template.method)])
}
