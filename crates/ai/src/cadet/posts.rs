//! What is to be held: the hexes that the Germans will want to pass, and the cities.

use super::View;
use super::strength::Strengths;
use crate::shared::field::{CLOSED, Field, Orientation, free, round};
use crate::shared::{german_sources, ground, is_behind_rivers};
use pgg_core::hex::HEX_SLOTS;
use pgg_core::unit::MoveClass;
use pgg_core::{Hex, HexSet, Side, State, data};
use std::sync::LazyLock;

/// Above any worth, so that worth less way is never below nothing.
pub(super) const MOST: f32 = 150.0;
/// What is worth less than this is not held.
const LEAST: f32 = 1.0;

/// Half-points of German way at which what lies ahead counts half.
const SOON: f32 = 40.0;
/// What each point of a city is worth to its garrison.
const GARRISON: f32 = 2.2;
/// What it is worth to win a city back, besides its points.
const TAKE_BACK: f32 = 10.0;
/// Half-points of detour for which the Germans would still come this way.
const DETOUR: f32 = 16.0;
/// How good the ground is to defend: forest and city, open, and more behind rivers.
const COVER: f32 = 1.4;
const OPEN: f32 = 0.75;
const RIVERS: f32 = 0.35;
/// What the first, second and third division in a hex count: the first takes the ground, the others make it hold.
const SHARE: [f32; 3] = [1.0, 0.75, 0.55];
/// What a hex counts when so many of its neighbours are held.
const SPACING: [f32; 7] = [1.0, 0.7, 0.5, 0.35, 0.25, 0.2, 0.2];
/// A division that is not known is taken to defend with this.
const DIVISION: f32 = 4.0;
/// Attackers so many times as strong as the defence run over a stack about every second time.
const RUN_OVER: f32 = 2.5;
/// What a hex without command counts.
const NO_COMMAND: f32 = 0.85;
/// A city is held all the same: the least it counts, and from which turn on in full.
const CITY: f32 = 0.5;
const LATE: u8 = 11;
/// What a German zone of control costs on the way, in half-points.
const ZONE: u16 = 8;

/// The Germans' way to each objective on the bare map.
static WAYS: LazyLock<Vec<Field>> = LazyLock::new(|| {
    let to = |hexes: &[Hex]| {
        Field::spread(hexes.iter().map(|&h| (h, 0)), MoveClass::GermanMotor, Orientation::To, &free())
    };
    data().victory.objectives().iter().map(|o| to(&o.hexes)).collect()
});

/// What the Soviet player sees at the start of a phase.
pub(super) struct Posts {
    /// How far the Germans are, those about to enter included.
    german: Field,
    /// Worth of a hex to the first division there, before danger.
    worth: Vec<f32>,
    /// More of it where a city has to be held.
    garrison: Vec<f32>,
    /// Hexes in command and supply.
    supplied: HexSet,
}

impl Posts {
    pub(super) fn of(state: &State) -> Posts {
        let german = Field::spread(german_sources(state), MoveClass::GermanMotor, Orientation::From, &free());
        let mut posts = Posts {
            worth: vec![0.0; HEX_SLOTS],
            garrison: vec![0.0; HEX_SLOTS],
            supplied: state.soviet_lines().supplied,
            german,
        };
        let edition = state.options().edition;
        for (objective, way) in data().victory.objectives().iter().zip(WAYS.iter()) {
            let points = f32::from(objective.points(edition));
            let far = objective.hexes.iter().map(|&h| posts.german.at(h)).min().unwrap_or(0);
            let soon = SOON / (SOON + f32::from(far));
            let lost = objective.hexes.iter().all(|&h| state.controller(h) == Some(Side::German));
            for &hex in &objective.hexes {
                let held = state.controller(hex) == Some(Side::Soviet);
                posts.garrison[hex.index()] =
                    if held { points * GARRISON * soon } else { TAKE_BACK + points };
            }
            if lost {
                continue;
            }
            for hex in Hex::all() {
                let detour = f32::from(posts.german.at(hex)) + f32::from(way.at(hex)) - f32::from(far);
                posts.worth[hex.index()] += points * soon * (1.0 - detour / DETOUR).max(0.0);
            }
        }
        for hex in Hex::all() {
            posts.worth[hex.index()] *= terrain(hex);
        }
        posts
    }

    /// How far the Germans are from a hex, in half-points.
    pub(super) fn german(&self, hex: Hex) -> u16 {
        self.german.at(hex)
    }
}

/// How good the ground is to defend.
fn terrain(hex: Hex) -> f32 {
    let cover = if data().map.doubles_defence(hex) { COVER } else { OPEN };
    cover + if is_behind_rivers(hex) { RIVERS } else { 0.0 }
}

impl View {
    /// Worth of a hex to one more division, with what stands there now.
    fn worth(&self, state: &State, strengths: &Strengths, hex: Hex) -> f32 {
        let Some(posts) = &self.posts else { return 0.0 };
        let here = strengths.count(Side::Soviet, hex);
        if strengths.is_full(Side::Soviet, hex) {
            return 0.0;
        }
        let bare = posts.worth[hex.index()];
        let city = posts.garrison[hex.index()];
        if bare + city < LEAST {
            return 0.0;
        }
        let share = SHARE[here];
        let company = hex.neighbours().filter(|&(_, h)| strengths.count(Side::Soviet, h) > 0).count();
        let defence = strengths.stack(Side::Soviet, hex).max(DIVISION) + DIVISION;
        let lasts = self.lasts(hex, defence);
        let command = if posts.supplied.contains(hex) { 1.0 } else { NO_COMMAND };
        let worth = bare * share * SPACING[company] * lasts * command + city * share * in_city(state, lasts);
        worth.min(MOST - 1.0)
    }

    /// The worth of a hex to one of those who hold it.
    pub(super) fn worth_of_staying(&self, state: &State, strengths: &Strengths, hex: Hex) -> f32 {
        let Some(posts) = &self.posts else { return 0.0 };
        let here = strengths.count(Side::Soviet, hex).saturating_sub(1);
        let lasts = self.lasts(hex, strengths.stack(Side::Soviet, hex).max(DIVISION));
        SHARE[here.min(SHARE.len() - 1)]
            * (posts.worth[hex.index()] * lasts + posts.garrison[hex.index()] * in_city(state, lasts))
    }

    /// The share of its worth that a stack keeps which may be run over.
    fn lasts(&self, hex: Hex, defence: f32) -> f32 {
        let danger = self.threat.at(hex) / (defence * ground(hex)) / RUN_OVER;
        1.0 / (1.0 + danger * danger)
    }

    /// For every hex the best worth anywhere less the way there, taken from [`MOST`].
    pub(super) fn pull(&self, state: &State, strengths: &Strengths) -> Field {
        let tolls = round(state, Side::German, ZONE);
        let sources = Hex::all().filter(|h| tolls[h.index()] != CLOSED).filter_map(|hex| {
            let worth = self.worth(state, strengths, hex);
            (worth >= LEAST).then_some((hex, (MOST - worth) as u16))
        });
        Field::spread(sources.collect::<Vec<_>>(), MoveClass::SovietFoot, Orientation::To, &tolls)
    }
}

/// What is kept of a city in the same danger.
fn in_city(state: &State, lasts: f32) -> f32 {
    if state.turn() >= LATE { 1.0 } else { lasts.max(CITY) }
}
