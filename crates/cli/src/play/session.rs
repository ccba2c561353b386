//! A game being played: who sits where, what has been told, and what a command does.

use super::command::{self, Command};
use super::sheets;
use crate::failure::Failure;
use crate::replay::{side_style, tell_lines};
use crate::show::window::{Window, terminal_width};
use crate::show::{map, table};
use crate::story::{self, Line};
use anstyle::Style;
use pgg_ai::{Player, Unwatched};
use pgg_core::{Action, BySide, Decision, Event, Game, Hex, HexSet, Question, Refused, Seeded, Side, State};
use std::fs;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

/// Who plays a side.
pub(super) enum Seat {
    Human,
    Program(String, Box<dyn Player>),
}

impl Seat {
    fn name(&self) -> &str {
        match self {
            Seat::Human => "human",
            Seat::Program(name, _) => name,
        }
    }
}

/// The longest command read; what is longer is not a command.
const LINE_LIMIT: usize = 1 << 12;
/// Options are listed and numbered if there are at most so many.
const LISTED: usize = 40;

/// A game with its players.
pub(super) struct Session {
    game: Game,
    chance: Seeded,
    seats: BySide<Seat>,
    save: Option<PathBuf>,
    log: Vec<String>,
    /// What programs did and is not told yet: a whole move reads better than its steps.
    untold: Vec<Event>,
    /// Where the action is.
    focus: Option<Hex>,
    /// The decision last asked, so that the map is drawn when it changes.
    asked: Option<Decision>,
}

/// Does the game go on?
#[derive(PartialEq, Eq)]
enum Next {
    GoOn,
    Quit,
}

impl Session {
    pub(super) fn new(game: Game, chance: Seeded, seats: BySide<Seat>, save: Option<PathBuf>) -> Session {
        Session { game, chance, seats, save, log: Vec::new(), untold: Vec::new(), focus: None, asked: None }
    }

    pub(super) fn greet(&mut self, seed: u64, opening: &[Event]) -> Result<(), Failure> {
        let bold = Style::new().bold();
        let mut out = anstream::stdout().lock();
        writeln!(out, "{bold}Panzergruppe Guderian{bold:#}, the Battle of Smolensk, July 1941")?;
        for side in Side::BOTH {
            writeln!(out, "{side}: {}", self.seats[side].name())?;
        }
        writeln!(out, "seed {seed}; type help for the commands, quit to leave")?;
        tell_lines(&mut out, &story::tell(opening, self.game.state()), "  ")?;
        Ok(())
    }

    /// Play to the end, or until the commands end.
    pub(super) fn play(&mut self, input: &mut impl BufRead) -> Result<(), Failure> {
        while let Some(decision) = self.game.state().decision() {
            if let Seat::Program(_, player) = &mut self.seats[decision.side] {
                let action = player.choose(self.game.state(), &Unwatched);
                let refused = |e| Failure::No(format!("the program's action is refused: {e}"));
                let events = self.game.play(&action, &mut self.chance).map_err(refused)?;
                self.later(&events);
                continue;
            }
            self.tell_untold();
            if let Some(only) = forced(self.game.state()) {
                let said = story::action(&only, self.game.state());
                writeln!(anstream::stdout().lock(), "  (the only choice: {said})")?;
                self.take(&only).map_err(|e| Failure::No(e.to_string()))?;
                continue;
            }
            self.save()?;
            self.ask(decision)?;
            let Some(line) = read_line(input)? else {
                writeln!(anstream::stdout().lock(), "\nThe commands end before the game does.")?;
                break;
            };
            if self.obey(&line)? == Next::Quit {
                break;
            }
        }
        self.tell_untold();
        self.save()?;
        self.tell_end()
    }

