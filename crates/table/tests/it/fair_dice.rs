//! The record of a finished game, checked against its published seed: a falsified die is found.

use crate::support::*;
use pgg_core::game::chance::Recording;
use pgg_core::{Chance, Game as Course, Outcome, Record, Recorded, Scripted, Seeded};

/// Finished games of each kind: from set-up, from a position, continued from a record.
fn finished() -> [(&'static str, Game); 3] {
    let from_set_up = random_game(21);
    let mut before = Game::new(20);
    before.play_on(&mut Random::new(20), 3, |table| table.state().turn() == 4);
    let mut from_position = Game::at(&before.state().to_text(), 22);
    from_position.play_on(&mut Random::new(22), 3, |_| false);
    let mut part = Game::new(23);
    part.play_on(&mut Random::new(23), 3, |table| table.state().turn() == 4);
    let mut continued = Game::open(opening_from(&part.record()), 24);
    continued.play_on(&mut Random::new(24), 3, |_| false);
    [("from set-up", from_set_up), ("from a position", from_position), ("continued", continued)]
}

fn through_text(record: &Record) -> Record {
    let mut text = Vec::new();
    record.write(&mut text).expect("a Vec takes all");
    Record::parse(std::str::from_utf8(&text).expect("text")).expect("a record")
}

/// The number of outcomes that have to come from the seed.
fn from_seed(record: &Record) -> usize {
    let skip = record.header.imported.unwrap_or(0) as usize;
    let opening = if record.header.imported.is_none() { record.header.opening.len() } else { 0 };
    opening + record.entries.iter().skip(skip).map(|entry| entry.chance.len()).sum::<usize>()
}

/// The same play up to an action whose outcome is changed, and a consistent record from there on: what a dishonest
/// server could publish.
fn forged(record: &Record, wanted: impl Fn(&Outcome) -> bool, seed: [u8; 32]) -> Option<(usize, Record)> {
    let skip = record.header.imported.unwrap_or(0) as usize;
    let (at, _) =
        record.entries.iter().enumerate().skip(skip).find(|(_, entry)| entry.chance.iter().any(&wanted))?;
    let before = Record { entries: record.entries[..at].to_vec(), end: None, ..record.clone() };
    let mut course = Course::from_record(&before).expect("a sound beginning");
    let action = record.entries[at].action;
    let true_chance = &record.entries[at].chance;
    let other = true_chance.iter().find_map(|outcome| match outcome {
        die @ Outcome::Die(n) if wanted(die) => {
            let mut scripted = Scripted::new([n % 6 + 1], [], [], Recorded::new(&true_chance[..0]));
            Some(retold(&course, &action, true_chance, &mut scripted))
        }
        reveal @ Outcome::Reveal { .. } if wanted(reveal) => {
            let mut other = Seeded::from_number(1);
            Some(retold(&course, &action, true_chance, &mut other))
        }
        _ => None,
    })??;
    course.play(&action, &mut Recorded::new(&other)).ok()?;
    let mut seeded = Seeded::resume(seed, 0);
    let mut random = Random::new(1);
    while course.state().decision().is_some() {
        let action = random.action(course.state(), 2);
        course.play(&action, &mut seeded).expect("legal");
    }
    let mut whole = course.record();
    let end = whole.end.as_mut().expect("an end");
    end.seed.clone_from(&record.end.as_ref().expect("an end").seed);
    Some((at + 2, whole))
}

/// The outcomes that the action would have used if `other` had been thrown.
fn retold(
    course: &Course,
    action: &pgg_core::Action,
    was: &[Outcome],
    other: &mut dyn Chance,
) -> Option<Vec<Outcome>> {
    let mut state = *course.state();
    // Other dice first, then any outcomes that are needed.
    let mut rest = Seeded::from_number(2);
    let mut both = Either { first: other, then: &mut rest };
    let mut recording = Recording::new(&mut both);
    state.apply(action, &mut recording).ok()?;
    let outcomes = recording.outcomes;
    (outcomes != was).then_some(outcomes)
}

struct Either<'a> {
    first: &'a mut dyn Chance,
    then: &'a mut dyn Chance,
}

