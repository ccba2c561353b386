//! A random game, checked against the laws.

use crate::{laws, mutate::mutate};
use pgg_core::game::chance::{Recording, below};
use pgg_core::{Action, Game, Legal, Options, Path, Record, Seeded, State, UnitSet};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// How a random game is played and how closely it is checked.
#[derive(Clone, Copy, Debug)]
pub struct Temper {
    /// One choice in this many ends a phase.
    pub end_one_in: u32,
    /// Mutated actions tried at each state.
    pub mutations: u32,
    /// The expensive laws (text forms, traced supply, undo) are checked at one state in this many.
    pub closely_one_in: u32,
    /// One walk in this many is long, with several units.
    pub stride_one_in: u32,
    /// The switches of the game.
    pub options: Options,
}

impl Default for Temper {
    fn default() -> Temper {
        Temper {
            end_one_in: 12,
            mutations: 1,
            closely_one_in: 16,
            stride_one_in: 3,
            options: Options { leader_evacuation: true, ..Options::default() },
        }
    }
}

/// What a walk covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games to the end of turn 12.
    pub games: u64,
    /// Actions taken.
    pub actions: u64,
    /// Mutated actions tried.
    pub mutated: u64,
    /// Of those, legal ones.
    pub mutated_legal: u64,
    /// Records replayed.
    pub replayed: u64,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, o: Tally) {
        self.games += o.games;
        self.actions += o.actions;
        self.mutated += o.mutated;
        self.mutated_legal += o.mutated_legal;
        self.replayed += o.replayed;
    }
}

/// More actions than any game can have: law 10.
const ENDLESS: u64 = 200_000;

/// Play a random game from set-up and check the laws at every step; panics with what is broken.
pub fn walk(seed: u64, temper: Temper) -> Tally {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut chance = Seeded::from_number(seed);
    let (mut game, _) = Game::new(temper.options, &mut chance).expect("a new game");
    let mut tally = Tally::default();
    let mut legal = Legal::default();
    loop {
        let state = *game.state();
        state.legal_into(&mut legal);
        laws::never_stuck(&state, &legal);
        laws::caches_are_fresh(&state);
        let Some(mut action) = legal.sample(&mut rng, temper.end_one_in) else { break };
        if let Action::Move { units, .. } = action
            && below(&mut rng, temper.stride_one_in) == 0
        {
            action = stride(&mut rng, &state, units).unwrap_or(action);
        }
        assert!(
            laws::legal_means_accepted(&state, &legal, &action),
            "law 1: sampled but refused: {action:?}"
        );
        for _ in 0..temper.mutations {
            let other = mutate(&mut rng, &state, &action);
            tally.mutated += 1;
            if laws::legal_means_accepted(&state, &legal, &other) {
                tally.mutated_legal += 1;
            } else {
                laws::refusal_changes_nothing(&state, &other);
            }
        }
        take(&mut game, &action, &mut chance);
        let after = *game.state();
        laws::limits_hold(&state, &after);
        laws::counters_are_conserved(&after);
        if below(&mut rng, temper.closely_one_in) == 0 {
            laws::forms_come_back(&after);
            laws::action_comes_back(&action);
            laws::supply_agrees(&after);
            laws::undo_is_safe(&mut game);
        }
        tally.actions += 1;
        assert!(tally.actions < ENDLESS, "law 10: the game does not end");
    }
    tally.games += 1;
    replay(&game.record());
    tally.replayed += 1;
    tally
}

/// Take an action, and take it again with the same chance: law 3.
fn take(game: &mut Game, action: &Action, chance: &mut Seeded) {
    let before = *game.state();
    let mut recording = Recording::new(chance);
    let events = game.play(action, &mut recording).unwrap_or_else(|e| panic!("law 1: {e}: {action:?}"));
    let outcomes = recording.outcomes;
    laws::same_again(&before, action, &outcomes, game.state(), &events);
    laws::broken_chance_changes_nothing(&before, action, &outcomes);
}

/// A long walk of all units in the hex that can move, to a random hex in their reach.
fn stride(rng: &mut impl Rng, state: &State, units: UnitSet) -> Option<Action> {
    let hex = state.hex(units.first()?)?;
    let mates = state.units_in(hex);
    let units: UnitSet = mates.iter().filter(|&u| units.contains(u) || below(rng, 2) == 0).collect();
    let units: UnitSet = units.iter().filter(|&u| state.reach(UnitSet::one(u)).is_ok()).collect();
    let reach = state.reach(units).ok()?;
    let hexes: Vec<_> = reach.field.hexes().collect();
    let (to, _) = *hexes.get(below(rng, hexes.len().max(1) as u32) as usize)?;
    let path: Path = reach.field.path(to)?;
    let walk = Action::Move { units, path };
    // Reach promises that the path is legal, except while a marching group may not be left [5.23d].
    let promised = state.check(&walk);
    if let Err(refused) = &promised {
        assert!(refused.case.0 == "5.23", "reach promised {walk:?}: {refused}\n{}", state.to_text());
    }
    promised.ok().map(|()| walk)
}

/// Law 3 and 4: a record written and read is equal, and replays to the same states.
fn replay(record: &Record) {
    let mut text = Vec::new();
    record.write(&mut text).expect("writing to memory");
    let read = Record::read(text.as_slice()).unwrap_or_else(|e| panic!("law 4: own record refused: {e}"));
    assert_eq!(read, *record, "law 4: the record came back different");
    read.check().unwrap_or_else(|e| panic!("law 3: own record does not check: {e}"));
}
