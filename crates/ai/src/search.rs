//! What every search is made of: candidates, and a value for each.
//!
//! A [`Proposer`] says what is worth a try in a position; an [`Evaluator`](crate::eval::Evaluator) says what a position is
//! worth. A search puts the two together: `major` tries the proposed moves and attacks one by one, `general` proposed
//! orders by rollouts. So another way to choose what is tried, or to try it, is a new file.

use crate::survey::Sight;

/// Proposes what is worth a try.
pub trait Proposer {
    /// What is tried.
    type Candidate;

    /// The candidates in a position, in the order in which they are tried: of equal ones the first is taken.
    fn propose(&self, sight: &Sight<'_>) -> Vec<Self::Candidate>;
}

/// The candidate of most value; none if no value is above `least`. A later one must be better by more than `margin` than
/// the best before it. A candidate without a value cannot be tried.
pub(crate) fn best<C>(
    candidates: impl IntoIterator<Item = C>,
    least: f32,
    margin: f32,
    mut value: impl FnMut(&C) -> Option<f32>,
) -> Option<(f32, C)> {
    let mut best: Option<(f32, C)> = None;
    for candidate in candidates {
        let Some(value) = value(&candidate) else { continue };
        let beaten = match &best {
            Some((most, _)) => value > most + margin,
            None => value > least,
        };
        if beaten {
            best = Some((value, candidate));
        }
    }
    best
}
