//! Acting by hand in the page: frames of the reader's own, judged while they are written, sent whatever is said of them.
#![cfg(not(target_arch = "wasm32"))]

mod scenes;

use scenes::{all_nodes, answers, dom, open, region};
use wirelab::desk::{Ask, Desk, Reply};
use wirelab::panel::node::Node;
use wirelab::panel::{Body, Effect, Model, Move, Msg, Place, next_move, update};
use wirelab::proto::session::{Side, State};
use wirelab::sim::Script;

/// A page and a judge who answers it.
struct Page {
    model: Model,
    desk: Desk,
    effects: Vec<Effect>,
}

impl Page {
    fn open(language: &str) -> Self {
        Self { model: open(language), desk: Desk::default(), effects: Vec::new() }
    }

    /// After the handshake, with the tools known.
    fn ready() -> Self {
        let mut page = Self::open("en");
        while page.model.pair().client().state() != State::Initialized || page.model.pair().frames().len() < 5
        {
            page.go(Msg::Step);
        }
        page
    }

    /// Lets `msg` happen and everything that the judge answers; keeps the effects of all of it.
    fn go(&mut self, msg: Msg) {
        let mut msgs = vec![msg];
        self.effects.clear();
        while !msgs.is_empty() {
            let effects = update(&mut self.model, msgs.remove(0));
            msgs.extend(answers(&mut self.desk, &effects));
            self.effects.extend(effects);
        }
    }

    fn write(&mut self, text: &str) {
        self.go(dom("compose-text", "", text));
    }

    fn compose(&self) -> Vec<Node> {
        region(&self.model, "compose")
    }

    fn text(&self) -> String {
        self.compose().iter().map(Node::text_content).collect()
    }

    /// The rules that the judge names for what is written.
    fn rules(&self) -> Vec<&str> {
        let verdict = self.model.acting().verdict().expect("the judge has spoken");
        verdict.found.iter().map(|found| found.rule.as_str()).collect()
    }

    fn written(&self) -> &str {
        &self.model.acting().draft().expect("a frame is being written").text
    }

    /// The values of the choice of messages to begin with.
    fn menu(&self) -> Vec<String> {
        let nodes = self.compose();
        let options = all_nodes(&nodes).into_iter().filter(|node| node.tag == "option");
        options
            .filter_map(|option| option.get("value").filter(|value| !value.is_empty()))
            .map(str::to_owned)
            .collect()
    }

    /// The names of the messages that the list of an end has, first those that are fine now, then the others.
    fn listed(&self, side: &str) -> (Vec<String>, Vec<String>) {
        let nodes = region(&self.model, &format!("{side}-side"));
        let messages = |nodes: &[Node]| -> Vec<String> {
            let all =
                all_nodes(nodes).into_iter().filter(|node| node.get("data-msg") == Some("compose-take"));
            all.filter_map(|node| Some(node.get("data-arg")?.split_once(' ')?.1.to_owned())).collect()
        };
        let details: Vec<Node> =
            all_nodes(&nodes).into_iter().filter(|node| node.tag == "details").cloned().collect();
        let illegal = messages(&details);
        let mut fine = messages(&nodes);
        fine.retain(|name| !illegal.contains(name));
        (fine, illegal)
    }
}

fn ask_number(effects: &[Effect]) -> Option<u32> {
    effects.iter().find_map(|effect| match effect {
        Effect::Judge { number, ask: Ask::Frames { .. }, .. } => Some(*number),
        _ => None,
    })
}

#[test]
fn a_frame_is_begun_at_either_end_and_the_focus_goes_there_and_back() {
    for (wish, side) in [("compose client", Side::Client), ("compose server", Side::Server)] {
        let mut page = Page::ready();
        assert!(page.compose().is_empty());
        page.go(dom("wish", wish, ""));
        assert_eq!(page.model.acting().draft().map(|draft| draft.side), Some(side));
        assert!(page.effects.contains(&Effect::Focus("compose-text".to_owned())), "{:?}", page.effects);
        page.go(dom("compose-leave", "", ""));
        assert!(page.compose().is_empty());
        assert!(page.effects.contains(&Effect::Focus(format!("write-{side}"))));
    }
    let mut page = Page::ready();
    page.go(Msg::from_key("e").expect("a key"));
    page.write("begun");
    page.go(dom("wish", "compose server", ""));
    assert_eq!(page.written(), "begun", "what was begun is not thrown away");
    assert_eq!(page.model.acting().draft().map(|draft| draft.side), Some(Side::Server));
    page.go(dom("wish", "dance", ""));
    page.go(dom("wish", "compose nobody", ""));
    assert_eq!(page.written(), "begun");
}

