//! How sure the odds of a fight are. What face-down divisions have is not known before the fight, so one that looks like 2-1
//! may be thrown on 1-1, where the attacker loses as much as the defender [9.5]. The odds sheet tells how likely that is.

use pgg_core::data::tables::Column;
use pgg_core::{Hex, State, Targets, UnitSet};

/// The column on which the attacker loses as much as the defender, 1-1.
const EVEN: Column = Column(2);

/// How likely a fight is thrown on 1-1 or worse; certain where it cannot be told.
pub(super) fn even(state: &State, units: UnitSet, targets: &Targets, overrun: bool) -> f32 {
    let Ok(odds) = state.odds(units, targets, overrun) else { return 1.0 };
    odds.columns.iter().filter(|(column, _)| *column <= EVEN).map(|&(_, chance)| chance as f32).sum()
}

/// The same of an overrun of one hex [6.5].
pub(super) fn even_overrun(state: &State, units: UnitSet, target: Hex) -> f32 {
    even(state, units, &Targets::one(target), true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubt_of(defender: &str) -> f32 {
        let text = format!(
            r#"{{"turn": 5, "phase": "german_movement", "units": {{"2912": ["pz7"], "3012": ["{defender}"], "3411": ["konev"]}}}}"#
        );
        let state = State::from_text(&text).expect("a position");
        let (from, target): (Hex, Hex) = ("2912".parse().expect("a hex"), "3012".parse().expect("a hex"));
        even_overrun(&state, state.units_in(from), target)
    }

    /// Who is seen leaves no doubt, either way; of a division that nobody has seen there is some.
    #[test]
    fn only_what_is_not_known_is_in_doubt() {
        assert_eq!((doubt_of("r1 1-1"), doubt_of("r1 8-8")), (0.0, 1.0));
        let untried = doubt_of("r1");
        assert!(0.0 < untried && untried < 1.0, "{untried}");
    }
}
