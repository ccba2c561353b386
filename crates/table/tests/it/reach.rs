//! Where units can go: the referee walks every path of the answer, and the answer stays short.

use crate::ask::{named, states};
use crate::support::*;
use pgg_core::game::chance::NoMore;
use pgg_core::{
    Action, Case, Direction, Hex, HexSet, Illegal, Path, Question, Reason, Record, State, UnitSet,
};
use pgg_table::ask::{Answer, Entered, ReachView, WalkView, answer};
use pgg_table::{Ask, Fault};
use std::path::PathBuf;

/// The most bytes of an answer; the page asks for every stack that a player looks at.
const MOST_BYTES: usize = 8 * 1024;

fn reach(state: &State, units: UnitSet, after: Vec<Action>) -> ReachView {
    match answer(state, &Ask::Reach { units, after }) {
        Ok(Answer::Reach(reach)) => reach,
        other => panic!("{other:?}"),
    }
}

/// A walk in the answer: the hex, the one before it, its cost, the points left.
#[derive(Clone, Copy)]
struct Walk {
    hex: Hex,
    from: Hex,
    cost: u8,
    left: u8,
}

fn walks(reach: &ReachView) -> impl Iterator<Item = Walk> + '_ {
    reach.hexes.iter().flat_map(|&WalkView(cost, left, ref hexes)| {
        hexes.iter().map(move |&Entered { hex, from }| Walk { hex, from, cost, left })
    })
}

fn walk(reach: &ReachView, to: Hex) -> Walk {
    walks(reach).find(|walk| walk.hex == to).unwrap_or_else(|| panic!("{to} is not reached"))
}

/// The path to a hex, rebuilt from the predecessors.
fn way(reach: &ReachView, to: Hex) -> Vec<Hex> {
    let mut way = vec![to];
    while let from = walk(reach, way[0]).from
        && from != reach.start
    {
        way.insert(0, from);
    }
    way
}

fn path(way: Vec<Hex>) -> Path {
    Path::collect(way).expect("a path")
}

/// The state after a walk to a hex of the field, or to where the units stand.
fn walked(state: &State, units: UnitSet, reach: &ReachView, to: Hex) -> State {
    let mut there = *state;
    if to != reach.start {
        let action = Action::Move { units, path: path(way(reach, to)) };
        there.apply(&action, &mut NoMore).unwrap_or_else(|e| panic!("{units:?} to {to}: {e}"));
    }
    there
}

/// Every stack of the side that moves, and each of its units alone, in a game between programs.
fn stacks_of_a_game(mut each: impl FnMut(&State, UnitSet)) {
    let record = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/games/1-on-the-last-turn.jsonl");
    let record = Record::parse(&std::fs::read_to_string(record).expect("a game")).expect("a record");
    let mut before = None;
    for step in record.replay().expect("it begins") {
        let state = step.expect("it goes on").state;
        let moves = state.decision().filter(|decision| decision.question == Question::Move);
        // The beginning of a phase has the widest reach.
        if let Some(decision) = moves
            && before != Some(state.phase())
        {
            for hex in state.occupied(decision.side).iter() {
                each(&state, state.units_in(hex));
                state.units_in(hex).iter().for_each(|unit| each(&state, UnitSet::one(unit)));
            }
        }
        before = Some(state.phase());
    }
}

#[test]
fn it_needs_a_movement_phase_and_one_hex() {
    let here = state(FRONT);
    let apart = answer(&here, &Ask::Reach { units: named(&["pz7-25", "inf6"]), after: Vec::new() })
        .expect_err("two hexes");
    assert!(matches!(apart, Fault::Illegal(_)), "{apart}");
    let combat = state(&FRONT.replace("german_movement", "german_combat"));
    let fault =
        answer(&combat, &Ask::Reach { units: named(&["inf6"]), after: Vec::new() }).expect_err("no movement");
    let asked = Reason::NotAsked { asked: Question::Attack };
    assert_eq!(fault, Illegal { case: Case("6.24"), reason: asked }.into());
    assert!(answer(&here, &Ask::Reach { units: UnitSet::EMPTY, after: Vec::new() }).is_err());
}

