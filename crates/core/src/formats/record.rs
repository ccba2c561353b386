//! Records: a game as JSON Lines, a header, each action with its chance outcomes, and an end line:
//!
//! ```text
//! {"format":"pgg-record 1","options":{…},"opening":[{"draw":{"unit":"a1","kind":"tank"}}, …]}
//! {"n":1,"side":"soviet","action":{"deploy":{"unit":"r16","hex":"0123"}},"state":"2.1f0c…"}
//! {"n":240,"side":"german","action":{"attack":{…}},"chance":[{"die":4}],"state":"2.93ab…"}
//! {"end":{"actions":1180,"state":"2.77d0…","score":15,"level":"soviet_strategic"}}
//! ```
//!
//! [`Record::read`] and [`Record::parse`] read one and refuse lines that are no record; [`Record::replay`] plays it
//! again and yields the state after each action; [`Record::check`] verifies all of it. `docs/record-format.md` of the
//! repository has every field; `docs/games` there has records to try.

use crate::data::tables::LevelName;
use crate::formats::fingerprint::{RULES_VERSION, version_of};
use crate::formats::position::Position;
use crate::game::action::Action;
use crate::game::chance::{Outcome, Recorded, Recording, Seeded};
use crate::game::event::Event;
use crate::game::state::{Options, Phase, State};
use crate::unit::Side;
use serde::{Deserialize, Serialize};
#[cfg(feature = "json")]
use std::io::{BufRead, Read, Write};

/// The format's name and version.
pub const RECORD_FORMAT: &str = "pgg-record 1";
#[cfg(feature = "json")]
/// The longest line read, far above any real one.
const LINE_LIMIT: u64 = 1 << 20;
#[cfg(feature = "json")]
/// The most actions read.
const ENTRY_LIMIT: usize = 1_000_000;

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// `pgg-record 1`.
    #[cfg_attr(feature = "types", schemars(extend("const" = RECORD_FORMAT)))]
    pub format: String,
    /// Edition and options.
    pub options: Options,
    /// The position the game starts from, if not from set-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Position>,
    /// The outcomes of chance while the set-up was drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<Outcome>,
    /// Who played the Germans.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub german: Option<String>,
    /// Who played the Soviets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub soviet: Option<String>,
    /// Hash of the seed, published at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// The number of actions played elsewhere: their dice and draws, and those of the opening, are not from the
    /// seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported: Option<u32>,
}

impl Header {
    /// For a game from set-up.
    pub fn of_new_game(options: Options, opening: Vec<Outcome>) -> Header {
        Header {
            format: RECORD_FORMAT.to_owned(),
            options,
            start: None,
            opening,
            german: None,
            soviet: None,
            commitment: None,
            imported: None,
        }
    }

    /// For a game from a position.
    pub(crate) fn of_position(state: &State) -> Header {
        let start = Some(Position::from(state));
        Header { start, ..Header::of_new_game(state.options(), Vec::new()) }
    }
}

/// One action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ActionLine {
    /// Its number, from 1.
    pub n: u32,
    /// Who took it.
    pub side: Side,
    /// What.
    pub action: Action,
    /// The dice and draws it used, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chance: Vec<Outcome>,
    /// Fingerprint of the state after it.
    pub state: String,
}

/// The last line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct End {
    /// How many actions the record has.
    pub actions: u32,
    /// Fingerprint of the last state.
    pub state: String,
    /// The margin, if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// The victory level, if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<LevelName>,
    /// How it ended, if not by the rules: `resigned`, `agreed`, `time`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub how: Option<String>,
    /// Who won, if it did not end by the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// The seed, 64 hex digits, published when the game was over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
}

#[cfg(feature = "json")]
#[derive(Serialize, Deserialize)]
struct EndLine {
    end: End,
}

/// A whole record.
///
/// # Example
///
/// ```
/// use pgg_core::{Game, Options, Record, Seeded};
///
/// let (game, _) = Game::new(Options::default(), &mut Seeded::from_number(7))?;
/// let record = game.record();
/// assert_eq!(record.check()?, *game.state());
/// for (step, line) in record.replay()?.zip(&record.entries) {
///     let step = step?;
///     println!("{} {:?}: {:?}", step.n, line.action, step.events);
///     // The line may have a fingerprint of an older version of the rules, which `verify` knows.
///     assert!(step.state.verify(&line.state).is_ok());
///     println!("{}", step.state.fingerprint());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The first line.
    pub header: Header,
    /// The actions.
    pub entries: Vec<ActionLine>,
    /// The last line; without it the record was cut short.
    pub end: Option<End>,
}

