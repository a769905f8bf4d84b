//! A request written by hand, and those to begin with: each breaks one thing.

use super::Http;
use crate::panel::text::Web;
use crate::proto::http::{EVENTS, Headers, JSON, Method, Request, name};
use crate::proto::json::Members;
use crate::proto::jsonrpc::{Message, RequestId, encode};
use crate::proto::mcp::{Version, names};
use crate::sim::Action;
use crate::sim::http::{HOST, HttpAction};

/// What the reader writes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::panel) struct Draft {
    /// What it began as.
    pub(in crate::panel) lapse: Option<Lapse>,
    pub(in crate::panel) method: String,
    /// A header a line.
    pub(in crate::panel) headers: String,
    pub(in crate::panel) body: String,
}

/// What is wrong with a request to begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::panel) enum Lapse {
    /// Nothing.
    Nothing,
    NoAccept,
    ForeignOrigin,
    NoSession,
    UnknownSession,
    OddVersion,
    Disagreement,
    TwoMessages,
    PlainGet,
    UnknownEvent,
    Delete,
}

impl Lapse {
    /// All of them, in the order in which they are offered.
    pub(in crate::panel) const ALL: [Self; 11] = [
        Self::Nothing,
        Self::NoAccept,
        Self::ForeignOrigin,
        Self::NoSession,
        Self::UnknownSession,
        Self::OddVersion,
        Self::Disagreement,
        Self::TwoMessages,
        Self::PlainGet,
        Self::UnknownEvent,
        Self::Delete,
    ];

    /// Its name in messages.
    pub(in crate::panel) const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::NoAccept => "no-accept",
            Self::ForeignOrigin => "foreign-origin",
            Self::NoSession => "no-session",
            Self::UnknownSession => "unknown-session",
            Self::OddVersion => "odd-version",
            Self::Disagreement => "disagreement",
            Self::TwoMessages => "two-messages",
            Self::PlainGet => "plain-get",
            Self::UnknownEvent => "unknown-event",
            Self::Delete => "delete",
        }
    }

    /// The rule that is at stake, if one is.
    pub(in crate::panel) const fn rule(self) -> Option<&'static str> {
        Some(match self {
            Self::Nothing => return None,
            Self::NoAccept => "HT-03",
            Self::ForeignOrigin => "HT-08",
            Self::NoSession => "HT-19",
            Self::UnknownSession => "HT-20",
            Self::OddVersion => "HT-24",
            Self::Disagreement => "HT-50",
            Self::TwoMessages => "BA-03",
            Self::PlainGet => "HT-10",
            Self::UnknownEvent => "HT-15",
            Self::Delete => "HT-21",
        })
    }

    /// What it is called.
    pub(in crate::panel) const fn label(self) -> Web {
        self.words().0
    }

    /// Why it matters.
    pub(in crate::panel) const fn why(self) -> Web {
        self.words().1
    }

    const fn words(self) -> (Web, Web) {
        match self {
            Self::Nothing => (Web::Plain, Web::PlainWhy),
            Self::NoAccept => (Web::NoAccept, Web::NoAcceptWhy),
            Self::ForeignOrigin => (Web::ForeignOrigin, Web::ForeignOriginWhy),
            Self::NoSession => (Web::NoSession, Web::NoSessionWhy),
            Self::UnknownSession => (Web::UnknownSession, Web::UnknownSessionWhy),
            Self::OddVersion => (Web::OddVersion, Web::OddVersionWhy),
            Self::Disagreement => (Web::Disagreement, Web::DisagreementWhy),
            Self::TwoMessages => (Web::TwoMessages, Web::TwoMessagesWhy),
            Self::PlainGet => (Web::PlainGet, Web::PlainGetWhy),
            Self::UnknownEvent => (Web::UnknownEvent, Web::UnknownEventWhy),
            Self::Delete => (Web::Delete, Web::DeleteWhy),
        }
    }

    /// Whether it means something in this revision.
    pub(in crate::panel) fn is_of(self, version: Version) -> bool {
        match self {
            Self::Nothing | Self::NoAccept | Self::ForeignOrigin | Self::TwoMessages => true,
            Self::OddVersion => version >= Version::V2025_06_18,
            Self::Disagreement => version == Version::V2026_07_28,
            Self::NoSession | Self::UnknownSession | Self::PlainGet | Self::UnknownEvent | Self::Delete => {
                version != Version::V2026_07_28
            }
        }
    }
}

