//! Break it, on the page: any fault is three clicks away, what is broken can be mended, and what it touches says so.
#![cfg(not(target_arch = "wasm32"))]

mod scenes;

use scenes::{all_nodes, dom, open, region, settle};
use wirelab::panel::node::Node;
use wirelab::panel::{Effect, Model, Move, Msg, next_move, update};
use wirelab::proto::session::State;
use wirelab::sim::{FaultKind, Process, When};

fn click(model: &mut Model, name: &str, arg: &str) -> Vec<Effect> {
    // Only what is to be seen can be clicked.
    let seen = ["compose", "time-bar", "client-side", "server-side"].iter().any(|name_of| {
        let nodes = region(model, name_of);
        all_nodes(&nodes).iter().any(|node| {
            node.get("data-msg") == Some(name)
                && node.get("data-arg") == Some(arg)
                && node.get("disabled").is_none()
        })
    });
    assert!(seen, "no {name} {arg} to click");
    update(model, dom(name, arg, ""))
}

fn text_of(model: &Model, name: &str) -> String {
    region(model, name).iter().map(|node| node.text_content() + "\n").collect()
}

/// The text of every node of this class in a region.
fn of_class(model: &Model, name: &str, class: &str) -> Vec<String> {
    let nodes = region(model, name);
    let is = |node: &&&Node| node.get("class").is_some_and(|known| known.split(' ').any(|one| one == class));
    all_nodes(&nodes).iter().filter(is).map(|node| node.text_content()).collect()
}

/// A page that has shaken hands.
fn ready(language: &str) -> Model {
    let mut model = open(language);
    settle(&mut model);
    model
}

fn skip(model: &mut Model, seconds: u32) {
    update(model, dom("skip", &seconds.to_string(), ""));
}

#[test]
fn every_fault_is_at_most_three_clicks_away() {
    for kind in FaultKind::ALL {
        let mut model = ready("en");
        let effects = click(&mut model, "wish", "break it");
        assert!(effects.iter().any(|effect| matches!(effect, Effect::Focus(key) if key == "breaking")));
        click(&mut model, "break-often", "always");
        click(&mut model, "break-turn", kind.name());
        let fault = model.pair().faults().find(|fault| fault.kind == *kind);
        // What ends a process is over when it has done so.
        assert!(fault.is_some() || *kind == FaultKind::Exit, "{}", kind.name());
        if let Some(fault) = fault {
            assert_eq!(fault.when, When::Always);
            let arg = format!("{} {}", kind.name(), fault.lane.name());
            click(&mut model, "break-mend", &arg);
        }
        assert_eq!(model.pair().faults().count(), 0, "{}", kind.name());
    }
}

#[test]
fn every_fault_is_had_once_for_a_few_frames_always_by_chance_or_by_method() {
    let choices = [
        ("once", When::Next(1)),
        ("few", When::Next(3)),
        ("always", When::Always),
        ("sometimes", When::Sometimes(30)),
        ("method", When::Method("tools/call")),
    ];
    for kind in FaultKind::ALL {
        for (often, when) in choices {
            let mut model = ready("en");
            for (name, arg) in [("wish", "break it"), ("break-often", often), ("break-turn", kind.name())] {
                update(&mut model, dom(name, arg, ""));
            }
            let expected = match (kind, often) {
                // A process that is stopped, or waits for a reader, does so until somebody mends it.
                (FaultKind::Hang | FaultKind::FullPipe | FaultKind::FloodStderr, other)
                    if other != "method" =>
                {
                    Some(When::Always)
                }
                // One that ends has done so by now.
                (FaultKind::Exit, "once") => None,
                (FaultKind::Exit, "few") => Some(When::Next(2)),
                _ => Some(when),
            };
            let found = model.pair().faults().find(|fault| fault.kind == *kind).map(|fault| fault.when);
            assert_eq!(found, expected, "{} {often}", kind.name());
        }
    }
}

#[test]
fn a_switch_that_is_on_is_pressed_and_switches_off() {
    let mut model = ready("en");
    click(&mut model, "wish", "break it");
    let pressed = |model: &Model| {
        let nodes = region(model, "compose");
        let pressed = all_nodes(&nodes).into_iter().filter(|node| {
            node.get("data-msg") == Some("break-turn") && node.get("aria-pressed") == Some("true")
        });
        pressed.filter_map(|node| node.get("data-arg").map(str::to_owned)).collect::<Vec<_>>()
    };
    click(&mut model, "break-toward", "c2s");
    click(&mut model, "break-often", "few");
    click(&mut model, "break-turn", "crlf");
    assert_eq!(pressed(&model), ["crlf"]);
    // The other direction is another fault.
    click(&mut model, "break-toward", "s2c");
    assert_eq!(pressed(&model), [""; 0]);
    click(&mut model, "break-toward", "c2s");
    click(&mut model, "break-turn", "no-initialized");
    assert!(pressed(&model).contains(&"no-initialized".to_owned()), "not the lost frame of the same kind");
    assert!(!pressed(&model).contains(&"drop".to_owned()));
    for name in pressed(&model) {
        click(&mut model, "break-turn", &name);
    }
    assert_eq!(model.pair().faults().count(), 0);
    click(&mut model, "break", "");
    assert_eq!(region(&model, "compose").len(), 0);
}

