//! Every word about the cases, in two languages: a test holds the tables against the cases.

mod advice_en;
mod advice_zh;
mod cases_en;
mod cases_zh;
mod phrases_en;
mod phrases_zh;

use super::case::{Case, Need};
use super::verdict::{Complaint, What};
use crate::trace::text::Language;

/// The words about one case in one language.
#[derive(Debug, Clone, Copy)]
pub struct CaseText {
    /// The case.
    pub id: &'static str,
    /// What is tried, and what must come of it.
    pub what: &'static str,
}

/// What to do where a rule was broken.
struct Advice {
    rule: &'static str,
    text: &'static str,
}

const fn w(id: &'static str, what: &'static str) -> CaseText {
    CaseText { id, what }
}

const fn a(rule: &'static str, text: &'static str) -> Advice {
    Advice { rule, text }
}

impl CaseText {
    /// The words of `language`, in the order of the cases.
    #[must_use]
    pub const fn all(language: Language) -> &'static [Self] {
        match language {
            Language::English => cases_en::TEXTS,
            Language::Chinese => cases_zh::TEXTS,
        }
    }
}

impl Case {
    /// What is tried, and what must come of it.
    #[must_use]
    pub fn text(&self, language: Language) -> &'static str {
        CaseText::all(language).iter().find(|text| text.id == self.id).map_or(self.id, |text| text.what)
    }
}

impl Complaint {
    /// What was wanted, and what came.
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        match (&self.what, language) {
            (What::Found(finding), _) => finding.sentence(language),
            (What::Missing(want, got), Language::English) => phrases_en::sentence(want, got),
            (What::Missing(want, got), Language::Chinese) => phrases_zh::sentence(want, got),
        }
    }

    /// What to do about it.
    #[must_use]
    pub fn advice(&self, language: Language) -> Option<&'static str> {
        if let What::Found(finding) = &self.what
            && let Some(advice) = finding.advice(language)
        {
            return Some(advice);
        }
        let table = match language {
            Language::English => advice_en::ADVICE,
            Language::Chinese => advice_zh::ADVICE,
        };
        table.iter().find(|advice| advice.rule == self.rule).map(|advice| advice.text)
    }
}

impl Need {
    /// Why a case is skipped that needs this.
    #[must_use]
    pub fn reason(self, language: Language) -> String {
        match language {
            Language::English => phrases_en::reason(self),
            Language::Chinese => phrases_zh::reason(self),
        }
    }
}

/// How much of what a server wrote a sentence repeats, in characters.
const SHOWN: usize = 160;

/// What an exchange is called in a sentence: one that is called after the request in its body is that `request`.
fn named(name: &str, request: &str) -> String {
    let is_id = name.starts_with(|first: char| first == '"' || first.is_ascii_digit());
    if is_id { format!("{request} {name}") } else { name.to_owned() }
}

/// The beginning of `text`, on one line.
fn cut(text: &str) -> String {
    crate::lint::beginning(text, SHOWN)
}
