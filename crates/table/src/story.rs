//! A game told from its log: every entry with its events, the record of what counts, the position after any action.

use crate::entry::{Entry, What};
use crate::seat::Seat;
use crate::table::{Corrupt, Happened, Seed, Table, corrupt};
use pgg_core::record::{self, Header, Record};
use pgg_core::{Side, State};

/// A whole game.
pub struct Story {
    /// The table as it is now.
    pub table: Table,
    /// Everything that happened.
    pub happened: Vec<Happened>,
    /// The actions that count, those taken back left out.
    actions: Vec<record::Entry>,
}

impl Story {
    /// From all entries of a log, in order.
    pub fn of(entries: &[Entry], seed: Seed) -> Result<Story, Corrupt> {
        let Some((first, rest)) = entries.split_first() else { return corrupt(0, "the log is empty") };
        let (table, events) = Table::first(first, seed)?;
        let opened = Happened { entry: first.clone(), events, now: table.now() };
        let mut story = Story { table, happened: vec![opened], actions: Vec::new() };
        let mut undone = Vec::new();
        for entry in rest {
            let events = story.table.admit(entry)?;
            match &entry.what {
                What::Acted { side, action, chance, state, .. } => {
                    undone.clear();
                    let n = story.actions.len() as u32 + 1;
                    let (chance, state) = (chance.clone(), state.clone());
                    story.actions.push(record::Entry { n, side: *side, action: *action, chance, state });
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
        if let (Some(end), Some(ended)) = (&mut record.end, self.table.ended()) {
            end.seed = Some(ended.seed.clone());
            if ended.how != crate::entry::How::Rules {
                end.how = serde_json::to_value(ended.how).ok().and_then(|v| v.as_str().map(str::to_owned));
                end.winner = ended.winner;
            }
        }
        record
    }

    /// The states from after `from` actions to after `to` of them, both included.
    pub fn states(&self, from: u32, to: u32) -> Result<Vec<State>, Corrupt> {
        let whole = self.record();
        let wrong = |error: record::RecordError| Corrupt { n: error.line as u32, what: error.what };
        let mut states = Vec::new();
        if from == 0 {
            states.push(whole.start().map_err(wrong)?);
        }
        for step in whole.replay().map_err(wrong)?.take(to as usize) {
            let step = step.map_err(wrong)?;
            if step.n >= from {
                states.push(step.state);
            }
        }
        Ok(states)
    }
}
