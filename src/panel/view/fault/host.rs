//! The host: how its client finds out that nobody is there, and how long it waits before it starts the server again.

use core::time::Duration;

use super::super::button;
use crate::panel::node::{Node, el};
use crate::panel::text::Broken;
use crate::panel::{Model, words};
use crate::proto::reconnect::RetryPolicy;
use crate::proto::session::Opening;
use crate::proto::time::Instant;
use crate::sim::{Fact, Process};

/// The width of the picture, and how high a row of it is.
const WIDTH: u32 = 300;
const ROW: u32 = 14;
/// The waits that the picture begins and ends with, in milliseconds.
const LEAST: f64 = 500.0;
const MOST: f64 = 90_000.0;

pub(super) fn host(model: &Model) -> Node {
    let language = model.language;
    let kept = model.pair.kept();
    let keep = button(language.broken(Broken::KeepServer), "keep-server", "")
        .attr("aria-pressed", kept.is_some().to_string());
    let again = button(language.broken(Broken::StartAgain), "start-again", "");
    let small = |key| el("small").text(language.broken(key));
    el("section")
        .class("keeper")
        .key("host")
        .child(el("h3").text(language.broken(Broken::HostTitle)))
        .child(el("small").text(beats(model)))
        .child(el("div").class("deeds").child(keep).child(small(Broken::KeepHint)))
        .children(waits(model))
        .child(el("div").class("deeds").child(again).child(small(Broken::StartHint)))
}

fn beats(model: &Model) -> String {
    let Some(heartbeat) = model.settings.client.heartbeat else {
        return model.language.broken(Broken::BeatsNone).to_owned();
    };
    let is_modern = model.settings.client.opening == Opening::Modern;
    let key = if is_modern { Broken::BeatsModern } else { Broken::Beats };
    let (n, all) = (heartbeat.ping_interval.as_secs().to_string(), heartbeat.missed_pings.to_string());
    model.language.broken_with(key, &[("n", &n), ("all", &all)])
}

/// When each attempt was made, or will be: the waits since the connection last worked.
fn drawn(model: &Model) -> Vec<(Instant, Instant)> {
    let mut drawn = Vec::new();
    for entry in model.pair.log() {
        if let Fact::Process(Process::Scheduled { attempt, at, .. }) = entry.fact {
            drawn.truncate(attempt.saturating_sub(1) as usize);
            drawn.push((entry.at, at));
        }
    }
    drawn
}

/// The attempts with their waits, as a picture and in words.
fn waits(model: &Model) -> Option<Node> {
    let language = model.language;
    let drawn = drawn(model);
    if model.pair.kept().is_none() || drawn.is_empty() {
        return None;
    }
    let policy = RetryPolicy::default();
    let height = ROW * policy.attempts;
    let rows =
        (1..=policy.attempts).flat_map(|attempt| row(&policy, attempt, drawn.get(attempt as usize - 1)));
    let picture = el("svg")
        .class("waits")
        .attr("viewBox", format!("0 0 {WIDTH} {height}"))
        .attr("aria-hidden", "true")
        .children(rows);
    let now = model.pair.now();
    let words = drawn.iter().zip(1..).map(|((from, at), attempt)| {
        let band = policy.band(attempt);
        let (key, wait) = match *at > now {
            true => (Broken::WaitDue, at.saturating_since(now)),
            false => (Broken::WaitDrawn, at.saturating_since(*from)),
        };
        let values = [
            ("attempt", attempt.to_string()),
            ("wait", words::seconds(wait)),
            ("least", words::seconds(band.0)),
            ("most", words::seconds(band.1)),
        ];
        let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
        el("li").key(attempt.to_string()).text(language.broken_with(key, &values))
    });
    let list = el("ol").attr("aria-label", language.broken(Broken::Waits)).children(words);
    let figure = el("div")
        .class("waiting")
        .key("waits")
        .child(picture)
        .child(el("small").text(language.broken(Broken::WaitsHint)))
        .child(list);
    Some(figure)
}

/// One attempt: what chance can make of its wait, and what it has made of it.
fn row(policy: &RetryPolicy, attempt: u32, drawn: Option<&(Instant, Instant)>) -> Vec<Node> {
    let (least, most) = policy.band(attempt);
    let (begin, end) = (place(least), place(most));
    let top = ROW * (attempt - 1);
    let bar = el("rect")
        .class(if drawn.is_some() { "band" } else { "band later" })
        .attr("x", begin.to_string())
        .attr("y", (top + 3).to_string())
        .attr("width", end.saturating_sub(begin).max(2).to_string())
        .attr("height", (ROW - 5).to_string())
        .attr("rx", "2");
    let stroke = drawn.map(|(from, at)| {
        let x = place(at.saturating_since(*from));
        let path = format!("M{x} {}V{}", top + 1, top + ROW - 1);
        el("path").class("drawn").attr("d", path)
    });
    [Some(bar), stroke].into_iter().flatten().collect()
}

/// Where a wait stands in the picture: twice as long is always the same way further.
fn place(wait: Duration) -> u32 {
    let millis = wait.as_secs_f64() * 1_000.0;
    let part = (millis.clamp(LEAST, MOST) / LEAST).log2() / (MOST / LEAST).log2();
    (part * f64::from(WIDTH)) as u32
}
