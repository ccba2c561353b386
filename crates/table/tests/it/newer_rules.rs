//! Games of older rules: what was played stays played, and they continue where they are.
//!
//! There is only one set of rules to test with, so logs are made as if older rules had led elsewhere: an action with a fingerprint of
//! version 1 that today's rules do not lead to, or one that they refuse.

use crate::support::*;
use pgg_core::{Action, Side};
use pgg_table::{Differs, Entry, Request, Story, Table, What};

const SEED: u64 = 4;

/// A game of some length, with an undo and a redo in it.
fn played() -> Game {
    let mut game = Game::new(SEED);
    let mut random = Random::new(SEED);
    game.play_on(&mut random, 4, |table| table.ply() == 120);
    game.play_on(&mut random, 1000, |table| table.now().undo_to < table.ply());
    let side = game.table.deciding().expect("it goes on");
    game.must(player_of(side), UNDO);
    game.must(player_of(side), Request::Redo);
    game.play_on(&mut random, 4, |table| table.ply() == 180);
    game
}

/// An entry as older rules would have written it: the same, with a fingerprint that today's rules do not reproduce.
fn by_older_rules(entry: &mut Entry) {
    if let What::Acted { state, .. } = &mut entry.what {
        *state = "00000000000000aa".to_owned();
    }
}

/// The same, with an action that today's rules refuse.
fn refused_today(entry: &mut Entry) {
    by_older_rules(entry);
    if let What::Acted { action, side, .. } = &mut entry.what {
        (*side, *action) = (Side::German, Action::TakeLoss);
    }
}

/// All actions from the entry `n` on are of older rules; the one of `n` gets this change.
fn older(log: &[Entry], n: u32, change: impl Fn(&mut Entry)) -> Vec<Entry> {
    let mut log = log.to_vec();
    log.iter_mut().filter(|entry| entry.n >= n).for_each(by_older_rules);
    change(&mut log[n as usize - 1]);
    log
}

const RULES_1: &str = "\"rules\":1,";
const RULES_NOW: &str = "\"rules\":2,";

/// A snapshot, as if older rules had kept it.
fn of_older_rules(table: &Table) -> String {
    let json = String::from_utf8(table.snapshot()).expect("JSON");
    assert!(json.contains(RULES_NOW), "what the version of the rules is now");
    json.replacen(RULES_NOW, RULES_1, 1)
}

/// The number of an action in the middle of the log.
fn action_of(log: &[Entry]) -> u32 {
    let middle = log.iter().skip(log.len() / 2);
    middle
        .filter(|entry| matches!(entry.what, What::Acted { .. }))
        .map(|entry| entry.n)
        .next()
        .expect("an action")
}

/// Continues the game, and checks that everybody who follows the log gets the same game.
fn goes_on(mut table: Table, log: &[Entry], differs: Differs) {
    let mut log = log.to_vec();
    assert_eq!(table.differs(), Some(differs));
    assert_eq!(table.view(&table.state().legal()).differs, Some(differs));
    let (position, ply) = (*table.state(), table.ply());
    let mut follower = table.clone();
    let mut random = Random::new(9);
    for round in 0..60 {
        let Some(side) = table.deciding() else { break };
        let action = random.action(table.state(), 4);
        let next =
            table.handle(&who(player_of(side)), &Request::Action(action).into(), START).expect("legal");
        if round == 0 {
            let told = &next.happened[0].entry.what;
            let What::Resumed { differs: told, position: at, .. } = told else {
                panic!("not told: {told:?}")
            };
            assert_eq!((*told, *at.clone()), (differs, (&position).into()));
            assert_eq!(next.n, next.happened[1].entry.n, "the request is answered by its own entry");
            assert!(next.happened[0].entry.by.is_none() && next.happened[1].entry.by.is_some());
        } else {
            assert!(
                !next.happened.iter().any(|h| matches!(h.entry.what, What::Resumed { .. })),
                "told twice"
            );
        }
        for happened in &next.happened {
            let entry = through_json(&happened.entry);
            assert_eq!(follower.admit(&entry).expect("it fits"), happened.events);
            log.push(entry);
        }
        table = next.table;
    }
    assert!(table.ply() > ply);
    assert_eq!(table.differs(), Some(differs), "it stays known");
    let story = Story::of(&log, seed(SEED)).expect("a log that fits");
    for other in [&follower, &story.table, &Table::of_log(&log, None, seed(SEED)).expect("a log").0] {
        assert!(other.snapshot() == table.snapshot(), "the tables differ");
    }
    // The past can be shown; the position stands still where it is unknown.
    let states = story.states(0, table.ply()).expect("states");
    assert_eq!(states.len(), table.ply() as usize + 1);
    assert_eq!((states[ply as usize], states.last()), (position, Some(table.state())));
    story.luck().expect("luck");
    let record = story.record();
    assert_eq!(record.entries.len(), table.ply() as usize);
    let error = record.check().expect_err("it goes another way");
    assert_eq!(error.older, Some(differs.version), "{error}");
    // The same from a snapshot.
    let again = Table::restore(&table.snapshot(), seed(SEED)).expect("a snapshot");
    assert!(!again.is_older && again.table.snapshot() == table.snapshot());
}

