//! What has to be seen on the wire for a task to be done.

use super::{Learning, Lesson, bugs};
use crate::panel::Model;
use crate::panel::facts::{Facts, Outcome, What};
use crate::proto::error::CloseReason;
use crate::proto::framing::Framing;
use crate::proto::mcp::{Version, names};
use crate::proto::session::{Event, Opening, Side, State};
use crate::sim::{Action, Command, Fact, FrameNumber, Process, Settings};

use crate::panel::world::World;

/// What there is to be seen.
struct Seen<'a> {
    world: &'a World,
    facts: &'a Facts,
    settings: &'a Settings,
    learning: &'a Learning,
}

type Goal = fn(&Seen<'_>) -> bool;

impl Lesson {
    /// How many goals it has.
    #[must_use]
    pub fn goals(self) -> usize {
        goals(self).len()
    }
}

/// Which goals of the open lesson are reached in the world as it is now, by their places.
pub(super) fn reached(model: &Model) -> Vec<usize> {
    let Some(lesson) = model.learning.open else { return Vec::new() };
    let seen = Seen {
        world: &model.pair,
        facts: model.pair.facts(),
        settings: model.pair.settings(),
        learning: &model.learning,
    };
    goals(lesson).iter().enumerate().filter(|(_, goal)| goal(&seen)).map(|(at, _)| at).collect()
}

fn goals(lesson: Lesson) -> &'static [Goal] {
    match lesson {
        Lesson::SevenMessages => &[
            |seen| seen.answered(names::INITIALIZE).is_some(),
            |seen| seen.arrived(Side::Client, names::INITIALIZED).is_some(),
            |seen| seen.answered(names::TOOLS_LIST).is_some(),
            |seen| seen.answered_well(names::TOOLS_CALL),
        ],
        Lesson::StdoutIsTheWire => &[
            |seen| seen.no_message(Side::Server).is_some(),
            |seen| seen.no_message(Side::Server).is_some_and(|from| seen.any_answer_after(from)),
        ],
        Lesson::TwoFramings => &[
            |seen| {
                let framings = seen.settings.framings;
                let differ = framings.of(Side::Client) != framings.of(Side::Server);
                differ && seen.world.frames().iter().any(|frame| frame.delivered) && !seen.operating()
            },
            |seen| {
                let headed = |side| seen.settings.framings.of(side) == Framing::ContentLength;
                headed(Side::Client) && headed(Side::Server) && seen.operating()
            },
        ],
        Lesson::HalfFrames => &[
            |seen| seen.in_pieces().any(|(_, pieces)| pieces.len() >= 3),
            |seen| seen.in_pieces().any(|(frame, pieces)| seen.cuts_a_character(frame, &pieces)),
            |seen| seen.answered_well(names::TOOLS_CALL),
        ],
        Lesson::Ids => &[
            |seen| seen.answers_of(Side::Server).any(|(_, id, request)| request.is_none() && id.is_some()),
            |seen| seen.answered_well(names::TOOLS_CALL),
        ],
        Lesson::Notifications => &[
            |seen| seen.arrived(Side::Client, names::PING).is_some(),
            |seen| {
                seen.arrived(Side::Client, names::PING)
                    .zip(seen.answered(names::PING))
                    .is_some_and(|(notified, answered)| answered > notified)
            },
        ],
        Lesson::TwoErrorLayers => {
            &[|seen| seen.facts.error_cases().1.is_some(), |seen| seen.facts.error_cases().0.is_some()]
        }
        Lesson::Capabilities => &[
            |seen| !seen.declares("elicitation") && seen.answered_call("greet_user"),
            |seen| seen.declares("elicitation") && seen.answered(ELICIT).is_some(),
        ],
        Lesson::Patience => &[
            |seen| seen.arrived(Side::Server, names::PROGRESS).is_some(),
            |seen| seen.arrived(Side::Client, names::CANCELLED).is_some(),
        ],
        Lesson::Heartbeat => &[
            |seen| seen.pings_by_itself() > 0,
            |seen| seen.answered(names::PING).is_some(),
            |seen| {
                seen.facts_where(|fact| {
                let is = |reason: &CloseReason| matches!(reason, CloseReason::Unresponsive { .. });
                matches!(fact, Fact::Told { side: Side::Client, event: Event::Closed(reason) } if is(reason))
            })
            },
            |seen| {
                let again = |fact: &Fact| matches!(fact, Fact::Process(Process::Started { attempt: 1.. }));
                seen.facts_where(again) && seen.operating()
            },
        ],
        Lesson::Versions => &[
            |seen| seen.chosen().any(|version| version != seen.settings.client.offer),
            |seen| {
                let offered = &seen.settings.client.offer;
                let is_known = Version::parse(offered).is_some();
                is_known && seen.operating() && seen.chosen().any(|version| version == offered)
            },
        ],
        Lesson::NoHandshake => &[
            |seen| seen.is_modern() && seen.answered(names::DISCOVER).is_some(),
            |seen| seen.is_modern() && seen.answered_well(names::TOOLS_CALL),
        ],
        Lesson::BeTheServer => &[
            |seen| {
                seen.by_hand(names::TOOLS_LIST) && seen.facts.tools().is_some_and(|tools| !tools.is_empty())
            },
            |seen| seen.by_hand(names::TOOLS_CALL),
        ],
        Lesson::HuntAnswer
        | Lesson::HuntLines
        | Lesson::HuntNotification
        | Lesson::HuntPrefix
        | Lesson::HuntTwice => &[|seen| {
            let culprit = seen.learning.open.and_then(bugs::culprit);
            culprit.is_some() && seen.learning.guess == culprit
        }],
    }
}

/// The method by which a server asks a user.
const ELICIT: &str = "elicitation/create";

