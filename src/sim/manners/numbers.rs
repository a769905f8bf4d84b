//! Numbers as other languages have them.

/// The largest integer up to which a double can tell each from the next.
const SAFE: i64 = (1 << 53) - 1;

/// The integer that is written as `text`, perhaps with a fraction of zeros.
pub(super) fn whole(text: &str) -> Option<i64> {
    let (digits, fraction) = text.split_once('.').unwrap_or((text, ""));
    fraction.bytes().all(|byte| byte == b'0').then(|| digits.parse().ok()).flatten()
}

/// Whether a double tells `number` from its neighbours.
pub(super) const fn is_safe(number: i64) -> bool {
    -SAFE <= number && number <= SAFE
}

/// The number `text` as JavaScript reads it and writes it again.
pub(super) fn as_double(text: &str) -> String {
    /// So many digits are exact in any double.
    const EXACT: usize = 15;
    /// Nobody writes a number so long; to round it would take long, and no tool would see the difference.
    const LONG: usize = 1_000;
    let is_short = text.len() <= EXACT && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_short || text.len() > LONG {
        return text.to_owned();
    }
    match crate::demo::as_double(text) {
        Some(number) if number.contains("e-") => number,
        Some(number) => number.replace('e', "e+"),
        None => "null".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_javascript_writes_them() {
        for (text, written) in [
            ("1", "1"),
            ("1.0", "1"),
            ("-0", "0"),
            ("1.50", "1.5"),
            ("1e3", "1000"),
            ("9007199254740993", "9007199254740992"),
            ("10000000000000000000000000", "1e+25"),
            ("1e-7", "1e-7"),
            ("1e999", "null"),
        ] {
            assert_eq!(as_double(text), written);
        }
        assert_eq!((whole("3.00"), whole("3.5"), whole("-7"), whole("1e3")), (Some(3), None, Some(-7), None));
    }
}
