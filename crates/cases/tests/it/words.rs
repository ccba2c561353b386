//! How core describes its own values: names, texts for people, and small queries of programs.

use crate::support::{action, hex, state, unit, units};
use pgg_core::data::tables::LevelName;
use pgg_core::game::chance::NoMore;
use pgg_core::game::event::DieFor;
use pgg_core::{Chance, Game, HexSet, Kind, Options, Outcome, Question, Scripted, Seeded, Side};

/// An action is named as in its JSON form.
#[test]
fn an_action_is_called_what_its_text_begins_with() {
    for text in [
        r#"{"move": {"units": ["r1"], "path": ["1221"]}}"#,
        r#"{"ride": {"unit": "r1", "path": ["1221"]}}"#,
        r#"{"overrun": {"units": ["pz7-25"], "target": "1221"}}"#,
        r#"{"interdict": {"hex": "1221"}}"#,
        r#""done""#,
        r#""take_loss""#,
    ] {
        let action = action(text);
        assert!(text.contains(&format!("\"{}\"", action.kind())), "{text}: {}", action.kind());
    }
}

/// Hexes are told as they are written, in lists and sets too: a test that fails has to be read.
#[test]
fn hexes_are_told_as_they_are_written() {
    assert_eq!(format!("{:?}", hex("0418")), "0418");
    let set: HexSet = [hex("1221"), hex("0418")].into_iter().collect();
    let told = format!("{set:?}");
    assert!(told.contains("0418") && told.contains("1221"), "{told}");
    let walk = format!("{:?}", action(r#"{"move": {"units": ["r1"], "path": ["1221", "1220"]}}"#));
    assert!(walk.contains("1221") && walk.contains("1220"), "{walk}");
}

/// A state names itself by its fingerprint.
#[test]
fn a_state_is_told_by_its_fingerprint() {
    let state = state(r#"{"turn": 3, "phase": "german_movement", "units": {"1222": ["pz7"]}}"#);
    assert!(format!("{state:?}").contains(&state.fingerprint()), "{state:?}");
}

/// What a source of chance gives, and what it is asked for, is told in words.
#[test]
fn chance_is_told_in_words() {
    let mut seen = std::collections::BTreeSet::new();
    for die in [DieFor::Army16, DieFor::Army19, DieFor::Provisional, DieFor::Overrun, DieFor::Combat] {
        assert!(seen.insert(die.to_string()), "{die:?}");
    }
    assert!(seen.iter().all(|words| !words.is_empty()));
    assert_eq!(Outcome::Draw { unit: unit("a1"), kind: Kind::Tank }.to_string(), "the kind of a1: tank");
    let reveal: Outcome =
        serde_json::from_str(r#"{"reveal": {"unit": "r1", "counter": "rifle 3-4#1"}}"#).expect("a reveal");
    let told = reveal.to_string();
    assert!(told.contains("r1"), "{told}");
}

/// Every question is asked in words of its own.
#[test]
fn questions_are_told_in_words() {
    let questions = [Question::Deploy, Question::PlaceAirMarkers, Question::Evacuate, Question::Move]
        .into_iter()
        .chain([Question::Attack, Question::Advance, Question::LossOrRetreat { n: 2 }]);
    let told: std::collections::BTreeSet<String> = questions.map(|question| question.to_string()).collect();
    assert_eq!(told.len(), 7, "{told:?}");
    assert!(!told.contains(""));
}

/// [15.2] Each level of victory is somebody's.
#[test]
fn levels_belong_to_a_side() {
    let soviet = [LevelName::SovietDecisive, LevelName::SovietStrategic, LevelName::SovietMarginal];
    let german = [LevelName::GermanMarginal, LevelName::GermanStrategic, LevelName::GermanDecisive];
    assert!(soviet.iter().all(|level| level.side() == Side::Soviet));
    assert!(german.iter().all(|level| level.side() == Side::German));
}

/// [15.11] Which objectives the Germans occupy: none, or some.
#[test]
fn occupied_objectives_may_be_none() {
    let none = state(r#"{"turn": 3, "phase": "german_movement", "units": {"1222": ["pz7"]}}"#);
    assert!(none.occupied_objectives().is_empty());
    let objective = data_hex();
    let some = state(&format!(
        r#"{{"turn": 3, "phase": "german_movement", "german_control": ["{objective}"], "units": {{"{objective}": ["pz7"]}}}}"#
    ));
    assert!(!some.occupied_objectives().is_empty(), "{objective}");
}

/// The only hex of an objective that has one.
fn data_hex() -> pgg_core::Hex {
    let mut objectives = pgg_core::data().victory.objectives().iter();
    objectives.find(|o| o.hexes.len() == 1).expect("an objective of one hex").hexes[0]
}

/// A source without outcomes gives none, and one with a script tells what is left of it.
#[test]
fn a_script_is_used_up_in_order() {
    let state =
        state(r#"{"turn": 3, "phase": "german_movement", "units": {"1222": ["pz7"], "1722": ["r1"]}}"#);
    let mut script = Scripted::new([4, 2], ["3-4".to_owned()], [Kind::Tank], NoMore);
    assert_eq!(script.left(), (2, 1, 1));
    assert_eq!(script.die(&state, DieFor::Combat).expect("a die"), 4);
    assert_eq!(script.left(), (1, 1, 1));
    assert_eq!(script.die(&state, DieFor::Combat).expect("a die"), 2);
    script.reveal(&state, unit("r1")).expect("a strength");
    assert_eq!(script.left(), (0, 0, 1));
    let none = script.die(&state, DieFor::Overrun).expect_err("no die is left");
    assert!(none.to_string().contains("an overrun"), "{none}");
}

/// A record knows how many of its outcomes came from its seed: all of them, those of the set-up included.
#[test]
fn a_record_counts_what_was_drawn() {
    let mut chance = Seeded::from_number(1941);
    let (mut game, _) = Game::new(Options::default(), &mut chance).expect("a game");
    assert_eq!(game.record().drawn(), game.record().header.opening.len() as u64);
    let begun = game.record().drawn();
    for _ in 0..200 {
        let Some(action) = game.state().legal().iter().next() else { break };
        game.play(&action, &mut chance).expect("a legal action");
    }
    let played: usize = game.record().entries.iter().map(|entry| entry.chance.len()).sum();
    assert_eq!(game.record().drawn(), begun + played as u64);
}

/// [7.1, 7.2] Whether units fit into a hex beside those of their side that stay there.
#[test]
fn units_fit_up_to_the_limit() {
    let state = state(
        r#"{"turn": 3, "phase": "german_movement",
            "units": {"1222": ["pz7"], "1322": ["inf5"], "1722": ["r1", "r2", "r3", "lukin"], "1822": ["r4"], "1922": ["konev"]}}"#,
    );
    let fit = |who: &[&str], there: &str| state.fit(units(who), hex(there));
    assert!(fit(&["pz7-25"], "1322"), "two regiments and an infantry division");
    assert!(fit(&["pz7-25", "pz7-6"], "1322"));
    assert!(!fit(&["pz7-25", "pz7-6", "pz7-7"], "1322"), "[7.2] three combat units are the most");
    assert!(fit(&["pz7-25", "pz7-6", "pz7-7"], "1222"), "those who stand there already");
    assert!(!fit(&["r4"], "1722"), "[7.1] a fourth combat unit");
    assert!(!fit(&["konev"], "1722"), "[7.1] a fifth unit");
    assert!(fit(&["r4"], "1922"));
}
