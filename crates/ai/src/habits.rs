//! How a program plays, counted: what a player would call good or bad habits. `pgg habits` plays games and prints them;
//! docs/laboratory.md defines every count.
//!
//! A [`Watcher`] is shown every action of a game with what happened. What is judged by the position is judged when a
//! Player-Turn is over, that is in the first position of the next one; what is judged by events, as they come.

mod count;
mod exposed;
mod tally;

pub use count::{Count, Turn, Turns};
pub use exposed::{Closing, closings, exposed};
pub use tally::Tally;

use pgg_core::data::tables::{Column, ObjectiveSet};
use pgg_core::rules::sequence::TURNS;
use pgg_core::{Event, Hex, HexSet, Phase, Place, Side, State, UnitId, UnitSet, data};

/// Leaders so near to a German unit are in danger.
const NEAR: u16 = 6;
/// German mechanized units without friends so near are alone.
const ALONE: u16 = 2;
/// So many Soviet divisions so near could set upon them.
const MANY: usize = 6;
const ABOUT: u16 = 3;

/// What is seen of one game.
pub struct Watcher {
    turns: Turns,
    /// How often each column of the combat table was thrown on, by what was fought.
    odds: Odds,
    /// Leaders without a combat unit in their hex when the present fight began.
    lone_leaders: UnitSet,
    /// The fight that is going on.
    fight: Option<(Side, bool)>,
    /// Objectives the Germans had after their last Player-Turn, by number.
    occupied: ObjectiveSet,
    /// What the Soviets were shown when their Player-Turn began.
    shown: Shown,
}

/// Fights by the column of the combat table [9.5]; those in which no die was thrown are not in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Odds {
    /// German attacks.
    pub german_attacks: [u32; Column::ALL.len()],
    /// German overruns.
    pub german_overruns: [u32; Column::ALL.len()],
    /// Soviet attacks.
    pub soviet_attacks: [u32; Column::ALL.len()],
    /// Soviet overruns.
    pub soviet_overruns: [u32; Column::ALL.len()],
}

/// What the Germans left for the Soviet Player-Turn.
#[derive(Clone, Copy)]
struct Shown {
    /// Exposed units.
    exposed: UnitSet,
    /// Of them, those that lost a step since.
    hit: UnitSet,
    /// Mechanized units alone among many divisions.
    pocketed: HexSet,
    /// Of these, the hexes attacked since.
    attacked: HexSet,
}

impl Shown {
    /// Before anything has been seen.
    const NOTHING: Shown = Shown {
        exposed: UnitSet::EMPTY,
        hit: UnitSet::EMPTY,
        pocketed: HexSet::EMPTY,
        attacked: HexSet::EMPTY,
    };

    fn of(state: &State) -> Shown {
        Shown { exposed: exposed(state), pocketed: pocketed(state), ..Shown::NOTHING }
    }
}

impl Watcher {
    /// Of a game that begins.
    pub fn new() -> Watcher {
        Watcher {
            turns: [Turn::NONE; TURNS as usize],
            odds: Odds::default(),
            lone_leaders: UnitSet::EMPTY,
            fight: None,
            occupied: ObjectiveSet::EMPTY,
            shown: Shown::NOTHING,
        }
    }

    /// An action was taken: the states before and after it, and what happened.
    pub fn see(&mut self, before: &State, events: &[Event], after: &State) {
        let turn = usize::from(before.turn()) - 1;
        if !before.in_combat() {
            self.lone_leaders = lone_leaders(before);
        }
        for event in events {
            self.note(turn, event);
        }
        let (was, is) = (before.phase(), after.phase());
        if matches!(was, Phase::SovietSetUp | Phase::GermanSetUp) || was == is {
            return;
        }
        if was.side() == Side::Soviet && is.side() == Side::German {
            self.soviets_done(turn, after);
        }
        if was.side() == Side::German && (is.side() == Side::Soviet || is == Phase::GameOver) {
            self.germans_done(turn, after);
        }
        // Evacuation [10.4] comes before it.
        if is == Phase::SovietMovement {
            self.show(after);
        }
    }

    /// What was counted in a turn, from 1.
    pub fn in_turn(&self, turn: u8) -> Turn {
        self.turns.get(usize::from(turn).wrapping_sub(1)).copied().unwrap_or(Turn::NONE)
    }

