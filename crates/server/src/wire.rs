//! Messages of the WebSocket, sealed per direction: nothing a client may send is something the server sends.

use crate::error::{Error, FaultView};
use pgg_ai::Intent;
use pgg_core::{Event, Legal, Position, Side, State};
use pgg_table::ask::{Answer, LegalView, Reply};
use pgg_table::table::Happened;
use pgg_table::{Asks, GameId, Marks, Now, Request, Time, View, What};
use serde::{Deserialize, Serialize};
use serde_json::Value;

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
        /// The question, or several.
        ask: Asks,
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
    ask: Option<Asks>,
    stop_thinking: Option<bool>,
    ping: Option<Value>,
    key: Option<String>,
    at: Option<u32>,
    #[serde(default)]
    id: Value,
}

impl FromPlayer {
    /// From a text frame.
    pub fn parse(text: &str) -> Result<FromPlayer, Error> {
        let bad = |detail: String| Error::BadMessage { detail };
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

/// What the larger parts of a message are to the one who holds it. The server writes its own values; a client reads into
/// what it has a use for, and passes over the rest.
pub trait Parts {
    /// The view of a table.
    type View;
    /// What happened.
    type What;
    /// What it did on the map.
    type Events;
    /// How the game stands.
    type Now;
    /// A position.
    type Position;
    /// Points by source.
    type Score;
    /// What is to be shown of units.
    type Marks;
    /// The legal actions.
    type Legal;
    /// The answer to a question.
    type Answer;
    /// The answers to a list of questions.
    type Answers;
    /// What a program is about.
    type Thinking;
    /// Why something was refused, or the connection ends.
    type Fault;
}

/// As the server sends them.
#[derive(Clone, Copy, Debug)]
pub enum Whole {}

impl Parts for Whole {
    type View = Box<View>;
    type What = What;
    type Events = Vec<Event>;
    type Now = Now;
    type Position = Position;
    type Score = pgg_core::rules::victory::Score;
    type Marks = Marks;
    type Legal = LegalView;
    type Answer = Box<Answer>;
    type Answers = Vec<Reply>;
    type Thinking = Thinking;
    type Fault = FaultView;
}

/// What the server sends.
#[derive(Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(concrete(P = Whole), bound = "P: Written"),
    schemars(bound = "P: Written", rename = "ToPlayer")
)]
#[serde(bound(serialize = "P: Written", deserialize = "P: Read<'de>"))]
#[serde(rename_all = "snake_case")]
pub enum ToPlayer<P: Parts = Whole> {
    /// Always first.
    Welcome(Box<Welcome<P>>),
    /// Something happened: every entry once, in order, without gaps.
    Entry(Box<EntryView<P>>),
    /// Where everything is after the entries sent so far; for `view=full`.
    Position(Box<PositionView<P>>),
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
        error: P::Fault,
    },
    /// The answer to a question.
    Answer {
        /// Of the question.
        #[cfg_attr(feature = "types", ts(type = "unknown"))]
        id: Value,
        /// The answer.
        answer: P::Answer,
        /// The number of the last entry it knows of.
        at: u32,
    },
    /// The answers to a list of questions.
    Answers {
        /// Of the questions.
        #[cfg_attr(feature = "types", ts(type = "unknown"))]
        id: Value,
        /// One for each question, in order.
        answers: P::Answers,
        /// The number of the last entry they know of.
        at: u32,
    },
    /// Who is there.
    Presence(Presence),
    /// A program thinks.
    Thinking(P::Thinking),
    /// To a ping.
    Pong(#[cfg_attr(feature = "types", ts(type = "unknown"))] Value),
    /// The connection ends, and why.
    Bye(P::Fault),
}

/// The first message.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(concrete(P = Whole), bound = "P: Written"),
    schemars(bound = "P: Written", rename = "Welcome")
)]
#[serde(bound(serialize = "P: Written", deserialize = "P: Read<'de>"))]
pub struct Welcome<P: Parts = Whole> {
    /// The version of the protocol.
    pub protocol: u32,
    /// Which game.
    pub game: GameId,
    /// The sides you play.
    pub you: Vec<Side>,
    /// The number of the last entry that the view includes.
    pub last: u32,
    /// Everything there is to see, unless you come back and only the gap is sent.
    pub view: Option<P::View>,
    /// What may be done, if it is you who decides; for `view=full`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub legal: Option<P::Legal>,
}

