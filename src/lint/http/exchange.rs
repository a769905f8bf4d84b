//! One exchange: a request and what was answered.

use core::time::Duration;

use super::super::cx::On;
use super::super::json::Value;
use super::super::talk::Spot;
use crate::proto::http::{Headers, Method, name};
use crate::proto::jsonrpc::RequestId;
use crate::proto::mcp::{Lifecycle, Version};
use crate::proto::session::Side;
use crate::proto::time::Instant;

/// What stands in the place of a value that was covered.
const COVERED: &str = "[redacted]";

/// Of a head that is longer, in bytes, nothing is judged: it is not kept.
const HEAD: usize = 16 << 10;

/// The headers that are looked at, besides those that begin with `Mcp-`.
const KEPT: [&str; 6] =
    [name::ACCEPT, name::CONTENT_TYPE, name::ORIGIN, name::HOST, name::LAST_EVENT, CONTENT_LENGTH];

pub(super) const CONTENT_LENGTH: &str = "Content-Length";

/// A message as the judge has read it.
pub(in crate::lint) struct Heard<'a> {
    pub(in crate::lint) from: Side,
    pub(in crate::lint) on: On,
    /// The method; of an answer that of its request, where that is known.
    pub(in crate::lint) method: &'a str,
    pub(in crate::lint) id: Option<&'a RequestId>,
    /// The revision that it was judged by.
    pub(in crate::lint) version: Version,
    pub(in crate::lint) whole: Value<'a>,
    /// `params`, `result` or `error`.
    pub(in crate::lint) body: Value<'a>,
    pub(in crate::lint) in_batch: bool,
    /// The id of its event.
    pub(in crate::lint) event: Option<&'a str>,
    /// After how long to come again, as its event says.
    pub(in crate::lint) retry: Option<Duration>,
    /// Whether the judge had something to say about it that may explain how it went.
    pub(in crate::lint) is_faulty: bool,
}

/// A message of the client in an exchange.
#[derive(Debug)]
pub(super) struct Sent {
    pub(super) on: On,
    pub(super) id: Option<RequestId>,
    pub(super) method: String,
    pub(super) spot: Spot,
    /// Whether it waits for its answer.
    pub(super) is_open: bool,
    /// Whether it does not introduce itself as requests of 2026-07-28 do.
    pub(super) lacks_meta: bool,
}

impl Sent {
    /// Whether it is the request `id`, and not answered.
    pub(super) fn waits_for(&self, id: &RequestId) -> bool {
        self.is_open && self.id.as_ref() == Some(id)
    }
}

/// The head of an answer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Answered {
    pub(super) status: u16,
    pub(super) streams: bool,
}

/// One exchange.
#[derive(Debug)]
pub(super) struct Exchange {
    pub(super) number: u64,
    pub(super) method: Method,
    /// What is asked for, without what stands after a question mark.
    pub(super) path: String,
    pub(super) headers: Headers,
    /// Whether there are headers that were too much to be kept.
    pub(super) is_long: bool,
    /// Where the head of the request stands, and when it came.
    pub(super) asked: Spot,
    pub(super) at: Instant,
    /// The revision that it is judged by.
    pub(super) version: Version,
    pub(super) sent: Vec<Sent>,
    /// What the server asks in it.
    pub(super) asks: Vec<RequestId>,
    /// Whether the client has sent something else than messages, or messages that are faulty.
    pub(super) is_spoilt: bool,
    /// Whether its headers do not say what its body says (2026-07-28).
    pub(super) is_mismatch: bool,
    /// Whether the same, and a server may take it for a request of an older revision: then nothing of 2026-07-28 is
    /// demanded of the answer.
    pub(super) is_older: bool,
    /// Whether the session had ended before.
    pub(super) is_late: bool,
    /// Whether it does not say its session.
    pub(super) is_nameless: bool,
    pub(super) answered: Option<Answered>,
    /// Which stream it goes on with, by the exchange in which that began; nothing where nobody knows.
    pub(super) root: Option<u64>,
    /// How many events there were, and whether one had an id.
    pub(super) events: usize,
    pub(super) has_id: bool,
    pub(super) retry: Option<Duration>,
}

