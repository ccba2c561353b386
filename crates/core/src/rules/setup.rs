//! Set-up [5.0] and the first turn's special rules [5.2]; which armies they bind is data: `data/schedule.rs`.

use crate::data::data;
use crate::data::schedule::{FirstTurn, Pool};
use crate::game::action::{Action, Path};
use crate::game::chance::{Chance, NoChance};
use crate::game::decision::{Decision, Open, Question};
use crate::game::event::{DieFor, Event};
use crate::game::illegal::{Illegal, Reason, refuse};
use crate::game::legal::Legal;
use crate::game::play::{Play, Refused};
use crate::game::state::{Options, Origin, Phase, Place, State};
use crate::hex::{Direction, Hex, HexSet};
use crate::rules::movement::CLOSED_COLUMNS;
use crate::unit::{Side, UnitId, UnitSet};
use std::collections::HashSet;

/// [5.21] The armies that a die frees or holds, in the order of their dice.
const DICED_ARMIES: [(DieFor, u8); 2] = [(DieFor::Army16, 16), (DieFor::Army19, 19)];
/// [5.21] The highest die that frees an army.
const MOST_THAT_FREES: u8 = 3;
/// [5.22] Divisions that a standing army keeps.
const STANDING_DIVISIONS: usize = 3;
/// [5.23b] Directions in which the marching armies may step.
const MARCH_DIRECTIONS: [Direction; 4] = [Direction::N, Direction::NE, Direction::SE, Direction::S];
/// [5.23e] The column the marching armies have to reach: the first that is not closed [6.4].
pub const MARCH_COLUMN: u16 = CLOSED_COLUMNS + 1;

/// The Soviet player places the 13th and 20th Armies (A1).
pub(crate) struct Deploying;

impl Open for Deploying {
    fn decision(&self, _: &State) -> Decision {
        Decision { side: Side::Soviet, question: Question::Deploy }
    }

    fn list(&self, s: &State, legal: &mut Legal) {
        for unit in s.waiting(Side::Soviet) {
            for &hex in s.deployment_hexes(unit) {
                if s.check_deploy(unit, hex).is_ok() {
                    legal.others.push(Action::Deploy { unit, hex });
                }
            }
        }
        if s.check_deployed().is_ok() {
            legal.others.push(Action::Done);
        }
    }

    fn check(&self, s: &State, action: &Action) -> Result<(), Illegal> {
        match *action {
            Action::Deploy { unit, hex } => s.check_deploy(unit, hex),
            Action::Done => s.check_deployed(),
            _ => Err(self.other(s)),
        }
    }

    fn take(&self, play: &mut Play<'_>, action: &Action) -> Result<(), Refused> {
        self.check(play.s, action)?;
        match *action {
            Action::Deploy { unit, hex } => {
                play.s.relocate(unit, Place::On(hex));
                play.event(Event::Deployed { unit, hex });
            }
            Action::Done => play.end_phase(),
            _ => return Err(self.other(play.s).into()),
        }
        Ok(())
    }
}

impl State {
    /// [5.23] Soviet units that are bound to march east in this phase.
    pub const fn marching(&self) -> UnitSet {
        self.marching
    }

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

    fn check_deploy(&self, unit: UnitId, hex: Hex) -> Result<(), Illegal> {
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
        if !self.may_stack(stack) {
            return refuse("7.1", Reason::Full { hex });
        }
        Ok(())
    }

    fn check_deployed(&self) -> Result<(), Illegal> {
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
        let allowed = army.and(&UnitSet::DIVISION).len().saturating_sub(STANDING_DIVISIONS);
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
        to: Hex,
        cost: u8,
    ) -> Result<(), Illegal> {
        if !MARCH_DIRECTIONS.contains(&direction) {
            return refuse("5.23", Reason::MarchWest { unit, hex: from }); // (b)
        }
        // (c) The column never decreases, so a hex can be entered again only by turning round within a column.
        let came_from = self.origin(unit).map(Origin::direction);
        if came_from == Some(direction) {
            return refuse("5.23", Reason::MarchTwice { unit, hex: to });
        }
        // (e) What could be reached before must still be reachable after.
        if to.column() < MARCH_COLUMN {
            let left = self.points_left(unit).0;
            let before = self.march_reach(unit, from, came_from, left);
            let after = self.march_reach(unit, to, Some(direction.opposite()), left - cost);
            if after < before {
                return refuse("5.23", Reason::MarchTooSlow { unit, hex: to, column: before });
            }
        }
        Ok(())
    }

