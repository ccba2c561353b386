//! Every cell of the combat results table [9.5] in both editions (0.6), reached by a real attack, and what it does.
use crate::support::*;
use pgg_core::{Action, Decision, Event, Question, Side};
use serde_json::json;

/// Edition `reference`, as [9.5] prints it: a line for each die, columns 1-3, 1-2, 1-1, 2-1 and so on to 10-1.
const REFERENCE: [[&str; 12]; 6] = [
    ["A1", "D1/A1", "D1", "D2", "D2", "D2", "D2", "De/A1", "De", "De", "De", "De"],
    ["A1", "Eng", "D1/A1", "D1", "D2", "D2", "D2", "De/A1", "De", "De", "De", "De"],
    ["A1", "A1", "D1/A1", "D1/A1", "D1", "D2/A1", "D2", "D2", "De/A1", "De", "De", "De"],
    ["A2", "A1", "Eng", "D1/A1", "D1/A1", "D1", "D2/A1", "D2", "D2", "D2", "De/A1", "De"],
    ["Ae", "A2", "A1", "Eng", "D1/A1", "D1/A1", "D1", "D2/A1", "D2", "D2", "D2", "De"],
    ["Ae", "Ae", "A2", "A1", "Eng", "Eng", "D1/A1", "D1", "D2/A1", "D2", "D2", "D2"],
];

/// Edition `1976` differs in four cells (0.6): die, column, result.
const PRINT_1976: [(usize, usize, &str); 4] = [(2, 7, "D2"), (2, 8, "De/A1"), (3, 8, "D2"), (3, 9, "De/A1")];

/// For each column: its name, the Germans in 1221, their strength, the rifle in 1222, its defence.
const COLUMNS: [(&str, &[&str], u16, &str, u16); 12] = [
    ("1-3", &["inf6 lost 3"], 1, "3-3", 3),
    ("1-2", &["inf6 lost 2"], 2, "3-4", 4),
    ("1-1", &["inf6 lost 1"], 4, "3-4", 4),
    ("2-1", &["inf6"], 9, "3-4", 4),
    ("3-1", &["inf6"], 9, "3-3", 3),
    ("4-1", &["pz7"], 16, "3-4", 4),
    ("5-1", &["pz7"], 16, "3-3", 3),
    ("6-1", &["mot14"], 12, "2-2", 2),
    ("7-1", &["mot14", "lehr"], 15, "2-2", 2),
    ("8-1", &["pz7"], 16, "2-2", 2),
    ("9-1", &["dr"], 18, "2-2", 2),
    ("10-1", &["mot14"], 12, "1-1", 1),
];

fn cell(edition: &str, die: usize, column: usize) -> &'static str {
    let changed = PRINT_1976.iter().find(|(d, c, _)| (*d, *c) == (die, column));
    match changed {
        Some((_, _, result)) if edition == "1976" => result,
        _ => REFERENCE[die - 1][column],
    }
}

/// The attack of a column, resolved with a die: the table after it, the attackers, what was told.
fn fight(edition: &str, column: usize, die: usize) -> (Table, Vec<String>, Vec<Event>) {
    let (_, germans, _, rifle, _) = COLUMNS[column];
    let mut table = Table::new(
        &json!({
            "turn": 7, "phase": "german_combat", "options": {"edition": edition},
            "units": {"1221": germans, "1222": [format!("r1 {rifle}")], "1425": ["konev"]},
        })
        .to_string(),
    );
    let attackers: Vec<String> = table.state.units_in(hex("1221")).iter().map(|u| u.to_string()).collect();
    let attack = json!({"attack": {"targets": ["1222"], "units": attackers}}).to_string();
    let events = table.act_with(&[die as u8], &[], &attack);
    (table, attackers, events)
}

