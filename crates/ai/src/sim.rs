//! Games between two programs, and what many of them tell.
//!
//! Game `k` of a series depends on the seed of the series and on `k` alone: in whatever order, on however many
//! threads or machines they are played, the games are the same.

use crate::{Player, Unwatched, Watch};
use pgg_core::tables::LevelName;
use pgg_core::{Action, Game, Options, Phase, Record, Refused, Seeded, Side, State};
use serde::Serialize;
use std::time::{Duration, Instant};

/// How a game went.
pub struct Outcome {
    /// The last state.
    pub state: State,
    /// Actions taken.
    pub actions: u32,
}

/// Play a game to its end without keeping a record.
pub fn play(
    options: Options,
    seed: u64,
    german: &mut dyn Player,
    soviet: &mut dyn Player,
) -> Result<Outcome, Refused> {
    let mut chance = Seeded::from_number(seed);
    let (mut state, mut events) = State::new_game(options, &mut chance)?;
    let mut actions = 0;
    while let Some(action) = choose(&state, german, soviet) {
        events.clear();
        state.apply_into(&action, &mut chance, &mut events)?;
        actions += 1;
    }
    debug_assert_eq!(state.phase(), Phase::GameOver);
    Ok(Outcome { state, actions })
}

/// Play the same game as [`play`] does, keeping its record.
pub fn play_recorded(
    options: Options,
    seed: u64,
    german: &mut dyn Player,
    soviet: &mut dyn Player,
) -> Result<(Outcome, Record), Refused> {
    let mut chance = Seeded::from_number(seed);
    let commitment = chance.commitment();
    let (mut game, _) = Game::new(options, &mut chance)?;
    while let Some(action) = choose(game.state(), german, soviet) {
        game.play(&action, &mut chance)?;
    }
    let mut record = game.record();
    record.header.commitment = Some(commitment);
    let actions = game.entries().len() as u32;
    Ok((Outcome { state: *game.state(), actions }, record))
}

/// A program whose time is taken.
pub struct Clocked {
    player: Box<dyn Player>,
    spent: Duration,
}

impl Clocked {
    /// A program that has not thought yet.
    pub fn of(player: Box<dyn Player>) -> Clocked {
        Clocked { player, spent: Duration::ZERO }
    }

    /// How long it thought, in all its decisions together.
    pub fn spent(&self) -> Duration {
        self.spent
    }
}

impl Player for Clocked {
    fn choose(&mut self, state: &State, watch: &dyn Watch) -> Action {
        let began = Instant::now();
        let action = self.player.choose(state, watch);
        self.spent += began.elapsed();
        action
    }
}

/// The action of whoever has to decide; none when the game is over.
fn choose(state: &State, german: &mut dyn Player, soviet: &mut dyn Player) -> Option<Action> {
    let player: &mut dyn Player = match state.decision()?.side {
        Side::German => german,
        Side::Soviet => soviet,
    };
    Some(player.choose(state, &Unwatched))
}

/// The seeds of one game of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeds {
    /// For dice and draws.
    pub game: u64,
    /// For the program that plays the Germans.
    pub german: u64,
    /// For the program that plays the Soviets.
    pub soviet: u64,
}

impl Seeds {
    /// Of game `k`, counted from 0, in the series of a seed.
    pub const fn of(series: u64, k: u64) -> Seeds {
        // Mixed twice, so that neighbouring series share no game.
        let game = mix(mix(series).wrapping_add(k));
        Seeds { game, german: mix(game.wrapping_add(1)), soviet: mix(game.wrapping_add(2)) }
    }
}

/// The finalizer of SplitMix64: a permutation of the numbers that leaves no pattern.
pub(crate) const fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// What counts of a game in a series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// German points less Soviet points [15.0].
    pub margin: i32,
    /// The level of victory [15.2].
    pub level: LevelName,
    /// Actions taken.
    pub actions: u32,
    /// Fingerprint of the last state.
    pub state: String,
}

impl From<&Outcome> for Played {
    fn from(outcome: &Outcome) -> Played {
        let score = outcome.state.score();
        let state = outcome.state.fingerprint();
        Played { margin: score.total, level: score.level, actions: outcome.actions, state }
    }
}

/// What a series tells.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Games played.
    pub games: usize,
    /// The margins.
    pub margin: Spread,
    /// The share of each victory level, from the lowest.
    pub levels: Vec<(LevelName, f64)>,
    /// Actions in a game, on average.
    pub actions_per_game: f64,
}

/// Where numbers lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The middle one, or the mean of the middle two.
    pub median: f64,
    /// Standard deviation of the sample, with n - 1; 0 for a single game.
    pub sd: f64,
}

impl Summary {
    /// Of games in order, so that rounding is the same however they were played.
    pub fn of(games: &[Played]) -> Summary {
        let count = games.len().max(1) as f64;
        let share = |level| games.iter().filter(|game| game.level == level).count() as f64 / count;
        let margins: Vec<i32> = games.iter().map(|game| game.margin).collect();
        Summary {
            games: games.len(),
            margin: Spread::of(margins),
            levels: LevelName::ALL.into_iter().map(|level| (level, share(level))).collect(),
            actions_per_game: games.iter().map(|game| f64::from(game.actions)).sum::<f64>() / count,
        }
    }
}

impl Spread {
    /// Of numbers in any order.
    pub fn of(mut numbers: Vec<i32>) -> Spread {
        if numbers.is_empty() {
            return Spread::default();
        }
        numbers.sort_unstable();
        let count = numbers.len();
        let mean = numbers.iter().copied().map(f64::from).sum::<f64>() / count as f64;
        let median = (f64::from(numbers[(count - 1) / 2]) + f64::from(numbers[count / 2])) / 2.0;
        let squares: f64 = numbers.iter().map(|&n| (f64::from(n) - mean).powi(2)).sum();
        Spread { mean, median, sd: (squares / (count - 1).max(1) as f64).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spread_of_few_numbers() {
        assert_eq!(Spread::of(vec![]), Spread::default());
        assert_eq!(Spread::of(vec![7]), Spread { mean: 7.0, median: 7.0, sd: 0.0 });
        assert_eq!(Spread::of(vec![4, -2]), Spread { mean: 1.0, median: 1.0, sd: 18f64.sqrt() });
        assert_eq!(Spread::of(vec![9, 1, 2]), Spread { mean: 4.0, median: 2.0, sd: 19f64.sqrt() });
    }

    #[test]
    fn seeds_of_a_series_differ_and_stay() {
        let mut seen: Vec<u64> = (0..4)
            .flat_map(|series| (0..100).map(move |k| Seeds::of(series, k)))
            .flat_map(|seeds| [seeds.game, seeds.german, seeds.soviet])
            .collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 1200);
        assert_eq!(Seeds::of(1, 0), Seeds::of(1, 0));
    }

    #[test]
    fn a_recorded_game_is_the_same_game() {
        let seeds = Seeds::of(1, 0);
        let players = || {
            let player = |seed| crate::player("random", seed, None).expect("the random player");
            (player(seeds.german), player(seeds.soviet))
        };
        let (mut german, mut soviet) = players();
        let bare = play(Options::default(), seeds.game, &mut *german, &mut *soviet).expect("a game");
        let (mut german, mut soviet) = players();
        let (kept, record) =
            play_recorded(Options::default(), seeds.game, &mut *german, &mut *soviet).expect("a game");
        assert_eq!(bare.state, kept.state);
        assert_eq!(Played::from(&bare), Played::from(&kept));
        assert_eq!(record.check().expect("a record that checks"), bare.state);
    }
}
