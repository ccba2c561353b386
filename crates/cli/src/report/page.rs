//! The page of a report: its sections, one after another.

use super::curve;
use crate::show::svg::album;
use crate::show::window::Window;
use pgg_ai::review::{Losses, Review, TurningPoint};
use pgg_core::{BySide, Hex, HexSet, Phase, Record, Side, State};
use pgg_table::Luck;
use std::fmt::Write;
use std::path::Path;

/// A picture of a turning point, as wide and high as so many characters and lines would be in a terminal.
const SIZE: (usize, usize) = (120, 27);

pub(super) fn write(record: &Record, review: &Review, luck: &Luck, file: &Path) -> String {
    let last = review.phases.last().map(|phase| phase.states.1);
    let mut html = String::from("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n");
    html += "<meta name=\"viewport\" content=\"width=device-width\">\n<meta name=\"color-scheme\" content=\"light dark\">\n";
    let title = last.as_ref().map_or_else(String::new, |state| result(record, state));
    let _ = write!(
        html,
        "<title>Panzergruppe Guderian: {}</title>\n<style>{}</style>\n",
        escaped(&title),
        include_str!("style.css")
    );
    html += &album::shared(record.header.options.edition);
    let _ =
        write!(html, "<main>\n<p class=\"over\">Panzergruppe Guderian</p>\n<h1>{}</h1>\n", escaped(&title));
    let _ = writeln!(html, "<p class=\"lead\">{}</p>", escaped(&players(record)));
    html += "<h2>The course of the game</h2>\n<p class=\"key\"><span class=\"now\">points</span> <span class=\"expected\">margin to be \
             expected, as the programs’ evaluation sees it</span> <span class=\"turning\">where the game turned</span></p>\n";
    html += &curve::draw(review);
    turns(&mut html, review);
    fortune(&mut html, review, luck);
    turning_points(&mut html, review, file);
    fronts(&mut html, review);
    html + "</main>\n</html>\n"
}

/// How it ended, or how far it has come.
fn result(record: &Record, last: &State) -> String {
    let score = last.score();
    if last.phase() == Phase::GameOver {
        return if score.draw {
            format!("A draw, {} points", score.total)
        } else {
            format!("{}, {} points", score.level, score.total)
        };
    }
    match record.end.as_ref().and_then(|end| end.how.as_deref().map(|how| (how, end.winner))) {
        Some((how, Some(winner))) => format!("The {winner} player won in turn {}: {how}", last.turn()),
        Some((how, None)) => format!("A draw in turn {}: {how}", last.turn()),
        None => format!("As far as turn {}, {} points", last.turn(), score.total),
    }
}

fn players(record: &Record) -> String {
    let actions = record.entries.len();
    match (&record.header.german, &record.header.soviet) {
        (Some(german), Some(soviet)) => {
            format!("{german} led the Germans, {soviet} the Soviets. {actions} actions.")
        }
        (Some(german), None) => format!("{german} led the Germans. {actions} actions."),
        (None, Some(soviet)) => format!("{soviet} led the Soviets. {actions} actions."),
        (None, None) => format!("{actions} actions."),
    }
}

/// A row for each turn: points, what was to be expected, losses, dice.
fn turns(html: &mut String, review: &Review) {
    *html += "<table>\n<caption>Turn by turn</caption>\n<tr><th>Turn<th>Points<th>Expected<th>German steps lost<th>German units lost\
              <th>Soviet units lost<th>The dice gave the Germans\n";
    let mut all: BySide<Losses> = BySide::default();
    for (turn, lost) in &review.losses {
        let of_turn = || review.phases.iter().filter(|phase| phase.turn == *turn);
        let Some(last) = of_turn().next_back() else { continue };
        for side in Side::BOTH {
            all[side].units += lost[side].units;
            all[side].steps += lost[side].steps;
        }
        let _ = writeln!(
            html,
            "<tr><th>{turn}<td>{}<td>{:.0}<td>{}<td>{}<td>{}<td>{}",
            last.states.1.margin(),
            last.worth,
            lost[Side::German].steps,
            lost[Side::German].units,
            lost[Side::Soviet].units,
            signed(of_turn().map(|phase| phase.luck).sum()),
        );
    }
    let _ = write!(
        html,
        "<tr class=\"sum\"><th>All<td><td>{}<td>{}<td>{}<td>{}<td>{}\n</table>\n",
        signed(review.end() - review.start),
        all[Side::German].steps,
        all[Side::German].units,
        all[Side::Soviet].units,
        signed(review.luck()),
    );
}

