//! What the server sends. A variant of `ToPlayer` defines a kind of message: its JSON form, its type in the
//! page, where the compiler demands a handler, and the table of `docs/server-protocol.md` follow from it. A
//! client ignores kinds that it does not know.

use crate::error::FaultView;
use pgg_ai::Intent;
use pgg_core::formats::position::Diagram;
use pgg_core::rules::victory::Score;
use pgg_core::{Event, Legal, Side, State};
use pgg_table::ask::{Answer, LegalView, Reply};
use pgg_table::table::Happened;
use pgg_table::{GameId, Marks, Now, Table, Time, View, What};
use serde::Serialize;
use serde_json::Value;

/// What the server sends.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ToPlayer {
    /// Always first: the sides you play (`you`) and the whole view (`view`, null after `since`).
    Welcome(Box<Welcome>),
    /// Something happened: every entry once, in order, without gaps.
    Entry(Box<EntryView>),
    /// The position after the entries sent so far; for `view=full`.
    Position(Box<PositionView>),
    /// A request has been carried out. Its entry comes before.
    Done {
        /// Of the request.
        #[cfg_attr(feature = "types", ts(type = "unknown"))]
        id: Value,
        /// The number of the entry.
        n: u32,
    },
    /// A request or question was refused.
    Refused {
        /// Of the request.
        #[cfg_attr(feature = "types", ts(type = "unknown"))]
        id: Value,
        /// Why.
        error: FaultView,
    },
    /// The answer to a question.
    Answer {
        /// Of the question.
        #[cfg_attr(feature = "types", ts(type = "unknown"))]
        id: Value,
        /// The answer.
        answer: Box<Answer>,
        /// The number of the last entry it knows of.
        at: u32,
    },
    /// The answers to a list of questions.
    Answers {
        /// Of the questions.
        #[cfg_attr(feature = "types", ts(type = "unknown"))]
        id: Value,
        /// One for each question, in order.
        answers: Vec<Reply>,
        /// The number of the last entry they know of.
        at: u32,
    },
    /// Who is connected. Not part of the log.
    Presence(Presence),
    /// A program is thinking. Not part of the log.
    Thinking(Thinking),
    /// A player is writing in the chat. Not part of the log.
    Writing {
        /// Which player.
        side: Side,
    },
    /// To a ping.
    Pong(#[cfg_attr(feature = "types", ts(type = "unknown"))] Value),
    /// The connection ends, and why. After `closing` or `slow` reconnect with `since`.
    Bye(FaultView),
}

/// The first message.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Welcome {
    /// The version of the protocol.
    pub protocol: u32,
    /// Which game.
    pub game: GameId,
    /// The sides you play.
    pub you: Vec<Side>,
    /// The number of the last entry that the view includes.
    pub last: u32,
    /// The whole view, unless you reconnect and only the missed entries are sent.
    pub view: Option<Box<View>>,
    /// The legal actions, if you have to decide; for `view=full`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub legal: Option<LegalView>,
}

/// An entry of the log as everybody may see it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct EntryView {
    /// Its number.
    pub n: u32,
    /// When.
    pub at: Time,
    /// What happened.
    pub what: What,
    /// What it did on the map.
    pub events: Vec<Event>,
    /// The state of the game after it.
    pub now: Now,
}

impl From<Happened> for EntryView {
    fn from(happened: Happened) -> EntryView {
        let Happened { entry, events, now } = happened;
        EntryView { n: entry.n, at: entry.at, what: entry.what, events, now }
    }
}

/// Where everything is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PositionView {
    /// After this entry.
    pub n: u32,
    /// The position.
    #[cfg_attr(feature = "types", schemars(with = "pgg_core::formats::types::DiagramForm"))]
    pub position: Diagram,
    /// Points by source.
    pub score: Score,
    /// Facts about units that only the rules can compute.
    pub marks: Marks,
    /// The legal actions, if you have to decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub legal: Option<LegalView>,
}

impl PositionView {
    /// The view of a state after entry `n`, for a client that does not decide.
    pub fn of(n: u32, state: &State, legal: &Legal) -> PositionView {
        let (position, score, marks) = (Diagram::of(state), state.score(), Marks::of(state, legal));
        PositionView { n, position, score, marks, legal: None }
    }

    /// The view of a table, for a client that plays these sides.
    pub fn at(table: &Table, legal: &Legal, sides: &[Side]) -> PositionView {
        let view = PositionView::of(table.last(), table.state(), legal);
        PositionView { legal: PositionView::legal_for(table, legal, sides), ..view }
    }

    /// The legal actions, if one of these sides has to decide.
    pub fn legal_for(table: &Table, legal: &Legal, sides: &[Side]) -> Option<LegalView> {
        let decides = table.deciding().is_some_and(|side| sides.contains(&side));
        decides.then(|| LegalView::of(legal))
    }
}

/// Who is at the table, as far as this server process knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Presence {
    /// Is the German player connected?
    pub german: bool,
    /// Is the Soviet player connected?
    pub soviet: bool,
    /// How many watch.
    pub spectators: u32,
}

/// A program at work.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Thinking {
    /// For which side.
    pub side: Side,
    /// Which.
    pub level: String,
    /// The share of its budget that is spent, 0 to 1.
    pub share: f32,
    /// Its intent, as facts: a client words them in the language of its reader.
    pub intent: Intent,
}
