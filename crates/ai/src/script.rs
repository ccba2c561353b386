//! The skeleton of a program that plays by script: what it remembers of a phase, how a decision becomes a legal action,
//! and the moves that do not depend on how it judges them. `cadet` and `major` are two tactics on it.

pub(crate) mod fights;
pub(crate) mod goals;
pub(crate) mod groups;
pub(crate) mod leaders;
pub(crate) mod march;
pub(crate) mod markers;
pub(crate) mod reserves;

use crate::shared::anything;
use pgg_core::{Action, BySide, Hex, Newcomer, Phase, Question, Side, State, UnitSet};

/// How often a plan that turns out not to be legal is dropped and another one made.
const TRIES: usize = 8;

/// What a level decides in its own way.
pub(crate) trait Tactics {
    /// What it finds out at the start of a phase.
    type View;

    /// Look at the phase that begins.
    fn view(&mut self, state: &State, side: Side) -> Self::View;

    /// Look again before a decision of the same phase.
    fn renew(&mut self, _: &State, _: &mut Self::View) {}

    /// The next thing to do in a German Movement Phase.
    fn drive(&mut self, state: &State, notes: &mut Notes, view: &mut Self::View) -> Option<Action>;

    /// The next thing to do in the Soviet Movement Phase.
    fn defend(&mut self, state: &State, notes: &mut Notes, view: &mut Self::View) -> Option<Action>;

    /// The next attack, or the end of the phase.
    fn attack(&mut self, state: &State, notes: &mut Notes, view: &mut Self::View) -> Option<Action>;

    /// An answer to what a fight asks.
    fn answer(
        &mut self,
        state: &State,
        question: Question,
        notes: &mut Notes,
        view: &mut Self::View,
    ) -> Option<Action>;

    /// Where the Soviet marker goes, or that it is kept.
    fn interdict(&mut self, state: &State) -> Option<Action> {
        markers::soviet(state)
    }

    /// An action it planned is not legal.
    fn refused(&mut self, _: &Action, _: &mut Self::View) {}
}

/// What is remembered from one decision of a phase to the next, for each side that the program plays.
pub(crate) struct PhaseMemory<V>(BySide<Option<(Notes, V)>>);

impl<V> Default for PhaseMemory<V> {
    fn default() -> PhaseMemory<V> {
        PhaseMemory(BySide([None, None]))
    }
}

impl<V> PhaseMemory<V> {
    /// The action for the decision that is asked.
    pub(crate) fn choose<T: Tactics<View = V>>(&mut self, tactics: &mut T, state: &State) -> Action {
        let Some(decision) = state.decision() else { return Action::Done };
        let side = decision.side;
        let (mut notes, mut view) = match self.0[side].take().filter(|(notes, _)| notes.are_of(state)) {
            Some(known) => known,
            None => (Notes::of(state, side), tactics.view(state, side)),
        };
        tactics.renew(state, &mut view);
        let mut chosen = None;
        for _ in 0..TRIES {
            let Some(action) = decide(tactics, state, decision.question, &mut notes, &mut view) else {
                break;
            };
            if state.check(&action).is_ok() {
                chosen = Some(action);
                break;
            }
            notes.drop_plan(&action);
            tactics.refused(&action, &mut view);
        }
        self.0[side] = Some((notes, view));
        chosen.unwrap_or_else(|| anything(state))
    }
}

fn decide<T: Tactics>(
    tactics: &mut T,
    state: &State,
    question: Question,
    notes: &mut Notes,
    view: &mut T::View,
) -> Option<Action> {
    match question {
        Question::Deploy => march::deploy(state),
        Question::PlaceAirMarkers => markers::air(state),
        Question::PlaceSovietMarker => tactics.interdict(state),
        Question::Evacuate => state.evacuable().next().map(|unit| Action::Evacuate { unit }),
        Question::Move if notes.side == Side::Soviet => tactics.defend(state, notes, view),
        Question::Move => tactics.drive(state, notes, view),
        Question::Attack => tactics.attack(state, notes, view),
        _ => tactics.answer(state, question, notes, view),
    }
}

/// Whom it has looked at in a phase, and what it is about to do.
pub(crate) struct Notes {
    turn: u8,
    phase: Phase,
    pub(crate) side: Side,
    /// Units that have been looked at and stay where they are now.
    pub(crate) considered: UnitSet,
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
}

impl Notes {
    pub(crate) fn of(state: &State, side: Side) -> Notes {
        Notes {
            turn: state.turn(),
            phase: state.phase(),
            side,
            considered: UnitSet::EMPTY,
            active: UnitSet::EMPTY,
            overrun: None,
            entering: None,
            arrived: None,
            holding: Vec::new(),
        }
    }

    fn are_of(&self, state: &State) -> bool {
        (self.turn, self.phase) == (state.turn(), state.phase())
    }

    /// A planned action was refused: do not plan it again.
    pub(crate) fn drop_plan(&mut self, action: &Action) {
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

    /// These units stay where they are.
    pub(crate) fn done_with(&mut self, units: UnitSet) {
        self.considered = self.considered.or(&units);
        self.active = self.active.without(&units);
    }
}
