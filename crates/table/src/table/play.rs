//! Carrying out requests about the game itself: actions, undo, seats.

use super::{Corrupt, Happened, Next, Table, corrupt};
use crate::clock::Pace;
use crate::entry::{Ended, Entry, How, What};
use crate::fault::{Fault, NoUndo};
use crate::request::Request;
use crate::seat::{Seat, Who};
use crate::service::Moment;
use pgg_core::{Action, Event, Phase, Record, Recorded, Seeded, Side};
use std::sync::Arc;

impl Next {
    pub(super) fn request(&mut self, who: &Who, request: &Request, now: Moment) -> Result<(), Fault> {
        match request {
            Request::Action(action) => {
                let side = self.deciding_seat(who)?;
                self.act(side, action, false, now)
            }
            Request::Undo { to } => {
                let side = self.deciding_seat(who)?;
                let to = to.unwrap_or_else(|| self.table.timeline.one_back());
                self.undo(side, to, now)
            }
            Request::ResetPhase => {
                let side = self.deciding_seat(who)?;
                self.undo(side, self.table.timeline.phase_began(side), now)
            }
            Request::Redo => {
                let side = self.deciding_seat(who)?;
                if self.table.timeline.redo().is_none_or(|step| step.side != side) {
                    return Err(Fault::CannotRedo);
                }
                self.add(What::Redid, now)
            }
            Request::OfferTakeback { to } => self.offer_takeback(who, *to, now),
            Request::OfferDraw => self.offer_draw(who, now),
            Request::Accept => self.accept(who, now),
            Request::Decline => self.decline(who, now),
            Request::Resign { side } => {
                let side = self.one_seat(who, *side)?;
                self.end(How::Resigned, Some(side.enemy()), now);
                Ok(())
            }
            Request::Say { text } => {
                let Who::Person { id, name, .. } = who else { return Ok(()) };
                let side = self.table.sides_of(*id).next();
                self.add(What::Said { name: name.clone(), text: text.clone(), side }, now)
            }
            Request::Sit { side } => self.sit(who, *side, now),
            Request::Stand { side } => {
                let side = self.one_seat(who, *side)?;
                let begun = self.table.ply() > self.table.imported().unwrap_or(0);
                if begun && self.table.seats[side.enemy()].is_taken() {
                    return Err(Fault::Begun);
                }
                self.add(What::Seated { side, seat: Seat::Open }, now)
            }
            Request::SeatProgram { side, level } => {
                let Who::Person { id, .. } = who else { return Err(Fault::NotSeated) };
                if self.table.sides_of(*id).next().is_none() {
                    return Err(Fault::NotSeated);
                }
                if self.table.seats[*side].is_taken() {
                    return Err(Fault::SeatTaken { side: Some(*side) });
                }
                self.add(What::Seated { side: *side, seat: Seat::Program { level: level.clone() } }, now)
            }
            Request::Forced { auto } => {
                let Who::Person { id, .. } = who else { return Err(Fault::NotSeated) };
                let sides: Vec<Side> = self.table.sides_of(*id).collect();
                if sides.is_empty() {
                    return Err(Fault::NotSeated);
                }
                sides.into_iter().try_for_each(|side| self.add(What::Forced { side, auto: *auto }, now))
            }
        }
    }

    /// The side that has to decide, if the sender sits there.
    fn deciding_seat(&self, who: &Who) -> Result<Side, Fault> {
        let side = self.table.deciding().ok_or(Fault::Over)?;
        if self.seats_of(who).contains(&side) {
            return Ok(side);
        }
        if self.seats_of(who).is_empty() {
            return Err(Fault::NotSeated);
        }
        Err(Fault::NotYourDecision { side })
    }

    /// The side named, or the only side the sender plays.
    pub(super) fn one_seat(&self, who: &Who, meant: Option<Side>) -> Result<Side, Fault> {
        let sides = self.seats_of(who);
        match (meant, sides.as_slice()) {
            (_, []) => Err(Fault::NotSeated),
            (Some(side), sides) if sides.contains(&side) => Ok(side),
            (Some(side), _) => Err(Fault::NotYourSeat { side }),
            (None, [side]) => Ok(*side),
            (None, _) => Err(Fault::WhichSide),
        }
    }

    pub(super) fn seats_of(&self, who: &Who) -> Vec<Side> {
        match who {
            Who::Person { id, .. } => self.table.sides_of(*id).collect(),
            Who::Program(side) => {
                let plays = self.table.seats[*side].program().is_some();
                if plays { vec![*side] } else { Vec::new() }
            }
        }
    }

