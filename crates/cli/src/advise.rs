//! `pgg advise`: a position explained by the evaluation of the programs.

use crate::failure::Failure;
use crate::out;
use crate::show::load;
use crate::story;
use pgg_ai::Weights;
use pgg_ai::advice::{Advice, Blow, Intention, Threat};
use pgg_core::{Side, State, UnitId, UnitSet};
use std::io::Write;
use std::path::PathBuf;

/// Explain a position: its worth, a plan, the best attacks, the threats.
///
/// Example: `pgg advise game.jsonl` explains the last position of a record to the side that has to decide;
/// `pgg replay game.jsonl --to 40 | pgg advise - --side soviet` the one after action 40 to the Soviet player.
///
/// Worth is in victory points for the Germans. An attack's promise is the gain that the evaluation expects of
/// it.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A position (JSON) or a record (JSON Lines); `-` reads from standard input.
    file: PathBuf,
    /// The side to advise; by default the one that has to decide.
    #[arg(long, value_parser = side)]
    side: Option<Side>,
    /// Print the advice as one JSON object.
    #[arg(long)]
    json: bool,
}

fn side(text: &str) -> Result<Side, String> {
    match text.to_lowercase().as_str() {
        "german" => Ok(Side::German),
        "soviet" => Ok(Side::Soviet),
        _ => Err("expected german or soviet".to_owned()),
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let state = load(&args.file)?;
    let Some(decision) = state.decision() else {
        let score = state.score();
        let (points, level) = (score.total, score.level);
        return Err(Failure::No(format!(
            "{}: the game is over ({points} points, {level}): there is nothing to advise",
            args.file.display()
        )));
    };
    let advice = Advice::of(&state, args.side.unwrap_or(decision.side), &Weights::default());
    if args.json {
        let text = serde_json::to_string(&advice).map_err(|e| Failure::No(e.to_string()))?;
        writeln!(out::data(), "{text}")?;
        return Ok(());
    }
    let mut out = out::stdout();
    for line in lines(&advice, &state) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The advice as lines of text.
pub(crate) fn lines(advice: &Advice, state: &State) -> Vec<String> {
    let mut lines =
        vec![format!("Turn {}, {}. Advice for the {} player.", state.turn(), state.phase(), advice.side)];
    lines.push(String::new());
    lines.push(format!("Worth to the Germans: {:.1} points, {} of them now.", advice.worth, state.margin()));
    for (name, value) in &advice.terms {
        lines.push(format!("  {value:+7.1}  {name}"));
    }
    lines.push("Chances that the Germans have an objective at the end:".to_owned());
    for o in &advice.objectives {
        lines.push(format!("  {:4.0} %  {} ({} points)", 100.0 * o.chance, o.name, o.points));
    }
    lines.push(String::new());
    lines.push("Plan:".to_owned());
    let none = |what: &str| vec![format!("  {what}")];
    let plan: Vec<String> = advice.plan.iter().map(|i| format!("  {}", intention(i, state))).collect();
    lines.extend(if plan.is_empty() { none("hold what is held") } else { plan });
    lines.push("Best attacks from where units stand:".to_owned());
    let attacks: Vec<String> = advice.attacks.iter().flat_map(|b| blow(b, state)).collect();
    lines.extend(if attacks.is_empty() { none("none worth making") } else { attacks });
    lines.push("Threats:".to_owned());
    let threats: Vec<String> = advice.threats.iter().map(|t| format!("  {}", threat(t, state))).collect();
    lines.extend(if threats.is_empty() { none("none seen") } else { threats });
    lines
}

fn named(units: &[UnitId], state: &State) -> String {
    story::names(units.iter().copied().collect::<UnitSet>(), state)
}

fn intention(intention: &Intention, state: &State) -> String {
    match intention {
        Intention::Axis { objective, divisions } => {
            let names: Vec<String> = divisions.iter().map(|&u| division(u, state)).collect();
            format!("to {objective}: {}", names.join(", "))
        }
        Intention::Line { posts } => {
            let hexes: Vec<String> = posts.iter().map(ToString::to_string).collect();
            format!("a line that cannot be walked round: {}", hexes.join(", "))
        }
        Intention::CounterAttack { moves } => {
            let moves: Vec<String> =
                moves.iter().map(|&(unit, to)| format!("{} to {to}", story::name(unit, state))).collect();
            format!("counter-attack: {}", moves.join(", "))
        }
    }
}

/// The division of a regiment, or the unit itself.
fn division(unit: UnitId, state: &State) -> String {
    let roster = &pgg_core::data().roster;
    match roster.german(unit).formation.map(|f| roster.formation(f)).filter(|f| f.regiments > 1) {
        Some(formation) => formation.id.clone(),
        None => story::name(unit, state),
    }
}

fn blow(blow: &Blow, state: &State) -> Vec<String> {
    let trapped = if blow.trapped { ", who cannot retreat" } else { "" };
    let odds = &blow.odds;
    let results: Vec<String> = odds
        .results
        .iter()
        .map(|(result, chance)| format!("{} {:.0} %", result.text(), 100.0 * chance))
        .collect();
    let mut text = format!(
        "  {} against {}{trapped}: {:.0} to {:.0}, promises {:.1} points",
        named(&blow.units, state),
        story::place(blow.target),
        odds.attack.mean,
        odds.defense.mean,
        blow.promise,
    );
    if odds.walkover > 0.0 {
        text.push_str(&format!("; {:.0} % that nobody is there to fight", 100.0 * odds.walkover));
    }
    vec![text, format!("    {}", results.join(", "))]
}

fn threat(threat: &Threat, state: &State) -> String {
    let who = |hex| {
        let side = if state.occupied(Side::German).contains(hex) { Side::German } else { Side::Soviet };
        story::names(state.side_in(side, hex), state)
    };
    match threat {
        Threat::Attack { hex, promise } => {
            format!("{} in {} can be attacked: {promise:.1} points", who(*hex), story::place(*hex))
        }
        Threat::NoWayOut { hex } => format!("{} in {} cannot retreat", who(*hex), story::place(*hex)),
        Threat::OutOfSupply { units } => format!("out of supply: {}", named(units, state)),
    }
}
