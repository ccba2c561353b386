//! The terms of the evaluation, one by one: each goes the way it should in a position made for it, so that a term that
//! is dropped or turned round is noticed. Worth is to the Germans, so what is good for the Soviets is less.

mod best_fights;
mod golden;
mod judge;
mod monotone;
mod parts;
mod road;

use super::clock::Clock;
use super::{Judge, Terms};
use crate::orders::Orders;
use crate::plan::Plan;
use crate::survey::{Sight, Survey};
use crate::weights::Weights;
use pgg_core::{Hex, Side, State, data};

fn position(turn: u8, phase: &str, units: &str, more: &str) -> State {
    let text = format!(r#"{{"turn": {turn}, "phase": "{phase}", "units": {{{units}}}{more}}}"#);
    State::from_text(&text).unwrap_or_else(|e| panic!("bad position: {e}\n{text}"))
}

fn judged(state: &State, weights: &Weights) -> Terms {
    let plan = Plan::of(state, Side::German, &Weights::default(), &Orders::default());
    Judge::default().look(state, &plan, weights).judged()
}

fn terms(turn: u8, phase: &str, units: &str, more: &str) -> Terms {
    judged(&position(turn, phase, units, more), &Weights::default())
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() < 1e-3
}

/// A position that has been looked at.
struct Looked {
    state: State,
    plan: Plan,
    survey: Survey,
    weights: Weights,
}

fn looked(state: &State) -> Looked {
    let weights = Weights::default();
    let plan = Plan::of(state, Side::German, &weights, &Orders::default());
    let mut survey = Survey::default();
    survey.look(state, &plan, &weights);
    Looked { state: *state, plan, survey, weights }
}

impl Looked {
    fn sight(&self) -> Sight<'_> {
        Sight { state: &self.state, plan: &self.plan, survey: &self.survey, weights: &self.weights }
    }

    fn survey(&self) -> &Survey {
        &self.survey
    }
}

fn hex(text: &str) -> Hex {
    text.parse().expect("a hex")
}

/// A panzer division beside a division whose strength is known, a Leader behind it.
const FRONT: &str = r#""1222": ["pz7"], "1322": ["r1 7-7"], "1624": ["konev"]"#;
/// The same with nobody beside anybody.
const APART: &str = r#""1222": ["pz7"], "1722": ["r1 7-7"], "1924": ["konev"]"#;

/// A motorized division with enemies all round it.
const CUT_OFF: &str = r#""3121": ["mot29"], "3021": ["r1", "r2"], "3020": ["r3"], "3022": ["r4"], "3120": ["r5"],
    "3122": ["r6"], "3221": ["r7"], "3222": ["r8"], "3322": ["rokossovsky"]"#;