    fn act(&mut self, side: Side, action: &Action, auto: bool, now: Moment) -> Result<(), Fault> {
        let table = &mut self.table;
        let mut chance = Seeded::resume(table.seed.0, table.drawn);
        let (events, outcomes) = table.timeline.play(action, auto, &mut chance)?;
        table.drawn = chance.drawn();
        table.played_here();
        let state = table.timeline.state().fingerprint();
        self.happen(What::Acted { side, action: *action, chance: outcomes, state, auto }, events, now);
        Ok(())
    }

    fn undo(&mut self, side: Side, to: u32, now: Moment) -> Result<(), Fault> {
        let timeline = &self.table.timeline;
        if to >= timeline.ply() {
            return Err(Fault::CannotUndo { why: NoUndo::Nothing, undo_to: None });
        }
        let limit = timeline.undo_to(side);
        if to < limit {
            return Err(Fault::CannotUndo { why: NoUndo::Decided, undo_to: Some(limit) });
        }
        self.add(What::Undid { to }, now)
    }

    fn sit(&mut self, who: &Who, side: Side, now: Moment) -> Result<(), Fault> {
        let Who::Person { id, name, invited } = who else { return Err(Fault::NotSeated) };
        match &self.table.seats[side] {
            Seat::Open if self.table.is_public() || *invited => {}
            Seat::Invited { id: expected, .. } if expected == id => {}
            Seat::Open => {
                return Err(Fault::NotInvited);
            }
            _ => return Err(Fault::SeatTaken { side: Some(side) }),
        }
        self.add(What::Seated { side, seat: Seat::Person { id: *id, name: name.clone() } }, now)
    }

    /// The game is over; the seed is published.
    pub(super) fn end(&mut self, how: How, winner: Option<Side>, now: Moment) {
        let table = &mut self.table;
        let score = table.state().score();
        let seed = table.seed.to_hex();
        let level = (how == How::Rules).then_some(score.level);
        let ended = Ended { how, winner, score: score.total, level, seed };
        table.follow(&What::Ended(ended.clone()));
        self.happen(What::Ended(ended), Vec::new(), now);
    }

    /// Automatic consequences: forced choices, and the end.
    pub(super) fn settle(&mut self, now: Moment) {
        while let Some((side, action)) = self.table.forced_choice() {
            // Taking an undone action again keeps the other undone ones.
            let again = self.table.timeline.redo().is_some_and(|step| step.action == action);
            let done = if again { self.add(What::Redid, now) } else { self.act(side, &action, true, now) };
            if done.is_err() {
                break;
            }
        }
        if self.table.ended.is_none() && self.table.state().phase() == Phase::GameOver {
            let score = self.table.state().score();
            let winner = if score.draw { None } else { Some(score.level.side()) };
            self.end(How::Rules, winner, now);
        }
    }

    /// The actions of a record that has been verified, as if they had been played here.
    pub(super) fn import(&mut self, record: &Record, now: Moment) -> Result<(), Fault> {
        for entry in &record.entries {
            let what = What::Acted {
                side: entry.side,
                action: entry.action,
                chance: entry.chance.clone(),
                state: entry.state.clone(),
                auto: false,
            };
            let Ok((events, true)) = self.table.follow_action(&what) else { return Err(Fault::Internal) };
            self.happen(what, events, now);
        }
        Ok(())
    }

    /// An entry that is not an action.
    pub(super) fn add(&mut self, what: What, now: Moment) -> Result<(), Fault> {
        let mut events = Vec::new();
        match &what {
            What::Redid => events = self.table.timeline.replay().unwrap_or_default(),
            What::Undid { to } => drop(self.table.timeline.rewind(*to)),
            what => self.table.follow(what),
        }
        self.happen(what, events, now);
        Ok(())
    }

    pub(super) fn happen(&mut self, what: What, events: Vec<Event>, now: Moment) {
        let table = &mut self.table;
        let (at, served) = (now.wall.max(table.last_at), now.served.max(table.last_served));
        let served = Some(served).filter(|&served| table.clock.pace() != Pace::Unlimited && served != at);
        let entry = Entry { n: table.last + 1, at, served, by: None, key: None, what };
        table.count(&entry);
        self.happened.push(Happened { now: table.now(), entry, events });
    }
}

