//! The ground: forest, swamp, water, roads, railways, towns, the grid and its numbers.

use super::geometry::{
    Point, Scatter, at, bend, between, centre, corner, distance, hexagon, hexside, line, polygon,
};
use pgg_core::hex::{COLUMNS, ROWS};
use pgg_core::map::{CityKind, SideFlags};
use pgg_core::{Direction, Hex, HexSet, data};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Rivers, lakes and roads alone, for a small map.
pub(super) fn plain() -> String {
    let map = &data().map;
    let mut svg = String::new();
    layer(&mut svg, &["lake"], &area(map.lakes()));
    layer(&mut svg, &["plain-water"], &rivers());
    layer(&mut svg, &["plain-road"], &links(SideFlags::road, |hex| map.road_exit(hex), 0.0));
    svg
}

/// All of it, bottom first.
pub(super) fn draw() -> String {
    let map = &data().map;
    let board = polygon(super::board());
    let mut svg = format!(
        "<clipPath id=\"board\"><path d=\"{board}\"/></clipPath>\n<path class=\"board\" d=\"{board}\"/>\n"
    );
    svg += "<g clip-path=\"url(#board)\">\n";
    layer(&mut svg, &["swamp"], &area(map.swamp()));
    let (pools, reeds) = swamp_signs();
    layer(&mut svg, &["pools"], &pools);
    layer(&mut svg, &["reeds"], &reeds);
    // The same outline three times: a soft shadow, a dark rim, the wood itself.
    layer(&mut svg, &["forest-shadow", "forest-edge", "forest"], &area(map.forest()));
    layer(&mut svg, &["crowns"], &crowns());
    let major = cities(CityKind::Major).collect();
    layer(&mut svg, &["urban"], &area(&major));
    let (rivers, lakes) = (rivers(), area(map.lakes()));
    layer(&mut svg, &["river-halo"], &rivers);
    svg += "</g>\n";
    let roads = links(SideFlags::road, |hex| map.road_exit(hex), -4.5);
    layer(&mut svg, &["road-case", "road"], &roads);
    svg += "<g clip-path=\"url(#board)\">\n";
    // Water over the roads: a road does not bridge a river for movement [11.13].
    layer(&mut svg, &["bank"], &rivers);
    layer(&mut svg, &["lake-bank", "lake"], &lakes);
    layer(&mut svg, &["pond-bank", "pond"], &ponds());
    layer(&mut svg, &["water"], &rivers);
    svg += "</g>\n";
    layer(&mut svg, &["ferry"], &ferries());
    let rails = links(SideFlags::rail, |hex| map.rail_exit(hex), 6.5);
    layer(&mut svg, &["rail-halo", "rail", "ties"], &rails);
    layer(&mut svg, &["blocks"], &blocks());
    for hex in cities(CityKind::Minor) {
        let (x, y) = centre(hex);
        let _ = writeln!(
            svg,
            "<circle class=\"town-ring\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6.4\"/>\
             <circle class=\"town-dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>"
        );
    }
    layer(&mut svg, &["grid"], &hexes(&HexSet::ALL));
    layer(&mut svg, &["board-line"], &board);
    layer(&mut svg, &["air-limit"], &air_limit());
    for hex in Hex::all() {
        let (x, y) = centre(hex);
        let _ = writeln!(svg, "<text class=\"number\" x=\"{x:.0}\" y=\"{:.1}\">{hex}</text>", y - 26.4);
    }
    svg
}

/// One path, drawn once for each class.
fn layer(svg: &mut String, classes: &[&str], path: &str) {
    for class in classes {
        let _ = writeln!(svg, "<path class=\"{class}\" d=\"{path}\"/>");
    }
}

fn hexes(set: &HexSet) -> String {
    set.iter().map(hexagon).collect()
}

/// The outline of a set of hexes with its corners rounded off: from the middle of one hexside to that of the next.
fn area(set: &HexSet) -> String {
    let map = &data().map;
    let key = |p: Point| ((p.0 * 4.0).round() as i32, (p.1 * 4.0).round() as i32);
    // Sides are taken clockwise around the set, so each corner begins exactly one.
    let mut sides: BTreeMap<(i32, i32), (Point, Point)> = BTreeMap::new();
    let mut path = String::new();
    for hex in set.iter() {
        for direction in Direction::ALL {
            if map.step(hex, direction).is_none_or(|next| !set.contains(next)) {
                let (a, b) = hexside(hex, direction);
                sides.insert(key(a), (a, b));
            }
        }
        if Direction::ALL.into_iter().any(|d| map.step(hex, d).is_none()) {
            path += &hexagon(hex); // up to the edge of the board
        }
    }
    while let Some((_, (start, first))) = sides.pop_first() {
        let _ = write!(path, "M{}", at(between(start, first, 0.5)));
        let (mut corner, start_middle) = (first, between(start, first, 0.5));
        while let Some((a, b)) = sides.remove(&key(corner)) {
            let _ = write!(path, "Q{} {}", at(a), at(between(a, b, 0.5)));
            corner = b;
        }
        let _ = write!(path, "Q{} {}Z", at(corner), at(start_middle));
    }
    path
}

