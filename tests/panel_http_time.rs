//! The time of the place of HTTP: back, another way, given to somebody else, kept over a reload, saved.
#![cfg(not(target_arch = "wasm32"))]

mod scenes;

use scenes::{all_nodes, dom, happen, open, region};
use wirelab::desk::{Desk, Summary};
use wirelab::panel::node::Node;
use wirelab::panel::{Effect, Model, Msg, Place, Shared, TimeMsg, update};

fn text(model: &Model, name: &str) -> String {
    region(model, name).iter().map(Node::text_content).collect()
}

/// What is to be seen of a world of HTTP.
fn sight(model: &Model) -> [Vec<Node>; 4] {
    ["http-area", "time-bar", "bytes-pane", "message-pane"].map(|name| region(model, name))
}

/// A page at the place of HTTP where much has been done: a stream that was cut, a question that waits, a request by hand, a
/// server that has forgotten, another client.
fn busy(version: &str) -> Model {
    let mut model = open("en");
    update(&mut model, Msg::Go(Place::Http));
    update(&mut model, dom("http-offer", "", version));
    let steps = |model: &mut Model, count| (0..count).for_each(|_| drop(update(model, Msg::Step)));
    steps(&mut model, 8);
    update(&mut model, dom("http-call", "slow", ""));
    steps(&mut model, 4);
    let number = region(&model, "http-area");
    let cut = |node: &&Node| node.get("data-msg") == Some("http-cut");
    let cut = all_nodes(&number).into_iter().rev().find(cut).and_then(|node| node.get("data-arg"));
    update(&mut model, dom("http-cut", cut.expect("a stream to cut"), ""));
    update(&mut model, dom("http-skip", "1", ""));
    update(&mut model, dom("http-draft", "foreign-origin", ""));
    update(&mut model, dom("http-body", "", "{\"jsonrpc\":\"1.0\",\"é\":\"<b>\"}"));
    update(&mut model, dom("http-send", "", ""));
    update(&mut model, dom("http-leave", "", ""));
    steps(&mut model, 3);
    update(&mut model, dom("http-forget", "", ""));
    update(&mut model, dom("http-anew", "", ""));
    update(&mut model, dom("http-begin", "", ""));
    steps(&mut model, 6);
    update(&mut model, dom("http-call", "greet_user", ""));
    steps(&mut model, 4);
    model
}

/// What is given to somebody else.
fn shared(model: &mut Model) -> Option<String> {
    update(model, Msg::Share).into_iter().find_map(|effect| match effect {
        Effect::Share(text) => Some(text),
        _ => None,
    })
}

fn button<'a>(nodes: &'a [Node], msg: &str) -> Option<&'a Node> {
    all_nodes(nodes).into_iter().find(|node| node.get("data-msg") == Some(msg))
}

#[test]
fn whoever_opens_a_link_sees_what_its_sender_saw_and_goes_on_as_he_would() {
    for version in ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] {
        let mut model = busy(version);
        let all = sight(&model);
        for back in [0, 1, 9] {
            (0..back).for_each(|_| drop(update(&mut model, Msg::Back)));
            let given = shared(&mut model).expect("something has happened");
            let mut other = open("en");
            update(&mut other, Msg::OpenScript(given.clone()));
            assert_eq!(other.place(), Place::Http);
            assert_eq!(sight(&other), sight(&model), "{version}, {back} back");
            assert_eq!(shared(&mut other).as_ref(), Some(&given), "and can give it on");
            (0..back).for_each(|_| drop(update(&mut other, Msg::Step)));
            assert_eq!(sight(&other), all, "{version}, {back} on again");
            (0..back).for_each(|_| drop(update(&mut model, Msg::Step)));
        }
    }
}

#[test]
fn what_became_of_a_link_is_told_here_in_the_same_words() {
    let mut model = open("en");
    update(&mut model, Msg::Go(Place::Http));
    assert_eq!(shared(&mut model), None, "nothing has happened yet");
    assert!(button(&region(&model, "time-bar"), "share").is_some_and(|it| it.get("disabled").is_some()));
    update(&mut model, Msg::Step);
    for (how, words) in
        [(Shared::Copied, "clipboard"), (Shared::File, "as a file"), (Shared::Nothing, "neither")]
    {
        assert!(shared(&mut model).is_some());
        update(&mut model, Msg::Shared(how));
        assert!(text(&model, "time-bar").contains(words), "{}", text(&model, "time-bar"));
    }
    update(&mut model, Msg::Step);
    assert!(!text(&model, "time-bar").contains("neither"));
}

