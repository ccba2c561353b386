//! The numbers of the evaluation, by name, so that a tuner can turn them.

use pgg_core::Side;
use serde::{Deserialize, Serialize};

macro_rules! weights {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal in $low:literal..$high:literal;)+) => {
        /// The numbers of the evaluation. Points are victory points; half-points are of movement (0.4).
        #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Weights {
            $($(#[doc = $doc])+ pub $name: f32,)+
        }

        impl Default for Weights {
            fn default() -> Weights {
                Weights { $($name: $default,)+ }
            }
        }

        impl Weights {
            /// The names of all weights.
            pub const fn names() -> &'static [&'static str] {
                &[$(stringify!($name),)+]
            }

            /// The weight of a name.
            pub fn get(&self, name: &str) -> Option<f64> {
                match name {
                    $(stringify!($name) => Some(f64::from(self.$name)),)+
                    _ => None,
                }
            }

            /// Set the weight of a name; false if there is none of that name.
            pub fn set(&mut self, name: &str, value: f64) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value as f32,)+
                    _ => return false,
                }
                true
            }

            /// The least and the most that make sense for a weight.
            pub fn range(name: &str) -> Option<(f64, f64)> {
                match name {
                    $(stringify!($name) => Some(($low, $high)),)+
                    _ => None,
                }
            }
        }
    };
}

weights! {
    /// Half-points the Germans make in the last turn.
    last_turn = 30.0 in 15.0..45.0;
    /// Half-points they make in a turn before that, fights included.
    turn_pace = 13.0 in 6.0..26.0;
    /// How uncertain it is whether they come through in the last turn, in half-points.
    spread_last = 8.0 in 3.0..20.0;
    /// How much more uncertain with every turn before.
    spread_turn = 4.0 in 1.0..10.0;
    /// How much the way to an objective counts for the chance to take it.
    way = 3.7 in 1.0..8.0;
    /// How much German strength near it counts.
    way_strength = 0.5 in 0.0..2.0;
    /// How much its garrison counts.
    way_garrison = 0.35 in 0.0..1.5;
    /// How much German strength near a held objective counts for the chance to keep it.
    hold_strength = 1.4 in 0.0..3.0;
    /// How much Soviet strength near it counts.
    hold_enemy = 0.9 in 0.0..3.0;
    /// How much its garrison counts.
    hold_garrison = 0.25 in 0.0..1.5;
    /// What a Soviet zone of control costs on the way, in half-points [6.22].
    zone_toll = 9.0 in 2.0..20.0;
    /// What a Soviet stack costs on the way.
    stack_toll = 6.0 in 0.0..20.0;
    /// What each point of its defence costs.
    strength_toll = 1.5 in 0.0..4.0;
    /// Points a point of German strength is worth.
    german_strength = 0.4 in 0.05..1.0;
    /// Points a point of Soviet strength is worth.
    soviet_strength = 0.18 in 0.03..0.6;
    /// Points a Soviet division is worth for its zone of control alone.
    soviet_body = 0.35 in 0.0..1.5;
    /// Points a Leader is worth.
    leader = 2.0 in 0.0..6.0;
    /// Points a point of strength gains by integration [7.3].
    integration = 0.2 in 0.0..0.8;
    /// Share of its worth that a German unit loses out of supply [11.31].
    german_supply = 0.3 in 0.0..1.0;
    /// Share of its worth that a Soviet unit loses out of supply.
    soviet_supply = 0.35 in 0.0..1.0;
    /// Share of its worth that a stack loses when it cannot retreat [9.65].
    trapped = 0.2 in 0.0..0.8;
    /// How much of what the coming German fights promise is counted.
    german_fights = 0.8 in 0.0..2.0;
    /// How much of what the Germans' own Combat Phase promises is counted when they mass for it; with 0 every stack is
    /// counted by itself.
    massed = 0.0 in 0.0..2.0;
    /// Points that the guard of the supply road is worth for each point of strength that lives by it [13.44].
    road = 0.0 in 0.0..0.5;
    /// How much likelier than it was in the games of the regression the Germans take what they rarely took in them.
    ambition = 0.0 in 0.0..4.0;
    /// How much of what the coming Soviet fights promise is counted.
    soviet_fights = 0.6 in 0.0..2.0;
    /// Points for driving a stack from its hex.
    push = 0.2 in 0.0..2.0;
    /// Points for driving it from an objective, besides what the objective is worth.
    prize = 0.7 in 0.0..4.0;
    /// How much a fight counts that comes after the next enemy turn, against one that comes now.
    later = 0.25 in 0.0..1.0;
    /// The most that can be expected of an objective before it is taken.
    untaken = 0.88 in 0.6..1.0;
    /// Points for bringing a point of strength a turn's way nearer to its goal.
    tempo = 0.06 in 0.0..0.3;
    /// What a Soviet garrison is worth, for each point of the objective.
    garrison = 1.0 in 0.2..3.0;
    /// How much a garrison of more than one division counts where no strong enemy is near.
    caution = 0.15 in 0.0..1.0;
    /// How much is done to gather against Germans that stand alone, or on what can be taken back.
    hunt = 0.0 in 0.0..3.0;
    /// What posts beside it are worth, against the garrison.
    wing = 0.35 in 0.0..1.0;
    /// What the first Soviet line is worth.
    first_line = 0.5 in 0.0..2.0;
    /// What the second Soviet line is worth.
    second_line = 0.4 in 0.0..2.0;
    /// What it is worth to have an objective behind the line, for each of its points.
    stake = 0.25 in 0.0..1.0;
    /// Points a Soviet counter-attack must promise to be planned.
    blow = 0.5 in 0.0..2.0;
    /// The share of an objective's points that is in danger when Soviets can walk into it, since no German stands there.
    keep = 0.2 in 0.0..1.0;
    /// What it costs a Soviet Leader to stand alone where the Germans could get to him.
    alone = 3.0 in 0.0..12.0;
    /// Are Germans reckoned with who could still step into a city? Not where nobody moves any more.
    relief = 1.0 in 0.0..1.0;
    /// How much of the danger from enemies near by is counted.
    danger = 0.6 in 0.0..2.0;
    /// How much counts of what the Soviets could do in their next turn to those who end the German Player-Turn where they are.
    peril = 0.0 in 0.0..3.0;
    /// The same at the end of the first German move, for those who stay there.
    peril_early = 0.0 in 0.0..3.0;
    /// What of the chance to take an objective is left when the last German Combat Phase has come.
    at_last = 1.0 in 0.0..1.0;
    /// The share of the force an objective asks for without which nobody is sent there.
    package = 0.0 in 0.0..1.0;
    /// How much of the danger to Soviet stacks from Germans near by is counted while they move.
    exposure = 0.6 in 0.0..2.0;
    /// What it costs, by rule of thumb, when a regiment advances without the rest of its division [7.3].
    parting = 0.0 in 0.0..8.0;
}