impl Exchange {
    pub(super) fn new(number: u64, method: &str, target: &str, headers: &Headers, asked: Spot) -> Self {
        let is_kept = |name: &str| {
            KEPT.iter().any(|kept| kept.eq_ignore_ascii_case(name))
                || name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("mcp-"))
        };
        let kept = || headers.iter().filter(|line| is_kept(&line.name));
        let size: usize = kept().map(|line| line.name.len() + line.value.len() + 32).sum();
        let is_long = size + target.len() > HEAD;
        let lines = kept().filter(|_| !is_long);
        let headers = lines.fold(Headers::new(), |all, line| all.with(line.name.clone(), line.value.clone()));
        let path = target.split('?').next().unwrap_or_default();
        Self {
            number,
            method: Method::new(method),
            path: if is_long { String::new() } else { path.to_owned() },
            headers,
            is_long,
            at: Instant::ZERO,
            asked,
            version: Version::LATEST_WITH_HANDSHAKE,
            sent: Vec::new(),
            asks: Vec::new(),
            is_spoilt: false,
            is_mismatch: false,
            is_older: false,
            is_late: false,
            is_nameless: false,
            answered: None,
            root: Some(number),
            events: 0,
            has_id: false,
            retry: None,
        }
    }

    /// The header called `name`, decoded from nothing; nothing where it is not there, or covered.
    pub(super) fn header<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        said(&self.headers, name)
    }

    /// Whether a header of this name is there, whatever it says.
    pub(super) fn has(&self, name: &str) -> bool {
        self.headers.first(name).is_some()
    }

    /// The frame of the first message of the client.
    pub(super) fn frame(&self) -> Option<usize> {
        self.sent.first().map(|sent| sent.spot.place.frame)
    }

    /// Whether the client asks for something here.
    pub(super) fn calls(&self) -> bool {
        self.sent.iter().any(|sent| sent.on == On::Request)
    }

    /// Whether the request `id` was made in it and is not answered.
    pub(super) fn waits_for(&self, id: &RequestId) -> bool {
        self.sent.iter().any(|sent| sent.waits_for(id))
    }

    /// Whether a request of the client's is not answered.
    pub(super) fn is_open(&self) -> bool {
        self.sent.iter().any(|sent| sent.is_open)
    }

    pub(super) fn begins(&self) -> bool {
        self.sent.iter().any(|sent| sent.on == On::Request && sent.method == "initialize")
    }

    /// The revision that its head says, if it is one.
    pub(super) fn says(&self) -> Option<Version> {
        self.header(name::VERSION).and_then(Version::parse)
    }

    /// Whether its head says that it is of a revision without sessions.
    pub(super) fn says_modern(&self) -> bool {
        self.says().is_some_and(|version| version.lifecycle() == Lifecycle::Discover)
    }

    /// Whether it is a stream of the server's own that goes on with no other.
    pub(super) fn is_own_stream(&self) -> bool {
        self.method == Method::Get && !self.has(name::LAST_EVENT)
    }

    pub(super) fn status(&self) -> Option<u16> {
        self.answered.as_ref().map(|answered| answered.status)
    }

    pub(super) fn streams(&self) -> bool {
        self.answered.as_ref().is_some_and(|answered| answered.streams)
    }
}

/// What a header says; nothing where it is not there or covered, or where it is no text.
pub(super) fn said<'a>(headers: &'a Headers, name: &'a str) -> Option<&'a str> {
    let value = headers.first(name).and_then(|value| core::str::from_utf8(value).ok());
    value.filter(|value| !value.contains(COVERED))
}

/// Whether the value is there and cannot be read because it was covered.
pub(super) fn is_covered(headers: &Headers, name: &str) -> bool {
    headers.all(name).any(|value| memchr::memmem::find(value, COVERED.as_bytes()).is_some())
}

pub(super) const fn is_success(status: u16) -> bool {
    status >= 200 && status < 300
}

/// Whether a status is about something that comes before the message is looked at: where it went, who asks, how often, in
/// which form; or says that the server is in trouble.
pub(super) const fn is_aside(status: u16) -> bool {
    matches!(
        status,
        100..=199 | 300..=399 | 401..=403 | 405..=408 | 411 | 413..=415 | 421 | 426 | 429 | 431 | 451 | 500..
    )
}
