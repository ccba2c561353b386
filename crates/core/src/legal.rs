//! All legal actions of a decision, in canonical form.
//!
//! Simple actions are listed one by one; walks and rides as single steps of single units (see `action.rs`). Attacks
//! and overruns are sets of units: listing every subset would not end, so they come as what the subsets are made of.
//! `contains` decides membership from this list alone.

use crate::action::{Action, Newcomer, Path, Targets};
use crate::data::data;
use crate::hex::{Direction, Hex, HexSet};
use crate::schedule::{Area, Pool};
use crate::sequence::Question;
use crate::state::{Combat, Phase, Place, Stage, State};
use crate::unit::{Side, UnitId, UnitSet};

/// The legal actions of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legal {
    /// Steps of single units: `Move { units: {unit}, path: [hex] }`.
    pub steps: Vec<(UnitId, Hex)>,
    /// Single hexes of a ride: `Ride { unit, path: [hex] }`.
    pub rides: Vec<(UnitId, Hex)>,
    /// Overruns.
    pub overruns: Vec<OverrunOption>,
    /// Attacks: by target hex, who may take part.
    pub attacks: Vec<AttackOption>,
    /// Stacks with Leaders that have a duty in attacks [10.26].
    pub duties: Vec<LeaderDuty>,
    /// Attack-capable units among those of the options.
    pub capable: UnitSet,
    /// Hexes where an interdiction marker may be placed: `Interdict { hex }`.
    pub markers: HexSet,
    /// Everything else.
    pub others: Vec<Action>,
}

/// An overrun is legal with any of `units` that include an attack-capable one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverrunOption {
    /// From where.
    pub from: Hex,
    /// What is overrun.
    pub target: Hex,
    /// Who may take part: one group [6.54].
    pub units: UnitSet,
}

/// An attack on several hexes is legal with units that may attack each of them, if one is attack-capable, every
/// Leader has a combat unit of his hex with him and no Leader neglects his duty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackOption {
    /// What is attacked.
    pub target: Hex,
    /// Who may take part.
    pub units: UnitSet,
}

/// [10.26] If units of `stack` attack and none of `reserves` stays out, all `leaders` must take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaderDuty {
    /// All units of the hex.
    pub stack: UnitSet,
    /// Combat units that could still attack [R43].
    pub reserves: UnitSet,
    /// Leaders that have not attacked and are not Disrupted.
    pub leaders: UnitSet,
}

impl Default for Legal {
    fn default() -> Legal {
        Legal {
            steps: Vec::new(),
            rides: Vec::new(),
            overruns: Vec::new(),
            attacks: Vec::new(),
            duties: Vec::new(),
            capable: UnitSet::EMPTY,
            markers: HexSet::EMPTY,
            others: Vec::new(),
        }
    }
}

impl Legal {
    /// Empty it, keeping its memory.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.rides.clear();
        self.overruns.clear();
        self.attacks.clear();
        self.duties.clear();
        self.others.clear();
        self.capable = UnitSet::EMPTY;
        self.markers = HexSet::EMPTY;
    }

    /// Is there nothing to do?
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
            && self.rides.is_empty()
            && self.overruns.is_empty()
            && self.attacks.is_empty()
            && self.markers.is_empty()
            && self.others.is_empty()
    }

    /// The one thing that can be done, if there is no choice.
    pub fn only(&self) -> Option<Action> {
        let no_lists = self.steps.is_empty() && self.rides.is_empty() && self.markers.is_empty();
        let no_sets = self.overruns.is_empty() && self.attacks.is_empty();
        match self.others.as_slice() {
            [only] if no_lists && no_sets => Some(*only),
            _ => None,
        }
    }

    /// Is an action in canonical form among the legal ones? Walks and rides of several steps are not canonical.
    pub fn contains(&self, action: &Action) -> bool {
        match action {
            Action::Move { units, path } if units.len() == 1 && path.len() == 1 => {
                units.first().zip(path.first()).is_some_and(|step| self.steps.contains(&step))
            }
            Action::Move { .. } => false,
            Action::Ride { unit, path } if path.len() == 1 => {
                path.first().is_some_and(|hex| self.rides.contains(&(*unit, hex)))
            }
            Action::Ride { .. } => false,
            Action::Overrun { units, target } => {
                units.meets(&self.capable)
                    && self.overruns.iter().any(|o| o.target == *target && units.is_within(&o.units))
            }
            Action::Attack { targets, units } => self.contains_attack(targets, units),
            Action::Interdict { hex } => self.markers.contains(*hex),
            other => self.others.contains(other),
        }
    }

    fn contains_attack(&self, targets: &Targets, units: &UnitSet) -> bool {
        let distinct = targets.iter().enumerate().all(|(n, hex)| !targets.iter().take(n).any(|h| h == hex));
        let may = |hex: Hex| self.attacks.iter().any(|a| a.target == hex && units.is_within(&a.units));
        let escorted = |leader: UnitId| {
            self.duties
                .iter()
                .any(|d| d.stack.contains(leader) && d.stack.and(units).meets(&UnitSet::DIVISION))
        };
        !targets.is_empty()
            && distinct
            && targets.iter().all(may)
            && units.meets(&self.capable)
            && units.and(&UnitSet::LEADER).iter().all(escorted)
            && self.duties.iter().all(|d| {
                !d.stack.meets(units) || !d.reserves.without(units).is_empty() || d.leaders.is_within(units)
            })
    }

    /// The simple actions, steps and rides, one by one; overruns and attacks by all who may, with every Leader.
    pub fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        let steps =
            self.steps.iter().map(|&(u, to)| Action::Move { units: UnitSet::one(u), path: Path::one(to) });
        let rides = self.rides.iter().map(|&(unit, to)| Action::Ride { unit, path: Path::one(to) });
        let overruns = self.overruns.iter().map(|o| Action::Overrun { units: o.units, target: o.target });
        let attacks =
            self.attacks.iter().map(|a| Action::Attack { targets: Targets::one(a.target), units: a.units });
        let markers = self.markers.iter().map(|hex| Action::Interdict { hex });
        steps.chain(rides).chain(overruns).chain(attacks).chain(markers).chain(self.others.iter().copied())
    }
}

