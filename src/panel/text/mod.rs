//! Every word that a reader of the page sees.
//!
//! The words of a language are one function over [`Key`]; the compiler refuses a language in which a key has no
//! words.

mod en;
mod key;
mod zh;

use crate::trace::text::fill;

pub use crate::trace::text::Language;
pub use key::Key;

impl Language {
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
        fill(self.say(key), values)
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
}
