//! Orders: each manner and stance turns the weights it is about, and no order turns none.

use super::*;
use crate::weights::Weights;
use pgg_core::data;

/// The names of the weights that differ from the usual ones, with the direction.
fn turned(seen: &Weights) -> Vec<(&'static str, bool)> {
    let usual = Weights::default();
    let names = Weights::names().iter().filter(|name| seen.get(name) != usual.get(name));
    names.map(|name| (*name, seen.get(name) > usual.get(name))).collect()
}

#[test]
fn as_usual_turns_nothing() {
    assert_eq!(turned(&Manner::AsUsual.sees(&Weights::default())), []);
    assert_eq!(turned(&Stance::AsUsual.sees(&Weights::default())), []);
    assert_eq!((Orders::default().stance, Orders::default().sends().len()), (Stance::AsUsual, 0));
}

#[test]
fn every_manner_turns_what_it_is_about() {
    for (manner, expected) in [
        (Manner::DriveOn, vec![("german_fights", false), ("tempo", true)]),
        (Manner::Strike, vec![("german_fights", true), ("danger", false)]),
        (Manner::Seal, vec![("soviet_body", true), ("soviet_supply", true), ("trapped", true)]),
        (Manner::Careful, vec![("soviet_fights", true), ("danger", true)]),
        (Manner::Hold, vec![("hold_garrison", true), ("tempo", false)]),
    ] {
        assert_eq!(turned(&manner.sees(&Weights::default())), expected, "{manner:?}");
    }
}

#[test]
fn every_stance_turns_what_it_is_about() {
    let delay = Weights { hunt: 1.0, ..Weights::default() };
    assert!(Stance::Delay.sees(&delay).hunt == 0.0, "nobody gathers");
    for (stance, expected) in [
        (Stance::CounterAttack, vec![("hunt", true), ("blow", false)]),
        (Stance::Delay, vec![("blow", true)]),
        (Stance::Lines, vec![("first_line", true), ("second_line", true)]),
        (Stance::Cities, vec![("garrison", true), ("first_line", false), ("second_line", false)]),
        (Stance::Guard, vec![("garrison", true), ("caution", true)]),
        (Stance::Wings, vec![("wing", true)]),
    ] {
        assert_eq!(turned(&stance.sees(&Weights::default())), expected, "{stance:?}");
    }
}

/// A unit is told one thing at a time, and told again it does that.
#[test]
fn a_unit_does_what_it_was_told_last() {
    let unit = data().roster.parse_unit("pz7-25").expect("a unit");
    let (here, there): (Hex, Hex) = ("1222".parse().expect("a hex"), "1322".parse().expect("a hex"));
    let mut orders = Orders::default();
    orders.send(unit, Some(here));
    orders.send(unit, Some(there));
    assert_eq!((orders.sent_to(unit), orders.sends().len()), (Some(there), 1));
    orders.send(unit, None);
    assert_eq!(orders.sent_to(unit), None);
    orders.send(unit, Some(here));
    orders.set_manner(UnitSet::one(unit), Manner::Hold);
    let later = orders.stay();
    assert_eq!((later.sent_to(unit), later.manner(unit)), (None, Manner::Hold), "a new phase");
}
