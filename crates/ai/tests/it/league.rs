//! A league: the same games however they are shared out, and the numbers that follow from them.

use pgg_ai::league::{BadLeague, Entrant, Fixture, Foul, League, Pairing, Sheet, play_pair};
use pgg_ai::shard::Shard;
use pgg_core::{Options, Record};
use std::collections::BTreeMap;
use std::sync::Mutex;

fn league(players: &[&str], pairs: u32, seed: u64) -> League {
    let players = players.iter().map(|text| text.parse().expect("a program")).collect();
    League { players, pairs, seed, options: Options::default() }
}

fn shard(text: &str) -> Shard {
    text.parse().expect("a shard")
}

/// Play without records and without following.
fn play(league: &League, part: &str, jobs: usize) -> Sheet {
    league.play(shard(part), jobs, false, |_, _| Ok::<_, Foul>(())).expect("no foul")
}

/// What does not depend on the clock.
fn timeless(mut sheet: Sheet) -> Sheet {
    sheet.clocks.iter_mut().for_each(|clock| clock.us = 0);
    sheet
}

#[test]
fn the_games_do_not_depend_on_jobs() {
    let league = league(&["random", "cadet"], 2, 5);
    let one = timeless(play(&league, "1/1", 1));
    assert_eq!(timeless(play(&league, "1/1", 2)), one);
    assert_eq!(one.results.len(), 2);
    assert_eq!(one.clocks[0].player_turns, 2 * 2 * 12);
    assert_ne!(one.results[0].a_german, one.results[1].a_german);
    let fixture = |seed| League { seed, ..league.clone() }.fixture(Pairing { a: 0, b: 1 }, 0);
    assert_ne!(fixture(5), fixture(6));
}

/// Those who search too.
#[test]
fn searched_games_do_not_depend_on_jobs() {
    let league = league(&["general:4", "major"], 1, 6);
    let one = timeless(play(&league, "1/1", 1));
    assert_eq!(timeless(play(&league, "1/1", 2)), one);
}

#[test]
fn shards_in_any_order_are_the_whole() {
    let league = league(&["random", "random:2", "random:3"], 3, 9);
    let whole = play(&league, "1/1", 2);
    assert_eq!(whole.results.len(), 9);
    for parts in [&["2/2", "1/2"][..], &["3/4", "1/4", "4/4", "2/4"], &["1/1"]] {
        let sheets: Vec<Sheet> = parts.iter().map(|part| play(&league, part, 2)).collect();
        let (us, turns) = sheets
            .iter()
            .map(|s| s.clocks[0])
            .fold((0, 0), |(us, turns), clock| (us + clock.us, turns + clock.player_turns));
        let named = parts.iter().map(ToString::to_string).zip(sheets).collect();
        let merged = Sheet::merge(named).expect("a whole league");
        // Times are added up.
        assert_eq!((merged.clocks[0].us, merged.clocks[0].player_turns), (us, turns));
        assert_eq!(merged.clocks[0].player_turns, whole.clocks[0].player_turns);
        assert_eq!(merged.standings(), whole.standings());
        assert_eq!(timeless(merged), timeless(whole.clone()));
    }
    // More shards than pairs: some have nothing to do.
    assert_eq!(play(&league, "10/10", 2).results, []);
}

#[test]
fn shards_that_do_not_fit_are_named() {
    let small = league(&["random", "random:2"], 2, 1);
    let part = |league: &League, text: &str| (format!("file {text}"), play(league, text, 1));
    let refused = |parts: Vec<(String, Sheet)>| Sheet::merge(parts).expect_err("no whole league");
    assert_eq!(refused(vec![part(&small, "1/3"), part(&small, "3/3")]), "shards are missing: 2/3");
    let doubled =
        refused(vec![part(&small, "1/2"), part(&small, "2/2"), ("again".into(), play(&small, "1/2", 1))]);
    assert_eq!(doubled, "again: it is shard 1/2, and so is file 1/2");
    assert!(refused(vec![part(&small, "1/2"), part(&small, "3/3")]).starts_with("file 3/3: it is shard 3/3"));
    let others = [
        (league(&["random", "random:3"], 2, 1), "players random,random:3 instead of random,random:2"),
        (league(&["random", "random:2"], 3, 1), "3 pairs instead of 2"),
        (league(&["random", "random:2"], 2, 8), "seed 8 instead of 1"),
        (
            League { options: Options { rail_cut: false, ..Options::default() }, ..small.clone() },
            "other options",
        ),
    ];
    for (other, what) in others {
        let message = refused(vec![part(&small, "1/2"), part(&other, "2/2")]);
        assert!(message.starts_with("file 2/2: it is of another league than file 1/2"), "{message}");
        assert!(message.contains(what), "{message}");
    }
    assert_eq!(refused(vec![]), "there are no shards");
}

