//! How `table.rs` is made: what each code point is, found out by what `unicode-segmentation` does with it.

use std::{env, fs};

use unicode_segmentation::{UNICODE_VERSION, UnicodeSegmentation};

use super::super::*;

/// A code point is of the first of these categories that makes one cluster of it and the texts around it; of
/// [`Control`] if it is of none.
pub(super) const PROBES: &[(Category, &str, &str)] = &[
    (CarriageReturn, "", "\n"),
    (LineFeed, "\r", ""),
    (Joiner, "👩", "👩"),
    (Linker, "क", "क"),
    (Extend, "क\u{94d}", "क"),
    (NonJoiner, "👩", "\u{200d}👩"),
    (SpacingMark, "a", ""),
    (Prepend, "", "a"),
    (RegionalIndicator, "🇦", ""),
    (Pictograph, "👩\u{200d}", ""),
    (Consonant, "क\u{94d}", ""),
    (L, "", "\u{1100}"),
    (V, "\u{1161}", "\u{1161}"),
    (T, "\u{11a8}", ""),
    (Lv, "\u{1100}", "\u{1161}"),
    (Lvt, "\u{1100}", "\u{11a8}"),
    (Other, "", "\u{300}"),
];

fn probed(c: char) -> Category {
    // Planes without a character and those for private use. Asking for these as well would take most of the time;
    // the test of every code point does.
    if matches!(c, '\u{40000}'..='\u{dffff}' | '\u{f0000}'..) {
        return Other;
    }
    // Nearly all the rest is of no interest either. This text has 8 clusters with those, one more with a control
    // character, and fewer with any other.
    let unremarkable = format!("👩\u{200d}{c}\u{11a8}क\u{94d}{c}\u{1100}🇦{c}\u{300}");
    if unremarkable.graphemes(true).count() == 8 {
        return Other;
    }
    let found = PROBES.iter().find(|(_, before, after)| {
        let text = format!("{before}{c}{after}");
        text.graphemes(true).next() == Some(text.as_str())
    });
    found.map_or(Control, |&(category, ..)| category)
}

/// The text of `table.rs`.
fn table() -> String {
    let mut runs: Vec<(Category, u32)> = Vec::new();
    for code in 0..=u32::from(char::MAX) {
        let category = match char::from_u32(code).map(probed) {
            // Computed where the table is read.
            Some(Lv | Lvt) => Other,
            Some(category) => category,
            // Surrogates are in no text.
            None => runs[runs.len() - 1].0,
        };
        match runs.last_mut() {
            Some((last, length)) if *last == category => *length += 1,
            _ => runs.push((category, 1)),
        }
    }
    assert_eq!(runs.pop().map(|(last, _)| last), Some(Other), "what follows the last run");
    let bytes: Vec<_> = runs.into_iter().flat_map(|(category, length)| packed(category, length)).collect();
    let (major, minor, _) = UNICODE_VERSION;
    let lines: Vec<_> = bytes
        .chunks(17)
        .map(|line| line.iter().map(|byte| format!("{byte:#04x},")).collect::<Vec<_>>().join(" "))
        .collect();
    format!(
        "//! Categories of the code points of Unicode {major}.{minor}, see `runs`.\n\
         //!\n\
         //! Made by the test in `tests/made.rs` from what the crate `unicode-segmentation` does. Not to be edited:\n\
         //! `{OVERWRITE}=1 cargo test --lib graphemes` makes it anew.\n\n\
         pub(super) static RUNS: [u8; {}] = [\n    {}\n];\n",
        bytes.len(),
        lines.join("\n    ")
    )
}

/// The digits of a length, the highest first, each with the number of the category.
fn packed(category: Category, length: u32) -> impl Iterator<Item = u8> {
    let number = CATEGORIES.iter().position(|&each| each == category).expect("in the table") as u8;
    let digits = (length.ilog2() / 4) + 1;
    (0..digits).rev().map(move |digit| number << 4 | (length >> (4 * digit) & 0xf) as u8)
}

const OVERWRITE: &str = "GRAPHEMES_OVERWRITE";

#[test]
fn the_table_is_the_one_that_is_made() {
    let made = table();
    if env::var_os(OVERWRITE).is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/demo/graphemes/table.rs");
        return fs::write(path, made).expect("the table can be written");
    }
    assert!(
        made == include_str!("../table.rs"),
        "src/demo/graphemes/table.rs is not what `unicode-segmentation` does: \
         `{OVERWRITE}=1 cargo test --lib graphemes` makes it anew"
    );
}
