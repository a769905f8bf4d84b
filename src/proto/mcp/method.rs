//! Every method of every revision, as data.
//!
//! What the methods say is listed beside it, in [`METHOD_PAYLOADS`](super::METHOD_PAYLOADS). The methods of extensions,
//! such as the tasks of 2026-07-28, are not of a revision and not here.

use super::version::Version;

/// The names of the methods that the core itself speaks.
pub mod names {
    /// Begins a conversation.
    pub const INITIALIZE: &str = "initialize";
    /// Ends the handshake.
    pub const INITIALIZED: &str = "notifications/initialized";
    /// Is anybody there?
    pub const PING: &str = "ping";
    /// Which tools are there?
    pub const TOOLS_LIST: &str = "tools/list";
    /// Call one.
    pub const TOOLS_CALL: &str = "tools/call";
    /// Fill a prompt.
    pub const PROMPTS_GET: &str = "prompts/get";
    /// A request makes progress.
    pub const PROGRESS: &str = "notifications/progress";
    /// The sender no longer wants an answer.
    pub const CANCELLED: &str = "notifications/cancelled";
    /// What do you speak, and what can you do?
    pub const DISCOVER: &str = "server/discover";
    /// Tell me when something changes.
    pub const LISTEN: &str = "subscriptions/listen";
    /// This is what will be told.
    pub const ACKNOWLEDGED: &str = "notifications/subscriptions/acknowledged";
    /// Something for the log.
    pub const MESSAGE: &str = "notifications/message";
    /// One resource has changed.
    pub const RESOURCE_UPDATED: &str = "notifications/resources/updated";
    /// The list of tools has changed.
    pub const TOOLS_CHANGED: &str = "notifications/tools/list_changed";
    /// The list of prompts has changed.
    pub const PROMPTS_CHANGED: &str = "notifications/prompts/list_changed";
    /// The list of resources has changed.
    pub const RESOURCES_CHANGED: &str = "notifications/resources/list_changed";
}

/// The methods whose complete results say for how long and for whom they may be kept (`server/utilities/caching`,
/// 2026-07-28).
pub const CACHEABLE: &[&str] = &[
    "server/discover",
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
];

/// The methods that a server may answer with questions of its own (`basic/patterns/mrtr`, 2026-07-28).
pub const ASKING_BACK: &[&str] = &["prompts/get", "resources/read", "tools/call"];

/// Who may send a message of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// The client.
    ClientToServer,
    /// The server.
    ServerToClient,
    /// Either side.
    Both,
}

impl Direction {
    /// Whether what goes one of these ways may go the `other` way.
    #[must_use]
    pub const fn covers(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Both, _)
                | (Self::ClientToServer, Self::ClientToServer)
                | (Self::ServerToClient, Self::ServerToClient)
        )
    }
}

/// Whether a method expects an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It does.
    Request,
    /// It must not be answered.
    Notification,
}

/// How a method travels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carrier {
    /// As a message of its own.
    Message,
    /// As a message of its own, but only while a `subscriptions/listen` of the client is open, and with its id in
    /// `_meta` (`basic/patterns/subscriptions`).
    Subscription,
    /// Never as a message: within the result of another request, as one of its `inputRequests`
    /// (`basic/patterns/mrtr`). The answer comes within the parameters when the client asks again.
    InputRequest,
}

/// Whose declaration a method needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    /// The one who sends it.
    Sender,
    /// The one who gets it.
    Receiver,
}

/// A capability that must be declared before a method is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Need {
    /// By whom.
    pub holder: Holder,
    /// Its path, as [`declares`](super::declares) takes it.
    pub capability: &'static str,
}

/// One row of the table: a method, who sends it, and in which revisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MethodSpec {
    /// The name on the wire.
    pub name: &'static str,
    /// Who sends it.
    pub direction: Direction,
    /// Request or notification.
    pub kind: Kind,
    /// Message or part of one.
    pub carrier: Carrier,
    /// The first revision in which all of this holds.
    pub since: Version,
    /// The last one.
    pub until: Version,
    /// What must have been declared, if anything.
    pub need: Option<Need>,
}

