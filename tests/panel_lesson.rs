//! Lessons: each can be done in the page, is not done before, and keeps what it says.
#![cfg(not(target_arch = "wasm32"))]

mod scenes;

use scenes::{all_nodes, answers, dom, open, region};
use wirelab::desk::Desk;
use wirelab::panel::node::Node;
use wirelab::panel::{Effect, Environment, Lesson, Model, Move, Msg, Place, next_move, update};
use wirelab::proto::session::State;

/// A page and a judge who answers it.
struct Page {
    model: Model,
    desk: Desk,
    effects: Vec<Effect>,
}

impl Page {
    fn at(lesson: Lesson, language: &str) -> Self {
        let mut page = Self { model: open(language), desk: Desk::default(), effects: Vec::new() };
        page.go(dom("go", "learn", ""));
        page.go(dom("lesson", lesson.name(), ""));
        page
    }

    fn go(&mut self, msg: Msg) {
        let mut msgs = vec![msg];
        self.effects.clear();
        while !msgs.is_empty() {
            let effects = update(&mut self.model, msgs.remove(0));
            msgs.extend(answers(&mut self.desk, &effects));
            self.effects.extend(effects);
        }
    }

    fn all(&mut self, msgs: &[(&str, &str, &str)]) {
        msgs.iter().for_each(|(name, arg, value)| self.go(dom(name, arg, value)));
    }

    /// Steps until it is the reader's turn.
    fn settle(&mut self) {
        for _ in 0..200 {
            if next_move(&self.model).is_still() {
                return;
            }
            self.go(Msg::Step);
        }
        panic!("it never ends");
    }

    /// Writes a frame at `side` and sends it.
    fn write(&mut self, side: &str, text: &str) {
        self.all(&[
            ("wish", &format!("compose {side}"), ""),
            ("compose-as", side, ""),
            ("compose-text", "", text),
            ("compose-send", "", ""),
            ("compose-leave", "", ""),
        ]);
    }

    fn call(&mut self, tool: &str) {
        self.go(dom("tool", "", tool));
        self.go(Msg::CallTool);
    }

    fn pane(&self) -> Vec<Node> {
        region(&self.model, "lesson")
    }

    fn reached(&self) -> usize {
        let pane = self.pane();
        all_nodes(&pane).into_iter().filter(|node| node.get("class") == Some("goal reached")).count()
    }

    fn is_done(&self) -> bool {
        let pane = self.pane();
        all_nodes(&pane).into_iter().any(|node| node.get("class") == Some("learned"))
    }
}

