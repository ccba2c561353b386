//! `pgg play`: games are saved automatically, continue with their players and dice, and say what a player has to know.

use crate::support::{Folder, POSITION, arg, text};
use pgg_core::Record;

/// The first game of the data directory.
const KEPT: &str = "data/pgg/terminal/game-0001.jsonl";

#[test]
fn a_game_keeps_itself_and_goes_on() {
    let folder = Folder::new("kept");
    let told = folder.told(&["play", "--soviet", "random", "--seed", "8"], "mark 1414\nquit\n");
    assert!(told.contains("The record is in") && told.contains("pgg play --resume"), "{told}");
    let kept = folder.read(KEPT);
    let record = Record::parse(&kept).unwrap();
    record.check().expect("the kept record is sound");
    assert!(kept.lines().any(|line| line.contains("1414")), "quit loses nothing");
    // In a pipe there are no questions: a new game begins, and the message names the old one.
    let told = folder.told(&["play"], "quit\n");
    assert!(told.contains("Game 1 is not over") && told.contains("--resume"), "{told}");
    let told = folder.told(&["play", "--resume"], "mark 2216\nquit\n");
    assert!(told.contains("Soviet: random") && told.contains("the game goes on in turn 1"), "{told}");
    assert!(folder.read(KEPT).lines().count() > kept.lines().count());
    let listed = folder.told(&["play", "--list"], "");
    assert!(listed.contains("human (German) against random (Soviet), turn 1"), "{listed}");
    assert!(folder.fails(1, &["play", "--resume", "7"], "").contains("no game 7"));
    // A game without a decision is not saved.
    folder.told(&["play", "--soviet", "random"], "help\nquit\n");
    assert!(!folder.file("data/pgg/terminal/game-0002.jsonl").exists());
}

#[test]
fn save_goes_on_with_a_record_and_refuses_anything_else() {
    let folder = Folder::new("save");
    let game = folder.file("game.jsonl");
    let save = ["play", "--soviet", "random", "--save", arg(&game)];
    folder.told(&[&save[..], &["--seed", "8"]].concat(), "mark 1414\nmark 2216\n");
    let before = folder.read("game.jsonl");
    let told = folder.told(&save, "mark 1116\nquit\n");
    assert!(told.contains("the game goes on"), "{told}");
    let after = folder.read("game.jsonl");
    assert!(after.lines().count() == before.lines().count() + 1, "{after}");
    // The command line asks for another game than that in the file.
    for other in [&["--seed", "9"][..], &["--edition", "1976"]] {
        let said = folder.fails(3, &[&save[..], other].concat(), "quit\n");
        assert!(said.contains("game.jsonl") && said.contains("--force"), "{said}");
    }
    assert_eq!(folder.read("game.jsonl"), after);
    // Files that hold no game to continue.
    for (name, content) in [("letter.txt", "Dear Heinz"), ("empty", ""), ("position.json", POSITION)] {
        let path = folder.write(name, content);
        let said = folder.fails(3, &["play", "--save", arg(&path)], "quit\n");
        assert!(said.contains(name) && said.contains("no record"), "{said}");
        assert_eq!(folder.read(name), content);
    }
    let over = folder.file("over.jsonl");
    folder.told(&["play", "--german", "random", "--soviet", "random", "--save", arg(&over)], "");
    let finished = folder.read("over.jsonl");
    assert!(folder.fails(3, &["play", "--save", arg(&over)], "quit\n").contains("the game is over"));
    assert_eq!(folder.read("over.jsonl"), finished);
    // With --force, a new game.
    let forced = ["play", "--soviet", "random", "--save", arg(&over), "--force"];
    assert!(folder.told(&forced, "quit\n").contains("seed"));
    assert!(folder.read("over.jsonl").lines().count() < finished.lines().count());
}

#[test]
fn a_loaded_game_stays_as_it_is_and_goes_on_elsewhere() {
    let folder = Folder::new("load");
    let game = folder.file("game.jsonl");
    folder.told(&["play", "--soviet", "random", "--seed", "8", "--save", arg(&game)], "mark 1414\n");
    let before = folder.read("game.jsonl");
    let told = folder.told(&["play", "--load", arg(&game)], "mark 2216\nquit\n");
    assert!(told.contains("Soviet: random"), "the players come from the record: {told}");
    assert_eq!(folder.read("game.jsonl"), before);
    assert!(folder.read(KEPT).contains("2216"));
    // No other existing file is overwritten.
    let other = folder.write("other.txt", "mine");
    let said = folder.fails(3, &["play", "--load", arg(&game), "--save", arg(&other)], "quit\n");
    assert!(said.contains("other.txt") && said.contains("--force"), "{said}");
    assert_eq!(folder.read("other.txt"), "mine");
}

