//! What can happen to the world of HTTP.

use crate::proto::mcp::Version;
use crate::proto::session::Side;

/// One thing that happened to the world of HTTP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HttpMsg {
    /// Begin anew with this revision.
    Offer(Version),
    /// Let the client say its first word.
    Begin,
    /// Let the client ask for the tools.
    List,
    /// Let it ask whether anybody is there (until 2025-11-25).
    Ping,
    /// Let it call a tool of the demo server, by its name.
    Call(String),
    /// Let it end the conversation.
    Close,
    /// Let another client begin, which knows nothing of what was before.
    Anew,
    /// Let the server begin anew: it knows no session any more.
    Forget,
    /// Cut the connection of an exchange; the end that knows it at once.
    Cut(u64, Side),
    /// Let this many seconds pass.
    Skip(u64),
    /// Look at the leg that has this entry.
    Select(usize),
    /// Show every header of an exchange, or those again that matter.
    Unfold(u64),
    /// Show the earlier exchanges as well.
    Earlier,
    /// Go to the next leg in which the judge has found something.
    NextFound,
    /// Write a request by hand, or begin with one that breaks a rule.
    Draft(String),
    /// Choose its method.
    Method(String),
    /// Write its headers.
    Headers(String),
    /// Write its body.
    Body(String),
    /// Send it.
    Send,
    /// Put it away.
    Leave,
    /// Open all that has passed as a recording.
    Record,
}

impl HttpMsg {
    /// The message of an element, as [`Msg::from_dom`](crate::panel::Msg::from_dom) reads it.
    pub(in crate::panel) fn from_dom(name: &str, arg: &str, value: &str) -> Option<Self> {
        Some(match name {
            "http-offer" => Self::Offer(super::REVISIONS.into_iter().find(|known| known.as_str() == value)?),
            "http-begin" => Self::Begin,
            "http-list" => Self::List,
            "http-ping" => Self::Ping,
            "http-call" => Self::Call(arg.to_owned()),
            "http-close" => Self::Close,
            "http-anew" => Self::Anew,
            "http-forget" => Self::Forget,
            "http-cut" => {
                let (number, side) = arg.split_once(' ')?;
                let side = super::SIDES.into_iter().find(|known| known.to_string() == side)?;
                Self::Cut(number.parse().ok()?, side)
            }
            "http-skip" => Self::Skip(arg.parse().ok()?),
            "http-leg" => Self::Select(arg.parse().ok()?),
            "http-heads" => Self::Unfold(arg.parse().ok()?),
            "http-earlier" => Self::Earlier,
            "http-found" => Self::NextFound,
            "http-draft" => Self::Draft(arg.to_owned()),
            "http-method" => Self::Method(value.to_owned()),
            "http-headers" => Self::Headers(value.to_owned()),
            "http-body" => Self::Body(value.to_owned()),
            "http-send" => Self::Send,
            "http-leave" => Self::Leave,
            "http-record" => Self::Record,
            _ => return None,
        })
    }
}
