//! A league as tables for people.

use pgg_ai::league::{Half, Sheet, Standing};
use pgg_core::data::tables::LevelName;
use std::io::{self, Write};

/// The cross table, the games each way round, and the times.
pub(super) fn tell(out: &mut impl Write, sheet: &Sheet) -> io::Result<()> {
    let names: Vec<String> = sheet.league.players.iter().map(ToString::to_string).collect();
    let standings = sheet.standings();
    let width = names.iter().map(String::len).max().unwrap_or(0).max(6);
    let league = &sheet.league;
    let pairs = if league.pairs == 1 { "1 pair".to_owned() } else { format!("{} pairs", league.pairs) };
    writeln!(out, "{}: {pairs} for every two, seed {}", names.join(", "), league.seed)?;
    writeln!(out)?;
    writeln!(out, "Share of the pairs won by the program on the left, drawn ones as halves, with the 95 %")?;
    writeln!(out, "interval of Wilson; then its share against all:")?;
    writeln!(out)?;
    cross_table(out, &names, &standings, width)?;
    writeln!(out)?;
    for s in &standings {
        let Standing { a, b, won_a, won_b, drawn, .. } = s;
        writeln!(out, "{a} against {b}: {won_a} pairs won, {won_b} lost, {drawn} drawn")?;
    }
    writeln!(out)?;
    writeln!(out, "Margins and victory levels, from Soviet Decisive (SD) to German Decisive (GD):")?;
    writeln!(out)?;
    games_table(out, &standings, width)?;
    writeln!(out)?;
    writeln!(out, "Time for a player-turn:")?;
    for (name, clock) in names.iter().zip(&sheet.clocks) {
        if let Some(ms) = clock.mean_ms() {
            writeln!(out, "  {name:width$} {ms:10.2} ms")?;
        }
    }
    Ok(())
}

/// Who won what share against whom.
fn cross_table(
    out: &mut impl Write,
    names: &[String],
    standings: &[Standing],
    width: usize,
) -> io::Result<()> {
    // Room for `100.0 % (83.9-100.0)`.
    let cell = width.max(20);
    write!(out, "{:width$}", "")?;
    for name in names {
        write!(out, "  {name:>cell$}")?;
    }
    writeln!(out, "  {:>7}", "all")?;
    for name in names {
        write!(out, "{name:width$}")?;
        let (mut score, mut count) = (0.0, 0);
        for other in names {
            let text = match standings.iter().find_map(|s| seen_from(s, name, other)) {
                None => "-".to_owned(),
                Some((won, pairs, low, high)) => {
                    score += won;
                    count += pairs;
                    let share = percent(won, pairs);
                    format!("{share} ({:.1}-{:.1})", low * 100.0, high * 100.0)
                }
            };
            write!(out, "  {text:>cell$}")?;
        }
        writeln!(out, "  {:>7}", percent(score, count))?;
    }
    Ok(())
}

/// Points, pairs and interval of a program in a pairing, if it is its pairing with the other.
fn seen_from(s: &Standing, name: &str, other: &str) -> Option<(f64, u32, f64, f64)> {
    let points = |won: u32| f64::from(won) + f64::from(s.drawn) / 2.0;
    if (s.a.as_str(), s.b.as_str()) == (name, other) {
        Some((points(s.won_a), s.pairs(), s.low, s.high))
    } else if (s.b.as_str(), s.a.as_str()) == (name, other) {
        Some((points(s.won_b), s.pairs(), 1.0 - s.high, 1.0 - s.low))
    } else {
        None
    }
}

fn percent(won: f64, of: u32) -> String {
    if of == 0 { "-".to_owned() } else { format!("{:.1} %", won / f64::from(of) * 100.0) }
}

/// How the games ended, each way round.
fn games_table(out: &mut impl Write, standings: &[Standing], width: usize) -> io::Result<()> {
    write!(
        out,
        "{:width$}  {:width$}  {:>6}  {:>7} {:>7} {:>6} ",
        "German", "Soviet", "games", "mean", "median", "sd"
    )?;
    for level in LevelName::ALL {
        let initials: String = level.to_string().split(' ').filter_map(|word| word.chars().next()).collect();
        write!(out, " {initials:>5}")?;
    }
    writeln!(out, "  {:>7}", "actions")?;
    for s in standings {
        for (german, soviet, half) in [(&s.a, &s.b, &s.a_german), (&s.b, &s.a, &s.b_german)] {
            let Half { margin, levels, actions_per_game } = half;
            write!(out, "{german:width$}  {soviet:width$}  {:>6}  ", s.pairs())?;
            write!(out, "{:>7.2} {:>7.1} {:>6.2} ", margin.mean, margin.median, margin.sd)?;
            for count in levels.values() {
                write!(out, " {count:>5}")?;
            }
            writeln!(out, "  {actions_per_game:>7.0}")?;
        }
    }
    Ok(())
}
