//! Games from the middle, for a short evening: the start of a turn of an annotated game, as positions.

/// A position to begin from.
pub struct Scenario {
    /// Its name on the command line and in messages.
    pub name: &'static str,
    /// The position as text, which `State::from_text` reads.
    pub position: &'static str,
}

/// Turns 4 and 8 of `docs/games/1-on-the-last-turn.jsonl`, which stayed open to its last turn: 55 points.
pub const SCENARIOS: &[Scenario] = &[
    Scenario { name: "turn-4", position: include_str!("../../data/scenarios/turn-4.json") },
    Scenario { name: "turn-8", position: include_str!("../../data/scenarios/turn-8.json") },
];

/// The scenario of a name.
pub fn scenario(name: &str) -> Option<&'static Scenario> {
    SCENARIOS.iter().find(|scenario| scenario.name == name)
}
