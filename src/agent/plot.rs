//! What somebody may say to the model, so that the three things happen that a host has to know.

use super::Habit;

/// A story.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plot {
    /// A song that is there.
    Song,
    /// An artist whose name is not quite right: the tool says who is there, and the model tries again.
    Recovers,
    /// The same wish as the first, to a model that gets the name of the tool wrong: it is stuck.
    Stuck,
}

impl Plot {
    /// All of them, in the order of the lesson.
    pub const ALL: [Self; 3] = [Self::Song, Self::Recovers, Self::Stuck];

    /// The name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Song => "song",
            Self::Recovers => "recovers",
            Self::Stuck => "stuck",
        }
    }

    /// What the person says, in Chinese or in English.
    #[must_use]
    pub const fn wish(self, chinese: bool) -> &'static str {
        match (self, chinese) {
            (Self::Song | Self::Stuck, true) => "帮我播放一首周杰伦的歌",
            (Self::Song | Self::Stuck, false) => "Play me a song by Jay Chou",
            (Self::Recovers, true) => "帮我播放一首周杰轮的歌",
            (Self::Recovers, false) => "Play me a song by Jay Chow",
        }
    }

    /// What kind of model it takes.
    #[must_use]
    pub const fn habit(self) -> Habit {
        match self {
            Self::Song | Self::Recovers => Habit::Careful,
            Self::Stuck => Habit::Careless,
        }
    }
}
