//! German Movement Phases: division by division, each place and each overrun judged by what it leads to.

use super::ahead::Ahead;
use super::layout::{Layout, Table};
use super::{Effort, Mind, View};
use crate::eval::road_to_guard;
use crate::orders::{Manner, Orders};
use crate::peril::Peril;
use crate::script::Notes;
use crate::script::groups::Group;
use crate::search::{Proposer, best};
use crate::shared::{division_of, is_independent, jitter, multiple, overrun_attack};
use crate::survey::{Sight, UNSUPPLIED};
use crate::weights::Weights;
use pgg_core::analysis::reach::StackReach;
use pgg_core::game::chance::NoMore;
use pgg_core::rules::movement::overrun::OVERRUN_COST;
use pgg_core::{Action, Hex, Phase, Side, State, UnitSet, data};
use std::sync::Arc;

/// Points a move must gain over staying.
const WORTH_GOING: f32 = 0.02;
/// How much of the tie-break counts, in points.
const TIE_BREAK: f32 = 0.05;
/// How many half-points of way a weak enemy is worth, for each time that the attack is stronger, and the most of these.
const WEAKNESS: f32 = 3.0;
const MOST_RATIO: f32 = 6.0;
/// How much a half-point of way forward, and a half-point of movement spent, count against the ratio of an overrun.
const FORWARD: f32 = 0.1;
const SPENT: f32 = 0.05;
/// Overruns of one target that are tried, from different hexes.
const SAME_TARGET: usize = 2;
/// Farther than any enemy is.
const NO_ENEMY: u16 = 99;

/// The next thing to do in a German Movement Phase.
pub(super) fn drive(mind: &mut Mind, state: &State, notes: &mut Notes, view: &mut View) -> Option<Action> {
    if let Some(action) = notes.carry_on(state, false) {
        return Some(action);
    }
    let plan = Arc::clone(&view.plan);
    let laid_out = view.layout.as_ref().is_some_and(|layout| layout.fits(state));
    let settled = laid_out && !notes.under_way(state);
    let peril = if settled { None } else { mind.peril(state, Side::German, &plan) };
    let mut march = March {
        seed: mind.seed,
        weights: mind.weights,
        effort: mind.effort,
        orders: &mind.orders,
        ahead: Ahead { judge: &mut mind.judge, plan: &plan, weights: mind.weights, events: &mut mind.events },
        state,
        peril,
        has_the_last_word: false,
    };
    // In the Mechanized Movement Phase it gave nothing: there the way is open or it is not.
    let best_first = march.effort.best_first && state.phase() == Phase::GermanMovement;
    let action = if march.effort.layout > 0 {
        let goes_on = march.go_on(notes);
        goes_on.or_else(|| march.together(notes, &mut view.gains, &mut view.layout))
    } else if best_first && !notes.under_way(state) {
        march.best_first(notes, &mut view.gains, false)
    } else {
        march.front_to_rear(notes)
    };
    action.or_else(|| notes.bring_in(state, |unit, hex| plan.to_go(unit, hex))).or(Some(Action::Done))
}

/// What is known for one decision.
struct March<'a> {
    seed: u64,
    weights: Weights,
    effort: Effort,
    orders: &'a Orders,
    ahead: Ahead<'a>,
    state: &'a State,
    /// What the Soviets could do, for those who reckon with it.
    peril: Option<Peril>,
    /// Does the group that is weighed end where it goes now? Else it will have its place in the layout.
    has_the_last_word: bool,
}

/// What a group had best do.
struct Chosen {
    reach: StackReach,
    group: Group,
    to: Destination,
    /// Points over staying where it is.
    gain: f32,
}

/// Where a group may go, and whom it overruns from there.
#[derive(Clone, Copy)]
pub(super) struct Destination {
    hex: Hex,
    target: Option<Hex>,
}