/// An entry of the log as everybody may see it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(concrete(P = Whole), bound = "P: Written"),
    schemars(bound = "P: Written", rename = "EntryView")
)]
#[serde(bound(serialize = "P: Written", deserialize = "P: Read<'de>"))]
pub struct EntryView<P: Parts = Whole> {
    /// Its number.
    pub n: u32,
    /// When.
    pub at: Time,
    /// What happened.
    pub what: P::What,
    /// What it did on the map.
    pub events: P::Events,
    /// How the game stands after it.
    pub now: P::Now,
}

impl From<Happened> for EntryView {
    fn from(happened: Happened) -> EntryView {
        let Happened { entry, events, now } = happened;
        EntryView { n: entry.n, at: entry.at, what: entry.what, events, now }
    }
}

/// Where everything is.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(concrete(P = Whole), bound = "P: Written"),
    schemars(bound = "P: Written", rename = "PositionView")
)]
#[serde(bound(serialize = "P: Written", deserialize = "P: Read<'de>"))]
pub struct PositionView<P: Parts = Whole> {
    /// After this entry.
    pub n: u32,
    /// The position.
    pub position: P::Position,
    /// Points by source.
    pub score: P::Score,
    /// What is to be shown of units beside the position.
    pub marks: P::Marks,
    /// What may be done, if it is you who decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub legal: Option<P::Legal>,
}

impl PositionView {
    /// Of a state, after entry `n`, for somebody who does not decide.
    pub fn of(n: u32, state: &State, legal: &Legal) -> PositionView {
        let (position, score, marks) = (state.into(), state.score(), Marks::of(state, legal));
        PositionView { n, position, score, marks, legal: None }
    }
}

/// Who is at the table, as far as this server process knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// What it means to do, as facts: a client tells them in the language of its reader.
    pub intent: Intent,
}

/// Parts that can be written.
pub trait Written:
    Parts<
        View: Form,
        What: Form,
        Events: Form,
        Now: Form,
        Position: Form,
        Score: Form,
        Marks: Form,
        Legal: Form,
        Answer: Form,
        Answers: Form,
        Thinking: Form,
        Fault: Form,
    >
{
}

impl Written for Whole {}

/// A part with a JSON form, and with its types where these are made.
#[cfg(not(feature = "types"))]
pub trait Form: Serialize {}
#[cfg(not(feature = "types"))]
impl<T: Serialize> Form for T {}
/// A part with a JSON form and its types.
#[cfg(feature = "types")]
pub trait Form: Serialize + ts_rs::TS + schemars::JsonSchema {}
#[cfg(feature = "types")]
impl<T: Serialize + ts_rs::TS + schemars::JsonSchema> Form for T {}

/// Parts that can be read.
pub trait Read<'de>:
    Parts<
        View: Deserialize<'de>,
        What: Deserialize<'de>,
        Events: Deserialize<'de>,
        Now: Deserialize<'de>,
        Position: Deserialize<'de>,
        Score: Deserialize<'de>,
        Marks: Deserialize<'de>,
        Legal: Deserialize<'de>,
        Answer: Deserialize<'de>,
        Answers: Deserialize<'de>,
        Thinking: Deserialize<'de>,
        Fault: Deserialize<'de>,
    >
{
}

impl<'de, P> Read<'de> for P where
    P: Parts<
            View: Deserialize<'de>,
            What: Deserialize<'de>,
            Events: Deserialize<'de>,
            Now: Deserialize<'de>,
            Position: Deserialize<'de>,
            Score: Deserialize<'de>,
            Marks: Deserialize<'de>,
            Legal: Deserialize<'de>,
            Answer: Deserialize<'de>,
            Answers: Deserialize<'de>,
            Thinking: Deserialize<'de>,
            Fault: Deserialize<'de>,
        >
{
}
