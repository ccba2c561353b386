//! Tuning: the best values for named parameters of a program, found by matches whose results are mostly chance.
//!
//! The method is a linear bandit with Thompson sampling (Agrawal and Goyal, 2013). A trial is one pair of games, so it
//! tells next to nothing by itself; but every trial tells something of each value in it. A Bayesian regression adds that
//! up, and each trial is of the point that would be best if the truth were one draw from what is believed so far: so what
//! is promising or little known is tried more. On made-up problems with twenty parameters and this much chance it found
//! as much as the N-tuple bandit evolutionary algorithm, which looks at values one by one, with a quarter of the trials.
//!
//! It works in rounds. The points of a round depend on the rounds before it alone, and its trials on nothing but the seed
//! and their numbers: a round may be shared among any number of threads or machines. The last round puts the best point
//! to the proof, in games that had no part in finding it.

mod contest;
mod model;
mod space;

pub use contest::Contest;
pub use space::{Parameter, Point};

use crate::league::wilson;
use crate::shard::{Shard, check_whole, share_out};
use crate::sim::{Seeds, mix};
use model::Model;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

/// A tuning under way: what it is about, and every trial of the rounds that are over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning<C> {
    format: Format,
    /// What is played.
    pub contest: C,
    /// What is tuned.
    pub parameters: Vec<Parameter>,
    /// The same seed finds the same.
    pub seed: u64,
    /// Rounds before the proof.
    pub rounds: u32,
    /// Trials in a round.
    pub batch: u32,
    /// Pairs of games in the proof.
    pub proof: u32,
    /// What has been tried, in order.
    pub trials: Vec<Trial>,
    /// The pairs of the proof.
    pub proved: Vec<Margins>,
}

/// A point and the pair of games it played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// The point.
    pub point: Point,
    /// How it did.
    pub margins: Margins,
}

/// A pair of games: the margin of the program under trial as the Germans, and that of its opponent as the Germans.
pub type Margins = [i32; 2];

/// A part of a round, for merging.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part<C> {
    /// The tuning before the round.
    pub tuning: Tuning<C>,
    /// Which part.
    pub shard: Shard,
    /// The results of that part.
    pub results: Vec<Margins>,
}

/// What the proof says.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Proof {
    /// Pairs won by the tuned program.
    pub won: u32,
    /// Pairs lost.
    pub lost: u32,
    /// Pairs with equal margins.
    pub drawn: u32,
    /// The share won, a drawn pair as a half.
    pub share: f64,
    /// Lower end of its 95 % interval, by Wilson.
    pub low: f64,
    /// Upper end of it.
    pub high: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Format {
    #[serde(rename = "pgg-tuning 1")]
    One,
}

/// A difference of margins that counts as half a win.
const CLEAR: f64 = 50.0;
/// Turns the seed of a tuning into one of its own, so that no pair of its games is one of a league: "tune" in ASCII.
const APART: u64 = 0x7475_6E65;

/// Trials in a round, at most.
pub const MOST: u32 = 1_000_000;

impl<C: Clone + PartialEq> Tuning<C> {
    /// Before the first trial.
    pub fn new(
        contest: C,
        parameters: Vec<Parameter>,
        seed: u64,
        rounds: u32,
        batch: u32,
        proof: u32,
    ) -> Self {
        let format = Format::One;
        let (trials, proved) = (Vec::new(), Vec::new());
        Tuning { format, contest, parameters, seed, rounds, batch, proof, trials, proved }
    }

    /// Rounds that are over, the proof not counted.
    pub fn rounds_over(&self) -> u32 {
        (self.trials.len() / self.batch.max(1) as usize) as u32
    }

    /// Is it at its end?
    pub fn is_over(&self) -> bool {
        self.rounds_over() >= self.rounds && self.proved.len() >= self.proof as usize
    }

    /// The points of the round that comes next; none at the end.
    pub fn next_round(&self) -> Vec<Point> {
        if self.is_over() {
            Vec::new()
        } else if self.rounds_over() >= self.rounds {
            vec![self.best(); self.proof as usize]
        } else {
            self.propose()
        }
    }

    /// Play a part of the round that comes next: `play` gives the margins of a point in a pair of games of these seeds.
    pub fn play<E: Send>(
        &self,
        shard: Shard,
        jobs: usize,
        play: impl Fn(&[u8], Seeds) -> Result<Margins, E> + Sync,
    ) -> Result<Part<C>, E>
    where
        C: Sync,
    {
        let round = self.next_round();
        let results = share_out(jobs, shard.count(round.len()), |n| {
            let piece = shard.piece(n);
            play(&round[piece], self.seeds(piece))
        })?;
        Ok(Part { tuning: self.clone(), shard, results })
    }

