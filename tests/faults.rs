//! A world in which things go wrong: what both ends and the judge make of each fault, what becomes of a process, and
//! that all of it can be repeated to the byte.
//!
//! Each family of faults that was seen on real wires is produced here. The judge names the rule that it breaks; those that
//! break none on the wire (pieces, long lines, silence, a flooded standard error, a process that stays on) are seen by the
//! ends alone.
#![cfg(not(target_arch = "wasm32"))]

#[path = "faults/families.rs"]
mod families;
#[path = "faults/process.rs"]
mod process;
#[path = "faults/switch.rs"]
mod switch;

use core::time::Duration;

use wirelab::proto::error::{Misbehaviour, ProtocolError};
use wirelab::proto::json::RawJson;
use wirelab::proto::session::{Event, Side};
use wirelab::sim::{Action, Command, Fact, Fault, FaultKind, FaultSwitch, Pair, Process, Settings};
use wirelab::trace::Lane;

const C2S: Lane = Lane::ClientToServer;
const S2C: Lane = Lane::ServerToClient;

fn seconds(seconds: u64) -> Action {
    Action::Wait(Duration::from_secs(seconds))
}

fn call(name: &str, arguments: &str) -> Action {
    let arguments = Some(RawJson::new(arguments).expect("the test writes JSON"));
    Action::Command(Command::CallTool { name: name.to_owned(), arguments })
}

fn on(fault: Fault) -> Action {
    Action::Fault(FaultSwitch::On(fault))
}

fn off(kind: FaultKind, lane: Lane) -> Action {
    Action::Fault(FaultSwitch::Off(kind, lane))
}

/// The world of `settings` after `actions`.
fn played(settings: &Settings, actions: impl IntoIterator<Item = Action>) -> Pair {
    let mut pair = Pair::new(settings);
    for action in actions {
        pair.act(action.clone()).unwrap_or_else(|why| panic!("{action:?}: {why:?}"));
    }
    pair
}

fn events(pair: &Pair, of: Side) -> impl Iterator<Item = &Event> {
    pair.log().iter().filter_map(move |entry| match &entry.fact {
        Fact::Told { side, event } if *side == of => Some(event),
        _ => None,
    })
}

/// What happened to processes and pipes.
fn processes(pair: &Pair) -> Vec<Process> {
    let process = |fact: &Fact| match fact {
        Fact::Process(process) => Some(*process),
        _ => None,
    };
    pair.log().iter().filter_map(|entry| process(&entry.fact)).collect()
}

/// What `side` complains of, a word for each complaint, and for several in a row.
fn complaints(pair: &Pair, side: Side) -> Vec<&'static str> {
    let complaint = |event: &Event| match event {
        Event::Misbehaved(Misbehaviour::Malformed(_)) => Some("malformed"),
        Event::Misbehaved(Misbehaviour::UnknownId(_)) => Some("unknown id"),
        Event::Misbehaved(Misbehaviour::DuplicateAnswer(_)) => Some("answered twice"),
        Event::Misbehaved(Misbehaviour::LateAnswer(_)) => Some("late"),
        Event::Misbehaved(Misbehaviour::IdTypeChanged { .. }) => Some("other type of id"),
        Event::Misbehaved(Misbehaviour::ErrorWithoutId(_)) => Some("error without id"),
        Event::Misbehaved(_) => Some("misbehaved"),
        Event::Detected(_) => Some("detected"),
        Event::Failed { error: ProtocolError::TimedOut { .. }, .. } => Some("timed out"),
        Event::Failed { .. } => Some("failed"),
        Event::FellBack(_) => Some("fell back"),
        Event::HeartbeatMissed { .. } => Some("missed"),
        Event::Closed(_) => Some("closed"),
        Event::Answered { outcome: Err(_), .. } => Some("error"),
        _ => None,
    };
    let mut complaints: Vec<_> = events(pair, side).filter_map(complaint).collect();
    complaints.dedup();
    complaints
}

/// The methods of the requests of the client that were answered by a result.
fn answered(pair: &Pair) -> Vec<&str> {
    let answered = events(pair, Side::Client).filter_map(|event| match event {
        Event::Answered { method, outcome: Ok(_), .. } => Some(method.as_str()),
        _ => None,
    });
    answered.collect()
}