impl March<'_> {
    /// Group by group, those nearest to the enemy first.
    fn front_to_rear(&mut self, notes: &mut Notes) -> Option<Action> {
        let enemies: Vec<Hex> = self.state.occupied(Side::Soviet).iter().collect();
        let far = |hex: Hex| enemies.iter().map(|e| e.distance(hex)).min().unwrap_or(NO_ENEMY);
        while let Some(units) = notes.next_group(self.state, far) {
            let chosen = self.weigh(units);
            if let Some(chosen) = chosen
                && let Some(action) = go(notes, &chosen)
            {
                return Some(action);
            }
            notes.done_with(units);
        }
        None
    }

    /// Those under way, who are done when another group moves [6.11]. Nobody else goes by himself.
    fn go_on(&mut self, notes: &mut Notes) -> Option<Action> {
        self.has_the_last_word = true;
        let mut action = None;
        while action.is_none() && notes.under_way(self.state) {
            let Some(units) = notes.next_group(self.state, |_| 0) else { break };
            action = self.weigh(units).and_then(|chosen| go(notes, &chosen));
            if action.is_none() {
                notes.done_with(units);
            }
        }
        self.has_the_last_word = false;
        action
    }

    /// Overruns first, as long as one gains more than any walk of its group; then everybody to his place in the layout.
    fn together(
        &mut self,
        notes: &mut Notes,
        gains: &mut Vec<(f32, UnitSet)>,
        layout: &mut Option<Layout>,
    ) -> Option<Action> {
        if layout.as_ref().is_none_or(|l| !l.fits(self.state)) {
            *layout = None;
            if let Some(action) = self.best_first(notes, gains, true) {
                return Some(action);
            }
            let mechanized = self.state.phase() == Phase::MechanizedMovement;
            let mut groups = notes.groups(self.state);
            groups.retain(|g| !mechanized || g.first().is_some_and(|u| self.state.kind(u).is_mechanized()));
            let table =
                Table::new(self.seed, self.state, &mut self.ahead, self.orders, self.weights, self.effort);
            *layout = Some(table.lay_out(groups));
        }
        while let Some((units, hex)) = layout.as_mut()?.goes.pop() {
            let Some(group) = Group::of(self.state, units) else { continue };
            let Ok(reach) = self.state.reach(units) else { continue };
            let action = (hex != group.at).then(|| notes.go(&reach, &group, hex, None)).flatten();
            notes.done_with(units);
            if action.is_some() {
                return action;
            }
        }
        None
    }

    /// The action that gains most, of whichever group. This is lazy greedy: what a group gained when it was last looked
    /// at serves as an upper bound, so only the group on top is looked at again before it acts.
    fn best_first(
        &mut self,
        notes: &mut Notes,
        gains: &mut Vec<(f32, UnitSet)>,
        overruns_only: bool,
    ) -> Option<Action> {
        let mut groups = notes.groups(self.state);
        if self.state.phase() == Phase::MechanizedMovement {
            groups.retain(|g| g.first().is_some_and(|u| self.state.kind(u).is_mechanized()));
        }
        gains.retain(|(_, units)| groups.contains(units));
        for &units in &groups {
            if !gains.iter().any(|&(_, known)| known == units) {
                gains.push((f32::MAX, units));
            }
        }
        let mut fresh: Vec<(UnitSet, Option<Chosen>)> = Vec::new();
        loop {
            let is_fresh = |units: UnitSet| fresh.iter().position(|&(known, _)| known == units);
            let top = gains.iter().enumerate().max_by(|(_, a), (_, b)| {
                let stale = |x: &(f32, UnitSet)| is_fresh(x.1).is_none();
                a.0.total_cmp(&b.0).then(stale(a).cmp(&stale(b)))
            });
            let (n, &(gain, units)) = top?;
            if overruns_only && gain <= 0.0 {
                return None;
            }
            if let Some(place) = is_fresh(units) {
                return go(notes, &fresh.swap_remove(place).1?);
            }
            let chosen =
                self.weigh(units).filter(|c| c.gain > 0.0 && (!overruns_only || c.to.target.is_some()));
            gains[n].0 = chosen.as_ref().map_or(0.0, |c| c.gain);
            fresh.push((units, chosen));
        }
    }

    /// What a group had best do, as its manner sees it.
    fn weigh(&mut self, units: UnitSet) -> Option<Chosen> {
        let manner = units.first().map_or(Manner::AsUsual, |u| self.orders.manner(u));
        self.ahead.weights = manner.sees(&self.weights);
        self.judge(units)
    }

    fn judge(&mut self, units: UnitSet) -> Option<Chosen> {
        let state = self.state;
        let group = Group::of(state, units)?;
        let reach = state.reach(units).ok()?;
        let stay = Destination { hex: group.at, target: None };
        if let Some(hex) = units.iter().find_map(|u| self.orders.sent_to(u))
            && (hex == group.at || reach.field.path(hex).is_some())
            && state.fit(units, hex)
        {
            return Some(Chosen { reach, group, to: Destination { hex, target: None }, gain: f32::MAX });
        }
        let now = self.ahead.value(state, Side::German) + WORTH_GOING;
        let last = self.has_the_last_word;
        let now = now - feared(&mut self.peril, &mut self.ahead, state, units, last);
        let least = if state.fit(units, group.at) { now } else { f32::MIN };
        let Effort { places, overruns, least_ratio, .. } = self.effort;
        let steps = Steps { group: &group, reach: &reach, places, overruns, least_ratio, others_move: false };
        let steps = steps.propose(&self.ahead.look_closer(state));
        let chosen = best(steps, least, 0.0, |step| self.value(&group, &reach, *step));
        let (value, to) = chosen.unwrap_or((least, stay));
        Some(Chosen { reach, group, to, gain: value - now })
    }

    /// What a step leads to.
    fn value(&mut self, group: &Group, reach: &StackReach, step: Destination) -> Option<f32> {
        let units = group.units;
        let walk = reach.field.path(step.hex).map(|path| Action::Move { units, path });
        let last = self.has_the_last_word;
        let Some(target) = step.target else {
            let (value, then) = self.ahead.after(self.state, &walk?, Side::German)?;
            let value = value + TIE_BREAK * jitter(self.seed, group.first, step.hex);
            let fear = if last { feared(&mut self.peril, &mut self.ahead, &then, units, last) } else { 0.0 };
            return Some(value - fear);
        };
        let mut there = *self.state;
        if step.hex != group.at {
            there.apply(&walk?, &mut NoMore).ok()?;
        }
        let peril = &mut self.peril;
        let overrun = Action::Overrun { units, target };
        let price = |ahead: &mut Ahead<'_>, then: &State| feared(peril, ahead, then, units, last);
        self.ahead.fight(&there, &overrun, Side::German, price)
    }
}

