//! From the text of an expression to its tokens.

use core::fmt;

use super::error::{CalcError, CalcErrorKind};
use crate::demo::float;

/// One token.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Token {
    /// A number, finite and not negative: signs are operators.
    Number(f64),
    /// An operator.
    Operator(Operator),
    /// `(`
    Open,
    /// `)`
    Close,
    /// Nothing more.
    End,
}

/// An operator; `+` and `-` also stand before one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Divide,
    /// `%`
    Modulo,
    /// `**`
    Power,
}

/// Reads one token after the other.
pub(super) struct Lexer<'a> {
    text: &'a str,
    /// Where the rest begins, in bytes.
    at: usize,
}

impl<'a> Lexer<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The next token and the byte at which it begins.
    pub(super) fn next_token(&mut self) -> Result<(Token, usize), CalcError> {
        let rest = self.text[self.at..].trim_ascii_start();
        let start = self.text.len() - rest.len();
        let (token, length) = match rest.as_bytes() {
            [] => (Token::End, 0),
            [b'(', ..] => (Token::Open, 1),
            [b')', ..] => (Token::Close, 1),
            [b'+', ..] => (Token::Operator(Operator::Plus), 1),
            [b'-', ..] => (Token::Operator(Operator::Minus), 1),
            [b'*', b'*', ..] => (Token::Operator(Operator::Power), 2),
            [b'*', ..] => (Token::Operator(Operator::Times), 1),
            [b'/', ..] => (Token::Operator(Operator::Divide), 1),
            [b'%', ..] => (Token::Operator(Operator::Modulo), 1),
            [b'0'..=b'9', ..] | [b'.', b'0'..=b'9', ..] => {
                let length = number_length(rest.as_bytes());
                match float::read(&rest[..length]) {
                    f64::INFINITY => return Err(self.error(CalcErrorKind::TooLarge, start)),
                    value => (Token::Number(value), length),
                }
            }
            _ => {
                let character = rest.chars().next().unwrap_or_default();
                return Err(self.error(CalcErrorKind::UnknownCharacter(character), start));
            }
        };
        self.at = start + length;
        Ok((token, start))
    }

    /// An error at a byte of the text, which becomes a column.
    pub(super) fn error(&self, kind: CalcErrorKind, byte: usize) -> CalcError {
        let before = self.text.char_indices().take_while(|&(at, _)| at < byte).count();
        CalcError { kind, column: before + 1 }
    }
}

/// How many bytes of `text` are a number: `1`, `1.5`, `.5`, `5.`, `1e3`, `2.5E-3`.
fn number_length(text: &[u8]) -> usize {
    let digits = |from: usize| text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut length = digits(0);
    if text.get(length) == Some(&b'.') {
        length += 1;
        length += digits(length);
    }
    if let Some(b'e' | b'E') = text.get(length) {
        let sign = usize::from(matches!(text.get(length + 1), Some(b'+' | b'-')));
        let exponent = text.get(length + 1 + sign).map_or(0, |_| digits(length + 1 + sign));
        // Without digits the letter is not part of the number, and of nothing else either.
        if exponent > 0 {
            length += 1 + sign + exponent;
        }
    }
    length
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(_) => f.write_str("a number"),
            Self::Operator(operator) => write!(f, "'{operator}'"),
            Self::Open => f.write_str("'('"),
            Self::Close => f.write_str("')'"),
            Self::End => f.write_str("the end"),
        }
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Times => "*",
            Self::Divide => "/",
            Self::Modulo => "%",
            Self::Power => "**",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_long_as_they_can_be() {
        for (text, length) in [
            ("1", 1),
            ("12.5", 4),
            (".5", 2),
            ("5.", 2),
            ("1e3", 3),
            ("1E+3", 4),
            ("2.5e-3)", 6),
            ("1e", 1),
            ("1e+", 1),
            ("1.2.3", 3),
            ("1ex", 1),
        ] {
            assert_eq!(number_length(text.as_bytes()), length, "{text}");
        }
    }

    #[test]
    fn columns_count_characters() {
        let mut lexer = Lexer::new("1 + 二");
        lexer.at = 3;
        let error = lexer.next_token().expect_err("no token");
        assert_eq!(error, CalcError { kind: CalcErrorKind::UnknownCharacter('二'), column: 5 });
        assert_eq!(Lexer::new("二二+").error(CalcErrorKind::TooDeep, 6).column, 3);
    }
}
