//! The bytes that fingerprints of version 1 hashed, kept so that old records can be verified.
//!
//! They were what `#[derive(Hash)]` wrote of the state as it was laid out then: arrays and lists with their
//! length in eight bytes, `Option`s and most enums with their discriminant in eight, numbers little-endian.

use crate::game::action::HexList;
use crate::game::state::{Combat, Face, Place, StageParts, State, Way};
use crate::hex::{COLUMNS, Hex, HexSet};
use crate::unit::{Kind, Side, UNITS, UnitId, UnitSet};

pub(super) fn bytes(s: &State) -> Vec<u8> {
    let mut w = Bytes(Vec::with_capacity(8192));
    // The options that existed then.
    let o = s.options;
    w.0.extend([o.edition as u8, o.rail_cut.into(), o.leader_evacuation.into(), o.historical_draw.into()]);
    w.0.push(s.turn);
    w.number(s.phase as u64);
    w.0.push(s.ending.into());
    w.number(UNITS as u64);
    UnitId::all().for_each(|u| w.0.extend(place(s.place(u)).to_le_bytes()));
    w.list(&UnitId::all().map(|u| face(s, u)).collect::<Vec<_>>());
    w.list(&s.spent);
    w.list(
        &UnitId::all()
            .map(|u| s.origin(u).map_or(0, |origin| origin.direction() as u8 + 1))
            .collect::<Vec<_>>(),
    );
    let m = &s.marks;
    for set in [&m.disrupted, &m.entered, &m.unsupplied, &m.no_loc, &m.moved, &m.stopped, &m.halted] {
        w.units(set);
    }
    for set in [&m.rode, &m.attacked, &m.defended, &m.retreated, &s.group.units] {
        w.units(set);
    }
    w.hex_or_none(s.group.start);
    w.0.push(s.group.entering.into());
    w.hex_or_none(s.group.cuttable);
    w.units(&s.marching);
    w.number(2);
    s.standing.iter().for_each(|army| w.units(army));
    for sets in [Side::BOTH.map(|side| *s.occupied(side)), s.sources(), Side::BOTH.map(|side| *s.zones(side))]
    {
        w.number(2);
        sets.iter().for_each(|set| w.hexes(set));
    }
    w.number(3);
    s.air.iter().for_each(|&hex| w.hex_or_none(hex));
    w.hex_or_none(s.soviet_marker);
    w.0.push(s.soviet_marker_uses);
    w.number(6);
    s.cuts.iter().for_each(|&hex| w.hex_or_none(hex));
    w.hex_list(&s.repaired);
    w.0.extend([s.rail_used, s.scheduled.into()]);
    w.number(4);
    s.owed.iter().for_each(|row| w.list(row));
    w.option(s.provisional.is_some());
    w.0.extend(s.provisional);
    w.0.extend([s.front_this_turn, s.front]);
    w.0.extend(s.control.bits().to_le_bytes());
    w.0.push(s.smolensk_since.unwrap_or(0));
    w.0.extend(s.occupied_objectives.bits().to_le_bytes());
    w.0.extend([s.recaptures, s.evacuations, s.evacuated_this_turn.into()]);
    w.list(&s.memory.buried);
    w.list(&s.memory.unseen);
    w.list(&s.memory.unseen_len);
    w.list(&s.memory.cup);
    w.0.push(s.memory.pile_draws);
    w.list(&s.memory.drawn);
    w.list(&s.memory.next_slot);
    let (len, log) = s.memory.log.whole();
    w.0.extend(len.to_le_bytes());
    w.list(log);
    w.option(s.combat.is_some());
    if let Some(combat) = &s.combat {
        w.combat(combat);
    }
    w.0
}

/// A place in two bytes: the hex in the order of columns, or what the place is.
fn place(place: Place) -> u16 {
    match place {
        Place::On(hex) => hex.index() as u16,
        Place::Off => 0xFFFF,
        Place::Scheduled => 0xFFFE,
        Place::Waiting => 0xFFFD,
        Place::Dead => 0xFFFC,
        Place::Evacuated => 0xFFFB,
    }
}

/// One byte with three meanings: what a division shows, steps lost, the turn of an evacuated Leader's return.
fn face(s: &State, unit: UnitId) -> u8 {
    match s.face(unit) {
        Some(Face::Up(counter)) => counter.index() as u8,
        Some(Face::Untried(Kind::Tank)) => 201,
        Some(Face::Untried(Kind::Mechanised)) => 202,
        Some(Face::Untried(_)) => 200,
        None if unit.is_leader() => s.return_turn(unit).unwrap_or(0),
        None => s.steps_lost(unit),
    }
}

struct Bytes(Vec<u8>);

impl Bytes {
    fn number(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    fn option(&mut self, is_some: bool) {
        self.number(is_some.into());
    }

    fn list(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend(bytes);
    }

    fn units(&mut self, set: &UnitSet) {
        self.number(4);
        set.words().into_iter().for_each(|word| self.number(word));
    }

    fn hexes(&mut self, set: &HexSet) {
        self.number(COLUMNS.into());
        (1..=COLUMNS).for_each(|column| self.0.extend(set.rows(column).to_le_bytes()));
    }

    fn hex(&mut self, hex: Hex) {
        self.0.extend((hex.index() as u16 + 1).to_le_bytes());
    }

    fn hex_or_none(&mut self, hex: Option<Hex>) {
        self.option(hex.is_some());
        hex.into_iter().for_each(|hex| self.hex(hex));
    }

    fn hex_list<const N: usize>(&mut self, list: &HexList<N>) {
        self.0.push(list.len() as u8);
        list.iter().for_each(|hex| self.hex(hex));
    }

    fn way(&mut self, way: &Way) {
        self.units(&way.units);
        self.hex(way.left);
        self.hex_or_none(way.passed);
        self.hex(way.at);
        self.0.push(way.steps);
    }

    fn combat(&mut self, combat: &Combat) {
        self.0.extend([combat.overrun.into(), combat.attacker as u8]);
        self.hex_list(&combat.targets);
        self.hex_list(&combat.origins);
        self.units(&combat.attackers);
        self.units(&combat.defenders);
        self.number(combat.result as u64);
        let StageParts { number, side, n, waiting, way, .. } = combat.stage.parts();
        self.number(number.into());
        self.0.push(side as u8);
        self.0.extend(n);
        if let Some(waiting) = waiting {
            self.units(&waiting);
        }
        if let Some(way) = way {
            self.way(&way);
        }
        self.number(6);
        for path in &combat.paths {
            self.option(path.is_some());
            if let Some(path) = path {
                self.hex(path.left);
                self.hex_or_none(path.passed);
            }
        }
        self.units(&combat.advanced);
    }
}
