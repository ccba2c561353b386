//! A game in the terminal: players, output, and the effect of commands.

use super::command::{self, Command};
use super::input::{Input, Typed};
use super::kept::{Keeper, Shelf};
use super::{arrivals, sheets, thinking, view};
use crate::failure::Failure;
use crate::files::{self, Force};
use crate::out::stdout;
use crate::replay::{side_style, tell_lines};
use crate::show::{map, table};
use crate::story::{self, Line};
use anstyle::Style;
use pgg_ai::Player;
use pgg_core::{
    Action, BySide, Decision, Event, Game, Hex, HexSet, Phase, Question, Record, Refused, Seeded, Side, State,
};
use std::io::Write;
use std::path::Path;

/// Who plays a side.
pub(super) enum Seat {
    /// A person, by name; `human` if none is known.
    Human(String),
    /// A program, as it was named on the command line.
    Program(String, Box<dyn Player>),
}

impl Seat {
    fn name(&self) -> &str {
        match self {
            Seat::Human(name) | Seat::Program(name, _) => name,
        }
    }
}

/// Options are listed and numbered if there are at most so many.
const LISTED: usize = 40;

/// A game, where its dice come from and who plays it.
pub(super) struct Table {
    pub(super) game: Game,
    pub(super) dice: Seeded,
    /// How many actions, besides the set-up, were played with other dice.
    pub(super) imported: Option<u32>,
    pub(super) seats: BySide<Seat>,
    pub(super) keeper: Option<Keeper>,
}

impl Table {
    /// Take an action. An action that replaces an undone imported one is not imported.
    fn play(&mut self, action: &Action) -> Result<Vec<Event>, Refused> {
        let before = self.game.entries().len() as u32;
        let events = self.game.play(action, &mut self.dice)?;
        self.imported = self.imported.map(|n| n.min(before));
        Ok(events)
    }

    /// The record as it is saved: with the players and the seed, so that the game can continue with the same
    /// dice.
    fn record(&self) -> Record {
        let mut record = self.game.record();
        record.header.german = Some(self.seats[Side::German].name().to_owned());
        record.header.soviet = Some(self.seats[Side::Soviet].name().to_owned());
        record.header.commitment = Some(self.dice.commitment());
        record.header.imported = self.imported.map(|n| n.min(record.entries.len() as u32));
        if let Some(end) = &mut record.end {
            end.seed = Some(self.dice.seed_text());
        }
        record
    }
}

/// A game being played.
pub(super) struct Session {
    table: Table,
    input: Input,
    /// Why the game could not be saved, if it could not.
    not_kept: Option<Failure>,
    /// Has a person decided anything? Before that there is nothing to save.
    decided: bool,
    /// At the last warning about ending a phase: the phase, how many units could still enter, and how many
    /// hexes were over the limit.
    warned: Option<(u8, Phase, usize, usize)>,
    log: Vec<String>,
    /// Events of programs that are not printed yet: a whole move reads better than its steps.
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
    pub(super) fn new(table: Table, input: Input) -> Session {
        Session {
            table,
            input,
            not_kept: None,
            decided: false,
            warned: None,
            log: Vec::new(),
            untold: Vec::new(),
            focus: None,
            asked: None,
        }
    }

    /// Who plays, where the game is kept, and what has happened.
    pub(super) fn greet(&mut self, first: &str, opening: &[Event]) -> Result<(), Failure> {
        let bold = Style::new().bold();
        let mut out = stdout();
        writeln!(out, "{bold}Panzergruppe Guderian{bold:#}, the Battle of Smolensk, July 1941")?;
        for side in Side::BOTH {
            writeln!(out, "{side}: {}", self.table.seats[side].name())?;
        }
        writeln!(out, "{first}; type help for the commands, quit to leave")?;
        tell_lines(&mut out, &story::tell(opening, self.state()), "  ")?;
        Ok(())
    }

    fn state(&self) -> &State {
        self.table.game.state()
    }

