//! What the trials tell of the parameters: a straight part and a bend for each, by Bayesian linear regression.
//!
//! Nothing but the four operations and square roots is used, which give the same bits on every machine.

use super::space::{Parameter, Point};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

/// Spread of the result of a trial around what its point is worth; results are -½ to ½.
const NOISE: f64 = 0.3;
/// How far from even the start may be, when the opponent is not the start itself.
const EVEN: f64 = 0.5;
/// What a parameter may do to the result in a straight line over its whole range.
const STRAIGHT: f64 = 0.2;
/// What its bend does over the whole range, and how uncertain that is. Defaults were chosen with some thought, so that
/// the belief before any trial is that things get worse away from them.
const BEND: f64 = -0.3;
const BEND_SPREAD: f64 = 0.3;

/// The sums that the trials add to: the precision matrix of the coefficients, and the evidence for them.
pub(super) struct Model<'a> {
    parameters: &'a [Parameter],
    precision: Vec<Vec<f64>>,
    evidence: Vec<f64>,
}

/// What is believed of the coefficients: their mean, and the Cholesky factor of their precision.
pub(super) struct Belief<'a> {
    parameters: &'a [Parameter],
    mean: Vec<f64>,
    factor: Vec<Vec<f64>>,
}

impl<'a> Model<'a> {
    /// Before any trial.
    pub(super) fn new(parameters: &'a [Parameter]) -> Model<'a> {
        let size = 1 + 2 * parameters.len();
        let (mut precision, mut evidence) = (vec![vec![0.0; size]; size], vec![0.0; size]);
        precision[0][0] = 1.0 / (EVEN * EVEN);
        for n in 0..parameters.len() {
            let (straight, bend) = (1 + 2 * n, 2 + 2 * n);
            precision[straight][straight] = 1.0 / (STRAIGHT * STRAIGHT);
            precision[bend][bend] = 1.0 / (BEND_SPREAD * BEND_SPREAD);
            evidence[bend] = BEND / (BEND_SPREAD * BEND_SPREAD);
        }
        Model { parameters, precision, evidence }
    }

    /// A trial of a point had this result.
    pub(super) fn learn(&mut self, point: &[u8], result: f64) {
        let features = features(self.parameters, point);
        let weight = 1.0 / (NOISE * NOISE);
        for (i, &feature) in features.iter().enumerate() {
            for (sum, &other) in self.precision[i].iter_mut().zip(&features) {
                *sum += weight * feature * other;
            }
            self.evidence[i] += weight * feature * result;
        }
    }

    pub(super) fn belief(&self) -> Belief<'a> {
        let factor = cholesky(&self.precision);
        let mean = solve_transposed(&factor, &solve(&factor, &self.evidence));
        Belief { parameters: self.parameters, mean, factor }
    }
}

impl Belief<'_> {
    /// The point that is best by the mean.
    pub(super) fn best(&self) -> Point {
        best(self.parameters, &self.mean)
    }

    /// The point that would be best if the truth were as it well may be: one draw from the belief.
    pub(super) fn sample(&self, rng: &mut ChaCha8Rng) -> Point {
        let chance: Vec<f64> = self.mean.iter().map(|_| normal(rng)).collect();
        let error = solve_transposed(&self.factor, &chance);
        let drawn: Vec<f64> = self.mean.iter().zip(error).map(|(mean, error)| mean + error).collect();
        best(self.parameters, &drawn)
    }
}

/// One for the start, then for each parameter its way from the start as a share of its range, and the square of that.
fn features(parameters: &[Parameter], point: &[u8]) -> Vec<f64> {
    let ways = parameters.iter().zip(point).map(|(parameter, &value)| parameter.way(value));
    std::iter::once(1.0).chain(ways.flat_map(|way| [way, way * way])).collect()
}

/// The best value of each parameter for itself, since the model has no ties between them; the start unless another is
/// better.
fn best(parameters: &[Parameter], coefficients: &[f64]) -> Point {
    let of = |(parameter, own): (&Parameter, &[f64])| {
        let mut best = (parameter.start, 0.0);
        for value in 0..parameter.values.len() as u8 {
            let way = parameter.way(value);
            let worth = own[0] * way + own[1] * way * way;
            if worth > best.1 {
                best = (value, worth);
            }
        }
        best.0
    };
    parameters.iter().zip(coefficients[1..].chunks_exact(2)).map(of).collect()
}

/// The lower triangle whose product with its transpose is the matrix, which must be positive definite.
fn cholesky(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut factor = vec![vec![0.0; size]; size];
    for i in 0..size {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| factor[i][k] * factor[j][k]).sum();
            let rest = matrix[i][j] - known;
            factor[i][j] = if i == j { rest.max(f64::MIN_POSITIVE).sqrt() } else { rest / factor[j][j] };
        }
    }
    factor
}

/// The vector that the lower triangle turns into this one.
fn solve(factor: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let mut left = vec![0.0; right.len()];
    for i in 0..right.len() {
        let known: f64 = (0..i).map(|k| factor[i][k] * left[k]).sum();
        left[i] = (right[i] - known) / factor[i][i];
    }
    left
}

/// The same for its transpose.
fn solve_transposed(factor: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let size = right.len();
    let mut left = vec![0.0; size];
    for i in (0..size).rev() {
        let known: f64 = (i + 1..size).map(|k| factor[k][i] * left[k]).sum();
        left[i] = (right[i] - known) / factor[i][i];
    }
    left
}

/// The variance of an even number from 0 to 1 is a twelfth: so many together have the variance of a normal one.
const SUMMED: u32 = 12;
/// Bits of a random number that an `f64` holds exactly.
const EXACT: u32 = f64::MANTISSA_DIGITS;

/// A normal number, as the sum of even ones: it needs no logarithm, and its tails are long enough for this.
fn normal(rng: &mut ChaCha8Rng) -> f64 {
    let even = |_| (rng.next_u64() >> (u64::BITS - EXACT)) as f64 / (1u64 << EXACT) as f64;
    (0..SUMMED).map(even).sum::<f64>() - f64::from(SUMMED / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_solve_equations() {
        let matrix = vec![vec![4.0, 2.0, 0.0], vec![2.0, 5.0, 1.0], vec![0.0, 1.0, 3.0]];
        let factor = cholesky(&matrix);
        let found = solve_transposed(&factor, &solve(&factor, &[8.0, 15.0, 11.0]));
        for (found, expected) in found.iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-12, "{found}, expected {expected}");
        }
    }

    #[test]
    fn a_belief_follows_the_trials() {
        let parameters =
            [Parameter::spread("a", 0.5, (0.0, 1.0), 5), Parameter::spread("b", 0.5, (0.0, 1.0), 5)];
        let mut model = Model::new(&parameters);
        assert_eq!(model.belief().best(), [2, 2]);
        // The first parameter is better at its upper end; the second does nothing.
        for a in 0..5u8 {
            for b in 0..5u8 {
                for _ in 0..10 {
                    model.learn(&[a, b], f64::from(a) * 0.1 - 0.2);
                }
            }
        }
        assert_eq!(model.belief().best(), [4, 2]);
    }
}
