//! How the reader of the page moves time, and what is seen of it.
#![cfg(not(target_arch = "wasm32"))]

mod scenes;

use core::time::Duration;

use scenes::{all_nodes, dom, open, region, settle};
use wirelab::panel::node::Node;
use wirelab::panel::{Effect, Grain, Model, Msg, Speed, TimeMsg, update};
use wirelab::sim::Action;

fn text_of(model: &Model, name: &str) -> String {
    region(model, name).iter().map(|node| node.text_content() + "\n").collect()
}

/// The nodes of a region whose class begins with `class`.
fn of_class(model: &Model, name: &str, class: &str) -> Vec<Node> {
    let nodes = region(model, name);
    let is = |node: &&&Node| node.get("class").is_some_and(|known| known.starts_with(class));
    all_nodes(&nodes).iter().filter(is).map(|node| (*node).clone()).collect()
}

/// Goes to where `done` actions have happened.
fn seek(model: &mut Model, done: usize) {
    update(model, dom("seek", "", &done.to_string()));
}

#[test]
fn a_frame_arrives_byte_by_byte_and_the_picture_says_how_much_is_there() {
    let mut model = open("en");
    update(&mut model, Msg::Initialize);
    update(&mut model, dom("grain", "", "16"));
    let length = model.pair().frames()[0].bytes.as_ref().map_or(0, Vec::len);
    let steps = length.div_ceil(16);
    for step in 1..steps {
        update(&mut model, Msg::Step);
        assert!(text_of(&model, "wire-rows").contains(&format!("{} of {length} bytes", step * 16)));
        assert_eq!(model.shown_frame(), Some(0));
        assert_eq!(model.pair().frames().len(), 1);
    }
    assert!(text_of(&model, "time-bar").contains("Nobody acts on half a frame."));
    update(&mut model, Msg::Step);
    assert_eq!(model.pair().frames().len(), 2, "with the last byte the server answers");
    assert!(!text_of(&model, "wire-rows").contains("bytes"));
    let bytes = model.pair().actions().iter().filter(|action| **action == Action::Bytes(16)).count();
    assert_eq!(bytes, steps);
}

#[test]
fn a_key_goes_through_all_grains() {
    let mut model = open("en");
    let chosen = |model: &Model| {
        let bar = region(model, "time-bar");
        let select = all_nodes(&bar).into_iter().find(|node| node.get("data-msg") == Some("grain")).cloned();
        let options = select.expect("it is there").children.clone();
        let chosen = options.iter().find(|option| option.get("selected").is_some()).expect("one is chosen");
        chosen.get("value").map(str::to_owned)
    };
    for grain in Grain::ALL {
        assert_eq!(chosen(&model), Some(grain.name()));
        update(&mut model, Msg::from_key("g").expect("a key"));
    }
    assert_eq!(chosen(&model), Some(Grain::Frame.name()));
}

#[test]
fn thirty_seconds_later_the_client_has_pinged() {
    let mut model = open("zh-CN");
    assert_eq!(update(&mut model, dom("skip", "30", "")), [], "nothing has begun");
    assert!(model.pair().actions().is_empty());
    settle(&mut model);
    assert!(text_of(&model, "time-bar").contains("客户端自动发 ping"));
    let frames = model.pair().frames().len();
    update(&mut model, dom("skip", "30", ""));
    assert_eq!(model.pair().frames().len(), frames + 2);
    assert!(text_of(&model, "wire-rows").contains("ping"));
    // The next one takes one press, however far away it is.
    update(&mut model, dom("event", "", ""));
    assert_eq!(model.pair().frames().len(), frames + 3);

    update(&mut model, dom("beat", "", ""));
    settle(&mut model);
    assert_eq!(model.pair().upcoming(), None, "nobody pings by itself");
    assert!(!text_of(&model, "time-bar").contains("ping"));
}

