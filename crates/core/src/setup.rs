//! Set-up [5.0] and the first turn's special rules [5.2].

use crate::chance::{Chance, NoChance};
use crate::data::data;
use crate::event::{DieFor, Event};
use crate::hex::{Direction, Hex};
use crate::illegal::{Illegal, Reason, refuse};
use crate::schedule::{FirstTurn, Pool};
use crate::sequence::Play;
use crate::stacking::Load;
use crate::state::{Options, Phase, Place, State};
use crate::unit::{Side, UnitId, UnitSet};

/// [5.23e] The column the marching armies have to reach.
const MARCH_COLUMN: u16 = 3;

impl State {
    /// A new game: armies with one hex are on the map, the 13th and 20th wait for their player [5.0, 5.1].
    pub fn new_game(options: Options, chance: &mut dyn Chance) -> Result<(State, Vec<Event>), NoChance> {
        let mut state = State::blank(options);
        state.scheduled = true;
        for unit in UnitSet::GERMAN {
            state.relocate(unit, Place::Scheduled);
        }
        for (n, leader) in data().roster.leaders().iter().enumerate() {
            if leader.arrives.is_some() {
                state.relocate(UnitId::leader(n), Place::Scheduled);
            }
        }
        let mut events = Vec::new();
        let mut play = Play { s: &mut state, chance, events: &mut events };
        for army in data().schedule.setup() {
            let place = match army.hexes[..] {
                [hex] => Place::On(hex),
                _ => Place::Waiting,
            };
            let mut units = UnitSet::one(army.leader);
            for (pool, count) in [(Pool::Rifle, army.rifle), (Pool::Armoured, army.armoured)] {
                for _ in 0..count {
                    units.insert(play.draw(pool)?);
                }
            }
            for unit in units {
                play.s.relocate(unit, place);
            }
            match army.first_turn {
                FirstTurn::March => play.s.marching = play.s.marching.or(&units),
                // The 16th, then the 19th: the order of the dice [5.21].
                FirstTurn::Die if play.s.standing[0].is_empty() => play.s.standing[0] = units,
                FirstTurn::Die => play.s.standing[1] = units,
                FirstTurn::Free => {}
            }
        }
        play.event(Event::PhaseBegan { turn: 1, phase: Phase::SovietSetUp });
        Ok((state, events))
    }

