//! The page without a page: a newcomer's way through it, and what every view of it must and must not say.
#![cfg(not(target_arch = "wasm32"))]

mod scenes;

use std::collections::BTreeSet;

use scenes::{all_nodes, dom, open, region, scenes, walk};
use wirelab::demo::{QueryError, answer};
use wirelab::lint::Rule;
use wirelab::panel::node::Node;
use wirelab::panel::text::Language;
use wirelab::panel::{Effect, Environment, Model, Msg, Provocation, RUN_INTERVAL, Theme, update, view};
use wirelab::proto::mcp::{CallToolResult, METHODS};
use wirelab::proto::session::State;

fn steps_until(model: &mut Model, done: impl Fn(&Model) -> bool) {
    for _ in 0..100 {
        if done(model) {
            return;
        }
        let before = model.pair().actions().len();
        update(model, Msg::Step);
        assert!(model.pair().actions().len() > before, "the step button does nothing before that");
    }
    panic!("a hundred steps do not lead there");
}

/// Steps until the step button has nothing left to do.
fn settle(model: &mut Model) {
    steps_until(model, |model| !is_enabled(model, "step"));
}

/// Whether the button of the time bar that sends `msg` can be pressed.
fn is_enabled(model: &Model, msg: &str) -> bool {
    let bar = region(model, "time-bar");
    let button = all_nodes(&bar).into_iter().find(|node| node.get("data-msg") == Some(msg)).cloned();
    button.expect("the button is there").get("disabled").is_none()
}

fn text_of(model: &Model, name: &str) -> String {
    region(model, name).iter().map(|node| node.text_content() + "\n").collect()
}

/// The value of a field of the form.
fn field(model: &Model, name: &str) -> Option<String> {
    let side = region(model, "client-side");
    let found = all_nodes(&side)
        .into_iter()
        .find(|node| node.get("data-msg") == Some("field") && node.get("data-arg") == Some(name))?;
    found.get("value").map(str::to_owned)
}

// A newcomer's way.

#[test]
fn a_newcomer_gets_from_the_welcome_to_a_song_with_one_button() {
    let mut model = open("en");
    assert!(text_of(&model, "wire-rows").contains("Two programs are about to meet."));
    steps_until(&mut model, |model| model.pair().client().state() == State::Initialized);
    assert_eq!(field(&model, "a"), None, "no form before the tools are known");
    settle(&mut model);
    assert!(text_of(&model, "time-bar").contains("Your turn: call a tool, or make something go wrong."));
    assert!(text_of(&model, "time-bar").contains("In 29.988 s: the client pings by itself."));
    assert_eq!(field(&model, "a").as_deref(), Some("1"));
    assert_eq!(field(&model, "b").as_deref(), Some("2"));

    update(&mut model, dom("tool", "play_music", ""));
    assert_eq!(field(&model, "artist").as_deref(), Some("周杰伦"), "the schema's example");
    update(&mut model, dom("call", "", ""));
    settle(&mut model);
    let newest = model.shown_frame().expect("a frame");
    assert_eq!(newest, 6, "three of the handshake, two of the list, two of the call");
    assert!(text_of(&model, "meaning-pane").contains("正在播放：周杰伦 - 晴天"));
    update(&mut model, dom("frame", "5", ""));
    assert_eq!(model.shown_frame(), Some(5));
    assert!(text_of(&model, "message-pane").contains("\"artist\": \"周杰伦\""));
    assert!(text_of(&model, "bytes-pane").contains("e5 91 a8"));
}

#[test]
fn every_tool_can_be_called_with_its_samples() {
    let mut model = open("en");
    settle(&mut model);
    let side = region(&model, "server-side");
    let tools: Vec<_> = all_nodes(&side)
        .into_iter()
        .filter(|node| node.get("data-msg") == Some("tool"))
        .filter_map(|node| node.get("data-arg").map(str::to_owned))
        .collect();
    assert_eq!(tools.len(), 16);
    for tool in tools {
        let frames = model.pair().frames().len();
        update(&mut model, Msg::ChooseTool(tool.clone()));
        update(&mut model, Msg::CallTool);
        settle(&mut model);
        assert_eq!(model.pair().frames().len(), frames + 2, "{tool}");
        let answer = text_of(&model, "meaning-pane");
        assert!(!answer.contains("Invalid arguments"), "{tool}: {answer}");
    }
}

