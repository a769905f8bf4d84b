//! What a reader sees as one character: extended grapheme clusters, by the rules of Unicode Standard Annex #29.
//!
//! The crate `unicode-segmentation` finds them fast, in tables of 12 bytes a range. In the page's module that was
//! 11 KB of 120 KB gzipped, for one tool. Here most ranges are one byte, which is unpacked anew for every text: texts
//! are short. The tests hold both the table and the rules against that crate.

mod table;

/// What the rules ask of a code point: its Grapheme_Cluster_Break, Indic_Conjunct_Break and Extended_Pictographic
/// in one, since no two of them matter in the same place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Category {
    Other,
    Control,
    /// Extend, in conjuncts as well.
    Extend,
    Consonant,
    Pictograph,
    SpacingMark,
    /// Extend, and what makes a conjunct of two consonants.
    Linker,
    Prepend,
    /// A vowel of Hangul; `L` is a leading consonant, `T` a trailing one.
    V,
    L,
    T,
    LineFeed,
    CarriageReturn,
    /// Extend, but not in conjuncts: the zero width non-joiner.
    NonJoiner,
    /// The zero width joiner.
    Joiner,
    RegionalIndicator,
    /// A whole syllable of Hangul: these two are not in the table, see [`category`].
    Lv,
    Lvt,
}

use Category::{
    CarriageReturn, Consonant, Control, Extend, Joiner, L, LineFeed, Linker, Lv, Lvt, NonJoiner, Other,
    Pictograph, Prepend, RegionalIndicator, SpacingMark, T, V,
};

/// The categories by their number in the table.
const CATEGORIES: [Category; 16] = [
    Other,
    Control,
    Extend,
    Consonant,
    Pictograph,
    SpacingMark,
    Linker,
    Prepend,
    V,
    L,
    T,
    LineFeed,
    CarriageReturn,
    NonJoiner,
    Joiner,
    RegionalIndicator,
];

/// Adjacent code points of one category.
struct Run {
    category: Category,
    /// The first code point behind them.
    end: u32,
}

/// The table unpacked: runs from 0 on without a gap, the last of them before the code points that are all [`Other`].
///
/// Each byte has the number of a category in its upper four bits and a digit in its lower four. Bytes of the same
/// category in a row are one run, their digits its length in base 16: the next run is of another category.
fn runs() -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut start = 0;
    for byte in table::RUNS {
        let category = CATEGORIES[usize::from(byte >> 4)];
        let digit = u32::from(byte & 0xf);
        match runs.last_mut() {
            Some(run) if run.category == category => run.end = start + (run.end - start) * 16 + digit,
            last => {
                start = last.map_or(0, |run| run.end);
                runs.push(Run { category, end: start + digit });
            }
        }
    }
    runs
}

fn category(runs: &[Run], c: char) -> Category {
    match c {
        // Syllables are in order of their letters, each 28 with the same first two: without a third, and with each.
        '가'..='힣' if (u32::from(c) - u32::from('가')).is_multiple_of(28) => Lv,
        '가'..='힣' => Lvt,
        _ => {
            let at = runs.partition_point(|run| run.end <= u32::from(c));
            runs.get(at).map_or(Other, |run| run.category)
        }
    }
}

/// What the rules ask of the text so far, beyond its last code point.
#[derive(Clone, Copy, PartialEq)]
enum Sequence {
    None,
    /// A pictograph and what extends it.
    Pictograph,
    /// The same and a joiner: a pictograph that follows belongs to it.
    JoinedPictograph,
    /// A consonant and what extends it, without a linker.
    Consonant,
    /// The same with a linker: a consonant that follows belongs to it.
    LinkedConsonant,
    /// An odd number of regional indicators: one that follows makes a flag of the last.
    HalfFlag,
}

impl Sequence {
    fn then(self, next: Category) -> Self {
        match (self, next) {
            (_, Pictograph) => Self::Pictograph,
            (Self::Pictograph, Extend | Linker | NonJoiner) => Self::Pictograph,
            (Self::Pictograph, Joiner) => Self::JoinedPictograph,
            (_, Consonant) => Self::Consonant,
            (Self::Consonant | Self::LinkedConsonant, Linker) => Self::LinkedConsonant,
            (Self::Consonant | Self::LinkedConsonant, Extend | Joiner) => self,
            (Self::HalfFlag, RegionalIndicator) => Self::None,
            (_, RegionalIndicator) => Self::HalfFlag,
            _ => Self::None,
        }
    }
}

/// Whether a cluster ends between two code points; `sequence` is up to the first of them.
fn is_boundary(sequence: Sequence, before: Category, after: Category) -> bool {
    let joined = match (before, after) {
        (CarriageReturn, LineFeed) => true,                             // GB3
        (CarriageReturn | LineFeed | Control, _) => false,              // GB4
        (_, CarriageReturn | LineFeed | Control) => false,              // GB5
        (L, L | V | Lv | Lvt) | (Lv | V, V | T) | (Lvt | T, T) => true, // GB6, GB7, GB8
        (_, Extend | Linker | NonJoiner | Joiner) => true,              // GB9
        (_, SpacingMark) | (Prepend, _) => true,                        // GB9a, GB9b
        (_, Consonant) => sequence == Sequence::LinkedConsonant,        // GB9c
        (_, Pictograph) => sequence == Sequence::JoinedPictograph,      // GB11
        (_, RegionalIndicator) => sequence == Sequence::HalfFlag,       // GB12, GB13
        _ => false,                                                     // GB999
    };
    !joined
}

/// The extended grapheme clusters of `text`, in its order.
pub(super) fn clusters(text: &str) -> Vec<&str> {
    let runs = runs();
    let mut clusters = Vec::new();
    let (mut start, mut sequence, mut before) = (0, Sequence::None, Other);
    for (at, c) in text.char_indices() {
        let after = category(&runs, c);
        // GB1: nothing ends before the first.
        if at > 0 && is_boundary(sequence, before, after) {
            clusters.push(&text[start..at]);
            start = at;
        }
        (sequence, before) = (sequence.then(after), after);
    }
    // GB2
    if start < text.len() {
        clusters.push(&text[start..]);
    }
    clusters
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
