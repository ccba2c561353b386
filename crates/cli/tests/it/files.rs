//! Files of the player: no command overwrites one unasked, and the same mistake has the same exit code everywhere.

use crate::support::{Folder, POSITION, arg, text};

#[test]
fn a_picture_is_not_written_over_a_file() {
    let folder = Folder::new("picture");
    let (position, mine) = (folder.write("position.json", POSITION), folder.write("mine.svg", "mine"));
    let args = ["show", arg(&position), "--svg", arg(&mine)];
    let said = folder.fails(3, &args, "");
    assert!(said.contains("mine.svg") && said.contains("--force"), "{said}");
    assert_eq!(folder.read("mine.svg"), "mine");
    folder.told(&[&args[..], &["--force"]].concat(), "");
    assert!(folder.read("mine.svg").starts_with("<svg"));
    assert!(!folder.file("mine.svg.part").exists());
}

#[test]
fn records_are_not_written_over_files() {
    let folder = Folder::new("records");
    for (command, name) in [
        (&["sim", "--games", "2"][..], "game-000001.jsonl"),
        (&["league", "--players", "random,random:2", "--pairs", "1"], "random_2-random-000000.jsonl"),
    ] {
        let games = folder.file(command[0]);
        std::fs::create_dir(&games).unwrap();
        let mine = format!("{}/{name}", command[0]);
        folder.write(&mine, "mine");
        let args = [command, &["--records", arg(&games)]].concat();
        let said = folder.fails(3, &args, "");
        assert!(said.contains(name) && said.contains("--force"), "{said}");
        assert_eq!(folder.read(&mine), "mine");
        assert_eq!(std::fs::read_dir(&games).unwrap().count(), 1, "refused before any game was played");
        folder.told(&[&args[..], &["--force"]].concat(), "");
        assert!(folder.read(&mine).contains("pgg-record 1"));
    }
}

#[test]
fn tuned_weights_are_not_written_over_a_file() {
    let folder = Folder::new("tuned");
    let (state, mine) = (folder.file("state.json"), folder.write("mine.json", "{}"));
    let tune = |rounds: &'static str| {
        [
            "tune",
            "--opponent",
            "random",
            "--batch",
            "1",
            "--proof",
            "0",
            "--only",
            "danger",
            "--rounds",
            rounds,
        ]
    };
    let args = [&tune("1")[..], &["--state", arg(&state), "--out", arg(&mine)]].concat();
    assert!(folder.fails(3, &args, "").contains("mine.json"));
    assert_eq!(folder.read("mine.json"), "{}");
    folder.told(&[&args[..], &["--force"]].concat(), "");
    // The same command continues from its own state and weights.
    folder.told(&args, "");
    let part = folder.told(&[&tune("2")[..], &["--state", arg(&state), "--shard", "1/1"]].concat(), "");
    let part = folder.write("part.json", part);
    let other = folder.write("other.json", "mine");
    let merge = ["tune", "merge", arg(&part), "--state"];
    assert!(folder.fails(3, &[&merge[..], &[arg(&other)]].concat(), "").contains("other.json"));
    assert_eq!(folder.read("other.json"), "mine");
    let ours = [&merge[..], &[arg(&state), "--out", arg(&mine)]].concat();
    folder.told(&ours, "");
    folder.told(&ours, "");
}

#[test]
fn a_directory_is_no_file_everywhere() {
    let folder = Folder::new("directory");
    let directory = folder.file("somewhere");
    std::fs::create_dir(&directory).unwrap();
    let there = arg(&directory);
    let position = folder.write("position.json", POSITION);
    for args in [
        &["show", there][..],
        &["advise", there],
        &["replay", there],
        &["check", there],
        &["play", "--load", there],
        &["play", "--save", there],
        &["league", "merge", there],
        &["tune", "--from", there],
        &["tune", "--state", there],
        &["show", arg(&position), "--svg", there],
        &["show", arg(&position), "--svg", there, "--force"],
        &["sim", "--german", &format!("major@{there}")],
    ] {
        let said = folder.fails(3, args, "");
        assert!(said.contains("somewhere"), "{args:?}: {said}");
    }
    // A file that is not text is bad input, not unreadable.
    let bytes = folder.write("bytes", [0xff, 0xfe, 0x00]);
    for command in ["show", "advise", "replay", "check"] {
        folder.fails(1, &[command, arg(&bytes)], "");
    }
}

