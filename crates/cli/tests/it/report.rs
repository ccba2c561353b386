//! `pgg report`: a game as a page.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::tempdir;

fn pgg(args: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pgg")).arg("report").args(args).output().expect("the program runs")
}

fn game() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/games/4-rings.jsonl")
}

/// The texts of a table's cells, row by row.
fn rows(page: &str) -> Vec<Vec<String>> {
    let table =
        page.split_once("<table>").and_then(|(_, rest)| rest.split_once("</table>")).expect("a table").0;
    let texts = |row: &str| -> Vec<String> {
        row.split('<').skip(1).filter_map(|cell| Some(cell.split_once('>')?.1.trim().to_owned())).collect()
    };
    table.split("<tr").skip(2).map(texts).collect()
}

#[test]
fn a_game_is_a_page_of_its_own() {
    let folder = tempdir().expect("a folder");
    let record = folder.path().join("rings & <more>.jsonl");
    fs::copy(game(), &record).expect("a copy");
    let told = pgg(&[&record]);
    assert_eq!(told.status.code(), Some(0), "{}", String::from_utf8_lossy(&told.stderr));
    let path = record.with_extension("html");
    assert_eq!(String::from_utf8_lossy(&told.stdout).trim(), path.display().to_string());
    let page = fs::read_to_string(&path).expect("a page");
    for part in [
        "<h1>German Strategic, 85 points</h1>",
        "Luck and skill",
        "Where it turned",
        "The front, turn by turn",
    ] {
        assert!(page.contains(part), "no {part}");
    }
    let rows = rows(&page);
    assert_eq!(rows.len(), 13, "twelve turns and their sum: {rows:?}");
    // What game 4's account tells of it: Orsha, Smolensk and Roslavl on turn 5, 85 points and three units lost at the end.
    assert_eq!(rows[4][..2], ["5", "45"]);
    assert_eq!([&rows[11][1], &rows[11][2], &rows[12][4]], ["85", "85", "3"]);
    assert!(page.contains("The Germans took Orsha, Smolensk, Roslavl."));
    // One map for each turn, and three of the turning points; nothing is fetched from elsewhere.
    assert_eq!((page.matches("class=\"front\"").count(), page.matches("class=\"scene\"").count()), (12, 3));
    assert!(!page.contains("href=\"http") && !page.contains("src=") && !page.contains("<script"));
    assert!(page.contains("rings &amp; &lt;more&gt;.jsonl") && !page.contains("<more>"), "a name is text");
    // A second report does not replace the first unasked.
    let again = pgg(&[&record]);
    assert_eq!(again.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&again.stderr).contains("--force"));
}

#[test]
fn each_turning_point_can_be_played_again() {
    let told = pgg(&[&game(), Path::new("--out"), Path::new("-")]);
    let page = String::from_utf8(told.stdout).expect("text");
    let positions: Vec<&str> = page.split("aria-label=\"The position\">").skip(1).collect();
    assert_eq!(positions.len(), 3);
    for position in positions {
        let text = position.split_once("</textarea>").expect("its end").0.replace("&quot;", "\"");
        let state = pgg_core::State::from_text(&text).expect("a position to begin from");
        assert!(state.turn() > 3 && state.decision().is_some());
    }
}

#[test]
fn a_game_that_has_not_begun_is_no_report() {
    let folder = tempdir().expect("a folder");
    let record = folder.path().join("begun.jsonl");
    let text = fs::read_to_string(game()).expect("a record");
    fs::write(&record, text.lines().next().expect("a header")).expect("written");
    let told = pgg(&[&record]);
    assert_eq!(told.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&told.stderr).contains("nothing has been played"));
}
