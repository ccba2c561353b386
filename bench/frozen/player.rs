//! The programs of an earlier commit as a program from outside, for leagues: `pgg-player general`, `pgg-player general:500`.
//! It speaks `pgg-player 1` (docs/laboratory.md). `cargo xtask frozen COMMIT` builds it against that commit's pgg-core and
//! pgg-ai, so it uses nothing of them but what has been there from the start: positions, actions and players by name.
//!
//! It plays by the rules of its commit. Where today's are stricter it is refused, and says the same again as today's rules
//! want it: a Leader who must join is added to the attack [10.26], anything else is given up for `done`.

use pgg_ai::{Player, Unwatched};
use pgg_core::{Position, State};
use serde_json::{Value, json};
use std::io::{BufRead, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let name = std::env::args().nth(1).unwrap_or_else(|| "general".to_owned());
    match play(&name) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("pgg-player: {why}");
            ExitCode::FAILURE
        }
    }
}

fn play(name: &str) -> Result<(), String> {
    let (level, budget) = match name.split_once(':') {
        None => (name, None),
        Some((level, budget)) => (level, Some(budget.parse().map_err(|e| format!("the budget {budget}: {e}"))?)),
    };
    let mut player: Option<Box<dyn Player>> = None;
    let mut last = Value::Null;
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|e| e.to_string())?;
        let question: Value = serde_json::from_str(&line).map_err(|e| e.to_string())?;
        let answer = match question["ask"].as_str() {
            Some("begin") => {
                let seed = question["seed"].as_str().and_then(|seed| seed.parse().ok());
                let seed = seed.ok_or("the game begins without a seed")?;
                let found = pgg_ai::player(level, seed, budget);
                player = Some(found.ok_or_else(|| format!("there is no program '{level}'"))?);
                json!({"ready": true, "again": true})
            }
            Some("action") if !question["refused"].is_null() => {
                last = mended(last, &question["refused"]);
                json!({"action": last})
            }
            Some("action") => {
                let player = player.as_mut().ok_or("an action is asked before the game begins")?;
                let position: Position =
                    serde_json::from_value(question["position"].clone()).map_err(|e| e.to_string())?;
                let state = State::try_from(&position).map_err(|e| e.to_string())?;
                last = json!(player.choose(&state, &Unwatched));
                json!({"action": last})
            }
            Some("bye") => return Ok(()),
            _ => return Err(format!("not understood: {line}")),
        };
        writeln!(out, "{answer}").and_then(|()| out.flush()).map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// An action as the refusal wants it.
fn mended(mut action: Value, refused: &Value) -> Value {
    let leader = refused["facts"]["unit"].clone();
    match action["attack"]["units"].as_array_mut() {
        Some(units) if refused["reason"] == "leader_must_join" && !units.contains(&leader) => {
            units.push(leader);
            action
        }
        _ => json!("done"),
    }
}
