//! What a reader has to say about a text beside what it read.

use super::model::Origin;

/// What there is to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteKind {
    /// A recording begins without its first line, the one that says what it is.
    NoHeading,
    /// A recording is of a later version of the format: what is known of it was read.
    LaterVersion,
    /// A second recording follows in the same text: another conversation.
    AnotherRecording,
    /// A line of a kind that a later version may have; it was skipped.
    UnknownLine,
    /// A line that cannot be read; it was skipped.
    BrokenLine,
    /// A line that is longer than the reader's cap; it was skipped.
    LineTooLong,
    /// The last line stops in its middle: the recorder was ended while it wrote.
    CutOff,
    /// There is no message in the text: nothing can be said about what was on the wire.
    NoFrames,
    /// The text shows what was asked and answered, without ids and envelopes: no message can be made of it.
    NoEnvelopes,
    /// The text took too much work: what follows was not searched for messages.
    TooMuchWork,
    /// Words that no other message has stand between an arrow and a message: they may have been on the wire.
    WordsBefore,
    /// The order of the answers is not that of the wire: the recorder keeps each with its request.
    OrderLost,
}

/// One remark, and what it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// What there is to say.
    pub kind: NoteKind,
    /// What it is about.
    pub origin: Origin,
    /// The reason, where the kind alone does not tell: in English, for the curious.
    pub detail: String,
}
