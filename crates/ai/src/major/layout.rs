//! The layout: where every German group stands when a Movement Phase ends, found for all of them together before anybody
//! walks. Soviet zones of control do not change while nobody fights, so each group may go where it could go alone, in
//! whatever order, and only what they come to together counts: hill climbing over one group at a time, and rings, in
//! which several groups go for one Soviet stack at once.

use super::Effort;
use super::ahead::Ahead;
use super::drive::{Steps, all_places};
use crate::orders::Orders;
use crate::peril::Peril;
use crate::script::groups::Group;
use crate::shared::{division_of, jitter, multiple};
use crate::weights::Weights;
use pgg_core::analysis::reach::StackReach;
use pgg_core::game::chance::NoMore;
use pgg_core::{Action, Direction, Hex, HexSet, Phase, Side, State, UnitSet, data};

/// Points that a change must gain.
const GAIN: f32 = 0.03;
/// How often all groups are looked at, at most.
const SWEEPS: usize = 4;
/// Groups that go for one stack at once, at most.
const RING: usize = 5;
/// How much an open way of retreat that is closed counts for a ring, against once its defence in attack.
const CLOSES: f32 = 1.0;
/// More attack than so many times the defence is not needed [9.5].
const ENOUGH: f32 = 10.0;
/// Positions that may be judged once more, when the first layout has used up its own.
const AGAIN: usize = 10_000;
/// Those who have a blow to fear of so many points look for a place wherever they can go.
const AT_RISK: f32 = 1.0;
/// How much of the tie-break counts, in points.
const TIE_BREAK: f32 = 0.05;

/// Where each group goes; found for a Soviet position, void when that changes.
pub(super) struct Layout {
    pub(super) goes: Vec<(UnitSet, Hex)>,
    soviets: HexSet,
}

impl Layout {
    /// Is it for this position?
    pub(super) fn fits(&self, state: &State) -> bool {
        self.soviets == *state.occupied(Side::Soviet)
    }
}

/// A group with the hexes it may end in.
struct Seat {
    group: Group,
    reach: StackReach,
    hexes: Vec<Hex>,
    to: Hex,
}

/// What is needed to try layouts.
pub(super) struct Table<'a, 'b> {
    pub(super) seed: u64,
    pub(super) start: &'a State,
    pub(super) ahead: &'a mut Ahead<'b>,
    pub(super) orders: &'a Orders,
    pub(super) weights: Weights,
    pub(super) places: usize,
    /// Positions that may still be judged.
    pub(super) tries: usize,
    peril: Option<Peril>,
    /// Is each stack looked at as if it were the only one the Soviets could strike?
    each_alone: bool,
    seats: Vec<Seat>,
}

impl<'a, 'b> Table<'a, 'b> {
    pub(super) fn new(
        seed: u64,
        start: &'a State,
        ahead: &'a mut Ahead<'b>,
        orders: &'a Orders,
        weights: Weights,
        effort: Effort,
    ) -> Table<'a, 'b> {
        let Effort { places, layout: tries, .. } = effort;
        let peril =
            Peril::of(start, &ahead.plan.means).filter(|_| weights.peril > 0.0 || weights.peril_early > 0.0);
        Table {
            seed,
            start,
            ahead,
            orders,
            weights,
            places,
            tries,
            peril,
            each_alone: false,
            seats: Vec::new(),
        }
    }

    /// The best layout found for these groups.
    pub(super) fn lay_out(mut self, groups: Vec<UnitSet>) -> Layout {
        let soviets = *self.start.occupied(Side::Soviet);
        for units in groups {
            let Some(group) = Group::of(self.start, units) else { continue };
            let Ok(reach) = self.start.reach(units) else { continue };
            self.ahead.value(self.start, Side::German);
            let steps = Steps {
                group: &group,
                reach: &reach,
                places: self.places,
                overruns: 0,
                least_ratio: 0.0,
                others_move: true,
            };
            let mut hexes = all_places(&steps, &self.ahead.look_closer(self.start));
            let division = division_of(group.first);
            let mates = division.iter().filter_map(|u| self.start.hex(u));
            let joins: Vec<Hex> = mates.filter(|&hex| reach.field.cost(hex).is_some()).collect();
            hexes.extend(joins.into_iter().chain([group.at]));
            hexes.sort_unstable();
            hexes.dedup();
            let to = group.at;
            self.seats.push(Seat { group, reach, hexes, to });
        }
        let enemies: Vec<Hex> = soviets.iter().collect();
        let far = |hex: Hex| enemies.iter().map(|e| e.distance(hex)).min().unwrap_or(u16::MAX);
        self.seats.sort_by_key(|seat| (far(seat.group.at), seat.group.first));
        let relief = self.weights.relief;
        self.climb();
        if self.start.phase() == Phase::MechanizedMovement && self.peril.is_some() {
            // One that turns back alone gains nothing: the blow falls upon another. So once more from where each is safe.
            let (first, places) = (self.worth(), self.places());
            self.tries = self.tries.max(AGAIN);
            self.weights.relief = relief;
            self.ahead.weights = self.weights;
            self.seats.iter_mut().for_each(|seat| seat.to = seat.group.at);
            self.each_alone = true;
            for _ in 0..SWEEPS {
                if !self.sweep() {
                    break;
                }
            }
            self.each_alone = false;
            self.climb();
            if self.worth() <= first {
                self.take(&places);
            }
        }
        let goes = self.seats.iter().map(|seat| (seat.group.units, seat.to)).collect();
        Layout { goes, soviets }
    }