#[test]
fn an_answer_is_short() {
    let (mut answers, mut longest) = (0, 0);
    stacks_of_a_game(|state, units| {
        let Ok(Answer::Reach(reach)) = answer(state, &Ask::Reach { units, after: Vec::new() }) else {
            return;
        };
        let bytes = text(&reach).len();
        assert!(bytes <= MOST_BYTES, "{bytes} bytes for {units:?} on turn {}", state.turn());
        longest = longest.max(bytes);
        answers += 1;
    });
    assert!(answers > 1000 && longest > MOST_BYTES / 2, "{answers} answers, {longest} bytes");
}

/// The points left after a waypoint are those that the walk to it left, and costs continue from there.
#[test]
fn from_a_waypoint() {
    let state = state(FRONT);
    let units = named(&["inf6"]);
    let whole = reach(&state, units, Vec::new());
    let far = walks(&whole).max_by_key(|walk| way(&whole, walk.hex).len()).expect("somewhere to go");
    let first = way(&whole, far.hex)[0];
    let cost = walk(&whole, first).cost;
    let then = reach(&state, units, vec![Action::Move { units, path: path(vec![first]) }]);
    assert_eq!((then.start, then.left), (first, whole.left - cost));
    assert_eq!(walk(&then, far.hex).cost + cost, far.cost);
}

/// Infantry pays 1 point for forest, a motorized regiment 2 [6.7]: the answer has the highest cost and the fewest points left.
#[test]
fn a_mixed_stack_is_told_what_the_dearest_pays() {
    let position = r#"{"turn": 7, "phase": "german_movement", "units": {"0616": ["inf6", "pz7-25"], "3010": ["konev"]}}"#;
    let state = state(position);
    let both = named(&["inf6", "pz7-25"]);
    let mixed = reach(&state, both, Vec::new());
    let least = |state: &State| both.iter().map(|unit| state.points_left(unit).0).min();
    assert_eq!(Some(mixed.left), least(&state));
    let mut dearer = 0;
    for Walk { hex, cost, left, .. } in walks(&mixed) {
        let then = walked(&state, both, &mixed, hex);
        let spent: Vec<u8> =
            both.iter().map(|unit| state.points_left(unit).0 - then.points_left(unit).0).collect();
        assert_eq!(Some(&cost), spent.iter().max(), "{hex}");
        assert_eq!(Some(left), least(&then), "{hex}");
        dearer += usize::from(spent[0] < cost);
    }
    assert!(dearer > 0, "somewhere the first unit pays less");
    let Ok(Answer::Range(range)) = answer(&state, &Ask::Range { units: both }) else { panic!("a range") };
    let mut costs: Vec<_> = walks(&mixed).map(|walk| (walk.hex, walk.cost)).collect();
    let mut told = range.hexes;
    costs.sort_unstable();
    told.sort_unstable();
    assert_eq!(told, costs);
}

/// Every hex in reach can be walked to by the path of the answer, in one action; where it ends, the answer says why.
#[test]
fn it_is_walked_and_ends_somewhere() {
    let mut steps = 0;
    for state in states() {
        let Some(decision) = state.decision() else { continue };
        for unit in state.on_map(decision.side).iter().step_by(7) {
            let units = UnitSet::one(unit);
            let Ok(Answer::Reach(reach)) = answer(&state, &Ask::Reach { units, after: Vec::new() }) else {
                continue;
            };
            assert_eq!(Some(reach.start), state.hex(unit));
            let inside: HexSet = walks(&reach).map(|walk| walk.hex).chain([reach.start]).collect();
            assert!(reach.stops.iter().chain(&reach.road).all(|&hex| inside.contains(hex)));
            for hex in inside.iter().filter(|&hex| hex != reach.start) {
                let there = Action::Move { units, path: path(way(&reach, hex)) };
                assert_eq!(state.check(&there), Ok(()), "{unit} to {hex}");
                steps += 1;
            }
            let barred = &reach.barred;
            let others = barred.others.iter().map(|(hex, _)| *hex);
            let told = barred.far.iter().chain(&barred.zone).chain(&barred.enemies).copied().chain(others);
            let told: Vec<Hex> = told.chain(reach.targets.iter().map(|(hex, _)| *hex)).collect();
            let once: HexSet = told.iter().copied().collect();
            assert_eq!(once.len(), told.len(), "{unit}: each by one code, {barred:?}");
            let told = once;
            barred_by_its_case(&state, units, &reach, &inside);
            for hex in inside.iter() {
                for to in Direction::ALL.into_iter().filter_map(|d| pgg_core::data().map.step(hex, d)) {
                    assert_ne!(inside.contains(to), told.contains(to), "{unit}: {hex} to {to}");
                }
            }
            assert_eq!(reach.barred.stuck.is_some(), reach.hexes.is_empty(), "{unit}");
        }
    }
    assert!(steps > 500, "{steps}");
}

