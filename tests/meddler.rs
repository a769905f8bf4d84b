//! The faults of the playground on a wire that is somebody else's: what goes in, and what has to be done.
#![cfg(not(target_arch = "wasm32"))]

use wirelab::proto::time::Instant;
use wirelab::sim::{Deed, Fault, FaultKind, Meddler, When};
use wirelab::trace::Lane;

const C2S: Lane = Lane::ClientToServer;
const S2C: Lane = Lane::ServerToClient;

const INITIALIZE: &str =
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#;
const WELCOME: &str =
    r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{}}}"#;
const CALL: &str = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"no","arguments":{}}}"#;
const REFUSED: &str = r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Unknown tool: no"}}"#;
const NOTE: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

/// A talk in which each kind of fault finds something to do, in either direction.
fn talk() -> Vec<(Lane, String)> {
    let said = [(C2S, INITIALIZE), (S2C, WELCOME), (C2S, NOTE), (S2C, NOTE), (C2S, CALL), (S2C, REFUSED)];
    said.map(|(lane, text)| (lane, format!("{text}\n"))).to_vec()
}

/// Lets everything happen: what is said, a frame each millisecond; what is held back; the ends.
fn deeds(faults: &[Fault], said: &[(Lane, String)]) -> Vec<Deed> {
    let mut meddler = Meddler::new(faults.iter().copied());
    let mut done = Vec::new();
    let mut now = Instant::ZERO;
    for (lane, text) in said {
        now = Instant::from_micros(now.micros() + 1_000);
        meddler.handle_bytes(now, *lane, text.as_bytes());
        done.extend(std::iter::from_fn(|| meddler.poll_deed()));
    }
    while let Some(due) = meddler.next_timeout() {
        now = now.max(due);
        meddler.handle_timeout(now);
        done.extend(std::iter::from_fn(|| meddler.poll_deed()));
    }
    for lane in [C2S, S2C] {
        meddler.handle_end(now, lane);
    }
    done.extend(std::iter::from_fn(|| meddler.poll_deed()));
    done
}

fn written(deeds: &[Deed], lane: Lane) -> String {
    let bytes = deeds.iter().filter_map(|deed| match deed {
        Deed::Write(to, bytes) if *to == lane => Some(String::from_utf8_lossy(bytes)),
        _ => None,
    });
    bytes.collect()
}

fn once(kind: FaultKind, lane: Lane) -> Vec<Deed> {
    deeds(&[Fault::once(kind, lane)], &talk())
}

#[test]
fn without_a_fault_all_bytes_pass_however_they_are_cut() {
    let stream = format!("{INITIALIZE}\r\n\n \nno message\n\0{CALL}\nhalf a li");
    for size in [1, 7, 64, stream.len()] {
        let cut = stream.as_bytes().chunks(size);
        let said: Vec<_> = cut.map(|part| (C2S, String::from_utf8(part.to_vec()).expect("ASCII"))).collect();
        let done = deeds(&[], &said);
        assert_eq!(written(&done, C2S), stream, "{size} bytes at once");
        assert_eq!(done.last(), Some(&Deed::End(S2C)));
    }
    let framed = format!("Content-Length: {}\r\n\r\n{CALL}", CALL.len());
    assert_eq!(written(&deeds(&[], &[(C2S, framed.clone())]), C2S), framed);
}

#[test]
fn each_fault_does_something_in_each_direction_in_which_it_can_go_wrong() {
    let plain = deeds(&[], &talk());
    for kind in FaultKind::ALL {
        for lane in [C2S, S2C].into_iter().filter(|lane| kind.goes_on(*lane)) {
            // Nobody speaks the framing whose length could be wrong, and a client answers nothing here.
            let answers = ["error-as-result", "answer-twice", "answer-late", "never-answer", "wrong-era"];
            if *kind == FaultKind::WrongLength || lane == C2S && answers.contains(&kind.name()) {
                continue;
            }
            let done = once(*kind, lane);
            let tells =
                done.iter().any(|deed| matches!(deed, Deed::Tell(told) if told.touched.contains(*kind)));
            assert!(tells, "{} on {lane:?} says nothing: {done:?}", kind.name());
            let rest: Vec<_> = done.into_iter().filter(|deed| !matches!(deed, Deed::Tell(_))).collect();
            // A delay and its like change no byte, but when and in which pieces they come.
            let when = [FaultKind::Delay, FaultKind::Jitter, FaultKind::Reorder, FaultKind::AnswerLate];
            assert!(rest != plain || when.contains(kind), "{} on {lane:?} does nothing", kind.name());
        }
    }
}

