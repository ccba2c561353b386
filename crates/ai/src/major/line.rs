//! A line that cannot be walked round: posts from the north edge to the south edge, no two neighbours more than three
//! hexes apart, so that every hex between them is in a zone of control and stops any enemy that enters it [6.22].
//!
//! Posts are chosen as a shortest path from north to south. Each has a price: what it costs to hold, less what the
//! ground gives; and passing east of an objective costs what the objective is worth.

use pgg_core::hex::{COLUMNS, HEX_SLOTS, Hex, ROWS};
use pgg_core::rules::movement::CLOSED_COLUMNS;
use pgg_core::{HexSet, Side, State, data};

/// Hexes between two posts at most, for their zones of control to meet.
const APART: u16 = 3;
/// The line begins and ends so near to the edge that nobody passes by.
const NORTH: i32 = 2 * 2 + 1;
const SOUTH: i32 = 2 * ROWS as i32 - 2;
/// South of the map.
const BEYOND: i32 = 99;

/// Half rows from the north, so that neighbours in the next column differ by one.
fn height(hex: Hex) -> i32 {
    2 * i32::from(hex.row()) + i32::from(hex.column().is_multiple_of(2))
}

/// An objective to be kept behind the line, and what that is worth.
pub(super) struct Stake {
    pub(super) hex: Hex,
    pub(super) worth: f32,
}

/// The cheapest line, from north to south; `price` of a hex, none where no post can be.
pub(super) fn line(price: impl Fn(Hex) -> Option<f32>, stakes: &[Stake]) -> Vec<Hex> {
    // No post stands in the western hexrows [6.4], not even once they are open.
    let mut hexes: Vec<Hex> = Hex::all().filter(|h| h.column() > CLOSED_COLUMNS).collect();
    hexes.sort_by_key(|&h| (height(h), h));
    let mut best = vec![(f32::MAX, None::<Hex>); HEX_SLOTS];
    let prices: Vec<Option<f32>> = {
        let mut all = vec![None; HEX_SLOTS];
        hexes.iter().for_each(|&h| all[h.index()] = price(h));
        all
    };
    let mut end: Option<(f32, Hex)> = None;
    for &hex in &hexes {
        let Some(own) = prices[hex.index()] else { continue };
        if height(hex) <= NORTH {
            let over = passed(stakes, 0, height(hex), i32::from(hex.column()));
            if own + over < best[hex.index()].0 {
                best[hex.index()] = (own + over, None);
            }
        }
        let (so_far, _) = best[hex.index()];
        if so_far == f32::MAX {
            continue;
        }
        if height(hex) >= SOUTH {
            let total = so_far + passed(stakes, height(hex), BEYOND, i32::from(hex.column()));
            if end.is_none_or(|(least, _)| total < least) {
                end = Some((total, hex));
            }
        }
        for next in within_reach(hex) {
            let Some(price) = prices[next.index()].filter(|_| height(next) > height(hex)) else { continue };
            let middle = (i32::from(hex.column()) + i32::from(next.column())) / 2;
            let total = so_far + price + passed(stakes, height(hex), height(next), middle);
            if total < best[next.index()].0 {
                best[next.index()] = (total, Some(hex));
            }
        }
    }
    let mut posts: Vec<Hex> =
        std::iter::successors(end.map(|(_, hex)| hex), |hex| best[hex.index()].1).collect();
    posts.reverse();
    posts
}

/// What is given up by passing east of objectives between two heights.
fn passed(stakes: &[Stake], from: i32, to: i32, column: i32) -> f32 {
    stakes
        .iter()
        .filter(|s| height(s.hex) > from && height(s.hex) <= to && column > i32::from(s.hex.column()))
        .map(|s| s.worth)
        .sum()
}

fn within_reach(hex: Hex) -> impl Iterator<Item = Hex> {
    let columns = hex.column().saturating_sub(APART).max(1)..=(hex.column() + APART).min(COLUMNS);
    columns.flat_map(move |column| {
        let rows = hex.row().saturating_sub(APART).max(1)..=(hex.row() + APART).min(ROWS);
        rows.filter_map(move |row| Hex::new(column, row))
            .filter(move |&other| (1..=APART).contains(&hex.distance(other)))
    })
}

/// Hexes that the Germans cannot get to without entering a zone of control of the posts.
pub(super) fn behind(state: &State, posts: &[Hex]) -> HexSet {
    let posts: HexSet = posts.iter().copied().collect();
    let barred = posts.or(&data().map.spread(&posts)).or(data().map.lakes());
    let open = HexSet::ALL.without(&barred);
    let west = HexSet::column(1).or(state.occupied(Side::German)).and(&open);
    HexSet::ALL.without(&data().map.flood(&west, &open)).without(&barred)
}
