//! The state of a game: public knowledge and nothing else.
//!
//! Flat, small and `Copy`: search copies it freely. The sets of occupied and controlled hexes are kept up to date
//! by `relocate` and `refresh`, the only ways a unit changes place or loses its zone of control [8.11].

use crate::data::data;
use crate::data::schedule::Area;
use crate::data::tables::{ObjectiveHexes, ObjectiveSet};
use crate::game::action::HexList;
use crate::hex::{Direction, Hex, HexSet};
use crate::rules::interdiction::AIR_MARKERS;
use crate::rules::movement::rail::CUT_MARKERS;
use crate::unit::{
    BySide, COUNTERS, CUP, CounterId, DIVISIONS, GERMANS, Kind, LEADERS, SOVIETS, Side, UNITS, UnitId,
    UnitSet,
};
use std::fmt;

mod ask;
mod fight;
mod key;
mod options;
mod words;

pub use fight::Combat;
pub(crate) use fight::{RetreatPath, Stage, StageParts, Way};
use key::Fact;
pub use options::{Options, SWITCHES, Switch};
pub use words::{Face, Phase, Place};

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

/// A face in one byte: a counter, or an untried kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct PackedFace(u8);

impl PackedFace {
    const RIFLE: u8 = 200;
    const TANK: u8 = 201;
    const MECHANISED: u8 = 202;

    const fn pack(face: Face) -> PackedFace {
        PackedFace(match face {
            Face::Untried(Kind::Tank) => Self::TANK,
            Face::Untried(Kind::Mechanised) => Self::MECHANISED,
            Face::Untried(_) => Self::RIFLE,
            Face::Up(counter) => counter.index() as u8,
        })
    }

    fn unpack(self) -> Face {
        match (self.0, CounterId::from_index(self.0 as usize)) {
            (_, Some(counter)) => Face::Up(counter),
            (Self::TANK, _) => Face::Untried(Kind::Tank),
            (Self::MECHANISED, _) => Face::Untried(Kind::Mechanised),
            _ => Face::Untried(Kind::Rifle),
        }
    }

    const fn is_untried(self) -> bool {
        self.0 >= Self::RIFLE
    }
}

/// Where a unit came from, and the rule for which it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// It walked from that neighbour into enemy control [10.23a].
    Entered(Direction),
    /// It has just left that neighbour on the march of the first turn [5.23c].
    Marched(Direction),
}

impl Origin {
    /// The direction of the hex that it left.
    pub(crate) const fn direction(self) -> Direction {
        match self {
            Origin::Entered(d) | Origin::Marched(d) => d,
        }
    }
}

/// An origin in one byte: 0 for none, 1 to 6 for entered, 7 to 12 for marched.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct PackedOrigin(u8);

impl PackedOrigin {
    const fn pack(origin: Option<Origin>) -> PackedOrigin {
        PackedOrigin(match origin {
            None => 0,
            Some(Origin::Entered(d)) => 1 + d as u8,
            Some(Origin::Marched(d)) => 7 + d as u8,
        })
    }

    fn unpack(self) -> Option<Origin> {
        let code = usize::from(self.0).checked_sub(1)?;
        let direction = *Direction::ALL.get(code % 6)?;
        Some(if code < 6 { Origin::Entered(direction) } else { Origin::Marched(direction) })
    }
}

/// Marks of units, each a set [C].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct UnitMarks {
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