/// What changes, and how, when a weight is raised: a term that no longer has it does not change.
#[test]
fn every_weight_counts_and_in_its_direction() {
    type Of = fn(&Terms) -> f32;
    let forces: Of = |t| t.forces;
    let supply: Of = |t| t.supply;
    let fights: Of = |t| t.fights;
    let trapped: Of = |t| t.trapped;
    let objectives: Of = |t| t.objectives;
    let tempo: Of = |t| t.tempo;
    let german = |units: &str, more: &str| position(7, "german_movement", units, more);
    let soviet = |units: &str, more: &str| position(7, "soviet_movement", units, more);
    let no_leader = r#""1222": ["pz7"], "1722": ["r1 7-7"]"#;
    let behind_a_zone = r#""2821": ["pz17"], "3122": ["r1 7-7"], "4020": ["rokossovsky"]"#;
    let city = r#""3021": ["pz17"], "3122": ["r1 7-7"], "4020": ["rokossovsky"]"#;
    let held = r#""3122": ["inf6"], "3022": ["pz17"], "3522": ["r1 7-7"], "4020": ["rokossovsky"]"#;
    let left_empty = r#""2919": ["pz17"], "3322": ["r1 7-7"], "4020": ["rokossovsky"]"#;
    let control = r#", "german_control": ["3122"]"#;
    let surrounded_soviet = r#""1222": ["r1 7-7"], "1221": ["pz7"], "1223": ["pz17"], "1122": ["pz18"], "1322": ["pz10"], "5914": ["rokossovsky"]"#;
    let surrounded_german = r#""4015": ["inf6"], "4014": ["r1", "r2"], "4016": ["r3", "r4"], "3915": ["r5"], "4115": ["r6", "rokossovsky"]"#;
    let cases: Vec<(&str, Of, f32, State)> = vec![
        ("german_strength", forces, 1.0, german(APART, "")),
        ("soviet_strength", forces, -1.0, german(APART, "")),
        ("soviet_body", forces, -1.0, german(APART, "")),
        ("leader", forces, -1.0, german(APART, "")),
        ("integration", forces, 1.0, german(APART, "")),
        ("german_supply", supply, -1.0, soviet(CUT_OFF, "")),
        ("soviet_supply", supply, 1.0, german(no_leader, "")),
        ("trapped", trapped, 1.0, german(surrounded_soviet, "")),
        ("trapped", trapped, -1.0, soviet(surrounded_german, "")),
        ("german_fights", fights, 1.0, german(FRONT, "")),
        ("soviet_fights", fights, -1.0, soviet(surrounded_german, "")),
        ("push", fights, 1.0, german(FRONT, "")),
        ("prize", fights, 1.0, german(city, "")),
        ("later", fights, 1.0, soviet(FRONT, "")),
        ("later", fights, -1.0, german(surrounded_german, "")),
        ("danger", fights, -1.0, soviet(surrounded_german, "")),
        ("exposure", fights, 1.0, soviet(APART, "")),
        ("untaken", objectives, 1.0, german(city, "")),
        ("way", objectives, -1.0, german(city, "")),
        ("way_strength", objectives, 1.0, german(city, "")),
        ("way_garrison", objectives, -1.0, german(city, "")),
        ("zone_toll", objectives, -1.0, soviet(behind_a_zone, "")),
        ("stack_toll", objectives, -1.0, soviet(city, "")),
        ("strength_toll", objectives, -1.0, soviet(city, "")),
        ("hold_strength", objectives, 1.0, soviet(held, control)),
        ("hold_enemy", objectives, -1.0, soviet(held, control)),
        ("hold_garrison", objectives, 1.0, soviet(held, control)),
        ("keep", objectives, -1.0, soviet(left_empty, control)),
        ("tempo", tempo, -1.0, german(APART, "")),
    ];
    let mut wrong = Vec::new();
    for (name, of, sign, state) in cases {
        let mut weights = Weights::default();
        let before = of(&judged(&state, &weights));
        let value = weights.get(name).expect("a weight");
        assert!(weights.set(name, value * 1.2));
        let change = of(&judged(&state, &weights)) - before;
        if change * sign <= 1e-5 {
            wrong.push((name, sign, change));
        }
    }
    assert_eq!(wrong, [], "weight, the direction expected, the change of its term when it is raised");
}

/// Each of them is told once, and all of them count.
#[test]
fn the_total_is_the_sum_of_all_terms() {
    let terms = Terms {
        settled: 1.0,
        objectives: 2.0,
        line: 4.0,
        forces: 8.0,
        supply: 16.0,
        fights: 32.0,
        trapped: 64.0,
        tempo: 128.0,
    };
    assert!(near(terms.total(), 255.0));
    let told: Vec<f32> = terms.each().iter().map(|(_, points)| *points).collect();
    assert_eq!(told, [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0]);
    let state = position(7, "german_movement", FRONT, "");
    let weights = Weights::default();
    let plan = Plan::of(&state, Side::German, &weights, &Orders::default());
    let mut judge = Judge::default();
    let terms = judge.look(&state, &plan, &weights).judged();
    assert!(near(judge.value(&state, &plan, &weights), terms.total()));
    assert!(terms.total().abs() > 1.0);
}

