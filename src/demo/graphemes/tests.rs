//! The crate `unicode-segmentation` says what is right.

mod made;

use unicode_segmentation::UnicodeSegmentation;

use super::*;

/// Whether everything is looked at, which takes long: `cargo test --release --lib graphemes`.
const THOROUGH: bool = !cfg!(debug_assertions);

/// Control characters break on both sides: a text of many texts takes one unpacking of the table.
const BREAK: char = '\u{1}';

#[track_caller]
fn agrees(text: &str) {
    let expected: Vec<_> = text.graphemes(true).collect();
    let found = clusters(text);
    if let Some(at) = (0..expected.len().max(found.len())).find(|&at| expected.get(at) != found.get(at)) {
        let around = |all: &[&str]| {
            let near = &all[at.saturating_sub(4).min(all.len())..(at + 4).min(all.len())];
            near.iter().map(|text| text.escape_unicode().to_string()).collect::<Vec<_>>().join(" | ")
        };
        panic!("expected {}\n   found {}", around(&expected), around(&found));
    }
}

/// Code points by category: those at the ends of the runs.
fn interesting() -> Vec<Vec<char>> {
    let mut interesting = vec![Vec::new(); Lvt as usize + 1];
    let mut start = 0;
    let runs = runs();
    for run in &runs {
        let ends = [start, run.end - 1].map(|code| char::from_u32(code).unwrap_or('a'));
        interesting[category(&runs, ends[0]) as usize].extend(ends);
        start = run.end;
    }
    interesting[Lv as usize].extend(['가', '개', '히']);
    interesting[Lvt as usize].extend(['각', '갛', '힣']);
    assert!(interesting.iter().all(|members| !members.is_empty()));
    interesting
}

#[test]
fn clusters_are_those_of_the_annex() {
    for expected in [
        &[][..],
        &["a"],
        &["\r\n", "\n", "\r", "a"],
        &["e\u{301}\u{323}", "x"],
        &["각", "ᄀ\u{1161}\u{11a8}", "가\u{11a8}", "ᄀ"],
        &["🇨🇳", "🇩🇪", "🇫"],
        &["👨‍👩‍👧‍👦", "👍🏽", "🏴‍☠️"],
        &["👩\u{200d}", "a\u{200d}", "👩"],
        &["क्षि", "क", "क\u{94d}\u{200c}", "ष"],
        &["\u{600}1", "\u{600}"],
    ] {
        assert_eq!(clusters(&expected.concat()), expected);
    }
}

#[test]
fn every_code_point_is_told_apart_in_every_context() {
    let contexts = made::PROBES.iter().map(|&(_, before, after)| (before, after));
    let contexts: Vec<_> = contexts.chain([("", ""), ("a\u{300}", "🇦"), ("\u{600}", "\u{903}")]).collect();
    let mut text = String::new();
    let mut wanted: Vec<_> = interesting().concat();
    wanted.extend(('\0'..=char::MAX).step_by(if THOROUGH { 1 } else { 61 }));
    for (at, &c) in wanted.iter().enumerate() {
        for (before, after) in &contexts {
            text.push(BREAK);
            text.push_str(before);
            text.push(c);
            text.push_str(after);
        }
        if at % 1_000 == 0 || at + 1 == wanted.len() {
            agrees(&text);
            text.clear();
        }
    }
}

#[test]
fn categories_follow_each_other_in_every_order() {
    let firsts: Vec<_> = interesting().iter().map(|members| members[0]).collect();
    for &a in &firsts {
        agrees(&a.to_string());
        for &b in &firsts {
            agrees(&String::from_iter([a, b]));
            for &c in &firsts {
                agrees(&String::from_iter([a, b, c]));
            }
        }
    }
}

#[test]
fn random_texts() {
    let interesting = interesting();
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    // xorshift64*
    let mut below = |end: usize| {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        (state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end
    };
    let (texts, each) = if THOROUGH { (20_000, 1_000) } else { (200, 1_000) };
    for _ in 0..texts {
        let mut text = String::new();
        for _ in 0..each {
            // A few categories a time: the long sequences that rules speak of are rare among all.
            let some = [below(18), below(18), below(18)];
            for _ in 0..=below(8) {
                let members = &interesting[some[below(3)]];
                text.push(members[below(members.len())]);
            }
            text.push(BREAK);
        }
        agrees(&text);
    }
}