fn every_cell(edition: &str, mut check: impl FnMut(usize, usize, &'static str)) {
    let mut cells = 0;
    for column in 0..12 {
        for die in 1..=6 {
            check(column, die, cell(edition, die, column));
            cells += 1;
        }
    }
    assert_eq!(cells, 72);
}

/// [9.5] All 72 cells of the edition `reference`.
#[test]
fn every_cell_of_the_reference_edition() {
    every_cell("reference", |column, die, result| check_cell("reference", column, die, result));
}

/// [9.5, 0.6] All 72 cells of the edition `1976`.
#[test]
fn every_cell_of_the_edition_of_1976() {
    every_cell("1976", |column, die, result| check_cell("1976", column, die, result));
}

fn check_cell(edition: &str, column: usize, die: usize, result: &str) {
    let (name, _, attack, _, defense) = COLUMNS[column];
    let (_, _, events) = fight(edition, column, die);
    let expected = (attack, defense, name.to_owned(), result.to_owned());
    assert_eq!(odds_of(&events), expected, "edition {edition}, column {name}, die {die}");
}

/// [0.6] The two editions differ in four cells and no other.
#[test]
fn the_editions_differ_in_four_cells() {
    let mut differing = Vec::new();
    every_cell("reference", |column, die, result| {
        let (_, _, print) = fight("1976", column, die);
        if odds_of(&print).3 != result {
            differing.push((die, COLUMNS[column].0));
        }
    });
    differing.sort_unstable();
    assert_eq!(differing, [(2, "6-1"), (2, "7-1"), (3, "7-1"), (3, "8-1")]);
}

// ---- what the results do ----------------------------------------------------------------------------------------

/// How a side takes An or Dn.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Loss,
    Retreat,
}

/// One side's part of a result.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Part {
    Nothing,
    Eliminated,
    Steps(u8),
}

/// The two parts of a result by its name: the defender's and the attacker's [9.64-9.66].
fn parts(result: &str) -> (Part, Part) {
    let part = |text: &str| match text.chars().nth(1) {
        Some('e') => Part::Eliminated,
        Some(n) => Part::Steps(n.to_digit(10).expect("A1, A2, D1 or D2") as u8),
        None => Part::Nothing,
    };
    match result.split_once('/') {
        Some((defender, attacker)) => (part(defender), part(attacker)),
        None if result.starts_with('D') => (part(result), Part::Nothing),
        None => (Part::Nothing, part(result)),
    }
}

fn steps_of(table: &Table, ids: &[String]) -> u32 {
    let alive = ids.iter().map(|id| unit(id)).filter(|&u| table.state.hex(u).is_some());
    alive.map(|u| u32::from(table.state.steps_left(u))).sum()
}

/// Let a side take its part; it must be asked exactly as [9.65] says.
fn take(table: &mut Table, side: Side, part: Part, way: Way, ids: &[String], from: &str) {
    let Part::Steps(n) = part else {
        if part == Part::Eliminated {
            assert_eq!(steps_of(table, ids), 0, "no choice and no retreat [9.64]");
        }
        return;
    };
    assert_eq!(table.decision(), Decision { side, question: Question::LossOrRetreat { n } });
    let before = steps_of(table, ids);
    match way {
        Way::Loss => {
            table.act("\"take_loss\"");
            while let Some(Decision { side: asked, question: Question::LoseStep { .. } }) =
                table.state.decision()
            {
                assert_eq!(asked, side);
                let alive = ids.iter().find(|id| table.place(id).is_some()).expect("somebody is left");
                table.act(&json!({"lose_step": {"unit": alive}}).to_string());
            }
            assert_eq!(steps_of(table, ids), before.saturating_sub(u32::from(n)), "{n} steps in all [9.65]");
        }
        Way::Retreat => {
            table.act("\"take_retreat\"");
            let mut passed = vec![from.to_owned()];
            for left in (1..=n).rev() {
                let question = Question::Route { n: left };
                assert_eq!(
                    table.decision(),
                    Decision { side: side.enemy(), question },
                    "the enemy routes [9.72]"
                );
                let route = table.state.legal().others[0];
                let Action::Route { to, .. } = route else { panic!("not a route: {route:?}") };
                assert!(!passed.contains(&to.to_string()), "{n} different hexes [9.73]");
                passed.push(to.to_string());
                table.act(&serde_json::to_string(&route).expect("an action"));
            }
            for id in ids {
                assert_eq!(table.place(id).as_ref(), passed.last(), "the stack goes as one body [9.73]");
            }
            assert_eq!(steps_of(table, ids), before, "a retreat costs no step");
        }
    }
}

