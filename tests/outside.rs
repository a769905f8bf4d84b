//! A server outside the world: what waits for whom, whose clock it is, and that it can be played again.
#![cfg(not(target_arch = "wasm32"))]

use std::time::Duration;

use wirelab::demo::{Live, Registry, Server, config};
use wirelab::proto::connection::{Connection, Input};
use wirelab::proto::session::{HeartbeatConfig, Output, ServerSession, Side, State};
use wirelab::proto::time::Instant;
use wirelab::sim::{
    Action, Command, Fact, Fault, FaultKind, FaultSwitch, Hand, Handling, Heard, Incoming, Life, Outgoing,
    Pair, Parting, Process, Script, Settings, Stepped, Upcoming, Upkeep, When,
};
use wirelab::trace::Lane;

fn settings() -> Settings {
    Settings { outside: true, latency: Duration::ZERO, ..Settings::default() }
}

fn at(millis: u64, what: Incoming) -> Action {
    Action::Heard(Heard { at: Duration::from_millis(millis), what })
}

fn written(text: &str) -> Incoming {
    Incoming::Stdout(text.as_bytes().to_vec())
}

/// What a real process would be: it has its own clock and its own ends.
struct Outsider {
    server: Server,
}

impl Outsider {
    fn new() -> Self {
        let live = Live::new(Registry::demo(), 0);
        Self { server: Server::behind(Connection::new(ServerSession::new(config())), live) }
    }

    /// What it writes when it has read this.
    fn reads(&mut self, outgoing: &Outgoing) -> Vec<u8> {
        let now = Instant::ZERO;
        match outgoing {
            Outgoing::Bytes(bytes) => self.server.handle_input(now, Input::Bytes(bytes)),
            Outgoing::End => self.server.handle_input(now, Input::Eof),
            Outgoing::Part(_) | Outgoing::Start | Outgoing::Pass(..) | Outgoing::Done(..) => {}
        }
        let mut bytes = Vec::new();
        while let Some(output) = self.server.poll_output() {
            if let Output::Transmit(part) = output {
                bytes.extend(part);
            }
        }
        bytes
    }
}

/// Steps, and hands over to and fro, until nothing is left to happen.
fn talk(pair: &mut Pair, process: &mut Outsider, millis: u64) {
    for _ in 0..1_000 {
        let stepped = pair.act(Action::Step).unwrap();
        for outgoing in pair.take_outgoing() {
            let bytes = process.reads(&outgoing);
            if !bytes.is_empty() {
                pair.act(at(millis, Incoming::Stdout(bytes))).unwrap();
            }
        }
        if stepped == Stepped::Idle {
            return;
        }
    }
    panic!("a thousand steps lead to no end");
}

#[test]
fn frames_wait_on_both_sides_until_somebody_lets_them_go() {
    let mut pair = Pair::new(&settings());
    let mut process = Outsider::new();
    pair.act(Action::Command(Command::Initialize)).unwrap();
    // However much time passes, nothing leaves by itself.
    pair.act(Action::Wait(Duration::from_secs(3))).unwrap();
    assert_eq!(pair.take_outgoing(), []);
    assert_eq!(pair.upcoming().map(|(_, what)| what), Some(Upcoming::Arrival(0)));
    pair.act(Action::Step).unwrap();
    let outgoing = pair.take_outgoing();
    let [Outgoing::Bytes(bytes)] = outgoing.as_slice() else { panic!("{outgoing:?}") };
    assert_eq!(Some(bytes), pair.frames()[0].bytes.as_ref());

    let answer = process.reads(&outgoing[0]);
    pair.act(at(3_250, Incoming::Stdout(answer))).unwrap();
    assert_eq!(pair.now(), Instant::ZERO + Duration::from_millis(3_250), "the clock is the one outside");
    assert_eq!(pair.client().state(), State::Initializing, "the answer waits");
    // Byte by byte as well.
    pair.act(Action::Bytes(10)).unwrap();
    assert_eq!(pair.frames()[1].arrived, 10);
    pair.act(Action::Step).unwrap();
    assert!(pair.client().state().is_operating(), "{:?}", pair.client().state());

    talk(&mut pair, &mut process, 4_000);
    pair.act(Action::Command(Command::ListTools)).unwrap();
    talk(&mut pair, &mut process, 5_000);
    assert!(
        pair.frames()
            .last()
            .unwrap()
            .bytes
            .as_ref()
            .unwrap()
            .starts_with(b"{\"jsonrpc\":\"2.0\",\"id\":2,\"result\"")
    );
}

