//! A JSON scanner that says where every token is and why the text stops being JSON.

mod scalar;
mod string;
#[cfg(test)]
mod tests;

use core::ops::Range;

use super::containers::Containers;
use super::fault::{JsonFault, JsonFaultKind, MAX_DEPTH};
use super::slice::{JsonSlice, LongString};

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// `{`
    BeginObject,
    /// `}`
    EndObject,
    /// `[`
    BeginArray,
    /// `]`
    EndArray,
    /// The name of a member, quotes included.
    Key,
    /// A string value, quotes included.
    String,
    /// A number, digit for digit.
    Number,
    /// `true` or `false`
    Bool,
    /// `null`
    Null,
    /// `:`
    Colon,
    /// `,`
    Comma,
}

/// One token and the bytes that it takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it is, in bytes from the start of the text.
    pub range: Range<usize>,
}

/// What [`scan`] found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scanned {
    /// Every token up to the end or to the fault.
    pub tokens: Vec<Token>,
    /// Why and where the text is not one JSON value; `None` when it is.
    pub fault: Option<JsonFault>,
}

/// Splits `text` into JSON tokens; never fails, always explains.
///
/// Its cost is linear in the length of the text, and it does not recurse. Half of a surrogate pair is a fault here,
/// although the grammar lets it pass.
#[must_use]
pub fn scan(text: &str) -> Scanned {
    let mut tokens = Vec::new();
    let fault = run(text.into(), Surrogates::Paired, usize::MAX, &mut tokens).err();
    Scanned { tokens, fault }
}

/// Reads `text` as one value, as [`scan`] does, and keeps none of its tokens.
pub(super) fn check(text: &str) -> Outcome<Option<LongString>> {
    run(text.into(), Surrogates::Paired, 0, &mut ())
}

/// Reads `slice` as one value, and tells which of its strings is long. Tokens within more containers than `deepest` are
/// not told to `sink`.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn run(
    slice: JsonSlice<'_>,
    surrogates: Surrogates,
    deepest: usize,
    sink: &mut impl Sink,
) -> Outcome<Option<LongString>> {
    Scanner::new(slice, surrogates, deepest, sink).run()
}

/// In the page one scanner serves every sink: it is to be small first.
#[cfg(target_arch = "wasm32")]
pub(super) fn run(
    slice: JsonSlice<'_>,
    surrogates: Surrogates,
    deepest: usize,
    sink: &mut dyn Sink,
) -> Outcome<Option<LongString>> {
    Scanner::new(slice, surrogates, deepest, sink).run()
}

/// Takes tokens as they are found.
pub(super) trait Sink {
    /// Takes a token; `depth` counts the containers around it, so that both brackets of one have the same. A name or a
    /// string may be `escaped`: what it says is not what is written then.
    fn token(&mut self, kind: TokenKind, range: Range<usize>, depth: usize, escaped: bool);
}

/// Of interest is the verdict alone.
impl Sink for () {
    fn token(&mut self, _: TokenKind, _: Range<usize>, _: usize, _: bool) {}
}

impl Sink for Vec<Token> {
    fn token(&mut self, kind: TokenKind, range: Range<usize>, _depth: usize, _escaped: bool) {
        self.push(Token { kind, range });
    }
}

/// Whether half of a surrogate pair is a fault.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Surrogates {
    /// It is: no text can be made of it.
    Paired,
    /// It is not: the escape is passed on as it stands.
    Any,
}

/// What the grammar allows next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expect {
    Value,
    /// A value or `]`, right after `[`.
    ValueOrEnd,
    /// A key or `}`, right after `{`.
    KeyOrEnd,
    Key,
    Colon,
    CommaOrEnd,
    Nothing,
}

/// The one grammar for every reader of JSON text here.
struct Scanner<'a, S: ?Sized> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    open: Containers,
    after_comma: bool,
    /// Whether the last string has an escape.
    escaped: bool,
    surrogates: Surrogates,
    /// A string that need not be read again, and where it begins.
    known: Option<LongString>,
    known_at: usize,
    /// The longest of those that are long.
    long: Option<LongString>,
    /// Where the last escape stands that is half of a surrogate pair.
    unpaired: Option<usize>,
    /// Tokens within more containers than this are read and not told to the sink.
    deepest: usize,
    sink: &'a mut S,
}

type Outcome<T> = Result<T, JsonFault>;