impl Draft {
    /// A request with what is wrong with it, after all that was said in `http`.
    pub(in crate::panel) fn of(http: &Http, lapse: Lapse) -> Self {
        let version = http.version();
        let (mut method, mut headers, mut body) =
            (Method::Post, headers(http, version, lapse), body(http, 0));
        let is_stream = matches!(lapse, Lapse::PlainGet | Lapse::UnknownEvent);
        if is_stream || lapse == Lapse::Delete {
            (method, body) = (if is_stream { Method::Get } else { Method::Delete }, String::new());
            headers.remove(name::CONTENT_TYPE);
            headers.remove(name::ACCEPT);
        }
        match lapse {
            Lapse::Nothing | Lapse::PlainGet | Lapse::Delete => {}
            Lapse::NoAccept => headers.remove(name::ACCEPT),
            Lapse::ForeignOrigin => headers.add(name::ORIGIN, "https://evil.example"),
            Lapse::NoSession => headers.remove(name::SESSION),
            Lapse::UnknownSession => {
                headers.remove(name::SESSION);
                headers.add(name::SESSION, "0000-nobody-was-given-this");
            }
            Lapse::OddVersion => {
                headers.remove(name::VERSION);
                headers.add(name::VERSION, "tomorrow");
            }
            Lapse::Disagreement => {
                headers.remove(name::METHOD);
                headers.add(name::METHOD, names::TOOLS_CALL);
            }
            Lapse::TwoMessages => body = format!("[{},\n {}]", body, self::body(http, 1)),
            Lapse::UnknownEvent => {
                headers.add(name::ACCEPT, EVENTS);
                headers.add(name::LAST_EVENT, "never-given");
            }
        }
        Self { lapse: Some(lapse), method: method.as_str().to_owned(), headers: lines(&headers), body }
    }

    /// What is asked, or the number of the header line, from 1, that is none.
    pub(in crate::panel) fn request(&self) -> Result<Request, usize> {
        let mut headers = Headers::new();
        for (at, line) in self.headers.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let (name, value) = line.split_once(':').ok_or(at + 1)?;
            if !is_name(name) {
                return Err(at + 1);
            }
            headers.add(name, value.trim().as_bytes());
        }
        Ok(Request { method: Method::new(&self.method), headers, body: self.body.clone().into_bytes() })
    }
}

/// Whether it can be the name of a header (RFC 9110, section 5.6.2).
fn is_name(name: &str) -> bool {
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(is_token)
}

/// What the client would say of a request for the tools.
fn headers(http: &Http, version: Version, lapse: Lapse) -> Headers {
    let mut headers = Headers::new()
        .with(name::HOST, HOST)
        .with(name::ACCEPT, format!("{JSON}, {EVENTS}"))
        .with(name::CONTENT_TYPE, JSON);
    // One that is over can be ended once more.
    let session = http.sessions().pop().filter(|session| !session.is_over || lapse == Lapse::Delete);
    if let Some(session) = session {
        headers.add(name::SESSION, session.id);
    }
    if version >= Version::V2025_06_18 {
        let spoken = http.world().client().version().unwrap_or(version);
        headers.add(name::VERSION, spoken.as_str());
    }
    if version == Version::V2026_07_28 {
        headers.add(name::METHOD, names::TOOLS_LIST);
    }
    headers
}

/// A request for the tools as the client would write it, with an id of the reader's own.
fn body(http: &Http, number: usize) -> String {
    let is_ours = |action: &&Action| match action {
        Action::Http(action) => matches!(action.as_ref(), Some(HttpAction::Ask(_))),
        _ => false,
    };
    let asked = http.world().actions().iter().filter(is_ours).count() + 1;
    let params = Some(crate::proto::json::RawJson::from_value(&Members::new()));
    let mut message = http.world().client().preview(names::TOOLS_LIST, params, false);
    if let Message::Request(request) = &mut message {
        request.id = RequestId::from(&*format!("hand-{}", asked + number));
    }
    String::from_utf8(encode(&message)).unwrap_or_default()
}

fn lines(headers: &Headers) -> String {
    let line = |line: &crate::proto::http::Header| {
        format!("{}: {}", line.name, String::from_utf8_lossy(&line.value))
    };
    headers.iter().map(line).collect::<Vec<_>>().join("\n")
}
