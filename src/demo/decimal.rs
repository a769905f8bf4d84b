//! Exact decimal numbers: the sum of two JSON numbers as a pupil would write it.

mod scale;

use core::cmp::Ordering;
use core::fmt;
use core::ops::{Add, Neg};
use core::str::FromStr;

use crate::proto::json::{FromJson, Mismatch};

/// Most digits that a number may be written with.
const MAX_DIGITS: usize = 1_000;
/// Largest exponent that a number may be written with, in either direction.
const MAX_EXPONENT: u32 = 400;

/// An exact decimal number.
///
/// It is read from the JSON notation (`-12.50e3`) within bounds that keep a sum under 3,000 digits, and written
/// without an exponent and without zeros that say nothing: `1.50` is `1.5`, `-0` is `0`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decimal {
    negative: bool,
    /// Digits 0 to 9, the least significant first. Neither the first nor the last is 0; zero has none.
    digits: Vec<u8>,
    /// The power of ten of the first digit here, the least significant one; 0 for zero.
    exponent: i32,
}

/// Why a text is not a [`Decimal`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecimalError {
    /// Not in the notation of a JSON number.
    NotANumber,
    /// Written with more than 1,000 digits.
    TooManyDigits,
    /// An exponent below -400 or above 400.
    ExponentOutOfRange,
}

impl Decimal {
    /// The number written as the digits `whole`, a point, the digits `fraction` and an exponent.
    pub(super) fn from_parts(whole: &str, fraction: &str, exponent: i32) -> Self {
        let digits = fraction.bytes().rev().chain(whole.bytes().rev()).map(|byte| byte - b'0').collect();
        Self::normal(false, digits, exponent - count(fraction.len()))
    }

    /// Brings digits (least significant first) into the one form in which equal numbers are equal values.
    fn normal(negative: bool, mut digits: Vec<u8>, exponent: i32) -> Self {
        digits.truncate(digits.iter().rposition(|&digit| digit != 0).map_or(0, |last| last + 1));
        let Some(first) = digits.iter().position(|&digit| digit != 0) else {
            return Self { negative: false, digits, exponent: 0 };
        };
        digits.drain(..first);
        Self { negative, digits, exponent: exponent + count(first) }
    }

    /// Its digits when the least significant one stands for 10^`exponent`, which is not above its own.
    fn digits_from(&self, exponent: i32) -> Vec<u8> {
        // Zero has no digits at any exponent: rows of digits are compared by their length first.
        let zeros =
            if self.digits.is_empty() { 0 } else { usize::try_from(self.exponent - exponent).unwrap_or(0) };
        let mut digits = vec![0; zeros];
        digits.extend_from_slice(&self.digits);
        digits
    }

    /// Whether nothing stands after the point: `5.0` and `5e3` are integers.
    #[must_use]
    pub const fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    /// The integer; `None` for a fraction and beyond `i64`.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        // A fraction is written with a point, which an i64 cannot be read from.
        self.to_string().parse().ok()
    }
}

/// A number of digits as a power of ten. At most a few thousand: see the bounds of [`Decimal`].
pub(super) fn count(digits: usize) -> i32 {
    i32::try_from(digits).unwrap_or(i32::MAX)
}

impl FromStr for Decimal {
    type Err = DecimalError;

    /// Reads the notation of JSON numbers; zeros in front, which JSON forbids, are passed over.
    fn from_str(text: &str) -> Result<Self, DecimalError> {
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction, exponent) = parts(unsigned);
        let exponent = exponent.map_or(Ok(0), read_exponent)?;
        if fraction == Some("") {
            return Err(DecimalError::NotANumber);
        }
        let fraction = fraction.unwrap_or_default();
        if whole.is_empty() || !whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit()) {
            return Err(DecimalError::NotANumber);
        }
        if whole.len() + fraction.len() > MAX_DIGITS {
            return Err(DecimalError::TooManyDigits);
        }
        let number = Self::from_parts(whole, fraction, exponent);
        Ok(if negative { -&number } else { number })
    }
}

