//! The laws, each as a check that panics with what is broken.

use pgg_core::formats::position::{Diagram, Position};
use pgg_core::game::chance::NoMore;
use pgg_core::unit::{COUNTERS, UnitId};
use pgg_core::{
    Action, CounterId, Event, Face, Game, Kind, Legal, Outcome, Phase, Place, Question, Recorded, Refused,
    Side, State, UnitSet, data,
};

/// Law 1: an action is in the legal set exactly when `apply` accepts it. For canonical actions by the list alone; a
/// walk or ride of several steps by its single steps, one after another.
pub fn legal_means_accepted(state: &State, legal: &Legal, action: &Action) -> bool {
    let listed = listed(state, legal, action);
    let accepted = state.check(action).is_ok();
    assert_eq!(
        listed,
        accepted,
        "law 1: {action:?} is {}listed\n{}",
        if listed { "" } else { "not " },
        state.to_text()
    );
    accepted
}

fn listed(state: &State, legal: &Legal, action: &Action) -> bool {
    let steps: Vec<Action> = match action {
        Action::Move { units, path } if !units.is_empty() && !path.is_empty() => {
            let together = units.first().and_then(|u| state.hex(u));
            if together.is_none() || units.iter().any(|u| state.hex(u) != together) {
                return false;
            }
            let order = units.without(&UnitSet::LEADER).iter().chain(units.and(&UnitSet::LEADER).iter());
            let order: Vec<UnitId> = order.collect();
            let step = |to| order.iter().map(move |&u| (u, to));
            path.iter()
                .flat_map(step)
                .map(|(u, to)| Action::Move { units: UnitSet::one(u), path: pgg_core::Path::one(to) })
                .collect()
        }
        Action::Ride { unit, path } if !path.is_empty() => {
            path.iter().map(|to| Action::Ride { unit: *unit, path: pgg_core::Path::one(to) }).collect()
        }
        _ => return legal.contains(action),
    };
    if steps.len() == 1 {
        return legal.contains(&steps[0]);
    }
    let mut state = *state;
    for step in &steps {
        if !state.legal().contains(step) {
            return false;
        }
        state.apply(step, &mut NoMore).expect("law 1: a listed step is accepted");
    }
    true
}

/// Law 2: a refused action leaves the state as it was.
pub fn refusal_changes_nothing(state: &State, action: &Action) {
    let mut copy = *state;
    let refused = copy.apply(action, &mut NoMore);
    assert!(matches!(refused, Err(Refused::Illegal(_))), "law 2: {action:?} is not refused as illegal");
    assert_eq!(copy, *state, "law 2: a refused action changed the state: {action:?}");
}

/// Law 2, for chance: running out of outcomes halfway changes nothing either.
pub fn broken_chance_changes_nothing(state: &State, action: &Action, outcomes: &[Outcome]) {
    for given in 0..outcomes.len() {
        let mut copy = *state;
        let refused = copy.apply(action, &mut Recorded::new(&outcomes[..given]));
        assert!(matches!(refused, Err(Refused::Chance(_))), "law 2: {action:?} did without its chance");
        assert_eq!(copy, *state, "law 2: half an action happened: {action:?}");
    }
}

/// Law 3: the same state, action and chance give the same result.
pub fn same_again(before: &State, action: &Action, outcomes: &[Outcome], after: &State, events: &[Event]) {
    let mut again = *before;
    let told =
        again.apply(action, &mut Recorded::new(outcomes)).expect("law 3: the action is accepted again");
    assert_eq!(again, *after, "law 3: another state the second time: {action:?}");
    assert_eq!(told, events, "law 3: another story the second time: {action:?}");
}

/// Law 4: text and binary forms round-trip.
pub fn forms_come_back(state: &State) {
    let text = state.to_text();
    let read = State::from_text(&text).unwrap_or_else(|e| panic!("law 4: own text refused:\n{e}\n{text}"));
    assert_eq!(read, *state, "law 4: text came back different:\n{text}\n{}", read.to_text());
    assert_eq!(read.fingerprint(), state.fingerprint());
    let bytes = State::from_bytes(&state.to_bytes()).expect("law 4: own bytes are read");
    assert_eq!(bytes, *state, "law 4: bytes came back different");
    assert_eq!(Position::from(&read), Position::from(state));
    let diagram = Diagram::of(state);
    assert_eq!(State::try_from(&diagram).as_ref(), Ok(state), "law 4: the diagram came back different");
    let json = serde_json::to_string(&diagram).expect("diagrams have a text form");
    let told: Diagram = serde_json::from_str(&json).expect("law 4: own diagram is read");
    assert_eq!(told, diagram, "law 4: {json}");
}

/// Law 4, for actions.
pub fn action_comes_back(action: &Action) {
    let json = serde_json::to_string(action).expect("actions have a text form");
    let read: Action =
        serde_json::from_str(&json).unwrap_or_else(|e| panic!("law 4: own action refused: {e}\n{json}"));
    assert_eq!(read, *action, "law 4: {json}");
}

