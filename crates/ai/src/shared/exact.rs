//! Exponential and logarithm from plain arithmetic: the same to the last bit on every machine, which the libraries of
//! operating systems do not promise. Good to about five digits.

/// Powers of e beyond this do not fit into a number.
const MOST: f32 = 80.0;
/// Bits of the mantissa of a number.
const MANTISSA: u32 = f32::MANTISSA_DIGITS - 1;
/// What the exponent in a number is larger by.
const BIAS: i32 = f32::MAX_EXP - 1;
/// The series of e^x is 1 + x (1 + x/2 (1 + x/3 …)): these divisors, from the innermost, give five digits for |x| below ½.
const EXP_DIVISORS: [f32; 4] = [5.0, 4.0, 3.0, 2.0];
/// The series of the logarithm of (1 + t) / (1 - t) is 2t (1 + t²/3 + t⁴/5 …): these shares give five digits for t up to ⅓.
const LN_SHARES: [f32; 3] = [1.0 / 7.0, 1.0 / 5.0, 1.0 / 3.0];
const LN_INNERMOST: f32 = 9.0;

/// e to the power of `x`: a power of two times the first terms of the series for the rest.
pub(crate) fn exp(x: f32) -> f32 {
    let x = x.clamp(-MOST, MOST);
    let twos = (x * std::f32::consts::LOG2_E).round();
    let rest = x - twos * std::f32::consts::LN_2;
    let inner = EXP_DIVISORS.iter().fold(1.0, |inner, divisor| 1.0 + rest / divisor * inner);
    (1.0 + rest * inner) * f32::from_bits(((twos as i32 + BIAS) as u32) << MANTISSA)
}

/// The natural logarithm of 1 + `x`, for `x` not below 0.
pub(crate) fn ln_1p(x: f32) -> f32 {
    let bits = (1.0 + x.max(0.0)).to_bits();
    let twos = (bits >> MANTISSA) as i32 - BIAS;
    let mantissa = f32::from_bits(bits & ((1 << MANTISSA) - 1) | 1.0_f32.to_bits());
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let square = t * t;
    let inner = LN_SHARES.iter().fold(square / LN_INNERMOST, |inner, share| square * (share + inner));
    2.0 * t * (1.0 + inner) + twos as f32 * std::f32::consts::LN_2
}

/// 1 over 1 + e to the power of minus `x`: from 0 to 1.
pub(crate) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_agree_with_the_library() {
        for n in -400..400 {
            let x = n as f32 / 20.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-4, "exp({x})");
            assert!((ln_1p(x.abs()) - x.abs().ln_1p()).abs() < 1e-4, "ln_1p({x})");
        }
        assert!(logistic(100.0) <= 1.0 && logistic(-100.0) >= 0.0);
    }
}
