//! Every family of faults that was seen on real wires, on the page: at most three clicks bring it about, the page says what
//! is wrong, and a lesson or a scenario of its own explains it.
#![cfg(not(target_arch = "wasm32"))]

mod scenes;

use scenes::{all_nodes, answers, dom, open, region};
use wirelab::desk::Desk;
use wirelab::panel::node::Node;
use wirelab::panel::{Effect, Lesson, Model, Msg, next_move, update, view};
use wirelab::sim::{Fact, FaultKind};

/// Every family that was reported.
const ALL: [&str; 28] = [
    "W01", "W02", "W03", "W04", "W05", "W06", "W07", "W09", "W10", "W11", "W13", "W14", "W16", "W18", "W19",
    "W20", "W22", "W23", "W25", "W26", "W28", "W29", "W30", "W31", "W33", "W35", "W36", "W38",
];

/// An element that is clicked, by what it sends: its `data-msg` and its `data-arg`.
type Click = (&'static str, &'static str);

/// The place with the lessons and the scenarios.
const LEARN: Click = ("go", "learn");
/// The switches.
const BREAK: Click = ("wish", "break it");
/// What makes the two ends talk, from the first word on.
const RUN: Click = ("run", "");
const PING: Click = ("ping", "");

/// What explains a family.
enum Explained {
    /// A lesson, with what it says of it.
    By(Lesson, &'static str),
    /// The scenario of the fault, which is about nothing else and has a sentence of its own.
    Itself,
}
use Explained::{By, Itself};

/// One family on the page.
struct Case {
    family: &'static str,
    /// What brings it about on a page that was just opened.
    clicks: &'static [Click],
    /// What the page then says about it: by the judge's rule, or in words where none is broken on the wire; nothing where
    /// it is nobody's fault, and has to lead to an answer like any other.
    said: &'static [&'static str],
    explained: Explained,
    /// What brings it about in a conversation that goes on.
    live: &'static [Click],
}

/// Two clicks: the place, and the scenario.
macro_rules! scenario {
    ($name:literal) => {
        &[LEARN, ("scenario", concat!("fault-", $name))]
    };
}

/// Three clicks: the switches, one of them, and something to be said.
macro_rules! switch {
    ($name:literal) => {
        switch!($name, PING)
    };
    ($name:literal, $then:expr) => {
        &[BREAK, ("break-turn", $name), $then]
    };
}

const fn case(
    family: &'static str,
    clicks: &'static [Click],
    live: &'static [Click],
    said: &'static [&'static str],
    explained: Explained,
) -> Case {
    Case { family, clicks, said, explained, live }
}

