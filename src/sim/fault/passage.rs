//! One frame on its way from the end that has made it to the wire, and what faults make of it.

use core::time::Duration;

use super::words::{GLUED, rewrite, stray_line};
use super::{Fault, FaultKind, Touched};
use crate::proto::framing::{ContentLengthEncoder, Framing};
use crate::proto::json::{Members, RawJson};
use crate::proto::jsonrpc::{Message, Request, decode};
use crate::proto::random::Random;
use crate::trace::Lane;

/// What is known of a frame before anything happens to it.
#[derive(Debug, Default)]
pub(in crate::sim) struct Sight {
    /// The message in it.
    pub(in crate::sim) message: Option<Message>,
    /// The method of the request that it answers.
    pub(in crate::sim) asked: Option<String>,
    /// The revision that the request which it answers has offered, as it is written.
    pub(in crate::sim) offer: Option<RawJson>,
}

impl Sight {
    /// Whether it is an answer to a request of this method.
    pub(super) fn asks(&self, method: &str) -> bool {
        self.asked.as_deref() == Some(method)
    }

    fn is_answer(&self) -> bool {
        matches!(self.message, Some(Message::Response(_)))
    }

    /// Whether it is of this method, or answers a request of it.
    pub(super) fn is_of(&self, method: &str) -> bool {
        self.asks(method) || self.message.as_ref().and_then(Message::method) == Some(method)
    }
}

/// The revision that a request offers, as it is written.
pub(in crate::sim) fn offered(request: &Request) -> Option<RawJson> {
    request.params.as_ref()?.parse::<Members>().ok()?.take("protocolVersion").ok()?
}

/// What becomes of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sim) enum Fate {
    /// It is written.
    Written,
    /// It is written, and nobody ever reads it.
    Lost,
    /// It is written with the next one, or after it, and after this long at the latest.
    Held(Option<Duration>),
    /// It is written after this long.
    Late(Duration),
    /// The process ends with this status, when it has written this much.
    Ends(i32),
    /// The process is stopped before it writes it.
    Stops,
}

/// How a frame arrives in pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::sim) enum Cut {
    /// Pieces of this many bytes.
    Every(usize),
    /// The first half, and the rest this long after it.
    Half(Duration),
}

/// One frame under way.
#[derive(Debug)]
pub(in crate::sim) struct Passage {
    lane: Lane,
    framing: Framing,
    before: Option<&'static [u8]>,
    prefix: Vec<u8>,
    /// How long a header says that the body is, if that is not the truth.
    claimed: Option<usize>,
    body: Vec<u8>,
    /// Whether the body is exactly one line, or exactly as long as its header says.
    is_one: bool,
    ending: &'static [u8],
    copies: usize,
    /// How much later it arrives, and what comes after it.
    pub(in crate::sim) late: Duration,
    /// In which pieces.
    pub(in crate::sim) cut: Option<Cut>,
    /// Whether the next one arrives with it.
    pub(in crate::sim) joined: bool,
    /// What becomes of it.
    pub(in crate::sim) fate: Fate,
    /// By which faults it was touched.
    pub(in crate::sim) touched: Touched,
}

impl Passage {
    /// A frame of these bytes, which nothing has happened to.
    pub(in crate::sim) fn new(lane: Lane, framing: Framing, bytes: &[u8]) -> Self {
        let (body, is_one) = match framing {
            Framing::Ndjson => match bytes.strip_suffix(b"\n") {
                Some(body) => (body, !body.contains(&b'\n')),
                None => (bytes, false),
            },
            Framing::ContentLength => {
                let begin = bytes.windows(4).position(|four| four == b"\r\n\r\n").map(|at| at + 4);
                let body = &bytes[begin.unwrap_or(0)..];
                let is_one = begin.is_some() && ContentLengthEncoder.encode(body) == bytes;
                if is_one { (body, true) } else { (bytes, false) }
            }
        };
        let ends_line = framing == Framing::Ndjson && bytes.ends_with(b"\n");
        Self {
            lane,
            framing,
            before: None,
            prefix: Vec::new(),
            claimed: None,
            body: body.to_vec(),
            is_one,
            ending: if ends_line { b"\n" } else { b"" },
            copies: 1,
            late: Duration::ZERO,
            cut: None,
            joined: false,
            fate: Fate::Written,
            touched: Touched::NONE,
        }
    }

    /// The message in it; nothing where it is not exactly one.
    pub(in crate::sim) fn message(&self) -> Option<Message> {
        if self.is_one { decode(&self.body).ok() } else { None }
    }

