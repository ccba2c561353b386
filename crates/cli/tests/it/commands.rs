//! The commands for people: play, show, replay, check, rules.

use crate::support::{Folder, POSITION, text};
use pgg_core::formats::fingerprint::RULES_VERSION;
use std::path::Path;
use std::process::{Command, Output};

/// Run the program with a last argument that is a file (or nothing) and this input.
fn pgg(args: &[&str], file: impl AsRef<Path>, input: &str) -> Output {
    pgg_bytes(args, file.as_ref(), input.as_bytes())
}

fn pgg_bytes(args: &[&str], file: &Path, input: &[u8]) -> Output {
    let name = std::thread::current().name().unwrap_or("test").to_owned();
    let mut args = args.to_vec();
    args.extend(file.to_str().filter(|file| !file.is_empty()));
    Folder::new(&format!("home-{name}")).run(&args, &[], input)
}

fn stdout(output: &Output) -> String {
    text(&output.stdout)
}

#[test]
fn a_whole_game_by_typed_commands() {
    let folder = Folder::new("whole");
    let path = folder.file("game.jsonl");
    // Phases end with `done`; every other question is answered by its first choice.
    let commands = "done\n1\n".repeat(3000);
    let played = pgg(&["play", "--soviet", "random", "--seed", "3", "--save"], &path, &commands);
    assert_eq!(played.status.code(), Some(0), "{}", text(&played.stderr));
    assert!(stdout(&played).contains("The game is over"), "the game ended");
    let checked = pgg(&["check"], &path, "");
    assert_eq!(checked.status.code(), Some(0), "{}", stdout(&checked));
    assert!(stdout(&checked).contains(": ok, "));
}

#[test]
fn markers_are_asked_for_and_can_be_undone() {
    let commands = "mark 1414\nmark 2216\nmark 1116\nundo\nmark 1216\ndone\ndone\ndone\nquit\n";
    let played = stdout(&pgg(&["play", "--soviet", "random", "--seed"], "7", commands));
    let asked: Vec<&str> = played.lines().filter(|l| l.contains("place up to three")).collect();
    // The prompt comes before each of the six commands at set-up, and again at the end of turn 1: nothing is forced.
    assert_eq!(asked.len(), 7, "{played}");
    assert!(asked[6].contains("Turn 1, Air Interdiction Phase"), "{played}");
}

#[test]
fn the_soviet_side_by_the_help_of_a_program() {
    let folder = Folder::new("soviet");
    let path = folder.file("game.jsonl");
    let args = ["play", "--german", "random", "--soviet", "human", "--seed", "9", "--save"];
    let played = pgg(&args, &path, &"auto random\n".repeat(20_000));
    assert_eq!(played.status.code(), Some(0), "{}", text(&played.stderr));
    assert!(stdout(&played).contains("The game is over"));
    assert_eq!(pgg(&["check"], &path, "").status.code(), Some(0));
}

#[test]
fn garbage_is_answered_and_the_game_goes_on() {
    let mut garbage: Vec<u8> = b"\n\n   \nhelp\nfoo\n>\n> >\n1222 >\n> 1222\n,\n, > ,\n9999 > 1222\n1222 > 9999\n\
        pz7 > 1222\nenter\nenter pz7\nenter pz7 rail\nenter rifle Q 5907\nenter konev 5907\nride\nride r1 > 2216\n\
        overrun\noverrun 1322 from\noverrun 1322 from 1222\nattack\nattack from\nattack 1414 from 1313,,,\n\
        attack 1,2,3,4,5,6,7\nattack 0101,0102,0103,0104,0105,0106,0107\nodds\nodds 1414\nodds 1414 from pz7-25\n\
        odds overrun 1414 from konev\nloss\nretreat\nlose\nlose nobody\nroute\nroute 1222\nroute 1222 > 1223\n\
        advance\nadvance pz7-25 > 1222 1223\nmark\nmark 9\nmark 5959\nplace r1 0101\nplace\nremove x\ncut\nlift\n\
        cut 1222\nlift 1222\nevacuate konev\nreach\nreach 1222\nreach konev\nsupply\nsupply pz7-25\nsupply 4015\n\
        units\nstack\nstack 4015\nmap\nmap 5931\nmap x\nlog\nlog 99999999999999999999\nlog -1\nundo\nredo\nscore\n\
        rules\nrules 9.72\nrules 99.99\nsave\nsave /no/such/folder/file\n0\n1\n99999999999999999999\n-1\n"
        .to_vec();
    garbage.extend([0xff, 0xfe, 0x00, b'\n', 0x1b, b'[', b'2', b'J', b'\n']);
    garbage.extend(std::iter::repeat_n(b'x', 3_000_000));
    garbage.extend(b"\nscore\nquit\n");
    let played = pgg_bytes(&["play", "--soviet", "random", "--seed", "4"], Path::new(""), &garbage);
    assert_eq!(played.status.code(), Some(0), "{}", text(&played.stderr));
    assert!(stdout(&played).contains("I do not know 'foo'"));
    assert!(stdout(&played).ends_with("> "), "quit was the last thing heard");
}