impl Chance for Either<'_> {
    fn die(
        &mut self,
        state: &pgg_core::State,
        why: pgg_core::game::event::DieFor,
    ) -> Result<u8, pgg_core::NoChance> {
        self.first.die(state, why).or_else(|_| self.then.die(state, why))
    }
    fn draw(
        &mut self,
        state: &pgg_core::State,
        unit: pgg_core::UnitId,
    ) -> Result<pgg_core::Kind, pgg_core::NoChance> {
        self.first.draw(state, unit).or_else(|_| self.then.draw(state, unit))
    }
    fn reveal(
        &mut self,
        state: &pgg_core::State,
        unit: pgg_core::UnitId,
    ) -> Result<pgg_core::CounterId, pgg_core::NoChance> {
        self.first.reveal(state, unit).or_else(|_| self.then.reveal(state, unit))
    }
}

#[test]
fn every_die_and_draw_is_verified() {
    for (name, game) in finished() {
        let record = through_text(&game.record());
        assert_eq!(record, game.record(), "{name}: the text form");
        record.check().unwrap_or_else(|e| panic!("{name}: {e}"));
        let verified = record.check_seed().unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(verified, Some(from_seed(&record) as u32), "{name}");
        assert!(verified > Some(10), "{name}: {verified:?}");
    }
}

#[test]
fn a_changed_die_is_found() {
    for (name, game) in finished() {
        let is_die = |outcome: &Outcome| matches!(outcome, Outcome::Die(_));
        let (line, forged) = forged(&game.record(), is_die, game.seed().0).expect("a forgery");
        forged.check().unwrap_or_else(|e| panic!("{name}: nothing else is wrong with it: {e}"));
        let found = forged.check_seed().expect_err(name);
        assert!(found.line <= line, "{name}: line {line}: {found}");
        assert!(found.what.contains("did not come from the seed"), "{name}: {found}");
    }
}

#[test]
fn a_changed_reveal_is_found() {
    for (name, game) in finished() {
        let is_reveal = |outcome: &Outcome| matches!(outcome, Outcome::Reveal { .. });
        let (line, forged) = forged(&game.record(), is_reveal, game.seed().0).expect("a forgery");
        forged.check().unwrap_or_else(|e| panic!("{name}: nothing else is wrong with it: {e}"));
        let found = forged.check_seed().expect_err(name);
        assert!(found.line <= line, "{name}: line {line}: {found}");
    }
}

#[test]
fn a_changed_opening_is_found() {
    let mut record = random_game(21).record();
    let other = random_game(25).record();
    assert_ne!(record.header.opening, other.header.opening);
    record.header.opening = other.header.opening;
    record.entries.clear();
    assert_eq!(record.check_seed().expect_err("another opening").line, 1);
}

#[test]
fn a_wrong_seed_or_commitment_is_found() {
    for (name, game) in finished() {
        let record = game.record();
        let last = record.entries.len() + 2;
        let spoilt = |change: &dyn Fn(&mut Record)| {
            let mut record = record.clone();
            change(&mut record);
            record.check().unwrap_or_else(|e| panic!("{name}: {e}"));
            record.check_seed().expect_err(name)
        };
        let seed_of =
            |record: &mut Record, seed: String| record.end.as_mut().expect("an end").seed = Some(seed);
        assert_eq!(spoilt(&|r| seed_of(r, seed(1).to_hex())).line, last);
        assert_eq!(spoilt(&|r| r.header.commitment = Some(seed(1).commitment())).line, last);
        assert_eq!(spoilt(&|r| r.header.commitment = None).line, 1);
        // A seed with a valid commitment that did not throw these dice.
        let found = spoilt(&|r| {
            seed_of(r, seed(1).to_hex());
            r.header.commitment = Some(seed(1).commitment());
        });
        assert!(found.what.contains("did not come from the seed"), "{name}: {found}");
        for nonsense in ["", "abc", &"x".repeat(64), &"é".repeat(32)] {
            assert_eq!(spoilt(&|r| seed_of(r, nonsense.to_owned())).line, last, "{nonsense}");
        }
    }
}

/// Before the end there is no seed, which is no fault.
#[test]
fn an_unfinished_game_has_nothing_to_check() {
    let mut game = Game::new(1);
    game.play_on(&mut Random::new(1), 3, |table| table.ply() == 100);
    let record = game.record();
    assert_eq!(record.check_seed(), Ok(None));
    assert_eq!(record.header.commitment, Some(game.seed().commitment()));
}
