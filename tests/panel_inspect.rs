//! The inspector: one selection, seen as bytes, as JSON and in words.
#![cfg(not(target_arch = "wasm32"))]

mod scenes;

use scenes::{PASTED, all_nodes, dom, happen, open, region, settle};
use wirelab::desk::Desk;
use wirelab::panel::node::Node;
use wirelab::panel::{Effect, InspectMsg, Model, Msg, update};

/// A page on which everything has happened by itself that does, looking at `frame`.
fn page(frame: usize) -> Model {
    let mut model = open("en");
    settle(&mut model);
    update(&mut model, Msg::SelectFrame(frame));
    model
}

fn bytes(model: &Model) -> Vec<u8> {
    let frame = model.shown_frame().expect("a frame");
    model.pair().frames()[frame].bytes.clone().expect("it has bytes")
}

/// Where `text` stands in the frame.
fn place(model: &Model, text: &str) -> usize {
    let bytes = bytes(model);
    let at = bytes.windows(text.len()).position(|part| part == text.as_bytes());
    at.unwrap_or_else(|| panic!("no {text} in the frame"))
}

fn go(model: &mut Model, name: &str, arg: &str, value: &str) -> Vec<Effect> {
    update(model, dom(name, arg, value))
}

fn has_class(node: &Node, class: &str) -> bool {
    node.get("class").is_some_and(|own| own.split(' ').any(|it| it == class))
}

/// The text of what is marked in a region: of its innermost elements with one of these classes.
fn marked(model: &Model, name: &str, classes: &[&str]) -> String {
    let nodes = region(model, name);
    let leaves = all_nodes(&nodes).into_iter().filter(|node| node.children.is_empty());
    let leaves = leaves.filter(|node| classes.iter().any(|class| has_class(node, class)));
    leaves.filter_map(|node| node.text.as_deref()).collect()
}

/// The marked bytes, as text.
fn marked_bytes(model: &Model) -> String {
    let nodes = region(model, "bytes-pane");
    let glyphs = all_nodes(&nodes).into_iter().filter(|node| has_class(node, "glyphs")).cloned();
    let glyphs: Vec<_> = glyphs.collect();
    let cells =
        all_nodes(&glyphs).into_iter().filter(|node| has_class(node, "on") || has_class(node, "here"));
    cells.map(Node::text_content).collect()
}

/// The sentence that is marked.
fn sentence(model: &Model) -> String {
    let nodes = region(model, "meaning-pane");
    let on = all_nodes(&nodes).into_iter().find(|node| has_class(node, "part") && has_class(node, "on"));
    on.map(Node::text_content).unwrap_or_default()
}

/// The line beneath the bytes.
fn line(model: &Model) -> String {
    let nodes = region(model, "bytes-pane");
    let line = all_nodes(&nodes).into_iter().find(|node| has_class(node, "picked"));
    line.expect("it is always there").text_content()
}

#[test]
fn a_byte_marks_its_token_its_value_and_its_sentence() {
    let mut model = page(0);
    let at = place(&model, "2025-11-25") + 3;
    go(&mut model, "inspect", &at.to_string(), "");
    assert_eq!(marked_bytes(&model), "\"2025-11-25\"");
    assert_eq!(marked(&model, "bytes-pane", &["here"]).replace(' ', ""), "355");
    assert_eq!(marked(&model, "message-pane", &["on"]), "\"2025-11-25\"");
    assert!(sentence(&model).starts_with("protocolVersion"), "{}", sentence(&model));
    let line = line(&model);
    for part in [&format!("byte {at}"), "string", "/params/protocolVersion"] {
        assert!(line.contains(part), "{part:?} is not in {line:?}");
    }
}

#[test]
fn a_token_marks_its_bytes_and_escape_clears_all() {
    let mut model = page(0);
    let nodes = region(&model, "message-pane");
    let token = all_nodes(&nodes).into_iter().find(|node| node.text.as_deref() == Some("\"clientInfo\""));
    let arg = token.expect("a name").get("data-arg").expect("its bytes").to_owned();
    go(&mut model, "inspect", &arg, "");
    assert_eq!(marked_bytes(&model), "\"clientInfo\"");
    assert!(sentence(&model).starts_with("clientInfo"));
    assert!(line(&model).contains("name"));
    go(&mut model, "walk-bytes", "Escape", "");
    assert_eq!((marked_bytes(&model), sentence(&model)), (String::new(), String::new()));
    assert_eq!(marked(&model, "message-pane", &["on"]), "");
}

