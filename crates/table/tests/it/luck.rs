//! The luck report: single combats computed by hand, and the average of many games.

use crate::support::{Random, action, state, text};
use pgg_core::game::chance::{NoMore, Scripted};
use pgg_core::{Game as Course, Options, Record, Seeded, Side, data};
use pgg_table::Luck;
use pgg_table::luck::{SideLuck, Sum};

/// The record of one attack with a given die and given reveals, as far as the die.
fn one_attack(position: &str, attack: &str, die: u8, reveals: &[&str]) -> Record {
    let mut course = Course::from_state(state(position));
    let mut chance = Scripted::new([die], reveals.iter().map(|r| (*r).to_owned()), [], NoMore);
    let events = course.play(&action(attack), &mut chance).expect("a legal attack");
    assert!(text(&events).contains("\"result\""), "no die was thrown: {}", text(&events));
    course.record()
}

fn near(sum: &Sum, count: u32, came: f64, expected: f64) {
    assert_eq!(sum.count, count, "{sum:?}");
    assert!((sum.came - came).abs() < 1e-9 && (sum.expected - expected).abs() < 1e-9, "{sum:?}");
}

/// The losses that one side inflicted are those that the other took.
fn consistent(luck: &Luck) {
    for side in Side::BOTH {
        assert_eq!(luck.sides[side].dealt, luck.sides[side.enemy()].taken);
        let dice = luck.sides[side].dice;
        assert_eq!(dice.expected, 3.5 * f64::from(dice.count));
        let (least, most) = (f64::from(dice.count), 6.0 * f64::from(dice.count));
        assert!((least..=most).contains(&dice.came));
    }
    let [german, soviet] = &luck.sides.0;
    assert_eq!(german.dealt.count, german.dice.count + soviet.dice.count);
}

/// 16 to 2 is 8-1: De, De, De, D2, D2, D2, so 3, 3, 3, 2, 2, 2 for the defender and nothing for the attacker. The die is
/// a 3. Of the 78 rifle divisions a 0-0 was turned up.
#[test]
fn an_attack_at_eight_to_one() {
    let position =
        r#"{"turn": 7, "phase": "german_combat", "units": {"1221": ["pz7"], "1222": ["r1", "rakutin"]}}"#;
    let attack = r#"{"attack": {"targets": ["1222"], "units": ["pz7-25", "pz7-6", "pz7-7"]}}"#;
    let luck = Luck::of(&one_attack(position, attack, 3, &["0-0"])).expect("a sound record");
    consistent(&luck);
    let german = &luck.sides[Side::German];
    near(&german.dice, 1, 3.0, 3.5);
    near(&german.dealt, 1, 3.0, 2.5);
    near(&german.taken, 1, 0.0, 0.0);
    assert_eq!(luck.sides[Side::Soviet].dice, Sum::default());
    let rifles: Vec<f64> = (data().roster.counters().iter())
        .filter(|c| c.kind == pgg_core::Kind::Rifle)
        .map(|c| f64::from(c.attack + c.defense))
        .collect();
    assert_eq!(rifles.len(), 78);
    near(&luck.draws, 1, 0.0, rifles.iter().sum::<f64>() / 78.0);
}

/// 9 to 4 is 2-1: D2, D1, D1/A1, D1/A1, Eng, A1, so 2, 1, 1, 1, 1, 0 for the defender and 0, 0, 1, 1, 1, 1 for the
/// attacker: when both are engaged each loses a step. The die is a 5.
#[test]
fn an_attack_at_two_to_one() {
    let position = r#"{"turn": 7, "phase": "german_combat",
        "units": {"1221": ["inf6"], "1222": ["r1 1-1", "r2 2-3"], "1425": ["konev"]}}"#;
    let attack = r#"{"attack": {"targets": ["1222"], "units": ["inf6"]}}"#;
    let luck = Luck::of(&one_attack(position, attack, 5, &[])).expect("a sound record");
    consistent(&luck);
    near(&luck.sides[Side::German].dealt, 1, 1.0, 1.0);
    near(&luck.sides[Side::German].taken, 1, 1.0, 4.0 / 6.0);
    assert_eq!(luck.draws, Sum::default());
}

