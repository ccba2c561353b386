//! The actions of a game and how far they can be taken back.
//!
//! Dice and draws can never be taken back (law 8), so everything before the last of them is settled. Later
//! actions are kept and replayed from there when some are undone: no states are stored, and a thousand games
//! fit into little memory.

use crate::steps::Steps;
use pgg_core::game::chance::{NoMore, Recording};
use pgg_core::{Action, Chance, Event, Outcome, Phase, Position, Refused, Side, State};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// An action that used no chance.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Step {
    pub(crate) side: Side,
    pub(crate) phase: Phase,
    pub(crate) action: Action,
    /// Played for the player, who had no choice.
    pub(crate) auto: bool,
}

/// A step since the last die or draw.
#[derive(Clone, Copy)]
struct Since {
    step: Step,
    /// Where an undo after this step may go back to: the number of steps before the first choice of the side's present
    /// run. Computed once here, since every message tells it.
    choice: Option<usize>,
}

/// The current state, and the steps back. A copy shares the states until one of the two changes.
#[derive(Clone)]
pub(crate) struct Timeline {
    /// After the last action that used chance.
    base: Arc<State>,
    since: Steps<Since>,
    /// Undone steps, the next one to redo last.
    undone: Vec<Step>,
    state: Arc<State>,
    ply: u32,
}

impl Timeline {
    pub(crate) fn new(state: State) -> Timeline {
        let state = Arc::new(state);
        Timeline { base: Arc::clone(&state), since: Steps::new(), undone: Vec::new(), state, ply: 0 }
    }

    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// Actions that count, without undone ones.
    pub(crate) const fn ply(&self) -> u32 {
        self.ply
    }

    /// Take an action. Undone actions are discarded.
    pub(crate) fn play(
        &mut self,
        action: &Action,
        auto: bool,
        chance: &mut dyn Chance,
    ) -> Result<(Vec<Event>, Vec<Outcome>), Refused> {
        let phase = self.state.phase();
        let side = self.state.decision().map_or(phase.side(), |d| d.side);
        let mut recording = Recording::new(chance);
        let events = Arc::make_mut(&mut self.state).apply(action, &mut recording)?;
        let outcomes = recording.outcomes;
        self.ply += 1;
        self.undone.clear();
        if outcomes.is_empty() {
            self.keep(Step { side, phase, action: *action, auto });
        } else {
            self.since.clear();
            self.base = Arc::clone(&self.state);
        }
        Ok((events, outcomes))
    }

    fn keep(&mut self, step: Step) {
        let in_a_row = self.since.last().filter(|before| before.step.side == step.side);
        let choice = in_a_row.and_then(|before| before.choice).or((!step.auto).then_some(self.since.len()));
        self.since.push(Since { step, choice });
    }

    /// The earliest ply that undo can reach at all: after the last die or draw.
    pub(crate) fn settled(&self) -> u32 {
        self.ply - self.since.len() as u32
    }

    /// How far the deciding side can go back alone: not over a change of the deciding side, and to a real
    /// choice, since automatic actions would be played again.
    pub(crate) fn undo_to(&self, side: Side) -> u32 {
        let own = self.since.last().filter(|since| since.step.side == side);
        own.and_then(|since| since.choice).map_or(self.ply, |n| self.settled() + n as u32)
    }

    /// The beginning of the phase, or as near to it as the side can go back.
    pub(crate) fn phase_began(&self, side: Side) -> u32 {
        let phase = self.state.phase();
        self.back_while(|step| step.phase == phase).max(self.undo_to(side))
    }

    /// Where undoing one action leads: automatic actions after it are undone with it.
    pub(crate) fn one_back(&self) -> u32 {
        let before_choice = self.back_while(|step| step.auto);
        if before_choice == self.settled() { self.ply } else { before_choice - 1 }
    }

    /// Has the deciding side chosen anything in this phase that it could still take back?
    pub(crate) fn acted_in_phase(&self, side: Side) -> bool {
        let phase = self.state.phase();
        let mut here = self.steps_back().take_while(|step| step.side == side && step.phase == phase);
        here.any(|step| !step.auto)
    }

