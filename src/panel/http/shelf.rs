//! Exchanges as the page shows them: folded from the entries of a recording, each message read once.

use std::collections::BTreeMap;

use crate::panel::facts::member;
use crate::proto::json::RawJson;
use crate::proto::jsonrpc::{MAX_BATCH, Message, decode, decode_batch};
use crate::proto::session::Side;
use crate::trace::TraceEntry;
use crate::trace::http::{Exchange, Exchanges, LegKind};

/// What a message is, in short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::panel) enum Label {
    /// A request.
    Request {
        method: String,
        id: String,
        /// What it is about by name: the tool, the prompt, the resource.
        about: Option<String>,
    },
    /// A notification.
    Notification { method: String },
    /// An answer; the method of the request where that is known.
    Response { id: String, method: Option<String>, outcome: Outcome },
    /// This many messages in one body (2025-03-26).
    Batch(usize),
    /// No message.
    Broken,
}

/// What an answer comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::panel) enum Outcome {
    Result,
    /// A result in which the tool says that it failed.
    ToolFailed,
    /// The server has to know more first (2026-07-28).
    Asks,
    Error(i64),
}

/// The exchanges of a recording that may still go on, and what its messages are.
#[derive(Debug, Default)]
pub(in crate::panel) struct Shelf {
    exchanges: Exchanges,
    /// The label of each entry that is a message.
    labels: BTreeMap<usize, Label>,
    /// The newest request of each conversation, side and id: its method.
    asked: BTreeMap<(u32, Side, String), String>,
    read: usize,
}

impl Shelf {
    /// Reads on; `entries` are all there are so far.
    pub(in crate::panel) fn read(&mut self, entries: &[TraceEntry]) {
        self.exchanges.read(entries);
        for (at, entry) in entries.iter().enumerate().skip(self.read) {
            if let (Some(_), Some(side)) = (&entry.http, entry.lane.sender()) {
                let label = self.label(entry, side);
                self.labels.insert(at, label);
            }
        }
        self.read = entries.len();
    }

    /// The exchanges, in the order in which they began.
    pub(in crate::panel) fn all(&self) -> &[Exchange] {
        self.exchanges.all()
    }

    /// The exchange of this number.
    pub(in crate::panel) fn find(&self, number: u64) -> Option<&Exchange> {
        self.exchanges.find(number)
    }

    /// What the first message among `entries` is.
    pub(in crate::panel) fn label_of(&self, entries: &[usize]) -> Option<&Label> {
        entries.iter().find_map(|at| self.labels.get(at))
    }

    /// The leg that has the entry `at`: its exchange, and its place there.
    pub(in crate::panel) fn leg_of(&self, at: usize, entries: &[TraceEntry]) -> Option<(u64, usize)> {
        let number = entries.get(at)?.http.as_ref()?.exchange;
        let legs = &self.find(number)?.legs;
        // Whoever asks is mostly at the newest.
        Some((number, legs.iter().rposition(|leg| leg.entries.binary_search(&at).is_ok())?))
    }

    /// What the leg is that has the entry `at`.
    pub(in crate::panel) fn kind_of(&self, at: usize, entries: &[TraceEntry]) -> Option<LegKind> {
        let (number, leg) = self.leg_of(at, entries)?;
        self.find(number)?.legs.get(leg).map(|leg| leg.kind)
    }

    fn label(&mut self, entry: &TraceEntry, side: Side) -> Label {
        let body = entry.bytes.strip_suffix(b"\n").unwrap_or(&entry.bytes);
        match decode(body) {
            Ok(Message::Request(request)) => {
                let id = request.id.to_string();
                self.asked.insert((entry.session, side, id.clone()), request.method.clone());
                let about = request.params.as_ref().and_then(about);
                Label::Request { method: request.method, id, about }
            }
            Ok(Message::Notification(notification)) => Label::Notification { method: notification.method },
            Ok(Message::Response(response)) => {
                let id = response.id.known().map(ToString::to_string).unwrap_or_default();
                let method = self.asked.get(&(entry.session, side.peer(), id.clone())).cloned();
                let outcome = match &response.outcome {
                    Err(error) => Outcome::Error(error.code.0),
                    Ok(result) if says(result, "isError", "true") => Outcome::ToolFailed,
                    Ok(result) if says(result, "resultType", "\"input_required\"") => Outcome::Asks,
                    Ok(_) => Outcome::Result,
                };
                Label::Response { id, method, outcome }
            }
            Err(_) => {
                decode_batch(body, MAX_BATCH).map_or(Label::Broken, |batch| Label::Batch(batch.items.len()))
            }
        }
    }
}

fn says(result: &RawJson, name: &str, value: &str) -> bool {
    member(result, name).is_some_and(|found| found.as_str() == value)
}

fn about(params: &RawJson) -> Option<String> {
    let text = |name| member(params, name)?.parse::<String>().ok();
    text("name").or_else(|| text("uri"))
}
