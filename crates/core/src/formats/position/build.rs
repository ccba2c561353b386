//! From a position to a state: the check that lists all problems.

use super::{BadPosition, Diagram, GroupText, Position, Problem, UnitText, Written, short};
use crate::data::data;
use crate::data::tables::ObjectiveHexes;
use crate::game::action::HexList;
use crate::game::state::{Combat, Face, Group, Origin, Phase, Place, Stage, StageParts, State, owed_row};
use crate::hex::Hex;
use crate::rules::interdiction::{AIR_MARKERS, SOVIET_MARKER_USES};
use crate::rules::leaders::EVACUATIONS;
use crate::rules::movement::rail::{CUT_MARKERS, RAIL_CAPACITY};
use crate::rules::sequence::TURNS;
use crate::rules::untried::CounterSet;
use crate::rules::untried::pile::{PileEvent, PileLog};
use crate::unit::{CounterId, Kind, Side, UnitId, UnitSet};
use std::fmt;

impl TryFrom<&Position> for State {
    type Error = BadPosition;
    fn try_from(position: &Position) -> Result<State, BadPosition> {
        build(position)
    }
}

impl TryFrom<&Diagram> for State {
    type Error = BadPosition;
    fn try_from(diagram: &Diagram) -> Result<State, BadPosition> {
        build(diagram)
    }
}

fn build<U: Written>(position: &Position<U>) -> Result<State, BadPosition> {
    let mut builder =
        Builder { state: State::blank(position.options), named: CounterSet::default(), problems: Vec::new() };
    builder.game(position);
    builder.place_units(position);
    builder.markers(position);
    builder.objectives(position);
    builder.piles(position);
    builder.marks(position);
    builder.whole(position);
    if builder.problems.is_empty() { Ok(builder.state) } else { Err(BadPosition(builder.problems)) }
}

/// Builds a state and collects problems.
struct Builder {
    state: State,
    /// Counters that units or the dead pile name.
    named: CounterSet,
    problems: Vec<Problem>,
}

impl Builder {
    fn wrong(&mut self, field: impl fmt::Display, what: impl Into<String>) {
        self.problems.push(Problem { field: field.to_string(), what: what.into() });
    }

    fn at_most(&mut self, field: &str, value: u8, most: u8) {
        if value > most {
            self.wrong(field, format!("is {value}; expected at most {most}"));
        }
    }

    fn game<U: Written>(&mut self, p: &Position<U>) {
        if !U::FORMATS.contains(&p.format.as_str()) {
            self.wrong("format", format!("is '{}'; expected '{}'", short(&p.format), U::FORMATS[0]));
        }
        if !(1..=TURNS).contains(&p.turn) {
            self.wrong("turn", format!("is {}; expected 1 to {TURNS}", p.turn));
        }
        if matches!(p.phase, Phase::SovietSetUp | Phase::GermanSetUp) && p.turn != 1 {
            self.wrong("phase", "set-up is on turn 1");
        }
        if p.phase == Phase::Evacuation && !p.options.leader_evacuation {
            self.wrong("phase", "there is no evacuation without the option leader_evacuation");
        }
        if p.phase == Phase::SovietInterdiction && p.turn == TURNS {
            self.wrong("phase", "there is no Soviet Interdiction Phase on turn 12 [13.41]");
        }
        if p.phase == Phase::GameOver && p.turn != TURNS {
            self.wrong("phase", "the game is over only after turn 12 [15.0]");
        }
        self.at_most("front", p.front, data().schedule.front_per_game());
        self.at_most("front_this_turn", p.front_this_turn, data().schedule.front_per_turn().min(p.front));
        self.at_most("soviet_marker_uses", p.soviet_marker_uses, SOVIET_MARKER_USES);
        self.at_most("rail_used", p.rail_used, RAIL_CAPACITY);
        self.at_most("evacuations", p.evacuations, EVACUATIONS);
        self.at_most("smolensk_since", p.smolensk_since, p.turn.min(TURNS));
        // Each city once a turn at most.
        let cities = data().victory.objectives().iter().filter(|objective| objective.recapture).count();
        self.at_most("recaptures", p.recaptures, cities as u8 * TURNS);
        if let Some(die) = p.provisional
            && !(1..=6).contains(&die)
        {
            self.wrong("provisional", format!("is {die}; expected a die, 1 to 6"));
        }
        let s = &mut self.state;
        s.turn = p.turn.clamp(1, TURNS);
        s.phase = p.phase;
        s.ending = p.ending;
        s.scheduled = p.schedule;
        s.provisional = p.provisional;
        s.front = p.front;
        s.front_this_turn = p.front_this_turn;
        s.rail_used = p.rail_used;
        s.recaptures = p.recaptures;
        s.evacuations = p.evacuations;
        s.evacuated_this_turn = p.evacuated_this_turn;
        for (&area, owed) in &p.owed {
            match owed_row(area) {
                Some(row) => {
                    // The schedule never brings more than sixty of a type.
                    self.at_most(&format!("owed.{area}.rifle"), owed.rifle, 60);
                    self.at_most(&format!("owed.{area}.armoured"), owed.armoured, 20);
                    self.state.owed[row] = [owed.rifle, owed.armoured];
                }
                None => self.wrong(format_args!("owed.{area}"), "is no Soviet area: expected V, W, X or Z"),
            }
        }
    }