/// The public state of a game.
///
/// It is small and `Copy`: keep one to return to, or try something on a copy. [`State::decision`] says what has
/// to be decided, [`State::legal`] lists the answers, [`State::check`] explains a refusal, and [`State::apply`]
/// carries an action out. All other methods answer questions.
///
/// # Example
///
/// ```
/// use pgg_core::{Options, Seeded, Side, State};
///
/// let mut chance = Seeded::from_number(7);
/// let (start, _events) = State::new_game(Options::default(), &mut chance)?;
/// assert_eq!(start.turn(), 1);
/// assert_eq!(start.on_map(Side::German).len(), 0); // they enter by the schedule [5.1]
///
/// let mut state = start;
/// let action = start.legal().iter().next().expect("a decision has a legal answer");
/// state.apply(&action, &mut chance)?;
/// assert_ne!(state, start);
///
/// // A refused action says why and changes nothing.
/// let before = state;
/// assert!(state.apply(&pgg_core::Action::TakeRetreat, &mut chance).is_err());
/// assert_eq!(state, before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) options: Options,
    pub(crate) turn: u8,
    pub(crate) phase: Phase,
    /// The phase is ending and excess units have to go first [7.1, 7.2].
    pub(crate) ending: bool,
    places: [PackedPlace; UNITS],
    /// Steps lost by German units.
    steps_lost: [u8; GERMANS],
    /// The turn from which an evacuated Leader may return [10.4]; none if he was never evacuated.
    returns: [Option<u8>; LEADERS],
    /// What Soviet divisions show, by slot.
    faces: [PackedFace; DIVISIONS],
    /// The part of the key that is updated incrementally: places, steps lost and faces.
    units_key: u64,
    /// Half-points, or rail points of a rider, spent this phase.
    pub(crate) spent: [u8; UNITS],
    /// Where Soviet units came from, while that matters.
    origins: [PackedOrigin; SOVIETS],
    pub(crate) marks: UnitMarks,
    pub(crate) group: Group,
    /// Units of the 13th and 20th Armies [5.23].
    pub(crate) marching: UnitSet,
    /// Units of the 16th and 19th Armies while they stand [5.22].
    pub(crate) standing: [UnitSet; 2],
    pub(crate) occupied: BySide<HexSet>,
    /// Hexes with a unit that controls its neighbours.
    sources: BySide<HexSet>,
    pub(crate) zones: BySide<HexSet>,
    pub(crate) air: [Option<Hex>; AIR_MARKERS],
    pub(crate) soviet_marker: Option<Hex>,
    pub(crate) soviet_marker_uses: u8,
    pub(crate) cuts: [Option<Hex>; CUT_MARKERS],
    pub(crate) repaired: HexList<CUT_MARKERS>,
    pub(crate) rail_used: u8,
    /// Scheduled arrivals go on being added [14.3].
    pub(crate) scheduled: bool,
    /// Divisions owed, by area V, W, X, Z and pool.
    pub(crate) owed: [[u8; 2]; 4],
    /// The die of the provisional division that is still to enter [14.11].
    pub(crate) provisional: Option<u8>,
    pub(crate) front_this_turn: u8,
    pub(crate) front: u8,
    /// Objective hexes under German control [15.11].
    pub(crate) control: ObjectiveHexes,
    /// The turn since which Smolensk is German; none if it is not [13.2].
    pub(crate) smolensk_since: Option<u8>,
    /// Objectives occupied at the end of the last German Player-Turn [15.12].
    pub(crate) occupied_objectives: ObjectiveSet,
    pub(crate) recaptures: u8,
    pub(crate) evacuations: u8,
    pub(crate) evacuated_this_turn: bool,
    pub(crate) memory: CupMemory,
    pub(crate) combat: Option<Combat>,
}

/// Public knowledge about the cup and the dead pile [12.4]; see `untried.rs`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct CupMemory {
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
    pub(crate) drawn: [u8; DIVISIONS],
    /// The next slot for a division, by pool.
    pub(crate) next_slot: [u8; 2],
    /// The history of the dead pile.
    pub(crate) log: crate::rules::untried::pile::PileLog,
}

impl CupMemory {
    pub(crate) const fn new() -> CupMemory {
        CupMemory {
            buried: [0; COUNTERS],
            unseen: [0; COUNTERS],
            unseen_len: [0; 3],
            cup: CUP,
            pile_draws: 0,
            drawn: [0; DIVISIONS],
            next_slot: [0; 2],
            log: crate::rules::untried::pile::PileLog::new(),
        }
    }
}

