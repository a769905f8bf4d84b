//! English.

use super::Word;

pub(super) const fn say(word: Word) -> &'static str {
    match word {
        Word::Title => "What was on the wire",
        Word::MadeBy => "Made by {tool}.",
        Word::About => "About this recording",
        Word::Start => "Started",
        Word::Fact => "{name}: {value}",
        Word::Command => "Command",
        Word::RecordedBy => "Recorded by",
        Word::ProtocolVersion => "Protocol revision",
        Word::Client => "Client",
        Word::Server => "Server",
        Word::Stderr => "Server's stderr",
        Word::Remark => "Remark",
        Word::Counts => "{frames} frames: {client} from the client, {server} from the server",
        Word::Findings => "What is wrong",
        Word::NoFindings => "Nothing that the rules know of.",
        Word::NotJudged => "This recording was not judged.",
        Word::AtFrame => "frame {frame}",
        Word::Sequence => "In order",
        Word::NoFrames => "There is no frame in it.",
        Word::Frames => "Every frame",
        Word::Others => "Beside the conversation",
        Word::Conversation => "Conversation {number}",
        Word::Request => "request",
        Word::Notification => "notification",
        Word::Answer => "answer",
        Word::ErrorAnswer => "error",
        Word::Batch => "batch",
        Word::NoMessage => "not a message",
        Word::EndOfLane => "end of the stream",
        Word::Bytes => "{count} bytes",
        Word::Cut => "{count} bytes more, left out of this report",
        Word::NotUtf8 => "not UTF-8: bytes that are no text are shown as \\xNN",
        Word::Redacted => {
            "Covered before this was written: {count}. Values whose names sound secret are covered, and names in home folders. Nobody can know every secret: look through it before you share it."
        }
        Word::NothingRedacted => {
            "Nothing was covered: no value has a name that sounds secret. Look through it all the same before you share it."
        }
        Word::Time => "Time",
        Word::Way => "Way",
        Word::What => "What",
        Word::Doubts => "Not certain",
        Word::DoubtDirection => "which way it went is concluded, not recorded",
        Word::DoubtShortened => "it was shortened or masked for a report; the wire had more",
        Word::DoubtMended => "it was repaired before it could be read",
        Word::DoubtRewritten => "a recorder wrote it anew; spaces, digits and order may differ from the wire",
        Word::DoubtQuoted => "another program quotes it",
        Word::DoubtPrefixed => {
            "words stand before it that may have been on the wire; glued to a message they make it unreadable"
        }
        Word::DoubtUnjudged => "nothing could be made of it",
        Word::NoteNoHeading => "The recording begins without its heading.",
        Word::NoteLaterVersion => {
            "The recording is of a later version of the format; what is known of it was read."
        }
        Word::NoteAnotherRecording => {
            "Another recording begins here; it is read as a conversation of its own."
        }
        Word::NoteUnknownLine => "A line of an unknown kind was skipped.",
        Word::NoteBrokenLine => "A line cannot be read and was skipped.",
        Word::NoteLineTooLong => "A line is too long and was skipped.",
        Word::NoteCutOff => "The last line stops in its middle: the recorder was ended while it wrote.",
        Word::NoteNoFrames => "There is no message in this text; nothing can be said about the wire.",
        Word::NoteNoEnvelopes => {
            "The text shows what was asked and answered, but not the messages: they have no ids here, and none were made up."
        }
        Word::NoteTooMuchWork => "The text is too tangled: not all of it was searched for messages.",
        Word::NoteWordsBefore => {
            "This message has words before it that no other has. If they were on the wire, nobody can read that line (FR-03): look at what the program really writes."
        }
        Word::NoteOrderLost => {
            "The recorder keeps each answer with its request: the order on the wire may have been another."
        }
        Word::NoteAtLine => "Line {line}: {sentence}",
    }
}
