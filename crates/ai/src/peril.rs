//! Peril: what the Soviets could do to the Germans in the turn that comes. For every German stack the best blow is looked
//! for: the divisions that can close it in, so that it is out of supply and cannot retreat, and those that can be beside it,
//! read through the combat table. The best blow comes first, and no division takes part in two.
//!
//! The Germans reckon with it while they choose where to stand; a Soviet player can strike by it.

mod reaching;
mod toll;

use crate::eval::{Clock, Judge};
use crate::orders::Orders;
use crate::plan::Plan;
use crate::shared::closing::close;
use crate::shared::{ground, multiple_if};
use crate::survey::{Means, Sight, StackView, UNSUPPLIED};
use crate::weights::Weights;
use pgg_core::data::tables::{Column, Tables};
use pgg_core::rules::stacking::COMBAT_UNITS_IN_HEX;
use pgg_core::{Hex, HexSet, Phase, Side, State, UnitId, UnitSet, data};
use reaching::Reaching;
use toll::Toll;

/// Ways to close a ring that are tried.
const TRIES: u32 = 200;
/// The worst column that a player makes a blow on, 2-1: below it he loses as much as the defender [9.5].
const LEAST: Column = Column(3);
/// More attack than so many times the defence changes nothing [9.5].
const MOST_ODDS: f32 = 10.0;
/// A blow that takes less is not reckoned with, in points.
const WORTH_A_BLOW: f32 = 0.3;
/// How likely a ring is still shut in a second turn: those who live through the first cannot walk away, but friends may come.
const SECOND_TURN: f32 = 0.5;
/// How much of it counts for panzers in a zone of control before the fights, which may set them free.
const PINNED: f32 = 0.5;
/// Strengths are sums of shares: what lacks this much of a point is that point.
const ROUNDING: f32 = 0.01;

/// What could be done to one German stack.
#[derive(Clone, Debug)]
pub struct Blow {
    /// Where it stands.
    pub target: Hex,
    /// Points that the blow is likely to take.
    pub toll: f32,
    /// Those who close the ring, and from where.
    pub ring: Vec<(UnitId, Hex)>,
    /// Those who strike, and from where.
    pub strikers: Vec<(UnitId, Hex)>,
}

/// The blows that the Soviets could make in the Movement Phase that begins or comes next, the best first.
pub fn blows(state: &State) -> Vec<Blow> {
    let weights = Weights::of_general(Side::German);
    let plan = Plan::of(state, Side::Soviet, &weights, &Orders::default());
    let mut judge = Judge::default();
    let sight = judge.look(state, &plan, &weights);
    Peril::of(state, &plan.means).map_or(Vec::new(), |mut peril| peril.blows(&sight, |_| 1.0))
}

/// Looks for blows in one position after the other; the Soviets stand in all of them where they stood in the first.
pub(crate) struct Peril {
    reaching: Reaching,
    toll: Toll,
    /// How much strength counts beside the points that are scored for divisions.
    men: f32,
}

/// A German stack as the Soviets see it.
struct Target<'a> {
    stack: &'a StackView,
    /// The place of its cluster in the list of clusters.
    cluster: usize,
    /// Hexes beside it that are not German, and whether a river is between.
    beside: Vec<(Hex, bool)>,
    /// Has a friend beside it room for all of it?
    has_room: bool,
    /// Points that its end is worth.
    whole: f32,
    /// How much of the peril counts.
    share: f32,
}

/// Germans in hexes next to one another, who are cut off together.
struct Cluster {
    rim: HexSet,
    /// Supply is at hand in the first column [11.12].
    safe: bool,
    closed: bool,
}

/// What has been planned so far.
struct Planned {
    free: UnitSet,
    /// Where those stand who have a place.
    stands: Vec<(UnitId, Hex)>,
}

impl Peril {
    /// For the Soviet Movement Phase that begins or comes next; none if there is no more.
    pub(crate) fn of(state: &State, means: &Means) -> Option<Peril> {
        let toll = Toll::of(state.options().edition);
        Some(Peril { reaching: Reaching::of(state, means)?, toll, men: Clock::of(state).men() })
    }

    /// Points that the blows of the coming turn are likely to take, as far as a player of these weights reckons with them.
    pub(crate) fn points(&mut self, sight: &Sight<'_>) -> f32 {
        let share = share(sight);
        self.blows(sight, share).iter().map(|blow| blow.toll).sum()
    }

    /// The same if every stack were the only one that the Soviets could strike.
    pub(crate) fn points_alone(&mut self, sight: &Sight<'_>) -> f32 {
        self.each_alone(sight, share(sight)).iter().map(|(_, toll)| toll).sum()
    }

