//! Looking into JSON text without copying it: a value is a slice of the frame, so that its place is known.

use core::ops::Range;

use super::tape::{self, Node};
use super::walk::{Parts, is_named, name_of};
use crate::proto::json::{FromJson, kind_of};

/// One value, as a slice of the text that it stands in. The text is sound JSON.
#[derive(Debug, Clone, Copy)]
pub(super) struct Value<'a>(pub(super) &'a str, &'a [Node]);

/// What kind of value it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    Array,
    String,
    Number,
    Bool,
    Null,
}

impl<'a> Value<'a> {
    pub(super) const fn of(text: &'a str) -> Self {
        Self(text, &[])
    }

    pub(super) fn kind(self) -> Kind {
        match self.0.trim_start().as_bytes().first() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'"') => Kind::String,
            Some(b't' | b'f') => Kind::Bool,
            Some(b'n') | None => Kind::Null,
            Some(_) => Kind::Number,
        }
    }

    pub(super) fn is(self, kind: Kind) -> bool {
        self.kind() == kind
    }

    /// The kind with its article, as mismatches say it.
    pub(super) fn kind_name(self) -> &'static str {
        kind_of(self.0)
    }

    /// The members with their names, where the value is an object.
    pub(super) fn members(self) -> Vec<(String, Self)> {
        let name = |key: &str| String::from_json(key).unwrap_or_else(|_| key.to_owned());
        self.parts(Kind::Object).map(|(key, value)| (name(key), value)).collect()
    }

    /// The names of its members as written, where the value is an object.
    pub(super) fn names(self) -> impl Iterator<Item = &'a str> {
        self.parts(Kind::Object).map(|(key, _)| key)
    }

    /// The elements, where the value is an array.
    pub(super) fn elements(self) -> Vec<Self> {
        self.parts(Kind::Array).map(|(_, value)| value).collect()
    }

    /// The first member called `name`.
    pub(super) fn get(self, name: &str) -> Option<Self> {
        if self.1.is_empty() {
            return self.parts(Kind::Object).find(|(key, _)| is_named(key, name)).map(|(_, value)| value);
        }
        if !self.is(Kind::Object) {
            return None;
        }
        let base = self.1[0].start;
        let text = |node: &Node| self.0.get((node.start - base) as usize..(node.end - base) as usize);
        let mut at = 1;
        while let (Some(key), Some(node)) = (self.1.get(at), self.1.get(at + 1)) {
            let after = at + 1 + node.span as usize;
            if is_named(text(key)?, name) {
                return Some(Self(text(node)?, self.1.get(at + 1..after)?));
            }
            at = after;
        }
        None
    }

    /// What the value is made of, where it is of `kind`; an element has an empty name.
    fn parts(self, kind: Kind) -> impl Iterator<Item = (&'a str, Self)> {
        let is_it = self.is(kind);
        let on_tape = if is_it { self.1 } else { &[] };
        let walked = Parts::of(if is_it && on_tape.is_empty() { self.0 } else { "" });
        let base = on_tape.first().map_or(0, |node| node.start);
        let text = move |node: &Node| self.0.get((node.start - base) as usize..(node.end - base) as usize);
        let mut rest = on_tape.get(1..).unwrap_or_default();
        let taped = core::iter::from_fn(move || {
            let mut key = "";
            if kind == Kind::Object {
                key = text(rest.first()?)?;
                rest = &rest[1..];
            }
            let node = rest.first()?;
            let (own, after) = rest.split_at((node.span as usize).min(rest.len()));
            rest = after;
            Some((key, Self(text(node)?, own)))
        });
        taped.chain(walked.map(|(key, value)| (key, Self::of(value))))
    }

    /// The same value on the tape that was read from its text.
    pub(super) const fn on(self, tape: &'a [Node]) -> Self {
        Self(self.0, tape)
    }

    /// Its tape, read into `own` if it has none, and the place on it at which the text begins.
    pub(super) fn tape_or<'b>(self, own: &'b mut Vec<Node>) -> (&'b [Node], u32)
    where
        'a: 'b,
    {
        if self.1.is_empty() {
            tape::read(self.0, own);
            return (own, 0);
        }
        (self.1, self.1[0].start)
    }

    /// The member at the end of `names`, one level after the other.
    pub(super) fn dig(self, names: &[&str]) -> Option<Self> {
        names.iter().try_fold(self, |value, name| value.get(name))
    }

    /// The text, where the value is a string.
    pub(super) fn text(self) -> Option<String> {
        String::from_json(self.0).ok()
    }

    /// The text of the member `name`, where it is a string.
    pub(super) fn text_of(self, name: &str) -> Option<String> {
        self.get(name).and_then(Self::text)
    }

    /// The texts of the member `name`, where it is an array of strings.
    pub(super) fn texts_of(self, name: &str) -> Vec<String> {
        let elements = self.get(name).map(Self::elements).unwrap_or_default();
        elements.into_iter().filter_map(Self::text).collect()
    }

    /// The elements of the member `name`, where it is an array.
    pub(super) fn list(self, name: &str) -> Vec<Self> {
        self.get(name).map(Self::elements).unwrap_or_default()
    }

    pub(super) fn is_true(self) -> bool {
        self.0 == "true"
    }

    /// The number, for comparing with small ones.
    pub(super) fn number(self) -> Option<f64> {
        if self.is(Kind::Number) { self.0.parse().ok() } else { None }
    }

    /// Whether it is a number without a fraction.
    pub(super) fn is_integer(self) -> bool {
        self.is(Kind::Number) && self.number().is_some_and(|number| number % 1.0 == 0.0)
    }

    /// Where the value stands in `whole`, which it is a slice of.
    pub(super) fn range_in(self, whole: &str) -> Range<usize> {
        let start = (self.0.as_ptr() as usize).wrapping_sub(whole.as_ptr() as usize);
        if start > whole.len() {
            return 0..whole.len();
        }
        start..(start + self.0.len()).min(whole.len())
    }

    /// The JSON Pointer (RFC 6901) of the innermost value of this one that holds `range`, and the value's own range.
    pub(super) fn pointer_to(self, range: &Range<usize>) -> String {
        let mut pointer = String::new();
        let mut value = self;
        loop {
            if value.range_in(self.0) == *range {
                return pointer;
            }
            let holds = |inner: &Self| {
                let own = inner.range_in(self.0);
                own.start <= range.start && range.end <= own.end
            };
            let mut inside = value.parts(value.kind()).enumerate().filter(|(_, (_, inner))| holds(inner));
            let Some((number, (key, inner))) = inside.next() else { return pointer };
            pointer.push('/');
            match value.kind() {
                Kind::Array => pointer.push_str(&number.to_string()),
                _ => pointer.push_str(&name_of(key).replace('~', "~0").replace('/', "~1")),
            }
            value = inner;
        }
    }

    /// The value that `pointer` names, or as far as there is one.
    pub(super) fn at_pointer(self, pointer: &str) -> Self {
        let mut value = self;
        for part in pointer.split('/').skip(1) {
            let name = part.replace("~1", "/").replace("~0", "~");
            let next = match value.kind() {
                Kind::Array => {
                    part.parse().ok().and_then(|index: usize| value.elements().into_iter().nth(index))
                }
                _ => value.get(&name),
            };
            match next {
                Some(inner) => value = inner,
                None => return value,
            }
        }
        value
    }

    /// Whether two values say the same: white space and the order of members do not count, digits do.
    pub(super) fn same_as(self, other: Value<'_>) -> bool {
        match (self.kind(), other.kind()) {
            (Kind::Object, Kind::Object) => {
                let (ours, theirs) = (self.members(), other.members());
                ours.len() == theirs.len()
                    && ours.iter().all(|(name, value)| other.get(name).is_some_and(|it| value.same_as(it)))
            }
            (Kind::Array, Kind::Array) => {
                let (ours, theirs) = (self.elements(), other.elements());
                ours.len() == theirs.len() && ours.iter().zip(&theirs).all(|(a, b)| a.same_as(*b))
            }
            (Kind::String, Kind::String) => self.text() == other.text(),
            (ours, theirs) => ours == theirs && self.0 == other.0,
        }
    }
}
