//! The state of a game: public knowledge and nothing else.
//!
//! Flat, small and `Copy`: search copies it freely. The sets of occupied and controlled hexes are kept up to date
//! by `relocate` and `refresh`, the only ways a unit changes place or loses its zone of control [8.11].

use crate::action::{HexList, Targets};
use crate::data::data;
use crate::hex::{Direction, Hex, HexSet};
use crate::schedule::{Area, Pool};
use crate::tables::{CombatResult, Edition};
use crate::unit::{
    ARMOURED_SLOTS, BySide, COUNTERS, CounterId, Kind, RIFLE_SLOTS, Side, UNITS, UnitId, UnitSet,
};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The switches of 0.6, fixed before play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Which values count where seeds and print differ.
    pub edition: Edition,
    /// German rail cuts [6.37].
    pub rail_cut: bool,
    /// Evacuating surrounded Leaders [10.4].
    pub leader_evacuation: bool,
    /// A German Marginal result counts as a draw [15.2].
    pub historical_draw: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            edition: Edition::Reference,
            rail_cut: true,
            leader_evacuation: false,
            historical_draw: false,
        }
    }
}

/// The phases in which somebody decides [4.2]. Disruption removal is automatic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Phase {
    SovietSetUp,
    GermanSetUp,
    Evacuation,
    SovietMovement,
    SovietCombat,
    SovietInterdiction,
    GermanMovement,
    GermanCombat,
    MechanizedMovement,
    AirInterdiction,
    GameOver,
}

impl Phase {
    /// All phases in order.
    pub const ALL: [Phase; 11] = [
        Phase::SovietSetUp,
        Phase::GermanSetUp,
        Phase::Evacuation,
        Phase::SovietMovement,
        Phase::SovietCombat,
        Phase::SovietInterdiction,
        Phase::GermanMovement,
        Phase::GermanCombat,
        Phase::MechanizedMovement,
        Phase::AirInterdiction,
        Phase::GameOver,
    ];

    /// Whose Player-Turn the phase belongs to.
    pub const fn side(self) -> Side {
        match self {
            Phase::SovietSetUp
            | Phase::Evacuation
            | Phase::SovietMovement
            | Phase::SovietCombat
            | Phase::SovietInterdiction => Side::Soviet,
            _ => Side::German,
        }
    }

    /// A Movement Phase?
    pub const fn is_movement(self) -> bool {
        matches!(self, Phase::SovietMovement | Phase::GermanMovement | Phase::MechanizedMovement)
    }

    /// A Combat Phase?
    pub const fn is_combat(self) -> bool {
        matches!(self, Phase::SovietCombat | Phase::GermanCombat)
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::SovietSetUp => "Soviet set-up",
            Phase::GermanSetUp => "German set-up",
            Phase::Evacuation => "Evacuation of Leaders",
            Phase::SovietMovement => "Soviet Movement Phase",
            Phase::SovietCombat => "Soviet Combat Phase",
            Phase::SovietInterdiction => "Soviet Interdiction Phase",
            Phase::GermanMovement => "German Initial Movement Phase",
            Phase::GermanCombat => "German Combat Phase",
            Phase::MechanizedMovement => "Mechanized Movement Phase",
            Phase::AirInterdiction => "Air Interdiction Phase",
            Phase::GameOver => "end of the game",
        })
    }
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// On the map.
    On(Hex),
    /// Not part of this game (yet): an unused slot, or a unit a position does not name.
    Off,
    /// Will come by the schedule.
    Scheduled,
    /// May enter now.
    Waiting,
    /// Eliminated.
    Dead,
    /// Evacuated [10.4]; returns from the turn after.
    Evacuated,
}

/// A place in two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct PackedPlace(u16);

impl PackedPlace {
    const fn pack(place: Place) -> PackedPlace {
        PackedPlace(match place {
            Place::On(hex) => hex.index() as u16,
            Place::Off => 0xFFFF,
            Place::Scheduled => 0xFFFE,
            Place::Waiting => 0xFFFD,
            Place::Dead => 0xFFFC,
            Place::Evacuated => 0xFFFB,
        })
    }

    const fn unpack(self) -> Place {
        match self.0 {
            0xFFFF => Place::Off,
            0xFFFE => Place::Scheduled,
            0xFFFD => Place::Waiting,
            0xFFFC => Place::Dead,
            0xFFFB => Place::Evacuated,
            index => match Hex::from_index(index as usize) {
                Some(hex) => Place::On(hex),
                None => Place::Off,
            },
        }
    }
}