/// A problem of a record, and its line.
///
/// `what` is an English phrase about the line:
///
/// | problem | found by |
/// | --- | --- |
/// | it cannot be read: a fault of the input, no UTF-8, longer than a mebibyte, no JSON of a header, action or end | [`Record::read`] |
/// | the number of an action is not the next one; a line follows the end line; the record is empty | [`Record::read`] |
/// | the starting position or the opening is wrong | [`Record::start`] |
/// | the other side decides; the action is refused (with the case); its dice and draws are too few, too many or impossible; it leads to another state | [`Record::replay`] |
/// | the end line is missing, or does not fit the game | [`Record::check`] |
/// | the seed is not the one published, or its dice and draws are others | [`Record::check_seed`] |
///
/// # Example
///
/// ```
/// use pgg_core::{Options, Game, Record, Seeded};
///
/// let mut chance = Seeded::from_number(1941);
/// let (mut game, _events) = Game::new(Options::default(), &mut chance)?;
/// let action = game.state().legal().iter().next().expect("a legal answer");
/// game.play(&action, &mut chance)?;
/// let mut record = game.record();
/// record.entries[0].state = "2.0000000000000000".to_owned();
/// let error = record.check().expect_err("falsified");
/// assert_eq!((error.line, error.older), (2, None)); // the header is line 1
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
#[non_exhaustive]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
    /// The older version of the rules by which the line was played, if any. By those rules it may have been
    /// right, so the record need not be falsified.
    pub older: Option<u32>,
}

impl RecordError {
    fn new(line: usize, what: impl Into<String>) -> RecordError {
        RecordError { line, what: what.into(), older: None }
    }

    /// A line with the fingerprint of its state replays differently.
    fn by_rules(line: usize, fingerprint: &str, what: impl Into<String>) -> RecordError {
        let (version, what) = (version_of(fingerprint), what.into());
        match version {
            RULES_VERSION => RecordError::new(line, what),
            1..RULES_VERSION => RecordError {
                line,
                what: format!(
                    "was played by version {version} of the rules, and by version {RULES_VERSION} goes another way: {what}"
                ),
                older: Some(version),
            },
            _ => RecordError::new(
                line,
                format!(
                    "'{fingerprint}' is no fingerprint of rules up to version {RULES_VERSION}; a newer program may know it"
                ),
            ),
        }
    }
}

fn wrong<T>(line: usize, what: impl Into<String>) -> Result<T, RecordError> {
    Err(RecordError::new(line, what))
}

/// A step of a replay.
#[non_exhaustive]
pub struct Replayed {
    /// The number of the action.
    pub n: u32,
    /// The state after it.
    pub state: State,
    /// What happened.
    pub events: Vec<Event>,
}

impl Record {
    /// A record that ends in a state.
    pub fn new(header: Header, entries: Vec<ActionLine>, last: &State) -> Record {
        let over = last.phase() == Phase::GameOver;
        let score = over.then(|| last.score());
        let end = Some(End {
            actions: entries.len() as u32,
            state: last.fingerprint(),
            score: score.as_ref().map(|s| s.total),
            level: score.map(|s| s.level),
            how: None,
            winner: None,
            seed: None,
        });
        Record { header, entries, end }
    }