impl State {
    /// An empty map on turn 1: where positions and new games start from.
    pub(crate) fn blank(options: Options) -> State {
        State {
            options,
            turn: 1,
            phase: Phase::SovietSetUp,
            ending: false,
            places: [PackedPlace::pack(Place::Off); UNITS],
            steps_lost: [0; GERMANS],
            returns: [None; LEADERS],
            faces: [PackedFace::pack(Face::Untried(Kind::Rifle)); DIVISIONS], // as `bury` leaves a slot
            units_key: 0,
            spent: [0; UNITS],
            origins: [PackedOrigin(0); SOVIETS],
            marks: UnitMarks::default(),
            group: Group::default(),
            marching: UnitSet::EMPTY,
            standing: [UnitSet::EMPTY; 2],
            occupied: BySide([HexSet::EMPTY; 2]),
            sources: BySide([HexSet::EMPTY; 2]),
            zones: BySide([HexSet::EMPTY; 2]),
            air: [None; AIR_MARKERS],
            soviet_marker: None,
            soviet_marker_uses: 0,
            cuts: [None; CUT_MARKERS],
            repaired: HexList::EMPTY,
            rail_used: 0,
            scheduled: false,
            owed: [[0; 2]; 4],
            provisional: None,
            front_this_turn: 0,
            front: 0,
            control: ObjectiveHexes::EMPTY,
            smolensk_since: None,
            occupied_objectives: ObjectiveSet::EMPTY,
            recaptures: 0,
            evacuations: 0,
            evacuated_this_turn: false,
            memory: CupMemory::new(),
            combat: None,
        }
    }

    /// Move a unit and update sets and zones. Its entry hex is forgotten [10.23a].
    pub(crate) fn relocate(&mut self, unit: UnitId, place: Place) {
        let before = self.hex(unit);
        let packed = PackedPlace::pack(place);
        self.rekey(Fact::Place, unit, self.places[unit.index()].0, packed.0);
        self.places[unit.index()] = packed;
        self.set_origin(unit, None);
        if let Some(hex) = before {
            self.refresh(unit.side(), hex);
        }
        if let Place::On(hex) = place {
            self.refresh(unit.side(), hex);
            self.take_control(unit.side(), hex);
        }
    }

    /// Recompute a hex after its units or their Disruption changed.
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
            map.contacts(hex).any(|(_, next)| sources.contains(next)) // [8.16]
        };
        for (_, hex) in map.contacts(source) {
            let controlled = controls(hex);
            self.zones[side].set(hex, controlled);
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

    /// Forget everything a unit carries but its place: it left the map.
    pub(crate) fn forget_marks(&mut self, unit: UnitId) {
        let m = &mut self.marks;
        let [army_16, army_19] = &mut self.standing;
        for set in [
            &mut m.disrupted,
            &mut m.entered,
            &mut m.unsupplied,
            &mut m.no_loc,
            &mut m.moved,
            &mut m.stopped,
            &mut m.halted,
            &mut m.rode,
            &mut m.attacked,
            &mut m.defended,
            &mut m.retreated,
            &mut self.group.units,
            &mut self.marching,
            army_16,
            army_19,
        ] {
            set.remove(unit);
        }
        self.spent[unit.index()] = 0;
        self.set_origin(unit, None);
    }

    /// Where a unit came from by its last step; none if that no longer matters.
    pub(crate) fn origin(&self, unit: UnitId) -> Option<Origin> {
        self.origins[unit.soviet_slot()?].unpack()
    }

    pub(crate) const fn set_origin(&mut self, unit: UnitId, origin: Option<Origin>) {
        if let Some(slot) = unit.soviet_slot() {
            self.origins[slot] = PackedOrigin::pack(origin);
        }
    }

    /// Hexes with a unit that controls its neighbours, by side.
    pub(crate) const fn sources(&self) -> [HexSet; 2] {
        self.sources.0
    }
}

// Search copies states by the million.
const _: () = assert!(size_of::<State>() < 4096);

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

#[cfg(test)]
mod tests {
    use super::{Origin, PackedOrigin};
    use crate::hex::Direction;

    #[test]
    fn an_origin_comes_back_from_its_byte() {
        let entered = Direction::ALL.map(Origin::Entered);
        let marched = Direction::ALL.map(Origin::Marched);
        let all = entered.into_iter().chain(marched).map(Some).chain([None]);
        for origin in all {
            assert_eq!(PackedOrigin::pack(origin).unpack(), origin);
        }
    }
}