#[test]
fn what_is_written_into_a_field_goes_out_and_nonsense_does_not() {
    let mut model = open("en");
    settle(&mut model);
    update(&mut model, dom("field", "a", "9007199254740993.10"));
    assert!(text_of(&model, "client-side").contains("{\"a\":9007199254740993.10,\"b\":2}"));
    update(&mut model, Msg::CallTool);
    settle(&mut model);
    assert!(text_of(&model, "meaning-pane").contains("{\"result\":9007199254740995.1}"));

    let frames = model.pair().frames().len();
    update(&mut model, dom("field", "b", "two"));
    update(&mut model, Msg::CallTool);
    assert_eq!(model.pair().frames().len(), frames, "nothing was sent");
    assert!(text_of(&model, "client-side").contains("“b” holds something"));

    update(&mut model, dom("presence", "absent b", ""));
    assert!(text_of(&model, "client-side").contains("{\"a\":9007199254740993.10}"));
    update(&mut model, dom("presence", "null b", ""));
    assert!(text_of(&model, "client-side").contains("{\"a\":9007199254740993.10,\"b\":null}"));
}

#[test]
fn every_frame_can_be_looked_at_and_has_bytes_a_message_and_a_meaning() {
    let mut model = open("en");
    settle(&mut model);
    for number in 0..model.pair().frames().len() {
        update(&mut model, Msg::SelectFrame(number));
        assert_eq!(model.shown_frame(), Some(number));
        for pane in ["bytes-pane", "message-pane", "meaning-pane", "bytes-title"] {
            assert!(!text_of(&model, pane).trim().is_empty(), "{pane} of frame {number}");
        }
    }
    update(&mut model, Msg::SelectFrame(usize::MAX));
    assert_eq!(model.shown_frame(), Some(model.pair().frames().len() - 1));
}

#[test]
fn a_refusal_stays_until_the_reader_does_something_else() {
    let mut model = open("en");
    update(&mut model, Msg::ListTools);
    let refused = |model: &Model| text_of(model, "client-side").contains("Not sent");
    assert!(refused(&model), "before the handshake only ping may be sent");
    for msg in [Msg::Wake, Msg::NextTheme, Msg::ToggleHelp, Msg::Speak(Language::English)] {
        update(&mut model, msg);
        assert!(refused(&model));
    }
    update(&mut model, Msg::Step);
    assert!(!refused(&model));
}

#[test]
fn each_provoked_error_is_shown_in_its_layer() {
    let layer = |model: &Model, number: usize| region(model, "layers-pane")[number].text_content();
    let mut model = open("en");
    settle(&mut model);
    let none = "None yet.";
    assert!(layer(&model, 0).contains(none) && layer(&model, 1).contains(none));
    update(&mut model, Msg::Provoke(Provocation::FailingTool));
    settle(&mut model);
    assert!(layer(&model, 0).contains(none), "the tool's failure is none of JSON-RPC");
    assert_eq!(
        layer(&model, 1).matches("Error: no such file: /tmp/missing.txt").count(),
        2,
        "said, and seen"
    );
    for (kind, said) in [
        (Provocation::UnknownTool, ["Unknown tool: no_such_tool", "-32602"]),
        (Provocation::UnknownMethod, ["Method not found", "-32601"]),
    ] {
        update(&mut model, Msg::Provoke(kind));
        settle(&mut model);
        let shown = layer(&model, 0);
        assert!(said.iter().all(|said| shown.contains(said)), "{kind:?}: {shown}");
        assert!(shown.contains("Nothing."), "the model sees nothing of it");
    }
    assert!(layer(&model, 1).contains("missing.txt"), "the other layer keeps its case");
    assert_eq!(model.pair().client().state(), State::Initialized);
}