impl Seen<'_> {
    fn frames(&self) -> impl Iterator<Item = (FrameNumber, &What)> {
        let frames = self.world.frames().iter().enumerate().filter(|(_, frame)| frame.delivered);
        frames.map(|(number, _)| (number, &self.facts.frame(number).what))
    }

    fn from(&self, number: FrameNumber) -> Side {
        self.world.frames()[number].from
    }

    fn facts_where(&self, is: impl Fn(&Fact) -> bool) -> bool {
        self.world.log().iter().any(|entry| is(&entry.fact))
    }

    fn operating(&self) -> bool {
        self.world.client().state().is_operating()
    }

    fn is_modern(&self) -> bool {
        self.settings.client.opening == Opening::Modern && self.world.client().state() != State::Uninitialized
    }

    fn declares(&self, capability: &str) -> bool {
        self.settings.client.capabilities.contains(capability)
    }

    /// A notification of this method that has arrived.
    fn arrived(&self, from: Side, wanted: &str) -> Option<FrameNumber> {
        let is = |what: &What| matches!(what, What::Notification { method } if method == wanted);
        self.frames().find(|(number, what)| self.from(*number) == from && is(what)).map(|(number, _)| number)
    }

    fn no_message(&self, from: Side) -> Option<FrameNumber> {
        let is = |what: &What| matches!(what, What::NoMessage);
        self.frames().find(|(number, what)| self.from(*number) == from && is(what)).map(|(number, _)| number)
    }

    /// Answers that have arrived: the frame, the id, and the request if there is one.
    fn answers(&self) -> impl Iterator<Item = (FrameNumber, FrameNumber, &Outcome)> {
        self.frames().filter_map(|(number, what)| match what {
            What::Response { request: Some(request), outcome, .. } => Some((number, *request, outcome)),
            _ => None,
        })
    }

    fn answers_of(
        &self,
        side: Side,
    ) -> impl Iterator<Item = (FrameNumber, Option<&str>, Option<FrameNumber>)> {
        self.frames().filter_map(move |(number, what)| match what {
            What::Response { id, request, .. } if self.from(number) == side => {
                Some((number, id.as_deref(), *request))
            }
            _ => None,
        })
    }

    fn is_method(&self, request: FrameNumber, wanted: &str) -> bool {
        matches!(&self.facts.frame(request).what, What::Request { method, .. } if method == wanted)
    }

    /// The last answer with a result to a request of this method.
    fn answered(&self, method: &str) -> Option<FrameNumber> {
        let is = |request, outcome: &Outcome| {
            self.is_method(request, method) && !matches!(outcome, Outcome::Error(_))
        };
        self.answers().filter(|(_, request, outcome)| is(*request, outcome)).map(|(number, ..)| number).last()
    }

    fn answered_well(&self, method: &str) -> bool {
        self.answers()
            .any(|(_, request, outcome)| *outcome == Outcome::Result && self.is_method(request, method))
    }

    fn answered_call(&self, name: &str) -> bool {
        let is = |request| matches!(&self.facts.frame(request).what, What::Request { tool: Some(tool), .. } if tool == name);
        self.answers().any(|(_, request, _)| is(request))
    }

    fn any_answer_after(&self, from: FrameNumber) -> bool {
        self.answers().any(|(number, request, _)| number > from && request > from)
    }

    fn chosen(&self) -> impl Iterator<Item = &str> {
        self.answers().filter_map(|(.., outcome)| match outcome {
            Outcome::Chose(version) => Some(version.as_str()),
            _ => None,
        })
    }

    /// Frames that have arrived whole in several pieces, with the places where the pieces end.
    fn in_pieces(&self) -> impl Iterator<Item = (FrameNumber, Vec<usize>)> {
        let whole = self.frames().map(|(number, _)| number);
        whole.filter_map(|number| {
            let mut end = 0;
            let mut ends: Vec<usize> = self
                .world
                .log()
                .iter()
                .filter_map(|entry| match entry.fact {
                    Fact::Arrived { frame, bytes } if frame == number => {
                        end += bytes;
                        Some(end)
                    }
                    _ => None,
                })
                .collect();
            ends.push(self.world.frames()[number].bytes.as_ref().map_or(0, Vec::len));
            (ends.len() > 1).then_some((number, ends))
        })
    }

    fn cuts_a_character(&self, number: FrameNumber, ends: &[usize]) -> bool {
        let bytes = self.world.frames()[number].bytes.as_deref().unwrap_or_default();
        // A byte that goes on with a character begins with the bits 10.
        ends.iter().any(|end| bytes.get(*end).is_some_and(|byte| byte & 0xC0 == 0x80))
    }

    fn pings_by_itself(&self) -> usize {
        let told = self.world.actions().iter();
        let told = told.filter(|action| **action == Action::Command(Command::Ping)).count();
        let is =
            |number: FrameNumber| self.from(number) == Side::Client && self.is_method(number, names::PING);
        self.frames().filter(|(number, _)| is(*number)).count().saturating_sub(told)
    }

    /// Whether a request of this method has an answer that the reader has written for the server.
    fn by_hand(&self, method: &str) -> bool {
        let written: Vec<&[u8]> = self
            .world
            .actions()
            .iter()
            .filter_map(|action| match action {
                Action::Command(Command::Raw { side: Side::Server, bytes }) => Some(bytes.as_slice()),
                _ => None,
            })
            .collect();
        let is_written = |number: FrameNumber| {
            let bytes = self.world.frames()[number].bytes.as_deref();
            bytes.is_some_and(|bytes| written.contains(&bytes))
        };
        self.answers().any(|(number, request, outcome)| {
            is_written(number) && self.is_method(request, method) && !matches!(outcome, Outcome::Error(_))
        })
    }
}