    fn tell_end(&self) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        if self.game.state().decision().is_none() {
            for line in table::score(self.game.state()) {
                writeln!(out, "{line}")?;
            }
        }
        if let Some(path) = &self.save {
            writeln!(out, "The record is in {}.", path.display())?;
        }
        Ok(())
    }

    /// Take an action and tell what came of it.
    fn take(&mut self, action: &Action) -> Result<(), Refused> {
        let events = self.game.play(action, &mut self.chance)?;
        self.tell(&events);
        Ok(())
    }

    /// Tell it when the phase changes or somebody is asked.
    fn later(&mut self, events: &[Event]) {
        self.untold.extend_from_slice(events);
        if events.iter().any(|e| matches!(e, Event::PhaseBegan { .. })) {
            self.tell_untold();
        }
    }

    fn tell_untold(&mut self) {
        let events = std::mem::take(&mut self.untold);
        self.tell(&events);
    }

    fn tell(&mut self, events: &[Event]) {
        let lines = story::tell(events, self.game.state());
        self.log.extend(lines.iter().map(|line| match line {
            Line::Turn(text) | Line::Phase(text) | Line::Sentence(text) => text.clone(),
        }));
        self.focus = events.iter().rev().find_map(sheets::hex_of).or(self.focus);
        // A terminal that is gone shows when the next prompt is written.
        let _ = tell_lines(&mut anstream::stdout().lock(), &lines, "  ");
    }

    fn ask(&mut self, decision: Decision) -> Result<(), Failure> {
        let state = *self.game.state();
        let mut out = anstream::stdout().lock();
        if self.asked.map(|d| (d.side, std::mem::discriminant(&d.question)))
            != Some((decision.side, std::mem::discriminant(&decision.question)))
        {
            for line in self.map_lines(&offered(&numbered(&state))) {
                writeln!(out, "{line}")?;
            }
        }
        self.asked = Some(decision);
        let style = side_style(decision.side);
        write!(out, "{style}Turn {}, {}.{style:#} ", state.turn(), state.phase())?;
        writeln!(out, "{}", story::prompt(decision))?;
        for (n, option) in numbered(&state).iter().enumerate() {
            writeln!(out, "  {}) {}", n + 1, story::action(option, &state))?;
        }
        write!(out, "> ")?;
        out.flush()?;
        Ok(())
    }

    fn map_lines(&self, lit: &HexSet) -> Vec<String> {
        let state = self.game.state();
        let width = terminal_width();
        let window = match self.focus {
            Some(hex) => Window::around(hex, 8, 5).fit(width),
            None => Window::around_the_front(state, width),
        };
        map::draw(state, window, lit)
    }

    /// Do what a line says. What it cannot do it explains.
    fn obey(&mut self, line: &str) -> Result<Next, Failure> {
        let state = *self.game.state();
        let command = match command::parse(line, &state, &numbered(&state)) {
            Ok(command) => command,
            Err(why) => {
                writeln!(anstream::stdout().lock(), "{why}")?;
                return Ok(Next::GoOn);
            }
        };
        match command {
            Command::Nothing => {}
            Command::Quit => return Ok(Next::Quit),
            Command::Play(actions) => {
                for action in actions {
                    if let Err(refused) = self.take(&action) {
                        self.refuse(&refused)?;
                        break;
                    }
                }
            }
            Command::Auto(name) => self.auto(name.as_deref())?,
            Command::Undo => self.undo()?,
            Command::Redo => match self.game.redo() {
                Some(events) => self.tell(&events),
                None => writeln!(anstream::stdout().lock(), "There is nothing to take again.")?,
            },
            Command::Log(n) => {
                let mut out = anstream::stdout().lock();
                for line in self.log.iter().skip(self.log.len().saturating_sub(n)) {
                    writeln!(out, "  {line}")?;
                }
            }
            Command::Map(hex) => {
                self.focus = hex;
                let mut out = anstream::stdout().lock();
                for line in self.map_lines(&HexSet::EMPTY) {
                    writeln!(out, "{line}")?;
                }
            }
            Command::Reach(units) => {
                self.focus = units.first().and_then(|u| state.hex(u)).or(self.focus);
                let mut out = anstream::stdout().lock();
                match sheets::reach(&state, units) {
                    Ok((lit, text)) => {
                        for line in self.map_lines(&lit).iter().chain(&text) {
                            writeln!(out, "{line}")?;
                        }
                    }
                    Err(why) => writeln!(out, "{why}")?,
                }
            }
            Command::Save(path) => match self.save_to(&path) {
                Ok(()) => writeln!(anstream::stdout().lock(), "Saved to {}.", path.display())?,
                Err(e) => writeln!(anstream::stdout().lock(), "{}: {e}", path.display())?,
            },
            Command::Tell(lines) => {
                let mut out = anstream::stdout().lock();
                for line in lines {
                    writeln!(out, "{line}")?;
                }
            }
        }
        Ok(Next::GoOn)
    }

    fn refuse(&self, refused: &Refused) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        match refused {
            Refused::Illegal(illegal) => writeln!(out, "Not allowed. {illegal}.")?,
            Refused::Chance(why) => writeln!(out, "The dice fail: {why}.")?,
        }
        Ok(())
    }

    /// A program, the strongest if none is named, plays for the deciding side until something else is asked.
    fn auto(&mut self, name: Option<&str>) -> Result<(), Failure> {
        let Some(asked) = self.game.state().decision() else { return Ok(()) };
        let phase = self.game.state().phase();
        let seed = self.game.entries().len() as u64;
        let name = name.or(pgg_ai::NAMES.last().copied()).unwrap_or_default();
        let Some(mut player) = pgg_ai::player(name, seed, None) else {
            let known = pgg_ai::NAMES.join(", ");
            writeln!(anstream::stdout().lock(), "There is no such program: expected {known}.")?;
            return Ok(());
        };
        let within_combat = self.game.state().in_combat();
        loop {
            let action = player.choose(self.game.state(), &Unwatched);
            match self.game.play(&action, &mut self.chance) {
                Ok(events) => self.later(&events),
                Err(refused) => return self.refuse(&refused),
            }
            let state = self.game.state();
            let same = state.decision().is_some_and(|d| d.side == asked.side) && state.phase() == phase;
            if !same || (within_combat && !state.in_combat()) {
                return Ok(());
            }
        }
    }

    /// Back to the last thing that was asked: what was forced goes with it.
    fn undo(&mut self) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        let mut undone = 0;
        while self.game.undo() {
            undone += 1;
            if forced(self.game.state()).is_none() {
                break;
            }
        }
        if undone == 0 {
            let why = "no die, no draw and no change of the deciding side can be undone";
            writeln!(out, "There is nothing to undo: {why}.")?;
        } else if forced(self.game.state()).is_some() {
            while undone > 0 && self.game.redo().is_some() {
                undone -= 1;
            }
            writeln!(out, "There is nothing to undo but what was forced.")?;
        } else {
            self.log.push("(undone)".to_owned());
            writeln!(out, "Undone.")?;
        }
        Ok(())
    }

    fn save(&self) -> Result<(), Failure> {
        match &self.save {
            Some(path) => self.save_to(path).map_err(|e| Failure::file(path, &e)),
            None => Ok(()),
        }
    }

    /// Write beside the file and move it there, so that a record is never half written.
    fn save_to(&self, path: &Path) -> io::Result<()> {
        let mut record = self.game.record();
        record.header.german = Some(self.seats[Side::German].name().to_owned());
        record.header.soviet = Some(self.seats[Side::Soviet].name().to_owned());
        let mut name = path.as_os_str().to_owned();
        name.push(".part");
        let part = PathBuf::from(name);
        let mut file = io::BufWriter::new(fs::File::create(&part)?);
        record.write(&mut file)?;
        file.flush()?;
        drop(file);
        fs::rename(part, path)
    }
}

