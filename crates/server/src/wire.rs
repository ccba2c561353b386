//! Messages of the WebSocket, sealed per direction: nothing a client may send is something the server sends.

use pgg_core::{Event, Position, Side, State};
use pgg_table::ask::Answer;
use pgg_table::table::Happened;
use pgg_table::{Ask, Fault, GameId, Marks, Now, Request, Time, View, What};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// The version of this protocol; a client of another one is told to load itself anew.
pub const PROTOCOL: u32 = 1;

/// What a player or spectator may send: one JSON object a text frame.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(untagged)]
pub enum FromPlayer {
    /// Something to be done.
    Do(Do),
    /// A question, which changes nothing.
    Ask {
        /// The question.
        ask: Ask,
        /// Comes back with the answer.
        #[cfg_attr(feature = "types", ts(optional, type = "unknown"), schemars(default))]
        id: Value,
    },
    /// Stop the program that thinks: it answers at once with the best it has.
    StopThinking {
        /// Always true.
        stop_thinking: bool,
    },
    /// Is anybody there?
    Ping {
        /// It comes back.
        #[cfg_attr(feature = "types", ts(type = "unknown"))]
        ping: Value,
    },
}

/// The same as it is written: exactly one of the first four.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Frame {
    #[serde(rename = "do")]
    request: Option<Request>,
    ask: Option<Ask>,
    stop_thinking: Option<bool>,
    ping: Option<Value>,
    key: Option<String>,
    at: Option<u32>,
    #[serde(default)]
    id: Value,
}

impl FromPlayer {
    /// From a text frame.
    pub fn parse(text: &str) -> Result<FromPlayer, Fault> {
        let bad = |what: String| Fault::new("bad_message", format!("this message is not understood: {what}"));
        let Frame { request, ask, stop_thinking, ping, key, at, id } =
            serde_json::from_str(text).map_err(|e| bad(e.to_string()))?;
        match (request, ask, stop_thinking, ping) {
            (Some(request), None, None, None) => Ok(FromPlayer::Do(Do { request, key, at, id })),
            (None, Some(ask), None, None) => Ok(FromPlayer::Ask { ask, id }),
            (None, None, Some(stop_thinking), None) => Ok(FromPlayer::StopThinking { stop_thinking }),
            (None, None, None, Some(ping)) => Ok(FromPlayer::Ping { ping }),
            _ => Err(bad("expected exactly one of do, ask, stop_thinking and ping".to_owned())),
        }
    }
}

/// Something to be done, and what makes it safe to repeat.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Do {
    /// What.
    #[serde(rename = "do")]
    pub request: Request,
    /// Chosen by the sender, unique for each request: the same key again is answered, not done again.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional = nullable))]
    pub key: Option<String>,
    /// The number of the last entry the sender has seen; an action needs it.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional = nullable))]
    pub at: Option<u32>,
    /// Comes back with the answer.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    #[cfg_attr(feature = "types", ts(optional, type = "unknown"))]
    pub id: Value,
}

/// What the server sends.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ToPlayer {
    /// Always first.
    Welcome(Box<Welcome>),
    /// Something happened: every entry once, in order, without gaps.
    Entry(Box<EntryView>),
    /// Where everything is after the entries sent so far; for `view=full`.
    Position(Box<PositionView>),
    /// A request has been done, as this entry.
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
        error: Fault,
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
    /// Who is there.
    Presence(Presence),
    /// A program thinks.
    Thinking(Thinking),
    /// To a ping.
    Pong(#[cfg_attr(feature = "types", ts(type = "unknown"))] Value),
    /// The connection ends, and why.
    Bye {
        /// A stable code.
        code: String,
        /// A sentence.
        message: String,
    },
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
    /// Everything there is to see, unless you come back and only the gap is sent.
    pub view: Option<Box<View>>,
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
    /// How the game stands after it.
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
    pub position: Position,
    /// Points by source.
    pub score: pgg_core::victory::Score,
    /// What is to be shown of units beside the position.
    pub marks: Marks,
}

impl PositionView {
    /// Of a state, after entry `n`.
    pub fn of(n: u32, state: &State) -> PositionView {
        PositionView { n, position: state.into(), score: state.score(), marks: Marks::of(state) }
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
    /// The plan it follows.
    pub plan: String,
}

/// A message of the server as a client reads it, with the parts a light client needs; the rest stays text.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Seen {
    Welcome {
        last: u32,
        #[serde(default)]
        you: Vec<Side>,
        view: Option<Box<RawValue>>,
    },
    Entry {
        n: u32,
        what: What,
    },
    Done {
        id: Value,
        n: u32,
    },
    Refused {
        id: Value,
        error: Fault,
    },
    Answer {
        id: Value,
        answer: Value,
    },
    Position {
        n: u32,
        position: Box<RawValue>,
    },
    Presence(Value),
    Thinking(Value),
    Pong(Value),
    Bye {
        code: String,
        message: String,
    },
}