    fn place_units<U: Written>(&mut self, p: &Position<U>) {
        let mut wanted: Vec<(String, UnitText, Place)> = Vec::new();
        for (&hex, units) in &p.units {
            if data().map.lakes().contains(hex) {
                self.wrong(format_args!("units.{hex}"), "is a lake; nobody can be there [6.7c]");
            }
            for (n, text) in units.iter().enumerate() {
                self.read_units(format!("units.{hex}[{n}]"), text, Place::On(hex), &mut wanted);
            }
        }
        for (n, text) in p.waiting.iter().enumerate() {
            self.read_units(format!("waiting[{n}]"), text, Place::Waiting, &mut wanted);
        }
        for (field, list, place) in
            [("scheduled", &p.scheduled, Place::Scheduled), ("dead", &p.dead, Place::Dead)]
        {
            for (n, text) in list.iter().enumerate() {
                let before = wanted.len();
                self.read_units(format!("{field}[{n}]"), text, place, &mut wanted);
                if wanted[before..].iter().any(|(_, u, _)| u.is_division()) {
                    self.wrong(format_args!("{field}[{n}]"), "Soviet divisions belong in owed or dead_pile");
                    wanted.truncate(before);
                }
            }
        }
        for entry in &p.dead_pile {
            self.named.insert(entry.counter.id());
        }
        for counter in wanted.iter().filter_map(|(_, text, _)| text.counter()) {
            self.named.insert(counter);
        }
        // Named slots first, so that unnamed divisions take what is left.
        wanted.sort_by_key(|(_, text, _)| text.unit.is_none());
        for (field, text, place) in &wanted {
            self.place_unit(field, text, *place);
        }
        for (name, &turn) in &p.evacuated {
            match data().roster.parse_unit(name).filter(|u| u.is_leader()) {
                Some(leader) => {
                    if self.state.place(leader) == Place::Off {
                        self.state.relocate(leader, Place::Evacuated);
                    }
                    if !(2..=TURNS + 1).contains(&turn) {
                        self.wrong(format_args!("evacuated.{name}"), "expected a turn, 2 to 13");
                    }
                    self.state.set_return_turn(leader, turn);
                }
                None => self.wrong(format_args!("evacuated.{}", short(name)), "is no Leader"),
            }
        }
        for hex in p.units.keys() {
            if self.state.occupied(Side::German).contains(*hex)
                && self.state.occupied(Side::Soviet).contains(*hex)
            {
                self.wrong(format_args!("units.{hex}"), "holds units of both sides [6.21]");
            }
        }
    }

    fn read_units<U: Written>(
        &mut self,
        field: String,
        written: &U,
        place: Place,
        wanted: &mut Vec<(String, UnitText, Place)>,
    ) {
        match written.read() {
            Ok(units) => wanted.extend(units.into_iter().map(|u| (field.clone(), u, place))),
            Err(what) => self.wrong(field, what),
        }
    }

    fn place_unit(&mut self, field: &str, text: &UnitText, place: Place) {
        let Some(unit) = text.unit.or_else(|| self.free_slot(text.kind)) else {
            self.wrong(field, "there are more divisions of that type than counters");
            return;
        };
        if self.state.place(unit) != Place::Off {
            self.wrong(field, format!("{unit} is named twice"));
            return;
        }
        if let Err(what) = self.set_face(unit, text) {
            self.wrong(field, what);
            return;
        }
        self.state.relocate(unit, place);
        for what in text.mark(&mut self.state, unit, place) {
            self.wrong(field, what);
        }
    }

