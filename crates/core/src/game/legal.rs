//! All legal actions of a decision, in canonical form.
//!
//! Simple actions are listed one by one; walks and rides as single steps of single units (see
//! [`action`](crate::game::action)). The units of an attack or overrun can be chosen in far too many ways to list them,
//! so [`AttackOption`] and [`OverrunOption`] have all units that may take part. [`Legal::contains`] decides from this
//! list alone whether an action is legal.

use crate::game::action::{Action, Path, Targets};
use crate::hex::{Hex, HexSet};
use crate::unit::{UnitId, UnitSet};

/// The legal actions of a decision.
///
/// [`Legal::iter`] goes through them as actions, [`Legal::sample`] picks one at random; the fields are for programs
/// that choose units for an attack or plan a whole march.
///
/// # Example
///
/// ```
/// use pgg_core::{Action, Options, Seeded, State};
///
/// let (state, _) = State::new_game(Options::default(), &mut Seeded::from_number(7))?;
/// let legal = state.legal();
/// for action in legal.iter() {
///     assert!(legal.contains(&action));
///     assert_eq!(state.check(&action), Ok(()));
/// }
/// assert!(!legal.contains(&Action::Done)); // the 13th and 20th Armies are still to be placed
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legal {
    /// Steps of single units: `Move { units: {unit}, path: [hex] }`.
    pub steps: Vec<(UnitId, Hex)>,
    /// Single hexes of a ride: `Ride { unit, path: [hex] }`.
    pub rides: Vec<(UnitId, Hex)>,
    /// Overruns.
    pub overruns: Vec<OverrunOption>,
    /// Attacks: for each target hex, the units that may take part.
    pub attacks: Vec<AttackOption>,
    /// Stacks with Leaders that have a duty in attacks [10.26].
    pub duties: Vec<LeaderDuty>,
    /// Attack-capable units among those of the options.
    pub capable: UnitSet,
    /// Hexes where an interdiction marker may be placed: `Interdict { hex }`.
    pub markers: HexSet,
    /// Everything else.
    pub others: Vec<Action>,
}

/// An overrun is legal with any of `units` that include an attack-capable one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverrunOption {
    /// From where.
    pub from: Hex,
    /// What is overrun.
    pub target: Hex,
    /// The units that may take part: one group [6.54].
    pub units: UnitSet,
}

/// An attack on several hexes is legal with units that may attack each of them, if one is attack-capable, every
/// Leader is with a combat unit of his hex, and no Leader neglects his duty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackOption {
    /// What is attacked.
    pub target: Hex,
    /// Who may take part.
    pub units: UnitSet,
}

/// [10.26] If units of `stack` attack and none of `reserves` stays out, all `leaders` must take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaderDuty {
    /// All units of the hex.
    pub stack: UnitSet,
    /// Combat units that could still attack [10.26, R43].
    pub reserves: UnitSet,
    /// Leaders that have not attacked and are not Disrupted.
    pub leaders: UnitSet,
}

impl Default for Legal {
    fn default() -> Legal {
        Legal {
            steps: Vec::new(),
            rides: Vec::new(),
            overruns: Vec::new(),
            attacks: Vec::new(),
            duties: Vec::new(),
            capable: UnitSet::EMPTY,
            markers: HexSet::EMPTY,
            others: Vec::new(),
        }
    }
}

impl Legal {
    /// Empty it, keeping its memory.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.rides.clear();
        self.overruns.clear();
        self.attacks.clear();
        self.duties.clear();
        self.others.clear();
        self.capable = UnitSet::EMPTY;
        self.markers = HexSet::EMPTY;
    }

    /// Is there nothing to do?
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
            && self.rides.is_empty()
            && self.overruns.is_empty()
            && self.attacks.is_empty()
            && self.markers.is_empty()
            && self.others.is_empty()
    }

    /// The only legal action, if there is exactly one.
    pub fn only(&self) -> Option<Action> {
        let no_lists = self.steps.is_empty() && self.rides.is_empty() && self.markers.is_empty();
        let no_sets = self.overruns.is_empty() && self.attacks.is_empty();
        match self.others.as_slice() {
            [only] if no_lists && no_sets => Some(*only),
            _ => None,
        }
    }

    /// Is an action in canonical form among the legal ones? Walks and rides of several steps are not canonical.
    pub fn contains(&self, action: &Action) -> bool {
        match action {
            Action::Move { units, path } if units.len() == 1 && path.len() == 1 => {
                units.first().zip(path.first()).is_some_and(|step| self.steps.contains(&step))
            }
            Action::Move { .. } => false,
            Action::Ride { unit, path } if path.len() == 1 => {
                path.first().is_some_and(|hex| self.rides.contains(&(*unit, hex)))
            }
            Action::Ride { .. } => false,
            Action::Overrun { units, target } => {
                units.meets(&self.capable)
                    && self.overruns.iter().any(|o| o.target == *target && units.is_within(&o.units))
            }
            Action::Attack { targets, units } => self.contains_attack(targets, units),
            Action::Interdict { hex } => self.markers.contains(*hex),
            other => self.others.contains(other),
        }
    }

    fn contains_attack(&self, targets: &Targets, units: &UnitSet) -> bool {
        let distinct = targets.iter().enumerate().all(|(n, hex)| !targets.iter().take(n).any(|h| h == hex));
        let may = |hex: Hex| self.attacks.iter().any(|a| a.target == hex && units.is_within(&a.units));
        let escorted = |leader: UnitId| {
            self.duties
                .iter()
                .any(|d| d.stack.contains(leader) && d.stack.and(units).meets(&UnitSet::DIVISION))
        };
        !targets.is_empty()
            && distinct
            && targets.iter().all(may)
            && units.meets(&self.capable)
            && units.and(&UnitSet::LEADER).iter().all(escorted)
            && self.duties.iter().all(|d| {
                !d.stack.meets(units) || !d.reserves.without(units).is_empty() || d.leaders.is_within(units)
            })
    }

    /// The simple actions, steps and rides, one by one; overruns and attacks with all units that may take part,
    /// Leaders included.
    pub fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        let steps =
            self.steps.iter().map(|&(u, to)| Action::Move { units: UnitSet::one(u), path: Path::one(to) });
        let rides = self.rides.iter().map(|&(unit, to)| Action::Ride { unit, path: Path::one(to) });
        let overruns = self.overruns.iter().map(|o| Action::Overrun { units: o.units, target: o.target });
        let attacks =
            self.attacks.iter().map(|a| Action::Attack { targets: Targets::one(a.target), units: a.units });
        let markers = self.markers.iter().map(|hex| Action::Interdict { hex });
        steps.chain(rides).chain(overruns).chain(attacks).chain(markers).chain(self.others.iter().copied())
    }
}
