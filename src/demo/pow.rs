//! Powers that come out the same everywhere.
//!
//! `f64::powf` is the platform's: glibc's on Linux, another one in wasm, and their last digits may differ. This one
//! uses only operations that IEEE 754 rounds exactly. It works with twice the digits of an `f64`, so the one
//! rounding at the end gives the nearest `f64` nearly always: `1.1 ** 10` is 2.5937424601000023 and `8 ** (1/3)` is 2.

use core::ops::Mul;

/// `base` to the power of `exponent`, for a positive, finite `base` and a finite `exponent`.
///
/// Infinite when the result is beyond the largest `f64`, zero below the smallest. The error grows with the
/// exponent: one in 2^100 up to exponents of a few, one in 2^53 for whole exponents around 2^50.
pub(super) fn pow(base: f64, exponent: f64) -> f64 {
    let base = Wide::new(base);
    let magnitude = exponent.abs();
    // From 2^63 on the result is 1, infinity or zero, as it is at 2^63, where the cast stops.
    let whole = base.whole_power((magnitude.trunc() as u64).min(1 << 63));
    let result = whole * base.fractional_power(magnitude.fract());
    if exponent < 0.0 { result.reciprocal().to_f64() } else { result.to_f64() }
}

/// How often a root is taken of a root. After so many it is 1 to more digits than a [`Wide`] has, and smaller bits
/// of the power change nothing any more.
const DEEPEST_ROOT: usize = 120;

/// (`high` + `low`) · 2^`exponent`, where 1 ≤ `high` < 2 and `low` is what did not fit into `high`.
#[derive(Clone, Copy)]
struct Wide {
    high: f64,
    low: f64,
    exponent: i64,
}

impl Wide {
    const ONE: Self = Self { high: 1.0, low: 0.0, exponent: 0 };

    fn new(value: f64) -> Self {
        // Subnormal numbers get the leading bit that the others have.
        let (value, scale) =
            if value < f64::MIN_POSITIVE { (value * power_of_two(64), 64) } else { (value, 0) };
        let bits = value.to_bits();
        let exponent = i64::from((bits >> 52) as u16 & 0x7ff) - 1_023 - scale;
        let high = f64::from_bits(bits & ((1 << 52) - 1) | 1.0_f64.to_bits());
        Self { high, low: 0.0, exponent }
    }

    /// Restores the invariant after an operation that left `high` between 1/2 and 4 and `low` small.
    fn normal(high: f64, low: f64, exponent: i64) -> Self {
        let sum = high + low;
        let low = low - (sum - high);
        if sum >= 2.0 {
            Self { high: sum * 0.5, low: low * 0.5, exponent: exponent.saturating_add(1) }
        } else if sum < 1.0 {
            Self { high: sum * 2.0, low: low * 2.0, exponent: exponent.saturating_sub(1) }
        } else {
            Self { high: sum, low, exponent }
        }
    }

    /// By squaring: the bits of `power` say which squares to multiply.
    fn whole_power(self, mut power: u64) -> Self {
        let (mut result, mut square) = (Self::ONE, self);
        while power > 0 {
            if power & 1 == 1 {
                result = result * square;
            }
            square = square * square;
            power >>= 1;
        }
        result
    }

    /// By square roots: the bits of `power`, which is below 1, say which roots to multiply.
    fn fractional_power(self, mut power: f64) -> Self {
        let (mut result, mut root) = (Self::ONE, self);
        for _ in 0..DEEPEST_ROOT {
            if power == 0.0 {
                break;
            }
            root = root.sqrt();
            power *= 2.0;
            if power >= 1.0 {
                result = result * root;
                power -= 1.0;
            }
        }
        result
    }

    fn sqrt(self) -> Self {
        let odd = self.exponent.rem_euclid(2);
        let scale = if odd == 1 { 2.0 } else { 1.0 };
        let (high, low) = (self.high * scale, self.low * scale);
        let root = high.sqrt();
        // One step of Newton's method; the remainder of a root is exact.
        let (square, lost) = product(root, root);
        let rest = (high - square - lost) + low;
        Self::normal(root, rest / (2.0 * root), (self.exponent - odd) / 2)
    }

    fn reciprocal(self) -> Self {
        let quotient = 1.0 / self.high;
        // As with the root.
        let (one, lost) = product(quotient, self.high);
        let rest = (1.0 - one - lost) - quotient * self.low;
        Self::normal(quotient, quotient * rest, self.exponent.saturating_neg())
    }

