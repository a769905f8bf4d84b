//! The places of the page.

/// Whether this build knows the places of the judge. The module that the page begins with does not: another that does is
/// loaded when the reader goes there.
pub const READER: bool = crate::sim::WHOLE;

/// A place that the reader can be at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Place {
    /// The two ends and the wire between them.
    #[default]
    Play,
    /// The same two ends over HTTP.
    Http,
    /// A recording that somebody brought.
    Recording,
    /// The lessons.
    Learn,
    /// The rule book.
    Rules,
}

impl Place {
    /// All of them, in the order of the navigation.
    pub const ALL: [Self; 5] = [Self::Play, Self::Http, Self::Recording, Self::Learn, Self::Rules];

    /// Its name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Http => "http",
            Self::Recording => "recording",
            Self::Learn => "learn",
            Self::Rules => "rules",
        }
    }

    /// The place called `name`.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|place| place.name() == name)
    }
}