#[test]
fn a_text_that_is_no_json_is_told_with_its_place_before_the_judge_speaks() {
    let mut page = Page::ready();
    page.go(dom("wish", "compose client", ""));
    update(&mut page.model, dom("compose-text", "", "{\"a\":1,\n \"周\": tru}"));
    let text = page.text();
    assert!(text.contains("line 2, column 7, byte 16"), "{text}");
    let nodes = page.compose();
    let mark = all_nodes(&nodes).into_iter().find(|node| node.tag == "mark").map(Node::text_content);
    assert_eq!(mark.as_deref(), Some("t"));
    update(&mut page.model, dom("compose-text", "", "{\"a\":"));
    assert!(page.text().contains("line 1, column 6, byte 5"), "{}", page.text());
    update(&mut page.model, dom("compose-text", "", "[1]"));
    assert!(page.text().contains("not an object") || page.text().contains("batch"), "{}", page.text());
    update(&mut page.model, dom("compose-text", "", " \n "));
    assert!(page.text().contains("Nothing is written yet."));
}

#[test]
fn the_judge_knows_what_was_written_before() {
    let mut page = Page::open("en");
    page.go(dom("wish", "compose client", ""));
    assert!(page.written().contains("\"initialize\""), "{}", page.written());
    assert_eq!(page.rules(), [""; 0], "the first word is fine");
    let call = r#"{"jsonrpc":"2.0","id":"x","method":"tools/list"}"#;
    page.write(call);
    assert_eq!(page.rules(), ["LC-01"], "before the handshake it is not");

    let mut page = Page::ready();
    page.go(dom("wish", "compose client", ""));
    page.write(call);
    assert_eq!(page.rules(), [""; 0], "after it it is");
    assert!(page.text().contains("No rule of 2025-11-25 is broken here and now."));
    page.write(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#);
    assert_eq!(page.rules(), ["JR-04"], "this id was used");
    page.go(dom("compose-as", "server", ""));
    page.write(r#"{"jsonrpc":"2.0","id":99,"result":{}}"#);
    assert_eq!(page.rules().len(), 1, "nobody has asked: {:?}", page.rules());
}

#[test]
fn while_the_judge_thinks_no_second_question_is_asked_and_a_late_answer_is_not_taken_for_one() {
    let mut page = Page::ready();
    let first = update(&mut page.model, dom("wish", "compose client", ""));
    let number = ask_number(&first).expect("a question");
    for text in ["{", "{}", "{\"jsonrpc\":\"2.0\",\"method\":\"x\"}"] {
        assert_eq!(ask_number(&update(&mut page.model, dom("compose-text", "", text))), None);
    }
    let reply = answers(&mut page.desk, &first).remove(0);
    let Msg::Judged { reply, .. } = &reply else { panic!("a reply") };
    let other = Msg::Judged { number: number + 7, reply: reply.clone() };
    assert!(update(&mut page.model, other).is_empty());
    assert!(page.model.acting().verdict().is_none());
    // The answer is there, and the next question is about what stands in the field now.
    let second = update(&mut page.model, Msg::Judged { number, reply: reply.clone() });
    let frames = second.iter().find_map(|effect| match effect {
        Effect::Judge { ask: Ask::Frames { frames, .. }, body: Some(Body::Text(before)), .. } => {
            assert!(before.starts_with("{\"wirelab\":1"), "the conversation so far comes with it");
            Some(frames.clone())
        }
        _ => None,
    });
    assert_eq!(frames, Some(vec![b"{\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n".to_vec()]));
}

#[test]
fn whatever_is_said_of_it_a_frame_is_sent_byte_for_byte() {
    let mut page = Page::ready();
    page.go(dom("wish", "compose server", ""));
    page.write("no JSON at all");
    page.go(dom("compose-end", "crlf", ""));
    page.go(dom("compose-send", "", ""));
    let sent = page.model.pair().frames().last().expect("a frame");
    assert_eq!((sent.from, sent.bytes.as_deref()), (Side::Server, Some(&b"no JSON at all\r\n"[..])));
    assert!(page.text().contains(&format!("Sent as frame {}.", page.model.pair().frames().len())));
    // Half a character, and nothing after it.
    page.go(dom("compose-form", "hex", ""));
    page.write("E5 91");
    page.go(dom("compose-end", "nothing", ""));
    assert!(page.text().contains("goes on waiting"));
    page.go(dom("compose-send", "", ""));
    assert_eq!(
        page.model.pair().frames().last().and_then(|frame| frame.bytes.clone()),
        Some(vec![0xE5, 0x91])
    );
    let frames = page.model.pair().frames().len();
    page.write("E5 9");
    assert!(page.text().contains("Character 5"), "{}", page.text());
    page.go(dom("compose-send", "", ""));
    assert_eq!(page.model.pair().frames().len(), frames, "half a byte cannot be sent");
    page.go(Msg::Back);
    assert_eq!(page.model.pair().frames().len(), frames - 1, "it can be undone like everything else");
}

#[test]
fn every_frame_can_be_changed_and_sent_again() {
    let mut page = Page::ready();
    let frames: Vec<_> = page.model.pair().frames().iter().map(|it| (it.from, it.bytes.clone())).collect();
    for (number, (from, bytes)) in frames.into_iter().enumerate() {
        page.go(dom("frame", &number.to_string(), ""));
        let pane = region(&page.model, "message-title");
        let button = all_nodes(&pane).into_iter().find(|node| node.get("data-msg") == Some("wish")).cloned();
        let button = button.expect("a button");
        page.go(dom("wish", button.get("data-arg").expect("a frame"), ""));
        let draft = page.model.acting().draft().expect("a frame is being written");
        assert_eq!((draft.side, draft.bytes().ok()), (from, bytes));
    }
    page.go(dom("wish", "again 99", ""));
    page.go(Msg::Close);
    page.go(Msg::SelectFrame(5));
    assert!(!region(&page.model, "message-title").iter().any(|node| node.get("data-msg") == Some("wish")));
}

#[test]
fn a_row_of_a_recording_becomes_a_frame_of_the_playground() {
    let mut page = Page::open("en");
    page.go(Msg::Go(Place::Recording));
    page.go(dom("draft", "", scenes::PASTED));
    page.go(dom("open-draft", "", ""));
    page.go(dom("row", "2", ""));
    assert!(
        region(&page.model, "message-title").iter().any(|node| node.get("data-msg") == Some("again-row"))
    );
    page.go(dom("again-row", "", ""));
    assert_eq!(page.model.place(), Place::Play);
    assert_eq!(page.written(), "启动完毕");
    assert_eq!(page.model.acting().draft().map(|draft| draft.side), Some(Side::Server));
}

#[test]
fn every_message_of_every_revision_can_be_begun_with_and_is_well_formed() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] {
        let mut page = Page::open("en");
        page.go(Msg::Offer(version.to_owned()));
        for side in ["client", "server"] {
            page.go(dom("wish", &format!("compose {side}"), ""));
            let menu = page.menu();
            assert!(menu.len() > 5, "{version} {side}: {menu:?}");
            for name in menu {
                page.go(dom("compose-begin", "", &name));
                let text = page.written().to_owned();
                assert!(text.contains(&format!("\"{name}\"")), "{text}");
                // What is not yet allowed is another matter: that is what the rules of the lifecycle are about.
                let known = ["LC-", "MD-", "SU-", "CN-", "PR-", "CA-", "TK-", "RE-", "CP-", "EL-", "LG-"];
                for rule in page.rules() {
                    assert!(
                        known.iter().any(|area| rule.starts_with(area)),
                        "{version} {side} {rule}: {text}"
                    );
                }
            }
        }
    }
}

