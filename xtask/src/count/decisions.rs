//! In how many files a decision of the game is mentioned.

use super::Source;

/// A decision, and the names that its question, its stage and its action have in code and messages.
const DECISIONS: [(&str, &[&str]); 3] = [
    (
        "room in a retreat [9.73a]",
        &["MakeRoom", "MakingRoom", "'make_room'", "make_room:", "closed.make_room"],
    ),
    ("loss or retreat [9.65]", &["LossOrRetreat", "Choosing", "loss_or_retreat"]),
    (
        "placing markers [13.0]",
        &[
            "PlaceAirMarkers",
            "PlaceSovietMarker",
            "Interdict {",
            "'interdict'",
            "'place_air_markers'",
            "place_air_markers:",
        ],
    ),
];
const CORE: &str = "crates/core/";
const PAGE: &str = "web/";

/// Prints how many files name each.
pub(super) fn print(sources: &[Source]) {
    eprintln!("files that name a decision");
    for (decision, names) in DECISIONS {
        let names_it = |source: &&Source| names.iter().any(|name| source.text.contains(name));
        let files: Vec<&Source> =
            sources.iter().filter(|s| written_by_hand(&s.path)).filter(names_it).collect();
        let within = |folder: &str| files.iter().filter(|source| source.path.starts_with(folder)).count();
        let (core, page) = (within(CORE), within(PAGE));
        let others = files.len() - core - page;
        eprintln!(
            "{:>6}  {decision}: {core} of core, {others} of other crates, {page} of the page",
            files.len()
        );
    }
}

/// Neither generated nor a test.
fn written_by_hand(path: &str) -> bool {
    let made = [
        "web/src/wire/",
        "web/src/fixtures/",
        "web/src/testing/",
        "web/src/dev/",
        "crates/cases/",
        "crates/laws/",
    ];
    let test = ["test.ts", "tests.rs", "spec.ts"];
    !made.iter().any(|folder| path.starts_with(folder)) && !test.iter().any(|end| path.ends_with(end))
}
