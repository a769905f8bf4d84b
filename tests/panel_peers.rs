//! Servers and clients that behave like others, in the page: chosen for an end, and compared with one frame.
#![cfg(not(target_arch = "wasm32"))]

mod scenes;

use scenes::{all_nodes, dom, open, region};
use wirelab::panel::node::Node;
use wirelab::panel::{Effect, Model, Msg, update};
use wirelab::sim::manners::{Heard, Kind};
use wirelab::sim::{Manner, Manners};

fn go(model: &mut Model, msg: Msg) -> Vec<Effect> {
    update(model, msg)
}

fn compared() -> Model {
    let mut model = open("en");
    go(&mut model, Msg::Wish("peers".to_owned()));
    model
}

/// Lets the next things happen: not all of them, for the heart of the client beats for ever.
fn steps(model: &mut Model, count: usize) {
    for _ in 0..count {
        go(model, Msg::Step);
    }
}

fn text(model: &Model) -> String {
    region(model, "peers").iter().map(Node::text_content).collect()
}

/// The value of the choice of what is sent whose words begin with `label`.
fn case(model: &Model, label: &str) -> String {
    let nodes = region(model, "peers");
    let nodes = all_nodes(&nodes);
    let option = nodes.iter().find(|node| node.tag == "option" && node.text_content().starts_with(label));
    option.and_then(|option| option.get("value")).expect(label).to_owned()
}

/// In words, what each of the six says.
fn answers(model: &Model) -> Vec<String> {
    let said = |heard: &Heard| {
        let kinds = heard.frames.iter().map(|(kind, _)| match kind {
            Kind::Result => "result".to_owned(),
            Kind::ToolError => "isError".to_owned(),
            Kind::Error { code, .. } => code.0.to_string(),
            Kind::Log => "log".to_owned(),
            Kind::Other => "other".to_owned(),
        });
        kinds.collect::<Vec<_>>().join(" ")
    };
    model.peers().heard().iter().map(|(_, heard)| said(heard)).collect()
}

#[test]
fn one_frame_is_sent_to_all_six_and_what_differs_from_ours_is_marked() {
    let mut model = open("en");
    assert!(text(&model).is_empty() && model.peers().heard().is_empty());
    let effects = go(&mut model, Msg::Wish("peers".to_owned()));
    assert!(effects.contains(&Effect::Focus("peers-choose".to_owned())), "{effects:?}");
    assert_eq!(answers(&model), ["-32602", "isError", "isError", "isError", "-32602", "-32602"]);
    let text = text(&model);
    assert!(text.contains("2 kinds of answer from six servers."), "{text}");
    assert!(text.contains("An error of the protocol stays with the program."), "{text}");
    assert_eq!(text.matches("not as ours").count(), 3);
    assert!(text.contains("error -32602") && text.contains("Unknown tool: nope"), "{text}");
    assert!(model.pair().frames().is_empty(), "nothing of it happens in the world of the page");

    let effects = go(&mut model, dom("peers-leave", "", ""));
    assert_eq!(effects, [Effect::Focus("peers-door".to_owned())]);
    assert!(region(&model, "peers").is_empty());
}

#[test]
fn every_case_shows_a_difference_and_says_why_it_matters() {
    for language in ["en", "zh"] {
        let mut model = open(language);
        go(&mut model, Msg::Wish("peers".to_owned()));
        let nodes = region(&model, "peers");
        let values: Vec<String> = all_nodes(&nodes)
            .iter()
            .filter(|node| {
                node.tag == "option" && node.get("value").is_some_and(|it| it.parse::<usize>().is_ok())
            })
            .filter_map(|node| node.get("value").map(ToOwned::to_owned))
            .collect();
        assert_eq!(values.len(), 26);
        for value in values {
            go(&mut model, dom("peers-choose", "", &value));
            let answers = model.peers().heard();
            assert!(answers.iter().any(|(_, heard)| *heard != answers[0].1), "{value}");
            let nodes = region(&model, "peers");
            let why = all_nodes(&nodes).into_iter().any(|node| node.get("class") == Some("why"));
            assert!(why, "{value}");
        }
    }
}

