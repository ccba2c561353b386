//! Correspondence pace: so many days for each player-turn, or no limit. The time is passed in.

use crate::id::Time;
use pgg_core::{BySide, Side};
use serde::{Deserialize, Serialize};

const DAY: i64 = 24 * 60 * 60 * 1000;

/// The pace of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Pace {
    /// Without a limit.
    #[default]
    Unlimited,
    /// Each side has so many days for its decisions in every player-turn, its own and the enemy's.
    Days(#[cfg_attr(feature = "types", schemars(range(min = 1, max = 30)))] u8),
}

impl Pace {
    /// The most days a player-turn may take.
    pub const MOST_DAYS: u8 = 30;

    fn span(self) -> Option<i64> {
        match self {
            Pace::Unlimited => None,
            Pace::Days(days) => Some(i64::from(days) * DAY),
        }
    }
}

/// The time both sides have left. It runs for the side that has to decide, and begins anew for both with every
/// player-turn, so that a defender who keeps the attacker waiting spends his own time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    pace: Pace,
    left: BySide<i64>,
    running: Option<(Side, Time)>,
    player_turn: (u8, Side),
}

impl Clock {
    /// A clock that does not run yet.
    pub fn new(pace: Pace) -> Clock {
        let left = pace.span().unwrap_or(0);
        Clock { pace, left: BySide::from_fn(|_| left), running: None, player_turn: (0, Side::German) }
    }

    /// The pace.
    pub const fn pace(&self) -> Pace {
        self.pace
    }

    /// After an event: account for the time until now, then run for the side that has to decide.
    pub(crate) fn at(&mut self, now: Time, player_turn: (u8, Side), waits_for: Option<Side>) {
        let Some(span) = self.pace.span() else { return };
        if let Some((side, since)) = self.running {
            self.left[side] = self.left[side].saturating_sub(now.since(since).max(0));
        }
        if self.player_turn != player_turn {
            self.player_turn = player_turn;
            self.left = BySide::from_fn(|_| span);
        }
        self.running = waits_for.map(|side| (side, now));
    }

    /// The deadline of the side that has to decide.
    pub fn deadline(&self) -> Option<(Side, Time)> {
        let (side, since) = self.running?;
        Some((side, since.plus(self.left[side])))
    }

    /// Who is too late by now?
    pub(crate) fn flagged(&self, now: Time) -> Option<Side> {
        self.deadline().filter(|&(_, deadline)| now > deadline).map(|(side, _)| side)
    }

    /// Milliseconds a side had left when its time last began to run.
    pub fn left(&self, side: Side) -> Option<i64> {
        (self.pace != Pace::Unlimited).then(|| self.left[side])
    }
}