    /// The tuning after the round of which these are all the parts, in any order. Each comes with the name of its file,
    /// for the message about one that does not fit.
    pub fn merge(mut parts: Vec<(String, Part<C>)>) -> Result<Tuning<C>, String> {
        let Some((first, part)) = parts.first() else { return Err("there are no parts".to_owned()) };
        let mut tuning = part.tuning.clone();
        tuning.check().map_err(|e| format!("{first}: {e}"))?;
        if tuning.is_over() {
            return Err(format!("{first}: its tuning is over, there is no round to put together"));
        }
        let round = tuning.next_round();
        for (name, part) in &parts {
            if part.tuning != tuning {
                return Err(format!("{name}: it is of another tuning, or of another round, than {first}"));
            }
            let count = part.shard.count(round.len());
            if part.results.len() != count {
                let has = part.results.len();
                return Err(format!("{name}: it has {has} results, and its part of the round {count}"));
            }
        }
        let shards: Vec<(&str, Shard)> = parts.iter().map(|(name, p)| (name.as_str(), p.shard)).collect();
        check_whole(&shards)?;
        parts.sort_by_key(|(_, part)| part.shard);
        let of = parts.len();
        let result = |n: usize| parts[n % of].1.results[n / of];
        if tuning.rounds_over() >= tuning.rounds {
            tuning.proved = (0..round.len()).map(result).collect();
        } else {
            let trials = round.into_iter().enumerate();
            tuning.trials.extend(trials.map(|(n, point)| Trial { point, margins: result(n) }));
        }
        Ok(tuning)
    }

    /// The best point as far as is known.
    pub fn best(&self) -> Point {
        self.model().belief().best()
    }

    /// What the proof says, once there is one.
    pub fn proof(&self) -> Option<Proof> {
        let count = |test: fn(&Margins) -> bool| self.proved.iter().filter(|pair| test(pair)).count() as u32;
        let (won, lost) = (count(|[ours, theirs]| ours > theirs), count(|[ours, theirs]| ours < theirs));
        let drawn = self.proved.len() as u32 - won - lost;
        let score = f64::from(won) + f64::from(drawn) / 2.0;
        let (low, high) = wilson(score, self.proved.len() as f64);
        let share = score / self.proved.len() as f64;
        (!self.proved.is_empty()).then_some(Proof { won, lost, drawn, share, low, high })
    }

    /// The values of a point by name.
    pub fn values(&self, point: &[u8]) -> impl Iterator<Item = (&str, f64)> {
        self.parameters.iter().zip(point).map(|(p, &value)| (p.name.as_str(), p.values[usize::from(value)]))
    }

    /// The point the parameters start from.
    pub fn start(&self) -> Point {
        self.parameters.iter().map(|parameter| parameter.start).collect()
    }

    /// Go on for another number of rounds or another proof, which is then played anew. The rounds that are over stay.
    pub fn extend(&mut self, rounds: u32, proof: u32) {
        if (rounds.max(self.rounds_over()), proof) != (self.rounds, self.proof) {
            self.rounds = rounds.max(self.rounds_over());
            self.proof = proof;
            self.proved.clear();
        }
    }

    /// What is wrong with a tuning that was read.
    pub fn check(&self) -> Result<(), String> {
        if let Some(fault) = self.parameters.iter().find_map(Parameter::fault) {
            return Err(fault);
        }
        if self.parameters.is_empty() || self.batch == 0 {
            return Err("a tuning needs parameters, and trials in a round".to_owned());
        }
        if self.batch.max(self.proof) > MOST {
            return Err(format!("a round has at most {MOST} trials, and so has the proof"));
        }
        let fits = |trial: &Trial| {
            trial.point.len() == self.parameters.len()
                && self.parameters.iter().zip(&trial.point).all(|(p, &v)| usize::from(v) < p.values.len())
        };
        if let Some(n) = self.trials.iter().position(|trial| !fits(trial)) {
            return Err(format!("trial {n} has a value that its parameter does not have"));
        }
        let whole = self.trials.len().is_multiple_of(self.batch as usize)
            && self.rounds_over() <= self.rounds
            && (self.proved.is_empty() || self.is_over() && self.proved.len() == self.proof as usize);
        if whole { Ok(()) } else { Err("its rounds are not complete".to_owned()) }
    }

    /// The seeds of a piece of the round that comes next; no two pairs of a tuning have the same.
    fn seeds(&self, piece: usize) -> Seeds {
        Seeds::of(mix(self.seed ^ APART), (self.trials.len() + piece) as u64)
    }

    fn model(&self) -> Model<'_> {
        let mut model = Model::new(&self.parameters);
        for trial in &self.trials {
            model.learn(&trial.point, value(trial.margins));
        }
        model
    }

    /// The points of a round: a draw from the belief for each.
    fn propose(&self) -> Vec<Point> {
        let belief = self.model().belief();
        let mut rng = ChaCha8Rng::seed_from_u64(mix(self.seed).wrapping_add(u64::from(self.rounds_over())));
        (0..self.batch).map(|_| belief.sample(&mut rng)).collect()
    }
}

/// A pair of games as a number from -½ to ½. More than won or lost, since margins tell more; less than margins, since it
/// is pairs that are to be won.
fn value([ours, theirs]: Margins) -> f64 {
    let ahead = f64::from(ours.saturating_sub(theirs));
    0.5 * ahead / (CLEAR + ahead.abs())
}
