//! Why an expression has no value, and where.

use core::fmt;

use super::lexer::Token;
use super::{MAX_BYTES, MAX_DEPTH};

/// Why and where an expression has no value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::demo) struct CalcError {
    /// Why.
    pub(super) kind: CalcErrorKind,
    /// Where, in characters from 1.
    pub(super) column: usize,
}

/// Why an expression has no value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum CalcErrorKind {
    /// More bytes than [`MAX_BYTES`]; the column is that of the first character beyond them.
    TooLong,
    /// Parentheses, signs and powers within each other, more than [`MAX_DEPTH`] levels.
    TooDeep,
    /// A character of no token.
    UnknownCharacter(char),
    /// A token where something else must stand.
    Unexpected {
        /// What must stand there.
        expected: &'static str,
        /// What does.
        found: Token,
    },
    /// `/` or `%` by zero, or zero to a negative power.
    DivisionByZero,
    /// A number or a result beyond the largest `f64`.
    TooLarge,
    /// A negative number to a power that is not whole: no real number.
    NotReal,
}

impl fmt::Display for CalcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: ", self.column)?;
        match self.kind {
            CalcErrorKind::TooLong => write!(f, "the expression is longer than {MAX_BYTES} bytes"),
            CalcErrorKind::TooDeep => write!(f, "nested deeper than {MAX_DEPTH} levels"),
            CalcErrorKind::UnknownCharacter(character) => {
                write!(f, "{character:?} cannot be calculated; there are numbers, + - * / ** % and ( )")
            }
            CalcErrorKind::Unexpected { expected, found } => write!(f, "expected {expected}, found {found}"),
            CalcErrorKind::DivisionByZero => f.write_str("division by zero"),
            CalcErrorKind::TooLarge => f.write_str("the number is too large"),
            CalcErrorKind::NotReal => {
                f.write_str("a negative number to a power that is not whole is not real")
            }
        }
    }
}

impl std::error::Error for CalcError {}
