//! `cadet`: greedy, one stack at a time, instant. It looks at the map once a phase, gives every hex a worth and puts
//! each stack where it is worth most; it fights where the odds are good. No search, no look at what comes after.

mod answers;
mod battle;
mod drive;
mod goals;
mod guard;
mod leaders;
mod posts;
mod strength;
mod threat;

use crate::script::{Notes, PhaseMemory, Tactics};
use crate::{Player, Watch};
use goals::Goals;
use pgg_core::{Action, HexSet, Question, Side, State, UnitSet};
use posts::Posts;
use strength::{Prospects, Strengths};
use threat::Threat;

/// A player for beginners to beat.
pub struct Cadet {
    tactics: Greedy,
    memory: PhaseMemory<View>,
}

impl Cadet {
    /// The same seed plays the same; it only breaks ties.
    pub fn new(seed: u64) -> Cadet {
        Cadet { tactics: Greedy::new(seed), memory: PhaseMemory::default() }
    }
}

impl Player for Cadet {
    fn choose(&mut self, state: &State, _: &dyn Watch) -> Action {
        self.memory.choose(&mut self.tactics, state)
    }
}

/// Everything by rule of thumb.
pub(crate) struct Greedy {
    seed: u64,
}

impl Greedy {
    /// The seed only breaks ties.
    pub(crate) const fn new(seed: u64) -> Greedy {
        Greedy { seed }
    }
}

/// What it found out at the start of a phase.
pub(crate) struct View {
    side: Side,
    prospects: Prospects,
    unsupplied: UnitSet,
    /// Enemy attack strength that can come near a hex in his next turn.
    threat: Threat,
    /// Targets left alone this phase.
    pub(crate) passed_over: HexSet,
    /// For the Germans, where they go.
    goals: Option<Goals>,
    /// For the Soviet player, what is to be held.
    posts: Option<Posts>,
}

impl View {
    fn of(state: &State, side: Side) -> View {
        let all = state.on_map(Side::German).or(&state.on_map(Side::Soviet));
        let unsupplied = state.out_of_supply(all);
        let strengths = Strengths::of(state, &unsupplied);
        let (moves, fights) = (state.phase().is_movement(), state.phase().is_combat());
        View {
            side,
            prospects: Prospects::of(state.options().edition),
            threat: Threat::of(state, &strengths, side.enemy()),
            goals: (side == Side::German && (moves || fights)).then(|| Goals::of(state, &strengths)),
            posts: (side == Side::Soviet && moves).then(|| Posts::of(state)),
            unsupplied,
            passed_over: HexSet::EMPTY,
        }
    }

    /// Expected strengths in a position of the phase.
    fn strengths(&self, state: &State) -> Strengths {
        Strengths::of(state, &self.unsupplied)
    }
}

impl Tactics for Greedy {
    type View = View;

    fn view(&mut self, state: &State, side: Side) -> View {
        View::of(state, side)
    }

    fn drive(&mut self, state: &State, notes: &mut Notes, view: &mut View) -> Option<Action> {
        drive::drive(state, notes, view, self.seed)
    }

    fn defend(&mut self, state: &State, notes: &mut Notes, view: &mut View) -> Option<Action> {
        guard::defend(state, notes, view, self.seed)
    }

    fn attack(&mut self, state: &State, _: &mut Notes, view: &mut View) -> Option<Action> {
        view.attack(state)
    }

    fn answer(
        &mut self,
        state: &State,
        question: Question,
        _: &mut Notes,
        view: &mut View,
    ) -> Option<Action> {
        match question {
            Question::LossOrRetreat { n } => Some(view.loss_or_retreat(state, n)),
            Question::LoseStep { .. } => view.lose_step(state),
            Question::Route { .. } => view.route(state),
            Question::MakeRoom { .. } | Question::RemoveExcess { .. } => view.remove(state),
            Question::Advance => Some(view.advance(state)),
            _ => None,
        }
    }

    fn refused(&mut self, action: &Action, view: &mut View) {
        if let Action::Attack { targets, .. } = action {
            targets.iter().for_each(|hex| view.passed_over.insert(hex));
        }
    }
}
