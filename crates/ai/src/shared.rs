//! What several programs need: divisions, terrain, ties, and a way out when nothing was planned.

pub(crate) mod cover;
pub(crate) mod exact;
pub(crate) mod field;
pub(crate) mod march;
pub(crate) mod markers;

use pgg_core::{Action, Hex, Kind, Place, Side, State, UnitId, UnitSet, data};

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

/// Mean attack and defence of the divisions of a kind never seen.
pub(crate) fn mean(state: &State, kind: Kind) -> (f32, f32) {
    let roster = &data().roster;
    let (mut attack, mut defence, mut count) = (0.0, 0.0, 0.0);
    for counter in state.never_seen(kind).iter().map(|c| roster.counter(c)) {
        attack += f32::from(counter.attack);
        defence += f32::from(counter.defense);
        count += 1.0;
    }
    if count == 0.0 { (3.0, 4.0) } else { (attack / count, defence / count) }
}

/// Terrain multiple of a hex attacked from these hexes [9.33].
pub(crate) fn multiple(target: Hex, origins: impl IntoIterator<Item = Hex>) -> f32 {
    let map = &data().map;
    let across = |from: Hex| from.direction_to(target).is_some_and(|d| map.side(from, d).river());
    let mut origins = origins.into_iter().peekable();
    let river = origins.peek().is_some() && origins.all(across);
    ground(target) + f32::from(u8::from(river))
}

/// Terrain multiple of a hex whoever attacks it.
pub(crate) fn ground(target: Hex) -> f32 {
    if data().map.doubles_defence(target) { 2.0 } else { 1.0 }
}

/// Points of the objective in a hex, whoever has it [15.11]; 0 where there is none.
pub(crate) fn points(state: &State, hex: Hex) -> f32 {
    let objective = data().victory.objectives().iter().find(|o| o.hexes.contains(&hex));
    objective.map_or(0.0, |o| f32::from(o.points(state.options().edition)))
}

/// Where Germans stand, or will enter in this turn or the two after.
pub(crate) fn german_sources(state: &State) -> Vec<(Hex, u16)> {
    let mut sources: Vec<(Hex, u16)> = state.occupied(Side::German).iter().map(|h| (h, 0)).collect();
    for unit in UnitSet::GERMAN {
        if matches!(state.place(unit), Place::Scheduled | Place::Waiting) {
            let info = data().roster.german(unit);
            let wait = u16::from(info.turn.saturating_sub(state.turn()));
            if wait <= 2 {
                sources.extend(data().schedule.area(info.area).iter().map(|&h| (h, 30 * wait + 4)));
            }
        }
    }
    sources
}

/// Small and always the same for the same seed, unit and hex: for ties.
pub(crate) fn jitter(seed: u64, unit: UnitId, hex: Hex) -> f32 {
    let mut z = seed ^ ((unit.index() as u64) << 32) ^ (hex.index() as u64);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) >> 48) as f32 / 65536.0 * 0.3
}

/// Some legal action: the end of the phase if that is open, else whatever comes first.
pub(crate) fn anything(state: &State) -> Action {
    let legal = state.legal();
    if legal.others.last() == Some(&Action::Done) {
        return Action::Done;
    }
    legal.iter().find(|action| state.is_legal(action).is_ok()).unwrap_or(Action::Done)
}
