//! What happened, as English sentences: events, actions and decisions in the rulebook's words.

use crate::play::arrivals;
use pgg_core::data::schedule::Pool;
use pgg_core::game::event::{Closed, DieFor, Why};
use pgg_core::rules::movement::Mp;
use pgg_core::{Action, Decision, Event, Hex, Newcomer, Question, Side, State, UnitId, UnitSet, data};

/// One line of a story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A new Game-Turn.
    Turn(String),
    /// A new phase.
    Phase(String),
    /// A sentence.
    Sentence(String),
}

/// Tell the events of one action. Steps of units that went the same way become one sentence.
pub(crate) fn tell(events: &[Event], state: &State) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut walks = Walks::default();
    for event in events {
        if walks.take(event) {
            continue;
        }
        lines.extend(walks.finish(state));
        match event {
            Event::TurnBegan { turn } => lines.push(Line::Turn(format!("Game-Turn {turn}"))),
            Event::PhaseBegan { turn, phase } => lines.push(Line::Phase(format!("Turn {turn}: {phase}"))),
            other => lines.extend(sentence(other, state).map(Line::Sentence)),
        }
    }
    lines.extend(walks.finish(state));
    lines
}

/// A unit in a sentence: `pz7-25`, `Konev`, `rifle r12`.
pub(crate) fn name(unit: UnitId, state: &State) -> String {
    if unit.is_leader() {
        data().roster.leader(unit).name.clone()
    } else if unit.is_armoured_slot() && state.hex(unit).is_none() {
        format!("armoured {unit}") // its counter is in the dead pile
    } else if unit.is_division() {
        format!("{} {unit}", state.kind(unit))
    } else {
        unit.to_string()
    }
}

/// Several units in a sentence; a whole German division by its own name.
pub(crate) fn names(units: UnitSet, state: &State) -> String {
    let mut rest = units;
    let mut texts = Vec::new();
    for formation in data().roster.formations() {
        if formation.regiments > 1 && formation.units.is_within(&rest) {
            texts.push(format!("the whole of {}", formation.id));
            rest = rest.without(&formation.units);
        }
    }
    texts.extend(rest.iter().map(|u| name(u, state)));
    listed(&texts)
}

