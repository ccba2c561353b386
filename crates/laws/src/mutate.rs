//! Small mutations of actions: a neighbouring hex, another unit, one more, one less, another kind of action.

use pgg_core::game::chance::below;
use pgg_core::{Action, Hex, HexSet, Newcomer, Path, State, Targets, UnitId, UnitSet, data};
use rand_chacha::rand_core::Rng;

/// An action a little different from a given one, legal or not.
pub fn mutate(rng: &mut impl Rng, state: &State, action: &Action) -> Action {
    match *action {
        Action::Deploy { unit, hex } => match below(rng, 2) {
            0 => Action::Deploy { unit: other_unit(rng, unit), hex },
            _ => Action::Deploy { unit, hex: near(rng, hex) },
        },
        Action::Interdict { hex } => Action::Interdict { hex: near(rng, hex) },
        Action::Evacuate { unit } => Action::Evacuate { unit: other_unit(rng, unit) },
        Action::Enter { who, hex, rail } => match below(rng, 3) {
            0 => Action::Enter { who, hex: near(rng, hex), rail },
            1 => Action::Enter { who, hex, rail: !rail },
            _ => Action::Enter { who: other_newcomer(rng, who), hex, rail },
        },
        Action::Move { units, path } => match below(rng, 4) {
            0 => Action::Move { units: other_units(rng, state, units), path },
            1 => Action::Move { units, path: other_path(rng, path) },
            2 => Action::Ride { unit: units.first().unwrap_or(UnitId::rifle(0)), path },
            _ => match path.first() {
                Some(target) => Action::Overrun { units, target },
                None => Action::Done,
            },
        },
        Action::Ride { unit, path } => match below(rng, 3) {
            0 => Action::Ride { unit: other_unit(rng, unit), path },
            1 => Action::Ride { unit, path: other_path(rng, path) },
            _ => Action::Move { units: UnitSet::one(unit), path },
        },
        Action::Overrun { units, target } => match below(rng, 2) {
            0 => Action::Overrun { units: other_units(rng, state, units), target },
            _ => Action::Overrun { units, target: near(rng, target) },
        },
        Action::CutRail { hex } => match below(rng, 2) {
            0 => Action::CutRail { hex: near(rng, hex) },
            _ => Action::LiftCut { hex },
        },
        Action::LiftCut { hex } => match below(rng, 2) {
            0 => Action::LiftCut { hex: near(rng, hex) },
            _ => Action::CutRail { hex },
        },
        Action::Attack { targets, units } => match below(rng, 2) {
            0 => Action::Attack { targets, units: other_units(rng, state, units) },
            _ => Action::Attack { targets: other_targets(rng, targets), units },
        },
        Action::LoseStep { unit } => match below(rng, 2) {
            0 => Action::LoseStep { unit: other_unit(rng, unit) },
            _ => Action::Remove { unit },
        },
        Action::Route { stack, to } => match below(rng, 3) {
            0 => Action::Route { stack: near(rng, stack), to },
            1 => Action::Route { stack, to: stack },
            _ => Action::Route { stack, to: near(rng, stack) },
        },
        Action::Remove { unit } => Action::Remove { unit: other_unit(rng, unit) },
        Action::Advance { unit, path } => match below(rng, 2) {
            0 => Action::Advance { unit: other_unit(rng, unit), path },
            _ => Action::Advance { unit, path: other_path(rng, path) },
        },
        Action::TakeLoss => Action::TakeRetreat,
        Action::TakeRetreat => Action::TakeLoss,
        Action::Done => match below(rng, 3) {
            0 => Action::TakeLoss,
            1 => Action::Interdict { hex: any_hex(rng) },
            _ => Action::Advance { unit: any_unit(rng), path: Path::one(any_hex(rng)) },
        },
    }
}

fn any_hex(rng: &mut impl Rng) -> Hex {
    let all = HexSet::ALL.len() as u32;
    HexSet::ALL.iter().nth(below(rng, all) as usize).expect("the map has hexes")
}

fn near(rng: &mut impl Rng, hex: Hex) -> Hex {
    let around: Vec<Hex> = hex.neighbours().map(|(_, h)| h).collect();
    match below(rng, 8) {
        0 => any_hex(rng),
        _ => around[below(rng, around.len() as u32) as usize],
    }
}

fn any_unit(rng: &mut impl Rng) -> UnitId {
    let all = UnitId::all().count() as u32;
    UnitId::from_index(below(rng, all) as usize).expect("a unit slot")
}

fn other_unit(rng: &mut impl Rng, unit: UnitId) -> UnitId {
    let next = unit.index() as i64 + i64::from(below(rng, 5)) - 2;
    match below(rng, 4) {
        0 => any_unit(rng),
        _ => usize::try_from(next).ok().and_then(UnitId::from_index).unwrap_or(unit),
    }
}

/// One more of the same or a neighbouring hex, one less, or another.
fn other_units(rng: &mut impl Rng, state: &State, units: UnitSet) -> UnitSet {
    let mut units = units;
    let some = units.iter().nth(below(rng, units.len().max(1) as u32) as usize);
    let home = some.and_then(|u| state.hex(u));
    match below(rng, 4) {
        0 => {
            if let Some(unit) = some {
                units.remove(unit);
            }
        }
        1 => units.insert(any_unit(rng)),
        n => {
            let hex = home.map(|h| if n == 2 { h } else { near(rng, h) });
            if let Some(mates) = hex.map(|h| state.units_in(h)).filter(|m| !m.is_empty())
                && let Some(mate) = mates.iter().nth(below(rng, mates.len() as u32) as usize)
            {
                units.insert(mate);
            }
        }
    }
    units
}

fn other_path(rng: &mut impl Rng, path: Path) -> Path {
    let mut hexes: Vec<Hex> = path.iter().collect();
    let at = below(rng, hexes.len().max(1) as u32) as usize;
    match (below(rng, 4), hexes.last().copied()) {
        (0, _) => {
            hexes.pop();
        }
        (1, Some(last)) => hexes.push(near(rng, last)),
        (2, _) => {
            if let Some(hex) = hexes.get_mut(at) {
                *hex = near(rng, *hex);
            }
        }
        _ => hexes.insert(0, any_hex(rng)),
    }
    Path::collect(hexes.into_iter().take(30)).unwrap_or(path)
}

fn other_targets(rng: &mut impl Rng, targets: Targets) -> Targets {
    let mut hexes: Vec<Hex> = targets.iter().collect();
    match (below(rng, 3), hexes.last().copied()) {
        (0, _) => {
            hexes.pop();
        }
        (1, Some(last)) => hexes.push(near(rng, last)),
        (_, Some(last)) => {
            hexes.pop();
            hexes.push(near(rng, last));
        }
        _ => {}
    }
    Targets::collect(hexes.into_iter().take(6)).unwrap_or(targets)
}

fn other_newcomer(rng: &mut impl Rng, who: Newcomer) -> Newcomer {
    use pgg_core::data::schedule::{Area, Pool};
    let area = Area::ALL[below(rng, Area::ALL.len() as u32) as usize];
    match (below(rng, 5), who) {
        (0, _) => Newcomer::Front,
        (1, _) => Newcomer::Provisional,
        (2, _) => Newcomer::Scheduled(Pool::Rifle, area),
        (3, _) => Newcomer::Scheduled(Pool::Armoured, area),
        (_, Newcomer::Unit(unit)) => Newcomer::Unit(other_unit(rng, unit)),
        _ => Newcomer::Unit(data().schedule.setup()[0].leader),
    }
}
