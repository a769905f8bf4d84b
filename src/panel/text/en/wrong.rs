//! English, about what is wrong.

use crate::panel::text::Wrong;

pub(in crate::panel::text) const fn wrong(key: Wrong) -> &'static str {
    match key {
        Wrong::FoundUnknownId => "It answers request {id}, which was never sent.",
        Wrong::FoundDuplicate => "It is a second answer to request {id}.",
        Wrong::FoundLate => "It answers request {id}, but the client has stopped waiting.",
        Wrong::FoundIdType => {
            "Its id is {found}, the open request has {expected}. JSON-RPC compares value and type, so the request stays open."
        }
        Wrong::FoundNoId => "It is an error that names no request.",
        Wrong::FoundUnreadable => "The result does not fit {method}.",
        Wrong::FoundEarly => "{method} came before the handshake.",
        Wrong::FoundRepeated => "A second initialize: the handshake happens once.",
        Wrong::FoundReused => "The id {id} belongs to a request that is still open.",
        Wrong::FoundUnreadableNotice => "This is not what {method} looks like.",
        Wrong::FoundStuckProgress => "It reports progress of request {id} that does not grow.",
        Wrong::FoundBadMeta => {
            "In 2026-07-28 every request says in its _meta which revision it speaks and what the client can do. This {method} does not."
        }
        Wrong::FoundServerRequest => {
            "The server asks for {method}: in 2026-07-28 servers send no requests, they answer with questions."
        }
        Wrong::FoundResultType => "Nobody has agreed on results of the kind “{name}”.",
        Wrong::FoundAskedBack => "It answers {method} with questions, which only a few methods allow.",
        Wrong::FoundUndeclared => "It asks by {method}, which the client has not declared.",
        Wrong::FoundOutside => {
            "{method} comes outside of a subscription: in 2026-07-28 changes are told on one only."
        }
        Wrong::FoundUnknownSubscription => "It belongs to the subscription {id}, which does not exist.",
        Wrong::FoundUnasked => "Nobody has asked for {method} on this subscription.",
        Wrong::FoundStaleProgress => "It reports progress of request {id}, which is over.",
        Wrong::FoundUnknownProgress => "It reports progress with the token {id}, which was never given out.",
        Wrong::FaultUtf8 => "Not UTF-8, at byte {at}.",
        Wrong::FaultJson => "It stops being JSON at byte {at}.",
        Wrong::FaultNotObject => "JSON, but a message is an object.",
        Wrong::FaultBatch => "An array: only revision 2025-03-26 has batches.",
        Wrong::FaultEmptyBatch => "An array with nothing in it: no revision knows what that means.",
        Wrong::FaultLongBatch => "More messages in one array than the reader takes at once.",
        Wrong::FaultInitializeInBatch => {
            "initialize may not be part of a batch: before it nobody knows that there are any."
        }
        Wrong::FaultDuplicateKey => "The member “{name}” stands twice; readers disagree on which one counts.",
        Wrong::FaultCaseVariant => {
            "The member “{name}” is spelled in other letters; names are compared exactly."
        }
        Wrong::FaultNoVersion => "The member “jsonrpc” is missing.",
        Wrong::FaultVersion => "“jsonrpc” must be the text \"2.0\".",
        Wrong::FaultId => "An id is a string or an integer, nothing else.",
        Wrong::FaultMethod => "“method” must be a string.",
        Wrong::FaultParams => "“params” must be an object.",
        Wrong::FaultShape => "Neither a method nor a result nor an error.",
        Wrong::FaultBoth => "A result and an error together: it must be one of them.",
        Wrong::FaultError => "“error” needs an integer “code” and a string “message”.",
        Wrong::FaultNoId => "A result without an id: nobody can tell which request it answers.",
        Wrong::FrameOversize => "It has {n} bytes, more than the reader keeps.",
        Wrong::FrameNoHeader => "A message without a Content-Length header before it.",
        Wrong::FrameNoColon => "A line without a colon is no header field. Was something printed here?",
        Wrong::FrameHeaderTooLong => "The header is longer than the reader keeps.",
        Wrong::FrameMissingLength => "The header does not say how long the body is.",
        Wrong::FrameEmptyLength => "Content-Length has no value.",
        Wrong::FrameNegativeLength => "Content-Length is negative.",
        Wrong::FrameInvalidLength => "Content-Length is not a number.",
        Wrong::FrameHugeLength => "Content-Length does not fit into 64 bits.",
        Wrong::FrameConflictingLengths => {
            "Content-Length is both {first} and {other}; readers disagree on which one counts."
        }
        Wrong::FrameTruncatedHeader => "The stream ended within the header.",
        Wrong::FrameTruncatedBody => "The stream ended after {present} of {declared} bytes.",
        Wrong::FrameRestOfBody => {
            "The rest of the body before: Content-Length was {declared}, but it has {n} bytes."
        }
        Wrong::FoundContentLength => {
            "Content-Length headers are the framing of LSP. MCP has one message a line."
        }
        Wrong::FoundNewline => "Messages come one a line, but this end expects LSP's headers.",
        Wrong::FoundPrettyPrinted => "Lines {first} to {last} are one JSON object. It belongs on one line.",
        Wrong::FoundGlued => "A message is glued to the end of something else, and is lost with it.",
        Wrong::FoundTwoValues => "Two JSON values on one line; the second begins at byte {at}.",
        Wrong::ScriptNoJson => "The link is damaged: it cannot be read from character {at} on.",
        Wrong::ScriptMismatch => "The link is damaged: what stands at {at} is not what should stand there.",
        Wrong::ScriptNewer => "The link was made by a newer Wirelab. Reload the page to get it.",
        Wrong::ScriptTooLong => "The link asks for more than {at} steps.",
        Wrong::ScriptRefused => "The link leads nowhere: what it does in step {at} is not possible there.",
    }
}