    /// Hill climbing from where all are to go by now.
    fn climb(&mut self) {
        for sweep in 0..SWEEPS {
            let mut better = self.sweep();
            if sweep + 1 < SWEEPS {
                better |= self.rings();
            }
            // At first somebody may leave what another can step into; then what is left open stays so.
            if sweep == 0 {
                self.weights.relief = 0.0;
                self.ahead.weights = self.weights;
            } else if !better || self.tries == 0 {
                break;
            }
        }
    }

    /// Where all are to go by now.
    fn places(&self) -> Vec<Hex> {
        self.seats.iter().map(|seat| seat.to).collect()
    }

    fn take(&mut self, places: &[Hex]) {
        self.seats.iter_mut().zip(places).for_each(|(seat, to)| seat.to = *to);
    }

    /// What the layout is worth as it is by now.
    fn worth(&mut self) -> f32 {
        self.then(None).map_or(f32::MIN, |end| self.value(&end) - self.peril(&end))
    }

    /// The position when all have gone, or all but one.
    fn then(&self, without: Option<usize>) -> Option<State> {
        let mut state = *self.start;
        for (n, seat) in self.seats.iter().enumerate() {
            if Some(n) != without && seat.to != seat.group.at {
                walk(&mut state, seat, seat.to)?;
            }
        }
        Some(state)
    }

    fn value(&mut self, state: &State) -> f32 {
        self.tries = self.tries.saturating_sub(1);
        self.ahead.value(state, Side::German)
    }

    /// Every group to where it does most, the others where they are by now.
    fn sweep(&mut self) -> bool {
        let mut better = false;
        // Once nobody steps in by the way any more, infantry does so before panzers turn back.
        let walks = |n: &usize| !self.start.kind(self.seats[*n].group.first).is_mechanized();
        let (foot, wheels): (Vec<usize>, Vec<usize>) =
            (0..self.seats.len()).partition(|n| self.weights.relief == 0.0 && walks(n));
        let risks = self.at_risk();
        for n in foot.into_iter().chain(wheels) {
            if self.tries == 0 {
                break;
            }
            let Some(others) = self.then(Some(n)) else { continue };
            self.ahead.weights = self.orders.manner(self.seats[n].group.first).sees(&self.weights);
            if let Some(hex) = self.best_place(n, &others, risks[n]) {
                self.seats[n].to = hex;
                better = true;
            }
            self.ahead.weights = self.weights;
        }
        better
    }

    /// A better place for a group than it has by now. What the Soviets could do costs most to find out, and only takes away:
    /// so the best places without it are asked first.
    fn best_place(&mut self, n: usize, others: &State, at_risk: bool) -> Option<Hex> {
        let (now, first, at) = (self.seats[n].to, self.seats[n].group.first, self.seats[n].group.at);
        let mut hexes = self.seats[n].hexes.clone();
        if at_risk {
            hexes.extend(self.seats[n].reach.field.hexes().map(|(hex, _)| hex));
            hexes.sort_unstable();
            hexes.dedup();
        }
        let there = |table: &Self, hex: Hex| {
            let mut state = *others;
            if hex != at {
                walk(&mut state, &table.seats[n], hex)?;
            }
            Some(state)
        };
        let mut judged: Vec<(f32, Hex)> = Vec::new();
        for hex in hexes {
            if hex == now || !self.fits(others, n, hex) {
                continue;
            }
            let Some(state) = there(self, hex) else { continue };
            judged.push((self.value(&state) + TIE_BREAK * jitter(self.seed, first, hex), hex));
        }
        let state = there(self, now)?;
        let mut least = f32::MIN;
        if self.fits(others, n, now) {
            let value = self.value(&state) + TIE_BREAK * jitter(self.seed, first, now);
            least = value - self.peril(&state) + GAIN;
        }
        judged.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut best = None;
        for (value, hex) in judged {
            if value <= least {
                break;
            }
            let Some(state) = there(self, hex) else { continue };
            let value = value - self.peril(&state);
            if value > least {
                (least, best) = (value, Some(hex));
            }
        }
        best
    }

    fn fits(&self, others: &State, n: usize, hex: Hex) -> bool {
        let units = self.seats[n].group.units;
        if hex == self.seats[n].group.at {
            // They stand there already.
            let there = others.side_in(Side::German, hex);
            return there.len() <= usize::from(pgg_core::rules::stacking::COMBAT_UNITS_IN_HEX);
        }
        others.fit(units, hex)
    }

    /// What the Soviets could do to a position in their next turn, in points.
    fn peril(&mut self, state: &State) -> f32 {
        let Some(peril) = &mut self.peril else { return 0.0 };
        self.ahead.value(state, Side::German);
        let sight = self.ahead.look_closer(state);
        if self.each_alone { peril.points_alone(&sight) } else { peril.points(&sight) }
    }

