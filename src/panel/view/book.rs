//! The rule book: what is searched for, the rules that fit, and the chosen one with its examples.

use super::button;
use crate::desk::RuleRow;
use crate::panel::Model;
use crate::panel::node::{Node, el};
use crate::panel::text::{Key, Language, Tell};
use crate::proto::mcp::Version;

pub(super) fn area(model: &Model) -> Vec<Node> {
    let language = model.language;
    let Some(rules) = model.book.rules() else {
        let text = model.book.failed.as_ref().map_or_else(
            || el("p").class("empty").text(language.tell(Tell::RulesLoading)),
            |why| {
                let alert =
                    el("div").attr("role", "alert").child(el("p").text(language.tell(Tell::CannotRead)));
                alert.child(el("code").text(why.clone()))
            },
        );
        return vec![el("div").class("bring").key("none").child(text)];
    };
    let fitting: Vec<_> = rules.iter().filter(|rule| model.book.fits(rule)).collect();
    let chosen = model.book.selected.as_deref();
    let chosen = chosen.and_then(|id| rules.iter().find(|rule| rule.id == id));
    // Until the reader chooses, the first one shows what there is to see.
    let chosen = chosen.or(fitting.first().copied());
    vec![
        head(model, rules),
        el("div").class("columns rules").key("columns").child(list(model, &fitting, chosen)).child(
            el("section")
                .class("rule")
                .key("rule")
                .attr("aria-live", "polite")
                .attr("aria-label", language.tell(Tell::ShownRule))
                .children(page(language, chosen)),
        ),
    ]
}

fn head(model: &Model, rules: &[RuleRow]) -> Node {
    let language = model.language;
    let judged = rules.iter().filter(|rule| rule.status == "judged").count().to_string();
    let text = language.tell_with(Tell::RulesText, &[("judged", &judged), ("all", &rules.len().to_string())]);
    let search = el("input")
        .attr("type", "search")
        .msg("rule-search", "")
        .attr("aria-label", language.tell(Tell::RulesSearch))
        .attr("placeholder", language.tell(Tell::RulesSearch))
        .attr("value", model.book.search.clone());
    let chosen = model.book.revision.as_deref();
    let versions = Version::ALL.into_iter().rev().map(|version| {
        let name = version.as_str();
        el("option").key(name).attr("value", name).flag("selected", chosen == Some(name)).text(name)
    });
    let any = el("option").key("").attr("value", "").flag("selected", chosen.is_none());
    let any = any.text(language.tell(Tell::RulesAny));
    let select = el("select").msg("rule-revision", "").children([any].into_iter().chain(versions));
    let field =
        el("label").class("field-inline").child(el("span").text(language.tell(Tell::JudgeBy))).child(select);
    let back =
        model.recording.summary().map(|_| button(language.tell(Tell::BackToRecording), "go", "recording"));
    el("header")
        .class("recording-head")
        .key("head")
        .child(
            el("div")
                .class("what")
                .child(el("h2").text(language.tell(Tell::RulesTitle)))
                .child(el("p").text(text)),
        )
        .child(el("div").class("choices").child(search).child(field).children(back))
}

fn list(model: &Model, rules: &[&RuleRow], chosen: Option<&RuleRow>) -> Node {
    let language = model.language;
    let is_chosen = |rule: &RuleRow| chosen.is_some_and(|chosen| chosen.id == rule.id);
    let stop = rules.iter().position(|rule| is_chosen(rule)).unwrap_or(0);
    let rows = rules.iter().enumerate().map(|(at, rule)| {
        let strictest = rule.weights.last().and_then(|weight| weight.get(2)).cloned().unwrap_or_default();
        let class = if rule.status == "judged" { "one" } else { "one not-judged" };
        let inner = el("button")
            .attr("type", "button")
            .msg("rule", rule.id.clone())
            .attr("aria-current", is_chosen(rule).to_string())
            .attr("tabindex", if at == stop { "0" } else { "-1" })
            .child(
                el("span")
                    .class("about")
                    .child(el("code").text(rule.id.clone()))
                    .child(el("small").text(strictest)),
            )
            .child(el("span").class("sentence").text(rule.text.clone()));
        el("li").class(class).key(rule_key(&rule.id)).child(inner)
    });
    let rows: Vec<_> = rows.collect();
    let count = match rows.len() {
        0 => language.tell(Tell::RulesNone).to_owned(),
        count => language.tell_with(Tell::RulesCount, &[("n", &count.to_string())]),
    };
    el("section")
        .class("findings")
        .key("list")
        .attr("aria-label", language.tell(Tell::RulesTitle))
        .child(el("p").class("empty count").key("count").attr("role", "status").text(count))
        .child(el("ol").class("found").key("found").attr("data-roving", "select").children(rows))
}

