//! English, about frames written by hand.

use crate::panel::text::{Act, Hand};

pub(in crate::panel::text) const fn hand(key: Hand) -> &'static str {
    match key {
        Hand::WriteFrame => "Write a frame…",
        Hand::SendAgain => "Edit and send again",
        Hand::AllMessages => "All messages…",
        Hand::HelpWrite => "Write a frame of your own",
    }
}

pub(in crate::panel::text) const fn act(key: Act) -> &'static str {
    match key {
        Act::ComposeTitle => "A frame of your own",
        Act::ComposeAs => "Sent by",
        Act::ComposeForm => "Written as",
        Act::FormText => "text",
        Act::FormHex => "hex",
        Act::ComposeEnd => "Ends with",
        Act::EndNothing => "nothing",
        Act::EndNothingHint => "Without an end of line the other side goes on waiting for the rest.",
        Act::CrLfHint => "MCP ends a message with LF alone. Most readers take the CR for white space.",
        Act::ComposeBegin => "Begin with",
        Act::BeginChoose => "a message…",
        Act::GroupRequests => "Requests",
        Act::GroupNotifications => "Notifications",
        Act::GroupAnswers => "Answers",
        Act::AnswerResult => "result for {id} · {method}",
        Act::AnswerError => "error for {id} · {method}",
        Act::ComposeField => "The frame, byte for byte",
        Act::ComposeSend => "Send it",
        Act::ComposeSendHint => "It goes out as it stands, past the session, whatever is said of it here.",
        Act::ComposeSent => "Sent as frame {n}. The step button lets it arrive.",
        Act::ComposeLeave => "Put it away",
        Act::BadHex => "Character {at} is no hex digit, or a byte lacks its second one.",
        Act::NothingWritten => "Nothing is written yet.",
        Act::FaultPosition => "line {line}, column {column}, byte {byte}",
        Act::Judging => "The judge reads it…",
        Act::JudgedFine => "No rule of {version} is broken here and now.",
        Act::NoVerdict => "The judge cannot be asked. It can be sent all the same.",
        Act::VerdictTitle => "What is to be said of it",
        Act::OneLineOnly => "Each end of line ends a frame: this goes out as {n} frames.",
        Act::ListTitle => "Everything that this side can say",
        Act::LegalNow => "Fine now",
        Act::IllegalNow => "Not now ({n})",
        Act::IllegalHint => "Each opens as a frame that you can look at, change and send anyway.",
        Act::ListLoading => "The judge goes through them…",
        Act::JsonEnd => "The text ends within a value.",
        Act::JsonCharacter => "This character cannot stand here.",
        Act::JsonTrailingComma => "A comma stands before the closing bracket.",
        Act::JsonForeign => "This is a word of another language, not of JSON.",
        Act::JsonSingleQuote => "JSON has double quotes only.",
        Act::JsonControl => "A control character must be escaped in a string.",
        Act::JsonEscape => "No escape looks like this.",
        Act::JsonSurrogate => "Half of a surrogate pair is no character.",
        Act::JsonNumber => "JSON does not write numbers like this.",
        Act::JsonTrailingData => "A value was complete before this.",
        Act::JsonDeep => "It is nested too deep.",
    }
}
