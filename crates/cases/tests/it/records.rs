//! Records: whole games kept as files, and random ones, replay bit for bit.

use pgg_core::data::tables::Edition;
use pgg_core::formats::fingerprint::{RULES_VERSION, version_of};
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

/// What to do when a golden record goes another way.
const OTHER_RULES: &str = "
A golden record goes another way by the rules as they are now, and so would games that are being played. If that is meant:
raise RULES_VERSION in crates/core/src/formats/fingerprint.rs, say what changed in its table and in docs/record-format.md, then
run this test with PGG_BLESS=1: it moves the golden records to tests/golden/rules-N, where they are kept, and writes new ones.";

/// Writes a golden record anew. One of older rules is kept; one of these rules that no longer checks is not covered up.
fn bless(name: &str, seed: u64, options: Options) {
    if let Ok(before) = std::fs::read_to_string(path(name)) {
        let record = Record::parse(&before).unwrap_or_else(|e| panic!("{name}: {e}"));
        let version = version_of(&record.entries[0].state);
        if version == RULES_VERSION {
            record.check().unwrap_or_else(|e| panic!("{name}: {e}\n{OTHER_RULES}"));
        } else {
            let kept = path(&format!("rules-{version}/{name}"));
            std::fs::create_dir_all(kept.parent().expect("a folder")).expect("the folder");
            std::fs::rename(path(name), kept).expect("kept");
        }
    }
    // Leaders are seldom surrounded by chance: take the first game in which one is flown out.
    let games = (seed..).step_by(3).map(|seed| text_of(&random_game(seed, options, 24).record()));
    let wanted = |text: &String| !options.leader_evacuation || text.contains("\"evacuate\"");
    let text = games.take(3000).find(wanted).expect("an evacuation");
    std::fs::write(path(name), text).expect("the file");
}

