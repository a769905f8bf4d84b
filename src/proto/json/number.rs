//! Numbers, digit for digit.

use core::cmp::Ordering;
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

    /// Whether the value is less than, the same as, or greater than `other`'s: exact, whatever the digits. An exponent
    /// beyond any that a person would write counts as the greatest there is.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Ordering {
        let (ours, theirs) = (Parts::of(&self.0), Parts::of(&other.0));
        match (ours.sign, theirs.sign) {
            (1, 1) => ours.magnitude(&theirs),
            (-1, -1) => theirs.magnitude(&ours),
            (ours, theirs) => ours.cmp(&theirs),
        }
    }

    /// The nearest floating-point number; infinite beyond their range. For drawing, not for comparing.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        self.0.parse().unwrap_or(f64::NAN)
    }
}

/// A number as its sign, its digits without zeros at either end, and the place of the first digit before the point.
struct Parts {
    sign: i8,
    digits: String,
    place: i64,
}

impl Parts {
    fn of(text: &str) -> Self {
        let (sign, text) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = [whole, fraction].concat();
        let digits = all.trim_start_matches('0');
        let negative = exponent.starts_with('-');
        let exponent = exponent.parse().unwrap_or(if negative { i64::MIN / 2 } else { i64::MAX / 2 });
        // The lengths are those of a text in memory: far below the halves that the exponent is held to.
        let zeros = (all.len() - digits.len()) as i64;
        let place = exponent.clamp(i64::MIN / 2, i64::MAX / 2) + whole.len() as i64 - zeros;
        let digits = digits.trim_end_matches('0').to_owned();
        Self { sign: if digits.is_empty() { 0 } else { sign }, digits, place }
    }

    /// How two numbers compare without their signs, neither of them zero.
    fn magnitude(&self, other: &Self) -> Ordering {
        self.place.cmp(&other.place).then_with(|| self.digits.cmp(&other.digits))
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
    fn numbers_compare_by_their_exact_values() {
        // In groups: equal within one, and each group greater than the one before it.
        let groups: &[&[&str]] = &[
            &["-1e999999999999999999999"],
            &["-12"],
            &["-1.5", "-15e-1", "-0.15E1"],
            &["-1e-400"],
            &["0", "-0", "0.000", "0e9", "-0.0e-3"],
            &["1e-400"],
            &["0.1", "1e-1", "0.10"],
            &["0.1000000000000000000000000001"],
            &["9"],
            &["10", "1e1", "10.0", "0.01e3"],
            &["9007199254740992"],
            &["9007199254740993", "9007199254740993.0"],
            &["123456789012345678901234567890"],
            &["1e400"],
            &["1e999999999999999999999"],
        ];
        let number = |text: &str| text.parse::<Number>().expect("valid");
        for (a, ours) in groups.iter().enumerate() {
            for (b, theirs) in groups.iter().enumerate() {
                for (one, other) in ours.iter().flat_map(|one| theirs.iter().map(move |other| (one, other))) {
                    assert_eq!(number(one).compare(&number(other)), a.cmp(&b), "{one} {other}");
                }
            }
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "\"1\"", "01", "NaN", ".5", "1 ", "null", "1,2"] {
            assert!(text.parse::<Number>().is_err(), "{text:?}");
        }
    }
}
