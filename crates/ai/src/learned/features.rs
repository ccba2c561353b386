//! What the net is told of a position: strengths summed over regions and around the objectives, the evaluation and its
//! terms, and what concerns the game as a whole. All of it is public.

use crate::eval::Clock;
use crate::orders::OBJECTIVES;
use crate::survey::{Sight, StackView};
use pgg_core::data::tables::Objective;
use pgg_core::hex::{COLUMNS, ROWS};
use pgg_core::rules::sequence::TURNS;
use pgg_core::unit::UNITS;
use pgg_core::{Hex, Kind, Place, Side, State, UnitId, UnitSet, data};

/// Columns and rows of hexes in a region: a panzer division crosses it in half a turn.
const REGION: u16 = 5;
const REGIONS_ACROSS: usize = COLUMNS.div_ceil(REGION) as usize;
const REGIONS_DOWN: usize = ROWS.div_ceil(REGION) as usize;
/// What is counted of the stacks in a place.
const KINDS: usize = 9;
/// How much a stack counts for an objective, in sixteenths, by its distance: by a third less with every hex, roughly.
const NEAR: [f32; 12] = [16.0, 13.0, 10.0, 8.0, 6.0, 5.0, 4.0, 3.0, 2.0, 2.0, 1.0, 1.0];
/// All of a stack, in the same measure; features are in sixteenths.
const ALL: f32 = 16.0;
/// Strength, points of the evaluation and half-points of way that make one of a feature: so that all have a like spread.
const STRENGTHS: f32 = 10.0;
const DIVISIONS: f32 = 3.0;
const POINTS: f32 = 40.0;
const WAY: f32 = 60.0;
/// What an objective tells besides the stacks around it.
const OF_OBJECTIVE: usize = 3;
/// Phases, and terms of the evaluation with their sum.
const PHASES: usize = 10;
const TERMS: usize = 8;
/// Turns until Germans come that are told apart.
const WAITS: usize = 4;
/// What concerns the game as a whole: margin, kinds never seen, divisions, Leaders, face-down divisions, German steps, the
/// Soviet marker and what is left of it.
const OF_GAME: usize = 10;
/// The most a feature can be: the net's sums stay small.
const MOST: f32 = 2000.0;

/// How many there are of regions, and of objectives.
const IN_REGIONS: usize = REGIONS_ACROSS * REGIONS_DOWN * KINDS;
const IN_OBJECTIVES: usize = OBJECTIVES * (KINDS + OF_OBJECTIVE);
/// How many features there are.
pub const FEATURES: usize = IN_REGIONS + IN_OBJECTIVES + TURNS as usize + PHASES + TERMS + WAITS + OF_GAME;

/// The features of a position, in sixteenths.
pub fn features(sight: &Sight<'_>) -> [i16; FEATURES] {
    let mut sums = [0.0; FEATURES];
    let (regions, rest) = sums.split_at_mut(IN_REGIONS);
    let (objectives, rest) = rest.split_at_mut(IN_OBJECTIVES);
    for side in Side::BOTH {
        for stack in sight.survey.stacks(side) {
            let counts = counts(sight.state, stack, side);
            let region = usize::from((stack.hex.column() - 1) / REGION) * REGIONS_DOWN
                + usize::from((stack.hex.row() - 1) / REGION);
            add(&mut regions[region * KINDS..], &counts, ALL);
            for (n, objective) in data().victory.objectives().iter().enumerate() {
                if let Some(share) = NEAR.get(distance(objective, stack.hex)) {
                    add(&mut objectives[n * (KINDS + OF_OBJECTIVE)..], &counts, *share);
                }
            }
        }
    }
    let clock = Clock::of(sight.state);
    let held = sight.state.occupied_objectives();
    for n in 0..OBJECTIVES {
        let told = &mut objectives[n * (KINDS + OF_OBJECTIVE) + KINDS..][..OF_OBJECTIVE];
        if held.contains(n) {
            told[0] = ALL;
        }
        if let Some(untaken) = sight.prospect_of(sight.survey.ways(), &clock, n) {
            told[1] = ALL * untaken.far / WAY;
            told[2] = ALL * ((untaken.makes() - untaken.far) / WAY).clamp(-1.0, 1.0);
        }
    }
    as_a_whole(sight, rest);
    sums.map(|x| x.clamp(-MOST, MOST).round() as i16)
}

