//! Where a game can start: from set-up, from a position, from a record.

use crate::support::*;
use pgg_core::{BySide, Options, Phase, Record, Side};
use pgg_table::entry::How;
use pgg_table::table::Start;
use pgg_table::{Fault, Opening, Request, What};

/// A game interrupted after `ply` actions.
fn part_of_a_game(n: u64, ply: u32) -> Record {
    let mut game = Game::new(n);
    game.play_on(&mut Random::new(n), 3, |table| table.ply() == ply);
    game.record()
}

/// The line that the refusal must name, and the change to the record.
type Damage<'a> = (usize, &'a dyn Fn(&mut Record));

fn fault_of(opening: Opening) -> Fault {
    Game::try_open(opening, 1).err().expect("no such game")
}

#[test]
fn from_set_up() {
    let game = Game::new(1);
    let opened = game.table.opened();
    assert_eq!((game.table.last(), game.table.ply()), (1, 0));
    assert_eq!(opened.commitment, game.seed().commitment());
    assert!(!opened.opening.is_empty() && opened.start.is_none());
    assert_eq!((opened.imported, game.table.imported()), (None, None));
    assert!(!game.happened[0].events.is_empty(), "the draws of the set-up are told");
    assert_eq!(game.table.deciding(), Some(Side::Soviet));
    let view = game.table.view(&game.table.state().legal());
    assert_eq!((view.name.as_str(), view.ended, view.offer), ("A game", None, None));
}

#[test]
fn options_count() {
    let options = Options { leader_evacuation: true, historical_draw: true, ..Options::default() };
    let game = Game::open(Opening { options, ..opening() }, 1);
    assert_eq!(game.state().options(), options);
    assert_eq!(game.record().header.options, options);
}

