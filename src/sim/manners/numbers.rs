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
    /// From here on it writes an exponent.
    const LARGE: f64 = 1e21;
    const SMALL: f64 = 1e-6;
    match text.parse::<f64>() {
        Ok(number) if number.is_infinite() => "null".to_owned(),
        Ok(0.0) => "0".to_owned(),
        Ok(number) if number.abs() >= LARGE => format!("{number:e}").replace('e', "e+"),
        Ok(number) if number.abs() < SMALL => format!("{number:e}"),
        Ok(number) => format!("{number}"),
        // It is no number, and the scanner says so.
        Err(_) => text.to_owned(),
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
