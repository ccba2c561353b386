//! What happened, as English sentences: events, actions and decisions in the rulebook's words.

mod events;
mod walks;

pub(crate) use events::{meaning, sentence};

use pgg_core::data::schedule::Pool;
use pgg_core::{Action, Decision, Event, Hex, Newcomer, Question, State, UnitId, UnitSet, data};
use walks::Walks;

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
