//! The two ends: where each stands and what can be done there.

use super::{act, attach, button, diagram, files, peers, time};
use crate::panel::act::next_call;
use crate::panel::form::{Field, FieldKind, Form};
use crate::panel::model::Notice;
use crate::panel::msg::{Presence, Provocation};
use crate::panel::node::{Node, el};
use crate::panel::text::{Act, Key, Language};
use crate::panel::{Model, READER, words};
use crate::proto::mcp::names;
use crate::proto::session::{Opening, Side, State};
use crate::proto::time::Instant;

pub(super) fn client(model: &Model) -> Vec<Node> {
    if READER && attach::has_no_client(model) {
        return attach::client(model);
    }
    let language = model.language;
    let session = model.pair.client();
    let told = session.version().map_or_else(
        || language.fill(Key::OffersRevision, &[("version", &model.settings.client.offer)]),
        |version| language.fill(Key::SpeaksRevision, &[("version", version.as_str())]),
    );
    let mut nodes = vec![el("p").class("who").text(told)];
    nodes.extend(READER.then(|| act::differs(model)));
    nodes.extend([
        diagram::diagram(model, Side::Client),
        block(language.say(Key::SendNext), None, vec![send_next(model)]),
    ]);
    nodes.extend(act::question(model));
    nodes.extend(READER.then(|| act::list(model, Side::Client)).flatten());
    nodes.extend(READER.then(|| act::fill(model)).flatten());
    nodes.extend(notice(model));
    if let Some(form) = &model.form {
        nodes.push(tool_form(model, form));
    }
    let now = model.now();
    let rows: Vec<_> = session
        .open_requests()
        .map(|open| (format!("{} {}", open.id, open.method), left(language, now, open.deadline)))
        .collect();
    nodes.push(table(language, Key::WaitingFor, Key::NothingOpen, rows));
    // What is chosen once, and begins anew, stands after what is done all the time.
    let reads = READER.then(|| peers::choice(model, Side::Client));
    let framing = act::framing(model, Side::Client);
    let settings = [Some(act::abilities(model)), framing, reads, Some(time::beat(model))];
    nodes.push(block(language.say(Key::Settings), None, settings.into_iter().flatten().collect()));
    nodes
}

pub(super) fn server(model: &Model) -> Vec<Node> {
    if READER && let Some(document) = &model.files.open {
        return files::files(model, document);
    }
    if READER && model.pair.is_outside() {
        return attach::server(model);
    }
    let language = model.language;
    let server = model.pair.server();
    let session = server.connection().session();
    let told = session.version().map_or_else(
        || language.say(Key::ServerSimulated).to_owned(),
        |version| language.fill(Key::SpeaksRevision, &[("version", version.as_str())]),
    );
    let now = model.now();
    let rows: Vec<_> = session
        .open_requests()
        .map(|(id, open)| {
            let rest = server.finishes(id).map_or_else(String::new, |at| left(language, now, at));
            (format!("{id} {}", open.method), rest)
        })
        .collect();
    let provoke = Provocation::ALL.map(|kind| {
        let (label, hint) = match kind {
            Provocation::FailingTool => (Key::ProvokeFail, Key::ProvokeFailHint),
            Provocation::UnknownTool => (Key::ProvokeTool, Key::ProvokeToolHint),
            Provocation::UnknownMethod => (Key::ProvokeMethod, Key::ProvokeMethodHint),
        };
        el("div")
            .class("provoke")
            .child(button(language.say(label), "provoke", kind.name()).flag("disabled", !operating(model)))
            .child(el("small").text(language.say(hint)))
    });
    let tools = server_tools(model);
    let doors = el("div").class("next").children(act::doors(model, Side::Server)).child(peers::door(model));
    let mut nodes = vec![el("p").class("who").text(told)];
    nodes.extend(READER.then(|| attach::way_back(model)).flatten());
    nodes.extend([
        diagram::diagram(model, Side::Server),
        block(language.say(Key::SendNext), None, vec![doors]),
    ]);
    nodes.extend(READER.then(|| act::hold(model)));
    nodes.extend(READER.then(|| act::list(model, Side::Server)).flatten());
    nodes.extend([
        table(language, Key::WorkingOn, Key::NothingToDo, rows),
        block(language.say(Key::Provoke), None, provoke.into()),
        block(
            language.say(Key::ServerTools),
            Some(tools.len().to_string()),
            vec![el("ul").class("tools").children(tools)],
        ),
        files::shelf(model),
    ]);
    nodes.extend(READER.then(|| peers::settings(model, act::framing(model, Side::Server))));
    nodes
}