    /// The bytes of one copy, as they are written.
    pub(in crate::sim) fn bytes(&self) -> Vec<u8> {
        let mut out = self.prefix.clone();
        if self.framing == Framing::ContentLength && self.is_one {
            let length = self.claimed.unwrap_or(self.body.len());
            out.extend_from_slice(format!("Content-Length: {length}\r\n\r\n").as_bytes());
        }
        out.extend_from_slice(&self.body);
        out.extend_from_slice(self.ending);
        out
    }

    /// Everything that is written, each with the faults that have touched it.
    pub(in crate::sim) fn writings(&self) -> impl Iterator<Item = (Vec<u8>, Touched)> + '_ {
        let before = self.before.map(|line| (line.to_vec(), Touched::from(FaultKind::Pollute)));
        let own = self.touched.without(FaultKind::Pollute);
        before.into_iter().chain((0..self.copies).map(move |_| (self.bytes(), own)))
    }

    /// Lets `fault` do what it can; false if that is nothing.
    pub(super) fn suffer(&mut self, fault: &Fault, sight: &Sight, random: &mut Random) -> bool {
        let done = self.try_suffer(fault, sight, random).is_some();
        if done {
            self.touched = self.touched.with(fault.kind);
        }
        done
    }

    fn try_suffer(&mut self, fault: &Fault, sight: &Sight, random: &mut Random) -> Option<()> {
        let amount = fault.amount;
        let millis = |amount: u32| Duration::from_millis(u64::from(amount));
        match fault.kind {
            FaultKind::Truncate => self.body.truncate(self.inner_place(self.body.len() / 2)?),
            FaultKind::Corrupt => {
                let most = u64::try_from(self.body.len()).ok()?.checked_sub(1)?;
                let at = usize::try_from(random.up_to(most)).ok()?;
                // What a terminal takes for the beginning of a colour stands nowhere in JSON.
                *self.body.get_mut(at)? = 0x1B;
            }
            FaultKind::WrongFraming if self.is_one => {
                let is_line = self.framing == Framing::Ndjson;
                self.framing = if is_line { Framing::ContentLength } else { Framing::Ndjson };
                self.ending = if is_line { b"" } else { b"\n" };
            }
            FaultKind::WrongLength if self.is_one && self.framing == Framing::ContentLength => {
                let text = str::from_utf8(&self.body).ok()?;
                let (bytes, characters) = (text.len(), text.chars().count());
                let fewer = bytes.saturating_sub(amount as usize);
                self.claimed = Some(if characters < bytes { characters } else { fewer });
            }
            FaultKind::Glue => self.prefix.extend_from_slice(GLUED),
            FaultKind::ByteOrderMark => drop(self.prefix.splice(0..0, *b"\xEF\xBB\xBF")),
            FaultKind::CarriageReturn if self.ending == b"\n" => self.ending = b"\r\n",
            FaultKind::BlankLines => drop(self.prefix.splice(0..0, *b"\n   \n")),
            FaultKind::Pollute => self.before = Some(stray_line(self.lane)),
            FaultKind::AnswerTwice if sight.is_answer() => self.copies *= 2,
            FaultKind::Duplicate => self.copies *= 2,
            FaultKind::AnswerLate if sight.is_answer() && self.is_free() => {
                self.fate = Fate::Late(millis(amount))
            }
            FaultKind::NeverAnswer if sight.is_answer() => self.fate = Fate::Lost,
            FaultKind::Drop => self.fate = Fate::Lost,
            FaultKind::Delay => self.late += millis(amount),
            FaultKind::Jitter => {
                self.late += Duration::from_millis(random.up_to(u64::from(amount)));
            }
            FaultKind::Reorder if self.is_free() => self.fate = Fate::Held(Some(millis(amount))),
            FaultKind::Chop => self.cut = Some(Cut::Every(amount.max(1) as usize)),
            FaultKind::Coalesce if self.is_free() => (self.fate, self.joined) = (Fate::Held(None), true),
            FaultKind::Stall => self.cut = Some(Cut::Half(millis(amount))),
            FaultKind::Crash => {
                let half = self.inner_place(self.body.len() / 2)?;
                self.claimed.get_or_insert(self.body.len());
                self.body.truncate(half);
                (self.ending, self.fate) = (b"", Fate::Ends(139));
            }
            FaultKind::Exit => self.fate = Fate::Ends(1),
            FaultKind::Hang => self.fate = Fate::Stops,
            kind => {
                let text = str::from_utf8(&self.body).ok().filter(|_| self.is_one)?;
                self.body = rewrite(kind, text, sight, amount)?;
            }
        }
        Some(())
    }

    /// Whether nothing has been decided about when it is written.
    fn is_free(&self) -> bool {
        self.fate == Fate::Written
    }

    /// `at`, if it is within the body, so that something stands before it and something is missing after it.
    fn inner_place(&self, at: usize) -> Option<usize> {
        (0 < at && at < self.body.len()).then_some(at)
    }
}
