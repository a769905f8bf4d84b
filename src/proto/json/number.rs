//! Numbers, digit for digit.

use core::fmt;
use core::str::FromStr;

use super::scan::scan;
use super::value::{FromJson, Mismatch, ToJson, kind_of};

/// A JSON number as it was written: `1`, `1.0` and `1e0` are three numbers, and none is rounded.
///
/// For what may be big or have a fraction: progress, priorities, sizes, durations. Where a type of Rust is enough,
/// as for error codes, an integer does.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Number(Box<str>);

impl Number {
    /// The digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The value, if it is written as an integer (no fraction, no exponent) that fits.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        self.0.parse().ok()
    }

    /// The nearest floating-point number; infinite beyond their range. For drawing, not for comparing.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        self.0.parse().unwrap_or(f64::NAN)
    }
}

impl From<i64> for Number {
    fn from(number: i64) -> Self {
        Self(number.to_string().into())
    }
}

/// From the text of a JSON number, such as `0.50`.
impl FromStr for Number {
    type Err = Mismatch;

    fn from_str(text: &str) -> Result<Self, Mismatch> {
        match scan(text).fault {
            None if text == text.trim() => Self::from_json(text),
            _ => Err(Mismatch { path: String::new(), expected: "a number", found: "another text" }),
        }
    }
}

impl FromJson for Number {
    fn from_json(text: &str) -> Result<Self, Mismatch> {
        if kind_of(text) == "a number" { Ok(Self(text.into())) } else { Err(Mismatch::new("a number", text)) }
    }
}

impl ToJson for Number {
    fn write_json(&self, out: &mut String) {
        out.push_str(&self.0);
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_kept_and_values_are_read_where_they_are_exact() {
        for (text, integer) in [
            ("7", Some(7)),
            ("-0", Some(0)),
            ("1.50", None),
            ("1e3", None),
            ("9007199254740993", Some(9_007_199_254_740_993)),
            ("123456789012345678901234567890", None),
        ] {
            let number: Number = text.parse().expect(text);
            assert_eq!((number.as_str(), number.to_i64()), (text, integer));
        }
        assert!(("0.25".parse::<Number>().expect("valid").to_f64() - 0.25).abs() < f64::EPSILON);
        assert_eq!(Number::from(-3).as_str(), "-3");
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "\"1\"", "01", "NaN", ".5", "1 ", "null", "1,2"] {
            assert!(text.parse::<Number>().is_err(), "{text:?}");
        }
    }
}