fn cities(kind: CityKind) -> impl Iterator<Item = Hex> {
    data()
        .map
        .cities()
        .iter()
        .filter(move |city| city.kind == kind)
        .flat_map(|city| city.hexes.iter().copied())
}

/// Points inside a hex that keep their distance from one another.
fn scattered(hex: Hex, purpose: u32, wanted: usize, apart: f64) -> Vec<Point> {
    let mut scatter = Scatter::new(hex, purpose);
    let (x, y) = centre(hex);
    let mut points: Vec<Point> = Vec::new();
    for _ in 0..200 {
        let point = (x + (scatter.next() - 0.5) * 70.0, y + (scatter.next() - 0.5) * 62.0);
        let (dx, dy) = ((point.0 - x).abs(), (point.1 - y).abs());
        let inside = dy < 28.0 && dx < 36.0 - dy * 0.55;
        if inside && points.iter().all(|&other| distance(point, other) > apart) {
            points.push(point);
        }
        if points.len() == wanted {
            break;
        }
    }
    points
}

fn swamp_signs() -> (String, String) {
    let (mut pools, mut reeds) = (String::new(), String::new());
    for hex in data().map.swamp().iter() {
        for (n, (x, y)) in scattered(hex, 1, 12, 12.0).into_iter().enumerate() {
            let _ = write!(pools, "M{}h10", at((x - 5.0, y + 1.8)));
            if n % 3 == 0 {
                let _ = write!(pools, "M{}h7", at((x - 2.0, y + 4.4)));
            } else {
                let _ = write!(reeds, "M{}v-5.6m-1.8 5.6l-1.3-4.2m4.9 4.2l1.3-4.2", at((x, y)));
            }
        }
    }
    (pools, reeds)
}

/// Tree crowns: small open arcs, lit from the north-west.
fn crowns() -> String {
    let mut path = String::new();
    for hex in data().map.forest().iter() {
        for (x, y) in scattered(hex, 2, 26, 9.5) {
            let _ = write!(path, "M{}a3.6 3.6 0 0 1-6.4 2.2", at((x + 3.6, y)));
        }
    }
    path
}

/// Rivers follow hexsides: smooth bends at corners, from the middle of one side to the middle of the next.
fn rivers() -> String {
    let map = &data().map;
    let mut corners: BTreeMap<(i32, i32), (Point, Vec<Point>)> = BTreeMap::new();
    for hex in Hex::all() {
        for direction in [Direction::NE, Direction::SE, Direction::S] {
            if !map.side(hex, direction).river() {
                continue;
            }
            let (a, b) = hexside(hex, direction);
            for end in [a, b] {
                let key = ((end.0 * 4.0).round() as i32, (end.1 * 4.0).round() as i32);
                corners.entry(key).or_insert((end, Vec::new())).1.push(between(a, b, 0.5));
            }
        }
    }
    let mut path = String::new();
    for (corner, middles) in corners.values() {
        path += &knot(*corner, middles, 2.0);
        if middles.len() > 2 {
            // No island where three waters meet.
            path.extend(middles.iter().map(|&middle| line([*corner, middle])));
        }
    }
    path
}

/// Join the lines that meet in a point: pairs that do not turn too sharply by a curve, single ones by a
/// straight line.
fn knot(point: Point, ends: &[Point], sharpest: f64) -> String {
    let mut path = String::new();
    let mut joined = vec![false; ends.len()];
    for (i, &a) in ends.iter().enumerate() {
        for (j, &b) in ends.iter().enumerate().skip(i + 1) {
            let (u, v) = ((a.0 - point.0, a.1 - point.1), (b.0 - point.0, b.1 - point.1));
            let cosine = (u.0 * v.0 + u.1 * v.1) / (u.0.hypot(u.1) * v.0.hypot(v.1)).max(0.001);
            if cosine < sharpest {
                path += &bend(a, point, b);
                (joined[i], joined[j]) = (true, true);
            }
        }
    }
    for (&end, _) in ends.iter().zip(&joined).filter(|(_, joined)| !**joined) {
        path += &line([point, end]);
    }
    path
}

