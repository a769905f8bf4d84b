//! What can happen to the page.

use super::act::ActMsg;
use super::attach::AttachMsg;
use super::book::BookMsg;
use super::fault::BreakMsg;
use super::files::Document;
use super::http::HttpMsg;
use super::inspect::InspectMsg;
use super::lesson::LessonMsg;
use super::peers::PeersMsg;
use super::place::{Place, READER};
use super::recording::RecordingMsg;
use super::share::Shared;
use super::text::Language;
use super::time::{SKIP, TimeMsg};
use crate::desk::Reply;
use crate::proto::mcp::CallToolResult;

/// One thing that happened to the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Msg {
    /// Do the next thing.
    Step,
    /// Undo the last thing.
    Back,
    /// Step by itself, or stop doing so.
    ToggleRun,
    /// Begin anew.
    Reset,
    /// Something about time.
    Time(TimeMsg),
    /// The wire was scrolled: its top and its height, in pixels.
    ScrollWire(usize, usize),
    /// The wake-up that was asked for is due.
    Wake,
    /// Look at a frame.
    SelectFrame(usize),
    /// Show the whole of a long frame, or its beginning again.
    ToggleWhole,
    /// Offer another revision in the handshake; begins anew.
    Offer(String),
    /// Let the client say that it can do this, or no longer; begins anew.
    Declare(String),
    /// Send `initialize`.
    Initialize,
    /// Send `server/discover`.
    Discover,
    /// Send `tools/list`.
    ListTools,
    /// Send `ping`.
    Ping,
    /// End the conversation from the client's side.
    Close,
    /// Fill the form of a tool.
    ChooseTool(String),
    /// Write into a field of the form.
    SetField {
        /// The property.
        name: String,
        /// What was written.
        value: String,
    },
    /// Say whether a field is left out, null or has a value.
    SetPresence {
        /// The property.
        name: String,
        /// Which of the three.
        presence: Presence,
    },
    /// Call the tool of the form.
    CallTool,
    /// The database has answered a question, or never will.
    Queried {
        /// The number of the question.
        number: u32,
        /// What the call results in.
        result: CallToolResult,
    },
    /// Look at one of the server's files or its database, to change it; at the first without one.
    Open(Option<Document>),
    /// Leave them.
    LeaveFiles,
    /// Write into the document that is looked at.
    WriteDocument(String),
    /// Say where a new file is to be.
    SetPath(String),
    /// Keep what was written. What was answered before stays answered.
    Save,
    /// Forget what was written.
    Discard,
    /// Delete the file that is looked at.
    Delete,
    /// Make files and database the sample again.
    Restore,
    /// Give the world to somebody else.
    Share,
    /// What has become of that.
    Shared(Shared),
    /// Make the world the one that this text leads to, as [`Model::script`](super::Model::script) has written it.
    OpenScript(String),
    /// Write what to say to the model.
    WriteWish(String),
    /// Say it.
    SayWish,
    /// Do something that ends in an error of one of the two layers.
    Provoke(Provocation),
    /// Speak another language.
    Speak(Language),
    /// Go from the system's theme to light to dark and around.
    NextTheme,
    /// Show or hide the list of keys.
    ToggleHelp,
    /// Go to another place of the page.
    Go(Place),
    /// Go on with what [`Model::carry`](super::Model::carry) has packed in another module.
    Carried(String),
    /// The other module cannot be had; why.
    Stayed(String),
    /// Something that only the module does that has the judge, in a few words.
    Wish(String),
    /// Something about a frame written by hand.
    Act(ActMsg),
    /// Something about servers and clients that behave like others.
    Peers(PeersMsg),
    /// Something within the frame that the inspector shows.
    Inspect(InspectMsg),
    /// Something about the recording.
    Recording(RecordingMsg),
    /// Something about the rule book.
    Book(BookMsg),
    /// Something about what goes wrong.
    Break(BreakMsg),
    /// Something about a lesson.
    Lesson(LessonMsg),
    /// Something about a real process.
    Attach(AttachMsg),
    /// Something about the world of HTTP.
    Http(HttpMsg),
    /// The judge is at work on a question.
    Judging {
        /// The number of the question.
        number: u32,
        /// How much is done, in percent.
        percent: u32,
    },
    /// The judge has answered a question, or never will.
    Judged {
        /// The number of the question.
        number: u32,
        /// The answer.
        reply: Reply,
    },
}

/// Whether a property is written, and as what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// Not written at all.
    Absent,
    /// Written as `null`.
    Null,
    /// Written with the value of its field.
    Value,
}

impl Presence {
    /// All three, in the order in which they are shown.
    pub const ALL: [Self; 3] = [Self::Absent, Self::Null, Self::Value];

    /// Which of the three, and the name of a property. Property names may hold any character, so the fixed word comes
    /// first.
    pub(super) fn read(arg: &str) -> Option<(Self, &str)> {
        let (word, name) = arg.split_once(' ')?;
        Some((Self::ALL.into_iter().find(|presence| presence.name() == word)?, name))
    }

    /// The name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Absent => "absent",
            Self::Null => "null",
            Self::Value => "value",
        }
    }
}

/// A call that goes wrong in an instructive way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provocation {
    /// A tool that fails: `isError`.
    FailingTool,
    /// A tool that does not exist: -32602.
    UnknownTool,
    /// A method that does not exist: -32601.
    UnknownMethod,
}

impl Provocation {
    /// All of them, the model's layer first.
    pub const ALL: [Self; 3] = [Self::FailingTool, Self::UnknownTool, Self::UnknownMethod];

    /// The name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FailingTool => "fail",
            Self::UnknownTool => "unknown-tool",
            Self::UnknownMethod => "unknown-method",
        }
    }
}