#[test]
fn a_request_that_is_held_runs_out_of_time_all_the_same() {
    let mut pair = Pair::new(&settings());
    pair.act(Action::Command(Command::Initialize)).unwrap();
    pair.act(Action::Step).unwrap();
    assert_eq!(pair.act(Action::Step), Ok(Stepped::Idle), "a step does not make the clock go faster");
    pair.act(Action::Wait(Duration::from_secs(600))).unwrap();
    assert_eq!(pair.client().state(), State::Closed);
}

#[test]
fn a_clock_that_runs_away_is_no_end_of_the_world() {
    let mut pair = Pair::new(&settings());
    pair.act(Action::Command(Command::Initialize)).unwrap();
    let late = Heard { at: Duration::from_micros(i64::MAX.unsigned_abs()), what: written("late\n") };
    pair.act(Action::Heard(late)).unwrap();
    let now = pair.now();
    pair.act(at(1, written("before that\n"))).unwrap();
    assert_eq!(pair.now(), now, "no clock goes back");
    let script = Script::of(&settings(), &pair);
    assert_eq!(Script::from_text(&script.to_text()), Ok(script));
}

#[test]
fn lines_are_frames_and_what_is_no_line_is_there_at_once() {
    let mut pair = Pair::new(&settings());
    pair.act(at(1, written("Loading…\r\n{\"jsonrpc\":\"2.0\",\"method\":\"a\"}\n{\"half\":"))).unwrap();
    pair.act(at(2, written("1}\n"))).unwrap();
    pair.act(at(3, Incoming::Stderr(b"a warning\n".to_vec()))).unwrap();
    pair.act(at(4, Incoming::End)).unwrap();
    pair.act(at(5, Incoming::Exited(3))).unwrap();
    let texts: Vec<_> =
        pair.frames().iter().map(|frame| frame.bytes.as_deref().map(String::from_utf8_lossy)).collect();
    let expected = ["Loading…\r\n", "{\"jsonrpc\":\"2.0\",\"method\":\"a\"}\n", "{\"half\":", "1}\n"];
    assert_eq!(texts[..4], expected.map(|text| Some(text.into())));
    assert_eq!(texts[4], None, "the end of the stream");
    assert!(pair.frames().iter().all(|frame| frame.from == Side::Server && !frame.delivered));
    assert_eq!(pair.life(), Life::Ended);
    let facts: Vec<_> = pair.log().iter().map(|entry| &entry.fact).collect();
    assert!(facts.contains(&&Fact::Logged(b"a warning\n".to_vec())));
    assert_eq!(facts.last(), Some(&&Fact::Process(Process::Exited(3))));
    // Whatever is late from a process that is gone for this world is not its concern.
    pair.act(at(6, written("late\n"))).unwrap();
    assert_eq!(pair.frames().len(), 5);
}

#[test]
fn what_happened_can_be_played_again_without_the_process() {
    let mut pair = Pair::new(&settings());
    let mut process = Outsider::new();
    pair.act(Action::Command(Command::Initialize)).unwrap();
    talk(&mut pair, &mut process, 20);
    pair.act(at(30, Incoming::Stderr(b"\xFF not text\n".to_vec()))).unwrap();
    pair.act(Action::Command(Command::ListTools)).unwrap();
    talk(&mut pair, &mut process, 40);
    pair.act(Action::Command(Command::Close)).unwrap();
    talk(&mut pair, &mut process, 50);
    pair.act(at(51, Incoming::End)).unwrap();
    pair.act(at(52, Incoming::Exited(-1))).unwrap();

    let script = Script::of(&settings(), &pair);
    let read = Script::from_text(&script.to_text()).unwrap();
    assert_eq!(read, script);
    let mut again = read.replay().unwrap();
    assert_eq!(again.log(), pair.log());
    assert_eq!(again.trace(), pair.trace());
    assert!(again.is_outside());
    let left: Vec<_> = again.take_outgoing();
    assert!(
        left.iter().any(|outgoing| matches!(outgoing, Outgoing::End)),
        "the way out is there, and nobody at it"
    );
}