#[test]
fn a_fault_is_for_the_frames_that_it_was_asked_for() {
    let drop = Fault::once(FaultKind::Drop, S2C);
    let answers = |fault: Fault| written(&deeds(&[fault], &talk()), S2C).lines().count();
    assert_eq!(answers(drop), 2);
    assert_eq!(answers(drop.when(When::Next(2))), 1);
    assert_eq!(answers(drop.when(When::Always)), 0);
    let of_call = drop.when(When::method("tools/call").expect("a method"));
    let left = written(&deeds(&[of_call], &talk()), S2C);
    assert_eq!(left, format!("{WELCOME}\n{NOTE}\n"), "the answer to tools/call is gone, and nothing else");
}

#[test]
fn chance_falls_the_same_way_for_the_same_seed() {
    let said: Vec<_> =
        (0..200).map(|id| (S2C, format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}}}}\n"))).collect();
    let fault = Fault::once(FaultKind::Drop, S2C).when(When::Sometimes(30));
    let kept = |seed| written(&deeds(&[fault.seeded(seed)], &said), S2C);
    assert_eq!(kept(7), kept(7));
    assert_ne!(kept(7), kept(8));
    let count = kept(7).lines().count();
    assert!((100..180).contains(&count), "{count} of 200 are left of 70 percent");
}

#[test]
fn what_is_late_holds_up_what_comes_after_it_and_what_is_reordered_does_not() {
    let mut meddler = Meddler::new([Fault::once(FaultKind::Delay, S2C).by(500)]);
    meddler.handle_bytes(Instant::from_millis(1), S2C, b"{}\n[]\n");
    let none: Vec<_> =
        std::iter::from_fn(|| meddler.poll_deed()).filter(|it| matches!(it, Deed::Write(..))).collect();
    assert_eq!(none, []);
    assert_eq!(meddler.next_timeout(), Some(Instant::from_millis(501)));
    meddler.handle_timeout(Instant::from_millis(501));
    let all: Vec<_> = std::iter::from_fn(|| meddler.poll_deed()).collect();
    assert_eq!(all, [Deed::Write(S2C, b"{}\n".to_vec()), Deed::Write(S2C, b"[]\n".to_vec())]);
    assert_eq!(written(&once(FaultKind::Reorder, S2C), S2C), format!("{NOTE}\n{WELCOME}\n{REFUSED}\n"));
}

#[test]
fn what_ends_the_process_says_how() {
    let done = once(FaultKind::Crash, S2C);
    assert_eq!(written(&done, S2C), WELCOME[..WELCOME.len() / 2], "half a frame, and nothing after it");
    assert!(done.contains(&Deed::Kill(139)));
    let done = once(FaultKind::Exit, S2C);
    assert!(written(&done, Lane::Stderr).contains("Cannot find module"));
    assert!(done.contains(&Deed::Kill(1)));
    assert!(once(FaultKind::Hang, S2C).contains(&Deed::Stop));
    let done = once(FaultKind::StayOn, S2C);
    assert!(done.contains(&Deed::StayOn) && !done.contains(&Deed::End(C2S)), "{done:?}");
    let done = deeds(&[Fault::once(FaultKind::FloodStderr, Lane::Stderr)], &talk());
    let floods = done.iter().filter_map(|deed| match deed {
        Deed::Flood(bytes) => Some(bytes.len()),
        _ => None,
    });
    assert_eq!(floods.collect::<Vec<_>>()[0], 70_000);
}