/// What a Soviet division shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// Face down: kind and allowance, no strength [12.1].
    Untried(Kind),
    /// Face up for good [12.2].
    Up(CounterId),
}

/// A face in one byte: a counter index, or an untried kind.
pub(crate) const UNTRIED_RIFLE: u8 = 200;
pub(crate) const UNTRIED_TANK: u8 = 201;
pub(crate) const UNTRIED_MECHANISED: u8 = 202;

/// Marks of units, each a set [C].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Marks {
    /// Disrupted [6.6].
    pub(crate) disrupted: UnitSet,
    /// Entered the map in this Player-Turn [11.33].
    pub(crate) entered: UnitSet,
    /// Out of supply at the snapshot of this Movement Phase [11.0a].
    pub(crate) unsupplied: UnitSet,
    /// No Line of Communications at the snapshot [6.55].
    pub(crate) no_loc: UnitSet,
    /// Has moved, ridden, entered or overrun in this phase.
    pub(crate) moved: UnitSet,
    /// Stopped by enemy control [6.22].
    pub(crate) stopped: UnitSet,
    /// Does nothing more this phase after an overrun [6.52].
    pub(crate) halted: UnitSet,
    /// Rides the railway this phase [6.32].
    pub(crate) rode: UnitSet,
    /// Has attacked, or advanced, this Combat Phase [9.14, 9.85].
    pub(crate) attacked: UnitSet,
    /// Has been attacked, or advanced, this Combat Phase [9.14, 9.85].
    pub(crate) defended: UnitSet,
    /// Retreated onto friends [9.75].
    pub(crate) retreated: UnitSet,
}

/// The group of units being moved [6.11].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Group {
    /// Those that have moved.
    pub(crate) units: UnitSet,
    /// Where they began, or entered.
    pub(crate) start: Option<Hex>,
    /// They came from off the map.
    pub(crate) entering: bool,
    /// The railway hex a German combat unit has just entered [6.37a].
    pub(crate) cuttable: Option<Hex>,
}

/// A combat or overrun being resolved [9.0]; opaque outside this crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combat {
    pub(crate) overrun: bool,
    pub(crate) attacker: Side,
    pub(crate) targets: Targets,
    /// The hexes attacked from.
    pub(crate) origins: Targets,
    /// Units still in the combat.
    pub(crate) attackers: UnitSet,
    pub(crate) defenders: UnitSet,
    pub(crate) result: CombatResult,
    pub(crate) stage: Stage,
    /// Stacks that retreated, for the advance along their path [9.81].
    pub(crate) paths: [Option<RetreatPath>; 6],
    /// Units that advanced already.
    pub(crate) advanced: UnitSet,
}

/// The way one stack went: the hex it left, and the hex it passed if it went two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RetreatPath {
    pub(crate) left: Hex,
    pub(crate) passed: Option<Hex>,
}

/// What the combat waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Stage {
    /// Loss or retreat of `n` [9.65].
    Choose { side: Side, n: u8 },
    /// Which steps [9.65, 9.67].
    Lose { side: Side, n: u8 },
    /// Which stack goes next, and where to [9.72].
    Retreat { side: Side, n: u8, waiting: UnitSet },
    /// A stack under way.
    Routing { side: Side, n: u8, waiting: UnitSet, way: Way },
    /// The stack is in a hex too full for it [9.73a].
    MakeRoom { side: Side, n: u8, waiting: UnitSet, way: Way },
    /// The victors advance [9.8].
    Advance { side: Side },
}

/// A stack under way in retreat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Way {
    pub(crate) units: UnitSet,
    pub(crate) left: Hex,
    pub(crate) passed: Option<Hex>,
    pub(crate) at: Hex,
    pub(crate) steps: u8,
}

