//! The kinds of fault.

use core::fmt;

use crate::trace::Lane;

/// What kind of thing a fault is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultGroup {
    /// Bytes and time.
    Wire,
    /// What a message says.
    Words,
    /// The process at the end of the wire.
    Process,
}

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $kind:ident $name:literal $group:ident $amount:literal,)*) => {
        /// A kind of fault.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum FaultKind { $($(#[doc = $doc])+ $kind,)* }

        impl FaultKind {
            /// All of them, in the order in which several act on one frame: first what the message says, then how it
            /// stands in its frame, then what becomes of the frame.
            pub const ALL: &[Self] = &[$(Self::$kind,)*];

            /// Its name in a script.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$kind => $name,)* }
            }

            /// What kind of thing it is about.
            #[must_use]
            pub const fn group(self) -> FaultGroup {
                match self { $(Self::$kind => FaultGroup::$group,)* }
            }

            /// How much of it is usual, in its unit; 0 where there is no more and less.
            #[must_use]
            pub const fn usual_amount(self) -> u32 {
                match self { $(Self::$kind => $amount,)* }
            }
        }
    };
}

kinds! {
    /// The handshake names a revision that nobody knows.
    UnknownVersion "unknown-version" Words 0,
    /// The server knows only the other era: it refuses `initialize`, or knows no `server/discover`.
    WrongEra "wrong-era" Words 0,
    /// An error of the JSON-RPC layer is told as the result of a tool.
    ErrorAsResult "error-as-result" Words 0,
    /// An id is written as the other of the two types: `1` as `"1"`.
    IdType "id-type" Words 0,
    /// Every id is 0.
    IdZero "id-zero" Words 0,
    /// Every id is null.
    IdNull "id-null" Words 0,
    /// The member `jsonrpc` is missing.
    NoVersion "no-version" Words 0,
    /// A member of the envelope stands there twice.
    SameKey "same-key" Words 0,
    /// A number that JSON does not have.
    NotANumber "nan" Words 0,
    /// A line separator of Unicode within a string, which ends no line.
    LineSeparator "line-separator" Words 0,
    /// A byte that is not UTF-8.
    BadUtf8 "bad-utf8" Wire 0,
    /// A line longer by this many bytes.
    LongLine "long-line" Wire 70_000,
    /// The message comes as a batch of one.
    Batch "batch" Words 0,
    /// The message is printed over several lines.
    PrettyPrint "pretty-print" Wire 0,
    /// The second half of the message is missing; its line ends as it should.
    Truncate "truncate" Wire 0,
    /// One byte of the message is another.
    Corrupt "corrupt" Wire 0,
    /// The frame is made as the other framing makes it.
    WrongFraming "wrong-framing" Wire 0,
    /// The length in the header is too small, by this many bytes if not by how many more bytes than characters there are.
    WrongLength "wrong-length" Wire 2,
    /// Something is printed right before the message, in the same line.
    Glue "glue" Wire 0,
    /// A byte order mark stands before the message.
    ByteOrderMark "bom" Wire 0,
    /// Lines end as on Windows.
    CarriageReturn "crlf" Wire 0,
    /// Blank lines stand before the message.
    BlankLines "blank-lines" Wire 0,
    /// A line that is no message is written before the message.
    Pollute "pollute" Wire 0,
    /// A notification is answered.
    AnswerNotification "answer-notification" Words 0,
    /// An answer is given twice.
    AnswerTwice "answer-twice" Words 0,
    /// An answer is given this many milliseconds later; nothing else waits for it.
    AnswerLate "answer-late" Words 45_000,
    /// An answer is never given.
    NeverAnswer "never-answer" Words 0,
    /// The frame never arrives.
    Drop "drop" Wire 0,
    /// The frame arrives this many milliseconds later, and whatever comes after it too.
    Delay "delay" Wire 800,
    /// The same by chance, up to this many milliseconds.
    Jitter "jitter" Wire 800,
    /// The frame is written twice.
    Duplicate "duplicate" Wire 0,
    /// The frame is written after the next one, or this many milliseconds later if none comes.
    Reorder "reorder" Wire 1_000,
    /// The frame arrives in pieces of this many bytes.
    Chop "chop" Wire 7,
    /// The frame stays in the writer's buffer until the next one; both arrive with one read.
    Coalesce "coalesce" Wire 0,
    /// Half of the frame arrives, and the rest this many milliseconds later.
    Stall "stall" Wire 10_000,
    /// The process ends in the middle of the frame.
    Crash "crash" Process 0,
    /// The process ends as soon as it is started.
    Exit "exit" Process 0,
    /// The process is stopped: it takes nothing, says nothing, and its streams stay open.
    Hang "hang" Process 0,
    /// The process goes on when its input has ended, until its host kills it.
    StayOn "stay-on" Process 0,
    /// The reader takes nothing out of the pipe, in which this many bytes lie already; its writer has to wait.
    FullPipe "full-pipe" Process 65_400,
    /// This many bytes are written to standard error, which nobody reads; the writer has to wait.
    FloodStderr "flood-stderr" Process 70_000,
}

impl FaultKind {
    /// The kind called `name`.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// The greatest amount that a script can ask for: a flood of 1 MiB, a frame in pieces of one byte, a day.
    #[must_use]
    pub const fn most(self) -> u32 {
        match self {
            Self::LongLine | Self::FullPipe | Self::FloodStderr | Self::WrongLength | Self::Chop => 1 << 20,
            _ => 86_400_000,
        }
    }

    /// Whether it can be on in this direction. Only the server is a process whose end this world knows of: at the client
    /// sits the reader.
    #[must_use]
    pub const fn goes_on(self, lane: Lane) -> bool {
        match lane {
            Lane::ServerToClient => !matches!(self, Self::FloodStderr),
            Lane::ClientToServer => !matches!(
                self,
                Self::FloodStderr
                    | Self::Crash
                    | Self::Exit
                    | Self::Hang
                    | Self::StayOn
                    | Self::WrongEra
                    | Self::ErrorAsResult
            ),
            Lane::Stderr => matches!(self, Self::FloodStderr | Self::Drop | Self::Duplicate),
            Lane::Note => false,
        }
    }

    const fn bit(self) -> u64 {
        1 << self as u8
    }
}

/// The kinds of fault that have touched a frame.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Touched(u64);

impl Touched {
    /// None has.
    pub const NONE: Self = Self(0);

    /// The same and `kind`.
    #[must_use]
    pub const fn with(self, kind: FaultKind) -> Self {
        Self(self.0 | kind.bit())
    }

    /// The same but for `kind`.
    #[must_use]
    pub const fn without(self, kind: FaultKind) -> Self {
        Self(self.0 & !kind.bit())
    }

    /// Whether `kind` is one of them.
    #[must_use]
    pub const fn contains(self, kind: FaultKind) -> bool {
        self.0 & kind.bit() != 0
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All of them, in the order of [`FaultKind::ALL`].
    pub fn iter(self) -> impl Iterator<Item = FaultKind> {
        FaultKind::ALL.iter().copied().filter(move |kind| self.contains(*kind))
    }
}

impl From<FaultKind> for Touched {
    fn from(kind: FaultKind) -> Self {
        Self::NONE.with(kind)
    }
}

impl fmt::Debug for Touched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
