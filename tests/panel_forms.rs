//! What the page lets the reader choose and fill in beside tools: how each end frames, resources, and prompts.
#![cfg(not(target_arch = "wasm32"))]

mod scenes;

use scenes::{all_nodes, dom, happen, open, region, settle};
use wirelab::desk::Desk;
use wirelab::panel::node::Node;
use wirelab::panel::{Effect, Model, Msg, update};
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
fn the_judge_of_a_frame_written_by_hand_knows_what_was_said_in_whatever_frames() {
    let mut model = framed("en", Framing::ContentLength, Framing::ContentLength);
    settle(&mut model);
    let mut desk = Desk::default();
    let mut say = |model: &mut Model, msg| happen(&mut desk, model, msg, &mut |_| {});
    say(&mut model, dom("wish", "compose client", ""));
    let rules = |model: &Model| {
        let verdict = model.acting().verdict().expect("the judge has spoken");
        verdict.found.iter().map(|found| found.rule.clone()).collect::<Vec<_>>()
    };
    say(&mut model, dom("compose-text", "", r#"{"jsonrpc":"2.0","id":"mine","method":"ping"}"#));
    assert_eq!(rules(&model), [""; 0], "after the handshake");
    assert!(text(&model, "compose").contains("LSP framing, not part of MCP"));
    say(&mut model, dom("compose-text", "", r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#));
    assert_ne!(rules(&model), [""; 0], "the handshake had this id");
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

/// A page after the handshake, which offers `offer`, with the form of `shelf` open and its lists known.
fn shelf(offer: &str, shelf: &str) -> Model {
    let mut model = open("en");
    update(&mut model, Msg::Offer(offer.to_owned()));
    settle(&mut model);
    let effects = update(&mut model, dom("wish", &format!("fill {shelf}"), ""));
    assert!(effects.contains(&Effect::Focus("fill".to_owned())), "{effects:?}");
    assert!(text(&model, "client-side").contains("ask for a list first"));
    let lists: &[&str] =
        if shelf == "prompts" { &["prompts/list"] } else { &["resources/list", "resources/templates/list"] };
    for method in lists {
        update(&mut model, dom("fill-list", method, ""));
        settle(&mut model);
    }
    model
}

/// The choices of the form that is open.
fn choices(model: &Model) -> Vec<String> {
    let nodes = region(model, "client-side");
    let select = all_nodes(&nodes).into_iter().find(|node| node.get("data-msg") == Some("fill-choose"));
    let within = all_nodes(&select.expect("there is something to choose").children);
    within.into_iter().filter(|node| node.tag == "option").map(Node::text_content).collect()
}

/// The frame that the form says it will send.
fn preview(model: &Model) -> String {
    let nodes = region(model, "client-side");
    let form = all_nodes(&nodes).into_iter().find(|node| node.get("data-msg") == Some("fill-send"));
    let form = form.expect("a form");
    all_nodes(&form.children).into_iter().find(|node| node.tag == "output").expect("a preview").text_content()
}

fn last_frame(model: &Model) -> String {
    let bytes = model.pair().frames().last().and_then(|frame| frame.bytes.clone()).expect("bytes");
    String::from_utf8(bytes).expect("UTF-8")
}

/// Sends what the form says, which is what it has shown, and gives it with the answer.
fn send(model: &mut Model) -> (String, String) {
    let shown = preview(model);
    update(model, dom("fill-send", "", ""));
    assert_eq!(last_frame(model), format!("{shown}\n"));
    update(model, Msg::Step);
    (shown, last_frame(model))
}

const OFFERS: [&str; 3] = ["2024-11-05", "2025-11-25", "modern"];

#[test]
fn a_resource_is_chosen_read_and_watched_in_every_era_with_each_frame_shown_first() {
    for offer in OFFERS {
        let mut model = shelf(offer, "resources");
        let all = choices(&model);
        assert!(all.contains(&"demo://folder/README.txt".to_owned()), "{offer}: {all:?}");
        assert!(all.contains(&"demo://greeting/{name}".to_owned()), "{offer}: {all:?}");
        update(&mut model, dom("fill-choose", "", "demo://folder/README.txt"));
        let (asked, answer) = send(&mut model);
        assert!(
            asked.contains(r#""method":"resources/read","params":{"uri":"demo://folder/README.txt""#),
            "{asked}"
        );
        assert!(answer.contains(r#""contents":["#), "{offer}: {answer}");
        settle(&mut model);
        update(&mut model, dom("fill-deed", "subscribe", ""));
        let (asked, answer) = send(&mut model);
        let method = if offer == "modern" { "subscriptions/listen" } else { "resources/subscribe" };
        assert!(asked.contains(method), "{offer}: {asked}");
        assert!(!answer.contains(r#""error""#), "{offer}: {answer}");
        let watched = model.pair().server().connection().session().subscriptions().count();
        assert_eq!(watched, usize::from(offer == "modern"), "{offer}");
        if offer != "modern" {
            update(&mut model, dom("fill-deed", "unsubscribe", ""));
            let (asked, answer) = send(&mut model);
            assert!(asked.contains("resources/unsubscribe") && answer.contains(r#""result":{}"#), "{answer}");
        }
    }
}

#[test]
fn a_template_has_a_field_for_each_variable_and_what_it_stands_for_is_read() {
    for offer in OFFERS {
        let mut model = shelf(offer, "resources");
        update(&mut model, dom("fill-choose", "", "demo://greeting/{name}"));
        assert!(preview(&model).contains(r#""uri":"demo://greeting/""#), "{}", preview(&model));
        update(&mut model, dom("fill-field", "name", "周 杰伦"));
        let (asked, answer) = send(&mut model);
        assert!(asked.contains("demo://greeting/%E5%91%A8%20%E6%9D%B0%E4%BC%A6"), "{asked}");
        assert!(answer.contains("周 杰伦"), "{offer}: {answer}");
        settle(&mut model);
        update(&mut model, dom("fill-choose", "", "demo://folder/{+path}"));
        update(&mut model, dom("fill-field", "path", "notes/todo.txt"));
        let (asked, answer) = send(&mut model);
        assert!(asked.contains(r#""demo://folder/notes/todo.txt""#), "{asked}");
        assert!(answer.contains("contents"), "{offer}: {answer}");
        update(&mut model, dom("fill-presence", "absent path", ""));
        assert!(preview(&model).contains(r#""demo://folder/""#));
    }
}

#[test]
fn an_argument_of_a_prompt_is_left_out_null_or_empty_and_the_three_differ() {
    for offer in OFFERS {
        let mut model = shelf(offer, "prompts");
        assert_eq!(choices(&model), ["introduce", "suggest_song", "summarize_file"], "{offer}");
        let (asked, answer) = send(&mut model);
        assert!(asked.contains(r#""method":"prompts/get","params":{"name":"introduce""#), "{asked}");
        assert!(!asked.contains("arguments") && answer.contains("messages"), "{offer}: {answer}");
        settle(&mut model);
        update(&mut model, dom("fill-choose", "", "suggest_song"));
        assert!(preview(&model).contains(r#""arguments":{"artist":""}"#), "{}", preview(&model));
        update(&mut model, dom("fill-field", "artist", "周杰伦"));
        update(&mut model, dom("fill-presence", "null mood", ""));
        assert!(preview(&model).contains(r#""arguments":{"artist":"周杰伦","mood":null}"#));
        update(&mut model, dom("fill-presence", "value mood", ""));
        assert!(preview(&model).contains(r#""arguments":{"artist":"周杰伦","mood":""}"#));
        let (_, answer) = send(&mut model);
        assert!(answer.contains("周杰伦"), "{offer}: {answer}");
        settle(&mut model);
        update(&mut model, dom("fill-presence", "absent artist", ""));
        let (_, answer) = send(&mut model);
        assert!(answer.contains("-32602"), "{offer}: it is required: {answer}");
    }
}

#[test]
fn whoever_goes_back_to_before_the_list_has_no_form_and_whoever_goes_on_has_it_again() {
    let mut model = shelf("2025-11-25", "prompts");
    let done = model.pair().actions().len();
    while choices_or_none(&model) {
        update(&mut model, Msg::Back);
    }
    assert!(text(&model, "client-side").contains("ask for a list first"));
    assert_eq!(update(&mut model, dom("fill-send", "", "")), [], "there is nothing to send");
    while model.pair().actions().len() < done {
        update(&mut model, Msg::Step);
    }
    assert_eq!(choices(&model).len(), 3);
    update(&mut model, dom("wish", "fill resources", ""));
    assert!(text(&model, "client-side").contains("resources/templates/list"), "the other one took its place");
    update(&mut model, dom("wish", "fill resources", ""));
    assert!(!text(&model, "client-side").contains("resources/templates/list"), "it is closed");
}

fn choices_or_none(model: &Model) -> bool {
    let nodes = region(model, "client-side");
    all_nodes(&nodes).into_iter().any(|node| node.get("data-msg") == Some("fill-choose"))
}

#[test]
fn the_next_page_of_a_list_is_asked_for_with_the_cursor_and_added() {
    let mut model = shelf("2025-11-25", "prompts");
    update(&mut model, dom("hold", "", ""));
    let reply = |model: &mut Model, id: &str, result: &str| {
        update(model, Msg::Step);
        update(model, dom("hold-reply", id, ""));
        let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#);
        update(model, dom("compose-text", "", &body));
        update(model, dom("compose-send", "", ""));
        update(model, Msg::Step);
    };
    let next = model.pair().client().preview("x", None, false);
    let id = |message| match message {
        wirelab::proto::jsonrpc::Message::Request(request) => {
            request.id.to_json().parse::<i64>().expect("a number")
        }
        other => panic!("{other:?}"),
    };
    let first = id(next);
    update(&mut model, dom("fill-list", "prompts/list", ""));
    reply(&mut model, &first.to_string(), r#"{"prompts":[{"name":"a"}],"nextCursor":"more"}"#);
    assert_eq!(choices(&model), ["a"], "it begins anew");
    update(&mut model, dom("fill-more", "prompts/list", ""));
    assert!(last_frame(&model).contains(r#""params":{"cursor":"more"}"#), "{}", last_frame(&model));
    reply(&mut model, &(first + 1).to_string(), r#"{"prompts":[{"name":"b"}]}"#);
    assert_eq!(choices(&model), ["a", "b"]);
    assert!(!text(&model, "client-side").contains("next page"));
    assert_eq!(Msg::from_dom("fill-deed", "burn", ""), None);
    let frames = model.pair().frames().len();
    update(&mut model, dom("fill-list", "tools/call", ""));
    assert_eq!(model.pair().frames().len(), frames, "that lists nothing here");
}
