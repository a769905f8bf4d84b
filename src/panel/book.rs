//! The rule book as the page shows it: the rules come from the judge's module, once for each language.

use super::Effect;
use super::view::rule_key;
use crate::desk::{Ask, Reply, RuleRow};
use crate::trace::text::Language;

/// From where the numbers of the book's questions count: those of a recording begin at zero.
const FIRST: u32 = 1 << 31;

/// One thing that happened to the rule book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BookMsg {
    /// Show rules in which this stands.
    Search(String),
    /// Show the rules of this revision; of all if none.
    Filter(Option<String>),
    /// Look at a rule.
    Select(String),
}

impl BookMsg {
    /// The message of an element, as [`Msg::from_dom`](super::Msg::from_dom) reads it.
    pub(super) fn from_dom(name: &str, arg: &str, value: &str) -> Option<Self> {
        Some(match name {
            "rule-search" => Self::Search(value.to_owned()),
            "rule-revision" => Self::Filter((!value.is_empty()).then(|| value.to_owned())),
            "rule" => Self::Select(arg.to_owned()),
            _ => return None,
        })
    }
}

/// What the page knows of the rule book.
#[derive(Debug, Default)]
pub struct Book {
    /// The rules and the language that they are in.
    rules: Option<(Language, Vec<RuleRow>)>,
    /// Why there are none.
    pub(super) failed: Option<String>,
    pub(super) search: String,
    pub(super) revision: Option<String>,
    pub(super) selected: Option<String>,
    asked: Option<(u32, Language)>,
    count: u32,
}

impl Book {
    /// The rules, once they are here.
    #[must_use]
    pub fn rules(&self) -> Option<&[RuleRow]> {
        self.rules.as_ref().map(|(_, rules)| rules.as_slice())
    }

    /// Whether question `number` was one of the book's.
    pub(super) const fn asks(number: u32) -> bool {
        number >= FIRST
    }

    /// Asks for the rules in `language`, unless they are here or on their way.
    pub(super) fn open(&mut self, language: Language) -> Vec<Effect> {
        let is = |known: Option<Language>| known == Some(language);
        let known = self.rules.as_ref().map(|(known, _)| *known);
        if self.asked.map_or(is(known), |(_, asked)| asked == language) {
            return self.shown().into_iter().collect();
        }
        let number = FIRST | self.count;
        self.count = (self.count + 1) % FIRST;
        self.asked = Some((number, language));
        self.failed = None;
        vec![Effect::Judge { number, ask: Ask::Rules, language, body: None }]
    }

    /// Whether the rule holds in the revision that is looked at and has each of the words that are searched for.
    pub(super) fn fits(&self, rule: &RuleRow) -> bool {
        let holds = |version: &String| {
            let spans = rule.weights.iter();
            spans
                .into_iter()
                .any(|span| matches!(&span[..], [first, last, _] if first <= version && version <= last))
        };
        let advice = rule.advice.as_deref().unwrap_or_default();
        let text = [&*rule.id, &*rule.area, &*rule.text, advice].join(" ").to_ascii_lowercase();
        let words = self.search.to_ascii_lowercase();
        self.revision.as_ref().is_none_or(holds) && words.split_whitespace().all(|word| text.contains(word))
    }

    fn is_listed(&self, id: &str) -> bool {
        self.rules().is_none_or(|rules| rules.iter().any(|rule| rule.id == id && self.fits(rule)))
    }

    /// Takes the reply to question `number`.
    pub(super) fn judged(&mut self, number: u32, reply: Reply) -> Option<Effect> {
        let (_, language) = self.asked.take_if(|(asked, _)| *asked == number)?;
        match reply {
            Reply::Rules(rules) => self.rules = Some((language, rules)),
            Reply::Failed(why) => self.failed = Some(why),
            _ => self.failed = Some(String::new()),
        }
        self.shown()
    }

    /// Brings the chosen rule into view.
    fn shown(&self) -> Option<Effect> {
        self.selected.as_ref().map(|id| Effect::Show(rule_key(id)))
    }

    /// Lets `msg` happen.
    pub(super) fn update(&mut self, msg: BookMsg) {
        match msg {
            BookMsg::Search(text) => self.search = text,
            BookMsg::Filter(revision) => self.revision = revision,
            BookMsg::Select(id) => {
                // What was searched for before must not hide it.
                if !self.is_listed(&id) {
                    (self.search, self.revision) = (String::new(), None);
                }
                self.selected = Some(id);
            }
        }
    }
}
