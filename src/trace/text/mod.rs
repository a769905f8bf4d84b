//! The words that a reader of a report sees, and the languages of everything that Wirelab says to people.

mod en;
mod word;
mod zh;

pub use word::Word;

use super::model::Doubt;
use super::note::{Note, NoteKind};

/// A language of the page and of the reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Chinese, simplified characters.
    Chinese,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// The BCP 47 tag.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh-Hans",
        }
    }

    /// Our language for a reader who prefers `tag`, if we have it.
    #[must_use]
    pub fn preferred(tag: &str) -> Option<Self> {
        match tag.split('-').next()?.to_ascii_lowercase().as_str() {
            "en" => Some(Self::English),
            "zh" => Some(Self::Chinese),
            _ => None,
        }
    }

    /// The text of `word`.
    #[must_use]
    pub const fn word(self, word: Word) -> &'static str {
        match self {
            Self::English => en::say(word),
            Self::Chinese => zh::say(word),
        }
    }

    /// The text of `word`, with each `{name}` replaced by its value.
    #[must_use]
    pub fn word_with(self, word: Word, values: &[(&str, &str)]) -> String {
        fill(self.word(word), values)
    }
}

impl Doubt {
    /// What it says to a reader.
    #[must_use]
    pub const fn word(self) -> Word {
        match self {
            Self::Direction => Word::DoubtDirection,
            Self::Shortened => Word::DoubtShortened,
            Self::Mended => Word::DoubtMended,
            Self::Rewritten => Word::DoubtRewritten,
            Self::Quoted => Word::DoubtQuoted,
            Self::Prefixed => Word::DoubtPrefixed,
            Self::Unjudged => Word::DoubtUnjudged,
        }
    }
}

impl NoteKind {
    /// What it says to a reader.
    #[must_use]
    pub const fn word(self) -> Word {
        match self {
            Self::NoHeading => Word::NoteNoHeading,
            Self::LaterVersion => Word::NoteLaterVersion,
            Self::AnotherRecording => Word::NoteAnotherRecording,
            Self::UnknownLine => Word::NoteUnknownLine,
            Self::BrokenLine => Word::NoteBrokenLine,
            Self::LineTooLong => Word::NoteLineTooLong,
            Self::CutOff => Word::NoteCutOff,
            Self::NoFrames => Word::NoteNoFrames,
            Self::NoEnvelopes => Word::NoteNoEnvelopes,
            Self::TooMuchWork => Word::NoteTooMuchWork,
            Self::WordsBefore => Word::NoteWordsBefore,
            Self::OrderLost => Word::NoteOrderLost,
        }
    }
}

impl Note {
    /// The note as a sentence with its line, for a reader.
    #[must_use]
    pub fn say(&self, language: Language) -> String {
        let (line, sentence) = (self.origin.first_line.to_string(), language.word(self.kind.word()));
        language.word_with(Word::NoteAtLine, &[("line", &line), ("sentence", sentence)])
    }
}

/// `template` with each `{name}` replaced by its value.
#[must_use]
pub(crate) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut rest = template;
    let mut out = String::with_capacity(rest.len());
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        // A value is never searched for names again: it may hold whatever a peer wrote.
        out.push_str(values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value));
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preferred_language_is_found_by_its_first_part() {
        assert_eq!(Language::preferred("zh-TW"), Some(Language::Chinese));
        assert_eq!(Language::preferred("EN-gb"), Some(Language::English));
        assert_eq!(Language::preferred("fr"), None);
    }

    fn names(text: &str) -> Vec<&str> {
        let mut names: Vec<_> = text.split('{').skip(1).filter_map(|part| part.split('}').next()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn every_word_is_there_in_both_languages_with_the_same_gaps() {
        for word in Word::ALL {
            let (english, chinese) = (Language::English.word(*word), Language::Chinese.word(*word));
            assert_eq!(names(english), names(chinese), "{word:?}");
            let is_chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..'\u{9fff}').contains(&c));
            assert!(!english.is_empty() && !is_chinese(english), "{word:?}");
            assert!(is_chinese(chinese) || *word == Word::Fact, "{word:?}");
        }
    }

    #[test]
    fn a_note_says_its_line() {
        let origin = crate::trace::Origin { bytes: 3..9, first_line: 2, last_line: 2 };
        let note = Note { kind: NoteKind::LineTooLong, origin, detail: String::new() };
        assert_eq!(note.say(Language::English), "Line 2: A line is too long and was skipped.");
        assert_eq!(note.say(Language::Chinese), "第 2 行：跳过了一行：它太长了。");
    }
}
