//! Looking ahead: a fight played out for every die, its small decisions answered by rule of thumb.

use crate::eval::{Clock, Judge};
use crate::plan::Plan;
use crate::shared::{anything, ground};
use pgg_core::chance::NoChance;
use pgg_core::event::DieFor;
use pgg_core::{
    Action, Chance, CounterId, Event, Hex, Kind, Path, Question, Sampled, Side, State, UnitId, UnitSet, data,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

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
    pub(super) events: &'a mut Vec<Event>,
}

impl Ahead<'_> {
    /// Worth of a position to a side.
    pub(super) fn value(&mut self, state: &State, side: Side) -> f32 {
        let value = self.judge.value(state, self.plan);
        if side == Side::German { value } else { -value }
    }

    /// Worth to a side of a position that an action without luck leads to, small decisions answered.
    pub(super) fn after(&mut self, state: &State, action: &Action, side: Side) -> Option<f32> {
        let mut then = *state;
        let mut chance = Fixed::new(3);
        self.events.clear();
        then.apply_into(action, &mut chance, self.events).ok()?;
        self.settle(&mut then, &mut chance);
        Some(self.value(&then, side))
    }

    /// Worth to a side of a fight, the mean over the dice, without the luck of the deal.
    pub(super) fn fight(&mut self, state: &State, action: &Action, side: Side) -> Option<f32> {
        let men = Clock::of(state).men() * if side == Side::German { 1.0 } else { -1.0 };
        let mut sum = 0.0;
        for die in 1..=6 {
            let mut then = *state;
            let mut chance = Fixed::new(die);
            self.events.clear();
            then.apply_into(action, &mut chance, self.events).ok()?;
            sum += men * self.deal(state);
            self.settle(&mut then, &mut chance);
            sum += self.value(&then, side);
        }
        Some(sum / 6.0)
    }

    /// By how many points the divisions that came to light are better than was to be expected. That is luck which comes
    /// sooner or later, and no merit of the fight; only that one without strength does not scare anybody any more [12.3] is.
    fn deal(&self, state: &State) -> f32 {
        let weights = &self.judge.weights;
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
        for _ in 0..64 {
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
                    Action::Route { to, .. } => route_key(state, enemy, *to),
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
        let loss = cheapest * f32::from(n) * 1.1;
        let prize = |h: Hex| {
            let objective = data().victory.objectives().iter().find(|o| o.hexes.contains(&h));
            objective.map_or(0.0, |o| 0.35 * f32::from(o.points(state.options().edition)))
        };
        let mut hexes = 0.0;
        let mut seen = Vec::new();
        for hex in units.iter().filter_map(|u| state.hex(u)) {
            if !seen.contains(&hex) {
                seen.push(hex);
                hexes += 0.3 * f32::from(n) + prize(hex) + 0.1 * ground(hex);
            }
        }
        if hexes < loss { Action::TakeRetreat } else { Action::TakeLoss }
    }

    /// Points that the next step of a unit costs.
    pub(super) fn step_cost(&self, state: &State, unit: UnitId) -> f32 {
        let weights = &self.judge.weights;
        if unit.is_leader() {
            return weights.leader;
        }
        if unit.side() == Side::Soviet {
            let (attack, defence) = self.plan.means.strength(state, unit);
            return weights.soviet_division(attack, defence);
        }
        let roster = &data().roster;
        let info = roster.german(unit);
        let now = usize::from(state.steps_lost(unit));
        let next = info.strength.get(now + 1).copied().unwrap_or(0);
        let lost = f32::from(info.strength[now.min(3)]) - f32::from(next);
        let mut cost = lost * weights.german_strength;
        if state.is_integrated(unit) {
            cost += lost * weights.integration;
        }
        if state.steps_left(unit) == 1 {
            let Some(formation) = info.formation.map(|f| roster.formation(f)) else { return cost };
            // [15.12] The last of a division scores for the enemy; [7.3a] a dead regiment ends integration.
            let alive = formation.units.iter().filter(|&u| state.hex(u).is_some()).count();
            let whole: f32 = formation.units.iter().map(|u| f32::from(state.attack(u))).sum();
            cost += if alive == 1 && formation.scores { 5.0 } else { 1.0 };
            if formation.doubles && alive == usize::from(formation.regiments) {
                cost += whole * weights.integration;
            }
        }
        cost
    }

    pub(super) fn cheapest(&self, state: &State, units: UnitSet) -> Option<UnitId> {
        units.iter().min_by(|a, b| self.step_cost(state, *a).total_cmp(&self.step_cost(state, *b)))
    }

    /// Into an objective, or forward; whole stacks first.
    fn quick_advance(&self, state: &State, side: Side) -> Action {
        let mut best: Option<(f32, UnitId, Path)> = None;
        for unit in state.combatants(side).without(&UnitSet::LEADER) {
            for path in state.advances(unit) {
                let (Some(from), Some(to)) = (state.hex(unit), path.last()) else { continue };
                if state.side_in(side, to).len() >= 3 {
                    continue;
                }
                let mut gain = match state.controller(to) {
                    Some(control) if control != side => 6.0,
                    _ => 0.0,
                };
                if state.controller(from) == Some(side) && state.side_in(side, from).len() == 1 {
                    gain -= 6.0;
                }
                if side == Side::German {
                    gain += 0.2 * (self.plan.to_go(unit, from) - self.plan.to_go(unit, to)) - 1.0;
                    let mates = crate::shared::division_of(unit);
                    gain += state.side_in(side, to).and(&mates).len() as f32;
                } else {
                    gain -= 1.0;
                }
                if gain > best.map_or(0.0, |(most, ..)| most) {
                    best = Some((gain, unit, path));
                }
            }
        }
        best.map_or(Action::Done, |(_, unit, path)| Action::Advance { unit, path })
    }
}

/// How bad a hex of retreat is for those who run.
pub(super) fn route_key(state: &State, runs: Side, to: Hex) -> i32 {
    let zones = state.zones(runs.enemy());
    let near = to.neighbours().filter(|&(_, h)| zones.contains(h)).count() as i32;
    let west = 59 - i32::from(to.column());
    let cover = if data().map.doubles_defence(to) { 3 } else { 0 };
    let prize = if state.controller(to).is_some() { 20 } else { 0 };
    west + 2 * near - cover - prize
}
