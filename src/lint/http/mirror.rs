//! What a request of 2026-07-28 says in its headers too (HT-22, HT-51 to HT-54, TX-06).

use core::cmp::Ordering;

use super::super::finding::Said;
use super::exchange::{Exchange, Heard, is_covered};
use super::scene::Scene;
use crate::proto::http::{name, param, value};
use crate::proto::json::{Members, Number, RawJson};
use crate::proto::mcp::{Lifecycle, Version, keys};
use crate::proto::session::Side;

/// The longest schema that is looked into for marks.
const SCHEMA: usize = 1 << 20;

/// Holds the headers of a request against what it says itself.
pub(super) fn check(scene: &mut Scene<'_>, exchange: &mut Exchange, heard: &Heard<'_>) {
    let before = scene.out.len();
    version(scene, exchange, heard);
    let one = |expected: &str| (Some(expected.to_owned()), false);
    compare(scene, exchange, "HT-51", name::METHOD, one(heard.method));
    let member = match heard.method {
        "tools/call" | "prompts/get" => Some(("HT-52", "name")),
        "resources/read" => Some(("HT-52", "uri")),
        method if method.starts_with("tasks/") => Some(("TX-06", "taskId")),
        _ => None,
    };
    if let Some((rule, member)) = member
        && let Some(expected) = heard.body.text_of(member)
    {
        compare(scene, exchange, rule, name::NAME, (Some(expected), true));
    }
    if heard.method == "tools/call" {
        arguments(scene, exchange, heard);
    }
    let is_mismatch = scene.out[before..].iter().any(|found| found.rule.as_str() != "TL-25");
    if is_mismatch && may_be_older(exchange) {
        exchange.is_older = true;
    } else {
        exchange.is_mismatch |= is_mismatch;
    }
}

/// Whether a server that speaks older revisions as well may take the request for one of those, whatever its body says: there
/// is no revision in its head, or one of them.
fn may_be_older(exchange: &Exchange) -> bool {
    let is_older =
        |said: &str| Version::parse(said).is_some_and(|it| it.lifecycle() == Lifecycle::Initialize);
    if exchange.has(name::VERSION) { exchange.header(name::VERSION).is_some_and(is_older) } else { true }
}

fn version(scene: &mut Scene<'_>, exchange: &Exchange, heard: &Heard<'_>) {
    let meta = heard.body.get("_meta").and_then(|meta| meta.text_of(keys::PROTOCOL_VERSION));
    // One that does not say it was told already.
    let Some(expected) = meta else { return };
    let seen = said(exchange, name::VERSION);
    if seen.as_deref() != Some(&*expected) && !is_covered(&exchange.headers, name::VERSION) {
        scene.tell_header(exchange, "HT-22", (name::VERSION, expected.into(), or_nothing(seen)));
    }
}

/// What a header says as it was written; several of one name say nothing that could be right.
fn said(exchange: &Exchange, name: &str) -> Option<String> {
    let values: Vec<_> = exchange.headers.all(name).map(String::from_utf8_lossy).collect();
    (!values.is_empty()).then(|| values.join(", "))
}

fn or_nothing(text: Option<String>) -> Said {
    text.map_or(Said::Nothing, Said::from)
}

/// Whether a header says `expected`, or is not there where nothing is expected. What may be coded is decoded before.
fn compare(
    scene: &mut Scene<'_>,
    exchange: &Exchange,
    rule: &'static str,
    header: &str,
    (expected, may_be_coded): (Option<String>, bool),
) {
    if is_covered(&exchange.headers, header) {
        return;
    }
    let written = said(exchange, header);
    let decoded = match &written {
        Some(text) if may_be_coded => value::decode(text.as_bytes()).map(|text| text.into_owned()),
        other => other.clone(),
    };
    if decoded == expected && (decoded.is_some() || written.is_none()) {
        return;
    }
    // It is the right one, and not written as it has to be.
    let is_bare = may_be_coded
        && expected.as_deref().is_some_and(|expected| {
            let coded = value::encode(expected);
            let is_it = written.as_deref().is_some_and(|written| {
                written == expected.trim() || decoded.is_none() && written.starts_with("=?base64?")
            });
            is_it && coded != expected || written.as_deref().is_some_and(|it| !it.is_ascii())
        });
    let expected = expected.map(|text| if is_bare { value::encode(&text).into_owned() } else { text });
    let rule = if is_bare { "HT-53" } else { rule };
    scene.tell_header(exchange, rule, (header, or_nothing(expected), or_nothing(written)));
}

/// The arguments of a tool that it marks, where its schema is known.
fn arguments(scene: &mut Scene<'_>, exchange: &Exchange, heard: &Heard<'_>) {
    let Some(tool) = heard.body.text_of("name") else { return };
    let Some(facts) = scene.talk.tools.get(&tool) else { return };
    if facts.input.len() > SCHEMA {
        return;
    }
    let Ok(schema) = RawJson::new(&*facts.input) else { return };
    let Ok(params) = param::params(&schema) else {
        scene.tell("TL-25", heard.version, Side::Client, Said::Nothing, tool);
        return;
    };
    let arguments = heard.body.get("arguments").and_then(|value| RawJson::new(value.0).ok());
    let arguments: Members = arguments.and_then(|value| value.parse().ok()).unwrap_or_default();
    for param in params {
        let argument = param::argument(&arguments, &param.path);
        let header = [name::PARAM_PREFIX, &param.name].concat();
        let expected = argument.as_ref().and_then(param::as_header);
        let is_same_number =
            argument.and_then(|argument| argument.parse::<Number>().ok()).is_some_and(|number| {
                let written = said(exchange, &header)
                    .and_then(|text| RawJson::new(&*text).ok()?.parse::<Number>().ok());
                written.is_some_and(|written| written.compare(&number) == Ordering::Equal)
            });
        if !is_same_number {
            compare(scene, exchange, "HT-54", &header, (expected, true));
        }
    }
}
