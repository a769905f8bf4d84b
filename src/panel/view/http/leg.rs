//! One leg of an exchange: an arrow from end to end with what it carries, and its headers beneath.

use super::super::recording::level;
use super::super::wire::line_from;
use super::super::{button, quote};
use super::Cards;
use crate::desk::severity;
use crate::panel::http::{Http, Label, Outcome, is_end, leg_key};
use crate::panel::node::{Node, el};
use crate::panel::text::{Key, Web};
use crate::panel::words;
use crate::proto::http::{EVENTS, Headers, JSON, name, reason};
use crate::proto::session::Side;
use crate::sim::http::State;
use crate::trace::http::{Exchange, Leg, LegKind};

/// How much of a header's value is shown.
const VALUE: usize = 44;
/// The same of the name of a session.
const SESSION: usize = 13;
/// How much of a name that somebody else has chosen is shown.
const NAME: usize = 60;

/// The headers that say something of MCP; those that begin with what repeats an argument are of them.
const TELLING: [&str; 13] = [
    name::ACCEPT,
    name::CONTENT_TYPE,
    name::ORIGIN,
    name::SESSION,
    name::VERSION,
    name::METHOD,
    name::NAME,
    name::LAST_EVENT,
    name::LOCATION,
    name::ALLOW,
    "WWW-Authenticate",
    "Retry-After",
    "Content-Encoding",
];

/// Whether what begins with the entry `at` has arrived.
pub(super) fn has_arrived(http: &Http, at: usize) -> bool {
    http.state(at) == State::Arrived
}