/// Roads or railways; where both share a link they run side by side.
fn links(has: impl Fn(SideFlags) -> bool, leaves: impl Fn(Hex) -> bool, shift: f64) -> String {
    let map = &data().map;
    let mut path = String::new();
    for hex in Hex::all() {
        let here = centre(hex);
        let mut ends: Vec<Point> = Vec::new();
        let mut pushes: Vec<Point> = Vec::new();
        for direction in Direction::ALL {
            let side = map.side(hex, direction);
            let Some(next) = map.step(hex, direction).filter(|_| has(side)) else { continue };
            let middle = between(here, centre(next), 0.5);
            let push = if side.road() && side.rail() { sideways(hex, next, shift) } else { (0.0, 0.0) };
            ends.push((middle.0 + push.0, middle.1 + push.1));
            pushes.push(push);
        }
        if leaves(hex) {
            ends.push(off_the_map(hex));
            pushes.push((0.0, 0.0));
        }
        if ends.is_empty() {
            continue;
        }
        let n = pushes.len() as f64;
        let push = pushes.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0 / n, sum.1 + p.1 / n));
        path += &knot((here.0 + push.0, here.1 + push.1), &ends, 0.1);
    }
    path
}

/// To the right when travelling east (or south) along the link.
fn sideways(a: Hex, b: Hex, by: f64) -> Point {
    let (from, to) = if (a.column(), a.row()) < (b.column(), b.row()) { (a, b) } else { (b, a) };
    let (p, q) = (centre(from), centre(to));
    let length = distance(p, q);
    (-(q.1 - p.1) / length * by, (q.0 - p.0) / length * by)
}

fn off_the_map(hex: Hex) -> Point {
    let (x, y) = centre(hex);
    match (hex.column(), hex.row()) {
        (1, _) => (x - 62.0, y),
        (COLUMNS, _) => (x + 62.0, y),
        (_, 1) => (x, y - 58.0),
        (_, ROWS) => (x, y + 58.0),
        _ => (x, y),
    }
}

/// Lake hexsides away from any lake hex: a pond along the side.
fn ponds() -> String {
    let map = &data().map;
    let mut path = String::new();
    for hex in Hex::all() {
        for direction in [Direction::NE, Direction::SE, Direction::S] {
            let lakes = map.lakes();
            let touches =
                lakes.contains(hex) || map.step(hex, direction).is_some_and(|next| lakes.contains(next));
            if map.side(hex, direction).lake() && !touches {
                let (a, b) = hexside(hex, direction);
                path += &line([between(a, b, 0.12), between(a, b, 0.88)]);
            }
        }
    }
    path
}

/// Dashes over the water where a road goes on for supply alone [11.13].
fn ferries() -> String {
    let map = &data().map;
    let mut path = String::new();
    for hex in Hex::all() {
        for direction in [Direction::NE, Direction::SE, Direction::S] {
            if let Some(next) = map.step(hex, direction).filter(|_| map.side(hex, direction).join()) {
                let (a, b) = (centre(hex), centre(next));
                path += &line([between(a, b, 0.12), between(a, b, 0.88)]);
            }
        }
    }
    path
}

/// Blocks of houses on a street grid turned a little, thinner towards the edge.
fn blocks() -> String {
    let mut path = String::new();
    for city in data().map.cities().iter().filter(|city| city.kind == CityKind::Major) {
        let angle = (f64::from(city.name.bytes().map(u32::from).sum::<u32>() % 100) / 100.0 - 0.5) * 1.1;
        let (sine, cosine) = angle.sin_cos();
        for &hex in &city.hexes {
            let (x, y) = centre(hex);
            let mut scatter = Scatter::new(hex, 3);
            for n in 0..49 {
                let (gx, gy) = (f64::from(n % 7 - 3) * 9.4, f64::from(n / 7 - 3) * 8.0);
                let out = gx.hypot(gy * 1.12);
                let thrown = scatter.next();
                let (w, h) = (3.1 + scatter.next() * 1.3, 2.5 + scatter.next() * 1.1);
                if out > 31.0 || (out > 21.0 && thrown < 0.42) || thrown < 0.07 {
                    continue;
                }
                let turn = |dx: f64, dy: f64| (x + dx * cosine - dy * sine, y + dx * sine + dy * cosine);
                path += &polygon([
                    turn(gx - w, gy - h),
                    turn(gx + w, gy - h),
                    turn(gx + w, gy + h),
                    turn(gx - w, gy + h),
                ]);
            }
        }
    }
    path
}

/// The limit of air interdiction runs along the east sides of column 40 [13.2].
fn air_limit() -> String {
    let column = data().map.air_limit();
    let mut points = Vec::new();
    for row in 1..=ROWS {
        if let Some(hex) = Hex::new(column, row) {
            points.extend([corner(centre(hex), 5), corner(centre(hex), 0), corner(centre(hex), 1)]);
        }
    }
    line(points)
}