#[test]
fn a_sentence_marks_the_bytes_that_it_is_about() {
    let mut model = page(0);
    let nodes = region(&model, "meaning-pane");
    let mut looked = 0;
    let buttons = all_nodes(&nodes).into_iter().filter(|node| node.tag == "button");
    for button in buttons.filter(|node| node.get("data-msg") == Some("inspect")) {
        let label = button.text_content();
        go(&mut model, "inspect", button.get("data-arg").expect("its bytes"), "");
        let name = label.split(' ').next().and_then(|name| name.rsplit('.').next()).expect("a name");
        let expected = if name == "0a" { "\\n".to_owned() } else { format!("\"{name}\"") };
        assert!(marked_bytes(&model).starts_with(&expected), "{label}: {}", marked_bytes(&model));
        assert!(sentence(&model).starts_with(&label), "{label}: {}", sentence(&model));
        looked += 1;
    }
    assert!(looked >= 6, "{looked} sentences");
}

#[test]
fn every_member_has_a_sentence_once_it_is_selected() {
    let mut model = page(4);
    for (part, label) in
        [("\"reverse\"", "name"), ("\"inputSchema\"", "inputSchema"), ("\"required\"", "required")]
    {
        assert!(!sentence(&model).starts_with(label));
        let at = place(&model, part);
        go(&mut model, "inspect", &at.to_string(), "");
        assert!(sentence(&model).starts_with(label), "{part}: {}", sentence(&model));
        assert!(sentence(&model).contains("server/tools") || sentence(&model).contains("basic/index"));
    }
    let mut model = open("en");
    let mut desk = Desk::default();
    let mut nothing = |_: &Model| {};
    let text = concat!(
        r#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///a","_meta":{"x/y":1}}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":1,"result":{"contents":[{"uri":"file:///a","blob":"AA=="}],"ttlMs":5}}"#,
        "\n"
    );
    for msg in
        [dom("go", "recording", ""), dom("draft", "", text), dom("open-draft", "", ""), dom("row", "0", "")]
    {
        happen(&mut desk, &mut model, msg, &mut nothing);
    }
    go(&mut model, "inspect", &text.find("x/y").expect("it is there").to_string(), "");
    assert!(sentence(&model).starts_with("x/y"), "{}", sentence(&model));
    happen(&mut desk, &mut model, dom("row", "1", ""), &mut nothing);
    let answer = &text[text.find('\n').expect("two lines") + 1..];
    go(&mut model, "inspect", &answer.find("blob").expect("it is there").to_string(), "");
    assert!(sentence(&model).starts_with("blob"), "{}", sentence(&model));
    go(&mut model, "inspect", &answer.find("ttlMs").expect("it is there").to_string(), "");
    assert!(sentence(&model).contains("2026-07-28"), "{}", sentence(&model));
}

#[test]
fn every_byte_of_a_frame_can_be_reached_with_one_key() {
    let mut model = page(0);
    for frame in 0..model.pair().frames().len() {
        update(&mut model, Msg::SelectFrame(frame));
        let bytes = bytes(&model);
        if bytes.len() > 400 {
            continue;
        }
        for (at, byte) in bytes.iter().enumerate() {
            go(&mut model, "walk-bytes", "ArrowRight", "");
            let nodes = region(&model, "bytes-pane");
            let here = all_nodes(&nodes).into_iter().find(|node| has_class(node, "here")).expect("a cursor");
            assert_eq!(here.get("data-arg"), Some(at.to_string().as_str()), "frame {frame}");
            assert_eq!(here.text_content().trim(), format!("{byte:02x}"), "frame {frame}, byte {at}");
        }
        go(&mut model, "walk-bytes", "ArrowRight", "");
        assert!(line(&model).contains(&format!("byte {}", bytes.len() - 1)), "it ends at the end");
        for (key, at) in
            [("Home", 0), ("ArrowLeft", 0), ("ArrowUp", 0), ("ArrowDown", 16), ("End", bytes.len() - 1)]
        {
            go(&mut model, "walk-bytes", key, "");
            assert!(line(&model).starts_with(&format!("byte {at}")), "{key}: {}", line(&model));
        }
    }
}