/// The key of a rule in the list.
pub(in crate::panel) fn rule_key(id: &str) -> String {
    format!("rule-{id}")
}

fn page(language: Language, rule: Option<&RuleRow>) -> Vec<Node> {
    let Some(rule) = rule else {
        return vec![el("p").class("empty").text(language.tell(Tell::RulesChoose))];
    };
    let who = language.tell(match rule.who.as_str() {
        "client" => Tell::WhoClient,
        "server" => Tell::WhoServer,
        _ => Tell::WhoEither,
    });
    let weights = rule.weights.iter().filter_map(|weight| match &weight[..] {
        [first, last, word] => {
            let key = if first == last { Tell::RuleOnly } else { Tell::RuleSpan };
            Some(language.tell_with(key, &[("first", first), ("last", last), ("word", word)]))
        }
        _ => None,
    });
    let weights = weights.map(|text| el("li").child(el("code").text(text)));
    let status = match rule.status.as_str() {
        "judged" => None,
        "not-visible" => Some(Tell::StatusNotVisible),
        "process" => Some(Tell::StatusProcess),
        "one-connection" => Some(Tell::StatusOneConnection),
        "intent" => Some(Tell::StatusIntent),
        _ => Some(Tell::StatusPermission),
    };
    let mut notes = Vec::new();
    notes.extend(status.map(|key| language.tell(key).to_owned()));
    notes.extend(rule.derived.then(|| language.tell(Tell::RuleDerived).to_owned()));
    if rule.partly {
        let whole = language.tell(Tell::RulePartly);
        let part = rule.part.as_ref().map(|part| format!("{}: {part}.", whole.trim_end_matches('.')));
        notes.push(part.unwrap_or_else(|| whole.to_owned()));
    }
    let notes = notes.into_iter().map(|text| el("p").class("doubt").text(text));
    let pages = rule.pages.iter().map(|page| el("code").text(page.clone()));
    let mut nodes = vec![
        el("h2").child(el("code").text(rule.id.clone())).child(el("small").text(who)),
        el("p").class("sentence").text(rule.text.clone()),
    ];
    nodes.extend(rule.advice.as_ref().map(|advice| el("p").class("sentence").text(advice.clone())));
    nodes.push(el("ul").class("weights").children(weights));
    nodes.push(el("p").class("clause").children(pages));
    nodes.extend(notes);
    let examples = [(Tell::RuleBreaks, "breaks", &rule.breaks), (Tell::RuleKeeps, "keeps", &rule.keeps)];
    nodes.extend(
        examples
            .into_iter()
            .filter_map(|(key, class, text)| Some(example(language, key, class, text.as_ref()?))),
    );
    nodes
}

fn example(language: Language, key: Tell, class: &'static str, text: &str) -> Node {
    let mut lines = text.lines();
    let head = lines.next().unwrap_or_default();
    let lines = lines.map(|line| case_line(language, line));
    el("article")
        .class(format!("example {class}"))
        .child(el("h3").child(el("span").text(language.tell(key))).child(el("small").text(head.to_owned())))
        .child(el("ol").children(lines))
}

/// One line of an example: what a side writes, or what happens.
fn case_line(language: Language, line: &str) -> Node {
    let sides = [("client", "c2s", "→", Key::Client), ("server", "s2c", "←", Key::Server)];
    for (side, class, sign, key) in sides {
        let Some(rest) = line.strip_prefix(side) else { continue };
        let (text, note) = match (rest.strip_prefix("> "), rest.strip_prefix(" writes ")) {
            (Some(text), _) => (text, None),
            (_, Some(text)) => (text, Some(language.tell(Tell::CaseRaw))),
            _ => ("", Some(language.say(Key::EndOfStream))),
        };
        let text = (!text.is_empty()).then(|| el("code").text(text.to_owned()));
        return el("li")
            .class(class)
            .child(el("span").class("sign").attr("aria-hidden", "true").text(sign))
            .child(el("span").class("unseen").text(language.say(key)))
            .children(text)
            .children(note.map(|note| el("small").text(note)));
    }
    let text = line.trim().trim_matches(['(', ')']);
    let said = if let Some(rest) = text.strip_prefix("introductions: the client declares ") {
        let (client, server) = rest.split_once(", the server ").unwrap_or((rest, ""));
        language.tell_with(Tell::CaseIntroduced, &[("client", client), ("server", server)])
    } else {
        let ms = text.split(' ').next().unwrap_or_default();
        language.tell_with(Tell::CaseWaits, &[("ms", ms)])
    };
    el("li").class("sentence").text(said)
}