/// Law 5: incremental caches equal recomputed ones.
pub fn caches_are_fresh(state: &State) {
    for side in Side::BOTH {
        assert_eq!(*state.zones(side), state.zones_afresh(side), "law 5: zones of the {side}");
        assert_eq!(*state.occupied(side), state.occupied_afresh(side), "law 5: hexes of the {side}");
        assert!(!state.occupied(side).meets(state.occupied(side.enemy())), "law 5: both sides in one hex");
        assert!(!state.occupied(side).meets(data().map.lakes()), "law 5: a unit in a lake");
    }
}

/// Law 6: units are conserved: each counter is in exactly one place.
pub fn counters_are_conserved(state: &State) {
    let mut up = [0u8; COUNTERS];
    for unit in UnitId::all() {
        let place = state.place(unit);
        match unit.is_division() {
            true => assert!(
                matches!(place, Place::On(_) | Place::Waiting | Place::Off),
                "law 6: {unit} is {place:?}"
            ),
            false => {
                assert!(!matches!(place, Place::Evacuated) || unit.is_leader(), "law 6: {unit} is {place:?}")
            }
        }
        if matches!(place, Place::On(_) | Place::Waiting)
            && let Some(Face::Up(counter)) = state.face(unit)
        {
            up[counter.index()] += 1;
        }
    }
    for counter in CounterId::all() {
        let in_pile = u8::from(state.seen_dead().contains(counter));
        assert!(up[counter.index()] + in_pile <= 1, "law 6: a counter in two places");
    }
    for kind in [Kind::Rifle, Kind::Tank, Kind::Mechanised] {
        let in_play = UnitSet::DIVISION
            .iter()
            .filter(|&u| matches!(state.place(u), Place::On(_) | Place::Waiting) && state.kind(u) == kind)
            .count();
        let all = in_play + state.in_cup(kind) as usize + state.in_dead_pile(kind) as usize;
        assert_eq!(all, data().roster.counters_of(kind).len(), "law 6: {kind} counters");
        // The pile holds the counters that went there, seen or unseen, less those drawn from it that are still
        // face down.
        let seen = state.seen_dead().iter().filter(|&c| data().roster.counter(c).kind == kind).count();
        let drawn = UnitSet::DIVISION
            .iter()
            .filter(|&u| state.hex(u).is_some() && state.kind(u) == kind && state.from_dead_pile(u))
            .count();
        assert_eq!(
            state.in_dead_pile(kind) as usize + drawn,
            seen + state.unseen_dead(kind),
            "law 6: {kind} counters in the dead pile"
        );
        for unit in UnitSet::DIVISION.iter().filter(|&u| state.is_untried(u) && state.hex(u).is_some()) {
            if state.kind(unit) == kind {
                assert!(!state.possible_counters(unit).is_empty(), "law 6: nothing left for {unit} to be");
            }
        }
    }
}

/// Law 7: stacking and supply hold at the moments that the rules name [7.1, 7.2, 11.0a].
pub fn limits_hold(before: &State, after: &State) {
    let over = |side| after.overstacked(side).next();
    let settled = after.decision().is_none_or(|d| {
        !matches!(
            d.question,
            Question::RemoveExcess { .. } | Question::MakeRoom { .. } | Question::Route { .. }
        )
    });
    if after.phase().is_combat() && settled {
        assert_eq!(over(Side::Soviet), None, "law 7: Soviet stacking in a Combat Phase");
    }
    if after.phase() != before.phase() {
        match before.phase() {
            Phase::SovietMovement => assert_eq!(over(Side::Soviet), None, "law 7: end of Soviet movement"),
            Phase::SovietCombat | Phase::GermanMovement | Phase::GermanCombat | Phase::MechanizedMovement => {
                assert_eq!(over(Side::German), None, "law 7: end of {}", before.phase());
            }
            _ => {}
        }
    }
}

/// Law 7, supply: floods over sets and lines traced step by step agree.
pub fn supply_agrees(state: &State) {
    for side in Side::BOTH {
        let units = state.on_map(side);
        let out = state.out_of_supply(units);
        for unit in units {
            let traced = state.supply(unit);
            assert_eq!(traced.in_supply, !out.contains(unit), "law 7: supply of {unit}\n{}", state.to_text());
            if side == Side::Soviet && !unit.is_leader() {
                assert_eq!(traced.loc, state.has_loc(unit), "law 7: communications of {unit}");
            }
        }
    }
}

/// Law 8: undo then redo is the identity, and undo never crosses a die, a draw or a change of the deciding side.
pub fn undo_is_safe(game: &mut Game) {
    let (now, taken) = (*game.state(), game.entries().len());
    let last = game.entries().last().cloned();
    let side_now = now.decision().map(|d| d.side);
    if game.undo() {
        let last = last.expect("law 8: there was something to undo");
        assert!(last.chance.is_empty(), "law 8: undo crossed a die or a draw");
        assert_eq!(Some(last.side), side_now, "law 8: undo crossed a change of side");
        assert_eq!(game.state().decision().map(|d| d.side), side_now, "law 8: undo changed the side");
        assert!(game.redo().is_some(), "law 8: redo does nothing");
        assert_eq!(*game.state(), now, "law 8: undo and redo");
        assert_eq!(game.entries().len(), taken);
    }
}

/// Law 10: no decision without a legal action.
pub fn never_stuck(state: &State, legal: &Legal) {
    assert_eq!(state.decision().is_none(), legal.is_empty(), "law 10: stuck\n{}", state.to_text());
}
