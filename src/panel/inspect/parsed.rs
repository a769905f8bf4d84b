//! The JSON of a message with what belongs to what: which value a token is part of, and where a value stands.

use core::ops::Range;
use std::borrow::Cow;

use crate::proto::json::{Token, TokenKind, scan, unescape};

/// A text that is one JSON value, taken apart.
#[derive(Debug)]
pub(in crate::panel) struct Parsed<'a> {
    pub(in crate::panel) text: &'a str,
    pub(in crate::panel) tokens: Vec<Token>,
    /// Every value in the order in which it begins.
    pub(in crate::panel) entries: Vec<Entry>,
    /// The value that each token belongs to; a comma to the container that it stands in.
    owners: Vec<usize>,
}

/// One value.
#[derive(Debug, Clone)]
pub(in crate::panel) struct Entry {
    parent: Option<usize>,
    /// The token of its name.
    pub(in crate::panel) key: Option<usize>,
    /// Which one it is in its container.
    index: usize,
    /// Its first and its last token.
    pub(in crate::panel) first: usize,
    pub(in crate::panel) last: usize,
    /// How many containers are around it.
    pub(in crate::panel) depth: usize,
    /// How many values are directly in it.
    pub(in crate::panel) size: usize,
}

impl<'a> Parsed<'a> {
    /// Takes `text` apart, if it is JSON.
    pub(in crate::panel) fn of(text: &'a str) -> Option<Self> {
        let scanned = scan(text);
        if scanned.fault.is_some() {
            return None;
        }
        let tokens = scanned.tokens;
        let (mut entries, mut owners) = (Vec::<Entry>::new(), Vec::with_capacity(tokens.len()));
        let (mut open, mut key) = (Vec::<usize>::new(), None);
        for (at, token) in tokens.iter().enumerate() {
            let owner = match token.kind {
                TokenKind::Key => {
                    key = Some(at);
                    entries.len()
                }
                TokenKind::Colon => entries.len(),
                TokenKind::Comma => open.last().copied().unwrap_or(0),
                TokenKind::EndObject | TokenKind::EndArray => {
                    let ended = open.pop().unwrap_or(0);
                    entries[ended].last = at;
                    ended
                }
                kind => {
                    let (parent, depth) = (open.last().copied(), open.len());
                    let index = parent.map_or(0, |parent| {
                        entries[parent].size += 1;
                        entries[parent].size - 1
                    });
                    let begun = entries.len();
                    if matches!(kind, TokenKind::BeginObject | TokenKind::BeginArray) {
                        open.push(begun);
                    }
                    let key = key.take();
                    entries.push(Entry { parent, key, index, first: at, last: at, depth, size: 0 });
                    begun
                }
            };
            owners.push(owner);
        }
        Some(Self { text, tokens, entries, owners })
    }

    /// The token in which the byte `at` is; none for space between tokens.
    pub(in crate::panel) fn token_at(&self, at: usize) -> Option<usize> {
        let index = self.tokens.partition_point(|token| token.range.end <= at);
        self.tokens.get(index).filter(|token| token.range.start <= at).map(|_| index)
    }

    /// The value that a token belongs to.
    pub(in crate::panel) fn owner(&self, token: usize) -> usize {
        self.owners[token]
    }

