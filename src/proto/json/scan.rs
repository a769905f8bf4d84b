//! A JSON scanner that says where every token is and why the text stops being JSON.

use core::ops::Range;

use super::fault::{JsonFault, JsonFaultKind, MAX_DEPTH};

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
    let fault = Scanner::new(text, Surrogates::Paired, usize::MAX, &mut tokens).run().err();
    Scanned { tokens, fault }
}

/// Takes tokens as they are found.
pub(super) trait Sink {
    /// Takes a token; `depth` counts the containers around it, so that both brackets of one have the same.
    fn token(&mut self, kind: TokenKind, range: Range<usize>, depth: usize);
}

impl Sink for Vec<Token> {
    fn token(&mut self, kind: TokenKind, range: Range<usize>, _depth: usize) {
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
pub(super) struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    /// Which kind of container each open bracket began: true for an object.
    open: Vec<bool>,
    after_comma: bool,
    surrogates: Surrogates,
    /// Tokens within more containers than this are read and not told to the sink.
    deepest: usize,
    sink: &'a mut dyn Sink,
}

type Outcome<T> = Result<T, JsonFault>;

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str, surrogates: Surrogates, deepest: usize, sink: &'a mut dyn Sink) -> Self {
        let bytes = text.as_bytes();
        Self { text, bytes, at: 0, open: Vec::new(), after_comma: false, surrogates, deepest, sink }
    }

    /// Reads the whole text as one value.
    pub(super) fn run(mut self) -> Outcome<()> {
        let mut expect = Expect::Value;
        loop {
            while matches!(self.bytes.get(self.at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
                self.at += 1;
            }
            let Some(&byte) = self.bytes.get(self.at) else {
                return if expect == Expect::Nothing {
                    Ok(())
                } else {
                    Err(self.fault(JsonFaultKind::UnexpectedEnd))
                };
            };
            let start = self.at;
            expect = match (expect, byte) {
                (Expect::Nothing, _) => return Err(self.fault(JsonFaultKind::TrailingData)),
                (Expect::KeyOrEnd | Expect::CommaOrEnd, b'}') if self.open.last() == Some(&true) => {
                    self.open.pop();
                    self.single(TokenKind::EndObject);
                    self.after_value()
                }
                (Expect::ValueOrEnd | Expect::CommaOrEnd, b']') if self.open.last() == Some(&false) => {
                    self.open.pop();
                    self.single(TokenKind::EndArray);
                    self.after_value()
                }
                (Expect::Key, b'}') | (Expect::Value, b']') if self.after_comma => {
                    return Err(self.fault(JsonFaultKind::TrailingComma));
                }
                (Expect::Key | Expect::KeyOrEnd, b'"') => {
                    self.string()?;
                    self.push(TokenKind::Key, start);
                    Expect::Colon
                }
                (Expect::Colon, b':') => {
                    self.single(TokenKind::Colon);
                    Expect::Value
                }
                (Expect::CommaOrEnd, b',') => {
                    self.single(TokenKind::Comma);
                    if self.open.last() == Some(&true) { Expect::Key } else { Expect::Value }
                }
                (Expect::Value | Expect::ValueOrEnd, b'{' | b'[') => {
                    if self.open.len() == MAX_DEPTH {
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

    fn scalar(&mut self, first: u8) -> Outcome<TokenKind> {
        match first {
            b'"' => self.string().map(|()| TokenKind::String),
            b'\'' => Err(self.fault(JsonFaultKind::SingleQuote)),
            b'-' | b'+' | b'.' | b'0'..=b'9' => self.number().map(|()| TokenKind::Number),
            b'a'..=b'z' | b'A'..=b'Z' => self.word(),
            _ => Err(self.unexpected()),
        }
    }

    fn word(&mut self) -> Outcome<TokenKind> {
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let at_end = length == rest.len();
        let kind = match &rest[..length] {
            "true" | "false" => TokenKind::Bool,
            "null" => TokenKind::Null,
            cut if at_end && ["true", "false", "null"].iter().any(|word| word.starts_with(cut)) => {
                self.at += length;
                return Err(self.fault(JsonFaultKind::UnexpectedEnd));
            }
            "NaN" | "Infinity" | "undefined" | "True" | "False" | "None" | "nil" => {
                return Err(self.fault(JsonFaultKind::ForeignLiteral));
            }
            _ => return Err(self.unexpected()),
        };
        self.at += length;
        Ok(kind)
    }

    fn number(&mut self) -> Outcome<()> {
        let start = self.at;
        let bad = JsonFault { kind: JsonFaultKind::BadNumber, at: start };
        if self.bytes[self.at] == b'-' {
            self.at += 1;
            if self.text[self.at..].starts_with("Infinity") {
                return Err(JsonFault { kind: JsonFaultKind::ForeignLiteral, at: start });
            }
        }
        match self.digits() {
            0 if self.at == self.bytes.len() => return Err(self.fault(JsonFaultKind::UnexpectedEnd)),
            0 => return Err(bad),
            1 => {}
            _ if self.bytes[start..].strip_prefix(b"-").unwrap_or(&self.bytes[start..])[0] == b'0' => {
                return Err(bad);
            }
            _ => {}
        }
        if self.bytes.get(self.at) == Some(&b'.') {
            self.at += 1;
            self.required_digits(bad)?;
        }
        if matches!(self.bytes.get(self.at), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.bytes.get(self.at), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.required_digits(bad)?;
        }
        Ok(())
    }

    fn digits(&mut self) -> usize {
        let count = self.bytes[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += count;
        count
    }

    fn required_digits(&mut self, bad: JsonFault) -> Outcome<()> {
        match self.digits() {
            0 if self.at == self.bytes.len() => Err(self.fault(JsonFaultKind::UnexpectedEnd)),
            0 => Err(bad),
            _ => Ok(()),
        }
    }

    /// Moves past a string that starts here.
    fn string(&mut self) -> Outcome<()> {
        self.at += 1;
        loop {
            let Some(offset) =
                self.bytes[self.at..].iter().position(|&byte| byte == b'"' || byte == b'\\' || byte < 0x20)
            else {
                self.at = self.bytes.len();
                return Err(self.fault(JsonFaultKind::UnexpectedEnd));
            };
            self.at += offset;
            match self.bytes[self.at] {
                b'"' => {
                    self.at += 1;
                    return Ok(());
                }
                b'\\' => self.escape()?,
                control => return Err(self.fault(JsonFaultKind::ControlCharacter(control))),
            }
        }
    }

    fn escape(&mut self) -> Outcome<()> {
        let start = self.at;
        match self.bytes.get(self.at + 1) {
            None => {
                self.at = self.bytes.len();
                Err(self.fault(JsonFaultKind::UnexpectedEnd))
            }
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                self.at += 2;
                Ok(())
            }
            Some(b'u') => {
                let paired = match self.hex_unit()? {
                    0xDC00..=0xDFFF => false,
                    0xD800..=0xDBFF => {
                        let resume = self.at;
                        let followed = self.bytes[self.at..].starts_with(b"\\u");
                        let low = followed.then(|| self.hex_unit()).transpose()?;
                        let paired = matches!(low, Some(0xDC00..=0xDFFF));
                        if !paired {
                            self.at = resume;
                        }
                        paired
                    }
                    _ => true,
                };
                if paired || self.surrogates == Surrogates::Any {
                    Ok(())
                } else {
                    Err(JsonFault { kind: JsonFaultKind::LoneSurrogate, at: start })
                }
            }
            Some(_) => Err(self.fault(JsonFaultKind::BadEscape)),
        }
    }

    /// Reads `\uXXXX`.
    fn hex_unit(&mut self) -> Outcome<u16> {
        let digits = self.bytes.get(self.at + 2..self.at + 6);
        let Some(digits) = digits else {
            let rest = self.bytes.get(self.at + 2..).unwrap_or_default();
            let kind = if rest.iter().all(u8::is_ascii_hexdigit) {
                self.at = self.bytes.len();
                JsonFaultKind::UnexpectedEnd
            } else {
                JsonFaultKind::BadEscape
            };
            return Err(self.fault(kind));
        };
        let mut unit = 0u16;
        for &digit in digits {
            let Some(value) = char::from(digit).to_digit(16).and_then(|value| u16::try_from(value).ok())
            else {
                return Err(self.fault(JsonFaultKind::BadEscape));
            };
            unit = unit << 4 | value;
        }
        self.at += 6;
        Ok(unit)
    }

    fn after_value(&self) -> Expect {
        if self.open.is_empty() { Expect::Nothing } else { Expect::CommaOrEnd }
    }

    fn single(&mut self, kind: TokenKind) {
        self.at += 1;
        self.push(kind, self.at - 1);
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        self.after_comma = kind == TokenKind::Comma;
        let depth = self.open.len();
        if depth <= self.deepest {
            self.sink.token(kind, start..self.at, depth);
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

#[cfg(test)]
mod tests;
