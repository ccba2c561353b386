//! Worked examples G43 to G48 of the rules: supply, the dead pile, interdiction.
use crate::support::*;
use pgg_core::data::schedule::{Area, Pool};
use pgg_core::hex::HexSet;
use pgg_core::rules::supply::SupplyBy;
use pgg_core::{Event, Hex, Kind, Phase, State};
use serde_json::json;

fn hexes(texts: &[&str]) -> HexSet {
    texts.iter().map(|t| hex(t)).collect()
}

fn listed(set: HexSet) -> Vec<String> {
    set.iter().map(|h| h.to_string()).collect()
}

/// A position of turn 7 in the German Combat Phase.
fn position(units: &str) -> State {
    state(&format!(r#"{{"turn": 7, "phase": "german_combat", "units": {{{units}}}}}"#))
}

/// What a line costs the unit by the movement chart [11.12].
fn cost_of_line(state: &State, id: &str, line: &[Hex]) -> u32 {
    let step = |pair: &[Hex]| {
        let direction = pair[0].direction_to(pair[1]).expect("adjacent");
        u32::from(state.step_cost(unit(id), pair[0], direction).expect("passable"))
    };
    line.windows(2).map(step).sum()
}

/// The cheapest line to column 01 of a unit that no enemy unit disturbs, the slow way, however long [11.12].
fn cheapest_to_the_west(state: &State, id: &str) -> u32 {
    let map = &pgg_core::data().map;
    let start = state.hex(unit(id)).expect("on the map");
    let mut best = std::collections::BTreeMap::from([(start.index(), 0u32)]);
    let mut changed = true;
    while changed {
        changed = false;
        for from in Hex::all() {
            let Some(&cost) = best.get(&from.index()) else { continue };
            if from != start && map.swamp().contains(from) {
                continue;
            }
            for (direction, to) in from.neighbours() {
                let Some(step) = state.step_cost(unit(id), from, direction) else { continue };
                if state.soviet_marker() == Some(to) {
                    continue; // [13.44]
                }
                if best.get(&to.index()).is_none_or(|&known| cost + u32::from(step) < known) {
                    best.insert(to.index(), cost + u32::from(step));
                    changed = true;
                }
            }
        }
    }
    Hex::all()
        .filter(|h| h.column() == 1)
        .filter_map(|h| best.get(&h.index()).copied())
        .min()
        .expect("some way west")
}

// ---- supply -----------------------------------------------------------------------------------------------------

/// [11.11] G43: a rifle in 0417 leaves three hexes of road; 20 hexes from them is in supply, 21 is not.
#[test]
fn g43_a_rifle_beside_the_road() {
    let near = position(r#""0417": ["r1"], "2320": ["inf6"]"#);
    for controlled in ["0418", "0518"] {
        assert!(near.zones(pgg_core::Side::Soviet).contains(hex(controlled)), "{controlled}");
    }
    assert_eq!(listed(near.live_road()), listed(hexes(&["0120", "0219", "0319"])));
    let supply = near.supply(unit("inf6"));
    assert_eq!((supply.in_supply, supply.by), (true, SupplyBy::Road));
    assert_eq!(supply.line.len() - 1, 20);
    assert_eq!(supply.line.last(), Some(&hex("0319")));
    assert!(near.is_supplied(unit("inf6")));

    let far = position(r#""0417": ["r1"], "2420": ["inf6"]"#);
    assert_eq!(hex("2420").distance(hex("0319")), 21);
    assert!(cheapest_to_the_west(&far, "inf6") > 40);
    assert!(!far.is_supplied(unit("inf6")));
    assert!(!far.supply(unit("inf6")).in_supply);
}

/// [11.11, 11.13] G43: a German unit in 0418 adds that hex only; units in 0418 and 0518 open the network beyond.
#[test]
fn g43_german_units_reopen_the_road() {
    let one = position(r#""0417": ["r1"], "0418": ["inf26"]"#);
    assert_eq!(listed(one.live_road()), listed(hexes(&["0120", "0219", "0319", "0418"])));
    let two = position(r#""0417": ["r1"], "0418": ["inf26"], "0518": ["inf5"]"#);
    let whole = position(r#""0418": ["inf26"]"#).live_road();
    // The rifle still controls 0517, by which the road to Vitebsk and the north leaves the main one.
    let beyond_0517 = |h: &Hex| h.column() <= 15 && h.row() < 16 || *h == hex("0516") || *h == hex("0517");
    let north: HexSet = whole.iter().filter(beyond_0517).collect();
    assert_eq!(listed(two.live_road()), listed(whole.without(&north)));
    let three = position(r#""0417": ["r1"], "0418": ["inf26"], "0518": ["inf5"], "0517": ["inf35"]"#);
    assert_eq!(listed(three.live_road()), listed(whole));
    // Across the Dnepr between 2216 and 2217 too.
    assert!(two.live_road().contains(hex("2216")) && two.live_road().contains(hex("2217")));
}

/// A German unit alone, the supply road shut by the Soviet marker in 0120.
fn road_shut(at: &str, who: &str) -> State {
    state(&format!(
        r#"{{"turn": 7, "phase": "german_combat", "soviet_marker": "0120", "soviet_marker_uses": 1,
            "units": {{"{at}": ["{who}"]}}}}"#
    ))
}

/// [11.12, 11.13] G44: the direct line, infantry and motorized.
#[test]
fn g44_direct_lines() {
    for (who, at, cost, supplied) in [
        ("inf6", "2115", 40, true),
        ("inf6", "2215", 42, false),
        ("gd", "2215", 22, true),
        ("gd", "2626", 40, true),
        ("gd", "2526", 41, false),
    ] {
        let state = road_shut(at, who);
        assert!(state.live_road().is_empty(), "no live road [13.44]");
        assert_eq!(cheapest_to_the_west(&state, who), cost, "{who} in {at}");
        assert_eq!(state.is_supplied(unit(who)), supplied, "{who} in {at}");
        let supply = state.supply(unit(who));
        assert_eq!(supply.in_supply, supplied, "{who} in {at}");
        if supplied {
            assert_eq!(supply.by, SupplyBy::Direct);
            assert_eq!(cost_of_line(&state, who, &supply.line), cost, "{who} in {at}");
        }
    }
}

/// In supply, by both ways of asking.
fn supplied(state: &State, id: &str) -> bool {
    let answer = state.is_supplied(unit(id));
    assert_eq!(state.supply(unit(id)).in_supply, answer, "the two ways of asking differ about {id}");
    answer
}

/// [10.31, 11.22] G45: Lukin reaches three hexes.
#[test]
fn g45_reach_of_a_leader() {
    let state = position(r#""2216": ["lukin"], "2213": ["r1"], "2212": ["r2"]"#);
    assert!(supplied(&state, "lukin"));
    assert!(supplied(&state, "r1"));
    assert!(!supplied(&state, "r2"));
}

/// [10.31, 8.14] G45: a German in 2314 cuts the one path of three hexes; a Soviet unit in 2214 reopens it.
#[test]
fn g45_a_path_cut_and_reopened() {
    let cut = position(r#""2216": ["lukin"], "2213": ["r1"], "2314": ["inf6"]"#);
    assert!(supplied(&cut, "lukin"));
    assert!(!supplied(&cut, "r1"));
    assert!(!cut.has_loc(unit("r1")));
    let reopened = position(r#""2216": ["lukin"], "2213": ["r1"], "2214": ["r2"], "2314": ["inf6"]"#);
    assert!(supplied(&reopened, "r1"));
    assert_eq!(reopened.supply(unit("r1")).line[1], hex("2214"));
}

/// [11.0b, 6.7] G45: a line goes into swamp 2518, or begins in it, but not through it.
#[test]
fn g45_swamp_is_not_passed() {
    let through = position(r#""2417": ["rakutin"], "2618": ["r1"]"#);
    assert!(!through.has_loc(unit("r1")) && !supplied(&through, "r1"));
    let around = position(r#""2417": ["lukin"], "2618": ["r1"]"#);
    assert!(around.has_loc(unit("r1")) && supplied(&around, "r1"));
    assert_eq!(around.supply(unit("r1")).line[..4], [hex("2618"), hex("2617"), hex("2517"), hex("2417")]);
    for leader in ["rakutin", "lukin"] {
        let inside = position(&format!(r#""2417": ["{leader}"], "2518": ["r1"]"#));
        assert!(inside.has_loc(unit("r1")) && supplied(&inside, "r1"), "{leader}");
    }
}

/// Lukin and two rifles 4-4 in 1222, cut off from the east; inf6 stands in 1221.
fn cut_off(turn: u8, phase: &str, lukin: &str) -> Table {
    Table::new(&format!(
        r#"{{"turn": {turn}, "phase": "{phase}", "units": {{
            "1221": ["inf6"], "1422": ["inf26"], "1224": ["inf5"], "1022": ["inf35"],
            "1222": ["{lukin}", "r1 4-4", "r2 4-4"]}}}}"#
    ))
}

/// [11.31, 10.35] G45: the Leader is cut off: the division moves 3, attacks and defends at half.
#[test]
fn g45_a_leader_cut_off() {
    // Everything around 1222 is controlled, and inf6 is not next to it: the division may step.
    let mut table = Table::new(
        r#"{"turn": 6, "phase": "air_interdiction", "units": {
            "1220": ["inf6"], "1422": ["inf26"], "1224": ["inf5"], "1022": ["inf35"],
            "1222": ["lukin", "r1 4-4", "r2 4-4"]}}"#,
    );
    assert!(!supplied(&table.state, "lukin"));
    table.act(DONE);
    assert_eq!(table.state.phase(), Phase::SovietMovement);
    assert_eq!(table.left("r1"), 6, "3 MP");

    let mut table = cut_off(7, "soviet_combat", "lukin");
    assert!(table.state.has_loc(unit("r1")) && !supplied(&table.state, "r1"));
    let events = table.act_with(&[1], &[], &attack(&["r1"], "1221"));
    assert_eq!(odds_of(&events), (2, 9, "1-3".into(), "A1".into()));

    let mut table = cut_off(7, "german_combat", "lukin");
    let events = table.act_with(&[3], &[], &attack(&["inf6"], "1222"));
    assert_eq!(odds_of(&events), (9, 4, "2-1".into(), "D1/A1".into()));
}

/// [10.35, 6.64] G45: if he is Disrupted and no other is in reach the division may not attack.
#[test]
fn g45_a_disrupted_leader() {
    let table = cut_off(7, "soviet_combat", "lukin disrupted");
    table.refused("10.35", &attack(&["r1"], "1221"));
    let mut other = Table::new(
        r#"{"turn": 7, "phase": "soviet_combat", "units": {
            "1221": ["inf6"], "1222": ["lukin disrupted", "r1 4-4", "r2 4-4"], "1425": ["konev"]}}"#,
    );
    other.act_with(&[1], &[], &attack(&["r1"], "1221"));
}

// ---- untried units ----------------------------------------------------------------------------------------------

/// [12.4, 14.14] G46: one counter in the cup, two in the dead pile, four divisions due.
#[test]
fn g46_the_cup_runs_out() {
    let mut units = serde_json::Map::new();
    for n in 0..25 {
        units.insert(format!("50{:02}", n + 2), json!(["rifle", "rifle", "rifle"]));
    }
    let mut table = Table::new(
        &json!({
            "turn": 9, "phase": "soviet_movement", "units": units, "owed": {"X": {"rifle": 4}},
            "dead_pile": ["rifle 0-0#1"], "dead_unseen": {"rifle": [1]},
        })
        .to_string(),
    );
    assert_eq!((table.state.in_cup(Kind::Rifle), table.state.in_dead_pile(Kind::Rifle)), (1, 2));
    let enter = r#"{"enter": {"who": "rifle X", "hex": "5907"}}"#;
    let mut entered = Vec::new();
    for from_pile in [false, true, true] {
        let events = table.act(enter);
        let drawn = events.iter().find_map(|e| match e {
            Event::Drawn { unit, from_dead_pile, .. } => Some((*unit, *from_dead_pile)),
            _ => None,
        });
        let (unit, from) = drawn.expect("a draw");
        assert_eq!(from, from_pile);
        assert!(table.state.is_untried(unit), "it enters untried [12.1]");
        entered.push(unit);
    }
    // The fourth stays owed.
    table.refused("14.14", enter);
    assert_eq!(table.state.owed(Area::X, Pool::Rifle), 1);
    assert_eq!((table.state.in_cup(Kind::Rifle), table.state.in_dead_pile(Kind::Rifle)), (0, 0));
    // Nobody knows which of the two is the 0-0 seen before: either may be, or any counter never seen.
    let seen = pgg_core::data().roster.parse_counter(Kind::Rifle, "0-0#1").expect("a counter");
    let [first, second, third] = [0, 1, 2].map(|n| table.state.possible_counters(entered[n]));
    assert!(!first.contains(seen));
    assert!(second.contains(seen) && third.contains(seen));
    assert!(second == third && second.len() == 78);
}

// ---- interdiction -----------------------------------------------------------------------------------------------

/// May the German place air markers east of column 40 now? Columns 01-40 are always open [13.2].
fn anywhere(table: &mut Table, turn: u8) -> bool {
    until(table, turn, Phase::AirInterdiction);
    assert!(table.is_legal(&interdict("4001")));
    let east = table.is_legal(&interdict("4101"));
    assert_eq!(table.is_legal(&interdict("5931")), east);
    if !east {
        table.refused("13.2", &interdict("4101"));
    }
    assert_eq!(table.state.air_unlimited(), east);
    east
}

/// [13.2] G47: Smolensk taken, its line cut and reopened, a hex lost and retaken.
#[test]
fn g47_air_markers_and_smolensk() {
    let mut table = Table::new(
        r#"{"turn": 4, "phase": "german_movement", "units": {
            "2215": ["gd"], "2118": ["dr"], "2217": ["r1 1-1"], "2719": ["r2"], "2819": ["konev"]}}"#,
    );
    // Turn 4: 2216.
    table.act(&walk(&["gd"], &["2216"]));
    assert!(!anywhere(&mut table, 4));
    // Turn 5: 2217 in the Combat Phase.
    until(&mut table, 5, Phase::GermanCombat);
    table.act_with(&[1], &[], &attack(&["gd", "dr-2", "dr-3", "dr-4"], "2217"));
    table.act(r#"{"advance": {"unit": "dr-2", "path": ["2217"]}}"#);
    table.act(DONE);
    until(&mut table, 5, Phase::MechanizedMovement);
    table.act(&walk(&["dr-2"], &["2118", "2018", "1918"]));
    table.act(&walk(&["dr-3", "dr-4"], &["2018", "1918"]));
    table.act(&walk(&["gd"], &["2116", "2015"]));
    assert!(!anywhere(&mut table, 5), "columns 01-40 only");
    assert!(anywhere(&mut table, 6), "line west open");
    // Turn 7: a rifle beside both empty hexes cuts the line.
    until(&mut table, 7, Phase::SovietMovement);
    table.act(&walk(&["r2"], &["2618", "2518", "2417", "2317"]));
    assert!(!anywhere(&mut table, 7), "line cut");
    // Turn 8: it goes away.
    until(&mut table, 8, Phase::SovietMovement);
    table.act(&walk(&["r2"], &["2417"]));
    assert!(anywhere(&mut table, 8), "line open");
    // Turn 9: it passes through 2217, and gd takes that back.
    until(&mut table, 9, Phase::SovietMovement);
    table.act(&walk(&["r2"], &["2317", "2217", "2318"]));
    until(&mut table, 9, Phase::GermanMovement);
    assert_eq!(table.state.controller(hex("2217")), Some(pgg_core::Side::Soviet));
    table.act(&walk(&["gd"], &["2116", "2117", "2217"]));
    assert!(!anywhere(&mut table, 9), "the count starts afresh");
    assert!(anywhere(&mut table, 10));
}

/// [13.41-13.46] G48: the Soviet marker on the supply road.
#[test]
fn g48_the_soviet_marker() {
    let mut table = Table::new(
        r#"{"turn": 3, "phase": "soviet_interdiction", "units": {
            "0120": ["pz7-25", "pz7-6"], "1016": ["gd"], "4015": ["konev"]}}"#,
    );
    table.refused("13.45", &interdict("0120"));
    table.act(&interdict("0219"));
    table.refused("13.41", &interdict("0319"));
    table.act(DONE);
    // German turn 3.
    assert_eq!(table.state.phase(), Phase::GermanMovement);
    assert_eq!(listed(table.state.live_road()), ["0120"]);
    assert!(supplied(&table.state, "gd"));
    assert_eq!(cheapest_to_the_west(&table.state, "gd"), 13);
    // Entering 0219 by road costs 1 + 2 in both Movement Phases.
    table.act(&walk(&["pz7-25"], &["0219"]));
    assert_eq!(table.left("pz7-25"), 20 - 3);
    until(&mut table, 3, Phase::MechanizedMovement);
    assert_eq!(table.state.soviet_marker(), Some(hex("0219")));
    table.act(&walk(&["pz7-6"], &["0219"]));
    assert_eq!(table.left("pz7-6"), 20 - 3);
    let events = table.act(DONE);
    assert_eq!(table.state.phase(), Phase::AirInterdiction);
    assert!(events.contains(&Event::InterdictionRemoved { side: pgg_core::Side::Soviet }));
    assert_eq!(table.state.soviet_marker(), None);
}

/// [13.41] G48: on turn 12 none may be placed; nor a fourth.
#[test]
fn g48_no_marker_on_turn_12_and_no_fourth() {
    let mut last = Table::new(r#"{"turn": 12, "phase": "soviet_combat", "units": {"4015": ["konev"]}}"#);
    last.act(DONE);
    assert_eq!(last.state.phase(), Phase::GermanMovement, "there is no Soviet Interdiction Phase");
    let mut fourth = Table::new(
        r#"{"turn": 8, "phase": "soviet_combat", "soviet_marker_uses": 3, "units": {"4015": ["konev"]}}"#,
    );
    fourth.act(DONE);
    assert_eq!(fourth.state.phase(), Phase::GermanMovement);
    let asked = Table::new(
        r#"{"turn": 8, "phase": "soviet_interdiction", "soviet_marker_uses": 3, "units": {"4015": ["konev"]}}"#,
    );
    asked.refused("13.41", &interdict("0219"));
}
