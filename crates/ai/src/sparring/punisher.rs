//! The punisher: as the Soviet side it looks every turn for the Germans that can be cut off and beaten (`peril`), closes them
//! in with all that can reach them, brings Leaders to command the attackers, and attacks. In all else it plays as a thorough
//! `major` with the weights of `general`.

use crate::major::{Effort, Major};
use crate::orders::Orders;
use crate::peril::{self, Blow};
use crate::script::fights::with_bound_leaders;
use crate::{Player, Watch, Weights};
use pgg_core::game::chance::NoMore;
use pgg_core::{Action, BySide, Hex, Phase, Question, Side, State, Targets, UnitId, UnitSet};

/// How many times the defence it attacks a planned target with, at least.
const LEAST: f64 = 2.0;

pub(super) struct Punisher {
    majors: BySide<Major>,
    /// What it does in a turn.
    strikes: Strikes,
}

/// The blows of a turn, with the moves that are still to be made.
#[derive(Default)]
struct Strikes {
    turn: u8,
    blows: Vec<Blow>,
    moves: Vec<(UnitId, Hex)>,
    leaders: Vec<UnitId>,
}

impl Punisher {
    pub(super) fn new(seed: u64) -> Punisher {
        let major = |side| Major::new(seed, Weights::of_general(side)).with_effort(Effort::THOROUGH);
        Punisher { majors: BySide::from_fn(major), strikes: Strikes::default() }
    }
}

impl Player for Punisher {
    fn choose(&mut self, state: &State, watch: &dyn Watch) -> Action {
        let Some(decision) = state.decision() else { return Action::Done };
        let planned = match decision.question {
            Question::Move if decision.side == Side::Soviet => self.advance(state),
            Question::Attack if decision.side == Side::Soviet => self.strikes.attack(state),
            _ => None,
        };
        planned
            .filter(|action| state.check(action).is_ok())
            .unwrap_or_else(|| self.majors[decision.side].choose(state, watch))
    }
}

impl Punisher {
    /// The next of the moves that the strikes take; they are planned when the phase begins.
    fn advance(&mut self, state: &State) -> Option<Action> {
        if state.phase() != Phase::SovietMovement {
            return None;
        }
        if self.strikes.turn != state.turn() {
            self.strikes = Strikes::of(state);
            let mut orders = Orders::default();
            self.strikes.moves.iter().for_each(|&(unit, hex)| orders.send(unit, Some(hex)));
            self.majors[Side::Soviet].command(orders);
        }
        self.strikes.march(state)
    }
}

impl Strikes {
    fn of(state: &State) -> Strikes {
        let blows = peril::blows(state);
        let mut moves: Vec<(UnitId, Hex)> = Vec::new();
        for &(unit, hex) in blows.iter().flat_map(|blow| blow.ring.iter().chain(&blow.strikers)) {
            if !moves.iter().any(|(known, _)| *known == unit) {
                moves.push((unit, hex));
            }
        }
        moves.reverse();
        let leaders = state.on_map(Side::Soviet).and(&UnitSet::LEADER).iter().collect();
        Strikes { turn: state.turn(), blows, moves, leaders }
    }

    /// Divisions first, then Leaders to where they command most of those who strike [10.35].
    fn march(&mut self, state: &State) -> Option<Action> {
        while let Some((unit, hex)) = self.moves.pop() {
            let walk = state.reach(UnitSet::one(unit)).ok().filter(|_| state.hex(unit) != Some(hex));
            if let Some(path) = walk.and_then(|reach| reach.field.path(hex)) {
                return Some(Action::Move { units: UnitSet::one(unit), path });
            }
        }
        while let Some(leader) = self.leaders.pop() {
            if let Some(action) = self.lead(state, leader) {
                return Some(action);
            }
        }
        None
    }

    fn lead(&self, state: &State, leader: UnitId) -> Option<Action> {
        let reach = state.reach(UnitSet::one(leader)).ok()?;
        let strikers: Vec<Hex> = self.blows.iter().flat_map(|b| &b.strikers).map(|&(_, hex)| hex).collect();
        // The rules say, on a copy, who would be in command.
        let led = |then: &State| {
            let commanded = then.soviet_lines().loc;
            strikers.iter().filter(|&&hex| commanded.contains(hex)).count()
        };
        let led_from = |hex: Hex| {
            let walk =
                reach.field.path(hex).map(|path| Action::Move { units: UnitSet::one(leader), path })?;
            let mut then = *state;
            then.apply(&walk, &mut NoMore).ok()?;
            Some((led(&then), walk))
        };
        let free = |hex: Hex| !state.is_enemy_controlled(Side::Soviet, hex);
        let fits = |hex: Hex| free(hex) && state.fit(UnitSet::one(leader), hex);
        let mut best: Option<(usize, Action)> = None;
        for (hex, _) in reach.field.hexes().filter(|&(hex, _)| fits(hex)) {
            if let Some((count, walk)) = led_from(hex)
                && count > best.as_ref().map_or(led(state), |(most, _)| *most)
            {
                best = Some((count, walk));
            }
        }
        best.map(|(_, walk)| walk)
    }

    /// The next planned attack, by all who can and are not wanted for another.
    fn attack(&mut self, state: &State) -> Option<Action> {
        let legal = state.legal();
        while !self.blows.is_empty() {
            let blow = self.blows.remove(0);
            let Some(option) = legal.attacks.iter().find(|option| option.target == blow.target) else {
                continue;
            };
            let others = self.blows.iter().flat_map(|b| &b.strikers).map(|&(unit, _)| unit).collect();
            let units = option.units.and(&legal.capable).without(&others);
            let units = with_bound_leaders(&legal, units);
            let targets = Targets::one(blow.target);
            let odds = state.odds(units, &targets, false);
            if odds.is_ok_and(|odds| odds.attack.mean >= LEAST * odds.defense.mean) {
                return Some(Action::Attack { targets, units });
            }
        }
        None
    }
}