/// Luck told apart from what the players did.
fn fortune(html: &mut String, review: &Review, luck: &Luck) {
    let (all, dice) = (review.end() - review.start, review.luck());
    let _ = write!(
        html,
        "<h2>Luck and skill</h2>\n<p>From beginning to end the expected margin went from {:.0} to {:.0}: {} points. The dice gave {} of \
         them, the players, with the draws, {}. What a die gave is the worth of the position after it, less the mean over all six \
         faces; the questions that follow it are answered alike for each.</p>\n<ul>\n",
        review.start,
        review.end(),
        signed(all),
        signed(dice),
        signed(all - dice),
    );
    for line in luck.lines() {
        let _ = writeln!(html, "<li>{}", escaped(&line));
    }
    *html += "</ul>\n";
}

fn turning_points(html: &mut String, review: &Review, file: &Path) {
    *html += "<h2>Where it turned</h2>\n";
    for (n, turned) in review.turning_points().into_iter().enumerate() {
        let (who, sign) = if turned.gain > 0.0 { ("Germans", 1.0) } else { ("Soviets", -1.0) };
        let _ = write!(
            html,
            "<section>\n<h3><span class=\"rank\">{}</span> Turn {}</h3>\n<p>The {who} gained {:.1} points; the dice gave them {}.{}</p>\n",
            n + 1,
            turned.turn,
            sign * turned.gain,
            signed(sign * turned.luck),
            escaped(&objectives(&turned)),
        );
        let title = format!("The map after turn {}", turned.turn);
        *html += &album::scene(&turned.states.1, window(&turned.scene, &turned.states.1), &title);
        let file = file.file_name().map_or_else(|| "-".to_owned(), |name| escaped(&name.to_string_lossy()));
        let _ = write!(
            html,
            "<p>Show me: <code>pgg replay {file} --from {} --to {}</code></p>\n<details><summary>Try again from here</summary>\n\
             <p>In a terminal: <code>pgg replay {file} --to {} &gt; again.json &amp;&amp; pgg play --load again.json</code>. In the page: \
             begin a game from this position.</p>\n<textarea readonly rows=\"6\" aria-label=\"The position\">{}</textarea>\n</details>\n\
             </section>\n",
            turned.from + 1,
            turned.to,
            turned.from,
            escaped(&turned.states.0.to_text()),
        );
    }
}

/// What changed hands, as a sentence.
fn objectives(turned: &TurningPoint) -> String {
    let (before, after) = (turned.states.0.occupied_objectives(), turned.states.1.occupied_objectives());
    let mut taken = [Vec::new(), Vec::new()];
    for (n, objective) in pgg_core::data().victory.objectives().iter().enumerate() {
        match (before.contains(n), after.contains(n)) {
            (false, true) => taken[0].push(objective.name.clone()),
            (true, false) => taken[1].push(objective.name.clone()),
            _ => {}
        }
    }
    let told = |names: &[String], what: &str| {
        if names.is_empty() { String::new() } else { format!(" {what} {}.", names.join(", ")) }
    };
    told(&taken[0], "The Germans took") + &told(&taken[1], "The Germans no longer count")
}

/// The part of the map where most was decided, or around the front.
fn window(scene: &HexSet, state: &State) -> Window {
    let decided: Vec<(Hex, u32)> = scene.iter().map(|hex| (hex, 1)).collect();
    Window::around_most(&decided, SIZE).unwrap_or_else(|| Window::around_the_front(state, SIZE.0))
}

/// The map at the end of every turn.
fn fronts(html: &mut String, review: &Review) {
    *html += "<h2>The front, turn by turn</h2>\n<p class=\"key\"><span class=\"german\">German stacks</span> <span class=\"soviet\">Soviet \
              stacks</span> <span class=\"held\">objectives that count for the Germans</span></p>\n<div class=\"fronts\">\n";
    for (turn, _) in &review.losses {
        let Some(last) = review.phases.iter().rfind(|phase| phase.turn == *turn) else { continue };
        let title = format!("The front after turn {turn}");
        let _ = writeln!(
            html,
            "<figure>{}<figcaption>Turn {turn}: {} points</figcaption></figure>",
            album::front(&last.states.1, &title),
            last.states.1.margin(),
        );
    }
    *html += "</div>\n";
}

/// With its sign; a minus as wide as a plus.
fn signed(points: f32) -> String {
    format!("{points:+.1}").replace('-', "\u{2212}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