#[test]
fn a_reload_brings_back_both_worlds_and_where_one_stood() {
    let mut model = open("en");
    (0..5).for_each(|_| drop(update(&mut model, Msg::Step)));
    let pipes = model.pair().log().to_vec();
    update(&mut model, Msg::Go(Place::Http));
    (0..6).for_each(|_| drop(update(&mut model, Msg::Step)));
    update(&mut model, Msg::Back);
    update(&mut model, dom("http-list", "", ""));
    update(&mut model, Msg::Back);
    let here = sight(&model);
    assert!(text(&model, "time-bar").contains("Another way") || button(&here[1], "branch").is_some());
    let kept = model.script().expect("worth keeping");
    let mut again = open("en");
    update(&mut again, Msg::OpenScript(kept.clone()));
    assert_eq!((again.place(), sight(&again)), (Place::Http, here.clone()));
    assert_eq!(again.pair().log(), pipes);
    assert_eq!(again.script(), Some(kept), "and once more");
    // Who was at the other place comes back to that.
    update(&mut model, Msg::Go(Place::Play));
    let kept = model.script().expect("worth keeping");
    let mut again = open("en");
    update(&mut again, Msg::OpenScript(kept));
    assert_eq!(again.place(), Place::Play);
    assert_eq!(again.pair().log(), pipes);
    update(&mut again, Msg::Go(Place::Http));
    assert_eq!(sight(&again), here);
    // A link to one of the two says nothing of the other.
    let given = shared(&mut model).expect("a link");
    assert!(!given.contains("beside") && !given.contains("\"http\""), "{given}");
    let given = shared(&mut again).expect("a link");
    assert!(!given.contains("beside") && !given.contains("others"), "{given}");
    update(&mut model, Msg::OpenScript(given));
    assert_eq!(model.pair().log(), pipes, "what a link does not speak of stays");
}

#[test]
fn a_link_that_leads_nowhere_changes_nothing_and_says_why() {
    let mut model = busy("2025-11-25");
    let (good, kept) = (shared(&mut model).expect("a link"), model.script());
    let begin = "{\"do\":\"initialize\"}";
    let with = |action: &str| good.replacen(begin, &format!("{begin},{action}"), 1);
    let wait = "{\"waitMicros\":9223372036854775807},";
    for (given, words) in [
        (good.replace("\"wirelab\":2", "\"wirelab\":3"), "newer"),
        (good.replace("\"http\":true", "\"http\":1"), "damaged"),
        (good.replace("\"http\":true,", ""), "in step"),
        (good[..good.len() / 2].to_owned(), "damaged"),
        (with("{\"step\":999999}"), "more than 100000 steps"),
        (with(begin), "in step 2"),
        (with("{\"fault\":\"drop\",\"lane\":\"s2c\",\"always\":true}"), "in step 2"),
        (with("{\"cut\":-1,\"by\":\"server\"}"), "damaged"),
        (with("{\"cut\":1,\"by\":\"nobody\"}"), "damaged"),
        (with("{\"ask\":\"GET\",\"headers\":[{\"name\":\"a\",\"base64\":\"?\"}],\"text\":\"\"}"), "damaged"),
        (good.replacen(begin, &[&wait.repeat(400), begin].concat(), 1), "in step"),
    ] {
        update(&mut model, Msg::OpenScript(given.clone()));
        let told = text(&model, "time-bar");
        assert!(told.contains(words) || told.contains("more than"), "{words}: {given:.200}: {told}");
        assert_eq!(model.script(), kept, "{words}");
    }
}

