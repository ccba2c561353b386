//! Completion: commands, and the units and hexes of the position.

use super::command::{self, COMMANDS};
use pgg_core::{Action, Hex, Newcomer, Place, Side, State, UnitId, UnitSet, data};

/// The start of the word at the end of the line, and its completions. Complete words get a trailing blank.
pub(super) fn complete(line: &str, state: &State) -> (usize, Vec<String>) {
    let start = line.rfind([' ', ',', '>']).map_or(0, |at| at + 1);
    let (before, word) = line.split_at(start);
    let before = before.replace('>', " > ").replace(',', " ").to_lowercase();
    let before: Vec<&str> = before.split_whitespace().collect();
    let mut words = offered(&before, word, state);
    let typed = word.to_lowercase();
    words.retain(|offered| offered.to_lowercase().starts_with(&typed));
    words.sort();
    words.dedup();
    (start, words)
}

fn offered(before: &[&str], word: &str, state: &State) -> Vec<String> {
    let legal = state.legal();
    let named = |word: &str| before.contains(&word);
    if named(">") {
        return goals(before, state);
    }
    match before {
        [] => first_words(word, state),
        ["attack" | "odds", rest @ ..] => {
            let target = rest.first().and_then(|w| w.parse::<Hex>().ok());
            if !named("from") && !named("with") {
                let targets = legal.attacks.iter().map(|a| a.target.to_string());
                return targets.chain(target.map(|_| "from ".to_owned())).collect();
            }
            let of_target = legal.attacks.iter().filter(|a| target.is_none_or(|t| t == a.target));
            of_target.flat_map(|a| hexes_of(a.units, state)).collect()
        }
        ["overrun", rest @ ..] => {
            if named("from") || named("with") {
                return legal.overruns.iter().map(|o| o.from.to_string()).collect();
            }
            let targets = legal.overruns.iter().map(|o| o.target.to_string());
            targets.chain((!rest.is_empty()).then(|| "from ".to_owned())).collect()
        }
        ["enter", rest @ ..] => entering(rest, state),
        ["ride"] => unique(legal.rides.iter().map(|(unit, _)| unit.to_string())),
        ["mark"] => legal.markers.iter().map(|hex| hex.to_string()).collect(),
        ["place"] => state.waiting(Side::Soviet).map(|u| format!("{u} ")).collect(),
        ["place", who] => {
            let unit = data().roster.parse_unit(who);
            unit.map(|u| texts(state.deployment_hexes(u))).unwrap_or_default()
        }
        ["auto"] => pgg_ai::NAMES.iter().map(|name| (*name).to_owned()).collect(),
        ["rules"] => crate::rules::RULEBOOK.iter().map(|case| case.number.to_owned()).collect(),
        ["lose" | "remove" | "evacuate", ..] => legal.others.iter().filter_map(subject).collect(),
        ["route"] => legal.others.iter().filter_map(stack_of_route).collect(),
        ["advance"] => legal.others.iter().filter_map(subject).collect(),
        ["stack" | "map" | "reach" | "supply" | "move", ..] => stacks(state).chain(units(state)).collect(),
        // A list of units or hexes, with commas between.
        _ => stacks(state).chain(units(state)).collect(),
    }
}

/// A command, or the units to move.
fn first_words(word: &str, state: &State) -> Vec<String> {
    let commands = COMMANDS.iter().map(|command| format!("{command} "));
    if word.is_empty() {
        return commands.collect();
    }
    commands.chain(stacks(state)).chain(units(state)).collect()
}

fn side(state: &State) -> Side {
    state.decision().map_or(Side::German, |decision| decision.side)
}

/// Where units of the deciding side stand.
fn stacks(state: &State) -> impl Iterator<Item = String> {
    state.occupied(side(state)).iter().map(|hex| hex.to_string()).collect::<Vec<_>>().into_iter()
}

/// The units of the deciding side on the map, and its divisions of several regiments.
fn units(state: &State) -> impl Iterator<Item = String> {
    let here = state.on_map(side(state));
    let formations = data().roster.formations().iter().filter(move |f| f.units.meets(&here));
    here.iter().map(|unit| unit.to_string()).chain(formations.map(|f| f.id.clone()))
}

fn hexes_of(units: UnitSet, state: &State) -> Vec<String> {
    unique(units.iter().filter_map(|unit| state.hex(unit)).map(|hex| hex.to_string()))
}

fn texts(hexes: &[Hex]) -> Vec<String> {
    hexes.iter().map(Hex::to_string).collect()
}

fn unique(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<String> = texts.collect();
    texts.sort();
    texts.dedup();
    texts
}

