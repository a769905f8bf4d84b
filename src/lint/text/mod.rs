//! Every word of a verdict, in two languages.
//!
//! Each area of the rule book has one table in each language; a test holds them against the book.

mod en;
mod zh;

use crate::proto::rule::RuleId;
pub use crate::trace::text::Language;

/// The words about one rule in one language.
#[derive(Debug, Clone, Copy)]
pub struct Text {
    /// The rule.
    pub id: &'static str,
    /// What it says.
    pub rule: &'static str,
    /// What is wrong where it is broken, with gaps for what was `{expected}`, what was `{seen}` and where (`{path}`);
    /// empty for a rule that is not judged.
    pub found: &'static str,
    /// What to do about it; empty where there is nothing to add.
    pub advice: &'static str,
}

/// A rule that is not judged.
const fn t(id: &'static str, rule: &'static str) -> Text {
    Text { id, rule, found: "", advice: "" }
}

/// A rule that is judged.
const fn j(id: &'static str, rule: &'static str, found: &'static str) -> Text {
    Text { id, rule, found, advice: "" }
}

/// A rule that is judged, with advice.
const fn a(id: &'static str, rule: &'static str, found: &'static str, advice: &'static str) -> Text {
    Text { id, rule, found, advice }
}

impl Language {
    const fn tables(self) -> &'static [&'static [Text]] {
        match self {
            Self::English => en::TABLES,
            Self::Chinese => zh::TABLES,
        }
    }

    pub(super) const fn nothing(self) -> &'static str {
        match self {
            Self::English => "nothing",
            Self::Chinese => "空缺",
        }
    }

    pub(super) const fn message(self) -> &'static str {
        match self {
            Self::English => "the message",
            Self::Chinese => "这条消息",
        }
    }

    /// A kind of value, given in English with its article.
    pub(super) fn kind(self, kind: &'static str) -> &'static str {
        match self {
            Self::English => kind,
            Self::Chinese => {
                zh::KINDS.iter().find(|(known, _)| *known == kind).map_or(kind, |(_, word)| word)
            }
        }
    }
}

impl Text {
    /// The words about `rule`; those of the first rule there is when nobody has heard of it.
    #[must_use]
    pub fn find(language: Language, rule: RuleId) -> &'static Self {
        let tables = language.tables();
        let mut all = tables.iter().flat_map(|table| table.iter());
        all.find(|text| text.id == rule.as_str()).unwrap_or(&tables[0][0])
    }

    /// Every text of `language`, in the order of the book.
    pub fn all(language: Language) -> impl Iterator<Item = &'static Self> {
        language.tables().iter().flat_map(|table| table.iter())
    }
}

/// `template` with each `{name}` replaced by its value, in Chinese: between a character and what is none stands a space,
/// between two characters none does. Between two words of other scripts it stands where the template has it.
pub(super) fn fill_chinese(template: &str, values: &[(&str, &str)]) -> String {
    let is_character = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    let needs_space = |before: Option<char>, after: Option<char>| {
        let (Some(before), Some(after)) = (before, after) else { return false };
        is_character(before) && after.is_ascii_graphic() || before.is_ascii_graphic() && is_character(after)
    };
    let stays = |had: bool, before: Option<char>, after: Option<char>| {
        let is_word = |c: char| c.is_ascii_graphic();
        had && before.is_some_and(is_word) && after.is_some_and(is_word)
    };
    let mut rest = template;
    let mut out = String::with_capacity(rest.len() + 32);
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before.trim_end());
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        let value = values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value);
        let (left, first) = (out.chars().next_back(), value.chars().next());
        if needs_space(left, first) || stays(before.ends_with(' '), left, first) {
            out.push(' ');
        }
        out.push_str(value);
        rest = after.trim_start();
        // What is empty has no neighbours of its own.
        let (last, right) = (out.chars().next_back(), rest.chars().next());
        if needs_space(last, right) || stays(after.starts_with(' '), last, right) {
            out.push(' ');
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::text::fill;

    #[test]
    fn values_are_not_filled_again_and_chinese_has_spaces_where_it_should() {
        let values = [("a", "{b}"), ("b", "x"), ("c", "对象")];
        assert_eq!(fill("{a} and {b} of {nothing}.", &values), "{b} and x of .");
        assert_eq!(fill_chinese("应为{b}，实为 {c} 。", &values), "应为 x，实为对象。");
        assert_eq!(fill_chinese("这是{b}的{c}", &values), "这是 x 的对象");
        assert_eq!(fill_chinese("id {b} 已被用过，id {c}也是", &values), "id x 已被用过，id 对象也是");
        assert_eq!(fill_chinese("{b} {b}。", &values), "x x。");
    }
}
