//! Events as English sentences in the rulebook's words.

use super::{listed, name, names, place, plural, verb};
use crate::play::arrivals;
use pgg_core::game::event::{Closed, DieFor, Why};
use pgg_core::rules::movement::Mp;
use pgg_core::rules::untried::CounterName;
use pgg_core::{Event, Hex, Newcomer, Side, State, UnitId, UnitSet, data};

/// The sentence of one event; none for events that need no mention.
pub(crate) fn sentence(event: &Event, state: &State) -> Option<String> {
    let n = |unit: UnitId| name(unit, state);
    let ns = |units: UnitSet| names(units, state);
    Some(match *event {
        Event::PhaseBegan { turn, phase } => format!("Turn {turn}: {phase}."),
        Event::TurnBegan { turn } => format!("Game-Turn {turn} begins."),
        Event::Deployed { unit, hex } => format!("{} is placed in {}.", n(unit), place(hex)),
        Event::Drawn { unit, kind, from_dead_pile: true } => {
            format!("{unit} is a {kind} division out of the dead pile, face down [12.4].")
        }
        Event::Drawn { unit, kind, .. } if kind.is_armoured() => {
            format!("{unit} is a {kind} division, face down.")
        }
        Event::Drawn { .. } => return None,
        Event::Die { why: DieFor::Overrun | DieFor::Combat, .. } => return None, // told with its result
        Event::Die { why, die } => die_for(why, die),
        Event::ArmyRolled { army, stands } => army_rolled(army, stands, state),
        Event::ArrivalsDue { turn } => format!("The arrivals of turn {turn} may enter."),
        Event::InterdictionPlaced { side, hex } => match side {
            Side::German => format!("An Air Interdiction marker goes on {}.", place(hex)),
            Side::Soviet => format!("The Soviet Interdiction marker goes on {}.", place(hex)),
        },
        Event::InterdictionRemoved { side: Side::German } => {
            "The Air Interdiction markers come off.".to_owned()
        }
        Event::InterdictionRemoved { .. } => "The Soviet Interdiction marker comes off.".to_owned(),
        Event::Entered { who, unit, hex, rail, cost } => {
            format!("{} enters at {}{} ({}).", n(unit), place(hex), entitled(who), fare(rail, cost))
        }
        Event::FrontPoints { points, total } => front_points(points, total),
        Event::Moved { unit, from, to, .. } => format!("{} moves {from}-{to}.", n(unit)),
        Event::Stopped { unit, hex } => {
            format!("{} stops in an enemy zone of control in {hex} [6.22].", n(unit))
        }
        Event::Rode { unit, from, to, .. } => format!("{} rides {from}-{to}.", n(unit)),
        Event::RailCut { hex } => format!("The railway is cut in {} [6.37].", place(hex)),
        Event::RailCutLifted { hex } => format!("The Rail Cut marker in {} is taken up.", place(hex)),
        Event::RailRepaired { hex } => {
            format!("The railway in {} is repaired and opens next turn [6.37].", place(hex))
        }
        Event::Evacuated { unit, hex } => format!("{} is evacuated from {hex} [10.4].", n(unit)),
        Event::OverrunBegan { units, from, target } => {
            format!("{} {} {} from {from}.", ns(units), verb(&units, "overrun"), place(target))
        }
        Event::AttackBegan { units, targets } => {
            let hexes: Vec<String> = targets.iter().map(place).collect();
            format!("{} {} {}.", ns(units), verb(&units, "attack"), listed(&hexes))
        }
        Event::OutOfSupply { units } => {
            format!("Out of supply: {} [11.3].", units.iter().map(n).collect::<Vec<_>>().join(", "))
        }
        Event::Revealed { unit, counter } => revealed(unit, counter),
        Event::Withdrew { unit, from, to } => {
            format!("{} withdraws from {from} to {to} [{}].", n(unit), withdrawal(unit))
        }
        Event::CombatOff => "No attacker with strength is left: there is no combat [R42].".to_owned(),
        Event::Odds { attack, defense, column } => format!("{attack} against {defense}: odds {column}."),
        Event::Result { die, result } => {
            format!("The die shows {die}: {result}, {}.", meaning(result.text()))
        }
        Event::NoRetreat { side } => {
            format!("The {side} side has no way to retreat and must lose steps [9.65].")
        }
        Event::LossChosen { side, steps: 1 } => format!("The {side} side takes 1 step loss."),
        Event::LossChosen { side, steps } => format!("The {side} side takes {steps} step losses."),
        Event::RetreatChosen { side, hexes: 1 } => format!("The {side} side retreats 1 hex."),
        Event::RetreatChosen { side, hexes } => format!("The {side} side retreats {hexes} hexes."),
        Event::Closed { side, what: Closed::Advance } => {
            format!("Nobody else of the {side} side can advance [9.8].")
        }
        // What is lost follows.
        Event::Closed { .. } => return None,
        Event::StepLost { unit, left } => format!("{} loses a step, {left} left.", n(unit)),
        Event::Eliminated { unit, hex, why } => {
            format!("{} is eliminated in {}{}.", n(unit), place(hex), because(why, unit))
        }
        Event::Retreated { units, from, to } => {
            format!("{} {} from {from} to {}.", ns(units), verb(&units, "retreat"), place(to))
        }
        Event::MarkedRetreated { units } => {
            format!("{} end among friends and add no defence this phase [9.75].", ns(units))
        }
        Event::Disrupted { units } => format!("Disrupted: {} [6.61].", ns(units)),
        Event::Recovered { units } => format!("No longer Disrupted: {}.", ns(units)),
        Event::OverrunEntered { units, to, .. } => {
            format!("{} {} {}.", ns(units), verb(&units, "enter"), place(to))
        }
        Event::Halted { units } => format!("Halted for this phase: {} [6.52].", ns(units)),
        Event::Advanced { unit, from, to } => format!("{} advances from {from} to {}.", n(unit), place(to)),
        Event::CombatEnded => return None,
        Event::Control { hex, side } => format!("{} is now under {side} control [15.11].", place(hex)),
        Event::Recaptured { objective } => recaptured(objective),
        Event::ProvisionalLost => "The provisional division cannot enter and is lost [14.13].".to_owned(),
        Event::GameOver { score, level } => format!("The game is over: {score} points, {level}."),
    })
}