impl Table {
    /// Follow an entry that is in the log already. After an error the table must not be used.
    pub fn admit(&mut self, entry: &Entry) -> Result<Vec<Event>, Corrupt> {
        if entry.n != self.last + 1 {
            return corrupt(entry.n, format!("expected entry {}", self.last + 1));
        }
        if self.ended.is_some() && !matches!(entry.what, What::Said { .. } | What::Reopened { .. }) {
            return corrupt(entry.n, "the game is over already");
        }
        let events = match &entry.what {
            what @ What::Acted { .. } => self.follow_acted(entry.n, what)?,
            what @ (What::Undid { .. } | What::Redid) => self.follow_back(entry.n, what)?,
            what @ What::Resumed { .. } => {
                self.follow_resumed(entry.n, what)?;
                Vec::new()
            }
            What::Opened(_) => return corrupt(entry.n, "the game is open already"),
            What::Reopened { .. } if self.ended.is_none() => {
                return corrupt(entry.n, "the game is not over, so it cannot be reopened");
            }
            what => {
                self.follow(what);
                Vec::new()
            }
        };
        self.count(entry);
        self.remember(entry);
        Ok(events)
    }

    /// Play an action of the log: its events, and whether the state after it has the recorded fingerprint. A
    /// refusal may leave the timeline changed.
    pub(super) fn follow_action(&mut self, what: &What) -> Result<(Vec<Event>, bool), String> {
        let What::Acted { side, action, chance, state, auto } = what else {
            return Err("no action".to_owned());
        };
        if self.deciding() != Some(*side) {
            return Err(format!("it is not the {side} player who has to decide"));
        }
        let mut recorded = Recorded::new(chance);
        let (events, used) = self.timeline.play(action, *auto, &mut recorded).map_err(|e| e.to_string())?;
        if used.len() != chance.len() {
            return Err("more dice or draws are recorded than were used".to_owned());
        }
        self.count_chance(used.len());
        Ok((events, self.timeline.state().verify(state).is_ok()))
    }

    /// An action of the log counts, with this many dice and draws.
    pub(super) fn count_chance(&mut self, used: usize) {
        // The actions of a record follow the first entry at once; their chance is not from the seed.
        if self.last > self.opened.imported.unwrap_or(0) {
            self.drawn += used as u64;
            self.played_here();
        }
    }

    /// The last action was not in the record: neither is what was undone before it.
    fn played_here(&mut self) {
        self.imported = self.imported.min(self.ply() - 1);
    }

    /// The effect of an entry on everything but the map.
    pub(super) fn follow(&mut self, what: &What) {
        match what {
            What::Seated { side, seat } => {
                Arc::make_mut(&mut self.seats)[*side] = seat.clone();
                // It was made by or to somebody else.
                self.offer = None;
            }
            What::Offered { side, offer } => self.offer = Some((*side, *offer)),
            What::Declined { .. } => self.offer = None,
            What::Forced { side, auto } => self.auto[*side] = *auto,
            What::Ended(ended) => self.ended = Some(ended.clone()),
            What::Reopened { commitment } => self.follow_reopened(commitment),
            What::Said { .. }
            | What::Opened(_)
            | What::Acted { .. }
            | What::Undid { .. }
            | What::Redid
            | What::Resumed { .. } => {}
        }
    }

    /// The effect of every entry: it counts, offers lapse when the game goes on, the clock runs.
    fn count(&mut self, entry: &Entry) {
        self.last = entry.n;
        self.last_at = entry.at;
        self.last_served = entry.served();
        let moves = matches!(
            entry.what,
            What::Acted { .. } | What::Undid { .. } | What::Redid | What::Resumed { .. }
        );
        if moves || matches!(entry.what, What::Ended(_) | What::Reopened { .. }) {
            self.moved = entry.n;
            self.offer = None;
        }
        if let What::Said { side, .. } = entry.what {
            self.said.count(side.is_some());
        }
        if matches!(entry.what, What::Offered { .. }) {
            self.offered = entry.n;
        }
        self.run_clock(entry.served());
    }

    /// The forced choice, for a side that wants it played. A phase in which the player did something is not
    /// ended for him, since he may still want to take it back.
    fn forced_choice(&self) -> Option<(Side, Action)> {
        let side = self.deciding().filter(|&side| self.auto[side])?;
        let action = self.state().legal().only()?;
        let within_phase = self.state().decision().is_some_and(|d| !d.question.is_of_phase());
        (within_phase || !self.timeline.acted_in_phase(side)).then_some((side, action))
    }
}
