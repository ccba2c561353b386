//! What pages and programs ask of a state beside the rules themselves: who may come in where, where there is room, why
//! a walk ends, what a Leader commands.
use crate::support::*;
use pgg_core::game::chance::NoMore;
use pgg_core::rules::movement::Mp;
use pgg_core::{Action, Chance, Direction, Game, Hex, Newcomer, Phase, Seeded, Side, State, UnitSet, data};
use std::collections::BTreeSet;

fn told(state: &State) -> BTreeSet<String> {
    state.newcomers().iter().map(ToString::to_string).collect()
}

/// [14.0] Who may come in, and where: the same as in the list of legal actions, in each phase.
#[test]
fn newcomers_and_their_hexes() {
    let position = |turn: u8, phase: &str| {
        let german = if phase == "soviet_movement" { "" } else { r#", "inf6", "inf26""# };
        state(&format!(
            r#"{{"turn": {turn}, "phase": "{phase}", "units": {{"1222": ["pz7"], "1722": ["r1"]}},
                "waiting": ["yershakov"{german}], "provisional": 3,
                "owed": {{"V": {{"rifle": 1}}, "X": {{"rifle": 2, "armoured": 1}}, "Z": {{"armoured": 1}}}}}}"#
        ))
    };
    let soviet = position(7, "soviet_movement");
    let everybody = ["yershakov", "rifle V", "rifle X", "armoured X", "armoured Z", "provisional", "front"];
    assert_eq!(told(&soviet), everybody.map(str::to_owned).into());
    let from = data().schedule.front_from_turn();
    assert!(told(&position(from, "soviet_movement")).contains("front"));
    assert!(!told(&position(from - 1, "soviet_movement")).contains("front"), "[14.21] not so early");
    assert_eq!(told(&position(7, "german_movement")), ["inf26", "inf6"].map(str::to_owned).into());
    for phase in ["soviet_combat", "german_combat", "mechanized_movement", "air_interdiction"] {
        assert_eq!(told(&position(7, phase)), BTreeSet::new(), "{phase}");
    }
    for state in [soviet, position(7, "german_movement")] {
        let mut by_hexes = Vec::new();
        for who in state.newcomers() {
            let hexes = state.entry_hexes(who);
            assert!(!hexes.is_empty(), "{who}");
            by_hexes.extend(hexes.into_iter().map(|hex| Action::Enter { who, hex, rail: false }));
        }
        by_hexes.retain(|enter| state.check(enter).is_ok());
        let listed: Vec<Action> = state
            .legal()
            .others
            .into_iter()
            .filter(|a| matches!(a, Action::Enter { rail: false, .. }))
            .collect();
        assert!(listed.len() > 8);
        assert_eq!(by_hexes.len(), listed.len());
        assert!(by_hexes.iter().all(|enter| listed.contains(enter)));
    }
}

/// [7.1, 7.2] Room for one more combat unit: three of them, four Soviet units with Leaders.
#[test]
fn room_for_one_more() {
    let table = Table::new(
        r#"{"turn": 7, "phase": "german_movement", "units": {
            "1222": ["inf6", "inf26"], "1422": ["pz7"], "2216": ["r1", "r2"], "2418": ["r3", "r4", "r5"],
            "2620": ["r6", "r7", "konev"], "2822": ["r8", "r9", "lukin", "kurochkin"], "3016": ["r10", "rakutin", "yershakov"]}}"#,
    );
    let room = |side, at| table.state.has_room(side, hex(at));
    assert!(room(Side::German, "1222") && !room(Side::German, "1422") && room(Side::German, "3030"));
    assert!(room(Side::Soviet, "2216") && !room(Side::Soviet, "2418") && room(Side::Soviet, "2620"));
    assert!(!room(Side::Soviet, "2822"), "four units are there");
    assert!(room(Side::Soviet, "3016") && room(Side::Soviet, "3030"));
}

