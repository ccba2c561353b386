//! German Movement Phases: division by division, each place and each overrun judged by what it leads to.

use super::ahead::Ahead;
use super::{Brief, Mind, Notes};
use crate::orders::Manner;
use crate::shared::{division_of, is_independent, jitter, multiple};
use pgg_core::overrun::OVERRUN_COST;
use pgg_core::reach::StackReach;
use pgg_core::{Action, Hex, Newcomer, Phase, Place, Side, State, UnitId, UnitSet, data};
use std::sync::Arc;

/// A group that is looked at: units of one division in one hex.
struct Group {
    units: UnitSet,
    first: UnitId,
    at: Hex,
    /// Attack with integration, if they fight as they are.
    attack: f32,
}

/// What a group may do.
#[derive(Clone, Copy)]
struct Choice {
    value: f32,
    hex: Hex,
    target: Option<Hex>,
}

/// What a group had best do.
struct Chosen {
    reach: StackReach,
    group: Group,
    choice: Choice,
    /// Points over staying where it is.
    gain: f32,
}

impl Notes {
    /// The next thing to do in a German Movement Phase.
    pub(super) fn drive(&mut self, mind: &mut Mind, state: &State, brief: &Brief<'_>) -> Option<Action> {
        if let Some(hex) = self.arrived.take()
            && state.is_legal(&Action::CutRail { hex }).is_ok()
            && hex.column() >= 14
        {
            return Some(Action::CutRail { hex });
        }
        if let Some((units, target)) = self.overrun.take() {
            let action = Action::Overrun { units, target };
            if state.is_legal(&action).is_ok() {
                self.active = units;
                return Some(action);
            }
        }
        if let Some((rest, hex)) = self.entering {
            if let Some(unit) = rest.iter().find(|&u| state.place(u) == Place::Waiting) {
                return Some(Action::Enter { who: Newcomer::Unit(unit), hex, rail: false });
            }
            self.entering = None;
        }
        let plan = Arc::clone(&self.plan);
        let mut ahead = mind.ahead(&plan);
        // In the Mechanized Movement Phase it gave nothing: there the way is open or it is not.
        if brief.effort.best_first && state.phase() == Phase::GermanMovement && !self.under_way(state) {
            return self
                .best_first(&mut ahead, state, brief)
                .or_else(|| self.bring_in(state))
                .or(Some(Action::Done));
        }
        while let Some(units) = self.next_group(state) {
            let manner = units.first().map_or(Manner::AsUsual, |u| brief.orders.manner(u));
            ahead.judge.weights = manner.sees(&brief.weights);
            let action = self.send(&mut ahead, state, units, brief);
            ahead.judge.weights = brief.weights;
            if action.is_some() {
                return action;
            }
            self.done_with(units);
        }
        self.bring_in(state).or(Some(Action::Done))
    }

    /// Is somebody under way who may go on?
    fn under_way(&self, state: &State) -> bool {
        let free = state.on_map(Side::German).without(&self.considered);
        free.iter().any(|u| self.active.contains(u) || state.has_entered(u) && state.has_moved(u))
    }

    /// The action that gains most, of whichever group. What a group gained when it was last looked at is taken for an
    /// upper bound: it is looked at again before it acts, and those who had better stay are looked at again at the end.
    fn best_first(&mut self, ahead: &mut Ahead<'_>, state: &State, brief: &Brief<'_>) -> Option<Action> {
        let groups = self.groups(state);
        self.gains.retain(|(_, units)| groups.contains(units));
        for &units in &groups {
            if !self.gains.iter().any(|&(_, known)| known == units) {
                self.gains.push((f32::MAX, units));
            }
        }
        let mut fresh: Vec<(UnitSet, Option<Chosen>)> = Vec::new();
        loop {
            let is_fresh = |units: UnitSet| fresh.iter().position(|&(known, _)| known == units);
            let best = self.gains.iter().enumerate().max_by(|(_, a), (_, b)| {
                let new = |x: &(f32, UnitSet)| is_fresh(x.1).is_none();
                a.0.total_cmp(&b.0).then(new(a).cmp(&new(b)))
            });
            let (n, &(_, units)) = best?;
            if let Some(place) = is_fresh(units) {
                let chosen = fresh.swap_remove(place).1?;
                return self.go(&chosen.reach, &chosen.group, chosen.choice);
            }
            let manner = units.first().map_or(Manner::AsUsual, |u| brief.orders.manner(u));
            ahead.judge.weights = manner.sees(&brief.weights);
            let chosen = self.weigh(ahead, state, units, brief);
            ahead.judge.weights = brief.weights;
            let chosen = chosen.filter(|c| c.gain > 0.0);
            self.gains[n].0 = chosen.as_ref().map_or(0.0, |c| c.gain);
            fresh.push((units, chosen));
        }
    }

