//! `f64` from decimal text and back, exactly and in little code.
//!
//! Core's `parse::<f64>` and `to_string` are fast by way of tables (Eisel and Lemire's for reading, Grisu's for
//! writing) and carry a slow exact algorithm for what those leave over. In the page's module that was 21 KB of 148 KB
//! gzipped, for one tool whose texts have at most 1,000 bytes. Here speed does not matter: both directions
//! go by all digits of the exact value, in the arithmetic that the tool `add` brings along anyway.
//!
//! - Reading is rounding as IEEE 754 defines it. The number is doubled or halved until the significand stands before
//!   the point, as in Nigel Tao's "simple decimal conversion".
//! - Writing finds the shortest decimal that reads back as the same value, and the closest of these: the
//!   free-format printing of Steele and White ("How to Print Floating-Point Numbers Accurately", 1990), whose
//!   algorithm is known as Dragon4.
//!
//! The tests hold both against core's.

use core::cmp::Ordering;

use super::decimal::{Decimal, count, parts};

/// Bits of a significand that are stored; normal numbers have one more in front, which is always 1.
const STORED_BITS: u32 = f64::MANTISSA_DIGITS - 1;
/// The power of two of the last bit of the smallest numbers.
const LEAST_POWER: i32 = f64::MIN_EXP - f64::MANTISSA_DIGITS as i32;

/// The `f64` nearest to the number that `text` writes with digits and perhaps a point and an exponent: `.5`, `5.`,
/// `2.5E-3`.
///
/// Infinite when it is beyond the largest `f64`, zero when it is closer to that than to the smallest.
pub(super) fn read(text: &str) -> f64 {
    let (whole, fraction, exponent) = parts(text);
    // With a larger exponent no digits of the text make up for it.
    let largest = count(text.len()) + 400;
    let exponent = exponent.map_or(0, |exponent| match exponent.parse() {
        Ok(exponent) => largest.min(exponent).max(-largest),
        Err(_) if exponent.starts_with('-') => -largest,
        Err(_) => largest,
    });
    nearest(Decimal::from_parts(whole, fraction.unwrap_or_default(), exponent))
}

/// The `f64` nearest to a number that is not negative; of two equally near, the one whose last bit is 0.
fn nearest(mut number: Decimal) -> f64 {
    let top = match number.top() {
        Some(309..) => return f64::INFINITY,
        Some(top @ -324..) => top,
        _ => return 0.0,
    };
    // The number in units of 2^power. The first guess, about 3.3 bits a digit, is off by a few at most.
    let mut power = ((top - 15) * 10 / 3).max(LEAST_POWER);
    number = number.times_power_of_two(-power);
    while number >= Decimal::natural(2 << STORED_BITS) {
        number = number.times_power_of_two(-1);
        power += 1;
    }
    while number < Decimal::natural(1 << STORED_BITS) && power > LEAST_POWER {
        number = number.times_power_of_two(1);
        power -= 1;
    }
    let (whole, rest) = number.split(0);
    let significand = whole.to_i64().unwrap_or_default() as u64;
    let up = match rest.cmp(&Decimal::from_parts("", "5", 0)) {
        Ordering::Less => 0,
        Ordering::Equal => significand & 1,
        Ordering::Greater => 1,
    };
    // The bit in front, where there is one, adds 1 to the exponent, and so does the carry of rounding up. The bits
    // beyond those of infinity are no numbers.
    let bits = (((power - LEAST_POWER) as u64) << STORED_BITS) + significand + up;
    f64::from_bits(bits.min(f64::INFINITY.to_bits()))
}

/// The shortest decimal that reads back as `value`, which is finite; of several, the one closest to it.
pub(super) fn shortest(value: f64) -> Decimal {
    let bits = value.abs().to_bits();
    let fraction = bits & ((1 << STORED_BITS) - 1);
    // As in `nearest`: subnormal numbers have the power of the smallest normal ones, without the bit in front.
    let (significand, power) = match (bits >> STORED_BITS) as i32 {
        0 => (fraction, LEAST_POWER),
        exponent => (fraction | 1 << STORED_BITS, LEAST_POWER + exponent - 1),
    };
    let quarters = |count| Decimal::natural(count).times_power_of_two(power - 2);
    let exact = quarters(4 * significand);
    let Some(top) = exact.top() else { return exact };
    // Halfway to either neighbour. Below a power of two they are twice as dense, unless they are subnormal.
    let below = if fraction == 0 && power > LEAST_POWER { 1 } else { 2 };
    let (low, high) = (quarters(4 * significand - below), quarters(4 * significand + 2));
    let reads_back = |decimal: &Decimal| match significand % 2 {
        0 => (&low..=&high).contains(&decimal),
        _ => low < *decimal && *decimal < high,
    };
    let mut place = top;
    let digits = loop {
        // The two decimals around the value that end at this place, the closer one first.
        let (down, rest) = exact.split(place);
        let up = &down + &Decimal::natural(1).times_power_of_ten(place);
        let half = Decimal::natural(5).times_power_of_ten(place - 1);
        let candidates = if rest < half { [down, up] } else { [up, down] };
        if let Some(found) = candidates.into_iter().find(reads_back) {
            break found;
        }
        // Ends at the last place of the exact value, if not before.
        place -= 1;
    };
    if value < 0.0 { -&digits } else { digits }
}

#[cfg(test)]
mod tests;
