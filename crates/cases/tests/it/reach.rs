//! Fields of movement against walking and riding step by step: what they promise can be done at that cost, and nothing
//! that could be done is missing.
use crate::support::*;
use pgg_core::analysis::reach::{Ground, Reach};
use pgg_core::game::chance::NoMore;
use pgg_core::unit::MoveClass;
use pgg_core::{
    Action, Game, Hex, HexSet, Legal, Options, Path, Phase, Seeded, Side, State, UnitId, UnitSet, data,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::BTreeMap;

type Costs = BTreeMap<Hex, u8>;

/// The cheapest way to every hex by single actions, each taken on a copy; `spent` is what a unit has paid.
fn by_steps(state: &State, start: Hex, step: impl Fn(Hex) -> Action, spent: impl Fn(&State) -> u8) -> Costs {
    let mut best = BTreeMap::from([(start, (0, *state))]);
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        let (_, from) = best[&at];
        for (_, to) in at.neighbours() {
            let mut next = from;
            if next.apply(&step(to), &mut NoMore).is_err() {
                continue;
            }
            let cost = spent(&next);
            if best.get(&to).is_none_or(|(known, _)| cost < *known) {
                best.insert(to, (cost, next));
                open.push(to);
            }
        }
    }
    best.into_iter().filter(|&(hex, _)| hex != start).map(|(hex, (cost, _))| (hex, cost)).collect()
}

fn walked(state: &State, unit: UnitId) -> Costs {
    let left = state.points_left(unit).0;
    let step = |to| Action::Move { units: UnitSet::one(unit), path: Path::one(to) };
    let start = state.hex(unit).expect("on the map");
    by_steps(state, start, step, |s| left - s.points_left(unit).0)
}

fn ridden(state: &State, unit: UnitId) -> Costs {
    let left = state.rail_points_left(unit);
    let step = |to| Action::Ride { unit, path: Path::one(to) };
    let start = state.hex(unit).expect("on the map");
    by_steps(state, start, step, |s| left - s.rail_points_left(unit))
}

fn told(field: &Reach) -> Costs {
    let costs: Vec<(Hex, u8)> = field.hexes().collect();
    assert!(costs.is_sorted_by_key(|&(_, cost)| cost), "cheapest first");
    for &(hex, cost) in &costs {
        assert_eq!(field.cost(hex), Some(cost));
    }
    costs.into_iter().collect()
}

/// Every path of a field is legal, leads where it says and costs what it says.
fn paths_hold(state: &State, field: &Reach, action: impl Fn(Path) -> Action, spent: impl Fn(&State) -> u8) {
    assert_eq!(field.before(field.start()), None);
    assert_eq!(field.path(field.start()).map(|p| p.len()), Some(0));
    for (hex, cost) in field.hexes() {
        let path = field.path(hex).expect("a way");
        assert_eq!(path.iter().last(), Some(hex));
        let mut there = *state;
        there.apply(&action(path), &mut NoMore).unwrap_or_else(|e| panic!("{hex}: {e}\n{}", state.to_text()));
        assert_eq!(spent(&there), cost, "{hex}");
    }
}

/// Random games stopped in Movement Phases: in some a group is under way, in others nobody has moved.
fn movement_phases(seed: u64, every: usize) -> Vec<State> {
    let mut chance = Seeded::from_number(seed);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut game, _) = Game::new(Options::default(), &mut chance).expect("a new game");
    let mut legal = Legal::default();
    let mut found = Vec::new();
    for n in 0.. {
        game.state().legal_into(&mut legal);
        let Some(action) = legal.sample(&mut rng, 16) else { break };
        game.play(&action, &mut chance).expect("a legal action");
        if n % every == 0
            && matches!(game.state().decision(), Some(d) if d.question == pgg_core::Question::Move)
        {
            found.push(*game.state());
        }
    }
    found
}