/// The games under `tests/golden` are still games. With `PGG_BLESS=1` they are written anew.
#[test]
fn golden_records() {
    let mut all = String::new();
    for (name, seed, options) in golden() {
        if std::env::var_os("PGG_BLESS").is_some_and(|v| v == "1") {
            bless(name, seed, options);
        }
        let text = std::fs::read_to_string(path(name))
            .unwrap_or_else(|e| panic!("{}: {e}; PGG_BLESS=1 writes it", path(name).display()));
        assert!(text.len() < 300_000, "{name} is {} bytes", text.len());
        let record = Record::parse(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        record.check().unwrap_or_else(|e| panic!("{name}: {e}\n{OTHER_RULES}"));
        assert_eq!(version_of(&record.entries[0].state), RULES_VERSION, "{name}: PGG_BLESS=1 writes it anew");
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

// ---- fair dice --------------------------------------------------------------------------------------------------

/// A random game of a secret seed as a server publishes it: the hash at the start, the seed at the end.
fn published(seed: [u8; 32], start: Start) -> Record {
    let mut chance = Seeded::new(seed);
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut imported = None;
    let mut game = match start {
        Start::SetUp => Game::new(Options::default(), &mut chance).expect("a new game").0,
        Start::Position(state) => Game::from_state(*state),
        Start::Record(record) => {
            imported = Some(record.entries.len() as u32);
            Game::from_record(&record).expect("a sound record")
        }
    };
    while let Some(action) = game.state().legal().sample(&mut rng, 3) {
        game.play(&action, &mut chance).expect("a legal action");
    }
    let mut record = game.record();
    record.header.commitment = Some(Seeded::new(seed).commitment());
    record.header.imported = imported;
    record.end.as_mut().expect("an end line").seed = Some(hex_of(seed));
    record
}

enum Start {
    SetUp,
    Position(Box<pgg_core::State>),
    Record(Box<Record>),
}

fn hex_of(seed: [u8; 32]) -> String {
    seed.iter().map(|b| format!("{b:02x}")).collect()
}

/// The first half of a random game.
fn half(seed: u64) -> Record {
    let mut record = random_game(seed, Options::default(), 3).record();
    record.entries.truncate(record.entries.len() / 2);
    record.end = None;
    record
}

/// One of each kind, with how many outcomes came from its seed.
fn all_published() -> Vec<(&'static str, Record, usize)> {
    let chance = |record: &Record, skip: usize| -> usize {
        record.entries.iter().skip(skip).map(|entry| entry.chance.len()).sum()
    };
    let set_up = published([17; 32], Start::SetUp);
    let half = half(9);
    let middle = half.replay().expect("a start").last().expect("a step").expect("legal").state;
    let position = published([18; 32], Start::Position(Box::new(middle)));
    let played = half.entries.len();
    let continued = published([19; 32], Start::Record(Box::new(half)));
    let counts =
        [set_up.header.opening.len() + chance(&set_up, 0), chance(&position, 0), chance(&continued, played)];
    let [of_set_up, of_position, of_continued] = counts;
    vec![
        ("from set-up", set_up, of_set_up),
        ("from a position", position, of_position),
        ("continued", continued, of_continued),
    ]
}

/// Every die and draw is verified against the published seed; what was played elsewhere is left out.
#[test]
fn the_seed_verifies_every_die() {
    for (name, record, count) in all_published() {
        replays_with_end(name, &record);
        assert_eq!(record.check_seed(), Ok(Some(count as u32)), "{name}");
        assert!(count > 10, "{name}: {count} outcomes");
    }
}

/// A record that tells its seed goes on with the dice that the game had.
#[test]
fn a_record_with_its_seed_goes_on_with_its_dice() {
    for (name, record, _) in all_published() {
        let played = record.header.imported.unwrap_or(0) as usize;
        let mut cut = record.clone();
        cut.entries.truncate((played + record.entries.len()) / 2);
        let mut dice = cut.dice().expect("a sound record").expect("a seed");
        let mut game = Game::from_record(&cut).expect("a sound record");
        for entry in &record.entries[cut.entries.len()..] {
            game.play(&entry.action, &mut dice).expect("a legal action");
            assert_eq!(game.entries().last(), Some(entry), "{name}");
        }
        assert_eq!(Some(dice.seed_text()), record.end.as_ref().and_then(|end| end.seed.clone()));
        cut.end = None;
        assert!(cut.dice().expect("a sound record").is_none(), "{name}: without a seed there are no dice");
    }
}

/// The new fields come back from the text, and the record is still sound.
fn replays_with_end(name: &str, record: &Record) {
    record.check().unwrap_or_else(|e| panic!("{name}: {e}"));
    let again = Record::parse(&text_of(record)).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(again, *record, "{name}");
}

/// A game that was not played to the end says how it ended and who won.
#[test]
fn other_ends_come_back() {
    use pgg_core::Side;
    for (how, winner) in [("resigned", Some(Side::German)), ("time", Some(Side::Soviet)), ("agreed", None)] {
        let mut record = half(9);
        let last = record.replay().expect("a start").last().expect("a step").expect("legal").state;
        record = Record::new(record.header, record.entries, &last);
        let end = record.end.as_mut().expect("an end line");
        (end.how, end.winner) = (Some(how.to_owned()), winner);
        replays_with_end(how, &record);
        let text = text_of(&record);
        assert!(text.contains(&format!("\"how\":\"{how}\"")));
        assert_eq!(text.contains("\"winner\""), winner.is_some());
        assert_eq!(record.check_seed(), Ok(None), "no seed was published");
    }
}

/// What is not there is not written: older records stay as they were.
#[test]
fn absent_fields_are_not_written() {
    let text = text_of(&random_game(9, Options::default(), 2).record());
    for field in ["imported", "how", "winner", "seed", "commitment"] {
        assert!(!text.contains(&format!("\"{field}\"")), "{field}");
    }
    let wrong = text.replacen("{\"end\":{", "{\"end\":{\"who\":1,", 1);
    assert!(Record::parse(&wrong).expect_err("an unknown field").what.contains("who"));
}

/// A record told again from an entry on, with other chance for that entry: sound in itself, and not from the seed.
fn told_otherwise(record: &Record, at: usize, chance: &mut dyn pgg_core::Chance) -> Option<Record> {
    let mut game =
        Game::from_record(&Record { entries: record.entries[..at].to_vec(), ..record.clone() }).ok()?;
    game.play(&record.entries[at].action, chance).ok()?;
    if game.entries()[at].chance == record.entries[at].chance {
        return None;
    }
    let mut told = game.record();
    told.end.as_mut()?.seed.clone_from(&record.end.as_ref()?.seed);
    Some(told)
}

/// One die or one reveal that did not come from the seed is found, in its line.
#[test]
fn a_forged_die_or_reveal_is_found() {
    use pgg_core::{Outcome, Scripted};
    for (name, record, _) in all_published() {
        let imported = record.header.imported.unwrap_or(0) as usize;
        let (mut dice, mut reveals) = (0, 0);
        for at in imported..record.entries.len() {
            let forged = match record.entries[at].chance.as_slice() {
                [Outcome::Die(die)] => {
                    dice += 1;
                    let mut chance = Scripted::new([die % 6 + 1], [], [], Seeded::from_number(3));
                    told_otherwise(&record, at, &mut chance)
                }
                [Outcome::Reveal { .. }, ..] => {
                    reveals += 1;
                    told_otherwise(&record, at, &mut Seeded::from_number(at as u64))
                }
                _ => None,
            };
            let Some(forged) = forged else { continue };
            forged.check().unwrap_or_else(|e| panic!("{name}: sound in itself: {e}"));
            let found = forged.check_seed().expect_err(name);
            assert_eq!(found.line, at + 2, "{name}: {found}");
            if dice > 3 && reveals > 3 {
                break;
            }
        }
        assert!(dice > 0 && reveals > 0, "{name}: {dice} dice, {reveals} reveals");
    }
}

/// Actions said to be imported are not held against the seed, and nothing else is let off.
#[test]
fn only_what_was_imported_is_let_off() {
    let (_, mut record, _) = all_published().remove(2);
    let imported = record.header.imported.expect("a continued game");
    assert!(record.check_seed().is_ok());
    let first_with_chance = record.entries.iter().position(|e| !e.chance.is_empty()).expect("a die") as u32;
    record.header.imported = Some(first_with_chance);
    let found = record.check_seed().expect_err("dice of elsewhere");
    assert_eq!(found.line, first_with_chance as usize + 2);
    record.header.imported = None;
    assert_eq!(record.check_seed().expect_err("an opening of elsewhere").line, 1);
    // Skipping too much gets the numbers out of step.
    let later = record.entries[imported as usize..].iter().position(|e| !e.chance.is_empty()).expect("a die");
    record.header.imported = Some(imported + later as u32 + 1);
    assert!(record.check_seed().is_err());
}

/// A seed that is not the one whose hash was published, or none at all.
#[test]
fn a_wrong_seed_is_found() {
    for (name, record, _) in all_published() {
        let last = record.entries.len() + 2;
        let with = |seed: &str, commitment: Option<String>| {
            let mut record = record.clone();
            record.end.as_mut().expect("an end line").seed = Some(seed.to_owned());
            record.header.commitment = commitment;
            record.check_seed().expect_err(name)
        };
        let published = record.header.commitment.clone();
        let other = [99; 32];
        assert_eq!(with(&hex_of(other), published.clone()).line, last);
        let found = with(&hex_of(other), Some(Seeded::new(other).commitment()));
        assert!(found.what.contains("did not come from the seed"), "{name}: {found}");
        let true_seed = record.end.as_ref().and_then(|end| end.seed.clone()).expect("a seed");
        assert_eq!(with(&true_seed, None).line, 1);
        assert_eq!(with(&true_seed, Some(Seeded::new(other).commitment())).line, last);
        for nonsense in ["", "00", &"g".repeat(64), &"0".repeat(63), &"+1".repeat(32), &"é".repeat(32)] {
            assert_eq!(with(nonsense, published.clone()).line, last, "{nonsense}");
        }
    }
}
