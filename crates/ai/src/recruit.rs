//! `recruit`: plays like a person in his first games, for one to win against. It is [`Cadet`](crate::cadet::Cadet) with a
//! beginner's mistakes: it forgets some of its units every turn, does not think of overruns, reads the odds off the
//! counters without a look at the ground or at supply, and gives ground rather than a counter.

use crate::cadet::{Greedy, View};
use crate::script::{Notes, PhaseMemory, Tactics};
use crate::shared::{TYPICAL, division_of, scrambled};
use crate::{Player, Watch};
use pgg_core::game::legal::AttackOption;
use pgg_core::{Action, Question, Side, State, Targets, UnitId, UnitSet};

/// Of so many divisions it forgets one, every turn another.
const FORGETS_ONE_IN: u64 = 3;
/// It attacks when the printed strengths are so many to one.
const GOOD_ODDS: f32 = 2.0;
/// Overruns that it passes over in one decision, at most: more than units can plan.
const MOST_OVERRUNS: usize = 64;

/// A player for first games.
pub struct Recruit {
    tactics: Beginner,
    memory: PhaseMemory<View>,
}

impl Recruit {
    /// The same seed plays, and forgets, the same.
    pub fn new(seed: u64) -> Recruit {
        Recruit { tactics: Beginner { seed, greedy: Greedy::new(seed) }, memory: PhaseMemory::default() }
    }
}

impl Player for Recruit {
    fn choose(&mut self, state: &State, _: &dyn Watch) -> Action {
        self.memory.choose(&mut self.tactics, state)
    }
}

struct Beginner {
    seed: u64,
    greedy: Greedy,
}

impl Beginner {
    /// Units that it does not think of this turn: whole German divisions, single Soviet ones. Those that have to march are
    /// on its mind [5.23].
    fn forgotten(&self, state: &State, side: Side) -> UnitSet {
        let turn = u64::from(state.turn());
        let division = |unit: UnitId| match side {
            Side::German => division_of(unit).first().unwrap_or(unit),
            Side::Soviet => unit,
        };
        let forgets = |&unit: &UnitId| {
            let luck = scrambled(self.seed, turn, division(unit).index() as u64);
            luck.is_multiple_of(FORGETS_ONE_IN)
        };
        state.on_map(side).without(&state.marching()).iter().filter(forgets).collect()
    }

    /// A movement decision: what `cadet` would do with the units it thinks of, overruns left out.
    fn movement(
        &mut self,
        state: &State,
        notes: &mut Notes,
        view: &mut View,
        decide: fn(&mut Greedy, &State, &mut Notes, &mut View) -> Option<Action>,
    ) -> Option<Action> {
        notes.done_with(self.forgotten(state, notes.side));
        for _ in 0..MOST_OVERRUNS {
            match decide(&mut self.greedy, state, notes, view) {
                Some(action @ Action::Overrun { .. }) => notes.drop_plan(&action),
                other => return other,
            }
        }
        Some(Action::Done)
    }
}

/// The odds as the counters show them; of a face-down division it expects what is usual.
fn printed_odds(state: &State, option: &AttackOption, units: UnitSet) -> f32 {
    let printed = |unit: UnitId| match state.strength(unit) {
        Some((attack, defence)) => (f32::from(attack), f32::from(defence)),
        None => TYPICAL,
    };
    let attack: f32 = units.iter().map(|u| printed(u).0).sum();
    let defenders = state.units_in(option.target);
    let defence: f32 = defenders.iter().map(|u| printed(u).1).sum();
    attack / defence.max(1.0)
}

impl Tactics for Beginner {
    type View = View;

    fn view(&mut self, state: &State, side: Side) -> View {
        self.greedy.view(state, side)
    }

    fn drive(&mut self, state: &State, notes: &mut Notes, view: &mut View) -> Option<Action> {
        self.movement(state, notes, view, Greedy::drive)
    }

    fn defend(&mut self, state: &State, notes: &mut Notes, view: &mut View) -> Option<Action> {
        self.movement(state, notes, view, Greedy::defend)
    }

    /// Everybody who can, on the target with the best printed odds.
    fn attack(&mut self, state: &State, _: &mut Notes, view: &mut View) -> Option<Action> {
        let legal = state.legal();
        let options = legal.attacks.iter().filter(|option| !view.passed_over.contains(option.target));
        let odds = options.map(|option| (printed_odds(state, option, option.units), option));
        let best = odds.filter(|&(odds, _)| odds >= GOOD_ODDS).max_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, option)) = best else { return Some(Action::Done) };
        Some(Action::Attack { targets: Targets::one(option.target), units: option.units })
    }

    fn answer(
        &mut self,
        state: &State,
        question: Question,
        notes: &mut Notes,
        view: &mut View,
    ) -> Option<Action> {
        match question {
            Question::LossOrRetreat { .. } => Some(Action::TakeRetreat),
            _ => self.greedy.answer(state, question, notes, view),
        }
    }

    fn refused(&mut self, action: &Action, view: &mut View) {
        self.greedy.refused(action, view);
    }
}
