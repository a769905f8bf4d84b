//! The value of an arithmetic expression, worked out while it is parsed: no tree, no `eval`, everything bounded.
//!
//! | operators | binding |
//! |---|---|
//! | `a ** b` | tightest, right to left: `2 ** 3 ** 2` is 512; tighter than a sign on its left: `-2 ** 2` is -4 |
//! | `-a`, `+a` | also right of `**`: `2 ** -1` is 0.5 |
//! | `a * b`, `a / b`, `a % b` | left to right; `%` has the sign of the divisor, as in Python: `-7 % 3` is 2 |
//! | `a + b`, `a - b` | left to right |
//!
//! Numbers are `f64`: `0.1 + 0.2` is 0.30000000000000004.

mod error;
mod lexer;

use self::error::CalcErrorKind;
use self::lexer::{Lexer, Operator, Token};
use super::float;
use super::pow::pow;

pub(super) use self::error::CalcError;

/// Longest expression, in bytes.
const MAX_BYTES: usize = 1_000;
/// Most parentheses, signs and powers within each other. Each takes a few stack frames.
const MAX_DEPTH: usize = 64;

/// The value of `expression`.
///
/// # Errors
/// Why it has none, and at which column.
pub(super) fn evaluate(expression: &str) -> Result<f64, CalcError> {
    let mut lexer = Lexer::new(expression);
    if expression.len() > MAX_BYTES {
        return Err(lexer.error(CalcErrorKind::TooLong, MAX_BYTES));
    }
    let (token, at) = lexer.next_token()?;
    let mut parser = Parser { lexer, token, at };
    let value = parser.expression(Binding::Sum, 0)?;
    match parser.token {
        Token::End => Ok(value),
        _ => Err(parser.unexpected("an operator or the end")),
    }
}

/// Writes a value with the fewest digits that read back as the same value.
///
/// Whole numbers have no point. From 10^21 on and below 10^-6 there is an exponent (`1e21`), since digits that
/// only fill the places would pass for exact ones.
pub(super) fn display(value: f64) -> String {
    let digits = float::shortest(value);
    match digits.top() {
        Some(power) if !(-6..21).contains(&power) => format!("{}e{power}", digits.times_power_of_ten(-power)),
        // Zero has a sign in IEEE 754, and says nothing with it.
        _ => digits.to_string(),
    }
}

/// The JSON number `text` as a double, written with the fewest digits that read back as the same; nothing where it is
/// beyond all doubles.
pub(crate) fn as_double(text: &str) -> Option<String> {
    let (sign, digits) = text.strip_prefix('-').map_or((1.0, text), |digits| (-1.0, digits));
    let value = float::read(digits) * sign;
    value.is_finite().then(|| display(value))
}

/// How tightly an operator holds its operands, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Sum,
    Product,
    Sign,
    Power,
}

impl Operator {
    /// How tightly it binds between two operands.
    const fn binding(self) -> Binding {
        match self {
            Self::Plus | Self::Minus => Binding::Sum,
            Self::Times | Self::Divide | Self::Modulo => Binding::Product,
            Self::Power => Binding::Power,
        }
    }
}

/// Precedence climbing with one token of look-ahead.
struct Parser<'a> {
    lexer: Lexer<'a>,
    /// The next token and the byte at which it begins.
    token: Token,
    at: usize,
}

