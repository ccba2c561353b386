//! Parses what a player types, given the position: `1222 > 1421`, `attack 1414 from 1313,1413`.

use super::{arrivals, sheets};
use crate::show::table;
use pgg_core::game::chance::NoMore;
use pgg_core::{Action, Hex, Newcomer, Path, Place, Side, State, Targets, UnitId, UnitSet, data};
use std::path::PathBuf;

/// A command, ready to be done.
pub(super) enum Command {
    Nothing,
    /// Actions one after another, until one is refused.
    Play(Vec<Action>),
    /// Let a program decide: the one named, or the strongest.
    Auto(Option<String>),
    Undo,
    Redo,
    Log(usize),
    Map(Option<Hex>),
    Reach(UnitSet),
    /// A copy of the record; overwrites a file only by force.
    Save {
        path: PathBuf,
        force: bool,
    },
    /// Lines to print.
    Tell(Vec<String>),
    Quit,
}

/// The first words of commands.
pub(super) const COMMANDS: &[&str] = &[
    "advance", "armies", "arrivals", "attack", "auto", "cut", "done", "enter", "evacuate", "help", "lift",
    "log", "lose", "loss", "map", "mark", "move", "odds", "overrun", "place", "quit", "reach", "redo",
    "remove", "retreat", "ride", "route", "rules", "save", "score", "stack", "supply", "undo", "units",
];

/// The help, one command a line.
const HELP: &str = "\
moving
  1222 > 1322 1421           move all units of a hex that can; a far hex is reached the cheapest way
  pz7-25,pz7-6 > 1421        move these units; a division by its name: pz7 > 1421
  enter pz7 0110             bring on a unit or a division; also: enter rifle X 5907 rail,
                             enter 6 rifle X, enter armoured X, enter provisional 1831, enter front 3131
  ride r3 > 2216             ride the railway
  overrun 1322 from 1222     overrun a hex; from is a hex or units
  cut, lift                  put down or take up a Rail Cut marker where a unit has just entered
fighting
  attack 1414 from 1313,1413   attack a hex, or several: attack 1414,1415 from 1314
  odds 1414 from 1313        what an attack would give; odds overrun 1414 from 1313
  loss, retreat              take a result as a loss of steps or as a retreat
  lose pz7-6                 the unit that loses a step
  route 1222 > 1223          send the enemy's stack one hex back
  advance pz7-25 > 1322 1422 advance after combat; a hex means all of its units that can
  remove r3                  the unit that has no room
other things to do
  place r16-r18,remezov 0124 set-up; mark 0219 puts down an interdiction marker; evacuate konev
  3                          the third of the numbered choices
  auto [NAME]                let a program play the rest of this phase or combat for you, such as general:500
  done                       end the phase, or have done
  undo, redo                 not across a die, a draw or the other side's decision
looking
  arrivals, armies           who may enter where; which divisions belong to which army (turn 1)
  map [1222], units, stack 1222, reach 1222, supply pz7-25, score, log [20], rules 9.72
leaving
  save FILE                  a copy of the record; save --force FILE writes over a file
  quit                       the game is kept: pgg play goes on with it";

