//! Questions of the page: how many at once, when, and what comes back.

use crate::ask::ask;
use crate::support::*;
use pgg_core::game::chance::NoMore;
use pgg_core::{Action, Case, Hex, Illegal, Newcomer, Question, Reason, State, UnitSet};
use pgg_table::ask::{Answer, Asks, answer};
use pgg_table::{Ask, Fault};

fn hex(text: &str) -> Hex {
    text.parse().expect("a hex")
}

/// Two armies that march on the first turn [5.23].
fn marching() -> State {
    state(
        r#"{"turn": 1, "phase": "soviet_movement", "units": {"0110": ["r1", "r2"], "0112": ["r23", "kurochkin"]},
            "marching": ["r1", "r2", "r23", "kurochkin"]}"#,
    )
}

fn in_combat() -> State {
    state(&FRONT.replace("german_movement", "german_combat"))
}

/// The refusal of a question about movement in a Combat Phase.
fn not_now(case: &'static str) -> Fault {
    Illegal { case: Case(case), reason: Reason::NotAsked { asked: Question::Attack } }.into()
}

#[test]
fn eight_questions_at_once_and_no_more() {
    let asks = |n: usize| Asks::Several(vec![Ask::Score; n]);
    assert_eq!(asks(8).checked(), Ok(asks(8)));
    assert_eq!(asks(9).checked(), Err(Fault::TooManyQuestions { most: 8 }));
    assert_eq!(Asks::One(Ask::Score).checked(), Ok(Asks::One(Ask::Score)));
}

#[test]
fn what_is_no_question_is_told() {
    let error = serde_json::from_str::<Asks>("5").expect_err("a number is no question").to_string();
    assert!(error.contains("a question or a list of questions"), "{error}");
}

/// As many supposed actions as are allowed are looked at: here the second is refused.
#[test]
fn thirty_two_actions_may_be_supposed() {
    let far = state(ALONE);
    let units = UnitSet::one(far.on_map(pgg_core::Side::German).first().expect("a unit"));
    let asked = |n: usize| {
        let after = vec![Action::Done; n];
        answer(&far, &Ask::Reach { units, after }).expect_err("nobody moves then")
    };
    assert!(matches!(asked(32), Fault::Illegal(_)), "{:?}", asked(32));
    assert_eq!(asked(33), Fault::TooManyActions { most: 32 });
}

/// Overruns and attacks are listed by their units, not among the simple actions.
#[test]
fn attacks_are_told_apart() {
    let Answer::Legal(combat) = ask(&in_combat(), &Ask::Legal) else { panic!("another answer") };
    assert_eq!(combat.actions, [Action::Done]);
    assert_eq!((combat.attacks.len(), combat.overruns.len()), (1, 0));
    let Answer::Legal(moves) = ask(&state(FRONT), &Ask::Legal) else { panic!("another answer") };
    assert!(moves.actions.iter().all(|action| matches!(action, Action::Move { .. } | Action::Done)));
    assert_eq!((moves.attacks.len(), moves.overruns.len()), (0, 1));
}

/// [14.0] Reinforcements come in by the plan, in a Movement Phase only.
#[test]
fn who_is_to_come_in() {
    let at_x = state(
        r#"{"turn": 1, "phase": "soviet_movement", "units": {}, "waiting": ["rokossovsky"],
            "owed": {"X": {"rifle": 6, "armoured": 0}}}"#,
    );
    let (rifle, to): (Newcomer, _) = ("rifle X".parse().expect("a newcomer"), hex("5808"));
    let Answer::BringIn(told) = ask(&at_x, &Ask::BringIn { who: vec![rifle], to }) else { panic!("a plan") };
    assert_eq!((told.arrivals.len(), told.left_out.len()), (1, 0));
    assert_eq!((told.arrivals[0].to, told.arrivals[0].rail), (to, false));
    let many = |n: usize| answer(&at_x, &Ask::BringIn { who: vec![rifle; n], to });
    let Ok(Answer::BringIn(told)) = many(64) else { panic!("a plan") };
    assert_eq!((told.arrivals.len(), told.left_out.len()), (6, 58), "six are due");
    assert_eq!(many(65).expect_err("too many"), Fault::TooManyActions { most: 64 });
    let fault = answer(&in_combat(), &Ask::BringIn { who: Vec::new(), to }).expect_err("no movement");
    assert_eq!(fault, not_now("14.0"));
}

/// [5.23] The march of the first turn: who still has to, how, and where a party may end with how many points left.
#[test]
fn the_march_of_the_first_turn() {
    let start = marching();
    let Answer::March(march) = ask(&start, &Ask::March) else { panic!("a march") };
    let parties: Vec<Hex> = march.parties.iter().map(|party| party.hex).collect();
    assert_eq!(parties, [hex("0110"), hex("0112"), hex("0112")]);
    let mut then = start;
    for action in &march.plan {
        then.apply(action, &mut NoMore).expect("a legal march");
    }
    assert_eq!(then.march_parties(), []);
    let units = march.parties[0].units;
    let Answer::MarchEnds(ends) = ask(&start, &Ask::MarchEnds { units }) else { panic!("the ends") };
    assert!(ends.len() > 5, "{ends:?}");
    for end in ends {
        let mut there = start;
        there.apply(&Action::Move { units, path: end.path }, &mut NoMore).expect("a legal march");
        for unit in units {
            assert_eq!((there.hex(unit), there.points_left(unit).0), (Some(end.hex), end.left));
        }
    }
}

#[test]
fn nobody_marches_in_a_combat_phase() {
    for question in [Ask::March, Ask::MarchEnds { units: UnitSet::EMPTY }] {
        assert_eq!(answer(&in_combat(), &question).expect_err("no movement"), not_now("5.23"));
    }
}
