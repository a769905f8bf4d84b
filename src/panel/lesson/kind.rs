//! Which lessons there are.

/// One lesson.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lesson {
    /// From nothing to the result of a tool.
    SevenMessages,
    /// What a server prints to standard output is read as a message.
    StdoutIsTheWire,
    /// A line feed, or a header with a length.
    TwoFramings,
    /// A pipe has no messages, only bytes.
    HalfFrames,
    /// An answer belongs to the request with its id, letter for letter.
    Ids,
    /// A message without an id has no answer.
    Notifications,
    /// Who gets to know of an error: the program, or the model.
    TwoErrorLayers,
    /// What was not declared is not used.
    Capabilities,
    /// Progress, patience and cancellation.
    Patience,
    /// A client that asks whether anybody is there.
    Heartbeat,
    /// Two revisions, one conversation.
    Versions,
    /// 2026-07-28.
    NoHandshake,
    /// The reader answers for the server.
    BeTheServer,
    /// Five recordings with a bug.
    HuntAnswer,
    /// A second one.
    HuntLines,
    /// A third one.
    HuntNotification,
    /// A fourth one.
    HuntPrefix,
    /// A fifth one.
    HuntTwice,
}

impl Lesson {
    /// All of them, in the order in which they build upon each other.
    pub const ALL: [Self; 18] = [
        Self::SevenMessages,
        Self::StdoutIsTheWire,
        Self::TwoFramings,
        Self::HalfFrames,
        Self::Ids,
        Self::Notifications,
        Self::TwoErrorLayers,
        Self::Capabilities,
        Self::Patience,
        Self::Heartbeat,
        Self::Versions,
        Self::NoHandshake,
        Self::BeTheServer,
        Self::HuntAnswer,
        Self::HuntLines,
        Self::HuntNotification,
        Self::HuntPrefix,
        Self::HuntTwice,
    ];

    /// Its name in links.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SevenMessages => "seven-messages",
            Self::StdoutIsTheWire => "stdout-is-the-wire",
            Self::TwoFramings => "two-framings",
            Self::HalfFrames => "half-frames",
            Self::Ids => "ids",
            Self::Notifications => "notifications",
            Self::TwoErrorLayers => "two-error-layers",
            Self::Capabilities => "capabilities",
            Self::Patience => "patience",
            Self::Heartbeat => "heartbeat",
            Self::Versions => "versions",
            Self::NoHandshake => "no-handshake",
            Self::BeTheServer => "be-the-server",
            Self::HuntAnswer => "hunt-answer",
            Self::HuntLines => "hunt-lines",
            Self::HuntNotification => "hunt-notification",
            Self::HuntPrefix => "hunt-prefix",
            Self::HuntTwice => "hunt-twice",
        }
    }

    /// The lesson called `name`.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lesson| lesson.name() == name)
    }

    /// Where it stands among all, from 0.
    #[must_use]
    pub fn place(self) -> usize {
        Self::ALL.iter().position(|lesson| *lesson == self).unwrap_or(0)
    }

    /// The one after it.
    #[must_use]
    pub fn next(self) -> Option<Self> {
        Self::ALL.get(self.place() + 1).copied()
    }

    /// Whether a wrong frame is to be found in it.
    #[must_use]
    pub const fn is_hunt(self) -> bool {
        matches!(
            self,
            Self::HuntAnswer | Self::HuntLines | Self::HuntNotification | Self::HuntPrefix | Self::HuntTwice
        )
    }

    /// What to read in the specification, as paths of its pages.
    #[must_use]
    pub const fn pages(self) -> &'static [&'static str] {
        match self {
            Self::SevenMessages => &["basic/lifecycle#initialization", "server/tools#calling-tools"],
            Self::StdoutIsTheWire | Self::HuntPrefix => &["basic/transports#stdio"],
            Self::TwoFramings => &["basic/transports#stdio"],
            Self::HalfFrames | Self::HuntLines => &["basic/transports#stdio"],
            Self::Ids | Self::HuntAnswer | Self::HuntTwice => {
                &["basic/index#requests", "basic/index#responses"]
            }
            Self::Notifications | Self::HuntNotification => &["basic/index#notifications"],
            Self::TwoErrorLayers => &["server/tools#error-handling"],
            Self::Capabilities => &["basic/lifecycle#capability-negotiation", "client/elicitation"],
            Self::Patience => {
                &["basic/lifecycle#timeouts", "basic/utilities/progress", "basic/utilities/cancellation"]
            }
            Self::Heartbeat => &["basic/utilities/ping"],
            Self::Versions => &["basic/lifecycle#version-negotiation"],
            Self::NoHandshake => &["basic/versioning", "server/discover"],
            Self::BeTheServer => &["server/tools#listing-tools", "server/tools#calling-tools"],
        }
    }
}
