//! The two ends: what the client can say now, and what the server knows.

use super::super::sides::{block, table_of};
use super::super::{act, button};
use crate::panel::http::{Http, Lapse, REVISIONS, Session};
use crate::panel::node::{Node, el};
use crate::panel::text::{Key, Language, Web};
use crate::panel::{Model, words};
use crate::proto::session::State;
use crate::sim::http::{HOST, PATH};
use crate::trace::http::LegKind;

/// How much of a session's name is shown.
const NAME: usize = 13;

/// The tools that the page lets the client call, each with what there is to see.
const TOOLS: [(&str, Web); 4] =
    [("add", Web::AddHint), ("slow", Web::SlowHint), ("greet_user", Web::GreetHint), ("fail", Web::FailHint)];

/// The choice of the revision to begin with.
pub(in crate::panel::view) fn offer(model: &Model) -> Option<Node> {
    let language = model.language;
    let chosen = model.http.as_ref().map(Http::version)?;
    let options = REVISIONS.map(|version| {
        let name = version.as_str();
        el("option").key(name).attr("value", name).flag("selected", version == chosen).text(name)
    });
    let select = el("select").attr("data-msg", "http-offer").attr("data-arg", "").children(options);
    Some(el("label").class("field-inline").child(el("span").text(language.web(Web::Revision))).child(select))
}

pub(super) fn client(model: &Model, http: &Http) -> Vec<Node> {
    let language = model.language;
    let session = http.world().client();
    let offer = session.version().map_or_else(
        || language.fill(Key::OffersRevision, &[("version", http.version().as_str())]),
        |version| language.fill(Key::SpeaksRevision, &[("version", version.as_str())]),
    );
    let told =
        format!("{offer} · {}", words::state(language, crate::proto::session::Side::Client, session.state()));
    let mut nodes = vec![
        el("p").class("who").text(told),
        block(language.say(Key::SendNext), None, vec![send_next(language, http)]),
    ];
    nodes.extend(act::question(model));
    if let Some(refused) = &http.refused {
        let text = words::local_error(language, refused);
        nodes.push(el("p").class("notice").key("refused").attr("role", "alert").text(text));
    }
    nodes.push(block(language.web(Web::CallTools), None, tools(language, session.state().is_operating())));
    let rows = session.open_requests().map(|open| {
        let left = open.deadline.saturating_since(http.world().now());
        let left = language.fill(Key::TimeLeft, &[("time", &words::seconds(left))]);
        (format!("{} {}", open.id, open.method), left)
    });
    nodes.push(table_of(language.say(Key::WaitingFor), language.say(Key::NothingOpen), rows.collect()));
    nodes.push(by_hand(language, http));
    nodes
}

fn send_next(language: Language, http: &Http) -> Node {
    let client = http.world().client();
    let state = client.state();
    let (fresh, over) = (state == State::Uninitialized, state == State::Closed);
    let send = |label: &'static str, msg, legal: bool, first: bool| {
        button(label, msg, "").class(if first { "go" } else { "" }).flag("disabled", !legal)
    };
    let begin = if http.has_sessions() { "initialize" } else { "server/discover" };
    let is_new = state.is_operating() && http.world().log().len() < 12;
    let anew = button(language.web(Web::Anew), "http-anew", "").attr("title", language.web(Web::AnewHint));
    let nodes = [
        fresh.then(|| send(begin, "http-begin", true, true)),
        Some(send("tools/list", "http-list", state.is_operating(), is_new)),
        http.has_sessions().then(|| send("ping", "http-ping", !over && !fresh, false)),
        Some(if http.has_sessions() {
            send(language.web(Web::CloseSession), "http-close", !over && !fresh, false)
                .attr("title", language.web(Web::CloseHint))
        } else {
            send(language.say(Key::Close), "http-close", !over && !fresh, false)
        }),
        (!fresh).then(|| if over { anew.class("go") } else { anew }),
    ];
    el("div").class("next").children(nodes.into_iter().flatten())
}

