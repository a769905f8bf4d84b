//! Sums, order and bounds of exact decimals.

use super::*;

fn decimal(text: &str) -> Decimal {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn sums_are_exact_at_any_length() {
    let nines = "9".repeat(1_000);
    let googol = format!("1{}", "0".repeat(1_000));
    for (a, b, sum) in [
        ("1", "2", "3"),
        ("9007199254740993", "0", "9007199254740993"),
        ("0.1", "0.2", "0.3"),
        ("1.50", "1.5", "3"),
        ("-1", "1.0", "0"),
        ("-0", "0", "0"),
        ("1", "-2.5", "-1.5"),
        ("-0.05", "0.01", "-0.04"),
        ("1e3", "1E-3", "1000.001"),
        ("12.5e1", "0", "125"),
        ("1e+2", "1e2", "200"),
        ("1000", "-1", "999"),
        (&nines, "1", &googol),
        ("99999999999999999999.9", "0.1", "100000000000000000000"),
    ] {
        assert_eq!((&decimal(a) + &decimal(b)).to_string(), sum, "{a} + {b}");
        assert_eq!((&decimal(b) + &decimal(a)).to_string(), sum, "{b} + {a}");
    }
}

#[test]
fn sums_and_order_agree_with_machine_integers() {
    // Hundredths around the places where digits carry and signs change.
    let samples =
        [-100_000, -99_999, -1_001, -1_000, -101, -100, -99, -10, -1, 0, 1, 9, 10, 99, 100, 999, 12_345];
    let hundredths = |n: i32| decimal(&format!("{n}e-2"));
    for a in samples {
        for b in samples {
            assert_eq!(&hundredths(a) + &hundredths(b), hundredths(a + b), "{a} + {b}");
            assert_eq!(hundredths(a).cmp(&hundredths(b)), a.cmp(&b), "{a} <=> {b}");
        }
        assert_eq!(decimal(&hundredths(a).to_string()), hundredths(a), "{a} reads back");
    }
}

#[test]
fn the_bounds_hold_to_the_digit() {
    let sum = &decimal("1e400") + &decimal("1e-400");
    assert_eq!(sum.to_string(), format!("1{}.{}1", "0".repeat(400), "0".repeat(399)));
    for text in ["1e401", "1e-401", "0e401", "1e99999999999999999999"] {
        assert_eq!(text.parse::<Decimal>(), Err(DecimalError::ExponentOutOfRange), "{text}");
    }
    decimal(&"1".repeat(1_000));
    assert_eq!("1".repeat(1_001).parse::<Decimal>(), Err(DecimalError::TooManyDigits));
    assert_eq!(format!("0.{}", "1".repeat(1_000)).parse::<Decimal>(), Err(DecimalError::TooManyDigits));
}

#[test]
fn other_notations_are_refused() {
    for text in ["", "-", "+1", ".5", "1.", "1e", "1e+", "1e+-1", "--1", "1_000", "0x1", "1.2.3", "NaN", "٣"]
    {
        assert_eq!(text.parse::<Decimal>(), Err(DecimalError::NotANumber), "{text:?}");
    }
}

#[test]
fn integers_are_told_from_fractions_by_value() {
    for (text, integer) in [
        ("5.0", Some(5)),
        ("5e3", Some(5_000)),
        ("50e-1", Some(5)),
        ("5.5", None),
        ("-9e18", Some(-9_000_000_000_000_000_000)),
        ("1e19", None),
    ] {
        assert_eq!(decimal(text).to_i64(), integer, "{text}");
    }
    assert!(decimal("1e19").is_integer());
    assert!(!decimal("0.5").is_integer());
}
