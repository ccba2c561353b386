//! Plans that a page carries out at one command: reinforcements [14.0] and the march of the first turn [5.23]. The referee
//! accepts every action of them.

use crate::support::*;
use pgg_core::analysis::arrivals::Arrival;
use pgg_core::game::chance::NoMore;
use pgg_core::{Action, Decision, Hex, Newcomer, Options, Question, Reason, Seeded, Side, State, UnitSet};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

fn who(names: &[&str]) -> Vec<Newcomer> {
    names.iter().map(|name| name.parse().expect("a newcomer")).collect()
}

/// The rifle divisions of the first turn wait at X, Rokossovsky with them.
fn at_x() -> State {
    state(
        r#"{"turn": 1, "phase": "soviet_movement", "units": {}, "waiting": ["rokossovsky"],
            "owed": {"X": {"rifle": 6, "armoured": 0}}}"#,
    )
}

fn of<'a>(arrivals: &'a [Arrival], hex: &str) -> impl Iterator<Item = &'a Arrival> {
    let hex: Hex = hex.parse().expect("a hex");
    arrivals.iter().filter(move |arrival| arrival.to == hex)
}

/// [14.3, 6.31, 6.33, 7.1] Six divisions for 4015, more than a day's march from X: all ride, three and the Leader to the hex, the
/// others beside it.
#[test]
fn divisions_ride_to_a_distant_hex_as_far_as_there_is_room() {
    let six = ["rifle X"; 6];
    let plan = at_x().bring_in(&who(&[&["rokossovsky"], &six[..]].concat()), hex("4015"));
    assert_eq!(plan.left_out, []);
    assert_eq!(plan.arrivals.len(), 7);
    assert!(plan.arrivals.iter().all(|arrival| arrival.rail), "{plan:?}");
    assert_eq!(of(&plan.arrivals, "4015").count(), 4, "three combat units and a Leader");
    assert!(plan.arrivals.iter().all(|arrival| arrival.to.distance(hex("4015")) <= 1));
    assert_eq!(plan.arrivals[6].who, who(&["rokossovsky"]), "Leaders come last");
}

/// [6.31] Units that get as near on foot use no train.
#[test]
fn nobody_rides_who_can_walk() {
    let plan = at_x().bring_in(&who(&["rifle X"]), hex("5808"));
    assert_eq!((plan.arrivals[0].rail, plan.arrivals[0].to), (false, hex("5808")));
}

/// [6.31] Eight trains: the ninth division walks.
#[test]
fn the_ninth_division_walks() {
    let nine = state(
        r#"{"turn": 3, "phase": "soviet_movement", "units": {}, "owed": {"X": {"rifle": 9, "armoured": 0}}}"#,
    );
    let plan = nine.bring_in(&who(&["rifle X"; 9]), hex("4015"));
    assert_eq!(plan.arrivals.iter().filter(|arrival| arrival.rail).count(), 8);
    assert_eq!(plan.arrivals.iter().filter(|arrival| !arrival.rail).count(), 1);
}

/// [14.3, 7.3] The regiments of a division come in together, however they were named.
#[test]
fn a_division_stays_together() {
    let german = state(
        r#"{"turn": 3, "phase": "german_movement", "units": {},
            "waiting": ["pz17-39", "pz17-40", "pz17-63", "inf5", "inf35"]}"#,
    );
    let plan = german.bring_in(&who(&["pz17-39", "inf5", "pz17-40", "inf35", "pz17-63"]), hex("0620"));
    assert_eq!(plan.left_out, []);
    assert_eq!(plan.arrivals.len(), 3);
    assert_eq!((plan.arrivals[0].who.len(), plan.arrivals[0].to), (3, hex("0620")));
    assert_eq!(plan.arrivals[0].actions.len(), 4, "three entries and one march");
}

/// [14.13, 10.23] The provisional division comes first, since it must, and Leaders last, whatever the order of the list.
#[test]
fn newcomers_come_in_their_order() {
    let state = state(
        r#"{"turn": 4, "phase": "soviet_movement", "units": {}, "waiting": ["rokossovsky"], "provisional": 1,
            "owed": {"X": {"rifle": 2, "armoured": 0}}}"#,
    );
    let list = who(&["rokossovsky", "rifle X", "provisional", "rifle X"]);
    let plan = state.bring_in(&list, hex("5808"));
    let order: Vec<Newcomer> = plan.arrivals.iter().flat_map(|arrival| arrival.who.clone()).collect();
    let left: Vec<Newcomer> = plan.left_out.iter().map(|(who, _)| *who).collect();
    assert_eq!(order.first().or(left.first()), Some(&Newcomer::Provisional), "{plan:?}");
    assert_eq!(order.last(), who(&["rokossovsky"]).first(), "{plan:?}");
    assert_eq!(order.iter().chain(&left).count(), 4);
}

/// [14.3] If one regiment of a division cannot come, the others do, and it is left out with the reason.
#[test]
fn regiments_come_in_without_one_that_is_not_due() {
    let german = state(
        r#"{"turn": 3, "phase": "german_movement", "units": {}, "waiting": ["pz17-39", "pz17-40", "inf5"]}"#,
    );
    let plan = german.bring_in(&who(&["pz17-39", "pz17-40", "pz17-63", "inf35"]), hex("0620"));
    let came: Vec<Newcomer> = plan.arrivals.iter().flat_map(|arrival| arrival.who.clone()).collect();
    assert_eq!(came, who(&["pz17-39", "pz17-40"]));
    assert!(plan.arrivals.iter().all(|arrival| arrival.to == hex("0620")), "{plan:?}");
    let left: Vec<Newcomer> = plan.left_out.iter().map(|(one, _)| *one).collect();
    assert_eq!(left, who(&["pz17-63", "inf35"]));
    for (_, why) in plan.left_out {
        assert_eq!(why.case.0, "14.3", "{why}");
    }
}