impl Parser<'_> {
    /// An operand and every operator after it that binds at least as tightly as `least`.
    fn expression(&mut self, least: Binding, depth: usize) -> Result<f64, CalcError> {
        let mut left = self.operand(depth)?;
        while let Token::Operator(operator) = self.token {
            let at = self.at;
            let right = match operator.binding() {
                binding if binding < least => break,
                Binding::Sum => {
                    self.advance()?;
                    self.expression(Binding::Product, depth)?
                }
                Binding::Product => {
                    self.advance()?;
                    self.expression(Binding::Sign, depth)?
                }
                // Right to left: what follows takes the next power, and a sign of its own, first.
                Binding::Sign | Binding::Power => {
                    self.advance()?;
                    self.expression(Binding::Power, self.deeper(depth)?)?
                }
            };
            left = apply(operator, left, right).map_err(|kind| self.lexer.error(kind, at))?;
        }
        Ok(left)
    }

    /// A number, a group in parentheses, or either with signs before it.
    fn operand(&mut self, depth: usize) -> Result<f64, CalcError> {
        match self.token {
            Token::Number(value) => {
                self.advance()?;
                Ok(value)
            }
            Token::Operator(sign @ (Operator::Plus | Operator::Minus)) => {
                let depth = self.deeper(depth)?;
                self.advance()?;
                let value = self.expression(Binding::Sign, depth)?;
                Ok(if sign == Operator::Minus { -value } else { value })
            }
            Token::Open => {
                let depth = self.deeper(depth)?;
                self.advance()?;
                let value = self.expression(Binding::Sum, depth)?;
                if self.token != Token::Close {
                    return Err(self.unexpected("an operator or ')'"));
                }
                self.advance()?;
                Ok(value)
            }
            Token::Operator(_) | Token::Close | Token::End => Err(self.unexpected("a number or '('")),
        }
    }

    fn advance(&mut self) -> Result<(), CalcError> {
        (self.token, self.at) = self.lexer.next_token()?;
        Ok(())
    }

    fn deeper(&self, depth: usize) -> Result<usize, CalcError> {
        if depth < MAX_DEPTH { Ok(depth + 1) } else { Err(self.lexer.error(CalcErrorKind::TooDeep, self.at)) }
    }

    fn unexpected(&self, expected: &'static str) -> CalcError {
        self.lexer.error(CalcErrorKind::Unexpected { expected, found: self.token }, self.at)
    }
}

/// The operation itself, on finite numbers and with a finite result.
fn apply(operator: Operator, left: f64, right: f64) -> Result<f64, CalcErrorKind> {
    let value = match operator {
        Operator::Plus => left + right,
        Operator::Minus => left - right,
        Operator::Times => left * right,
        Operator::Divide | Operator::Modulo if right == 0.0 => return Err(CalcErrorKind::DivisionByZero),
        Operator::Divide => left / right,
        Operator::Modulo => match remainder(left.abs(), right.abs()).copysign(left) {
            rest if rest != 0.0 && (rest < 0.0) != (right < 0.0) => rest + right,
            rest => rest,
        },
        Operator::Power => power(left, right)?,
    };
    if value.is_finite() { Ok(value) } else { Err(CalcErrorKind::TooLarge) }
}

/// What is left of `rest` after taking `divisor`, which is positive, from it as often as it goes.
///
/// The same as Rust's `%`, which WebAssembly has no instruction for and 2 KB of code instead. Every step is exact: no
/// `step` is more than the rest that it is taken from, nor less than half of it.
fn remainder(mut rest: f64, divisor: f64) -> f64 {
    let mut step = divisor;
    while rest - step >= step {
        step *= 2.0;
    }
    while step >= divisor {
        if rest >= step {
            rest -= step;
        }
        step /= 2.0;
    }
    rest
}

fn power(base: f64, exponent: f64) -> Result<f64, CalcErrorKind> {
    if exponent == 0.0 {
        Ok(1.0)
    } else if base == 0.0 {
        if exponent < 0.0 { Err(CalcErrorKind::DivisionByZero) } else { Ok(0.0) }
    } else if base > 0.0 {
        Ok(pow(base, exponent))
    } else if exponent.fract() != 0.0 {
        Err(CalcErrorKind::NotReal)
    } else if (exponent / 2.0).fract() == 0.0 {
        Ok(pow(-base, exponent))
    } else {
        Ok(-pow(-base, exponent))
    }
}

#[cfg(test)]
mod tests;