#[test]
fn a_log_that_leads_the_same_way_is_as_it_was() {
    let game = played();
    let (table, happened) = Table::of_log(&game.log(), None, seed(SEED)).expect("a log");
    assert_same(&happened, &game.happened);
    assert_eq!(table.differs(), None);
    let kept = Table::restore(&game.table.snapshot(), seed(SEED)).expect("a snapshot").table;
    let (table, _) = Table::of_log(&game.log(), Some(kept), seed(SEED)).expect("a log");
    assert!(table.snapshot() == game.table.snapshot());
}

/// An action that is legal but leads to another state is accepted.
#[test]
fn an_action_that_leads_elsewhere_is_taken_and_told() {
    let game = played();
    let n = action_of(&game.log());
    let log = older(&game.log(), n, |_| {});
    let (table, happened) = Table::of_log(&log, None, seed(SEED)).expect("no corrupt log");
    assert_eq!((table.state(), table.ply()), (game.state(), game.table.ply()));
    assert_eq!(happened.len(), log.len());
    goes_on(table, &log, Differs { n, version: 1 });
}

/// From a refused action on, the position stands still, and what was played is shown without events.
#[test]
fn an_action_that_is_refused_stops_the_position_and_not_the_game() {
    let game = played();
    let n = action_of(&game.log());
    let log = older(&game.log(), n, refused_today);
    let (table, happened) = Table::of_log(&log, None, seed(SEED)).expect("no corrupt log");
    let (before, _) = Table::of_log(&log[..n as usize - 1], None, seed(SEED)).expect("a log");
    assert_eq!(table.state(), before.state());
    assert_eq!(table.ply(), game.table.ply(), "what was played counts");
    assert_eq!(table.last(), game.table.last());
    assert!(happened[n as usize - 1..].iter().all(|h| h.events.is_empty()));
    assert_same(&happened[..n as usize - 1], &game.happened[..n as usize - 1]);
    // Chat and a draw offer still work before anything else.
    let said = table.handle(&who(WATCHER), &say("Oh").into(), START).expect("talk");
    assert!(matches!(said.happened[0].entry.what, What::Said { .. }));
    goes_on(table, &log, Differs { n, version: 1 });
}

/// The game continues from the position that older rules stored.
#[test]
fn a_stored_position_of_older_rules_is_gone_on_from() {
    let game = played();
    let n = action_of(&game.log());
    for change in [by_older_rules, refused_today] {
        let log = older(&game.log(), n, change);
        // Stored at the end, and some entries before it.
        for stored in [log.len(), log.len() - 20] {
            let (kept, _) = Table::of_log(&game.log()[..stored], None, seed(SEED)).expect("a log");
            let kept = Table::restore(of_older_rules(&kept).as_bytes(), seed(SEED)).expect("a snapshot");
            assert!(kept.is_older);
            let (table, _) = Table::of_log(&log, Some(kept.table), seed(SEED)).expect("no corrupt log");
            assert_eq!((table.state(), table.ply()), (game.state(), game.table.ply()));
            goes_on(table, &log, Differs { n, version: 1 });
        }
    }
}

/// A log of our own rules that does not fit is corrupt, as it always was; so is one of rules that are not known yet.
#[test]
fn only_older_rules_may_lead_elsewhere() {
    let game = played();
    let n = action_of(&game.log());
    for fingerprint in ["2.00000000000000aa", "3.00000000000000aa", "nonsense.at all"] {
        let mut log = game.log();
        if let What::Acted { state, .. } = &mut log[n as usize - 1].what {
            fingerprint.clone_into(state);
        }
        assert_eq!(Table::of_log(&log, None, seed(SEED)).err().expect("corrupt").n, n, "{fingerprint}");
    }
    // Nor do our own actions follow where the position stands still.
    let mut log = older(&game.log(), n, refused_today);
    let last = log.len() - 1;
    log[last] = game.log()[last].clone();
    assert!(Table::of_log(&log, None, seed(SEED)).is_err());
}