pub(crate) fn listed(texts: &[String]) -> String {
    match texts {
        [] => "nobody".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// A hex in a sentence, with the city in it.
pub(crate) fn place(hex: Hex) -> String {
    match data().map.city_at(hex) {
        Some(city) => format!("{hex} ({})", city.name),
        None => hex.to_string(),
    }
}

pub(crate) fn plural(n: usize, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}

/// `s` for the verb of a single subject: one unit, or a division that is told as a whole.
fn verb(units: &UnitSet, plain: &str) -> String {
    let whole = || data().roster.formations().iter().any(|formation| formation.units == *units);
    if units.len() == 1 || whole() { format!("{plain}s") } else { plain.to_owned() }
}

/// Steps of walks and rides, waiting to be told together.
#[derive(Default)]
struct Walks(Vec<Walk>);

struct Walk {
    unit: UnitId,
    rail: bool,
    hexes: Vec<Hex>,
    cost: u16,
    left: u8,
    stopped: bool,
}

impl Walks {
    fn take(&mut self, event: &Event) -> bool {
        let (unit, rail, from, to, cost, left) = match *event {
            Event::Moved { unit, from, to, cost, left } => (unit, false, from, to, cost, left),
            Event::Rode { unit, from, to, cost, left } => (unit, true, from, to, cost, left),
            Event::Stopped { unit, .. } => {
                return match self.0.iter_mut().find(|w| w.unit == unit) {
                    Some(walk) => {
                        walk.stopped = true;
                        true
                    }
                    None => false,
                };
            }
            _ => return false,
        };
        match self.0.iter_mut().find(|w| w.unit == unit && w.rail == rail) {
            Some(walk) => {
                walk.hexes.push(to);
                walk.cost += u16::from(cost);
                walk.left = left;
            }
            None => self.0.push(Walk {
                unit,
                rail,
                hexes: vec![from, to],
                cost: u16::from(cost),
                left,
                stopped: false,
            }),
        }
        true
    }

    fn finish(&mut self, state: &State) -> Vec<Line> {
        let mut walks = std::mem::take(&mut self.0);
        let mut lines = Vec::new();
        while !walks.is_empty() {
            let first = walks.remove(0);
            let mut units = UnitSet::one(first.unit);
            walks.retain(|w| {
                let same = w.hexes == first.hexes
                    && w.rail == first.rail
                    && (w.cost, w.left) == (first.cost, first.left)
                    && w.stopped == first.stopped;
                if same {
                    units.insert(w.unit);
                }
                !same
            });
            lines.push(Line::Sentence(first.text(units, state)));
        }
        lines
    }
}

impl Walk {
    fn text(&self, units: UnitSet, state: &State) -> String {
        let way = self.hexes.iter().map(Hex::to_string).collect::<Vec<_>>().join("-");
        let who = names(units, state);
        if self.rail {
            let ride = verb(&units, "ride");
            return format!(
                "{who} {ride} {way}: {}, {} left.",
                plural(self.cost.into(), "rail point"),
                self.left
            );
        }
        let (spent, left) = (Mp(self.cost.min(255) as u8), Mp(self.left));
        let moves = verb(&units, "move");
        let stop = if self.stopped {
            format!(" and {} in an enemy zone", verb(&units, "stop"))
        } else {
            String::new()
        };
        format!("{who} {moves} {way}{stop}: {spent} MP, {left} left.")
    }
}

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
        Event::ArmyRolled { army, stands } => {
            let units = arrivals::army_units(&format!("{army}th"), state);
            let what = if stands { "stands this turn" } else { "may move" };
            format!("The {army}th Army ({}) {what} [5.21].", arrivals::unit_list(units, state))
        }
        Event::ArrivalsDue { turn } => format!("The arrivals of turn {turn} may enter."),
        Event::InterdictionPlaced { side: Side::German, hex } => {
            format!("An Air Interdiction marker goes on {}.", place(hex))
        }
        Event::InterdictionPlaced { hex, .. } => {
            format!("The Soviet Interdiction marker goes on {}.", place(hex))
        }
        Event::InterdictionRemoved { side: Side::German } => {
            "The Air Interdiction markers come off.".to_owned()
        }
        Event::InterdictionRemoved { .. } => "The Soviet Interdiction marker comes off.".to_owned(),
        Event::Entered { who, unit, hex, rail, cost } => {
            let by = if rail {
                format!("by rail, {}", plural(cost.into(), "rail point"))
            } else {
                format!("{} MP", Mp(cost))
            };
            let why = match who {
                Newcomer::Unit(_) => String::new(),
                Newcomer::Scheduled(..) => ", as scheduled".to_owned(),
                Newcomer::Provisional => ", the provisional division".to_owned(),
                Newcomer::Front => ", of the South-Western Front".to_owned(),
            };
            format!("{} enters at {}{why} ({by}).", n(unit), place(hex))
        }
        Event::FrontPoints { points, total } => {
            let points = plural(points.into(), "point");
            format!(
                "A division of the South-Western Front is called: {points} to the German, {total} in all [14.23]."
            )
        }
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
        Event::Revealed { unit, counter } => {
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
        Event::LossChosen { side, steps } => format!(
            "The {side} side takes {}.",
            if steps == 1 { "1 step loss".to_owned() } else { format!("{steps} step losses") }
        ),
        Event::RetreatChosen { side, hexes } => {
            format!(
                "The {side} side retreats {}.",
                if hexes == 1 { "1 hex".to_owned() } else { format!("{hexes} hexes") }
            )
        }
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
        Event::Recaptured { objective } => {
            let name =
                data().victory.objectives().get(objective as usize).map_or("A city", |o| o.name.as_str());
            format!("{name} is recaptured: {} Soviet points [15.12].", data().victory.recapture_points())
        }
        Event::ProvisionalLost => "The provisional division cannot enter and is lost [14.13].".to_owned(),
        Event::GameOver { score, level } => format!("The game is over: {score} points, {level}."),
    })
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

/// An action, as its player would describe it.
pub(crate) fn action(action: &Action, state: &State) -> String {
    let path = |hexes: &pgg_core::Path| hexes.iter().map(|h| h.to_string()).collect::<Vec<_>>().join(" ");
    match action {
        Action::Deploy { unit, hex } => format!("place {} in {hex}", name(*unit, state)),
        Action::Interdict { hex } => format!("mark {hex}"),
        Action::Evacuate { unit } => format!("evacuate {}", name(*unit, state)),
        Action::Enter { who, hex, rail } => {
            format!("enter {} at {hex}{}", newcomer(*who), if *rail { " by rail" } else { "" })
        }
        Action::Move { units, path: hexes } => format!("move {} to {}", names(*units, state), path(hexes)),
        Action::Ride { unit, path: hexes } => format!("{} rides to {}", name(*unit, state), path(hexes)),
        Action::Overrun { units, target } => format!("overrun {target} with {}", names(*units, state)),
        Action::CutRail { hex } => format!("cut the railway in {hex}"),
        Action::LiftCut { hex } => format!("take up the Rail Cut marker in {hex}"),
        Action::Attack { targets, units } => {
            let hexes: Vec<String> = targets.iter().map(|h| h.to_string()).collect();
            format!("attack {} with {}", listed(&hexes), names(*units, state))
        }
        Action::TakeLoss => "take the loss".to_owned(),
        Action::TakeRetreat => "retreat".to_owned(),
        Action::LoseStep { unit } => format!("a step of {} is lost", name(*unit, state)),
        Action::Route { stack, to } => format!("send the stack in {stack} to {to}"),
        Action::Remove { unit } => format!("eliminate {}", name(*unit, state)),
        Action::Advance { unit, path: hexes } => {
            format!("{} advances to {}", name(*unit, state), path(hexes))
        }
        Action::Done => "done".to_owned(),
    }
}

fn newcomer(who: Newcomer) -> String {
    match who {
        Newcomer::Unit(unit) => unit.to_string(),
        Newcomer::Scheduled(Pool::Rifle, area) => format!("a rifle division of {area}"),
        Newcomer::Scheduled(Pool::Armoured, area) => format!("an armoured division of {area}"),
        Newcomer::Provisional => "the provisional division".to_owned(),
        Newcomer::Front => "a division of the South-Western Front".to_owned(),
    }
}

/// What has to be decided now, in one sentence.
pub(crate) fn prompt(decision: Decision) -> String {
    let side = decision.side;
    match decision.question {
        Question::Deploy => {
            format!("{side}: place the 13th Army in 0123-0126 and the 20th in 0108-0115, then have done.")
        }
        Question::PlaceAirMarkers => {
            format!("{side}: place up to three Air Interdiction markers, then have done.")
        }
        Question::PlaceSovietMarker => {
            format!("{side}: place the Interdiction marker, or have done without.")
        }
        Question::Evacuate => format!("{side}: evacuate a surrounded Leader, or have done without."),
        Question::Move => format!("{side}: enter, move and overrun with what you like, then end the phase."),
        Question::Attack => format!("{side}: attack what you like, then end the phase."),
        Question::LossOrRetreat { n: 1 } => format!("{side}: lose 1 step or retreat 1 hex?"),
        Question::LossOrRetreat { n } => format!("{side}: lose {n} steps or retreat {n} hexes?"),
        Question::LoseStep { n: 1 } => format!("{side}: which unit loses a step?"),
        Question::LoseStep { n } => format!("{side}: which unit loses a step? {n} are still to go."),
        Question::Route { .. } => format!("{side}: which way does the enemy retreat?"),
        Question::MakeRoom { hex } => {
            format!("{side}: the retreat does not fit into {hex}; which unit is eliminated?")
        }
        Question::Advance => format!("{side}: advance after combat, then have done."),
        Question::RemoveExcess { hex } => {
            format!("{side}: {hex} is over the stacking limit; which unit is eliminated?")
        }
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