    /// Play to the end, or until the commands end.
    pub(super) fn play(mut self) -> Result<(), Failure> {
        while let Some(decision) = self.state().decision() {
            if let Seat::Program(name, player) = &mut self.table.seats[decision.side] {
                let (state, on_terminal) = (self.table.game.state(), self.input.is_terminal());
                let action = thinking::choose(name, player.as_mut(), state, on_terminal);
                let refused = |e| Failure::No(format!("the program's action is refused: {e}"));
                let events = self.table.play(&action).map_err(refused)?;
                self.later(&events)?;
                continue;
            }
            self.tell_untold();
            if let Some(only) = forced(self.state()) {
                let said = story::action(&only, self.state());
                writeln!(stdout(), "  (the only choice: {said})")?;
                self.take(&only)?.map_err(|e| Failure::No(e.to_string()))?;
                continue;
            }
            self.keep()?;
            self.ask(decision)?;
            let state = *self.state();
            match self.input.line("> ", Some(&state))? {
                Typed::Line(line) => match self.obey(&line)? {
                    Next::GoOn => {}
                    Next::Quit => break,
                },
                Typed::Never => writeln!(stdout(), "Type quit, or Ctrl-D, to leave.")?,
                Typed::End if self.input.is_terminal() => break,
                Typed::End => {
                    writeln!(stdout(), "\nThe commands end before the game does.")?;
                    break;
                }
            }
        }
        self.tell_untold();
        self.keep()?;
        self.tell_end()
    }