    fn note(&mut self, turn: usize, event: &Event) {
        let counts = &mut self.turns[turn];
        match *event {
            Event::AttackBegan { units, targets } => {
                let side = units.first().map_or(Side::German, UnitId::side);
                counts[if side == Side::German { Count::GermanAttacks } else { Count::SovietAttacks }] += 1;
                self.fight = Some((side, false));
                targets.iter().for_each(|hex| self.shown.attacked.insert(hex));
            }
            Event::OverrunBegan { units, target, .. } => {
                let side = units.first().map_or(Side::German, UnitId::side);
                counts[if side == Side::German { Count::GermanOverruns } else { Count::SovietOverruns }] += 1;
                self.fight = Some((side, true));
                self.shown.attacked.insert(target);
            }
            Event::Odds { column, .. } => {
                let n = usize::from(column.0);
                match self.fight {
                    Some((Side::German, false)) => {
                        self.odds.german_attacks[n] += 1;
                        counts[Count::GermanAttacksBest] += i32::from(n + 1 == Column::ALL.len());
                    }
                    Some((Side::German, true)) => {
                        self.odds.german_overruns[n] += 1;
                        counts[Count::GermanOverrunsEven] += i32::from(n <= EVEN);
                    }
                    Some((Side::Soviet, false)) => self.odds.soviet_attacks[n] += 1,
                    Some((Side::Soviet, true)) => self.odds.soviet_overruns[n] += 1,
                    None => {}
                }
            }
            Event::StepLost { unit, .. } if unit.is_german() => self.shown.hit.insert(unit),
            Event::Eliminated { unit, .. } if unit.is_german() => self.shown.hit.insert(unit),
            Event::Eliminated { unit, .. } if unit.is_leader() => {
                counts[Count::LeadersKilled] += 1;
                counts[Count::LeadersKilledAlone] += i32::from(self.lone_leaders.contains(unit));
            }
            Event::Eliminated { .. } => counts[Count::DivisionsLost] += 1,
            Event::FrontPoints { .. } => counts[Count::FrontCalled] += 1,
            Event::InterdictionPlaced { side: Side::Soviet, .. } => counts[Count::SovietMarkers] += 1,
            _ => {}
        }
    }

    fn soviets_done(&mut self, turn: usize, state: &State) {
        if let Some(before) = turn.checked_sub(1) {
            self.turns[before][Count::ExposedHit] += divisions_in(&self.shown.exposed.and(&self.shown.hit));
        }
        let counts = &mut self.turns[turn];
        counts[Count::Pocketed] += self.shown.pocketed.len() as i32;
        counts[Count::PocketedAttacked] += self.shown.pocketed.and(&self.shown.attacked).len() as i32;
        self.shown = Shown::NOTHING;
        let soviets = state.on_map(Side::Soviet);
        let (leaders, divisions) = (soviets.and(&UnitSet::LEADER), soviets.and(&UnitSet::DIVISION));
        let lines = state.soviet_lines();
        let at = |unit: &UnitId| state.hex(*unit);
        let off = |set: &HexSet| {
            divisions.iter().filter(|u| at(u).is_some_and(|hex| !set.contains(hex))).count() as i32
        };
        let near = |unit: &UnitId| {
            let hex = at(unit);
            hex.is_some_and(|hex| state.occupied(Side::German).iter().any(|g| g.distance(hex) <= NEAR))
        };
        let idle = |unit: &UnitId| {
            let reach = state.command_of(*unit);
            !divisions.iter().any(|u| at(&u).is_some_and(|hex| reach.contains(hex)))
        };
        counts[Count::Leaders] += leaders.len() as i32;
        counts[Count::LeadersAlone] += lone_leaders(state).iter().filter(near).count() as i32;
        counts[Count::LeadersIdle] += leaders.iter().filter(idle).count() as i32;
        counts[Count::Divisions] += divisions.len() as i32;
        counts[Count::Unsupplied] += off(&lines.supplied);
        counts[Count::OutOfCommand] += off(&lines.loc);
    }

    fn germans_done(&mut self, turn: usize, state: &State) {
        let (steps, units) = losses(state);
        let known = |count: Count| self.turns[..turn].iter().map(|counts| counts[count]).sum::<i32>();
        let (steps, units) = (steps - known(Count::StepsLost), units - known(Count::UnitsLost));
        let counts = &mut self.turns[turn];
        let germans = state.on_map(Side::German);
        counts[Count::StepsLost] += steps;
        counts[Count::UnitsLost] += units;
        counts[Count::GermanUnits] += germans.len() as i32;
        counts[Count::GermanUnsupplied] += state.out_of_supply(germans).len() as i32;
        counts[Count::Margin] += state.margin();
        self.occupied = state.occupied_objectives();
    }

    /// The Soviet Movement Phase of a turn begins: what did the Germans leave at the end of the turn before?
    fn show(&mut self, state: &State) {
        self.shown = Shown::of(state);
        if let Some(turn) = usize::from(state.turn()).checked_sub(2) {
            self.turns[turn][Count::Exposed] += divisions_in(&self.shown.exposed);
        }
    }
}

impl Default for Watcher {
    fn default() -> Watcher {
        Watcher::new()
    }
}

/// The number of the column 1-1.
const EVEN: usize = 2;

/// Leaders on the map without a combat unit in their hex.
fn lone_leaders(state: &State) -> UnitSet {
    let alone = |unit: &UnitId| {
        state.hex(*unit).is_some_and(|hex| !state.side_in(Side::Soviet, hex).meets(&UnitSet::DIVISION))
    };
    state.on_map(Side::Soviet).and(&UnitSet::LEADER).iter().filter(alone).collect()
}