    /// What each stack would have to fear if it were the only one.
    pub(crate) fn each_alone(
        &mut self,
        sight: &Sight<'_>,
        share: impl Fn(&StackView) -> f32,
    ) -> Vec<(Hex, f32)> {
        self.reaching.look(sight.state);
        let (clusters, targets) = self.targets(sight, share);
        let planned = Planned { free: self.reaching.all(), stands: Vec::new() };
        let toll = |target: &Target<'_>| {
            let blow = self.best_blow(sight.state, target, &clusters, &planned)?;
            Some((blow.target, blow.toll))
        };
        targets.iter().filter_map(toll).collect()
    }

    /// The same of one stack, were there no other.
    pub(crate) fn of_stack(&mut self, sight: &Sight<'_>, hex: Hex) -> f32 {
        let share = share(sight);
        let alone = |stack: &StackView| if stack.hex == hex { share(stack) } else { 0.0 };
        self.blows(sight, alone).iter().map(|blow| blow.toll).sum()
    }

    /// The blows of the coming turn, the best first.
    pub(crate) fn blows(&mut self, sight: &Sight<'_>, share: impl Fn(&StackView) -> f32) -> Vec<Blow> {
        let state = sight.state;
        self.reaching.look(state);
        let (mut clusters, targets) = self.targets(sight, share);
        let mut planned = Planned { free: self.reaching.all(), stands: Vec::new() };
        let mut best: Vec<Option<Blow>> =
            targets.iter().map(|target| self.best_blow(state, target, &clusters, &planned)).collect();
        let mut blows = Vec::new();
        loop {
            let top = best.iter().enumerate().filter_map(|(n, blow)| blow.as_ref().map(|b| (n, b.toll)));
            let Some((n, _)) = top.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))) else {
                return blows;
            };
            let Some(blow) = best[n].take() else { return blows };
            let mut taken = UnitSet::EMPTY;
            for &(unit, hex) in blow.ring.iter().chain(&blow.strikers) {
                if !taken.contains(unit) {
                    taken.insert(unit);
                    planned.stands.push((unit, hex));
                }
            }
            planned.free = planned.free.without(&taken);
            let cluster = targets[n].cluster;
            clusters[cluster].closed |= !blow.ring.is_empty();
            for (other, known) in best.iter_mut().enumerate() {
                let same = targets[other].cluster == cluster;
                let shares = |b: &Blow| b.ring.iter().chain(&b.strikers).any(|(u, _)| taken.contains(*u));
                if known.as_ref().is_some_and(|b| same || shares(b)) {
                    *known = self.best_blow(state, &targets[other], &clusters, &planned);
                }
            }
            blows.push(blow);
        }
    }

    fn targets<'a>(
        &self,
        sight: &'a Sight<'_>,
        share: impl Fn(&StackView) -> f32,
    ) -> (Vec<Cluster>, Vec<Target<'a>>) {
        let (state, map) = (sight.state, &data().map);
        let german = *state.occupied(Side::German);
        let (mut clusters, mut targets) = (Vec::new(), Vec::new());
        let mut rest = german;
        loop {
            let first = rest.iter().next();
            let Some(seed) = first else { return (clusters, targets) };
            let hexes = map.flood(&HexSet::from_iter([seed]), &german);
            rest = rest.without(&hexes);
            let rim = map.spread(&hexes).without(&hexes).without(map.lakes());
            for hex in hexes.iter() {
                let Some(stack) = sight.survey.stack(Side::German, hex) else { continue };
                let share = share(stack);
                if share <= 0.0 || !self.reaching.can_strike(hex) {
                    continue;
                }
                let units = state.side_in(Side::German, hex);
                let beside: Vec<(Hex, bool)> = map
                    .contacts(hex)
                    .filter(|(_, h)| !german.contains(*h))
                    .map(|(d, h)| (h, map.side(hex, d).river()))
                    .collect();
                let friends = map.contacts(hex).map(|(_, h)| h).filter(|h| german.contains(*h));
                let has_room = friends.into_iter().any(|friend| state.fit(units, friend));
                let whole = toll::worth(state, stack, self.men);
                targets.push(Target { stack, cluster: clusters.len(), beside, has_room, whole, share });
            }
            clusters.push(Cluster { rim, safe: hexes.meets(&HexSet::column(1)), closed: false });
        }
    }

    /// The best blow against a stack: with its cluster cut off, with its own retreat closed, or as it stands.
    fn best_blow(
        &self,
        state: &State,
        target: &Target<'_>,
        clusters: &[Cluster],
        planned: &Planned,
    ) -> Option<Blow> {
        let cluster = &clusters[target.cluster];
        let most = self.strength_beside(target, planned);
        let bare = target.stack.defence * UNSUPPLIED * ground(target.stack.hex);
        if Tables::column_of(whole(most), whole(bare)) < LEAST {
            return None;
        }
        let can_be = |hex: Hex| self.could_be(hex, planned);
        let free = planned.free.or(&planned.stands.iter().map(|&(u, _)| u).collect());
        let mut best: Option<Blow> = None;
        let mut consider = |blow: Option<Blow>| {
            if let Some(blow) = blow
                && blow.toll > best.as_ref().map_or(WORTH_A_BLOW, |b| b.toll)
            {
                best = Some(blow);
            }
        };
        if cluster.closed {
            consider(self.blow(state, target, planned, Vec::new(), true, !target.has_room));
        } else {
            let ring = if cluster.safe { None } else { close(&cluster.rim, can_be, free, TRIES) };
            let closed = ring.is_some();
            if let Some(ring) = ring {
                consider(self.blow(state, target, planned, ring, true, !target.has_room));
            }
            if !closed && !target.has_room {
                let beside: HexSet = target.beside.iter().map(|&(hex, _)| hex).collect();
                if let Some(ring) = close(&beside, can_be, free, TRIES) {
                    consider(self.blow(state, target, planned, ring, false, true));
                }
            }
            consider(self.blow(state, target, planned, Vec::new(), false, false));
        }
        best
    }

    /// Who could be in a hex, those who have a place there included.
    fn could_be(&self, hex: Hex, planned: &Planned) -> UnitSet {
        let mut units = self.reaching.at(hex).and(&planned.free);
        for &(unit, stands) in &planned.stands {
            if stands == hex {
                units.insert(unit);
            }
        }
        units
    }

    /// Attack of all who could be beside a stack.
    fn strength_beside(&self, target: &Target<'_>, planned: &Planned) -> f32 {
        let mut units = UnitSet::EMPTY;
        for &(hex, _) in &target.beside {
            if self.reaching.is_commanded(hex) {
                units = units.or(&self.reaching.at(hex).and(&planned.free));
            }
        }
        units.iter().map(|unit| self.reaching.attack(unit)).sum()
    }

    /// A blow with this ring: those beside the target strike too, and the strongest of the others wherever there is room.
    fn blow(
        &self,
        state: &State,
        target: &Target<'_>,
        planned: &Planned,
        mut ring: Vec<(UnitId, Hex)>,
        cut_off: bool,
        trapped: bool,
    ) -> Option<Blow> {
        ring.retain(|(unit, _)| planned.free.contains(*unit));
        let room = usize::from(COMBAT_UNITS_IN_HEX);
        let mut strikers: Vec<(UnitId, Hex)> = Vec::new();
        let mut taken: UnitSet = ring.iter().map(|&(unit, _)| unit).collect();
        let (mut attack, mut dry) = (0.0, false);
        let mut slots: Vec<(Hex, bool, UnitSet, usize)> = Vec::new();
        for &(hex, river) in &target.beside {
            let mut there = planned.stands.iter().chain(&ring).filter(|(_, at)| *at == hex).count();
            let can = if self.reaching.is_commanded(hex) { self.reaching.at(hex) } else { UnitSet::EMPTY };
            for &(unit, at) in ring.iter().filter(|(_, at)| *at == hex) {
                if can.contains(unit) {
                    attack += self.reaching.attack(unit);
                    dry |= !river;
                    strikers.push((unit, at));
                }
            }
            there += self.reaching.idle(state, hex).len();
            slots.push((hex, river, can, there));
        }
        // The rarest places first: who can be everywhere finds room in the others.
        slots.sort_by_key(|(hex, _, can, _)| (can.and(&planned.free).len(), *hex));
        let needed = |dry: bool| {
            let supply = if cut_off && !target.stack.unsupplied { UNSUPPLIED } else { 1.0 };
            (target.stack.defence * supply).floor().max(1.0) * multiple_if(target.stack.hex, !dry)
        };
        for striker in self.reaching.strongest_first() {
            if attack >= MOST_ODDS * needed(dry) {
                break;
            }
            if taken.contains(striker) || !planned.free.contains(striker) {
                continue;
            }
            let place = slots.iter_mut().find(|(_, _, can, there)| *there < room && can.contains(striker));
            let Some((hex, river, _, there)) = place else { continue };
            *there += 1;
            taken.insert(striker);
            attack += self.reaching.attack(striker);
            dry |= !*river;
            strikers.push((striker, *hex));
        }
        let column = Tables::column_of(whole(attack), whole(needed(dry)));
        if column < LEAST || strikers.is_empty() {
            return None;
        }
        let lost = self.toll.of_column(column, trapped, target.stack.steps);
        let left = (1.0 - lost) * needed(dry);
        let then = Tables::column_of(whole(attack), whole(left));
        let again = self.toll.of_column(then, trapped, target.stack.steps);
        let again = if trapped { SECOND_TURN * (1.0 - lost) * again } else { 0.0 };
        let toll = target.share * target.whole * (lost + again);
        Some(Blow { target: target.stack.hex, toll, ring, strikers })
    }
}

/// How much of the peril of a stack a player reckons with: in full when nobody moves any more. Who can still go on in the
/// second move is not there yet.
fn share(sight: &Sight<'_>) -> impl Fn(&StackView) -> f32 {
    let (state, weights) = (*sight.state, *sight.weights);
    let early = matches!(state.phase(), Phase::GermanMovement | Phase::GermanCombat);
    move |stack| {
        let pinned = state.is_enemy_controlled(Side::German, stack.hex);
        match (early, stack.mechanized) {
            (false, _) => weights.peril,
            (true, false) => weights.peril_early,
            (true, true) if pinned => weights.peril_early * PINNED,
            (true, true) => 0.0,
        }
    }
}

/// A strength as the combat table takes it.
fn whole(strength: f32) -> u32 {
    (strength + ROUNDING).max(1.0) as u32
}
