//! Where Soviet Leaders go.

use super::guard::Guard;
use crate::script::Notes;
use crate::script::leaders::{Troops, cover, place};
use crate::shared::ground;
use pgg_core::{Action, Hex, Side, UnitId};

/// How much divisions need a Leader, by the half-points the Germans are away: most with the enemy before them.
const NEED: f32 = 1.2;
const FAR: f32 = 100.0;
const LEAST_NEED: f32 = 0.2;
/// What it costs to stand in reach of the enemy, the strength that makes it worse, and the most.
const EXPOSED: f32 = 1.0;
const STRENGTH: f32 = 8.0;
const MOST_EXPOSED: f32 = 6.0;

impl Guard<'_> {
    /// The next Leader to his place; none when all are looked at.
    pub(super) fn command(&self, notes: &mut Notes) -> Option<Action> {
        while let Some(leader) = notes.next_leader(self.state) {
            let troops = self.troops(notes, leader);
            let value = |hex: Hex| cover(self.state, &troops, leader, hex) - self.exposure(hex);
            if let Some(action) = place(self.state, leader, value) {
                return Some(action);
            }
        }
        None
    }

    /// Divisions, and whether a Leader who has his place already commands them.
    pub(super) fn troops(&self, notes: &Notes, leader: UnitId) -> Vec<Troops> {
        let commands = notes.commands(self.state, leader);
        let need = |hex: Hex| (NEED - f32::from(self.posts.german(hex)) / FAR).clamp(LEAST_NEED, 1.0);
        let troops = |hex: Hex| Troops {
            hex,
            divisions: need(hex) * self.strengths.count(Side::Soviet, hex) as f32,
            served: commands.iter().any(|&(h, reach)| h.distance(hex) <= reach),
        };
        self.state.occupied(Side::Soviet).iter().map(troops).filter(|s| s.divisions > 0.0).collect()
    }

    /// What the Germans could do to him there.
    fn exposure(&self, hex: Hex) -> f32 {
        let threat = self.view.threat.at(hex);
        if threat == 0.0 {
            return 0.0;
        }
        let guard = self.strengths.stack(Side::Soviet, hex) * ground(hex);
        (EXPOSED + threat / STRENGTH).min(MOST_EXPOSED) / (1.0 + guard / STRENGTH)
    }
}
