//! What is known of two ends outside from what they have said to each other.

use crate::panel::facts::{Facts, Outcome, What, message};
use crate::panel::world::World;
use crate::proto::json::Members;
use crate::proto::jsonrpc::Message;
use crate::proto::mcp::names;
use crate::proto::session::Side;
use crate::sim::FrameNumber;

/// How many open requests are told of.
const AT_MOST: usize = 200;

/// What is known of the two.
#[derive(Debug, Default)]
pub(in crate::panel) struct Ends {
    /// Which beginning of the world this is about.
    beginning: usize,
    /// How many frames were read.
    read: usize,
    /// What each calls itself: client and server.
    names: [Option<String>; 2],
    /// The revision that the server has chosen.
    version: Option<String>,
    /// Requests without an answer, oldest first.
    open: Vec<FrameNumber>,
}

impl Ends {
    /// Reads what is new.
    pub(super) fn follow(&mut self, world: &World) {
        if self.beginning != world.beginning() || self.read > world.frames().len() {
            *self = Self { beginning: world.beginning(), ..Self::default() };
        }
        let facts = world.facts();
        for number in self.read..world.frames().len() {
            self.take(world, facts, number);
        }
        self.read = world.frames().len();
    }

    fn take(&mut self, world: &World, facts: &Facts, number: FrameNumber) {
        let frame = &world.frames()[number];
        match &facts.frame(number).what {
            What::Request { method, .. } => {
                if method == names::INITIALIZE {
                    self.names[0] = self_named(world, number, "clientInfo").or(self.names[0].take());
                }
                if self.open.len() < AT_MOST {
                    self.open.push(number);
                }
            }
            What::Response { request: Some(request), outcome, .. } => {
                self.open.retain(|open| open != request);
                if frame.from == Side::Server
                    && let Outcome::Chose(version) = outcome
                {
                    self.version = Some(version.clone());
                    self.names[1] = self_named(world, number, "serverInfo").or(self.names[1].take());
                }
            }
            _ => {}
        }
    }

    /// What the end calls itself.
    pub(in crate::panel) fn name(&self, side: Side) -> Option<&str> {
        self.names[side as usize].as_deref()
    }

    /// The revision that the two speak.
    pub(in crate::panel) fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// The requests of `side` that have no answer yet, oldest first.
    pub(in crate::panel) fn open<'a>(
        &'a self,
        world: &'a World,
        side: Side,
    ) -> impl Iterator<Item = FrameNumber> + 'a {
        let frames = world.frames();
        self.open
            .iter()
            .copied()
            .filter(move |number| frames.get(*number).is_some_and(|frame| frame.from == side))
    }
}

/// The name and the version in the member `info` of what frame `number` says.
fn self_named(world: &World, number: FrameNumber, info: &str) -> Option<String> {
    let said = match message(&world.frames()[number])? {
        Message::Request(request) => request.params?,
        Message::Response(response) => response.outcome.ok()?,
        Message::Notification(_) => return None,
    };
    let mut said: Members = said.parse().ok()?;
    let mut info: Members = said.optional(info).ok()??;
    let name: String = info.optional("name").ok()??;
    let version: Option<String> = info.optional("version").ok().flatten();
    Some(version.map_or_else(|| name.clone(), |version| format!("{name} {version}")))
}