    fn tell_end(self) -> Result<(), Failure> {
        let mut out = stdout();
        let over = self.state().decision().is_none();
        if over {
            for line in table::score(self.state()) {
                writeln!(out, "{line}")?;
            }
        }
        match (&self.table.keeper, self.not_kept) {
            (_, Some(failure)) => return Err(failure),
            (Some(keeper), None) if keeper.has_written() => {
                writeln!(out, "The record is in {}.", keeper.path().display())?;
                if !over && keeper.is_on_shelf() {
                    writeln!(out, "pgg play --resume goes on with the game.")?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Take an action and print its events. A person's action is saved before anything else happens.
    fn take(&mut self, action: &Action) -> Result<Result<(), Refused>, Failure> {
        let events = match self.table.play(action) {
            Ok(events) => events,
            Err(refused) => return Ok(Err(refused)),
        };
        self.tell(&events);
        self.decided = true;
        self.keep()?;
        Ok(Ok(()))
    }

    /// Print the events when the phase changes or a person is asked.
    fn later(&mut self, events: &[Event]) -> Result<(), Failure> {
        self.untold.extend_from_slice(events);
        if events.iter().any(|e| matches!(e, Event::PhaseBegan { .. })) {
            self.tell_untold();
            self.keep()?;
        }
        Ok(())
    }

    fn tell_untold(&mut self) {
        let events = std::mem::take(&mut self.untold);
        self.tell(&events);
    }

    fn tell(&mut self, events: &[Event]) {
        let lines = story::tell(events, self.state());
        self.log.extend(lines.iter().map(|line| match line {
            Line::Turn(text) | Line::Phase(text) | Line::Sentence(text) => text.clone(),
        }));
        self.focus = events.iter().rev().find_map(sheets::hex_of).or(self.focus);
        // A closed terminal is noticed when the next prompt is written.
        let _ = tell_lines(&mut stdout(), &lines, "  ");
    }

    fn ask(&mut self, decision: Decision) -> Result<(), Failure> {
        let state = *self.state();
        let options = numbered(&state);
        let mut out = stdout();
        let kind = |d: Decision| (d.side, std::mem::discriminant(&d.question));
        if self.asked.map(kind) != Some(kind(decision)) {
            let waiting = match decision.question {
                Question::Move => arrivals::lines(&state),
                Question::Attack => sheets::targets(&state),
                _ => Vec::new(),
            };
            let armies = match decision.question {
                Question::Deploy => arrivals::armies(&state),
                Question::Move if decision.side == Side::Soviet && state.turn() == 1 => {
                    arrivals::armies(&state)
                }
                _ => Vec::new(),
            };
            // In a combat its place; at the beginning of a phase the centre of activity.
            let middle = if state.in_combat() { self.focus } else { None };
            let below = 3 + options.len() + waiting.len() + armies.len();
            let lit = offered(&options);
            let map = map::draw(&state, view::window(&state, middle, below), &lit);
            for line in map.iter().chain(&armies).chain(&waiting) {
                writeln!(out, "{line}")?;
            }
        }
        self.asked = Some(decision);
        let style = side_style(decision.side);
        write!(out, "{style}Turn {}, {}.{style:#} ", state.turn(), state.phase())?;
        writeln!(out, "{}", story::prompt(decision))?;
        if decision.question == Question::Deploy {
            let left = arrivals::unit_list(state.waiting(Side::Soviet).collect(), &state);
            writeln!(out, "  still to be placed: {}", if left.is_empty() { "nobody" } else { &left })?;
        }
        for (n, option) in options.iter().enumerate() {
            writeln!(out, "  {}) {}", n + 1, story::action(option, &state))?;
        }
        Ok(())
    }

    /// The map around the hex in focus, with room for so many lines below it.
    fn map_lines(&self, lit: &HexSet, below: usize) -> Vec<String> {
        map::draw(self.state(), view::window(self.state(), self.focus, below), lit)
    }

    /// Carry out a line, or explain why not.
    fn obey(&mut self, line: &str) -> Result<Next, Failure> {
        let state = *self.state();
        let command = match command::parse(line, &state, &numbered(&state)) {
            Ok(command) => command,
            Err(why) => {
                writeln!(stdout(), "{why}")?;
                return Ok(Next::GoOn);
            }
        };
        match command {
            Command::Nothing => {}
            Command::Quit => return Ok(Next::Quit),
            Command::Play(actions) => {
                if actions == [Action::Done] && self.warns(&state)? {
                    return Ok(Next::GoOn);
                }
                for action in actions {
                    if let Err(refused) = self.take(&action)? {
                        self.refuse(&refused)?;
                        break;
                    }
                }
            }
            Command::Auto(name) => self.auto(name.as_deref())?,
            Command::Undo => self.undo()?,
            Command::Redo => match self.table.game.redo() {
                Some(events) => self.tell(&events),
                None => writeln!(stdout(), "There is nothing to take again.")?,
            },
            Command::Log(n) => {
                let mut out = stdout();
                for line in self.log.iter().skip(self.log.len().saturating_sub(n)) {
                    writeln!(out, "  {line}")?;
                }
            }
            Command::Map(hex) => {
                self.focus = hex;
                let mut out = stdout();
                for line in self.map_lines(&HexSet::EMPTY, 3) {
                    writeln!(out, "{line}")?;
                }
            }
            Command::Reach(units) => {
                self.focus = units.first().and_then(|u| state.hex(u)).or(self.focus);
                let mut out = stdout();
                match sheets::reach(&state, units) {
                    Ok((lit, text)) => {
                        for line in self.map_lines(&lit, 3 + text.len()).iter().chain(&text) {
                            writeln!(out, "{line}")?;
                        }
                    }
                    Err(why) => writeln!(out, "{why}")?,
                }
            }
            Command::Save { path, force } => match self.copy_to(&path, force) {
                Ok(()) => writeln!(stdout(), "Saved to {}.", path.display())?,
                Err(failure) => writeln!(stdout(), "Not saved. {}.", failure.text())?,
            },
            Command::Tell(lines) => {
                let mut out = stdout();
                for line in lines {
                    writeln!(out, "{line}")?;
                }
            }
        }
        Ok(Next::GoOn)
    }

    fn refuse(&self, refused: &Refused) -> Result<(), Failure> {
        let mut out = stdout();
        match refused {
            Refused::Illegal(illegal) => writeln!(out, "Not allowed. {illegal}.")?,
            Refused::Chance(why) => writeln!(out, "The dice fail: {why}.")?,
        }
        Ok(())
    }

    /// A program, by default the strongest, decides for the side until the decision changes.
    fn auto(&mut self, name: Option<&str>) -> Result<(), Failure> {
        let Some(asked) = self.state().decision() else { return Ok(()) };
        let phase = self.state().phase();
        let seed = self.table.game.entries().len() as u64;
        let name = name.or(pgg_ai::NAMES.last().copied()).unwrap_or_default();
        let mut player = match crate::lab::inside(name) {
            Ok(entrant) => entrant.player(seed),
            Err(failure) => {
                writeln!(stdout(), "No program was found. {}.", failure.text())?;
                return Ok(());
            }
        };
        let within_combat = self.state().in_combat();
        self.decided = true;
        loop {
            let on_terminal = self.input.is_terminal();
            let action = thinking::choose(name, player.as_mut(), self.state(), on_terminal);
            match self.table.play(&action) {
                Ok(events) => self.later(&events)?,
                Err(refused) => return self.refuse(&refused),
            }
            let state = self.state();
            let same = state.decision().is_some_and(|d| d.side == asked.side) && state.phase() == phase;
            if !same || (within_combat && !state.in_combat()) {
                return Ok(());
            }
        }
    }

    /// Back to the last decision of a person; forced actions are undone with it.
    fn undo(&mut self) -> Result<(), Failure> {
        let mut out = stdout();
        let mut undone = 0;
        while self.table.game.undo() {
            undone += 1;
            if forced(self.state()).is_none() {
                break;
            }
        }
        if undone == 0 {
            let why = "no die, no draw and no change of the deciding side can be undone";
            writeln!(out, "There is nothing to undo: {why}.")?;
        } else if forced(self.table.game.state()).is_some() {
            while undone > 0 && self.table.game.redo().is_some() {
                undone -= 1;
            }
            writeln!(out, "There is nothing to undo but what was forced.")?;
        } else {
            self.log.push("(undone)".to_owned());
            writeln!(out, "Undone.")?;
        }
        Ok(())
    }

    /// Does ending the phase need a confirmation, because units could still enter or have no room?
    fn warns(&mut self, state: &State) -> Result<bool, Failure> {
        let moving = state.decision().filter(|d| d.question == Question::Move);
        let Some(decision) = moving.filter(|_| state.check(&Action::Done).is_ok()) else {
            return Ok(false);
        };
        let (count, mut lines) = match arrivals::left_behind(state) {
            Some((count, who)) => {
                (count, vec![format!("Still waiting to enter, now or on a later turn: {who}.")])
            }
            None => (0, Vec::new()),
        };
        let full: Vec<String> = state.overstacked(decision.side).map(story::place).collect();
        if !full.is_empty() {
            let hexes = story::listed(&full);
            lines.push(format!("Over the stacking limit: {hexes}. Units in excess are eliminated [7.1]."));
        }
        let now = Some((state.turn(), state.phase(), count, full.len()));
        if lines.is_empty() || self.warned == now {
            return Ok(false);
        }
        self.warned = now;
        let mut out = stdout();
        for line in lines.iter().flat_map(|line| table::wrap(line, 100)) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "Type done again to end the phase all the same.")?;
        Ok(true)
    }

    /// Save the game. If that fails the game continues, saved in the data directory if possible, and the player
    /// is told.
    fn keep(&mut self) -> Result<(), Failure> {
        let asked_for = self.table.keeper.as_ref().is_some_and(|k| k.has_written() || !k.is_on_shelf());
        if !asked_for && !self.decided {
            return Ok(());
        }
        let record = self.table.record();
        let Some(keeper) = &mut self.table.keeper else { return Ok(()) };
        let Err(failure) = keeper.keep(&record) else { return Ok(()) };
        let mut out = stdout();
        writeln!(out, "The game could not be kept. {}.", failure.text())?;
        let elsewhere = Shelf::of_the_user().ok().filter(|_| !keeper.is_on_shelf()).map(Keeper::on_shelf);
        self.table.keeper = None;
        if let Some(mut keeper) = elsewhere
            && keeper.keep(&record).is_ok()
        {
            writeln!(out, "It goes on in {}.", keeper.path().display())?;
            self.table.keeper = Some(keeper);
            return Ok(());
        }
        writeln!(out, "It is not kept any more: save FILE writes it elsewhere.")?;
        self.not_kept = Some(failure);
        Ok(())
    }

    /// A copy of the record as it is now.
    fn copy_to(&self, path: &Path, force: bool) -> Result<(), Failure> {
        files::write(path, &files::record_text(&self.table.record())?, Force { force })
    }
}

/// The only legal action, if there is just one.
fn forced(state: &State) -> Option<Action> {
    // After the last marker there is only *done*, but it would throw dice: the player may want to undo first.
    let placing = |q| matches!(q, Question::PlaceAirMarkers | Question::PlaceSovietMarker);
    state.decision().filter(|d| !placing(d.question)).and_then(|_| state.legal().only())
}

/// The choices of a question that has few, in the order of their numbers.
fn numbered(state: &State) -> Vec<Action> {
    // A phase has many, but for the few Leaders that may be evacuated.
    let few = state.decision().is_some_and(|d| !d.question.is_of_phase() || d.question == Question::Evacuate);
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