#[test]
fn of_a_long_frame_only_a_part_is_in_the_document_and_the_selection_brings_its_own() {
    let mut model = page(0);
    let list = (0..model.pair().frames().len())
        .max_by_key(|frame| model.pair().frames()[*frame].bytes.as_ref().map(Vec::len));
    update(&mut model, Msg::SelectFrame(list.expect("frames")));
    let length = bytes(&model).len();
    assert!(length > 2_000, "the list of tools is long");
    let cells = |model: &Model| {
        let nodes = region(model, "bytes-pane");
        all_nodes(&nodes).into_iter().filter(|node| node.tag == "b" && node.get("data-arg").is_some()).count()
    };
    assert!(cells(&model) <= 2 * 512, "{}", cells(&model));
    go(&mut model, "walk-bytes", "End", "");
    assert!(cells(&model) <= 2 * 512 && marked_bytes(&model) == "\\n", "{}", marked_bytes(&model));
    go(&mut model, "page", "0", "");
    assert_eq!(marked_bytes(&model), "");
    go(&mut model, "whole", "", "");
    assert!(cells(&model) > 2_000);
}

#[test]
fn escapes_and_characters_of_several_bytes_are_read_out() {
    let mut model = open("en");
    settle(&mut model);
    let mut desk = Desk::default();
    let mut nothing = |_: &Model| {};
    happen(&mut desk, &mut model, dom("go", "recording", ""), &mut nothing);
    let text = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":\"x\\u8bfb\\n\",\"b\":\"周\",\"c\":\"\\ud83d\\ude00\"}}\n";
    happen(&mut desk, &mut model, dom("draft", "", text), &mut nothing);
    happen(&mut desk, &mut model, dom("open-draft", "", ""), &mut nothing);
    for (part, within, expected) in
        [("\\u8bfb", 4, "\\u8bfb = 读"), ("周", 2, "e5 91 a8 = 周"), ("\\ud83d", 9, "\\ud83d\\ude00 = 😀")]
    {
        let at = text.find(part).expect("it is there") + within;
        go(&mut model, "inspect", &at.to_string(), "");
        assert!(line(&model).contains(expected), "{expected:?} is not in {:?}", line(&model));
    }
    go(
        &mut model,
        "inspect",
        &format!("{0} {1}", text.find("\"x").expect("a text"), text.find(",\"b").expect("the next")),
        "",
    );
    assert!(line(&model).contains("/params/a") && line(&model).contains("x读"), "{}", line(&model));
}

#[test]
fn a_tree_folds_and_what_is_sought_unfolds_it() {
    let mut model = page(0);
    let at = place(&model, "{\"protocolVersion\"");
    let before = region(&model, "message-pane").iter().map(Node::text_content).collect::<String>();
    go(&mut model, "fold", &at.to_string(), "");
    let folded = region(&model, "message-pane").iter().map(Node::text_content).collect::<String>();
    assert!(folded.contains("members: 3") && !folded.contains("clientInfo"), "{folded}");
    go(&mut model, "find", "", "CLIENTinfo");
    let effects = go(&mut model, "find-next", "", "");
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Show(name) if name.starts_with("line-"))));
    let unfolded = region(&model, "message-pane").iter().map(Node::text_content).collect::<String>();
    assert!(unfolded.contains("clientInfo") && unfolded.contains("1 of 1"), "{unfolded}");
    assert_eq!(marked(&model, "message-pane", &["hit"]), "\"clientInfo\"");
    assert_eq!(unfolded.replace("1 of 1", ""), before);
    go(&mut model, "find", "", "no such thing");
    assert!(
        region(&model, "message-pane").iter().map(Node::text_content).any(|text| text.contains("nowhere"))
    );
}

#[test]
fn the_arrows_walk_the_tree_and_fold_it() {
    let mut model = page(0);
    let here = |model: &Model| {
        let nodes = region(model, "message-pane");
        let here = all_nodes(&nodes).into_iter().find(|node| node.get("aria-selected") == Some("true"));
        let here = here.map(Node::text_content).unwrap_or_default();
        here.trim().trim_end_matches(['{', ',']).to_owned()
    };
    let mut walk = |key: &str| {
        go(&mut model, "walk-tree", key, "");
        here(&model)
    };
    assert_eq!(walk("ArrowDown"), "");
    assert_eq!(walk("ArrowDown"), "\"jsonrpc\": \"2.0\"");
    assert_eq!(walk("End"), walk("End"));
    assert!(walk("ArrowLeft").starts_with("\"clientInfo\""));
    assert!(walk("ArrowLeft").contains("members: "), "folded");
    assert!(walk("ArrowUp").starts_with("\"roots\"") || walk("Home").is_empty());
    assert_eq!(walk("Home"), "");
    assert_eq!(walk("ArrowRight"), "\"jsonrpc\": \"2.0\"");
    assert_eq!(walk("Escape"), "");
}

