//! A game looked back on: what it was worth after every phase, what each side lost in every turn, how much of it the dice gave,
//! and where it turned. `pgg report` makes a page of it.

use crate::eval::Judge;
use crate::orders::Orders;
use crate::plan::Plan;
use crate::survey::prospects::FACES;
use crate::{Player, Unwatched, Weights};
use pgg_core::game::chance::NoMore;
use pgg_core::{Action, BySide, Event, Hex, HexSet, Outcome, Record, RecordError, Recorded, State, UnitSet};

/// Who answers the questions of a fight whose die is thrown anew: it is quick, and the same for every face of the die.
const ANSWERS: &str = "cadet";
/// Its seed; it is asked for answers that follow from the position.
const SEED: u64 = 1;
/// Turning points told.
const TOLD: usize = 3;
/// Turning points are looked for from this Game-Turn on: until then most of the Germans are still to come, and what is expected of
/// them changes by half the board with each that enters.
const FIRST: u8 = 4;

/// What is told of a game.
#[derive(Clone, Debug)]
pub struct Review {
    /// Before the first action.
    pub start: f32,
    /// Its phases, in order.
    pub phases: Vec<PhaseReview>,
    /// What each side lost, by Game-Turn.
    pub losses: Vec<(u8, BySide<Losses>)>,
}

/// A phase that was played, or the part of it that the record has.
#[derive(Clone, Debug)]
pub struct PhaseReview {
    /// Its Game-Turn.
    pub turn: u8,
    /// Actions played before it.
    pub from: u32,
    /// The last of its actions.
    pub to: u32,
    /// What the evaluation expected as the final margin, in points for the Germans, when it ended.
    pub worth: f32,
    /// How much of the change the dice gave: the worth after each die less the mean over all six.
    pub luck: f32,
    /// The states when it began and ended.
    pub states: (State, State),
    /// Where something was decided in it.
    pub scene: HexSet,
}

/// A Game-Turn in which much was won or lost. Phases are too short for that: what a side expects rises whenever it moves.
#[derive(Clone, Debug)]
pub struct TurningPoint {
    /// Which.
    pub turn: u8,
    /// Actions played before it.
    pub from: u32,
    /// The last of its actions.
    pub to: u32,
    /// What the Germans gained.
    pub gain: f32,
    /// How much of that the dice gave.
    pub luck: f32,
    /// The states when it began and ended.
    pub states: (State, State),
    /// Where something was decided in it.
    pub scene: HexSet,
}

/// Losses of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Units eliminated, Leaders included.
    pub units: u32,
    /// Steps, those of eliminated units included.
    pub steps: u32,
}

impl Review {
    /// Of a record, which is verified on the way.
    pub fn of(record: &Record, weights: &Weights) -> Result<Review, RecordError> {
        let mut reader = Reader { judge: Judge::default(), weights, answers: None };
        let mut before = record.start()?;
        let start = reader.worth(&before);
        let mut review = Review { start, phases: Vec::new(), losses: Vec::new() };
        let mut open = Open { from: 0, luck: 0.0, state: before, scene: HexSet::EMPTY };
        let mut last = 0;
        for (entry, step) in record.entries.iter().zip(record.replay()?) {
            let step = step?;
            open.luck += reader.luck(&before, &entry.action, &entry.chance);
            review.count(&before, &step.state, &step.events);
            step.events.iter().filter_map(place).for_each(|hex| open.scene.insert(hex));
            let over = |state: &State| (state.turn(), state.phase());
            if over(&step.state) != over(&before) {
                let worth = reader.worth(&step.state);
                review.phases.push(open.ended(step.n, worth, step.state));
                open = Open { from: step.n, luck: 0.0, state: step.state, scene: HexSet::EMPTY };
            }
            before = step.state;
            last = step.n;
        }
        if last > open.from {
            let worth = reader.worth(&before);
            review.phases.push(open.ended(last, worth, before));
        }
        Ok(review)
    }

