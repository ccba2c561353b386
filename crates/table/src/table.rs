//! The table: a game, its players, and the requests it takes.

mod course;
mod keep;
mod keys;
mod offers;
mod play;
mod reopen;
mod room;

use crate::clock::{Clock, Pace};
use crate::entry::{Ended, Entry, Offer, Opened, What};
use crate::fault::Fault;
use crate::id::{PersonId, Time};
use crate::request::{Asked, Request};
use crate::seat::{Seat, Who};
use crate::service::Moment;
use crate::text::Name;
use crate::timeline::Timeline;
use course::Course;
pub use course::Differs;
pub use keep::Kept;
use keys::Keys;
use pgg_core::game::chance::Recording;
use pgg_core::{BySide, Event, Options, Position, Record, RecordError, Recorded, Seeded, Side, State};
pub use reopen::CannotReopen;
use room::Said;
pub use room::{MOST_ENTRIES, MOST_OF_PLAYERS, MOST_OF_SPECTATORS};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use std::sync::Arc;

/// The secret that decides every die and draw.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// The seed as text, for publishing it when the game is over.
    pub fn to_hex(&self) -> String {
        self.0.iter().map(|b| format!("{b:02x}")).collect()
    }

    /// What is published when the game begins.
    pub fn commitment(&self) -> String {
        Seeded::new(self.0).commitment()
    }

    /// The seed of a program on a side's seat. It is derived from the game's secret, so that its moves cannot be
    /// predicted, by a hash of its own, so that they reveal nothing of the dice. It is the same after a
    /// restart, and with any version of Rust.
    pub fn of_program(&self, side: Side) -> u64 {
        let hash = Sha256::new()
            .chain_update(b"pgg program 1\0")
            .chain_update(self.0)
            .chain_update([side as u8])
            .finalize();
        let mut first = [0; 8];
        first.copy_from_slice(&hash[..8]);
        u64::from_le_bytes(first)
    }
}

/// A seed must not end up in a log file.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(secret)")
    }
}

/// Who may see and join a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Listed in the lobby; anybody may watch, and take an open seat.
    Public,
    /// People with the link may watch; people with the code may take an open seat.
    #[default]
    Link,
}

/// How a game is to be set up.
#[derive(Clone, Debug)]
pub struct Opening {
    /// What it is called.
    pub name: Name,
    /// Edition and options; those of the position or record, if there is one.
    pub options: Options,
    /// Who may see and join it.
    pub visibility: Visibility,
    /// How fast it has to go.
    pub pace: Pace,
    /// Who sits where.
    pub seats: BySide<Seat>,
    /// For whom forced choices are played.
    pub auto: BySide<bool>,
    /// Where it starts, if not from set-up.
    pub from: Start,
}

/// Where a game starts.
#[derive(Clone, Debug, Default)]
pub enum Start {
    /// From set-up [5.0].
    #[default]
    SetUp,
    /// From a position.
    Position(Box<Position>),
    /// Where a record ends.
    Record(Box<Record>),
}

/// A game among people.
#[derive(Clone)]
pub struct Table {
    seed: Seed,
    opened: Arc<Opened>,
    /// The number of the last entry.
    last: u32,
    /// The number of the last entry that changed the game.
    moved: u32,
    last_at: Time,
    /// The time of service then.
    last_served: Time,
    pub(crate) timeline: Timeline,
    /// Outcomes that came from the seed.
    drawn: u64,
    /// How many of the first actions came with a record; later ones were played here.
    imported: u32,
    seats: Arc<BySide<Seat>>,
    auto: BySide<bool>,
    offer: Option<(Side, Offer)>,
    /// The number of the entry that last offered something.
    offered: u32,
    /// How much players and spectators have said.
    said: Said,
    clock: Clock,
    keys: Keys,
    ended: Option<Ended>,
    course: Course,
}

/// Something that happened: the entry, and the events of the game in it.
#[derive(Clone, Debug)]
pub struct Happened {
    /// For the log.
    pub entry: Entry,
    /// What it did on the map.
    pub events: Vec<Event>,
    /// The state of the game after it.
    pub now: crate::view::Now,
}

/// The result of a request: entries to be made durable, and the next table.
#[derive(Clone)]
pub struct Next {
    /// The table afterwards.
    pub table: Table,
    /// What happened, in order; none if the request had been done before.
    pub happened: Vec<Happened>,
    /// The number of the entry that answers the request.
    pub n: u32,
}

/// A log that is inconsistent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {n}: {what}")]
pub struct Corrupt {
    /// The entry.
    pub n: u32,
    /// What is wrong.
    pub what: String,
}

pub(crate) fn corrupt<T>(n: u32, what: impl Into<String>) -> Result<T, Corrupt> {
    Err(Corrupt { n, what: what.into() })
}