fn add(to: &mut [f32], counts: &[f32; KINDS], share: f32) {
    to.iter_mut().zip(counts).for_each(|(sum, count)| *sum += share * count);
}

fn distance(objective: &Objective, hex: Hex) -> usize {
    objective.hexes.iter().map(|h| usize::from(h.distance(hex))).min().unwrap_or(usize::MAX)
}

/// What is counted of a stack: German attack on wheels, on foot and out of supply, and defence; Soviet defence in supply,
/// attack, defence out of supply, face-down divisions and Leaders.
fn counts(state: &State, stack: &StackView, side: Side) -> [f32; KINDS] {
    let (attack, defence) = (stack.attack / STRENGTHS, stack.defence / STRENGTHS);
    let only = |test: bool, value: f32| if test { value } else { 0.0 };
    let out = stack.unsupplied;
    match side {
        Side::German => [
            only(!out && !stack.mechanized, attack),
            only(!out && stack.mechanized, attack),
            only(out, attack),
            defence,
            0.0,
            0.0,
            0.0,
            0.0,
            0.0,
        ],
        Side::Soviet => {
            let untried = state.side_in(side, stack.hex).iter().filter(|&u| state.is_untried(u)).count();
            [
                0.0,
                0.0,
                0.0,
                0.0,
                only(!out, defence),
                attack,
                only(out, defence),
                untried as f32 / DIVISIONS,
                f32::from(stack.leaders),
            ]
        }
    }
}

/// What concerns the game as a whole.
fn as_a_whole(sight: &Sight<'_>, told: &mut [f32]) {
    let state = sight.state;
    let (turn, told) = told.split_at_mut(TURNS as usize);
    let (phase, told) = told.split_at_mut(PHASES);
    let (terms, told) = told.split_at_mut(TERMS);
    let (waits, game) = told.split_at_mut(WAITS);
    if let Some(now) = turn.get_mut(usize::from(state.turn().saturating_sub(1))) {
        *now = ALL;
    }
    if let Some(now) = phase.get_mut(state.phase() as usize) {
        *now = ALL;
    }
    let judged = sight.judged();
    let each = [
        judged.total(),
        judged.settled,
        judged.objectives,
        judged.forces,
        judged.supply,
        judged.fights,
        judged.trapped,
        judged.tempo,
    ];
    terms.iter_mut().zip(each).for_each(|(to, points)| *to = ALL * points / POINTS);
    for unit in UnitSet::GERMAN {
        if matches!(state.place(unit), Place::Scheduled | Place::Waiting) {
            let wait = usize::from(data().roster.german(unit).turn.saturating_sub(state.turn()));
            waits[wait.min(WAITS - 1)] += ALL / DIVISIONS;
        }
    }
    let share = |count: usize| ALL * count as f32 / UNITS as f32;
    let soviet = state.on_map(Side::Soviet);
    let untried = |unit: &UnitId| state.is_untried(*unit);
    let steps: u8 = state.on_map(Side::German).iter().map(|u| state.steps_left(u)).sum();
    let all = [
        ALL * state.margin() as f32 / POINTS,
        share(state.never_seen(Kind::Rifle).iter().count()),
        share(state.never_seen(Kind::Tank).iter().count()),
        share(state.never_seen(Kind::Mechanised).iter().count()),
        share(soviet.and(&UnitSet::DIVISION).len()),
        share(soviet.and(&UnitSet::LEADER).len()),
        share(soviet.iter().filter(untried).count()),
        share(usize::from(steps)),
        if state.soviet_marker().is_some() { ALL } else { 0.0 },
        f32::from(state.soviet_marker_uses()),
    ];
    game.iter_mut().zip(all).for_each(|(to, value)| *to = value);
}