    /// Units of one division in one hex, of those not looked at yet.
    fn groups(&self, state: &State) -> Vec<UnitSet> {
        let mut free = state.on_map(Side::German).without(&self.considered);
        let mut all = Vec::new();
        while let Some(unit) = free.first() {
            let at = state.hex(unit);
            let group: UnitSet =
                division_of(unit).iter().filter(|&u| free.contains(u) && state.hex(u) == at).collect();
            free = free.without(&group);
            all.push(group);
        }
        all
    }

    /// Those under way first; then whoever has the enemy in front of him.
    fn next_group(&self, state: &State) -> Option<UnitSet> {
        let mechanized = state.phase() == Phase::MechanizedMovement;
        let free = state.on_map(Side::German).without(&self.considered);
        let under_way = |u: UnitId| self.active.contains(u) || state.has_entered(u) && state.has_moved(u);
        let enemies: Vec<Hex> = state.occupied(Side::Soviet).iter().collect();
        let nearest = |hex: Hex| enemies.iter().map(|e| e.distance(hex)).min().unwrap_or(99);
        let next = free
            .iter()
            .filter(|&u| !mechanized || state.kind(u).is_mechanized())
            .filter_map(|u| state.hex(u).map(|hex| (!under_way(u), nearest(hex), u)))
            .min()?;
        let unit = next.2;
        let at = state.hex(unit)?;
        Some(division_of(unit).iter().filter(|&u| free.contains(u) && state.hex(u) == Some(at)).collect())
    }

    /// The best place in reach of a group, or the best overrun; none to stay.
    fn send(
        &mut self,
        ahead: &mut Ahead<'_>,
        state: &State,
        units: UnitSet,
        brief: &Brief<'_>,
    ) -> Option<Action> {
        let chosen = self.weigh(ahead, state, units, brief)?;
        self.go(&chosen.reach, &chosen.group, chosen.choice)
    }

    /// What a group had best do, and what that gains.
    fn weigh(
        &self,
        ahead: &mut Ahead<'_>,
        state: &State,
        units: UnitSet,
        brief: &Brief<'_>,
    ) -> Option<Chosen> {
        let first = units.first()?;
        let at = state.hex(first)?;
        let reach = state.reach(units).ok()?;
        let division = division_of(first);
        let whole = units == division && units.len() > 1;
        let raw: f32 = units.iter().map(|u| f32::from(state.attack(u))).sum();
        let group = Group { units, first, at, attack: raw * if whole { 2.0 } else { 1.0 } };
        if let Some(told) = units.iter().find_map(|u| brief.orders.sent_to(u))
            && (told == at || reach.field.path(told).is_some())
            && fits(state, &group, told)
        {
            let choice = Choice { value: 0.0, hex: told, target: None };
            return Some(Chosen { reach, group, choice, gain: f32::MAX });
        }
        let now = ahead.value(state, Side::German) + 0.02;
        let mut best = Choice { value: now, hex: at, target: None };
        if !fits(state, &group, at) {
            best.value = f32::MIN;
        }
        let mut overruns = overruns(ahead, state, &group, &reach);
        overruns.truncate(brief.effort.overruns);
        for hex in places(ahead, state, &group, &reach, brief.effort.places) {
            let Some(path) = reach.field.path(hex) else { continue };
            let Some(value) = ahead.after(state, &Action::Move { units, path }, Side::German) else {
                continue;
            };
            let value = value + 0.05 * jitter(brief.seed, first, hex);
            if value > best.value {
                best = Choice { value, hex, target: None };
            }
        }
        for (from, target) in overruns {
            let Some(value) = overrun_value(ahead, state, &group, &reach, from, target) else { continue };
            if value > best.value {
                best = Choice { value, hex: from, target: Some(target) };
            }
        }
        Some(Chosen { reach, group, choice: best, gain: best.value - now })
    }

    fn go(&mut self, reach: &StackReach, group: &Group, choice: Choice) -> Option<Action> {
        if choice.hex == group.at {
            let target = choice.target?;
            self.active = group.units;
            return Some(Action::Overrun { units: group.units, target });
        }
        let path = reach.field.path(choice.hex)?;
        match choice.target {
            Some(target) => {
                self.overrun = Some((group.units, target));
                self.active = group.units;
            }
            None => {
                self.arrived = Some(choice.hex);
                self.done_with(group.units);
            }
        }
        Some(Action::Move { units: group.units, path })
    }

    /// Bring the next division onto the map, where its way is shortest.
    fn bring_in(&mut self, state: &State) -> Option<Action> {
        if state.phase() != Phase::GermanMovement {
            return None;
        }
        let mut best: Option<(f32, UnitSet, Hex)> = None;
        for unit in state.waiting(Side::German) {
            if self.holding.contains(&Newcomer::Unit(unit)) {
                continue;
            }
            let group: UnitSet =
                division_of(unit).iter().filter(|&u| state.place(u) == Place::Waiting).collect();
            for hex in state.entry_hexes(Newcomer::Unit(unit)) {
                let Ok(cost) = state.check_enter(Newcomer::Unit(unit), hex, false) else { continue };
                let full = state.side_in(Side::German, hex).len() + group.len() > 3;
                let stuck = state.is_enemy_controlled(Side::German, hex);
                if full && stuck {
                    continue;
                }
                let crowd = if full { 6.0 } else { 0.0 } + if stuck { 10.0 } else { 0.0 };
                let total = self.plan.to_go(unit, hex) + f32::from(cost) + crowd;
                if best.is_none_or(|(least, ..)| total < least) {
                    best = Some((total, group, hex));
                }
            }
        }
        let (_, group, hex) = best?;
        let unit = group.first()?;
        self.entering = Some((group, hex));
        Some(Action::Enter { who: Newcomer::Unit(unit), hex, rail: false })
    }
}

