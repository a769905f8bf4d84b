//! The place of HTTP: what the reader sees of exchanges and can do with them.
#![cfg(not(target_arch = "wasm32"))]

mod scenes;

use scenes::{all_nodes, dom, happen, open, region};
use wirelab::desk::Desk;
use wirelab::panel::node::Node;
use wirelab::panel::{Model, Msg, Place, update};

/// A page at the place of HTTP, with this revision.
fn at(version: &str) -> Model {
    let mut model = open("en");
    update(&mut model, Msg::Go(Place::Http));
    update(&mut model, dom("http-offer", "", version));
    model
}

fn area(model: &Model) -> Vec<Node> {
    region(model, "http-area")
}

fn text(model: &Model, name: &str) -> String {
    region(model, name).iter().map(Node::text_content).collect()
}

/// What is said of every leg, in the order of the exchanges.
fn legs(model: &Model) -> Vec<String> {
    let nodes = area(model);
    let said = |node: &&Node| node.get("data-msg") == Some("http-leg");
    all_nodes(&nodes).into_iter().filter(said).map(|node| node.children[0].text_content()).collect()
}

/// How many elements have this class.
fn count(model: &Model, class: &str) -> usize {
    let nodes = area(model);
    let has =
        |node: &&Node| node.get("class").is_some_and(|classes| classes.split(' ').any(|it| it == class));
    all_nodes(&nodes).into_iter().filter(has).count()
}

fn button<'a>(nodes: &'a [Node], msg: &str, arg: &str) -> Option<&'a Node> {
    let is = |node: &&Node| node.get("data-msg") == Some(msg) && node.get("data-arg") == Some(arg);
    all_nodes(nodes).into_iter().find(is)
}

/// Steps as the page does by itself, until it waits for the reader.
fn settle(model: &mut Model) {
    update(model, Msg::ToggleRun);
    for _ in 0..400 {
        let bar = region(model, "time-bar");
        if button(&bar, "run", "").is_some_and(|run| run.get("disabled").is_some()) {
            return;
        }
        update(model, Msg::Wake);
    }
    panic!("it never waits for the reader: {}", text(model, "time-bar"));
}

/// A client that has begun, at rest.
fn begun(version: &str) -> Model {
    let mut model = at(version);
    update(&mut model, Msg::Step);
    settle(&mut model);
    model
}

#[test]
fn nothing_arrives_until_it_is_stepped() {
    let mut model = at("2025-11-25");
    assert!(text(&model, "http-area").contains("The same talk, over HTTP"));
    assert_eq!(count(&model, "talk"), 0);
    update(&mut model, dom("http-begin", "", ""));
    assert_eq!((count(&model, "talk"), count(&model, "flying")), (1, 1));
    assert!(
        legs(&model)[0].contains("initialize") && legs(&model)[0].contains("on its way"),
        "{:?}",
        legs(&model)
    );
    assert!(text(&model, "time-bar").contains("request #1 arrives at the server"));
    update(&mut model, Msg::Step);
    assert!(text(&model, "time-bar").contains("the answer to #1 arrives at the client"));
    assert!(legs(&model)[1].contains("200 OK"), "{:?}", legs(&model));
    assert!(
        text(&model, "http-area").contains("None yet"),
        "the session is not the client's before it arrives"
    );
    settle(&mut model);
    assert!(text(&model, "http-area").contains("speaks 2025-11-25"));
    assert!(legs(&model).iter().any(|leg| leg.contains("202 Accepted")), "{:?}", legs(&model));
    assert!(model.pair().frames().is_empty(), "the playground has no part in it");
}

#[test]
fn going_back_and_on_again_leads_to_the_same_sight() {
    for (version, steps) in [("2025-03-26", 8), ("2026-07-28", 3)] {
        let mut model = at(version);
        let mut sights = vec![area(&model)];
        for _ in 0..steps {
            update(&mut model, Msg::Step);
            sights.push(area(&model));
        }
        for sight in sights.iter().rev().skip(1) {
            update(&mut model, Msg::Back);
            assert_eq!(area(&model), *sight, "{version}");
        }
        for sight in &sights[1..] {
            update(&mut model, Msg::Step);
            assert_eq!(area(&model), *sight, "{version}");
        }
    }
}

#[test]
fn a_stream_that_is_cut_is_taken_up_again_where_it_was() {
    let mut model = begun("2025-11-25");
    update(&mut model, dom("http-call", "slow", ""));
    let number = count(&model, "talk");
    for _ in 0..60 {
        if legs(&model).iter().any(|leg| leg.contains("notifications/progress")) {
            break;
        }
        update(&mut model, Msg::Step);
    }
    let nodes = area(&model);
    assert!(button(&nodes, "http-cut", &format!("{number} server")).is_some(), "{:?}", legs(&model));
    update(&mut model, dom("http-cut", &format!("{number} server"), ""));
    settle(&mut model);
    let legs = legs(&model);
    assert!(legs.iter().any(|leg| leg.contains("GET") && leg.contains("the rest of a stream")), "{legs:#?}");
    assert!(legs.iter().any(|leg| leg.contains("result, tools/call")), "{legs:#?}");
}

