//! English.

mod act;
mod attach;
mod broken;
mod editor;
mod embed;
mod fields;
mod forms;
mod http;
mod lesson;
mod peers;
mod scenario;
mod spot;
mod story;
mod tell;
mod when;
mod wrong;

use super::Key;
pub(super) use act::{act, hand};
pub(super) use attach::attach;
pub(super) use broken::{broken, fault};
pub(super) use editor::editor;
pub(super) use embed::embed;
pub(super) use fields::FIELDS;
pub(super) use forms::form;
pub(super) use http::web;
pub(super) use lesson::{learn, lesson};
pub(super) use peers::peer;
pub(super) use scenario::scenario;
pub(super) use spot::spot;
pub(super) use story::story;
pub(super) use tell::tell;
pub(super) use when::when;
pub(super) use wrong::wrong;

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
        Key::PlaceHttp => "HTTP",
        Key::PlaceRecording => "Recording",
        Key::PlaceLearn => "Learn",
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
        Key::ServerData => "Its files and database",
        Key::DatabaseScript => "Database",
        Key::NewFile => "New file",

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

        Key::FoundSomething => "The receiver has found something wrong here. Check says what it is.",
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
    }
}
