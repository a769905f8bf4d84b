//! English.

mod act;
mod embed;
mod fields;
mod forms;
mod peers;
mod spot;
mod story;
mod tell;
mod when;

use super::Key;
pub(super) use act::{act, hand};
pub(super) use embed::embed;
pub(super) use fields::FIELDS;
pub(super) use forms::form;
pub(super) use peers::peer;
pub(super) use spot::spot;
pub(super) use story::story;
pub(super) use tell::tell;
pub(super) use when::when;

pub(super) const fn say(key: Key) -> &'static str {
    match key {
        Key::Tagline => "every byte between an MCP client and an MCP server",
        Key::Crashed => {
            "Wirelab has stopped because of a fault of its own. Reload the page to begin anew; please report what is in the browser's console."
        }
        Key::Client => "Client",
        Key::Server => "Server",
        Key::TheWire => "The wire",
        Key::Time => "Time",
        Key::Settings => "Settings",
        Key::SelectedFrame => "Selected frame",
        Key::Bytes => "Bytes",
        Key::Message => "Message",
        Key::Meaning => "What it says",
        Key::TwoLayers => "Two kinds of error",
        Key::SpeakEnglish => "English",
        Key::SpeakChinese => "中文",
        Key::ThemeSystem => "Theme: system",
        Key::ThemeLight => "Theme: light",
        Key::ThemeDark => "Theme: dark",
        Key::Offer => "Client offers",
        Key::OfferKnown => "{version}",
        Key::OfferModern => "{version}, offered in a handshake",
        Key::OfferUnknown => "{version} (never released)",
        Key::Keys => "Keys",
        Key::HelpStep => "Let the next thing happen",
        Key::HelpBack => "Go back by one; nothing is lost",
        Key::HelpRun => "Run, or pause",
        Key::HelpReset => "Begin anew",
        Key::HelpListTools => "Send tools/list",
        Key::HelpPing => "Send ping",
        Key::HelpFrames => "Walk through the frames, once one has the focus",
        Key::HelpHelp => "Show or hide this list",
        Key::Privacy => "Both ends run in this page. Nothing leaves it.",

        Key::OffersRevision => "offers revision {version}",
        Key::SpeaksRevision => "speaks revision {version}",
        Key::ServerSimulated => "simulated in this page",
        Key::SendNext => "Send next",
        Key::Close => "close",
        Key::WaitingFor => "Waiting for answers",
        Key::NothingOpen => "No request is open.",
        Key::WorkingOn => "Working on",
        Key::NothingToDo => "Nothing to do.",
        Key::Provoke => "Make the client go wrong",
        Key::ProvokeFail => "call fail",
        Key::ProvokeFailHint => "a tool that runs and fails",
        Key::ProvokeTool => "call no_such_tool",
        Key::ProvokeToolHint => "a tool that does not exist",
        Key::ProvokeMethod => "send tools/calll",
        Key::ProvokeMethodHint => "a method that does not exist",
        Key::ServerTools => "Its tools",
        Key::CallATool => "Call a tool",
        Key::CallTool => "Send",
        Key::Tool => "Tool",
        Key::ArgumentsPreview => "Arguments as they will be sent",
        Key::BadField => "“{name}” holds something that this kind of field cannot.",
        Key::Absent => "absent",
        Key::Null => "null",
        Key::KindText => "text",
        Key::KindNumber => "number",
        Key::KindInteger => "integer",
        Key::KindBoolean => "yes/no",
        Key::KindJson => "JSON",
        Key::PresenceOf => "How {name} is sent",
        Key::TimeLeft => "{time} left",

        Key::Places => "Places",
        Key::PlacePlay => "Playground",
        Key::PlaceRecording => "Recording",
        Key::PlaceRules => "Rules",
        Key::CannotLoad => "That part of the page cannot be loaded: “{why}”. What is here goes on.",
        Key::Share => "Share",
        Key::HelpShare => "Share what has happened here, as a link",
        Key::SharedCopied => "The link is on your clipboard. Whoever opens it sees the same bytes.",
        Key::SharedLink => "The link is in the address bar. Whoever opens it sees the same bytes.",
        Key::SharedFile => {
            "Too much has happened for a link, so it was saved as a file. Drop it on this page to see it again."
        }
        Key::SharedNothing => "This browser gives neither a link nor a file.",
        Key::ScriptNoJson => "The link is damaged: it cannot be read from character {at} on.",
        Key::ScriptMismatch => "The link is damaged: what stands at {at} is not what should stand there.",
        Key::ScriptNewer => "The link was made by a newer Wirelab. Reload the page to get it.",
        Key::ScriptTooLong => "The link asks for more than {at} steps.",
        Key::ScriptRefused => "The link leads nowhere: what it does in step {at} is not possible there.",
        Key::ServerData => "Its files and database",
        Key::LeaveFiles => "← Back to the server",
        Key::NewFile => "New file",
        Key::FilePath => "Path",
        Key::DatabaseScript => "Database",
        Key::TextOf => "Text of {name}",
        Key::NotSaved => "not saved",
        Key::Save => "Save",
        Key::Discard => "Discard changes",
        Key::Delete => "Delete",
        Key::Restore => "All as it was at first",
        Key::NotUtf8 => "Not all of it is UTF-8: what cannot be read shows as �, and saving writes that.",
        Key::EndsWithCrlf => "Its lines end with CR LF. They go on doing so.",
        Key::FileHint => {
            "Saved, it is what read_file and resources/read give from now on. A client that has subscribed to it is told."
        }
        Key::NewFileHint => {
            "A file at the top is a resource too: with one more or one less, the server sends notifications/resources/list_changed. Files in folders are for those who know their path."
        }
        Key::DatabaseHint => {
            "SQL that makes the database. Saved, it is what the next query_db asks; a mistake in it shows in that call's result."
        }
        Key::FileExists => "There is a file {path} already. Choose it above, or another path.",
        Key::FileNeedsPath => "The file needs a path, such as notes/new.txt.",
        Key::FileOutside => "That path leads out of the server's folder.",
        Key::FileBadPath => "A path has names with / between them; no backslash, no drive letter, no NUL.",
        Key::FileIsFolder => "{path} is a folder: a file needs a name of its own.",
        Key::FileInTheWay => "{path} is a file, so it cannot have files in it.",
        Key::FileTooLarge => "{path} would be larger than 16 MiB, and read_file would not read it.",
        Key::FileMissing => "There is no file {path} any more.",

        Key::StateUninitialized => "Uninitialized",
        Key::StateInitializing => "Initializing",
        Key::StateInitialized => "Initialized",
        Key::StateDiscovering => "Discovering",
        Key::StateReady => "Ready",
        Key::StateWaiting => "Waiting",
        Key::StateWorking => "Working",
        Key::StateClosed => "Closed",
        Key::ClientStands => "The client is in the state {state}.",
        Key::ServerStands => "The server is in the state {state}.",
        Key::TriggerInitializeSent => "initialize →",
        Key::TriggerInitializeAccepted => "← result",
        Key::TriggerInitializeRefused => "refused",
        Key::TriggerInitializeReceived => "→ initialize",
        Key::TriggerInitializedReceived => "→ initialized",
        Key::TriggerDiscoverSent => "discover →",
        Key::TriggerDiscovered => "← result",
        Key::TriggerFellBack => "older era",
        Key::TriggerDiscoverRefused => "refused",
        Key::TriggerRequestSent => "request →",
        Key::TriggerRequestReceived => "→ request",
        Key::TriggerAllAnswered => "all answered",
        Key::TriggerEnded => "closed",
        Key::WhyClosed => "either end closed",

        Key::NotInitialized => "Not sent: until the handshake is over a client may send only ping.",
        Key::AlreadyInitialized => "Not sent: initialize is sent once, as the very first message.",
        Key::IsClosed => "Not sent: the conversation is over. Reset to begin anew.",
        Key::ParamsNotAnObject => "Not sent: parameters are always a JSON object.",
        Key::NotRequested => "Not sent: no open request has the id {id}.",
        Key::NotInRevision => "Not sent: revision {version} has no {method} from this end.",
        Key::NotDeclared => "Not sent: nobody has declared the capability {name}.",
        Key::ProgressNotGrowing => "Not sent: each report of progress has to be larger than the last.",
        Key::MayNotAskBack => "Not sent: {method} may not be answered by questions.",
        Key::NothingAsked => "Not sent: there is neither a question nor a state to keep.",
        Key::NoQuestion => "Not sent: “{name}” is nothing that a client can be asked.",
        Key::Unanswered => "Not sent: the question “{name}” has no answer yet.",
        Key::NoBatches => "Not sent: only revision 2025-03-26 has batches.",

        Key::Step => "Step",
        Key::Run => "Run",
        Key::Pause => "Pause",
        Key::Back => "Back",
        Key::Reset => "Reset",
        Key::Clock => "Time in this world",
        Key::NextInitialize => "Next: the client sends initialize, the first message of all.",
        Key::DeliverTo => "Next: {what} reaches the {side}.",
        Key::DeliverEnd => "Next: the {side} learns that nothing more will come.",
        Key::NextFinishTool => "Next: the tool finishes, and the server answers.",
        Key::NextQuery => {
            "The database is asked. For the first query the page fetches SQLite, which takes a moment."
        }
        Key::NextReport => "Next: the tool tells how far it is.",
        Key::NextExpire => "Next: the server forgets a task whose time is over.",
        Key::NextGiveUp => "Next: {method} has waited long enough for its answer and is cancelled.",
        Key::NextListTools => "Next: the client asks which tools there are.",
        Key::NextYourTurn => "Your turn: call a tool, or make something go wrong.",
        Key::NextOver => "The conversation is over. Reset to begin anew.",

        Key::WelcomeTitle => "Two programs are about to meet.",
        Key::WelcomeText => {
            "On the left an MCP client, on the right an MCP server, between them two pipes. Nothing moves until you say so. Each step lets one thing happen, and you see every byte of it."
        }
        Key::WelcomeStep => "Send the first message",
        Key::EndOfStream => "end of stream",
        Key::NotAMessage => "not a message",
        Key::ClientToServer => "client to server",
        Key::ServerToClient => "server to client",
        Key::FrameSentence => "Frame {n}, {direction}: {what}, {progress}.",
        Key::FrameUnderWay => "under way",
        Key::FrameArrived => "arrived",
        Key::FramePosition => "frame {n} of {total}",
        Key::FrameNumber => "frame {n}",
        Key::ARequest => "the request {method} with id {id}",
        Key::ANotification => "the notification {method}",
        Key::AResult => "the result of request {id}",
        Key::AnError => "error {code} for request {id}",

        Key::NoFrame => "Nothing was written yet. Every frame will show here as it is on the wire.",
        Key::NoFrameMessage => "Here, as JSON: keys in their order, numbers to the last digit.",
        Key::NoFrameMeaning => "Here, field by field, with the clause of the specification.",
        Key::NoBytes => "No bytes: the writer closed its end of the pipe.",
        Key::ByteCount => "{n} bytes",
        Key::ShowAllLines => "Show all {n} lines",
        Key::ShowLess => "Show less",
        Key::DelimiterLegend => "The line feed ends the frame. It is all the framing that MCP has on stdio.",

        Key::ProtocolLayer => "JSON-RPC error",
        Key::ProtocolLayerText => {
            "The request itself was wrong. The answer has an error instead of a result and ends in the client's program."
        }
        Key::ToolLayer => "Tool result with isError",
        Key::ToolLayerText => {
            "The request was fine; the tool ran and failed. The answer is a result like any other and goes on to the model."
        }
        Key::NoErrorYet => "None yet. The buttons under the server's state provoke one.",
        Key::ModelSees => "What the model sees",
        Key::ModelSeesNothing => "Nothing.",
        Key::ModelStuck => "It cannot know what was wrong. Unless the host tells it, it is stuck.",
        Key::ModelRecovers => "It reads the text, and can try something else.",

        Key::MeansInitialize => {
            "The client opens the conversation: which revision it wants, what it can do, who it is."
        }
        Key::MeansInitialized => "The client has what it needs. The handshake is over; nobody answers this.",
        Key::MeansPing => "Is anybody there? The answer is an empty result, at any time.",
        Key::MeansListTools => "The client asks which tools there are.",
        Key::MeansCallTool => "The client asks the server to run a tool.",
        Key::MeansCancelled => "The sender no longer wants the answer to request {id}. Nobody answers this.",
        Key::MeansUnknownRequest => "A request for {method}. It has an id, so it must be answered.",
        Key::MeansListChanged => {
            "What {method} gives is another list now. Whoever wants to know it asks again; nobody answers this."
        }
        Key::MeansUpdated => {
            "The resource {uri} has changed. Whoever wants to know how reads it again; nobody answers this."
        }
        Key::MeansUnknownNotification => {
            "A notification of {method}. It has no id, so it must not be answered."
        }
        Key::MeansAnswer => "The answer to {method}, after {time}.",
        Key::MeansAnswerToNothing => "An answer that fits no request in this conversation.",
        Key::MeansError => "{method} was refused, after {time}: an error of the JSON-RPC layer.",
        Key::MeansEnd => "The writer closed its end of the pipe: on stdio that is how a conversation ends.",
        Key::MeansMalformed => "These bytes are no message.",
        Key::MeansVersion => "The version of JSON-RPC: always this text, never a number.",
        Key::MeansId => "The answer must carry exactly this id: the same value and the same JSON type.",
        Key::MeansAnswerId => "The id of the request that this answers.",
        Key::MeansNoId => "No id: a notification. Even an error answer to it would be a fault.",
        Key::MeansOffer => "The revision that the client would like to speak: {version}.",
        Key::MeansOfferUnknown => {
            "{version} is no released revision. The server has to offer another, not to refuse."
        }
        Key::MeansOfferModern => {
            "{version} has no handshake at all, so initialize cannot choose it. The server offers the newest that has one."
        }
        Key::MeansCapabilities => "What this side can do: {list}. Nothing else may be asked of it.",
        Key::MeansNoCapabilities => "This side declares nothing optional.",
        Key::MeansClientInfo => "The client calls itself {name} {version}. Nothing may depend on it.",
        Key::MeansServerInfo => "The server calls itself {name} {version}. Nothing may depend on it.",
        Key::MeansChosen => "Agreed: from now on both speak {version}.",
        Key::MeansCounterOffer => {
            "The client asked for {offered}; the server offers {version} instead. The client may accept or hang up."
        }
        Key::MeansToolCount => "{n} tools: {list}. Each with a JSON Schema for its arguments.",
        Key::MeansToolName => "Which tool: {name}.",
        Key::MeansArguments => "Its arguments, written exactly as the caller gave them.",
        Key::MeansContent => "What the model gets to read: “{text}”",
        Key::MeansIsError => {
            "The tool failed. To JSON-RPC this is a success: the model sees the text and can react."
        }
        Key::MeansCode => "{code}: {name}.",
        Key::MeansErrorMessage => "One sentence for people: “{text}”",
        Key::MeansErrorData => "More about it, for programs.",
        Key::MeansEmptyResult => "An empty object: there is nothing more to say.",
        Key::MeansDelimiter => "One line feed, and the frame is complete.",
        Key::CodeParse => "the bytes are not JSON",
        Key::CodeRequest => "JSON, but not a request",
        Key::CodeMethod => "no such method",
        Key::CodeParams => "the parameters do not fit",
        Key::CodeInternal => "the receiver failed",
        Key::CodeTag => "{code} {name}",
        Key::CodeOther => "a code that JSON-RPC does not define",

        Key::FoundUnknownId => "It answers request {id}, which was never sent.",
        Key::FoundDuplicate => "It is a second answer to request {id}.",
        Key::FoundLate => "It answers request {id}, but the client has stopped waiting.",
        Key::FoundIdType => {
            "Its id is {found}, the open request has {expected}. JSON-RPC compares value and type, so the request stays open."
        }
        Key::FoundNoId => "It is an error that names no request.",
        Key::FoundUnreadable => "The result does not fit {method}.",
        Key::FoundEarly => "{method} came before the handshake.",
        Key::FoundRepeated => "A second initialize: the handshake happens once.",
        Key::FoundReused => "The id {id} belongs to a request that is still open.",
        Key::FoundUnreadableNotice => "This is not what {method} looks like.",
        Key::FoundStuckProgress => "It reports progress of request {id} that does not grow.",
        Key::FoundBadMeta => {
            "In 2026-07-28 every request says in its _meta which revision it speaks and what the client can do. This {method} does not."
        }
        Key::FoundServerRequest => {
            "The server asks for {method}: in 2026-07-28 servers send no requests, they answer with questions."
        }
        Key::FoundResultType => "Nobody has agreed on results of the kind “{name}”.",
        Key::FoundAskedBack => "It answers {method} with questions, which only a few methods allow.",
        Key::FoundUndeclared => "It asks by {method}, which the client has not declared.",
        Key::FoundOutside => {
            "{method} comes outside of a subscription: in 2026-07-28 changes are told on one only."
        }
        Key::FoundUnknownSubscription => "It belongs to the subscription {id}, which does not exist.",
        Key::FoundUnasked => "Nobody has asked for {method} on this subscription.",
        Key::FoundStaleProgress => "It reports progress of request {id}, which is over.",
        Key::FoundUnknownProgress => "It reports progress with the token {id}, which was never given out.",
        Key::FaultUtf8 => "Not UTF-8, at byte {at}.",
        Key::FaultJson => "It stops being JSON at byte {at}.",
        Key::FaultNotObject => "JSON, but a message is an object.",
        Key::FaultBatch => "An array: only revision 2025-03-26 has batches.",
        Key::FaultEmptyBatch => "An array with nothing in it: no revision knows what that means.",
        Key::FaultLongBatch => "More messages in one array than the reader takes at once.",
        Key::FaultInitializeInBatch => {
            "initialize may not be part of a batch: before it nobody knows that there are any."
        }
        Key::FaultDuplicateKey => "The member “{name}” stands twice; readers disagree on which one counts.",
        Key::FaultCaseVariant => {
            "The member “{name}” is spelled in other letters; names are compared exactly."
        }
        Key::FaultNoVersion => "The member “jsonrpc” is missing.",
        Key::FaultVersion => "“jsonrpc” must be the text \"2.0\".",
        Key::FaultId => "An id is a string or an integer, nothing else.",
        Key::FaultMethod => "“method” must be a string.",
        Key::FaultParams => "“params” must be an object.",
        Key::FaultShape => "Neither a method nor a result nor an error.",
        Key::FaultBoth => "A result and an error together: it must be one of them.",
        Key::FaultError => "“error” needs an integer “code” and a string “message”.",
        Key::FaultNoId => "A result without an id: nobody can tell which request it answers.",

        Key::FrameOversize => "It has {n} bytes, more than the reader keeps.",
        Key::FrameNoHeader => "A message without a Content-Length header before it.",
        Key::FrameNoColon => "A line without a colon is no header field. Was something printed here?",
        Key::FrameHeaderTooLong => "The header is longer than the reader keeps.",
        Key::FrameMissingLength => "The header does not say how long the body is.",
        Key::FrameEmptyLength => "Content-Length has no value.",
        Key::FrameNegativeLength => "Content-Length is negative.",
        Key::FrameInvalidLength => "Content-Length is not a number.",
        Key::FrameHugeLength => "Content-Length does not fit into 64 bits.",
        Key::FrameConflictingLengths => {
            "Content-Length is both {first} and {other}; readers disagree on which one counts."
        }
        Key::FrameTruncatedHeader => "The stream ended within the header.",
        Key::FrameTruncatedBody => "The stream ended after {present} of {declared} bytes.",
        Key::FrameRestOfBody => {
            "The rest of the body before: Content-Length was {declared}, but it has {n} bytes."
        }
        Key::FoundContentLength => {
            "Content-Length headers are the framing of LSP. MCP has one message a line."
        }
        Key::FoundNewline => "Messages come one a line, but this end expects LSP's headers.",
        Key::FoundPrettyPrinted => "Lines {first} to {last} are one JSON object. It belongs on one line.",
        Key::FoundGlued => "A message is glued to the end of something else, and is lost with it.",
        Key::FoundTwoValues => "Two JSON values on one line; the second begins at byte {at}.",
    }
}
