//! The frame that the inspector shows, whether it is one of the world or one of a recording.

use core::ops::Range;
use std::borrow::Cow;

use super::Parsed;
use crate::panel::{Model, Place, READER, facts, http, recording};
use crate::proto::json::TokenKind;
use crate::sim::FrameNumber;

/// How long a message may be to be taken apart; a longer one is shown as text.
const PARSED_AT_MOST: usize = 1 << 20;

/// Which frame it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::panel) enum Which {
    /// One of the world.
    Frame(FrameNumber),
    /// A row of the recording.
    Row(usize),
    /// A part of an exchange of HTTP, by its first entry.
    Leg(usize),
}

/// The bytes of a frame.
#[derive(Debug)]
pub(in crate::panel) struct Subject<'a> {
    pub(in crate::panel) which: Which,
    pub(in crate::panel) bytes: Cow<'a, [u8]>,
    /// Which of them are the message: before it stands the header, after it the delimiter.
    pub(in crate::panel) body: Range<usize>,
}

impl<'a> Subject<'a> {
    /// What the inspector shows, if it has bytes.
    pub(in crate::panel) fn of(model: &'a Model) -> Option<Self> {
        if READER && model.place == Place::Recording {
            let sheet = recording::shown(&model.recording)?;
            let (bytes, body) = recording::content(sheet);
            let row = usize::try_from(sheet.at).unwrap_or(0);
            return Some(Self { which: Which::Row(row), bytes: bytes.into(), body });
        }
        if READER && model.place == Place::Http {
            let (at, leg) = http::here(model)?.shown_leg()?;
            let (bytes, body) = leg.whole(http::here(model)?.world().log());
            return Some(Self { which: Which::Leg(at), bytes: bytes.into(), body });
        }
        let number = model.shown_frame()?;
        let frame = &model.pair.frames()[number];
        let bytes = frame.bytes.as_deref()?;
        let body = facts::read(frame).0.map_or(0..bytes.len(), |frame| frame.body);
        Some(Self { which: Which::Frame(number), bytes: bytes.into(), body })
    }

    /// The message as text, if it is UTF-8.
    pub(in crate::panel) fn text(&self) -> Option<&str> {
        core::str::from_utf8(&self.bytes[self.body.clone()]).ok()
    }

    /// The message taken apart, if it is JSON.
    pub(in crate::panel) fn parsed(&self) -> Option<Parsed<'_>> {
        self.text().filter(|text| text.len() <= PARSED_AT_MOST).and_then(Parsed::of)
    }
}

/// A frame and what is selected in it.
#[derive(Debug)]
pub(in crate::panel) struct Look<'a> {
    pub(in crate::panel) subject: &'a Subject<'a>,
    pub(in crate::panel) parsed: Option<Parsed<'a>>,
    /// What the reader has selected.
    pub(in crate::panel) picked: Option<Range<usize>>,
    /// That, or all of the token that it is a byte of.
    pub(in crate::panel) marked: Range<usize>,
    /// The token that it begins in.
    pub(in crate::panel) token: Option<usize>,
    /// The value that this belongs to.
    pub(in crate::panel) entry: Option<usize>,
}

impl<'a> Look<'a> {
    pub(in crate::panel) fn at(model: &Model, subject: &'a Subject<'a>) -> Self {
        let parsed = subject.parsed();
        let length = subject.bytes.len();
        // The frame may be another than it was: after going back, say.
        let picked = model.inspect.picked(subject.which).filter(|picked| picked.end <= length);
        let mut look = Self { subject, parsed, picked: None, marked: 0..0, token: None, entry: None };
        let Some(picked) = picked else { return look };
        look.marked = picked.clone();
        let within = picked.start.checked_sub(subject.body.start);
        if let (Some(parsed), Some(at)) = (&look.parsed, within)
            && let Some(token) = parsed.token_at(at)
        {
            (look.token, look.entry) = (Some(token), Some(parsed.owner(token)));
            if picked.len() == 1 {
                look.marked = look.place(parsed.tokens[token].range.clone());
            }
        }
        look.picked = Some(picked);
        look
    }

    /// The one byte that is selected, if it is one.
    pub(in crate::panel) fn cursor(&self) -> Option<usize> {
        self.picked.clone().filter(|picked| picked.len() == 1).map(|picked| picked.start)
    }

    /// Where a stretch of the message stands in the frame.
    pub(in crate::panel) fn place(&self, range: Range<usize>) -> Range<usize> {
        let start = self.subject.body.start;
        range.start + start..range.end + start
    }

    /// Whether some of `range` of the frame is marked.
    pub(in crate::panel) fn marks(&self, range: &Range<usize>) -> bool {
        self.marked.start < range.end && range.start < self.marked.end
    }

    /// The tokens in which `search` stands, as written or as what they say.
    pub(in crate::panel) fn hits(&self, search: &str) -> Vec<usize> {
        let Some(parsed) = self.parsed.as_ref().filter(|_| !search.is_empty()) else { return Vec::new() };
        let search = search.to_ascii_lowercase();
        let has = |text: &str| text.to_ascii_lowercase().contains(&search);
        let is_hit = |token: &usize| match parsed.tokens[*token].kind {
            TokenKind::Key | TokenKind::String => has(parsed.raw(*token)) || has(&parsed.says(*token)),
            TokenKind::Number | TokenKind::Bool | TokenKind::Null => has(parsed.raw(*token)),
            _ => false,
        };
        (0..parsed.tokens.len()).filter(is_hit).collect()
    }
}
