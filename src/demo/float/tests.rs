//! Core's own conversions say what is right.

use super::*;
use crate::demo::calc::display;

/// Bits from a seed (xorshift64*).
struct Bits(u64);

impl Bits {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// A finite number, every exponent as likely as the others.
    fn finite(&mut self) -> f64 {
        loop {
            let value = f64::from_bits(self.next());
            if value.is_finite() {
                return value;
            }
        }
    }

    fn digits(&mut self, count: u64) -> String {
        (0..count).map(|_| char::from(b'0' + self.below(10) as u8)).collect()
    }
}

/// What core writes in the notation of [`display`].
fn core_s(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        1e-6..1e21 => value.to_string(),
        _ => format!("{value:e}"),
    }
}

fn reads_as_core_does(text: &str) {
    let expected: f64 = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let value = read(text);
    assert_eq!(value.to_bits(), expected.to_bits(), "{text}: {value:e}, not {expected:e}");
}

fn is_written_as_core_does(value: f64) {
    assert_eq!(display(value), core_s(value), "{:#x}", value.to_bits());
    assert_eq!(display(-value), core_s(-value), "-{:#x}", value.to_bits());
}

/// Both directions, and the two neighbours.
fn agrees_with_core(value: f64) {
    for value in [value.next_down().max(0.0), value, value.next_up()] {
        if value.is_finite() {
            is_written_as_core_does(value);
            reads_as_core_does(&core_s(value));
        }
    }
}

/// The number halfway to the next one with all its digits, and the numbers one more place away from it.
fn rounds_as_core_does_after(value: f64) {
    let units = |number: f64| Decimal::from_parts(&format!("{number:.0}"), "", 0);
    let fraction = |number: f64| format!("{:.1080}", number.fract());
    // 1,080 digits after the point are more than any number has.
    let exact = |number: f64| &units(number.trunc()) + &Decimal::from_parts("", &fraction(number)[2..], 0);
    let middle = (&exact(value) + &exact(value.next_up())).times_power_of_two(-1);
    let little = Decimal::natural(1).times_power_of_ten(-1_080);
    let texts = [&middle + &-&little, middle.clone(), &middle + &little].map(|number| number.to_string());
    texts.iter().for_each(|text| reads_as_core_does(text));
    // These are the hard cases that they are meant to be.
    let [below, _, above] = texts.map(|text| read(&text));
    assert_eq!((below, above), (value, value.next_up()));
}

fn random_values(seed: u64, count: usize) {
    let mut bits = Bits(seed);
    for _ in 0..count {
        let value = bits.finite();
        is_written_as_core_does(value);
        reads_as_core_does(&core_s(value.abs()));
    }
}

fn random_texts(seed: u64, count: usize) {
    let mut bits = Bits(seed);
    for _ in 0..count {
        let (whole, fraction) = (bits.below(25), bits.below(25));
        let (whole, fraction) = (bits.digits(whole), bits.digits(fraction + 1));
        let exponent = bits.below(700) as i32 - 360;
        reads_as_core_does(&format!("{whole}.{fraction}e{exponent}"));
        reads_as_core_does(&format!("{whole}.{fraction}"));
    }
}

fn random_middles(seed: u64, count: usize) {
    let mut bits = Bits(seed);
    for _ in 0..count {
        rounds_as_core_does_after(bits.finite().abs().min(f64::MAX.next_down()));
    }
}

#[test]
fn powers_of_two_and_ten() {
    for power in -1_074..1_024 {
        let value = match power {
            ..-1_022 => f64::from_bits(1 << (power + 1_074)),
            _ => f64::from_bits(((power + 1_023) as u64) << 52),
        };
        assert_eq!(nearest(Decimal::natural(1).times_power_of_two(power)), value);
        is_written_as_core_does(value);
    }
    for power in -330..=312 {
        let text = format!("1e{power}");
        reads_as_core_does(&text);
        is_written_as_core_does(read(&text).min(f64::MAX));
    }
}

#[test]
fn the_ends_of_the_range() {
    for value in [f64::MAX, f64::MIN_POSITIVE, 1e-6, 1e21, 9_007_199_254_740_992.0, 0.1, 1.0 / 3.0] {
        agrees_with_core(value);
    }
    for bits in 0..64 {
        agrees_with_core(f64::from_bits(bits));
        rounds_as_core_does_after(f64::from_bits(bits));
        rounds_as_core_does_after(f64::from_bits(f64::MIN_POSITIVE.to_bits() - 32 + bits));
    }
    for text in [
        "0",
        ".0",
        "0.",
        "5.",
        ".5",
        "5.e3",
        "2.5E-3",
        "1e+5",
        "0e999999999999",
        "0e-999999999999",
        "1e999999999999",
        "1e-999999999999",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "9e308",
        "1e309",
        "4.9e-324",
        "2.5e-324",
        "2.4e-324",
        "2.2250738585072011e-308",
        "2.2250738585072012e-308",
        "9e-325",
        "1e-325",
    ] {
        reads_as_core_does(text);
    }
    // The middle between the largest number and what would be the next one is infinite; less is not.
    let middle = &Decimal::natural((1 << 54) - 1).times_power_of_two(970);
    assert_eq!(read(&middle.to_string()), f64::INFINITY);
    assert_eq!(read(&(middle + &-&Decimal::natural(1)).to_string()), f64::MAX);
}

#[test]
fn long_texts() {
    let mut bits = Bits(3);
    for _ in 0..20 {
        let digits = bits.digits(800);
        for text in [
            digits.clone(),
            format!("{digits}e-800"),
            format!("0.{digits}"),
            format!("{digits}e-1110"),
            format!("{digits}e-500"),
            format!("{}.{}", &digits[..300], &digits[300..]),
            format!("0.{}1e801", "0".repeat(800)),
            format!("1{}e-800", "0".repeat(800)),
            format!("1.{}1", "0".repeat(800)),
        ] {
            reads_as_core_does(&text);
        }
    }
}

#[test]
fn random_numbers() {
    random_values(1, 400);
    random_texts(1, 1_000);
    random_middles(1, 100);
}

#[test]
#[ignore = "takes minutes, and those with --release"]
fn a_million_random_numbers() {
    random_values(2, 1_000_000);
    random_texts(2, 200_000);
    random_middles(2, 100_000);
}
