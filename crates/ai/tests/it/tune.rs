//! Tuning: it finds what is better although most of every result is chance, and always the same way.

use pgg_ai::shard::Shard;
use pgg_ai::sim::Seeds;
use pgg_ai::tune::{Margins, Parameter, Part, Tuning};

/// The program under trial is the better the nearer the parameters come to these.
const TRUTH: [f64; 6] = [0.2, 0.9, 0.5, 0.0, 0.7, 0.4];

/// Points by which a point is better than the start, all at ½, in a made-up game.
fn better(tuning: &Tuning<String>, point: &[u8]) -> f64 {
    let away = |values: &mut dyn Iterator<Item = f64>| {
        values.zip(TRUTH).map(|(value, truth)| (value - truth).powi(2)).sum::<f64>()
    };
    let start = away(&mut [0.5; 6].into_iter());
    (start - away(&mut tuning.values(point).map(|(_, value)| value))) * 50.0
}

/// A pair of the made-up game: what is better, and as much chance as in a real one.
fn play(tuning: &Tuning<String>, point: &[u8], seeds: Seeds) -> Result<Margins, String> {
    let chance: f64 = [seeds.game, seeds.german, seeds.soviet]
        .into_iter()
        .flat_map(|seed| [seed & 0xFFFF, seed >> 16 & 0xFFFF, seed >> 32 & 0xFFFF, seed >> 48])
        .map(|number| number as f64 / 65536.0 - 0.5)
        .sum();
    Ok([(better(tuning, point) + 40.0 * chance) as i32, 0])
}

fn tuning(seed: u64) -> Tuning<String> {
    let parameter = |n| Parameter::spread(&format!("p{n}"), 0.5, (0.0, 1.0), 11);
    Tuning::new("a made-up game".to_owned(), (0..6).map(parameter).collect(), seed, 8, 25, 50)
}

fn part(tuning: &Tuning<String>, shard: &str, jobs: usize) -> (String, Part<String>) {
    let shard: Shard = shard.parse().expect("a shard");
    let part = tuning.play(shard, jobs, |point, seeds| play(tuning, point, seeds)).expect("it plays");
    (format!("part {shard}"), part)
}

fn round(tuning: &Tuning<String>, shards: &[&str], jobs: usize) -> Tuning<String> {
    Tuning::merge(shards.iter().map(|shard| part(tuning, shard, jobs)).collect()).expect("a whole round")
}

#[test]
fn it_finds_what_is_better() {
    for seed in 1..=5 {
        let mut tuning = tuning(seed);
        assert_eq!(tuning.best(), tuning.start());
        while !tuning.is_over() {
            tuning = round(&tuning, &["1/1"], 2);
        }
        assert_eq!((tuning.rounds_over(), tuning.trials.len()), (8, 200));
        let (found, possible) = (better(&tuning, &tuning.best()), better(&tuning, &[2, 9, 5, 0, 7, 4]));
        assert!(found > 0.6 * possible, "seed {seed}: {found:.1} of {possible:.1} points");
        let proof = tuning.proof().expect("a proof");
        assert_eq!(proof.won + proof.lost + proof.drawn, 50);
        assert!(proof.low <= proof.share && proof.share <= proof.high && proof.share > 0.5, "{proof:?}");
    }
}

#[test]
fn it_is_the_same_however_it_is_shared_out() {
    let mut whole = tuning(3);
    let mut shared = whole.clone();
    while !whole.is_over() {
        assert_eq!(whole.next_round(), shared.next_round());
        whole = round(&whole, &["1/1"], 1);
        shared = round(&shared, &["2/3", "3/3", "1/3"], 2);
        assert_eq!(shared, whole);
    }
    assert!(whole.next_round().is_empty());
    assert_ne!(round(&tuning(4), &["1/1"], 1).trials, tuning(3).trials);
}

#[test]
fn it_goes_on_where_it_was() {
    let mut long = tuning(1);
    let mut short = tuning(1);
    short.extend(2, 5);
    while !short.is_over() {
        short = round(&short, &["1/1"], 1);
    }
    assert_eq!((short.trials.len(), short.proved.len()), (50, 5));
    short.extend(8, 50);
    assert_eq!(short.proved, [[0; 2]; 0], "the proof is of other weights and is played anew");
    while !long.is_over() {
        long = round(&long, &["1/1"], 1);
        if !short.is_over() {
            short = round(&short, &["1/1"], 1);
        }
    }
    assert_eq!(short, long);
    // Rounds that are over cannot be undone.
    short.extend(1, 50);
    assert_eq!(short, long);
}

#[test]
fn parts_that_do_not_fit_are_named() {
    let tuning = tuning(1);
    let refused = |parts: Vec<(String, Part<String>)>| Tuning::merge(parts).expect_err("no whole round");
    assert_eq!(refused(vec![]), "there are no parts");
    assert_eq!(refused(vec![part(&tuning, "1/3", 1), part(&tuning, "2/3", 1)]), "shards are missing: 3/3");
    let next = round(&tuning, &["1/1"], 1);
    let message = refused(vec![part(&tuning, "1/2", 1), part(&next, "2/2", 1)]);
    assert_eq!(message, "part 2/2: it is of another tuning, or of another round, than part 1/2");
    let (name, mut cut) = part(&tuning, "2/2", 1);
    cut.results.pop();
    assert!(refused(vec![part(&tuning, "1/2", 1), (name, cut)]).starts_with("part 2/2: it has 11 results"));
    let mut wrong = next.clone();
    wrong.trials[7].point[0] = 11;
    assert_eq!(wrong.check(), Err("trial 7 has a value that its parameter does not have".to_owned()));
    wrong.trials.truncate(7);
    assert_eq!(wrong.check(), Err("its rounds are not complete".to_owned()));
}
