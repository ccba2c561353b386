//! The log of a game: everything that ever happened at the table, in numbered entries.

use crate::clock::Pace;
use crate::id::{PersonId, Time};
use crate::seat::Seat;
use crate::table::{Differs, Visibility};
use crate::text::{Name, Words};
use pgg_core::data::tables::LevelName;
use pgg_core::{Action, BySide, Options, Outcome, Position, Side};
use serde::{Deserialize, Serialize};

/// One entry. Its number and time are kept beside it in the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its number, from 1.
    pub n: u32,
    /// When.
    pub at: Time,
    /// The time of service then, which the clocks of a game with a pace count; none if it is the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub served: Option<Time>,
    /// Who asked for it, if a person did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<PersonId>,
    /// The key of the request, so that it is not done twice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// What happened.
    pub what: What,
}

impl Entry {
    /// The time of service when it happened.
    pub fn served(&self) -> Time {
        self.served.unwrap_or(self.at)
    }
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum What {
    /// The game was set up. Always the first entry.
    Opened(Box<Opened>),
    /// A seat changed hands.
    Seated {
        /// Which.
        side: Side,
        /// Who has it now.
        seat: Seat,
    },
    /// An action was taken.
    Acted {
        /// By which side.
        side: Side,
        /// What.
        action: Action,
        /// The dice and draws it used.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
        chance: Vec<Outcome>,
        /// Fingerprint of the state after it.
        state: String,
        /// Played for the player, who had no choice.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
        auto: bool,
    },
    /// Actions were taken back.
    Undid {
        /// How many are left.
        to: u32,
    },
    /// The last undone action was taken again.
    Redid,
    /// Newer rules would replay the game differently: it continues from this position.
    Resumed {
        /// What goes another way.
        differs: Differs,
        /// Fingerprint of the position.
        state: String,
        /// The position. What was played before cannot be taken back.
        position: Box<Position>,
    },
    /// A side offered something to the other.
    Offered {
        /// Who offers.
        side: Side,
        /// What.
        offer: Offer,
    },
    /// An offer was refused or withdrawn.
    Declined {
        /// By whom.
        side: Side,
    },
    /// A side changed whether forced choices are played for it.
    Forced {
        /// Which side.
        side: Side,
        /// Are they?
        auto: bool,
    },
    /// Somebody said something.
    Said {
        /// By what name.
        name: Name,
        /// What.
        text: Words,
        /// From which seat; none for a spectator.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        side: Option<Side>,
    },
    /// The game is over. The last entry but for chat, unless the game is reopened.
    Ended(Ended),
    /// A game that ended by time goes on: the operator has reopened it.
    Reopened {
        /// Hash of the new secret seed, since the end has published the one before.
        commitment: String,
    },
}

/// How a game was set up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Opened {
    /// What the game is called.
    pub name: Name,
    /// Edition and options.
    pub options: Options,
    /// Who may see and join it.
    pub visibility: Visibility,
    /// How fast it has to go.
    pub pace: Pace,
    /// Who sits where at first.
    pub seats: BySide<Seat>,
    /// For whom forced choices are played.
    pub auto: BySide<bool>,
    /// Hash of the secret seed that decides every die and draw.
    pub commitment: String,
    /// The outcomes of chance while the set-up was drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    pub opening: Vec<Outcome>,
    /// The position the game starts from, if not from set-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub start: Option<Box<Position>>,
    /// So many actions were brought in with a record: their dice and draws, and the opening, are not from the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub imported: Option<u32>,
}

/// Something the other side may agree to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Offer {
    /// To go back.
    Takeback {
        /// How many actions remain.
        to: u32,
    },
    /// A draw.
    Draw,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Ended {
    /// Why it is over.
    pub how: How,
    /// Who won; none in a draw.
    pub winner: Option<Side>,
    /// The points as they stood.
    pub score: i32,
    /// The level of those points [15.2], if the game was played to its end; otherwise there is none.
    pub level: Option<LevelName>,
    /// The seed, so that anybody can check the dice.
    pub seed: String,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// Played to the end [15.2].
    Rules,
    /// One side gave up.
    Resigned,
    /// Both agreed to a draw.
    Agreed,
    /// One side was out of time.
    Time,
}