    /// The groups that a blow would fall upon where they are by now.
    fn at_risk(&mut self) -> Vec<bool> {
        let mut risks = vec![false; self.seats.len()];
        let Some(end) = self.then(None) else { return risks };
        let Some(peril) = &mut self.peril else { return risks };
        self.ahead.value(&end, Side::German);
        let sight = self.ahead.look_closer(&end);
        let feared = peril.each_alone(&sight, |_| 1.0);
        for (risk, seat) in risks.iter_mut().zip(&self.seats) {
            *risk = feared.iter().any(|&(hex, toll)| hex == seat.to && toll > AT_RISK);
        }
        risks
    }

    /// For every Soviet stack that several groups can reach, the ring that does most, if it does anything.
    fn rings(&mut self) -> bool {
        let mut better = false;
        let map = &data().map;
        let reached: HexSet = self.seats.iter().flat_map(|s| s.hexes.iter().copied()).collect();
        let targets: Vec<Hex> = self.start.occupied(Side::Soviet).and(&map.spread(&reached)).iter().collect();
        let Some(mut state) = self.then(None) else { return false };
        let mut now = self.value(&state) - self.peril(&state);
        for target in targets {
            if self.tries == 0 {
                break;
            }
            let before = self.places();
            let mut chosen: Vec<usize> = Vec::new();
            let mut best: Option<(f32, Vec<Hex>)> = None;
            while chosen.len() < RING && self.tries > 0 {
                let Some((n, hex)) = self.next_in_ring(&state, target, &chosen) else { break };
                self.seats[n].to = hex;
                chosen.push(n);
                let Some(then) = self.then(None) else { break };
                state = then;
                let mut value = self.value(&state);
                if value > best.as_ref().map_or(now + GAIN, |(most, _)| *most) {
                    value -= self.peril(&state);
                }
                if value > best.as_ref().map_or(now + GAIN, |(most, _)| *most) {
                    best = Some((value, self.places()));
                }
            }
            let kept = match best {
                Some((value, kept)) => {
                    (now, better) = (value, true);
                    kept
                }
                None => before,
            };
            self.take(&kept);
            match self.then(None) {
                Some(then) => state = then,
                None => return better,
            }
        }
        better
    }

    /// Who joins a ring next, and where: who closes most ways of retreat and brings most strength, of those who do neither yet.
    fn next_in_ring(&mut self, state: &State, target: Hex, chosen: &[usize]) -> Option<(usize, Hex)> {
        let map = &data().map;
        let open: Vec<Hex> = Direction::ALL
            .into_iter()
            .filter_map(|d| state.retreat_step(Side::Soviet, target, d))
            .filter(|&hex| state.side_in(Side::Soviet, hex).is_empty())
            .collect();
        self.ahead.value(state, Side::German);
        let (bare, mut attack) = {
            let sight = self.ahead.look_closer(state);
            let bare = sight.survey.stack(Side::Soviet, target)?.defence;
            let beside = map.contacts(target).filter_map(|(_, h)| sight.survey.stack(Side::German, h));
            (bare, beside.map(|s| s.attack).sum::<f32>())
        };
        let defence = (bare * multiple(target, [])).max(1.0);
        attack /= defence;
        let mut best: Option<(f32, usize, Hex)> = None;
        for (n, seat) in self.seats.iter().enumerate() {
            if chosen.contains(&n) || seat.to.distance(target) == 1 {
                continue;
            }
            for &hex in &seat.hexes {
                let distance = hex.distance(target);
                if distance > 2 || hex == seat.to || !state.fit(seat.group.units, hex) {
                    continue;
                }
                if !state.side_in(Side::German, hex).is_empty() && !self.mixes(state, n, hex) {
                    continue;
                }
                let closes = open.iter().filter(|&&way| way == hex || way.distance(hex) == 1).count() as f32;
                let joins = distance == 1 && map.contacts(target).any(|(_, h)| h == hex);
                let adds =
                    if joins { (seat.group.attack / defence).min((ENOUGH - attack).max(0.0)) } else { 0.0 };
                let score = CLOSES * closes + adds;
                if score > 0.0 && best.is_none_or(|(most, ..)| score > most) {
                    best = Some((score, n, hex));
                }
            }
        }
        best.map(|(_, n, hex)| (n, hex))
    }

    /// [7.3] May a group stand with those in a hex without breaking integration?
    fn mixes(&self, state: &State, n: usize, hex: Hex) -> bool {
        let division = division_of(self.seats[n].group.first);
        let others = state.side_in(Side::German, hex);
        division.len() == 1 && others.iter().all(|u| division_of(u).len() == 1) || others.is_within(&division)
    }
}

fn walk(state: &mut State, seat: &Seat, hex: Hex) -> Option<()> {
    let path = seat.reach.field.path(hex)?;
    state.apply(&Action::Move { units: seat.group.units, path }, &mut NoMore).ok().map(|_| ())
}
