//! Two messages side by side: what one has and the other has not, what is written otherwise, and what stands elsewhere.

use super::Parsed;
use crate::proto::json::TokenKind;

/// What has become of a value on the way from the first message to the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::panel) enum Sign {
    Same,
    Added,
    Removed,
    /// It is written otherwise: text by text, so that `1` and `1.0` are not the same.
    Changed,
    /// It is the same, or has changed within, and stands in another place among its siblings.
    Moved,
}

/// One line of the comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::panel) struct DiffLine {
    pub(in crate::panel) sign: Sign,
    pub(in crate::panel) depth: usize,
    /// The name, as it is written.
    pub(in crate::panel) key: String,
    /// What stands there: a value, or the bracket that begins or ends one.
    pub(in crate::panel) text: String,
    /// What stood there before, where that is something else.
    pub(in crate::panel) before: Option<String>,
    /// How many values are in a container that is not taken apart, because it is the same or all new or all gone.
    pub(in crate::panel) within: usize,
}

/// How `new` differs from `old`.
pub(in crate::panel) fn diff(old: &Parsed<'_>, new: &Parsed<'_>) -> Vec<DiffLine> {
    let mut pair = Pair { old, new, lines: Vec::new() };
    pair.both(0, 0, false, 0);
    pair.lines
}

struct Pair<'a> {
    old: &'a Parsed<'a>,
    new: &'a Parsed<'a>,
    lines: Vec<DiffLine>,
}

impl Pair<'_> {
    /// A value that both have; `moved` if it stands elsewhere.
    fn both(&mut self, old: usize, new: usize, moved: bool, depth: usize) {
        let usual = if moved { Sign::Moved } else { Sign::Same };
        if is_same(self.old, old, self.new, new) {
            return self.whole(self.new, new, usual, depth);
        }
        let kind = self.new.kind(new);
        let is_container = matches!(kind, TokenKind::BeginObject | TokenKind::BeginArray);
        if kind != self.old.kind(old) || !is_container {
            let before = Some(short(self.old, old));
            let (key, text) = (key(self.new, new), short(self.new, new));
            return self.lines.push(DiffLine { sign: Sign::Changed, depth, key, text, before, within: 0 });
        }
        let bracket = |key: String, text: &str| DiffLine {
            sign: usual,
            depth,
            key,
            text: text.to_owned(),
            before: None,
            within: 0,
        };
        let is_object = kind == TokenKind::BeginObject;
        self.lines.push(bracket(key(self.new, new), if is_object { "{" } else { "[" }));
        let (olds, news): (Vec<_>, Vec<_>) =
            (self.old.children(old).collect(), self.new.children(new).collect());
        let partners = if is_object { self.by_name(&olds, &news) } else { self.by_place(&olds, &news) };
        self.inside(&olds, &news, &partners, depth + 1);
        self.lines.push(bracket(String::new(), if is_object { "}" } else { "]" }));
    }

    /// Children in the order of the new ones; what is gone stands where it stood, after what was before it.
    fn inside(&mut self, olds: &[usize], news: &[usize], partners: &[Option<usize>], depth: usize) {
        let stays = rising(partners);
        let is_gone = |at: usize| !partners.contains(&Some(at));
        let mut next = 0;
        for (at, new) in news.iter().enumerate() {
            match partners[at] {
                None => self.whole(self.new, *new, Sign::Added, depth),
                Some(partner) => {
                    if stays[at] {
                        for gone in (next..partner).filter(|at| is_gone(*at)) {
                            self.whole(self.old, olds[gone], Sign::Removed, depth);
                        }
                        next = partner + 1;
                    }
                    self.both(olds[partner], *new, !stays[at], depth);
                }
            }
        }
        for gone in (next..olds.len()).filter(|at| is_gone(*at)) {
            self.whole(self.old, olds[gone], Sign::Removed, depth);
        }
    }

    /// A value that is not taken apart.
    fn whole(&mut self, of: &Parsed<'_>, entry: usize, sign: Sign, depth: usize) {
        let (key, text) = (key(of, entry), short(of, entry));
        let within = of.entries[entry].size;
        self.lines.push(DiffLine { sign, depth, key, text, before: None, within });
    }

    /// For each new member the old one of its name; of those that stand there twice the first the first, and so on.
    fn by_name(&self, olds: &[usize], news: &[usize]) -> Vec<Option<usize>> {
        let name = |of: &Parsed<'_>, entry: usize| of.entries[entry].key.map(|key| of.says(key).into_owned());
        let names: Vec<_> = olds.iter().map(|old| name(self.old, *old)).collect();
        let mut taken = vec![false; olds.len()];
        let partner = |new: &usize| {
            let wanted = name(self.new, *new);
            let found = (0..olds.len()).find(|at| !taken[*at] && names[*at] == wanted)?;
            taken[found] = true;
            Some(found)
        };
        news.iter().map(partner).collect()
    }

    /// For each new element an old one: those that are the same at both ends, and in between one after the other.
    fn by_place(&self, olds: &[usize], news: &[usize]) -> Vec<Option<usize>> {
        let same = |(old, new): &(&usize, &usize)| is_same(self.old, **old, self.new, **new);
        let head = olds.iter().zip(news).take_while(same).count();
        let tail = olds[head..].iter().rev().zip(news[head..].iter().rev()).take_while(same).count();
        let partner = |at: usize| match news.len() - at {
            // Counted from the end, on both sides.
            left if left <= tail => Some(olds.len() - left),
            _ => Some(at).filter(|at| *at < olds.len() - tail),
        };
        (0..news.len()).map(partner).collect()
    }
}

