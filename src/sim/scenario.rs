//! Worlds with a name: each is a [`Script`] that only its seed decides about, so the same name and seed are the same bytes
//! everywhere.

use core::time::Duration;

use super::eras;
use super::fault::{Fault, FaultKind, FaultSwitch, PIPE_CAPACITY, When};
use super::manners::{Manner, Manners};
use super::{Action, Command, Pair, Script, Settings, Upcoming};
use crate::proto::framing::Framing;
use crate::proto::json::{Members, RawJson};
use crate::proto::mcp::Version;
use crate::proto::session::{HeartbeatConfig, Opening, Side};
use crate::trace::Lane;

/// Longer than a client of ours waits for an answer.
const PATIENCE: Duration = Duration::from_secs(70);

/// A scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scenario {
    /// One of its own.
    Story(Story),
    /// One fault, once, at a call of a tool.
    Fault(FaultKind),
    /// A client and a server, each of one era or of both.
    Era(eras::Client, Manner),
    /// A call to a server that behaves like another.
    Manner(Manner),
}

/// The scenarios that have a story of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Story {
    /// Seven messages, from nothing to the result of a tool.
    Handshake,
    /// A tool that fails, a tool that is not there, a method that is not there.
    TwoErrors,
    /// Half of a frame, cut within a character, and then the rest.
    HalfFrames,
    /// A tool that tells how far it is.
    Progress,
    /// A call that is given up, and a call that is cancelled.
    Patience,
    /// The client asks by itself whether anybody is there.
    Heartbeat,
    /// The server asks the user.
    AskedBack,
    /// A revision that was never released.
    CounterOffer,
    /// 2026-07-28, without a handshake.
    NoHandshake,
    /// One end sends lines and the other waits for a header.
    TwoFramings,
    /// A print on standard output.
    StrayPrint,
    /// Much goes wrong by chance; the seed decides what.
    BadDay,
}

impl Story {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Handshake,
        Self::TwoErrors,
        Self::HalfFrames,
        Self::Progress,
        Self::Patience,
        Self::Heartbeat,
        Self::AskedBack,
        Self::CounterOffer,
        Self::NoHandshake,
        Self::TwoFramings,
        Self::StrayPrint,
        Self::BadDay,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Handshake => "handshake",
            Self::TwoErrors => "two-errors",
            Self::HalfFrames => "half-frames",
            Self::Progress => "progress",
            Self::Patience => "patience",
            Self::Heartbeat => "heartbeat",
            Self::AskedBack => "asked-back",
            Self::CounterOffer => "counter-offer",
            Self::NoHandshake => "no-handshake",
            Self::TwoFramings => "two-framings",
            Self::StrayPrint => "stray-print",
            Self::BadDay => "bad-day",
        }
    }
}

