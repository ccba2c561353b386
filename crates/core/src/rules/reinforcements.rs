//! Reinforcements [14.0].

use crate::data::data;
use crate::data::schedule::{Area, Pool};
use crate::game::action::{Action, Newcomer};
use crate::game::event::{DieFor, Event};
use crate::game::illegal::{Illegal, Reason, illegal, refuse};
use crate::game::legal::Legal;
use crate::game::play::{Play, Refused};
use crate::game::state::{Phase, Place, State, owed_row};
use crate::hex::Hex;
use crate::rules::movement::rail::{ARMOURED_WEIGHT, RAIL_CAPACITY};
use crate::unit::{MoveClass, Side, UnitId, UnitSet};

impl State {
    /// The area at which a waiting unit enters [14.3]; evacuated Leaders come back at X [10.4].
    pub fn area_of(&self, unit: UnitId) -> Option<Area> {
        match unit.side() {
            Side::German => Some(data().roster.german(unit).area),
            Side::Soviet if unit.is_leader() => {
                if self.return_turn(unit).is_some() {
                    Some(Area::X)
                } else {
                    data().roster.leader(unit).arrives.map(|(_, area)| area)
                }
            }
            Side::Soviet => None,
        }
    }

    /// Where the provisional division of a die may enter [14.11, 14.12].
    pub(crate) fn provisional_hexes(&self, die: u8) -> impl Iterator<Item = Hex> + '_ {
        let schedule = &data().schedule;
        let area = schedule.provisional(die);
        let german = |hex: Hex| self.occupied(Side::German).contains(hex);
        let blocked = area.iter().all(|&h| german(h) || self.is_enemy_controlled(Side::Soviet, h));
        // [14.12] The first hex east of the area without a German unit; control of that hex does not matter.
        let beside = blocked.then(|| schedule.provisional_shift(die).find(|&h| !german(h))).flatten();
        area.iter().copied().filter(move |&h| !german(h)).chain(beside)
    }

    /// Every way a newcomer may come onto the map now, apart from its hex.
    pub fn newcomers(&self) -> Vec<Newcomer> {
        let mut all: Vec<Newcomer> = Vec::new();
        match self.phase {
            Phase::GermanMovement => all.extend(self.waiting(Side::German).map(Newcomer::Unit)),
            Phase::SovietMovement => {
                all.extend(self.waiting(Side::Soviet).map(Newcomer::Unit));
                for area in [Area::V, Area::W, Area::X, Area::Z] {
                    for pool in [Pool::Rifle, Pool::Armoured] {
                        if self.owed(area, pool) > 0 {
                            all.push(Newcomer::Scheduled(pool, area));
                        }
                    }
                }
                if self.provisional.is_some() {
                    all.push(Newcomer::Provisional);
                }
                if self.check_front().is_ok() {
                    all.push(Newcomer::Front);
                }
            }
            _ => {}
        }
        all
    }

    /// The hexes at which a newcomer might enter, before all is checked.
    pub fn entry_hexes(&self, who: Newcomer) -> Vec<Hex> {
        let schedule = &data().schedule;
        match who {
            Newcomer::Unit(unit) => self.area_of(unit).map(|a| schedule.area(a).to_vec()).unwrap_or_default(),
            Newcomer::Scheduled(_, area) => schedule.area(area).to_vec(),
            Newcomer::Provisional => {
                self.provisional.map(|die| self.provisional_hexes(die).collect()).unwrap_or_default()
            }
            Newcomer::Front => schedule.front_hexes().to_vec(),
        }
    }

    /// [14.21] May a division of the Front be called now?
    pub(crate) fn check_front(&self) -> Result<(), Illegal> {
        let schedule = &data().schedule;
        if self.turn < schedule.front_from_turn() {
            return refuse("14.21", Reason::FrontTooEarly { turn: schedule.front_from_turn() });
        }
        let (per_turn, per_game) = (schedule.front_per_turn(), schedule.front_per_game());
        if self.front_this_turn >= per_turn || self.front >= per_game {
            return refuse("14.21", Reason::FrontLimit { per_turn, per_game });
        }
        if !self.can_draw(Pool::Rifle) {
            return refuse("14.14", Reason::NoCounter);
        }
        Ok(())
    }

    /// [14.23] Points for the Front divisions called so far.
    pub fn front_points(&self) -> u8 {
        (1..=self.front).map(|nth| data().schedule.front_points(nth)).sum()
    }

    /// Is the newcomer due now? Its movement class, its unit if it has one, and its weight by rail.
    fn check_due(&self, who: Newcomer) -> Result<(MoveClass, Option<UnitId>, u8), Illegal> {
        let side = self.phase.side();
        let rifle = (MoveClass::SovietFoot, None, 1);
        match who {
            Newcomer::Unit(unit) => {
                if unit.side() != side {
                    return refuse("14.0", Reason::WrongSide { unit, side });
                }
                if self.place(unit) != Place::Waiting || unit.is_division() {
                    return refuse("14.3", Reason::NotWaiting { unit });
                }
                Ok((self.kind(unit).class(), Some(unit), self.rail_weight(unit)))
            }
            _ if side == Side::German => refuse("14.0", Reason::NothingDue),
            Newcomer::Scheduled(pool, area) => {
                if self.owed(area, pool) == 0 {
                    return refuse("14.3", Reason::NothingDue);
                }
                if !self.can_draw(pool) {
                    return refuse("14.14", Reason::NoCounter);
                }
                Ok(match pool {
                    Pool::Rifle => rifle,
                    Pool::Armoured => (MoveClass::SovietMotor, None, ARMOURED_WEIGHT),
                })
            }
            Newcomer::Provisional => {
                if self.provisional.is_none() {
                    return refuse("14.11", Reason::NothingDue);
                }
                if !self.can_draw(Pool::Rifle) {
                    return refuse("14.14", Reason::NoCounter);
                }
                Ok(rifle)
            }
            Newcomer::Front => self.check_front().map(|()| rifle),
        }
    }

    /// May a newcomer enter at the hex? The cost of doing so, in half-points or rail points [14.0, R71].
    pub fn check_enter(&self, who: Newcomer, hex: Hex, rail: bool) -> Result<u8, Illegal> {
        if !matches!(self.phase, Phase::SovietMovement | Phase::GermanMovement) {
            return refuse("4.2", Reason::NoArrivals);
        }
        let side = self.phase.side();
        let (class, unit, weight) = self.check_due(who)?;
        let offered = match who {
            Newcomer::Unit(unit) => {
                self.area_of(unit).is_some_and(|a| data().schedule.area(a).contains(&hex))
            }
            Newcomer::Scheduled(_, area) => data().schedule.area(area).contains(&hex),
            Newcomer::Provisional => {
                self.provisional.is_some_and(|die| self.provisional_hexes(die).any(|h| h == hex))
            }
            Newcomer::Front => data().schedule.front_hexes().contains(&hex),
        };
        if self.occupied(side.enemy()).contains(hex) {
            return refuse("14.0", Reason::EnemyInHex { hex });
        }
        if !offered {
            let case = match who {
                Newcomer::Unit(_) | Newcomer::Scheduled(..) => "14.3",
                Newcomer::Provisional => "14.12",
                Newcomer::Front => "14.22",
            };
            return refuse(case, Reason::NotEntryHex { hex });
        }
        if let Some(leader) = unit.filter(|u| u.is_leader()) {
            self.check_leader_enters(leader, hex)?;
        }
        self.check_leave_group()?;
        if !rail {
            return Ok(data().map.entry_cost(class, hex) + self.interdiction(side, hex));
        }
        // [6.32] Enter and go on by rail: the entry hex is the first of the ride [6.33].
        if side == Side::German {
            return refuse("6.36", Reason::GermanRail);
        }
        self.check_rail_hex(hex)?;
        let left = RAIL_CAPACITY.saturating_sub(self.rail_used);
        if weight > left {
            return refuse("6.31", Reason::RailCapacityEntering { who, needs: weight, left });
        }
        Ok(self.rail_cost(hex))
    }

    /// Every entry of a reinforcement [14.0]. Iterates without allocation, since search calls this often.
    pub(crate) fn legal_entries(&self, legal: &mut Legal) {
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

    /// [14.13] The phase may not end while the provisional division could enter.
    pub(crate) fn check_provisional_taken(&self) -> Result<(), Illegal> {
        let could = self.provisional.is_some_and(|die| {
            self.provisional_hexes(die).any(|h| self.check_enter(Newcomer::Provisional, h, false).is_ok())
        });
        if could { refuse("14.13", Reason::ProvisionalDue) } else { Ok(()) }
    }
}