/// One way to do each lesson, as a reader would.
fn solve(page: &mut Page, lesson: Lesson) {
    match lesson {
        Lesson::SevenMessages => {
            page.settle();
            page.call("add");
            page.settle();
        }
        Lesson::StdoutIsTheWire => {
            page.write("server", "Server listening on stdio");
            page.settle();
            page.go(Msg::Ping);
            page.settle();
        }
        Lesson::TwoFramings => {
            page.go(dom("framing", "server", "content-length"));
            page.go(Msg::Step);
            page.go(Msg::Step);
            page.go(dom("framing", "client", "content-length"));
            page.settle();
        }
        Lesson::HalfFrames => {
            page.go(dom("grain", "", "1"));
            for _ in 0..400 {
                if next_move(&page.model).is_still()
                    || page.model.pair().frames().last().is_some_and(|it| it.cause.is_some())
                {
                    break;
                }
                page.go(Msg::Step);
            }
            page.go(dom("grain", "", "frame"));
            page.settle();
        }
        Lesson::Ids => {
            page.write("server", r#"{"jsonrpc":"2.0","id":"3","result":{"content":[]}}"#);
            page.settle();
            assert_eq!(page.model.pair().client().open_requests().count(), 1, "the client still waits");
            let held = region(&page.model, "server-side");
            let serve = all_nodes(&held).into_iter().find(|node| node.get("data-msg") == Some("hold-serve"));
            page.go(dom("hold-serve", serve.expect("a call is kept").get("data-arg").expect("its id"), ""));
            page.settle();
        }
        Lesson::Notifications => {
            page.write("client", r#"{"jsonrpc":"2.0","method":"ping"}"#);
            page.settle();
            page.go(Msg::Ping);
            page.settle();
        }
        Lesson::TwoErrorLayers => {
            page.all(&[("provoke", "fail", "")]);
            page.settle();
            page.all(&[("provoke", "unknown-tool", "")]);
            page.settle();
        }
        Lesson::Capabilities => {
            page.go(dom("declare", "elicitation", ""));
            page.settle();
            page.call("greet_user");
            page.settle();
            page.go(dom("declare", "elicitation", ""));
            page.settle();
            page.call("greet_user");
            page.settle();
            assert_eq!(next_move(&page.model), Move::Answer);
            page.all(&[("answer-field", "name", "周"), ("answer", "", "")]);
            page.settle();
        }
        Lesson::Patience => {
            page.go(dom("tool", "", "slow"));
            page.go(dom("field", "ms", "5000"));
            page.go(dom("progress", "", ""));
            page.go(Msg::CallTool);
            page.settle();
            page.go(dom("hold", "", ""));
            page.call("add");
            page.all(&[("step", "", ""), ("skip", "30", ""), ("skip", "30", ""), ("skip", "1", "")]);
            page.settle();
        }
        Lesson::Heartbeat => {
            page.go(dom("skip", "30", ""));
            page.settle();
            page.all(&[("wish", "break it", ""), ("keep-server", "", ""), ("break-turn", "hang", "")]);
            for _ in 0..8 {
                page.go(dom("skip", "30", ""));
            }
            page.settle();
        }
        Lesson::Versions => {
            page.settle();
            page.go(dom("offer", "", "2025-03-26"));
            page.settle();
        }
        Lesson::NoHandshake => {
            page.settle();
            page.call("add");
            page.settle();
        }
        Lesson::BeTheServer => {
            page.go(Msg::ListTools);
            page.go(Msg::Step);
            page.write("server", r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"mine","inputSchema":{"type":"object"}}]}}"#);
            page.go(Msg::Step);
            page.call("mine");
            page.go(Msg::Step);
            page.write(
                "server",
                r#"{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"hello"}]}}"#,
            );
            page.go(Msg::Step);
        }
        Lesson::HuntAnswer
        | Lesson::HuntLines
        | Lesson::HuntNotification
        | Lesson::HuntPrefix
        | Lesson::HuntTwice => {
            // Every frame that is not it leads nowhere.
            for frame in 0..page.model.pair().frames().len() {
                if page.is_done() {
                    return;
                }
                page.go(dom("frame", &frame.to_string(), ""));
                page.go(dom("lesson-guess", "", ""));
            }
        }
    }
}

#[test]
fn every_lesson_can_be_done_and_is_not_done_before() {
    for lesson in Lesson::ALL {
        let mut page = Page::at(lesson, "en");
        assert_eq!((page.reached(), page.is_done()), (0, false), "{lesson:?} begins with nothing done");
        assert!(
            !page.model.pair().frames().is_empty()
                || page.model.pair().client().state() == State::Uninitialized
        );
        solve(&mut page, lesson);
        if page.reached() != lesson.goals() {
            let rows = region(&page.model, "wire-rows");
            panic!(
                "{lesson:?}: {:?}\n{:?}",
                page.pane().iter().map(Node::text_content).collect::<String>(),
                rows.iter().map(Node::text_content).collect::<String>()
            );
        }
        assert!(page.is_done(), "{lesson:?}");
        // What was reached stays so.
        page.go(Msg::Reset);
        assert!(page.is_done(), "{lesson:?}");
        // And begins anew when the reader wants to.
        page.go(dom("lesson", lesson.name(), ""));
        assert_eq!(page.reached(), 0, "{lesson:?}");
    }
}

#[test]
fn a_hunt_hides_what_the_judge_knows_until_it_is_done_and_only_one_frame_is_wrong() {
    for lesson in Lesson::ALL.into_iter().filter(|lesson| lesson.is_hunt()) {
        let mut page = Page::at(lesson, "en");
        let marks = |page: &Page| {
            let rows = region(&page.model, "wire-rows");
            let rows: Vec<Node> =
                all_nodes(&rows).into_iter().filter(|node| node.tag == "li").cloned().collect();
            let judged = rows.iter().filter(|row| row.text_content().contains("The judge names"));
            judged.filter_map(|row| row.key.clone()).collect::<Vec<_>>()
        };
        assert_eq!(marks(&page), [""; 0], "{lesson:?}");
        solve(&mut page, lesson);
        let right = page.model.shown_frame().expect("the frame that was chosen");
        assert_eq!(marks(&page), [format!("frame-{right}")], "{lesson:?}");
    }
}