/// What is said of a leg.
#[derive(Default)]
struct Said {
    name: String,
    about: Option<String>,
    details: Vec<String>,
    tags: Vec<(&'static str, String)>,
    is_wrong: bool,
    /// Whether it is of no interest but that it is there.
    is_faint: bool,
}

/// The row of a leg, and another for its headers.
pub(super) fn rows(
    cards: &Cards<'_>,
    exchange: &Exchange,
    place: usize,
    leg: &Leg,
    stop: Option<usize>,
) -> Vec<Node> {
    let Some(at) = leg.entries.first().copied() else { return Vec::new() };
    let language = cards.language;
    let mut said = said(cards, leg);
    let parcel = cards.live.and_then(|http| http.parcel(at));
    let state = parcel.map_or(State::Arrived, |parcel| parcel.state);
    let is_next = cards.live.and_then(Http::next).is_some_and(|next| next.entries.contains(&at));
    let found = (cards.found)(leg);
    if let Some((worst, rule)) = found.iter().max_by_key(|(level, _)| severity(level)) {
        let more = if found.len() > 1 { format!(" +{}", found.len() - 1) } else { String::new() };
        said.is_wrong |= worst == "error";
        said.tags.push((level(language, worst).1, format!("{rule}{more}")));
    }
    let mut sentence = sentence(cards, exchange, leg, &said);
    match state {
        State::Arrived => {}
        State::Flying => {
            sentence.push_str(language.web(Web::Flying));
            if is_next {
                said.tags.push(("tag part", language.web(Web::ComesNext).to_owned()));
            }
        }
        State::Lost => said.tags.push(("tag danger", language.web(Web::Lost).to_owned())),
    }
    let mut class = String::from(match leg.from {
        Side::Client => "row c2s",
        Side::Server => "row s2c",
    });
    let flags = [
        ("flying", state == State::Flying),
        ("lost", state == State::Lost),
        ("selected", cards.shown == Some(at)),
        ("wrong", said.is_wrong),
        ("faint", said.is_faint),
    ];
    for (name, on) in flags {
        if on {
            class.push(' ');
            class.push_str(name);
        }
    }
    let time = cards.entries.get(at).map_or_else(String::new, |entry| words::moment(entry.at));
    let is_over = matches!(leg.kind, LegKind::Over(_)) && parcel.is_none_or(|parcel| !is_end(parcel));
    let arrow = (!is_over).then(|| line_from(leg.from, if state == State::Arrived { 100 } else { 50 }));
    let drawn = el("span")
        .attr("aria-hidden", "true")
        .child(el("time").text(time))
        .children(arrow)
        .child(chip(&said));
    let button = el("button")
        .attr("type", "button")
        .attr("aria-current", (cards.shown == Some(at)).to_string())
        .attr("tabindex", if stop.is_some_and(|stop| leg.entries.contains(&stop)) { "0" } else { "-1" })
        .child(el("span").class("unseen").text(sentence))
        .child(drawn);
    let button = match (cards.arg)(leg) {
        Some(arg) => button.msg(cards.msg, arg.to_string()),
        None => button.attr("disabled", ""),
    };
    let key = (cards.key)(leg).unwrap_or_else(|| leg_key(exchange.number, place));
    let heads = heads(cards, exchange, leg, &key);
    let row = el("li").class(class).key(key).child(button);
    [row].into_iter().chain(heads).collect()
}

fn chip(said: &Said) -> Node {
    let details = (!said.details.is_empty()).then(|| el("em").text(said.details.join(" · ")));
    let tags = said.tags.iter().map(|(class, text)| el("span").class(*class).text(text.clone()));
    el("span")
        .class("chip")
        .child(el("b").text(said.name.clone()))
        .children(said.about.clone().map(|about| el("span").text(about)))
        .children(details)
        .children(tags)
}

/// The same for who does not see it.
fn sentence(cards: &Cards<'_>, exchange: &Exchange, leg: &Leg, said: &Said) -> String {
    let parts = [said.name.clone()]
        .into_iter()
        .chain(said.about.clone())
        .chain(said.details.clone())
        .chain(said.tags.iter().map(|(_, text)| text.clone()));
    let comma = if words::is_chinese(cards.language) { "，" } else { ", " };
    let what = parts.collect::<Vec<_>>().join(comma);
    let (n, way) = (exchange.number.to_string(), words::direction(cards.language, leg.from));
    cards.language.web_with(Web::LegOf, &[("n", &n), ("way", way), ("what", &what)])
}

/// What a leg says, for a screen reader that is told of it when it happens.
pub(super) fn spoken(cards: &Cards<'_>, exchange: &Exchange, leg: &Leg) -> String {
    sentence(cards, exchange, leg, &said(cards, leg))
}

fn said(cards: &Cards<'_>, leg: &Leg) -> Said {
    let mut said = Said::default();
    let label = cards.shelf.label_of(&leg.entries);
    match leg.kind {
        LegKind::Request => request(cards, leg, label, &mut said),
        LegKind::Answer => answer(cards, leg, label, &mut said),
        LegKind::Event => event(cards, leg, label, &mut said),
        LegKind::Comment => {
            let body = leg.body(cards.entries);
            let is_comment = body.split(|byte| *byte == b'\n').all(|line| line.is_empty() || line[0] == b':');
            said.name = match is_comment {
                true => cards.language.web(Web::KeepAlive).to_owned(),
                false => cards.language.web_with(Web::OtherBytes, &[("n", &body.len().to_string())]),
            };
            said.is_faint = true;
        }
        LegKind::Over(by) => {
            let key = match by {
                None => Web::OverEnded,
                Some(Side::Client) => Web::OverClient,
                Some(Side::Server) => Web::OverServer,
            };
            said.name = cards.language.web(key).to_owned();
            said.is_faint = true;
        }
    }
    said
}

fn request(cards: &Cards<'_>, leg: &Leg, label: Option<&Label>, said: &mut Said) {
    let language = cards.language;
    if let Some(label) = label {
        return message(cards, label, said);
    }
    let (method, _, headers) = match leg.asked(cards.entries) {
        Some(asked) => asked,
        None => return said.name = language.web(Web::NoMessage).to_owned(),
    };
    said.name = quote(method, NAME);
    said.details.push(match (method, headers.first(name::LAST_EVENT)) {
        ("GET", Some(id)) => {
            let id = quote(&String::from_utf8_lossy(id), NAME);
            language.web_with(Web::GetAgain, &[("id", &id)])
        }
        ("GET", None) => language.web(Web::GetStream).to_owned(),
        ("DELETE", _) => language.web(Web::EndSession).to_owned(),
        _ => language.web(Web::NoMessage).to_owned(),
    });
}

fn answer(cards: &Cards<'_>, leg: &Leg, label: Option<&Label>, said: &mut Said) {
    let language = cards.language;
    let Some((status, headers)) = leg.answered(cards.entries) else {
        return said.name = language.web(Web::NoMessage).to_owned();
    };
    said.is_wrong = status >= 400;
    let kind = if headers.lists(name::CONTENT_TYPE, EVENTS) {
        Some(Web::StreamBegins)
    } else if label.is_none() && headers.lists(name::CONTENT_TYPE, JSON) {
        Some(Web::OneMessage)
    } else if leg.body(cards.entries).is_empty() {
        Some(Web::NoBody)
    } else {
        None
    };
    said.details.extend(kind.map(|kind| language.web(kind).to_owned()));
    if let Some(label) = label {
        let mut within = Said::default();
        message(cards, label, &mut within);
        said.about = Some(within.name);
        said.details.extend(within.about.into_iter().chain(within.details));
        said.tags.extend(within.tags);
        said.is_wrong |= within.is_wrong;
    }
    said.name = format!("{status} {}", reason(status)).trim_end().to_owned();
}

fn event(cards: &Cards<'_>, leg: &Leg, label: Option<&Label>, said: &mut Said) {
    let language = cards.language;
    match label {
        Some(label) => message(cards, label, said),
        None => said.name = language.web(Web::EmptyEvent).to_owned(),
    }
    said.is_faint = label.is_none();
    let Some(event) = leg.event(cards.entries) else { return };
    said.details.extend(event.id.map(|id| language.web_with(Web::EventId, &[("id", &quote(&id, NAME))])));
    let retry = event.retry.map(|retry| retry.as_millis().to_string());
    said.details.extend(retry.map(|ms| language.web_with(Web::Retry, &[("ms", &ms)])));
}

/// What a message is, in the words of the wire.
fn message(cards: &Cards<'_>, label: &Label, said: &mut Said) {
    let language = cards.language;
    match label {
        Label::Request { method, id, about } => {
            said.name = quote(method, NAME);
            said.about = about.as_ref().map(|about| quote(about, NAME));
            said.details.push(format!("id {}", quote(id, NAME)));
        }
        Label::Notification { method } => said.name = quote(method, NAME),
        Label::Response { id, method, outcome } => {
            said.name = if matches!(outcome, Outcome::Error(_)) { "error" } else { "result" }.to_owned();
            said.about = method.as_ref().map(|method| quote(method, NAME));
            said.details.extend((!id.is_empty()).then(|| format!("id {}", quote(id, NAME))));
            match outcome {
                Outcome::Result => {}
                Outcome::ToolFailed => said.tags.push(("tag warn", "isError".to_owned())),
                Outcome::Asks => said.tags.push(("tag warn", language.web(Web::AsksBack).to_owned())),
                Outcome::Error(code) => {
                    said.tags.push(("tag danger", code.to_string()));
                    said.is_wrong = true;
                }
            }
        }
        Label::Batch(count) => {
            said.name = language.web_with(Web::Batch, &[("n", &count.to_string())]);
        }
        Label::Broken => {
            said.name = language.say(Key::NotAMessage).to_owned();
            said.is_wrong = true;
        }
    }
}

/// The headers of a leg: those that say something of MCP, and the others when the reader wants them.
fn heads(cards: &Cards<'_>, exchange: &Exchange, leg: &Leg, key: &str) -> Option<Node> {
    let headers: &Headers = leg.headers(cards.entries)?;
    let language = cards.language;
    let is_unfolded = cards.unfolded.contains(&exchange.number);
    let is_telling = |found: &str| {
        TELLING.iter().any(|telling| telling.eq_ignore_ascii_case(found))
            || found
                .get(..name::PARAM_PREFIX.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(name::PARAM_PREFIX))
    };
    let shown = headers.iter().filter(|line| is_unfolded || is_telling(&line.name));
    let lines = shown.map(|line| {
        let value = String::from_utf8_lossy(&line.value);
        // The name of a session is long and says nothing; all of it is in the bytes.
        let most = if line.name.eq_ignore_ascii_case(name::SESSION) { SESSION } else { VALUE };
        let value = if is_unfolded { value.into_owned() } else { quote(&value, most) };
        el("li").child(el("code").class("name").text(line.name.clone())).child(el("code").text(value))
    });
    let lines: Vec<_> = lines.collect();
    let more = headers.iter().count() - lines.len();
    let label = match (is_unfolded, more) {
        (true, _) => Some(language.web(Web::FewerHeaders).to_owned()),
        (false, 0) => None,
        (false, more) => Some(language.web_with(Web::MoreHeaders, &[("n", &more.to_string())])),
    };
    let more = label.map(|label| {
        let toggle = button(label, cards.unfold, exchange.number.to_string()).class("link");
        el("li").key("more").child(toggle.attr("aria-expanded", is_unfolded.to_string()))
    });
    if lines.is_empty() && more.is_none() {
        return None;
    }
    let class = match leg.from {
        Side::Client => "heads c2s",
        Side::Server => "heads s2c",
    };
    let list = el("ul").attr("aria-label", language.web(Web::HeadersOf)).children(lines).children(more);
    Some(el("li").class(class).key(format!("{key}-heads")).child(list))
}