/// The public state of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) options: Options,
    pub(crate) turn: u8,
    pub(crate) phase: Phase,
    /// The phase is ending and excess units have to go first [7.1, 7.2].
    pub(crate) ending: bool,
    places: [PackedPlace; UNITS],
    /// Germans: steps lost. Divisions: what they show. Evacuated Leaders: the turn of return.
    faces: [u8; UNITS],
    /// Half-points, or rail points of a rider, spent this phase.
    pub(crate) spent: [u8; UNITS],
    /// Direction of the entry hex [10.23a] plus one; 0 for none. On turn 1: see `march` in `setup.rs`.
    pub(crate) came_from: [u8; UNITS],
    pub(crate) marks: Marks,
    pub(crate) group: Group,
    /// Units of the 13th and 20th Armies [5.23].
    pub(crate) marching: UnitSet,
    /// Units of the 16th and 19th Armies while they stand [5.22].
    pub(crate) standing: [UnitSet; 2],
    pub(crate) occupied: BySide<HexSet>,
    /// Hexes with a unit that controls its neighbours.
    sources: BySide<HexSet>,
    pub(crate) zones: BySide<HexSet>,
    pub(crate) air: [Option<Hex>; 3],
    pub(crate) soviet_marker: Option<Hex>,
    pub(crate) soviet_marker_uses: u8,
    pub(crate) cuts: [Option<Hex>; 6],
    pub(crate) repaired: HexList<6>,
    pub(crate) rail_used: u8,
    /// Scheduled arrivals go on being added [14.3].
    pub(crate) scheduled: bool,
    /// Divisions owed, by area V, W, X, Z and pool.
    pub(crate) owed: [[u8; 2]; 4],
    /// The die of the provisional division that is still to enter [14.11].
    pub(crate) provisional: Option<u8>,
    pub(crate) front_this_turn: u8,
    pub(crate) front: u8,
    /// Objective hexes under German control, by objective hex number [15.11].
    pub(crate) control: u16,
    /// The turn since which Smolensk is German, 0 if it is not [13.2].
    pub(crate) smolensk_since: u8,
    /// Objectives occupied at the end of the last German Player-Turn [15.12].
    pub(crate) occupied_objectives: u16,
    pub(crate) recaptures: u8,
    pub(crate) evacuations: u8,
    pub(crate) evacuated_this_turn: bool,
    pub(crate) memory: Memory,
    pub(crate) combat: Option<Combat>,
}

/// What everybody knows about the cup and the dead pile [12.4]; see `untried.rs`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Memory {
    /// For a counter seen to go to the dead pile: 1 + the number of draws made from the pile before; else 0.
    pub(crate) buried: [u8; COUNTERS],
    /// The same for counters that went there unseen, by kind, in order; only the first `unseen_len` count.
    pub(crate) unseen: [u8; COUNTERS],
    pub(crate) unseen_len: [u8; 3],
    /// Counters still in the cup, by kind.
    pub(crate) cup: [u8; 3],
    /// Draws made from the dead pile.
    pub(crate) pile_draws: u8,
    /// For a division drawn from the dead pile: the number of that draw; else 0.
    pub(crate) drawn: [u8; RIFLE_SLOTS + ARMOURED_SLOTS],
    /// The next slot for a division, by pool.
    pub(crate) next_slot: [u8; 2],
    /// The history of the dead pile.
    pub(crate) log: crate::pile::PileLog,
}

impl Memory {
    pub(crate) const fn new() -> Memory {
        Memory {
            buried: [0; COUNTERS],
            unseen: [0; COUNTERS],
            unseen_len: [0; 3],
            cup: [78, 10, 10],
            pile_draws: 0,
            drawn: [0; RIFLE_SLOTS + ARMOURED_SLOTS],
            next_slot: [0; 2],
            log: crate::pile::PileLog::new(),
        }
    }
}

impl State {
    /// An empty map on turn 1: where positions and new games start from.
    pub(crate) fn blank(options: Options) -> State {
        let mut faces = [0; UNITS];
        for division in UnitSet::DIVISION {
            faces[division.index()] = UNTRIED_RIFLE; // as `bury` leaves a slot
        }
        State {
            options,
            turn: 1,
            phase: Phase::SovietSetUp,
            ending: false,
            places: [PackedPlace::pack(Place::Off); UNITS],
            faces,
            spent: [0; UNITS],
            came_from: [0; UNITS],
            marks: Marks::default(),
            group: Group::default(),
            marching: UnitSet::EMPTY,
            standing: [UnitSet::EMPTY; 2],
            occupied: BySide([HexSet::EMPTY; 2]),
            sources: BySide([HexSet::EMPTY; 2]),
            zones: BySide([HexSet::EMPTY; 2]),
            air: [None; 3],
            soviet_marker: None,
            soviet_marker_uses: 0,
            cuts: [None; 6],
            repaired: HexList::EMPTY,
            rail_used: 0,
            scheduled: false,
            owed: [[0; 2]; 4],
            provisional: None,
            front_this_turn: 0,
            front: 0,
            control: 0,
            smolensk_since: 0,
            occupied_objectives: 0,
            recaptures: 0,
            evacuations: 0,
            evacuated_this_turn: false,
            memory: Memory::new(),
            combat: None,
        }
    }