#[test]
fn what_was_done_is_remembered_and_an_open_lesson_outlasts_a_reload() {
    let mut page = Page::at(Lesson::TwoErrorLayers, "en");
    let kept = |page: &Page, name: &str| {
        page.effects.iter().rev().find_map(|effect| match effect {
            Effect::Save { key, value } if *key == name => Some(value.clone()),
            _ => None,
        })
    };
    assert_eq!(kept(&page, "lesson").as_deref(), Some("two-error-layers"));
    page.all(&[("provoke", "fail", "")]);
    page.settle();
    page.all(&[("provoke", "unknown-tool", "")]);
    let mut done = None;
    for _ in 0..20 {
        page.go(Msg::Step);
        done = done.or(kept(&page, "lessons"));
    }
    assert_eq!(done.as_deref(), Some("two-error-layers"), "once, and no more");
    let saved = vec![
        ("lessons".to_owned(), "ids no-such-lesson".to_owned()),
        ("lesson".to_owned(), "ids".to_owned()),
    ];
    let mut model = Model::new(&Environment { saved, ..Environment::default() });
    let effects = update(&mut model, dom("lesson-link", "", ""));
    assert_eq!(effects, [Effect::Copy("#lesson=ids".to_owned())]);
    update(&mut model, Msg::Go(Place::Learn));
    let area = region(&model, "learn-area");
    let cards = all_nodes(&area).into_iter().filter(|node| node.get("class") == Some("tag ok")).count();
    assert_eq!(cards, 1);
    assert!(area.iter().map(Node::text_content).collect::<String>().contains("1 of 18 done"));
    update(&mut model, Msg::Go(Place::Play));
    update(&mut model, dom("lesson-leave", "", ""));
    assert!(region(&model, "lesson").is_empty());
}

#[test]
fn what_was_done_before_a_lesson_is_not_lost() {
    let mut page = Page { model: open("en"), desk: Desk::default(), effects: Vec::new() };
    page.settle();
    let actions = page.model.pair().actions().to_vec();
    page.go(dom("wish", "lesson ids", ""));
    assert_ne!(page.model.pair().actions(), actions);
    page.go(dom("branch", "1", ""));
    assert_eq!(page.model.pair().actions(), actions);
}

#[test]
fn a_lesson_or_a_scenario_begins_at_the_top_and_a_broken_one_at_the_frame_that_was_touched() {
    let mut page = Page::at(Lesson::HuntTwice, "en");
    let is_at_the_top = |page: &Page| page.effects.contains(&Effect::Show("places".to_owned()));
    assert!(is_at_the_top(&page));
    page.all(&[("go", "learn", ""), ("scenario", "fault-glue", "")]);
    assert!(is_at_the_top(&page) && page.pane().is_empty());
    let shown = page.model.shown_frame().expect("a frame");
    assert!(!page.model.pair().frames()[shown].touched.is_empty());
    page.all(&[("go", "learn", ""), ("scenario", "two-errors", "")]);
    assert_eq!(page.model.shown_frame(), Some(page.model.pair().frames().len() - 1), "else at the newest");
}

#[test]
fn hints_come_one_by_one() {
    let mut page = Page::at(Lesson::HalfFrames, "zh-CN");
    let hints = |page: &Page| {
        let pane = page.pane();
        let list = all_nodes(&pane).into_iter().find(|node| node.get("class") == Some("hints")).cloned();
        list.expect("a list").children.len()
    };
    for shown in 0..3 {
        assert_eq!(hints(&page), shown);
        page.go(dom("lesson-hint", "", ""));
    }
    let pane = page.pane();
    assert!(
        !all_nodes(&pane).into_iter().any(|node| node.get("data-msg") == Some("lesson-hint")),
        "there are no more"
    );
}