/// Who may advance in the end, if anybody [9.81].
fn victor(table: &Table) -> Option<Side> {
    match table.decision() {
        Decision { side, question: Question::Advance } => Some(side),
        Decision { side: Side::German, question: Question::Attack } => None,
        other => panic!("the combat should be over: {other:?}"),
    }
}

fn check_consequence(column: usize, die: usize, result: &str, defender: Way, attacker: Way) {
    let (mut table, attackers, _) = fight("reference", column, die);
    let rifle = ["r1".to_owned()];
    let steps: u32 = {
        let germans = attackers.iter().map(|id| pgg_core::data().roster.german(unit(id)).steps);
        germans.map(u32::from).sum()
    };
    if result == "Eng" {
        // [9.67] Each side loses a step; both stay; no retreat, no advance.
        let lost_before =
            COLUMNS[column].1[0].split_once(" lost ").map_or(0, |(_, n)| n.parse().expect("a number"));
        if table.decision().question == (Question::LoseStep { n: 1 }) {
            assert_eq!(table.decision().side, Side::German);
            table.act(&json!({"lose_step": {"unit": attackers[0]}}).to_string());
        }
        assert_eq!(table.place("r1"), None);
        assert_eq!(steps_of(&table, &attackers), steps - lost_before - 1);
        for id in attackers.iter().filter(|id| table.place(id).is_some()) {
            assert_eq!(table.place(id).as_deref(), Some("1221"));
        }
        assert_eq!(victor(&table), None);
        return;
    }
    let (to_defender, to_attacker) = parts(result);
    let untouched = steps_of(&table, &attackers);
    take(&mut table, Side::Soviet, to_defender, defender, &rifle, "1222");
    take(&mut table, Side::German, to_attacker, attacker, &attackers, "1221");
    if to_attacker == Part::Nothing {
        assert_eq!(steps_of(&table, &attackers), untouched);
    }
    let expected = if to_defender != Part::Nothing {
        // [9.66] The attackers, unless they retreated.
        let retreated = matches!(to_attacker, Part::Steps(_)) && attacker == Way::Retreat;
        (!retreated).then_some(Side::German)
    } else {
        // [9.87] The defender, if the attackers left their hex, one way or another.
        assert_eq!(table.place("r1").as_deref(), Some("1222"));
        table.state.units_in(hex("1221")).is_empty().then_some(Side::Soviet)
    };
    assert_eq!(victor(&table), expected, "{result}, column {}, die {die}", COLUMNS[column].0);
}

/// [9.6, 9.81] Every cell played out, both ways of taking a loss for both sides.
#[test]
fn every_result_has_its_consequence() {
    every_cell("reference", |column, die, result| {
        for defender in [Way::Loss, Way::Retreat] {
            for attacker in [Way::Loss, Way::Retreat] {
                check_consequence(column, die, result, defender, attacker);
            }
        }
    });
}

/// [9.6] All ten results occur, so that none goes without a test.
#[test]
fn all_ten_results_occur() {
    let mut found: Vec<&str> = REFERENCE.iter().flatten().copied().collect();
    found.sort_unstable();
    found.dedup();
    assert_eq!(found, ["A1", "A2", "Ae", "D1", "D1/A1", "D2", "D2/A1", "De", "De/A1", "Eng"]);
}
