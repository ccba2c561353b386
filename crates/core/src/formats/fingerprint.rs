//! Fingerprints: a short text that identifies a position, the same on every machine and with every build.
//!
//! It is the version of the rules, a full stop, and sixteen hex digits: the beginning of the SHA-256 of the
//! *canonical bytes* of a position. These describe the position, not its layout in memory, and leave out
//! defaults, so a new field of the state, or a new option, does not change the fingerprint of a position that
//! does not use it. `docs/position-format.md` of the repository documents them byte by byte.
//!
//! # Example
//!
//! ```
//! # #[cfg(all(feature = "formats", feature = "json"))]
//! # {
//! use pgg_core::State;
//!
//! let state = State::from_text("{}")?; // an empty map on turn 1
//! assert_eq!(state.fingerprint(), "2.dbda174e8ed75979");
//! // To compare with a stored one, use `verify`: it may be of an older version of the rules.
//! assert!(state.verify("2.dbda174e8ed75979").is_ok());
//! assert_eq!(state.verify("2.0000000000000000").map_err(|differs| differs.version), Err(2));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod first;

use crate::data::data;
use crate::game::state::{Combat, Face, Options, Place, SWITCHES, StageParts, State, Way};
use crate::hex::{Direction, Hex};
use crate::unit::{Kind, Side, UnitId, UnitSet};
use sha2::Digest;

/// The version of the rules that this program plays by. Records and logs carry it, so that a game that was
/// played by other rules is not taken for a falsified one. Raise it with every change by which any game replays
/// differently, even a fixed rule; the golden records detect such a change.
///
/// | version | what changed |
/// | --- | --- |
/// | 1 | all rules before fingerprints had a version; they hashed the program's memory layout |
/// | 2 | the first version that is written; fingerprints of canonical bytes |
pub const RULES_VERSION: u32 = 2;

/// The version of the rules by which a fingerprint was made. Those of version 1 are just sixteen digits.
pub fn version_of(fingerprint: &str) -> u32 {
    fingerprint.split_once('.').map_or(1, |(version, _)| version.parse().unwrap_or(0))
}

/// The state is not that of the fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Differs {
    /// The version of the rules by which the fingerprint was made; 0 if it has none.
    pub version: u32,
}

impl State {
    /// The fingerprint of the position, the same on every machine; equal states have equal ones. To compare with a
    /// stored one, use [`State::verify`].
    pub fn fingerprint(&self) -> String {
        self.fingerprint_by(RULES_VERSION)
    }

    /// Checks that a fingerprint, which may be of an older version of the rules, is of this state.
    pub fn verify(&self, fingerprint: &str) -> Result<(), Differs> {
        self.verify_by(RULES_VERSION, fingerprint)
    }

    /// The same in a program whose rules have version `newest`. From version 2 on all fingerprints hash the
    /// same canonical bytes; the version only names the rules that led to the position.
    fn verify_by(&self, newest: u32, fingerprint: &str) -> Result<(), Differs> {
        let version = version_of(fingerprint);
        let same = match version {
            1 => digest(&first::bytes(self)) == fingerprint,
            version if (2..=newest).contains(&version) => self.fingerprint_by(version) == fingerprint,
            _ => false,
        };
        if same { Ok(()) } else { Err(Differs { version }) }
    }

    fn fingerprint_by(&self, version: u32) -> String {
        format!("{version}.{}", digest(&self.canonical_bytes()))
    }

    /// The bytes that the fingerprint hashes, as `docs/position-format.md` of the repository describes them.
    pub fn canonical_bytes(&self) -> Vec<u8> {
        let mut w = Writer(Vec::with_capacity(1024));
        w.options(&self.options);
        w.byte(0x10, self.turn);
        w.byte(0x11, self.phase as u8);
        w.flag(0x12, self.ending);
        w.units(self);
        w.marks(self);
        w.markers(self);
        w.schedule(self);
        w.objectives(self);
        w.pile(self);
        if let Some(combat) = &self.combat {
            w.combat(combat);
        }
        w.0
    }
}

/// The first eight bytes of the SHA-256.
fn digest(bytes: &[u8]) -> String {
    let digest = sha2::Sha256::digest(bytes);
    let first = digest.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte));
    format!("{first:016x}")
}

/// Writes fields: a tag, the length in two bytes, little-endian, and the bytes.
struct Writer(Vec<u8>);

