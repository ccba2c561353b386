//! Looking ahead: a fight played out for every die, its small decisions answered by rule of thumb.

use crate::eval::{Clock, Judge};
use crate::plan::Plan;
use crate::script::fights::{best_advance, loses_its_last_step, next_step, worst_for};
use crate::shared::{anything, division_of, ground, points};
use crate::survey::Sight;
use crate::survey::prospects::FACES;
use crate::weights::Weights;
use pgg_core::game::chance::NoChance;
use pgg_core::game::event::DieFor;
use pgg_core::rules::stacking::COMBAT_UNITS_IN_HEX;
use pgg_core::{
    Action, Chance, CounterId, Event, Hex, Kind, Question, Sampled, Side, State, UnitId, UnitSet, data,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The die for what is settled without one: it is never thrown there, but a draw may be asked for.
const ANY_DIE: u8 = 3;
/// Decisions in one fight, at most: more than any has.
const MOST_DECISIONS: usize = 64;
/// How much more a loss counts than ground, when either may be chosen.
const LOSS: f32 = 1.1;
/// What ground costs by rule of thumb: each hex given up, the points of an objective, good ground.
const HEX_LOST: f32 = 0.3;
const OBJECTIVE_LOST: f32 = 0.35;
const COVER_LOST: f32 = 0.1;
/// What the last step of a division costs that scores for the enemy [15.12], and that of a regiment.
const DIVISION_LOST: f32 = 5.0;
const REGIMENT_LOST: f32 = 1.0;
/// What an advance gains by taking an objective, or loses by leaving one.
const OBJECTIVE: f32 = 6.0;
/// What each half-point nearer to its goal gains a German, and what any advance costs.
const NEARER: f32 = 0.2;
const ADVANCE: f32 = 1.0;

/// A die that is given, and strengths dealt from public belief: for each die always the same ones.
struct Fixed {
    die: u8,
    deal: Sampled<ChaCha8Rng>,
}

impl Fixed {
    fn new(die: u8) -> Fixed {
        Fixed { die, deal: Sampled(ChaCha8Rng::seed_from_u64(u64::from(die))) }
    }
}

impl Chance for Fixed {
    fn die(&mut self, _: &State, _: DieFor) -> Result<u8, NoChance> {
        Ok(self.die)
    }

    fn draw(&mut self, state: &State, unit: UnitId) -> Result<Kind, NoChance> {
        self.deal.draw(state, unit)
    }

    fn reveal(&mut self, state: &State, unit: UnitId) -> Result<CounterId, NoChance> {
        self.deal.reveal(state, unit)
    }
}

/// Plays out what follows from an action.
pub(super) struct Ahead<'a> {
    pub(super) judge: &'a mut Judge,
    pub(super) plan: &'a Plan,
    /// By which things are valued.
    pub(super) weights: Weights,
    pub(super) events: &'a mut Vec<Event>,
}