    fn free_slot(&self, kind: Option<Kind>) -> Option<UnitId> {
        let armoured = kind.is_some_and(Kind::is_armoured);
        UnitSet::DIVISION
            .iter()
            .find(|&u| u.is_armoured_slot() == armoured && self.state.place(u) == Place::Off)
    }

    fn set_face(&mut self, unit: UnitId, text: &UnitText) -> Result<(), String> {
        if !unit.is_division() {
            return match text.strength {
                Some(_) => Err(format!("{unit} has no strength to choose")),
                None => Ok(()),
            };
        }
        let kind = match (unit.is_armoured_slot(), text.kind) {
            (false, None | Some(Kind::Rifle)) => Kind::Rifle,
            (true, Some(kind)) if kind.is_armoured() => kind,
            (true, _) => return Err(format!("{unit} needs its kind: tank or mechanised")),
            (false, _) => return Err(format!("{unit} is a rifle division")),
        };
        let Some((attack, defense, copy)) = text.strength else {
            self.state.set_face(unit, Face::Untried(kind));
            return Ok(());
        };
        if (attack, defense) == (0, 0) {
            return Err("a division without strength is removed when it is revealed [12.3]".to_owned());
        }
        let up = self.state.face_up();
        let roster = &data().roster;
        let fits = |c: CounterId| match copy {
            Some(copy) => roster.counter(c).copy == copy,
            // Any counter that neither a unit nor the dead pile names.
            None => !self.named.contains(c),
        };
        let counter = roster.counters_matching(kind, attack, defense).find(|&c| !up.contains(c) && fits(c));
        match counter {
            Some(counter) => {
                self.state.set_face(unit, Face::Up(counter));
                Ok(())
            }
            None => Err(format!("there is no {kind} counter {attack}-{defense} left")),
        }
    }

    fn markers<U: Written>(&mut self, p: &Position<U>) {
        let distinct = |hexes: &[Hex]| hexes.iter().enumerate().all(|(n, h)| !hexes[..n].contains(h));
        if p.air.len() > AIR_MARKERS || !distinct(&p.air) {
            self.wrong("air", "expected at most three different hexes [13.1, 13.33]");
        }
        if p.rail_cuts.len() > CUT_MARKERS || !distinct(&p.rail_cuts) {
            self.wrong("rail_cuts", "expected at most six different hexes [6.37]");
        }
        if p.rail_repaired.len() > CUT_MARKERS || !distinct(&p.rail_repaired) {
            self.wrong("rail_repaired", "expected at most six different hexes [6.37]");
        }
        let rails = data().map.rail_hexes();
        for (field, hexes) in [("rail_cuts", &p.rail_cuts), ("rail_repaired", &p.rail_repaired)] {
            for hex in hexes.iter().filter(|&&h| !rails.contains(h)) {
                self.wrong(field, format!("{hex} is no rail hex"));
            }
        }
        if p.soviet_marker.is_some() && p.soviet_marker_uses == 0 {
            self.wrong("soviet_marker_uses", "must count the marker that is on the map");
        }
        let s = &mut self.state;
        for (slot, &hex) in s.air.iter_mut().zip(&p.air) {
            *slot = Some(hex);
        }
        s.air.sort_unstable_by_key(|m| m.map_or(usize::MAX, Hex::index));
        for (slot, &hex) in s.cuts.iter_mut().zip(&p.rail_cuts) {
            *slot = Some(hex);
        }
        s.cuts.sort_unstable_by_key(|m| m.map_or(usize::MAX, Hex::index));
        s.repaired = HexList::collect(p.rail_repaired.iter().copied()).unwrap_or(HexList::EMPTY);
        s.soviet_marker = p.soviet_marker;
        s.soviet_marker_uses = p.soviet_marker_uses;
    }