/// Understand a line. The error is what to tell the player.
pub(super) fn parse(line: &str, state: &State, numbered: &[Action]) -> Result<Command, String> {
    if let Some(("save", file)) = line.trim().split_once(char::is_whitespace) {
        return Ok(save(file.trim()));
    }
    let spaced = line.replace('>', " > ").replace(", ", ",").replace(" ,", ",");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let Some((&first, rest)) = words.split_first() else { return Ok(Command::Nothing) };
    let play = |action| Ok(Command::Play(vec![action]));
    let tell = |lines| Ok(Command::Tell(lines));
    match first.to_ascii_lowercase().as_str() {
        "help" | "?" | "h" => tell(HELP.lines().map(str::to_owned).collect()),
        "quit" | "exit" | "q" => Ok(Command::Quit),
        "done" | "end" => play(Action::Done),
        "loss" => play(Action::TakeLoss),
        "retreat" => play(Action::TakeRetreat),
        "undo" => Ok(Command::Undo),
        "redo" => Ok(Command::Redo),
        "auto" => Ok(Command::Auto(rest.first().map(|name| (*name).to_owned()))),
        "score" => tell(table::score(state)),
        "units" => tell(sheets::units(state)),
        "log" => Ok(Command::Log(rest.first().and_then(|n| n.parse().ok()).unwrap_or(20))),
        "map" => rest.first().map(|word| hex(word)).transpose().map(Command::Map),
        "stack" => tell(sheets::stack(state, hex(one(rest, "stack 1222")?)?)),
        "reach" => units(one(rest, "reach 1222")?, state).map(Command::Reach),
        "supply" => tell(sheets::supply(state, anybody(one(rest, "supply pz7-25")?, state)?)),
        "rules" => match crate::rules::explain(one(rest, "rules 9.72")?, false) {
            Ok(text) => tell(text.lines().map(str::to_owned).collect()),
            Err(crate::failure::Failure::No(why)) => Err(why),
            Err(_) => Err("The rules cannot be read.".to_owned()),
        },
        "save" => Err(usage("save FILE")),
        "arrivals" => tell(match arrivals::lines(state) {
            none if none.is_empty() => vec!["Nobody may enter now.".to_owned()],
            lines => lines,
        }),
        "armies" => tell(arrivals::armies(state)),
        "mark" => play(Action::Interdict { hex: hex(one(rest, "mark 0219")?)? }),
        "evacuate" => play(Action::Evacuate { unit: unit(one(rest, "evacuate konev")?)? }),
        "lose" => play(Action::LoseStep { unit: unit(one(rest, "lose pz7-6")?)? }),
        "remove" => play(Action::Remove { unit: unit(one(rest, "remove pz7-6")?)? }),
        "place" => match rest {
            [who, at] => {
                let hex = hex(at)?;
                let units = several(who)?;
                Ok(Command::Play(units.into_iter().map(|unit| Action::Deploy { unit, hex }).collect()))
            }
            _ => Err(usage("place r16-r18,remezov 0124")),
        },
        "cut" | "lift" => rail_cut(first, rest, state),
        "enter" => enter(rest, state),
        "ride" => ride(rest, state),
        "overrun" => overrun(rest, state),
        "attack" => attack(rest, state),
        "odds" => odds(rest, state),
        "route" => route(rest, state),
        "advance" => advance(rest, state),
        "move" => walk(rest, state),
        _ if words.contains(&">") => walk(&words, state),
        number => match number.parse::<usize>() {
            Ok(n) if rest.is_empty() && !numbered.is_empty() => {
                let chosen = n.checked_sub(1).and_then(|n| numbered.get(n)).copied();
                chosen.map(|a| Command::Play(vec![a])).ok_or(format!("There is no choice {n}."))
            }
            _ => Err(format!("I do not know '{}'. Type help for the commands.", shortened(first))),
        },
    }
}

/// A file name may contain blanks and commas.
fn save(file: &str) -> Command {
    let (force, file) = match file.strip_prefix("--force") {
        Some(rest) if rest.starts_with(char::is_whitespace) => (true, rest.trim()),
        _ => (false, file),
    };
    Command::Save { path: PathBuf::from(file), force }
}

fn shortened(word: &str) -> String {
    word.chars().filter(|c| !c.is_control()).take(30).collect()
}

fn usage(example: &str) -> String {
    format!("I expected such as: {example}")
}

fn one<'a>(words: &[&'a str], example: &str) -> Result<&'a str, String> {
    match words {
        [word] => Ok(word),
        _ => Err(usage(example)),
    }
}

fn hex(word: &str) -> Result<Hex, String> {
    word.parse().map_err(|_| format!("'{}' is no hex of the map: expected such as 1222.", shortened(word)))
}