fn tools(language: Language, operating: bool) -> Vec<Node> {
    let one = |(name, hint): (&'static str, Web)| {
        el("div")
            .class("provoke")
            .child(button(name, "http-call", name).flag("disabled", !operating))
            .child(el("small").text(language.web(hint)))
    };
    TOOLS.map(one).into()
}

/// Requests to begin with, each of which breaks a rule.
fn by_hand(language: Language, http: &Http) -> Node {
    let version = http.version();
    let chosen = http.draft.as_ref().and_then(|draft| draft.lapse);
    let one = |lapse: Lapse| {
        let pressed = (chosen == Some(lapse)).to_string();
        button(language.web(lapse.label()), "http-draft", lapse.name())
            .attr("title", language.web(lapse.why()))
            .attr("aria-pressed", pressed)
    };
    let lapses = Lapse::ALL.into_iter().filter(|lapse| lapse.is_of(version)).map(one);
    let lead = el("p").class("description").text(language.web(Web::ByHandLead));
    let list = el("div").class("next lapses").children(lapses);
    block(language.web(Web::ByHand), None, vec![lead, list])
}

pub(super) fn server(model: &Model, http: &Http) -> Vec<Node> {
    let language = model.language;
    let address = format!("http://{HOST}{PATH}");
    let who = el("p")
        .class("who")
        .child(el("span").text(language.web(Web::EndPoint)))
        .child(el("code").text(address));
    let restart = el("div")
        .class("restart")
        .child(button(language.web(Web::Restart), "http-forget", ""))
        .child(el("small").text(language.web(Web::RestartHint)));
    vec![
        who,
        sessions(language, http),
        streams(language, http),
        block(language.web(Web::Forgets), None, vec![restart]),
    ]
}

fn sessions(language: Language, http: &Http) -> Node {
    let all = http.sessions();
    let open = all.iter().filter(|session| !session.is_over).count();
    let title = language.web(Web::Sessions);
    if !http.has_sessions() {
        return block(title, None, vec![el("p").class("empty").text(language.web(Web::NoSessions))]);
    }
    if all.is_empty() {
        return block(title, None, vec![el("p").class("empty").text(language.web(Web::NoSessionYet))]);
    }
    let spoken = http.world().client().version();
    let newest = all.len() - 1;
    let rows = all.iter().enumerate().map(|(at, session)| {
        let version = spoken.filter(|_| at == newest && !session.is_over);
        row(language, session, version.map(|version| version.as_str()))
    });
    let rows: Vec<_> = rows.collect();
    block(title, Some(open.to_string()), vec![el("ul").class("sessions").children(rows)])
}

/// One session: its name cut short, all of it on demand.
fn row(language: Language, session: &Session, version: Option<&'static str>) -> Node {
    let (word, class) = match session.is_over {
        true => (Web::SessionOver, "tag"),
        false => (Web::SessionOpen, "tag ok"),
    };
    let version =
        version.map(|version| el("small").text(language.web_with(Web::Speaks, &[("version", version)])));
    let summary = el("summary")
        .child(el("code").text(super::super::quote(&session.id, NAME)))
        .child(el("span").class(class).text(language.web(word)))
        .children(version);
    let whole = el("code").class("whole-id").text(session.id.clone());
    el("li").key(session.id.clone()).child(el("details").child(summary).child(whole))
}

fn streams(language: Language, http: &Http) -> Node {
    let entries = http.world().log();
    let rows: Vec<_> = http
        .open_streams()
        .filter_map(|number| {
            let exchange = http.shelf().find(number)?;
            let (method, ..) = exchange.asked(entries)?;
            let leg = exchange.legs.iter().rev().find(|leg| leg.kind == LegKind::Event)?;
            let event = leg.event(entries).and_then(|event| event.id).unwrap_or_default();
            let name = language.web_with(Web::StreamOf, &[("method", method), ("n", &number.to_string())]);
            let last = (!event.is_empty()).then(|| language.web_with(Web::EventId, &[("id", &event)]));
            Some((name, last.unwrap_or_default()))
        })
        .collect();
    table_of(language.web(Web::Streams), language.web(Web::NoStreams), rows)
}