impl<'a, S: Sink + ?Sized> Scanner<'a, S> {
    fn new(slice: JsonSlice<'a>, surrogates: Surrogates, deepest: usize, sink: &'a mut S) -> Self {
        let JsonSlice { text, long } = slice;
        let known = long.filter(|long| long.paired || surrogates == Surrogates::Any);
        let bytes = text.as_bytes();
        Self {
            text,
            bytes,
            at: 0,
            open: Containers::default(),
            after_comma: false,
            escaped: false,
            surrogates,
            known,
            known_at: known.map_or(usize::MAX, |known| known.start),
            long,
            unpaired: None,
            deepest,
            sink,
        }
    }

    /// Reads the whole text as one value.
    fn run(mut self) -> Outcome<Option<LongString>> {
        let mut expect = Expect::Value;
        loop {
            let byte = match self.bytes.get(self.at) {
                Some(b' ' | b'\t' | b'\n' | b'\r') => {
                    self.at += 1;
                    continue;
                }
                Some(&byte) => byte,
                None if expect == Expect::Nothing => return Ok(self.long),
                None => return Err(self.fault(JsonFaultKind::UnexpectedEnd)),
            };
            let start = self.at;
            expect = match (expect, byte) {
                (Expect::Nothing, _) => return Err(self.fault(JsonFaultKind::TrailingData)),
                (Expect::KeyOrEnd | Expect::CommaOrEnd, b'}') if self.open.is_object() => {
                    self.open.pop();
                    self.single(TokenKind::EndObject);
                    self.after_value()
                }
                (Expect::ValueOrEnd | Expect::CommaOrEnd, b']') if self.open.is_array() => {
                    self.open.pop();
                    self.single(TokenKind::EndArray);
                    self.after_value()
                }
                (Expect::Key, b'}') | (Expect::Value, b']') if self.after_comma => {
                    return Err(self.fault(JsonFaultKind::TrailingComma));
                }
                (Expect::Key | Expect::KeyOrEnd | Expect::Value | Expect::ValueOrEnd, b'"') => {
                    self.string()?;
                    if matches!(expect, Expect::Value | Expect::ValueOrEnd) {
                        self.push(TokenKind::String, start);
                        self.after_value()
                    } else {
                        self.push(TokenKind::Key, start);
                        if self.is_next(b':') { self.colon() } else { Expect::Colon }
                    }
                }
                (Expect::Colon, b':') => self.colon(),
                (Expect::CommaOrEnd, b',') => self.comma(),
                (Expect::Value | Expect::ValueOrEnd, b'{' | b'[') => {
                    if self.open.depth == MAX_DEPTH {
                        return Err(self.fault(JsonFaultKind::TooDeep));
                    }
                    let object = byte == b'{';
                    self.single(if object { TokenKind::BeginObject } else { TokenKind::BeginArray });
                    self.open.push(object);
                    if object { Expect::KeyOrEnd } else { Expect::ValueOrEnd }
                }
                (Expect::Value | Expect::ValueOrEnd, _) => {
                    let kind = self.scalar(byte)?;
                    self.push(kind, start);
                    self.after_value()
                }
                (_, b'\'') => return Err(self.fault(JsonFaultKind::SingleQuote)),
                _ => return Err(self.unexpected()),
            };
        }
    }

    #[inline]
    fn after_value(&mut self) -> Expect {
        match self.open.depth {
            0 => Expect::Nothing,
            _ if self.is_next(b',') => self.comma(),
            _ => Expect::CommaOrEnd,
        }
    }

    /// Whether `byte` follows at once, as it nearly always does.
    fn is_next(&self, byte: u8) -> bool {
        self.bytes.get(self.at) == Some(&byte)
    }

    fn colon(&mut self) -> Expect {
        self.single(TokenKind::Colon);
        Expect::Value
    }

    fn comma(&mut self) -> Expect {
        self.single(TokenKind::Comma);
        if self.open.is_object() { Expect::Key } else { Expect::Value }
    }

    fn single(&mut self, kind: TokenKind) {
        self.at += 1;
        self.push(kind, self.at - 1);
    }

    #[inline]
    fn push(&mut self, kind: TokenKind, start: usize) {
        self.after_comma = kind == TokenKind::Comma;
        let depth = self.open.depth;
        if depth <= self.deepest {
            self.sink.token(kind, start..self.at, depth, self.escaped);
        }
    }

    fn fault(&self, kind: JsonFaultKind) -> JsonFault {
        JsonFault { kind, at: self.at }
    }

    fn unexpected(&self) -> JsonFault {
        // `at` is always on a character boundary: only ASCII bytes are stepped over one by one.
        let found = self.text[self.at..].chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
        self.fault(JsonFaultKind::UnexpectedCharacter(found))
    }
}
