//! The game as a curve: the points, and the margin to be expected, after every phase.

use pgg_ai::review::Review;
use pgg_core::data;
use std::fmt::Write;

/// The size of the drawing, and the room for the figures beside it.
const WIDTH: f64 = 920.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 96.0;
const BOTTOM: f64 = 26.0;
/// Air above the highest and below the lowest point of a curve, in points of the game.
const AIR: f32 = 8.0;

pub(super) fn draw(review: &Review) -> String {
    let scale = Scale::of(review);
    let mut svg = format!(
        "<svg class=\"curve\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-labelledby=\"curve-title\">\n\
         <title id=\"curve-title\">Points and expected margin after every phase</title>\n"
    );
    levels(&mut svg, &scale);
    turns(&mut svg, &scale, review);
    let expected = std::iter::once(review.start).chain(review.phases.iter().map(|phase| phase.worth));
    line(&mut svg, "expected", &scale, expected);
    let first = review.phases.first().map_or(0, |phase| phase.states.0.margin());
    let points = std::iter::once(first).chain(review.phases.iter().map(|phase| phase.states.1.margin()));
    line(&mut svg, "now", &scale, points.map(|points| points as f32));
    for (n, turned) in review.turning_points().into_iter().enumerate() {
        let over = review.phases.iter().take_while(|phase| phase.to <= turned.to).count();
        let worth = review.phases.get(over.saturating_sub(1)).map_or(review.start, |phase| phase.worth);
        let (x, y) = (scale.x(over), scale.y(worth));
        let _ = writeln!(
            svg,
            "<g class=\"turning\"><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"9\"/><text x=\"{x:.1}\" y=\"{:.1}\">{}</text></g>",
            y + 4.0,
            n + 1
        );
    }
    svg + "</svg>\n"
}

struct Scale {
    phases: usize,
    low: f32,
    high: f32,
}

impl Scale {
    fn of(review: &Review) -> Scale {
        let mut scale = Scale { phases: review.phases.len().max(1), low: review.start, high: review.start };
        for phase in &review.phases {
            for value in [phase.worth, phase.states.1.margin() as f32] {
                scale.low = scale.low.min(value);
                scale.high = scale.high.max(value);
            }
        }
        scale.low -= AIR;
        scale.high += AIR;
        scale
    }

    fn x(&self, phases: usize) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * phases as f64 / self.phases as f64
    }

    fn y(&self, points: f32) -> f64 {
        (HEIGHT - BOTTOM) * f64::from((self.high - points) / (self.high - self.low))
    }
}

/// The levels of victory [15.2] that lie within the drawing: their borders and names.
fn levels(svg: &mut String, scale: &Scale) {
    let all = data().victory.levels();
    for (n, (lowest, name)) in all.iter().enumerate() {
        let from = (*lowest as f32).max(scale.low);
        let to = all.get(n + 1).map_or(scale.high, |(next, _)| (*next as f32).min(scale.high));
        if from >= to {
            continue;
        }
        if from > scale.low {
            let (y, right) = (scale.y(from), WIDTH - RIGHT);
            let _ = writeln!(
                svg,
                "<path class=\"level\" d=\"M{LEFT} {y:.1}H{right}\"/><text class=\"axis end\" x=\"{}\" y=\"{:.1}\">{from}</text>",
                LEFT - 6.0,
                y + 4.0
            );
        }
        // Where a level has no room for its name, its borders say enough.
        if scale.y(from) - scale.y(to) > 14.0 {
            let y = scale.y((from + to) / 2.0) + 4.0;
            let _ = writeln!(
                svg,
                "<text class=\"axis\" x=\"{}\" y=\"{y:.1}\">{}</text>",
                WIDTH - RIGHT + 8.0,
                name
            );
        }
    }
}

/// A line where each turn begins, with its number.
fn turns(svg: &mut String, scale: &Scale, review: &Review) {
    let mut last = 0;
    for (n, phase) in review.phases.iter().enumerate().filter(|(_, phase)| phase.turn > 0) {
        if phase.turn == last {
            continue;
        }
        last = phase.turn;
        let (x, bottom) = (scale.x(n), HEIGHT - BOTTOM);
        let _ = writeln!(
            svg,
            "<path class=\"turn\" d=\"M{x:.1} 0V{bottom}\"/><text class=\"axis\" x=\"{:.1}\" y=\"{}\">{}</text>",
            x + 4.0,
            HEIGHT - 8.0,
            phase.turn
        );
    }
}

fn line(svg: &mut String, class: &str, scale: &Scale, values: impl Iterator<Item = f32>) {
    let points: Vec<String> =
        values.enumerate().map(|(n, value)| format!("{:.1} {:.1}", scale.x(n), scale.y(value))).collect();
    let _ = writeln!(svg, "<path class=\"{class}\" d=\"M{}\"/>", points.join("L"));
}