fn army_rolled(army: u8, stands: bool, state: &State) -> String {
    let units = arrivals::army_units(&format!("{army}th"), state);
    let what = if stands { "stands this turn" } else { "may move" };
    format!("The {army}th Army ({}) {what} [5.21].", arrivals::unit_list(units, state))
}

/// By what right a unit enters.
const fn entitled(who: Newcomer) -> &'static str {
    match who {
        Newcomer::Unit(_) => "",
        Newcomer::Scheduled(..) => ", as scheduled",
        Newcomer::Provisional => ", the provisional division",
        Newcomer::Front => ", of the South-Western Front",
    }
}

/// What an entry costs.
fn fare(rail: bool, cost: u8) -> String {
    if rail { format!("by rail, {}", plural(cost.into(), "rail point")) } else { format!("{} MP", Mp(cost)) }
}

fn front_points(points: u8, total: u8) -> String {
    let points = plural(points.into(), "point");
    format!(
        "A division of the South-Western Front is called: {points} to the German, {total} in all [14.23]."
    )
}

fn revealed(unit: UnitId, counter: CounterName) -> String {
    let printed = data().roster.counter(counter.id());
    let strength = if printed.kind.is_armoured() {
        printed.attack.to_string()
    } else {
        format!("{}-{}", printed.attack, printed.defense)
    };
    let nothing = if printed.no_strength() { ": no strength" } else { "" };
    format!(
        "{unit} turns out to be the {} {} Division, {strength}{nothing}.",
        printed.designation, printed.kind
    )
}

