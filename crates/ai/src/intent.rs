//! What a program means to do in a player-turn, as facts: words are made of them where they are shown.

use crate::orders::{Manner, Orders, Stance};
use crate::shared::divisions;
use pgg_core::{Side, State, UnitId, data};
use serde::Serialize;

/// What a program means to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "side", rename_all = "snake_case")]
pub enum Intent {
    /// As the Germans: how many divisions behave in some other way than usual, and how many go for an objective. Nothing of
    /// either is as usual.
    German {
        /// Divisions by how they behave.
        manners: Vec<Behaving>,
        /// Divisions by the objective they are sent to.
        goals: Vec<Sent>,
    },
    /// As the Soviet side: how it behaves as a whole.
    Soviet {
        /// How it behaves.
        stance: Stance,
        /// Ids of the objectives that count more than usual.
        emphasis: Vec<&'static str>,
    },
}

/// Divisions that behave in a manner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Behaving {
    /// The manner.
    pub manner: Manner,
    /// How many.
    pub divisions: u32,
}

/// Divisions that are sent to an objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Sent {
    /// The id of the objective.
    pub objective: &'static str,
    /// How many.
    pub divisions: u32,
}

impl Intent {
    /// What orders come to for a side.
    pub fn of(state: &State, side: Side, orders: &Orders) -> Intent {
        match side {
            Side::German => german(state, orders),
            Side::Soviet => soviet(orders),
        }
    }
}

fn german(state: &State, orders: &Orders) -> Intent {
    let first = divisions().into_iter().filter_map(|units| units.iter().find(|&u| state.hex(u).is_some()));
    let first: Vec<UnitId> = first.collect();
    let count = |test: &dyn Fn(UnitId) -> bool| first.iter().filter(|&&u| test(u)).count() as u32;
    let manners = Manner::ALL.into_iter().filter(|&manner| manner != Manner::AsUsual);
    let manners =
        manners.map(|manner| Behaving { manner, divisions: count(&|u| orders.manner(u) == manner) });
    let objectives = data().victory.objectives().iter().enumerate();
    let goals = objectives
        .map(|(n, o)| Sent { objective: o.id.as_str(), divisions: count(&|u| orders.goal(u) == Some(n)) });
    Intent::German {
        manners: manners.filter(|b| b.divisions > 0).collect(),
        goals: goals.filter(|s| s.divisions > 0).collect(),
    }
}

fn soviet(orders: &Orders) -> Intent {
    let objectives = data().victory.objectives().iter().zip(orders.emphasis);
    let emphasis = objectives.filter(|(_, weight)| *weight > 1.0).map(|(o, _)| o.id.as_str()).collect();
    Intent::Soviet { stance: orders.stance, emphasis }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgg_core::UnitSet;

    /// A panzer and an infantry division are on the map, and no other Germans.
    fn two_divisions() -> State {
        let units = r#""1222": ["pz7"], "1324": ["inf6"], "4015": ["rokossovsky"]"#;
        let text = format!(r#"{{"turn": 7, "phase": "german_movement", "units": {{{units}}}}}"#);
        State::from_text(&text).expect("a position")
    }

    /// Orders of nobody are as usual, for either side.
    #[test]
    fn nothing_ordered_is_as_usual() {
        let of = |side| Intent::of(&two_divisions(), side, &Orders::default());
        assert_eq!(of(Side::German), Intent::German { manners: Vec::new(), goals: Vec::new() });
        assert_eq!(of(Side::Soviet), Intent::Soviet { stance: Stance::AsUsual, emphasis: Vec::new() });
    }

    /// Every stance comes out as itself, with the objectives that count more than usual.
    #[test]
    fn every_stance_is_told() {
        for stance in Stance::ALL {
            let mut orders = Orders::default();
            orders.stance = stance;
            orders.emphasis[1] = 2.0;
            let emphasis = vec![data().victory.objectives()[1].id.as_str()];
            assert_eq!(
                Intent::of(&two_divisions(), Side::Soviet, &orders),
                Intent::Soviet { stance, emphasis }
            );
        }
    }

    /// Every manner but the usual one comes out as itself.
    #[test]
    fn every_manner_is_told() {
        for manner in Manner::ALL.into_iter().skip(1) {
            let mut orders = Orders::default();
            orders.set_manner(UnitSet::GERMAN, manner);
            let manners = vec![Behaving { manner, divisions: 2 }];
            let told = Intent::German { manners, goals: Vec::new() };
            assert_eq!(Intent::of(&two_divisions(), Side::German, &orders), told);
        }
    }

    /// Units that are not on the map behave in no way: counted are divisions there.
    #[test]
    fn divisions_on_the_map_are_counted() {
        let state = two_divisions();
        let mut orders = Orders::default();
        orders.set_manner(UnitSet::GERMAN, Manner::DriveOn);
        let panzers = data().roster.formations().iter().find(|f| f.id == "pz7").expect("pz7").units;
        orders.set_goal(panzers, Some(0));
        let Intent::German { manners, goals } = Intent::of(&state, Side::German, &orders) else {
            panic!("the Germans");
        };
        assert_eq!(manners, [Behaving { manner: Manner::DriveOn, divisions: 2 }]);
        let objective = data().victory.objectives()[0].id.as_str();
        assert_eq!(goals, [Sent { objective, divisions: 1 }]);
    }
}