/// The case of a list is that of the refusal of a step to its hexes.
fn barred_by_its_case(state: &State, units: UnitSet, reach: &ReachView, inside: &HexSet) {
    let cases = reach.barred.cases;
    for (list, case) in [(&reach.barred.far, cases.far), (&reach.barred.zone, cases.zone)] {
        for &hex in list {
            let from = inside.iter().filter(|from| from.distance(hex) == 1);
            let way_to = |from| if from == reach.start { Vec::new() } else { way(reach, from) };
            let refusals = from.filter_map(|from| {
                let steps = way_to(from).into_iter().chain([hex]);
                state.check(&Action::Move { units, path: path(steps.collect()) }).err()
            });
            assert!(refusals.into_iter().any(|why| why.case == case), "{units:?} to {hex}: {case}");
        }
    }
}

/// One reason of each kind, by its code.
#[test]
fn what_is_not_reached_is_told_by_its_code() {
    // A line stops inf6 in the east; in the north and south its points are spent. pz7 is held fast.
    let state = state(
        r#"{"turn": 7, "phase": "german_movement", "units": {"0417": ["inf6"], "0613": ["r1 3-4"],
            "0616": ["r2 3-4"], "0619": ["r3 3-4"], "1222": ["pz7"], "1322": ["r4 untried"], "1624": ["konev"]}}"#,
    );
    let hex = |text: &str| text.parse::<Hex>().expect("a hex");
    let free = reach(&state, named(&["inf6"]), Vec::new());
    let behind = |zone: &Hex| free.stops.iter().any(|stop| stop.distance(*zone) == 1);
    assert!(!free.barred.zone.is_empty() && free.barred.zone.iter().all(behind), "{:?}", free.barred);
    assert!(!free.barred.far.is_empty() && free.barred.stuck.is_none());
    assert!(free.barred.enemies.contains(&hex("1624")), "far from here");
    let held = reach(&state, named(&["pz7-25", "pz7-6", "pz7-7"]), Vec::new());
    assert_eq!(held.barred.stuck.map(|why| why.case.0), Some("6.22"));
    assert_eq!(held.targets, [(hex("1322"), vec![hex("1222")])], "out of a zone only by an overrun [6.51]");
}

/// The targets are the enemies that the referee allows to overrun: from where the units stand by some of them, after a march
/// with the points that the overrun costs each.
#[test]
fn targets_are_the_referees() {
    let mut ways = 0;
    stacks_of_a_game(|state, units| {
        let Ok(Answer::Reach(reach)) = answer(state, &Ask::Reach { units, after: Vec::new() }) else {
            return;
        };
        let enemies = state.occupied(state.phase().side().enemy());
        for (from, left) in [(reach.start, u8::MAX)].into_iter().chain(walks(&reach).map(|w| (w.hex, w.left)))
        {
            let beside: Vec<Hex> =
                from.neighbours().map(|(_, hex)| hex).filter(|&h| enemies.contains(h)).collect();
            if beside.is_empty() {
                continue;
            }
            let there = walked(state, units, &reach, from);
            for target in beside {
                let able = |some: UnitSet| there.check(&Action::Overrun { units: some, target }).is_ok();
                let may = left >= 6 && units.iter().any(|unit| able(UnitSet::one(unit)));
                let told = reach.targets.iter().any(|(hex, ways)| *hex == target && ways.contains(&from));
                assert_eq!(told, may, "{units:?} from {from} on {target}, turn {}", state.turn());
                ways += usize::from(told);
            }
        }
    });
    assert!(ways > 100, "{ways}");
}

/// An overrun begins where nobody else stands if it can, so that a division keeps its integration [7.3]; then where most
/// points are left.
#[test]
fn the_best_place_to_overrun_from_comes_first() {
    let state = state(
        r#"{"turn": 7, "phase": "german_movement", "units": {"1016": ["pz7"], "1214": ["r1 untried"],
            "1213": ["inf6"], "3010": ["konev"]}}"#,
    );
    let reach = reach(&state, named(&["pz7-25", "pz7-6", "pz7-7"]), Vec::new());
    let (_, ways) = &reach.targets[0];
    let cost = |from: &Hex| walk(&reach, *from).cost;
    let (free, taken) = ways.split_at(ways.len() - 1);
    assert_eq!(taken, ["1213".parse::<Hex>().expect("a hex")], "{ways:?}");
    assert!(free.len() > 1 && free.is_sorted_by_key(cost), "{ways:?}");
}

