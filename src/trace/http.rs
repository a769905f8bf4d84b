//! What HTTP adds to a recording: which exchange a chunk belongs to, and what stood around the message in its body.

mod body;
mod books;
mod exchange;
mod scribe;
pub mod words;

pub use body::{Body, Piece};
pub use books::Books;
pub use exchange::{Exchange, Exchanges, Leg, LegKind};
pub use scribe::{Page, Scribe};

use crate::proto::base64;
use crate::proto::http::Headers;
use crate::proto::json::{Members, ObjectWriter, ToJson};
use crate::proto::session::Side;
use crate::trace::wire::{Bytes, Count, Text};

/// A chunk's place in an exchange.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Http {
    /// Which exchange, from 1 in the order in which they began.
    pub exchange: u64,
    /// Which part of it.
    pub part: Part,
}

/// A part of an exchange.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// The request, without its body.
    Asked {
        /// The method of HTTP.
        method: String,
        /// The path, and what stands after it.
        target: String,
        /// The headers, as the client sent them.
        headers: Headers,
    },
    /// The answer, without its body.
    Answered {
        /// The status.
        status: u16,
        /// The headers, as the server sent them.
        headers: Headers,
    },
    /// The chunk is a message and a line feed. In the body it stands between these, without the line feed.
    Around {
        /// What stands before it.
        before: String,
        /// What stands after it.
        after: String,
        /// The id of its event, if it came in one.
        event: Option<String>,
    },
    /// These are bytes of the body. They are no message, or the chunk is one that is written otherwise.
    Raw {
        /// Who has sent them.
        from: Side,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// It is over.
    Over {
        /// Who has ended it before its time, if anybody has.
        by: Option<Side>,
    },
}

impl Http {
    /// About how much memory it takes.
    #[must_use]
    pub fn weight(&self) -> usize {
        let lines =
            |headers: &Headers| headers.iter().map(|line| line.name.len() + line.value.len() + 48).sum();
        let part: usize = match &self.part {
            Part::Asked { target, headers, .. } => target.len() + lines(headers),
            Part::Answered { headers, .. } => lines(headers),
            Part::Around { before, after, .. } => before.len() + after.len(),
            Part::Raw { bytes, .. } => bytes.len(),
            Part::Over { .. } => 0,
        };
        size_of::<Self>() + part
    }

    /// Reads it. Nothing when it is something that a later version may have there.
    pub(in crate::trace) fn read(mut members: Members) -> Option<Self> {
        let exchange = members.take("exchange").ok()??.as_str().parse().ok()?;
        let part = if let Some(method) = members.optional("method").ok()? {
            let target = members.optional("target").ok()?.unwrap_or_default();
            Part::Asked { method, target, headers: headers(&mut members)? }
        } else if let Some(status) = members.take("status").ok()? {
            Part::Answered { status: status.as_str().parse().ok()?, headers: headers(&mut members)? }
        } else if let Some(from) = members.optional::<String>("from").ok()? {
            let raw = match members.optional::<String>("raw").ok()? {
                Some(text) => text.into_bytes(),
                None => base64::decode(&members.optional::<String>("rawBase64").ok()??)?,
            };
            Part::Raw { from: side(&from)?, bytes: raw }
        } else if let Some(over) = members.optional::<String>("over").ok()? {
            Part::Over { by: if over == WHOLE { None } else { Some(side(&over)?) } }
        } else {
            let mut text = |name| members.optional::<String>(name).ok();
            let (before, after) = (text("before")?.unwrap_or_default(), text("after")?.unwrap_or_default());
            Part::Around { before, after, event: text("event")? }
        };
        Some(Self { exchange, part })
    }
}

/// What stands where an exchange came to its end.
const WHOLE: &str = "whole";

const SIDES: [(Side, &str); 2] = [(Side::Client, "client"), (Side::Server, "server")];

fn side(name: &str) -> Option<Side> {
    SIDES.into_iter().find(|(_, known)| *known == name).map(|(side, _)| side)
}

fn side_name(wanted: Side) -> &'static str {
    SIDES.into_iter().find(|(side, _)| *side == wanted).map_or("", |(_, name)| name)
}

fn headers(members: &mut Members) -> Option<Headers> {
    let lines: Vec<Vec<String>> = members.optional("headers").ok()?.unwrap_or_default();
    let mut headers = Headers::new();
    for line in lines {
        let [name, value] = <[String; 2]>::try_from(line).ok()?;
        headers.add(name, value);
    }
    Some(headers)
}

impl ToJson for Http {
    fn write_json(&self, out: &mut String) {
        let mut object = ObjectWriter::new(out);
        object.required("exchange", &Count(self.exchange));
        match &self.part {
            Part::Asked { method, target, headers } => {
                object.required("method", &Text(method));
                object.required("target", &Text(target));
                object.required("headers", &Lines(headers));
            }
            Part::Answered { status, headers } => {
                object.required("status", &Count(u64::from(*status)));
                object.required("headers", &Lines(headers));
            }
            Part::Around { before, after, event } => {
                let some = |text: &str| !text.is_empty();
                object.optional("before", &Some(before.as_str()).filter(|it| some(it)).map(Text));
                object.optional("after", &Some(after.as_str()).filter(|it| some(it)).map(Text));
                object.optional("event", &event.as_deref().map(Text));
            }
            Part::Raw { from, bytes } => {
                object.required("from", side_name(*from));
                match core::str::from_utf8(bytes) {
                    Ok(text) => object.required("raw", &Text(text)),
                    Err(_) => object.required("rawBase64", &Bytes(bytes)),
                }
            }
            Part::Over { by } => object.required("over", by.map_or(WHOLE, side_name)),
        }
        object.end();
    }
}

struct Lines<'a>(&'a Headers);

impl ToJson for Lines<'_> {
    fn write_json(&self, out: &mut String) {
        out.push('[');
        for (index, line) in self.0.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            let value = String::from_utf8_lossy(&line.value);
            [Text(&line.name), Text(&value)][..].write_json(out);
        }
        out.push(']');
    }
}