    /// The easternmost column, up to 03, that a march can still reach.
    fn march_reach(&self, unit: UnitId, hex: Hex, came_from: Option<Direction>, left: u8) -> u16 {
        let mut best = hex.column().min(MARCH_COLUMN);
        if best == MARCH_COLUMN || self.is_enemy_controlled(unit.side(), hex) {
            return best;
        }
        // East first: the search ends as soon as column 03 is reached.
        for direction in [Direction::NE, Direction::SE, Direction::N, Direction::S] {
            if came_from == Some(direction) {
                continue;
            }
            let Some(cost) = self.step_cost(unit, hex, direction).filter(|&c| c <= left) else { continue };
            let Some(to) = data().map.step(hex, direction) else { continue };
            if self.occupied(unit.side().enemy()).contains(to)
                || (unit.is_leader() && self.check_leader_enters(unit, to).is_err())
            {
                continue;
            }
            best = best.max(self.march_reach(unit, to, Some(direction.opposite()), left - cost));
            if best == MARCH_COLUMN {
                break;
            }
        }
        best
    }

    /// Every hex where the march of a unit may end with all its points spent, with a path [5.23]. It assumes
    /// that no enemy is near: none is on the map before the first German Player-Turn.
    pub fn march_ends(&self, unit: UnitId) -> Vec<(Hex, Path)> {
        let Some(start) = self.hex(unit) else { return Vec::new() };
        let points = self.points_left(unit).0;
        let mut ends: Vec<(Hex, Path)> = Vec::new();
        let mut seen = HashSet::new();
        let mut ended = HexSet::EMPTY;
        // (c) The column never decreases, so a hex can be entered again only by turning round within a column:
        // the state of a march is its hex, its last direction and the points spent.
        // On the way already, it may not turn round at once either.
        let came = self.origin(unit).map(|origin| origin.direction().opposite());
        let mut open = vec![(start, came, 0u8, Path::EMPTY)];
        while let Some((hex, came, spent, path)) = open.pop() {
            let mut goes_on = false;
            for direction in MARCH_DIRECTIONS {
                if came == Some(direction.opposite()) {
                    continue;
                }
                let Some(to) = data().map.step(hex, direction) else { continue };
                let total = self.step_cost(unit, hex, direction).map(|cost| cost + spent);
                let Some(total) = total.filter(|&total| total <= points) else { continue };
                goes_on = true;
                let mut longer = path;
                if longer.push(to) && seen.insert((to, direction, total)) {
                    open.push((to, Some(direction), total, longer));
                }
            }
            if !goes_on && hex.column() >= MARCH_COLUMN && !ended.contains(hex) {
                ended.insert(hex);
                ends.push((hex, path));
            }
        }
        ends
    }

    /// [5.23d] The phase may not end while a marching unit can go on.
    pub(crate) fn check_marched(&self) -> Result<(), Illegal> {
        self.check_spent(self.marching)
    }
}

impl Play<'_> {
    /// [5.21] One die for the 16th Army, then one for the 19th.
    pub(crate) fn roll_for_armies(&mut self) -> Result<(), NoChance> {
        for (n, (why, army)) in DICED_ARMIES.into_iter().enumerate() {
            if self.s.standing[n].is_empty() {
                continue; // a position without that army
            }
            let stands = self.die(why)? > MOST_THAT_FREES;
            if !stands {
                self.s.standing[n] = UnitSet::EMPTY;
            }
            self.event(Event::ArmyRolled { army, stands });
        }
        Ok(())
    }

    /// The first turn's rules end with the first Soviet Movement Phase.
    pub(crate) fn end_first_turn_rules(&mut self) {
        for unit in self.s.marching {
            // In an enemy-controlled hex it stays, as the entry hex [10.23a].
            let controlled =
                self.s.hex(unit).is_some_and(|hex| self.s.is_enemy_controlled(Side::Soviet, hex));
            let left = self.s.origin(unit).filter(|_| controlled);
            self.s.set_origin(unit, left.map(|origin| Origin::Entered(origin.direction())));
        }
        self.s.marching = UnitSet::EMPTY;
        self.s.standing = [UnitSet::EMPTY; 2];
    }
}