    #[cfg(feature = "json")]
    /// Read a record. Lines longer than a mebibyte are refused, so memory stays bounded.
    pub fn read(mut input: impl BufRead) -> Result<Record, RecordError> {
        let mut header = None;
        let mut entries = Vec::new();
        let mut end: Option<End> = None;
        for line in 1.. {
            let mut text = Vec::new();
            let read = (&mut input)
                .take(LINE_LIMIT + 1)
                .read_until(b'\n', &mut text)
                .map_err(|e| RecordError::new(line, format!("cannot be read: {e}")))?;
            if read == 0 {
                break;
            }
            if text.len() as u64 > LINE_LIMIT {
                return wrong(line, format!("is longer than {LINE_LIMIT} bytes, which no action is"));
            }
            let Ok(text) = str::from_utf8(&text) else { return wrong(line, "is not UTF-8 text") };
            let text = text.trim();
            if text.is_empty() {
                continue;
            }
            if end.is_some() {
                return wrong(line, "stands after the end line");
            }
            let bad = |e: serde_json::Error, expected: &str| {
                RecordError::new(line, format!("is no {expected}: {e}"))
            };
            if header.is_none() {
                let read: Header = serde_json::from_str(text).map_err(|e| bad(e, "record header"))?;
                if read.format != RECORD_FORMAT {
                    return wrong(line, format!("has format '{}'; expected '{RECORD_FORMAT}'", read.format));
                }
                header = Some(read);
            } else if text.starts_with("{\"end\"") {
                end = Some(serde_json::from_str::<EndLine>(text).map_err(|e| bad(e, "end line"))?.end);
            } else {
                let entry: ActionLine = serde_json::from_str(text).map_err(|e| bad(e, "action line"))?;
                if entry.n as usize != entries.len() + 1 {
                    return wrong(line, format!("has n {}; expected {}", entry.n, entries.len() + 1));
                }
                if entries.len() >= ENTRY_LIMIT {
                    return wrong(line, format!("is beyond {ENTRY_LIMIT} actions, which no game has"));
                }
                entries.push(entry);
            }
        }
        match header {
            Some(header) => Ok(Record { header, entries, end }),
            None => wrong(1, "the record is empty: expected a header"),
        }
    }

