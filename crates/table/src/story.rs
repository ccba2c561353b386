//! A game replayed from its log: every entry with its events, the record of the actions that count, the
//! position after any action.

use crate::entry::{Entry, How, What};
use crate::luck::Luck;
use crate::seat::Seat;
use crate::table::{Corrupt, Happened, Seed, Table, corrupt};
use pgg_core::formats::record::{self, Header, Record};
use pgg_core::{Event, Side, State};

/// A whole game.
pub struct Story {
    /// The current table. If newer rules replay the game differently, it may have a stored position to which
    /// its log does not lead.
    pub table: Table,
    /// Everything that happened.
    pub happened: Vec<Happened>,
    /// The actions that count, without those taken back.
    actions: Vec<record::ActionLine>,
    seed: Seed,
}

impl Story {
    /// From all entries of a log, in order. Actions that today's rules refuse have no events.
    pub fn of(entries: &[Entry], seed: Seed) -> Result<Story, Corrupt> {
        let Some((first, rest)) = entries.split_first() else { return corrupt(0, "the log is empty") };
        let (table, events) = Table::first(first, seed)?;
        let opened = Happened { entry: first.clone(), events, now: table.now() };
        let mut story = Story { table, happened: vec![opened], actions: Vec::new(), seed };
        let mut undone = Vec::new();
        for entry in rest {
            let events = story.table.admit(entry)?;
            match &entry.what {
                What::Acted { side, action, chance, state, .. } => {
                    undone.clear();
                    let n = story.actions.len() as u32 + 1;
                    let (chance, state) = (chance.clone(), state.clone());
                    story.actions.push(record::ActionLine { n, side: *side, action: *action, chance, state });
                }
                What::Undid { to } => {
                    let to = (*to as usize).min(story.actions.len());
                    undone.extend(story.actions.drain(to..).rev());
                }
                What::Redid => story.actions.extend(undone.pop()),
                _ => {}
            }
            story.happened.push(Happened { entry: entry.clone(), events, now: story.table.now() });
        }
        Ok(story)
    }

    /// The record of the game; with the seed if it is over.
    pub fn record(&self) -> Record {
        let opened = self.table.opened();
        let name = |side: Side| match &self.table.seats()[side] {
            Seat::Open => None,
            seat => seat.name().map(str::to_owned),
        };
        let header = Header {
            start: opened.start.as_deref().cloned(),
            german: name(Side::German),
            soviet: name(Side::Soviet),
            commitment: Some(opened.commitment.clone()),
            imported: self.table.imported(),
            ..Header::of_new_game(opened.options, opened.opening.clone())
        };
        let mut record = Record::new(header, self.actions.clone(), self.table.state());
        let ended = self.table.ended();
        if let Some(end) = &mut record.end {
            if self.table.differs().is_some() {
                // By today's rules its last state may differ from the one it had.
                if let Some(last) = self.actions.last() {
                    end.state.clone_from(&last.state);
                }
                let by_rules = ended.filter(|ended| ended.how == How::Rules);
                end.score = by_rules.map(|ended| ended.score);
                end.level = by_rules.and_then(|ended| ended.level);
            }
            if let Some(ended) = ended {
                end.seed = Some(ended.seed.clone());
                if ended.how != How::Rules {
                    end.how =
                        serde_json::to_value(ended.how).ok().and_then(|v| v.as_str().map(str::to_owned));
                    end.winner = ended.winner;
                }
            }
        }
        record
    }

    /// The states after `from` to after `to` actions, inclusive. Where today's rules refuse an action, the
    /// state is frozen until the game continues from a position in its log.
    pub fn states(&self, from: u32, to: u32) -> Result<Vec<State>, Corrupt> {
        // For each number of actions, the state that counted in the end.
        let mut states = Vec::new();
        self.walk(|table, _| {
            let ply = table.ply();
            if (from..=to).contains(&ply) {
                states.truncate((ply - from) as usize);
                states.push(*table.state());
            }
        })?;
        states.truncate((self.table.ply().min(to) + 1).saturating_sub(from) as usize);
        if (from..=to).contains(&self.table.ply())
            && let Some(last) = states.last_mut()
        {
            *last = *self.table.state();
        }
        Ok(states)
    }

    /// The dice and draws of each side, as far as today's rules can replay the game.
    pub fn luck(&self) -> Result<Luck, Corrupt> {
        let mut luck = Luck::default();
        let mut before: Option<State> = None;
        self.walk(|table, events| {
            if let Some(before) = &before {
                luck.add(before, events);
            }
            before = Some(*table.state());
        })?;
        Ok(luck)
    }

    /// Follow the log once more: the table after each entry, and its events.
    fn walk(&self, mut each: impl FnMut(&Table, &[Event])) -> Result<(), Corrupt> {
        let Some((first, rest)) = self.happened.split_first() else { return Ok(()) };
        let (mut table, events) = Table::first(&first.entry, self.seed)?;
        each(&table, &events);
        for happened in rest {
            let events = table.admit(&happened.entry)?;
            each(&table, &events);
        }
        Ok(())
    }
}
