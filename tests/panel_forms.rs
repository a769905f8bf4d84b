//! What the page lets the reader choose and fill in beside tools: how each end frames, resources, and prompts.
#![cfg(not(target_arch = "wasm32"))]

mod scenes;

use scenes::{all_nodes, dom, open, region};
use wirelab::panel::node::Node;
use wirelab::panel::{Effect, Model, Move, Msg, next_move, update};
use wirelab::proto::framing::Framing;
use wirelab::proto::session::{Side, State};
use wirelab::sim::Script;

fn text(model: &Model, name: &str) -> String {
    region(model, name).iter().map(Node::text_content).collect()
}

/// A page whose two ends frame like this.
fn framed(language: &str, client: Framing, server: Framing) -> Model {
    let mut model = open(language);
    for (side, framing) in [("client", client), ("server", server)] {
        update(&mut model, dom("framing", side, framing.name()));
    }
    model
}

/// Steps until the page waits for the reader.
fn settle(model: &mut Model) {
    for _ in 0..100 {
        if next_move(model) == Move::YourTurn {
            return;
        }
        update(model, Msg::Step);
    }
    panic!("it never comes to rest");
}

#[test]
fn how_an_end_frames_is_chosen_for_each_and_always_named_for_what_it_is() {
    for (language, words) in [("en", "LSP framing, not part of MCP"), ("zh-CN", "LSP 的分帧方式，不属于 MCP")]
    {
        let mut model = open(language);
        for side in ["client-side", "server-side"] {
            assert!(text(&model, side).contains(words), "{language} {side}");
        }
        update(&mut model, Msg::Step);
        update(&mut model, dom("framing", "server", "content-length"));
        assert!(model.pair().frames().is_empty(), "it begins anew");
        let chosen = |model: &Model, side: &str| {
            let nodes = region(model, &format!("{side}-side"));
            let selects =
                all_nodes(&nodes).into_iter().filter(|node| node.get("data-msg") == Some("framing"));
            let options: Vec<_> = selects.flat_map(|select| &select.children).collect();
            let chosen = options.into_iter().find(|option| option.get("selected").is_some());
            chosen.and_then(|option| option.get("value")).map(str::to_owned)
        };
        assert_eq!(chosen(&model, "client").as_deref(), Some("newline"));
        assert_eq!(chosen(&model, "server").as_deref(), Some("content-length"));
        update(&mut model, dom("framing", "client", "content-length"));
        assert_eq!(chosen(&model, "client").as_deref(), Some("content-length"));
    }
    assert_eq!(Msg::from_dom("framing", "client", "tabs"), None);
    assert_eq!(Msg::from_dom("framing", "nobody", "newline"), None);
    let mut model = open("en");
    let effects = update(&mut model, dom("wish", "framing client", ""));
    assert!(effects.contains(&Effect::Focus("framing-client".to_owned())), "{effects:?}");
}

#[test]
fn a_frame_is_read_by_the_framing_of_who_wrote_it() {
    let mut model = framed("en", Framing::ContentLength, Framing::ContentLength);
    settle(&mut model);
    assert_eq!(model.pair().client().state(), State::Initialized);
    update(&mut model, Msg::SelectFrame(0));
    let bytes = model.pair().frames()[0].bytes.clone().expect("bytes");
    let header = bytes.windows(4).position(|end| end == b"\r\n\r\n").expect("a header") + 4;
    let nodes = region(&model, "bytes-pane");
    let marked: Vec<_> = all_nodes(&nodes)
        .into_iter()
        .filter(|node| node.get("class") == Some("head"))
        .filter_map(|node| node.get("data-arg")?.parse::<usize>().ok())
        .collect();
    assert_eq!(marked.iter().max(), Some(&(header - 1)));
    assert_eq!(marked.iter().filter(|at| **at == 0).count(), 2, "as digits and as a character");
    let nodes = region(&model, "bytes-pane");
    assert!(all_nodes(&nodes).iter().all(|node| node.get("class") != Some("end")), "nothing ends it");
    let meaning = text(&model, "meaning-pane");
    assert!(
        meaning.contains("LSP framing, not part of MCP") && meaning.contains("protocolVersion"),
        "{meaning}"
    );
    assert!(text(&model, "message-pane").contains("initialize"));
}

#[test]
fn where_the_ends_frame_differently_the_page_says_so_and_shows_what_comes_of_it() {
    for (client, server) in
        [(Framing::ContentLength, Framing::Ndjson), (Framing::Ndjson, Framing::ContentLength)]
    {
        let mut model = framed("en", client, server);
        for side in ["client-side", "server-side"] {
            assert!(text(&model, side).contains("The other side frames differently"), "{client}");
        }
        update(&mut model, Msg::Initialize);
        update(&mut model, Msg::Step);
        update(&mut model, Msg::SelectFrame(0));
        let meaning = text(&model, "meaning-pane");
        assert!(meaning.contains("FR-06"), "{client}: {meaning}");
        // The wire shows what was written, though nobody understood it.
        assert!(text(&model, "message-pane").contains("initialize"), "{client}");
        assert!(text(&model, "client-side").contains("1 initialize"), "{client}: it waits");
    }
}

#[test]
fn what_was_chosen_goes_with_the_world() {
    let mut model = framed("en", Framing::ContentLength, Framing::Ndjson);
    let text = model.script().expect("something was chosen");
    update(&mut model, Msg::Initialize);
    update(&mut model, Msg::Step);
    let after = model.script().expect("something has happened");
    let replayed = Script::from_text(&after).expect("a script").replay().expect("every action is possible");
    assert_eq!(replayed.frames(), model.pair().frames());
    let mut other = open("en");
    update(&mut other, Msg::OpenScript(text));
    update(&mut other, Msg::Initialize);
    assert_eq!(other.pair().frames()[0].bytes, model.pair().frames()[0].bytes);
    let mut carried = open("en");
    update(&mut carried, Msg::Carried(model.carry()));
    assert_eq!(carried.pair().frames(), model.pair().frames());
}

#[test]
fn a_frame_written_by_hand_is_framed_as_its_end_frames() {
    let mut model = framed("en", Framing::ContentLength, Framing::ContentLength);
    settle(&mut model);
    update(&mut model, dom("wish", "compose client", ""));
    update(&mut model, dom("compose-text", "", r#"{"jsonrpc":"2.0","id":"读","method":"ping"}"#));
    let draft = model.acting().draft().expect("it was begun");
    let expected = "Content-Length: 44\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":\"读\",\"method\":\"ping\"}";
    assert_eq!(draft.bytes().map(|bytes| String::from_utf8(bytes).expect("UTF-8")), Ok(expected.to_owned()));
    assert_eq!(draft.side, Side::Client);
    let frames = model.pair().frames().len();
    update(&mut model, dom("compose-send", "", ""));
    update(&mut model, Msg::Step);
    let answer = model.pair().frames().last().and_then(|frame| frame.bytes.clone()).expect("an answer");
    assert!(String::from_utf8_lossy(&answer).contains("\"result\""), "{}", String::from_utf8_lossy(&answer));
    update(&mut model, dom("wish", &format!("again {frames}"), ""));
    assert_eq!(model.acting().draft().map(|draft| draft.text.contains("ping")), Some(true));
    assert_eq!(model.acting().draft().map(|draft| draft.text.contains("Content-Length")), Some(false));
}
