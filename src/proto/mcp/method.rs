//! Every method of every revision, as data.

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
    /// A request makes progress.
    pub const PROGRESS: &str = "notifications/progress";
    /// The sender no longer wants an answer.
    pub const CANCELLED: &str = "notifications/cancelled";
}

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

/// Whether a method expects an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It does.
    Request,
    /// It must not be answered.
    Notification,
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
    /// The first revision that has it.
    pub since: Version,
    /// The last revision that has it as a message of its own.
    pub until: Version,
    /// The capability that the receiver of a request, or the sender of a notification, must have declared; empty
    /// for none.
    pub capability: &'static str,
}

impl MethodSpec {
    /// The row of `name` in `version`, if that revision has the method.
    #[must_use]
    pub fn find(name: &str, version: Version) -> Option<&'static Self> {
        METHODS.iter().find(|row| row.name == name && row.since <= version && version <= row.until)
    }
}

const fn row(
    name: &'static str,
    direction: Direction,
    kind: Kind,
    (since, until): (Version, Version),
    capability: &'static str,
) -> MethodSpec {
    MethodSpec { name, direction, kind, since, until, capability }
}

use Direction::{Both, ClientToServer as C2S, ServerToClient as S2C};
use Kind::{Notification as Ntf, Request as Req};

const V1: Version = Version::V2024_11_05;
const V3: Version = Version::V2025_06_18;
const V4: Version = Version::V2025_11_25;
const V5: Version = Version::V2026_07_28;

/// All methods of the schemas of the five revisions. A method whose direction changed has one row for each.
pub const METHODS: &[MethodSpec] = &[
    row("initialize", C2S, Req, (V1, V4), ""),
    row("notifications/initialized", C2S, Ntf, (V1, V4), ""),
    row("server/discover", C2S, Req, (V5, V5), ""),
    row("ping", Both, Req, (V1, V4), ""),
    row("notifications/cancelled", Both, Ntf, (V1, V5), ""),
    row("notifications/progress", Both, Ntf, (V1, V4), ""),
    row("notifications/progress", S2C, Ntf, (V5, V5), ""),
    row("tools/list", C2S, Req, (V1, V5), "tools"),
    row("tools/call", C2S, Req, (V1, V5), "tools"),
    row("notifications/tools/list_changed", S2C, Ntf, (V1, V5), "tools"),
    row("resources/list", C2S, Req, (V1, V5), "resources"),
    row("resources/templates/list", C2S, Req, (V1, V5), "resources"),
    row("resources/read", C2S, Req, (V1, V5), "resources"),
    row("resources/subscribe", C2S, Req, (V1, V4), "resources"),
    row("resources/unsubscribe", C2S, Req, (V1, V4), "resources"),
    row("notifications/resources/list_changed", S2C, Ntf, (V1, V5), "resources"),
    row("notifications/resources/updated", S2C, Ntf, (V1, V5), "resources"),
    row("prompts/list", C2S, Req, (V1, V5), "prompts"),
    row("prompts/get", C2S, Req, (V1, V5), "prompts"),
    row("notifications/prompts/list_changed", S2C, Ntf, (V1, V5), "prompts"),
    row("completion/complete", C2S, Req, (V1, V5), ""),
    row("logging/setLevel", C2S, Req, (V1, V4), "logging"),
    row("notifications/message", S2C, Ntf, (V1, V5), "logging"),
    row("sampling/createMessage", S2C, Req, (V1, V4), "sampling"),
    row("roots/list", S2C, Req, (V1, V4), "roots"),
    row("notifications/roots/list_changed", C2S, Ntf, (V1, V4), "roots"),
    row("elicitation/create", S2C, Req, (V3, V4), "elicitation"),
    row("notifications/elicitation/complete", S2C, Ntf, (V4, V4), "elicitation"),
    row("tasks/get", Both, Req, (V4, V4), "tasks"),
    row("tasks/result", Both, Req, (V4, V4), "tasks"),
    row("tasks/list", Both, Req, (V4, V4), "tasks"),
    row("tasks/cancel", Both, Req, (V4, V4), "tasks"),
    row("notifications/tasks/status", Both, Ntf, (V4, V4), "tasks"),
    row("subscriptions/listen", C2S, Req, (V5, V5), ""),
    row("notifications/subscriptions/acknowledged", S2C, Ntf, (V5, V5), ""),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_revision_has_a_method_twice_and_notifications_are_named_so() {
        for version in Version::ALL {
            for (index, row) in METHODS.iter().enumerate() {
                let found = MethodSpec::find(row.name, version);
                let here = row.since <= version && version <= row.until;
                assert!(!here || found == Some(&METHODS[index]), "{} in {version}", row.name);
                assert_eq!(row.kind == Ntf, row.name.starts_with("notifications/"), "{}", row.name);
            }
        }
    }
}