/// A position brings its own options.
#[test]
fn from_a_position() {
    let position = FRONT.replace("{\"turn\"", r#"{"options": {"rail_cut": false}, "turn""#);
    let mut game = Game::at(&position, 1);
    assert_eq!((game.state().turn(), game.state().phase()), (7, Phase::GermanMovement));
    assert!(!game.table.opened().options.rail_cut);
    assert_eq!(game.table.imported(), None);
    game.play_on(&mut Random::new(1), 2, |_| false);
    let record = game.record();
    assert!(record.header.start.is_some());
    record.check().expect("a sound record");
}

#[test]
fn from_a_bad_position() {
    let mut position = pgg_core::Position::parse(FRONT).expect("a position");
    position.turn = 77;
    position.front = 99;
    let fault = fault_of(Opening { from: Start::Position(Box::new(position)), ..opening() });
    let Fault::BadPosition { problems } = fault else { panic!("{fault}") };
    assert_eq!(problems.len(), 2, "all that is wrong: {problems:?}");
}

/// A game that starts from a final position is over.
#[test]
fn from_the_end() {
    let position = FRONT.replace("german_movement", "game_over").replace("\"turn\": 7", "\"turn\": 12");
    let game = Game::at(&position, 1);
    assert_eq!(game.table.ended().expect("an end").how, How::Rules);
}

/// An unfinished record continues with new dice.
#[test]
fn from_an_unfinished_record() {
    let record = part_of_a_game(3, 150);
    let mut game = Game::open(opening_from(&record), 4);
    assert_eq!((game.table.ply(), game.table.last(), game.table.imported()), (150, 151, Some(150)));
    assert_eq!(*game.state(), record.check().expect("a sound record"));
    game.play_on(&mut Random::new(4), 2, |_| false);
    let whole = game.record();
    assert_eq!((whole.header.imported, &whole.entries[..150]), (Some(150), &record.entries[..]));
    whole.check().expect("a sound record");
    let from_seed = whole.check_seed().expect("sound dice").expect("a seed");
    let here: usize = whole.entries[150..].iter().map(|entry| entry.chance.len()).sum();
    assert_eq!(from_seed as usize, here);
}

/// A finished record is a finished game.
#[test]
fn from_a_finished_record() {
    let whole = random_game(5);
    let game = Game::open(opening_from(&whole.record()), 6);
    assert_eq!(game.table.ply(), whole.table.ply());
    let ended = game.table.ended().expect("an end");
    assert_eq!((ended.how, ended.score), (How::Rules, whole.table.ended().expect("an end").score));
    assert!(matches!(game.last_what(), What::Ended(_)));
    let record = game.record();
    assert_eq!(record.check_seed().expect("sound"), Some(0), "nothing came from this seed");
}

/// A record without actions is a set-up whose draws were made elsewhere.
#[test]
fn from_an_empty_record() {
    let record = part_of_a_game(7, 0);
    let mut game = Game::open(opening_from(&record), 8);
    assert_eq!((game.table.ply(), game.table.imported()), (0, Some(0)));
    assert_eq!(*game.state(), record.start().expect("a start"));
    game.play_on(&mut Random::new(8), 2, |_| false);
    let whole = game.record();
    whole.check().expect("a sound record");
    assert!(whole.check_seed().expect("sound dice").is_some());
}

/// A truncated record continues from its end.
#[test]
fn from_a_record_that_was_cut_short() {
    let record = Record { end: None, ..part_of_a_game(3, 40) };
    assert_eq!(Game::open(opening_from(&record), 1).table.ply(), 40);
}

/// A record that starts from a position.
#[test]
fn from_a_record_of_a_position() {
    let mut whole = Game::at(FRONT, 1);
    whole.play_on(&mut Random::new(1), 3, |table| table.ply() == 30);
    let mut game = Game::open(opening_from(&whole.record()), 2);
    assert_eq!(game.table.imported(), Some(30));
    game.play_on(&mut Random::new(2), 2, |_| false);
    let record = game.record();
    record.check().expect("a sound record");
    record.check_seed().expect("sound dice").expect("a seed");
}

/// Every fault of a record is reported with its line, and no game is created.
#[test]
fn from_a_damaged_record() {
    let record = part_of_a_game(3, 150);
    let with_chance = record.entries.iter().position(|entry| !entry.chance.is_empty()).expect("a die");
    let damage: &[Damage] = &[
        (1, &|r| r.header.opening.truncate(1)),
        (1, &|r| r.header.opening.push(r.header.opening[0])),
        (1, &|r| r.header.options.rail_cut = false),
        (12, &|r| r.entries[10].side = r.entries[10].side.enemy()),
        (12, &|r| r.entries[10].state = "0123456789abcdef".to_owned()),
        (12, &|r| r.entries[10].action = pgg_core::Action::TakeLoss),
        (with_chance + 2, &|r| r.entries[with_chance].chance.clear()),
        (with_chance + 2, &|r| {
            let more = r.entries[with_chance].chance[0];
            r.entries[with_chance].chance.push(more);
        }),
        (152, &|r| r.end.as_mut().expect("an end").actions = 149),
        (152, &|r| r.end.as_mut().expect("an end").score = Some(100)),
    ];
    for (n, (line, spoil)) in damage.iter().enumerate() {
        let mut spoilt = record.clone();
        spoil(&mut spoilt);
        let fault = fault_of(opening_from(&spoilt));
        let Fault::BadRecord { line: told, .. } = fault else { panic!("{n}: {fault:?}") };
        // Other options are detected where they first make a difference.
        if n != 2 {
            assert_eq!(told, *line, "{n}");
        }
    }
}

/// Imported actions can be undone like others; chance after that comes from the seed and is verified as such.
#[test]
fn undoing_what_was_imported() {
    let mut whole = Game::new(3);
    let mut random = Random::new(3);
    // Up to two choices of one player without chance.
    whole.play_on(&mut random, 3, |table| table.ply() > 120 && table.ply() - table.now().undo_to >= 2);
    let record = whole.record();
    let imported = record.entries.len() as u32;
    let side = whole.table.deciding().expect("it goes on");
    let mut game = Game::open(opening_from(&record), 4);
    game.must(player_of(side), UNDO);
    assert_eq!(game.table.imported(), Some(imported - 1));
    assert_eq!(game.record().header.imported, Some(imported - 1));
    game.must(player_of(side), Request::Redo);
    assert_eq!(game.table.imported(), Some(imported));
    game.must(player_of(side), UNDO);
    game.must(player_of(side), UNDO);
    game.reload();
    game.play_on(&mut Random::new(4), 2, |_| false);
    let record = game.record();
    assert_eq!(record.header.imported, Some(imported - 2));
    record.check().expect("a sound record");
    record.check_seed().expect("sound dice").expect("a seed");
}

/// Forced choices after an import belong to this game.
#[test]
fn forced_choices_after_an_import() {
    let mut whole = Game::at(ALONE, 1);
    whole.must(GERMAN, DONE);
    let opening = Opening { auto: BySide([true; 2]), ..opening_from(&whole.record()) };
    let game = Game::open(opening, 2);
    assert_eq!((game.table.ply(), game.table.imported()), (3, Some(1)));
}
