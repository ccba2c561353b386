//! `cargo bench --bench table`: a request, following an entry, putting a table away and taking it out, telling a game.
//! Allocations are counted beside the times.

use divan::{AllocProfiler, Bencher, black_box};
use pgg_core::{Action, BySide, Options, Path, Phase, Side, UnitSet};
use pgg_table::table::Start;
use pgg_table::{
    Asked, Entry, Luck, Name, Next, Opening, Pace, PersonId, Request, Seat, Seed, Story, Table, Time,
    Visibility, Who, Words,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

#[global_allocator]
static ALLOC: AllocProfiler = AllocProfiler::system();

const SEED: Seed = Seed([41; 32]);
const NOW: Time = Time(1_000_000_000_000);

fn main() {
    divan::main();
}

fn person(n: u8) -> (PersonId, Name) {
    (PersonId::from_random([n; 16]), Name::parse(&format!("Player {n}")).expect("a name"))
}

fn who(n: u8) -> Who {
    let (id, name) = person(n);
    Who::Person { id, name, invited: true }
}

fn player_of(side: Side) -> Who {
    who(if side == Side::German { 1 } else { 2 })
}

/// A game of two persons who play at random, ending phases once in so many times, stopped somewhere; the log with it.
fn game_until(auto: bool, end_one_in: u32, stop: impl Fn(&Table) -> bool) -> (Table, Vec<Entry>) {
    let seat = |n| {
        let (id, name) = person(n);
        Seat::Person { id, name }
    };
    let opening = Opening {
        name: Name::parse("A game").expect("a name"),
        options: Options::default(),
        visibility: Visibility::Public,
        pace: Pace::Days(3),
        seats: BySide([seat(1), seat(2)]),
        auto: BySide([auto; 2]),
        from: Start::SetUp,
    };
    let Next { mut table, happened, .. } = Table::open(opening, SEED, None, NOW).expect("a game");
    let mut log: Vec<Entry> = happened.into_iter().map(|h| h.entry).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    while let Some(side) = table.deciding().filter(|_| !stop(&table)) {
        let action = table.state().legal().sample(&mut rng, end_one_in).expect("an action");
        let next = table.handle(&player_of(side), &Request::Action(action).into(), NOW).expect("legal");
        log.extend(next.happened.into_iter().map(|h| h.entry));
        table = next.table;
    }
    (table, log)
}

/// The German player moves on turn 5, and a step of one unit.
fn in_the_middle(auto: bool) -> (Table, Asked) {
    let here = |table: &Table| {
        let state = table.state();
        (state.turn(), state.phase()) == (5, Phase::GermanMovement) && !state.in_combat()
    };
    let (table, _) = game_until(auto, 12, here);
    let &(unit, to) = table.state().legal().steps.first().expect("a step");
    let action = Action::Move { units: UnitSet::one(unit), path: Path::one(to) };
    (table, Request::Action(action).into())
}

/// A game of 1,500 actions.
fn long_game() -> (Table, Vec<Entry>) {
    let (table, log) = game_until(false, 200, |table| table.ply() == 1500);
    assert_eq!(table.ply(), 1500, "the game went on so long");
    (table, log)
}

#[divan::bench(args = [false, true])]
fn handle_a_step(bencher: Bencher, forced_choices: bool) {
    let (table, asked) = in_the_middle(forced_choices);
    let who = player_of(Side::German);
    bencher.bench_local(|| black_box(table.handle(&who, &asked, NOW).is_ok()));
}

/// As many keys as are remembered, each of the length of a UUID.
#[divan::bench]
fn handle_a_step_with_keys(bencher: Bencher) {
    let (mut table, mut asked) = in_the_middle(false);
    let who = player_of(Side::German);
    let text = Words::parse("Hello").expect("words");
    for n in 0..100 {
        let said = Asked { key: Some(format!("{n:036}")), ..Request::Say { text: text.clone() }.into() };
        table = table.handle(&who, &said, NOW).expect("chat").table;
    }
    asked.key = Some("0f8fad5b-d9cb-469f-a165-70867728950e".to_owned());
    bencher.bench_local(|| black_box(table.handle(&who, &asked, NOW).is_ok()));
}

#[divan::bench]
fn handle_chat(bencher: Bencher) {
    let (table, _) = in_the_middle(true);
    let asked = Request::Say { text: Words::parse("Hello").expect("words") }.into();
    bencher.bench_local(|| black_box(table.handle(&who(3), &asked, NOW).is_ok()));
}

#[divan::bench]
fn handle_an_undo(bencher: Bencher) {
    let (mut table, _) = in_the_middle(false);
    let who = player_of(Side::German);
    // Forty steps, which are played again but for the last.
    for _ in 0..40 {
        let Some(&(unit, to)) = table.state().legal().steps.last() else { break };
        let action = Action::Move { units: UnitSet::one(unit), path: Path::one(to) };
        table = table.handle(&who, &Request::Action(action).into(), NOW).expect("a step").table;
    }
    let asked = Request::Undo { to: None }.into();
    bencher.bench_local(|| black_box(table.handle(&who, &asked, NOW).is_ok()));
}

#[divan::bench]
fn admit_a_step(bencher: Bencher) {
    let (table, asked) = in_the_middle(false);
    let next = table.handle(&player_of(Side::German), &asked, NOW).expect("a step");
    let entry = &next.happened[0].entry;
    bencher.with_inputs(|| table.clone()).bench_local_refs(|table| black_box(table.admit(entry).is_ok()));
}

#[divan::bench]
fn clone_a_table(bencher: Bencher) {
    let (table, _) = in_the_middle(false);
    bencher.bench_local(|| black_box(table.clone()));
}

#[divan::bench]
fn fingerprint(bencher: Bencher) {
    let (table, _) = in_the_middle(false);
    bencher.bench_local(|| black_box(table.state().fingerprint()));
}

#[divan::bench]
fn the_only_choice(bencher: Bencher) {
    let (table, _) = in_the_middle(false);
    bencher.bench_local(|| black_box(table.state().legal().only()));
}

#[divan::bench]
fn apply_a_step(bencher: Bencher) {
    let (table, asked) = in_the_middle(false);
    let Request::Action(action) = asked.request else { panic!("a step") };
    let before = *table.state();
    bencher.bench_local(|| {
        let mut state = before;
        black_box(state.apply(&action, &mut pgg_core::game::chance::NoMore).is_ok())
    });
}

#[divan::bench]
fn snapshot(bencher: Bencher) {
    let (table, _) = in_the_middle(false);
    bencher.bench_local(|| black_box(table.snapshot()));
}

#[divan::bench]
fn restore(bencher: Bencher) {
    let kept = in_the_middle(false).0.snapshot();
    bencher.bench_local(|| black_box(Table::restore(&kept, SEED).is_ok()));
}

#[divan::bench]
fn view_as_json(bencher: Bencher) {
    let (table, _) = in_the_middle(false);
    bencher.bench_local(|| black_box(serde_json::to_string(&table.view(&table.state().legal())).is_ok()));
}

/// A game of 1,500 actions from its log, with all events.
#[divan::bench]
fn story_of_1500_actions(bencher: Bencher) {
    let (_, log) = long_game();
    bencher.bench_local(|| black_box(Story::of(&log, SEED).is_ok()));
}

/// The same game from the JSON of its log.
#[divan::bench]
fn log_of_1500_actions_from_json(bencher: Bencher) {
    let (_, log) = long_game();
    let lines: Vec<String> = log.iter().map(|entry| serde_json::to_string(entry).expect("JSON")).collect();
    bencher.bench_local(|| {
        for line in &lines {
            black_box(serde_json::from_str::<Entry>(line).is_ok());
        }
    });
}

#[divan::bench]
fn luck_of_1500_actions(bencher: Bencher) {
    let (_, log) = long_game();
    let record = Story::of(&log, SEED).expect("a log").record();
    bencher.bench_local(|| black_box(Luck::of(&record).is_ok()));
}
