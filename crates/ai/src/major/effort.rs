//! How many possibilities `major` tries: the parameter that sets its levels apart.

/// How many possibilities it tries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Places judged for a group near its goal, and as many beside the enemy.
    pub places: usize,
    /// Overruns played out for a group.
    pub overruns: usize,
    /// Attacks played out for each decision.
    pub attacks: usize,
    /// Do the Germans move in the order of what they gain, or from the front to the rear?
    pub best_first: bool,
    /// Does the Soviet side place its Leaders together, each for what no other commands?
    pub staff: bool,
    /// The least ratio of strengths at which an overrun is thought of.
    pub least_ratio: f32,
    /// Positions judged to find where all Germans go together; none to move them one after the other.
    pub layout: usize,
}

impl Effort {
    /// Of a player that decides quickly.
    pub const BRISK: Effort = Effort {
        places: 2,
        overruns: 2,
        attacks: 2,
        best_first: false,
        staff: false,
        least_ratio: 1.0,
        layout: 0,
    };
    /// Of one who takes some care, as `general` does in its rollouts.
    pub const STEADY: Effort = Effort { places: 5, attacks: 5, ..Effort::BRISK };
    /// Of one who leaves little to chance.
    pub const THOROUGH: Effort =
        Effort { places: 16, overruns: 8, attacks: 16, best_first: true, staff: true, ..Effort::BRISK };
    /// Of one who thinks of all Germans together, and overruns only who is clearly weaker.
    pub const WHOLE: Effort = Effort { least_ratio: 1.5, layout: 20_000, ..Effort::THOROUGH };
}
