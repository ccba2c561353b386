//! Habits as tables for people.

use super::Seen;
use crate::failure::Failure;
use pgg_ai::habits::{Count, Tally};
use pgg_core::data::tables::Column;
use pgg_core::rules::sequence::TURNS;
use std::io::{self, Write};

/// The first turn of rows per turn: on turn 1 the armies only approach.
const FIRST: u8 = 2;

/// The rows per turn, with their headings.
const BY_TURN: [(&str, Count); 15] = [
    ("margin", Count::Margin),
    ("Leaders alone", Count::LeadersAlone),
    ("divisions", Count::Divisions),
    ("  unsupplied", Count::Unsupplied),
    ("  no command", Count::OutOfCommand),
    ("Soviet attacks", Count::SovietAttacks),
    ("Soviet overruns", Count::SovietOverruns),
    ("German attacks", Count::GermanAttacks),
    ("German overruns", Count::GermanOverruns),
    ("unsupplied", Count::GermanUnsupplied),
    ("exposed", Count::Exposed),
    ("  hit", Count::ExposedHit),
    ("pocketed", Count::Pocketed),
    ("  attacked", Count::PocketedAttacked),
    ("steps lost", Count::StepsLost),
];

pub(super) fn tell(out: &mut impl Write, seen: &Seen) -> Result<(), Failure> {
    let Seen { title, tally, ends, time_ms, .. } = seen;
    writeln!(out, "{title}")?;
    let margin = ends.margin;
    writeln!(
        out,
        "margin: mean {:.1}, median {:.1}, sd {:.1}; after turn 8 {:.1}",
        margin.mean,
        margin.median,
        margin.sd,
        tally.in_turn(Count::Margin, 8)
    )?;
    writeln!(out)?;
    soviets(out, tally)?;
    writeln!(out)?;
    germans(out, tally)?;
    writeln!(out)?;
    turns(out, tally)?;
    writeln!(out)?;
    odds(out, tally)?;
    writeln!(out)?;
    write!(out, "Held at the end:")?;
    for (n, (name, share)) in tally.objectives().enumerate() {
        write!(out, "{} {name} {:.0} %", if n > 0 { "," } else { "" }, share * 100.0)?;
    }
    writeln!(out)?;
    for (name, ms) in &time_ms.0 {
        if let Some(ms) = ms {
            writeln!(out, "{name}: {ms:.0} ms for a player-turn")?;
        }
    }
    Ok(())
}

fn soviets(out: &mut impl Write, tally: &Tally) -> io::Result<()> {
    writeln!(out, "Soviet, turns 2 to 12{:35}mean   by turn", "")?;
    row(out, "Leaders alone within six hexes of Germans", |t| Some(tally.in_turn(Count::LeadersAlone, t)))?;
    let share = |part, of| move |t: u8| tally.share(part, of, t..=t).map(|share| share * 100.0);
    row(out, "Leaders who command nobody, %", share(Count::LeadersIdle, Count::Leaders))?;
    row(out, "divisions out of supply, %", share(Count::Unsupplied, Count::Divisions))?;
    row(out, "divisions out of command, %", share(Count::OutOfCommand, Count::Divisions))?;
    row(out, "attacks", |t| Some(tally.in_turn(Count::SovietAttacks, t)))?;
    row(out, "lone panzers with six divisions about, hexes", |t| Some(tally.in_turn(Count::Pocketed, t)))?;
    row(out, "of these attacked, %", share(Count::PocketedAttacked, Count::Pocketed))?;
    let game = |count| tally.in_game(count);
    writeln!(
        out,
        "a game: {:.1} overruns, {:.1} divisions of the Front, {:.1} markers, {:.1} divisions lost, {:.1} Leaders \
         killed, {:.1} of them alone",
        game(Count::SovietOverruns),
        game(Count::FrontCalled),
        game(Count::SovietMarkers),
        game(Count::DivisionsLost),
        game(Count::LeadersKilled),
        game(Count::LeadersKilledAlone)
    )
}

fn germans(out: &mut impl Write, tally: &Tally) -> io::Result<()> {
    writeln!(out, "German, turns 2 to 12{:35}mean   by turn", "")?;
    row(out, "divisions exposed (turn 12 has no next)", |t| Some(tally.in_turn(Count::Exposed, t)))?;
    let share = |part, of| move |t: u8| tally.share(part, of, t..=t).map(|share| share * 100.0);
    row(out, "of these hit on the next turn, %", share(Count::ExposedHit, Count::Exposed))?;
    row(out, "units out of supply, %", share(Count::GermanUnsupplied, Count::GermanUnits))?;
    let game = |count| tally.in_game(count);
    let percent = |part, of| tally.share(part, of, 1..=TURNS).unwrap_or(0.0) * 100.0;
    writeln!(
        out,
        "a game: {:.1} attacks, {:.0} % at 10-1; {:.1} overruns, {:.0} % at 1-1 or worse; {:.1} steps and {:.1} units lost",
        game(Count::GermanAttacks),
        percent(Count::GermanAttacksBest, Count::GermanAttacks),
        game(Count::GermanOverruns),
        percent(Count::GermanOverrunsEven, Count::GermanOverruns),
        game(Count::StepsLost),
        game(Count::UnitsLost)
    )
}

/// A row: the mean over the turns, and the least and the most of them.
fn row(out: &mut impl Write, what: &str, of: impl Fn(u8) -> Option<f64>) -> io::Result<()> {
    let values: Vec<f64> = (FIRST..=TURNS).filter_map(of).collect();
    if values.is_empty() {
        return writeln!(out, "  {what:52} {:>6}", "-");
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    writeln!(out, "  {what:52} {mean:>6.1}   {least:.1} to {most:.1}")
}

fn turns(out: &mut impl Write, tally: &Tally) -> io::Result<()> {
    write!(out, "{:16}", "A turn")?;
    for turn in 1..=TURNS {
        write!(out, " {turn:>6}")?;
    }
    writeln!(out, " {:>7}", "game")?;
    for (heading, count) in BY_TURN {
        write!(out, "{heading:16}")?;
        for turn in 1..=TURNS {
            write!(out, " {:>6.1}", tally.in_turn(count, turn))?;
        }
        let standing = matches!(
            count,
            Count::Margin
                | Count::Divisions
                | Count::Unsupplied
                | Count::OutOfCommand
                | Count::GermanUnsupplied
        );
        if standing { writeln!(out)? } else { writeln!(out, " {:>7.1}", tally.in_game(count))? }
    }
    Ok(())
}

fn odds(out: &mut impl Write, tally: &Tally) -> io::Result<()> {
    write!(out, "{:16}", "Odds, a game")?;
    for column in Column::ALL {
        write!(out, " {column:>6}")?;
    }
    writeln!(out)?;
    for (name, counts) in tally.odds().lists() {
        write!(out, "{:16}", name.replace('_', " ").replace("german", "German").replace("soviet", "Soviet"))?;
        for count in counts {
            write!(out, " {:>6.1}", f64::from(*count) / f64::from(tally.games().max(1)))?;
        }
        writeln!(out)?;
    }
    Ok(())
}
