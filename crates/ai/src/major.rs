//! `major`: a plan every turn. Each move, attack and answer is tried on a copy of the position and judged by the
//! evaluation; fights are played out for every die.

mod ahead;
mod answers;
mod battle;
mod guard;
mod line;
mod push;
mod threat;

use crate::advice::Intention;
use crate::eval::{Judge, Means};
use crate::orders::Orders;
use crate::plan::Plan;
use crate::shared::{anything, march, markers};
use crate::weights::Weights;
use crate::{Player, Watch};
use ahead::Ahead;
use pgg_core::{Action, BySide, Event, Hex, Newcomer, Phase, Question, Side, State, UnitId, UnitSet};
use std::sync::Arc;

/// A player who plans.
pub struct Major {
    seed: u64,
    mind: Mind,
    notes: BySide<Option<Notes>>,
    weights: Weights,
    orders: Orders,
    effort: Effort,
}

/// How many possibilities it tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Places judged for a group near its goal, and as many beside the enemy.
    pub places: usize,
    /// Overruns played out for a group.
    pub overruns: usize,
    /// Attacks played out for each decision.
    pub attacks: usize,
    /// Do the Germans move in the order of what they gain, or from the front to the rear?
    pub best_first: bool,
}

impl Effort {
    /// Of a player who decides quickly.
    pub const BRISK: Effort = Effort { places: 2, overruns: 2, attacks: 2, best_first: false };
    /// Of one who takes some care, as `general` does in the mind.
    pub const STEADY: Effort = Effort { places: 5, overruns: 2, attacks: 5, best_first: false };
    /// Of one who leaves little to chance.
    pub const THOROUGH: Effort = Effort { places: 16, overruns: 8, attacks: 16, best_first: true };
}

/// What it thinks with.
struct Mind {
    judge: Judge,
    events: Vec<Event>,
    means: Means,
}

impl Mind {
    fn ahead<'a>(&'a mut self, plan: &'a Plan) -> Ahead<'a> {
        Ahead { judge: &mut self.judge, plan, events: &mut self.events }
    }

    /// Attack and defence of a Soviet unit, by what can be known.
    fn means(&self, state: &State, unit: UnitId) -> (f32, f32) {
        self.means.strength(state, unit)
    }
}

/// What it was told.
struct Brief<'a> {
    seed: u64,
    weights: Weights,
    orders: &'a Orders,
    effort: Effort,
}

/// What it found out at the start of a phase, and whom it has looked at since.
struct Notes {
    turn: u8,
    phase: Phase,
    side: Side,
    plan: Arc<Plan>,
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
    /// Newcomers held back this phase.
    holding: Vec<Newcomer>,
    /// What each group gained when it was last looked at.
    gains: Vec<(f32, UnitSet)>,
    guard: Option<guard::Guard>,
}

impl Major {
    /// The same seed and weights play the same.
    pub fn new(seed: u64, weights: Weights) -> Major {
        Major {
            seed,
            mind: Mind { judge: Judge::new(weights), events: Vec::new(), means: Means::default() },
            notes: BySide([None, None]),
            weights,
            orders: Orders::default(),
            effort: Effort::BRISK,
        }
    }

    /// The same with another effort.
    pub fn with_effort(mut self, effort: Effort) -> Major {
        self.effort = effort;
        self
    }

    /// Orders to follow from now on.
    pub fn command(&mut self, orders: Orders) {
        self.orders = orders;
        self.notes = BySide([None, None]);
    }
}

impl Player for Major {
    fn choose(&mut self, state: &State, _: &dyn Watch) -> Action {
        let Some(decision) = state.decision() else { return Action::Done };
        let side = decision.side;
        let fits = |n: &Notes| (n.turn, n.phase) == (state.turn(), state.phase());
        self.mind.judge.weights = self.weights;
        let mut notes = match self.notes[side].take().filter(fits) {
            Some(notes) => notes,
            None => Notes::of(state, side, &self.weights, &self.orders),
        };
        if phase_moves(state) && !notes.plan.fits(state) {
            notes.plan = Arc::new(notes.plan.renewed(state, &self.weights));
        }
        self.mind.means = notes.plan.means;
        let brief =
            Brief { seed: self.seed, weights: self.weights, orders: &self.orders, effort: self.effort };
        let mut chosen = None;
        // A plan that turns out not to be legal is dropped and the next one tried.
        for _ in 0..8 {
            let Some(action) = notes.decide(&mut self.mind, state, decision.question, &brief) else { break };
            if state.is_legal(&action).is_ok() {
                chosen = Some(action);
                break;
            }
            notes.drop_plan(&action);
        }
        self.notes[side] = Some(notes);
        chosen.unwrap_or_else(|| anything(state))
    }
}

/// Do Germans move, and may overruns change what bars them?
fn phase_moves(state: &State) -> bool {
    matches!(state.phase(), Phase::GermanMovement | Phase::MechanizedMovement) && !state.in_combat()
}

impl Notes {
    fn of(state: &State, side: Side, weights: &Weights, orders: &Orders) -> Notes {
        Notes {
            turn: state.turn(),
            phase: state.phase(),
            side,
            plan: Arc::new(Plan::of(state, side, weights, orders)),
            considered: UnitSet::EMPTY,
            active: UnitSet::EMPTY,
            overrun: None,
            entering: None,
            arrived: None,
            holding: Vec::new(),
            gains: Vec::new(),
            guard: None,
        }
    }

    fn decide(
        &mut self,
        mind: &mut Mind,
        state: &State,
        question: Question,
        brief: &Brief<'_>,
    ) -> Option<Action> {
        match question {
            Question::Deploy => march::deploy(state),
            Question::PlaceAirMarkers => markers::air(state),
            Question::PlaceSovietMarker => markers::soviet(state),
            Question::Evacuate => state.evacuable().next().map(|unit| Action::Evacuate { unit }),
            Question::Move if self.side == Side::Soviet => self.defend(mind, state, brief),
            Question::Move => self.drive(mind, state, brief),
            Question::Attack => self.attack(mind, state, brief),
            _ => self.answer(mind, state),
        }
    }

    /// A planned action was refused: do not plan it again.
    fn drop_plan(&mut self, action: &Action) {
        self.overrun = None;
        self.entering = None;
        self.arrived = None;
        match action {
            Action::Move { units, .. } | Action::Overrun { units, .. } => self.done_with(*units),
            Action::Ride { unit, .. } => self.done_with(UnitSet::one(*unit)),
            Action::Enter { who, .. } => self.holding.push(*who),
            _ => {}
        }
    }

    fn done_with(&mut self, units: UnitSet) {
        self.considered = self.considered.or(&units);
        self.active = self.active.without(&units);
    }
}

/// What `major` would do as the Soviet player: his line and his counter-attacks.
pub(crate) fn defence(state: &State, weights: &Weights) -> Vec<Intention> {
    let orders = Orders::default();
    let mut major = Major::new(0, *weights);
    let notes = Notes::of(state, Side::Soviet, weights, &orders);
    let brief = Brief { seed: 0, weights: *weights, orders: &orders, effort: Effort::BRISK };
    major.mind.means = notes.plan.means;
    guard::Guard::of(&mut major.mind, &notes, state, &brief).intentions()
}
