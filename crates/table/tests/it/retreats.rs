//! Where stacks could retreat, before the choice between loss and retreat [9.65].

use crate::ask::ask;
use crate::support::*;
use pgg_core::game::chance::{NoMore, Scripted};
use pgg_core::{Action, Case, Hex, Illegal, Question, Reason, State, UnitSet};
use pgg_table::Ask;
use pgg_table::ask::{Answer, RetreatView, answer};
use std::collections::BTreeSet;

/// `retreats` lists the hexes to which the opponent can then send a stack, hex by hex.
#[test]
fn retreats_are_those_of_the_router() {
    let (mut compared, mut far) = (0, 0);
    for n in 0..4 {
        let mut game = Game::new(n);
        let mut random = Random::new(n);
        while game.table.deciding().is_some() {
            game.play_on(&mut random, 3, |table| {
                table.now().decision.is_some_and(|d| matches!(d.question, Question::LossOrRetreat { .. }))
            });
            let state = *game.state();
            let Some(Question::LossOrRetreat { n: steps }) = state.decision().map(|d| d.question) else {
                break;
            };
            let Answer::Retreats(told) = ask(&state, &Ask::Retreats) else { panic!("another answer") };
            let mut sent = state;
            sent.apply(&Action::TakeRetreat, &mut NoMore).expect("a legal choice");
            for retreat in &told {
                let (mut ends, mut lost) = (BTreeSet::new(), false);
                send_on(&sent, sent.units_in(retreat.stack), retreat.stack, steps, &mut ends, &mut lost);
                assert_eq!(retreat.ends, Vec::from_iter(ends), "{retreat:?}");
                assert_eq!(retreat.lost, lost, "{retreat:?}");
                far += u64::from(steps > 1 && !retreat.ends.is_empty());
                compared += 1;
            }
            let stacks: BTreeSet<Hex> = told.iter().map(|retreat| retreat.stack).collect();
            assert_eq!(stacks.len(), told.len(), "each stack once");
            let action = random.action(&state, 3);
            game.act(action);
        }
    }
    assert!(compared > 20 && far > 5, "{compared}, of two hexes {far}");
    let fault = answer(&state(FRONT), &Ask::Retreats).expect_err("nobody has the choice");
    let asked = Reason::NotAsked { asked: Question::Move };
    assert_eq!(fault, Illegal { case: Case("9.65"), reason: asked }.into());
}

/// All continuations of a retreat: the hexes where the stack can end, and whether it can be lost on the way.
fn send_on(state: &State, units: UnitSet, at: Hex, steps: u8, ends: &mut BTreeSet<Hex>, lost: &mut bool) {
    for action in state.legal().others {
        match action {
            Action::Route { stack, to } if stack == at && to == at => *lost = true,
            Action::Route { stack, to } if stack == at => {
                let mut then = *state;
                then.apply(&action, &mut NoMore).expect("a legal route");
                while let Some(Question::MakeRoom { .. }) = then.decision().map(|d| d.question) {
                    then.apply(&then.legal().others[0], &mut NoMore).expect("a legal choice");
                }
                if units.iter().all(|unit| then.hex(unit).is_none()) {
                    *lost = true;
                } else if steps == 1 {
                    ends.insert(to);
                } else {
                    send_on(&then, units, to, steps - 1, ends, lost);
                }
            }
            _ => {}
        }
    }
}

/// Where the defenders of an attack by the 7th Panzer can go when they have to lose or retreat `n`.
fn after_attack(units: &str, targets: &[&str], n: u8) -> (State, Vec<RetreatView>) {
    let position = format!(r#"{{"turn": 7, "phase": "german_combat", "units": {{{units}}}}}"#);
    let attack = action(&serde_json::json!({"attack": {"targets": targets, "units": PZ7}}).to_string());
    let choice = (1..=6).find_map(|die| {
        let mut then = state(&position);
        then.apply(&attack, &mut Scripted::new([die], [], [], NoMore)).expect("a legal attack");
        let asked = then.decision().is_some_and(|d| d.question == Question::LossOrRetreat { n });
        asked.then_some(then)
    });
    let choice = choice.unwrap_or_else(|| panic!("a die that demands {n}"));
    let Answer::Retreats(told) = ask(&choice, &Ask::Retreats) else { panic!("another answer") };
    (choice, told)
}

/// Two stacks, each sent by the number of hexes demanded, whichever goes first.
#[test]
fn each_of_two_stacks_goes_as_far_as_it_must() {
    let units = r#""1222": ["pz7"], "1322": ["r1 3-4"], "1223": ["r2 3-4"], "1624": ["konev"]"#;
    for n in [1, 2] {
        let (choice, told) = after_attack(units, &["1322", "1223"], n);
        let mut sent = choice;
        sent.apply(&Action::TakeRetreat, &mut NoMore).expect("a legal choice");
        assert_eq!(told.len(), 2);
        for retreat in &told {
            let (mut ends, mut lost) = (BTreeSet::new(), false);
            send_on(&sent, sent.units_in(retreat.stack), retreat.stack, n, &mut ends, &mut lost);
            assert!(!retreat.lost && !ends.is_empty());
            assert_eq!(retreat.ends, Vec::from_iter(ends), "{n}: {retreat:?}");
        }
    }
}

/// A stack in 1322 beside the 7th Panzer, with so many friends in every other hex around it.
fn crowded(stack: &str, friends: usize) -> String {
    let beside = "1322".parse::<Hex>().expect("a hex").neighbours().map(|(_, hex)| hex.to_string());
    let around = beside.filter(|hex| hex != "1222" && friends > 0).enumerate().map(|(k, hex)| {
        let first = 3 + friends * k;
        let rifles: Vec<String> = (first..first + friends).map(|n| format!(r#""r{n}""#)).collect();
        format!(r#", "{hex}": [{}]"#, rifles.join(", "))
    });
    let alone = format!(r#""1222": ["pz7"], "1322": [{stack}], "1624": ["konev"]"#);
    std::iter::once(alone).chain(around).collect()
}

/// [9.73a] A stack for which there is no room in any hex beside it is lost, and ends nowhere.
#[test]
fn a_stack_without_room_is_lost() {
    for n in [1, 2] {
        let (_, free) = after_attack(&crowded(r#""r1 7-7""#, 0), &["1322"], n);
        assert!(!free[0].lost && !free[0].ends.is_empty());
        let (_, told) = after_attack(&crowded(r#""r1 7-7""#, 3), &["1322"], n);
        let stack = "1322".parse().expect("a hex");
        assert_eq!(told, [RetreatView { stack, ends: Vec::new(), lost: true }], "{n}");
    }
}

/// [9.73a] Where there is room for one of two divisions it goes on.
#[test]
fn part_of_a_stack_goes_on() {
    let (choice, told) = after_attack(&crowded(r#""r1 3-4", "r2 3-4""#, 2), &["1322"], 2);
    let mut sent = choice;
    sent.apply(&Action::TakeRetreat, &mut NoMore).expect("a legal choice");
    let (mut ends, mut lost) = (BTreeSet::new(), false);
    send_on(&sent, sent.units_in(told[0].stack), told[0].stack, 2, &mut ends, &mut lost);
    assert!(!told[0].lost && !ends.is_empty());
    assert_eq!(told[0].ends, Vec::from_iter(ends));
}