    fn to_f64(self) -> f64 {
        match self.exponent {
            1_024.. => f64::INFINITY,
            -1_022..=1_023 => self.high * power_of_two(self.exponent),
            // In two steps, of which only the second one rounds: the factor itself would be subnormal.
            -1_100..=-1_023 => self.high * power_of_two(self.exponent + 200) * power_of_two(-200),
            _ => 0.0,
        }
    }
}

impl Mul for Wide {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let (high, lost) = product(self.high, other.high);
        let low = lost + (self.high * other.low + self.low * other.high);
        Self::normal(high, low, self.exponent.saturating_add(other.exponent))
    }
}

/// The product and what it lost by rounding, exactly, for factors of moderate size: the algorithms of Dekker and
/// Veltkamp. `f64::mul_add` says the same, but WebAssembly has no such instruction and a kilobyte of code instead.
fn product(a: f64, b: f64) -> (f64, f64) {
    // Halves of 26 bits, whose products have no more than the 53 of an f64.
    let halves = |value: f64| {
        let shifted = value * ((1 << 27) + 1) as f64;
        let high = shifted - (shifted - value);
        (high, value - high)
    };
    let ((a_high, a_low), (b_high, b_low)) = (halves(a), halves(b));
    let product = a * b;
    let lost = a_low * b_low - (product - a_high * b_high - a_low * b_high - a_high * b_low);
    (product, lost)
}

/// 2^`exponent` for exponents of normal numbers, -1022 to 1023.
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1_023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_that_a_float_holds_are_exact() {
        for (base, exponent, power) in [
            (2.0, 10.0, 1_024.0),
            (2.0, -1.0, 0.5),
            (2.0, -1_074.0, f64::from_bits(1)),
            (f64::from_bits(1), -1.0, f64::INFINITY),
            (f64::from_bits(1), 1.0, f64::from_bits(1)),
            (2.0, 1_023.0, 0.5 / f64::MIN_POSITIVE * 4.0),
            (f64::MAX, 1.0, f64::MAX),
            (3.0, 30.0, 205_891_132_094_649.0),
            (10.0, 22.0, 1e22),
            (10.0, 23.0, 1e23),
            (10.0, 308.0, 1e308),
            (10.0, 309.0, f64::INFINITY),
            (10.0, -320.0, 1e-320),
            (10.0, -400.0, 0.0),
            (0.1, 3.0, 0.001_000_000_000_000_000_2),
            (1.1, 10.0, 2.593_742_460_100_002_3),
            (2.0, 0.5, core::f64::consts::SQRT_2),
            (8.0, 1.0 / 3.0, 2.0),
            (1e-300, 0.25, 1e-75),
            (6.25, -1.5, 0.064),
            (7.0, 0.0, 1.0),
            (7.0, f64::from_bits(1), 1.0),
            (1.0, f64::MAX, 1.0),
            (1.0 + f64::EPSILON, f64::MAX, f64::INFINITY),
            (1.0 - f64::EPSILON / 2.0, f64::MAX, 0.0),
        ] {
            assert_eq!(pow(base, exponent), power, "{base:e} ** {exponent:e}");
        }
    }

    #[test]
    fn products_are_exact() {
        let mut bits = 1_u64;
        let mut factor = || {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            f64::from_bits(bits >> 12 | 1.0_f64.to_bits()) * 2.0
        };
        for _ in 0..10_000 {
            let (a, b) = (factor(), factor());
            assert_eq!(product(a, b), (a * b, a.mul_add(b, -(a * b))), "{a:e} * {b:e}");
        }
    }

    #[test]
    fn powers_are_within_one_step_of_the_platform_s() {
        // A fixed walk over bases and exponents of many sizes; the two libraries may round the last bit apart.
        let mut apart = 0;
        for i in 1..=60_u32 {
            for j in 1..=60_u32 {
                let base = f64::from(i * i * i) * 0.017;
                for exponent in [f64::from(j) * 0.37, f64::from(j) * -1.29, f64::from(j)] {
                    let (ours, theirs) = (pow(base, exponent), base.powf(exponent));
                    let steps = ours.to_bits().abs_diff(theirs.to_bits());
                    assert!(steps <= 1, "{base} ** {exponent}: {ours} and {theirs}");
                    apart += steps;
                }
            }
        }
        assert!(apart < 20, "{apart} of 10,800 differ");
    }
}