/// Why a walk does not go on, by the case that forbids it; nothing where it does.
#[test]
fn the_border_of_a_reach() {
    let table = Table::new(
        r#"{"turn": 7, "phase": "german_movement", "units": {"1222": ["inf6"], "1424": ["r1"], "1926": ["konev"]}}"#,
    );
    let units = units(&["inf6"]);
    let reach = table.state.reach(units).expect("it may walk");
    let (mut inside, mut told) = (0, BTreeSet::new());
    for (at, _) in reach.field.hexes().chain([(hex("1222"), 0)]) {
        let walked = table.state.after_walk(units, &reach, at).expect("the way");
        for direction in Direction::ALL {
            let Some(to) = data().map.step(at, direction) else {
                assert_eq!(walked.barrier(units, &reach, at, direction), None);
                continue;
            };
            let why = walked.barrier(units, &reach, at, direction);
            match reach.field.cost(to) {
                Some(_) => {
                    assert_eq!(why, None, "{to} is within reach");
                    inside += 1;
                }
                None => {
                    let why = why.unwrap_or_else(|| panic!("no reason why it cannot go from {at} to {to}"));
                    let mut there = table.state;
                    let path = reach.field.path(at).expect("a way");
                    if !path.is_empty() {
                        there.apply(&Action::Move { units, path }, &mut NoMore).expect("the way");
                    }
                    let step = Action::Move { units, path: pgg_core::Path::one(to) };
                    assert_eq!(there.check(&step), Err(why), "{at} to {to}");
                    told.insert(why.case.0);
                }
            }
        }
    }
    assert!(inside > 20);
    assert_eq!(told.into_iter().collect::<Vec<_>>(), ["6.12", "8.13"], "too far, stopped by control");
    assert!(reach.stops.contains(hex("1423")) && !reach.stops.contains(hex("1222")));
}