/// How the two strengths of a Soviet division share in its worth: it defends more often than it attacks.
const ATTACK_SHARE: f32 = 0.35;
const DEFENCE_SHARE: f32 = 0.65;

/// As the Germans `general` masses for its Combat Phase, where it also opens the way for the second move; a Soviet division
/// and a Leader are worth more to it than to `major`.
const GENERAL_MASSED: f32 = 1.2;
const GENERAL_PUSH: f32 = 0.6;
const GENERAL_BODY: f32 = 1.0;
const GENERAL_LEADER: f32 = 4.0;
/// It thinks the objectives in the east likelier to fall than they were in the games of the regression.
const GENERAL_AMBITION: f32 = 1.5;
/// It guards the head of the supply road.
const GENERAL_ROAD: f32 = 0.1;
/// It reckons with what the Soviets could do in their turn: a division that is lost is lost for all turns to come.
const GENERAL_PERIL: f32 = 2.0;
const GENERAL_PERIL_EARLY: f32 = 0.5;
/// On the last turn, what no fight has taken is hardly taken any more.
const GENERAL_AT_LAST: f32 = 0.3;
/// It goes for an objective in force or not at all.
const GENERAL_PACKAGE: f32 = 0.7;
/// It keeps divisions together in an advance.
const GENERAL_PARTING: f32 = 4.0;
/// As the Soviet side `general` has half the garrisons.
const GENERAL_GARRISON: f32 = 0.5;

impl Weights {
    /// Points a Soviet division of these strengths is worth.
    pub(crate) fn soviet_division(&self, attack: f32, defence: f32) -> f32 {
        self.soviet_body + (ATTACK_SHARE * attack + DEFENCE_SHARE * defence) * self.soviet_strength
    }

    /// The weights `general` plays a side with. As the Soviet side it has few divisions in cities and hunts down Germans that
    /// have broken through.
    pub fn of_general(side: Side) -> Weights {
        match side {
            Side::German => Weights {
                massed: GENERAL_MASSED,
                push: GENERAL_PUSH,
                road: GENERAL_ROAD,
                ambition: GENERAL_AMBITION,
                soviet_body: GENERAL_BODY,
                leader: GENERAL_LEADER,
                at_last: GENERAL_AT_LAST,
                package: GENERAL_PACKAGE,
                peril: GENERAL_PERIL,
                peril_early: GENERAL_PERIL_EARLY,
                parting: GENERAL_PARTING,
                ..Weights::default()
            },
            Side::Soviet => Weights {
                caution: 0.0,
                garrison: GENERAL_GARRISON,
                hunt: 1.0,
                alone: 0.0,
                ..Weights::default()
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_can_be_read_set_and_has_a_range_that_holds_its_default() {
        let mut weights = Weights::default();
        for name in Weights::names() {
            let (low, high) = Weights::range(name).expect("a range");
            let default = weights.get(name).expect("a value");
            assert!(low <= default && default <= high, "{name}: {default} outside {low}..{high}");
            assert!(weights.set(name, high));
            assert!((weights.get(name).expect("a value") - high).abs() < 1e-6);
        }
        for side in Side::BOTH {
            let weights = Weights::of_general(side);
            for name in Weights::names() {
                let (low, high) = Weights::range(name).expect("a range");
                let value = weights.get(name).expect("a value");
                assert!(low <= value && value <= high, "{side}, {name}: {value} outside {low}..{high}");
            }
        }
        assert_eq!(weights.get("nothing"), None);
        assert_eq!(Weights::range("nothing"), None);
        assert!(!weights.set("nothing", 1.0));
    }
}
