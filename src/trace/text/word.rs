//! The names of the texts of a report.

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// One text of a report; its variants are named after what they say.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[expect(missing_docs, reason = "each name says what its text says; the texts are in the language files")]
        pub enum Word { $($(#[$doc])* $name,)* }

        impl Word {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)*];
        }
    };
}

words! {
    Title, MadeBy, About, Start, Fact, Command, RecordedBy, ProtocolVersion, Client, Server, Stderr, Remark,
    Counts, Findings, NoFindings, NotJudged, AtFrame, Sequence, NoFrames, Frames, Others, Conversation, Request, Notification,
    Answer, ErrorAnswer, Batch, NoMessage, EndOfLane, Bytes, Cut, NotUtf8, Redacted, NothingRedacted, Time,
    Way, What, Doubts,
    DoubtDirection, DoubtShortened, DoubtMended, DoubtRewritten, DoubtQuoted, DoubtPrefixed, DoubtUnjudged,
    NoteNoHeading, NoteLaterVersion, NoteAnotherRecording, NoteUnknownLine, NoteBrokenLine, NoteLineTooLong,
    NoteCutOff, NoteNoFrames, NoteNoEnvelopes, NoteTooMuchWork, NoteWordsBefore, NoteOrderLost, NoteAtLine,
}