/// What the Soviets could do to units in the position last judged, if these stay there: in a zone of control they do [6.22].
fn feared(
    peril: &mut Option<Peril>,
    ahead: &mut Ahead<'_>,
    state: &State,
    units: UnitSet,
    stay: bool,
) -> f32 {
    let Some(peril) = peril else { return 0.0 };
    let here = units.iter().find_map(|unit| state.hex(unit));
    here.filter(|&hex| stay || state.is_enemy_controlled(Side::German, hex))
        .map_or(0.0, |hex| peril.of_stack(&ahead.look_closer(state), hex))
}

fn go(notes: &mut Notes, chosen: &Chosen) -> Option<Action> {
    notes.go(&chosen.reach, &chosen.group, chosen.to.hex, chosen.to.target)
}

/// The steps of a group that are worth judging.
pub(super) struct Steps<'a> {
    pub(super) group: &'a Group,
    pub(super) reach: &'a StackReach,
    /// How many places, and how many overruns.
    pub(super) places: usize,
    pub(super) overruns: usize,
    /// The least ratio of an overrun, by mean strengths.
    pub(super) least_ratio: f32,
    /// May those who stand elsewhere be gone when it comes there?
    pub(super) others_move: bool,
}

/// The places of a group that are worth judging.
pub(super) fn all_places(steps: &Steps<'_>, sight: &Sight<'_>) -> Vec<Hex> {
    steps.places(sight)
}

impl Proposer for Steps<'_> {
    type Candidate = Destination;

    /// Places to walk to, then overruns.
    fn propose(&self, sight: &Sight<'_>) -> Vec<Destination> {
        let places = self.places(sight).into_iter().map(|hex| Destination { hex, target: None });
        let overruns = self.overruns(sight).into_iter().take(self.overruns);
        places.chain(overruns.map(|(hex, target)| Destination { hex, target: Some(target) })).collect()
    }
}

