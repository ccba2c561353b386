//! A game that continues by newer rules than it was played by.
//!
//! What was played stays played. Entries of older rules are followed as long as today's rules agree. From the
//! first that differs nothing more is certain: the table keeps its position, or takes one that was stored
//! later, and the next request writes that position into the log. From there on every program can follow the
//! log again.

use super::{Corrupt, Next, Table, corrupt};
use crate::entry::{Entry, What};
use crate::service::Moment;
use crate::story::Story;
use crate::table::{Happened, Seed};
use pgg_core::formats::fingerprint::{RULES_VERSION, version_of};
use pgg_core::{Event, Position, State};
use serde::{Deserialize, Serialize};

/// Where today's rules replay a game differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Differs {
    /// The first entry that replays differently.
    pub n: u32,
    /// The version of the rules it was played by.
    pub version: u32,
}

/// How a table follows its log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Course {
    /// The log replays as it was played.
    #[default]
    Same,
    /// An action of older rules led to another state, and was accepted all the same.
    Another(Differs),
    /// An action of older rules is refused. The position is frozen, and actions of older rules are only
    /// counted.
    Still(Differs),
    /// The game continues from a position in its log.
    Resumed(Differs),
}

impl Course {
    pub(super) const fn is_same(&self) -> bool {
        matches!(self, Course::Same)
    }

    const fn differs(self) -> Option<Differs> {
        match self {
            Course::Same => None,
            Course::Another(differs) | Course::Still(differs) | Course::Resumed(differs) => Some(differs),
        }
    }

    /// A difference that is not in the log yet.
    const fn untold(self) -> Option<Differs> {
        match self {
            Course::Same | Course::Resumed(_) => None,
            Course::Another(differs) | Course::Still(differs) => Some(differs),
        }
    }
}

/// An entry whose fingerprint is of older rules.
fn older(n: u32, fingerprint: &str) -> Option<Differs> {
    let version = version_of(fingerprint);
    (1..RULES_VERSION).contains(&version).then_some(Differs { n, version })
}

impl Table {
    /// Where today's rules replay the game differently, if they do.
    pub const fn differs(&self) -> Option<Differs> {
        self.course.differs()
    }

    /// The table of a whole log. `kept` is a table that was stored by older rules: its position is the one that
    /// the game had, so the game continues from there if the log leads elsewhere.
    pub fn of_log(
        entries: &[Entry],
        kept: Option<Table>,
        seed: Seed,
    ) -> Result<(Table, Vec<Happened>), Corrupt> {
        let story = Story::of(entries, seed);
        let Some(kept) = kept else { return story.map(|story| (story.table, story.happened)) };
        match story {
            Err(_) => kept.follow_on(entries),
            Ok(Story { table, happened, .. }) => match table.course.untold() {
                None => Ok((table, happened)),
                Some(differs) => {
                    let (mut table, happened) = kept.follow_on(entries)?;
                    table.course = match table.course {
                        Course::Still(_) => Course::Still(differs),
                        _ => Course::Another(differs),
                    };
                    Ok((table, happened))
                }
            },
        }
    }

    /// The entries that come after those the table has.
    fn follow_on(mut self, entries: &[Entry]) -> Result<(Table, Vec<Happened>), Corrupt> {
        let mut happened = Vec::new();
        for entry in entries.iter().skip(self.last as usize) {
            let events = self.admit(entry)?;
            happened.push(Happened { entry: entry.clone(), events, now: self.now() });
        }
        Ok((self, happened))
    }

    /// Follow an action of the log.
    pub(super) fn follow_acted(&mut self, n: u32, what: &What) -> Result<Vec<Event>, Corrupt> {
        let What::Acted { chance, state, .. } = what else { return corrupt(n, "no action") };
        let older = older(n, state);
        if let (Course::Still(_), Some(_)) = (self.course, older) {
            self.timeline.count_one();
            self.count_chance(chance.len());
            return Ok(Vec::new());
        }
        // Only an action of older rules may fail and still leave a usable table.
        let before = older.map(|differs| (differs, self.timeline.clone()));
        let (events, as_told) = match (self.follow_action(what), before) {
            (Ok(done), _) => done,
            (Err(what), None) => return Err(Corrupt { n, what }),
            (Err(_), Some((differs, before))) => {
                self.timeline = before;
                self.stand_still(differs);
                self.timeline.count_one();
                self.count_chance(chance.len());
                return Ok(Vec::new());
            }
        };
        match (as_told, older) {
            (true, _) => {}
            (false, None) => return corrupt(n, "the state after it is not the one recorded"),
            (false, Some(differs)) => {
                if self.course.untold().is_none() {
                    self.course = Course::Another(differs);
                }
            }
        }
        Ok(events)
    }

    /// Follow an undo or redo of the log, which has no version of its own.
    pub(super) fn follow_back(&mut self, n: u32, what: &What) -> Result<Vec<Event>, Corrupt> {
        let ply = match what {
            What::Undid { to } => (*to).min(self.ply()),
            _ => self.ply() + 1,
        };
        if !matches!(self.course, Course::Still(_)) {
            let done = match what {
                What::Undid { to } => self.timeline.rewind(*to).then(Vec::new),
                _ => self.timeline.replay(),
            };
            match (done, self.course.untold()) {
                (Some(events), _) => return Ok(events),
                (None, None) if matches!(what, What::Redid) => return corrupt(n, "nothing was undone"),
                (None, None) => return corrupt(n, "the actions to take back are not there"),
                (None, Some(differs)) => self.stand_still(differs),
            }
        }
        self.timeline.count_to(ply);
        Ok(Vec::new())
    }

    /// Follow an entry with the position from which the game continues.
    pub(super) fn follow_resumed(&mut self, n: u32, what: &What) -> Result<(), Corrupt> {
        let What::Resumed { differs, state, position } = what else { return corrupt(n, "no position") };
        match (State::try_from(position.as_ref()), older(n, state)) {
            (Ok(told), _) if told.verify(state).is_ok() => {
                self.timeline.go_on_from(told);
                self.course = Course::Resumed(*differs);
            }
            (_, Some(differs)) => self.stand_still(differs),
            (Ok(_), None) => return corrupt(n, "the position is not the one of its fingerprint"),
            (Err(error), None) => return corrupt(n, error.to_string()),
        }
        Ok(())
    }

    /// Freeze the position and remember the first difference.
    fn stand_still(&mut self, differs: Differs) {
        self.timeline.stand_still();
        self.course = Course::Still(self.course.untold().unwrap_or(differs));
    }
}

impl Next {
    /// Before anything else is done in a game that today's rules replay differently, write its position into
    /// the log.
    pub(super) fn resume(&mut self, now: Moment) {
        let Some(differs) = self.table.course.untold() else { return };
        let table = &mut self.table;
        let state = *table.state();
        table.timeline.go_on_from(state);
        table.course = Course::Resumed(differs);
        let position = Box::new(Position::from(&state));
        self.happen(What::Resumed { differs, state: state.fingerprint(), position }, Vec::new(), now);
    }
}
