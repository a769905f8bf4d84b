//! Where a body ends, when its length is right and when it is not.

use crate::proto::framing::FrameNote;
use crate::proto::framing::balance::{Balance, Progress};
use crate::proto::framing::header::NEXT_HEADER;

/// A body of which bytes have come or are to come.
///
/// The declared length counts, unless the JSON value within says otherwise *and* something else agrees with it:
///
/// - the value goes on past the declared length, and ends exactly where as many *characters* (code points, or the
///   16-bit units of JavaScript) as were declared are over: the length is in characters;
/// - the value ends before the declared length does, and what follows it is the next header: the length is too long.
///
/// To find out, up to as many bytes are looked at past the declared length as the characters before it have more
/// than one byte for, and no further than the first that cannot be a part of the value. A body in ASCII, or one that
/// is complete, is never held back.
#[derive(Debug)]
pub(super) struct Body {
    declared: usize,
    balance: Balance,
    /// How many bytes were looked at: all, or the value and the white space after it.
    seen: usize,
    /// How many bytes the value has, once it is complete.
    value: usize,
    /// How things stood at the declared end, while more is looked at.
    at_end: Option<AtEnd>,
}

#[derive(Debug, Clone, Copy)]
struct AtEnd {
    balance: Balance,
    /// How many bytes were counted: all that were looked at.
    counted: usize,
    /// The characters in them, and the 16-bit units that UTF-16 needs for those.
    characters: usize,
    units: usize,
}

/// What is known of the end.
#[derive(Debug)]
pub(super) enum Verdict {
    /// At least so many bytes are missing; no more may be taken.
    More(usize),
    /// The body ends after `length` bytes.
    Done {
        length: usize,
        note: Option<FrameNote>,
        /// How far its JSON value is, when the declared length cut it.
        cut: Option<Balance>,
    },
}

impl Body {
    pub(super) fn new(declared: usize) -> Self {
        Self { declared, balance: Balance::default(), seen: 0, value: 0, at_end: None }
    }

    pub(super) fn declared(&self) -> usize {
        self.declared
    }

    /// Judges `bytes`: all that was judged before, and up to as many more as were missing. No more than `cap` are
    /// asked for.
    pub(super) fn judge(&mut self, bytes: &[u8], cap: usize) -> Verdict {
        self.look_at(bytes);
        let Some(past) = bytes.len().checked_sub(self.declared) else {
            let missing = Verdict::More(self.declared - bytes.len());
            return if self.follower(bytes) == Follower::Header { self.too_long() } else { missing };
        };
        match (self.balance.progress(), self.at_end) {
            (Progress::Closed, None) => match self.follower(bytes) {
                Follower::Header => self.too_long(),
                Follower::Perhaps => Verdict::More(1),
                Follower::None => self.as_declared(None),
            },
            (Progress::Open, None) if past == 0 => {
                let (characters, units) = count(bytes);
                if characters == self.declared || bytes.len() >= cap {
                    return self.as_declared(Some(self.balance));
                }
                self.at_end = Some(AtEnd { balance: self.balance, counted: bytes.len(), characters, units });
                Verdict::More(1)
            }
            (progress, Some(mut end)) => {
                let (characters, units) = count(&bytes[end.counted..]);
                end.counted = bytes.len();
                end.characters += characters;
                end.units += units;
                self.at_end = Some(end);
                let agrees = end.characters == self.declared || end.units == self.declared;
                match progress {
                    Progress::Closed if agrees => self.in_characters(bytes.len()),
                    Progress::Open if end.characters <= self.declared && bytes.len() < cap => {
                        Verdict::More(1)
                    }
                    _ => self.as_declared(Some(end.balance)),
                }
            }
            (_, None) => self.as_declared(None),
        }
    }

    /// The stream has ended, and `bytes` is all there will be. `None` when it is too little; otherwise it is as long
    /// as declared, and how far its value is if that goes on.
    pub(super) fn finish(&self, bytes: &[u8]) -> Option<Option<Balance>> {
        (bytes.len() >= self.declared).then(|| self.at_end.map(|end| end.balance))
    }

    fn look_at(&mut self, bytes: &[u8]) {
        if matches!(self.balance.progress(), Progress::Before | Progress::Open) {
            self.seen += self.balance.extend(&bytes[self.seen..]);
            self.value = self.seen;
        }
        if self.balance.progress() == Progress::Closed {
            let rest = &bytes[self.seen..];
            self.seen += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        }
    }

    /// What stands after the value and white space.
    fn follower(&self, bytes: &[u8]) -> Follower {
        let rest = &bytes[self.seen..];
        let found = &rest[..rest.len().min(NEXT_HEADER.len())];
        let begun = NEXT_HEADER[..found.len()].eq_ignore_ascii_case(found);
        match found.len() {
            _ if !begun || self.balance.progress() != Progress::Closed => Follower::None,
            0 => Follower::None,
            length if length < NEXT_HEADER.len() => Follower::Perhaps,
            _ => Follower::Header,
        }
    }

    fn as_declared(&self, cut: Option<Balance>) -> Verdict {
        Verdict::Done { length: self.declared, note: None, cut }
    }

    fn in_characters(&self, length: usize) -> Verdict {
        let note = FrameNote::LengthInCharacters { declared: self.declared as u64, bytes: length as u64 };
        Verdict::Done { length, note: Some(note), cut: None }
    }

    fn too_long(&self) -> Verdict {
        let note = FrameNote::LengthTooLong { declared: self.declared as u64, bytes: self.value as u64 };
        Verdict::Done { length: self.seen, note: Some(note), cut: None }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Follower {
    /// The next header.
    Header,
    /// What may become the next header.
    Perhaps,
    /// Nothing, or something else.
    None,
}

/// How many characters begin in `bytes`, and how many 16-bit units they take in UTF-16.
fn count(bytes: &[u8]) -> (usize, usize) {
    let characters = bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count();
    (characters, characters + bytes.iter().filter(|byte| **byte >= 0xF0).count())
}