impl Steps<'_> {
    /// Places worth judging: where the rest of the division is and objectives where no German stands, then the nearest to
    /// the goal, then those beside the enemy.
    fn places(&self, sight: &Sight<'_>) -> Vec<Hex> {
        let (state, group) = (sight.state, self.group);
        let division = division_of(group.first);
        let mut near: Vec<(f32, Hex)> = Vec::new();
        let mut beside: Vec<(f32, Hex)> = Vec::new();
        let mut chosen: Vec<Hex> = Vec::new();
        let enemies = data().map.spread(state.occupied(Side::Soviet));
        // [13.45] Infantry keeps the marker off the supply road.
        let guards = sight.weights.road > 0.0 && !state.kind(group.first).is_mechanized();
        for (hex, _) in self.reach.field.hexes() {
            if !self.others_move && !state.fit(group.units, hex) {
                continue;
            }
            let others = if self.others_move { UnitSet::EMPTY } else { state.side_in(Side::German, hex) };
            let post = guards && others.is_empty() && road_to_guard().contains(&hex);
            if post || others.meets(&division) || others.is_empty() && state.controller(hex).is_some() {
                chosen.push(hex);
                continue;
            }
            // [7.3] Strangers in the hex break integration.
            if !others.is_empty() && division.len() > 1 && !others.iter().all(is_independent) {
                continue;
            }
            let far = sight.plan.to_go(group.first, hex);
            if enemies.contains(hex) {
                beside.push((far - WEAKNESS * weakness(sight, hex, group.attack), hex));
            } else {
                near.push((far, hex));
            }
        }
        for mut list in [near, beside] {
            list.sort_by(|a, b| a.0.total_cmp(&b.0));
            chosen.extend(list.into_iter().take(self.places).map(|(_, hex)| hex));
        }
        chosen
    }

    /// The overruns in reach, those most likely to go through first: from where, and of whom.
    fn overruns(&self, sight: &Sight<'_>) -> Vec<(Hex, Hex)> {
        let (state, group) = (sight.state, self.group);
        let points = group.points_left(state);
        let unsupplied = sight.survey.stack(Side::German, group.at).is_some_and(|s| s.unsupplied);
        let attack = if unsupplied { (group.attack * UNSUPPLIED).ceil() } else { group.attack };
        let mut all: Vec<(f32, Hex, Hex)> = Vec::new();
        let hexes = std::iter::once((group.at, 0)).chain(self.reach.field.hexes());
        for (from, cost) in hexes.filter(|&(_, cost)| points >= cost + OVERRUN_COST) {
            if !state.fit(group.units, from) {
                continue; // [7.2] It must fit where it ends, also if it fails.
            }
            for (_, target) in data().map.contacts(from) {
                let Some(stack) = sight.survey.stack(Side::Soviet, target) else { continue };
                let ratio = overrun_attack(attack) / (stack.defence * multiple(target, [from])).max(1.0);
                // Known strengths give whole columns [9.4]; of unknown ones the mean is all there is.
                let least = if stack.untried { self.least_ratio } else { self.least_ratio.ceil() };
                if ratio >= least {
                    let to_go = |hex: Hex| sight.plan.to_go(group.first, hex);
                    let forward = to_go(from) - to_go(target);
                    all.push((ratio + FORWARD * forward - SPENT * f32::from(cost), from, target));
                }
            }
        }
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut targets: Vec<Hex> = Vec::new();
        all.retain(|&(_, _, target)| {
            let times = targets.iter().filter(|&&t| t == target).count();
            targets.push(target);
            times < SAME_TARGET
        });
        all.into_iter().map(|(_, from, target)| (from, target)).collect()
    }
}

/// The best ratio of an attack from a hex.
fn weakness(sight: &Sight<'_>, hex: Hex, attack: f32) -> f32 {
    hex.neighbours()
        .filter_map(|(_, h)| sight.survey.stack(Side::Soviet, h))
        .map(|s| (attack / (s.defence * multiple(s.hex, [hex])).max(1.0)).min(MOST_RATIO))
        .fold(0.0, f32::max)
}
