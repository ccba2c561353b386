//! Games from the middle, for a short evening: the start of a turn of an annotated game, as positions.

/// A position to begin from.
pub struct Scenario {
    /// Its name, as it is written everywhere.
    pub name: &'static str,
    /// The position, in the form of a file.
    pub position: &'static str,
}

/// Both from `docs/games/1-on-the-last-turn.jsonl`, which stayed open to its last turn: 55 points.
pub const SCENARIOS: &[Scenario] = &[
    Scenario { name: "turn-4", position: include_str!("../../data/scenarios/turn-4.json") },
    Scenario { name: "turn-8", position: include_str!("../../data/scenarios/turn-8.json") },
];

/// The scenario of a name.
pub fn scenario(name: &str) -> Option<&'static Scenario> {
    SCENARIOS.iter().find(|scenario| scenario.name == name)
}