/// A game has the same dice in one session or in two.
#[test]
fn a_loaded_game_goes_on_with_its_own_dice() {
    let folder = Folder::new("dice");
    let (whole, parts) = (folder.file("whole.jsonl"), folder.file("parts.jsonl"));
    let people = ["play", "--german", "human", "--soviet", "human", "--seed", "11", "--save"];
    folder.told(&[&people[..], &[arg(&whole)]].concat(), &"auto random\n".repeat(24));
    folder.told(&[&people[..], &[arg(&parts)]].concat(), &"auto random\n".repeat(9));
    folder.told(&["play", "--save", arg(&parts)], &"auto random\n".repeat(8));
    folder.told(&["play", "--load", arg(&parts), "--save", arg(&parts)], &"auto random\n".repeat(7));
    let record = folder.read("whole.jsonl");
    assert!(record.matches("\"die\"").count() > 3, "dice were thrown");
    assert_eq!(folder.read("parts.jsonl"), record);
    assert!(folder.told(&["check", arg(&whole)], "").contains("dice and draws came from the seed"));
}

/// A record without its seed continues with new dice, and still verifies.
#[test]
fn a_record_without_a_seed_goes_on_with_new_dice() {
    let folder = Folder::new("seedless");
    folder.told(&["sim", "--games", "1", "--records", arg(&folder.file("games"))], "");
    let whole = folder.read("games/game-000000.jsonl");
    let lines: Vec<&str> = whole.lines().collect();
    let half = folder.write("half.jsonl", lines[..lines.len() / 2].join("\n"));
    let on = folder.file("on.jsonl");
    let args = ["play", "--load", arg(&half), "--german", "human", "--soviet", "human", "--save", arg(&on)];
    folder.told(&args, &"auto random\n".repeat(6));
    assert!(folder.told(&["check", arg(&on)], "").contains("came from the seed"));
    // By now it has the dice of its own seed.
    folder.told(&["play", "--save", arg(&on)], &"auto random\n".repeat(6));
    folder.told(&["check", arg(&on)], "");
}

#[test]
fn the_command_save_does_not_write_over_a_file() {
    let folder = Folder::new("command");
    let mine = folder.write("my letter.txt", "mine");
    let game = ["play", "--soviet", "random", "--seed", "8"];
    let told = folder.told(&game, &format!("save {}\nquit\n", mine.display()));
    assert!(told.contains("Not saved.") && told.contains("my letter.txt"), "{told}");
    assert_eq!(folder.read("my letter.txt"), "mine");
    let told = folder.told(&game, &format!("save --force {}\nquit\n", mine.display()));
    assert!(told.contains("Saved to"), "{told}");
    assert!(folder.read("my letter.txt").contains("pgg-record 1"));
}