    // ---- what anybody may ask -------------------------------------------------------------------------------

    /// The options of the game.
    pub const fn options(&self) -> Options {
        self.options
    }

    /// The Game-Turn, 1 to 12.
    pub const fn turn(&self) -> u8 {
        self.turn
    }

    /// The phase.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Where a unit is.
    #[inline]
    pub const fn place(&self, unit: UnitId) -> Place {
        self.places[unit.index()].unpack()
    }

    /// The hex of a unit on the map.
    #[inline]
    pub const fn hex(&self, unit: UnitId) -> Option<Hex> {
        Hex::from_index(self.places[unit.index()].0 as usize)
    }

    /// All units in a hex.
    pub fn units_in(&self, hex: Hex) -> UnitSet {
        let wanted = hex.index() as u16;
        let mut words = [0u64; 4];
        for (chunk, word) in self.places.chunks(64).zip(&mut words) {
            for (bit, place) in chunk.iter().enumerate() {
                *word |= u64::from(place.0 == wanted) << bit;
            }
        }
        UnitSet::from_words(words)
    }

    /// Units of a side in a hex.
    pub fn side_in(&self, side: Side, hex: Hex) -> UnitSet {
        if self.occupied[side].contains(hex) {
            self.units_in(hex).and(&UnitSet::side(side))
        } else {
            UnitSet::EMPTY
        }
    }

    /// All units of a side on the map.
    pub fn on_map(&self, side: Side) -> UnitSet {
        let mut words = [0u64; 4];
        for (chunk, word) in self.places.chunks(64).zip(&mut words) {
            for (bit, place) in chunk.iter().enumerate() {
                *word |= u64::from(place.0 < 0xFF00) << bit;
            }
        }
        UnitSet::from_words(words).and(&UnitSet::side(side))
    }

    /// Hexes that hold a unit of a side.
    pub const fn occupied(&self, side: Side) -> &HexSet {
        match side {
            Side::German => &self.occupied.0[0],
            Side::Soviet => &self.occupied.0[1],
        }
    }

    /// Hexes in the zone of control of a side [8.11].
    pub const fn zones(&self, side: Side) -> &HexSet {
        match side {
            Side::German => &self.zones.0[0],
            Side::Soviet => &self.zones.0[1],
        }
    }

    /// The kind of a unit; an unused slot shows the first kind of its pool.
    pub fn kind(&self, unit: UnitId) -> Kind {
        match unit.side() {
            Side::German => data().roster.german(unit).kind,
            Side::Soviet if unit.is_leader() => Kind::Leader,
            Side::Soviet => match self.face(unit) {
                Some(Face::Untried(kind)) => kind,
                Some(Face::Up(counter)) => data().roster.counter(counter).kind,
                None => Kind::Rifle,
            },
        }
    }

    /// What a Soviet division shows; none for other units.
    pub fn face(&self, unit: UnitId) -> Option<Face> {
        if !unit.is_division() {
            return None;
        }
        Some(match self.faces[unit.index()] {
            UNTRIED_TANK => Face::Untried(Kind::Tank),
            UNTRIED_MECHANISED => Face::Untried(Kind::Mechanised),
            UNTRIED_RIFLE => Face::Untried(Kind::Rifle),
            up => match CounterId::from_index(up as usize) {
                Some(counter) => Face::Up(counter),
                None => Face::Untried(Kind::Rifle),
            },
        })
    }

    pub(crate) const fn set_face(&mut self, unit: UnitId, face: Face) {
        self.faces[unit.index()] = match face {
            Face::Untried(Kind::Tank) => UNTRIED_TANK,
            Face::Untried(Kind::Mechanised) => UNTRIED_MECHANISED,
            Face::Untried(_) => UNTRIED_RIFLE,
            Face::Up(counter) => counter.index() as u8,
        };
    }

    /// Is it a Soviet division still face down?
    pub const fn is_untried(&self, unit: UnitId) -> bool {
        unit.is_division() && self.faces[unit.index()] >= UNTRIED_RIFLE
    }

    /// Steps lost by a German unit.
    pub const fn steps_lost(&self, unit: UnitId) -> u8 {
        if matches!(unit.side(), Side::German) { self.faces[unit.index()] } else { 0 }
    }

