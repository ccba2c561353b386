//! Answers about a state as JSON: what may be done, where units can go, who is in supply.

use super::fault::Fault;
use pgg_core::reach::Reach;
use pgg_core::sequence::Question;
use pgg_core::{Direction, Hex, Legal, Side, State, UnitId, UnitSet, data};
use serde::Serialize;
use serde_json::{Value, json};

/// The legal actions. Overruns and attacks are sets of units and come as what the sets are made of.
pub(super) fn legal(legal: &Legal) -> Value {
    let simple = Legal { overruns: Vec::new(), attacks: Vec::new(), ..legal.clone() };
    let overruns: Vec<Value> = legal
        .overruns
        .iter()
        .map(|o| json!({"from": o.from, "target": o.target, "units": o.units}))
        .collect();
    let attacks: Vec<Value> =
        legal.attacks.iter().map(|a| json!({"target": a.target, "units": a.units})).collect();
    let duties: Vec<Value> = legal
        .duties
        .iter()
        .map(|d| json!({"stack": d.stack, "reserves": d.reserves, "leaders": d.leaders}))
        .collect();
    json!({
        "actions": simple.iter().collect::<Vec<_>>(),
        "overruns": overruns,
        "attacks": attacks,
        "leader_duties": duties,
        "capable": legal.capable,
    })
}

/// A hex that can be walked to.
#[derive(Serialize)]
struct Walk {
    hex: Hex,
    /// Half-points of the first unit.
    cost: u8,
    /// Hexes entered, this one last.
    path: Vec<Hex>,
    /// The units must stop there [6.22].
    stops: bool,
    /// Entered along a road, at the road rate [6.7a].
    road: bool,
}

/// A hex that can be ridden to; the cost is in rail points [6.33].
#[derive(Serialize)]
struct Ride {
    hex: Hex,
    cost: u8,
    path: Vec<Hex>,
}

/// Where the units can go together, what bars the way at the border, and where Soviet units can ride.
pub(super) fn reach(state: &State, units: UnitSet) -> Result<Value, Fault> {
    if state.decision().is_none_or(|d| d.question != Question::Move) {
        let message = "units move only when the decision is to move, in a friendly Movement Phase";
        return Err(Fault::of_case("6.24", "not_asked", message));
    }
    let walk = state.reach(units)?;
    let field = &walk.field;
    let hexes: Vec<Walk> = field
        .hexes()
        .map(|(hex, cost)| Walk {
            hex,
            cost,
            path: path(field, hex),
            stops: walk.stops.contains(hex),
            road: field.before(hex).is_some_and(|from| by_road(from, hex)),
        })
        .collect();
    let mut blocked = Vec::new();
    for from in std::iter::once(field.start()).chain(hexes.iter().map(|walk| walk.hex)) {
        for direction in Direction::ALL {
            let Some(hex) = data().map.step(from, direction) else { continue };
            if let Some(why) = state.barrier(units, &walk, from, direction) {
                blocked.push(json!({
                    "from": from,
                    "hex": hex,
                    "case": why.case,
                    "reason": why.reason.code(),
                    "message": why.reason.to_string(),
                }));
            }
        }
    }
    let rail: Vec<Value> = units.and(&UnitSet::SOVIET).iter().map(|unit| rides(state, unit)).collect();
    Ok(json!({"start": field.start(), "hexes": hexes, "blocked": blocked, "rail": rail}))
}

fn path(field: &Reach, hex: Hex) -> Vec<Hex> {
    field.path(hex).map(|path| path.iter().collect()).unwrap_or_default()
}

/// Does a step follow a road? Not across a river [6.7a].
fn by_road(from: Hex, to: Hex) -> bool {
    from.direction_to(to).is_some_and(|d| {
        let side = data().map.side(from, d);
        side.road() && !side.river()
    })
}

/// Where one unit can ride, or why it cannot.
fn rides(state: &State, unit: UnitId) -> Value {
    match state.rail_reach(unit) {
        Ok(field) => {
            let hexes: Vec<Ride> =
                field.hexes().map(|(hex, cost)| Ride { hex, cost, path: path(&field, hex) }).collect();
            json!({"unit": unit, "hexes": hexes})
        }
        Err(why) => json!({"unit": unit, "hexes": [], "refused": Fault::from(why).into_json()}),
    }
}

/// One unit's supply with its line.
pub(super) fn supply(state: &State, unit: UnitId) -> Result<Value, Fault> {
    let hex = state.hex(unit).ok_or_else(|| Fault::new("not_on_map", format!("{unit} is not on the map")))?;
    let mut answer = json!(state.supply(unit));
    answer["unit"] = json!(unit);
    answer["hex"] = json!(hex);
    Ok(answer)
}

/// Supply of every unit of a side, and the live road of the Germans [11.11].
pub(super) fn side_supply(state: &State, side: Side) -> Value {
    let units: Vec<Value> = state.on_map(side).iter().filter_map(|unit| supply(state, unit).ok()).collect();
    let out = state.out_of_supply(state.on_map(side));
    match side {
        Side::German => {
            let road: Vec<Hex> = state.live_road().iter().collect();
            json!({"side": side, "out_of_supply": out, "live_road": road, "units": units})
        }
        Side::Soviet => json!({"side": side, "out_of_supply": out, "units": units}),
    }
}