impl Play<'_> {
    /// [14.3] What the schedule brings this turn becomes available; so do evacuated Leaders [10.4].
    pub(crate) fn arrivals(&mut self, side: Side) {
        let turn = self.s.turn;
        let mut any = false;
        for unit in UnitSet::side(side) {
            let due = match (self.s.place(unit), side) {
                (Place::Scheduled, Side::German) => data().roster.german(unit).turn <= turn,
                (Place::Scheduled, Side::Soviet) => {
                    unit.is_leader() && data().roster.leader(unit).arrives.is_some_and(|(t, _)| t <= turn)
                }
                (Place::Evacuated, _) => self.s.return_turn(unit).is_none_or(|t| t <= turn),
                _ => false,
            };
            if due {
                self.s.relocate(unit, Place::Waiting);
                any = true;
            }
        }
        if side == Side::Soviet && self.s.scheduled {
            for arrival in data().schedule.soviet().iter().filter(|a| a.turn == turn) {
                if let Some(row) = owed_row(arrival.area) {
                    self.s.owed[row][Pool::Rifle as usize] += arrival.rifle;
                    self.s.owed[row][Pool::Armoured as usize] += arrival.armoured;
                    any = true;
                }
            }
        }
        if any {
            self.event(Event::ArrivalsDue { turn });
        }
    }

    /// [14.11] One die names the area of a division that enters this turn.
    pub(crate) fn roll_provisional(&mut self) -> Result<(), Refused> {
        if self.s.scheduled {
            let die = self.die(DieFor::Provisional)?;
            self.s.provisional = Some(die);
        }
        Ok(())
    }

    /// [14.13] A provisional division that has not entered when the phase ends is lost.
    pub(crate) fn lose_provisional(&mut self) {
        if self.s.provisional.take().is_some() {
            self.event(Event::ProvisionalLost);
        }
    }

    pub(crate) fn enter(&mut self, who: Newcomer, hex: Hex, rail: bool) -> Result<(), Refused> {
        let cost = self.s.check_enter(who, hex, rail)?;
        let unit = match who {
            Newcomer::Unit(unit) => unit,
            Newcomer::Scheduled(pool, area) => {
                let row = owed_row(area).ok_or(illegal("14.3", Reason::NothingDue))?;
                self.s.owed[row][pool as usize] -= 1;
                self.draw(pool)?
            }
            Newcomer::Provisional => {
                self.s.provisional = None;
                self.draw(Pool::Rifle)?
            }
            Newcomer::Front => {
                self.s.front += 1;
                self.s.front_this_turn += 1;
                let points = data().schedule.front_points(self.s.front);
                let unit = self.draw(Pool::Rifle)?;
                let total = self.s.front_points();
                self.event(Event::FrontPoints { points, total });
                unit
            }
        };
        self.activate(unit, hex, true);
        self.s.marks.entered.insert(unit); // [11.33]
        self.s.spent[unit.index()] = cost;
        self.event(Event::Entered { who, unit, hex, rail, cost });
        if rail {
            self.board(unit);
            self.s.relocate(unit, Place::On(hex));
        } else {
            self.arrive(unit, hex, None);
        }
        Ok(())
    }
}
