//! Why a request was refused: a code with its facts, and its HTTP status. The server passes it on unchanged,
//! the page makes a sentence in its reader's language, and `Display` is the English sentence for terminals and
//! logs.

use crate::clock::Pace;
use pgg_core::formats::position::Problem;
use pgg_core::{BadPosition, Illegal, RecordError, Refused, Side};
use serde::Serialize;

/// A refusal. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Serialize, strum::IntoStaticStr, thiserror::Error)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "code", content = "facts", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Fault {
    /// The game has gone on since the entry named in `at`: look again.
    #[error("the game has gone on since the position you saw: look again and choose anew")]
    Stale {
        /// The last entry that changed the game.
        moved: u32,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The game will be over in a moment: a player's time is up.
    #[error("the time of the {side} player is up")]
    OutOfTime {
        /// Whose.
        side: Side,
    },
    /// Not possible once the game has begun.
    #[error("the game has begun: resign it, or play on")]
    Begun,
    /// For players only.
    #[error("you watch this game and do not play in it")]
    NotSeated,
    /// Somebody else plays that side.
    #[error("you do not play the {side} side")]
    NotYourSeat {
        /// Which.
        side: Side,
    },
    /// The other side has to decide.
    #[error("it is the {side} player who has to decide now")]
    NotYourDecision {
        /// Who decides.
        side: Side,
    },
    /// A player of both sides has to say for which.
    #[error("you play both sides: say which one you mean")]
    WhichSide,
    /// The seat is kept for somebody else, or the code is not this game's.
    #[error("this game is by invitation: use the link or code its maker gave you")]
    NotInvited,
    /// Somebody sits there.
    #[error("{}", seat_taken(*side))]
    SeatTaken {
        /// Where; both seats if none is named.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        side: Option<Side>,
    },
    /// Undo does not reach that far: not past a die, a draw or the other side's decision.
    #[error("{why}")]
    CannotUndo {
        /// What stands in the way.
        why: NoUndo,
        /// How far it can be: so many actions are left then.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        undo_to: Option<u32>,
    },
    /// Nothing was undone since the last action.
    #[error("nothing has been undone since the last action")]
    CannotRedo,
    /// There is no offer to answer.
    #[error("your opponent has offered nothing, or it has lapsed")]
    NothingOffered,
    /// An offer of yours waits for its answer.
    #[error("your opponent has not answered yet")]
    OfferedAlready,
    /// So much has been said in this game that no more is kept.
    #[error("the chat of this game is full: {most} messages are kept")]
    ChatFull {
        /// How many.
        most: u32,
    },
    /// So much has happened in this game that only actions are taken any more.
    #[error("the log of this game is full: from now on it takes only actions, chat and the end")]
    LogFull {
        /// How many entries.
        most: u32,
    },
    /// Nobody is there to answer an offer.
    #[error("nobody sits on the other side yet")]
    NoOpponent,
    /// The pace is out of range.
    #[error("a player-turn may take 1 to {most} days")]
    BadPace {
        /// The most days.
        most: u8,
    },
    /// The position cannot be read, or is impossible.
    #[error("{}", BadPosition(problems.clone()))]
    BadPosition {
        /// All its problems.
        problems: Vec<Problem>,
    },
    /// The record cannot be read, or breaks the rules.
    #[error("line {line}: {what}")]
    BadRecord {
        /// In which line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// Too many questions at once.
    #[error("at most {most} questions at once")]
    TooManyQuestions {
        /// How many at once.
        most: usize,
    },
    /// A question supposes too many actions.
    #[error("a question may suppose at most {most} actions")]
    TooManyActions {
        /// The most.
        most: usize,
    },
    /// A question supposes something that needs a die or a draw.
    #[error("only what leaves nothing to chance can be supposed: moves, entries, markers")]
    NeedsChance,
    /// An internal error.
    #[error("something went wrong inside the server; it has been logged")]
    Internal,
    /// Against the rules: `case`, `reason` and `facts` tell which and why.
    #[error("{0}")]
    #[serde(untagged)]
    Illegal(Forbidden),
}

/// What prevents an undo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NoUndo {
    /// Nothing has been done since.
    #[error("there is nothing to take back")]
    Nothing,
    /// A die or a draw, or a decision of the other side.
    #[error("undo goes back neither over a die or a draw nor over a change of the deciding side")]
    Decided,
    /// A die or a draw.
    #[error("nothing can be taken back over a die or a draw")]
    Drawn,
}

/// A refusal by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[error("{}", why.reason)]
pub struct Forbidden {
    #[cfg_attr(feature = "types", ts(inline))]
    code: IllegalCode,
    /// The rule, and why.
    #[serde(flatten)]
    pub why: Illegal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "snake_case")]
enum IllegalCode {
    Illegal,
}

impl Fault {
    /// The code, as in the JSON form.
    pub fn code(&self) -> &'static str {
        self.into()
    }

    /// The HTTP status of this refusal.
    pub const fn status(&self) -> u16 {
        use Fault::*;
        match self {
            NotSeated | NotYourSeat { .. } | NotYourDecision { .. } | NotInvited => 403,
            Stale { .. }
            | Over
            | Begun
            | SeatTaken { .. }
            | OfferedAlready
            | ChatFull { .. }
            | LogFull { .. } => 409,
            OutOfTime { .. }
            | WhichSide
            | CannotUndo { .. }
            | CannotRedo
            | NothingOffered
            | NoOpponent
            | BadPace { .. }
            | BadPosition { .. }
            | BadRecord { .. }
            | TooManyQuestions { .. }
            | TooManyActions { .. }
            | NeedsChance
            | Illegal(_) => 422,
            Internal => 500,
        }
    }

    /// The pace is out of range.
    pub(crate) const fn bad_pace() -> Fault {
        Fault::BadPace { most: Pace::MOST_DAYS }
    }
}

fn seat_taken(side: Option<Side>) -> String {
    match side {
        Some(side) => format!("the {side} seat is taken"),
        None => "both seats are taken: you can watch".to_owned(),
    }
}

impl From<Illegal> for Fault {
    fn from(why: Illegal) -> Fault {
        Fault::Illegal(Forbidden { code: IllegalCode::Illegal, why })
    }
}

impl From<Refused> for Fault {
    fn from(refused: Refused) -> Fault {
        match refused {
            Refused::Illegal(illegal) => illegal.into(),
            // A seeded source never runs out, so this is not the sender's fault.
            Refused::Chance(_) => Fault::Internal,
        }
    }
}

impl From<BadPosition> for Fault {
    fn from(error: BadPosition) -> Fault {
        Fault::BadPosition { problems: error.0 }
    }
}

impl From<RecordError> for Fault {
    fn from(error: RecordError) -> Fault {
        Fault::BadRecord { line: error.line, what: error.what }
    }
}