#[test]
fn keys_do_the_commonest_at_once() {
    let mut model = ready("en");
    for (key, kind) in [("1", FaultKind::Pollute), ("2", FaultKind::Drop), ("3", FaultKind::Crash)] {
        update(&mut model, Msg::from_key(key).expect("a key"));
        let fault = model.pair().faults().find(|fault| fault.kind == kind).expect("it is on");
        assert_eq!(fault.when, When::Next(1));
    }
    assert_eq!(region(&model, "compose").len(), 0, "no pane comes in between");
    assert_eq!(of_class(&model, "time-bar", "broken-now").len(), 1);
    update(&mut model, Msg::from_key("x").expect("a key"));
    assert!(!region(&model, "compose").is_empty());
    update(&mut model, Msg::ToggleHelp);
    assert!(text_of(&model, "help").contains("x 1 2 3"));
}

#[test]
fn a_frame_says_by_which_fault_it_was_touched_in_both_languages() {
    for (language, name, said) in
        [("en", "Other type of id", "Broken on purpose"), ("zh-CN", "id 类型变了", "人为故障")]
    {
        let mut model = ready(language);
        click(&mut model, "wish", "break it");
        click(&mut model, "break-turn", "id-type");
        update(&mut model, Msg::Ping);
        skip(&mut model, 1);
        assert_eq!(of_class(&model, "wire-rows", "fault"), [name]);
        assert!(text_of(&model, "wire-rows").contains(said));
        let told = of_class(&model, "meaning-pane", "truth");
        assert!(matches!(&told[..], [one] if one.contains(name)), "{told:?}");
        assert_eq!(of_class(&model, "time-bar", "broken-now").len(), 0, "once is over");
    }
}

#[test]
fn a_lost_frame_stays_on_its_way_for_ever() {
    let mut model = ready("en");
    update(&mut model, Msg::from_key("2").expect("a key"));
    update(&mut model, Msg::Ping);
    skip(&mut model, 10);
    let lost = of_class(&model, "wire-rows", "lost");
    assert_eq!(lost.len(), 1, "{lost:?}");
    assert!(lost[0].contains("Lost frame"));
}

#[test]
fn a_hung_server_a_lost_call_and_the_way_back_are_all_to_be_seen() {
    let mut model = ready("en");
    click(&mut model, "wish", "break it");
    click(&mut model, "keep-server", "");
    click(&mut model, "break-turn", "hang");
    update(&mut model, dom("tool", "", "slow"));
    update(&mut model, Msg::CallTool);
    assert!(text_of(&model, "time-bar").contains("Hang"), "it can be mended from here");
    for _ in 0..3 {
        skip(&mut model, 30);
    }
    assert_eq!(of_class(&model, "wire-rows", "bad").len(), 4, "stopped, the call given up, two pings missed");
    while next_move(&model) != Move::Restart {
        update(&mut model, dom("event", "", ""));
    }
    let rows = text_of(&model, "wire-rows");
    for sentence in [
        "No answer to the heartbeat, 3 in a row.",
        "Verdict: the server is gone.",
        "status 137",
        "Attempt 1 in 0.944 s",
    ] {
        assert!(rows.contains(sentence), "{sentence}: {rows}");
    }
    assert!(text_of(&model, "time-bar").contains("the host starts the server again"));
    let pane = region(&model, "compose");
    let bands = |class: &str| all_nodes(&pane).iter().filter(|node| node.get("class") == Some(class)).count();
    assert_eq!((bands("band"), bands("band later"), bands("drawn")), (1, 9, 1));
    let waits = text_of(&model, "compose");
    assert!(waits.contains("between 0.750 s and 1.250 s"), "{waits}");
    settle(&mut model);
    assert_eq!(model.pair().client().state(), State::Initialized);
    assert!(text_of(&model, "wire-rows").contains("a new handshake"));
    assert!(!text_of(&model, "time-bar").contains("Hang"), "that was the other process");

    // The same in a link.
    let mut again = open("zh-CN");
    update(&mut again, Msg::OpenScript(model.script().expect("a world")));
    assert_eq!(again.pair().log(), model.pair().log());
}

#[test]
fn a_new_process_is_seen_as_new() {
    let mut model = ready("en");
    assert!(text_of(&model, "client-side").contains("add"), "a form for a tool");
    click(&mut model, "wish", "break it");
    click(&mut model, "start-again", "");
    assert_eq!(next_move(&model), Move::Initialize);
    let side = region(&model, "client-side");
    assert!(
        !all_nodes(&side).iter().any(|node| node.get("data-msg") == Some("call")),
        "its tools are not known"
    );
    settle(&mut model);
    assert_eq!(model.pair().client().state(), State::Initialized);
    let told = model
        .pair()
        .log()
        .iter()
        .any(|entry| entry.fact == wirelab::sim::Fact::Process(Process::Started { attempt: 0 }));
    assert!(told);
}

#[test]
fn what_is_about_the_first_words_begins_anew() {
    for (name, anew) in
        [("unknown-version", true), ("wrong-era", true), ("no-initialized", true), ("pollute", false)]
    {
        let mut model = ready("en");
        click(&mut model, "wish", "break it");
        click(&mut model, "break-turn", name);
        assert_eq!(model.pair().frames().is_empty(), anew, "{name}");
        assert_eq!(model.pair().faults().count(), 1, "{name}");
    }
}
