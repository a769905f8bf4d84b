//! Every word that a reader of the page sees.
//!
//! The words of a language are one function over [`Key`]; the compiler refuses a language in which a key has no
//! words.

mod en;
mod key;
mod zh;

pub use key::Key;

/// A language of the page.
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

    /// The words for `key`.
    #[must_use]
    pub const fn say(self, key: Key) -> &'static str {
        match self {
            Self::English => en::say(key),
            Self::Chinese => zh::say(key),
        }
    }

    /// The words for `key`, with each `{name}` replaced by its value.
    #[must_use]
    pub fn fill(self, key: Key, values: &[(&str, &str)]) -> String {
        crate::lint::fill(self.say(key), values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&str> {
        let mut names: Vec<_> = text.split('{').skip(1).filter_map(|part| part.split('}').next()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn every_key_has_words_in_both_languages_with_the_same_gaps() {
        for key in Key::ALL {
            let (english, chinese) = (Language::English.say(*key), Language::Chinese.say(*key));
            assert!(!english.is_empty() && !chinese.is_empty(), "{key:?}");
            assert_eq!(names(english), names(chinese), "{key:?}");
            assert!(
                !english.chars().any(|c| ('\u{4e00}'..'\u{9fff}').contains(&c)) || *key == Key::SpeakChinese
            );
        }
    }

    #[test]
    fn a_chinese_reader_meets_chinese() {
        // Words that are the same in both languages, because they name things on the wire.
        let wire_words = [Key::SpeakEnglish];
        for key in Key::ALL.iter().filter(|key| !wire_words.contains(key)) {
            let chinese = Language::Chinese.say(*key);
            assert!(chinese.chars().any(|c| ('\u{4e00}'..'\u{9fff}').contains(&c)), "{key:?}: {chinese}");
        }
    }

    #[test]
    fn values_are_not_filled_again() {
        let filled = Language::English.fill(Key::DeliverTo, &[("what", "{side}"), ("side", "x")]);
        assert!(filled.contains("{side}"), "{filled}");
    }

    #[test]
    fn a_preferred_language_is_found_by_its_first_part() {
        assert_eq!(Language::preferred("zh-TW"), Some(Language::Chinese));
        assert_eq!(Language::preferred("EN-gb"), Some(Language::English));
        assert_eq!(Language::preferred("fr"), None);
    }
}