fn unit(word: &str) -> Result<UnitId, String> {
    data()
        .roster
        .parse_unit(&word.to_ascii_lowercase())
        .ok_or_else(|| format!("'{}' is no unit: expected such as pz7-25, konev or r3.", shortened(word)))
}

/// Units one by one, with commas between, and Soviet divisions from one number to another: `r16-r18,remezov`.
fn several(words: &str) -> Result<Vec<UnitId>, String> {
    let mut all = Vec::new();
    for word in words.split(',').filter(|word| !word.is_empty()) {
        match (unit(word), word.split_once('-')) {
            (Ok(one), _) => all.push(one),
            (Err(_), Some((first, last))) => {
                let (first, last) = (unit(first)?, unit(last)?);
                let run: Vec<UnitId> =
                    UnitSet::DIVISION.iter().skip_while(|&u| u != first).take_while(|&u| u != last).collect();
                let alike =
                    first.is_armoured_slot() == last.is_armoured_slot() && first.number() < last.number();
                if !first.is_division() || !last.is_division() || !alike {
                    return Err(format!(
                        "'{}' is no row of divisions: expected such as r16-r18.",
                        shortened(word)
                    ));
                }
                all.extend(run.into_iter().chain([last]));
            }
            (Err(why), None) => return Err(why),
        }
    }
    Ok(all)
}

/// Units of the deciding side: ids, divisions and hexes, with commas between.
fn units(words: &str, state: &State) -> Result<UnitSet, String> {
    let side = state.decision().map_or(Side::German, |d| d.side);
    let chosen = anybody(words, state)?.and(&UnitSet::side(side));
    if chosen.is_empty() { Err(format!("No {side} unit is there.")) } else { Ok(chosen) }
}

/// Units of either side.
pub(super) fn anybody(words: &str, state: &State) -> Result<UnitSet, String> {
    let mut all = UnitSet::EMPTY;
    for word in words.split(',').filter(|w| !w.is_empty()) {
        let word = word.to_ascii_lowercase();
        let roster = &data().roster;
        let these = if let Ok(hex) = word.parse::<Hex>() {
            state.units_in(hex)
        } else if let Some(unit) = roster.parse_unit(&word) {
            UnitSet::one(unit)
        } else if let Some(formation) = roster.formation_by_id(&word) {
            roster.formation(formation).units.iter().filter(|&u| state.hex(u).is_some()).collect()
        } else {
            let word = shortened(&word);
            return Err(format!(
                "'{word}' is no unit, division or hex: expected such as pz7-25, pz7 or 1222."
            ));
        };
        all = all.or(&these);
    }
    if all.is_empty() { Err("No unit is there.".to_owned()) } else { Ok(all) }
}

