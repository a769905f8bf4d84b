//! Which frames a fault is for, what it leaves alone, and that all of it can be repeated.

use super::*;
use wirelab::sim::{FaultGroup, Script, ScriptError, Touched, When};

fn begun(fault: Fault) -> Pair {
    played(&Settings::default(), [Action::Command(Command::Initialize), seconds(1), on(fault)])
}

fn ping(pair: &mut Pair) -> Touched {
    let before = pair.frames().len();
    pair.act(Action::Command(Command::Ping)).expect("always allowed");
    pair.act(seconds(1)).expect("time passes");
    pair.frames()[before..]
        .iter()
        .fold(Touched::NONE, |all, frame| frame.touched.iter().fold(all, Touched::with))
}

#[test]
fn a_fault_is_for_the_next_frames_and_then_over() {
    let mut pair = begun(Fault::once(FaultKind::CarriageReturn, C2S).when(When::Next(2)));
    let touched: Vec<_> = (0..3).map(|_| ping(&mut pair).contains(FaultKind::CarriageReturn)).collect();
    assert_eq!((touched, pair.faults().count()), (vec![true, true, false], 0));
}

#[test]
fn a_fault_waits_for_a_frame_that_it_can_do_something_to() {
    let mut pair = begun(Fault::once(FaultKind::AnswerTwice, C2S));
    assert!(ping(&mut pair).is_empty());
    assert_eq!(pair.faults().count(), 1, "the client has answered nothing");
    let ask = b"{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"ping\"}\n".to_vec();
    pair.act(Action::Command(Command::Raw { side: Side::Server, bytes: ask })).expect("raw bytes");
    pair.act(seconds(1)).expect("time passes");
    let answers = pair.frames().iter().filter(|frame| frame.touched.contains(FaultKind::AnswerTwice));
    assert_eq!((answers.count(), pair.faults().count()), (2, 0));
}

