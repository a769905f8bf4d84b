//! From the bytes of one frame to a message, or to the reason why not.

use core::ops::Range;

use super::{
    ErrorObject, InvalidId, Malformed, MalformedKind, Meant, Message, Notification, Request, RequestId,
    Response, ResponseId,
};
use crate::proto::json::{FromJson, LONG, LongString, Outline, RawJson};

/// Reads the body of one frame.
///
/// One pass over the text, which is not copied but for what the message keeps.
///
/// # Errors
/// The first thing that is wrong, with its place and the rule that it breaks.
pub fn decode(body: &[u8]) -> Result<Message, Malformed> {
    match core::str::from_utf8(body) {
        Ok(text) => decode_text(text),
        Err(error) => Err(Malformed {
            kind: MalformedKind::InvalidUtf8,
            at: error.valid_up_to(),
            id: None,
            meant: Meant::Unknown,
        }),
    }
}

/// Reads the bytes `body` of `bytes`, which are UTF-8 around it, and of which the message keeps the memory if it is
/// long.
///
/// # Errors
/// The same as those of [`decode`], and the bytes as they were.
pub(in crate::proto) fn decode_owned(
    bytes: Vec<u8>,
    body: Range<usize>,
) -> Result<Message, (Malformed, Vec<u8>)> {
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let at = error.utf8_error().valid_up_to().saturating_sub(body.start);
            return Err((
                Malformed { kind: MalformedKind::InvalidUtf8, at, id: None, meant: Meant::Unknown },
                error.into_bytes(),
            ));
        }
    };
    let mut left = None;
    match read(&text[body.clone()], LONG, &mut left) {
        Ok(mut message) => {
            if let (Some(payload), Some(Left { range, long })) = (message.payload_mut(), left) {
                let range = body.start + range.start..body.start + range.end;
                *payload = RawJson::part(text, range).knowing(long);
            }
            Ok(message)
        }
        Err(malformed) => Err((malformed, text.into_bytes())),
    }
}

/// Reads one message.
pub(crate) fn decode_text(text: &str) -> Result<Message, Malformed> {
    read(text, usize::MAX, &mut None)
}

/// A payload that was not copied.
struct Left {
    /// Its place in the text of the message.
    range: Range<usize>,
    /// What is known of it.
    long: Option<LongString>,
}

/// Reads one message. Parameters or a result of `long` bytes or more are not copied: their place is `left`.
fn read(text: &str, long: usize, left: &mut Option<Left>) -> Result<Message, Malformed> {
    let refuse = |kind, at| Err(Malformed { kind, at, id: None, meant: Meant::Unknown });
    let mut outline = Outline::default();
    if let Err(fault) = outline.fill(text.into()) {
        return refuse(MalformedKind::Json(fault), fault.at);
    }
    if outline.is_object() {
        return Envelope::new(text, &outline, long).into_message(left);
    }
    let start = text.len() - text.trim_start().len();
    if outline.is_array() {
        return refuse(MalformedKind::Batch { empty: outline.items(text).next().is_none() }, start);
    }
    refuse(MalformedKind::NotAnObject, start)
}

/// The names of the members of an envelope.
const MEMBERS: [&str; 6] = ["jsonrpc", "id", "method", "params", "result", "error"];

/// The members of an envelope, borrowed from the text.
#[derive(Default)]
struct Envelope<'a> {
    text: &'a str,
    /// From how many bytes on a payload is left where it is.
    long: usize,
    long_string: Option<LongString>,
    jsonrpc: Option<&'a str>,
    id: Option<&'a str>,
    method: Option<&'a str>,
    params: Option<&'a str>,
    result: Option<&'a str>,
    error: Option<&'a str>,
    duplicate: Option<(&'static str, &'a str)>,
    variant: Option<(&'static str, &'a str)>,
}

impl<'a> Envelope<'a> {
    fn new(text: &'a str, outline: &'a Outline, long: usize) -> Self {
        let mut envelope = Self { text, long, long_string: outline.long(), ..Self::default() };
        let mut id_twice = false;
        for item in outline.items(text) {
            let Some(name) = item.name() else { continue };
            let Some((name, slot)) = envelope.slot(&name) else {
                if envelope.variant.is_none()
                    && let Some(meant) = MEMBERS.iter().find(|member| member.eq_ignore_ascii_case(&name))
                {
                    envelope.variant = item.key.map(|key| (*meant, key));
                }
                continue;
            };
            if slot.replace(item.value).is_some() {
                id_twice |= name == "id";
                envelope.duplicate = envelope.duplicate.or(item.key.map(|key| (name, key)));
            }
        }
        if id_twice {
            // Readers disagree on which one counts, so none can be repeated.
            envelope.id = None;
        }
        envelope
    }