#[test]
fn what_is_selected_can_be_copied_and_a_refusal_is_told() {
    let mut model = page(0);
    assert_eq!(go(&mut model, "copy-value", "", ""), [], "nothing is selected");
    let at = place(&model, "2025-11-25");
    go(&mut model, "inspect", &at.to_string(), "");
    assert_eq!(go(&mut model, "copy-path", "", ""), [Effect::Copy("/params/protocolVersion".to_owned())]);
    assert_eq!(go(&mut model, "copy-value", "", ""), [Effect::Copy("2025-11-25".to_owned())]);
    update(&mut model, Msg::Inspect(InspectMsg::Copied(true)));
    assert!(line(&model).contains("Copied."));
    update(&mut model, Msg::Inspect(InspectMsg::Copied(false)));
    assert!(line(&model).contains("does not let"));
    let at = place(&model, "{\"protocolVersion\"");
    go(&mut model, "inspect", &at.to_string(), "");
    assert!(!line(&model).contains("does not let"));
    let effects = go(&mut model, "copy-value", "", "");
    assert!(
        matches!(&effects[..], [Effect::Copy(text)] if text.starts_with("{\"protocolVersion\"") && text.ends_with('}'))
    );
}

#[test]
fn the_same_works_for_the_rows_of_a_recording() {
    let mut model = open("en");
    let mut desk = Desk::default();
    let mut nothing = |_: &Model| {};
    for msg in
        [dom("go", "recording", ""), dom("draft", "", PASTED), dom("open-draft", "", ""), dom("row", "0", "")]
    {
        happen(&mut desk, &mut model, msg, &mut nothing);
    }
    go(&mut model, "inspect", "3", "");
    assert_eq!(marked_bytes(&model), "\"jsonrpc\"");
    assert!(line(&model).contains("/jsonrpc"));
    happen(&mut desk, &mut model, dom("row", "3", ""), &mut nothing);
    assert_eq!(marked_bytes(&model), "", "another row has a selection of its own");
}

#[test]
fn what_readers_disagree_on_is_pointed_out_where_it_stands() {
    let mut model = open("en");
    let mut desk = Desk::default();
    let mut nothing = |_: &Model| {};
    let text =
        "{\"jsonrpc\":\"2.0\",\"id\":9007199254740993,\"method\":\"ping\",\"params\":{\"a\":1,\"a\":2}}\n";
    for msg in [dom("go", "recording", ""), dom("draft", "", text), dom("open-draft", "", "")] {
        happen(&mut desk, &mut model, msg, &mut nothing);
    }
    let nodes = region(&model, "message-pane");
    let lines: Vec<_> = all_nodes(&nodes)
        .into_iter()
        .filter(|node| has_class(node, "line"))
        .map(Node::text_content)
        .collect();
    let with = |rule: &str| lines.iter().filter(|line| line.contains(rule)).cloned().collect::<Vec<_>>();
    assert!(matches!(&with("JR-24")[..], [line] if line.contains("9007199254740993")), "{lines:?}");
    assert!(matches!(&with("JR-22")[..], [line] if line.contains("\"a\": 2")), "{lines:?}");
}

#[test]
fn a_request_knows_its_answer_and_all_that_came_between() {
    let mut model = open("en");
    settle(&mut model);
    update(&mut model, Msg::ChooseTool("slow".to_owned()));
    update(&mut model, dom("field", "ms", "60000"));
    update(&mut model, Msg::CallTool);
    let request = model.shown_frame().expect("the call");
    let strip = |model: &Model| {
        let nodes = region(model, "meaning-pane");
        let strip = all_nodes(&nodes).into_iter().find(|node| has_class(node, "exchange")).cloned();
        strip.map(|strip| strip.text_content()).unwrap_or_default()
    };
    assert!(strip(&model).contains("no answer so far"), "{}", strip(&model));
    // Nobody waits for ever.
    while strip(&model) == "request#6no answer so far" {
        update(&mut model, Msg::from_key("f").expect("the key that lets time pass"));
        update(&mut model, Msg::SelectFrame(request));
    }
    settle(&mut model);
    update(&mut model, Msg::SelectFrame(request));
    let whole = strip(&model);
    assert!(whole.contains("cancelled"), "{whole}");
    let last = model.pair().frames().len() - 1;
    let belongs: Vec<_> = (request..=last)
        .filter(|frame| {
            update(&mut model, Msg::SelectFrame(*frame));
            strip(&model) == whole
        })
        .collect();
    assert!(belongs.len() >= 2, "{belongs:?}");
    update(&mut model, Msg::SelectFrame(1));
    assert!(strip(&model).contains("answer") && strip(&model).contains(" ms"), "{}", strip(&model));
    update(&mut model, Msg::SelectFrame(2));
    assert_eq!(strip(&model), "", "initialized belongs to no request");
}