    /// The hexes of a unit that its player still has to place [5.1].
    pub fn deployment_hexes(&self, unit: UnitId) -> &'static [Hex] {
        let armies = data().schedule.setup();
        // Slots are dealt in the order of the armies, so the army follows from the count before it.
        let mut dealt = [0usize; 2];
        for army in armies {
            let counts = [army.rifle as usize, army.armoured as usize];
            let pool = usize::from(unit.is_armoured_slot());
            let drawn =
                unit.is_division() && (dealt[pool]..dealt[pool] + counts[pool]).contains(&unit.number());
            if unit == army.leader || drawn {
                return &army.hexes;
            }
            dealt = [dealt[0] + counts[0], dealt[1] + counts[1]];
        }
        &[]
    }

    pub(crate) fn check_deploy(&self, unit: UnitId, hex: Hex) -> Result<(), Illegal> {
        if unit.side() != Side::Soviet {
            return refuse("5.1", Reason::WrongSide { unit, side: Side::Soviet });
        }
        if self.place(unit) != Place::Waiting {
            return refuse("5.1", Reason::NotWaiting { unit });
        }
        if !self.deployment_hexes(unit).contains(&hex) {
            return refuse("5.1", Reason::HexNotOffered { hex });
        }
        let mut stack = self.side_in(Side::Soviet, hex);
        stack.insert(unit);
        if Load::of(stack).excess(Side::Soviet) > 0 {
            return refuse("7.1", Reason::Full { hex });
        }
        Ok(())
    }

    pub(crate) fn check_deployed(&self) -> Result<(), Illegal> {
        match self.waiting(Side::Soviet).next() {
            Some(unit) => refuse("5.1", Reason::StillToPlace { unit }),
            None => Ok(()),
        }
    }

    /// [5.22] A standing army stays, but for one hex by as many divisions as exceed three.
    pub(crate) fn check_standing(&self, unit: UnitId) -> Result<(), Illegal> {
        let Some(army) = self.standing.iter().find(|army| army.contains(unit)) else { return Ok(()) };
        if unit.is_leader() || self.marks.moved.contains(unit) {
            return refuse("5.22", Reason::Standing { unit });
        }
        let allowed = army.and(&UnitSet::DIVISION).len().saturating_sub(3);
        if army.and(&self.marks.moved).len() >= allowed {
            return refuse("5.22", Reason::StandingFull { allowed: allowed as u8 });
        }
        Ok(())
    }

    /// [5.23] The march of the 13th and 20th Armies, for a step that is otherwise legal.
    pub(crate) fn check_march(
        &self,
        unit: UnitId,
        from: Hex,
        direction: Direction,
        cost: u8,
    ) -> Result<(), Illegal> {
        let Some(to) = data().map.step(from, direction) else { return Ok(()) };
        if matches!(direction, Direction::NW | Direction::SW) {
            return refuse("5.23", Reason::MarchWest { unit }); // (b)
        }
        // (c) The column never falls, so a hex can be met again only by turning round within a column.
        let came_from = self.came_from[unit.index()];
        if came_from == direction as u8 + 1 {
            return refuse("5.23", Reason::MarchTwice { unit, hex: to });
        }
        // (e) What could be reached before must still be reachable after.
        if to.column() < MARCH_COLUMN {
            let left = self.points_left(unit).0;
            let before = self.march_reach(unit, from, came_from, left);
            let after = self.march_reach(unit, to, direction.opposite() as u8 + 1, left - cost);
            if after < before {
                return refuse("5.23", Reason::MarchTooSlow { unit, column: before });
            }
        }
        Ok(())
    }

    /// The easternmost column, up to 03, that a march can still reach.
    fn march_reach(&self, unit: UnitId, hex: Hex, came_from: u8, left: u8) -> u16 {
        let mut best = hex.column().min(MARCH_COLUMN);
        if best == MARCH_COLUMN || self.is_enemy_controlled(unit.side(), hex) {
            return best;
        }
        for direction in [Direction::NE, Direction::SE, Direction::N, Direction::S] {
            if came_from == direction as u8 + 1 {
                continue;
            }
            let Some(cost) = self.step_cost(unit, hex, direction).filter(|&c| c <= left) else { continue };
            let Some(to) = data().map.step(hex, direction) else { continue };
            if self.occupied(unit.side().enemy()).contains(to)
                || (unit.is_leader() && self.check_leader_enters(unit, to).is_err())
            {
                continue;
            }
            best = best.max(self.march_reach(unit, to, direction.opposite() as u8 + 1, left - cost));
            if best == MARCH_COLUMN {
                break;
            }
        }
        best
    }

    /// [5.23d] The phase may not end while a marching unit can go on.
    pub(crate) fn check_marched(&self) -> Result<(), Illegal> {
        match self.marching.iter().find(|&u| self.hex(u).is_some() && self.has_step(u)) {
            Some(unit) => refuse("5.23", Reason::MarchUnfinished { unit }),
            None => Ok(()),
        }
    }
}

impl Play<'_> {
    pub(crate) fn deploy(&mut self, unit: UnitId, hex: Hex) {
        self.s.relocate(unit, Place::On(hex));
        self.event(Event::Deployed { unit, hex });
    }

    /// [5.21] One die for the 16th Army, then one for the 19th.
    pub(crate) fn roll_for_armies(&mut self) -> Result<(), NoChance> {
        for (n, why) in [DieFor::Army16, DieFor::Army19].into_iter().enumerate() {
            if self.s.standing[n].is_empty() {
                continue; // a position without that army
            }
            let stands = self.die(why)? > 3;
            if !stands {
                self.s.standing[n] = UnitSet::EMPTY;
            }
            self.event(Event::ArmyRolled { army: [16, 19][n], stands });
        }
        Ok(())
    }

    /// The first turn's rules end with the first Soviet Movement Phase.
    pub(crate) fn end_first_turn_rules(&mut self) {
        for unit in self.s.marching {
            // What served (c) is an entry hex [10.23a] only in an enemy-controlled hex.
            if self.s.hex(unit).is_none_or(|hex| !self.s.is_enemy_controlled(Side::Soviet, hex)) {
                self.s.came_from[unit.index()] = 0;
            }
        }
        self.s.marching = UnitSet::EMPTY;
        self.s.standing = [UnitSet::EMPTY; 2];
    }
}
