//! The world: the same actions lead to the same bytes, at the same times.

use core::time::Duration;

use super::source::Source;
use crate::demo::FolderEdit;
use crate::proto::json::RawJson;
use crate::proto::session::{HeartbeatConfig, Side};
use crate::sim::{
    Action, Command, Fault, FaultKind, FaultSwitch, Hand, Handling, Heard, Incoming, Manner, Manners, Pair,
    Parting, Script, Settings, Stepped, Upkeep, When,
};
use crate::trace::Lane;

/// Tools and arguments that take time, fail, or are not there.
const CALLS: [(&str, &str); 7] = [
    ("add", r#"{"a":1,"b":2}"#),
    ("echo", r#"{"text":"\ud83d\ude00"}"#),
    ("calc", r#"{"expression":"1/0"}"#),
    ("sleep", r#"{"ms":700}"#),
    ("slow", r#"{"ms":700}"#),
    ("add", "{}"),
    ("none", "{}"),
];

/// Lets `data` decide what is done to a world, then does the same to another.
pub fn pair(data: &[u8]) {
    let mut source = Source::new(data);
    let mut settings =
        Settings { latency: Duration::from_millis(u64::from(source.byte())), ..Settings::default() };
    if source.byte() % 2 == 1 {
        settings.client.heartbeat = Some(HeartbeatConfig::default());
    }
    settings.manners =
        Manners { client: *source.pick(&Manner::CLIENTS), server: *source.pick(&Manner::SERVERS) };
    settings.outside = source.byte().is_multiple_of(4);
    settings.tapped = settings.outside && source.byte().is_multiple_of(2);
    let mut pair = Pair::new(&settings);
    while !source.is_empty() {
        let action = action(&mut source);
        let (before, facts, at) = (pair.actions().len(), pair.log().len(), pair.now());
        let waits = matches!(&action, Action::Hand(handling) if waits(&pair, handling.frame));
        let acted = pair.act(action.clone());
        let is_kept = match (&action, &acted) {
            (_, Err(_))
            | (Action::Step | Action::Bytes(_) | Action::Wait(Duration::ZERO), Ok(Stepped::Idle)) => false,
            (Action::Fault(switch), _) => switch.is_there(),
            (Action::Heard(_), _) => settings.outside,
            (Action::Hand(_), _) => waits,
            _ => true,
        };
        assert_eq!(
            pair.actions().len(),
            before + usize::from(is_kept),
            "exactly what happened is kept: {action:?}"
        );
        assert!(acted.is_ok() || pair.log().len() == facts, "a refused command leaves no trace");
        assert!(pair.now() >= at, "time goes forward");
    }
    // What is left to happen, for a while: a heartbeat goes on for ever.
    pair.drive(64);

    let again = Pair::replay(&settings, pair.actions());
    assert_eq!(again.frames(), pair.frames(), "the same bytes");
    assert_eq!(again.log(), pair.log(), "the same facts");
    assert_eq!((again.now(), again.upcoming()), (pair.now(), pair.upcoming()), "the same future");
    assert_eq!(again.actions(), pair.actions(), "a replay can be replayed");

    let real = |action: &Action| {
        matches!(action, Action::Fault(_) | Action::Upkeep(_) | Action::Heard(_) | Action::Hand(_))
    };
    let actions: Vec<_> = pair.actions().iter().filter(|action| real(action)).cloned().collect();
    let script = Script { actions, ..Script::of(&settings, &pair) };
    let read = Script::from_text(&script.to_text());
    assert_eq!(read.map(|read| read.actions), Ok(script.actions), "a script says all that went wrong");
}

/// Whether something can be done by hand with this frame.
fn waits(pair: &Pair, frame: usize) -> bool {
    let mut waiting = [Side::Client, Side::Server].into_iter().flat_map(|side| pair.waiting(side));
    waiting.any(|waiting| waiting == frame && pair.frames()[frame].bytes.is_some())
}

fn action(source: &mut Source<'_>) -> Action {
    Action::Command(match source.byte() % 21 {
        0 => Command::Initialize,
        1 => Command::ListTools,
        2 | 3 => {
            let (name, arguments) = *source.pick(&CALLS);
            Command::CallTool { name: name.to_owned(), arguments: RawJson::new(arguments).ok() }
        }
        4 if source.byte() % 2 == 1 => {
            Command::CallToolForProgress { name: source.text(), arguments: RawJson::new(source.text()).ok() }
        }
        4 => Command::CallTool { name: source.text(), arguments: RawJson::new(source.text()).ok() },
        5 => Command::Ping,
        6 => Command::Request { method: source.text(), params: RawJson::new(source.text()).ok() },
        7 => Command::Close,
        8 => raw(Side::Client, source),
        9 => raw(Side::Server, source),
        10 => return Action::Edit(edit(source)),
        11 => return Action::Bytes(usize::from(source.byte())),
        12 => return Action::Wait(Duration::from_millis(u64::from(source.byte()) * 300)),
        13 | 14 => return Action::Fault(fault(source)),
        15 => {
            let seed = u64::from(source.byte());
            let end = Upkeep::End(Parting::ALL[usize::from(source.byte()) % 3]);
            return Action::Upkeep(*source.pick(&[Upkeep::Again, Upkeep::Keep(seed), Upkeep::Leave, end]));
        }
        16 | 17 => return Action::Heard(heard(source)),
        18 => return Action::Hand(hand(source)),
        _ => return Action::Step,
    })
}

fn heard(source: &mut Source<'_>) -> Heard {
    let at = Duration::from_millis(u64::from(source.byte()) * 500);
    let side = if source.byte().is_multiple_of(2) { Side::Client } else { Side::Server };
    let what = match source.byte() % 16 {
        8..=12 => {
            let bytes = (!source.byte().is_multiple_of(8)).then(|| source.bytes().to_vec());
            Incoming::Passed { from: side, bytes, held: !source.byte().is_multiple_of(4) }
        }
        13 => Incoming::Freed(side),
        14 => Incoming::Started,
        15 => Incoming::Signalled(i32::from(source.byte())),
        0 => Incoming::End,
        1 => Incoming::Exited(i32::from(source.byte()) - 100),
        3 => Incoming::Lost,
        2 => Incoming::Stderr(source.bytes().to_vec()),
        _ => Incoming::Stdout(source.bytes().to_vec()),
    };
    Heard { at, what }
}

fn hand(source: &mut Source<'_>) -> Handling {
    let what = match source.byte() % 3 {
        0 => Hand::LetGo,
        1 => Hand::Drop,
        _ => Hand::Change(source.bytes().to_vec()),
    };
    Handling { frame: usize::from(source.byte() % 16), what }
}

fn fault(source: &mut Source<'_>) -> FaultSwitch {
    let lane = *source.pick(&Lane::ALL);
    let kind = *source.pick(FaultKind::ALL);
    if source.byte().is_multiple_of(4) {
        return FaultSwitch::Off(kind, lane);
    }
    let when = match source.byte() % 4 {
        0 => When::Next(u32::from(source.byte())),
        1 => When::Always,
        2 => When::Sometimes(u32::from(source.byte())),
        _ => When::Method(source.pick::<&str>(&["tools/call", "ping", "notifications/initialized"])),
    };
    // Long lines again and again are only slow.
    let amount = if source.byte().is_multiple_of(2) { u32::from(source.byte()) } else { kind.usual_amount() };
    FaultSwitch::On(Fault { kind, lane, when, amount, seed: u64::from(source.byte()) })
}

fn edit(source: &mut Source<'_>) -> FolderEdit {
    let path = match source.byte() % 3 {
        0 => "README.txt".to_owned(),
        1 => "notes/new.txt".to_owned(),
        _ => source.text(),
    };
    match source.byte() % 4 {
        0 => FolderEdit::Delete { path },
        1 => FolderEdit::Restore,
        _ => FolderEdit::Write { path, bytes: source.bytes().to_vec() },
    }
}

fn raw(side: Side, source: &mut Source<'_>) -> Command {
    let mut bytes = source.bytes().to_vec();
    if source.byte().is_multiple_of(2) {
        bytes.push(b'\n');
    }
    Command::Raw { side, bytes }
}