fn server_tools(model: &Model) -> Vec<Node> {
    use crate::demo::Execute;
    let known = model.pair.facts().tools().is_some();
    let list = model.pair.server().executor().list();
    let tools = list.tools.into_iter().map(|tool| {
        let label = tool.name.clone();
        let description = tool.description.unwrap_or_default();
        let item = el("li").key(tool.name.clone()).attr("title", description);
        if known {
            item.child(button(label, "tool", tool.name).class("link"))
        } else {
            item.child(el("code").text(label))
        }
    });
    tools.collect()
}

pub(super) fn operating(model: &Model) -> bool {
    model.pair.client().state().is_operating()
}

fn send_next(model: &Model) -> Node {
    let language = model.language;
    let state = model.pair.client().state();
    let fresh = state == State::Uninitialized;
    let open = state != State::Closed;
    let known = model.pair.facts().tools().is_some();
    let send = |name: &'static str, msg, legal: bool, first: bool| {
        button(name, msg, "").class(if first { "go" } else { "" }).flag("disabled", !legal)
    };
    // `initialize` is sent once; after that it only takes room.
    let modern = model.settings.client.opening == Opening::Modern;
    let first = if modern { ("server/discover", "discover") } else { ("initialize", "initialize") };
    let initialize = fresh.then(|| send(first.0, first.1, true, true));
    el("div")
        .class("next")
        .children(initialize)
        .children([
            send("tools/list", "list-tools", operating(model), operating(model) && !known),
            send("ping", "ping", open && !modern, false),
            send(language.say(Key::Close), "close", open, false),
        ])
        .children(act::shelves(model))
        .children(act::doors(model, Side::Client))
}

fn notice(model: &Model) -> Option<Node> {
    let language = model.language;
    let text = match model.notice.as_ref()? {
        Notice::Refused(error) => words::local_error(language, error),
        Notice::BadField(name) => language.fill(Key::BadField, &[("name", name)]),
        // The bar of time tells them.
        Notice::BadScript(_) | Notice::Shared(_) | Notice::Stayed(_) | Notice::RealTime => return None,
    };
    Some(el("p").class("notice").attr("role", "alert").text(text))
}

fn tool_form(model: &Model, form: &Form) -> Node {
    let language = model.language;
    let tools = model.pair.facts().tools().unwrap_or_default();
    let options = tools.iter().map(|tool| {
        let name = &tool.name;
        let chosen = *name == form.tool;
        el("option").key(name.clone()).attr("value", name.clone()).flag("selected", chosen).text(name.clone())
    });
    let select = el("select").attr("data-msg", "tool").attr("data-arg", "").children(options);
    let preview = match form.arguments() {
        Ok(arguments) => {
            // All of it, in the module that has room for more than the arguments.
            let frame = READER.then(|| next_call(model)).flatten();
            frame.unwrap_or_else(|| arguments.to_string())
        }
        Err(index) => {
            let name = form.fields.get(index).map_or("", |field| field.name.as_str());
            language.fill(Key::BadField, &[("name", name)])
        }
    };
    let label = if READER { language.act(Act::FramePreview) } else { language.say(Key::ArgumentsPreview) };
    let send = el("button").attr("type", "submit").class("go").flag("disabled", !operating(model));
    // Beside the choice and not under the fields: however long these are, it is in sight and covers none of them.
    let head = el("div")
        .class("tool-head")
        .child(select.attr("aria-label", language.say(Key::Tool)))
        .child(send.attr("title", names::TOOLS_CALL).text(language.say(Key::CallTool)));
    let form = el("form")
        .class("tool")
        .msg("call", "")
        .child(head)
        .child(el("p").class("description").text(form.description.clone()))
        .children(
            form.fields.iter().map(|field| field_row(language, &form.tool, field, ["field", "presence"])),
        )
        .child(el("output").class("preview").attr("aria-label", label).text(preview))
        .children(READER.then(|| act::progress(model)));
    block(language.say(Key::CallATool), None, vec![form])
}

