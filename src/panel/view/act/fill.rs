//! The forms of resources and prompts.

use super::super::button;
use super::super::sides::{block, field_row_of, operating};
use crate::panel::Model;
use crate::panel::READER;
use crate::panel::act::{Deed, FILL, Filling, Shelf, entries, known, next_request, version};
use crate::panel::form::Form;
use crate::panel::msg::Presence;
use crate::panel::node::{Node, el};
use crate::panel::text::{Act, Forms, Hand, Key, Language};
use crate::proto::mcp::Lifecycle;
use crate::proto::session::Side;

/// What leads to them.
pub(in crate::panel::view) fn shelves(model: &Model) -> [Node; 2] {
    [(Shelf::Resources, Hand::Resources), (Shelf::Prompts, Hand::Prompts)].map(|(shelf, label)| {
        let filling = READER.then_some(model.acting.filling.as_ref()).flatten();
        let is_open = filling.is_some_and(|filling| filling.shelf == shelf);
        button(model.language.hand(label), "wish", format!("fill {}", shelf.name()))
            .class("door")
            .attr("aria-expanded", is_open.to_string())
    })
}

/// The form that is open.
pub(in crate::panel::view) fn fill(model: &Model) -> Option<Node> {
    let filling = model.acting.filling.as_ref()?;
    let language = model.language;
    let title = match filling.shelf {
        Shelf::Resources => Forms::ResourcesTitle,
        Shelf::Prompts => Forms::PromptsTitle,
    };
    let mut nodes = vec![lists(model, filling.shelf)];
    match &filling.form {
        Some(form) => nodes.push(filled(model, filling, form)),
        None => {
            let is_known = filling.shelf.methods().iter().any(|method| known(model, method).0);
            let text = if is_known { Forms::NothingListed } else { Forms::NotListed };
            nodes.push(el("p").class("empty").text(language.form(text)));
        }
    }
    Some(block(language.form(title), None, nodes))
}

/// The buttons that ask what there is.
fn lists(model: &Model, shelf: Shelf) -> Node {
    let is_off = !operating(model);
    let row = shelf.methods().iter().flat_map(|method| {
        let (is_known, next) = known(model, method);
        let class = if is_known || is_off { "" } else { "go" };
        let ask = button(*method, "fill-list", *method).class(class).flag("disabled", is_off);
        let label = model.language.form(Forms::NextPage);
        let more = next.map(|_| button(label, "fill-more", *method).flag("disabled", is_off));
        [ask].into_iter().chain(more)
    });
    el("div").class("next").key(FILL).children(row)
}

fn filled(model: &Model, filling: &Filling, form: &Form) -> Node {
    let language = model.language;
    let is_prompt = filling.shelf == Shelf::Prompts;
    let [plain, templates] = entries(model, filling.shelf);
    let is_template = templates.iter().any(|template| template.tool == form.tool);
    let options = |forms: Vec<Form>| {
        forms.into_iter().map(|entry| {
            let is_chosen = entry.tool == form.tool;
            let option = el("option").key(entry.tool.clone()).attr("value", entry.tool.clone());
            option.flag("selected", is_chosen).text(entry.tool)
        })
    };
    let group = |label: Forms, forms: Vec<Form>| {
        let label = language.form(label);
        let has_any = !forms.is_empty();
        has_any.then(|| el("optgroup").key(label).attr("label", label).children(options(forms)))
    };
    let select = el("select").attr("data-msg", "fill-choose").attr("data-arg", "");
    let (select, label) = if is_prompt {
        (select.children(options(plain)), Forms::ChoosePrompt)
    } else {
        let groups = [group(Forms::GroupResources, plain), group(Forms::GroupTemplates, templates)];
        (select.children(groups.into_iter().flatten()), Forms::ChooseResource)
    };
    let send = el("button").attr("type", "submit").class("go").flag("disabled", !operating(model));
    let head = el("div")
        .class("tool-head")
        .child(select.attr("aria-label", language.form(label)))
        .child(send.text(language.form(Forms::SendRequest)));
    // A template has no null: RFC 6570 takes it for what is left out.
    let choices: &[Presence] =
        if is_template { &[Presence::Absent, Presence::Value] } else { &Presence::ALL };
    let msgs = ["fill-field", "fill-presence"];
    let fields = form.fields.iter();
    let fields = fields.map(|field| field_row_of(language, &form.tool, field, msgs, choices));
    let hint = match (is_prompt, is_template) {
        (true, _) if !form.fields.is_empty() => Some(Forms::ArgumentsHint),
        (false, true) => Some(Forms::VariablesHint),
        _ => None,
    };
    let hint = hint.map(|hint| el("small").text(language.form(hint)));
    let preview = next_request(model).unwrap_or_else(|| bad_field(language, form));
    let said = form.description.clone();
    el("form")
        .class("tool filling")
        .msg("fill-send", "")
        .child(head)
        .children((!is_prompt).then(|| deeds(model, filling.deed)))
        .children((!said.is_empty()).then(|| el("p").class("description").text(said)))
        .children(hint)
        .children(fields)
        .child(
            el("output").class("preview").attr("aria-label", language.act(Act::FramePreview)).text(preview),
        )
}

/// What to do with a resource. What the revision has no method for cannot be chosen.
fn deeds(model: &Model, chosen: Deed) -> Node {
    let language = model.language;
    let is_modern = version(model, Side::Client).lifecycle() == Lifecycle::Discover;
    let buttons = Deed::ALL.into_iter().map(|deed| {
        let label = match deed {
            Deed::Read => Forms::DeedRead,
            Deed::Subscribe => Forms::DeedSubscribe,
            Deed::Unsubscribe => Forms::DeedUnsubscribe,
        };
        button(language.form(label), "fill-deed", deed.name())
            .attr("aria-pressed", (deed == chosen).to_string())
            .flag("disabled", is_modern && deed == Deed::Unsubscribe)
    });
    let label = language.form(Forms::Deed);
    let group = el("span").class("seg").attr("role", "group").attr("aria-label", label).children(buttons);
    let hint = is_modern.then(|| el("small").text(language.form(Forms::ListenHint)));
    el("div").class("deeds").child(group).children(hint)
}

fn bad_field(language: Language, form: &Form) -> String {
    let wrong = form.arguments().err().and_then(|index| form.fields.get(index));
    language.fill(Key::BadField, &[("name", wrong.map_or("", |field| field.name.as_str()))])
}
