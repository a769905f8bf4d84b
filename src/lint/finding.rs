//! What the judge has to say about one place.

use core::ops::Range;

use super::book::{Level, Rule, Seen};
use super::talk::Spot;
use super::text::{Language, Text, fill_chinese};
use crate::proto::rule::RuleId;
use crate::proto::session::Side;
use crate::trace::Lane;
use crate::trace::text::fill;

/// How much of what stood on the wire a sentence repeats, in characters.
const SHOWN: usize = 120;

/// A rule that was broken, where, and by whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule.
    pub rule: RuleId,
    /// How much it weighs here: what the book says of the rule in this revision, but for a few cases that weigh more
    /// (a broken header, an answered notification that nobody knows, a name that stands twice in the envelope) or less
    /// (what is [tolerated](super::TOLERATED) to a degree, a failure that may be the server's own).
    pub level: Level,
    /// Who broke it.
    pub blame: Side,
    /// The frame that it is about, counted over both lanes in the order in which frames were complete, from 0. What is
    /// about the head of a request or of an answer is about a remark ([`Lane::Note`]): this is how many frames came before.
    pub frame: usize,
    /// The lane of that frame.
    pub lane: Lane,
    /// The number of the frame, or of the remark, within its lane, from 0.
    pub in_lane: usize,
    /// Where the frame begins, in bytes from the start of its lane.
    pub offset: u64,
    /// Which bytes of the frame it is about; of a frame that is too long, of those that were kept.
    pub range: Range<usize>,
    /// The value that it is about, as a JSON Pointer (RFC 6901) into the body of the frame; empty for all of it. In a head it
    /// is the name of a header.
    pub path: String,
    /// What should have been there.
    pub expected: Said,
    /// What was there.
    pub seen: Said,
    /// Another frame that explains it, such as that of the request.
    pub related: Option<usize>,
    /// The exchange of HTTP that it was found in, where there is one.
    pub exchange: Option<u64>,
}

/// A part of a sentence that comes from the conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// Nothing at all.
    Nothing,
    /// As it stood on the wire, or would have to; of something long only the beginning.
    Wire(String),
    /// A kind of value, in the words of [`Mismatch`](crate::proto::json::Mismatch).
    Kind(&'static str),
    /// How many.
    Count(u64),
}

impl From<&str> for Said {
    fn from(text: &str) -> Self {
        Self::Wire(text.to_owned())
    }
}

impl From<String> for Said {
    fn from(text: String) -> Self {
        Self::Wire(text)
    }
}

impl From<usize> for Said {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

impl Said {
    /// As a reader of `language` reads it; what is long is cut.
    #[must_use]
    pub fn to_text(&self, language: Language) -> String {
        match self {
            Self::Nothing => language.nothing().to_owned(),
            Self::Wire(text) => beginning(text, SHOWN),
            Self::Kind(kind) => language.kind(kind).to_owned(),
            Self::Count(count) => count.to_string(),
        }
    }
}

impl Said {
    /// As much of it as a sentence can show, so that many findings about a long message do not copy it many times.
    pub(super) fn shortened(mut self) -> Self {
        if let Self::Wire(text) = &mut self
            && let Some((end, _)) = text.char_indices().nth(SHOWN + 1)
        {
            text.truncate(end);
            text.shrink_to_fit();
        }
        self
    }
}

/// The first characters of `text`, `most` of them, on one line.
pub(crate) fn beginning(text: &str, most: usize) -> String {
    let shown = |c: char| if c.is_control() { ' ' } else { c };
    let mut out: String = text.chars().take(most).map(shown).collect();
    if text.chars().nth(most).is_some() {
        out.push('…');
    }
    out
}

impl Finding {
    /// About all of what stands at `spot`.
    pub(super) fn at(spot: &Spot, rule: &'static str, level: Level, blame: Side, said: (Said, Said)) -> Self {
        let (expected, seen) = said;
        Self {
            rule: RuleId::new(rule),
            level,
            blame,
            frame: spot.place.frame,
            lane: spot.place.lane,
            in_lane: spot.place.in_lane,
            offset: spot.place.offset,
            range: spot.range.clone(),
            path: String::new(),
            expected: expected.shortened(),
            seen: seen.shortened(),
            related: None,
            exchange: None,
        }
    }

    /// What is wrong, in one sentence.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        let place = if self.path.is_empty() { language.message() } else { &self.path };
        let (expected, seen) = (self.expected.to_text(language), self.seen.to_text(language));
        let values = [("expected", expected.as_str()), ("seen", &seen), ("path", &beginning(place, SHOWN))];
        let template = Text::find(language, self.rule).found;
        if language == Language::Chinese { fill_chinese(template, &values) } else { fill(template, &values) }
    }

    /// What to do about it, where there is something to say.
    #[must_use]
    pub fn advice(&self, language: Language) -> Option<&'static str> {
        let advice = Text::find(language, self.rule).advice;
        (!advice.is_empty()).then_some(advice)
    }

    /// The less, the closer to the cause: bytes that are no message explain what is missing after them, a handshake
    /// that went wrong explains what follows, and a request without an answer explains nothing.
    fn distance(&self) -> u8 {
        let rule = self.rule.as_str();
        let handshake = ["LC-", "VN-", "MT-05", "MT-06"].iter().any(|area| rule.starts_with(area));
        match Rule::find(rule).map(|rule| rule.seen) {
            Some(Seen::Bytes) => 0,
            _ if rule == "JR-20" || rule == "BA-01" => 3,
            _ if handshake || rule.starts_with("JR-") => 1,
            _ => 2,
        }
    }
}

/// The finding that matters most: the heaviest, among those the one closest to the cause, among those the first.
#[must_use]
pub fn primary<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Option<&'a Finding> {
    findings
        .into_iter()
        .min_by_key(|finding| (core::cmp::Reverse(finding.level), finding.distance(), finding.frame))
}