    pub(crate) const fn set_steps_lost(&mut self, unit: UnitId, lost: u8) {
        self.faces[unit.index()] = lost;
    }

    /// Steps a unit has left [9.61, 9.62].
    pub fn steps_left(&self, unit: UnitId) -> u8 {
        match unit.side() {
            Side::German => data().roster.german(unit).steps - self.steps_lost(unit),
            Side::Soviet => 1,
        }
    }

    /// The turn an evacuated Leader returns [10.4].
    pub(crate) const fn return_turn(&self, leader: UnitId) -> u8 {
        self.faces[leader.index()]
    }

    pub(crate) const fn set_return_turn(&mut self, leader: UnitId, turn: u8) {
        self.faces[leader.index()] = turn;
    }

    /// Printed attack strength at its present step; 0 for Leaders and untried divisions.
    pub fn attack(&self, unit: UnitId) -> u8 {
        self.strength(unit).map_or(0, |(attack, _)| attack)
    }

    /// Printed defence strength at its present step; a Leader's is his rating [10.1].
    pub fn defense(&self, unit: UnitId) -> u8 {
        self.strength(unit).map_or(0, |(_, defense)| defense)
    }

    /// Attack and defence at the present step; none while untried.
    pub fn strength(&self, unit: UnitId) -> Option<(u8, u8)> {
        let roster = &data().roster;
        match unit.side() {
            Side::German => {
                let strength = *roster.german(unit).strength.get(self.steps_lost(unit) as usize)?;
                Some((strength, strength))
            }
            Side::Soviet if unit.is_leader() => Some((0, roster.leader(unit).rating)),
            Side::Soviet => match self.face(unit)? {
                Face::Up(counter) => {
                    let counter = roster.counter(counter);
                    Some((counter.attack, counter.defense))
                }
                Face::Untried(_) => None,
            },
        }
    }

    /// A combat unit that is untried or has an attack above 0 (0.3); always true of Germans.
    pub fn is_attack_capable(&self, unit: UnitId) -> bool {
        !unit.is_leader() && self.strength(unit).is_none_or(|(attack, _)| attack > 0)
    }

    /// Is the unit Disrupted [6.6]?
    pub const fn is_disrupted(&self, unit: UnitId) -> bool {
        self.marks.disrupted.contains(unit)
    }

    /// Did it enter the map in this Player-Turn [11.33]?
    pub const fn has_entered(&self, unit: UnitId) -> bool {
        self.marks.entered.contains(unit)
    }

    /// Is it marked retreated [9.75]?
    pub const fn is_retreated(&self, unit: UnitId) -> bool {
        self.marks.retreated.contains(unit)
    }

    /// Has it moved, entered, ridden or overrun in this phase?
    pub const fn has_moved(&self, unit: UnitId) -> bool {
        self.marks.moved.contains(unit)
    }

    /// Has it attacked in this Combat Phase?
    pub const fn has_attacked(&self, unit: UnitId) -> bool {
        self.marks.attacked.contains(unit)
    }

    /// Was it attacked in this Combat Phase?
    pub const fn was_attacked(&self, unit: UnitId) -> bool {
        self.marks.defended.contains(unit)
    }

