//! Numbers and words.

use super::{Outcome, Scanner, Sink, TokenKind};
use crate::proto::json::fault::{JsonFault, JsonFaultKind};

impl<S: Sink + ?Sized> Scanner<'_, S> {
    /// Moves past a value that holds no other, begins with `first` and is no string.
    #[inline]
    pub(super) fn scalar(&mut self, first: u8) -> Outcome<TokenKind> {
        match first {
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

    #[inline]
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
}