/// [6.1, 6.2, 6.7] Every unit of many positions: its reach is what it can walk step by step, hex by hex and point by point.
#[test]
fn reach_is_what_can_be_walked() {
    let (mut fields, mut hexes) = (0, 0);
    for (n, state) in movement_phases(7, 29).iter().enumerate() {
        for unit in state.on_map(state.phase().side()).iter().skip(n % 5).step_by(5) {
            let Ok(reach) = state.reach(UnitSet::one(unit)) else { continue };
            let left = state.points_left(unit).0;
            assert_eq!(told(&reach.field), walked(state, unit), "{unit}\n{}", state.to_text());
            let walk = |path| Action::Move { units: UnitSet::one(unit), path };
            paths_hold(state, &reach.field, walk, |s| left - s.points_left(unit).0);
            fields += 1;
            hexes += reach.field.hexes().count();
        }
    }
    assert!(fields > 100 && hexes > 5000, "{fields} fields, {hexes} hexes");
}

/// [6.3] The same by rail.
#[test]
fn rail_reach_is_what_can_be_ridden() {
    let (mut fields, mut hexes) = (0, 0);
    for state in movement_phases(8, 17).iter().filter(|s| s.phase() == Phase::SovietMovement) {
        for unit in state.on_map(Side::Soviet) {
            let Ok(field) = state.rail_reach(unit) else { continue };
            let left = state.rail_points_left(unit);
            assert_eq!(told(&field), ridden(state, unit), "{unit}\n{}", state.to_text());
            paths_hold(
                state,
                &field,
                |path| Action::Ride { unit, path },
                |s| left - s.rail_points_left(unit),
            );
            fields += 1;
            hexes += field.hexes().count();
        }
    }
    assert!(fields > 20 && hexes > 500, "{fields} fields, {hexes} hexes");
}

/// A field made in the memory of another, of whatever kind, is the same as one made anew.
#[test]
fn a_field_is_used_again() {
    let open = Ground::new(&HexSet::ALL, &HexSet::EMPTY, &HexSet::EMPTY);
    let barred = Ground::new(&HexSet::ALL, &HexSet::column(20), &HexSet::column(18));
    let table = Table::new(
        r#"{"turn": 7, "phase": "soviet_movement", "units": {"2216": ["r1"], "5914": ["rokossovsky"]}}"#,
    );
    let by_rail = table.state.rail_reach(unit("r1")).expect("it rides");
    let (here, there) = (hex("1716"), hex("2424"));
    for (class, points, ground) in [
        (MoveClass::GermanMotor, 20, &barred),
        (MoveClass::SovietFoot, 6, &open),
        (MoveClass::GermanFoot, 14, &barred),
    ] {
        let fresh = Reach::walk(here, class, points, ground);
        assert!(told(&fresh).len() > 10);
        for mut used in
            [Reach::walk(there, MoveClass::SovietMotor, 10, &open), by_rail.clone(), fresh.clone()]
        {
            used.walk_again(here, class, points, ground);
            assert_eq!(used.start(), here);
            assert_eq!(told(&used), told(&fresh));
            for (hex, _) in fresh.hexes() {
                assert_eq!(used.path(hex), fresh.path(hex));
            }
        }
    }
}

/// [6.22, 8.13] A wave goes into a controlled hex and no farther; markers add a point to what they lie on [13.3].
#[test]
fn a_wave_halts_and_is_slowed() {
    let column = HexSet::column(12);
    let ground = Ground::new(&HexSet::ALL, &column, &HexSet::EMPTY);
    let free = Reach::walk(
        hex("1010"),
        MoveClass::GermanFoot,
        14,
        &Ground::new(&HexSet::ALL, &HexSet::EMPTY, &HexSet::EMPTY),
    );
    let halted = Reach::walk(hex("1010"), MoveClass::GermanFoot, 14, &ground);
    assert!(told(&free).keys().any(|h| h.column() > 12));
    assert!(told(&halted).keys().all(|h| h.column() <= 12));
    assert!(told(&halted).keys().any(|h| h.column() == 12));
    let slowed = Reach::walk(
        hex("1010"),
        MoveClass::GermanFoot,
        14,
        &Ground::new(&HexSet::ALL, &HexSet::EMPTY, &HexSet::ALL),
    );
    for (_, to) in hex("1010").neighbours() {
        assert_eq!(slowed.cost(to), free.cost(to).map(|cost| cost + 2), "{to}");
    }
    // A unit that begins in such a hex goes on, at the usual cost.
    let inside = Ground::new(&HexSet::ALL, &HexSet::column(10), &HexSet::EMPTY);
    let field = Reach::walk(hex("1010"), MoveClass::GermanFoot, 14, &inside);
    assert!(told(&field).keys().any(|h| h.column() > 11));
    for (hex, _) in field.hexes() {
        assert!(field.path(hex).is_some());
    }
    assert!(!data().map.lakes().iter().any(|lake| free.cost(lake).is_some()));
}