impl Ahead<'_> {
    /// Worth of a position to a side.
    pub(super) fn value(&mut self, state: &State, side: Side) -> f32 {
        let value = self.judge.value(state, self.plan, &self.weights);
        if side == Side::German { value } else { -value }
    }

    /// The position last valued, to be looked at more closely.
    pub(super) fn look_closer<'b>(&'b mut self, state: &'b State) -> Sight<'b> {
        self.judge.look_closer(state, self.plan, &self.weights)
    }

    /// The position that an action without luck leads to, small decisions answered, and its worth to a side.
    pub(super) fn after(&mut self, state: &State, action: &Action, side: Side) -> Option<(f32, State)> {
        let mut then = *state;
        let mut chance = Fixed::new(ANY_DIE);
        self.events.clear();
        then.apply_into(action, &mut chance, self.events).ok()?;
        self.settle(&mut then, &mut chance);
        Some((self.value(&then, side), then))
    }

    /// Worth to a side of a fight, the mean over the dice, without the luck of the deal, less what each position costs that it
    /// may come to.
    pub(super) fn fight(
        &mut self,
        state: &State,
        action: &Action,
        side: Side,
        mut price: impl FnMut(&mut Self, &State) -> f32,
    ) -> Option<f32> {
        let men = Clock::of(state).men() * if side == Side::German { 1.0 } else { -1.0 };
        let mut sum = 0.0;
        for die in 1..=FACES {
            let mut then = *state;
            let mut chance = Fixed::new(die);
            self.events.clear();
            then.apply_into(action, &mut chance, self.events).ok()?;
            sum += men * self.deal(state);
            self.settle(&mut then, &mut chance);
            sum += self.value(&then, side) - price(self, &then);
        }
        Some(sum / f32::from(FACES))
    }

    /// By how many points the divisions revealed are stronger than expected. A reveal is luck and would come sooner or later,
    /// so a fight gets no credit for it. That a division without strength no longer threatens anybody [12.3] does count.
    fn deal(&self, state: &State) -> f32 {
        let weights = &self.weights;
        let luck = |event: &Event| {
            let Event::Revealed { unit, counter } = event else { return 0.0 };
            let (attack, defence) = self.plan.means.strength(state, *unit);
            let counter = data().roster.counter(counter.id());
            let shown = weights.soviet_division(f32::from(counter.attack), f32::from(counter.defense));
            shown - weights.soviet_division(attack, defence)
        };
        self.events.iter().map(luck).sum()
    }

    /// Answer by rule of thumb until the fight is over.
    fn settle(&mut self, state: &mut State, chance: &mut Fixed) {
        for _ in 0..MOST_DECISIONS {
            if !state.in_combat() {
                return;
            }
            let Some(decision) = state.decision() else { return };
            let action = self.quick(state, decision.side, decision.question).unwrap_or(Action::Done);
            self.events.clear();
            if state.apply_into(&action, chance, self.events).is_err() {
                let other = anything(state);
                if state.apply_into(&other, chance, self.events).is_err() {
                    return;
                }
            }
        }
    }

    /// An answer by rule of thumb.
    fn quick(&self, state: &State, side: Side, question: Question) -> Option<Action> {
        match question {
            Question::LossOrRetreat { n } => Some(self.quick_choice(state, side, n)),
            Question::LoseStep { .. } => {
                let unit = self.cheapest(state, state.combatants(side))?;
                Some(Action::LoseStep { unit })
            }
            Question::Route { .. } => {
                let enemy = side.enemy();
                let others = state.legal().others;
                others.into_iter().max_by_key(|action| match action {
                    Action::Route { to, .. } => worst_for(state, enemy, *to),
                    _ => 0,
                })
            }
            Question::Advance => Some(self.quick_advance(state, side)),
            _ => None,
        }
    }

    fn quick_choice(&self, state: &State, side: Side, n: u8) -> Action {
        let units = state.combatants(side);
        let steps: u8 = units.iter().map(|u| state.steps_left(u)).sum();
        if steps <= n {
            return Action::TakeRetreat;
        }
        let cheapest = self.cheapest(state, units).map_or(1.0, |u| self.step_cost(state, u));
        let loss = cheapest * f32::from(n) * LOSS;
        let mut hexes = 0.0;
        let mut seen = Vec::new();
        for hex in units.iter().filter_map(|u| state.hex(u)) {
            if !seen.contains(&hex) {
                seen.push(hex);
                hexes +=
                    HEX_LOST * f32::from(n) + OBJECTIVE_LOST * points(state, hex) + COVER_LOST * ground(hex);
            }
        }
        if hexes < loss { Action::TakeRetreat } else { Action::TakeLoss }
    }

    /// Points that the next step of a unit costs.
    fn step_cost(&self, state: &State, unit: UnitId) -> f32 {
        let weights = &self.weights;
        if unit.is_leader() {
            return weights.leader;
        }
        if unit.side() == Side::Soviet {
            let (attack, defence) = self.plan.means.strength(state, unit);
            return weights.soviet_division(attack, defence);
        }
        let lost = next_step(state, unit);
        let mut cost = lost * weights.german_strength;
        if state.is_integrated(unit) {
            cost += lost * weights.integration;
        }
        if let Some(formation) = loses_its_last_step(state, unit) {
            let alive = formation.units.iter().filter(|&u| state.hex(u).is_some()).count();
            let whole: f32 = formation.units.iter().map(|u| f32::from(state.attack(u))).sum();
            cost += if alive == 1 && formation.scores { DIVISION_LOST } else { REGIMENT_LOST };
            if formation.doubles && alive == usize::from(formation.regiments) {
                cost += whole * weights.integration;
            }
        }
        cost
    }

    fn cheapest(&self, state: &State, units: UnitSet) -> Option<UnitId> {
        units.iter().min_by(|a, b| self.step_cost(state, *a).total_cmp(&self.step_cost(state, *b)))
    }

    /// Into an objective, or forward; whole stacks first.
    fn quick_advance(&self, state: &State, side: Side) -> Action {
        best_advance(state, side, 0.0, |unit, from, to| {
            let there = state.side_in(side, to);
            if there.len() >= usize::from(COMBAT_UNITS_IN_HEX) {
                return None;
            }
            let mut gain = match state.controller(to) {
                Some(control) if control != side => OBJECTIVE,
                _ => 0.0,
            };
            if state.controller(from) == Some(side) && state.side_in(side, from).len() == 1 {
                gain -= OBJECTIVE;
            }
            Some(if side == Side::German {
                let to_go = |hex: Hex| self.plan.to_go(unit, hex);
                gain += NEARER * (to_go(from) - to_go(to)) - ADVANCE;
                let mates = division_of(unit).without(&UnitSet::one(unit));
                if state.side_in(side, from).meets(&mates) && !there.meets(&mates) {
                    gain -= self.weights.parting;
                }
                gain + there.and(&mates).len() as f32
            } else {
                gain - ADVANCE
            })
        })
    }
}
