//! Everything that an end can say: what is fine now, and what is not, with the reason.

use super::name;
use crate::desk::Checked;
use crate::panel::Model;
use crate::panel::act::Template;
use crate::panel::node::{Node, el};
use crate::panel::text::{Act, Language};
use crate::proto::session::Side;

pub(in crate::panel::view) fn list(model: &Model, side: Side) -> Option<Node> {
    let list = model.acting.list.as_ref().filter(|list| list.side == side)?;
    let language = model.language;
    let title = language.act(Act::ListTitle);
    let block = super::super::sides::block;
    if list.verdicts.len() != list.templates.len() {
        let text = if model.acting.is_listing() { Act::ListLoading } else { Act::NoVerdict };
        let all = list.templates.iter().map(|template| message(language, side, template, None));
        let waiting = el("p").class("empty").text(language.act(text));
        return Some(block(title, None, vec![waiting, el("div").class("next").children(all)]));
    }
    let both = list.templates.iter().zip(&list.verdicts);
    let (fine, rest): (Vec<_>, Vec<_>) = both.partition(|(_, checked)| checked.found.is_empty());
    let fine: Vec<_> =
        fine.into_iter().map(|(template, _)| message(language, side, template, None)).collect();
    let not_now = language.act_with(Act::IllegalNow, &[("n", &rest.len().to_string())]);
    let rest: Vec<_> =
        rest.into_iter().map(|(template, checked)| illegal(language, side, template, checked)).collect();
    let legal = el("div").class("next").attr("role", "group").attr("aria-label", language.act(Act::LegalNow));
    let anyway = el("details")
        .class("anyway")
        .key("anyway")
        .child(el("summary").text(not_now))
        .child(el("p").class("description").text(language.act(Act::IllegalHint)))
        .child(el("ul").children(rest));
    let count = Some(list.templates.len().to_string());
    Some(block(title, count, vec![legal.children(fine), anyway]))
}

fn message(language: Language, side: Side, template: &Template, rule: Option<&str>) -> Node {
    let arg = format!("{side} {}", template.name);
    let label = name(language, template);
    el("button")
        .attr("type", "button")
        .key(template.name.clone())
        .msg("compose-take", arg)
        .child(el("span").text(label))
        .children(rule.map(|rule| el("small").text(rule.to_owned())))
}

fn illegal(language: Language, side: Side, template: &Template, checked: &Checked) -> Node {
    let first = checked.found.first();
    el("li")
        .key(template.name.clone())
        .child(message(language, side, template, first.map(|found| found.rule.as_str())).class("illegal"))
        .children(first.map(|found| el("p").class("sentence").text(found.sentence.clone())))
}
