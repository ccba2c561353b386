//! What the coming German Combat Phase promises if they mass [9.14]: by hand, one fight at a time.

use super::{Looked, hex, looked, near, position};
use pgg_core::Side;

/// A division and a Leader in 1522, a clear hex with rivers to the north and to the west, and Germans beside it.
fn beside(phase: &str, soviets: &str, germans: &str) -> Looked {
    let units = format!(r#""1522": [{soviets}], {germans}"#);
    looked(&position(7, phase, &units, ""))
}

/// The worth of an attack on it at these strengths, if a step lost costs the attackers so much.
fn gain(seen: &Looked, attack: f32, defence: f32, step: f32) -> f32 {
    let target = *seen.survey().stack(Side::Soviet, hex("1522")).expect("a stack");
    assert!(near(target.defence, 4.0), "{target:?}");
    let chance = seen.survey().fight(attack, defence, false);
    let trapped = seen.survey().is_trapped(&seen.state, Side::Soviet, hex("1522"));
    let units = f32::from(target.units + target.leaders);
    let lost = if trapped { chance.trapped } else { chance.free }.min(units);
    lost / units * target.worth + chance.clears * seen.weights.push - chance.own * step
}

/// What a step of the Germans in a hex is worth.
fn step(seen: &Looked, at: &str) -> f32 {
    let stack = seen.survey().stack(Side::German, hex(at)).expect("a stack");
    stack.worth / f32::from(stack.steps)
}

/// [9.14] In the Combat Phase those who have attacked are no longer free, and who has been attacked is left alone.
#[test]
fn once_in_a_phase() {
    let fights = |soviets: &str, german: &str| {
        let seen = beside("german_combat", soviets, &format!(r#""1523": ["{german}"]"#));
        (seen.sight().massed(), gain(&seen, 16.0, 4.0, step(&seen, "1523")))
    };
    let (promised, by_hand) = fights(r#""r1 3-4", "konev""#, "pz7");
    assert!(promised > 0.0 && near(promised, by_hand), "{promised}, by hand {by_hand}");
    assert!(near(fights(r#""r1 3-4", "konev""#, "pz7 attacked").0, 0.0));
    assert!(near(fights(r#""r1 3-4 defended", "konev defended""#, "pz7").0, 0.0));
}

/// Over the river alone the division defends with twice its strength, which lack of supply has halved [11.31]: the regiment on the
/// dry side is needed, however weak it is.
#[test]
fn who_attacks_over_dry_land_is_needed() {
    let seen = beside("german_movement", r#""r1 9-8", "konev""#, r#""1521": ["inf6"], "1523": ["pz17-40"]"#);
    let (strong, weak) = (step(&seen, "1521"), step(&seen, "1523"));
    assert!(weak < strong, "{weak}, {strong}");
    let (promised, by_hand) = (seen.sight().massed(), gain(&seen, 11.0, 4.0, weak));
    assert!(near(promised, by_hand), "{promised}, by hand {by_hand}");
    assert!(!near(by_hand, gain(&seen, 9.0, 4.0, strong)));
}

/// [6.62] The Disrupted do not attack: that they stand on the dry side opens no way for the others.
#[test]
fn the_disrupted_open_no_way_over_the_river() {
    let seen =
        beside("german_movement", r#""r1 3-4", "konev""#, r#""1521": ["pz7"], "1523": ["inf6 disrupted"]"#);
    let (promised, by_hand) = (seen.sight().massed(), gain(&seen, 16.0, 8.0, step(&seen, "1521")));
    assert!(promised > 0.0 && near(promised, by_hand), "{promised}, by hand {by_hand}");
    assert!(!near(by_hand, gain(&seen, 16.0, 4.0, step(&seen, "1521"))));
}