    /// What is written there.
    pub(in crate::panel) fn raw(&self, token: usize) -> &'a str {
        &self.text[self.tokens[token].range.clone()]
    }

    /// What a name or a string says.
    pub(in crate::panel) fn says(&self, token: usize) -> Cow<'a, str> {
        let raw = self.raw(token);
        unescape(raw).unwrap_or(Cow::Borrowed(raw))
    }

    /// The bytes of a value.
    pub(in crate::panel) fn range(&self, entry: usize) -> Range<usize> {
        let Entry { first, last, .. } = self.entries[entry];
        self.tokens[first].range.start..self.tokens[last].range.end
    }

    /// The bytes of a value, with its name.
    pub(in crate::panel) fn member(&self, entry: usize) -> Range<usize> {
        let range = self.range(entry);
        self.entries[entry].key.map_or(range.start, |key| self.tokens[key].range.start)..range.end
    }

    /// What kind of value it is, by its first token.
    pub(in crate::panel) fn kind(&self, entry: usize) -> TokenKind {
        self.tokens[self.entries[entry].first].kind
    }

    /// The value around it.
    pub(in crate::panel) fn parent(&self, entry: usize) -> Option<usize> {
        self.entries[entry].parent
    }

    /// The first value that begins after all of this one.
    pub(in crate::panel) fn after(&self, entry: usize) -> usize {
        let last = self.entries[entry].last;
        entry + 1 + self.entries[entry + 1..].partition_point(|other| other.first <= last)
    }

    /// The values directly in `entry`.
    pub(in crate::panel) fn children(&self, entry: usize) -> impl Iterator<Item = usize> {
        let end = self.after(entry);
        (entry + 1..end).filter(move |child| self.entries[*child].parent == Some(entry))
    }

    /// Where a value stands, as a JSON Pointer (RFC 6901).
    pub(in crate::panel) fn pointer(&self, entry: usize) -> String {
        let Some(parent) = self.entries[entry].parent else { return String::new() };
        let mut pointer = self.pointer(parent);
        pointer.push('/');
        match self.entries[entry].key {
            Some(key) => pointer.push_str(&self.says(key).replace('~', "~0").replace('/', "~1")),
            None => pointer.push_str(&self.entries[entry].index.to_string()),
        }
        pointer
    }

    /// The value at a JSON Pointer; of names that are written twice the first.
    pub(in crate::panel) fn find(&self, pointer: &str) -> Option<usize> {
        let mut at = 0;
        for part in pointer.split('/').skip(1) {
            let name = part.replace("~1", "/").replace("~0", "~");
            at = self.children(at).find(|child| match self.entries[*child].key {
                Some(key) => self.says(key) == name,
                None => self.entries[*child].index.to_string() == name,
            })?;
        }
        (at < self.entries.len()).then_some(at)
    }

    /// Whether a member of the same name stands before it in the same object: readers disagree on which one counts.
    pub(in crate::panel) fn is_repeated(&self, entry: usize) -> bool {
        let Entry { parent: Some(parent), key: Some(key), .. } = self.entries[entry] else { return false };
        let name = self.says(key);
        let mut before = self.children(parent).take_while(|child| *child < entry);
        before.any(|other| self.entries[other].key.is_some_and(|other| self.says(other) == name))
    }

    /// Whether it is a whole number that many readers round: beyond 2^53-1 on either side of zero.
    pub(in crate::panel) fn is_rounded(&self, entry: usize) -> bool {
        if self.kind(entry) != TokenKind::Number {
            return false;
        }
        let digits = self.raw(self.entries[entry].first).trim_start_matches('-');
        let is_whole = digits.bytes().all(|digit| digit.is_ascii_digit());
        // JSON writes no leading zeros: a longer one is greater.
        is_whole && (digits.len(), digits) > (EXACT.len(), EXACT)
    }
}

/// The greatest whole number that no double has two texts for.
const EXACT: &str = "9007199254740991";

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#" {"a/b" : [1, {"~":[]}], "c":"\u8bfb", "c":-9007199254740993 }"#;

    #[test]
    fn every_value_is_found_where_it_says_that_it_stands() {
        let parsed = Parsed::of(TEXT).expect("JSON");
        let pointers: Vec<_> = (0..parsed.entries.len()).map(|entry| parsed.pointer(entry)).collect();
        assert_eq!(pointers, ["", "/a~1b", "/a~1b/0", "/a~1b/1", "/a~1b/1/~0", "/c", "/c"]);
        for (entry, pointer) in pointers.iter().enumerate().take(6) {
            assert_eq!(parsed.find(pointer), Some(entry), "{pointer}");
        }
        assert_eq!(parsed.find("/a~1b/2"), None);
        assert_eq!(parsed.find("/d"), None);
        assert_eq!(&TEXT[parsed.member(5)], r#""c":"\u8bfb""#);
        assert_eq!(&TEXT[parsed.range(3)], r#"{"~":[]}"#);
        assert_eq!((parsed.after(1), parsed.after(0)), (5, 7));
    }

    #[test]
    fn every_byte_of_a_token_leads_to_its_value() {
        let parsed = Parsed::of(TEXT).expect("JSON");
        for (at, byte) in TEXT.bytes().enumerate() {
            let Some(token) = parsed.token_at(at) else {
                assert_eq!(byte, b' ', "{at}");
                continue;
            };
            assert!(parsed.tokens[token].range.contains(&at));
            let owner = parsed.owner(token);
            let container = parsed.tokens[token].kind == TokenKind::Comma;
            let whole = if container { parsed.range(owner) } else { parsed.member(owner) };
            assert!(whole.contains(&at), "{at} is in {whole:?}");
        }
    }

    #[test]
    fn what_readers_disagree_on_is_seen() {
        let parsed = Parsed::of(TEXT).expect("JSON");
        let those = |is: &dyn Fn(usize) -> bool| (0..7).filter(|entry| is(*entry)).collect::<Vec<_>>();
        assert_eq!(those(&|entry| parsed.is_repeated(entry)), [6]);
        assert_eq!(those(&|entry| parsed.is_rounded(entry)), [6]);
        for (number, is_rounded) in [
            ("9007199254740991", false),
            ("-9007199254740992", true),
            ("1e300", false),
            ("10000000000000000", true),
        ] {
            assert_eq!(Parsed::of(number).expect("JSON").is_rounded(0), is_rounded, "{number}");
        }
    }
}