impl Table {
    /// Set up a game.
    pub fn open(
        opening: Opening,
        seed: Seed,
        by: Option<PersonId>,
        now: impl Into<Moment>,
    ) -> Result<Next, Fault> {
        let now = now.into();
        if let Pace::Days(days) = opening.pace
            && !(1..=Pace::MOST_DAYS).contains(&days)
        {
            return Err(Fault::bad_pace());
        }
        let mut opened = Opened {
            name: opening.name,
            options: opening.options,
            visibility: opening.visibility,
            pace: opening.pace,
            seats: opening.seats,
            auto: opening.auto,
            commitment: seed.commitment(),
            opening: Vec::new(),
            start: None,
            imported: None,
        };
        let mut record = None;
        match opening.from {
            Start::SetUp => {
                let mut seeded = Seeded::new(seed.0);
                let mut recording = Recording::new(&mut seeded);
                State::new_game(opened.options, &mut recording).map_err(|_| Fault::Internal)?;
                opened.opening = recording.outcomes;
            }
            Start::Position(position) => opened.start = Some(position),
            Start::Record(whole) => {
                verify(&whole)?;
                opened.options = whole.header.options;
                opened.opening.clone_from(&whole.header.opening);
                opened.start = whole.header.start.clone().map(Box::new);
                opened.imported = Some(whole.entries.len() as u32);
                record = Some(whole);
            }
        }
        if let Some(position) = &opened.start {
            opened.options = State::try_from(position.as_ref())?.options();
        }
        let (entry_by, what) = (by, What::Opened(Box::new(opened)));
        let served = Some(now.served).filter(|&served| opening.pace != Pace::Unlimited && served != now.wall);
        let entry = Entry { n: 1, at: now.wall, served, by: entry_by, key: None, what };
        let (table, events) =
            Table::first(&entry, seed).map_err(|e| Fault::BadRecord { line: 1, what: e.what })?;
        let mut next = Next { n: 1, happened: Vec::new(), table };
        next.happened.push(Happened { now: next.table.now(), entry, events });
        if let Some(record) = record {
            next.import(&record, now)?;
        }
        next.settle(now);
        Ok(next)
    }

    /// The table after its first entry.
    pub fn first(entry: &Entry, seed: Seed) -> Result<(Table, Vec<Event>), Corrupt> {
        let What::Opened(opened) = &entry.what else {
            return corrupt(entry.n, "the first entry has to open the game");
        };
        let from_seed = opened.start.is_none() && opened.imported.is_none();
        let (state, events) = match &opened.start {
            Some(position) => match State::try_from(position.as_ref()) {
                Ok(state) => (state, Vec::new()),
                Err(error) => return corrupt(entry.n, error.to_string()),
            },
            None => {
                let mut chance = Recorded::new(&opened.opening);
                match State::new_game(opened.options, &mut chance) {
                    Ok(_) if chance.left() > 0 => {
                        return corrupt(entry.n, "the opening has outcomes too many");
                    }
                    Ok(new) => new,
                    Err(error) => return corrupt(entry.n, error.to_string()),
                }
            }
        };
        let mut table = Table {
            seed,
            opened: Arc::new(Opened::clone(opened)),
            last: entry.n,
            moved: entry.n,
            last_at: entry.at,
            last_served: entry.served(),
            timeline: Timeline::new(state),
            drawn: if from_seed { opened.opening.len() as u64 } else { 0 },
            imported: opened.imported.unwrap_or(0),
            seats: Arc::new(opened.seats.clone()),
            auto: opened.auto,
            offer: None,
            offered: 0,
            said: Said::default(),
            clock: Clock::new(opened.pace),
            keys: Keys::default(),
            ended: None,
            course: Course::Same,
        };
        table.run_clock(entry.served());
        Ok((table, events))
    }

    /// The result of a request, or its refusal. The table itself does not change.
    pub fn handle(&self, who: &Who, asked: &Asked, now: impl Into<Moment>) -> Result<Next, Fault> {
        let now = now.into();
        if let Some(n) = self.done_before(who, asked.key.as_deref()) {
            return Ok(Next { table: self.clone(), happened: Vec::new(), n });
        }
        let request = &asked.request;
        if !matches!(request, Request::Say { .. }) {
            if self.ended.is_some() {
                return Err(Fault::Over);
            }
            if let Some(side) = self.clock.flagged(now.served) {
                return Err(Fault::OutOfTime { side });
            }
        }
        // Accepting an offer that the sender has not seen is as wrong as acting in a position he has not seen.
        let moved = if *request == Request::Accept { self.moved.max(self.offered) } else { self.moved };
        if request.depends_on_position() && asked.at.is_some_and(|at| at < moved) {
            return Err(Fault::Stale { moved });
        }
        self.room_for(who, request)?;
        let mut next = Next { table: self.clone(), happened: Vec::new(), n: self.last };
        // Chat has no consequences.
        let plays = !matches!(request, Request::Say { .. });
        if plays {
            next.resume(now);
        }
        let resumed = next.happened.len();
        next.request(who, request, now)?;
        if let Some(first) = next.happened.get_mut(resumed) {
            next.n = first.entry.n;
            if let Who::Person { id, .. } = who {
                first.entry.by = Some(*id);
                first.entry.key.clone_from(&asked.key);
                next.table.remember(&first.entry);
            }
        }
        if plays {
            next.settle(now);
        }
        Ok(next)
    }