#[test]
fn faults_touch_what_really_passes() {
    let mut pair = Pair::new(&settings());
    let fault = |kind, lane| Fault { kind, lane, when: When::Next(1), amount: 0, seed: 0 };
    pair.act(Action::Fault(FaultSwitch::On(fault(FaultKind::Drop, Lane::ServerToClient)))).unwrap();
    pair.act(at(1, written("{\"jsonrpc\":\"2.0\",\"method\":\"lost\"}\n"))).unwrap();
    assert!(pair.frames()[0].is_eaten());
    pair.act(Action::Fault(FaultSwitch::On(fault(FaultKind::Duplicate, Lane::ClientToServer)))).unwrap();
    pair.act(Action::Command(Command::Initialize)).unwrap();
    while pair.act(Action::Step).unwrap() != Stepped::Idle {}
    let outgoing = pair.take_outgoing();
    assert_eq!(outgoing.len(), 2);
    assert_eq!(outgoing[0], outgoing[1]);
}

#[test]
fn a_server_that_is_started_anew_is_another_process() {
    let mut pair = Pair::new(&settings());
    pair.act(Action::Command(Command::Initialize)).unwrap();
    pair.act(Action::Step).unwrap();
    pair.act(at(5, Incoming::End)).unwrap();
    pair.act(at(6, Incoming::Exited(1))).unwrap();
    pair.take_outgoing();
    pair.act(Action::Upkeep(Upkeep::Again)).unwrap();
    assert_eq!(pair.take_outgoing(), [Outgoing::Start]);
    assert_eq!((pair.life(), pair.client().state()), (Life::Running, State::Uninitialized));
    let mut process = Outsider::new();
    pair.act(Action::Command(Command::Initialize)).unwrap();
    talk(&mut pair, &mut process, 7);
    assert!(pair.client().state().is_operating());
    let trace = pair.trace();
    let sessions: Vec<_> = trace.entries.iter().map(|entry| entry.session).collect();
    assert_eq!((sessions.first(), sessions.last()), (Some(&0), Some(&1)));
}

#[test]
fn a_process_is_made_to_end_and_its_end_is_heard_from_it() {
    for parting in Parting::ALL {
        let mut pair = Pair::new(&settings());
        pair.act(Action::Upkeep(Upkeep::End(parting))).unwrap();
        assert_eq!(pair.take_outgoing(), [Outgoing::Part(parting)]);
        assert_eq!(pair.life(), Life::Running);
        let facts: Vec<_> = pair.log().iter().map(|entry| &entry.fact).collect();
        assert_eq!(facts, [&Fact::Process(Process::Ending(parting))]);
        pair.act(at(2, Incoming::Lost)).unwrap();
        assert_eq!(pair.life(), Life::Ended);
        pair.act(Action::Upkeep(Upkeep::End(parting))).unwrap();
        assert_eq!(pair.take_outgoing(), [], "there is none any more");
        let script = Script::of(&settings(), &pair);
        let read = Script::from_text(&script.to_text()).unwrap();
        assert_eq!(read, script);
        assert_eq!(read.replay().unwrap().log(), pair.log());
    }
    // In a world that has its server within, nothing of that happens.
    let mut pair = Pair::new(&Settings::default());
    pair.act(Action::Upkeep(Upkeep::End(Parting::Kill))).unwrap();
    assert!(pair.log().is_empty());
}

#[test]
fn a_crash_that_is_put_into_the_wire_kills_the_process() {
    let mut pair = Pair::new(&settings());
    let fault = Fault::once(FaultKind::Crash, Lane::ServerToClient);
    pair.act(Action::Fault(FaultSwitch::On(fault))).unwrap();
    pair.act(at(1, written("{\"jsonrpc\":\"2.0\",\"method\":\"a\"}\n"))).unwrap();
    assert_eq!(pair.take_outgoing(), [Outgoing::Part(Parting::Kill)]);
    assert_eq!(pair.life(), Life::Ended);
}