/// [10.31] The hexes a Leader commands are those from which a division has a Line of Communications to him.
#[test]
fn the_command_of_a_leader() {
    let with = |more: &str, mark: &str| {
        state(&format!(
            r#"{{"turn": 7, "phase": "soviet_combat", "units": {{"2216": ["konev{mark}"], "2013": ["pz7"]{more}}}}}"#
        ))
    };
    let command = with("", "").command_of(unit("konev"));
    assert!(command.contains(hex("2216")) && command.len() > 20, "{} hexes", command.len());
    let apart = |h: &Hex| h.distance(hex("2216")) < 9 && !matches!(h.to_string().as_str(), "2013" | "2216");
    for at in Hex::all().filter(apart).filter(|h| !data().map.lakes().contains(*h)).step_by(3) {
        let state = with(&format!(r#", "{at}": ["r1"]"#), "");
        // The division may open what was closed to the line, but only where it stands.
        assert_eq!(state.supply(unit("r1")).loc, command.contains(at), "{at}");
    }
    assert!(with("", " disrupted").command_of(unit("konev")).is_empty());
    assert!(with("", "").command_of(unit("lukin")).is_empty(), "he is not on the map");
}

/// [6.4] The western hexrows, by side, turn and column.
#[test]
fn closed_hexrows() {
    let at = |turn: u8| state(&format!(r#"{{"turn": {turn}, "phase": "soviet_movement"}}"#));
    assert!(at(6).is_closed(Side::Soviet, hex("0110")) && at(6).is_closed(Side::Soviet, hex("0210")));
    assert!(!at(6).is_closed(Side::Soviet, hex("0310")) && !at(7).is_closed(Side::Soviet, hex("0110")));
    assert!(!at(6).is_closed(Side::German, hex("0110")));
}

/// [6.31] Places by rail: none for a Leader, three for an armoured division.
#[test]
fn places_by_rail() {
    let state =
        state(r#"{"turn": 7, "phase": "soviet_movement", "units": {"4015": ["r1", "tank", "konev"]}}"#);
    let weights = ["r1", "a1", "konev"].map(|u| state.rail_weight(unit(u)));
    assert_eq!(weights, [1, 3, 0]);
}

/// Half-points as people write them (0.4).
#[test]
fn points_as_text() {
    assert_eq!([0, 1, 2, 7, 20].map(|n| Mp(n).to_string()), ["0", "½", "1", "3½", "10"]);
    assert_eq!(Mp(7).halves(), 7);
}

/// [4.2] Whose phases they are, and of which kind.
#[test]
fn phases() {
    let of = |kind: fn(Phase) -> bool| Phase::ALL.into_iter().filter(|&p| kind(p)).collect::<Vec<_>>();
    let movement = [Phase::SovietMovement, Phase::GermanMovement, Phase::MechanizedMovement];
    assert_eq!(of(Phase::is_movement), movement);
    assert_eq!(of(Phase::is_combat), [Phase::SovietCombat, Phase::GermanCombat]);
    assert_eq!(of(|p| p.side() == Side::Soviet).len(), 5);
    let names: BTreeSet<String> = Phase::ALL.iter().map(ToString::to_string).collect();
    assert!(names.len() == Phase::ALL.len() && names.iter().all(|n| n.len() > 8));
}

/// Marks that can be asked for are those of the position.
#[test]
fn marks_of_units() {
    let table = Table::new(
        r#"{"turn": 7, "phase": "german_movement", "units": {"1222": ["inf6 moved", "inf26"], "1422": ["inf5 disrupted"]}}"#,
    );
    let moved = ["inf6", "inf26", "inf5"].map(|u| table.state.has_moved(unit(u)));
    let disrupted = ["inf6", "inf26", "inf5"].map(|u| table.state.is_disrupted(unit(u)));
    assert_eq!((moved, disrupted), ([true, false, false], [false, false, true]));
    let table = Table::new(
        r#"{"turn": 7, "phase": "german_combat", "units": {"1222": ["inf6 attacked", "inf26"], "1422": ["r1 defended", "r2"]}}"#,
    );
    let attacked = ["inf6", "inf26", "r1", "r2"].map(|u| table.state.has_attacked(unit(u)));
    let defended = ["inf6", "inf26", "r1", "r2"].map(|u| table.state.was_attacked(unit(u)));
    assert_eq!((attacked, defended), ([true, false, false, false], [false, false, true, false]));
}

/// A seed goes on where it was left, and what is published of it is not the seed.
#[test]
fn seeds_go_on() {
    let state = state(r#"{"turn": 7, "phase": "german_combat"}"#);
    let seed = [7; 32];
    let mut whole = Seeded::new(seed);
    let dice = |from: &mut Seeded, n: usize| -> Vec<u8> {
        (0..n).map(|_| from.die(&state, pgg_core::game::event::DieFor::Combat).expect("a die")).collect()
    };
    let all = dice(&mut whole, 60);
    assert!((1..=6).all(|die| all.contains(&die)) && all.iter().all(|die| (1..=6).contains(die)));
    assert_eq!(whole.drawn(), 60);
    let mut again = Seeded::resume(seed, 40);
    assert_eq!(again.drawn(), 40);
    assert_eq!(dice(&mut again, 20), all[40..]);
    assert_ne!(dice(&mut Seeded::from_number(1), 60), dice(&mut Seeded::from_number(2), 60));
    let published = whole.commitment();
    assert!(published.len() == 64 && published != Seeded::new([8; 32]).commitment());
    assert!(!published.contains("0707"));
}

/// Undo is open after an action of one's own without chance, and says so before it is asked for.
#[test]
fn undo_is_announced() {
    let start =
        state(r#"{"turn": 7, "phase": "german_movement", "units": {"1222": ["inf6"], "3030": ["konev"]}}"#);
    let mut game = Game::from_state(start);
    assert!(!game.can_undo() && !game.undo());
    game.play(&action(&walk(&["inf6"], &["1223"])), &mut NoMore).expect("a walk");
    assert!(game.can_undo() && game.undo());
    assert_eq!(*game.state(), start);
    assert!(game.redo().is_some() && game.redo().is_none());
    game.play(&action(DONE), &mut NoMore).expect("the end of the phase");
    assert!(game.can_undo());
    let soviet = state(r#"{"turn": 7, "phase": "soviet_interdiction", "units": {"1222": ["inf6"]}}"#);
    let mut game = Game::from_state(soviet);
    game.play(&action(DONE), &mut NoMore).expect("the end of the phase");
    assert!(!game.can_undo(), "the other side decides");
}

/// The one thing that can be done is told only if there is one.
#[test]
fn the_only_action() {
    let nothing =
        state(r#"{"turn": 7, "phase": "german_combat", "units": {"1222": ["inf6"], "3030": ["r1"]}}"#);
    assert_eq!(nothing.legal().only(), Some(Action::Done));
    assert_eq!(nothing.legal().iter().collect::<Vec<_>>(), [Action::Done]);
    for more in [
        r#""phase": "german_combat", "units": {"1222": ["inf6"], "1223": ["r1"]}"#,
        r#""phase": "german_movement", "units": {"1222": ["inf6"]}"#,
        r#""phase": "air_interdiction""#,
    ] {
        let legal = state(&format!(r#"{{"turn": 7, {more}}}"#)).legal();
        assert_eq!(legal.only(), None, "{more}");
        assert!(!legal.is_empty());
        assert!(legal.iter().count() > 1);
        let mut emptied = legal;
        emptied.clear();
        assert!(emptied.is_empty() && emptied == pgg_core::Legal::default());
    }
}

/// [10.4] Leaders that could be flown out: the surrounded ones, as the list of legal actions has it.
#[test]
fn leaders_that_could_be_flown_out() {
    let table = Table::new(
        r#"{"turn": 7, "phase": "evacuation", "options": {"leader_evacuation": true}, "units": {
            "2216": ["konev"], "2214": ["pz7"], "2218": ["pz17"], "2015": ["pz10"], "2416": ["pz18"], "4015": ["lukin"]}}"#,
    );
    let could: UnitSet = table.state.evacuable().collect();
    let listed: UnitSet = table
        .state
        .legal()
        .others
        .iter()
        .filter_map(|a| if let Action::Evacuate { unit } = a { Some(*unit) } else { None })
        .collect();
    assert_eq!(could, listed);
    assert!(!could.contains(unit("lukin")));
    for leader in ["konev", "lukin"] {
        assert_eq!(could.contains(unit(leader)), table.state.is_surrounded(unit(leader)), "{leader}");
    }
}

/// Newcomers have the names they are written with.
#[test]
fn newcomers_by_name() {
    for text in ["rifle V", "armoured X", "provisional", "front", "yershakov", "inf6"] {
        let who: Newcomer = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(who.to_string(), text);
    }
    for bad in ["rifle", "rifle Q", "tank X", "", "front X", "nobody"] {
        assert!(bad.parse::<Newcomer>().is_err(), "{bad}");
    }
}

/// Decisions that the player ends himself, and choices within one that he has to make.
#[test]
fn decisions_of_a_whole_phase() {
    let combat = || {
        let mut table = Table::new(
            r#"{"turn": 7, "phase": "german_combat", "units": {"1221": ["pz7"], "1222": ["r1 3-4"], "1425": ["konev"]}}"#,
        );
        assert!(table.decision().question.is_of_phase(), "[9.0] the Combat Phase");
        table.act_with(&[4], &[], &attack(&PZ7, "1222"));
        table
    };
    assert!(!combat().decision().question.is_of_phase(), "[9.65] loss or retreat");
    let mut retreating = combat();
    retreating.act(RETREAT);
    assert!(!retreating.decision().question.is_of_phase(), "[9.72] the route");
    for phase in ["soviet_movement", "mechanized_movement", "air_interdiction", "soviet_interdiction"] {
        let state = state(&format!(
            r#"{{"turn": 7, "phase": "{phase}", "units": {{"1222": ["pz7"], "1822": ["r1", "konev"]}}}}"#
        ));
        let decision = state.decision().expect("the game goes on");
        assert!(decision.question.is_of_phase(), "{phase}");
    }
}

/// The units of an action: those it names, or the stack it sends.
#[test]
fn the_units_of_an_action() {
    let state = state(
        r#"{"turn": 7, "phase": "soviet_movement", "units": {"1222": ["pz7-25", "pz7-6"], "1822": ["r1", "konev"]},
            "waiting": ["lukin"]}"#,
    );
    for (json, named) in [
        (walk(&["r1", "konev"], &["1922"]), units(&["r1", "konev"])),
        (ride("r1", &["1922"]), units(&["r1"])),
        (lose("r1"), units(&["r1"])),
        (remove("konev"), units(&["konev"])),
        (route("1222", "1121"), units(&["pz7-25", "pz7-6"])),
        (advance("pz7-6", &["1223"]), units(&["pz7-6"])),
        (r#"{"enter": {"who": "lukin", "hex": "5907"}}"#.to_owned(), units(&["lukin"])),
        (r#"{"enter": {"who": "rifle X", "hex": "5907"}}"#.to_owned(), UnitSet::EMPTY),
        (interdict("1222"), UnitSet::EMPTY),
        (DONE.to_owned(), UnitSet::EMPTY),
    ] {
        assert_eq!(action(&json).units(&state), named, "{json}");
    }
}

/// [13.41, 6.37] What a state tells of markers: uses of the Soviet one, cuts, and hexes repaired this turn.
#[test]
fn markers_are_told() {
    let at = |uses: u8| {
        state(&format!(
            r#"{{"turn": 7, "phase": "german_movement", "soviet_marker_uses": {uses}, "rail_cuts": ["1115"],
                "rail_repaired": ["1215", "1315"]}}"#
        ))
    };
    for uses in 0..=3 {
        assert_eq!(at(uses).soviet_marker_uses(), uses);
    }
    assert_eq!(at(0).rail_cuts().collect::<Vec<_>>(), [hex("1115")]);
    assert_eq!(at(0).repaired_rail().collect::<Vec<_>>(), [hex("1215"), hex("1315")]);
}

/// [13.41, 13.44] Three uses, and none on the last turn.
#[test]
fn the_soviet_marker_is_asked_for_while_it_may_be_placed() {
    let asked = |turn: u8, uses: u8| {
        let mut table = Table::new(&format!(
            r#"{{"turn": {turn}, "phase": "soviet_combat", "units": {{"0120": ["inf6"], "2216": ["r1", "konev"]}},
                "soviet_marker_uses": {uses}}}"#
        ));
        table.act(DONE);
        table.state.phase() == Phase::SovietInterdiction
    };
    assert!(asked(7, 0) && asked(11, 2));
    assert!(!asked(7, 3), "the fourth use");
    assert!(!asked(12, 0), "the last turn");
}

/// [6.32, 6.37] Hexes from which a city could be reached by rail: not through Germans, their zones or a cut.
#[test]
fn the_railway_that_leads_to_a_city() {
    let joined = |units: &str, cuts: &str| {
        let text = format!(
            r#"{{"turn": 7, "phase": "soviet_movement", "rail_cuts": [{cuts}], "units": {{"3020": ["r1"]{units}}}}}"#
        );
        state(&text).rail_joined(hex("1115"))
    };
    let has = |joined: pgg_core::HexSet, hexes: [&str; 4]| hexes.map(|at| joined.contains(hex(at)));
    let line = ["1115", "1215", "1315", "1415"];
    assert_eq!(has(joined("", ""), line), [true; 4]);
    let zone = joined(r#", "1314": ["inf6"]"#, "");
    assert_eq!(has(zone, line)[..3], [true, true, false], "1315 is in its zone, 1215 is not");
    let occupied = joined(r#", "1315": ["inf6 disrupted"]"#, "");
    assert_eq!(
        has(occupied, line)[..3],
        [true, true, false],
        "a Disrupted unit has no zone, but it is there"
    );
    assert_eq!(has(joined("", r#""1315""#), line)[..3], [true, true, false], "a cut");
    assert!(joined("", r#""1115""#).is_empty(), "nothing leads into a cut hex");
}

/// [5.23, 10.23a] A unit of a marching army has an entry hex where it marched into enemy control, and nowhere else.
#[test]
fn the_entry_hex_of_a_march() {
    let marched = |german: &str| {
        let text = format!(
            r#"{{"turn": 1, "phase": "soviet_movement", "units": {{"0322": ["r1 moved from 0222"], "{german}": ["inf6"]}},
                "marching": ["r1"], "group": {{"units": ["r1"], "start": "0222"}}}}"#
        );
        state(&text).entry_hex(unit("r1"))
    };
    assert_eq!(marched("0421"), Some(hex("0222")), "beside the 6th Infantry");
    assert_eq!(marched("0120"), None, "far from it");
}

/// [6.64] A Disrupted Leader commands nobody, himself included.
#[test]
fn a_disrupted_leader_has_no_line() {
    let loc = |mark: &str| {
        let state = state(&format!(
            r#"{{"turn": 7, "phase": "soviet_combat", "units": {{"2216": ["konev{mark}"], "3020": ["r1"]}}}}"#
        ));
        state.supply(unit("konev")).loc
    };
    assert!(loc(""));
    assert!(!loc(" disrupted"));
}

/// A diagram says no more than there is to say: a unit without details is its id.
#[test]
fn diagrams_are_short() {
    use pgg_core::formats::position::Diagram;
    let state = state(
        r#"{"turn": 7, "phase": "german_movement", "units": {"1222": ["pz7-6", "pz7-7 lost 1", "inf6 disrupted"],
            "1822": ["a1 tank", "r2 pile 1", "r1 3-4"]}, "dead_unseen": {"rifle": [1]}, "pile_draws": 1}"#,
    );
    let told = serde_json::to_value(Diagram::of(&state)).expect("JSON");
    assert_eq!(
        told["units"],
        serde_json::json!({
            "1222": ["pz7-6", {"id": "pz7-7", "lost": 1}, {"id": "inf6", "marks": ["disrupted"]}],
            "1822": [{"id": "r1", "strength": [3, 4, 1]}, {"id": "r2", "pile": 1}, {"id": "a1", "kind": "tank"}],
        })
    );
}

/// The text of a unit has its numbers where there are any.
#[test]
fn texts_of_units_are_short() {
    let text = r#"{"turn": 7, "phase": "german_movement", "units": {"1222": ["pz7-6", "inf6 lost 1 untried"], "1822": ["r1 untried"]}}"#;
    let told: serde_json::Value = serde_json::from_str(&state(text).to_text()).expect("JSON");
    assert_eq!(told["units"], serde_json::json!({"1222": ["pz7-6", "inf6 lost 1"], "1822": ["r1"]}));
}