#[test]
fn another_version_is_named_everywhere() {
    let folder = Folder::new("version");
    let record = folder.record();
    let newer = std::fs::read_to_string(record).unwrap().replacen("pgg-record 1", "pgg-record 2", 1);
    let newer = folder.write("newer.jsonl", newer);
    for args in [&["show"][..], &["check"], &["replay"], &["advise"], &["play", "--load"]] {
        let output = folder.pgg(&[args, &[arg(&newer)]].concat(), "");
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let said = text(&output.stderr) + &text(&output.stdout);
        assert!(said.contains("'pgg-record 2'") && said.contains("'pgg-record 1'"), "{args:?}: {said}");
    }
}

#[test]
fn a_finished_game_needs_no_advice() {
    let folder = Folder::new("finished");
    let record = folder.record();
    for more in [&[][..], &["--json"]] {
        let said = folder.fails(1, &[&["advise", arg(&record)], more].concat(), "");
        assert!(said.contains("the game is over") && said.contains("points"), "{said}");
    }
}

#[test]
fn an_invitation_makes_no_database() {
    let folder = Folder::new("typo");
    let url = format!("sqlite:{}", folder.file("typo/games.sqlite").display());
    let said = folder.fails(3, &["invite", "--database", &url], "");
    assert!(said.contains("typo/games.sqlite") && said.contains("none was made"), "{said}");
    assert!(!folder.file("typo").exists());
}

/// With `LC_ALL=C` all text for people is ASCII.
#[test]
fn only_ascii_where_the_locale_has_nothing_else() {
    let folder = Folder::new("ascii");
    let record = folder.record();
    let position = folder.write("position.json", POSITION);
    let (record, position) = (arg(&record), arg(&position));
    let commands = "map\nunits\nstack 1222\nreach 1222\nodds overrun 1322 from 1222\nrules 9.4a\nhelp\n\
        overrun 1322 from 1222\nauto random\nauto random\nquit\n";
    for (args, input) in [
        (&["show", position][..], ""),
        (&["show", record], ""),
        (&["replay", record], ""),
        (&["check", record, "--luck"], ""),
        (&["advise", position], ""),
        (&["rules"], ""),
        (&["rules", "--code"], ""),
        (&["rules", "6.0"], ""),
        (&["rules", "9.0"], ""),
        (&["sim", "--games", "1"], ""),
        (&["play", "--soviet", "human", "--load", position], commands),
    ] {
        let output = folder.run(args, &[("LC_ALL", "C")], input.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
        let strange = text(&output.stdout).lines().find(|l| !l.is_ascii()).map(str::to_owned);
        assert_eq!(strange, None, "{args:?}");
        assert!(!output.stdout.is_empty());
    }
    let drawn = folder.run(&["show", position, "--window", "1120-1424"], &[("LC_ALL", "C")], b"");
    assert!(text(&drawn.stdout).contains("P16/3"), "{}", text(&drawn.stdout));
    // The first of the locale's variables decides; with UTF-8 nothing is replaced.
    let full = [("LC_ALL", "C.UTF-8"), ("LANG", "C")];
    let drawn = folder.run(&["show", position, "--window", "1120-1424"], &full, b"");
    assert!(text(&drawn.stdout).contains("P16³"), "{}", text(&drawn.stdout));
}

/// Help is the same in every locale.
#[test]
fn help_is_in_ascii() {
    let folder = Folder::new("help");
    let overview = folder.told(&["--help"], "");
    let commands = overview.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    let names: Vec<&str> = commands
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.contains(&"play") && names.contains(&"man"), "{names:?}");
    for name in names {
        let help = folder.told(&["help", name], "");
        let strange = help.lines().find(|l| !l.is_ascii());
        assert_eq!(strange, None, "pgg help {name}");
    }
}

#[test]
fn shells_and_man_know_the_commands() {
    let folder = Folder::new("handbook");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = folder.told(&["completions", shell], "");
        for word in ["play", "resume", "league", "records"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let pages = folder.file("man/man1");
    folder.told(&["man", arg(&pages)], "");
    for (page, parts) in [
        ("pgg.1", &["pgg\\-play", "Exit codes"][..]),
        ("pgg-play.1", &["\\-\\-resume", "data directory"]),
        ("pgg-league-merge.1", &["shard"]),
    ] {
        let text = folder.read(&format!("man/man1/{page}"));
        for part in parts {
            assert!(text.contains(part), "{page}: {part}\n{text}");
        }
    }
    assert!(!folder.file("man/man1/pgg-help.1").exists());
    let page = folder.write("man/man1/pgg-play.1", "mine");
    assert!(folder.fails(3, &["man", arg(&pages)], "").contains(".1"));
    assert_eq!(std::fs::read_to_string(&page).unwrap(), "mine");
    folder.told(&["man", arg(&pages), "--force"], "");
}