/// Takes `12.50e3` apart: what stands before the point, after it, and after the letter.
pub(super) fn parts(unsigned: &str) -> (&str, Option<&str>, Option<&str>) {
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction), exponent),
        None => (mantissa, None, exponent),
    }
}

fn read_exponent(text: &str) -> Result<i32, DecimalError> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(DecimalError::NotANumber);
    }
    // All digits, so the only way to fail is to be far out of range.
    match text.parse::<i32>() {
        Ok(exponent) if exponent.unsigned_abs() <= MAX_EXPONENT => Ok(exponent),
        _ => Err(DecimalError::ExponentOutOfRange),
    }
}

impl FromJson for Decimal {
    fn from_json(text: &str) -> Result<Self, Mismatch> {
        text.parse().map_err(|_| Mismatch::new("a number of reasonable length", text))
    }
}

impl Add for &Decimal {
    type Output = Decimal;

    fn add(self, other: Self) -> Decimal {
        let exponent = self.exponent.min(other.exponent);
        let mut larger = (self.negative, self.digits_from(exponent));
        let mut smaller = (other.negative, other.digits_from(exponent));
        if compare(&larger.1, &smaller.1).is_lt() {
            core::mem::swap(&mut larger, &mut smaller);
        }
        let (negative, mut digits) = larger;
        if negative == smaller.0 {
            digits.push(0);
            add(&mut digits, &smaller.1);
        } else {
            subtract(&mut digits, &smaller.1);
        }
        Decimal::normal(negative, digits, exponent)
    }
}

/// Compares two rows of digits without zeros at their most significant end.
fn compare(a: &[u8], b: &[u8]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

/// Adds `summand` to `sum`, which has room for the last carry.
fn add(sum: &mut [u8], summand: &[u8]) {
    let mut carry = 0;
    for (at, digit) in sum.iter_mut().enumerate() {
        *digit += summand.get(at).unwrap_or(&0) + carry;
        carry = *digit / 10;
        *digit %= 10;
    }
}

/// Takes `subtrahend` from `difference`, which is not less.
fn subtract(difference: &mut [u8], subtrahend: &[u8]) {
    let mut borrow = 0;
    for (at, digit) in difference.iter_mut().enumerate() {
        let less = subtrahend.get(at).unwrap_or(&0) + borrow;
        borrow = u8::from(*digit < less);
        *digit = *digit + 10 * borrow - less;
    }
}

impl Neg for &Decimal {
    type Output = Decimal;

    fn neg(self) -> Decimal {
        Decimal::normal(!self.negative, self.digits.clone(), self.exponent)
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        // From the most significant digit on; no place, that of zero, is less than any.
        let magnitudes = self
            .top()
            .cmp(&other.top())
            .then_with(|| self.digits.iter().rev().cmp(other.digits.iter().rev()));
        match (self.negative, other.negative) {
            (false, false) => magnitudes,
            (true, true) => magnitudes.reverse(),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = self.digits_from(self.exponent.min(0));
        let decimals = usize::try_from(-self.exponent).unwrap_or(0);
        // At least one digit before the point.
        digits.resize(digits.len().max(decimals + 1), 0);
        let mut text = String::with_capacity(digits.len() + 2);
        if self.negative {
            text.push('-');
        }
        for (at, digit) in digits.iter().enumerate().rev() {
            text.push(char::from(b'0' + digit));
            if at == decimals && at > 0 {
                text.push('.');
            }
        }
        f.write_str(&text)
    }
}

impl fmt::Display for DecimalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber => f.write_str("not a number"),
            Self::TooManyDigits => write!(f, "a number of more than {MAX_DIGITS} digits"),
            Self::ExponentOutOfRange => write!(f, "an exponent outside of -{MAX_EXPONENT} to {MAX_EXPONENT}"),
        }
    }
}

impl std::error::Error for DecimalError {}

#[cfg(test)]
mod tests;