#[test]
fn what_is_written_by_hand_is_sent_as_it_is() {
    let mut model = begun("2025-11-25");
    let before = count(&model, "talk");
    update(&mut model, dom("http-draft", "unknown-session", ""));
    assert!(text(&model, "compose").contains("HT-20"));
    update(&mut model, dom("http-send", "", ""));
    settle(&mut model);
    assert_eq!(count(&model, "talk"), before + 1);
    assert!(legs(&model).iter().any(|leg| leg.contains("404 Not Found")), "{:?}", legs(&model));
    // What no header can be is said, and not sent.
    update(&mut model, dom("http-headers", "", "Accept: */*\nno header"));
    assert!(text(&model, "compose").contains("Line 2"), "{}", text(&model, "compose"));
    update(&mut model, dom("http-send", "", ""));
    assert_eq!(count(&model, "talk"), before + 1);
    // Whatever it says, it is text.
    update(&mut model, dom("http-headers", "", "Origin: <img src=x onerror=alert(1)>"));
    update(&mut model, dom("http-body", "", "<script>\u{0}</script>"));
    update(&mut model, dom("http-send", "", ""));
    settle(&mut model);
    assert!(text(&model, "bytes-pane").contains("HTTP/1.1 4"), "{}", text(&model, "bytes-pane"));
    assert!(all_nodes(&area(&model)).iter().all(|node| !["img", "script"].contains(&node.tag)));
}

#[test]
fn every_template_of_every_revision_gets_an_answer() {
    for version in ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] {
        let mut model = begun(version);
        let nodes = area(&model);
        let is_draft = |node: &&Node| node.get("data-msg") == Some("http-draft");
        let names: Vec<_> = all_nodes(&nodes)
            .into_iter()
            .filter(is_draft)
            .filter_map(|node| node.get("data-arg").map(str::to_owned))
            .collect();
        assert!(names.len() >= 5, "{version}: {names:?}");
        for name in names {
            let before = legs(&model).len();
            update(&mut model, dom("http-draft", &name, ""));
            update(&mut model, dom("http-send", "", ""));
            for _ in 0..4 {
                update(&mut model, Msg::Step);
            }
            let legs = legs(&model);
            let refused = legs[before..].iter().any(|leg| {
                ["400", "403", "404", "405", "406", "409"].iter().any(|status| leg.contains(status))
            });
            let may = ["nothing", "delete"].contains(&name.as_str())
                || (name == "two-messages" && version == "2025-03-26");
            assert!(refused || may, "{version} {name}: {:#?}", &legs[before..]);
        }
    }
}

#[test]
fn what_the_server_asks_is_answered_in_both_eras() {
    for version in ["2025-06-18", "2025-11-25", "2026-07-28"] {
        let mut model = begun(version);
        update(&mut model, dom("http-call", "greet_user", ""));
        settle(&mut model);
        assert!(text(&model, "http-area").contains("What is your name?"), "{version}: {:#?}", legs(&model));
        assert!(text(&model, "time-bar").contains("The server has asked something"), "{version}");
        update(&mut model, dom("answer-field", "name", "Ada"));
        update(&mut model, dom("answer", "accept", ""));
        settle(&mut model);
        let legs = legs(&model);
        assert!(!text(&model, "http-area").contains("What is your name?"), "{version}: {legs:#?}");
        assert!(legs.iter().any(|leg| leg.contains("result, tools/call")), "{version}: {legs:#?}");
    }
}

#[test]
fn a_server_that_has_forgotten_is_told_by_404_and_another_client_begins() {
    let mut model = begun("2025-11-25");
    update(&mut model, dom("http-forget", "", ""));
    update(&mut model, dom("http-list", "", ""));
    settle(&mut model);
    assert!(legs(&model).iter().any(|leg| leg.contains("404")), "{:?}", legs(&model));
    assert!(text(&model, "http-area").contains("over"));
    update(&mut model, dom("http-anew", "", ""));
    update(&mut model, dom("http-begin", "", ""));
    settle(&mut model);
    assert!(text(&model, "http-area").contains("speaks 2025-11-25"));
}