/// [7.3] Also where the nearest hex is the one that is taken.
#[test]
fn a_free_hex_to_overrun_from_comes_before_a_nearer_one() {
    let units = r#""1016": ["pz7"], "1214": ["r1 untried"], "3010": ["konev"]"#;
    let ways = |units: &str| {
        let state = state(&format!(r#"{{"turn": 7, "phase": "german_movement", "units": {{{units}}}}}"#));
        reach(&state, named(&PZ7), Vec::new()).targets[0].1.clone()
    };
    let free = ways(units);
    let nearest = free[0];
    let taken = ways(&format!(r#"{units}, "{nearest}": ["inf6"]"#));
    assert!(free.len() > 2, "{free:?}");
    assert_eq!(taken, [&free[1..], &[nearest]].concat());
}

/// Why units can take no step at all: by the rule that bars most of the hexes around, whichever comes first.
#[test]
fn stuck_by_what_bars_most_hexes() {
    // North of 1503 is a lake [6.7]; who comes there with the last of his points is too far from all the others [6.12].
    let lake = "1503".parse::<Hex>().expect("a hex");
    let units = named(&["inf6"]);
    let last = (1506..=1516).find_map(|start| {
        let state = state(&format!(
            r#"{{"turn": 7, "phase": "german_movement", "units": {{"{start}": ["inf6"], "3010": ["konev"]}}}}"#
        ));
        let there = reach(&state, units, Vec::new());
        let way = walks(&there).find(|walk| walk.hex == lake && walk.left == 0).map(|_| way(&there, lake))?;
        Some(reach(&state, units, vec![Action::Move { units, path: path(way) }]))
    });
    let barred = last.expect("a march of just so many points").barred;
    assert_eq!(barred.others.iter().map(|(_, why)| why.case).collect::<Vec<_>>(), [Case("6.7")]);
    assert_eq!(barred.far.len(), 5, "{barred:?}");
    assert_eq!(barred.stuck.map(|why| why.case), Some(Case("6.12")));
}

/// [6.7a, 11.13] Hexes entered along a road; where it meets a river it ends for movement, though supply goes on.
#[test]
fn by_road_and_across_a_river() {
    let state =
        state(r#"{"turn": 7, "phase": "german_movement", "units": {"2217": ["inf6"], "3010": ["konev"]}}"#);
    let told = reach(&state, named(&["inf6"]), Vec::new());
    let entered = |to: &str| {
        let hex = to.parse::<Hex>().expect("a hex");
        assert_eq!(walk(&told, hex).from, told.start, "straight to {to}");
        told.road.contains(&hex)
    };
    assert!(entered("2218"), "{:?}", told.road);
    assert!(!entered("2216"), "over the Dnepr to Smolensk");
    assert!(!entered("2117"), "no road at all");
}

/// Divisions that cannot ride are told why, each for itself.
#[test]
fn each_is_told_why_it_cannot_ride() {
    let state = state(
        r#"{"turn": 7, "phase": "soviet_movement", "units": {"3010": ["r1", "r2"], "0616": ["inf6"], "4015": ["konev"]}}"#,
    );
    let told = reach(&state, named(&["r1", "r2"]), Vec::new());
    let why: Vec<_> = told.rail.iter().map(|rail| rail.refused.map(|why| why.reason)).collect();
    let off_the_rails = |unit| Some(Reason::NotOnRail { unit });
    let units: Vec<_> = named(&["r1", "r2"]).iter().collect();
    assert_eq!(why, [off_the_rails(units[0]), off_the_rails(units[1])]);
}

/// Divisions with the same rail reach share an entry.
#[test]
fn units_that_ride_alike_are_told_together() {
    let state = state(
        r#"{"turn": 7, "phase": "soviet_movement", "units": {"4215": ["r1", "r2"], "0616": ["inf6"], "4015": ["konev"]}}"#,
    );
    let units = named(&["r1", "r2"]);
    let reach = reach(&state, units, Vec::new());
    let [rail] = &reach.rail[..] else { panic!("{:?}", reach.rail) };
    assert_eq!(rail.units, units.iter().collect::<Vec<_>>());
    assert!(rail.refused.is_some() || !rail.hexes.is_empty());
}