#[test]
fn moves_overruns_and_questions_are_understood() {
    let folder = Folder::new("moves");
    let position = folder.file("position.json");
    std::fs::write(&position, POSITION).unwrap();
    let args = ["play", "--soviet", "human", "--seed", "1", "--load"];
    let commands = "odds overrun 1322 from 1222\noverrun 1322 from 1222\nquit\n";
    let played = stdout(&pgg(&args, &position, commands));
    assert!(played.contains("attack 8, defence 4"), "{played}");
    assert!(played.contains("the whole of pz7 overruns 1322 from 1222."), "{played}");
    // The way to a far hex is the cheapest; a refusal names its case.
    let commands = "1222 > 1322\npz7-25 > 1123\nundo\nredo\nsupply pz7-25\nstack 1322\nquit\n";
    let played = stdout(&pgg(&args, &position, commands));
    assert!(played.contains("Not allowed. [6.21]") || played.contains("Not allowed. [6.22]"), "{played}");
    assert!(played.contains("1322: "), "{played}");
}

#[test]
fn show_draws_positions_and_records_at_any_width() {
    let folder = Folder::new("show");
    let record = folder.record();
    for width in ["20", "80", "160", "400"] {
        let drawn = pgg(&["show", "--width", width], &record, "");
        assert_eq!(drawn.status.code(), Some(0), "{}", text(&drawn.stderr));
        assert!(stdout(&drawn).contains("Turn 12 of 12"));
    }
    let drawn = pgg(&["show", "-", "--window", "1120-1424"], "", POSITION);
    let drawn = stdout(&drawn);
    assert!(drawn.contains("P16³"), "an integrated division of three regiments counts double\n{drawn}");
    assert!(drawn.contains("r4"), "a rifle of defence 4\n{drawn}");
    assert!(!drawn.contains('\u{1b}'), "no colours into a pipe");
    let map_line = drawn.lines().next().unwrap();
    assert!(map_line.chars().count() <= 4 * 5, "{map_line}");
}

#[test]
fn show_writes_a_picture() {
    let folder = Folder::new("svg");
    let path = folder.file("map.svg");
    let drawn = pgg(&["show", "-", "--svg"], &path, POSITION);
    assert_eq!(drawn.status.code(), Some(0), "{}", text(&drawn.stderr));
    let svg = std::fs::read_to_string(&path).unwrap();
    for part in ["<svg", "Smolensk", "class=\"stack\"", ">×2<", ">?-6<", ">Konev<", "</svg>"] {
        assert!(svg.contains(part), "{part}");
    }
    assert_eq!(svg.matches("class=\"number\"").count(), 59 * 31);
    assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
}

#[test]
fn bad_positions_and_files_have_their_exit_codes() {
    assert_eq!(pgg(&["show", "-"], "", "{\"turn\": 99}").status.code(), Some(1));
    assert_eq!(pgg(&["show", "/no/such/file"], "", "").status.code(), Some(3));
    assert_eq!(pgg(&["show", "-", "--window", "12"], "", POSITION).status.code(), Some(2));
    assert_eq!(pgg(&["play", "--german", "nobody"], "", "").status.code(), Some(2));
    assert_eq!(pgg(&["replay", "/no/such/file"], "", "").status.code(), Some(3));
    assert_eq!(pgg(&["check", "/no/such/file"], "", "").status.code(), Some(3));
    assert_eq!(pgg(&["check", "-"], "", "").status.code(), Some(1));
}

