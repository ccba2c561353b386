//! The Soviet defence: what the German will want to pass, what must be held, and who goes there.

mod command;

use super::Notes;
use super::strength::Strengths;
use crate::shared::cover::cover;
use crate::shared::field::{CLOSED, Field, Way, free};
use crate::shared::{german_sources, ground, jitter, march, multiple};
use pgg_core::hex::HEX_SLOTS;
use pgg_core::rail::RAIL_CAPACITY;
use pgg_core::unit::MoveClass;
use pgg_core::{Action, Direction, Hex, HexSet, Newcomer, Path, Side, State, UnitId, UnitSet, data};
use std::sync::LazyLock;

/// Above any worth, so that worth less way is never below nothing.
const MOST: f32 = 150.0;
/// A ride has to gain so much over a walk: places on the railway are few [6.31].
const RIDE: f32 = 4.0;

/// The Germans' way to each objective on the bare map.
static WAYS: LazyLock<Vec<Field>> = LazyLock::new(|| {
    let to = |hexes: &[Hex]| {
        Field::spread(hexes.iter().map(|&h| (h, 0)), MoveClass::GermanMotor, Way::To, &free())
    };
    data().victory.objectives().iter().map(|o| to(&o.hexes)).collect()
});

/// What the Soviet sees at the start of a phase.
pub(super) struct Guard {
    /// How far the Germans are, those about to enter included.
    german: Field,
    /// Worth of a hex to the first division there, before danger.
    worth: Vec<f32>,
    /// More of it where a city has to be held.
    garrison: Vec<f32>,
    /// Hexes in command and supply.
    supplied: HexSet,
    /// Units bound to march [5.23].
    marchers: UnitSet,
}

impl Guard {
    pub(super) fn of(state: &State) -> Guard {
        let german = Field::spread(german_sources(state), MoveClass::GermanMotor, Way::From, &free());
        let mut guard = Guard {
            worth: vec![0.0; HEX_SLOTS],
            garrison: vec![0.0; HEX_SLOTS],
            supplied: state.soviet_lines().supplied,
            marchers: UnitSet::EMPTY,
            german,
        };
        if state.turn() == 1 {
            let west = |u: &UnitId| state.hex(*u).is_some_and(|h| h.column() == 1);
            guard.marchers = state.on_map(Side::Soviet).iter().filter(west).collect();
        }
        let edition = state.options().edition;
        for (objective, way) in data().victory.objectives().iter().zip(WAYS.iter()) {
            let points = f32::from(objective.points(edition));
            let far = objective.hexes.iter().map(|&h| guard.german.at(h)).min().unwrap_or(0);
            let soon = 40.0 / (40.0 + f32::from(far));
            let lost = objective.hexes.iter().all(|&h| state.controller(h) == Some(Side::German));
            for &hex in &objective.hexes {
                let held = state.controller(hex) == Some(Side::Soviet);
                guard.garrison[hex.index()] = if held { points * 2.2 * soon } else { 10.0 + points };
            }
            if lost {
                continue;
            }
            for hex in Hex::all() {
                let detour = f32::from(guard.german.at(hex)) + f32::from(way.at(hex)) - f32::from(far);
                guard.worth[hex.index()] += points * soon * (1.0 - detour / 16.0).max(0.0);
            }
        }
        for hex in Hex::all() {
            guard.worth[hex.index()] *= terrain(hex);
        }
        guard
    }

    /// How far the Germans are from a hex.
    fn german(&self, hex: Hex) -> u16 {
        self.german.at(hex)
    }
}

/// How good the ground is to defend.
fn terrain(hex: Hex) -> f32 {
    let map = &data().map;
    let western = [Direction::N, Direction::NW, Direction::SW, Direction::S];
    let rivers = western.into_iter().filter(|&d| map.side(hex, d).river()).count();
    let cover = if map.doubles_defence(hex) { 1.4 } else { 0.75 };
    cover + if rivers >= 2 { 0.35 } else { 0.0 }
}

impl Notes {
    /// The next thing to do in the Soviet Movement Phase.
    pub(super) fn guard(&mut self, state: &State, seed: u64) -> Option<Action> {
        let strengths = Strengths::of(state, &self.unsupplied);
        let pull = self.pull(state, &strengths);
        while let Some(unit) = self.next_marcher() {
            self.done_with(UnitSet::one(unit));
            if let Some(action) = self.march(state, &strengths, &pull, unit) {
                return Some(action);
            }
        }
        while let Some(unit) = self.next_division(state) {
            self.done_with(UnitSet::one(unit));
            if let Some(action) = self.post(state, &strengths, &pull, unit, seed) {
                return Some(action);
            }
        }
        if let Some(action) = self.call_up(state, &strengths, &pull) {
            return Some(action);
        }
        self.command(state, &strengths).or(Some(Action::Done))
    }

