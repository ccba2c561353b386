//! The regression behind the chance to take an objective: logistic regression over positions of many games, fitted by
//! Newton's method. `cargo run --release --package pgg-ai --example fit` plays the games and prints what comes out.

use crate::eval::{Clock, Fit, Judge, Untaken};
use crate::orders::{OBJECTIVES, Orders};
use crate::plan::Plan;
use crate::sim::Seeds;
use crate::weights::Weights;
use crate::{Unwatched, player};
use pgg_core::{Options, Phase, Refused, Seeded, Side, State, data};

/// An objective that was not taken yet in some position, and whether the Germans had it at the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Which, in the order of the schedule.
    pub objective: usize,
    /// What its chance depends on.
    pub untaken: Untaken,
    /// Did they have it at the end?
    pub taken: bool,
}

/// What the regression finds: the numbers of [`Fit`], and the weights that go with them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// The numbers of the evaluation.
    pub fit: Fit,
    /// The weight `way`.
    pub way: f32,
    /// The weight `way_strength`.
    pub way_strength: f32,
    /// The weight `way_garrison`.
    pub way_garrison: f32,
}

/// Coefficients besides those of the objectives.
const OTHERS: usize = 5;
const COEFFICIENTS: usize = OBJECTIVES + OTHERS;
/// A little of every coefficient's square is added to what is minimised: an objective that always falls has no finite one.
const RIDGE: f64 = 0.01;
/// Newton's method doubles the right digits with every step: more than enough.
const STEPS: usize = 25;

type Vector = [f64; COEFFICIENTS];

/// The rows of a series of games between two programs: a look at every start of a Movement Phase.
pub fn rows(german: &str, soviet: &str, games: u64, seed: u64) -> Result<Vec<Row>, Refused> {
    let mut all = Vec::new();
    for k in 0..games {
        all.extend(rows_of_game(german, soviet, Seeds::of(seed, k))?);
    }
    Ok(all)
}

fn rows_of_game(german: &str, soviet: &str, seeds: Seeds) -> Result<Vec<Row>, Refused> {
    let (Some(mut german), Some(mut soviet)) =
        (player(german, seeds.german, None), player(soviet, seeds.soviet, None))
    else {
        return Ok(Vec::new());
    };
    let mut chance = Seeded::from_number(seeds.game);
    let (mut state, _) = State::new_game(Options::default(), &mut chance)?;
    let mut judge = Judge::default();
    let mut rows = Vec::new();
    let mut seen = None;
    while let Some(decision) = state.decision() {
        let phase = (state.turn(), state.phase());
        let moves = matches!(phase.1, Phase::SovietMovement | Phase::GermanMovement);
        if moves && seen != Some(phase) {
            seen = Some(phase);
            look(&mut judge, &state, &mut rows);
        }
        let player = if decision.side == Side::German { &mut german } else { &mut soviet };
        state.apply(&player.choose(&state, &Unwatched), &mut chance)?;
    }
    let held = state.occupied_objectives();
    rows.iter_mut().for_each(|row| row.taken = held.contains(row.objective));
    Ok(rows)
}

fn look(judge: &mut Judge, state: &State, rows: &mut Vec<Row>) {
    let side = state.phase().side();
    let weights = Weights::default();
    let plan = Plan::of(state, side, &weights, &Orders::default());
    let sight = judge.look(state, &plan, &weights);
    let clock = Clock::of(state);
    for objective in 0..data().victory.objectives().len() {
        if let Some(untaken) = sight.prospect_of(sight.survey.ways(), &clock, objective) {
            rows.push(Row { objective, untaken, taken: false });
        }
    }
}

/// Fit the numbers to the rows.
pub fn fit(rows: &[Row]) -> Found {
    let mut found: Vector = [0.0; COEFFICIENTS];
    for _ in 0..STEPS {
        let step = newton_step(rows, &found);
        found.iter_mut().zip(step).for_each(|(x, dx)| *x += dx);
    }
    let [way, far, turn, way_strength, way_garrison] = std::array::from_fn(|n| found[OBJECTIVES + n] as f32);
    let base = std::array::from_fn(|n| found[n] as f32);
    Found { fit: Fit { base, far, turn }, way, way_strength, way_garrison }
}