/// A field, and whether it is written; `msgs` say what was written and whether.
pub(super) fn field_row(language: Language, tool: &str, field: &Field, msgs: [&'static str; 2]) -> Node {
    field_row_of(language, tool, field, msgs, &Presence::ALL)
}

/// The same where not all that may be said of a field can be.
pub(super) fn field_row_of(
    language: Language,
    tool: &str,
    field: &Field,
    msgs: [&'static str; 2],
    presences: &[Presence],
) -> Node {
    let id = format!("field-{tool}-{}", field.name);
    let choices = presences.iter().map(|&presence| {
        let label = match presence {
            Presence::Absent => Key::Absent,
            Presence::Null => Key::Null,
            Presence::Value => match field.kind {
                FieldKind::Text | FieldKind::Choice(_) => Key::KindText,
                FieldKind::Number { integer: false } => Key::KindNumber,
                FieldKind::Number { integer: true } => Key::KindInteger,
                FieldKind::Boolean => Key::KindBoolean,
                FieldKind::Json => Key::KindJson,
            },
        };
        button(language.say(label), msgs[1], format!("{} {}", presence.name(), field.name))
            .attr("aria-pressed", (presence == field.presence).to_string())
    });
    let label = language.fill(Key::PresenceOf, &[("name", &field.name)]);
    let legend = el("div")
        .class("field-head")
        .child(
            el("label")
                .attr("for", id.clone())
                .attr("title", field.description.clone())
                .text(field.name.clone()),
        )
        .child(el("span").class("seg").attr("role", "group").attr("aria-label", label).children(choices));
    let off = field.presence != Presence::Value;
    let wrong = matches!(field.json(), Some(Err(())));
    let input = match &field.kind {
        FieldKind::Boolean => choice(&["false".to_owned(), "true".to_owned()], &field.value),
        FieldKind::Choice(choices) => choice(choices, &field.value),
        FieldKind::Text | FieldKind::Number { .. } | FieldKind::Json => {
            el("input").attr("type", "text").attr("value", field.value.clone()).attr("autocomplete", "off")
        }
    };
    let input = input
        .attr("id", id)
        .attr("data-msg", msgs[0])
        .attr("data-arg", field.name.clone())
        .attr("title", field.description.clone())
        .attr("spellcheck", "false")
        .attr("aria-invalid", wrong.to_string())
        .flag("disabled", off);
    el("div").class("field").key(format!("{tool} {}", field.name)).child(legend).child(input)
}

fn choice(choices: &[String], value: &str) -> Node {
    el("select").children(choices.iter().map(|choice| {
        el("option").attr("value", choice.clone()).flag("selected", choice == value).text(choice.clone())
    }))
}

pub(super) fn block(title: &'static str, count: Option<String>, children: Vec<Node>) -> Node {
    let head = el("h3")
        .child(el("span").text(title))
        .children(count.map(|count| el("span").class("count").text(count)));
    el("section").class("block").key(title).child(head).children(children)
}

fn table(language: Language, title: Key, empty: Key, rows: Vec<(String, String)>) -> Node {
    table_of(language.say(title), language.say(empty), rows)
}

pub(super) fn table_of(title: &'static str, empty: &'static str, rows: Vec<(String, String)>) -> Node {
    let count = Some(rows.len().to_string());
    let content = if rows.is_empty() {
        el("p").class("empty").text(empty)
    } else {
        let rows = rows.into_iter().map(|(name, rest)| {
            el("tr").key(name.clone()).child(el("td").text(name)).child(el("td").text(rest))
        });
        el("table").child(el("tbody").children(rows))
    };
    block(title, count, vec![content])
}

fn left(language: Language, now: Instant, at: Instant) -> String {
    language.fill(Key::TimeLeft, &[("time", &words::seconds(at.saturating_since(now)))])
}