    fn objectives<U: Written>(&mut self, p: &Position<U>) {
        let victory = &data().victory;
        if let Some(hexes) = &p.german_control {
            self.state.control = ObjectiveHexes::EMPTY;
            for &hex in hexes {
                match victory.objective_hex_index(hex) {
                    Some(n) => self.state.control.insert(n),
                    None => self.wrong("german_control", format!("{hex} is no objective hex [15.11]")),
                }
            }
            for &hex in victory.objective_hexes() {
                let n = victory.objective_hex_index(hex).unwrap_or(0);
                let german = self.state.control.contains(n);
                let holder = Side::BOTH.into_iter().find(|&s| self.state.occupied(s).contains(hex));
                if holder.is_some_and(|side| (side == Side::German) != german) {
                    self.wrong(
                        "german_control",
                        format!("{hex} is under the control of the unit in it [15.11]"),
                    );
                }
            }
        }
        let german = victory.hexes_of(victory.smolensk()).is_within(self.state.control);
        self.state.smolensk_since = match (german, p.smolensk_since) {
            (true, 0) => Some(self.state.turn),
            (true, since) => Some(since),
            (false, since) => {
                if since > 0 {
                    self.wrong("smolensk_since", "Smolensk is not German");
                }
                None
            }
        };
        for id in &p.occupied {
            match victory.objectives().iter().position(|o| o.id == *id) {
                Some(n) => self.state.occupied_objectives.insert(n),
                None => self.wrong("occupied", format!("'{}' is no objective", short(id))),
            }
        }
    }

    fn piles<U: Written>(&mut self, p: &Position<U>) {
        let mut dead = [0u8; 3];
        let row = |kind: Kind| match kind {
            Kind::Tank => 1,
            Kind::Mechanised => 2,
            _ => 0,
        };
        let up = self.state.face_up();
        self.at_most("pile_draws", p.pile_draws, 250);
        let draws = p.pile_draws.min(250);
        self.state.memory.pile_draws = draws;
        for (n, entry) in p.dead_pile.iter().enumerate() {
            let id = entry.counter.id();
            if up.contains(id) || self.state.memory.buried[id.index()] > 0 {
                self.wrong(format_args!("dead_pile[{n}]"), "that counter is on the map, or named twice");
                continue;
            }
            if !(1..=draws + 1).contains(&entry.buried) {
                self.wrong(format_args!("dead_pile[{n}]"), "was buried before more draws than were made");
                continue;
            }
            self.state.memory.buried[id.index()] = entry.buried;
        }
        for (&kind, unseen) in &p.dead_unseen {
            let range = data().roster.counters_of(kind);
            let field = format!("dead_unseen.{kind}");
            if kind.side() == Side::German || kind == Kind::Leader {
                self.wrong(field, "expected rifle, tank or mechanised");
                continue;
            }
            if unseen.len() > range.len() || unseen.iter().any(|b| !(1..=draws + 1).contains(b)) {
                self.wrong(field, "expected for each counter the draws made before, plus one");
                continue;
            }
            self.state.memory.unseen[range.start..range.start + unseen.len()].copy_from_slice(unseen);
            self.state.memory.unseen_len[row(kind)] = unseen.len() as u8;
        }
        let mut draw_taken = [false; 256];
        for unit in UnitSet::DIVISION {
            let draw = self.state.pile_draw(unit);
            if draw > draws || (draw > 0 && std::mem::replace(&mut draw_taken[draw as usize], true)) {
                self.wrong("units", format!("{unit}: 'pile {draw}' was not drawn, or by another division"));
            }
        }
        // Every counter is in one place: in play, in the pile, or in the cup. Divisions drawn from the pile took
        // one of its counters with them.
        for kind in [Kind::Rifle, Kind::Tank, Kind::Mechanised] {
            let buried = data().roster.counters_of(kind).filter(|&c| self.state.memory.buried[c] > 0).count();
            let all_dead = buried + self.state.unseen(kind).len();
            let taken = UnitSet::DIVISION
                .iter()
                .filter(|&u| matches!(self.state.place(u), Place::On(_) | Place::Waiting))
                .filter(|&u| self.state.kind(u) == kind && self.state.pile_draw(u) > 0)
                .count();
            if taken > all_dead {
                self.wrong("dead_pile", format!("{taken} {kind} divisions came from a pile of {all_dead}"));
            }
            dead[row(kind)] = all_dead.saturating_sub(taken) as u8;
            let in_play = self.state.count_in_play(kind);
            if in_play + dead[row(kind)] as usize > data().roster.counters_of(kind).len() {
                self.wrong("units", format!("there are more {kind} divisions than counters"));
            }
        }
        self.state.fill_cup(dead);
        self.pile_log(p);
        for pool in 0..2 {
            let slots = [crate::unit::RIFLE_SLOTS, crate::unit::ARMOURED_SLOTS][pool];
            if p.next[pool] as usize >= slots {
                self.wrong(format_args!("next[{pool}]"), format!("expected 0 to {}", slots - 1));
            } else {
                self.state.memory.next_slot[pool] = p.next[pool];
            }
        }
    }