    /// The Game-Turns in which most was won or lost, the greatest first.
    pub fn turning_points(&self) -> Vec<TurningPoint> {
        let mut all: Vec<TurningPoint> = Vec::new();
        let mut before = self.start;
        for turn in self.phases.chunk_by(|a, b| a.turn == b.turn) {
            let ([first, ..], [.., last]) = (turn, turn) else { continue };
            let gain = last.worth - before;
            before = last.worth;
            if first.turn >= FIRST && gain != 0.0 {
                all.push(TurningPoint {
                    turn: first.turn,
                    from: first.from,
                    to: last.to,
                    gain,
                    luck: turn.iter().map(|phase| phase.luck).sum(),
                    states: (first.states.0, last.states.1),
                    scene: turn.iter().fold(HexSet::EMPTY, |all, phase| all.or(&phase.scene)),
                });
            }
        }
        all.sort_by(|a, b| b.gain.abs().total_cmp(&a.gain.abs()));
        all.truncate(TOLD);
        all
    }

    /// How much of the result the dice gave the Germans.
    pub fn luck(&self) -> f32 {
        self.phases.iter().map(|phase| phase.luck).sum()
    }

    /// What was expected at the end, or came of it.
    pub fn end(&self) -> f32 {
        self.phases.last().map_or(self.start, |phase| phase.worth)
    }

    fn count(&mut self, before: &State, after: &State, events: &[Event]) {
        let turn = before.turn();
        if self.losses.last().is_none_or(|(last, _)| *last != turn) {
            self.losses.push((turn, BySide::default()));
        }
        let Some((_, lost)) = self.losses.last_mut() else { return };
        let mut hit = UnitSet::EMPTY;
        for event in events {
            match event {
                Event::StepLost { unit, .. } => hit.insert(*unit),
                Event::Eliminated { unit, .. } => {
                    lost[unit.side()].units += 1;
                    hit.insert(*unit);
                }
                _ => {}
            }
        }
        for unit in hit {
            let left = |state: &State| state.hex(unit).map_or(0, |_| u32::from(state.steps_left(unit)));
            lost[unit.side()].steps += left(before).saturating_sub(left(after));
        }
    }
}

/// The phase that is being played.
struct Open {
    from: u32,
    luck: f32,
    state: State,
    scene: HexSet,
}

impl Open {
    fn ended(&self, to: u32, worth: f32, state: State) -> PhaseReview {
        PhaseReview {
            turn: self.state.turn(),
            from: self.from,
            to,
            worth,
            luck: self.luck,
            states: (self.state, state),
            scene: self.scene,
        }
    }
}

/// Where an event decided something.
fn place(event: &Event) -> Option<Hex> {
    match event {
        Event::Eliminated { hex, .. } | Event::Control { hex, .. } => Some(*hex),
        _ => None,
    }
}

struct Reader<'a> {
    judge: Judge,
    weights: &'a Weights,
    answers: Option<Box<dyn Player>>,
}

impl Reader<'_> {
    /// The margin to be expected, or the one that came.
    fn worth(&mut self, state: &State) -> f32 {
        if state.decision().is_none() {
            return state.margin() as f32;
        }
        let plan = Plan::german(state, self.weights, &Orders::default());
        self.judge.value(state, &plan, self.weights)
    }

    /// What the die of an action gave the Germans; nothing where none was thrown.
    fn luck(&mut self, before: &State, action: &Action, chance: &[Outcome]) -> f32 {
        let Some(at) = chance.iter().position(|outcome| matches!(outcome, Outcome::Die(_))) else {
            return 0.0;
        };
        let mut outcomes = chance.to_vec();
        let (mut all, mut came) = (Vec::new(), None);
        for die in 1..=FACES {
            outcomes[at] = Outcome::Die(die);
            let mut after = *before;
            // Another face may ask for a draw that the record does not have; then nothing is known of it.
            if after.apply(action, &mut Recorded::new(&outcomes)).is_err() {
                continue;
            }
            let worth = self.settled(after);
            all.push(worth);
            if chance[at] == Outcome::Die(die) {
                came = Some(worth);
            }
        }
        came.map_or(0.0, |came| came - all.iter().sum::<f32>() / all.len() as f32)
    }

    /// What a fight is worth when its questions have been answered: until then what was hit still stands.
    fn settled(&mut self, mut state: State) -> f32 {
        while state.decision().is_some_and(|decision| !decision.question.is_of_phase()) {
            let answers = match &mut self.answers {
                Some(answers) => answers,
                none => match crate::player(ANSWERS, SEED, None) {
                    Some(player) => none.insert(player),
                    None => break,
                },
            };
            let action = answers.choose(&state, &Unwatched);
            if state.apply(&action, &mut NoMore).is_err() {
                break;
            }
        }
        self.worth(&state)
    }
}
