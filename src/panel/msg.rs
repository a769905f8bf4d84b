//! What can happen to the page.

/// One thing that happened to the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Msg {
    /// Do the next thing.
    Step,
    /// The wake-up that was asked for is due.
    Wake,
}

impl Msg {
    /// The message that an element asks for: its `data-msg`, its `data-arg`, and the value of the form element, if
    /// it is one.
    #[must_use]
    pub fn from_dom(name: &str, _arg: &str, _value: &str) -> Option<Self> {
        match name {
            "step" => Some(Self::Step),
            _ => None,
        }
    }

    /// The message of a key, pressed outside text fields and without Ctrl, Alt or Meta. `key` as
    /// `KeyboardEvent.key` spells it.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        match key {
            "n" => Some(Self::Step),
            _ => None,
        }
    }
}