#[test]
fn a_fault_of_a_method_is_for_its_requests_and_their_answers() {
    let mut pair = begun(Fault::once(FaultKind::CarriageReturn, S2C).when(When::Method("tools/call")));
    assert!(ping(&mut pair).is_empty());
    for _ in 0..2 {
        pair.act(call("add", r#"{"a":1,"b":2}"#)).expect("allowed");
        pair.act(seconds(1)).expect("time passes");
        let last = pair.frames().last().expect("an answer");
        assert_eq!((last.from, last.touched), (Side::Server, FaultKind::CarriageReturn.into()));
    }
    assert_eq!(pair.faults().count(), 1, "it is on until it is switched off");
}

#[test]
fn chance_is_in_the_switch_and_nowhere_else() {
    let hits = |seed| {
        let fault = Fault::once(FaultKind::CarriageReturn, C2S).when(When::Sometimes(30)).seeded(seed);
        let mut pair = begun(fault);
        (0..100).map(|_| !ping(&mut pair).is_empty()).collect::<Vec<_>>()
    };
    let (one, other) = (hits(1), hits(2));
    assert_ne!(one, other);
    for hits in [&one, &other] {
        let count = hits.iter().filter(|hit| **hit).count();
        assert!((15..=45).contains(&count), "{count} of 100");
    }
    assert_eq!(one, hits(1));
}

#[test]
fn what_is_no_frame_and_the_other_direction_are_left_alone() {
    let bytes = b"{\"jsonrpc\":\"2.0\",\"id\":1}\n{\"x\":1}\nhalf".to_vec();
    for kind in FaultKind::ALL.iter().filter(|kind| kind.group() == FaultGroup::Words) {
        let lane = if kind.goes_on(C2S) { C2S } else { S2C };
        let side = lane.sender().expect("a side");
        let mut pair = begun(Fault::once(*kind, lane).when(When::Always));
        for from in [side, side.peer()] {
            pair.act(Action::Command(Command::Raw { side: from, bytes: bytes.clone() })).expect("raw bytes");
        }
        let raw: Vec<_> = pair.frames().iter().filter(|frame| frame.bytes.as_ref() == Some(&bytes)).collect();
        assert_eq!(raw.len(), 2, "{}", kind.name());
        assert!(raw.iter().all(|frame| frame.touched.is_empty()), "{}", kind.name());
    }
}

#[test]
fn several_faults_act_on_one_frame_in_the_order_of_their_kinds() {
    let mut pair = begun(Fault::once(FaultKind::CarriageReturn, C2S));
    for kind in [FaultKind::ByteOrderMark, FaultKind::IdType, FaultKind::Duplicate] {
        pair.act(on(Fault::once(kind, C2S))).expect("a switch");
    }
    let before = pair.frames().len();
    pair.act(Action::Command(Command::Ping)).expect("allowed");
    let expected = "\u{feff}{\"jsonrpc\":\"2.0\",\"id\":\"2\",\"method\":\"ping\"}\r\n";
    let written = &pair.frames()[before..];
    assert_eq!(written.len(), 2);
    for frame in written {
        assert_eq!(frame.bytes.as_deref(), Some(expected.as_bytes()));
        assert_eq!(frame.touched.iter().count(), 4);
    }
}

#[test]
fn bytes_that_come_in_pieces_or_with_others_lead_to_the_same_answers() {
    for kind in [FaultKind::Chop, FaultKind::Coalesce, FaultKind::Stall, FaultKind::Reorder, FaultKind::Delay]
    {
        for lane in [C2S, S2C] {
            let mut pair = begun(Fault::once(kind, lane));
            for text in ["音乐", "b"] {
                pair.act(call("echo", &format!("{{\"text\":\"{text}\"}}"))).expect("allowed");
                pair.act(Action::Wait(Duration::from_millis(100))).expect("time passes");
            }
            pair.act(seconds(20)).expect("time passes");
            let touched = pair.frames().iter().filter(|frame| frame.touched.contains(kind)).count();
            assert_eq!(touched, 1, "{}", kind.name());
            assert_eq!(answered(&pair), ["initialize", "tools/call", "tools/call"], "{}", kind.name());
            assert_eq!(complaints(&pair, Side::Client), [""; 0], "{}", kind.name());
        }
    }
}

#[test]
fn both_of_two_frames_in_one_read_arrive_at_one_moment() {
    let mut pair = begun(Fault::once(FaultKind::Coalesce, C2S));
    let before = pair.frames().len();
    pair.act(Action::Command(Command::Ping)).expect("allowed");
    assert_eq!((pair.frames().len(), pair.held_back(Side::Client)), (before, 1), "it is in the buffer");
    pair.act(Action::Command(Command::Ping)).expect("allowed");
    pair.act(seconds(1)).expect("time passes");
    let frames = &pair.frames()[before..];
    assert_eq!(frames.len(), 4);
    assert_eq!(frames[0].arrives, frames[1].arrives);
    assert!(frames[2..].iter().all(|answer| answer.cause == Some(before + 1)), "the read that ended with it");
}

#[test]
fn every_switch_is_written_and_read_to_the_letter() {
    let mut actions = vec![Action::Command(Command::Initialize)];
    for (number, kind) in FaultKind::ALL.iter().enumerate() {
        for lane in Lane::ALL.into_iter().filter(|lane| kind.goes_on(*lane)) {
            let fault = Fault::once(*kind, lane);
            let when =
                [When::Next(3), When::Always, When::Sometimes(40), When::Method("notifications/initialized")];
            let fault = match number % 3 {
                0 => fault.by(3).seeded(u64::MAX),
                _ => fault,
            };
            actions.push(on(fault.when(when[number % 4])));
            actions.push(off(*kind, lane));
        }
    }
    let settings = Settings::default();
    let script = Script { actions, ..Script::of(&settings, &Pair::new(&settings)) };
    let text = script.to_text();
    assert_eq!(Script::from_text(&text).as_ref(), Ok(&script), "{text}");
}

#[test]
fn a_script_asks_for_no_fault_that_there_is_not() {
    let read = |action: &str| {
        let script = Script::of(&Settings::default(), &Pair::new(&Settings::default())).to_text();
        Script::from_text(&script.replace("\"actions\":[]", &format!("\"actions\":[{action}]"))).is_ok()
    };
    assert!(read(r#"{"fault":"drop","lane":"c2s","next":1}"#));
    for action in [
        r#"{"fault":"melt","lane":"c2s","next":1}"#,
        r#"{"fault":"crash","lane":"c2s","next":1}"#,
        r#"{"fault":"drop","lane":"note","next":1}"#,
        r#"{"fault":"drop","lane":"c2s"}"#,
        r#"{"fault":"drop","lane":"c2s","always":false}"#,
        r#"{"fault":"drop","lane":"c2s","next":-1}"#,
        r#"{"fault":"drop","lane":"c2s","next":1,"seed":"-1"}"#,
        r#"{"fault":"drop","lane":"c2s","method":"tools/cal"}"#,
        r#"{"mend":"drop"}"#,
        r#"{"keepServer":7}"#,
    ] {
        assert!(!read(action), "{action}");
    }
}

#[test]
fn a_script_that_asks_for_more_than_a_page_can_hold_is_refused() {
    let settings = Settings::default();
    for held in [FaultKind::Delay, FaultKind::Coalesce, FaultKind::Hang] {
        let long = Fault::once(FaultKind::LongLine, C2S).when(When::Always).by(1 << 20);
        let lane = if held.goes_on(C2S) { C2S } else { S2C };
        let ping = Action::Command(Command::Ping);
        let mut actions = vec![on(long), on(Fault::once(held, lane).when(When::Always))];
        actions.extend(vec![ping; 600]);
        let script = Script { actions, ..Script::of(&settings, &Pair::new(&settings)) };
        assert_eq!(script.replay().map(drop), Err(ScriptError::TooLong), "{}", held.name());
    }
}

#[test]
fn a_frame_of_a_megabyte_comes_in_some_thousand_pieces() {
    let mut pair = begun(Fault::once(FaultKind::Chop, C2S).by(1));
    pair.act(on(Fault::once(FaultKind::LongLine, C2S).by(1 << 20))).expect("a switch");
    ping(&mut pair);
    let pieces = pair.log().iter().filter(|entry| matches!(entry.fact, Fact::Arrived { .. })).count();
    assert!((2_000..5_000).contains(&pieces), "{pieces}");
    assert_eq!(complaints(&pair, Side::Client), [""; 0]);
}