/// 1 to 9 is 1-3: A1, A1, A1, A2, Ae, Ae, so 1, 1, 1, 2, 3, 3 for the attacker, who is Soviet. The die is a 5.
#[test]
fn an_attack_at_one_to_three() {
    let position = r#"{"turn": 7, "phase": "soviet_combat",
        "units": {"1324": ["r2 1-1"], "1424": ["inf26"], "1425": ["konev"]}}"#;
    let attack = r#"{"attack": {"targets": ["1424"], "units": ["r2"]}}"#;
    let luck = Luck::of(&one_attack(position, attack, 5, &[])).expect("a sound record");
    consistent(&luck);
    near(&luck.sides[Side::Soviet].dice, 1, 5.0, 3.5);
    near(&luck.sides[Side::Soviet].taken, 1, 3.0, 11.0 / 6.0);
    near(&luck.sides[Side::German].dealt, 1, 3.0, 11.0 / 6.0);
    near(&luck.sides[Side::Soviet].dealt, 1, 0.0, 0.0);
    let lines = luck.lines();
    assert_eq!(lines.len(), 3);
    assert!(lines[1].starts_with("Soviet: 1 dice, 5.00 on the average"), "{lines:?}");
}

/// In the edition of 1976 the table is another: 8-1 is De, De, De/A1, D2, D2, D2.
#[test]
fn the_edition_counts() {
    let position = r#"{"turn": 7, "phase": "german_combat", "options": {"edition": "1976"},
        "units": {"1221": ["pz7"], "1222": ["r1", "rakutin"]}}"#;
    let attack = r#"{"attack": {"targets": ["1222"], "units": ["pz7-25", "pz7-6", "pz7-7"]}}"#;
    let luck = Luck::of(&one_attack(position, attack, 3, &["0-0"])).expect("a sound record");
    near(&luck.sides[Side::German].dealt, 1, 3.0, 2.5);
    near(&luck.sides[Side::German].taken, 1, 1.0, 1.0 / 6.0);
}

/// Over two hundred games luck evens out.
#[test]
fn the_mean_of_many_games_is_the_expectation() {
    let mut all = Luck::default();
    let add = |all: &mut Sum, one: &Sum| {
        all.count += one.count;
        all.came += one.came;
        all.expected += one.expected;
    };
    for n in 0..200 {
        let mut chance = Seeded::from_number(n);
        let mut random = Random::new(n);
        let (mut course, _) = Course::new(Options::default(), &mut chance).expect("a new game");
        while course.state().decision().is_some() {
            let action = random.action(course.state(), 4);
            course.play(&action, &mut chance).expect("a legal action");
        }
        let luck = Luck::of(&course.record()).expect("a sound record");
        consistent(&luck);
        for side in Side::BOTH {
            let SideLuck { dice, dealt, taken } = &luck.sides[side];
            add(&mut all.sides[side].dice, dice);
            add(&mut all.sides[side].dealt, dealt);
            add(&mut all.sides[side].taken, taken);
        }
        add(&mut all.draws, &luck.draws);
    }
    let evens_out = |what: &str, sum: &Sum, spread: f64| {
        let n = f64::from(sum.count);
        assert!(n > 200.0, "{what}: only {n}");
        // Four standard errors, had each a spread of `spread`.
        let bound = 4.0 * spread / n.sqrt();
        let mean = (sum.came - sum.expected) / n;
        assert!(mean.abs() < bound, "{what}: {mean} a time in {n}, bound {bound}");
    };
    for side in Side::BOTH {
        let SideLuck { dice, dealt, taken } = &all.sides[side];
        evens_out(&format!("{side} dice"), dice, 1.71);
        evens_out(&format!("{side} dealt"), dealt, 1.2);
        evens_out(&format!("{side} taken"), taken, 1.2);
    }
    evens_out("draws", &all.draws, 4.0);
}

/// A record that does not verify has no luck report.
#[test]
fn a_damaged_record_is_refused() {
    let position =
        r#"{"turn": 7, "phase": "german_combat", "units": {"1221": ["pz7"], "1222": ["r1", "rakutin"]}}"#;
    let attack = r#"{"attack": {"targets": ["1222"], "units": ["pz7-25", "pz7-6", "pz7-7"]}}"#;
    let mut record = one_attack(position, attack, 3, &["0-0"]);
    record.entries[0].chance.pop();
    assert_eq!(Luck::of(&record).expect_err("a die is missing").line, 2);
}