    /// German Air Interdiction markers on the map [13.1].
    pub fn air_markers(&self) -> impl Iterator<Item = Hex> + '_ {
        self.air.iter().flatten().copied()
    }

    /// The Soviet Interdiction marker [13.4].
    pub const fn soviet_marker(&self) -> Option<Hex> {
        self.soviet_marker
    }

    /// Turns in which the Soviet marker was used [13.41].
    pub const fn soviet_marker_uses(&self) -> u8 {
        self.soviet_marker_uses
    }

    /// Rail Cut markers on the map [6.37].
    pub fn rail_cuts(&self) -> impl Iterator<Item = Hex> + '_ {
        self.cuts.iter().flatten().copied()
    }

    /// Rail hexes repaired this turn, open from the next [6.37c].
    pub fn repaired_rail(&self) -> impl Iterator<Item = Hex> + '_ {
        self.repaired.iter()
    }

    /// Places used of the eight by rail this phase [6.31].
    pub const fn rail_used(&self) -> u8 {
        self.rail_used
    }

    /// Divisions of a pool owed at a Soviet area [14.3].
    pub fn owed(&self, area: Area, pool: Pool) -> u8 {
        owed_row(area).map_or(0, |row| self.owed[row][pool as usize])
    }

    /// The die of this turn's provisional division while it has not entered [14.11].
    pub const fn provisional(&self) -> Option<u8> {
        self.provisional
    }

    /// Front divisions called in the game [14.21].
    pub const fn front_called(&self) -> u8 {
        self.front
    }

    /// Front divisions called this turn [14.21].
    pub const fn front_called_this_turn(&self) -> u8 {
        self.front_this_turn
    }

    /// Units of a side that wait to enter [14.3].
    pub fn waiting(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        UnitSet::side(side).iter().filter(|&u| self.place(u) == Place::Waiting)
    }

    /// Is a combat or overrun being resolved?
    pub const fn in_combat(&self) -> bool {
        self.combat.is_some()
    }

    // ---- the only ways units change place or control --------------------------------------------------------

    /// Put a unit somewhere else, keeping sets and zones right. Its entry hex is forgotten [10.23a].
    pub(crate) fn relocate(&mut self, unit: UnitId, place: Place) {
        let before = self.hex(unit);
        self.places[unit.index()] = PackedPlace::pack(place);
        self.came_from[unit.index()] = 0;
        if let Some(hex) = before {
            self.refresh(unit.side(), hex);
        }
        if let Place::On(hex) = place {
            self.refresh(unit.side(), hex);
            self.take_control(unit.side(), hex);
        }
    }

    /// Compute a hex anew after its units or their Disruption changed.
    pub(crate) fn refresh(&mut self, side: Side, hex: Hex) {
        let units = self.units_in(hex).and(&UnitSet::side(side));
        let source = !units.is_within(&self.marks.disrupted);
        self.occupied[side].set(hex, !units.is_empty());
        if self.sources[side].contains(hex) != source {
            self.sources[side].set(hex, source);
            self.refresh_zones(side, hex);
        }
    }

    fn refresh_zones(&mut self, side: Side, source: Hex) {
        let map = &data().map;
        let sources = &self.sources[side];
        let controls = |hex: Hex| {
            Direction::ALL.into_iter().any(|d| {
                !map.side(hex, d).lake() && map.step(hex, d).is_some_and(|next| sources.contains(next))
            })
        };
        for d in Direction::ALL {
            // [8.16] Control does not reach across a lake hexside.
            if let Some(hex) = map.step(source, d).filter(|_| !map.side(source, d).lake()) {
                let controlled = controls(hex);
                self.zones[side].set(hex, controlled);
            }
        }
    }

    /// Set or clear Disruption of units and what follows from it [6.62].
    pub(crate) fn set_disrupted(&mut self, units: UnitSet, disrupted: bool) {
        self.marks.disrupted =
            if disrupted { self.marks.disrupted.or(&units) } else { self.marks.disrupted.without(&units) };
        for unit in units {
            if let Some(hex) = self.hex(unit) {
                self.refresh(unit.side(), hex);
            }
        }
    }

    /// A digest of everything in the state, the same on every machine; equal states have equal digests.
    pub fn fingerprint(&self) -> String {
        use sha2::Digest;
        use std::hash::{Hash, Hasher};
        struct Bytes(sha2::Sha256);
        impl Hasher for Bytes {
            fn finish(&self) -> u64 {
                0
            }
            fn write(&mut self, bytes: &[u8]) {
                self.0.update(bytes);
            }
            fn write_u16(&mut self, i: u16) {
                self.0.update(i.to_le_bytes());
            }
            fn write_u32(&mut self, i: u32) {
                self.0.update(i.to_le_bytes());
            }
            fn write_u64(&mut self, i: u64) {
                self.0.update(i.to_le_bytes());
            }
            fn write_usize(&mut self, i: usize) {
                self.0.update((i as u64).to_le_bytes());
            }
            fn write_isize(&mut self, i: isize) {
                self.0.update((i as i64).to_le_bytes());
            }
        }
        let mut bytes = Bytes(sha2::Sha256::new());
        self.hash(&mut bytes);
        bytes.0.finalize()[..8].iter().map(|b| format!("{b:02x}")).collect()
    }
}

/// The row of `State::owed` for an area.
pub(crate) const fn owed_row(area: Area) -> Option<usize> {
    match area {
        Area::V => Some(0),
        Area::W => Some(1),
        Area::X => Some(2),
        Area::Z => Some(3),
        _ => None,
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "State(turn {}, {}, {})", self.turn, self.phase, self.fingerprint())
    }
}
