//! English, about frames written by hand.

use crate::panel::text::{Act, Hand};

pub(in crate::panel::text) const fn hand(key: Hand) -> &'static str {
    match key {
        Hand::WriteFrame => "Write a frame…",
        Hand::SendAgain => "Edit and send again",
        Hand::AllMessages => "All messages…",
        Hand::HelpWrite => "Write a frame of your own",
        Hand::ServerAsks => "The server asks",
        Hand::AnswerIt => "Answer it…",
        Hand::NextAnswer => "Your turn: the server asks something. Answer it at the client.",
        Hand::NextDecide => "Your turn: decide what the server answers.",
        Hand::NextDiscover => {
            "Next: the client asks what the server speaks and can do. There is no handshake."
        }
        Hand::OfferInRequests => "{version} (without a handshake)",
        Hand::CanDo => "The client can",
        Hand::CanElicit => "ask its user",
        Hand::CanSample => "ask a model",
        Hand::CanRoots => "tell its folders",
        Hand::Framing => "Framing…",
        Hand::Resources => "Resources…",
        Hand::BreakIt => "Break it",
        Hand::HelpBreak => "Break it; a stray line, a lost frame, a crash",
        Hand::Prompts => "Prompts…",
        Hand::Peers => "Other servers…",
    }
}

pub(in crate::panel::text) const fn act(key: Act) -> &'static str {
    match key {
        Act::ComposeTitle => "A frame of your own",
        Act::ComposeAs => "Sent by",
        Act::ComposeForm => "Written as",
        Act::FormText => "text",
        Act::FormHex => "hex",
        Act::ComposeEnd => "Framed by",
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
        Act::VerdictTitle => "The judge says",
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
        Act::AnswerAccept => "Accept",
        Act::AnswerSend => "Answer",
        Act::AnswerDecline => "Decline",
        Act::AnswerCancel => "Close it",
        Act::AnswerRefuse => "Answer with an error",
        Act::AskedUser => {
            "You are the user. A host shows such a form and sends what its user fills in, or that the user does not want to."
        }
        Act::AskedModel => {
            "You are the model. A host would show this to its user first, then let a model answer."
        }
        Act::AskedRoots => "You are the host. Tell in which folder it works; without a uri, in none.",
        Act::HoldSwitch => "Answer by hand",
        Act::HoldHint => "The server takes each request and waits for you.",
        Act::HoldNone => "No request waits for you.",
        Act::HoldServe => "let it answer",
        Act::HoldReply => "write the answer",
        Act::HoldForget => "never answer",
        Act::WantProgress => "Ask for progress",
        Act::FramePreview => "The frame as it will be sent",
        Act::AnswerPreview => "The result as it will be sent",
        Act::WhatDiffers => "What is special about {version}",
        Act::Differs2024 => {
            "The first revision. Batches of JSON-RPC are neither mentioned nor forbidden; annotations of tools, audio and structured results do not exist yet."
        }
        Act::Differs2025March => {
            "The only revision with batches: several messages in one array. New are annotations of tools, audio, messages with progress, and a capability for completions."
        }
        Act::Differs2025June => {
            "Batches are gone. New are structured results with a schema, links to resources, and questions to the user (elicitation)."
        }
        Act::Differs2025November => {
            "The last one with a handshake. New are tasks (a call that is answered at once and asked for later), icons, pages that a user is sent to (elicitation by URL), and tools for sampling."
        }
        Act::Differs2026 => {
            "No handshake and no ping: each request says in _meta which revision it speaks and what the client can do. Servers send no requests; they answer with questions (input_required), and the client asks again with the answers. Changes are told only to who listens (subscriptions/listen)."
        }
    }
}