#[test]
fn replay_tells_the_game_and_gives_its_positions() {
    let folder = Folder::new("replay");
    let record = folder.record();
    let told = stdout(&pgg(&["replay"], &record, ""));
    for part in ["Game-Turn 12", "German Combat Phase", "The game is over", "moves"] {
        assert!(told.contains(part), "{part}");
    }
    let some = stdout(&pgg(&["replay", "--from", "100", "--to", "120"], &record, ""));
    assert!(some.contains("  100 ") && some.contains("  120 ") && !some.contains("  121 "));
    let position = stdout(&pgg(&["replay", "--to", "150"], &record, ""));
    assert_eq!(pgg(&["show", "-"], "", &position).status.code(), Some(0));
    assert_eq!(pgg(&["replay", "--to", "999999"], &record, "").status.code(), Some(2));
    let backwards = pgg(&["replay", "--from", "5", "--to", "3"], &record, "");
    assert_eq!((backwards.status.code(), stdout(&backwards).as_str()), (Some(2), ""));
    assert!(text(&backwards.stderr).contains("--from 5 comes after --to 3"));
}

#[test]
fn check_says_which_line_is_wrong() {
    let folder = Folder::new("check");
    let record = folder.record();
    let good = std::fs::read_to_string(&record).unwrap();
    let lines: Vec<&str> = good.lines().collect();
    let bad = |name: &str, text: String| {
        let path = folder.file(name);
        std::fs::write(&path, text).unwrap();
        let checked = pgg(&["check"], &path, "");
        assert_eq!(checked.status.code(), Some(1), "{name}");
        stdout(&checked)
    };
    // Remove an action, change a die, cut off the end, insert rubbish.
    let without = [&lines[..50], &lines[51..]].concat().join("\n");
    assert!(bad("without", without).contains("line 51: "));
    let at = lines.iter().position(|l| l.contains("\"die\":")).unwrap();
    let mut changed: Vec<String> = lines.iter().map(|l| (*l).to_owned()).collect();
    let die = changed[at].find("\"die\":").unwrap() + 6;
    changed[at].replace_range(die..=die, "7");
    assert!(bad("changed", changed.join("\n")).contains(&format!("line {}: ", at + 1)));
    assert!(bad("short", lines[..lines.len() - 1].join("\n")).contains("cut short"));
    assert!(bad("rubbish", format!("{good}rubbish\n")).contains("line "));
    // One bad record among several.
    let short = folder.file("short");
    let both = Command::new(env!("CARGO_BIN_EXE_pgg")).arg("check").args([&record, &short]).output().unwrap();
    assert_eq!(both.status.code(), Some(1));
    assert!(stdout(&both).contains(": ok, ") && text(&both.stderr).contains("1 of 2 records are bad"));
    // After a record that cannot be read, the next is still checked.
    let three = Command::new(env!("CARGO_BIN_EXE_pgg"))
        .arg("check")
        .args([Path::new("/no/such/file"), &short, &record])
        .output()
        .unwrap();
    assert_eq!(three.status.code(), Some(3));
    assert!(stdout(&three).contains(": ok, ") && stdout(&three).contains("cut short"), "{}", stdout(&three));
    let said = text(&three.stderr);
    assert!(said.contains("/no/such/file: ") && said.contains("1 of 3 records are bad, 1 of 3"), "{said}");
}

