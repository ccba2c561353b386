//! `cadet`: greedy, one stack at a time, instant. It looks at the map once a phase, gives every hex a worth and puts
//! each stack where it is worth most; it fights where the odds are good. No search, no look at what comes after.

mod answers;
mod battle;
mod drive;
mod guard;
mod strength;

use crate::shared::{anything, march, markers};
use crate::{Player, Watch};
use drive::Drive;
use guard::Guard;
use pgg_core::hex::HEX_SLOTS;
use pgg_core::{Action, BySide, Hex, HexSet, Newcomer, Phase, Question, Side, State, UnitId, UnitSet};
use strength::{Prospects, Strengths};

/// A player for beginners to beat.
pub struct Cadet {
    seed: u64,
    /// What it knows of the phase, for each side it plays.
    notes: BySide<Option<Notes>>,
}

/// What it found out at the start of a phase, and whom it has looked at since.
struct Notes {
    turn: u8,
    phase: Phase,
    side: Side,
    prospects: Prospects,
    unsupplied: UnitSet,
    /// Enemy attack strength that can come near a hex in his next turn.
    threat: Vec<f32>,
    /// Units that have been looked at and stay where they are now.
    considered: UnitSet,
    /// Units under way that may go on.
    active: UnitSet,
    /// An overrun to follow the walk just made.
    overrun: Option<(UnitSet, Hex)>,
    /// The rest of a division that enters at a hex.
    entering: Option<(UnitSet, Hex)>,
    /// Where the last walk ended.
    arrived: Option<Hex>,
    /// Targets left alone this phase.
    passed_over: HexSet,
    /// Newcomers held back this phase.
    holding: Vec<Newcomer>,
    drive: Option<Drive>,
    guard: Option<Guard>,
}

impl Cadet {
    /// The same seed plays the same; it only breaks ties.
    pub fn new(seed: u64) -> Cadet {
        Cadet { seed, notes: BySide([None, None]) }
    }
}

impl Player for Cadet {
    fn choose(&mut self, state: &State, _: &dyn Watch) -> Action {
        let Some(decision) = state.decision() else { return Action::Done };
        let side = decision.side;
        let notes = match self.notes[side].take() {
            Some(notes) if (notes.turn, notes.phase) == (state.turn(), state.phase()) => notes,
            _ => Notes::of(state, side),
        };
        let notes = self.notes[side].insert(notes);
        // A plan that turns out not to be legal is dropped and the next one tried.
        for _ in 0..8 {
            let Some(action) = notes.decide(state, decision.question, self.seed) else { break };
            if state.is_legal(&action).is_ok() {
                return action;
            }
            notes.drop_plan(&action);
        }
        anything(state)
    }
}

impl Notes {
    fn of(state: &State, side: Side) -> Notes {
        let all = state.on_map(Side::German).or(&state.on_map(Side::Soviet));
        let unsupplied = state.out_of_supply(all);
        let strengths = Strengths::of(state, &unsupplied);
        let mut notes = Notes {
            turn: state.turn(),
            phase: state.phase(),
            side,
            prospects: Prospects::of(state.options().edition),
            threat: threat_of(state, &strengths, side.enemy()),
            unsupplied,
            considered: UnitSet::EMPTY,
            active: UnitSet::EMPTY,
            overrun: None,
            entering: None,
            arrived: None,
            passed_over: HexSet::EMPTY,
            holding: Vec::new(),
            drive: None,
            guard: None,
        };
        match side {
            Side::German if state.phase().is_movement() || state.phase().is_combat() => {
                notes.drive = Some(Drive::of(state, &strengths));
            }
            Side::Soviet if state.phase().is_movement() => notes.guard = Some(Guard::of(state)),
            _ => {}
        }
        notes
    }

    fn decide(&mut self, state: &State, question: Question, seed: u64) -> Option<Action> {
        match (question, self.side) {
            (Question::Deploy, _) => march::deploy(state),
            (Question::PlaceAirMarkers, _) => markers::air(state),
            (Question::PlaceSovietMarker, _) => markers::soviet(state),
            (Question::Evacuate, _) => state.evacuable().next().map(|unit| Action::Evacuate { unit }),
            (Question::Move, Side::German) => self.drive(state, seed),
            (Question::Move, Side::Soviet) => self.guard(state, seed),
            (Question::Attack, _) => self.attack(state),
            (Question::LossOrRetreat { n }, _) => self.loss_or_retreat(state, n),
            (Question::LoseStep { .. }, _) => self.lose_step(state),
            (Question::Route { .. }, _) => self.route(state),
            (Question::MakeRoom { .. }, _) | (Question::RemoveExcess { .. }, _) => self.remove(state),
            (Question::Advance, _) => self.advance(state),
        }
    }

    /// A planned action was refused: do not plan it again.
    fn drop_plan(&mut self, action: &Action) {
        self.overrun = None;
        self.entering = None;
        self.arrived = None;
        match action {
            Action::Move { units, .. } | Action::Overrun { units, .. } => {
                self.considered = self.considered.or(units);
                self.active = self.active.without(units);
            }
            Action::Ride { unit, .. } => {
                self.considered.insert(*unit);
                self.active.remove(*unit);
            }
            Action::Enter { who, .. } => self.holding.push(*who),
            Action::Attack { targets, .. } => targets.iter().for_each(|hex| self.passed_over.insert(hex)),
            _ => {}
        }
    }

    fn done_with(&mut self, units: UnitSet) {
        self.considered = self.considered.or(&units);
        self.active = self.active.without(&units);
    }

    fn threat(&self, hex: Hex) -> f32 {
        self.threat[hex.index()]
    }
}

/// How far a unit's blow reaches in its next turn, in hexes.
fn blow(state: &State, unit: UnitId) -> u16 {
    match state.kind(unit) {
        kind if kind.is_mechanized() => 7,
        kind if kind.is_armoured() => 6,
        _ => 4,
    }
}

/// Strength a side can bring to bear near each hex, farther units counting less.
fn threat_of(state: &State, strengths: &Strengths, side: Side) -> Vec<f32> {
    let mut threat = vec![0.0; HEX_SLOTS];
    for unit in state.on_map(side).without(&UnitSet::LEADER) {
        let Some(from) = state.hex(unit) else { continue };
        let (reach, attack) = (blow(state, unit), strengths.attack(unit));
        let columns = from.column().saturating_sub(reach)..=from.column() + reach;
        for column in columns {
            for row in from.row().saturating_sub(reach + 3)..=from.row() + reach + 3 {
                let Some(hex) = Hex::new(column, row) else { continue };
                let distance = from.distance(hex);
                if distance <= reach {
                    threat[hex.index()] += attack * if distance <= reach / 2 { 1.0 } else { 0.5 };
                }
            }
        }
    }
    threat
}
