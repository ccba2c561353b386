//! `cargo bench --bench reach`: our reach beside the crates `pathfinding` and `hexx`, on the same map in the same run.
//!
//! All three compute where a 10-point motorized unit can get on the empty map, from each of the 1,829 hexes, by the
//! same costs; the answers are compared first. Rounds are interleaved and the best of each is taken, so that the
//! ratio does not depend on what else the machine does.

use pgg_core::analysis::reach::{Ground, Reach};
use pgg_core::map::FORBIDDEN;
use pgg_core::unit::MoveClass;
use pgg_core::{Direction, Hex, HexSet, data};
use std::collections::HashMap;
use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

const CLASS: MoveClass = MoveClass::GermanMotor;
const POINTS: u8 = 20;
const ROUNDS: usize = 7;

fn ours(start: Hex, ground: &Ground) -> Reach {
    Reach::walk(start, CLASS, POINTS, ground)
}

fn by_pathfinding(start: Hex) -> Vec<(Hex, u8)> {
    let steps = |&hex: &Hex| {
        Direction::ALL.into_iter().filter_map(move |d| {
            let cost = data().map.cost(CLASS, hex, d);
            data().map.step(hex, d).filter(|_| cost != FORBIDDEN).map(|to| (to, cost))
        })
    };
    pathfinding::directed::dijkstra::dijkstra_reach(&start, steps)
        .take_while(|item| item.total_cost <= POINTS)
        .map(|item| (item.node, item.total_cost))
        .collect()
}

/// hexx has one cost a hex and no hexsides, so it gets the terrain alone: an easier question than ours.
fn by_hexx(start: Hex, coordinates: &Coordinates) -> usize {
    hexx::algorithms::field_of_movement(coordinates.of[&start], u32::from(POINTS) / 2, |hex| {
        let hex = coordinates.back.get(&hex)?;
        let cost = data().map.terrain_cost(CLASS, *hex);
        // hexx adds one to every cost by itself.
        (cost != FORBIDDEN).then(|| u32::from(cost) / 2 - 1)
    })
    .len()
}

struct Coordinates {
    of: HashMap<Hex, hexx::Hex>,
    back: HashMap<hexx::Hex, Hex>,
}

fn coordinates() -> Coordinates {
    let mode = hexx::OffsetHexMode::Even;
    let of: HashMap<Hex, hexx::Hex> = Hex::all()
        .map(|h| {
            let offset = [i32::from(h.column()), i32::from(h.row())];
            (h, hexx::Hex::from_offset_coordinates(offset, mode, hexx::HexOrientation::Flat))
        })
        .collect();
    let back = of.iter().map(|(&h, &x)| (x, h)).collect();
    Coordinates { of, back }
}

fn time(run: impl Fn()) -> Duration {
    let begun = Instant::now();
    run();
    begun.elapsed()
}

fn main() -> std::io::Result<()> {
    let ground = Ground::new(&HexSet::ALL, &HexSet::EMPTY, &HexSet::EMPTY);
    for start in Hex::all() {
        let mut theirs = by_pathfinding(start);
        theirs.sort_unstable();
        let reach = ours(start, &ground);
        let mut mine: Vec<(Hex, u8)> = reach.hexes().chain([(start, 0)]).collect();
        mine.sort_unstable();
        assert_eq!(mine, theirs, "the fields from {start} differ");
    }
    let coordinates = coordinates();
    let first = Hex::new(1, 1).expect("the map has a first hex");
    let mut best = [Duration::MAX; 3];
    for _ in 0..ROUNDS {
        best[0] = best[0].min(time(|| {
            let mut reach = ours(first, &ground);
            Hex::all().for_each(|h| black_box(&mut reach).walk_again(h, CLASS, POINTS, &ground));
        }));
        best[1] = best[1].min(time(|| Hex::all().for_each(|h| drop(black_box(by_pathfinding(h))))));
        best[2] = best[2].min(time(|| {
            Hex::all().for_each(|h| {
                black_box(by_hexx(h, &coordinates));
            })
        }));
    }
    let mut out = std::io::stdout().lock();
    let names = ["ours", "pathfinding dijkstra_reach", "hexx field_of_movement (terrain only)"];
    writeln!(out, "reach of a 10-point unit from all 1,829 hexes, best of {ROUNDS} interleaved rounds:")?;
    for (name, time) in names.iter().zip(best) {
        let ratio = time.as_secs_f64() / best[0].as_secs_f64();
        writeln!(out, "  {name:40} {:>9.2} ms {ratio:>8.1} times ours", time.as_secs_f64() * 1e3)?;
    }
    Ok(())
}