/// [14.23, 15.12] Points of the Front, divisions lost and cities recaptured are settled; objectives are not, they are
/// expected.
#[test]
fn settled_points() {
    let settled = |more: &str| terms(7, "german_movement", APART, more).settled;
    assert!(near(settled(""), 0.0));
    let front = f32::from(data().schedule.front_points(1) + data().schedule.front_points(2));
    assert!(front > 0.0 && near(settled(r#", "front": 2"#), front));
    let recapture = f32::from(data().victory.recapture_points());
    assert!(recapture > 0.0 && near(settled(r#", "recaptures": 2"#), -2.0 * recapture));
    let division = f32::from(data().victory.division_points());
    assert!(division > 0.0 && near(settled(r#", "dead": ["inf6"]"#), -division));
    let vitebsk = r#", "german_control": ["0412", "0513"], "front": 2"#;
    assert!(near(settled(vitebsk), front));
    assert!(!position(7, "german_movement", APART, vitebsk).occupied_objectives().is_empty());
}

/// Strength by the weights: 8 points of a panzer division that is integrated [7.3], a division 7-7, a Leader.
#[test]
fn forces_by_hand() {
    let weights = Weights::default();
    let men = 6.5 / 7.0;
    let panzer = 8.0 * (weights.german_strength + weights.integration);
    let rifle = weights.soviet_body + 7.0 * weights.soviet_strength;
    let soviets = |units: f32| -units * rifle - weights.leader;
    let forces = |units: &str| terms(7, "german_movement", units, "").forces;
    assert!(near(forces(APART), men * (panzer + soviets(1.0))));
    // Without one regiment nobody is doubled.
    let alone = r#""1222": ["pz7-25"], "1722": ["r1 7-7"], "1924": ["konev"]"#;
    let regiment =
        position(7, "german_movement", alone, "").on_map(Side::German).first().expect("a regiment");
    let raw = f32::from(position(7, "german_movement", alone, "").attack(regiment));
    assert!(near(forces(alone), men * (raw * weights.german_strength + soviets(1.0))));
    // The attack counts 35 parts of a hundred and the defence 65.
    let uneven = r#""1222": ["pz7"], "1722": ["r1 1-2"], "1924": ["konev"]"#;
    let uneven_rifle = weights.soviet_body + (0.35 + 1.3) * weights.soviet_strength;
    assert!(near(forces(uneven), men * (panzer - uneven_rifle - weights.leader)));
    // [7.1] The fourth in a hex is lost, and costs more than it is worth.
    let stacked = |n: usize| {
        let rifles: Vec<String> = (1..=n).map(|k| format!(r#""r{k}""#)).collect();
        forces(&format!(r#""1222": ["pz7"], "1722": [{}], "1924": ["konev"]"#, rifles.join(", ")))
    };
    let (three, four) = (stacked(3), stacked(4));
    assert!(stacked(2) > three, "a division more is worse for the Germans");
    assert!(four > three + 4.0, "one too many is better: {three}, then {four}");
}

/// At the end nobody needs forces: what is left of the German turns, by phase, tells how much they count.
#[test]
fn forces_count_by_the_clock() {
    let forces = |turn: u8, phase: &str| terms(turn, phase, APART, "").forces;
    let full = forces(1, "german_movement");
    for (turn, phase, left) in [
        (12, "soviet_movement", 1.0),
        (12, "soviet_combat", 1.0),
        (12, "german_movement", 1.0),
        (12, "german_combat", 0.7),
        (12, "mechanized_movement", 0.5),
        (12, "air_interdiction", 0.0),
        (8, "soviet_interdiction", 5.0),
        (7, "german_combat", 5.7),
    ] {
        let share = (left + 0.5) / 7.0;
        assert!(near(forces(turn, phase), full * share), "turn {turn}, {phase}");
    }
}

/// [12.0] Turns of either side that are left.
#[test]
fn the_clock() {
    for (turn, phase, german, soviet) in [
        (1, "soviet_movement", 12.0, 12.0),
        (3, "evacuation", 10.0, 10.0),
        (3, "soviet_combat", 10.0, 9.4),
        (3, "soviet_interdiction", 10.0, 9.0),
        (3, "german_movement", 10.0, 9.0),
        (3, "german_combat", 9.7, 9.0),
        (3, "mechanized_movement", 9.5, 9.0),
        (3, "air_interdiction", 9.0, 9.0),
    ] {
        let clock = Clock::of(&position(turn, phase, APART, r#", "options": {"leader_evacuation": true}"#));
        assert!(near(clock.german, german) && near(clock.soviet, soviet), "{phase}: {clock:?}");
    }
    assert!(near(Clock { german: 12.0, soviet: 0.0 }.men(), 1.0));
}

/// [11.31] A unit out of supply is worth less, and that is told apart: forces and supply together are what is left.
#[test]
fn supply_takes_its_share() {
    let weights = Weights::default();
    let with = terms(7, "german_movement", APART, "");
    assert!(near(with.supply, 0.0));
    let without = terms(7, "german_movement", r#""1222": ["pz7"], "1722": ["r1 7-7"]"#, "");
    let men = 6.5 / 7.0;
    let rifle = men * (weights.soviet_body + 7.0 * weights.soviet_strength);
    assert!(near(without.supply, weights.soviet_supply * rifle));
    assert!(near(without.forces, with.forces + men * weights.leader), "forces are told in full");
    let state = position(7, "soviet_movement", CUT_OFF, "");
    assert_eq!(state.out_of_supply(state.on_map(Side::German)), state.on_map(Side::German));
    assert!(judged(&state, &weights).supply < -0.1);
}

/// What the Soviet line does is told apart, takes from the objectives, and leaves the total as it is.
#[test]
fn the_line_is_told_apart() {
    for phase in ["german_movement", "soviet_movement"] {
        let state =
            position(7, phase, r#""3021": ["pz17"], "3122": ["r1 7-7"], "4020": ["rokossovsky"]"#, "");
        let weights = Weights::default();
        let plan = Plan::of(&state, Side::German, &weights, &Orders::default());
        let mut judge = Judge::default();
        let whole = judge.look(&state, &plan, &weights).judged();
        let apart = judge.explain(&state, &plan, &weights);
        assert!(near(whole.line, 0.0) && apart.line < -0.1, "{phase}: {}", apart.line);
        assert!(near(apart.objectives + apart.line, whole.objectives));
        assert!(near(apart.total(), whole.total()));
        assert!(near(judge.value(&state, &plan, &weights), whole.total()), "and it judges on as before");
    }
}

/// A division nearer to what it goes for is worth more, and the more the stronger it is.
#[test]
fn tempo_is_the_way_to_go() {
    let at = |units: &str| terms(5, "german_movement", units, "").tempo;
    let near_by = at(r#""2016": ["pz7"], "2216": ["r1"], "4015": ["rokossovsky"]"#);
    let far = at(r#""0716": ["pz7"], "2216": ["r1"], "4015": ["rokossovsky"]"#);
    let weak = at(r#""0716": ["pz7-6"], "2216": ["r1"], "4015": ["rokossovsky"]"#);
    assert!(far < near_by && near_by < 0.0, "{far}, {near_by}");
    assert!(far < weak && weak < 0.0, "{far}, {weak}");
    let two = at(r#""0716": ["pz7"], "0717": ["pz7-6"], "2216": ["r1"], "4015": ["rokossovsky"]"#.replace("pz7-6", "pz17").as_str());
    assert!(two < far, "another division has its own way: {two}");
    let nobody_moves = terms(5, "soviet_movement", r#""0716": ["pz7"], "4015": ["rokossovsky"]"#, "").tempo;
    assert!(near(nobody_moves, 0.0));
}