impl State {
    /// All legal actions of the current decision.
    pub fn legal(&self) -> Legal {
        let mut legal = Legal::default();
        self.legal_into(&mut legal);
        legal
    }

    /// As [`State::legal`], into memory that is used again.
    pub fn legal_into(&self, legal: &mut Legal) {
        legal.clear();
        let Some(decision) = self.decision() else { return };
        match decision.question {
            Question::Deploy => self.legal_deployments(legal),
            Question::PlaceAirMarkers | Question::PlaceSovietMarker => {
                legal.markers = self.marker_hexes();
                legal.others.push(Action::Done);
            }
            Question::Evacuate => {
                legal.others.extend(self.evacuable().map(|unit| Action::Evacuate { unit }));
                legal.others.push(Action::Done);
            }
            Question::Move => self.legal_movement(legal),
            Question::Attack => {
                self.legal_attacks(legal);
                legal.others.push(Action::Done);
            }
            Question::LossOrRetreat { .. } => legal.others.extend([Action::TakeLoss, Action::TakeRetreat]),
            Question::LoseStep { .. } => {
                let units = self.combatants(decision.side);
                legal.others.extend(units.iter().map(|unit| Action::LoseStep { unit }));
            }
            Question::Route { .. } => {
                legal.others.extend(self.routes().into_iter().map(|(stack, to)| Action::Route { stack, to }));
            }
            Question::MakeRoom { .. } => {
                if let Some(Combat { stage: Stage::MakeRoom { way, .. }, .. }) = self.combat {
                    let fit = way.units.iter().filter(|&u| self.check_make_room(u).is_ok());
                    legal.others.extend(fit.map(|unit| Action::Remove { unit }));
                }
            }
            Question::Advance => {
                for unit in self.combatants(decision.side) {
                    legal
                        .others
                        .extend(self.advances(unit).into_iter().map(|path| Action::Advance { unit, path }));
                }
                legal.others.push(Action::Done);
            }
            Question::RemoveExcess { hex } => {
                let here = self.side_in(decision.side, hex);
                let fit = here.iter().filter(|&u| self.check_remove_excess(u).is_ok());
                legal.others.extend(fit.map(|unit| Action::Remove { unit }));
            }
        }
    }

    fn legal_deployments(&self, legal: &mut Legal) {
        for unit in UnitSet::SOVIET.iter().filter(|&u| self.place(u) == Place::Waiting) {
            for &hex in self.deployment_hexes(unit) {
                if self.check_deploy(unit, hex).is_ok() {
                    legal.others.push(Action::Deploy { unit, hex });
                }
            }
        }
        if self.check_deployed().is_ok() {
            legal.others.push(Action::Done);
        }
    }

    fn legal_movement(&self, legal: &mut Legal) {
        let side = self.phase.side();
        let spent_out = self.marks.moved.without(&self.group.units);
        let movers =
            self.on_map(side).without(&spent_out).without(&self.marks.halted).without(&self.marks.disrupted);
        // Nobody may start anew while a marching group has steps left [5.23d].
        let may_leave = self.check_leave_group().is_ok();
        let map = &data().map;
        let rails = map.rail_hexes();
        for unit in movers {
            if !may_leave && !self.in_group(unit) {
                continue;
            }
            if let Ok(walker) = self.check_walker(unit) {
                for d in Direction::ALL {
                    if self.check_step_from(&walker, d).is_ok()
                        && let Some(to) = map.step(walker.from, d)
                    {
                        legal.steps.push((unit, to));
                    }
                }
            }
            if side == Side::Soviet
                && let Some(from) = self.hex(unit).filter(|&h| rails.contains(h))
                && self.check_rider(unit).is_ok()
            {
                for d in Direction::ALL {
                    if map.side(from, d).rail()
                        && let Some(to) = map.step(from, d)
                        && self.check_ride_step(unit, to).is_ok()
                    {
                        legal.rides.push((unit, to));
                    }
                }
            }
        }
        self.legal_overruns(legal, movers, may_leave);
        self.legal_entries(legal);
        if let Some(hex) = self.group.cuttable {
            if self.check_cut(hex).is_ok() {
                legal.others.push(Action::CutRail { hex });
            }
            if self.check_lift(hex).is_ok() {
                legal.others.push(Action::LiftCut { hex });
            }
        }
        if self.check_marched().is_ok() && self.check_provisional_taken().is_ok() {
            legal.others.push(Action::Done);
        }
    }