/// The words before and after `>`.
fn around_arrow<'a>(words: &'a [&'a str], example: &str) -> Result<(String, &'a [&'a str]), String> {
    let at = words.iter().position(|w| *w == ">").ok_or_else(|| usage(example))?;
    let (who, way) = (words[..at].join(","), &words[at + 1..]);
    if who.is_empty() || way.is_empty() { Err(usage(example)) } else { Ok((who, way)) }
}

/// `1222 > 1322 1421`: hexes that are not adjacent are joined by the cheapest path.
fn walk(words: &[&str], state: &State) -> Result<Command, String> {
    let (who, way) = around_arrow(words, "1222 > 1322 1421")?;
    let named = units(&who, state)?;
    let stops: Vec<Hex> = way.iter().map(|w| hex(w)).collect::<Result<_, _>>()?;
    // For a hex, the units that can go there; for named units, all or none.
    let by_hex = who.split(',').all(|w| w.parse::<Hex>().is_ok());
    let whole = whole_way(state, named, &stops);
    let able = |u: &UnitId| {
        let one = UnitSet::one(*u);
        whole_way(state, one, &stops)
            .is_ok_and(|path| state.check(&Action::Move { units: one, path }).is_ok())
    };
    let legal = |units, path: &Path| state.check(&Action::Move { units, path: *path }).is_ok();
    let (units, path) = match whole {
        Ok(path) if !by_hex || legal(named, &path) => (named, path),
        whole if by_hex => {
            let some: UnitSet = named.iter().filter(able).collect();
            match whole_way(state, some, &stops) {
                Ok(path) if !some.is_empty() => (some, path),
                _ => (named, whole?),
            }
        }
        whole => (named, whole?),
    };
    Ok(Command::Play(vec![Action::Move { units, path }]))
}

fn whole_way(state: &State, units: UnitSet, stops: &[Hex]) -> Result<Path, String> {
    let first = units.first().ok_or("No unit is there.")?;
    let mut copy = *state;
    let mut at = state.hex(first).ok_or_else(|| format!("{first} is not on the map."))?;
    let mut path = Path::EMPTY;
    for &stop in stops {
        let part = if at.direction_to(stop).is_some() {
            Path::one(stop)
        } else {
            let reach = copy.reach(units).map_err(|e| format!("Not allowed. {e}."))?;
            let why =
                || format!("{} cannot get to {stop} with what is left.", crate::story::names(units, state));
            reach.field.path(stop).filter(|p| !p.is_empty()).ok_or_else(why)?
        };
        if part.iter().any(|hex| !path.push(hex)) {
            return Err("The way is too long.".to_owned());
        }
        // Only to look ahead; a refusal is reported when the whole move is made.
        let _ = copy.apply(&Action::Move { units, path: part }, &mut NoMore);
        at = stop;
    }
    Ok(path)
}

fn ride(words: &[&str], state: &State) -> Result<Command, String> {
    let (who, way) = around_arrow(words, "ride r3 > 2216")?;
    let unit = unit(&who)?;
    let mut copy = *state;
    let mut at = state.hex(unit).ok_or_else(|| format!("{unit} is not on the map."))?;
    let mut path = Path::EMPTY;
    for word in way {
        let stop = hex(word)?;
        let part = if at.direction_to(stop).is_some() {
            Path::one(stop)
        } else {
            let reach = copy.rail_reach(unit).map_err(|e| format!("Not allowed. {e}."))?;
            let why = || format!("{unit} cannot ride to {stop} with what is left.");
            reach.path(stop).filter(|p| !p.is_empty()).ok_or_else(why)?
        };
        if part.iter().any(|hex| !path.push(hex)) {
            return Err("The way is too long.".to_owned());
        }
        let _ = copy.apply(&Action::Ride { unit, path: part }, &mut NoMore);
        at = stop;
    }
    Ok(Command::Play(vec![Action::Ride { unit, path }]))
}

/// `enter pz7 0110`, `enter 6 rifle X 5907 rail`. Where an area has one hex it need not be named.
fn enter(words: &[&str], state: &State) -> Result<Command, String> {
    let example = "enter pz7 0110, or enter rifle X 5907 rail";
    let (rail, words) = match words {
        [most @ .., "rail"] => (true, most),
        all => (false, all),
    };
    // No hex has one or two digits.
    let (count, words) = match words {
        [first, rest @ ..] if first.len() < 3 && first.parse::<usize>().is_ok() => {
            (first.parse::<usize>().unwrap_or(1), rest)
        }
        all => (1, all),
    };
    let Some((last, who)) = words.split_last() else {
        return match arrivals::lines(state) {
            none if none.is_empty() => Err(usage(example)),
            lines => Ok(Command::Tell(lines)),
        };
    };
    let (at, who) = match hex(last) {
        Ok(at) if !who.is_empty() => (Some(at), who.join(" ")),
        _ => (None, words.join(" ")),
    };
    let newcomers = newcomers(&who, state)?;
    let hexes = newcomers.first().map(|&n| state.entry_hexes(n)).unwrap_or_default();
    let hex = match (at, hexes.as_slice()) {
        (Some(hex), _) => hex,
        (None, [only]) => *only,
        (None, several) => {
            let several: Vec<String> = several.iter().map(Hex::to_string).collect();
            return Err(format!("Say where: {who} enters at {}.", several.join(", ")));
        }
    };
    let once: Vec<Action> = newcomers.into_iter().map(|who| Action::Enter { who, hex, rail }).collect();
    Ok(Command::Play(once.repeat(count)))
}

pub(super) fn newcomers(who: &str, state: &State) -> Result<Vec<Newcomer>, String> {
    let roster = &data().roster;
    let id = who.to_ascii_lowercase();
    if roster.parse_unit(&id).is_none()
        && let Some(formation) = roster.formation_by_id(&id)
    {
        let waiting: Vec<Newcomer> = roster
            .formation(formation)
            .units
            .iter()
            .filter(|&u| state.place(u) == Place::Waiting)
            .map(Newcomer::Unit)
            .collect();
        return if waiting.is_empty() {
            Err(format!("No unit of {id} waits to enter."))
        } else {
            Ok(waiting)
        };
    }
    let (kind, area) = id.split_once(' ').unwrap_or((&id, ""));
    let text = if area.is_empty() { id.clone() } else { format!("{kind} {}", area.to_ascii_uppercase()) };
    text.parse().map(|who| vec![who])
}

fn rail_cut(word: &str, rest: &[&str], state: &State) -> Result<Command, String> {
    let at = rest.first().map(|w| hex(w)).transpose()?;
    let offered = state.legal().others.into_iter().find(|action| match action {
        Action::CutRail { .. } => word == "cut",
        Action::LiftCut { .. } => word == "lift",
        _ => false,
    });
    match (offered, at) {
        (Some(action), None) => Ok(Command::Play(vec![action])),
        (_, Some(hex)) if word == "cut" => Ok(Command::Play(vec![Action::CutRail { hex }])),
        (_, Some(hex)) => Ok(Command::Play(vec![Action::LiftCut { hex }])),
        (None, None) => Err("No German unit has just entered a railway hex.".to_owned()),
    }
}

/// `1414,1415 from 1313,pz7-25`: the target hexes, and the words behind `from` or `with`.
fn targets<'a>(words: &'a [&'a str], example: &str) -> Result<(Targets, Option<String>), String> {
    let at = words.iter().position(|w| matches!(*w, "from" | "with")).unwrap_or(words.len());
    let named = words[..at].join(",");
    let hexes: Vec<Hex> = named.split(',').filter(|w| !w.is_empty()).map(hex).collect::<Result<_, _>>()?;
    let targets = Targets::collect(hexes).ok_or("At most six hexes can be attacked together.")?;
    let from = words.get(at + 1..).unwrap_or_default().join(",");
    if targets.is_empty() || (at < words.len() && from.is_empty()) {
        return Err(usage(example));
    }
    Ok((targets, (!from.is_empty()).then_some(from)))
}

/// Named units as given; for a hex, those that may.
fn chosen(from: Option<&str>, able: UnitSet, state: &State) -> Result<UnitSet, String> {
    let Some(from) = from else { return Ok(able) };
    let mut all = UnitSet::EMPTY;
    for word in from.split(',').filter(|w| !w.is_empty()) {
        let named = units(word, state)?;
        let may = named.and(&able);
        all = all.or(if word.parse::<Hex>().is_ok() && !may.is_empty() { &may } else { &named });
    }
    Ok(all)
}

/// Without Leaders that have no combat unit of their hex with them [10.26].
fn with_escort(units: UnitSet, state: &State) -> UnitSet {
    let escorted = |u: &UnitId| {
        !u.is_leader() || units.iter().any(|other| !other.is_leader() && state.hex(other) == state.hex(*u))
    };
    units.iter().filter(escorted).collect()
}

fn attack(words: &[&str], state: &State) -> Result<Command, String> {
    let (targets, from) = targets(words, "attack 1414 from 1313,1413")?;
    let units = with_escort(chosen(from.as_deref(), attackers(state, &targets), state)?, state);
    Ok(Command::Play(vec![Action::Attack { targets, units }]))
}

/// Who may attack all of the hexes.
fn attackers(state: &State, targets: &Targets) -> UnitSet {
    let legal = state.legal();
    let may = |hex: Hex| legal.attacks.iter().find(|a| a.target == hex).map_or(UnitSet::EMPTY, |a| a.units);
    targets.iter().map(may).reduce(|a, b| a.and(&b)).unwrap_or_default()
}

fn overrun(words: &[&str], state: &State) -> Result<Command, String> {
    let (targets, from) = targets(words, "overrun 1322 from 1222")?;
    let target = targets.first().ok_or_else(|| usage("overrun 1322 from 1222"))?;
    let named = from.as_deref().map(|from| units(from, state)).transpose()?;
    let options = state.legal().overruns;
    let fits = |o: &&pgg_core::game::legal::OverrunOption| {
        o.target == target && named.is_none_or(|named| named.meets(&o.units))
    };
    let able = options.iter().find(fits).map_or(UnitSet::EMPTY, |o| o.units);
    let units = chosen(from.as_deref(), able, state)?;
    Ok(Command::Play(vec![Action::Overrun { units, target }]))
}

/// `odds 1414 from 1313`, `odds overrun 1414 from 1313`; without `from` all who are next to it.
fn odds(words: &[&str], state: &State) -> Result<Command, String> {
    let (overrun, words) = match words {
        ["overrun", rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let (targets, from) = targets(words, "odds 1414 from 1313")?;
    let units = match from {
        Some(from) => units(&from, state)?,
        None => {
            let side = state.decision().map_or(Side::German, |d| d.side);
            let next_to_all = |u: &UnitId| {
                let at = state.hex(*u);
                targets.iter().all(|t| at.is_some_and(|h| h.direction_to(t).is_some()))
            };
            state.on_map(side).iter().filter(next_to_all).collect()
        }
    };
    state
        .odds(with_escort(units, state), &targets, overrun)
        .map(|odds| Command::Tell(sheets::odds(&odds, &targets, units, state)))
        .map_err(|e| format!("Not possible. {e}."))
}

fn route(words: &[&str], state: &State) -> Result<Command, String> {
    let example = "route 1222 > 1223";
    if let [to] = words {
        let to = hex(to)?;
        let options = state.legal().others;
        let mut fits = options.iter().filter(|a| matches!(a, Action::Route { to: t, .. } if *t == to));
        return match (fits.next(), fits.next()) {
            (Some(action), None) => Ok(Command::Play(vec![*action])),
            (None, _) => Err(format!("No stack may be sent to {to} now.")),
            _ => Err(usage(example)),
        };
    }
    match words {
        [stack, ">", to] => Ok(Command::Play(vec![Action::Route { stack: hex(stack)?, to: hex(to)? }])),
        _ => Err(usage(example)),
    }
}

fn advance(words: &[&str], state: &State) -> Result<Command, String> {
    let example = "advance pz7-25 > 1322";
    let (who, way) = around_arrow(words, example)?;
    let hexes: Vec<Hex> = way.iter().map(|w| hex(w)).collect::<Result<_, _>>()?;
    let path = Path::collect(hexes).ok_or("The way is too long.")?;
    let named = units(&who, state)?;
    let able: UnitSet =
        named.iter().filter(|&u| u.is_leader() || state.advances(u).contains(&path)).collect();
    let by_hex = who.split(',').all(|w| w.parse::<Hex>().is_ok());
    let going = if by_hex && !able.is_empty() { able } else { named };
    // A Leader goes only where a combat unit has gone [10.26].
    let (leaders, others): (Vec<UnitId>, Vec<UnitId>) = going.iter().partition(|u| u.is_leader());
    Ok(Command::Play(others.into_iter().chain(leaders).map(|unit| Action::Advance { unit, path }).collect()))
}
