//! A recording that is played: row after row, at the pace at which it was written, or at another.

use core::time::Duration;

use super::update::select;
use super::{Recording, RecordingMsg};
use crate::panel::Effect;
use crate::trace::text::Language;

/// The wait where nobody knows how long it was.
const UNKNOWN: Duration = Duration::from_millis(700);
/// How soon to look again for a row that is on its way.
const SOON: Duration = Duration::from_millis(50);

/// How a recording is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pace {
    /// In real time.
    Real,
    /// In a tenth of the time.
    Tenth,
    /// In a hundredth of it.
    Hundredth,
    /// One row after another with the same wait between them, however far they were apart.
    #[default]
    Even,
    /// Ten times slower, for what happens within milliseconds.
    Stretched,
}

impl Pace {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Even, Self::Stretched, Self::Real, Self::Tenth, Self::Hundredth];

    /// The name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Even => "even",
            Self::Stretched => "×1/10",
            Self::Real => "×1",
            Self::Tenth => "×10",
            Self::Hundredth => "×100",
        }
    }

    /// How long to wait between two rows that were written at these times, in microseconds.
    fn wait(self, before: i64, after: i64) -> Duration {
        // Without a time there is no first moment either.
        if self == Self::Even || after <= 0 {
            return UNKNOWN;
        }
        let apart = Duration::from_micros(u64::try_from(after.saturating_sub(before)).unwrap_or(0));
        match self {
            Self::Stretched => apart.saturating_mul(10),
            Self::Tenth => apart / 10,
            Self::Hundredth => apart / 100,
            Self::Real | Self::Even => apart,
        }
    }
}

/// Begins to play, or stops.
pub(super) fn toggle(recording: &mut Recording, language: Language) -> Vec<Effect> {
    if recording.playing {
        return pause(recording);
    }
    recording.playing = true;
    let at_end = recording.selected.is_none_or(|row| row + 1 >= recording.total());
    if at_end {
        let mut effects = super::update(recording, language, RecordingMsg::SelectRow(0));
        recording.playing = true;
        effects.extend(wake(recording));
        return effects;
    }
    wake(recording).into_iter().collect()
}

/// Stops.
pub(in crate::panel) fn pause(recording: &mut Recording) -> Vec<Effect> {
    recording.playing = false;
    vec![Effect::StopWaking]
}

/// Goes on to the next row.
pub(in crate::panel) fn advance(recording: &mut Recording, language: Language) -> Vec<Effect> {
    let next = recording.selected.map_or(0, |row| row + 1);
    if next >= recording.total() {
        return pause(recording);
    }
    if recording.window.row(next).is_none() {
        // It is on its way.
        return vec![Effect::WakeAfter(SOON)];
    }
    recording.finding = None;
    let mut effects = select(recording, language, next);
    effects.extend(wake(recording));
    effects
}

/// When the next row is due.
fn wake(recording: &mut Recording) -> Option<Effect> {
    let row = recording.selected?;
    if row + 1 >= recording.total() {
        return pause(recording).pop();
    }
    let at = |row| recording.window.row(row).map(|row| row.at);
    let wait = match (at(row), at(row + 1)) {
        (Some(before), Some(after)) => recording.pace.wait(before, after),
        _ => SOON,
    };
    Some(Effect::WakeAfter(wait))
}

/// Plays at another pace.
pub(super) fn set_pace(recording: &mut Recording, pace: Pace) -> Vec<Effect> {
    recording.pace = pace;
    if recording.playing { wake(recording).into_iter().collect() } else { Vec::new() }
}
