//! Offers between the players: a take-back that goes further than undo may, a draw.

use super::Next;
use crate::entry::{How, Offer, What};
use crate::fault::{Fault, NoUndo};
use crate::seat::Who;
use crate::service::Moment;
use pgg_core::Side;

impl Next {
    /// A take-back may cross a change of the deciding side, but never a die or a draw. A program agrees, and so
    /// does a person who plays both sides.
    pub(super) fn offer_takeback(&mut self, who: &Who, to: u32, now: Moment) -> Result<(), Fault> {
        let side = self.offering_seat(who)?;
        self.check_takeback(to)?;
        let other = &self.table.seats[side.enemy()];
        if other.program().is_some() || self.seats_of(who).len() == 2 {
            return self.add(What::Undid { to }, now);
        }
        self.make(side, Offer::Takeback { to }, now)
    }

    pub(super) fn offer_draw(&mut self, who: &Who, now: Moment) -> Result<(), Fault> {
        let side = self.offering_seat(who)?;
        if self.seats_of(who).len() == 2 {
            self.end(How::Agreed, None, now);
            return Ok(());
        }
        self.make(side, Offer::Draw, now)?;
        if self.table.seats[side.enemy()].program().is_some() {
            // Programs play to the end.
            self.add(What::Declined { side: side.enemy() }, now)?;
        }
        Ok(())
    }

    /// Agree to what the other side has offered.
    pub(super) fn accept(&mut self, who: &Who, now: Moment) -> Result<(), Fault> {
        let sides = self.seats_of(who);
        if sides.is_empty() {
            return Err(Fault::NotSeated);
        }
        match self.table.offer {
            Some((by, offer)) if sides.contains(&by.enemy()) => self.agree(offer, now),
            _ => Err(Fault::NothingOffered),
        }
    }

    fn agree(&mut self, offer: Offer, now: Moment) -> Result<(), Fault> {
        match offer {
            Offer::Takeback { to } => {
                self.check_takeback(to)?;
                self.add(What::Undid { to }, now)
            }
            Offer::Draw => {
                self.end(How::Agreed, None, now);
                Ok(())
            }
        }
    }

    /// Refuse an offer, or withdraw your own.
    pub(super) fn decline(&mut self, who: &Who, now: Moment) -> Result<(), Fault> {
        let side = match self.seats_of(who).as_slice() {
            [] => return Err(Fault::NotSeated),
            [one, ..] => *one,
        };
        if self.table.offer.is_none() {
            return Err(Fault::NothingOffered);
        }
        self.add(What::Declined { side }, now)
    }

    fn make(&mut self, side: Side, offer: Offer, now: Moment) -> Result<(), Fault> {
        match self.table.offer {
            Some((by, standing)) if standing == offer && by == side => {
                return Err(Fault::OfferedAlready);
            }
            // Both want the same.
            Some((_, standing)) if standing == offer => return self.agree(offer, now),
            _ => {}
        }
        if !self.table.seats[side.enemy()].is_taken() {
            return Err(Fault::NoOpponent);
        }
        self.add(What::Offered { side, offer }, now)
    }

    /// The side this person plays, or the deciding one if he plays both.
    fn offering_seat(&self, who: &Who) -> Result<Side, Fault> {
        let deciding = self.table.deciding();
        let both = self.seats_of(who).len() == 2;
        self.one_seat(who, deciding.filter(|_| both))
    }

    fn check_takeback(&self, to: u32) -> Result<(), Fault> {
        let timeline = &self.table.timeline;
        if to >= timeline.ply() {
            return Err(Fault::CannotUndo { why: NoUndo::Nothing, undo_to: None });
        }
        if to < timeline.settled() {
            return Err(Fault::CannotUndo { why: NoUndo::Drawn, undo_to: Some(timeline.settled()) });
        }
        Ok(())
    }
}