/// Where those before the arrow may go.
fn goals(before: &[&str], state: &State) -> Vec<String> {
    let arrow = before.iter().position(|word| *word == ">").unwrap_or(before.len());
    let who: Vec<&str> = before[..arrow].iter().filter(|w| !COMMANDS.contains(w)).copied().collect();
    let stack = who.first().and_then(|w| w.parse::<Hex>().ok());
    let others = state.legal().others;
    match before.first() {
        Some(&"route") => others
            .iter()
            .filter_map(|action| match action {
                Action::Route { stack: from, to } if stack == Some(*from) => Some(to.to_string()),
                _ => None,
            })
            .collect(),
        Some(&"ride") => {
            let unit = who.first().and_then(|w| data().roster.parse_unit(w));
            let reach = unit.and_then(|unit| state.rail_reach(unit).ok());
            reach.map(|r| r.hexes().map(|(hex, _)| hex.to_string()).collect()).unwrap_or_default()
        }
        Some(&"advance") => {
            let named = command::anybody(&who.join(","), state).unwrap_or_default();
            let first = |unit: UnitId| state.advances(unit).into_iter().filter_map(|path| path.first());
            unique(named.iter().flat_map(first).map(|hex| hex.to_string()))
        }
        _ => {
            let named = command::anybody(&who.join(","), state).unwrap_or_default();
            let able: UnitSet = named.iter().filter(|&u| state.reach(UnitSet::one(u)).is_ok()).collect();
            let reach = state.reach(able).ok();
            reach.map(|r| r.field.hexes().map(|(hex, _)| hex.to_string()).collect()).unwrap_or_default()
        }
    }
}

/// Who may come onto the map, and then where.
fn entering(words: &[&str], state: &State) -> Vec<String> {
    let newcomers = state.newcomers();
    let at = |who: Newcomer| texts(&state.entry_hexes(who));
    match words {
        [] => {
            let mut texts: Vec<String> = newcomers.iter().map(|n| format!("{n} ")).collect();
            let waiting = |f: &&pgg_core::data::roster::FormationInfo| {
                f.units.iter().any(|u| state.place(u) == Place::Waiting)
            };
            texts.extend(data().roster.formations().iter().filter(waiting).map(|f| format!("{} ", f.id)));
            texts
        }
        [kind @ ("rifle" | "armoured")] => {
            let areas = newcomers.iter().map(ToString::to_string);
            areas
                .filter_map(|text| text.strip_prefix(*kind).map(|area| format!("{} ", area.trim())))
                .collect()
        }
        [.., last] if last.parse::<Hex>().is_ok() => vec!["rail".to_owned()],
        who => command::newcomers(&who.join(" "), state)
            .ok()
            .and_then(|all| all.first().copied())
            .map(at)
            .unwrap_or_default(),
    }
}

/// The unit of an action that has one.
fn subject(action: &Action) -> Option<String> {
    match action {
        Action::LoseStep { unit }
        | Action::Remove { unit }
        | Action::Evacuate { unit }
        | Action::Advance { unit, .. } => Some(unit.to_string()),
        _ => None,
    }
}

fn stack_of_route(action: &Action) -> Option<String> {
    match action {
        Action::Route { stack, .. } => Some(format!("{stack} > ")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> State {
        State::from_text(
            r#"{"turn": 7, "phase": "german_movement",
                "units": {"0518": ["pz10"], "1222": ["pz7"], "1322": ["r1 3-4"], "1624": ["konev"], "2216": ["r2"]}}"#,
        )
        .expect("a position")
    }

    fn words(line: &str) -> Vec<String> {
        complete(line, &state()).1
    }

    #[test]
    fn commands_units_and_hexes() {
        assert_eq!(words("att"), ["attack "]);
        assert_eq!(words("122"), ["1222"]);
        assert_eq!(words("pz7-2"), ["pz7-25"]);
        assert!(words("").contains(&"help ".to_owned()));
        let goals = words("0518 > 0");
        assert!(!goals.is_empty() && goals.iter().all(|hex| hex.len() == 4), "{goals:?}");
        assert_eq!(words("pz10>0"), goals);
        assert_eq!(words("overrun "), ["1322"]);
        assert_eq!(words("overrun 1322 from "), ["1222"]);
        assert_eq!(complete("overrun 1322 fr", &state()), (13, vec!["from ".to_owned()]));
        assert_eq!(words("rules 9.72"), ["9.72"]);
        assert!(words("auto gen").contains(&"general".to_owned()));
    }

    #[test]
    fn nothing_fits_nothing() {
        for line in [
            "xyz",
            "1222 > 9",
            "> ",
            ",",
            "enter pz7 ",
            "enter rifle ",
            "route 1222 > ",
            "ééé",
            "advance , > ",
        ] {
            let (start, _) = complete(line, &state());
            assert!(start <= line.len(), "{line}");
        }
    }
}
