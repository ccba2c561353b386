//! `major`: a plan every turn. Each move, attack and answer is tried on a copy of the position and judged by the
//! evaluation; fights are played out for every die.

mod ahead;
mod battle;
mod drive;
mod effort;
mod guard;
mod layout;
mod line;
mod strike;
mod threat;

pub use effort::Effort;

use crate::advice::Intention;
use crate::eval::{Evaluator, Judge};
use crate::orders::Orders;
use crate::peril::Peril;
use crate::plan::Plan;
use crate::script::markers;
use crate::script::{Notes, PhaseMemory, Tactics};
use crate::search::best;
use crate::weights::Weights;
use crate::{Player, Watch};
use ahead::Ahead;
use guard::Guard;
use pgg_core::{Action, Event, Phase, Question, Side, State, UnitSet};
use std::sync::Arc;

/// Answers must differ by more than this to count as different: the first of equal ones is taken on every machine.
const SAME: f32 = 1e-4;

/// What it costs to drive an enemy into an objective: more than any other way out gains.
const GIVEN_AWAY: f32 = 10.0;

/// What it costs to give a Leader as a step: more than any division he commands is worth.
const LEADER_GIVEN: f32 = 8.0;

/// A player that plans.
pub struct Major {
    mind: Mind,
    memory: PhaseMemory<View>,
}

/// What it was told, and what it thinks with.
struct Mind {
    seed: u64,
    weights: Weights,
    orders: Orders,
    effort: Effort,
    judge: Judge,
    events: Vec<Event>,
}

/// What it found out in a phase.
struct View {
    plan: Arc<Plan>,
    /// What each group gained when it was last looked at.
    gains: Vec<(f32, UnitSet)>,
    /// Where all go together.
    layout: Option<layout::Layout>,
    guard: Option<Guard>,
}

impl Major {
    /// The same seed and weights play the same.
    pub fn new(seed: u64, weights: Weights) -> Major {
        Major::with(seed, weights, Judge::default())
    }

    /// With another evaluation.
    pub fn by(seed: u64, weights: Weights, evaluator: Arc<dyn Evaluator>) -> Major {
        Major::with(seed, weights, Judge::by(evaluator))
    }

    fn with(seed: u64, weights: Weights, judge: Judge) -> Major {
        let (orders, effort, events) = (Orders::default(), Effort::BRISK, Vec::new());
        Major { mind: Mind { seed, weights, orders, effort, judge, events }, memory: PhaseMemory::default() }
    }

    /// The same with another effort.
    pub fn with_effort(mut self, effort: Effort) -> Major {
        self.mind.effort = effort;
        self
    }

    /// Orders to follow from now on.
    pub fn command(&mut self, orders: Orders) {
        self.mind.orders = orders;
        self.memory = PhaseMemory::default();
    }
}

impl Player for Major {
    fn choose(&mut self, state: &State, _: &dyn Watch) -> Action {
        self.memory.choose(&mut self.mind, state)
    }
}

impl Mind {
    /// What the Soviets could do in their next turn, for Germans who reckon with it while they act themselves: those who lay
    /// out where all of them stand.
    fn peril(&self, state: &State, side: Side, plan: &Plan) -> Option<Peril> {
        let own = side == Side::German && state.phase().side() == Side::German;
        let reckons = own && self.effort.layout > 0 && self.weights.peril > 0.0;
        if reckons { Peril::of(state, &plan.means) } else { None }
    }

    fn ahead<'a>(&'a mut self, plan: &'a Plan) -> Ahead<'a> {
        Ahead { judge: &mut self.judge, plan, weights: self.weights, events: &mut self.events }
    }
}

impl Tactics for Mind {
    type View = View;

    fn view(&mut self, state: &State, side: Side) -> View {
        let plan = Arc::new(Plan::of(state, side, &self.weights, &self.orders));
        View { plan, gains: Vec::new(), layout: None, guard: None }
    }

    /// Overruns change what bars the Germans while they move.
    fn renew(&mut self, state: &State, view: &mut View) {
        let moves = matches!(state.phase(), Phase::GermanMovement | Phase::MechanizedMovement);
        if moves && !state.in_combat() && !view.plan.fits(state) {
            view.plan = Arc::new(view.plan.renewed(state, &self.weights));
        }
    }

    fn drive(&mut self, state: &State, notes: &mut Notes, view: &mut View) -> Option<Action> {
        drive::drive(self, state, notes, view)
    }

    fn defend(&mut self, state: &State, notes: &mut Notes, view: &mut View) -> Option<Action> {
        guard::defend(self, state, notes, view).or(Some(Action::Done))
    }

    fn interdict(&mut self, state: &State) -> Option<Action> {
        if self.effort.staff { markers::soviet_early(state) } else { markers::soviet(state) }
    }

    fn attack(&mut self, state: &State, notes: &mut Notes, view: &mut View) -> Option<Action> {
        if self.effort.staff && notes.side == Side::Soviet {
            return strike::attack(self, state, &view.plan);
        }
        battle::attack(self, state, notes.side, &view.plan)
    }

    /// The best of the listed answers: each is tried on a copy.
    fn answer(&mut self, state: &State, _: Question, notes: &mut Notes, view: &mut View) -> Option<Action> {
        let legal = state.legal();
        if let Some(only) = legal.only() {
            return Some(only);
        }
        let wary = self.effort.staff && notes.side == Side::Soviet;
        let mut peril = self.peril(state, notes.side, &view.plan);
        let mut ahead = self.ahead(&view.plan);
        // Nobody drives an enemy into a city that is not his.
        let given_away = |action: &Action| match action {
            Action::Route { to, .. } if wary && state.controller(*to) == Some(notes.side) => GIVEN_AWAY,
            Action::LoseStep { unit } if wary && unit.is_leader() => LEADER_GIVEN,
            _ => 0.0,
        };
        let value = |action: &Action| {
            let (worth, then) = ahead.after(state, action, notes.side)?;
            let feared = peril.as_mut().map_or(0.0, |peril| peril.points(&ahead.look_closer(&then)));
            Some(worth - feared - given_away(action))
        };
        best(legal.others, f32::MIN, SAME, value).map(|(_, action)| action)
    }
}

/// What `major` would do as the Soviet player: his line and his counter-attacks.
pub(crate) fn defence(state: &State, weights: &Weights) -> Vec<Intention> {
    let mut mind = Major::new(0, *weights).mind;
    let view = mind.view(state, Side::Soviet);
    Guard::of(&mut mind, state, &UnitSet::EMPTY, &view.plan).intentions()
}