#[test]
fn whoever_does_something_else_in_the_past_goes_another_way_and_can_come_back() {
    let mut model = open("en");
    update(&mut model, Msg::Go(Place::Http));
    (0..8).for_each(|_| drop(update(&mut model, Msg::Step)));
    let first = sight(&model)[0].clone();
    update(&mut model, dom("seek", "", "3"));
    assert!(text(&model, "time-bar").contains('3'));
    assert_ne!(sight(&model)[0], first);
    update(&mut model, Msg::Time(TimeMsg::Seek(usize::MAX)));
    assert_eq!(sight(&model)[0], first, "to any moment, and back");
    update(&mut model, dom("seek", "", "4"));
    update(&mut model, dom("http-skip", "1", ""));
    let second = sight(&model)[0].clone();
    assert_ne!(second, first);
    update(&mut model, dom("branch", "1", ""));
    assert_eq!(sight(&model)[0], first, "the first way stays");
    update(&mut model, dom("branch", "1", ""));
    assert_eq!(sight(&model)[0], second, "and so does the second");
    update(&mut model, dom("discard-branch", "1", ""));
    assert!(button(&region(&model, "time-bar"), "branch").is_none());
    // What was done before the reader began anew, or with another revision, stays as well.
    update(&mut model, Msg::Reset);
    assert!(text(&model, "http-area").contains("The same talk, over HTTP"));
    update(&mut model, dom("http-offer", "", "2026-07-28"));
    update(&mut model, Msg::Step);
    let bar = region(&model, "time-bar");
    assert!(button(&bar, "branch").expect("a way back").text_content().contains("2025-11-25"), "{bar:?}");
    update(&mut model, dom("branch", "2", ""));
    assert_eq!(sight(&model)[0], second);
    assert!(model.pair().actions().is_empty(), "the playground has no part in it");
}

#[test]
fn the_pace_can_be_chosen_here_too() {
    let mut model = open("en");
    update(&mut model, Msg::Go(Place::Http));
    update(&mut model, dom("speed", "", "×4"));
    let bar = region(&model, "time-bar");
    let chosen = |node: &&Node| node.tag == "option" && node.get("selected").is_some();
    let chosen: Vec<_> = all_nodes(&bar).into_iter().filter(chosen).map(Node::text_content).collect();
    assert_eq!(chosen, ["×4"]);
}

#[test]
fn what_is_saved_opens_with_the_same_cards_and_the_same_verdicts() {
    let (mut desk, mut model) = (Desk::default(), busy("2025-11-25"));
    let go = |desk: &mut Desk, model: &mut Model, msg: Msg| happen(desk, model, msg, &mut |_| ());
    go(&mut desk, &mut model, dom("http-record", "", ""));
    let (live, cards) = (summary(&model), talks(&model));
    let found = live.found.as_ref().and_then(|found| found.first());
    let rule = found.expect("something is wrong in it").rule.clone();
    assert!(cards.len() > 8, "{cards:?}");
    let saved = ["markdown", "html", "wire"].map(|target| {
        let nodes = region(&model, "recording-area");
        let is =
            |node: &&Node| node.get("data-msg") == Some("export") && node.get("data-arg") == Some(target);
        assert!(all_nodes(&nodes).iter().any(is), "{target} is offered");
        go(&mut desk, &mut model, dom("export", target, ""));
        desk.take_file().expect("a file").text
    });
    for report in &saved[..2] {
        for mark in ["403", &rule] {
            assert!(report.contains(mark), "{mark}: {report}");
        }
    }
    let (mut desk, mut other) = (Desk::default(), open("en"));
    go(&mut desk, &mut other, Msg::Go(Place::Recording));
    go(&mut desk, &mut other, dom("draft", "", &saved[2]));
    go(&mut desk, &mut other, dom("open-draft", "", ""));
    let there = summary(&other);
    assert_eq!(there.found, live.found, "the same verdicts");
    assert_eq!((there.rows, there.exchanges, there.lanes), (live.rows, live.exchanges, live.lanes));
    assert_eq!(talks(&other), cards, "the same cards");
}

/// What the page says of a recording.
fn summary(model: &Model) -> Summary {
    model.recording().summary().expect("a recording").clone()
}

/// The cards of its exchanges.
fn talks(model: &Model) -> Vec<Node> {
    let nodes = region(model, "recording-area");
    let is = |node: &&Node| node.get("class").is_some_and(|class| class.split(' ').any(|it| it == "talk"));
    all_nodes(&nodes).into_iter().filter(is).cloned().collect()
}