/// What the coefficients are multiplied by in a row.
fn features(row: &Row) -> Vector {
    let Untaken { far, turns, strength, garrison } = row.untaken;
    let mut x = [0.0; COEFFICIENTS];
    x[row.objective] = 1.0;
    let others = [-far / row.untaken.makes(), far, turns, strength.ln_1p(), -garrison.ln_1p()];
    x[OBJECTIVES..].iter_mut().zip(others).for_each(|(x, value)| *x = f64::from(value));
    x
}

fn newton_step(rows: &[Row], found: &Vector) -> Vector {
    let mut gradient: Vector = std::array::from_fn(|n| -RIDGE * found[n]);
    let mut curvature = [[0.0; COEFFICIENTS]; COEFFICIENTS];
    for (n, line) in curvature.iter_mut().enumerate() {
        line[n] = RIDGE;
    }
    for row in rows {
        let x = features(row);
        let logit: f64 = x.iter().zip(found).map(|(x, c)| x * c).sum();
        let chance = 1.0 / (1.0 + (-logit).exp());
        let error = f64::from(u8::from(row.taken)) - chance;
        for (i, &xi) in x.iter().enumerate().filter(|(_, x)| **x != 0.0) {
            gradient[i] += error * xi;
            for (j, &xj) in x.iter().enumerate() {
                curvature[i][j] += chance * (1.0 - chance) * xi * xj;
            }
        }
    }
    solve(curvature, gradient)
}

/// The solution of a system of equations that is symmetric and positive definite, by Gauss.
fn solve(mut a: [Vector; COEFFICIENTS], mut b: Vector) -> Vector {
    for k in 0..COEFFICIENTS {
        let (above, below) = a.split_at_mut(k + 1);
        let pivot = &above[k];
        for (row, i) in below.iter_mut().zip(k + 1..) {
            let factor = row[k] / pivot[k];
            row.iter_mut().zip(pivot).skip(k).for_each(|(x, p)| *x -= factor * p);
            b[i] -= factor * b[k];
        }
    }
    let mut x = [0.0; COEFFICIENTS];
    for k in (0..COEFFICIENTS).rev() {
        let known: f64 = (k + 1..COEFFICIENTS).map(|j| a[k][j] * x[j]).sum();
        x[k] = (b[k] - known) / a[k][k];
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::FITTED;
    use crate::shared::exact::logistic;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    /// Outcomes drawn by the numbers of the evaluation: the regression finds these numbers again.
    #[test]
    fn it_finds_the_numbers_that_made_the_rows() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut share = move || (rng.next_u64() >> 40) as f32 / (1u64 << 24) as f32;
        let weights = Weights::default();
        let mut rows = Vec::new();
        for n in 0..60_000 {
            let untaken = Untaken {
                far: 300.0 * share(),
                turns: 12.0 * share(),
                strength: 40.0 * share(),
                garrison: 20.0 * share(),
            };
            let objective = n % OBJECTIVES;
            let chance = logistic(FITTED.logit(objective, &untaken, &weights));
            rows.push(Row { objective, untaken, taken: share() < chance });
        }
        let found = fit(&rows);
        for (n, (found, made)) in found.fit.base.iter().zip(FITTED.base).enumerate() {
            assert!((found - made).abs() < 0.4, "objective {n}: {found}, made with {made}");
        }
        assert!((found.way - weights.way).abs() < 0.3, "{found:?}");
        assert!((found.way_strength - weights.way_strength).abs() < 0.1, "{found:?}");
        assert!((found.way_garrison - weights.way_garrison).abs() < 0.1, "{found:?}");
        assert!((found.fit.far - FITTED.far).abs() < 0.003 && (found.fit.turn - FITTED.turn).abs() < 0.05);
    }

    /// The same games give the same numbers.
    #[test]
    fn it_repeats() {
        let once = rows("cadet", "cadet", 2, 5).expect("no refusal");
        let again = rows("cadet", "cadet", 2, 5).expect("no refusal");
        assert!(once.len() > 100 && once == again);
        assert_eq!(fit(&once), fit(&again));
    }
}