const fn cases() -> [Case; 28] {
    [
        case(
            "W01",
            scenario!("pollute"),
            switch!("pollute"),
            &["FR-03"],
            By(Lesson::StdoutIsTheWire, "a forgotten print"),
        ),
        case(
            "W02",
            scenario!("glue"),
            switch!("glue"),
            &["FR-03"],
            By(Lesson::HuntPrefix, "without a line feed"),
        ),
        case(
            "W03",
            scenario!("wrong-framing"),
            switch!("wrong-framing"),
            &["FR-12"],
            By(Lesson::TwoFramings, "Content-Length"),
        ),
        case("W04", scenario!("wrong-length"), switch!("wrong-length", RUN), &["counted characters"], Itself),
        case("W05", scenario!("crlf"), switch!("crlf"), &["FR-07"], Itself),
        case("W06", scenario!("bom"), switch!("bom"), &["FR-09"], Itself),
        case(
            "W07",
            scenario!("pretty-print"),
            switch!("pretty-print"),
            &["FR-01"],
            By(Lesson::HuntLines, "made readable for its author"),
        ),
        case("W09", scenario!("chop"), switch!("chop"), &[], By(Lesson::HalfFrames, "half a message")),
        case("W10", scenario!("bad-utf8"), switch!("bad-utf8"), &["FR-05"], Itself),
        case("W11", scenario!("line-separator"), switch!("line-separator"), &["FR-10"], Itself),
        case("W13", scenario!("blank-lines"), switch!("blank-lines"), &["FR-08"], Itself),
        case("W14", scenario!("long-line"), switch!("long-line"), &[], Itself),
        case("W16", scenario!("id-type"), switch!("id-type"), &["JR-06"], By(Lesson::Ids, "3 is not \"3\"")),
        case("W18", scenario!("id-null"), switch!("id-null"), &["JR-03"], Itself),
        case(
            "W19",
            scenario!("answer-notification"),
            switch!("answer-notification", RUN),
            &["JR-13"],
            By(Lesson::HuntNotification, "answers whatever comes in"),
        ),
        case(
            "W20",
            scenario!("no-version"),
            switch!("no-version"),
            &["JR-01"],
            By(Lesson::TwoErrorLayers, "JSON-RPC error"),
        ),
        case("W22", scenario!("batch"), switch!("batch"), &["BA-03"], Itself),
        case("W23", scenario!("same-key"), switch!("same-key"), &["JR-22"], Itself),
        case("W25", scenario!("nan"), switch!("nan"), &["FR-03"], Itself),
        case("W26", scenario!("truncate"), switch!("truncate"), &["FR-03"], Itself),
        case(
            "W28",
            switch!("no-initialized", RUN),
            switch!("no-initialized", RUN),
            &["LC-04"],
            By(Lesson::SevenMessages, "the client confirms"),
        ),
        case(
            "W29",
            scenario!("unknown-version"),
            switch!("unknown-version", RUN),
            &["LC-14"],
            By(Lesson::Versions, "with one of its own"),
        ),
        case(
            "W30",
            &[("wish", "peers"), ("eras", ""), ("eras-play", "both python-sdk-1.30")],
            switch!("wrong-era", RUN),
            &["older era"],
            By(Lesson::NoHandshake, "asks with server/discover"),
        ),
        case(
            "W31",
            scenario!("answer-late"),
            switch!("answer-late"),
            &["CN-04"],
            By(Lesson::Patience, "A cancelled request gets no answer"),
        ),
        case("W33", scenario!("flood-stderr"), switch!("flood-stderr"), &["Nobody reads stderr"], Itself),
        case(
            "W35",
            scenario!("stay-on"),
            switch!("stay-on", ("close", "")),
            &["its process goes on", "SIGTERM"],
            Itself,
        ),
        case(
            "W36",
            scenario!("error-as-result"),
            switch!("error-as-result", ("provoke", "unknown-tool")),
            &["TL-12"],
            By(Lesson::TwoErrorLayers, "If the tool runs and fails"),
        ),
        case(
            "W38",
            scenario!("never-answer"),
            switch!("never-answer"),
            &["no answer within 30"],
            By(Lesson::Patience, "how long to wait"),
        ),
    ]
}

/// A page and a judge who answers it.
struct Page {
    model: Model,
    desk: Desk,
}

impl Page {
    fn new() -> Self {
        Self { model: open("en"), desk: Desk::default() }
    }

    /// A page that has shaken hands.
    fn ready() -> Self {
        let mut page = Self::new();
        page.settle();
        page
    }

    /// Lets `msg` happen, what the judge says to it, and what the clock then does.
    fn go(&mut self, msg: Msg) {
        let mut msgs = vec![msg];
        for _ in 0..10_000 {
            if msgs.is_empty() {
                return;
            }
            let effects = update(&mut self.model, msgs.remove(0));
            msgs.extend(answers(&mut self.desk, &effects));
            let wakes = effects.iter().any(|effect| matches!(effect, Effect::WakeAfter(_)));
            msgs.extend(wakes.then_some(Msg::Wake));
        }
        panic!("it never rests");
    }

    /// Steps until it is the reader's turn.
    fn settle(&mut self) {
        for _ in 0..1_000 {
            if next_move(&self.model).is_still() {
                return;
            }
            self.go(Msg::Step);
        }
        panic!("it never waits for the reader");
    }

    /// Clicks on what is there to be clicked.
    fn click(&mut self, (name, arg): Click) {
        let nodes: Vec<_> = view(&self.model).regions.into_iter().flat_map(|(_, nodes)| nodes).collect();
        let is_there = all_nodes(&nodes).iter().any(|node| {
            (node.get("data-msg"), node.get("data-arg").unwrap_or_default()) == (Some(name), arg)
                && node.get("disabled").is_none()
        });
        assert!(is_there, "nothing to click for {name} {arg}");
        self.go(dom(name, arg, ""));
    }

