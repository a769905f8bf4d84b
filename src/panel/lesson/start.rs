//! The worlds that lessons begin with.

use super::{Lesson, bugs};
use crate::demo::Execute;
use crate::proto::json::RawJson;
use crate::proto::mcp::Version;
use crate::proto::session::Opening;
use crate::sim::{Action, Command, Pair, Settings, Upcoming};

/// What `lesson` is made from, and what has happened before the reader comes. `usual` is what a page begins with.
pub(super) fn start(lesson: Lesson, usual: &Settings) -> (Settings, Vec<Action>) {
    let mut settings = usual.clone();
    // Nobody asks by itself where that is not what the lesson is about.
    if lesson != Lesson::Heartbeat {
        settings.client.heartbeat = None;
    }
    match lesson {
        Lesson::NoHandshake => {
            settings.client.offer = Version::LATEST.as_str().to_owned();
            settings.client.opening = Opening::Modern;
        }
        // An unknown revision is offered from the start: what the server makes of it is to be seen.
        Lesson::Versions => settings.client.offer = "2026-08-21".to_owned(),
        _ => {}
    }
    let mut pair = Pair::new(&settings);
    match lesson {
        Lesson::SevenMessages
        | Lesson::TwoFramings
        | Lesson::Versions
        | Lesson::NoHandshake
        | Lesson::Capabilities => {}
        Lesson::HalfFrames => {
            introduce(&mut pair);
            tell(&mut pair, call("echo", r#"{"text":"你好，周杰伦 🎵"}"#));
        }
        Lesson::Ids => {
            introduce(&mut pair);
            tell(&mut pair, Command::Hold(true));
            tell(&mut pair, call("add", r#"{"a":1,"b":2}"#));
            arrive(&mut pair);
        }
        Lesson::BeTheServer => {
            tell(&mut pair, Command::Initialize);
            arrive(&mut pair);
            tell(&mut pair, Command::Hold(true));
        }
        hunt if hunt.is_hunt() => {
            introduce(&mut pair);
            bugs::write(&mut pair, hunt);
        }
        _ => introduce(&mut pair),
    }
    (settings, pair.actions().to_vec())
}

/// The handshake, and the tools.
fn introduce<E: Execute>(pair: &mut Pair<E>) {
    for command in [Command::Initialize, Command::ListTools] {
        tell(pair, command);
        arrive(pair);
    }
}

/// Lets everything arrive that is on its way, and nothing else happen.
pub(super) fn arrive<E: Execute>(pair: &mut Pair<E>) {
    while pair.upcoming().is_some_and(|(_, next)| matches!(next, Upcoming::Arrival(_))) {
        pair.step();
    }
}

pub(super) fn call(name: &str, arguments: &str) -> Command {
    Command::CallTool { name: name.to_owned(), arguments: RawJson::new(arguments).ok() }
}

/// A beginning is ours: what it does is possible, and a test begins every lesson.
pub(super) fn tell<E: Execute>(pair: &mut Pair<E>, command: Command) {
    let done = pair.tell(command);
    debug_assert!(done.is_ok(), "{done:?}");
}