    /// The result of time passing: nothing, or the end of the game.
    pub fn tick(&self, now: impl Into<Moment>) -> Option<Next> {
        let now = now.into();
        let late = self.clock.flagged(now.served).filter(|_| self.ended.is_none())?;
        let mut next = Next { table: self.clone(), happened: Vec::new(), n: self.last + 1 };
        next.end(crate::entry::How::Time, Some(late.enemy()), now);
        Some(next)
    }

    /// The state of the game.
    pub fn state(&self) -> &State {
        self.timeline.state()
    }

    /// The number of the last entry.
    pub const fn last(&self) -> u32 {
        self.last
    }

    /// How many actions count, without undone ones.
    pub const fn ply(&self) -> u32 {
        self.timeline.ply()
    }

    /// How many of the actions that count came with a record; none if the game did not start from one.
    pub fn imported(&self) -> Option<u32> {
        self.opened.imported.map(|_| self.imported.min(self.ply()))
    }

    /// How it was set up.
    pub fn opened(&self) -> &Opened {
        &self.opened
    }

    /// Who sits where.
    pub fn seats(&self) -> &BySide<Seat> {
        &self.seats
    }

    /// How it ended, if it has.
    pub const fn ended(&self) -> Option<&Ended> {
        self.ended.as_ref()
    }

    /// What has been offered, and by whom.
    pub const fn offer(&self) -> Option<(Side, Offer)> {
        self.offer
    }

    /// The secret that decides every die and draw.
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// The clock.
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Are forced choices played for a side?
    pub fn forced(&self, side: Side) -> bool {
        self.auto[side]
    }

    /// Who has to decide, while the game goes on.
    pub fn deciding(&self) -> Option<Side> {
        if self.ended.is_some() { None } else { self.state().decision().map(|d| d.side) }
    }

    /// The program that has to decide now.
    pub fn program_to_move(&self) -> Option<(Side, &str)> {
        let side = self.deciding()?;
        self.seats[side].program().map(|level| (side, level))
    }

    /// The sides a person sits on.
    pub fn sides_of(&self, id: PersonId) -> impl Iterator<Item = Side> + '_ {
        Side::BOTH.into_iter().filter(move |&side| self.seats[side].person() == Some(id))
    }

    /// May a person without the link see the game?
    pub fn is_public(&self) -> bool {
        matches!(self.opened.visibility, Visibility::Public)
    }

    fn done_before(&self, who: &Who, key: Option<&str>) -> Option<u32> {
        let (Who::Person { id, .. }, Some(key)) = (who, key) else { return None };
        self.keys.find(*id, key)
    }

    fn remember(&mut self, entry: &Entry) {
        if let (Some(by), Some(key)) = (entry.by, &entry.key) {
            let seats = &self.seats;
            let plays = |id: PersonId| Side::BOTH.into_iter().any(|side| seats[side].person() == Some(id));
            self.keys.add(by, key, entry.n, plays);
        }
    }

    /// The clock runs while each side has a player and at least one is a person.
    fn run_clock(&mut self, now: Time) {
        let state = self.timeline.state();
        let player_turn = (state.turn(), state.phase().side());
        let ready = Side::BOTH.into_iter().all(|side| self.seats[side].is_taken());
        let waits_for = self.deciding().filter(|&side| ready && self.seats[side].person().is_some());
        self.clock.at(now, player_turn, waits_for);
    }
}

/// Every line of a record is verified before a game continues from it. A record that was cut short is accepted.
fn verify(record: &Record) -> Result<(), RecordError> {
    match record.end {
        Some(_) => record.check().map(drop),
        None => record.replay()?.try_for_each(|step| step.map(drop)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_have_their_chance_from_the_games_secret_for_good() {
        // Computed independently: the first eight bytes of the SHA-256 of the label, the seed and the side.
        let seed = Seed([7; 32]);
        assert_eq!(seed.of_program(Side::German), 0x4d1f7298f647da84);
        assert_eq!(seed.of_program(Side::Soviet), 0x5f8e344b6197fa5d);
        assert_ne!(seed.of_program(Side::German), Seed([8; 32]).of_program(Side::German));
        // The commitment, which is published at the start, does not contain it.
        let published = Seed([7; 32]).commitment();
        assert!(!published.contains(&format!("{:016x}", seed.of_program(Side::German).swap_bytes())));
    }
}
