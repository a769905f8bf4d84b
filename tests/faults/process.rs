//! The process of the server: how it ends, how it is held up, and how its host starts it again.

use super::*;
use wirelab::proto::reconnect::RetryPolicy;
use wirelab::proto::session::{HeartbeatConfig, Opening, State};
use wirelab::sim::{Life, Manner, Script, Upkeep, When};

/// A client that asks every 30 seconds whether the server is there, and speaks as `opening` says.
fn beating(opening: Opening) -> Settings {
    let mut settings = Settings::default();
    settings.client.heartbeat = Some(HeartbeatConfig::default());
    settings.client.opening = opening;
    settings
}

fn began(settings: &Settings) -> Pair {
    let first =
        if settings.client.opening == Opening::Handshake { Command::Initialize } else { Command::Discover };
    played(settings, [Action::Command(first), seconds(1)])
}

fn act(pair: &mut Pair, action: Action) {
    pair.act(action.clone()).unwrap_or_else(|why| panic!("{action:?}: {why:?}"));
}

#[test]
fn a_server_that_crashes_leaves_half_a_frame_its_status_and_a_client_that_knows() {
    let mut pair = began(&Settings::default());
    act(&mut pair, on(Fault::once(FaultKind::Crash, S2C)));
    act(&mut pair, call("add", r#"{"a":1,"b":2}"#));
    act(&mut pair, seconds(1));
    let written: Vec<_> = pair.frames().iter().filter(|frame| frame.from == Side::Server).collect();
    let [.., half, end] = written.as_slice() else { panic!("half a frame and the end") };
    let bytes = half.bytes.as_deref().expect("bytes");
    assert!(bytes.starts_with(b"{\"jsonrpc\"") && !bytes.ends_with(b"\n"));
    assert_eq!(end.bytes, None);
    assert_eq!((processes(&pair), pair.life()), (vec![Process::Exited(139)], Life::Ended));
    assert_eq!(complaints(&pair, Side::Client), ["malformed", "failed", "closed"]);
    assert_eq!(pair.client().state(), State::Closed);
}

#[test]
fn a_server_that_exits_at_once_says_why_on_standard_error() {
    let first = [on(Fault::once(FaultKind::Exit, S2C)), Action::Command(Command::Initialize), seconds(1)];
    let pair = played(&Settings::default(), first);
    assert_eq!(processes(&pair), [Process::Exited(1)]);
    let logged = pair
        .log()
        .iter()
        .any(|entry| matches!(&entry.fact, Fact::Logged(line) if line.starts_with(b"Error")));
    assert!(logged);
    assert_eq!(complaints(&pair, Side::Client), ["failed", "closed"]);
}

#[test]
fn a_stopped_server_goes_on_where_it_was() {
    let mut pair = began(&Settings::default());
    act(&mut pair, on(Fault::once(FaultKind::Hang, S2C)));
    act(&mut pair, call("add", r#"{"a":1,"b":2}"#));
    act(&mut pair, seconds(5));
    assert_eq!((answered(&pair), pair.life()), (vec!["initialize"], Life::Stopped));
    act(&mut pair, off(FaultKind::Hang, S2C));
    act(&mut pair, seconds(1));
    assert_eq!((answered(&pair), pair.life()), (vec!["initialize", "tools/call"], Life::Running));
    assert_eq!(processes(&pair), [Process::Stopped, Process::Continued]);
}

#[test]
fn a_server_can_be_stopped_by_one_method() {
    let mut pair = began(&Settings::default());
    act(&mut pair, on(Fault::once(FaultKind::Hang, S2C).when(When::Method("tools/call"))));
    act(&mut pair, Action::Command(Command::Ping));
    act(&mut pair, seconds(1));
    assert_eq!(pair.life(), Life::Running);
    act(&mut pair, call("add", r#"{"a":1,"b":2}"#));
    act(&mut pair, seconds(1));
    assert_eq!(
        (pair.life(), pair.held_back(Side::Server)),
        (Life::Stopped, 1),
        "with the answer in its hand"
    );
}

#[test]
fn a_full_pipe_stops_its_writer_until_somebody_reads() {
    for (lane, who) in [(S2C, Life::Blocked), (C2S, Life::Running)] {
        let mut pair = began(&Settings::default());
        act(&mut pair, on(Fault::once(FaultKind::FullPipe, lane)));
        for _ in 0..4 {
            act(&mut pair, call("add", r#"{"a":1,"b":2}"#));
        }
        act(&mut pair, seconds(1));
        assert_eq!((processes(&pair), pair.life()), (vec![Process::Blocked(lane)], who));
        assert_eq!(answered(&pair), ["initialize"]);
        act(&mut pair, off(FaultKind::FullPipe, lane));
        act(&mut pair, seconds(1));
        assert_eq!(processes(&pair)[1..], [Process::Unblocked(lane)]);
        assert_eq!(answered(&pair).len(), 5, "nothing was lost");
    }
}

#[test]
fn a_pipe_that_is_read_is_never_full() {
    let mut pair = began(&Settings::default());
    act(&mut pair, on(Fault::once(FaultKind::LongLine, C2S).by(1 << 20)));
    act(&mut pair, call("add", r#"{"a":1,"b":2}"#));
    act(&mut pair, seconds(1));
    assert_eq!(answered(&pair), ["initialize", "tools/call"]);
}

#[test]
fn standard_error_that_nobody_reads_stops_the_server() {
    let mut pair = began(&Settings::default());
    act(&mut pair, on(Fault::once(FaultKind::FloodStderr, Lane::Stderr)));
    act(&mut pair, call("add", r#"{"a":1,"b":2}"#));
    act(&mut pair, seconds(1));
    assert_eq!((processes(&pair), pair.life()), (vec![Process::Blocked(Lane::Stderr)], Life::Blocked));
    let logged = |pair: &Pair| pair.trace().bytes(Lane::Stderr).len();
    assert_eq!(logged(&pair) >> 10, 64, "as much as fits");
    act(&mut pair, off(FaultKind::FloodStderr, Lane::Stderr));
    act(&mut pair, seconds(1));
    assert!(logged(&pair) >= 70_000);
    assert_eq!((answered(&pair), pair.life()), (vec!["initialize", "tools/call"], Life::Running));
}

/// A server that hangs while a call waits for its answer, and a host that keeps it.
fn hung(opening: Opening) -> Pair {
    let mut pair = began(&beating(opening));
    act(&mut pair, Action::Upkeep(Upkeep::Keep(7)));
    act(&mut pair, on(Fault::once(FaultKind::Hang, S2C)));
    act(&mut pair, call("add", r#"{"a":1,"b":2}"#));
    act(&mut pair, seconds(130));
    pair
}

#[test]
fn three_pings_go_unanswered_then_the_host_starts_the_server_again() {
    let pair = hung(Opening::Handshake);
    let asked = pair.frames().iter().filter(|frame| {
        frame.bytes.as_deref().is_some_and(|bytes| bytes.ends_with(b"\"method\":\"ping\"}\n"))
    });
    assert_eq!(asked.count(), 3);
    assert_eq!(
        complaints(&pair, Side::Client),
        ["timed out", "missed", "closed"],
        "the call runs into its own deadline before the first ping is missed"
    );
    let [
        Process::Stopped,
        Process::Exited(137),
        Process::Scheduled { attempt: 1, at, band },
        Process::Started { attempt: 1 },
    ] = processes(&pair)[..]
    else {
        panic!("{:?}", processes(&pair))
    };
    let lost =
        pair.log().iter().find(|entry| entry.fact == Fact::Process(Process::Exited(137))).expect("killed");
    assert_eq!(band, RetryPolicy::default().band(1));
    assert!((band.0..=band.1).contains(&at.saturating_since(lost.at)));
    assert_eq!(answered(&pair), ["initialize", "initialize"], "a new process gets a new handshake");
    assert_eq!((pair.client().state(), pair.kept()), (State::Initialized, Some(0)));
}

#[test]
fn a_client_of_2026_asks_for_server_discover_instead_of_ping() {
    let pair = hung(Opening::Modern);
    let asked = pair.frames().iter().filter(|frame| {
        frame.bytes.as_deref().is_some_and(|bytes| bytes.windows(15).any(|word| word == b"server/discover"))
    });
    // One at the beginning, three to find out, one of the new client.
    assert_eq!(asked.count(), 5);
    assert!(processes(&pair).contains(&Process::Started { attempt: 1 }));
    assert_eq!(pair.client().state(), State::Ready);
}

#[test]
fn a_call_that_waits_when_the_server_is_lost_fails_at_once() {
    let mut pair = began(&Settings::default());
    act(&mut pair, Action::Upkeep(Upkeep::Keep(0)));
    act(&mut pair, call("slow", r#"{"ms":20000}"#));
    act(&mut pair, seconds(1));
    act(&mut pair, on(Fault::once(FaultKind::Exit, S2C)));
    act(&mut pair, seconds(3));
    assert_eq!(complaints(&pair, Side::Client), ["failed", "closed"]);
    assert_eq!(pair.client().state(), State::Initialized);
    assert_eq!(answered(&pair), ["initialize", "initialize"]);
}

#[test]
fn each_wait_is_longer_until_the_host_gives_up() {
    let mut pair = began(&Settings::default());
    act(&mut pair, Action::Upkeep(Upkeep::Keep(3)));
    act(&mut pair, on(Fault::once(FaultKind::Exit, S2C).when(When::Always)));
    act(&mut pair, seconds(600));
    let told = processes(&pair);
    let bands: Vec<_> = told
        .iter()
        .filter_map(|process| match process {
            Process::Scheduled { attempt, band, .. } => Some((*attempt, *band)),
            _ => None,
        })
        .collect();
    let policy = RetryPolicy::default();
    assert_eq!(bands, (1..=10).map(|attempt| (attempt, policy.band(attempt))).collect::<Vec<_>>());
    assert_eq!(told.iter().filter(|process| **process == Process::Exited(1)).count(), 11);
    assert_eq!(told.last(), Some(&Process::GaveUp { attempts: 10 }));
    // Whoever has mended it can still start it by hand.
    act(&mut pair, off(FaultKind::Exit, S2C));
    act(&mut pair, Action::Upkeep(Upkeep::Again));
    act(&mut pair, Action::Command(Command::Initialize));
    act(&mut pair, seconds(1));
    assert_eq!(pair.client().state(), State::Initialized);
}

#[test]
fn a_server_that_behaves_like_another_is_started_again_as_that_one() {
    let mut settings = Settings::default();
    settings.manners.server = Manner::Rmcp;
    let early = b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n".to_vec();
    let early = Action::Command(Command::Raw { side: Side::Client, bytes: early });
    let mut pair = played(&settings, [Action::Upkeep(Upkeep::Keep(0)), early, seconds(5)]);
    assert_eq!(processes(&pair).last(), Some(&Process::Started { attempt: 1 }), "it ends at that");
    assert_eq!(pair.client().state(), State::Initialized);
    act(&mut pair, call("add", r#"{"a":1,"b":2}"#));
    act(&mut pair, seconds(1));
    assert_eq!(answered(&pair), ["initialize", "tools/call"]);
}

#[test]
fn a_server_that_ends_when_it_is_asked_for_its_era_is_started_again_and_asked_for_initialize() {
    let mut settings = Settings::default();
    settings.manners.server = Manner::Fragile;
    settings.client.opening = Opening::Probe;
    let first = [Action::Upkeep(Upkeep::Keep(0)), Action::Command(Command::Discover), seconds(5)];
    let pair = played(&settings, first);
    assert!(complaints(&pair, Side::Client).contains(&"fell back"));
    assert_eq!((answered(&pair), pair.client().state()), (vec!["initialize"], State::Initialized));
}

#[test]
fn a_client_that_says_goodbye_is_not_brought_back() {
    let mut pair = began(&Settings::default());
    act(&mut pair, Action::Upkeep(Upkeep::Keep(0)));
    act(&mut pair, Action::Command(Command::Close));
    act(&mut pair, seconds(100));
    assert_eq!((processes(&pair), pair.client().state()), (Vec::new(), State::Closed));
}

#[test]
fn a_server_that_stays_on_is_asked_to_end_and_then_killed() {
    let mut pair = began(&Settings::default());
    act(&mut pair, on(Fault::once(FaultKind::StayOn, S2C)));
    act(&mut pair, Action::Command(Command::Close));
    let told = |pair: &mut Pair, wait| {
        act(pair, seconds(wait));
        processes(pair)
    };
    assert_eq!(told(&mut pair, 1), [Process::StayedOn]);
    assert_eq!(told(&mut pair, 5), [Process::StayedOn, Process::Asked]);
    assert_eq!(told(&mut pair, 5), [Process::StayedOn, Process::Asked, Process::Exited(137)]);
    assert_eq!((pair.life(), pair.upcoming()), (Life::Ended, None));
}

#[test]
fn each_process_is_a_conversation_of_its_own_for_the_judge() {
    let pair = hung(Opening::Handshake);
    let trace = pair.trace();
    assert_eq!(trace.sessions(), [0, 1]);
    let findings = wirelab::lint::judge(&trace.session(1), &wirelab::lint::Options::default());
    assert_eq!(findings.len(), 0, "{findings:?}");
}

#[test]
fn all_of_it_can_be_repeated_to_the_byte() {
    let settings = beating(Opening::Handshake);
    let pair = hung(Opening::Handshake);
    let text = Script::of(&settings, &pair).to_text();
    let again = Script::from_text(&text).expect("a script").replay().expect("possible");
    assert_eq!((again.frames(), again.log()), (pair.frames(), pair.log()));
    assert_eq!((again.now(), again.upcoming()), (pair.now(), pair.upcoming()));
}