#[test]
fn what_a_case_says_of_the_servers_is_what_they_do() {
    let mut model = compared();
    for (label, expected) in [
        ("a stray line", ["-32700 result", "log result", "result", "result", "result", "result"]),
        ("a method that", ["-32601", "-32602", "-32601", "-32601", "-32601", "-32601"]),
        ("a call that is", ["", "0", "", "", "", ""]),
        ("\"3\"", ["isError", "result", "result", "isError", "isError", "isError"]),
        ("3.0", ["result", "result", "result", "result", "result", "isError"]),
        ("tools/list before", ["-32600", "-32602", "-32602", "result", "result", "-32602"]),
        ("initialize, once", ["-32600", "result", "result", "result", "result", "result"]),
        ("notifications/initialized", ["result", "result", "result", "result", "result", ""]),
    ] {
        let value = case(&model, label);
        go(&mut model, dom("peers-choose", "", &value));
        assert_eq!(answers(&model), expected, "{label}");
    }
    let deaf = |model: &Model| model.peers().heard().iter().filter(|(_, heard)| !heard.alive).count();
    assert_eq!(deaf(&model), 1, "rmcp has ended");
    assert_eq!(text(&model).matches("deaf from now on").count(), 1);
    let lsp = case(&model, "the framing of LSP");
    go(&mut model, dom("peers-choose", "", &lsp));
    assert_eq!(deaf(&model), 6, "the next message is glued to the body that has no end");
}

