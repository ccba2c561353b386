//! The fuzz targets with the stable compiler: on their seeds, on small changes of them, and on random bytes.

use pgg_laws::targets::{TARGETS, Target, mutate_input};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

/// Changed seeds tried for each target that reads text.
const CHANGED: u64 = 400;
/// Random inputs tried for each target.
const RANDOM: u64 = 200;

fn target(name: &str) -> Target {
    TARGETS.into_iter().find(|t| t.0 == name).expect("a target of that name")
}

fn seeds(name: &str) -> Vec<Vec<u8>> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(name);
    let mut paths: Vec<_> =
        fs::read_dir(&directory).expect("seeds").map(|entry| entry.expect("a seed").path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{name} has no seeds");
    paths.into_iter().map(|path| fs::read(path).expect("a seed")).collect()
}

/// Run a target, and print the input if it panics.
fn run((name, body): Target, input: &[u8]) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| body(input))) {
        eprintln!("{name} panics on {}", input.escape_ascii());
        resume_unwind(panic);
    }
}

fn holds_on_seeds(name: &str) {
    for seed in seeds(name) {
        run(target(name), &seed);
    }
}

/// The same inputs every time: finding new ones is the fuzzer's task, not that of a check before a commit.
fn holds_on_changed_seeds(name: &str, skip: usize) {
    let seeds = seeds(name);
    for n in 0..CHANGED {
        let seed = &seeds[n as usize % seeds.len()];
        // A few seeds are deliberately not text.
        if let Some(input) = mutate_input(seed, skip, n) {
            run(target(name), &input);
        }
    }
}

fn holds_on_random_bytes(name: &str, longest: u32) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..RANDOM {
        let mut input = vec![0; (rng.next_u32() % longest) as usize];
        rng.fill_bytes(&mut input);
        run(target(name), &input);
    }
}

#[test]
fn actions() {
    holds_on_seeds("actions");
    holds_on_random_bytes("actions", 300);
}

#[test]
fn position() {
    holds_on_seeds("position");
    holds_on_changed_seeds("position", 0);
    holds_on_random_bytes("position", 300);
}

#[test]
fn position_bytes() {
    holds_on_seeds("position_bytes");
    holds_on_random_bytes("position_bytes", 300);
    // Random bytes are hardly ever a position; seeds with one byte changed often are.
    let seeds = seeds("position_bytes");
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for n in 0..CHANGED as usize {
        let mut input = seeds[n % seeds.len()].clone();
        let at = rng.next_u32() as usize % input.len();
        input[at] = rng.next_u32() as u8;
        run(target("position_bytes"), &input);
    }
}

#[test]
fn record() {
    holds_on_seeds("record");
    holds_on_changed_seeds("record", 0);
    holds_on_random_bytes("record", 300);
}

#[test]
fn engine_line() {
    holds_on_seeds("engine_line");
    holds_on_changed_seeds("engine_line", 1);
    holds_on_random_bytes("engine_line", 300);
}

#[test]
fn data() {
    holds_on_seeds("data");
    holds_on_random_bytes("data", 60);
}