    /// The history of the pile as given, or the simplest one that fits.
    fn pile_log<U: Written>(&mut self, p: &Position<U>) {
        if !p.pile_log.is_empty() {
            match PileLog::from_bytes(&p.pile_log) {
                Some(log) => self.state.memory.log = log,
                None => self.wrong("pile_log", "cannot be read: leave it out to have one made"),
            }
            return;
        }
        let mut log = PileLog::new();
        for time in 1..=self.state.memory.pile_draws.saturating_add(1) {
            for counter in CounterId::all().filter(|c| self.state.memory.buried[c.index()] == time) {
                log.push(PileEvent::Seen(counter));
            }
            for kind in [Kind::Rifle, Kind::Tank, Kind::Mechanised] {
                for _ in self.state.unseen(kind).iter().filter(|&&buried| buried == time) {
                    log.push(PileEvent::Unseen(kind));
                }
            }
            let drawn = |u: &UnitId| self.state.pile_draw(*u) == time && self.state.hex(*u).is_some();
            if let Some(unit) = UnitSet::DIVISION.iter().find(drawn) {
                log.push(PileEvent::Drawn(self.state.kind(unit), time));
            }
        }
        self.state.memory.log = log;
    }

    /// Sets of units named in lists.
    fn set(&mut self, field: &str, names: &[String]) -> UnitSet {
        let mut set = UnitSet::EMPTY;
        for (n, name) in names.iter().enumerate() {
            match data().roster.parse_unit(name) {
                Some(unit) if matches!(self.state.place(unit), Place::On(_) | Place::Waiting) => {
                    set.insert(unit)
                }
                Some(unit) => self.wrong(format_args!("{field}[{n}]"), format!("{unit} is not on the map")),
                None => self.wrong(format_args!("{field}[{n}]"), format!("'{}' is no unit", short(name))),
            }
        }
        set
    }

    fn marks<U: Written>(&mut self, p: &Position<U>) {
        let units = self.set("group.units", &p.group.units);
        if !units.is_within(&self.state.marks.moved) {
            self.wrong("group.units", "units of the active group have moved");
        }
        if units.is_empty() != p.group.start.is_none() {
            // A group whose units have all died keeps its start; a start without a group is harmless.
            if p.group.start.is_none() {
                self.wrong("group.start", "is needed for a group");
            }
        }
        if let Some(hex) = p.group.cuttable
            && (!data().map.rail_hexes().contains(hex) || !p.options.rail_cut)
        {
            self.wrong("group.cuttable", "is no rail hex, or rail cuts are off");
        }
        let movement = p.phase.is_movement();
        if !movement && (p.group != GroupText::default() || !self.state.marks.moved.is_empty()) {
            self.wrong("group", "there is a group, or a unit that moved, only in a Movement Phase");
        }
        self.state.group =
            Group { units, start: p.group.start, entering: p.group.entering, cuttable: p.group.cuttable };
        self.state.marching = self.set("marching", &p.marching);
        self.state.standing =
            [self.set("standing[0]", &p.standing[0]), self.set("standing[1]", &p.standing[1])];
        for unit in self.state.marching {
            let left = self.state.origin(unit).map(|origin| Origin::Marched(origin.direction()));
            self.state.set_origin(unit, left);
        }
        let first_turn = [self.state.marching, self.state.standing[0], self.state.standing[1]];
        if first_turn.iter().any(|set| !set.is_empty() && (p.turn != 1 || !set.is_within(&UnitSet::SOVIET))) {
            self.wrong("marching", "the first turn's rules are for Soviet units on turn 1 [5.2]");
        }
        let early = matches!(
            p.phase,
            Phase::SovietSetUp | Phase::GermanSetUp | Phase::Evacuation | Phase::SovietMovement
        );
        if !early && first_turn.iter().any(|set| !set.is_empty()) {
            self.wrong("marching", "the first turn's rules end with the Soviet Movement Phase [5.2]");
        }
    }