/// The one thing that can be done, if there is only one.
fn forced(state: &State) -> Option<Action> {
    // After the last marker there is only *done*, but it would throw dice: the player may want to undo first.
    let placing = |q| matches!(q, Question::PlaceAirMarkers | Question::PlaceSovietMarker);
    state.decision().filter(|d| !placing(d.question)).and_then(|_| state.legal().only())
}

/// The choices of a question that has few, in the order of their numbers.
fn numbered(state: &State) -> Vec<Action> {
    let few = state.decision().is_some_and(|d| {
        !matches!(
            d.question,
            Question::Deploy
                | Question::PlaceAirMarkers
                | Question::PlaceSovietMarker
                | Question::Move
                | Question::Attack
        )
    });
    if !few {
        return Vec::new();
    }
    let mut actions = state.legal().others;
    actions.truncate(LISTED);
    actions
}

/// The hexes among which a retreat or an advance chooses.
fn offered(actions: &[Action]) -> HexSet {
    let mut hexes = HexSet::EMPTY;
    for action in actions {
        match action {
            Action::Route { to, .. } => hexes.insert(*to),
            Action::Advance { path, .. } => path.iter().for_each(|hex| hexes.insert(hex)),
            _ => {}
        }
    }
    hexes
}

/// A line of input, however long or strange; none at the end.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line: Vec<u8> = Vec::new();
    let mut any = false;
    loop {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() {
            return Ok(any.then(|| String::from_utf8_lossy(&line).into_owned()));
        }
        any = true;
        let end = bytes.iter().position(|&b| b == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        line.extend_from_slice(&part[..part.len().min(LINE_LIMIT - line.len())]);
        let used = end.map_or(bytes.len(), |at| at + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(Some(String::from_utf8_lossy(&line).into_owned()));
        }
    }
}