#[test]
fn what_is_wrong_stands_at_the_leg_that_has_it() {
    let (mut desk, mut model) = (Desk::default(), open("en"));
    let mut go = |model: &mut Model, msg: Msg| happen(&mut desk, model, msg, &mut |_| ());
    go(&mut model, Msg::Go(Place::Http));
    for _ in 0..12 {
        go(&mut model, Msg::Step);
    }
    go(&mut model, dom("http-draft", "nothing", ""));
    go(&mut model, dom("http-body", "", r#"{"jsonrpc":"1.0","id":"x","method":"tools/list"}"#));
    go(&mut model, dom("http-send", "", ""));
    for _ in 0..3 {
        go(&mut model, Msg::Step);
    }
    let found = region(&model, "time-bar");
    assert!(button(&found, "http-found", "").is_some(), "{}", text(&model, "time-bar"));
    go(&mut model, dom("http-found", "", ""));
    let meaning = region(&model, "meaning-pane");
    assert!(all_nodes(&meaning).iter().any(|node| node.get("data-msg") == Some("rule")), "{meaning:#?}");
    assert!(text(&model, "bytes-pane").contains("\"1.0\""), "{}", text(&model, "bytes-pane"));
}

#[test]
fn what_is_broken_by_hand_is_named_by_its_rule() {
    let cases = [("no-accept", "HT-03"), ("plain-get", "HT-10"), ("two-messages", "BA-03")];
    for (name, rule) in cases {
        let (mut desk, mut model) = (Desk::default(), open("en"));
        let mut go = |model: &mut Model, msg: Msg| happen(&mut desk, model, msg, &mut |_| ());
        go(&mut model, Msg::Go(Place::Http));
        for _ in 0..8 {
            go(&mut model, Msg::Step);
        }
        let before = legs(&model).len();
        go(&mut model, dom("http-draft", name, ""));
        go(&mut model, dom("http-send", "", ""));
        for _ in 0..2 {
            go(&mut model, Msg::Step);
        }
        let legs = legs(&model);
        assert!(legs[before..].iter().any(|leg| leg.contains(rule)), "{name}: {:#?}", &legs[before..]);
    }
}

#[test]
fn a_recording_shows_the_same_cards() {
    let (mut desk, mut model) = (Desk::default(), open("en"));
    let mut go = |model: &mut Model, msg: Msg| happen(&mut desk, model, msg, &mut |_| ());
    go(&mut model, Msg::Go(Place::Http));
    for _ in 0..14 {
        go(&mut model, Msg::Step);
    }
    let live = legs(&model);
    go(&mut model, dom("http-record", "", ""));
    assert_eq!(model.place(), Place::Recording);
    go(&mut model, dom("draw", "exchanges", ""));
    let nodes = region(&model, "recording-area");
    let rows = |node: &&Node| node.get("data-msg") == Some("row");
    let cards: Vec<_> = all_nodes(&nodes).into_iter().filter(rows).collect();
    let same = |said: &str| said.split(" Still on its way").next().unwrap_or_default().replace(", next", "");
    let recorded: Vec<_> = cards.iter().map(|node| node.children[0].text_content()).collect();
    assert_eq!(
        recorded.iter().map(|said| same(said)).collect::<Vec<_>>(),
        live.iter().map(|said| same(said)).collect::<Vec<_>>()
    );
    // Every header is there for whoever wants it, as where it went.
    let heads = |nodes: &[Node]| -> Vec<String> {
        let is = |node: &&Node| node.get("class").is_some_and(|class| class.starts_with("heads"));
        all_nodes(nodes).into_iter().filter(is).map(Node::text_content).collect()
    };
    let before = heads(&nodes);
    assert!(before[0].contains("more") && !before[0].contains("Host"), "{before:?}");
    go(&mut model, dom("heads", "1", ""));
    let nodes = region(&model, "recording-area");
    assert!(heads(&nodes)[0].contains("localhost:3000"), "{:?}", heads(&nodes));
    assert_eq!(heads(&nodes)[2..], before[2..], "those of the others are as they were");
    go(&mut model, dom("heads", "1", ""));
    assert_eq!(heads(&region(&model, "recording-area")), before);
    let arg = cards[1].get("data-arg").expect("a row").to_owned();
    go(&mut model, dom("row", &arg, ""));
    assert!(!text(&model, "bytes-pane").is_empty());
    // What did not go over HTTP has no exchanges to show.
    go(&mut model, dom("close-recording", "", ""));
    go(&mut model, dom("draft", "", scenes::PASTED));
    go(&mut model, dom("open-draft", "", ""));
    let nodes = region(&model, "recording-area");
    assert!(button(&nodes, "draw", "list").is_some() && button(&nodes, "draw", "exchanges").is_none());
}

#[test]
fn the_place_speaks_chinese_as_well() {
    let mut model = open("zh");
    update(&mut model, Msg::Go(Place::Http));
    assert!(text(&model, "http-area").contains("同样的对话，换成 HTTP"));
    update(&mut model, Msg::Step);
    settle(&mut model);
    assert!(text(&model, "http-area").contains("使用 2025-11-25"), "{}", text(&model, "http-area"));
}