/// [6.12, 6.13] Every way of a reach can be walked and costs what it says, also for stacks of different allowances, and when they
/// have spent points already.
#[test]
fn ways_cost_what_they_say() {
    let start = Table::new(
        r#"{"turn": 7, "phase": "german_movement", "units": {"1019": ["pz7-25", "inf6", "cav1"], "1219": ["pz12-29"], "1922": ["r1 3-4"]}}"#,
    );
    let mut begun = start.clone();
    let near = start.state.reach(units(&["pz7-25", "inf6"])).expect("it may walk");
    let (one, _) = near.field.hexes().min_by_key(|&(_, cost)| cost).expect("a hex");
    begun.act(&walk(&["pz7-25", "inf6"], &[&one.to_string()]));
    for (table, stack) in [
        (&start, &["pz7-25", "inf6"][..]),
        (&start, &["inf6", "cav1"][..]),
        (&start, &["pz7-25", "inf6", "cav1"][..]),
        (&begun, &["pz7-25", "inf6"][..]),
        (&begun, &["inf6"][..]),
    ] {
        let group = units(stack);
        let reach = table.state.reach(group).expect("it may walk");
        let mut walked = 0;
        for (hex, cost) in reach.field.hexes() {
            let path = reach.field.path(hex).expect("a way");
            if path.is_empty() {
                continue;
            }
            let mut then = table.state;
            then.apply(&Action::Move { units: group, path }, &mut NoMore)
                .unwrap_or_else(|refused| panic!("{stack:?} to {hex}: {refused}"));
            let first = group.first().expect("a unit");
            let spent = table.state.points_left(first).halves() - then.points_left(first).halves();
            assert_eq!(spent, cost, "{stack:?} to {hex}");
            walked += 1;
        }
        assert!(walked > 5, "{stack:?}: {walked} hexes");
    }
}

/// [10.23] A Leader alone enters an enemy zone only to join a unit that can attack; in company he goes where it goes.
#[test]
fn a_leader_and_zones() {
    let table = Table::new(
        r#"{"turn": 7, "phase": "soviet_movement", "units": {"1222": ["inf6"], "1621": ["r1 3-4", "konev"], "1323": ["r2 3-4"]}}"#,
    );
    let reached = |stack: &[&str], at: &str| {
        table.state.reach(units(stack)).expect("it may walk").field.cost(hex(at)).is_some()
    };
    assert!(table.state.zones(Side::German).contains(hex("1322")));
    assert!(reached(&["r1", "konev"], "1322"), "in company");
    assert!(!reached(&["konev"], "1322"), "alone");
    assert!(
        table.state.zones(Side::German).contains(hex("1323")) && reached(&["konev"], "1323"),
        "to join r2"
    );
}

/// [8.13, R8] A unit that has stopped goes no further in this phase, even where the control that stopped it is gone by now; [6.32] nor
/// does one that rides walk.
#[test]
fn a_unit_that_has_stopped_or_rides_walks_no_further() {
    let reached = |mark: &str| {
        let json = format!(
            r#"{{"turn": 7, "phase": "soviet_movement", "units": {{"2626": ["r1 3-4 {mark} moved"], "0120": ["inf6"]}},
                "group": {{"units": ["r1"], "start": "2625"}}}}"#
        );
        state(&json).reach(units(&["r1"])).expect("it is its group's turn").field.hexes().count()
    };
    assert_eq!([reached("stopped"), reached("rode")], [0, 0]);
    assert!(reached("spent 1") > 0, "where nothing holds it");
}
