//! A recording in the page, and the rule book: asked, answered, shown.
#![cfg(not(target_arch = "wasm32"))]

mod scenes;

use core::time::Duration;

use scenes::{PASTED, all_nodes, answers, dom, happen, open, region};
use wirelab::desk::{Ask, Desk, Reply};
use wirelab::panel::node::Node;
use wirelab::panel::text::Language;
use wirelab::panel::{Body, Effect, Model, Msg, Place, RecordingMsg, Stage, update, view};

/// A page and a judge who answers it.
struct Page {
    model: Model,
    desk: Desk,
    effects: Vec<Effect>,
}

impl Page {
    fn open() -> Self {
        let mut page = Self { model: open("en"), desk: Desk::default(), effects: Vec::new() };
        page.go(Msg::Go(Place::Recording));
        page
    }

    fn with(text: &str) -> Self {
        let mut page = Self::open();
        page.go(dom("draft", "", text));
        page.go(dom("open-draft", "", ""));
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

    fn text(&self, name: &str) -> String {
        region(&self.model, name).iter().map(|node| node.text_content() + "\n").collect()
    }

    /// The first element with this class.
    fn one(&self, class: &str) -> Option<Node> {
        let area = region(&self.model, "recording-area");
        let has = |node: &&Node| node.get("class").is_some_and(|own| own.split(' ').any(|it| it == class));
        all_nodes(&area).into_iter().find(has).cloned()
    }

    /// The places of the rows that are in the document.
    fn rows(&self) -> Vec<usize> {
        let area = region(&self.model, "recording-area");
        let rows = all_nodes(&area).into_iter().filter(|node| node.get("data-msg") == Some("row"));
        rows.map(|row| row.get("data-arg").expect("a place").parse().expect("a number")).collect()
    }

    /// The row that the reader looks at.
    fn selected(&self) -> Option<usize> {
        let area = region(&self.model, "recording-area");
        let nodes = all_nodes(&area);
        let mut rows = nodes.iter().filter(|node| node.get("data-msg") == Some("row"));
        rows.find(|row| row.get("aria-current") == Some("true"))?.get("data-arg")?.parse().ok()
    }

    fn has_key(&self, key: &str) -> bool {
        let regions = view(&self.model).regions;
        regions.iter().any(|(_, nodes)| all_nodes(nodes).iter().any(|node| node.key.as_deref() == Some(key)))
    }
}

#[test]
fn what_matters_most_is_selected_with_its_row_its_bytes_and_its_clause() {
    let page = Page::with(PASTED);
    let primary = page.one("primary").expect("the first finding").text_content();
    let summary = page.model.recording().summary().expect("read");
    let first = &summary.found.as_ref().expect("findings")[0];
    assert!(primary.contains(&first.rule) && primary.contains(&first.sentence), "{primary}");
    let entry = page.one("selected").expect("its row").text_content();
    assert!(entry.contains("启动完毕"), "{entry}");
    assert!(page.text("bytes-title").contains("server to client"), "{}", page.text("bytes-title"));
    assert!(page.text("bytes-pane").contains("e5 90 af"), "{}", page.text("bytes-pane"));
    let said = page.text("meaning-pane");
    for part in [&first.sentence, &first.page, first.advice.as_ref().expect("advice")] {
        assert!(said.contains(part.as_str()), "{said}");
    }
}

#[test]
fn everything_that_was_written_has_a_row_whatever_its_lane() {
    let page = Page::with(PASTED);
    let lanes: Vec<_> = ["c2s", "stderr", "s2c", "note", "end"].map(|lane| page.one(lane)).into();
    assert!(lanes.iter().all(Option::is_some), "{lanes:?}");
    assert_eq!(page.rows(), (0..6).collect::<Vec<_>>());
}

#[test]
fn a_late_answer_belongs_to_the_question_that_was_asked_and_to_no_other() {
    let mut model = open("en");
    update(&mut model, dom("draft", "", PASTED));
    let first = update(&mut model, dom("open-draft", "", ""));
    let second = update(&mut model, dom("example", "early-call", ""));
    let [late] = &answers(&mut Desk::default(), &first)[..] else { panic!("{first:?}") };
    assert_eq!(update(&mut model, late.clone()), []);
    assert_eq!(model.recording().summary(), None);
    let [now] = &answers(&mut Desk::default(), &second)[..] else { panic!("{second:?}") };
    update(&mut model, now.clone());
    assert!(model.recording().summary().is_some());
}

/// A recording of so many frames.
fn long(frames: usize) -> String {
    let frame = |id| format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n");
    (0..frames).map(frame).collect()
}

#[test]
fn of_a_long_recording_only_the_rows_near_the_screen_are_in_the_document() {
    const FRAMES: usize = 5_000;
    let mut page = Page::with(&long(FRAMES));
    let spaces = |page: &Page| -> usize {
        let area = region(&page.model, "recording-area");
        let spaces = all_nodes(&area).into_iter().filter(|node| node.get("class") == Some("space"));
        spaces.map(|space| space.get("height").expect("a height").parse::<usize>().expect("a number")).sum()
    };
    for (shape, height) in [("picture", 46), ("list", 28)] {
        page.go(dom("draw", shape, ""));
        for first in [0, 2_500, 2_510, FRAMES - 10, 300, 0] {
            page.go(dom("scroll", "", &format!("{} {}", first * height, 10 * height)));
            let rows = page.rows();
            assert!(rows.len() < 250, "{} rows", rows.len());
            assert_eq!(spaces(&page), (FRAMES - rows.len()) * height, "it is as high as all of its rows");
            assert!((first..first + 10).all(|row| rows.contains(&row)), "{first}: {rows:?}");
        }
    }
    page.go(dom("row", "4321", ""));
    assert!(page.has_key("row-4321"), "the chosen row has come");
    assert!(page.effects.contains(&Effect::Show("row-4321".to_owned())), "{:?}", page.effects);
}

#[test]
fn whoever_comes_back_to_a_place_finds_it_where_it_was_left() {
    let mut page = Page::with(&long(3_000));
    page.go(dom("row", "2000", ""));
    page.go(dom("scroll", "", "0 280"));
    page.go(Msg::Go(Place::Rules));
    assert!(page.rows().is_empty());
    page.go(Msg::Go(Place::Recording));
    assert!(page.has_key("row-2000"), "{:?}", page.rows());
    assert!(page.effects.contains(&Effect::Show("row-2000".to_owned())), "{:?}", page.effects);
    page.go(dom("rule", "FR-03", ""));
    assert!(page.effects.contains(&Effect::Show("rule-FR-03".to_owned())), "{:?}", page.effects);
    page.go(Msg::Go(Place::Play));
    page.go(Msg::Step);
    page.go(Msg::Go(Place::Rules));
    assert!(page.effects.contains(&Effect::Show("rule-FR-03".to_owned())), "{:?}", page.effects);
    page.go(Msg::Go(Place::Play));
    assert_eq!(page.effects, [Effect::Show("frame-0".to_owned())]);
}

#[test]
fn what_is_to_be_shown_is_in_the_document_when_it_is_asked_for() {
    let mut page = Page::with(PASTED);
    for at in ["1", "0", "2"] {
        let (mut msgs, mut shown) = (vec![dom("finding", at, "")], 0);
        while !msgs.is_empty() {
            let effects = update(&mut page.model, msgs.remove(0));
            for effect in &effects {
                if let Effect::Show(key) = effect {
                    assert!(page.has_key(key), "{key}");
                    shown += 1;
                }
            }
            msgs.extend(answers(&mut page.desk, &effects));
        }
        assert_eq!(shown, 1, "finding {at}");
    }
}

#[test]
fn a_judge_who_cannot_be_had_is_told_of_and_asked_again() {
    let mut model = open("en");
    update(&mut model, Msg::Go(Place::Recording));
    update(&mut model, dom("draft", "", PASTED));
    let effects = update(&mut model, dom("open-draft", "", ""));
    let [Effect::Judge { number, body, .. }] = &effects[..] else { panic!("{effects:?}") };
    let reply = Reply::Failed("TypeError: no such module".to_owned());
    update(&mut model, Msg::Judged { number: *number, reply });
    assert!(matches!(model.recording().stage(), Stage::Failed(_)));
    let area = region(&model, "recording-area");
    let alert =
        all_nodes(&area).into_iter().find(|node| node.get("role") == Some("alert")).expect("an alert");
    assert!(alert.text_content().contains("TypeError: no such module"), "{}", alert.text_content());
    let again = update(&mut model, dom("read-as", "", ""));
    let [Effect::Judge { body: same, .. }] = &again[..] else { panic!("{again:?}") };
    assert_eq!((body, same.as_ref()), (same, Some(&Body::Text(PASTED.to_owned()))));
}

#[test]
fn whoever_closes_a_recording_lets_the_judge_go_and_the_next_one_is_told_of_the_playground_again() {
    let mut page = Page::open();
    page.go(Msg::Go(Place::Play));
    let settle = |page: &mut Page| {
        for _ in 0..100 {
            page.go(Msg::Step);
        }
    };
    settle(&mut page);
    page.go(Msg::from_key("1").expect("a stray line"));
    page.go(Msg::Ping);
    settle(&mut page);
    let is_named = |page: &Page| page.text("wire-rows").contains("The judge names FR-03");
    assert!(is_named(&page));
    page.go(Msg::Go(Place::Recording));
    page.go(dom("draft", "", PASTED));
    page.go(dom("open-draft", "", ""));
    page.go(dom("close-recording", "", ""));
    assert!(page.effects.contains(&Effect::Dismiss));
    page.go(Msg::Go(Place::Play));
    assert!(is_named(&page), "what was said stays");
    page.go(Msg::Ping);
    settle(&mut page);
    assert!(is_named(&page));
    assert!(page.effects.is_empty(), "and all is told: {:?}", page.effects);
    // What was pasted can be opened again.
    page.go(Msg::Go(Place::Recording));
    page.go(dom("open-draft", "", ""));
    assert!(page.model.recording().summary().is_some());
}

#[test]
fn a_format_and_a_revision_that_the_reader_knows_better_are_asked_for() {
    let mut page = Page::with(PASTED);
    page.go(dom("read-as", "", "text"));
    page.go(dom("judge-by", "", "2024-11-05"));
    let is_open = |effect: &&Effect| matches!(effect, Effect::Judge { ask: Ask::Open { .. }, .. });
    let Some(Effect::Judge { ask: Ask::Open { format, protocol, .. }, .. }) =
        page.effects.iter().find(is_open)
    else {
        panic!("{:?}", page.effects)
    };
    assert_eq!((format.as_deref(), protocol.as_deref()), (Some("text"), Some("2024-11-05")));
    assert_eq!(page.model.recording().summary().expect("read").format, "text");
    // What is opened next is not read as the last one was.
    page.go(dom("example", "desktop-log", ""));
    assert_eq!(page.model.recording().summary().expect("read").format, "claude-desktop");
}

#[test]
fn a_file_opens_the_place_of_the_recording_wherever_it_was_dropped() {
    let mut model = open("en");
    update(&mut model, Msg::ToggleRun);
    let file = RecordingMsg::OpenFile { name: "a.log".to_owned(), size: 12 };
    let effects = update(&mut model, Msg::Recording(file));
    assert_eq!(model.place(), Place::Recording);
    assert!(effects.contains(&Effect::StopWaking), "nobody watches the two ends: {effects:?}");
    assert!(
        effects.iter().any(|effect| matches!(effect, Effect::Judge { body: Some(Body::File), .. })),
        "{effects:?}"
    );
}

#[test]
fn another_language_says_the_same_in_other_words_without_reading_again() {
    let mut page = Page::with(PASTED);
    let sentence = |page: &Page| {
        page.model.recording().summary().expect("read").found.clone().expect("findings")[0].clone()
    };
    let english = sentence(&page);
    page.go(Msg::Speak(Language::Chinese));
    let opens = |effect: &Effect| matches!(effect, Effect::Judge { ask: Ask::Open { .. }, .. });
    assert!(!page.effects.iter().any(opens), "{:?}", page.effects);
    let chinese = sentence(&page);
    assert_eq!((&english.rule, english.frame), (&chinese.rule, chinese.frame));
    assert_ne!(english.sentence, chinese.sentence);
    assert!(page.text("meaning-pane").contains(&chinese.sentence));
}

#[test]
fn keys_of_the_two_ends_do_nothing_in_other_places() {
    let mut page = Page::open();
    for place in [Place::Recording, Place::Rules] {
        page.go(Msg::Go(place));
        for key in ["n", "t", "p", " ", "r", "b"] {
            page.go(Msg::from_key(key).expect("a key"));
        }
        assert_eq!(page.model.pair().actions().len(), 0, "{place:?}");
    }
    page.go(Msg::Go(Place::Play));
    page.go(Msg::from_key("n").expect("a key"));
    assert_eq!(page.model.pair().actions().len(), 1);
}

#[test]
fn a_finding_leads_to_its_rule_and_the_rule_has_examples() {
    let mut page = Page::with(PASTED);
    let rule =
        page.model.recording().summary().expect("read").found.as_ref().expect("findings")[0].rule.clone();
    page.go(dom("rule", &rule, ""));
    assert_eq!(page.model.place(), Place::Rules);
    let area = region(&page.model, "book-area");
    let shown =
        all_nodes(&area).into_iter().find(|node| node.get("class") == Some("rule")).expect("the rule");
    let text = shown.text_content();
    assert!(
        text.contains(&rule) && text.contains("This breaks it") && text.contains("This keeps it"),
        "{text}"
    );
    assert!(page.has_key(&format!("rule-{rule}")));
    // A rule that the search hides is found all the same.
    page.go(dom("rule-search", "", "cursor"));
    assert!(!page.has_key(&format!("rule-{rule}")));
    page.go(dom("rule", &rule, ""));
    assert!(page.has_key(&format!("rule-{rule}")));
}

#[test]
fn every_judged_rule_has_an_example_of_either_kind_on_its_page() {
    let mut desk = Desk::default();
    for language in Language::ALL {
        let Reply::Rules(rules) = desk.answer(&Ask::Rules.to_json(language), b"") else { panic!("no rules") };
        let judged: Vec<_> = rules.iter().filter(|rule| rule.status == "judged").collect();
        assert!(judged.len() > 200);
        for rule in judged {
            for example in [&rule.breaks, &rule.keeps] {
                let example = example.as_ref().unwrap_or_else(|| panic!("{} has no example", rule.id));
                let (head, lines) = example.split_once('\n').expect("a head and lines");
                assert!(head.starts_with("20") && !lines.is_empty(), "{}: {example}", rule.id);
                assert_eq!(head.contains(": "), language == Language::English, "{head}");
            }
        }
    }
}

#[test]
fn hostile_recordings_stay_text() {
    let hostile = "<img src=x onerror=alert(1)>\u{202e}";
    let text = format!("{{\"jsonrpc\":\"2.0\",\"id\":\"{hostile}\",\"method\":\"{hostile}\"}}\n{hostile}\n");
    let mut page = Page::with(&text);
    let mut looked = 0;
    for row in 0..page.rows().len() {
        let mut shown = |model: &Model| {
            for (_, nodes) in &view(model).regions {
                for node in all_nodes(nodes) {
                    assert!(!["script", "img", "a", "style", "iframe"].contains(&node.tag));
                    for (name, value) in &node.attrs {
                        let harmless = ["value", "data-arg", "title", "aria-label"].contains(name);
                        assert!(harmless || !value.contains("onerror"), "{name} of {node:?}");
                    }
                    looked += usize::from(node.text.as_deref().is_some_and(|text| text.contains("onerror")));
                }
            }
        };
        happen(&mut page.desk, &mut page.model, dom("row", &row.to_string(), ""), &mut shown);
    }
    assert!(looked > 4, "it was to be seen {looked} times");
}

/// Plays until nothing is due any more; the waits, and the rows that were looked at.
fn play(page: &mut Page, pace: &str) -> (Vec<Duration>, Vec<usize>) {
    page.go(dom("row", "0", ""));
    page.go(dom("pace", "", pace));
    page.go(dom("play", "", ""));
    let (mut waits, mut rows) = (Vec::new(), Vec::new());
    while let Some(wait) = page.effects.iter().find_map(|effect| match effect {
        Effect::WakeAfter(wait) => Some(*wait),
        _ => None,
    }) {
        waits.push(wait);
        assert!(waits.len() < 100, "it never ends");
        page.effects.clear();
        page.go(Msg::Wake);
        rows.extend(page.selected());
    }
    (waits, rows)
}

#[test]
fn a_recording_is_played_at_the_pace_at_which_it_was_written_or_at_another() {
    let mut page = Page::with(PASTED);
    let millis =
        |all: &[u64]| -> Vec<Duration> { all.iter().map(|one| Duration::from_millis(*one)).collect() };
    let (waits, rows) = play(&mut page, "×1");
    assert_eq!((waits, rows), (millis(&[1, 1, 1, 1, 1]), vec![1, 2, 3, 4, 5]));
    assert_eq!(play(&mut page, "×1/10").0, millis(&[10; 5]));
    assert_eq!(play(&mut page, "even").0, millis(&[700; 5]));
    // Whoever looks at a row while it plays is not taken away from it.
    page.go(dom("row", "0", ""));
    page.go(dom("play", "", ""));
    assert!(page.one("later").is_some() && page.text("recording-area").contains("Pause"));
    page.go(dom("row", "3", ""));
    page.go(Msg::Wake);
    assert_eq!(page.selected(), Some(3));
    assert!(page.text("recording-area").contains("Play"));
}
