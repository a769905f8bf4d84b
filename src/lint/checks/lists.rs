//! Lists that come page by page, and what may be kept of them.

use super::super::cx::{Cx, On};
use super::super::finding::Said;
use super::super::json::Kind;
use super::super::talk::List;
use super::{Check, error, request, result};
use crate::proto::mcp::CacheScope;
use crate::proto::session::Side;

pub(super) const CHECKS: &[Check] = &[
    request("", cursor),
    result("", pages),
    result("", scopes),
    result("", bad_cursor),
    error("", bad_cursor),
    result("", cache_hints),
];

/// Each list: its method, the member that holds it, what its elements are told apart by.
const LISTS: [(&str, &str, &str); 5] = [
    ("tools/list", "tools", "name"),
    ("prompts/list", "prompts", "name"),
    ("resources/list", "resources", "uri"),
    ("resources/templates/list", "resourceTemplates", "uriTemplate"),
    ("tasks/list", "tasks", "taskId"),
];

/// The methods whose results say how long they may be kept (2026-07-28).
const CACHED: [&str; 6] = [
    "server/discover",
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
];

/// As many names of one list are remembered.
const MOST_NAMES: usize = 1 << 14;

fn row(method: &str) -> Option<(&'static str, &'static str, &'static str)> {
    LISTS.iter().find(|(known, ..)| *known == method).copied()
}

fn is_known(cx: &Cx<'_>, method: &str, cursor: &str) -> bool {
    cx.talk.cursors.find(|(known, text)| known == method && text == cursor).is_some()
}

fn cursor(cx: &mut Cx<'_>) {
    if row(cx.method).is_none() {
        return;
    }
    let Some(value) = cx.body.get("cursor") else { return };
    if value.is(Kind::Null) {
        cx.report("PA-01", value, Said::Kind("a string"), "null");
    } else if let Some(text) = value.text().filter(|text| !is_known(cx, cx.method, text)) {
        cx.report("PA-01", value, Said::Nothing, text);
    }
}

fn pages(cx: &mut Cx<'_>) {
    let Some((method, member, name)) = row(cx.method) else { return };
    let next = cx.body.get("nextCursor");
    if let Some(value) = next.filter(|value| value.is(Kind::Null)) {
        cx.report("PA-06", value, Said::Kind("a string"), "null");
    }
    let next = next.and_then(super::super::json::Value::text);
    // After a cursor that is not the server's nothing is known of what came before the page.
    let cursor = cx.asked().get("cursor").and_then(super::super::json::Value::text);
    let goes_on = cursor.is_some_and(|cursor| is_known(cx, method, &cursor));
    let names: Vec<_> = cx.body.list(member).iter().filter_map(|element| element.text_of(name)).collect();
    let list = cx.talk.lists.entry(method).or_default();
    if !goes_on {
        *list = List { whole: list.whole.take(), ..List::default() };
    }
    let room = MOST_NAMES.saturating_sub(list.names.len());
    list.names.extend(names.into_iter().take(room));
    if let Some(next) = next {
        cx.talk.cursors.push((method.to_owned(), next));
        return;
    }
    let names = list.names.clone();
    let before = list.whole.replace(names.clone());
    if let Some(before) = before.filter(|before| method == "tools/list" && is_shuffled(before, &names)) {
        let at = cx.body.get(member).unwrap_or(cx.body);
        cx.report("TL-22", at, before.join(", "), names.join(", "));
    }
}

/// Whether two lists have the same names in another order.
fn is_shuffled(before: &[String], after: &[String]) -> bool {
    let sorted = |names: &[String]| {
        let mut names = names.to_vec();
        names.sort_unstable();
        names
    };
    before != after && sorted(before) == sorted(after)
}

fn scopes(cx: &mut Cx<'_>) {
    let Some((method, ..)) = row(cx.method).filter(|_| cx.is_v5()) else { return };
    let Some(value) = cx.body.get("cacheScope") else { return };
    let scope = value.text().unwrap_or_default();
    let list = cx.talk.lists.entry(method).or_default();
    match list.scope.clone() {
        Some(before) if before != scope => cx.report("CA-04", value, before, scope),
        _ => list.scope = Some(scope),
    }
}

fn bad_cursor(cx: &mut Cx<'_>) {
    let Some((method, ..)) = row(cx.method).filter(|(method, ..)| *method != "tasks/list") else { return };
    let Some(cursor) = cx.asked().get("cursor") else { return };
    let text = cursor.text();
    if text.as_ref().is_some_and(|text| is_known(cx, method, text)) {
        return;
    }
    if cx.on == On::Result {
        cx.report("PA-05", cx.body, "-32602", Said::Kind("a result"));
    } else if ![-32602, -32601].contains(&cx.code()) {
        cx.report("PA-05", cx.body.get("code").unwrap_or(cx.body), "-32602", cx.code().to_string());
    }
}

fn cache_hints(cx: &mut Cx<'_>) {
    if !cx.is_v5() || cx.from == Side::Client || !cx.is_modern {
        return;
    }
    let hints = [("ttlMs", "CA-02"), ("cacheScope", "CA-03")];
    if cx.body.text_of("resultType").as_deref() == Some("input_required") {
        if let Some((name, value)) =
            hints.iter().find_map(|(name, _)| cx.body.get(name).map(|value| (*name, value)))
        {
            cx.report("CA-06", value, Said::Nothing, name);
        }
        return;
    }
    for (name, rule) in hints {
        let Some(value) = cx.body.get(name) else {
            if CACHED.contains(&cx.method) {
                cx.lacks("CA-01", cx.body, name);
            }
            continue;
        };
        let is_word = value.text().is_some_and(|word| CacheScope::WORDS.contains(&word.as_str()));
        let is_duration = value.is_integer() && value.number().is_some_and(|number| number >= 0.0);
        if name == "ttlMs" && !is_duration {
            cx.report(rule, value, Said::Kind("an integer"), value.0);
        } else if name == "cacheScope" && !is_word {
            cx.report(rule, value, CacheScope::WORDS.join(", "), value.0);
        }
    }
}