#[test]
fn what_is_due_long_since_is_done_at_once_and_its_answer_is_waited_for_from_then_on() {
    let mut settings = settings();
    settings.client.heartbeat = Some(HeartbeatConfig::default());
    let mut pair = Pair::new(&settings);
    let mut process = Outsider::new();
    pair.act(Action::Command(Command::Initialize)).unwrap();
    talk(&mut pair, &mut process, 20);
    assert!(matches!(pair.next_due(), Some((_, Upcoming::Timeout(Side::Client, _)))));
    let frames = pair.frames().len();
    // The lid was closed: nobody has been silent, for nobody was asked.
    pair.act(Action::Wait(Duration::from_secs(7_200))).unwrap();
    assert!(pair.client().state().is_operating());
    assert_eq!(pair.frames().len(), frames + 1, "one question, and not one for each that was missed");
    assert!(pair.next_due().is_some_and(|(at, _)| at > pair.now()));
}

// Both ends outside.

fn tapped() -> Pair {
    Pair::new(&Settings { outside: true, tapped: true, latency: Duration::ZERO, ..Settings::default() })
}

fn passed(pair: &mut Pair, from: Side, bytes: &[u8], held: bool) {
    let what = Incoming::Passed { from, bytes: Some(bytes.to_vec()), held };
    pair.act(Action::Heard(Heard { at: Duration::ZERO, what })).expect("nothing heard is refused");
}

fn hand(pair: &mut Pair, frame: usize, what: Hand) {
    pair.act(Action::Hand(Handling { frame, what })).expect("nothing done by hand is refused");
}

#[test]
fn what_two_ends_outside_say_leaves_the_world_only_where_it_waited_in_it() {
    let mut pair = tapped();
    passed(&mut pair, Side::Client, b"a\nb\n", false);
    assert_eq!((pair.frames().len(), pair.take_outgoing()), (2, Vec::new()));
    assert!(pair.frames().iter().all(|frame| frame.delivered && !frame.lost));
    passed(&mut pair, Side::Client, b"c\n", true);
    passed(&mut pair, Side::Server, b"d\n", true);
    passed(&mut pair, Side::Client, b"ee\n", true);
    assert_eq!(pair.take_outgoing(), []);
    hand(&mut pair, 4, Hand::Change(b"f\n".to_vec()));
    // A frame that has gone is not changed any more, and one that is not there neither.
    for frame in [0, 4_000] {
        let before = pair.actions().len();
        hand(&mut pair, frame, Hand::Drop);
        assert_eq!(pair.actions().len(), before);
    }
    hand(&mut pair, 4, Hand::LetGo);
    let client = |bytes: &[u8], of: usize| {
        [Outgoing::Pass(Side::Client, bytes.to_vec()), Outgoing::Done(Side::Client, of)]
    };
    assert_eq!(pair.take_outgoing(), [client(b"c\n", 2), client(b"f\n", 3)].concat());
    assert_eq!(pair.frames()[4].bytes.as_deref(), Some(&b"ee\n"[..]), "what its end wrote stays");
    hand(&mut pair, 3, Hand::Drop);
    assert_eq!(pair.take_outgoing(), [Outgoing::Done(Side::Server, 2)]);
    assert_eq!(pair.upcoming(), None);
}

#[test]
fn a_session_of_two_ends_outside_does_nothing_that_a_client_here_would() {
    let mut pair = tapped();
    for command in [Command::Initialize, Command::ListTools, Command::Close] {
        assert!(pair.tell(command).is_err());
    }
    let heard = |what| Action::Heard(Heard { at: Duration::from_secs(1), what });
    pair.act(heard(Incoming::Stdout(b"x\n".to_vec()))).unwrap();
    assert_eq!((pair.frames().len(), pair.take_outgoing().len()), (0, 0));
    pair.tell(Command::Raw { side: Side::Server, bytes: b"mine\n".to_vec() }).unwrap();
    pair.step();
    assert_eq!(
        pair.take_outgoing(),
        [Outgoing::Pass(Side::Server, b"mine\n".to_vec())],
        "nobody else holds it"
    );
    // What nobody hears of any more holds nothing.
    passed(&mut pair, Side::Server, b"late\n", true);
    pair.act(heard(Incoming::Lost)).unwrap();
    assert_eq!((pair.upcoming(), pair.life(), pair.frames()[1].lost), (None, Life::Ended, true));
    let script = Script::of(
        &Settings { outside: true, tapped: true, latency: Duration::ZERO, ..Settings::default() },
        &pair,
    );
    let again = Script::from_text(&script.to_text()).unwrap().replay().unwrap();
    assert_eq!(again.log(), pair.log());
}
