//! A request that the reader writes, and the rule that is at stake.

use super::super::button;
use crate::panel::Model;
use crate::panel::http::{DRAFT, Draft, here};
use crate::panel::node::{Node, el};
use crate::panel::text::Web;

/// The methods to choose from; others are for nobody.
const METHODS: [&str; 4] = ["POST", "GET", "DELETE", "PUT"];

/// The region under the bar of time, while something is written.
pub(in crate::panel::view) fn compose(model: &Model) -> Option<Node> {
    let draft = here(model)?.draft.as_ref()?;
    let language = model.language;
    let title = language.web(Web::HandTitle);
    let options = METHODS.map(|method| {
        el("option").attr("value", method).flag("selected", method == draft.method).text(method)
    });
    let method = el("label")
        .class("field-inline")
        .child(el("span").text(language.web(Web::HandMethod)))
        .child(el("select").attr("data-msg", "http-method").attr("data-arg", "").children(options));
    let head = el("div")
        .class("compose-head")
        .key("head")
        .child(el("h2").text(title))
        .child(method)
        .child(button(language.web(Web::HandLeave), "http-leave", "").class("quiet"));
    let field = |key: &'static str, label: Web, msg: &'static str, text: &str, rows: &'static str| {
        let area = el("textarea")
            .attr("data-msg", msg)
            .attr("data-arg", "")
            .attr("spellcheck", "false")
            .attr("autocapitalize", "off")
            .attr("translate", "no")
            .attr("rows", rows)
            .attr("value", text.to_owned());
        el("label").class("hand-field").key(key).child(el("span").text(language.web(label))).child(area)
    };
    let fields = el("div")
        .class("hand-fields")
        .key("fields")
        .child(field("headers", Web::HandHeaders, "http-headers", &draft.headers, "7"))
        .child(field("body", Web::HandBody, "http-body", &draft.body, "7"));
    Some(
        el("form")
            .class("compose client")
            .key("hand")
            .msg("http-send", "")
            .attr("aria-label", title)
            .child(head)
            .children(at_stake(model, draft))
            .child(fields)
            .child(foot(model, draft)),
    )
}

/// What is wrong with it, and the way to the rule.
fn at_stake(model: &Model, draft: &Draft) -> Option<Node> {
    let lapse = draft.lapse?;
    let rule = lapse.rule().map(|rule| button(rule, "rule", rule).class("link"));
    Some(
        el("p")
            .class("at-stake")
            .key("why")
            .children(rule)
            .child(el("span").text(model.language.web(lapse.why()))),
    )
}

/// Whether it can be sent, and the button that does.
fn foot(model: &Model, draft: &Draft) -> Node {
    let language = model.language;
    let send = el("button").attr("type", "submit").class("go").text(language.web(Web::HandSend));
    let (send, told) = match draft.request() {
        Ok(request) => {
            let (headers, bytes) =
                (request.headers.iter().count().to_string(), request.body.len().to_string());
            let text = language.web_with(Web::HandFacts, &[("headers", &headers), ("bytes", &bytes)]);
            (send, el("span").class("count").text(text))
        }
        Err(line) => {
            let text = language.web_with(Web::HandBad, &[("line", &line.to_string())]);
            (send.attr("disabled", ""), el("span").class("notice").attr("role", "alert").text(text))
        }
    };
    el("div").class("compose-foot").key(DRAFT).child(send).child(told)
}
