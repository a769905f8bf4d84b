//! The words that a reader of a report sees, and the languages of everything that Wirelab says to people.

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
}
