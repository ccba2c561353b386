//! Games between two programs, and what many of them tell.
//!
//! Game `k` of a series depends on the seed of the series and on `k` alone: in whatever order, on however many
//! threads or machines they are played, the games are the same.

use crate::shared::scramble;
use crate::{Player, Unwatched, Watch};
use pgg_core::data::tables::LevelName;
use pgg_core::{Action, Event, Game, NoChance, Options, Phase, Record, Refused, Seeded, Side, State};
use serde::Serialize;
use std::time::{Duration, Instant};

/// How a game went.
pub struct Ended {
    /// The last state.
    pub state: State,
    /// Actions taken.
    pub actions: u32,
}

/// Why a game could not be played to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// A program chose an illegal action.
    #[error("a program was refused: {0}")]
    Refused(#[from] Refused),
    /// A program can play no longer, and says why.
    #[error("{0}")]
    Failed(String),
}

impl From<NoChance> for Stopped {
    fn from(error: NoChance) -> Stopped {
        Refused::from(error).into()
    }
}

/// Play a game to its end without keeping a record.
pub fn play(
    options: Options,
    seed: u64,
    german: &mut dyn Player,
    soviet: &mut dyn Player,
) -> Result<Ended, Stopped> {
    play_watched(options, seed, german, soviet, |_, _, _| {})
}

/// Play the same game as [`play`] does, and show every action: the state before it, what happened, and the state after it.
pub fn play_watched(
    options: Options,
    seed: u64,
    german: &mut dyn Player,
    soviet: &mut dyn Player,
    mut see: impl FnMut(&State, &[Event], &State),
) -> Result<Ended, Stopped> {
    let mut chance = Seeded::from_number(seed);
    let (mut state, mut events) = State::new_game(options, &mut chance)?;
    let mut actions = 0;
    while let Some(action) = choose(&state, german, soviet)? {
        let before = state;
        events.clear();
        state.apply_into(&action, &mut chance, &mut events)?;
        see(&before, &events, &state);
        actions += 1;
    }
    debug_assert_eq!(state.phase(), Phase::GameOver);
    Ok(Ended { state, actions })
}

/// Play the same game as [`play`] does, keeping its record.
pub fn play_recorded(
    options: Options,
    seed: u64,
    german: &mut dyn Player,
    soviet: &mut dyn Player,
) -> Result<(Ended, Record), Stopped> {
    let mut chance = Seeded::from_number(seed);
    let commitment = chance.commitment();
    let (mut game, _) = Game::new(options, &mut chance)?;
    while let Some(action) = choose(game.state(), german, soviet)? {
        game.play(&action, &mut chance)?;
    }
    let mut record = game.record();
    record.header.commitment = Some(commitment);
    let actions = game.entries().len() as u32;
    Ok((Ended { state: *game.state(), actions }, record))
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

    fn failure(&self) -> Option<&str> {
        self.player.failure()
    }
}

/// The action of the player that has to decide; none when the game is over.
fn choose(
    state: &State,
    german: &mut dyn Player,
    soviet: &mut dyn Player,
) -> Result<Option<Action>, Stopped> {
    let Some(decision) = state.decision() else { return Ok(None) };
    let player: &mut dyn Player = match decision.side {
        Side::German => german,
        Side::Soviet => soviet,
    };
    let action = player.choose(state, &Unwatched);
    match player.failure() {
        Some(why) => Err(Stopped::Failed(why.to_owned())),
        None => Ok(Some(action)),
    }
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

/// The step of SplitMix64, 2⁶⁴ by the golden ratio: neighbouring numbers come to lie far apart.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The output of SplitMix64 for a number: a permutation that leaves no pattern.
pub(crate) const fn mix(number: u64) -> u64 {
    scramble(number.wrapping_add(GOLDEN))
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

impl From<&Ended> for Played {
    fn from(outcome: &Ended) -> Played {
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