#[test]
fn whoever_goes_back_can_go_on_as_before_or_another_way_and_return() {
    let mut model = open("en");
    settle(&mut model);
    update(&mut model, Msg::CallTool);
    settle(&mut model);
    let first = model.pair().trace();
    let all = model.pair().actions().len();

    seek(&mut model, 3);
    assert!(text_of(&model, "time-bar").contains(&format!("Moment 3 of {all}.")));
    for _ in 3..all {
        update(&mut model, Msg::Step);
    }
    assert_eq!(model.pair().trace(), first, "the same bytes again");
    assert!(of_class(&model, "time-bar", "branches").is_empty());

    seek(&mut model, 6);
    update(&mut model, Msg::Ping);
    settle(&mut model);
    let second = model.pair().trace();
    assert_ne!(second, first);
    assert_eq!(of_class(&model, "time-bar", "branches").len(), 1);
    update(&mut model, dom("branch", "1", ""));
    assert_eq!(model.pair().trace(), first);
    update(&mut model, dom("branch", "1", ""));
    assert_eq!(model.pair().trace(), second);

    // A reload keeps both ways and the moment; a link for somebody else has the one that is shown.
    seek(&mut model, 2);
    let mut again = open("en");
    update(&mut again, Msg::OpenScript(model.script().expect("there is something to keep")));
    assert_eq!(again.pair().actions().len(), 2);
    assert_eq!(of_class(&again, "time-bar", "branches").len(), 1);
    let [Effect::Share(link)] = &update(&mut model, Msg::Share)[..] else { panic!("nothing is shared") };
    assert!(!link.contains("others"), "{link}");
    update(&mut again, dom("discard-branch", "1", ""));
    assert!(of_class(&again, "time-bar", "branches").is_empty());
}

#[test]
fn a_run_is_as_fast_as_the_reader_wants() {
    for speed in Speed::ALL {
        let mut model = open("en");
        update(&mut model, dom("speed", "", speed.name()));
        let effects = update(&mut model, Msg::ToggleRun);
        // All there is to do before it is the reader's turn fits into one look at a flood.
        let next = if speed.steps() > 1 { Effect::StopWaking } else { Effect::WakeAfter(speed.interval()) };
        assert_eq!(effects.iter().rfind(|effect| !matches!(effect, Effect::Show(_))), Some(&next));
    }
    // Whoever changes the speed does not wait for the rest of a long interval.
    let mut model = open("en");
    update(&mut model, Msg::ToggleRun);
    let effects = update(&mut model, dom("speed", "", Speed::Fastest.name()));
    assert_eq!(effects, [Effect::WakeAfter(Speed::Fastest.interval())]);
}

#[test]
fn a_session_is_gone_through_again_many_steps_to_one_look() {
    let mut model = open("en");
    settle(&mut model);
    for _ in 0..100 {
        update(&mut model, Msg::Time(TimeMsg::NextEvent));
        settle(&mut model);
    }
    let (all, log) = (model.pair().actions().len(), model.pair().log().to_vec());
    update(&mut model, Msg::Time(TimeMsg::Seek(0)));
    update(&mut model, dom("speed", "", Speed::Flood.name()));
    let effects = update(&mut model, Msg::ToggleRun);
    assert_eq!(model.pair().actions().len(), Speed::Flood.steps());
    let shown = |effect: &&Effect| matches!(effect, Effect::Show(_) | Effect::Reveal(_));
    assert_eq!(effects.iter().filter(shown).count(), 1, "{effects:?}");
    // What goes by is not made anew for each look.
    let keys = |model: &Model| -> Vec<_> {
        let rows = of_class(model, "wire-rows", "row ");
        rows.iter().filter_map(|row| row.key.clone()).collect()
    };
    update(&mut model, dom("scroll-wire", "", "0 460"));
    let some = keys(&model);
    update(&mut model, Msg::Wake);
    assert_eq!((keys(&model), some.len()), (some, 11));
    let mut wakes = 0;
    while update(&mut model, Msg::Wake).last() == Some(&Effect::WakeAfter(Speed::Flood.interval())) {
        wakes += 1;
    }
    assert_eq!(wakes, (all - 1) / Speed::Flood.steps() - 2, "and then it is the reader's turn");
    assert!(
        keys(&model).iter().all(|key| key.starts_with("frame-")),
        "then every row is one to come back to"
    );
    assert_eq!(model.pair().log(), log);
}

