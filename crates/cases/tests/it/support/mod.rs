//! A small table for tests: positions and actions as the JSON a person would write, chance as the test dictates.
#![allow(dead_code, unreachable_pub)]

use pgg_core::game::chance::NoMore;
use pgg_core::game::event::Why;
use pgg_core::{
    Action, Decision, Event, Hex, Phase, Question, Refused, Scripted, Side, State, UnitId, UnitSet,
};
use pgg_laws::laws;
use serde_json::json;

/// A state and a hand that moves it.
#[derive(Clone)]
pub struct Table {
    pub state: State,
}

/// A state from a position; the test fails with everything that is wrong with it.
pub fn state(json: &str) -> State {
    State::from_text(json).unwrap_or_else(|e| panic!("bad position:\n{e}\n{json}"))
}

pub fn action(json: &str) -> Action {
    serde_json::from_str(json).unwrap_or_else(|e| panic!("bad action: {e}\n{json}"))
}

pub fn hex(text: &str) -> Hex {
    text.parse().expect("a hex")
}

pub fn unit(text: &str) -> UnitId {
    pgg_core::data().roster.parse_unit(text).unwrap_or_else(|| panic!("no unit {text}"))
}

pub fn units(texts: &[&str]) -> UnitSet {
    texts.iter().map(|t| unit(t)).collect()
}

impl Table {
    pub fn new(json: &str) -> Table {
        Table { state: state(json) }
    }

    /// Take an action in which no chance may happen.
    pub fn act(&mut self, json: &str) -> Vec<Event> {
        self.act_with(&[], &[], json)
    }

    /// Take an action with these dice and reveals (strengths such as "3-4", in the order of unit ids), all of which
    /// must be used.
    pub fn act_with(&mut self, dice: &[u8], reveals: &[&str], json: &str) -> Vec<Event> {
        let mut chance =
            Scripted::new(dice.iter().copied(), reveals.iter().map(|r| (*r).to_owned()), [], NoMore);
        let action = action(json);
        self.accepts(&action);
        let events = self
            .state
            .apply(&action, &mut chance)
            .unwrap_or_else(|e| panic!("refused: {e}\n{json}\n{}", self.state.to_text()));
        assert_eq!(chance.left(), (0, 0, 0), "chance given but not used by {json}");
        self.check();
        events
    }

    /// The action must be refused under this case; nothing changes.
    pub fn refused(&self, case: &str, json: &str) {
        let action = action(json);
        let mut copy = self.state;
        match copy.apply(&action, &mut NoMore) {
            Err(Refused::Illegal(illegal)) => {
                assert_eq!(illegal.case.0, case, "refused for another reason: {illegal}\n{json}");
            }
            Err(other) => panic!("not refused but out of chance: {other}\n{json}"),
            Ok(_) => panic!("accepted, though [{case}] forbids it: {json}"),
        }
        assert_eq!(copy, self.state, "a refused action changed the state");
        assert!(!self.accepts(&action), "listed as legal: {json}");
    }

    pub fn is_legal(&self, json: &str) -> bool {
        self.accepts(&action(json))
    }

    pub fn decision(&self) -> Decision {
        self.state.decision().expect("the game is not over")
    }

    pub fn place(&self, id: &str) -> Option<String> {
        self.state.hex(unit(id)).map(|h| h.to_string())
    }

    /// Half-points left.
    pub fn left(&self, id: &str) -> u8 {
        self.state.points_left(unit(id)).halves()
    }

    /// The laws hold after every action, and whatever is listed as legal would be accepted.
    fn check(&self) {
        laws::caches_are_fresh(&self.state);
        laws::forms_come_back(&self.state);
        laws::supply_agrees(&self.state);
        let legal = self.state.legal();
        laws::never_stuck(&self.state, &legal);
        for listed in legal.iter() {
            laws::legal_means_accepted(&self.state, &legal, &listed);
        }
    }

    /// Law 1: the list of legal actions and the referee say the same of this one.
    fn accepts(&self, action: &Action) -> bool {
        laws::legal_means_accepted(&self.state, &self.state.legal(), action)
    }
}

/// The odds and the result told by the events of a combat: (attack, defence, column, result).
pub fn odds_of(events: &[Event]) -> (u16, u16, String, String) {
    let mut odds = None;
    let mut told = String::new();
    for event in events {
        match event {
            Event::Odds { attack, defense, column } => odds = Some((*attack, *defense, column.to_string())),
            Event::Result { result, .. } => told = result.to_string(),
            _ => {}
        }
    }
    let (attack, defense, column) = odds.expect("a combat with a die");
    (attack, defense, column, told)
}

/// The hexes the router may choose now.
pub fn routes(table: &Table) -> Vec<String> {
    let mut hexes: Vec<String> = (table.state.legal().others.iter())
        .filter_map(|action| match action {
            Action::Route { to, .. } => Some(to.to_string()),
            _ => None,
        })
        .collect();
    hexes.sort();
    hexes
}

// Actions as JSON, and questions that many tests ask.

pub const PZ7: [&str; 3] = ["pz7-25", "pz7-6", "pz7-7"];
pub const LOSS: &str = "\"take_loss\"";
pub const RETREAT: &str = "\"take_retreat\"";
pub const DONE: &str = "\"done\"";

pub fn walk(units: &[&str], path: &[&str]) -> String {
    json!({"move": {"units": units, "path": path}}).to_string()
}

pub fn ride(unit: &str, path: &[&str]) -> String {
    json!({"ride": {"unit": unit, "path": path}}).to_string()
}

pub fn overrun(units: &[&str], target: &str) -> String {
    json!({"overrun": {"units": units, "target": target}}).to_string()
}

pub fn attack(units: &[&str], target: &str) -> String {
    json!({"attack": {"targets": [target], "units": units}}).to_string()
}

pub fn lose(unit: &str) -> String {
    json!({"lose_step": {"unit": unit}}).to_string()
}

pub fn route(stack: &str, to: &str) -> String {
    json!({"route": {"stack": stack, "to": to}}).to_string()
}

pub fn remove(unit: &str) -> String {
    json!({"remove": {"unit": unit}}).to_string()
}

pub fn advance(unit: &str, path: &[&str]) -> String {
    json!({"advance": {"unit": unit, "path": path}}).to_string()
}

pub fn interdict(hex: &str) -> String {
    json!({"interdict": {"hex": hex}}).to_string()
}

pub fn until(table: &mut Table, turn: u8, phase: Phase) {
    while (table.state.turn(), table.state.phase()) != (turn, phase) {
        table.act(DONE);
    }
}

pub fn asked(table: &Table, side: Side, question: Question) {
    assert_eq!(table.decision(), Decision { side, question });
}

pub fn places(table: &Table, ids: &[&str], hex: &str) {
    for id in ids {
        assert_eq!(table.place(id).as_deref(), Some(hex), "{id}");
    }
}

pub fn eliminated(events: &[Event], id: &str) -> Option<Why> {
    events.iter().find_map(|e| match e {
        Event::Eliminated { unit: gone, why, .. } if *gone == unit(id) => Some(*why),
        _ => None,
    })
}