/// A pair is one seed played with the sides exchanged; the better margin with the Germans wins it.
#[test]
fn pairs_are_counted_as_they_should_be() {
    let league = league(&["random", "cadet"], 2, 3);
    let records: Mutex<BTreeMap<(usize, u32), Record>> = Mutex::new(BTreeMap::new());
    let follow = |fixture: &Fixture, record: Option<&mut Record>| {
        let record = record.expect("a record").clone();
        records.lock().expect("no panic").insert((fixture.german, fixture.pair), record);
        Ok::<_, Foul>(())
    };
    let sheet = league.play(Shard::WHOLE, 2, true, follow).expect("no foul");
    assert_eq!(timeless(sheet.clone()), timeless(play(&league, "1/1", 1)), "keeping records changes no game");
    let records = records.into_inner().expect("no panic");
    let margin = |german, pair| records[&(german, pair)].check().expect("it checks").margin();
    let mut won = [0, 0];
    for result in &sheet.results {
        let margins = [margin(0, result.pair), margin(1, result.pair)];
        assert_eq!([result.a_german.margin, result.b_german.margin], margins);
        won[usize::from(margins[1] > margins[0])] += u32::from(margins[0] != margins[1]);
        let seeds = league.fixture(Pairing { a: 0, b: 1 }, result.pair).seeds;
        let [a, b] = [&league.players[0], &league.players[1]];
        assert_eq!(play_pair(a, b, seeds, league.options), Ok(margins));
        // Both games of a pair begin with the same draws.
        assert_eq!(
            records[&(0, result.pair)].header.commitment,
            records[&(1, result.pair)].header.commitment
        );
    }
    let standing = &sheet.standings()[0];
    assert_eq!((standing.a.as_str(), standing.b.as_str()), ("random", "cadet"));
    assert_eq!([standing.won_a, standing.won_b], won);
    assert_eq!(standing.drawn, 2 - won[0] - won[1]);
    let share = standing.share_a.expect("pairs were played");
    assert_eq!(share, (f64::from(won[0]) + f64::from(standing.drawn) / 2.0) / 2.0);
    assert!(standing.low <= share && share <= standing.high);
    let mean = (0..2).map(|pair| f64::from(margin(1, pair))).sum::<f64>() / 2.0;
    assert_eq!(standing.b_german.margin.mean, mean);
    assert_eq!(standing.b_german.levels.values().sum::<u32>(), 2);
}

#[test]
fn who_joins_later_changes_no_game() {
    let two = play(&league(&["random", "random:2"], 2, 4), "1/1", 2);
    let three = play(&league(&["random", "random:2", "random:3"], 2, 4), "1/1", 2);
    assert_eq!(three.standings().len(), 3);
    assert_eq!(three.results[..2], two.results);
    // Other pairings have games of their own.
    assert_ne!(three.results[2].a_german, three.results[0].a_german);
}

#[test]
fn leagues_that_cannot_be() {
    assert_eq!(league(&["cadet"], 1, 1).check(), Err(BadLeague::TooFew));
    assert_eq!(league(&["cadet", "random", "cadet"], 1, 1).check(), Err(BadLeague::Twice("cadet".into())));
    assert_eq!(league(&["cadet", "random"], 0, 1).check(), Err(BadLeague::NoPairs));
    assert_eq!(league(&["cadet", "random"], 1, 1).check(), Ok(()));
}

#[test]
fn entrants_as_text() {
    for name in pgg_ai::NAMES {
        let entrant: Entrant = name.parse().expect("a program");
        assert_eq!((entrant.to_string().as_str(), entrant.level()), (*name, *name));
    }
    assert_eq!("cadet:7".parse::<Entrant>().map(|e| e.name()), Ok("cadet:7".to_owned()));
    for wrong in ["", "nobody", "cadet:", "cadet:0", "cadet:-1", "cadet:x", ":5", "Cadet"] {
        assert!(wrong.parse::<Entrant>().is_err(), "{wrong}");
    }
}
