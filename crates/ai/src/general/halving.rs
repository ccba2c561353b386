//! Sequential halving: all candidates meet the same lucks, after each round the worse half goes out, and those left meet
//! more lucks, until the budget is spent.

use crate::Watch;

/// Lucks that all meet before the worse half goes out.
const LUCKS: u64 = 2;
/// The last two meet twice as many.
const FINAL: u64 = 4;
/// To take the place of the draft a candidate must be ahead by this many standard errors.
const SURE: f32 = 0.5;

/// A candidate with what it came to under each luck.
struct Candidate<C> {
    what: C,
    worths: Vec<f32>,
}

/// The best of the candidates, of which the first is the draft; `report` is told how much is spent and who leads, and
/// `worth` finds what one comes to under the luck of a number, and how much was spent on that.
pub(crate) fn best<C>(
    candidates: Vec<C>,
    budget: u64,
    watch: &dyn Watch,
    report: impl Fn(u64, &C),
    mut worth: impl FnMut(&mut C, u64) -> (f32, u64),
) -> C {
    let mut field: Vec<Candidate<C>> =
        candidates.into_iter().map(|what| Candidate { what, worths: Vec::new() }).collect();
    let (mut spent, mut lucks) = (0, 0);
    // The draft stays in to the end: the others are compared with it.
    'rounds: while field.len() > 1 {
        report(spent, &field[0].what);
        let until = lucks + if field.len() == 2 { FINAL } else { LUCKS };
        for luck in lucks..until {
            for candidate in &mut field {
                if spent >= budget || watch.stop() {
                    break 'rounds;
                }
                let (worth, cost) = worth(&mut candidate.what, luck);
                candidate.worths.push(worth);
                spent += cost;
            }
        }
        lucks = until;
        let left = (field.len() / 2).max(1);
        field[1..].sort_by(|a, b| b.total().total_cmp(&a.total()));
        field.truncate(1 + left);
    }
    let mut ahead = 0.0;
    let mut chosen = 0;
    for n in 1..field.len() {
        let least = field[n].ahead_of(&field[0]);
        if least > ahead {
            (ahead, chosen) = (least, n);
        }
    }
    field.swap_remove(chosen).what
}

impl<C> Candidate<C> {
    fn total(&self) -> f32 {
        self.worths.iter().sum()
    }

    /// By how much it is better than another under the lucks both have met, at the least; less than 0 if that is not
    /// sure enough.
    fn ahead_of(&self, other: &Candidate<C>) -> f32 {
        let by: Vec<f32> = self.worths.iter().zip(&other.worths).map(|(own, its)| own - its).collect();
        if by.len() < LUCKS as usize {
            return -1.0;
        }
        let count = by.len() as f32;
        let mean = by.iter().sum::<f32>() / count;
        let variance = by.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / (count - 1.0);
        mean - SURE * (variance / count).sqrt()
    }
}