    /// Problems that only the whole position shows.
    fn whole<U: Written>(&mut self, p: &Position<U>) {
        if p.phase.is_combat() && !p.ending {
            // A stack in retreat may stand in a hex too full for it until its owner has chosen [9.73a].
            let making_room = p.combat.and_then(|combat| match combat.stage {
                Stage::MakeRoom { way, .. } => Some(way.at),
                _ => None,
            });
            for hex in
                self.state.overstacked(Side::Soviet).filter(|&h| Some(h) != making_room).collect::<Vec<_>>()
            {
                self.wrong(
                    format_args!("units.{hex}"),
                    "is over the stacking limit, which binds in combat [7.1]",
                );
            }
        }
        if p.ending && self.state.next_overstacked().is_none() && p.combat.is_none() {
            self.wrong("ending", "no stack is over its limit");
        }
        for unit in UnitSet::DIVISION {
            let waiting = self.state.place(unit) == Place::Waiting;
            if waiting && (p.phase != Phase::SovietSetUp || self.state.deployment_hexes(unit).is_empty()) {
                self.wrong("waiting", format!("{unit} can wait only at set-up; use owed for later arrivals"));
            }
        }
        if let Some(combat) = &p.combat {
            self.combat(combat);
        }
        self.snapshot();
        if self.problems.is_empty() && self.state.decision().is_some() && self.state.legal().is_empty() {
            self.wrong("position", "nobody could do anything: the game would be stuck");
        }
    }

    /// [4.2, 11.0a] A Movement Phase in which no unit has acted begins with the supply snapshot. Marks that
    /// were given stay: a saved position has them all, and a handwritten one may suppose more.
    fn snapshot(&mut self) {
        let s = &mut self.state;
        let acted = s.marks.moved.or(&s.marks.halted);
        // The group keeps its start even when all its units have died.
        let begun = !acted.is_empty() || s.group.start.is_some() || s.combat.is_some() || s.ending;
        if self.problems.is_empty() && s.phase.is_movement() && !begun {
            let (unsupplied, no_loc) = s.supply_snapshot(s.phase.side());
            s.marks.unsupplied = s.marks.unsupplied.or(&unsupplied);
            s.marks.no_loc = s.marks.no_loc.or(&no_loc);
        }
    }

    fn combat(&mut self, combat: &Combat) {
        let s = &self.state;
        let phase_fits = if combat.overrun { s.phase.is_movement() } else { s.phase.is_combat() };
        let on_map = |set: UnitSet, side: Side| {
            set.is_within(&UnitSet::side(side)) && set.iter().all(|u| s.hex(u).is_some())
        };
        let enemy = combat.attacker.enemy();
        let in_hexes = |set: UnitSet, hexes: &HexList<6>| {
            set.iter().all(|u| s.hex(u).is_some_and(|h| hexes.contains(h)))
        };
        let fits = phase_fits
            && combat.attacker == s.phase.side()
            && !combat.targets.is_empty()
            && !combat.origins.is_empty()
            && on_map(combat.attackers, combat.attacker)
            && on_map(combat.defenders, enemy)
            && (!combat.overrun || combat.targets.len() == 1)
            && combat.origins.iter().all(|o| combat.targets.iter().all(|t| o.direction_to(t).is_some()));
        let own = |side: Side| if side == combat.attacker { combat.attackers } else { combat.defenders };
        let own_hexes = |side: Side| if side == combat.attacker { &combat.origins } else { &combat.targets };
        let StageParts { side, n, waiting, way, .. } = combat.stage.parts();
        let stage_fits = n.is_none_or(|n| (1..=2).contains(&n))
            && waiting.is_none_or(|waiting| waiting.is_within(&own(side)))
            && match (n, waiting, way) {
                // The victors advance.
                (None, ..) => !combat.overrun && !own(side).is_empty(),
                // Loss or retreat, or which steps.
                (Some(_), None, _) => !own(side).is_empty() && in_hexes(own(side), own_hexes(side)),
                (Some(_), Some(waiting), None) => !waiting.is_empty(),
                (Some(n), Some(_), Some(way)) => {
                    let residents = s.load(s.side_in(side, way.at).without(&way.units));
                    let full = s.load(way.units).excess_over(side, residents) > 0;
                    !way.units.is_empty()
                        && way.units.is_within(&own(side))
                        && way.units.iter().all(|u| s.hex(u) == Some(way.at))
                        && way.steps < n
                        && full == matches!(combat.stage, Stage::MakeRoom { .. })
                        && (full || way.steps > 0)
                }
            };
        if !fits || !stage_fits {
            self.wrong("combat", "does not fit the units on the map and the phase");
            return;
        }
        self.state.combat = Some(*combat);
        if let Stage::Choose { side, n } = combat.stage
            && !self.state.can_retreat(combat.units(side), side, n)
        {
            self.wrong("combat", "there is no choice: a stack has no path of retreat [9.65]");
        }
    }
}