impl MethodSpec {
    /// The row of `name` for a message that goes `direction` in `version`; `None` where that revision has no such
    /// message. [`Direction::Both`] asks for a method that either side may send.
    #[must_use]
    pub fn find(name: &str, version: Version, direction: Direction) -> Option<&'static Self> {
        let here = |row: &&Self| row.name == name && row.since <= version && version <= row.until;
        let goes = |row: &&Self| row.carrier != Carrier::InputRequest && row.direction.covers(direction);
        METHODS.iter().find(|row| here(row) && goes(row))
    }

    /// The row of `name` as an input request of `version`.
    #[must_use]
    pub fn find_input_request(name: &str, version: Version) -> Option<&'static Self> {
        Self::of_version(version).find(|row| row.name == name && row.carrier == Carrier::InputRequest)
    }

    /// Whether any revision has a method `name`, whoever sends it.
    #[must_use]
    pub fn is_known(name: &str) -> bool {
        METHODS.iter().any(|row| row.name == name)
    }

    /// All rows of `version`.
    pub fn of_version(version: Version) -> impl Iterator<Item = &'static Self> {
        METHODS.iter().filter(move |row| row.since <= version && version <= row.until)
    }

    /// Asked of the receiver: its capabilities.
    const fn asks(mut self, capability: &'static str) -> Self {
        self.need = Some(Need { holder: Holder::Receiver, capability });
        self
    }

    /// Offered by the sender: its capabilities.
    const fn offers(mut self, capability: &'static str) -> Self {
        self.need = Some(Need { holder: Holder::Sender, capability });
        self
    }

    const fn by(mut self, carrier: Carrier) -> Self {
        self.carrier = carrier;
        self
    }
}

const fn row(
    name: &'static str,
    direction: Direction,
    kind: Kind,
    (since, until): (Version, Version),
) -> MethodSpec {
    MethodSpec { name, direction, kind, carrier: Carrier::Message, since, until, need: None }
}

use Carrier::{InputRequest, Subscription};
use Direction::{Both, ClientToServer as C2S, ServerToClient as S2C};
use Kind::{Notification as Ntf, Request as Req};

const V1: Version = Version::V2024_11_05;
const V2: Version = Version::V2025_03_26;
const V3: Version = Version::V2025_06_18;
const V4: Version = Version::V2025_11_25;
const V5: Version = Version::V2026_07_28;

