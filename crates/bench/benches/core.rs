//! `cargo bench --bench core`: reach fields, legal actions, supply, odds, state copy, the key of a search beside the
//! fingerprint, whole random games.
//! Allocations are counted beside the times.

use divan::{AllocProfiler, Bencher, black_box};
use pgg_bench::state_at;
use pgg_core::analysis::reach::{Ground, Reach};
use pgg_core::unit::MoveClass;
use pgg_core::{Hex, HexSet, Legal, Phase, Seeded, Side, State, Targets, UnitSet};

#[global_allocator]
static ALLOC: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// Reach of a 10-point unit on the empty map from all 1,829 hexes.
#[divan::bench]
fn reach_empty_map_all_hexes(bencher: Bencher) {
    let ground = Ground::new(&HexSet::ALL, &HexSet::EMPTY, &HexSet::EMPTY);
    let class = MoveClass::GermanMotor;
    let mut reach = Reach::walk(Hex::new(1, 1).expect("a hex"), class, 20, &ground);
    bencher.bench_local(|| {
        for start in Hex::all() {
            black_box(&mut reach).walk_again(start, class, 20, &ground);
        }
    });
}

#[divan::bench]
fn reach_of_every_german_unit(bencher: Bencher) {
    let state = state_at(5, Phase::GermanMovement);
    bencher.bench_local(|| {
        for unit in state.on_map(Side::German) {
            black_box(state.reach(UnitSet::one(unit)).is_ok());
        }
    });
}

#[divan::bench(args = [Phase::SovietMovement, Phase::SovietCombat, Phase::GermanMovement, Phase::GermanCombat])]
fn legal_actions(bencher: Bencher, phase: Phase) {
    let state = state_at(5, phase);
    let mut legal = Legal::default();
    bencher.bench_local(|| {
        state.legal_into(&mut legal);
        black_box(&legal);
    });
}

#[divan::bench(args = [Side::German, Side::Soviet])]
fn supply_of_a_side(bencher: Bencher, side: Side) {
    let state = state_at(6, Phase::GermanMovement);
    let units = state.on_map(side);
    bencher.bench_local(|| black_box(state.out_of_supply(units)));
}

/// Odds of the first attack on offer: untried defenders and all.
#[divan::bench]
fn odds_of_an_attack(bencher: Bencher) {
    let state = (3..12)
        .map(|turn| state_at(turn, Phase::GermanCombat))
        .find(|state| !state.legal().attacks.is_empty())
        .expect("an attack");
    let attack = state.legal().attacks[0];
    let targets = Targets::one(attack.target);
    bencher.bench_local(|| black_box(state.odds(attack.units, &targets, false).is_ok()));
}

#[divan::bench]
fn state_copy(bencher: Bencher) {
    let state = state_at(5, Phase::GermanMovement);
    bencher.bench_local(|| -> State { *black_box(&state) });
}

#[divan::bench]
fn key_of_a_state(bencher: Bencher) {
    let state = state_at(5, Phase::GermanMovement);
    bencher.bench_local(|| black_box(&state).key());
}

#[divan::bench]
fn fingerprint_of_a_state(bencher: Bencher) {
    let state = state_at(5, Phase::GermanMovement);
    bencher.bench_local(|| black_box(&state).fingerprint());
}

#[divan::bench(sample_count = 20)]
fn whole_random_game(bencher: Bencher) {
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        let (mut german, mut soviet) =
            (pgg_ai::random::Random::new(seed), pgg_ai::random::Random::new(seed + 7));
        black_box(pgg_ai::sim::play(Default::default(), seed, &mut german, &mut soviet).is_ok())
    });
}

#[divan::bench]
fn die(bencher: Bencher) {
    use pgg_core::Chance;
    let state = state_at(5, Phase::GermanMovement);
    let mut chance = Seeded::from_number(1);
    bencher.bench_local(|| black_box(chance.die(&state, pgg_core::game::event::DieFor::Combat).is_ok()));
}
