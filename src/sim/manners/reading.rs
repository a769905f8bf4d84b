//! From a line to a message, as another program reads it.

use super::numbers::{is_safe, whole};
use crate::proto::json::{FromJson, Members, Outline, RawJson};
use crate::proto::jsonrpc::{ErrorObject, Message, Notification, Request, RequestId, Response, ResponseId};

/// How a program makes a message out of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// Whether a byte order mark before the text is skipped.
    pub skips_mark: bool,
    /// Whether bytes that are no UTF-8 become U+FFFD, and the line is read all the same.
    pub mends_utf8: bool,
    /// What becomes of numbers.
    pub numbers: Numbers,
    /// Whether `NaN` and `Infinity` are numbers.
    pub takes_nan: bool,
    /// Whether half of a surrogate pair is a character.
    pub takes_half_pairs: bool,
    /// How deep arrays and objects may nest.
    pub depth: usize,
    /// How many bytes a line may have before the program gives up, and ends.
    pub longest: Option<usize>,
    /// Whether of two members of one name the last counts; otherwise there is no message.
    pub takes_duplicates: bool,
    /// Which ids can be used.
    pub ids: Ids,
    /// Whether a request whose id cannot be used is taken for a notification; otherwise it is no message.
    pub drops_odd_ids: bool,
    /// Whether `"params":null` is the same as none; otherwise there is no message.
    pub takes_null_params: bool,
    /// Whether an answer with both a `result` and an `error` is the error; otherwise it is no message.
    pub takes_both_outcomes: bool,
    /// Whether a line that begins with a whole value is judged by that, whatever follows.
    pub judges_first_value: bool,
}

/// What becomes of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// They keep their digits.
    Exact,
    /// They are doubles: above 2^53 not every integer is one.
    Doubles,
}

/// Which numbers can be ids; strings always can.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ids {
    /// Integers of any length, but none that is written with a fraction.
    Digits,
    /// Integers below 2^53, however they are written.
    Safe,
    /// Integers of 64 bits, however they are written.
    Wide,
}

/// What a line is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A message, as the program understands it.
    Message(Message),
    /// No JSON.
    NotJson,
    /// JSON, but no message.
    NotAMessage,
    /// More than the program takes.
    TooLong,
}

const MARK: &[u8] = b"\xEF\xBB\xBF";

impl Reading {
    /// What `line` is, its delimiter left off.
    #[must_use]
    pub fn read(&self, line: &[u8]) -> Line {
        if self.longest.is_some_and(|longest| line.len() > longest) {
            return Line::TooLong;
        }
        let line = if self.skips_mark { line.strip_prefix(MARK).unwrap_or(line) } else { line };
        let text = match str::from_utf8(line) {
            Ok(text) => self.rewritten(text),
            Err(_) if self.mends_utf8 => self.rewritten(&String::from_utf8_lossy(line)),
            Err(_) => None,
        };
        let Some(text) = text else { return Line::NotJson };
        match RawJson::new(text.as_str()) {
            Ok(value) => self.message(value.as_str().trim_ascii()).map_or(Line::NotAMessage, Line::Message),
            Err(fault) if self.judges_first_value => {
                let first = text.get(..fault.at).and_then(|first| RawJson::new(first.trim_ascii()).ok());
                match first {
                    Some(first) if self.message(first.as_str()).is_none() => Line::NotAMessage,
                    _ => Line::NotJson,
                }
            }
            Err(_) => Line::NotJson,
        }
    }

    fn message(&self, text: &str) -> Option<Message> {
        if !Outline::read(text).ok()?.is_object() {
            return None;
        }
        let all = Members::from_json(text).ok()?;
        let mut known = Members::new();
        for (name, value) in all.iter() {
            if !["jsonrpc", "id", "method", "params", "result", "error"].contains(&name) {
                continue;
            }
            if known.contains(name) && !self.takes_duplicates {
                return None;
            }
            known.set(name, value);
        }
        if known.peek::<String>("jsonrpc").ok()??.as_str() != "2.0" {
            return None;
        }
        if known.contains("method") { self.asked(known) } else { self.answered(&known) }
    }

    fn asked(&self, mut known: Members) -> Option<Message> {
        let method = known.required::<String>("method").ok()?;
        let params = match known.take("params").ok()? {
            Some(params) if params.is_object() => Some(params),
            Some(params) if params.as_str() == "null" && self.takes_null_params => None,
            Some(_) => return None,
            None => None,
        };
        let notification = |params| Message::Notification(Notification { method: method.clone(), params });
        let Some(id) = known.get("id") else { return Some(notification(params)) };
        match self.id(id.as_str()) {
            Some(id) => Some(Message::Request(Request { id, method, params })),
            None => self.drops_odd_ids.then(|| notification(params)),
        }
    }

    fn answered(&self, known: &Members) -> Option<Message> {
        let outcome = match (known.get("result"), known.get("error")) {
            (Some(_), Some(_)) if !self.takes_both_outcomes => return None,
            (_, Some(error)) => Err(error.parse::<ErrorObject>().ok()?),
            (Some(result), None) => Ok(result.clone()),
            (None, None) => return None,
        };
        let id = match known.get("id") {
            None if outcome.is_err() => ResponseId::Absent,
            Some(id) if outcome.is_err() && id.as_str() == "null" => ResponseId::Null,
            id => ResponseId::Known(self.id(id?.as_str())?),
        };
        Some(Message::Response(Response { id, outcome }))
    }

    /// The id that is written as `text`, if it can be used.
    fn id(&self, text: &str) -> Option<RequestId> {
        let id = RequestId::read(text).ok()?;
        if id.is_string() {
            return Some(id);
        }
        match self.ids {
            Ids::Digits => (!text.contains('.')).then_some(id),
            Ids::Safe => whole(text).filter(|number| is_safe(*number)).map(RequestId::from),
            Ids::Wide => whole(text).map(RequestId::from),
        }
    }
}