#[test]
fn back_undoes_one_thing_after_another_and_reset_all_of_them() {
    let mut model = open("en");
    let mut past = vec![model.pair().trace()];
    settle(&mut model);
    for msg in [Msg::CallTool, Msg::Provoke(Provocation::UnknownTool), Msg::Ping, Msg::Close] {
        update(&mut model, msg);
    }
    settle(&mut model);
    let actions = model.pair().actions().to_vec();
    for length in 1..=actions.len() {
        let mut again = open("en");
        for action in &actions[..length] {
            let _ = again_as(&mut again, action);
        }
        past.push(again.pair().trace());
    }
    assert_eq!(past.last(), Some(&model.pair().trace()));
    while let Some(expected) = past.pop() {
        assert_eq!(model.pair().trace(), expected);
        assert_eq!(is_enabled(&model, "back"), !model.pair().actions().is_empty());
        let effects = update(&mut model, Msg::Back);
        assert!(effects.contains(&Effect::StopWaking));
    }
    assert_eq!(field(&model, "a"), None, "the form went with the list");

    // Nothing is lost: the step button repeats it all.
    settle(&mut model);
    assert_eq!(model.pair().actions(), actions);
    // Nor by beginning anew: what was done is another way, until the reader discards it.
    update(&mut model, Msg::Reset);
    assert!(model.pair().actions().is_empty());
    update(&mut model, dom("branch", "1", ""));
    assert_eq!(model.pair().actions(), actions);
    update(&mut model, Msg::Reset);
    update(&mut model, dom("discard-branch", "2", ""));
    assert_eq!(view(&model), view(&open("en")));
}

/// Does to a page what was done to another world.
fn again_as(model: &mut Model, action: &wirelab::sim::Action) -> Vec<Effect> {
    use wirelab::sim::{Action, Command};
    let msg = match action {
        Action::Step => Msg::Step,
        Action::Command(Command::Initialize) => Msg::Initialize,
        Action::Command(Command::ListTools) => Msg::ListTools,
        Action::Command(Command::Ping) => Msg::Ping,
        Action::Command(Command::Close) => Msg::Close,
        Action::Command(Command::CallTool { name, .. }) if name == "add" => Msg::CallTool,
        Action::Command(Command::CallTool { .. }) => Msg::Provoke(Provocation::UnknownTool),
        other => panic!("{other:?} was not done"),
    };
    update(model, msg)
}

#[test]
fn a_run_wakes_itself_until_it_is_the_readers_turn() {
    let mut model = open("en");
    let mut effects = update(&mut model, Msg::ToggleRun);
    let mut wakes = 0;
    while effects.last() == Some(&Effect::WakeAfter(RUN_INTERVAL)) {
        let waking = |effect: &&Effect| matches!(effect, Effect::WakeAfter(_) | Effect::StopWaking);
        assert_eq!(effects.iter().filter(waking).count(), 1);
        assert!(text_of(&model, "time-bar").contains("Pause"));
        wakes += 1;
        assert!(wakes < 100, "it never ends");
        effects = update(&mut model, Msg::Wake);
    }
    assert_eq!(effects.last(), Some(&Effect::StopWaking));
    assert!(text_of(&model, "time-bar").contains("Run"));
    assert_eq!(field(&model, "a").as_deref(), Some("1"), "the tools are there");
    assert_eq!(update(&mut model, Msg::Wake), [], "a wake-up that comes too late does nothing");

    update(&mut model, Msg::Reset);
    update(&mut model, Msg::ToggleRun);
    assert_eq!(update(&mut model, Msg::ToggleRun), [Effect::StopWaking]);
    let frames = model.pair().frames().len();
    assert_eq!(update(&mut model, Msg::Wake), []);
    assert_eq!(model.pair().frames().len(), frames);
}

// The database.

/// A page whose reader has sent `SELECT 1` to the server, with the question that the page asks then.
fn asking(language: &str) -> (Model, u32) {
    let languages = vec![language.to_owned()];
    let mut model = Model::new(&Environment { languages, database: true, ..Environment::default() });
    settle(&mut model);
    let number = ask(&mut model);
    (model, number)
}