/// Can the group end its move in the hex [7.2]?
fn fits(state: &State, group: &Group, hex: Hex) -> bool {
    state.side_in(Side::German, hex).without(&group.units).len() + group.units.len() <= 3
}

/// Places worth judging: the nearest to the goal, those beside the enemy, objectives where no German stands, and where
/// the rest of the division is.
fn places(ahead: &Ahead<'_>, state: &State, group: &Group, reach: &StackReach, most: usize) -> Vec<Hex> {
    let division = division_of(group.first);
    let mut near: Vec<(f32, Hex)> = Vec::new();
    let mut beside: Vec<(f32, Hex)> = Vec::new();
    let mut chosen: Vec<Hex> = Vec::new();
    let enemies = data().map.spread(state.occupied(Side::Soviet));
    for (hex, _) in reach.field.hexes() {
        if !fits(state, group, hex) {
            continue;
        }
        let others = state.side_in(Side::German, hex);
        if others.meets(&division) || others.is_empty() && state.controller(hex).is_some() {
            chosen.push(hex);
            continue;
        }
        // [7.3] Strangers in the hex break integration.
        if !others.is_empty() && division.len() > 1 && !others.iter().all(is_independent) {
            continue;
        }
        let far = ahead.plan.to_go(group.first, hex);
        if enemies.contains(hex) {
            beside.push((far - 3.0 * weakness(ahead, hex, group.attack), hex));
        } else {
            near.push((far, hex));
        }
    }
    for mut list in [near, beside] {
        list.sort_by(|a, b| a.0.total_cmp(&b.0));
        chosen.extend(list.into_iter().take(most).map(|(_, hex)| hex));
    }
    chosen
}

/// The best ratio of an attack from a hex.
fn weakness(ahead: &Ahead<'_>, hex: Hex, attack: f32) -> f32 {
    hex.neighbours()
        .filter_map(|(_, h)| ahead.judge.board.stack(Side::Soviet, h))
        .map(|s| (attack / (s.defence * multiple(s.hex, [hex])).max(1.0)).min(6.0))
        .fold(0.0, f32::max)
}

/// The overruns in reach that are most likely to go through.
fn overruns(ahead: &Ahead<'_>, state: &State, group: &Group, reach: &StackReach) -> Vec<(Hex, Hex)> {
    let points = group.units.iter().map(|u| state.points_left(u).0).min().unwrap_or(0);
    // [11.31] Out of supply it fights at half its strength.
    let cut_off = ahead.judge.board.stack(Side::German, group.at).is_some_and(|s| s.unsupplied);
    let attack = if cut_off { (group.attack / 2.0).ceil() } else { group.attack };
    let mut all: Vec<(f32, Hex, Hex)> = Vec::new();
    let hexes = std::iter::once((group.at, 0)).chain(reach.field.hexes());
    for (from, cost) in hexes.filter(|&(_, cost)| points >= cost + OVERRUN_COST) {
        if !fits(state, group, from) {
            continue; // [7.2] It must fit where it ends, also if it fails.
        }
        for (d, target) in from.neighbours() {
            if data().map.side(from, d).lake() {
                continue;
            }
            let Some(stack) = ahead.judge.board.stack(Side::Soviet, target) else { continue };
            let ratio = (attack / 2.0).floor() / (stack.defence * multiple(target, [from])).max(1.0);
            if ratio >= 1.0 {
                let forward = ahead.plan.to_go(group.first, from) - ahead.plan.to_go(group.first, target);
                all.push((ratio + 0.1 * forward - 0.05 * f32::from(cost), from, target));
            }
        }
    }
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut targets: Vec<Hex> = Vec::new();
    all.retain(|&(_, _, target)| {
        let times = targets.iter().filter(|&&t| t == target).count();
        targets.push(target);
        times < 2
    });
    all.into_iter().map(|(_, from, target)| (from, target)).collect()
}

/// What walking up and overrunning promises.
fn overrun_value(
    ahead: &mut Ahead<'_>,
    state: &State,
    group: &Group,
    reach: &StackReach,
    from: Hex,
    target: Hex,
) -> Option<f32> {
    let mut there = *state;
    if from != group.at {
        let path = reach.field.path(from)?;
        there.apply(&Action::Move { units: group.units, path }, &mut pgg_core::chance::NoMore).ok()?;
    }
    ahead.fight(&there, &Action::Overrun { units: group.units, target }, Side::German)
}