/// Whether two values are written alike but for the space between their tokens.
fn is_same(old: &Parsed<'_>, one: usize, new: &Parsed<'_>, other: usize) -> bool {
    let tokens = |of: &Parsed<'_>, entry: usize| of.entries[entry].first..of.entries[entry].last + 1;
    let (one, other) = (tokens(old, one), tokens(new, other));
    one.len() == other.len() && one.zip(other).all(|(one, other)| old.raw(one) == new.raw(other))
}

fn key(of: &Parsed<'_>, entry: usize) -> String {
    of.entries[entry].key.map(|key| of.raw(key).to_owned()).unwrap_or_default()
}

/// A scalar as it is written; a container as its brackets.
fn short(of: &Parsed<'_>, entry: usize) -> String {
    match of.kind(entry) {
        TokenKind::BeginObject => "{}".to_owned(),
        TokenKind::BeginArray => "[]".to_owned(),
        _ => of.raw(of.entries[entry].first).to_owned(),
    }
}

/// Which of the partners are in their old order: of those that can be, as many as possible. The others have moved.
fn rising(partners: &[Option<usize>]) -> Vec<bool> {
    // The place of the last one of the best row of each length, and before each the one that it follows.
    let (mut ends, mut before) = (Vec::<usize>::new(), vec![None; partners.len()]);
    for (at, partner) in partners.iter().enumerate().filter(|(_, partner)| partner.is_some()) {
        let length = ends.partition_point(|end| partners[*end] < *partner);
        before[at] = length.checked_sub(1).map(|shorter| ends[shorter]);
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut stays = vec![false; partners.len()];
    let mut at = ends.last().copied();
    while let Some(here) = at {
        stays[here] = true;
        at = before[here];
    }
    stays
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The comparison of two texts, a line each: sign, name, what was and what is.
    fn compare(old: &str, new: &str) -> Vec<String> {
        let (old, new) = (Parsed::of(old).expect("JSON"), Parsed::of(new).expect("JSON"));
        let sign = |sign| match sign {
            Sign::Same => "=",
            Sign::Added => "+",
            Sign::Removed => "-",
            Sign::Changed => "~",
            Sign::Moved => "^",
        };
        let line = |line: DiffLine| {
            let before = line.before.map(|before| format!("{before} > ")).unwrap_or_default();
            format!("{}{}{} {before}{}", " ".repeat(line.depth), sign(line.sign), line.key, line.text)
        };
        diff(&old, &new).into_iter().map(line).collect()
    }

    #[test]
    fn members_that_come_go_change_and_move_are_told_apart() {
        let old = r#"{"a":1,"b":[1,2],"c":{"x":1,"y":2},"d":"q"}"#;
        let new = r#"{ "d":"q", "a":1.0, "c":{"y":2,"z":3}, "e":null, "b":[1, 2] }"#;
        assert_eq!(
            compare(old, new),
            [
                "= {",
                " ^\"d\" \"q\"",
                " ~\"a\" 1 > 1.0",
                " ^\"c\" {",
                "  -\"x\" 1",
                "  =\"y\" 2",
                "  +\"z\" 3",
                " ^ }",
                " +\"e\" null",
                " =\"b\" []",
                "= }",
            ]
        );
    }

    #[test]
    fn elements_are_paired_from_both_ends() {
        assert_eq!(compare("[1,2,3]", "[1,9,2,3]"), ["= [", " = 1", " + 9", " = 2", " = 3", "= ]"]);
        assert_eq!(compare("[1,2,3,4]", "[1,4]"), ["= [", " = 1", " - 2", " - 3", " = 4", "= ]"]);
        assert_eq!(compare("[1]", "{}"), ["~ [] > {}"]);
        assert_eq!(
            compare("[1,{\"a\":1}]", "[1,{\"a\":2}]"),
            ["= [", " = 1", " = {", "  ~\"a\" 1 > 2", " = }", "= ]"]
        );
    }

    #[test]
    fn names_that_stand_twice_are_paired_in_their_order() {
        let found = compare(r#"{"a":1,"a":2}"#, r#"{"a":1,"a":3,"a":2}"#);
        assert_eq!(found, ["= {", " =\"a\" 1", " ~\"a\" 2 > 3", " +\"a\" 2", "= }"]);
    }

    #[test]
    fn whatever_is_compared_with_itself_is_the_same() {
        for text in ["{}", "7", r#"{"a":[{"b":1}],"c":null}"#] {
            let lines = compare(text, text);
            assert!(matches!(&lines[..], [line] if line.starts_with('=')), "{lines:?}");
        }
    }
}