/// [14.3] A newcomer that is not due is left out, with the reason.
#[test]
fn who_cannot_come_is_told_why() {
    let plan = at_x().bring_in(&who(&["rifle X", "rifle W", "lukin"]), hex("5808"));
    assert_eq!(plan.arrivals.len(), 1);
    let why: Vec<&str> = plan.left_out.iter().map(|(_, why)| why.case.0).collect();
    assert_eq!(why, ["14.3", "14.3"]);
}

/// [14.0] In random games, for random newcomers and hexes, the referee accepts every action of a plan; afterwards all units stand
/// where the plan says, within the limits [7.1, 7.2].
#[test]
fn what_a_plan_says_can_be_done() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut asked, mut came) = (0, 0);
    for seed in 0..3 {
        let mut chance = Seeded::from_number(seed);
        let (mut state, _) = State::new_game(Options::default(), &mut chance).expect("a game");
        while let Some(Decision { side, question, .. }) = state.decision() {
            let newcomers = state.newcomers();
            if question == Question::Move && !newcomers.is_empty() && rng.next_u32() % 8 == 0 {
                let all: Vec<Hex> = Hex::all().collect();
                let to = all[rng.next_u32() as usize % all.len()];
                asked += 1;
                came += carry_out(&state, &newcomers, side, to);
            }
            let action = state.legal().sample(&mut rng, 16).expect("a legal action");
            state.apply(&action, &mut chance).expect("a legal action");
        }
    }
    assert!(asked > 50 && came > asked, "{asked} plans, {came} arrivals");
}

fn carry_out(state: &State, who: &[Newcomer], side: Side, to: Hex) -> usize {
    let plan = state.bring_in(who, to);
    let told: usize = plan.arrivals.iter().map(|arrival| arrival.who.len()).sum();
    assert_eq!(told + plan.left_out.len(), who.len(), "nobody is forgotten");
    let (mut then, mut chance) = (*state, Seeded::from_number(7));
    for arrival in &plan.arrivals {
        let before = then.on_map(side);
        for action in &arrival.actions {
            then.apply(action, &mut chance)
                .unwrap_or_else(|why| panic!("{action:?}: {why}\n{}", state.to_text()));
        }
        let entered = then.on_map(side).without(&before);
        assert!(entered.iter().all(|unit| then.hex(unit) == Some(arrival.to)), "{arrival:?}");
        assert!(then.may_stack(then.side_in(side, arrival.to)), "{arrival:?}");
    }
    plan.arrivals.len()
}

/// [5.23] From random set-ups the plan makes the whole march, and the referee lets the phase end; likewise after any part of the
/// march was made by hand.
#[test]
fn the_march_is_done_by_its_plan() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    for seed in 0..6 {
        let mut chance = Seeded::from_number(seed);
        let (mut then, _) = State::new_game(Options::default(), &mut chance).expect("a game");
        while then.decision().is_some_and(|d| d.question != Question::Move) {
            let action = then.legal().sample(&mut rng, 16).expect("a legal action");
            then.apply(&action, &mut chance).expect("a legal action");
        }
        // What is done by hand first: a few legal steps.
        for _ in 0..4 * seed {
            let steps: Vec<Action> =
                then.legal().iter().filter(|action| matches!(action, Action::Move { .. })).collect();
            let step = steps[rng.next_u32() as usize % steps.len()];
            then.apply(&step, &mut NoMore).expect("a legal step");
        }
        for action in then.march_on() {
            then.apply(&action, &mut NoMore).unwrap_or_else(|why| panic!("seed {seed}: {action:?}: {why}"));
        }
        assert_eq!(then.march_parties(), []);
        let unfinished = |why: &pgg_core::Illegal| matches!(why.reason, Reason::MarchUnfinished { .. });
        assert!(!then.check(&Action::Done).is_err_and(|why| unfinished(&why)), "seed {seed}");
    }
}

/// [5.23d] A party marches to any of its ends in one action, after which none of it can step on and the next may start.
#[test]
fn parties_end_where_it_is_told() {
    let start = state(
        r#"{"turn": 1, "phase": "soviet_movement", "units": {"0110": ["r1", "r2"], "0112": ["r23", "kurochkin"]},
            "marching": ["r1", "r2", "r23", "kurochkin"]}"#,
    );
    let parties = start.march_parties();
    let told: Vec<(Hex, UnitSet)> = parties.iter().map(|party| (party.hex, party.units)).collect();
    assert_eq!(
        told,
        [
            (hex("0110"), units(&["r1", "r2"])),
            (hex("0112"), units(&["r23"])),
            (hex("0112"), units(&["kurochkin"]))
        ]
    );
    let ends = start.march_ends_of(units(&["r1", "r2"]));
    assert!(ends.len() > 5, "{ends:?}");
    for (end, path) in ends {
        let mut then = start;
        let march = Action::Move { units: units(&["r1", "r2"]), path };
        then.apply(&march, &mut NoMore).expect("a march");
        assert!(then.march_parties().iter().all(|party| party.hex == hex("0112")), "{end}");
        assert!(end.column() >= 3, "[5.23e]");
    }
}

/// [5.23] Units that do not pay alike do not end together.
#[test]
fn a_mixed_stack_has_no_common_end() {
    let mixed = state(
        r#"{"turn": 1, "phase": "soviet_movement", "units": {"0112": ["r23", "kurochkin"]}, "marching": ["r23", "kurochkin"]}"#,
    );
    assert_eq!(mixed.march_ends_of(units(&["r23", "kurochkin"])), []);
}