    /// Divisions before Leaders, so that these find them.
    fn next_marcher(&self) -> Option<UnitId> {
        let left = self.guard.as_ref()?.marchers.without(&self.considered);
        left.without(&UnitSet::LEADER).first().or(left.first())
    }

    /// A newcomer under way first, then those nearest to the Germans.
    fn next_division(&self, state: &State) -> Option<UnitId> {
        let guard = self.guard.as_ref()?;
        let left = state.on_map(Side::Soviet).without(&self.considered).without(&UnitSet::LEADER);
        let key = |u: UnitId| {
            let far = state.hex(u).map_or(0, |h| guard.german(h));
            (!(state.has_entered(u) && state.has_moved(u)), far, u)
        };
        left.iter().min_by_key(|&u| key(u))
    }

    /// Worth of a hex to one more division, with what stands there now.
    fn worth(&self, state: &State, strengths: &Strengths, hex: Hex) -> f32 {
        let Some(guard) = &self.guard else { return 0.0 };
        let here = strengths.count(Side::Soviet, hex);
        if here >= 3 {
            return 0.0;
        }
        let bare = guard.worth[hex.index()];
        let city = guard.garrison[hex.index()];
        if bare + city < 1.0 {
            return 0.0;
        }
        // The first takes the ground; the others make it hold.
        let share = [1.0, 0.75, 0.55][here];
        let company = hex.neighbours().filter(|&(_, h)| strengths.count(Side::Soviet, h) > 0).count();
        let spacing = [1.0, 0.7, 0.5, 0.35, 0.25, 0.2, 0.2][company];
        // A stack that will be run over is worth little; a city is held all the same.
        let defence = strengths.stack(Side::Soviet, hex).max(4.0) + 4.0;
        let danger = self.threat(hex) / (defence * ground(hex)) / 2.5;
        let lasts = 1.0 / (1.0 + danger * danger);
        let command = if guard.supplied.contains(hex) { 1.0 } else { 0.85 };
        let lasts_in_city = if state.turn() >= 11 { 1.0 } else { lasts.max(0.5) };
        (bare * share * spacing * lasts * command + city * share * lasts_in_city).min(MOST - 1.0)
    }

    /// For every hex the best worth anywhere less the way there.
    fn pull(&self, state: &State, strengths: &Strengths) -> Field {
        let mut tolls = free();
        for hex in state.zones(Side::German).iter() {
            tolls[hex.index()] = 8;
        }
        for hex in state.occupied(Side::German).or(data().map.lakes()).iter() {
            tolls[hex.index()] = CLOSED;
        }
        let sources = Hex::all().filter(|h| tolls[h.index()] != CLOSED).filter_map(|hex| {
            let worth = self.worth(state, strengths, hex);
            (worth >= 1.0).then_some((hex, (MOST - worth) as u16))
        });
        Field::spread(sources.collect::<Vec<_>>(), MoveClass::SovietFoot, Way::To, &tolls)
    }

    fn march(&self, state: &State, strengths: &Strengths, pull: &Field, unit: UnitId) -> Option<Action> {
        let room = |hex: Hex| strengths.count(Side::Soviet, hex) < 3 || unit.is_leader();
        let ends = march::ends(state, unit);
        let stacks = self.stacks(state, strengths, unit);
        let worth = |hex: Hex| {
            if unit.is_leader() { cover(state, &stacks, unit, hex) } else { -f32::from(pull.at(hex)) }
        };
        let best =
            ends.into_iter().filter(|&(h, _)| room(h)).max_by(|a, b| worth(a.0).total_cmp(&worth(b.0)))?;
        Some(Action::Move { units: UnitSet::one(unit), path: best.1 })
    }

    /// Send a division where it is worth most, on foot or by rail; none to stay.
    fn post(
        &self,
        state: &State,
        strengths: &Strengths,
        pull: &Field,
        unit: UnitId,
        seed: u64,
    ) -> Option<Action> {
        let at = state.hex(unit)?;
        let fits = |hex: Hex| {
            let mine = usize::from(hex == at);
            strengths.count(Side::Soviet, hex) - mine < 3 && strengths.total(Side::Soviet, hex) - mine < 4
        };
        let value = |hex: Hex| {
            let mut value = MOST - f32::from(pull.at(hex)) + jitter(seed, unit, hex);
            if hex == at {
                value = value.max(self.worth_of_staying(state, strengths, at));
            }
            if state.is_enemy_controlled(Side::Soviet, hex) {
                value += self.counter(state, strengths, unit, hex);
            }
            value
        };
        let mut best = (if fits(at) { value(at) + 0.5 } else { f32::MIN }, at, None);
        if let Ok(reach) = state.reach(UnitSet::one(unit)) {
            for (hex, _) in reach.field.hexes().filter(|&(h, _)| fits(h)) {
                let value = value(hex);
                if value > best.0 {
                    best = (value, hex, Some(false));
                }
            }
            if best.2.is_some() {
                let path = reach.field.path(best.1);
                return self.or_ride(state, pull, unit, best.0, fits).or_else(|| walk(unit, path?));
            }
        }
        self.or_ride(state, pull, unit, best.0, fits)
    }