impl Writer {
    /// A field, left out if it is empty.
    fn field(&mut self, tag: u8, fill: impl FnOnce(&mut Vec<u8>)) {
        let start = self.0.len();
        self.0.extend([tag, 0, 0]);
        fill(&mut self.0);
        let len = (self.0.len() - start - 3) as u16;
        if len == 0 {
            self.0.truncate(start);
        } else {
            self.0[start + 1..start + 3].copy_from_slice(&len.to_le_bytes());
        }
    }

    fn byte(&mut self, tag: u8, value: u8) {
        self.field(tag, |out| out.push(value));
    }

    /// A number, left out if it is 0.
    fn number(&mut self, tag: u8, value: u8) {
        if value > 0 {
            self.byte(tag, value);
        }
    }

    fn flag(&mut self, tag: u8, value: bool) {
        self.number(tag, u8::from(value));
    }

    fn hexes(&mut self, tag: u8, hexes: impl Iterator<Item = Hex>) {
        self.field(tag, |out| hexes.for_each(|hex| push_hex(out, hex)));
    }

    fn set(&mut self, tag: u8, units: UnitSet) {
        self.field(tag, |out| out.extend(units.iter().map(unit_byte)));
    }

    /// A value for each unit that has one: the unit's byte, then the value.
    fn each(&mut self, tag: u8, value: impl Fn(UnitId) -> Option<u8>) {
        self.field(tag, |out| {
            for unit in UnitId::all() {
                if let Some(value) = value(unit) {
                    out.extend([unit_byte(unit), value]);
                }
            }
        });
    }

    fn options(&mut self, options: &Options) {
        if options.edition != Options::default().edition {
            self.byte(0x01, options.edition as u8);
        }
        for switch in SWITCHES {
            self.flag(switch.tag, switch.is_on(options) != switch.standard);
        }
    }

    fn units(&mut self, s: &State) {
        self.field(0x20, |out| {
            for unit in UnitId::all() {
                if let Some(hex) = s.hex(unit) {
                    out.push(unit_byte(unit));
                    push_hex(out, hex);
                }
            }
        });
        for (tag, place) in [(0x21, Place::Waiting), (0x22, Place::Scheduled), (0x23, Place::Dead)] {
            self.set(tag, UnitId::all().filter(|&u| s.place(u) == place).collect());
        }
        self.each(0x24, |u| s.return_turn(u));
        self.each(0x25, |u| Some(s.steps_lost(u)).filter(|&lost| lost > 0));
        let in_play = |u: UnitId| matches!(s.place(u), Place::On(_) | Place::Waiting);
        self.each(0x26, |u| match s.face(u).filter(|_| in_play(u))? {
            Face::Up(counter) => Some(counter.index() as u8),
            Face::Untried(_) => None,
        });
        self.each(0x27, |u| match s.face(u).filter(|_| in_play(u))? {
            Face::Untried(kind @ (Kind::Tank | Kind::Mechanised)) => Some(kind as u8),
            _ => None,
        });
        self.each(0x28, |u| Some(s.spent[u.index()]).filter(|&spent| spent > 0));
        self.each(0x29, |u| s.origin(u).map(|origin| direction_byte(origin.direction())));
        self.each(0x2A, |u| Some(s.pile_draw(u)).filter(|&draw| u.is_division() && draw > 0));
    }

    fn marks(&mut self, s: &State) {
        let m = &s.marks;
        let sets = [
            m.disrupted,
            m.entered,
            m.unsupplied,
            m.no_loc,
            m.moved,
            m.stopped,
            m.halted,
            m.rode,
            m.attacked,
            m.defended,
            m.retreated,
        ];
        for (tag, set) in (0x30..).zip(sets) {
            self.set(tag, set);
        }
        self.set(0x3B, s.group.units);
        self.hexes(0x3C, s.group.start.into_iter());
        self.flag(0x3D, s.group.entering);
        self.hexes(0x3E, s.group.cuttable.into_iter());
        self.set(0x3F, s.marching);
        self.set(0x40, s.standing[0]);
        self.set(0x41, s.standing[1]);
    }

    fn markers(&mut self, s: &State) {
        self.hexes(0x50, s.air_markers());
        self.hexes(0x51, s.soviet_marker.into_iter());
        self.number(0x52, s.soviet_marker_uses);
        self.hexes(0x53, s.rail_cuts());
        self.hexes(0x54, s.repaired.iter());
        self.number(0x55, s.rail_used);
    }

    fn schedule(&mut self, s: &State) {
        self.flag(0x60, s.scheduled);
        self.field(0x61, |out| {
            let owed = s.owed.as_flattened();
            out.extend((0u8..).zip(owed).filter(|&(_, &n)| n > 0).flat_map(|(place, &n)| [place, n]));
        });
        self.number(0x62, s.provisional.unwrap_or(0));
        self.number(0x63, s.front);
        self.number(0x64, s.front_this_turn);
        self.number(0x65, s.evacuations);
        self.flag(0x66, s.evacuated_this_turn);
    }

