//! What [`float`](crate::demo::float) needs of exact decimals: places, powers of two and of ten.

use super::{Decimal, count};

/// Powers of two taken at once: 5^25, nine times it and a carry fit into 64 bits.
const MOST_AT_ONCE: u32 = 25;

impl Decimal {
    /// A natural number.
    pub(in crate::demo) fn natural(number: u64) -> Self {
        Self::from_parts(&number.to_string(), "", 0)
    }

    /// The place of the most significant digit, as a power of ten; zero has none.
    pub(in crate::demo) fn top(&self) -> Option<i32> {
        if self.digits.is_empty() { None } else { Some(self.exponent + count(self.digits.len()) - 1) }
    }

    /// Itself times 10^`power`.
    pub(in crate::demo) fn times_power_of_ten(self, power: i32) -> Self {
        Self::normal(self.negative, self.digits, self.exponent + power)
    }

    /// Itself times 2^`power`. Half of a number is five tenths of it, and so is a row of digits again.
    pub(in crate::demo) fn times_power_of_two(self, power: i32) -> Self {
        let Self { negative, mut digits, exponent } = self;
        let factor: u64 = if power < 0 { 5 } else { 2 };
        let mut left = power.unsigned_abs();
        while left > 0 {
            let step = left.min(MOST_AT_ONCE);
            multiply(&mut digits, factor.pow(step));
            left -= step;
        }
        Self::normal(negative, digits, exponent + power.min(0))
    }

    /// The digits from the place of 10^`place` upwards, and the digits below it.
    pub(in crate::demo) fn split(&self, place: i32) -> (Self, Self) {
        let below = usize::try_from(place - self.exponent).unwrap_or(0).min(self.digits.len());
        let (rest, upwards) = self.digits.split_at(below);
        (
            Self::normal(self.negative, upwards.to_vec(), self.exponent + count(below)),
            Self::normal(self.negative, rest.to_vec(), self.exponent),
        )
    }
}

/// Multiplies digits, the least significant first, by `factor`.
fn multiply(digits: &mut Vec<u8>, factor: u64) {
    let mut carry = 0;
    for digit in digits.iter_mut() {
        carry += u64::from(*digit) * factor;
        *digit = (carry % 10) as u8;
        carry /= 10;
    }
    while carry > 0 {
        digits.push((carry % 10) as u8);
        carry /= 10;
    }
}
