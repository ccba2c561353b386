//! Where the Germans can strike in their next turn, and with how much.

use crate::survey::Survey;
use pgg_core::analysis::reach::{Ground, Reach};
use pgg_core::hex::HEX_SLOTS;
use pgg_core::unit::MoveClass;
use pgg_core::{Hex, HexSet, Side, State, data};

/// Half-points that most motorized units, and most of those on foot, have in a turn.
const MOTOR: u8 = 20;
const FOOT: u8 = 14;

/// German attack strength that can come beside a hex, by hex. Soviet zones are not reckoned with: they are about to
/// change.
pub(super) struct Threat(Vec<f32>);

impl Threat {
    pub(super) fn of(state: &State, survey: &Survey) -> Threat {
        let mut threat = vec![0.0; HEX_SLOTS];
        let open = HexSet::ALL.without(data().map.lakes()).without(state.occupied(Side::Soviet));
        let ground = Ground::new(&open, &HexSet::EMPTY, &HexSet::EMPTY);
        for stack in survey.stacks(Side::German) {
            let (class, points) = if stack.mechanized {
                (MoveClass::GermanMotor, MOTOR)
            } else {
                (MoveClass::GermanFoot, FOOT)
            };
            // [6.25]
            let points = if stack.unsupplied { points / 2 } else { points };
            let reach = Reach::walk(stack.hex, class, points, &ground);
            let reached: HexSet = reach.hexes().map(|(hex, _)| hex).chain([stack.hex]).collect();
            for hex in data().map.spread(&reached).or(&reached).iter() {
                threat[hex.index()] += stack.attack;
            }
        }
        Threat(threat)
    }

    pub(super) fn at(&self, hex: Hex) -> f32 {
        self.0[hex.index()]
    }
}
