//! What several programs need: divisions, terrain, ties, and a way out when nothing was planned.

pub(crate) mod closing;
pub(crate) mod exact;
pub(crate) mod field;

use pgg_core::rules::movement::overrun::OVERRUN_DIVISOR;
use pgg_core::rules::stacking::COMBAT_UNITS_IN_HEX;
use pgg_core::{Action, Direction, Hex, Kind, Place, Side, State, UnitId, UnitSet, data};

/// Divisions and independent units, in the order of the counter file.
pub(crate) fn divisions() -> Vec<UnitSet> {
    let roster = &data().roster;
    let alone = UnitSet::GERMAN.iter().filter(|&u| roster.german(u).formation.is_none()).map(UnitSet::one);
    roster.formations().iter().map(|f| f.units).chain(alone).collect()
}

/// The other regiments of a unit's division, and the unit.
pub(crate) fn division_of(unit: UnitId) -> UnitSet {
    let roster = &data().roster;
    roster.german(unit).formation.map_or(UnitSet::one(unit), |f| roster.formation(f).units)
}

/// [7.3b] GD and Lehr belong to no division and disturb nobody.
pub(crate) fn is_independent(unit: UnitId) -> bool {
    data().roster.german(unit).formation.is_none()
}

/// Attack and defence expected of a division when every counter of its kind has been seen.
pub(crate) const TYPICAL: (f32, f32) = (3.0, 4.0);

/// Mean attack and defence of the divisions of a kind never seen.
pub(crate) fn mean(state: &State, kind: Kind) -> (f32, f32) {
    let roster = &data().roster;
    let (mut attack, mut defence, mut count) = (0.0, 0.0, 0.0);
    for counter in state.never_seen(kind).iter().map(|c| roster.counter(c)) {
        attack += f32::from(counter.attack);
        defence += f32::from(counter.defense);
        count += 1.0;
    }
    if count == 0.0 { TYPICAL } else { (attack / count, defence / count) }
}

/// What the defence of a hex attacked from these hexes is multiplied by [9.33].
pub(crate) fn multiple(target: Hex, origins: impl IntoIterator<Item = Hex>) -> f32 {
    let map = &data().map;
    let across = |from: Hex| from.direction_to(target).is_some_and(|d| map.side(from, d).river());
    let mut origins = origins.into_iter().peekable();
    multiple_if(target, origins.peek().is_some() && origins.all(across))
}

/// The same, if it is known whether all attack across rivers.
pub(crate) fn multiple_if(target: Hex, across_rivers: bool) -> f32 {
    data().map.defence_multiple(target, across_rivers) as f32
}

/// The same by the ground alone, from wherever it is attacked.
pub(crate) fn ground(target: Hex) -> f32 {
    multiple_if(target, false)
}

/// Has the hex rivers on two or more of the sides that the Germans come from?
pub(crate) fn is_behind_rivers(hex: Hex) -> bool {
    let western = [Direction::N, Direction::NW, Direction::SW, Direction::S];
    western.into_iter().filter(|&d| data().map.side(hex, d).river()).count() >= 2
}

/// Points of the objective in a hex, whichever side has it [15.11]; 0 where there is none.
pub(crate) fn points(state: &State, hex: Hex) -> f32 {
    let victory = &data().victory;
    if victory.objective_hex_index(hex).is_none() {
        return 0.0;
    }
    let objective = victory.objectives().iter().find(|o| o.hexes.contains(&hex));
    objective.map_or(0.0, |o| f32::from(o.points(state.options().edition)))
}

/// Turns within which a newcomer counts as near.
const SOON: u16 = 2;
/// Half-points of a turn that he has still to wait for.
const TURN: u16 = 30;
/// Half-points that entering the map costs him.
const ENTRY: u16 = 4;

/// Where Germans stand, or will enter in this turn or the two after.
pub(crate) fn german_sources(state: &State) -> Vec<(Hex, u16)> {
    let mut sources: Vec<(Hex, u16)> = state.occupied(Side::German).iter().map(|h| (h, 0)).collect();
    for unit in UnitSet::GERMAN {
        if matches!(state.place(unit), Place::Scheduled | Place::Waiting) {
            let info = data().roster.german(unit);
            let wait = u16::from(info.turn.saturating_sub(state.turn()));
            if wait <= SOON {
                sources.extend(data().schedule.area(info.area).iter().map(|&h| (h, TURN * wait + ENTRY)));
            }
        }
    }
    sources
}

/// How much a tie-break may count, at most: less than any reason to prefer one hex to another.
const JITTER: f32 = 0.3;
/// Bits of a number that make its share of one: more than a tie needs, and exact in an `f32`.
const SHARE_BITS: u32 = 16;

/// Small and always the same for the same seed, unit and hex: for ties.
pub(crate) fn jitter(seed: u64, unit: UnitId, hex: Hex) -> f32 {
    let upper = scrambled(seed, unit.index() as u64, hex.index() as u64) >> (u64::BITS - SHARE_BITS);
    upper as f32 / (1u32 << SHARE_BITS) as f32 * JITTER
}

/// A seed with two small numbers, each in a half of its own, without a pattern.
pub(crate) const fn scrambled(seed: u64, high: u64, low: u64) -> u64 {
    scramble(seed ^ (high << (u64::BITS / 2)) ^ low)
}

/// The shifts and the multipliers of SplitMix64, found by its authors: every bit of the number turns half of the others.
const SHIFTS: [u32; 3] = [30, 27, 31];
const MULTIPLIERS: [u64; 2] = [0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB];

/// The finalizer of SplitMix64: a permutation of the numbers that leaves no pattern.
pub(crate) const fn scramble(z: u64) -> u64 {
    let z = (z ^ (z >> SHIFTS[0])).wrapping_mul(MULTIPLIERS[0]);
    let z = (z ^ (z >> SHIFTS[1])).wrapping_mul(MULTIPLIERS[1]);
    z ^ (z >> SHIFTS[2])
}

/// Combat units of a side in a hex.
pub(crate) fn combat_units(state: &State, side: Side, hex: Hex) -> usize {
    state.side_in(side, hex).without(&UnitSet::LEADER).len()
}

/// Are there as many combat units of a side in a hex as may stay [7.1, 7.2]?
pub(crate) fn is_full(state: &State, side: Side, hex: Hex) -> bool {
    combat_units(state, side, hex) >= usize::from(COMBAT_UNITS_IN_HEX)
}

/// [6.55] What is left of an attack strength in an overrun.
pub(crate) fn overrun_attack(attack: f32) -> f32 {
    (attack / f32::from(OVERRUN_DIVISOR)).floor()
}

/// Some legal action: the end of the phase if that is open, else whatever comes first.
pub(crate) fn anything(state: &State) -> Action {
    let legal = state.legal();
    if legal.others.last() == Some(&Action::Done) {
        return Action::Done;
    }
    legal.iter().find(|action| state.check(action).is_ok()).unwrap_or(Action::Done)
}
