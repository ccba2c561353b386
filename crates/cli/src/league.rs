//! `pgg league`: every program against every other, with intervals.

mod table;

use crate::failure::Failure;
use crate::lab::{self, Manner, Records};
use crate::out;
use pgg_ai::league::{Fixture, Foul, League, Sheet};
use pgg_ai::shard::Shard;
use pgg_core::Record;
use std::io::Write;
use std::path::PathBuf;

/// Play a league between programs, in pairs of games, and tell who is stronger.
///
/// A pair is the same seed played twice with the sides exchanged. Each program has a margin (German
/// less Soviet points) from the game in which it plays the Germans; the larger margin wins the pair,
/// and equal margins are a draw that counts half. Prints
/// a cross table of the shares with their 95 % intervals (Wilson), margins and victory levels each way
/// round, and the time each program takes for a player-turn.
///
/// A game depends on the programs, their places in the list, --seed and the number of the pair alone:
/// any number of --jobs plays the same games. With --shard any scheduler spreads a league over
/// machines, and `pgg league merge` gives what a single run would have given.
///
/// Examples:
///
/// pgg league --players random,cadet --pairs 200 --seed 7
///
/// pgg league --players random,cadet --pairs 200 --seed 7 --shard 3/8 > part-3.json
///
/// pgg league merge part-*.json
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Programs, with a comma between them; a budget and a file with weights may follow a name, as in
    /// major,general:5000,major@tuned.json; spar:NAME is a sparring partner, cmd:PROGRAM ARGS a program
    /// from outside
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', required = true)]
    players: Vec<String>,
    /// Pairs of games for every two programs
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pairs: u32,
    #[command(flatten)]
    manner: Manner,
    #[command(flatten)]
    records: Records,
    /// Play only the I-th of N parts of the league, such as 2/4, and print it as JSON
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
}

#[derive(clap::Subcommand)]
enum Command {
    Merge(Merge),
}

/// Merge the shards of a league into the result of a single run.
#[derive(clap::Args)]
struct Merge {
    /// What `pgg league --shard` printed, a file for each shard
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print the result as one JSON object, with every game in it
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if let Some(Command::Merge(merge)) = &args.command {
        return print(&merge.sheet()?, merge.json);
    }
    let league = League {
        players: args
            .players
            .iter()
            .map(|text| args.manner.patience.entrant(text))
            .collect::<Result<_, _>>()?,
        pairs: args.pairs,
        seed: args.manner.seed,
        options: args.manner.switches.options(),
    };
    league.check().map_err(|e| Failure::Usage(e.to_string()))?;
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let fixtures = (0..shard.count(league.all_pairs())).flat_map(|n| league.fixtures(shard.piece(n)));
    args.records.prepare(fixtures.map(|fixture| file_name(&league, &fixture)))?;
    let bar = lab::bar(2 * shard.count(league.all_pairs()));
    let sheet =
        league.play(shard, args.manner.jobs.count(), args.records.records.is_some(), |fixture, record| {
            if let Some(record) = record {
                keep(&league, fixture, record, &args.records)?;
            }
            bar.inc(1);
            Ok::<_, Failure>(())
        });
    bar.finish_and_clear();
    print(&sheet?, args.manner.json || args.shard.is_some())
}

impl From<Foul> for Failure {
    fn from(foul: Foul) -> Failure {
        Failure::No(foul.to_string())
    }
}

/// Write a record, with the names of the programs.
fn keep(league: &League, fixture: &Fixture, record: &mut Record, records: &Records) -> Result<(), Failure> {
    record.header.german = Some(league.players[fixture.german].to_string());
    record.header.soviet = Some(league.players[fixture.soviet].to_string());
    records.keep(&file_name(league, fixture), record)
}

fn file_name(league: &League, fixture: &Fixture) -> String {
    let name = |place: usize| {
        let player = &league.players[place];
        // A command line is no file name, so use the program's place in the league.
        if player.is_outside() { format!("cmd{}", place + 1) } else { player.to_string() }
    };
    // Not every system allows colons in file names.
    format!("{}-{}-{:06}.jsonl", name(fixture.german), name(fixture.soviet), fixture.pair).replace(':', "_")
}

impl Merge {
    fn sheet(&self) -> Result<Sheet, Failure> {
        let read =
            |path: &PathBuf| Ok((path.display().to_string(), lab::read_json(path, "a shard of a league")?));
        let parts = self.files.iter().map(read).collect::<Result<Vec<_>, Failure>>()?;
        Sheet::merge(parts).map_err(Failure::No)
    }
}

fn print(sheet: &Sheet, json: bool) -> Result<(), Failure> {
    if json {
        writeln!(out::data(), "{}", lab::json_line(sheet)?)?;
    } else {
        table::tell(&mut out::stdout(), sheet)?;
    }
    Ok(())
}