impl Msg {
    /// The message that an element asks for: its `data-msg`, its `data-arg`, and the value of the form element, if
    /// it is one.
    #[must_use]
    pub fn from_dom(name: &str, arg: &str, value: &str) -> Option<Self> {
        Some(match name {
            "step" => Self::Step,
            "back" => Self::Back,
            "run" => Self::ToggleRun,
            "reset" => Self::Reset,
            "frame" => Self::SelectFrame(arg.parse().ok()?),
            "whole" => Self::ToggleWhole,
            "offer" => Self::Offer(value.to_owned()),
            "declare" => Self::Declare(arg.to_owned()),
            "initialize" => Self::Initialize,
            "discover" => Self::Discover,
            "list-tools" => Self::ListTools,
            "ping" => Self::Ping,
            "close" => Self::Close,
            "tool" => Self::ChooseTool(if arg.is_empty() { value } else { arg }.to_owned()),
            "field" => Self::SetField { name: arg.to_owned(), value: value.to_owned() },
            "presence" => {
                let (presence, name) = Presence::read(arg)?;
                Self::SetPresence { name: name.to_owned(), presence }
            }
            "call" => Self::CallTool,
            "share" => Self::Share,
            "open" if arg.is_empty() => Self::Open(None),
            "open" => Self::Open(Some(Document::from_name(arg)?)),
            "leave-files" => Self::LeaveFiles,
            "write-document" => Self::WriteDocument(value.to_owned()),
            "path" => Self::SetPath(value.to_owned()),
            "save" => Self::Save,
            "discard" => Self::Discard,
            "delete" => Self::Delete,
            "restore" => Self::Restore,
            "say-text" => Self::WriteWish(value.to_owned()),
            "say" => Self::SayWish,
            "provoke" => Self::Provoke(Provocation::ALL.into_iter().find(|kind| kind.name() == arg)?),
            "speak" => Self::Speak(Language::ALL.into_iter().find(|language| language.tag() == arg)?),
            "theme" => Self::NextTheme,
            "help" => Self::ToggleHelp,
            "go" => Self::Go(Place::find(arg)?),
            "wish" => Self::Wish(arg.to_owned()),
            "scroll-wire" => {
                let (top, height) = value.split_once(' ')?;
                Self::ScrollWire(top.parse().ok()?, height.parse().ok()?)
            }
            _ => {
                if let Some(msg) = TimeMsg::from_dom(name, arg, value) {
                    return Some(Self::Time(msg));
                }
                if let Some(msg) = InspectMsg::from_dom(name, arg, value) {
                    return Some(Self::Inspect(msg));
                }
                if !READER {
                    return None;
                }
                let recording = RecordingMsg::from_dom(name, arg, value).map(Self::Recording);
                let book = || BookMsg::from_dom(name, arg, value).map(Self::Book);
                let act = || ActMsg::from_dom(name, arg, value).map(Self::Act);
                let lesson = || LessonMsg::from_dom(name, arg).map(Self::Lesson);
                let broken = || BreakMsg::from_dom(name, arg, value).map(Self::Break);
                let attach = || AttachMsg::from_dom(name, arg).map(Self::Attach);
                let http = || HttpMsg::from_dom(name, arg, value).map(Self::Http);
                let peers = || PeersMsg::from_dom(name, arg, value).map(Self::Peers);
                return recording
                    .or_else(book)
                    .or_else(act)
                    .or_else(lesson)
                    .or_else(broken)
                    .or_else(peers)
                    .or_else(attach)
                    .or_else(http);
            }
        })
    }

    /// The message of a key, pressed outside text fields and without Ctrl, Alt or Meta. `key` as
    /// `KeyboardEvent.key` spells it.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        // Made anew for each key: to copy one from a table, the page's module would have to know how every message
        // is copied.
        Some(match key {
            "n" => Self::Step,
            "b" => Self::Back,
            " " => Self::ToggleRun,
            "r" => Self::Reset,
            "s" => Self::Share,
            "t" => Self::ListTools,
            "p" => Self::Ping,
            "e" => Self::Wish("compose client".to_owned()),
            "g" => Self::Time(TimeMsg::NextGrain),
            "f" => Self::Time(TimeMsg::Skip(SKIP)),
            "j" => Self::Time(TimeMsg::NextEvent),
            "?" => Self::ToggleHelp,
            "x" => Self::Wish("break it".to_owned()),
            "1" => Self::Wish("break pollute".to_owned()),
            "2" => Self::Wish("break drop".to_owned()),
            "3" => Self::Wish("break crash".to_owned()),
            _ => return None,
        })
    }
}

/// Every key that is a message.
pub const KEYS: &[&str] = &["n", "b", " ", "r", "s", "t", "p", "e", "g", "f", "j", "?", "x", "1", "2", "3"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_page_become_messages_and_others_do_not() {
        assert_eq!(Msg::from_dom("frame", "3", ""), Some(Msg::SelectFrame(3)));
        assert_eq!(Msg::from_dom("frame", "-3", ""), None);
        assert_eq!(Msg::from_dom("tool", "", "add"), Some(Msg::ChooseTool("add".to_owned())));
        assert_eq!(
            Msg::from_dom("presence", "null a b", ""),
            Some(Msg::SetPresence { name: "a b".to_owned(), presence: Presence::Null })
        );
        assert_eq!(Msg::from_dom("presence", "maybe a", ""), None);
        assert_eq!(Msg::from_dom("no such thing", "", ""), None);
        assert_eq!(Msg::from_key("n"), Some(Msg::Step));
        assert_eq!(Msg::from_key("N"), None);
        assert!(KEYS.iter().all(|key| Msg::from_key(key).is_some()));
    }
}