/// Sends `SELECT 1`; the number of the question that the page asks when it arrives.
fn ask(model: &mut Model) -> u32 {
    update(model, dom("tool", "query_db", ""));
    update(model, dom("field", "sql", "SELECT 1"));
    assert_eq!(questions(&update(model, Msg::CallTool)), NO_QUESTION, "it is on the wire");
    match questions(&update(model, Msg::Step)).as_slice() {
        [number] => *number,
        other => panic!("{other:?}"),
    }
}

const NO_QUESTION: [u32; 0] = [];

/// The numbers of the questions among `effects`.
fn questions(effects: &[Effect]) -> Vec<u32> {
    let number = |effect: &Effect| match effect {
        Effect::Query { number, query, script } => {
            assert_eq!((query.sql.as_str(), script), ("SELECT 1", &None));
            Some(*number)
        }
        _ => None,
    };
    effects.iter().filter_map(number).collect()
}

fn one_row() -> CallToolResult {
    CallToolResult::text("1\n1")
}

#[test]
fn a_query_waits_for_the_database_and_then_is_one_step() {
    for (language, words) in [("en", "The database is asked."), ("zh", "正在查询数据库。")] {
        let (mut model, number) = asking(language);
        assert!(text_of(&model, "time-bar").contains(words), "{}", text_of(&model, "time-bar"));
        assert!(!is_enabled(&model, "step") && is_enabled(&model, "back") && is_enabled(&model, "reset"));
        let (frames, now) = (model.pair().frames().len(), model.pair().now());
        assert_eq!(
            update(&mut model, Msg::Step),
            [],
            "time does not run on to the end of the client's patience"
        );
        assert_eq!(update(&mut model, Msg::Queried { number, result: one_row() }), []);
        assert_eq!(model.pair().frames().len(), frames, "the reader says when");
        assert!(is_enabled(&model, "step"));
        settle(&mut model);
        assert_eq!(model.pair().frames().len(), frames + 1);
        assert!(text_of(&model, "message-pane").contains(r#""text": "1\n1""#));
        assert!(model.pair().now().saturating_since(now).as_millis() < 10);
    }
}

#[test]
fn a_database_that_cannot_be_had_is_an_error_that_the_model_sees() {
    let (mut model, number) = asking("en");
    let result = answer(Err(QueryError::Unavailable("Failed to fetch".to_owned())));
    update(&mut model, Msg::Queried { number, result });
    settle(&mut model);
    let layers = text_of(&model, "layers-pane");
    assert!(layers.contains("The database is not available: Failed to fetch"), "{layers}");
    let again = ask(&mut model);
    update(&mut model, Msg::Queried { number: again, result: one_row() });
    settle(&mut model);
    assert!(text_of(&model, "message-pane").contains(r#""text": "1\n1""#), "the next query asks anew");
}

#[test]
fn going_back_asks_nothing_and_finds_the_answer_again() {
    let (mut model, number) = asking("en");
    update(&mut model, Msg::Ping);
    assert_eq!(questions(&update(&mut model, Msg::Back)), NO_QUESTION, "still asked");
    update(&mut model, Msg::Queried { number, result: one_row() });
    settle(&mut model);
    let frames = model.pair().frames().to_vec();
    // Before the answer arrived, and before it was given.
    for _ in 0..2 {
        assert_eq!(questions(&update(&mut model, Msg::Back)), NO_QUESTION);
    }
    assert!(is_enabled(&model, "step"));
    settle(&mut model);
    assert_eq!(model.pair().frames(), frames);
}

#[test]
fn a_late_answer_belongs_to_the_question_that_was_asked_and_to_no_other() {
    let (mut model, first) = asking("en");
    update(&mut model, Msg::Back);
    update(&mut model, Msg::Back);
    let second = ask(&mut model);
    assert_ne!(first, second);
    update(&mut model, Msg::Queried { number: first, result: answer(Err(QueryError::Empty)) });
    assert!(!is_enabled(&model, "step"), "the call has the same id and waits for its own answer");
    update(&mut model, Msg::Reset);
    update(&mut model, Msg::Queried { number: second, result: one_row() });
    assert!(model.pair().actions().is_empty());
    settle(&mut model);
}

#[test]
fn a_call_that_waits_for_the_database_can_be_ended() {
    let (mut model, number) = asking("en");
    update(&mut model, Msg::Close);
    update(&mut model, Msg::Step);
    update(&mut model, Msg::Queried { number, result: one_row() });
    settle(&mut model);
    assert_eq!(model.pair().client().state(), State::Closed);
    assert_eq!(model.pair().server().connection().session().state(), State::Closed);
}

#[test]
fn another_script_is_asked_from_the_next_query_on() {
    let (mut model, number) = asking("en");
    let script = Some("CREATE TABLE t (a)".to_owned());
    update(&mut model, dom("open", "database", ""));
    update(&mut model, dom("write-document", "", script.as_deref().unwrap_or_default()));
    assert_eq!(update(&mut model, Msg::Save), []);
    update(&mut model, Msg::Queried { number, result: one_row() });
    settle(&mut model);
    update(&mut model, Msg::CallTool);
    let effects = update(&mut model, Msg::Step);
    let asked = effects.iter().find_map(|effect| match effect {
        Effect::Query { script, .. } => Some(script),
        _ => None,
    });
    assert_eq!(asked, Some(&script));
}

#[test]
fn a_run_rests_while_the_database_is_asked_and_goes_on_with_the_answer() {
    let (mut model, number) = asking("en");
    assert_eq!(update(&mut model, Msg::ToggleRun), [Effect::StopWaking]);
    assert_eq!(update(&mut model, Msg::Wake), [Effect::StopWaking], "a wake-up that was under way");
    let effects = update(&mut model, Msg::Queried { number, result: one_row() });
    assert_eq!(effects, [Effect::WakeAfter(RUN_INTERVAL)]);
    assert!(update(&mut model, Msg::Wake).contains(&Effect::WakeAfter(RUN_INTERVAL)), "answered");
    assert!(update(&mut model, Msg::Wake).contains(&Effect::StopWaking), "arrived");
    assert!(text_of(&model, "message-pane").contains(r#""text": "1\n1""#));
}

#[test]
fn every_place_to_reveal_is_on_the_page() {
    for scene in scenes() {
        let mut model = open("en");
        for msg in &scene.msgs {
            for effect in update(&mut model, msg.clone()) {
                let Effect::Reveal(name) = effect else { continue };
                let view = view(&model);
                let found = view
                    .regions
                    .iter()
                    .flat_map(|(_, nodes)| all_nodes(nodes))
                    .any(|node| node.key.as_deref() == Some(&*name));
                assert!(found, "{}: nothing has the key {name:?} after {msg:?}", scene.name);
            }
        }
    }
}

#[test]
fn two_tools_at_work_each_show_their_own_time() {
    let mut model = open("en");
    settle(&mut model);
    update(&mut model, Msg::ChooseTool("slow".to_owned()));
    for ms in ["5000", "9000"] {
        update(&mut model, dom("field", "ms", ms));
        update(&mut model, Msg::CallTool);
    }
    update(&mut model, Msg::Step);
    update(&mut model, Msg::Step);
    let side = text_of(&model, "server-side");
    assert!(side.contains("5.000 s left") && side.contains("9.000 s left"), "{side}");
}

#[test]
fn language_and_theme_are_kept_and_come_back() {
    let mut model = open("fr-CH");
    assert_eq!(view(&model).lang, "en", "a language that the page does not have");
    let saved = update(&mut model, dom("speak", "zh-Hans", ""));
    assert_eq!(saved, [Effect::Save { key: "language", value: "zh-Hans".to_owned() }]);
    assert_eq!(view(&model).lang, "zh-Hans");
    let themes: Vec<_> = (0..Theme::ALL.len())
        .map(|_| match update(&mut model, Msg::NextTheme).as_slice() {
            [Effect::Save { key: "theme", value }] => value.clone(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(themes, ["light", "dark", "system"]);
    let kept = |language: &str, theme: &str| Environment {
        languages: vec!["en".to_owned()],
        saved: vec![("language".to_owned(), language.to_owned()), ("theme".to_owned(), theme.to_owned())],
        ..Environment::default()
    };
    let again = view(&Model::new(&kept("zh-Hans", "dark")));
    assert_eq!((again.lang, again.theme), ("zh-Hans", "dark"));
    let nonsense = view(&Model::new(&kept("<b>", "\u{0}")));
    assert_eq!((nonsense.lang, nonsense.theme), ("en", "system"));
}

// Every view.

#[test]
fn nothing_on_any_view_lacks_its_name() {
    for language in Language::ALL {
        walk(language.tag(), |scene, model| {
            let view = view(model);
            assert!(view.texts.iter().all(|(_, text)| !text.trim().is_empty()), "{scene}");
            assert!(
                view.attrs.iter().all(|(.., value)| value.as_ref().is_none_or(|v| !v.is_empty())),
                "{scene}"
            );
            let mut ids = BTreeSet::new();
            let mut labelled = BTreeSet::new();
            for (region, nodes) in &view.regions {
                for node in all_nodes(nodes) {
                    // Only where something is wrong: a node with all that is in it is a long text.
                    let at = || format!("{scene}, {region}: {node:?}");
                    labelled.extend(node.get("for").map(str::to_owned));
                    if let Some(id) = node.get("id") {
                        assert!(ids.insert(id.to_owned()), "twice the same id: {}", at());
                    }
                    assert!(node.get("aria-label").is_none_or(|label| !label.trim().is_empty()), "{}", at());
                    assert!(
                        node.text.is_none() || node.children.is_empty(),
                        "text or children, not both: {}",
                        at()
                    );
                    let named = || node.get("aria-label").is_some() || !node.text_content().trim().is_empty();
                    match node.tag {
                        "button" | "label" | "h2" | "h3" | "h4" | "option" | "dt" | "dd" => {
                            assert!(named(), "{}", at())
                        }
                        "section" if node.get("aria-label").is_none() => {
                            assert_eq!(node.children.first().map(|child| child.tag), Some("h3"), "{}", at());
                        }
                        "svg" => {
                            let hidden = node.get("aria-hidden") == Some("true");
                            let drawn = node.get("role") == Some("img") && node.get("aria-label").is_some();
                            assert!(hidden || drawn, "{}", at());
                        }
                        _ => {}
                    }
                    if matches!(node.get("role"), Some("group" | "img")) {
                        assert!(node.get("aria-label").is_some(), "{}", at());
                    }
                }
                for node in unlabelled_fields(nodes) {
                    let id = node.get("id").unwrap_or_default();
                    assert!(labelled.contains(id), "{scene}, {region}: no label for {node:?}");
                }
            }
            assert!(labelled.iter().all(|id| ids.contains(id)), "{scene}: a label for nothing");
        });
    }
}

/// Fields that no `label` around them and no `aria-label` names.
fn unlabelled_fields(nodes: &[Node]) -> Vec<&Node> {
    let mut found = Vec::new();
    for node in nodes.iter().filter(|node| node.tag != "label") {
        if matches!(node.tag, "input" | "select" | "textarea") && node.get("aria-label").is_none() {
            found.push(node);
        }
        found.extend(unlabelled_fields(&node.children));
    }
    found
}

#[test]
fn every_element_that_can_be_used_sends_a_message_that_exists() {
    let mut sent = BTreeSet::new();
    walk("en", |scene, model| {
        for (_, nodes) in &view(model).regions {
            for node in all_nodes(nodes) {
                if let Some(name) = node.get("data-msg") {
                    // A place in pixels is the one value that not every text is.
                    let value = match name {
                        "scroll" => "0 280",
                        "seek" => node.get("value").expect("where it is"),
                        _ => all_nodes(&node.children)
                            .iter()
                            .rev()
                            .find_map(|option| option.get("value"))
                            .unwrap_or_default(),
                    };
                    let msg = Msg::from_dom(name, node.get("data-arg").expect("with its argument"), value);
                    assert!(msg.is_some(), "{scene}: {node:?}");
                    sent.insert(name.to_owned());
                }
                let usable = matches!(node.tag, "button" | "select" | "input");
                // A form is submitted as a whole; a file goes to the shell.
                let submits = matches!(node.get("type"), Some("submit" | "file"));
                assert!(
                    !usable || submits || node.get("data-msg").is_some(),
                    "{scene}: {node:?} does nothing"
                );
            }
        }
    });
    assert!(sent.len() >= 26, "the scenes show nearly everything there is: {sent:?}");
}

#[test]
fn a_chinese_reader_meets_no_english() {
    let known: BTreeSet<&str> = wire_words();
    let mut found = BTreeSet::new();
    walk("zh-CN", |scene, model| {
        let view = view(model);
        let constant = view.texts.iter().map(|(_, text)| (*text).to_owned());
        let spoken = view.attrs.iter().filter(|(_, name, _)| name.starts_with("aria-"));
        let labels = spoken.filter_map(|(.., value)| value.clone());
        let mut words: Vec<_> = constant.chain(labels).chain([view.title.clone()]).collect();
        view.regions.iter().for_each(|(_, nodes)| collect_words(nodes, &mut words));
        for text in words {
            for word in ascii_words(&text) {
                if !known.contains(word.as_str()) {
                    found.insert(format!("{word:?} in {text:?} ({scene})"));
                }
            }
        }
    });
    assert!(found.is_empty(), "{found:#?}");
}

/// Texts for the reader: all but what is quoted from the wire.
fn collect_words(nodes: &[Node], words: &mut Vec<String>) {
    for node in nodes {
        let class = node.get("class").unwrap_or_default();
        // Bytes and JSON of frames; sentences of the judge, which have tests of their own; names, descriptions and messages that the peers wrote; keys of the keyboard.
        let quoted = matches!(
            class,
            "hex" | "json" | "raw" | "preview" | "description" | "tools" | "sees" | "sentence"
        ) || matches!(node.tag, "code" | "cite" | "kbd" | "blockquote" | "small")
            || node.get("lang").is_some();
        let is_hint = node.tag == "small" && node.text.as_deref().is_some_and(is_chinese);
        words.extend(node.get("aria-label").map(str::to_owned));
        if !quoted || is_hint {
            words.extend(node.text.as_deref().map(str::to_owned));
            collect_words(&node.children, words);
        }
    }
}

fn is_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

/// The words of ASCII letters in a text, without what stands in Chinese quotation marks: those quote the wire.
fn ascii_words(text: &str) -> Vec<String> {
    let mut outside = String::new();
    let mut depth = 0_usize;
    for c in text.chars() {
        match c {
            '“' => depth += 1,
            '”' => depth = depth.saturating_sub(1),
            _ if depth == 0 => outside.push(c),
            _ => {}
        }
    }
    let words = outside.split(|c: char| !(c.is_ascii_alphanumeric() || "/_-.".contains(c)));
    let is_rule = |word: &&str| Rule::find(word.trim_end_matches('.')).is_some();
    let words = words.filter(|word| !is_rule(word));
    words.filter(|word| word.contains(|c: char| c.is_ascii_alphabetic())).map(str::to_owned).collect()
}

fn wire_words() -> BTreeSet<&'static str> {
    let methods = METHODS.iter().map(|method| method.name);
    let names = [
        // Names of things.
        "Wirelab",
        "MCP",
        "JSON-RPC",
        "HTTP",
        "JSON",
        "Schema",
        "stdio",
        "_meta",
        "English",
        // What the client declares, and the short name of the method that begins without a handshake.
        "roots",
        "sampling",
        "elicitation",
        "discover",
        // What stands in heads of HTTP, and what a user makes of a question.
        "GET",
        "POST",
        "PUT",
        "DELETE",
        "OK",
        "Accepted",
        "Not",
        "Acceptable",
        "Accept",
        "Origin",
        "application/json",
        "text/event-stream",
        "accept",
        "decline",
        "cancel",
        // A field of a form that a server asks to be filled, and the id of a frame written by hand.
        "name",
        "hand-1",
        // Programs whose output can be read, and what can be made of it.
        "Claude",
        "Desktop",
        "VS",
        "Code",
        "Cursor",
        "Inspector",
        "strace",
        "Markdown",
        "HTML",
        ".wire.jsonl",
        // Programs that the ends can behave like, and what is said of them.
        "python-sdk",
        "typescript-sdk",
        "rmcp",
        "SDK",
        "BOM",
        "NaN",
        "MiB",
        // Members and values of messages, as they stand on the wire; where the levels of a log are laid down.
        "RFC",
        "LSP",
        // Programs, signals and functions that are to blame for what goes wrong.
        "SDK",
        "Python",
        "Windows",
        "npx",
        "shell",
        "SIGSTOP",
        "SIGTERM",
        "SIGKILL",
        "print",
        "flush",
        "write",
        "json.dumps",
        "indent",
        "splitlines",
        // Sizes, encodings, a character, and a number that JSON does not have.
        "U",
        "KiB",
        "GBK",
        "Latin-1",
        "NaN",
        "Content-Length",
        "0d",
        "debug",
        "emergency",
        "complete",
        "input_required",
        "private",
        "public",
        "schema",
        "token",
        "id",
        "isError",
        "error",
        "result",
        "null",
        "jsonrpc",
        "method",
        "params",
        "initialized",
        "wirelab",
        "0a",
        "tools",
        "resources",
        "prompts",
        "completions",
        "logging",
        "tasks",
        "true",
        "false",
        "error.code",
        "error.message",
        "inputSchema",
        "outputSchema",
        // Tools and methods that the page offers to call.
        "add",
        "reverse",
        "now",
        "calc",
        "play_music",
        "echo",
        "slow",
        "fail",
        "read_file",
        "query_db",
        "get_alerts",
        "get_forecast",
        "greet_user",
        "ask_model",
        "show_roots",
        "show_content",
        "no_such_tool",
        "tools/calll",
        // Names from elsewhere.
        "CR",
        "LF",
        "NUL",
        "SQL",
        "UTF-8",
        // Units.
        "ms",
        "s",
        // Arguments of tools.
        "a",
        "b",
        "text",
        "expression",
        "artist",
        "message",
        "path",
        "sql",
        "state",
        "latitude",
        "longitude",
        "question",
        "kind",
        "all",
        "image",
        "audio",
        "resource",
        "resource_link",
        "structured",
    ];
    methods.chain(names).collect()
}

// Text from others.

const HOSTILE: &[&str] = &[
    "<img src=x onerror=\"window.hacked=1\">",
    "</script><script>alert(1)</script>",
    "\u{202e}evil\u{2066}\u{200b}\u{0}\u{7}",
    "javascript:alert(1)",
    "{client} {version}",
    "\" onfocus=\"x",
];

#[test]
fn hostile_text_stays_text() {
    for hostile in HOSTILE {
        let mut model = open("en");
        update(&mut model, Msg::Offer((*hostile).to_owned()));
        settle(&mut model);
        update(&mut model, Msg::ChooseTool("echo".to_owned()));
        update(&mut model, dom("field", "text", hostile));
        update(&mut model, Msg::CallTool);
        settle(&mut model);
        update(&mut model, Msg::ChooseTool((*hostile).to_owned()));
        let mut shown = 0;
        for number in 0..model.pair().frames().len() {
            update(&mut model, Msg::SelectFrame(number));
            shown += assert_harmless(&model, hostile);
        }
        assert!(shown > 2, "{hostile:?} was to be seen {shown} times");
    }
}

/// Fails if `hostile` stands where it could do something; returns in how many places it stands.
fn assert_harmless(model: &Model, hostile: &str) -> usize {
    let view = view(model);
    let mut shown = 0;
    for (_, nodes) in &view.regions {
        for node in all_nodes(nodes) {
            assert!(
                !["script", "style", "iframe", "object", "embed", "a", "link", "img"].contains(&node.tag)
            );
            for (name, value) in &node.attrs {
                let harmless = ["value", "data-arg", "title", "aria-label", "id", "for"].contains(name);
                assert!(harmless || !value.contains(hostile), "{name} of {node:?}");
                shown += usize::from(value.contains(hostile));
            }
            shown += usize::from(node.text.as_deref().is_some_and(|text| text.contains(hostile)));
        }
    }
    shown
}