/// Hexes of German mechanized units alone with many Soviet divisions about.
fn pocketed(state: &State) -> HexSet {
    let germans = state.occupied(Side::German);
    let soviets: Vec<Hex> =
        (state.on_map(Side::Soviet).and(&UnitSet::DIVISION)).iter().filter_map(|u| state.hex(u)).collect();
    let lone = |hex: &Hex| {
        let mechanized = |unit: UnitId| state.kind(unit).is_mechanized();
        state.side_in(Side::German, *hex).iter().all(mechanized)
            && !germans.iter().any(|other| other != *hex && other.distance(*hex) <= ALONE)
            && soviets.iter().filter(|soviet| soviet.distance(*hex) <= ABOUT).count() >= MANY
    };
    germans.iter().filter(lone).collect()
}

/// German steps and units lost since the game began.
fn losses(state: &State) -> (i32, i32) {
    UnitSet::GERMAN.iter().fold((0, 0), |(steps, units), unit| match state.place(unit) {
        Place::Dead => (steps + i32::from(data().roster.german(unit).steps), units + 1),
        Place::On(_) => (steps + i32::from(state.steps_lost(unit)), units),
        _ => (steps, units),
    })
}

/// How many divisions the units belong to; GD and Lehr count as one each.
fn divisions_in(units: &UnitSet) -> i32 {
    crate::shared::divisions().iter().filter(|division| division.meets(units)).count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{Seeds, play_watched};
    use pgg_core::{Options, Seeded};

    fn position(phase: &str, units: &str) -> State {
        let text = format!(r#"{{"turn": 5, "phase": "{phase}", "units": {{{units}}}}}"#);
        State::from_text(&text).unwrap_or_else(|e| panic!("bad position: {e}\n{text}"))
    }

    /// Play the side's phases to their end by doing nothing.
    fn pass(state: &mut State, watcher: &mut Watcher) {
        let (mut chance, side) = (Seeded::from_number(1), state.phase().side());
        while state.phase().side() == side {
            let (before, mut events) = (*state, Vec::new());
            let action = crate::shared::anything(state);
            state.apply_into(&action, &mut chance, &mut events).expect("a legal action");
            watcher.see(&before, &events, state);
        }
    }

    /// What was counted by the way is what the last position tells.
    #[test]
    fn the_sums_of_a_game_are_those_of_its_end() {
        let seeds = Seeds::of(3, 0);
        let player = |name, seed| crate::player(name, seed, None).expect("a name");
        let (mut german, mut soviet) = (player("cadet", seeds.german), player("cadet", seeds.soviet));
        let mut watcher = Watcher::new();
        let see = |before: &State, events: &[Event], after: &State| watcher.see(before, events, after);
        let end =
            play_watched(Options::default(), seeds.game, &mut *german, &mut *soviet, see).expect("a game");
        let sum = |count: Count| (1..=TURNS).map(|turn| watcher.in_turn(turn)[count]).sum::<i32>();
        let (steps, units) = losses(&end.state);
        assert_eq!((sum(Count::StepsLost), sum(Count::UnitsLost)), (steps, units));
        assert_eq!(watcher.in_turn(TURNS)[Count::Margin], end.state.margin());
        let dead = UnitSet::LEADER.iter().filter(|&u| end.state.place(u) == Place::Dead).count();
        assert_eq!(sum(Count::LeadersKilled), dead as i32);
        assert_eq!(sum(Count::FrontCalled), i32::from(end.state.front_called()));
        assert!(steps > 0 && sum(Count::DivisionsLost) > 0 && sum(Count::GermanAttacks) > 0);
    }

    /// A Leader with a division is not alone, nor is one far from all Germans; out of reach of Leaders is out of command.
    #[test]
    fn leaders_and_divisions_of_a_position() {
        let near =
            r#""2912": ["pz7-25"], "3211": ["rokossovsky"], "3212": ["lukin", "r1"], "4011": ["konev"]"#;
        let mut state = position("soviet_movement", &format!(r#"{near}, "2012": ["r2"]"#));
        let mut watcher = Watcher::new();
        pass(&mut state, &mut watcher);
        let counts = watcher.in_turn(5);
        let found =
            [Count::Leaders, Count::LeadersAlone, Count::Divisions, Count::Unsupplied, Count::OutOfCommand]
                .map(|count| counts[count]);
        assert_eq!(found, [3, 1, 2, 1, 1]);
        // From Konev nobody has a line.
        assert_eq!(counts[Count::LeadersIdle], 1);
    }

    /// Panzers alone among six divisions are counted, and whether they are attacked; infantry is not.
    #[test]
    fn panzers_among_many() {
        let about = r#""3111": ["r1", "r2", "r3"], "3113": ["r4", "r5", "r6"], "3411": ["rokossovsky"]"#;
        for (unit, count) in [("pz7-25", 1), ("inf6", 0)] {
            let state = position("soviet_movement", &format!(r#""2912": ["{unit}"], {about}"#));
            assert_eq!(pocketed(&state).len(), count, "{unit}");
        }
    }
}
