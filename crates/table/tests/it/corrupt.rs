//! Logs and snapshots that do not match are detected, and nothing panics.

use crate::support::*;
use pgg_core::Action;
use pgg_table::{Corrupt, Entry, Story, Table, What};

fn log() -> Vec<Entry> {
    let mut game = Game::new(1);
    let mut random = Random::new(1);
    game.play_on(&mut random, 3, |table| table.ply() == 90);
    game.play_on(&mut random, 1000, |table| table.now().undo_to < table.ply());
    let side = game.table.deciding().expect("it goes on");
    game.must(player_of(side), UNDO);
    game.play_on(&mut random, 3, |table| table.ply() == 120);
    game.must(GERMAN, pgg_table::Request::Resign { side: None });
    game.must(WATCHER, say("Oh"));
    game.log()
}

/// An entry, by its index, and the change to it.
type Change<'a> = (usize, &'a dyn Fn(&mut What));

fn wrong(entries: &[Entry]) -> Corrupt {
    Story::of(entries, seed(1)).err().expect("a corrupt log")
}

#[test]
fn a_log_has_a_beginning_and_no_gaps() {
    let log = log();
    assert!(Story::of(&log, seed(1)).is_ok());
    assert_eq!(wrong(&[]).n, 0);
    assert_eq!(wrong(&log[1..]).n, 2);
    let mut gap = log.clone();
    gap.remove(10);
    assert_eq!(wrong(&gap).n, 12);
    let mut twice = log.clone();
    twice.insert(10, log[10].clone());
    assert_eq!(wrong(&twice).n, 11);
    let mut opened = log.clone();
    opened[5].what = log[0].what.clone();
    assert_eq!(wrong(&opened).n, 6);
}

/// The draws of the set-up are in the first entry: one too many is none of this game.
#[test]
fn an_opening_with_a_draw_too_many() {
    let mut log = Game::new(1).log();
    let What::Opened(opened) = &mut log[0].what else { panic!("a first entry") };
    let more = opened.opening[0];
    opened.opening.push(more);
    assert_eq!(wrong(&log), Corrupt { n: 1, what: "the opening has outcomes too many".to_owned() });
}

/// What is wrong with an undo or a redo is told.
#[test]
fn taken_back_and_taken_again_without_reason() {
    let mut game = Game::at(FRONT, 1);
    game.must(GERMAN, walk("inf6", &["0219"]));
    for (what, told) in [
        (What::Redid, "nothing was undone"),
        (What::Undid { to: 9 }, "the actions to take back are not there"),
    ] {
        let mut log = game.log();
        log.push(Entry { n: 3, what, ..log[1].clone() });
        assert_eq!(wrong(&log), Corrupt { n: 3, what: told.to_owned() });
    }
}

#[test]
fn changed_entries_are_found() {
    let log = log();
    let acted = |wanted: &dyn Fn(&What) -> bool| log.iter().position(|e| wanted(&e.what)).expect("an entry");
    let plain = acted(&|w| matches!(w, What::Acted { .. }));
    let with_chance = acted(&|w| matches!(w, What::Acted { chance, .. } if !chance.is_empty()));
    let undid = acted(&|w| matches!(w, What::Undid { .. }));
    let changes: &[Change] = &[
        (plain, &|w| {
            if let What::Acted { side, .. } = w {
                *side = side.enemy()
            }
        }),
        (plain, &|w| {
            if let What::Acted { action, .. } = w {
                *action = Action::TakeLoss
            }
        }),
        (plain, &|w| {
            if let What::Acted { state, .. } = w {
                state.push('0')
            }
        }),
        (plain, &|w| *w = What::Redid),
        (plain, &|w| *w = What::Undid { to: 7 }),
        (with_chance, &|w| {
            if let What::Acted { chance, .. } = w {
                chance.clear()
            }
        }),
        (with_chance, &|w| {
            if let What::Acted { chance, .. } = w {
                chance.push(chance[0])
            }
        }),
        (undid, &|w| *w = What::Undid { to: 0 }),
        (undid, &|w| *w = What::Undid { to: u32::MAX }),
    ];
    for (n, (at, change)) in changes.iter().enumerate() {
        let mut changed = log.clone();
        change(&mut changed[*at].what);
        assert_eq!(wrong(&changed).n, *at as u32 + 1, "change {n}");
    }
    let mut after = log.clone();
    let n = after.len() as u32 + 1;
    after.push(Entry { n, what: log[plain].what.clone(), ..log[plain].clone() });
    assert!(wrong(&after).what.contains("over"));
}

#[test]
fn entries_that_are_not_json() {
    for json in
        ["", "{}", "[]", r#"{"n":1,"at":0,"what":"nonsense"}"#, r#"{"n":1,"at":0,"what":"redid","more":1}"#]
    {
        assert!(serde_json::from_str::<Entry>(json).is_err(), "{json}");
    }
}

#[test]
fn a_damaged_snapshot_is_refused() {
    let mut game = Game::new(1);
    game.play_on(&mut Random::new(1), 3, |table| table.ply() == 60);
    let kept = game.table.snapshot();
    for cut in (0..kept.len()).step_by(97) {
        assert!(Table::restore(&kept[..cut], seed(1)).is_err(), "cut at {cut}");
    }
    let json = String::from_utf8(kept.clone()).expect("JSON");
    for (from, to) in [
        ("\"version\":1", "\"version\":2"),
        ("\"turn\":1", "\"turn\":77"),
        ("\"moved\"", "\"removed\""),
        ("{\"version\"", "{\"more\":1,\"version\""),
    ] {
        assert!(json.contains(from), "{from}");
        assert!(Table::restore(json.replacen(from, to, 1).as_bytes(), seed(1)).is_err(), "{from}");
    }
    let mut random = Random::new(7);
    for _ in 0..300 {
        // It may be accepted or refused, but never panics.
        let mut noise = kept.clone();
        let at = random.below(noise.len() as u32) as usize;
        noise[at] = random.below(256) as u8;
        let _ = Table::restore(&noise, seed(1));
    }
}
