//! Records: whole games kept as files, and random ones, replay bit for bit.

use pgg_core::tables::Edition;
use pgg_core::{Game, Legal, Options, Phase, Record, Seeded};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::path::PathBuf;

/// The games kept under `tests/golden`: name, seed, options.
fn golden() -> [(&'static str, u64, Options); 3] {
    let usual = Options::default();
    let evacuation = Options { leader_evacuation: true, historical_draw: true, ..usual };
    let print = Options { edition: Edition::Print1976, rail_cut: false, ..usual };
    [("usual", 1, usual), ("evacuation", 2, evacuation), ("edition_1976", 3, print)]
}

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.jsonl"))
}

fn text_of(record: &Record) -> String {
    let mut text = Vec::new();
    record.write(&mut text).expect("a Vec takes all");
    String::from_utf8(text).expect("UTF-8")
}

/// A whole random game. Phases end soon, so that the files stay small.
fn random_game(seed: u64, options: Options, end_one_in: u32) -> Game {
    let mut chance = Seeded::from_number(seed);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut game, _) = Game::new(options, &mut chance).expect("a new game");
    let mut legal = Legal::default();
    loop {
        game.state().legal_into(&mut legal);
        let Some(action) = legal.sample(&mut rng, end_one_in) else { break };
        game.play(&action, &mut chance).expect("a legal action");
    }
    assert_eq!(game.state().phase(), Phase::GameOver);
    game
}

/// Replay a text: every action, die and fingerprint, and the same text again.
fn replays(name: &str, text: &str) -> Game {
    let record = Record::parse(text).unwrap_or_else(|e| panic!("{name}: {e}"));
    let last = record.check().unwrap_or_else(|e| panic!("{name}: {e}"));
    let game = Game::from_record(&record).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(*game.state(), last, "{name}");
    assert!(text_of(&record) == text, "{name}: written again it differs");
    assert!(text_of(&game.record()) == text, "{name}: replayed it differs");
    game
}

/// The games under `tests/golden` are still games. With `PGG_BLESS=1` they are written anew.
#[test]
fn golden_records() {
    let mut all = String::new();
    for (name, seed, options) in golden() {
        if std::env::var_os("PGG_BLESS").is_some_and(|v| v == "1") {
            // Leaders are seldom surrounded by chance: take the first game in which one is flown out.
            let games = (seed..).step_by(3).map(|seed| text_of(&random_game(seed, options, 24).record()));
            let wanted = |text: &String| !options.leader_evacuation || text.contains("\"evacuate\"");
            let text = games.take(3000).find(wanted).expect("an evacuation");
            std::fs::create_dir_all(path(name).parent().expect("a folder")).expect("the folder");
            std::fs::write(path(name), text).expect("the file");
        }
        let text = std::fs::read_to_string(path(name))
            .unwrap_or_else(|e| panic!("{}: {e}; PGG_BLESS=1 writes it", path(name).display()));
        assert!(text.len() < 300_000, "{name} is {} bytes", text.len());
        let game = replays(name, &text);
        assert_eq!(game.state().options(), options, "{name}");
        assert_eq!((game.state().turn(), game.state().phase()), (12, Phase::GameOver), "{name}");
        all += &text;
    }
    // Something of everything is in them.
    for word in [
        "deploy",
        "interdict",
        "evacuate",
        "enter",
        "move",
        "ride",
        "overrun",
        "cut_rail",
        "attack",
        "take_loss",
        "take_retreat",
        "lose_step",
        "route",
        "remove",
        "advance",
        "done",
        "reveal",
        "draw",
        "die",
    ] {
        assert!(all.contains(&format!("\"{word}\"")), "no {word} in the golden records");
    }
}

/// Thirty random games of all sorts replay bit for bit.
#[test]
fn random_records() {
    for seed in 100..130 {
        let (_, _, options) = golden()[seed as usize % 3];
        let game = random_game(seed, options, 4 + seed as u32 % 5);
        let again = replays(&format!("seed {seed}"), &text_of(&game.record()));
        assert_eq!(again.entries(), game.entries());
        assert_eq!(again.state().to_bytes(), game.state().to_bytes());
    }
}

/// The same seed and the same choices give the same record; another seed another.
#[test]
fn the_seed_decides() {
    let play = |seed| text_of(&random_game(seed, Options::default(), 3).record());
    let first = play(7);
    assert!(first == play(7));
    assert!(first != play(8));
}

/// A record that begins in a position replays too.
#[test]
fn records_from_positions() {
    let game = random_game(9, Options::default(), 3);
    let record = game.record();
    let middle =
        record.replay().expect("a start").nth(record.entries.len() / 2).expect("a step").expect("legal");
    let mut chance = Seeded::from_number(77);
    let mut rng = ChaCha8Rng::seed_from_u64(77);
    let mut branch = Game::from_state(middle.state);
    for _ in 0..200 {
        let Some(action) = branch.state().legal().sample(&mut rng, 5) else { break };
        branch.play(&action, &mut chance).expect("a legal action");
    }
    replays("branch", &text_of(&branch.record()));
}
