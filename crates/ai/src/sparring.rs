//! Sparring partners: programs that are made for one thing, to show what the opponents cannot answer. People do not play
//! them; `pgg league`, `sim` and `habits` take them as `spar:NAME`.
//!
//! Each plays as `general` does without its search, wherever the speciality has nothing to say. A `Speciality` adds an evaluation, orders for each phase, and actions of its own.

mod encircler;
mod fortress;
mod hunter;
mod killer;
mod punisher;
mod raider;

use crate::eval::{Evaluator, Standard, Terms};
use crate::major::{Effort, Major};
use crate::orders::Orders;
use crate::survey::Sight;
use crate::{Player, Watch, Weights};
use pgg_core::{Action, BySide, Phase, Side, State};
use std::sync::Arc;

/// What makes a partner special; each part only where it has something to say.
trait Speciality: Send + Sync {
    /// What it values besides, in points for the Germans.
    fn bonus(&self, _: &Sight<'_>) -> f32 {
        0.0
    }

    /// The weights it plays a side with.
    fn weights(&self, side: Side) -> Weights {
        Weights::of_general(side)
    }

    /// Orders for the phase that begins.
    fn orders(&self, _: &State) -> Orders {
        Orders::default()
    }

    /// What it does before all else; asked again and again in a phase until it has nothing more.
    fn first(&self, _: &State) -> Option<Action> {
        None
    }
}

/// The names of all partners.
pub const NAMES: [&str; 6] = ["hunter", "encircler", "killer", "fortress", "raider", "punisher"];

/// The partner of a name; the same seed plays the same.
pub fn player(name: &str, seed: u64) -> Option<Box<dyn Player>> {
    let speciality: Arc<dyn Speciality> = match name {
        "hunter" => Arc::new(hunter::Hunter),
        "encircler" => Arc::new(encircler::Encircler),
        "killer" => Arc::new(killer::Killer),
        "fortress" => Arc::new(fortress::Fortress),
        "raider" => Arc::new(raider::Raider),
        "punisher" => return Some(Box::new(punisher::Punisher::new(seed))),
        _ => return None,
    };
    Some(Box::new(Partner::new(seed, &speciality)))
}

/// The efforts of `general`: a speciality on top of a weak player is no yardstick.
const EFFORTS: BySide<Effort> = BySide([Effort::WHOLE, Effort::THOROUGH]);

/// A partner at play.
struct Partner {
    speciality: Arc<dyn Speciality>,
    majors: BySide<Major>,
    /// The phase its orders are for.
    ordered: Option<(u8, Phase)>,
}

impl Partner {
    fn new(seed: u64, speciality: &Arc<dyn Speciality>) -> Partner {
        let major = |side| {
            let evaluator = Arc::new(Besides(Arc::clone(speciality)));
            Major::by(seed, speciality.weights(side), evaluator).with_effort(EFFORTS[side])
        };
        Partner { speciality: Arc::clone(speciality), majors: BySide::from_fn(major), ordered: None }
    }
}

impl Player for Partner {
    fn choose(&mut self, state: &State, watch: &dyn Watch) -> Action {
        let phase = state.phase();
        let side = state.decision().map_or(phase.side(), |d| d.side);
        if side == phase.side() && !state.in_combat() {
            if self.ordered != Some((state.turn(), phase)) {
                self.ordered = Some((state.turn(), phase));
                self.majors[side].command(self.speciality.orders(state));
            }
            if let Some(action) = self.speciality.first(state).filter(|a| state.check(a).is_ok()) {
                return action;
            }
        }
        self.majors[side].choose(state, watch)
    }
}

/// The standard evaluation, and what a speciality values besides.
struct Besides(Arc<dyn Speciality>);

impl Evaluator for Besides {
    fn value(&self, sight: &Sight<'_>) -> f32 {
        Standard.value(sight) + self.0.bonus(sight)
    }

    fn terms(&self, sight: &Sight<'_>) -> Terms {
        let terms = Standard.terms(sight);
        Terms { forces: terms.forces + self.0.bonus(sight), ..terms }
    }
}