    fn or_ride(
        &self,
        state: &State,
        pull: &Field,
        unit: UnitId,
        walk: f32,
        fits: impl Fn(Hex) -> bool,
    ) -> Option<Action> {
        let reach = state.rail_reach(unit).ok()?;
        let value = |hex: Hex| MOST - f32::from(pull.at(hex));
        let (hex, _) =
            reach.hexes().filter(|&(h, _)| fits(h)).max_by(|a, b| value(a.0).total_cmp(&value(b.0)))?;
        if value(hex) < walk + RIDE {
            return None;
        }
        Some(Action::Ride { unit, path: reach.path(hex)? })
    }

    /// The worth of a hex to one of those who hold it.
    fn worth_of_staying(&self, state: &State, strengths: &Strengths, hex: Hex) -> f32 {
        let Some(guard) = &self.guard else { return 0.0 };
        let here = strengths.count(Side::Soviet, hex);
        let share = [1.0, 1.0, 0.75, 0.55][here.min(3)];
        let danger = self.threat(hex) / (strengths.stack(Side::Soviet, hex).max(4.0) * ground(hex)) / 2.5;
        let lasts = 1.0 / (1.0 + danger * danger);
        let lasts_in_city = if state.turn() >= 11 { 1.0 } else { lasts.max(0.5) };
        share * (guard.worth[hex.index()] * lasts + guard.garrison[hex.index()] * lasts_in_city)
    }

    /// What going next to Germans is worth: a good attack, or trouble.
    fn counter(&self, state: &State, strengths: &Strengths, unit: UnitId, hex: Hex) -> f32 {
        let map = &data().map;
        let at = state.hex(unit);
        let mut best: f32 = -6.0;
        for (d, target) in hex.neighbours() {
            if map.side(hex, d).lake() || !state.occupied(Side::German).contains(target) {
                continue;
            }
            let mut origins = vec![hex];
            let mut helpers = 0.0;
            for (back, from) in target.neighbours() {
                let here = strengths.stack_attack(Side::Soviet, from);
                let here = if Some(from) == at { here - strengths.attack(unit) } else { here };
                if here > 0.1 && !map.side(target, back).lake() {
                    helpers += here;
                    origins.push(from);
                }
            }
            let defence = strengths.stack(Side::German, target) * multiple(target, origins);
            let worth = |attack: f32| {
                let chance = self.prospects.fight(attack, defence, true);
                chance.hurt * 6.0 - chance.harm * 8.0
            };
            let with = worth(helpers + strengths.attack(unit));
            if with > 0.0 {
                best = best.max(with - worth(helpers.max(0.5)).max(0.0));
            }
        }
        best
    }

    /// Bring in who is due [14.0]; Leaders last.
    fn call_up(&mut self, state: &State, strengths: &Strengths, pull: &Field) -> Option<Action> {
        let mut due = state.newcomers();
        due.retain(|who| !self.holding.contains(who));
        due.sort_by_key(|who| matches!(who, Newcomer::Unit(_)));
        for who in due {
            if who == Newcomer::Front && !self.front_wanted(state) {
                continue;
            }
            let room =
                |h: Hex| strengths.count(Side::Soviet, h) < 3 || !state.is_enemy_controlled(Side::Soviet, h);
            let mut hexes = state.entry_hexes(who);
            hexes.retain(|&h| who == Newcomer::Provisional || room(h));
            let hex = hexes
                .into_iter()
                .filter(|&h| state.check_enter(who, h, false).is_ok())
                .min_by_key(|&h| (strengths.count(Side::Soviet, h) >= 3, pull.at(h)));
            if let Some(hex) = hex {
                let rail = state.check_enter(who, hex, true).is_ok() && self.by_rail(state, who, hex);
                return Some(Action::Enter { who, hex, rail });
            }
            self.holding.push(who);
        }
        None
    }

    /// Ride on from the map edge if the Germans are far and the railway has room.
    fn by_rail(&self, state: &State, who: Newcomer, hex: Hex) -> bool {
        let far = self.guard.as_ref().is_some_and(|g| g.german(hex) > 40);
        far && (matches!(who, Newcomer::Unit(_)) || state.rail_used() < RAIL_CAPACITY)
    }

    /// [14.23] The first five cost a point each: called once the Germans are deep in the country.
    fn front_wanted(&self, state: &State) -> bool {
        let deep = state.occupied(Side::German).iter().filter(|h| h.column() >= 22).count();
        state.front_called() < 5 && (4..=9).contains(&state.turn()) && deep >= 4
    }
}

fn walk(unit: UnitId, path: Path) -> Option<Action> {
    (!path.is_empty()).then_some(Action::Move { units: UnitSet::one(unit), path })
}