fn recaptured(objective: u8) -> String {
    let objectives = data().victory.objectives();
    let name = objectives.get(usize::from(objective)).map_or("A city", |o| o.name.as_str());
    format!("{name} is recaptured: {} Soviet points [15.12].", data().victory.recapture_points())
}

fn die_for(why: DieFor, die: u8) -> String {
    match why {
        DieFor::Army16 => format!("Die for the 16th Army: {die}."),
        DieFor::Army19 => format!("Die for the 19th Army: {die}."),
        DieFor::Provisional => {
            let hexes: Vec<String> = data().schedule.provisional(die).iter().map(Hex::to_string).collect();
            let area = match hexes.as_slice() {
                [one] => one.clone(),
                [first, .., last] => format!("{first} to {last}"),
                [] => "nowhere".to_owned(),
            };
            format!("Provisional die {die}: a rifle division enters at {area}.")
        }
        DieFor::Overrun => format!("Overrun die: {die}."),
        DieFor::Combat => format!("Combat die: {die}."),
    }
}

/// What a result of the table says [9.6].
pub(crate) fn meaning(result: &str) -> &'static str {
    match result {
        "A1" => "the attacker loses 1 step or retreats 1 hex",
        "A2" => "the attacker loses 2 steps or retreats 2 hexes",
        "Ae" => "all attackers are eliminated",
        "D1" => "the defender loses 1 step or retreats 1 hex",
        "D2" => "the defender loses 2 steps or retreats 2 hexes",
        "De" => "all defenders are eliminated",
        "D1/A1" => "both lose 1 step or retreat 1 hex, the defender first",
        "D2/A1" => "the defender loses 2 steps or retreats 2 hexes, then the attacker 1",
        "De/A1" => "all defenders are eliminated and the attacker loses 1 step or retreats 1 hex",
        "Eng" => "each side loses exactly 1 step",
        _ => "no such result",
    }
}

/// The case by which a unit withdraws: a 0-1-6, or a Leader left alone.
const fn withdrawal(unit: UnitId) -> &'static str {
    if unit.is_leader() { "10.23" } else { "12.3" }
}

const fn because(why: Why, unit: UnitId) -> &'static str {
    match why {
        Why::Result => "",
        Why::Step => ": its last step",
        Why::NoStrength => ": it has no strength [12.3]",
        Why::Stacking => ": over the stacking limit",
        Why::NoRoom => ": no room in retreat [9.73]",
        Why::WesternHexrows => ": driven into the western hexrows [6.4]",
        Why::PathClosed => ": its path of retreat was closed [9.73]",
        Why::Retreated => ": it had retreated onto those who were hit [9.75]",
        Why::NoWithdrawal if unit.is_leader() => ": nowhere to withdraw to [10.23]",
        Why::NoWithdrawal => ": nowhere to withdraw to [12.3]",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A 0-1-6 goes back by [12.3], a Leader left alone by [10.23]; so they are told, and so is it if they cannot.
    #[test]
    fn withdrawals_cite_their_case() {
        let text = r#"{"turn": 7, "phase": "soviet_combat", "units": {"1222": ["r1 0-1", "konev"]}}"#;
        let state = State::from_text(text).expect("a position");
        let unit = |id: &str| data().roster.parse_unit(id).expect("a unit");
        let hex = |text: &str| text.parse::<Hex>().expect("a hex");
        for (id, case) in [("r1", "[12.3]"), ("konev", "[10.23]")] {
            let (unit, from, to) = (unit(id), hex("1222"), hex("1223"));
            let gone = Event::Eliminated { unit, hex: from, why: Why::NoWithdrawal };
            for event in [Event::Withdrew { unit, from, to }, gone] {
                let told = sentence(&event, &state).expect("a sentence");
                assert!(told.contains(case), "{told}");
            }
        }
    }
}