#[test]
fn a_frame_of_the_readers_own_is_sent_as_it_is_written() {
    let mut model = compared();
    go(&mut model, dom("peers-text", "", r#"{"jsonrpc":"2.0","id":"x","method":"ping"}"#));
    assert_eq!(answers(&model), ["result"; 6]);
    assert!(text(&model).contains("All six answer alike."));
    go(&mut model, dom("peers-end", "nothing", ""));
    assert_eq!(answers(&model), [""; 6]);
    go(&mut model, dom("peers-end", "lf", ""));
    go(&mut model, dom("peers-text", "", "<b>&amp;\u{202e}"));
    assert!(answers(&model)[0].starts_with("-32700"), "{:?}", answers(&model));
    go(&mut model, dom("peers-text", "", r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#));
    go(&mut model, dom("peers-when", "first", ""));
    assert_eq!(answers(&model)[1], "-32602");
    go(&mut model, dom("peers-when", "after", ""));
    assert_eq!(answers(&model), ["result"; 6]);
}

#[test]
fn the_frame_that_is_looked_at_can_be_sent_to_all_six() {
    let mut model = open("en");
    go(&mut model, Msg::Wish("peers".to_owned()));
    let has_shown = |model: &Model| text(model).contains("the selected frame");
    assert!(!has_shown(&model), "there is none yet");
    go(&mut model, Msg::Initialize);
    assert!(has_shown(&model));
    go(&mut model, dom("peers-choose", "", "shown"));
    assert_eq!(answers(&model), ["-32600", "result", "result", "result", "result", "result"]);
}

#[test]
fn the_server_of_the_page_takes_a_manner_and_begins_anew() {
    let mut model = open("en");
    go(&mut model, Msg::Initialize);
    steps(&mut model, 3);
    go(&mut model, dom("manner", "server", "python-sdk-1.30"));
    assert!(model.pair().frames().is_empty(), "it begins anew");
    let side: String = region(&model, "server-side").iter().map(Node::text_content).collect();
    assert!(side.contains("An unknown method gets -32602."), "{side}");
    go(&mut model, Msg::Wish("peers".to_owned()));
    assert!(text(&model).contains("This is the server of the page."));

    let junk =
        wirelab::sim::Command::Raw { side: wirelab::proto::session::Side::Client, bytes: b"?\n".to_vec() };
    go(&mut model, Msg::Wish("compose client".to_owned()));
    go(&mut model, dom("compose-text", "", "?"));
    go(&mut model, dom("compose-send", "", ""));
    assert!(model.pair().actions().contains(&wirelab::sim::Action::Command(junk)));
    steps(&mut model, 1);
    let said = model.pair().frames().last().and_then(|frame| frame.bytes.clone()).expect("it says something");
    assert!(String::from_utf8_lossy(&said).contains("notifications/message"), "{said:?}");

    // The link leads somebody else to the same server, and to the same bytes.
    let script = model.script().expect("something was chosen");
    assert!(script.contains(r#""manner":{"client":"strict","server":"python-sdk-1.30"}"#), "{script}");
    let mut other = open("zh");
    go(&mut other, Msg::OpenScript(script));
    assert_eq!(other.pair().frames(), model.pair().frames());
    go(&mut other, dom("manner", "rmcp-3.11", ""));
    assert!(other.pair().frames().is_empty(), "from a card it begins anew as well");
}

#[test]
fn the_client_of_the_page_takes_a_manner_too() {
    let mut model = open("en");
    go(&mut model, dom("manner", "client", "typescript-sdk-1.32"));
    let side: String = region(&model, "client-side").iter().map(Node::text_content).collect();
    assert!(side.contains("arrives as 9007199254740992"), "{side}");
    assert!(model.script().is_some_and(|script| script.contains("typescript-sdk-1.32")));
    go(&mut model, Msg::Initialize);
    let first = model.pair().frames()[0].bytes.clone().expect("a frame");
    assert!(String::from_utf8_lossy(&first).contains("\"id\":0,"), "its ids begin with 0");
    assert_eq!(Manners::default().client, Manner::Strict);
}

#[test]
fn what_becomes_of_each_client_at_each_server_is_shown_and_each_cell_is_a_world() {
    let mut model = compared();
    go(&mut model, dom("eras", "", ""));
    let text = text(&model);
    assert!(!text.contains("One frame, six servers"), "one at a time");
    for words in [
        "2026-07-28 at once",
        "2025-11-25 after error -32602",
        "2025-11-25 after 10 s of silence",
        "never: error -32022",
        "never: the server has ended",
        "never: no answer",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let nodes = region(&model, "peers");
    let cells = all_nodes(&nodes).iter().filter(|node| node.get("data-msg") == Some("eras-play")).count();
    assert_eq!(cells, 28);

    go(&mut model, dom("eras-play", "both python-sdk-1.30", ""));
    assert_eq!(model.pair().frames().len(), 1, "the probe is on its way");
    steps(&mut model, 4);
    let sent: String = model
        .pair()
        .frames()
        .iter()
        .filter_map(|frame| frame.bytes.as_deref())
        .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
        .collect();
    let order =
        ["server/discover", "-32602", "\"method\":\"initialize\"", "\"protocolVersion\":\"2025-11-25\""];
    let places: Vec<_> = order.iter().map(|part| sent.find(part).expect(part)).collect();
    assert!(places.is_sorted(), "{sent}");
    let effects = go(&mut model, dom("peers-leave", "", ""));
    assert_eq!(effects, [Effect::Focus("eras-door".to_owned())]);
    assert!(region(&model, "peers").is_empty());
}

#[test]
fn a_client_that_probes_can_be_chosen_and_steps_begin_with_its_question() {
    let mut model = open("en");
    go(&mut model, dom("offer", "", "probe"));
    let controls = region(&model, "controls");
    let is_chosen = |node: &&Node| node.get("value") == Some("probe") && node.get("selected").is_some();
    assert!(all_nodes(&controls).iter().any(is_chosen));
    steps(&mut model, 1);
    let first = model.pair().frames()[0].bytes.clone().expect("a frame");
    assert!(String::from_utf8_lossy(&first).contains("server/discover"));
    assert!(model.script().is_some_and(|script| script.contains(r#""opening":"probe""#)));
}