/// Actions that can be taken back are kept; if newer rules refuse them, the position is kept as it was.
#[test]
fn a_snapshot_tells_the_position_itself() {
    let mut game = Game::at(FRONT, SEED);
    game.must(GERMAN, walk("inf6", &["0219"]));
    game.must(GERMAN, walk("inf6", &["0319"]));
    let json = of_older_rules(&game.table);
    let elsewhere = json.replacen(r#""path":["0319"]"#, r#""path":["2222"]"#, 1);
    assert_ne!(elsewhere, json);
    assert!(
        Table::restore(elsewhere.replace(RULES_1, RULES_NOW).as_bytes(), game.seed()).is_err(),
        "damaged"
    );
    let kept = Table::restore(elsewhere.as_bytes(), game.seed()).expect("a snapshot").table;
    assert_eq!((kept.state(), kept.ply()), (game.state(), 2));
    assert_eq!(kept.now().undo_to, 2, "nothing can be taken back");
}

/// The infantry walks three hexes; the log says that older rules led elsewhere.
fn a_walk_of_older_rules() -> (Game, Vec<Entry>) {
    let mut game = Game::at(FRONT, SEED);
    for hex in ["0219", "0319", "0418"] {
        game.must(GERMAN, walk("inf6", &[hex]));
    }
    let log = older(&game.log(), 2, |_| {});
    (game, log)
}

/// A difference that is not in the log yet is in the snapshot; where there is none a snapshot says nothing of it, so that a
/// program that does not know it can read it.
#[test]
fn a_snapshot_tells_of_a_difference() {
    let (game, log) = a_walk_of_older_rules();
    let (table, _) = Table::of_log(&log, None, game.seed()).expect("no corrupt log");
    let kept = Table::restore(&table.snapshot(), game.seed()).expect("a snapshot").table;
    assert_eq!(kept.differs(), Some(Differs { n: 2, version: 1 }));
    let json = |table: &Table| String::from_utf8(table.snapshot()).expect("JSON");
    assert!(json(&table).contains("\"course\"") && !json(&game.table).contains("\"course\""));
}

/// What older rules played cannot be taken back once the game goes on.
#[test]
fn what_older_rules_played_stays() {
    let (game, log) = a_walk_of_older_rules();
    let (table, _) = Table::of_log(&log, None, game.seed()).expect("no corrupt log");
    let next = table.handle(&who(GERMAN), &walk("inf6", &["0518"]).into(), START).expect("a legal walk");
    assert_eq!((next.table.ply(), next.table.now().undo_to), (4, 3));
    let back = next.table.handle(&who(GERMAN), &UNDO.into(), START).expect("an undo");
    assert_eq!((back.table.ply(), back.table.state()), (3, game.state()));
    assert!(back.table.handle(&who(GERMAN), &UNDO.into(), START).is_err());
    // The position in the log is the one of its fingerprint.
    let mut log = log;
    log.extend(next.happened.iter().map(|happened| happened.entry.clone()));
    let What::Resumed { position, .. } = &mut log[4].what else { panic!("not told") };
    position.turn += 1;
    let wrong = Story::of(&log, game.seed()).err().expect("a corrupt log");
    assert_eq!((wrong.n, wrong.what.as_str()), (5, "the position is not the one of its fingerprint"));
}

/// Where a stored position of older rules is followed to an action that is refused today, it stands still, and later actions
/// of older rules are only counted.
#[test]
fn a_stored_position_stands_still_at_a_refused_action() {
    let (game, mut log) = a_walk_of_older_rules();
    let later = Entry { n: 5, ..log[3].clone() };
    refused_today(&mut log[3]);
    let (kept, _) = Table::of_log(&game.log()[..2], None, game.seed()).expect("a log");
    let kept = Table::restore(of_older_rules(&kept).as_bytes(), game.seed()).expect("a snapshot").table;
    let (mut table, _) = Table::of_log(&log, Some(kept), game.seed()).expect("no corrupt log");
    assert_eq!(table.differs(), Some(Differs { n: 2, version: 1 }));
    let position = *table.state();
    assert_eq!(table.admit(&later).expect("it is counted"), []);
    assert_eq!((*table.state(), table.ply()), (position, 4));
}

/// A snapshot tells a position twice only if it has to: after actions that can be taken back.
#[test]
fn a_snapshot_is_no_longer_than_it_has_to_be() {
    let mut game = Game::at(FRONT, SEED);
    let positions = |game: &Game| {
        let json = String::from_utf8(game.table.snapshot()).expect("JSON");
        json.matches("\"units\":{").count()
    };
    let before = positions(&game);
    game.must(GERMAN, walk("inf6", &["0219"]));
    assert_eq!((before, positions(&game)), (2, 3), "of the start, of the last die, and after the walk");
}

/// The end of a game of older rules is told as it was.
#[test]
fn the_end_by_older_rules() {
    let mut resigned = Game::at(FRONT, SEED);
    resigned.must(GERMAN, walk("inf6", &["0219"]));
    resigned.must(SOVIET, Request::Resign { side: None });
    for game in [random_game(SEED), resigned] {
        let log = older(&game.log(), 2, |_| {});
        let was = game.record().end.expect("an end");
        let told = Story::of(&log, game.seed()).expect("no corrupt log").record().end.expect("an end");
        assert_eq!((told.how, told.score, told.level), (was.how, was.score, was.level));
        assert_eq!((told.winner, told.seed), (was.winner, was.seed));
    }
}
