//! Nothing that leaves a table before the end contains the seed or hidden information.

use crate::support::*;
use pgg_core::{Action, BySide, Side};
use pgg_table::ask::answer;
use pgg_table::{Ask, Opening, Request, Seed, Table, What};

/// Everything that can be asked of a table, as text.
fn everything(table: &Table) -> String {
    let asks = [
        Ask::Legal,
        Ask::Supply { side: Side::German },
        Ask::Supply { side: Side::Soviet },
        Ask::Areas,
        Ask::Cup,
        Ask::Score,
        Ask::Check { action: Action::Done },
    ];
    let mut all = text(&table.view(&table.state().legal()));
    for ask in asks {
        all += &text(&answer(table.state(), &ask).expect("an answer"));
    }
    for unit in table.state().on_map(Side::Soviet).iter().take(5) {
        let units = pgg_core::UnitSet::one(unit);
        all += &match answer(table.state(), &Ask::Reach { units, after: Vec::new() }) {
            Ok(reach) => text(&reach),
            Err(fault) => text(&fault),
        };
    }
    all + &String::from_utf8(table.snapshot()).expect("JSON")
}

/// Any four bytes of the seed in a row, as hex digits, as numbers or as they are.
fn shows(seed: Seed, told: &str) -> bool {
    seed.0.windows(4).any(|bytes| {
        let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
        let list = bytes.iter().map(u8::to_string).collect::<Vec<_>>();
        told.contains(&hex)
            || told.contains(&hex.to_uppercase())
            || told.contains(&list.join(","))
            || told.contains(&list.join(", "))
            || told.as_bytes().windows(4).any(|part| part == bytes)
    })
}

#[test]
fn the_seed_is_told_at_the_end_and_not_before() {
    let mut game = Game::new(11);
    let seed = game.seed();
    let mut random = Random::new(11);
    while game.table.deciding().is_some() {
        let action = random.action(game.state(), 2);
        game.act(action);
        if game.table.ended().is_none() && random.below(20) == 0 {
            assert!(!shows(seed, &everything(&game.table)));
        }
    }
    let (last, rest) = game.happened.split_last().expect("entries");
    for happened in rest {
        let told = text(&happened.entry) + &text(&happened.events) + &text(&happened.now);
        assert!(!shows(seed, &told), "{told}");
    }
    assert!(matches!(last.entry.what, What::Ended(_)));
    assert!(
        shows(seed, &text(&last.entry)) && shows(seed, &text(&game.table.view(&game.table.state().legal())))
    );
    assert_eq!(format!("{seed:?}"), "Seed(secret)");
    let unfinished = pgg_table::Story::of(&game.log()[..100], seed).expect("a log").record();
    assert_eq!(unfinished.end.and_then(|end| end.seed), None);
}

/// Refusals are public, too.
#[test]
fn refusals_show_nothing() {
    let mut game = Game::new(12);
    game.play_on(&mut Random::new(12), 3, |table| table.state().turn() == 3);
    for action in [Action::Done, Action::TakeLoss, Action::TakeRetreat] {
        for n in [GERMAN, SOVIET, WATCHER] {
            if let Err(fault) = game.table.handle(&who(n), &Request::Action(action).into(), game.now) {
                assert!(!shows(game.seed(), &text(&fault)));
            }
        }
    }
}

fn action_of(request: Request) -> Action {
    match request {
        Request::Action(action) => action,
        other => panic!("no action: {other:?}"),
    }
}

/// Games that differ only in their seeds are equal byte for byte while the same chance comes up, no matter what would come
/// up later.
#[test]
fn what_is_hidden_shows_nowhere() {
    let position = r#"{"turn": 7, "phase": "german_combat", "units": {"1221": ["pz7"], "1222": ["rifle 3-4", "rifle 2-3"],
        "1425": ["konev"], "3020": ["inf6"], "3021": ["rifle 2-3"], "3120": ["rifle"]}}"#;
    let opening = || Opening { auto: BySide([true; 2]), ..opening_at(position) };
    let public =
        |table: &Table| everything(table).replace(&table.view(&table.state().legal()).commitment, "");
    let mut first = Game::open(opening(), 0);
    let mut random = Random::new(0);
    let mut course = vec![public(&first.table)];
    let mut actions = Vec::new();
    while first.table.deciding().is_some() && actions.len() < 60 {
        // Attack only revealed divisions, so that a die is the only chance.
        let action = match actions.len() {
            0 => action_of(attack(&PZ7, "1222")),
            _ if first.state().check(&action_of(attack(&["inf6"], "3021"))).is_ok() => {
                action_of(attack(&["inf6"], "3021"))
            }
            _ => random.action(first.state(), 4),
        };
        first.act(action);
        actions.push(action);
        course.push(public(&first.table));
    }
    let (mut compared, mut with_dice) = (0, 0);
    for n in 1..160 {
        let mut other = Game::open(opening(), n);
        assert_eq!(public(&other.table), course[0]);
        for (action, expected) in actions.iter().zip(&course[1..]) {
            let known = other.happened.len();
            other.act(*action);
            let (here, there) = (&other.happened[known..], first.happened.get(known..other.happened.len()));
            let chance = |h: &pgg_table::Happened| match &h.entry.what {
                What::Acted { chance, .. } => chance.clone(),
                _ => Vec::new(),
            };
            let same = there.is_some_and(|there| here.iter().map(chance).eq(there.iter().map(chance)));
            if !same {
                break;
            }
            assert_eq!(public(&other.table), *expected);
            assert_same(here, there.expect("as many"));
            compared += 1;
            with_dice += here.iter().filter(|h| !chance(h).is_empty()).count();
        }
    }
    assert!(compared > 40 && with_dice >= 5, "{compared} compared, {with_dice} with dice");
}
