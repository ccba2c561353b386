//! A game as clients see it: all of it public, since hidden strengths do not exist yet.

use crate::clock::Pace;
use crate::entry::{Ended, Offer};
use crate::id::Time;
use crate::marks::Marks;
use crate::seat::Seat;
use crate::table::{Differs, Table, Visibility};
use crate::text::Name;
use pgg_core::formats::position::Diagram;
use pgg_core::rules::victory::Score;
use pgg_core::{BySide, Decision, Legal, Options, Phase, Side};
use serde::Serialize;

/// Everything there is to see at the table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct View {
    /// What the game is called.
    pub name: Name,
    /// Edition and options.
    pub options: Options,
    /// Who may see and join it.
    pub visibility: Visibility,
    /// Who sits where.
    pub seats: BySide<Seat>,
    /// For whom forced choices are played.
    pub auto: BySide<bool>,
    /// How fast it has to go.
    pub pace: Pace,
    /// The deadline of the side that has to decide.
    pub deadline: Option<Time>,
    /// Hash of the seed; the seed itself is in `ended`.
    pub commitment: String,
    /// What has been offered, and by whom.
    pub offer: Option<Offered>,
    /// How it ended, if it has.
    pub ended: Option<Ended>,
    /// Where today's rules replay the game differently.
    pub differs: Option<Differs>,
    /// How the game stands.
    pub now: Now,
    /// Points by source.
    pub score: Score,
    /// Where everything is.
    #[cfg_attr(feature = "types", schemars(with = "pgg_core::formats::types::DiagramForm"))]
    pub position: Diagram,
    /// Facts about units that only the rules can compute.
    pub marks: Marks,
}

/// An offer that waits for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Offered {
    /// Who offers.
    pub side: Side,
    /// What.
    pub offer: Offer,
}

/// How the game stands, in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Now {
    /// The Game-Turn.
    pub turn: u8,
    /// The phase.
    pub phase: Phase,
    /// Who has to decide what; none when the game is over.
    pub decision: Option<Decision>,
    /// Actions that count.
    pub ply: u32,
    /// How far the deciding side can undo: the number of actions that would be left.
    pub undo_to: u32,
    /// How far a take-back can reach with the opponent's assent: the number of actions that would be left.
    pub takeback_to: u32,
    /// How many undone actions can be taken again.
    pub redo: u32,
}

impl Table {
    /// How the game stands, in short.
    pub fn now(&self) -> Now {
        let state = self.state();
        let decision = state.decision().filter(|_| self.ended().is_none());
        let ply = self.ply();
        let side = decision.map(|d| d.side);
        Now {
            turn: state.turn(),
            phase: state.phase(),
            decision,
            ply,
            undo_to: side.map_or(ply, |side| self.timeline.undo_to(side)),
            takeback_to: side.map_or(ply, |_| self.timeline.settled()),
            redo: side.map_or(0, |side| self.timeline.redo_count(side)),
        }
    }

    /// The whole view, with legal actions that have been computed already.
    pub fn view(&self, legal: &Legal) -> View {
        let opened = self.opened();
        View {
            name: opened.name.clone(),
            options: opened.options,
            visibility: opened.visibility,
            seats: self.seats().clone(),
            auto: BySide::from_fn(|side| self.forced(side)),
            pace: opened.pace,
            deadline: self.clock().deadline().map(|(_, deadline)| deadline),
            commitment: opened.commitment.clone(),
            offer: self.offer().map(|(side, offer)| Offered { side, offer }),
            ended: self.ended().cloned(),
            differs: self.differs(),
            now: self.now(),
            score: self.state().score(),
            position: Diagram::of(self.state()),
            marks: Marks::of(self.state(), legal),
        }
    }
}