    #[cfg(feature = "json")]
    /// Read a record from text.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        Record::read(text.as_bytes())
    }

    /// How many of its outcomes came from the seed of the game; those played elsewhere did not.
    pub fn drawn(&self) -> u64 {
        let (opening, elsewhere) = match self.header.imported {
            Some(actions) => (0, actions as usize),
            None => (self.header.opening.len(), 0),
        };
        let played = self.entries.iter().skip(elsewhere).map(|entry| entry.chance.len());
        (opening + played.sum::<usize>()) as u64
    }

    #[cfg(feature = "json")]
    /// Write a record.
    pub fn write(&self, mut out: impl Write) -> std::io::Result<()> {
        let line = |out: &mut dyn Write, json: serde_json::Result<String>| writeln!(out, "{}", json?);
        line(&mut out, serde_json::to_string(&self.header))?;
        for entry in &self.entries {
            line(&mut out, serde_json::to_string(entry))?;
        }
        if let Some(end) = &self.end {
            line(&mut out, serde_json::to_string(&EndLine { end: end.clone() }))?;
        }
        Ok(())
    }

    /// The state the record starts from.
    pub fn start(&self) -> Result<State, RecordError> {
        match &self.header.start {
            Some(position) => {
                let state = State::try_from(position)
                    .map_err(|e| RecordError::new(1, format!("the starting position is wrong: {e}")))?;
                if state.options() != self.header.options {
                    return wrong(1, "the options of the header and of its position differ");
                }
                Ok(state)
            }
            None => {
                let mut chance = Recorded::new(&self.header.opening);
                let (state, _) = State::new_game(self.header.options, &mut chance)
                    .map_err(|e| RecordError::new(1, format!("the opening is wrong: {e}")))?;
                match chance.left() {
                    0 => Ok(state),
                    n => wrong(1, format!("the opening has {n} outcomes too many")),
                }
            }
        }
    }

    /// Play the record again, verifying every action, outcome and fingerprint. After an error it yields nothing more.
    pub fn replay(&self) -> Result<impl Iterator<Item = Result<Replayed, RecordError>> + '_, RecordError> {
        let mut state = self.start()?;
        let mut failed = false;
        Ok(self.entries.iter().map_while(move |entry| {
            if failed {
                return None;
            }
            let step = replay_entry(&mut state, entry);
            failed = step.is_err();
            Some(step)
        }))
    }

    /// Verify the whole record, its end line too, and return the last state.
    pub fn check(&self) -> Result<State, RecordError> {
        let mut state = self.start()?;
        for step in self.replay()? {
            state = step?.state;
        }
        let line = self.entries.len() + 2;
        let Some(end) = &self.end else {
            return wrong(line, "the end line is missing: the record was cut short");
        };
        if end.actions as usize != self.entries.len() {
            return wrong(
                line,
                format!("the end line tells of {} actions; there are {}", end.actions, self.entries.len()),
            );
        }
        let over = Record::new(self.header.clone(), Vec::new(), &state).end;
        let same = |told: &End| (told.score, told.level) == (end.score, end.level);
        if state.verify(&end.state).is_err() || !over.as_ref().is_some_and(same) {
            let what = "the end line does not fit the game: state, score or level differ";
            return Err(RecordError::by_rules(line, &end.state, what));
        }
        Ok(state)
    }

    /// Verify every die and draw against the published seed, and return how many came from it. None if the record
    /// has no seed.
    pub fn check_seed(&self) -> Result<Option<u32>, RecordError> {
        let Some(seed) = self.end.as_ref().and_then(|end| end.seed.as_deref()) else { return Ok(None) };
        let last = self.entries.len() + 2;
        let Some(seed) = seed_of(seed) else { return wrong(last, "the seed is not 64 hex digits") };
        let mut seeded = Seeded::new(seed);
        match &self.header.commitment {
            Some(hash) if *hash == seeded.commitment() => {}
            Some(_) => return wrong(last, "the seed is not the one whose hash was published at the start"),
            None => return wrong(1, "has no commitment to the seed"),
        }
        let imported = self.header.imported.unwrap_or(0);
        let mut state = self.start()?;
        if self.header.start.is_none() && self.header.imported.is_none() {
            let mut recording = Recording::new(&mut seeded);
            let thrown = State::new_game(self.header.options, &mut recording);
            if thrown.is_err() || recording.outcomes != self.header.opening {
                return wrong(1, "the opening did not come from the seed");
            }
        }
        for entry in &self.entries {
            let line = entry.n as usize + 1;
            if entry.n > imported {
                let mut recording = Recording::new(&mut seeded);
                // A copy, because the seed may give another outcome than was recorded.
                let mut copy = state;
                if copy.apply(&entry.action, &mut recording).is_err() || recording.outcomes != entry.chance {
                    return wrong(line, "its dice and draws did not come from the seed");
                }
            }
            replay_entry(&mut state, entry)?;
        }
        Ok(Some(seeded.drawn() as u32))
    }

    /// The dice with which the record continues: those of its seed, after all outcomes that came from it. None
    /// if the record has no seed.
    pub fn dice(&self) -> Result<Option<Seeded>, RecordError> {
        let drawn = self.check_seed()?;
        let seed = self.end.as_ref().and_then(|end| end.seed.as_deref()).and_then(seed_of);
        Ok(seed.zip(drawn).map(|(seed, drawn)| Seeded::resume(seed, u64::from(drawn))))
    }
}

/// 64 hex digits as bytes.
fn seed_of(text: &str) -> Option<[u8; 32]> {
    let mut seed = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (n, byte) in seed.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * n..2 * n + 2], 16).ok()?;
    }
    Some(seed)
}

fn replay_entry(state: &mut State, entry: &ActionLine) -> Result<Replayed, RecordError> {
    let line = entry.n as usize + 1;
    let differs = |what: String| RecordError::by_rules(line, &entry.state, what);
    match state.decision() {
        None => return Err(differs("an action after the end of the game".to_owned())),
        Some(decision) if decision.side != entry.side => {
            return Err(differs(format!(
                "says {}; the decision is the {} player's",
                entry.side, decision.side
            )));
        }
        Some(_) => {}
    }
    let mut chance = Recorded::new(&entry.chance);
    let events = state
        .apply(&entry.action, &mut chance)
        .map_err(|e| differs(format!("the action is refused: {e}")))?;
    if chance.left() > 0 {
        return Err(differs(format!("has {} chance outcomes too many", chance.left())));
    }
    state.verify(&entry.state).map_err(|_| {
        differs(format!("leads to state {}; the record says {}", state.fingerprint(), entry.state))
    })?;
    Ok(Replayed { n: entry.n, state: *state, events })
}