#[test]
fn the_players_see_who_may_enter_where() {
    let folder = Folder::new("enter");
    let people = ["play", "--german", "human", "--soviet", "human", "--seed", "7"];
    // Set-up and markers, then the Soviet and the German movement of turn 1.
    let told = folder
        .told(&people, "auto random\ndone\narrivals\narmies\nenter\nenter 2 rifle X rail\narrivals\nquit\n");
    for part in [
        "13th Army, r16-r22, a2, Remezov: to be placed in 0123-0126",
        "May enter (",
        "6 rifle divisions at X (5907, also by rail): enter rifle X",
        "5 rifle divisions at V (1901-2701): enter rifle V 1901",
        "16th Army, ",
        "must march east",
        "4 rifle divisions at X",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    let told = folder.told(&people, "auto random\ndone\nauto random\nauto random\nquit\n");
    assert!(told.contains("at C (0108-0115): enter pz7 0108"), "the German areas with their hexes\n{told}");
}

#[test]
fn a_phase_is_not_ended_by_mistake_while_units_wait() {
    let folder = Folder::new("warned");
    let game = ["play", "--soviet", "random", "--seed", "7"];
    let told = folder.told(&game, "done\ndone\nscore\nquit\n");
    assert_eq!(told.matches("Type done again").count(), 1, "{told}");
    assert!(told.contains("Still waiting to enter, now or on a later turn: "), "{told}");
    assert!(!told.contains("German Combat Phase"), "{told}");
    let told = folder.told(&game, "done\ndone\ndone\nquit\n");
    assert!(told.contains("German Combat Phase"), "{told}");
}

#[test]
fn divisions_are_placed_several_at_once() {
    let folder = Folder::new("place");
    let people = ["play", "--german", "human", "--soviet", "human", "--seed", "7"];
    let commands =
        "place r16-r18,remezov 0123\nplace r19-a2 0124\nplace r22-r19 0124\nplace pz7-25-r3 0124\nquit\n";
    let told = folder.told(&people, commands);
    assert!(
        told.contains("rifle r18 is placed in 0123.") && told.contains("Remezov is placed in 0123."),
        "{told}"
    );
    assert!(told.contains("still to be placed: r19-r28, a2-a6, Kurochkin"), "{told}");
    assert_eq!(told.matches("is no row of divisions").count(), 2, "{told}");
}

#[test]
fn the_players_see_what_may_be_attacked() {
    let folder = Folder::new("attack");
    let position = POSITION.replace("german_movement", "german_combat");
    let position = folder.write("position.json", position);
    let told = folder.told(&["play", "--load", arg(&position), "--soviet", "human"], "quit\n");
    assert!(told.contains("May be attacked:\n  1322 from 1222\n"), "{told}");
}

/// The game warns of overstacking before it costs units [7.1].
#[test]
fn a_phase_is_not_ended_by_mistake_while_a_hex_is_too_full() {
    let folder = Folder::new("full");
    let position =
        r#"{"turn": 7, "phase": "german_movement", "units": {"1222": ["pz7", "pz10"], "2216": ["r2"]}}"#;
    let position = folder.write("position.json", position);
    let args = ["play", "--load", arg(&position), "--soviet", "human"];
    let told = folder.told(&args, "done\nquit\n");
    assert!(told.contains("Over the stacking limit: 1222.") && told.contains("Type done again"), "{told}");
    assert!(!told.contains("which unit is eliminated"), "{told}");
    assert!(folder.told(&args, "done\ndone\nquit\n").contains("which unit is eliminated"));
}

#[test]
fn play_takes_the_options_of_the_game_and_programs_with_budgets() {
    let folder = Folder::new("options");
    let game = folder.file("game.jsonl");
    let options = ["--edition", "1976", "--no-rail-cut", "--leader-evacuation", "--historical-draw"];
    let args = ["play", "--soviet", "cadet:5", "--seed", "1", "--save", arg(&game)];
    let told = folder.told(&[&args[..], &options].concat(), "quit\n");
    assert!(told.contains("Soviet: cadet:5"), "{told}");
    let header = Record::parse(&folder.read("game.jsonl")).unwrap().header;
    let wanted = serde_json::json!(
        {"edition": "1976", "rail_cut": false, "leader_evacuation": true, "historical_draw": true});
    assert_eq!(serde_json::to_value(header.options).unwrap(), wanted);
    assert_eq!(header.soviet.as_deref(), Some("cadet:5"));
    assert!(folder.fails(2, &["play", "--soviet", "cadet:0"], "").contains("budget"));
    assert!(folder.fails(2, &["play", "--german", "nobody"], "").contains("human"));
    assert!(folder.fails(3, &["play", "--german", "major@nothing.json"], "").contains("nothing.json"));
}

/// The map shows where the action is, and is as high as the terminal.
#[test]
fn the_map_fits_the_terminal() {
    let folder = Folder::new("map");
    let game = ["play", "--german", "human", "--soviet", "human", "--seed", "7", "--new"];
    let lines_of_map = |lines: &str, commands: &str, hex: &str| {
        let output = folder.run(&game, &[("LINES", lines)], commands.as_bytes());
        let told = text(&output.stdout);
        let before = told.split("Soviet Set-Up.").next().unwrap().to_owned();
        assert!(told.contains(hex), "{told}");
        // Map lines are those with several hex numbers.
        let map = |line: &&str| {
            line.split_whitespace().filter(|w| w.len() == 4 && w.parse::<u16>().is_ok()).count() > 3
        };
        before.lines().filter(map).count()
    };
    let (low, high) = (lines_of_map("24", "quit\n", "0115"), lines_of_map("60", "quit\n", "0115"));
    assert!((10..24).contains(&low) && (41..60).contains(&high), "{low} and {high} lines");
    let position = folder.write("position.json", POSITION);
    let output =
        folder.run(&["play", "--load", arg(&position)], &[("LINES", "24")], b"map\nmap 5907\nquit\n");
    let told = text(&output.stdout);
    assert!(told.contains("1222") && told.contains("1322") && told.contains("5907"), "{told}");
}
