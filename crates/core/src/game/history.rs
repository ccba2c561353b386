//! A game with its history: the record kept as it is played, undo and redo within the limits of fairness.

use crate::formats::record::{ActionLine, Header, Record};
use crate::game::action::Action;
use crate::game::chance::{Chance, NoChance, Outcome, Recorded, Recording};
use crate::game::event::Event;
use crate::game::play::Refused;
use crate::game::state::{Options, State};
use crate::unit::Side;

/// A state, how it was reached, and what was undone.
///
/// # Example
///
/// ```
/// use pgg_core::{Game, Options, Seeded};
///
/// let mut chance = Seeded::from_number(7);
/// let (mut game, _events) = Game::new(Options::default(), &mut chance)?;
/// let action = game.state().legal().iter().next().expect("a decision has a legal answer");
/// game.play(&action, &mut chance)?;
///
/// // What showed no die and no draw, and left the decision with the same side, can be taken back.
/// assert!(game.undo());
/// assert!(game.redo().is_some());
/// assert_eq!(game.record().entries.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Game {
    header: Header,
    states: Vec<State>,
    entries: Vec<ActionLine>,
    undone: Vec<ActionLine>,
}

impl Game {
    /// A new game from set-up.
    pub fn new(options: Options, chance: &mut dyn Chance) -> Result<(Game, Vec<Event>), NoChance> {
        let mut recording = Recording::new(chance);
        let (state, events) = State::new_game(options, &mut recording)?;
        let header = Header::of_new_game(options, recording.outcomes);
        Ok((Game { header, states: vec![state], entries: Vec::new(), undone: Vec::new() }, events))
    }

    /// A game that goes on from a position.
    pub fn from_state(state: State) -> Game {
        let header = Header::of_position(&state);
        Game { header, states: vec![state], entries: Vec::new(), undone: Vec::new() }
    }

    /// A game that goes on from a record, every step of it verified.
    pub fn from_record(record: &Record) -> Result<Game, crate::formats::record::RecordError> {
        let mut states = vec![record.start()?];
        for step in record.replay()? {
            states.push(step?.state);
        }
        let entries = record.entries.clone();
        Ok(Game { header: record.header.clone(), states, entries, undone: Vec::new() })
    }

    /// The state now.
    pub fn state(&self) -> &State {
        // `states` begins with the start and is never emptied.
        &self.states[self.states.len() - 1]
    }

    /// The record so far.
    pub fn record(&self) -> Record {
        Record::new(self.header.clone(), self.entries.clone(), self.state())
    }

    /// Actions taken so far.
    pub fn entries(&self) -> &[ActionLine] {
        &self.entries
    }

    /// Take an action. Undone actions are discarded.
    pub fn play(&mut self, action: &Action, chance: &mut dyn Chance) -> Result<Vec<Event>, Refused> {
        let mut state = *self.state();
        let side = state.decision().map(|d| d.side);
        let mut recording = Recording::new(chance);
        let events = state.apply(action, &mut recording)?;
        let outcomes = recording.outcomes;
        let n = self.entries.len() as u32 + 1;
        self.entries.push(ActionLine {
            n,
            side: side.unwrap_or(Side::German),
            action: *action,
            chance: outcomes,
            state: state.fingerprint(),
        });
        self.states.push(state);
        self.undone.clear();
        Ok(events)
    }

    /// May the last action be undone? Not past a die, a draw or a change of the deciding side.
    pub fn can_undo(&self) -> bool {
        self.entries.last().is_some_and(|last| {
            last.chance.is_empty() && self.state().decision().is_some_and(|d| d.side == last.side)
        })
    }

    /// Undo the last action.
    pub fn undo(&mut self) -> bool {
        if !self.can_undo() {
            return false;
        }
        self.states.pop();
        self.undone.extend(self.entries.pop());
        true
    }

    /// Take the last undone action again.
    pub fn redo(&mut self) -> Option<Vec<Event>> {
        let entry = self.undone.pop()?;
        let mut state = *self.state();
        let outcomes: Vec<Outcome> = entry.chance.clone();
        let events = state.apply(&entry.action, &mut Recorded::new(&outcomes)).ok()?;
        self.states.push(state);
        self.entries.push(entry);
        Some(events)
    }
}