    fn slot(&mut self, name: &str) -> Option<(&'static str, &mut Option<&'a str>)> {
        Some(match name {
            "jsonrpc" => ("jsonrpc", &mut self.jsonrpc),
            "id" => ("id", &mut self.id),
            "method" => ("method", &mut self.method),
            "params" => ("params", &mut self.params),
            "result" => ("result", &mut self.result),
            "error" => ("error", &mut self.error),
            _ => return None,
        })
    }

    fn into_message(self, left: &mut Option<Left>) -> Result<Message, Malformed> {
        let id = self.id.map(RequestId::read);
        if let Some((name, key)) = self.duplicate {
            return self.refuse(MalformedKind::DuplicateKey(name), Some(key));
        }
        match self.jsonrpc {
            None => return self.refuse_lack(MalformedKind::MissingVersion),
            Some(version) if version != "\"2.0\"" => {
                return self.refuse(MalformedKind::WrongVersion, Some(version));
            }
            Some(_) => {}
        }
        let Some(method) = self.method else { return self.into_response(id, left) };
        let Ok(name) = String::from_json(method) else {
            return self.refuse(MalformedKind::MethodType, Some(method));
        };
        if let Some(params) = self.params.filter(|text| !text.starts_with('{')) {
            return self.refuse(MalformedKind::ParamsType, Some(params));
        }
        let params = self.params.map(|params| self.keep(params, left));
        match id {
            None => Ok(Message::Notification(Notification { method: name, params })),
            Some(Ok(id)) => Ok(Message::Request(Request { id, method: name, params })),
            Some(Err(invalid)) => self.refuse(MalformedKind::Id(invalid), self.id),
        }
    }

    fn into_response(
        self,
        id: Option<Result<RequestId, InvalidId>>,
        left: &mut Option<Left>,
    ) -> Result<Message, Malformed> {
        let outcome = match (self.result, self.error) {
            (None, None) => return self.refuse_lack(MalformedKind::Shapeless),
            (Some(_), Some(error)) => return self.refuse(MalformedKind::ResultAndError, Some(error)),
            (Some(result), None) => Ok(self.keep(result, left)),
            (None, Some(error)) => match ErrorObject::from_json(error) {
                Ok(object) => Err(object),
                Err(_) => return self.refuse(MalformedKind::ErrorShape, Some(error)),
            },
        };
        let id = match id {
            Some(Ok(id)) => ResponseId::Known(id),
            None | Some(Err(InvalidId::Null)) if outcome.is_ok() => {
                return self.refuse(MalformedKind::ResultWithoutId, self.id);
            }
            None => ResponseId::Absent,
            Some(Err(InvalidId::Null)) => ResponseId::Null,
            Some(Err(invalid)) => return self.refuse(MalformedKind::Id(invalid), self.id),
        };
        Ok(Message::Response(Response { id, outcome }))
    }

    /// Copies a payload, unless it is long: its place is `left` then.
    fn keep(&self, payload: &str, left: &mut Option<Left>) -> RawJson {
        if payload.len() < self.long {
            return RawJson::trusted(payload);
        }
        let start = self.offset(payload);
        let range = start..start + payload.len();
        *left = Some(Left { long: self.long_string.and_then(|long| long.within(&range)), range });
        RawJson::trusted("")
    }

    /// Where `part` begins, a slice of its text.
    fn offset(&self, part: &str) -> usize {
        (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize)
    }

    /// Refuses the message because something is not there; a member in other letters is the likely reason.
    fn refuse_lack(&self, kind: MalformedKind) -> Result<Message, Malformed> {
        match self.variant {
            Some((meant, key)) => self.refuse(MalformedKind::CaseVariantKey(meant), Some(key)),
            None => self.refuse(kind, None),
        }
    }

    /// Refuses the message because of `part`, a slice of its text.
    fn refuse(&self, kind: MalformedKind, part: Option<&str>) -> Result<Message, Malformed> {
        let id = self.id.and_then(|id| RequestId::read(id).ok());
        let meant = match kind {
            MalformedKind::ParamsType if self.id.is_none() => Meant::NoRequest,
            _ if self.is_response() => Meant::NoRequest,
            _ if self.method.is_some() && self.id.is_some() => Meant::Request,
            _ => Meant::Unknown,
        };
        Err(Malformed { kind, at: part.map_or(0, |part| self.offset(part)), id, meant })
    }

    /// Whether it is meant as an answer, whatever is wrong with it.
    fn is_response(&self) -> bool {
        let variant = self.variant.map(|(meant, _)| meant);
        let outcome = self.result.or(self.error).is_some() || matches!(variant, Some("result" | "error"));
        outcome && self.method.is_none()
    }
}

#[cfg(test)]
mod tests;