    /// The rules that the judge names at the frames of the wire.
    fn rules(&self) -> String {
        let rows = region(&self.model, "wire-rows");
        let told = all_nodes(&rows).into_iter().filter(|node| node.get("class") == Some("unseen"));
        told.filter_map(|node| Some(node.text_content().split_once("The judge names ")?.1.to_owned() + " "))
            .collect()
    }

    /// What stands at the two ends, between them, and beneath, of the frame that is shown.
    fn words(&self) -> String {
        ["client-side", "wire-rows", "server-side", "meaning-pane"]
            .iter()
            .flat_map(|name| region(&self.model, name))
            .map(|node| node.text_content() + "\n")
            .collect()
    }

    /// Whether what the family is about is on the wire, or has happened to a process.
    fn shows(&self, kind: FaultKind) -> bool {
        let pair = self.model.pair();
        pair.frames().iter().any(|frame| frame.touched.contains(kind))
            || pair.log().iter().any(|entry| matches!(entry.fact, Fact::Process(_)))
    }
}

fn kind(clicks: &[Click]) -> Option<FaultKind> {
    let name = |(msg, arg): &Click| match *msg {
        "scenario" => arg.strip_prefix("fault-"),
        "break-turn" => Some(*arg),
        _ => None,
    };
    clicks.iter().find_map(name).map(|name| match name {
        "no-initialized" => FaultKind::Drop,
        name => FaultKind::find(name).expect("there is such a fault"),
    })
}

#[test]
fn every_family_is_three_clicks_away_and_named_and_explained() {
    let cases = cases();
    assert_eq!(cases.each_ref().map(|case| case.family), ALL);
    let mut wrong = Vec::new();
    for case in cases {
        assert!(case.clicks.len() <= 3 && case.live.len() <= 3, "{}", case.family);
        let mut page = Page::new();
        case.clicks.iter().for_each(|click| page.click(*click));
        assert!(kind(case.clicks).is_none_or(|kind| page.shows(kind)), "{} does not happen", case.family);
        let (rules, words) = (page.rules(), page.words());
        let told = |said: &&str| rules.contains(*said) || words.contains(*said);
        let is_named = match case.said {
            [] => rules.is_empty() && page.model.pair().client().open_requests().count() == 0,
            said => said.iter().all(told),
        };
        if !is_named {
            wrong.push(format!("{} is not named {:?}: {rules:?}\n{words}", case.family, case.said));
        }
        match case.explained {
            By(lesson, part) => {
                let mut page = Page::new();
                page.click(LEARN);
                page.click(("lesson", lesson.name()));
                let text: String = region(&page.model, "lesson").iter().map(Node::text_content).collect();
                assert!(text.contains(part), "{}: {lesson:?} says nothing of {part}: {text}", case.family);
            }
            Itself => {
                let [LEARN, (_, scenario)] = case.clicks else { panic!("{} has no scenario", case.family) };
                let mut page = Page::new();
                page.click(LEARN);
                let area = region(&page.model, "learn-area");
                let card = all_nodes(&area).into_iter().find(|node| node.get("data-arg") == Some(scenario));
                let sentence = card.and_then(|card| card.children.last()).expect("a card").text_content();
                assert!(sentence.len() > 30, "{}: {sentence:?}", case.family);
                // Where a frame was touched, the page shows that frame, and says the same beneath it.
                page.click((case.clicks[1].0, scenario));
                let kind = kind(case.clicks).expect("a fault");
                let touched =
                    page.model.pair().frames().iter().position(|frame| frame.touched.contains(kind));
                if let Some(touched) = touched {
                    assert_eq!(page.model.shown_frame(), Some(touched), "{}", case.family);
                    let meaning: String =
                        region(&page.model, "meaning-pane").iter().map(Node::text_content).collect();
                    assert!(meaning.contains(&sentence), "{}: {meaning}", case.family);
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_family_is_three_clicks_away_in_a_conversation_that_goes_on() {
    for case in cases() {
        // What is about the first words is switched on before them.
        let mut page = if case.live.last() == Some(&RUN) { Page::new() } else { Page::ready() };
        case.live.iter().for_each(|click| page.click(*click));
        page.settle();
        // What is late comes in time.
        for _ in 0..2 {
            page.go(dom("skip", "30", ""));
        }
        let kind = kind(case.live).expect("a switch");
        assert!(page.shows(kind), "{}: {} does not happen", case.family, kind.name());
    }
}