impl Scenario {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        let eras = eras::Client::ALL
            .into_iter()
            .flat_map(|client| eras::SERVERS.into_iter().map(move |server| Self::Era(client, server)));
        Story::ALL
            .into_iter()
            .map(Self::Story)
            .chain(FaultKind::ALL.iter().copied().map(Self::Fault))
            .chain(eras)
            .chain(Manner::ALL.into_iter().map(Self::Manner))
    }

    /// Its name: unlike any other's, and made of letters, digits, dots and hyphens.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Story(story) => story.name().to_owned(),
            Self::Fault(kind) => format!("fault-{}", kind.name()),
            Self::Era(client, server) => format!("era-{}-at-{}", client.name(), server.name()),
            Self::Manner(manner) => format!("manner-{}", manner.name()),
        }
    }

    /// The scenario called `name`.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::all().find(|scenario| scenario.name() == name)
    }

    /// What happens in it. `seed` decides about whatever is left to chance.
    #[must_use]
    pub fn script(self, seed: u64) -> Script {
        let (settings, actions) = match self {
            Self::Story(story) => tell_story(story, seed),
            Self::Fault(kind) => break_once(kind, seed),
            Self::Era(client, server) => eras::cell(client, server),
            Self::Manner(manner) => {
                let mut pair = Stage::new(|settings| {
                    settings.manners = Manners { server: manner, ..Manners::default() };
                });
                pair.introduce();
                // On each of these at least two of them differ.
                pair.call("slow", r#"{"ms":"3"}"#);
                pair.wait(Duration::from_millis(10));
                pair.call("slow", r#"{"ms":3.0}"#);
                pair.wait(Duration::from_millis(10));
                pair.call("no_such_tool", "{}");
                pair.tell(Command::Request { method: "no/such".to_owned(), params: None });
                for line in ["Client ready\n", "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}\n"] {
                    pair.tell(Command::Raw { side: Side::Client, bytes: line.as_bytes().to_vec() });
                }
                pair.done()
            }
        };
        Script::new(&settings, actions)
    }
}

/// A pair on which a scenario is played once, to know what is done in it.
struct Stage {
    settings: Settings,
    pair: Pair,
}

impl Stage {
    fn new(change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = Settings::default();
        settings.client.capabilities = ["roots", "sampling", "elicitation"]
            .iter()
            .fold(Members::new(), |all, name| all.with(name, &Members::new()));
        change(&mut settings);
        Self { pair: Pair::new(&settings), settings }
    }

    fn act(&mut self, action: Action) {
        // What an end refuses is not kept, and so is no part of the scenario.
        let _ = self.pair.act(action);
    }

    fn tell(&mut self, command: Command) {
        self.act(Action::Command(command));
        self.arrive();
    }

    /// Lets everything arrive that is on its way, and nothing else happen.
    fn arrive(&mut self) {
        while self.pair.upcoming().is_some_and(|(_, next)| matches!(next, Upcoming::Arrival(_))) {
            self.pair.step();
        }
    }

    fn wait(&mut self, time: Duration) {
        self.act(Action::Wait(time));
    }

    fn introduce(&mut self) {
        let modern = self.settings.client.opening == Opening::Modern;
        self.tell(if modern { Command::Discover } else { Command::Initialize });
        self.tell(Command::ListTools);
    }

    fn call(&mut self, name: &str, arguments: &str) {
        self.tell(Command::CallTool { name: name.to_owned(), arguments: RawJson::new(arguments).ok() });
    }

    fn done(self) -> (Settings, Vec<Action>) {
        (self.settings, self.pair.actions().to_vec())
    }
}

fn tell_story(story: Story, seed: u64) -> (Settings, Vec<Action>) {
    let mut stage = Stage::new(|settings| match story {
        Story::CounterOffer => settings.client.offer = "2026-08-21".to_owned(),
        Story::NoHandshake => {
            settings.client.offer = Version::LATEST.as_str().to_owned();
            settings.client.opening = Opening::Modern;
        }
        Story::TwoFramings => {
            settings.framings = settings.framings.with(Side::Server, Framing::ContentLength);
        }
        Story::Heartbeat => settings.client.heartbeat = Some(HeartbeatConfig::default()),
        _ => {}
    });
    stage.introduce();
    match story {
        Story::Handshake | Story::NoHandshake | Story::CounterOffer => stage.call("add", r#"{"a":1,"b":2}"#),
        Story::TwoErrors => {
            stage.call("fail", "{}");
            stage.call("no_such_tool", "{}");
            let method = "tools/calll".to_owned();
            stage.tell(Command::Request { method, params: Some(RawJson::empty_object()) });
        }
        Story::HalfFrames => {
            let text = RawJson::new("{\"text\":\"周杰伦 🎵\"}").ok();
            stage.act(Action::Command(Command::CallTool { name: "echo".to_owned(), arguments: text }));
            for bytes in [64, 40, 1, 1] {
                stage.act(Action::Bytes(bytes));
            }
            stage.arrive();
        }
        Story::Progress => {
            let arguments = RawJson::new(r#"{"ms":3000}"#).ok();
            stage.tell(Command::CallToolForProgress { name: "slow".to_owned(), arguments });
            stage.wait(Duration::from_secs(4));
        }
        Story::Patience => {
            stage.tell(Command::Hold(true));
            stage.call("add", r#"{"a":1,"b":2}"#);
            stage.wait(PATIENCE);
            stage.call("add", r#"{"a":3,"b":4}"#);
            let open = stage.pair.client().open_requests().next().map(|open| open.id.clone());
            open.into_iter().for_each(|id| {
                stage.tell(Command::Cancel { id, reason: "The user has closed the window".to_owned() });
            });
        }
        Story::Heartbeat => {
            stage.wait(Duration::from_secs(100));
        }
        Story::AskedBack => {
            stage.call("greet_user", "{}");
            let asked = stage.pair.client().incoming_requests().next().map(|(id, _)| id.clone());
            let answer = RawJson::new(r#"{"action":"accept","content":{"name":"Jay"}}"#).ok();
            asked.zip(answer).into_iter().for_each(|(id, answer)| {
                stage.tell(Command::Respond { id, outcome: Ok(answer) });
            });
        }
        Story::TwoFramings => stage.wait(PATIENCE),
        Story::StrayPrint => {
            let bytes = b"Server listening on stdio\n".to_vec();
            stage.tell(Command::Raw { side: Side::Server, bytes });
            stage.call("add", r#"{"a":1,"b":2}"#);
        }
        Story::BadDay => {
            let kinds = [
                FaultKind::Drop,
                FaultKind::Delay,
                FaultKind::Duplicate,
                FaultKind::Pollute,
                FaultKind::Chop,
            ];
            for (kind, seed) in kinds.into_iter().zip(seed..) {
                for lane in [Lane::ClientToServer, Lane::ServerToClient] {
                    let fault = Fault::once(kind, lane).when(When::Sometimes(15)).seeded(seed);
                    stage.act(Action::Fault(FaultSwitch::On(fault)));
                }
            }
            for number in 0..12 {
                stage.call("add", &format!("{{\"a\":{number},\"b\":1}}"));
                stage.wait(Duration::from_secs(1));
            }
            stage.wait(PATIENCE);
        }
    }
    stage.done()
}

/// The lane on which a fault of this kind is seen best.
fn lane(kind: FaultKind) -> Lane {
    let lanes = match kind {
        // An answer of null is one to nobody's request; a request of null is what was seen in the wild.
        FaultKind::IdNull => [Lane::ClientToServer, Lane::ServerToClient, Lane::Stderr],
        _ => [Lane::ServerToClient, Lane::Stderr, Lane::ClientToServer],
    };
    lanes.into_iter().find(|lane| kind.goes_on(*lane)).unwrap_or(Lane::ServerToClient)
}

/// A conversation in which one thing goes wrong: from the start, where it is about the first words, else at a call.
fn break_once(kind: FaultKind, seed: u64) -> (Settings, Vec<Action>) {
    let mut stage = Stage::new(|settings| {
        if kind == FaultKind::WrongLength {
            // Only who writes a length can get it wrong.
            for side in [Side::Client, Side::Server] {
                settings.framings = settings.framings.with(side, Framing::ContentLength);
            }
        }
    });
    let fault = Fault::once(kind, lane(kind)).seeded(seed);
    let first = matches!(
        kind,
        FaultKind::UnknownVersion | FaultKind::WrongEra | FaultKind::Exit | FaultKind::AnswerNotification
    );
    if !first {
        stage.introduce();
    }
    stage.act(Action::Fault(FaultSwitch::On(fault)));
    if first {
        stage.introduce();
    }
    match kind {
        FaultKind::ErrorAsResult => stage.call("no_such_tool", "{}"),
        // More than a pipe holds.
        FaultKind::FullPipe => {
            let text = "x".repeat(PIPE_CAPACITY + 1);
            stage.call("echo", &["{\"text\":\"", &text, "\"}"].concat());
        }
        _ => stage.call("echo", "{\"text\":\"周杰伦\"}"),
    }
    stage.wait(Duration::from_secs(5));
    stage.tell(Command::Ping);
    stage.wait(PATIENCE);
    if kind == FaultKind::StayOn {
        stage.tell(Command::Close);
        stage.wait(PATIENCE);
    }
    stage.done()
}
