//! German units that stand where the Soviets can close both supply and retreat in their next Movement Phase.
//!
//! German hexes next to one another form a cluster. It is closed when every hex around it is held by a Soviet unit or
//! lies in a Soviet zone of control: then no line of supply leaves it [11.0b] and no retreat [9.71]. Whether the
//! divisions are there to close it is searched among those that can walk or ride there. So what is counted can be closed;
//! in a large pocket the search may end before it finds how.

use crate::shared::closing::close;
use pgg_core::hex::HEX_SLOTS;
use pgg_core::{Hex, HexSet, Side, State, UnitId, UnitSet, data};

/// Places that are tried to close a cluster.
const TRIES: u32 = 2_000;

/// A cluster that can be closed, and how.
pub struct Closing {
    /// German units in it that have no room beside them.
    pub exposed: UnitSet,
    /// Which division closes it from where.
    pub places: Vec<(UnitId, Hex)>,
}

/// The German combat units that are exposed; asked at the start of the Soviet Movement Phase.
pub fn exposed(state: &State) -> UnitSet {
    closings(state).iter().fold(UnitSet::EMPTY, |all, closing| all.or(&closing.exposed))
}

/// The clusters that can be closed and in which somebody is exposed. Each by itself: two may need the same division.
pub fn closings(state: &State) -> Vec<Closing> {
    let map = &data().map;
    let german = *state.occupied(Side::German);
    let mut rest = german;
    let mut reaching = None;
    let mut closings = Vec::new();
    loop {
        let first = rest.iter().next();
        let Some(seed) = first else { return closings };
        let cluster = map.flood(&HexSet::from_iter([seed]), &german);
        rest = rest.without(&cluster);
        // Supply is at hand in the first column [11.12].
        if cluster.meets(&HexSet::column(1)) {
            continue;
        }
        let rim = map.spread(&cluster).without(&cluster).without(map.lakes());
        let reaching = reaching.get_or_insert_with(|| Reaching::of(state));
        let stuck = cluster.iter().filter(|&hex| !has_room_beside(state, hex, &cluster));
        let exposed = stuck.fold(UnitSet::EMPTY, |all, hex| all.or(&state.side_in(Side::German, hex)));
        if !exposed.is_empty()
            && let Some(places) = reaching.close(&rim)
        {
            closings.push(Closing { exposed, places });
        }
    }
}

/// Could the whole stack retreat onto friends next to it [9.73a]?
fn has_room_beside(state: &State, hex: Hex, cluster: &HexSet) -> bool {
    let stack = state.side_in(Side::German, hex);
    let beside = data().map.spread(&HexSet::from_iter([hex])).and(cluster);
    beside.iter().any(|friend| friend != hex && state.fit(stack, friend))
}

/// By hex, the Soviet divisions that can be there at the end of the Movement Phase that has begun.
struct Reaching(Vec<UnitSet>);

impl Reaching {
    fn of(state: &State) -> Reaching {
        let mut by_hex = vec![UnitSet::EMPTY; HEX_SLOTS];
        for unit in state.on_map(Side::Soviet).and(&UnitSet::DIVISION) {
            let Some(here) = state.hex(unit).filter(|_| !state.is_disrupted(unit)) else { continue };
            by_hex[here.index()].insert(unit);
            let walk = state.reach(UnitSet::one(unit)).map(|reach| reach.field);
            for field in walk.into_iter().chain(state.rail_reach(unit)) {
                field.hexes().for_each(|(hex, _)| by_hex[hex.index()].insert(unit));
            }
        }
        Reaching(by_hex)
    }

    /// Which divisions could close all of these hexes, and from where.
    fn close(&self, rim: &HexSet) -> Option<Vec<(UnitId, Hex)>> {
        close(rim, |hex| self.0[hex.index()], UnitSet::DIVISION, TRIES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(units: &str) -> State {
        let text = format!(r#"{{"turn": 5, "phase": "soviet_movement", "units": {{{units}}}}}"#);
        State::from_text(&text).unwrap_or_else(|e| panic!("bad position: {e}\n{text}"))
    }

    /// Two divisions on opposite sides close all six hexes around a stack.
    #[test]
    fn two_divisions_close_a_stack() {
        let pocket = r#""2912": ["pz7-25"], "3411": ["rokossovsky"]"#;
        let closed = position(&format!(r#"{pocket}, "3112": ["r1"], "2712": ["r2"]"#));
        assert_eq!(exposed(&closed), closed.on_map(Side::German));
        let open = position(&format!(r#"{pocket}, "3112": ["r1"]"#));
        assert_eq!(exposed(&open), UnitSet::EMPTY, "one division cannot");
    }

    /// A friend with room next to it is a way to retreat [9.73]; a full one is none.
    #[test]
    fn a_friend_with_room_is_a_way_out() {
        let soviets =
            r#""3111": ["r1", "r2"], "3113": ["r3", "r4"], "2710": ["r5", "r6"], "3411": ["rokossovsky"]"#;
        let with = |units: &str| exposed(&position(&format!("{units}, {soviets}"))).len();
        assert_eq!(with(r#""2912": ["pz7-25"], "2812": ["pz7-6"]"#), 0);
        assert_eq!(with(r#""2912": ["pz7-25", "pz7-6"], "2812": ["pz7-7", "pz20-21"]"#), 4);
    }

    /// In the first column nobody is cut off [11.12].
    #[test]
    fn the_west_edge_supplies() {
        let state = position(
            r#""0120": ["pz7-25"], "0419": ["r1"], "0421": ["r2"], "0420": ["r3"], "1020": ["rokossovsky"]"#,
        );
        assert_eq!(exposed(&state), UnitSet::EMPTY);
    }
}
