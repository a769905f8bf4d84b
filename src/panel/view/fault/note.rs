//! What happened to processes, and to frames, on the wire.

use super::super::attach;
use super::direction;
use crate::panel::node::{Node, el};
use crate::panel::text::{Attach, Broken, Language};
use crate::panel::{Model, words};
use crate::proto::error::{CloseReason, ProtocolError};
use crate::proto::session::Event;
use crate::sim::{Entry, Fact, FaultKind, Parting, Process, WireFrame};
use crate::trace::Lane;

/// The names of the faults that have touched `frame`.
pub(in crate::panel::view) fn tags(language: Language, frame: &WireFrame) -> Vec<Node> {
    let tag = |text: &'static str| el("span").class("tag fault").text(text);
    let mut tags: Vec<_> = frame
        .touched
        .iter()
        .map(|kind| {
            let (name, hint) = language.fault(kind);
            tag(name).key(kind.name()).attr("title", hint)
        })
        .collect();
    // What was on its way when a process ended is lost as well, and no switch has done that.
    tags.extend((frame.lost && frame.touched.is_empty()).then(|| tag(language.broken(Broken::LostFrame))));
    tags
}

/// The same for somebody who does not see the picture.
pub(in crate::panel::view) fn sentence(language: Language, frame: &WireFrame) -> Option<String> {
    let names: Vec<_> = frame.touched.iter().map(|kind| language.fault(kind).0).collect();
    match (names.is_empty(), frame.lost) {
        (true, true) => Some(language.broken(Broken::FrameLost).to_owned()),
        (true, false) => None,
        (false, _) => {
            let names = names.join(if language == Language::Chinese { "、" } else { ", " });
            Some(language.broken_with(Broken::FrameTouched, &[("names", &names)]))
        }
    }
}

/// What was done to `frame` on purpose, and where such things come from.
pub(in crate::panel::view) fn truth(language: Language, frame: &WireFrame) -> Vec<Node> {
    let one = |kind: FaultKind| {
        let (name, hint) = language.fault(kind);
        el("p")
            .class("truth")
            .key(kind.name())
            .child(el("b").text(language.broken_with(Broken::OnPurpose, &[("name", name)])))
            .child(el("span").text(hint))
    };
    frame.touched.iter().map(one).collect()
}

/// A row about something that is no frame: who it is about, and what happened.
pub(in crate::panel::view) fn note(model: &Model, entry: &Entry) -> Option<(&'static str, String)> {
    let language = model.language;
    let n = |number: u32| number.to_string();
    Some(match &entry.fact {
        Fact::Process(process) => match *process {
            Process::Exited(status) => {
                let is_killed = status == 137 && !model.pair.is_outside();
                let key = if is_killed { Broken::ExitedKilled } else { Broken::Exited };
                ("bad", language.broken_with(key, &[("status", &status.to_string())]))
            }
            Process::Signalled { signal, asked } => {
                let key = if asked { Attach::NoteSignalledHere } else { Attach::NoteSignalled };
                ("bad", language.attach_with(key, &[("signal", &attach::signal_name(signal))]))
            }
            Process::StayedOn => ("bad", language.broken(Broken::StayedOn).to_owned()),
            Process::Ending(parting) => {
                let key = match parting {
                    Parting::Close => Attach::NoteClose,
                    Parting::Ask => Attach::NoteAsk,
                    Parting::Kill => Attach::NoteKill,
                };
                ("host", language.attach(key).to_owned())
            }
            Process::Lost => ("bad", language.attach(Attach::NoteLost).to_owned()),
            Process::Asked => ("host", language.broken(Broken::Asked).to_owned()),
            Process::Stopped => ("bad", language.broken(Broken::Stopped).to_owned()),
            Process::Continued => ("good", language.broken(Broken::Continued).to_owned()),
            Process::Blocked(Lane::Stderr) => ("bad", language.broken(Broken::BlockedStderr).to_owned()),
            Process::Blocked(lane) => {
                ("bad", language.broken_with(Broken::Blocked, &[("lane", language.broken(direction(lane)))]))
            }
            Process::Unblocked(_) => ("good", language.broken(Broken::Unblocked).to_owned()),
            Process::Scheduled { attempt, at, band } => {
                let [wait, least, most] = [at.saturating_since(entry.at), band.0, band.1].map(words::seconds);
                let values = [("attempt", n(attempt)), ("wait", wait), ("least", least), ("most", most)];
                let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
                ("host", language.broken_with(Broken::Scheduled, &values))
            }
            Process::Started { attempt: 0 } if model.pair.is_tapped() => {
                ("good", language.attach(Attach::NoteStarted).to_owned())
            }
            Process::Started { attempt: 0 } => ("good", language.broken(Broken::StartedByHand).to_owned()),
            Process::Started { attempt } => {
                ("good", language.broken_with(Broken::Started, &[("attempt", &n(attempt))]))
            }
            Process::GaveUp { attempts } => {
                ("bad", language.broken_with(Broken::GaveUp, &[("n", &n(attempts))]))
            }
        },
        Fact::Told { event: Event::HeartbeatMissed { missed }, .. } => {
            ("bad", language.broken_with(Broken::Missed, &[("n", &n(*missed))]))
        }
        Fact::Told { event: Event::Closed(CloseReason::Unresponsive { .. }), .. } => {
            ("bad", language.broken(Broken::Unresponsive).to_owned())
        }
        Fact::Told { event: Event::Failed { id, method, error }, .. } => {
            let (key, wait) = match error {
                ProtocolError::TimedOut { after } => (Broken::LateCall, words::seconds(*after)),
                _ => (Broken::LostCall, String::new()),
            };
            let values = [("method", method.as_str()), ("id", &id.to_string()), ("wait", &wait)];
            ("bad", language.broken_with(key, &values))
        }
        _ => return None,
    })
}