/// All methods of the schemas of the five revisions. A method for which something changed has one row for each time.
pub const METHODS: &[MethodSpec] = &[
    row("initialize", C2S, Req, (V1, V4)),
    row("notifications/initialized", C2S, Ntf, (V1, V4)),
    row("server/discover", C2S, Req, (V5, V5)),
    row("ping", Both, Req, (V1, V4)),
    // A server of 2026-07-28 cancels nothing but the client's `subscriptions/listen`.
    row("notifications/cancelled", Both, Ntf, (V1, V5)),
    row("notifications/progress", Both, Ntf, (V1, V4)),
    row("notifications/progress", S2C, Ntf, (V5, V5)),
    row("tools/list", C2S, Req, (V1, V5)).asks("tools"),
    row("tools/call", C2S, Req, (V1, V5)).asks("tools"),
    row("notifications/tools/list_changed", S2C, Ntf, (V1, V4)).offers("tools.listChanged"),
    row("notifications/tools/list_changed", S2C, Ntf, (V5, V5)).offers("tools.listChanged").by(Subscription),
    row("resources/list", C2S, Req, (V1, V5)).asks("resources"),
    row("resources/templates/list", C2S, Req, (V1, V5)).asks("resources"),
    row("resources/read", C2S, Req, (V1, V5)).asks("resources"),
    row("resources/subscribe", C2S, Req, (V1, V4)).asks("resources.subscribe"),
    row("resources/unsubscribe", C2S, Req, (V1, V4)).asks("resources.subscribe"),
    row("notifications/resources/list_changed", S2C, Ntf, (V1, V4)).offers("resources.listChanged"),
    row("notifications/resources/list_changed", S2C, Ntf, (V5, V5))
        .offers("resources.listChanged")
        .by(Subscription),
    row("notifications/resources/updated", S2C, Ntf, (V1, V4)).offers("resources.subscribe"),
    row("notifications/resources/updated", S2C, Ntf, (V5, V5)).offers("resources.subscribe").by(Subscription),
    row("prompts/list", C2S, Req, (V1, V5)).asks("prompts"),
    row("prompts/get", C2S, Req, (V1, V5)).asks("prompts"),
    row("notifications/prompts/list_changed", S2C, Ntf, (V1, V4)).offers("prompts.listChanged"),
    row("notifications/prompts/list_changed", S2C, Ntf, (V5, V5))
        .offers("prompts.listChanged")
        .by(Subscription),
    // The capability is younger than the method.
    row("completion/complete", C2S, Req, (V1, V1)),
    row("completion/complete", C2S, Req, (V2, V5)).asks("completions"),
    row("logging/setLevel", C2S, Req, (V1, V4)).asks("logging"),
    // In 2026-07-28 only for a request that names a log level.
    row("notifications/message", S2C, Ntf, (V1, V5)).offers("logging"),
    row("sampling/createMessage", S2C, Req, (V1, V4)).asks("sampling"),
    row("sampling/createMessage", S2C, Req, (V5, V5)).asks("sampling").by(InputRequest),
    row("roots/list", S2C, Req, (V1, V4)).asks("roots"),
    row("roots/list", S2C, Req, (V5, V5)).asks("roots").by(InputRequest),
    row("notifications/roots/list_changed", C2S, Ntf, (V1, V4)).offers("roots.listChanged"),
    row("elicitation/create", S2C, Req, (V3, V4)).asks("elicitation"),
    row("elicitation/create", S2C, Req, (V5, V5)).asks("elicitation").by(InputRequest),
    row("notifications/elicitation/complete", S2C, Ntf, (V4, V4)).asks("elicitation.url"),
    row("tasks/get", Both, Req, (V4, V4)).asks("tasks"),
    row("tasks/result", Both, Req, (V4, V4)).asks("tasks"),
    row("tasks/list", Both, Req, (V4, V4)).asks("tasks.list"),
    row("tasks/cancel", Both, Req, (V4, V4)).asks("tasks.cancel"),
    row("notifications/tasks/status", Both, Ntf, (V4, V4)).offers("tasks"),
    // What of it is granted depends on the capabilities; asking is always allowed.
    row("subscriptions/listen", C2S, Req, (V5, V5)),
    row("notifications/subscriptions/acknowledged", S2C, Ntf, (V5, V5)).by(Subscription),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_revision_has_a_method_twice_and_notifications_are_named_so() {
        for version in Version::ALL {
            let mut names: Vec<_> = MethodSpec::of_version(version).map(|row| row.name).collect();
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all, "{version}");
        }
        for row in METHODS {
            assert!(row.since <= row.until, "{}", row.name);
            assert_eq!(row.kind == Ntf, row.name.starts_with("notifications/"), "{}", row.name);
        }
    }

    #[test]
    fn an_input_request_is_no_message() {
        for name in ["sampling/createMessage", "roots/list", "elicitation/create"] {
            assert!(MethodSpec::find(name, V4, S2C).is_some() && MethodSpec::find(name, V5, S2C).is_none());
            assert!(MethodSpec::find_input_request(name, V4).is_none());
            assert!(MethodSpec::find_input_request(name, V5).is_some());
        }
    }

    #[test]
    fn who_may_send_is_part_of_the_question() {
        assert!(MethodSpec::find("ping", V1, Both).is_some());
        assert!(MethodSpec::find("tools/list", V1, Both).is_none());
        assert!(MethodSpec::find("tools/list", V1, C2S).is_some());
        assert!(MethodSpec::find("tools/list", V1, S2C).is_none());
    }
}