    /// Every entry of a reinforcement [14.0]; hexes are walked in place, for search asks this often.
    fn legal_entries(&self, legal: &mut Legal) {
        let (side, schedule) = (self.phase.side(), &data().schedule);
        if self.phase == Phase::MechanizedMovement {
            return; // [R73]
        }
        let mut offer = |who: Newcomer, hex: Hex| {
            let ways: &[bool] = if side == Side::Soviet { &[false, true] } else { &[false] };
            for &rail in ways {
                if self.check_enter(who, hex, rail).is_ok() {
                    legal.others.push(Action::Enter { who, hex, rail });
                }
            }
        };
        for unit in self.waiting(side) {
            for &hex in self.area_of(unit).map_or(&[][..], |area| schedule.area(area)) {
                offer(Newcomer::Unit(unit), hex);
            }
        }
        if side == Side::German {
            return;
        }
        for area in [Area::V, Area::W, Area::X, Area::Z] {
            for pool in [Pool::Rifle, Pool::Armoured] {
                if self.owed(area, pool) > 0 {
                    schedule.area(area).iter().for_each(|&hex| offer(Newcomer::Scheduled(pool, area), hex));
                }
            }
        }
        if let Some(die) = self.provisional {
            self.provisional_hexes(die).for_each(|hex| offer(Newcomer::Provisional, hex));
        }
        if self.check_front().is_ok() {
            schedule.front_hexes().iter().for_each(|&hex| offer(Newcomer::Front, hex));
        }
    }

    fn legal_overruns(&self, legal: &mut Legal, movers: UnitSet, may_leave: bool) {
        let side = self.phase.side();
        let map = &data().map;
        let near = map.spread(self.occupied(side.enemy())).and(self.occupied(side));
        let mut loc = None;
        for from in near.iter() {
            let mut able = UnitSet::EMPTY;
            for unit in self.side_in(side, from).and(&movers) {
                if self.check_overrunner(unit, &mut loc).is_ok() {
                    able.insert(unit);
                }
            }
            let group: UnitSet = able.iter().filter(|&u| self.in_group(u)).collect();
            let fresh =
                if may_leave { able.without(&group).without(&self.marks.moved) } else { UnitSet::EMPTY };
            for units in [group, fresh] {
                let capable: UnitSet = units.iter().filter(|&u| self.is_attack_capable(u)).collect();
                if capable.is_empty() {
                    continue;
                }
                legal.capable = legal.capable.or(&capable);
                for (_, target) in from.neighbours() {
                    if self.check_overrun_target(from, target).is_ok() {
                        legal.overruns.push(OverrunOption { from, target, units });
                    }
                }
            }
        }
    }

    fn legal_attacks(&self, legal: &mut Legal) {
        let side = self.phase.side();
        let map = &data().map;
        let near = map.spread(self.occupied(side.enemy())).and(self.occupied(side));
        let mut loc = None;
        let mut able = UnitSet::EMPTY;
        for from in near.iter() {
            let here = self.side_in(side, from);
            for unit in here {
                if self.check_attacker(unit, &mut loc).is_ok() {
                    able.insert(unit);
                    if self.is_attack_capable(unit) {
                        legal.capable.insert(unit);
                    }
                }
            }
            let leaders =
                here.and(&UnitSet::LEADER).without(&self.marks.attacked).without(&self.marks.disrupted);
            if here.meets(&UnitSet::LEADER) {
                let reserves = self.could_attack(here);
                legal.duties.push(LeaderDuty { stack: here, reserves, leaders });
            }
        }
        if legal.capable.is_empty() {
            return;
        }
        for target in map.spread(&near).and(self.occupied(side.enemy())).iter() {
            if self.check_target(target).is_err() {
                continue;
            }
            let mut units = UnitSet::EMPTY;
            for (_, from) in target.neighbours() {
                if near.contains(from) && self.check_adjacent(from, target).is_ok() {
                    units = units.or(&self.side_in(side, from).and(&able));
                }
            }
            if units.meets(&legal.capable) {
                legal.attacks.push(AttackOption { target, units });
            }
        }
    }
}
