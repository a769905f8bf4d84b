//! The bar of time of the world of HTTP, and what comes next in words.

use super::super::time::{branches, scrubber, speed, told};
use super::super::{button, with_key};
use super::{Cards, leg};
use crate::panel::act::is_asked;
use crate::panel::http::{Http, here, is_still};
use crate::panel::node::{Node, el};
use crate::panel::text::{Hand, Key, Language, Spot, Tell, Web, When};
use crate::panel::time::{SKIPS, extent};
use crate::panel::{Model, words};
use crate::proto::session::{State, TimeoutReason};
use crate::sim::http::{HttpUpcoming, What};

pub(in crate::panel::view) fn bar(model: &Model) -> Vec<Node> {
    let Some(http) = here(model) else { return Vec::new() };
    let language = model.language;
    let begun = !http.world().actions().is_empty();
    let full = http.world().is_full();
    let next = !full && (http.course().ahead() > 0 || !begun || http.world().upcoming().is_some());
    let still = begun && is_still(http, is_asked(model));
    let run = if model.running { Key::Pause } else { Key::Run };
    let skips = SKIPS.map(|seconds| {
        let n = seconds.to_string();
        let hint = language.when_with(When::SkipHint, &[("n", &n)]);
        button(language.when_with(When::Skip, &[("n", &n)]), "http-skip", n)
            .attr("title", hint.clone())
            .attr("aria-label", hint)
            .flag("disabled", !begun)
    });
    let pace = el("div")
        .class("pace")
        .attr("role", "group")
        .attr("aria-label", language.when(When::Pace))
        .child(speed(model))
        .children(skips);
    let step = button("", "step", "").class("step").flag("disabled", !next);
    let run_button = button("", "run", "").flag("disabled", still && !model.running);
    let anything = !http.course().is_new();
    let record = button(language.web(Web::Record), "http-record", "")
        .attr("title", language.web(Web::RecordHint))
        .flag("disabled", http.world().log().is_empty());
    let clock = el("span")
        .class("clock")
        .attr("aria-label", language.say(Key::Clock))
        .text(words::moment(http.world().now()));
    let moves = el("div")
        .class("moves-time")
        .key("moves")
        .child(with_key(step, language.say(Key::Step), "n"))
        .child(with_key(button("", "back", "").flag("disabled", !begun), language.say(Key::Back), "b"))
        .child(with_key(run_button, language.say(run), "␣"))
        .child(pace)
        .child(with_key(button("", "reset", "").flag("disabled", !anything), language.say(Key::Reset), "r"))
        .child(with_key(button("", "share", "").flag("disabled", !anything), language.say(Key::Share), "s"))
        .child(record)
        .children(found(model, http))
        .child(clock);
    let due = told(model).unwrap_or_else(|| el("p").class("due").text(due(model, http)));
    let where_it_is = el("div").class("moment").key("moment").children(scrubber(model)).child(due);
    [Some(moves), Some(where_it_is), branches(model)].into_iter().flatten().collect()
}

/// What the judge has found, and the way from one to the next.
fn found(model: &Model, http: &Http) -> Option<Node> {
    let count = http.found().count();
    let label = model.language.tell_with(Tell::FoundHere, &[("n", &count.to_string())]);
    let next = button(label, "http-found", "").class("found-next");
    (count > 0).then(|| next.attr("title", model.language.web(Web::FoundHint)))
}

/// What a step does next.
fn due(model: &Model, http: &Http) -> String {
    let language = model.language;
    let world = http.world();
    if world.is_full() {
        return language.web(Web::IsFull).to_owned();
    }
    let (done, ahead) = extent(model);
    if ahead > 0 {
        let (n, all) = (done.to_string(), (done + ahead).to_string());
        return language.when_with(When::Past, &[("n", &n), ("all", &all)]);
    }
    if world.actions().is_empty() {
        return language.web(Web::NextBegin).to_owned();
    }
    let Some((at, upcoming)) = world.upcoming() else {
        let is_over = world.client().state() == State::Closed;
        let key = match is_over {
            true => Web::IsOver,
            false if is_asked(model) => Web::AnswerFirst,
            false => Web::YourTurn,
        };
        return language.web(key).to_owned();
    };
    let wait = at.saturating_since(world.now());
    let time = if wait.as_secs() == 0 { words::milliseconds(wait) } else { words::seconds(wait) };
    let within = language.web_with(Web::In, &[("time", &time)]);
    let say = |key: Web, values: &[(&str, &str)]| {
        let values: Vec<_> = values.iter().copied().chain([("in", within.as_str())]).collect();
        language.web_with(key, &values)
    };
    let next = match upcoming {
        HttpUpcoming::Arrival(at) => {
            let Some(parcel) = world.parcels().get(at) else { return String::new() };
            let number = parcel.exchange.to_string();
            let key = match parcel.what {
                What::Request(_) => Web::NextRequest,
                What::Answer(_) => Web::NextAnswer,
                What::Events(_) => Web::NextEvents,
                What::End => Web::NextEnd,
                What::Gone => Web::NextGone,
            };
            say(key, &[("n", &number), ("side", &words::side(language, parcel.from.peer()))])
        }
        HttpUpcoming::Carrier => say(Web::NextCarrier, &[]),
        HttpUpcoming::Server => say(Web::NextServer, &[]),
        HttpUpcoming::Client(TimeoutReason::Heartbeat { .. }) => say(Web::NextHeartbeat, &[]),
        HttpUpcoming::Client(_) => say(Web::NextTimeout, &[]),
    };
    let first = if is_asked(model) {
        Some(Web::AnswerFirst)
    } else if is_still(http, false) {
        Some(if world.client().state() == State::Closed { Web::IsOver } else { Web::YourTurn })
    } else {
        None
    };
    // In Chinese nothing stands between two sentences.
    let between = if words::is_chinese(language) { "" } else { " " };
    first.map_or(next.clone(), |first| [language.web(first), between, &next].concat())
}

/// The keys that mean something here.
pub(in crate::panel::view) fn keys(language: Language) -> [(&'static str, &'static str); 12] {
    [
        ("n", language.web(Web::HelpStep)),
        ("b", language.say(Key::HelpBack)),
        ("␣", language.say(Key::HelpRun)),
        ("r", language.say(Key::HelpReset)),
        ("s", language.say(Key::HelpShare)),
        ("t", language.say(Key::HelpListTools)),
        ("p", language.say(Key::HelpPing)),
        ("e", language.hand(Hand::HelpWrite)),
        ("f", language.when(When::HelpSkip)),
        ("↑ ↓", language.web(Web::HelpLegs)),
        ("← → ↑ ↓ Esc", language.spot(Spot::HelpWithin)),
        ("?", language.say(Key::HelpHelp)),
    ]
}

/// What a screen reader is told: what happened last.
pub(in crate::panel::view) fn live(model: &Model) -> Vec<Node> {
    let told = here(model).and_then(|http| {
        let (number, place) = http.shelf().leg_of(http.shown()?, http.world().log())?;
        let exchange = http.shelf().find(number)?;
        let cards = Cards {
            language: model.language,
            entries: http.world().log(),
            shelf: http.shelf(),
            shown: None,
            live: Some(http),
            unfolded: &http.unfolded,
            unfold: "",
            found: &|_| Vec::new(),
            msg: "",
            arg: &|_| None,
            key: &|_| None,
        };
        Some(leg::spoken(&cards, exchange, exchange.legs.get(place)?))
    });
    told.map(|told| el("span").text(told)).into_iter().collect()
}
