//! The state of a game: public knowledge and nothing else.
//!
//! Flat, small and `Copy`: search copies it freely. The sets of occupied and controlled hexes are kept up to date
//! by `relocate` and `refresh`, the only ways a unit changes place or loses its zone of control [8.11].

use crate::action::HexList;
use crate::data::data;
use crate::hex::{Direction, Hex, HexSet};
use crate::schedule::Area;
use crate::unit::{ARMOURED_SLOTS, BySide, COUNTERS, RIFLE_SLOTS, Side, UNITS, UnitId, UnitSet};
use std::fmt;

mod ask;
mod fight;
mod words;

pub use fight::Combat;
pub(crate) use fight::{RetreatPath, Stage, Way};
pub use words::{Face, Options, Phase, Place};

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
        // All of it is gathered first: a digest of one piece is quicker than of hundreds.
        struct Bytes(Vec<u8>);
        impl Hasher for Bytes {
            fn finish(&self) -> u64 {
                0
            }
            fn write(&mut self, bytes: &[u8]) {
                self.0.extend_from_slice(bytes);
            }
            fn write_u8(&mut self, i: u8) {
                self.0.push(i);
            }
            fn write_u16(&mut self, i: u16) {
                self.write(&i.to_le_bytes());
            }
            fn write_u32(&mut self, i: u32) {
                self.write(&i.to_le_bytes());
            }
            fn write_u64(&mut self, i: u64) {
                self.write(&i.to_le_bytes());
            }
            fn write_usize(&mut self, i: usize) {
                self.write(&(i as u64).to_le_bytes());
            }
            fn write_isize(&mut self, i: isize) {
                self.write(&(i as i64).to_le_bytes());
            }
        }
        let mut bytes = Bytes(Vec::with_capacity(2 * size_of::<State>()));
        self.hash(&mut bytes);
        let digest = sha2::Sha256::digest(&bytes.0);
        let first = digest.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte));
        format!("{first:016x}")
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