    fn objectives(&mut self, s: &State) {
        let held = data().victory.objective_hexes().iter().copied();
        self.hexes(0x70, held.filter(|&hex| s.controller(hex) == Some(Side::German)));
        self.number(0x71, s.smolensk_since.unwrap_or(0));
        self.field(0x72, |out| out.extend((0..16u8).filter(|&n| s.occupied_objectives.contains(n.into()))));
        self.number(0x73, s.recaptures);
    }

    fn pile(&mut self, s: &State) {
        self.field(0x80, |out| {
            let buried = (0u8..).zip(&s.memory.buried).filter(|&(_, &buried)| buried > 0);
            out.extend(buried.flat_map(|(counter, &buried)| [counter, buried]));
        });
        for (tag, kind) in [(0x81, Kind::Rifle), (0x82, Kind::Tank), (0x83, Kind::Mechanised)] {
            self.field(tag, |out| out.extend(s.unseen(kind)));
        }
        self.number(0x84, s.memory.pile_draws);
        self.field(0x85, |out| out.extend(s.memory.log.bytes()));
        if s.memory.next_slot != [0, 0] {
            self.field(0x86, |out| out.extend(s.memory.next_slot));
        }
    }

    fn combat(&mut self, combat: &Combat) {
        self.field(0x90, |out| {
            out.extend([u8::from(combat.overrun), combat.attacker as u8, combat.result as u8]);
        });
        self.hexes(0x91, combat.targets.iter());
        self.hexes(0x92, combat.origins.iter());
        self.set(0x93, combat.attackers);
        self.set(0x94, combat.defenders);
        self.set(0x95, combat.advanced);
        self.field(0x96, |out| {
            for path in combat.paths.iter().flatten() {
                push_hex(out, path.left);
                push_hex_or_none(out, path.passed);
            }
        });
        let StageParts { number, side, n, waiting, way, .. } = combat.stage.parts();
        self.field(0x97, |out| out.extend([number, side as u8, n.unwrap_or(0)]));
        self.set(0x98, waiting.unwrap_or_default());
        if let Some(Way { units, left, passed, at, steps }) = way {
            self.set(0x99, units);
            self.field(0x9A, |out| {
                push_hex(out, left);
                push_hex_or_none(out, passed);
                push_hex(out, at);
                out.push(steps);
            });
        }
    }
}

/// A unit by its number: German units and Leaders in the order of `data/counters.json`, then r1…, a1….
const fn unit_byte(unit: UnitId) -> u8 {
    unit.index() as u8
}

/// 0 for N, then clockwise.
const fn direction_byte(direction: Direction) -> u8 {
    direction as u8
}

/// Column and row, a byte each.
fn push_hex(out: &mut Vec<u8>, hex: Hex) {
    out.extend([hex.column() as u8, hex.row() as u8]);
}

fn push_hex_or_none(out: &mut Vec<u8>, hex: Option<Hex>) {
    match hex {
        Some(hex) => push_hex(out, hex),
        None => out.extend([0, 0]),
    }
}

#[cfg(test)]
mod tests {
    use super::{Differs, RULES_VERSION, digest, first};
    use crate::game::state::State;

    /// Old fingerprints stay valid when the version of the rules is raised.
    #[test]
    fn every_older_fingerprint_of_a_state_is_known_to_newer_rules() {
        let state = State::from_text("{}").unwrap();
        let other = State::from_text(r#"{"turn": 2}"#).unwrap();
        let first = |state: &State| digest(&first::bytes(state));
        for newest in RULES_VERSION..RULES_VERSION + 3 {
            let older = (2..=newest).map(|version| (version, state.fingerprint_by(version)));
            for (version, fingerprint) in older.chain([(1, first(&state))]) {
                assert_eq!(state.verify_by(newest, &fingerprint), Ok(()), "{fingerprint} by {newest}");
                assert_eq!(other.verify_by(newest, &fingerprint), Err(Differs { version }), "{fingerprint}");
            }
            let future = state.fingerprint_by(newest + 1);
            assert_eq!(state.verify_by(newest, &future), Err(Differs { version: newest + 1 }));
        }
        for nonsense in ["", ".", "2.", "+2.dbda174e8ed75979", "02.dbda174e8ed75979", "0.dbda174e8ed75979"] {
            assert!(state.verify(nonsense).is_err(), "{nonsense}");
        }
    }
}
