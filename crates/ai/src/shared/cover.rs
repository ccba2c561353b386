//! What a Soviet Leader commands from a hex [10.3].

use pgg_core::{Hex, State, UnitId};

/// Divisions in a hex.
pub(crate) struct Stack {
    pub(crate) hex: Hex,
    /// Those near the enemy count most.
    pub(crate) divisions: f32,
    /// Another Leader commands them.
    pub(crate) served: bool,
}

/// Divisions that a Leader in a hex would command, those without another counting most.
pub(crate) fn cover(state: &State, stacks: &[Stack], leader: UnitId, hex: Hex) -> f32 {
    let reach = u16::from(state.rating(leader));
    let (mut worth, mut nearest) = (0.0, u16::MAX);
    for stack in stacks {
        let distance = hex.distance(stack.hex);
        if !stack.served {
            nearest = nearest.min(distance.saturating_sub(reach));
        }
        if distance <= reach {
            worth += stack.divisions * if stack.served { 0.25 } else { 1.0 };
        }
    }
    worth - if nearest == u16::MAX { 0.0 } else { 0.4 * f32::from(nearest) }
}
