//! Measure pairs.
use pgg_ai::{player, sim};
use pgg_core::{Options, Phase, Side, State, Seeded};
use std::time::{Duration, Instant};
fn game(seed: u64, g: &str, s: &str, time: &mut [(Duration, u32); 2], verbose: bool) -> i32 {
    let seeds = sim::Seeds::of(7, seed);
    let mut players = [player(g, seeds.german).unwrap(), player(s, seeds.soviet).unwrap()];
    let mut chance = Seeded::from_number(seeds.game);
    let (mut state, _) = State::new_game(Options::default(), &mut chance).unwrap();
    let mut last = (0, Phase::GameOver);
    while let Some(d) = state.decision() {
        let i = d.side as usize;
        let t = Instant::now();
        let a = players[i].choose(&state);
        time[i].0 += t.elapsed();
        let key = (state.turn(), state.phase());
        if key != last { last = key; if matches!(key.1, Phase::SovietMovement) { time[1].1 += 1; } if matches!(key.1, Phase::GermanMovement) { time[0].1 += 1;}
          if verbose && key.1 == Phase::SovietMovement { let sc = state.score(); eprintln!("turn {} margin {} objectives {:?} G {} S {} lostdiv {} recap {} oos {}", key.0, sc.total, sc.objectives.iter().map(|o| o.0.as_str()).collect::<Vec<_>>(), state.on_map(Side::German).len(), state.on_map(Side::Soviet).len(), sc.divisions_lost.len(), sc.recaptures, state.out_of_supply(state.on_map(Side::German)).len()); } }
        if verbose && std::env::var("ACTIONS").is_ok() { eprintln!("{} {:?} {:?}", key.0, key.1, a); }
        if let Err(e) = state.apply(&a, &mut chance) { panic!("seed {seed} {g} {s}: {a:?} {e}"); }
    }
    if verbose { eprintln!("end {:?}", state.score()); }
    state.score().total
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let n: u64 = args[1].parse().unwrap();
    let (a, b) = (args[2].as_str(), args[3].as_str());
    let verbose = n == 1;
    let mut wins = 0; let mut ta = [(Duration::ZERO, 0); 2]; let mut tb = ta; let (mut ma, mut mb) = (0, 0);
    for k in 0..n {
        let x = game(k, a, b, &mut ta, verbose);
        let y = game(k, b, a, &mut tb, verbose);
        if x > y { wins += 1 }
        ma += x; mb += y;
    }
    let per = |t: (Duration, u32)| t.0.as_secs_f64() * 1000.0 / t.1 as f64;
    eprintln!("{a} wins {wins}/{n} pairs; {a} German mean margin {}; {b} German mean margin {}; ms per turn {a}: G {:.2} S {:.2}; {b}: G {:.2} S {:.2}", ma as f64 / n as f64, mb as f64 / n as f64, per(ta[0]), per(tb[1]), per(tb[0]), per(ta[1]));
}