#[test]
fn two_frames_are_compared_member_by_member() {
    let mut model = page(0);
    let text =
        |model: &Model| region(model, "message-pane").iter().map(Node::text_content).collect::<String>();
    let signs = |model: &Model, class: &str| {
        let nodes = region(model, "message-pane");
        let lines =
            all_nodes(&nodes).into_iter().filter(|node| has_class(node, "line") && has_class(node, class));
        lines.map(Node::text_content).collect::<Vec<_>>()
    };
    go(&mut model, "compare", "", "");
    assert!(text(&model).contains("Compared with frame 1") && text(&model).contains("\"initialize\""));
    update(&mut model, Msg::SelectFrame(2));
    assert!(text(&model).contains("Stop comparing"));
    let changed = signs(&model, "changed");
    assert!(
        matches!(&changed[..], [line] if line.contains("\"initialize\" → \"notifications/initialized\"")),
        "{changed:?}"
    );
    let removed = signs(&model, "removed");
    assert!(removed.len() == 2 && removed[0].contains("\"id\": 1"), "{removed:?}");
    assert!(removed.iter().all(|line| line.starts_with("−removed")), "not by colour alone: {removed:?}");
    // Backwards, what was gone has come.
    go(&mut model, "stop-comparing", "", "");
    go(&mut model, "compare", "", "");
    update(&mut model, Msg::SelectFrame(0));
    assert_eq!((signs(&model, "added").len(), signs(&model, "removed").len()), (2, 0));
    go(&mut model, "stop-comparing", "", "");
    assert!(signs(&model, "added").is_empty() && !text(&model).contains("Compared with"));
}

#[test]
fn what_was_wished_for_in_the_small_module_happens_in_the_large_one() {
    let mut model = page(0);
    let effects = update(&mut model, Msg::Wish("inspect search".to_owned()));
    let nodes = region(&model, "message-pane");
    let keys: Vec<_> = all_nodes(&nodes).into_iter().filter_map(|node| node.key.as_deref()).collect();
    let focus = |effects: &[Effect]| {
        effects.iter().find_map(|effect| match effect {
            Effect::Focus(name) => Some(name.clone()),
            _ => None,
        })
    };
    assert!(keys.contains(&focus(&effects).expect("the field").as_str()));
    let effects = update(&mut model, Msg::Wish("inspect compare".to_owned()));
    let nodes = region(&model, "message-pane");
    let keys: Vec<_> = all_nodes(&nodes).into_iter().filter_map(|node| node.key.as_deref()).collect();
    assert!(keys.contains(&focus(&effects).expect("what is compared").as_str()));
}

#[test]
fn the_rows_of_a_recording_know_their_exchange() {
    let mut model = open("en");
    let mut desk = Desk::default();
    let mut nothing = |_: &Model| {};
    let text = concat!(
        r#"> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","_meta":{"progressToken":"t"}}}"#,
        "\n",
        r#"< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1}}"#,
        "\n",
        r#"> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"b"}}"#,
        "\n",
        r#"> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}"#,
        "\n",
        r#"< {"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#,
        "\n"
    );
    for msg in [dom("go", "recording", ""), dom("draft", "", text), dom("open-draft", "", "")] {
        happen(&mut desk, &mut model, msg, &mut nothing);
    }
    let mut strip = |row: &str| {
        happen(&mut desk, &mut model, dom("row", row, ""), &mut nothing);
        let nodes = region(&model, "meaning-pane");
        let strip = all_nodes(&nodes).into_iter().find(|node| has_class(node, "exchange")).cloned();
        strip.map(|strip| strip.text_content()).unwrap_or_default()
    };
    for row in ["0", "1", "4"] {
        assert_eq!(strip(row), "request#1progress#2answer#5", "row {row}");
    }
    for row in ["2", "3"] {
        assert_eq!(strip(row), "request#3cancelled#4no answer so far", "row {row}");
    }
}