#[test]
fn what_is_fine_now_is_told_apart_from_what_is_not_and_each_has_its_reason() {
    let mut page = Page::open("en");
    page.go(dom("wish", "list client", ""));
    let (fine, illegal) = page.listed("client");
    assert_eq!(fine, ["initialize", "ping"]);
    assert!(illegal.contains(&"tools/call".to_owned()));
    page.go(dom("compose-take", "client initialize", ""));
    assert_eq!(page.model.pair().client().state(), State::Initializing, "by the session");
    page.go(dom("compose-take", "client initialize", ""));
    assert!(page.written().contains("initialize"), "twice is a frame to look at first");

    let mut page = Page::ready();
    page.go(dom("wish", "list client", ""));
    let (fine, illegal) = page.listed("client");
    for name in ["ping", "tools/list", "tools/call", "resources/list", "prompts/get", "completion/complete"] {
        assert!(fine.contains(&name.to_owned()), "{name}: {fine:?} {illegal:?}");
    }
    assert!(illegal.contains(&"initialize".to_owned()), "{illegal:?}");
    let before = page.model.pair().frames().len();
    page.go(dom("compose-take", "client resources/list", ""));
    let frame = &page.model.pair().frames()[before];
    let text = String::from_utf8_lossy(frame.bytes.as_deref().expect("bytes")).into_owned();
    assert!(text.contains("\"id\":3"), "the session has given it an id: {text}");

    page.go(dom("wish", "list client", ""));
    assert_eq!(page.listed("client").0, [""; 0], "the list is put away");
    page.go(dom("wish", "list server", ""));
    let (fine, illegal) = page.listed("server");
    assert!(fine.contains(&"notifications/tools/list_changed".to_owned()), "{fine:?}");
    assert!(fine.contains(&"sampling/createMessage".to_owned()), "the client has declared it: {fine:?}");
    assert!(illegal.contains(&"notifications/elicitation/complete".to_owned()), "{illegal:?}");
    assert!(fine.contains(&"result 3".to_owned()), "the open request can be answered: {fine:?}");
}