    fn back_while(&self, keeps: impl Fn(&Step) -> bool) -> u32 {
        self.ply - self.steps_back().take_while(|&step| keeps(step)).count() as u32
    }

    fn steps_back(&self) -> impl Iterator<Item = &Step> {
        self.since.back().map(|since| &since.step)
    }

    /// Go back so that `ply` actions are left. False if that is settled or in the future.
    pub(crate) fn rewind(&mut self, ply: u32) -> bool {
        let Some(kept) =
            ply.checked_sub(self.settled()).map(|n| n as usize).filter(|&n| n <= self.since.len())
        else {
            return false;
        };
        self.undone.extend(self.since.truncate(kept).iter().map(|since| since.step));
        self.ply = ply;
        self.state = Arc::clone(&self.base);
        for since in self.since.to_vec() {
            // It was accepted before, from the same state, without chance.
            if Arc::make_mut(&mut self.state).apply(&since.step.action, &mut NoMore).is_err() {
                return false;
            }
        }
        true
    }

    /// What would be redone next.
    pub(crate) fn redo(&self) -> Option<&Step> {
        self.undone.last()
    }

    /// How many undone actions the side can take again.
    pub(crate) fn redo_count(&self, side: Side) -> u32 {
        self.undone.iter().rev().take_while(|step| step.side == side).count() as u32
    }

    /// Take the last undone action again.
    pub(crate) fn replay(&mut self) -> Option<Vec<Event>> {
        let step = self.undone.pop()?;
        let events = Arc::make_mut(&mut self.state).apply(&step.action, &mut NoMore).ok()?;
        self.ply += 1;
        self.keep(step);
        Some(events)
    }

    /// Continue from another state. Nothing before it can be taken back.
    pub(crate) fn go_on_from(&mut self, state: State) {
        self.state = Arc::new(state);
        self.stand_still();
    }

    /// Nothing before this can be taken back.
    pub(crate) fn stand_still(&mut self) {
        self.base = Arc::clone(&self.state);
        self.since.clear();
        self.undone.clear();
    }

    /// Count an action that cannot be played.
    pub(crate) fn count_one(&mut self) {
        self.count_to(self.ply + 1);
    }

    /// Count up to this many actions, although they cannot be played.
    pub(crate) fn count_to(&mut self, ply: u32) {
        self.stand_still();
        self.ply = ply;
    }

    /// For storage: the settled state and the later actions.
    pub(crate) fn to_parts(&self) -> Parts {
        Parts {
            ply: self.settled(),
            base: Position::from(self.base.as_ref()),
            since: self.since.to_vec().iter().map(|since| since.step).collect(),
            undone: self.undone.clone(),
            now: (self.since.len() > 0).then(|| Position::from(self.state.as_ref())),
        }
    }

    /// From storage. Actions that can be taken back are replayed. If older rules led elsewhere, the state is
    /// taken as it was, and nothing can be taken back.
    pub(crate) fn from_parts(parts: Parts, by_older_rules: bool) -> Option<Timeline> {
        let now = parts.now.as_ref().map(State::try_from).transpose().ok()?;
        let ply = parts.ply.checked_add(u32::try_from(parts.since.len()).ok()?)?;
        let again = Timeline::played_again(parts);
        let again = again.filter(|timeline| now.is_none_or(|now| now == *timeline.state));
        again.or_else(|| now.filter(|_| by_older_rules).map(|now| Timeline { ply, ..Timeline::new(now) }))
    }

    fn played_again(parts: Parts) -> Option<Timeline> {
        let base = State::try_from(&parts.base).ok()?;
        let mut timeline = Timeline { ply: parts.ply, ..Timeline::new(base) };
        for step in parts.since {
            timeline.play(&step.action, step.auto, &mut NoMore).ok()?;
        }
        timeline.undone = parts.undone;
        Some(timeline)
    }
}

/// A timeline as it is kept.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parts {
    ply: u32,
    base: Position,
    since: Vec<Step>,
    undone: Vec<Step>,
    /// The state after all of them, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    now: Option<Position>,
}