/// A line of version 1 that replays differently today may have been right by the rules of its time: it is not called bad.
#[test]
fn check_tells_older_rules_from_a_falsified_record() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cases/tests/golden/rules-1/usual.jsonl");
    let old = std::fs::read_to_string(&golden).unwrap();
    let checked = pgg(&["check"], &golden, "");
    assert!(checked.status.success() && stdout(&checked).contains(": ok, "), "{}", stdout(&checked));
    let folder = Folder::new("older");
    let path = folder.file("other.jsonl");
    std::fs::write(&path, old.replacen("\"die\":4", "\"die\":5", 1)).unwrap();
    let checked = pgg(&["check"], &path, "");
    assert_eq!(checked.status.code(), Some(1));
    assert!(stdout(&checked).contains("was played by version 1 of the rules"), "{}", stdout(&checked));
    let said = text(&checked.stderr);
    assert!(said.contains("the record is of older rules") && !said.contains("bad"), "{said}");
    // The same change in a record of the present rules is falsification. The two messages cannot be confused.
    let present = golden.with_file_name("../usual.jsonl");
    let text_of_present = std::fs::read_to_string(&present).unwrap();
    let falsified = folder.file("falsified.jsonl");
    std::fs::write(&falsified, text_of_present.replacen("\"die\":4", "\"die\":5", 1)).unwrap();
    let line_of = |record: &str| 1 + record.lines().position(|line| line.contains("\"die\":4")).expect("a 4");
    let all = Command::new(env!("CARGO_BIN_EXE_pgg"))
        .arg("check")
        .args([&path, &falsified, &present])
        .output()
        .expect("it runs");
    let told = stdout(&all);
    let lines: Vec<&str> = told.lines().collect();
    let start = |path: &Path, record: &str| format!("{}: line {}: ", path.display(), line_of(record));
    let way =
        format!("was played by version 1 of the rules, and by version {RULES_VERSION} goes another way: ");
    let [of_older_rules, false_now, good] = lines[..] else { panic!("{told}") };
    assert!(of_older_rules.starts_with(&(start(&path, &old) + &way)), "{of_older_rules}");
    let why =
        false_now.strip_prefix(&start(&falsified, &text_of_present)).expect("the line that was changed");
    assert!(!why.contains("rules") && !why.contains("another way"), "{why}");
    assert!(good.contains(": ok, "), "{good}");
    assert_eq!(
        text(&all.stderr).lines().last(),
        Some("pgg: 1 of 3 records are bad, 1 of 3 records are of older rules, by which they may be right")
    );
    assert_eq!(all.status.code(), Some(1));
}

#[test]
fn a_saved_game_goes_on() {
    let folder = Folder::new("saved");
    let path = folder.file("game.jsonl");
    pgg(&["play", "--soviet", "random", "--seed", "8", "--save"], &path, "mark 1414\ndone\ndone\n");
    let before = std::fs::read_to_string(&path).unwrap().lines().count();
    let args = ["play", "--soviet", "random", "--seed", "8", "--load", path.to_str().unwrap(), "--save"];
    pgg(&args, &path, "done\ndone\ndone\n");
    assert!(std::fs::read_to_string(&path).unwrap().lines().count() > before);
    assert_eq!(pgg(&["check"], &path, "").status.code(), Some(0));
}

#[test]
fn rules_tells_players_the_text_and_programmers_the_places() {
    let told = stdout(&pgg(&["rules", "9.72"], "", ""));
    assert!(told.contains("Example. ") && !told.contains("<!--") && !told.contains("> "), "{told}");
    assert!(stdout(&pgg(&["rules", "F.1"], "", "")).contains("seed"));
    assert!(told.contains("chooses the hexes of every retreat"), "{told}");
    // Players are not bothered with sources; programmers ask for them.
    assert!(!told.contains(".rs") && !told.contains("crates/"), "{told}");
    let told = stdout(&pgg(&["rules", "--code", "9.72"], "", ""));
    assert!(
        told.contains("crates/core/src/rules/combat/retreat.rs:") && told.contains("routes every retreat"),
        "{told}"
    );
    let listed = stdout(&pgg(&["rules"], "", ""));
    assert!(!listed.contains("enforced") && stdout(&pgg(&["rules", "--code"], "", "")).contains("enforced"));
    let ruling = stdout(&pgg(&["rules", "R42"], "", ""));
    assert!(ruling.contains("The target was not attacked") && !ruling.contains("basis"), "{ruling}");
    let table = stdout(&pgg(&["rules", "3.4"], "", ""));
    assert!(table.contains("Panzergrenadier") && !table.contains("<!--") && !table.contains("**"), "{table}");
    let asked = stdout(&pgg(&["play", "--soviet", "random", "--seed", "4"], "", "rules 9.72\nquit\n"));
    assert!(asked.contains("every retreat") && !asked.contains(".rs:"), "{asked}");
    assert!(stdout(&pgg(&["rules", "--code", "[9.73b]"], "", "")).contains("router's duty"));
    assert!(stdout(&pgg(&["rules", "[9.73b]"], "", "")).contains("A stack goes as one body"));
    assert!(stdout(&pgg(&["rules", "--code", "R42"], "", "")).contains("target not attacked"));
    assert!(stdout(&pgg(&["rules"], "", "")).lines().count() > 150);
    let unknown = pgg(&["rules", "9.79"], "", "");
    assert_eq!(unknown.status.code(), Some(1));
    assert!(text(&unknown.stderr).contains("9.7"), "near ones are named");
}