#[test]
fn through_a_long_session_the_reader_goes_in_strides_and_arrives_before_anything_else_happens() {
    let mut model = open("en");
    settle(&mut model);
    for _ in 0..3_000 {
        update(&mut model, Msg::Ping);
        settle(&mut model);
    }
    let (all, log) = (model.pair().actions().len(), model.pair().log().to_vec());
    assert!(all > 9_000);
    let value = |model: &Model| {
        let bar = region(model, "time-bar");
        let slider = all_nodes(&bar).into_iter().find(|node| node.get("data-msg") == Some("seek"));
        slider.expect("a slider").get("value").map(str::to_owned)
    };
    let wakes = |effects: &[Effect]| effects.contains(&Effect::WakeAfter(Duration::ZERO));
    let effects = update(&mut model, Msg::Back);
    assert!(wakes(&effects) && model.pair().actions().len() < all / 2, "not all at once");
    assert_eq!(value(&model), Some((all - 1).to_string()), "the slider stands where the reader goes to");
    // Whoever goes on meanwhile goes on from there.
    update(&mut model, Msg::Back);
    assert_eq!(value(&model), Some((all - 2).to_string()));
    update(&mut model, Msg::NextTheme);
    let mut strides = 0;
    while wakes(&update(&mut model, Msg::Wake)) {
        strides += 1;
    }
    assert!(strides >= 1);
    assert_eq!(model.pair().actions().len(), all - 2);
    seek(&mut model, 10);
    assert_eq!(model.pair().actions().len(), 10, "what is near is there at once");
    let effects = update(&mut model, Msg::Time(TimeMsg::Seek(all - 3)));
    assert!(wakes(&effects));
    update(&mut model, Msg::Step);
    assert_eq!(model.pair().actions().len(), all - 2, "a step is one from where the reader went to");
    update(&mut model, Msg::Time(TimeMsg::Seek(usize::MAX)));
    while wakes(&update(&mut model, Msg::Wake)) {}
    assert_eq!(model.pair().log(), log);
    assert_eq!(of_class(&model, "time-bar", "branches").len(), 0, "nobody did anything else");
}

#[test]
fn of_a_long_conversation_only_the_rows_near_the_screen_are_in_the_document() {
    let mut model = open("en");
    settle(&mut model);
    for _ in 0..1_000 {
        update(&mut model, Msg::Time(TimeMsg::Skip(30)));
    }
    let frames = model.pair().frames().len();
    assert!(frames > 2_000);
    let rows = |model: &Model| of_class(model, "wire-rows", "row ").len();
    let height = |model: &Model| -> usize {
        let spaces = of_class(model, "wire-rows", "space");
        spaces.iter().filter_map(|space| space.get("height")?.parse::<usize>().ok()).sum()
    };
    assert!(rows(&model) < 120, "{}", rows(&model));
    assert_eq!(height(&model), (frames - rows(&model)) * 46);
    assert!(text_of(&model, "wire-rows").contains(&format!("id {}", frames / 2)), "the newest is there");
    update(&mut model, dom("scroll-wire", "", "0 600"));
    assert!(text_of(&model, "wire-rows").contains("initialize"));
    assert!(rows(&model) < 120);
    // Whatever is chosen elsewhere can be brought into view.
    let effects = update(&mut model, Msg::SelectFrame(1_500));
    assert_eq!(effects, [Effect::Reveal("frame-1500".to_owned())]);
    let keys = region(&model, "wire-rows");
    assert!(all_nodes(&keys).iter().any(|node| node.key.as_deref() == Some("frame-1500")));
}

#[test]
fn request_and_answer_are_tied_and_an_open_request_hangs() {
    let mut model = open("en");
    settle(&mut model);
    update(&mut model, Msg::SelectFrame(4));
    let classes = |model: &Model| -> Vec<String> {
        let ties = of_class(model, "wire-rows", "tie");
        ties.iter().filter_map(|tie| tie.get("class").map(str::to_owned)).collect()
    };
    assert_eq!(classes(&model), ["tie first by-client", "tie last by-client"]);
    update(&mut model, Msg::Ping);
    assert_eq!(classes(&model), ["tie first by-client open"]);
    update(&mut model, Msg::SelectFrame(2));
    assert!(classes(&model).is_empty(), "nobody answers a notification");
}

#[test]
fn what_the_server_logs_stands_beside_the_wire() {
    let mut model = open("en");
    settle(&mut model);
    update(&mut model, Msg::CallTool);
    settle(&mut model);
    let logged = of_class(&model, "wire-rows", "logged");
    assert_eq!(logged.len(), 1);
    assert!(
        logged[0].text_content().contains("stderrdemo: call 3 done after"),
        "{}",
        logged[0].text_content()
    );
    let last = model.pair().frames().len() - 1;
    assert_eq!(model.shown_frame(), Some(last), "it is no frame");
}
