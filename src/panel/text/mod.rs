//! Every word that a reader of the page sees.
//!
//! The words of a language are one function over [`Key`]; the compiler refuses a language in which a key has no
//! words.

mod attach;
mod en;
mod fault;
mod forms;
mod http;
mod key;
mod lesson;
mod peers;
mod spot;
mod zh;

use super::Lesson;
use crate::trace::text::fill;

pub use crate::trace::text::Language;
pub use attach::Attach;
pub use fault::Broken;
pub use forms::Forms;
pub use http::Web;
pub use key::{Act, Editor, Embed, Hand, Key, Learn, Story, Tell, When, Wrong};
pub use lesson::LessonText;
pub use peers::Peer;
pub use spot::Spot;

impl Language {
    /// The words for `key`.
    #[must_use]
    pub const fn say(self, key: Key) -> &'static str {
        match self {
            Self::English => en::say(key),
            Self::Chinese => zh::say(key),
        }
    }

    /// The words for `key`.
    #[must_use]
    pub const fn tell(self, key: Tell) -> &'static str {
        match self {
            Self::English => en::tell(key),
            Self::Chinese => zh::tell(key),
        }
    }

    /// The words for `key`.
    #[must_use]
    pub const fn hand(self, key: Hand) -> &'static str {
        match self {
            Self::English => en::hand(key),
            Self::Chinese => zh::hand(key),
        }
    }

    /// What the members of messages are for, by shape and name.
    pub(in crate::panel) const fn fields(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::English => en::FIELDS,
            Self::Chinese => zh::FIELDS,
        }
    }

    /// What the member `name` of the shape `of` is for.
    pub(in crate::panel) fn field(self, of: &str, name: &str) -> Option<&'static str> {
        let is = |key: &str| key.strip_prefix(of).and_then(|rest| rest.strip_prefix('.')) == Some(name);
        self.fields().iter().find(|(key, _)| is(key)).map(|(_, text)| *text)
    }

    /// The words for `key`.
    #[must_use]
    pub const fn spot(self, key: Spot) -> &'static str {
        match self {
            Self::English => en::spot(key),
            Self::Chinese => zh::spot(key),
        }
    }

    /// The words for `key`.
    #[must_use]
    pub const fn wrong(self, key: Wrong) -> &'static str {
        match self {
            Self::English => en::wrong(key),
            Self::Chinese => zh::wrong(key),
        }
    }

    /// The words for `key`, with each `{name}` replaced by its value.
    #[must_use]
    pub fn wrong_with(self, key: Wrong, values: &[(&str, &str)]) -> String {
        fill(self.wrong(key), values)
    }

    /// The words for `key`.
    #[must_use]
    pub const fn editor(self, key: Editor) -> &'static str {
        match self {
            Self::English => en::editor(key),
            Self::Chinese => zh::editor(key),
        }
    }

    /// The words for `key`, with each `{name}` replaced by its value.
    #[must_use]
    pub fn editor_with(self, key: Editor, values: &[(&str, &str)]) -> String {
        fill(self.editor(key), values)
    }

    /// The words for `key`.
    #[must_use]
    pub const fn learn(self, key: Learn) -> &'static str {
        match self {
            Self::English => en::learn(key),
            Self::Chinese => zh::learn(key),
        }
    }

    /// The words for `key`, with each `{name}` replaced by its value.
    #[must_use]
    pub fn learn_with(self, key: Learn, values: &[(&str, &str)]) -> String {
        fill(self.learn(key), values)
    }

    /// What a scenario is called, and what happens in it.
    #[must_use]
    pub const fn scenario(self, story: crate::sim::Story) -> (&'static str, &'static str) {
        match self {
            Self::English => en::scenario(story),
            Self::Chinese => zh::scenario(story),
        }
    }

    /// The text of `lesson`.
    #[must_use]
    pub const fn lesson(self, lesson: Lesson) -> &'static LessonText {
        match self {
            Self::English => en::lesson(lesson),
            Self::Chinese => zh::lesson(lesson),
        }
    }

    /// The words for `key`, with each `{name}` replaced by its value.
    #[must_use]
    pub fn hand_with(self, key: Hand, values: &[(&str, &str)]) -> String {
        fill(self.hand(key), values)
    }

    /// The words for `key`.
    #[must_use]
    pub const fn act(self, key: Act) -> &'static str {
        match self {
            Self::English => en::act(key),
            Self::Chinese => zh::act(key),
        }
    }

    /// The words for `key`.
    #[must_use]
    pub const fn form(self, key: Forms) -> &'static str {
        match self {
            Self::English => en::form(key),
            Self::Chinese => zh::form(key),
        }
    }

    /// The words for `key`.
    #[must_use]
    pub const fn peer(self, key: Peer) -> &'static str {
        match self {
            Self::English => en::peer(key),
            Self::Chinese => zh::peer(key),
        }
    }

    /// The words for `key`, with each `{name}` replaced by its value.
    #[must_use]
    pub fn peer_with(self, key: Peer, values: &[(&str, &str)]) -> String {
        fill(self.peer(key), values)
    }

    /// The words for `key`, with each `{name}` replaced by its value.
    #[must_use]
    pub fn form_with(self, key: Forms, values: &[(&str, &str)]) -> String {
        fill(self.form(key), values)
    }

    /// The words for `key`, with each `{name}` replaced by its value.
    #[must_use]
    pub fn act_with(self, key: Act, values: &[(&str, &str)]) -> String {
        fill(self.act(key), values)
    }

    /// The words for `key`, with each `{name}` replaced by its value.
    #[must_use]
    pub fn spot_with(self, key: Spot, values: &[(&str, &str)]) -> String {
        fill(self.spot(key), values)
    }

    /// The words for `key`, with each `{name}` replaced by its value.
    #[must_use]
    pub fn tell_with(self, key: Tell, values: &[(&str, &str)]) -> String {
        fill(self.tell(key), values)
    }

    /// The words for `key`.
    #[must_use]
    pub const fn story(self, key: Story) -> &'static str {
        match self {
            Self::English => en::story(key),
            Self::Chinese => zh::story(key),
        }
    }

    /// The words for `key`.
    #[must_use]
    pub const fn when(self, key: When) -> &'static str {
        match self {
            Self::English => en::when(key),
            Self::Chinese => zh::when(key),
        }
    }

    /// The words for `key`, with each `{name}` replaced by its value.
    #[must_use]
    pub fn when_with(self, key: When, values: &[(&str, &str)]) -> String {
        fill(self.when(key), values)
    }

    /// The words for `key`.
    #[must_use]
    pub const fn embed(self, key: Embed) -> &'static str {
        match self {
            Self::English => en::embed(key),
            Self::Chinese => zh::embed(key),
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
    use crate::sim::FaultKind;
    use crate::sim::Story as Scenario;

    fn names(text: &str) -> Vec<&str> {
        let mut names: Vec<_> = text.split('{').skip(1).filter_map(|part| part.split('}').next()).collect();
        names.sort_unstable();
        names
    }

    /// All texts of a lesson; both languages have as many of each.
    fn lessons(lesson: &Lesson) -> Vec<(String, &'static str, &'static str)> {
        let parts = |language: Language| {
            let text = language.lesson(*lesson);
            assert_eq!(text.task.len(), lesson.goals(), "{lesson:?}: a sentence for each goal");
            (
                text.idea.len(),
                text.hints.len(),
                [&[text.title, text.done], text.idea, text.task, text.hints].concat(),
            )
        };
        let [english, chinese] = Language::ALL.map(parts);
        assert_eq!((english.0, english.1), (chinese.0, chinese.1), "{lesson:?}");
        let both = english.2.into_iter().zip(chinese.2);
        both.map(|(english, chinese)| (format!("{lesson:?}"), english, chinese)).collect()
    }

    fn is_chinese(text: &str) -> bool {
        text.chars().any(|c| ('\u{4e00}'..'\u{9fff}').contains(&c))
    }

    /// Every key of every kind with its words.
    fn all() -> impl Iterator<Item = (String, &'static str, &'static str)> {
        let [english, chinese] = Language::ALL;
        let keys = Key::ALL.iter().map(move |key| (format!("{key:?}"), english.say(*key), chinese.say(*key)));
        let tell = move |key: &Tell| (format!("{key:?}"), english.tell(*key), chinese.tell(*key));
        let hand = move |key: &Hand| (format!("{key:?}"), english.hand(*key), chinese.hand(*key));
        let act = move |key: &Act| (format!("{key:?}"), english.act(*key), chinese.act(*key));
        let peer = move |key: &Peer| (format!("{key:?}"), english.peer(*key), chinese.peer(*key));
        let form = move |key: &Forms| (format!("{key:?}"), english.form(*key), chinese.form(*key));
        let when = move |key: &When| (format!("{key:?}"), english.when(*key), chinese.when(*key));
        let embed = move |key: &Embed| (format!("{key:?}"), english.embed(*key), chinese.embed(*key));
        let story = move |key: &Story| (format!("{key:?}"), english.story(*key), chinese.story(*key));
        let spot = move |key: &Spot| (format!("{key:?}"), english.spot(*key), chinese.spot(*key));
        let broken = move |key: &Broken| (format!("{key:?}"), english.broken(*key), chinese.broken(*key));
        let attach = move |key: &Attach| (format!("{key:?}"), english.attach(*key), chinese.attach(*key));
        let web = move |key: &Web| (format!("{key:?}"), english.web(*key), chinese.web(*key));
        let faults = FaultKind::ALL.iter().flat_map(move |kind| {
            let (english, chinese) = (english.fault(*kind), chinese.fault(*kind));
            let name = kind.name();
            [(name.to_owned(), english.0, chinese.0), (format!("{name} hint"), english.1, chinese.1)]
        });
        let scenarios = Scenario::ALL.into_iter().flat_map(move |story| {
            let ((title, text), (other, chinese)) = (english.scenario(story), chinese.scenario(story));
            [(format!("{story:?}"), title, other), (format!("{story:?}"), text, chinese)]
        });
        let learn = move |key: &Learn| (format!("{key:?}"), english.learn(*key), chinese.learn(*key));
        let wrong = move |key: &Wrong| (format!("{key:?}"), english.wrong(*key), chinese.wrong(*key));
        let editor = move |key: &Editor| (format!("{key:?}"), english.editor(*key), chinese.editor(*key));
        let fields = english.fields().iter().zip(chinese.fields());
        let fields = fields.map(|((key, english), (_, chinese))| ((*key).to_owned(), *english, *chinese));
        let keys = keys.chain(Story::ALL.iter().map(story));
        keys.chain(Tell::ALL.iter().map(tell))
            .chain(When::ALL.iter().map(when))
            .chain(Hand::ALL.iter().map(hand))
            .chain(Embed::ALL.iter().map(embed))
            .chain(Act::ALL.iter().map(act))
            .chain(Forms::ALL.iter().map(form))
            .chain(Peer::ALL.iter().map(peer))
            .chain(Spot::ALL.iter().map(spot))
            .chain(Broken::ALL.iter().map(broken))
            .chain(Attach::ALL.iter().map(attach))
            .chain(Web::ALL.iter().map(web))
            .chain(faults)
            .chain(Wrong::ALL.iter().map(wrong))
            .chain(Learn::ALL.iter().map(learn))
            .chain(Lesson::ALL.iter().flat_map(lessons))
            .chain(scenarios)
            .chain(Editor::ALL.iter().map(editor))
            .chain(fields)
    }

    #[test]
    fn every_key_has_words_in_both_languages_with_the_same_gaps() {
        for (key, english, chinese) in all() {
            assert!(!english.is_empty() && !chinese.is_empty(), "{key}");
            assert_eq!(names(english), names(chinese), "{key}");
            assert!(!is_chinese(english) || key == "SpeakChinese", "{key}");
        }
    }

    #[test]
    fn a_chinese_reader_meets_chinese() {
        // The name of a language is written in that language, and that of a protocol is the same in all.
        for (key, _, chinese) in
            all().filter(|(key, ..)| !["SpeakEnglish", "PlaceHttp"].contains(&key.as_str()))
        {
            assert!(is_chinese(chinese), "{key}: {chinese}");
        }
    }

    #[test]
    fn values_are_not_filled_again() {
        let filled = Language::English.fill(Key::DeliverTo, &[("what", "{side}"), ("side", "x")]);
        assert!(filled.contains("{side}"), "{filled}");
    }
}