/// Calls a tool and steps until the server's question is there; returns what stands at the client's side.
fn asked(page: &mut Page, tool: &str) -> String {
    while page.model.pair().frames().len() < 4 || next_move(&page.model) != Move::YourTurn {
        page.go(Msg::Step);
    }
    page.go(dom("tool", tool, ""));
    page.go(Msg::CallTool);
    for _ in 0..8 {
        page.go(Msg::Step);
    }
    assert_eq!(next_move(&page.model), Move::Answer, "{tool}");
    region(&page.model, "client-side").iter().map(|node| node.text_content() + "\n").collect()
}

/// The text of the result of the tool, once it is there.
fn told(page: &mut Page) -> String {
    for _ in 0..8 {
        page.go(Msg::Step);
    }
    assert_eq!(next_move(&page.model), Move::YourTurn);
    let bytes = page.model.pair().frames().last().and_then(|frame| frame.bytes.clone()).expect("bytes");
    String::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn the_reader_answers_for_user_model_and_host_in_either_era() {
    for era in ["2025-11-25", "modern"] {
        for (tool, shown, field, value, reaction, told_so) in [
            ("greet_user", "What is your name?", "name", "周杰伦", "accept", "Hello, 周杰伦!"),
            ("greet_user", "What is your name?", "name", "x", "decline", "does not want to give a name"),
            ("greet_user", "What is your name?", "name", "x", "cancel", "has closed the question"),
            ("ask_model", "What is the capital of France?", "text", "Lyon", "accept", "a-person says: Lyon"),
            ("show_roots", "roots/list", "uri", "file:///a%20b", "accept", "file:///a%20b"),
        ] {
            let mut page = Page::open("en");
            page.go(Msg::Offer(era.to_owned()));
            let side = asked(&mut page, tool);
            assert!(side.contains(shown), "{era} {tool}: {side}");
            page.go(dom("answer-field", field, value));
            page.go(dom("answer", if reaction == "accept" { "" } else { reaction }, ""));
            let told = told(&mut page);
            assert!(told.contains(told_so), "{era} {tool} {reaction}: {told}");
            // Whoever opens the link sees the same bytes.
            let text = page.model.script().expect("something has happened");
            let replayed =
                Script::from_text(&text).expect("a script").replay().expect("every action is possible");
            assert_eq!(replayed.frames(), page.model.pair().frames());
        }
    }
    let mut page = Page::open("en");
    asked(&mut page, "show_roots");
    page.go(dom("answer-presence", "absent uri", ""));
    page.go(dom("answer-presence", "absent name", ""));
    page.go(dom("answer", "", ""));
    assert!(told(&mut page).contains("The client works in no folder."));
    let mut page = Page::open("en");
    asked(&mut page, "ask_model");
    page.go(dom("answer", "refuse", ""));
    assert!(
        told(&mut page).contains("\"isError\":true"),
        "the tool tells the model what the client has said"
    );
}

#[test]
fn what_the_client_says_that_it_can_do_is_chosen_and_decides_what_it_is_asked() {
    let mut page = Page::open("en");
    page.go(dom("declare", "roots", ""));
    page.go(Msg::Step);
    let first = page.model.pair().frames()[0].bytes.clone().expect("bytes");
    let first = String::from_utf8(first).expect("UTF-8");
    assert!(first.contains(r#""capabilities":{"sampling":{},"elicitation":{}}"#), "{first}");
    let text = page.model.script().expect("something has happened");
    assert!(text.contains(r#""capabilities":{"sampling":{},"elicitation":{}}"#), "{text}");
    // What was switched off stays so in another revision; what that does not have is not offered.
    page.go(Msg::Offer("2024-11-05".to_owned()));
    let switches = |page: &Page| -> Vec<(String, bool)> {
        let side = region(&page.model, "client-side");
        let all = all_nodes(&side).into_iter().filter(|node| node.get("data-msg") == Some("declare"));
        let read =
            |node: &Node| Some((node.get("data-arg")?.to_owned(), node.get("aria-pressed")? == "true"));
        all.filter_map(read).collect()
    };
    let list =
        |all: &[(&str, bool)]| all.iter().map(|(name, on)| ((*name).to_owned(), *on)).collect::<Vec<_>>();
    assert_eq!(switches(&page), list(&[("roots", false), ("sampling", true)]));
    page.go(Msg::Offer("2025-06-18".to_owned()));
    assert_eq!(switches(&page), list(&[("roots", false), ("sampling", true), ("elicitation", true)]));
    while next_move(&page.model) != Move::YourTurn {
        page.go(Msg::Step);
    }
    page.go(dom("tool", "show_roots", ""));
    page.go(Msg::CallTool);
    assert!(told(&mut page).contains("the client has not declared"));
}

#[test]
fn the_step_button_leads_through_a_world_without_a_handshake() {
    let mut page = Page::open("en");
    page.go(Msg::Offer("modern".to_owned()));
    assert_eq!(next_move(&page.model), Move::Discover);
    while next_move(&page.model) != Move::YourTurn {
        page.go(Msg::Step);
    }
    let frames = page.model.pair().frames();
    let text = |at: usize| String::from_utf8_lossy(frames[at].bytes.as_deref().expect("bytes")).into_owned();
    assert_eq!(frames.len(), 4, "two for server/discover and two for the list");
    assert!(text(0).contains(r#""method":"server/discover""#), "{}", text(0));
    for at in [0, 2] {
        assert!(
            text(at).contains(r#""io.modelcontextprotocol/protocolVersion":"2026-07-28""#),
            "{}",
            text(at)
        );
    }
    let side: String = region(&page.model, "client-side").iter().map(Node::text_content).collect();
    assert!(side.contains("What is special about 2026-07-28") && side.contains("No handshake and no ping"));
    page.go(dom("wish", "list client", ""));
    let (fine, illegal) = page.listed("client");
    assert!(
        fine.contains(&"subscriptions/listen".to_owned()) && !fine.contains(&"ping".to_owned()),
        "{fine:?}"
    );
    assert!(!illegal.contains(&"ping".to_owned()), "this revision has no such message");
}

#[test]
fn the_whole_frame_of_a_call_is_shown_before_it_is_sent() {
    for era in ["2025-11-25", "modern"] {
        let mut page = Page::open("en");
        page.go(Msg::Offer(era.to_owned()));
        while next_move(&page.model) != Move::YourTurn {
            page.go(Msg::Step);
        }
        page.go(dom("tool", "play_music", ""));
        page.go(dom("presence", "null artist", ""));
        let side = region(&page.model, "client-side");
        let preview = all_nodes(&side).into_iter().find(|node| node.tag == "output").map(Node::text_content);
        page.go(Msg::CallTool);
        let sent = page.model.pair().frames().last().and_then(|frame| frame.bytes.clone()).expect("bytes");
        assert_eq!(preview.map(|text| text + "\n"), String::from_utf8(sent).ok(), "{era}");
    }
}

#[test]
fn what_is_wrong_stands_on_its_frame_as_soon_as_it_is_written() {
    let mut page = Page::ready();
    let row = |page: &Page, frame: usize| {
        let rows = region(&page.model, "wire-rows");
        let key = format!("frame-{frame}");
        let row = all_nodes(&rows).into_iter().find(|node| node.key.as_deref() == Some(&*key)).cloned();
        row.expect("a row").text_content()
    };
    let jump = |page: &Page| {
        let bar = region(&page.model, "time-bar");
        all_nodes(&bar)
            .into_iter()
            .find(|node| node.get("data-arg") == Some("next found"))
            .map(Node::text_content)
    };
    assert_eq!(jump(&page), None, "the two ends of the page keep the rules");
    page.go(dom("wish", "compose server", ""));
    let send = |page: &mut Page, text: &str| {
        page.write(text);
        page.go(dom("compose-send", "", ""));
        page.model.pair().frames().len() - 1
    };
    let print = send(&mut page, "listening on stdio");
    let answer = send(&mut page, r#"{"jsonrpc":"2.0","id":99,"result":{}}"#);
    assert!(row(&page, print).contains("FR-0"), "{}", row(&page, print));
    assert!(row(&page, answer).contains("JR-"), "{}", row(&page, answer));
    assert_eq!(jump(&page).as_deref(), Some("2 found ›"));
    for frame in [print, answer, print] {
        page.go(dom("wish", "next found", ""));
        assert_eq!(page.model.shown_frame(), Some(frame));
        let meaning: String = region(&page.model, "meaning-pane").iter().map(Node::text_content).collect();
        assert!(meaning.contains("broken by the server"), "{meaning}");
    }
    // In another language, and in a past that had none of it.
    page.go(dom("speak", "zh-Hans", ""));
    let meaning: String = region(&page.model, "meaning-pane").iter().map(Node::text_content).collect();
    assert!(meaning.contains("服务器违反"), "{meaning}");
    page.go(dom("seek", "", "3"));
    assert_eq!(jump(&page), None);
    page.go(dom("seek", "", "1000"));
    assert!(jump(&page).is_some());
    assert!(row(&page, print).contains("FR-0"));
}

#[test]
fn a_world_from_the_other_module_is_judged_as_well() {
    let mut page = Page::ready();
    page.go(dom("wish", "compose server", ""));
    page.write("listening on stdio");
    page.go(dom("compose-send", "", ""));
    let carried = page.model.carry();
    let mut page = Page::open("en");
    page.go(Msg::Carried(carried));
    let rows: String = region(&page.model, "wire-rows").iter().map(Node::text_content).collect();
    assert_eq!(rows.matches("The judge names ").count(), 1, "{rows}");
}

#[test]
fn a_judge_who_has_forgotten_everything_is_told_again() {
    let mut page = Page::ready();
    page.go(dom("wish", "compose server", ""));
    page.write("listening on stdio");
    page.go(dom("compose-send", "", ""));
    page.desk = Desk::default();
    page.go(Msg::Ping);
    let rows: String = region(&page.model, "wire-rows").iter().map(Node::text_content).collect();
    assert_eq!(rows.matches("The judge names ").count(), 1, "{rows}");
}

#[test]
fn an_answer_that_a_field_cannot_hold_is_told_and_an_error_is_sent_all_the_same() {
    for (reaction, answered) in [("", false), ("refuse", true)] {
        let mut page = Page::ready();
        page.go(dom("wish", "compose server", ""));
        page.write(
            r#"{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{"message":"How many?","requestedSchema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}}}"#,
        );
        page.go(dom("compose-send", "", ""));
        page.go(Msg::Step);
        page.go(dom("answer-field", "n", "many"));
        let frames = page.model.pair().frames().len();
        page.go(dom("answer", reaction, ""));
        assert_eq!(page.model.pair().frames().len() > frames, answered, "{reaction}");
        let side: String = region(&page.model, "client-side").iter().map(Node::text_content).collect();
        let told = side.matches("“n” holds something that this kind of field cannot.").count();
        assert_eq!(
            told,
            if answered { 0 } else { 2 },
            "beside the field and as the answer to the button: {side}"
        );
    }
}

#[test]
fn a_server_that_is_answered_for_waits_for_each_decision() {
    let held = |page: &Page| {
        page.model.pair().server().held().map(|request| request.method.clone()).collect::<Vec<_>>()
    };
    let mut page = Page::ready();
    page.go(dom("hold", "", ""));
    for _ in 0..3 {
        page.go(Msg::ListTools);
        page.go(Msg::Step);
    }
    assert_eq!(held(&page), ["tools/list"; 3]);
    assert_eq!(next_move(&page.model), Move::Answer);
    let frames = page.model.pair().frames().len();
    // As it would by itself.
    page.go(dom("hold-serve", "3", ""));
    assert_eq!((held(&page).len(), page.model.pair().frames().len()), (2, frames + 1));
    // In the reader's words; the session forgets it.
    page.go(dom("hold-reply", "4", ""));
    assert_eq!(page.written(), r#"{"jsonrpc":"2.0","id":4,"result":{"tools":[]}}"#);
    assert_eq!(page.rules(), [""; 0]);
    page.go(dom("compose-send", "", ""));
    assert_eq!((held(&page).len(), page.model.pair().frames().len()), (1, frames + 2));
    // Never: the client goes on waiting.
    page.go(dom("hold-forget", "5", ""));
    assert_eq!(held(&page), [""; 0]);
    assert_eq!(page.model.pair().server().connection().session().open_count(), 0);
    page.go(Msg::Step);
    page.go(Msg::Step);
    let waiting: Vec<_> =
        page.model.pair().client().open_requests().map(|open| open.id.to_string()).collect();
    assert_eq!(waiting, ["5"]);
    // What is kept when it answers by itself again is answered then.
    page.go(Msg::ListTools);
    page.go(Msg::Step);
    page.go(dom("hold", "", ""));
    assert!(!page.model.pair().server().holds() && held(&page).is_empty());
    let text = page.model.script().expect("something has happened");
    let replayed = Script::from_text(&text).expect("a script").replay().expect("every action is possible");
    assert_eq!(replayed.frames(), page.model.pair().frames());
}

#[test]
fn a_judge_who_cannot_be_had_is_not_asked_without_end() {
    let failed = |effects: &[Effect]| {
        let number = |effect: &Effect| match effect {
            Effect::Judge { number, .. } => Some(*number),
            _ => None,
        };
        effects
            .iter()
            .find_map(number)
            .map(|number| Msg::Judged { number, reply: Reply::Failed(String::new()) })
    };
    let mut model = open("en");
    for msg in [Msg::Initialize, Msg::Step, Msg::Step] {
        let mut asked = 0;
        let mut effects = update(&mut model, msg);
        while let Some(reply) = failed(&effects) {
            asked += 1;
            assert!(asked < 4, "once for each word that is written, and not for each failure");
            effects = update(&mut model, reply);
        }
        assert!(asked > 0, "he may be there by now");
    }
}
