//! A game looked back on: what the dice gave, what was lost, where it turned.

use crate::support::position;
use pgg_ai::Weights;
use pgg_ai::review::{Losses, Review};
use pgg_core::game::chance::NoMore;
use pgg_core::{Game, Record, Scripted, Side};

/// An attack on a division in the open, with this die.
fn attacked(die: u8) -> Review {
    let start = position(
        7,
        "german_combat",
        r#""2215": ["inf6"], "2214": ["inf5"], "2316": ["r1 3-4"], "2515": ["konev"]"#,
        "",
    );
    let attack = r#"{"attack": {"targets": ["2316"], "units": ["inf6"]}}"#;
    let mut game = Game::from_state(start);
    game.play(&serde_json::from_str(attack).expect("an action"), &mut Scripted::new([die], [], [], NoMore))
        .expect("legal");
    Review::of(&game.record(), &Weights::default()).expect("a sound record")
}

/// The luck of all six faces adds up to nothing, and the best die gave the most.
#[test]
fn luck_is_fair() {
    let luck: Vec<f32> = (1..=6).map(|die| attacked(die).luck()).collect();
    assert!(luck.iter().sum::<f32>().abs() < 0.01, "{luck:?}");
    assert!(luck[0] > 0.5 && luck.iter().all(|other| *other <= luck[0]), "{luck:?}");
    assert!(luck.iter().any(|other| *other < -0.5), "{luck:?}");
}

/// What the units and steps of game 4 were, as its events tell them one by one.
#[test]
fn losses_are_counted_by_turn() {
    let record = Record::parse(include_str!("../../../../docs/games/4-rings.jsonl")).expect("a record");
    let review = Review::of(&record, &Weights::default()).expect("a sound record");
    let sum = |side: Side| {
        review.losses.iter().fold(Losses::default(), |sum, (_, lost)| Losses {
            units: sum.units + lost[side].units,
            steps: sum.steps + lost[side].steps,
        })
    };
    let mut told = [0; 2];
    for step in record.replay().expect("a start") {
        for event in step.expect("sound").events {
            if let pgg_core::Event::Eliminated { unit, .. } = event {
                told[usize::from(unit.side() == Side::Soviet)] += 1;
            }
        }
    }
    assert_eq!([sum(Side::German).units, sum(Side::Soviet).units], told);
    assert_eq!(sum(Side::Soviet).steps, told[1], "a Soviet unit has one step");
    assert!(sum(Side::German).steps > told[0], "German units lose steps before they are eliminated");
    assert_eq!(review.end(), 85.0, "what came of it");
    // A phase follows another without a gap, and no turning point is told of the turns in which the armies arrive.
    let ends: Vec<u32> = review.phases.iter().map(|phase| phase.to).collect();
    assert!(
        review.phases.iter().skip(1).map(|phase| phase.from).eq(ends.iter().copied().take(ends.len() - 1))
    );
    let turned = review.turning_points();
    assert!(
        turned.is_sorted_by(|a, b| a.gain.abs() >= b.gain.abs()) && turned.iter().all(|point| point.turn > 3)
    );
}
