//! `pgg tune`: better weights for a program, found by games.

mod settings;

use crate::failure::Failure;
use crate::files::{self, Force};
use crate::lab::{self, Jobs};
use crate::out;
use pgg_ai::Weights;
use pgg_ai::league::Entrant;
use pgg_ai::shard::Shard;
use pgg_ai::tune::{Contest, Part, Proof, Tuning};
use serde::Serialize;
use settings::Settings;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Find better weights for a program's evaluation by playing games with other ones.
///
/// A trial is a pair of games, sides exchanged, of the program with weights under trial against an
/// opponent, by default the same program with the weights it starts from. A linear bandit with
/// Thompson sampling learns from each trial something about every weight in it and chooses the trials
/// of the next round. After the last round the best weights are put to the proof in games that had no
/// part in finding them. A tuning depends on its settings and --seed alone, whatever the number of
/// --jobs.
///
/// With --state the tuning is kept in a file after each round; the same command goes on from there.
/// With --shard a scheduler spreads a round over machines, and `pgg tune merge` ends the round:
///
/// pgg tune --program major --rounds 20 --state tuning.json --out tuned.json
///
/// pgg tune --program major --state tuning.json --shard 3/8 > part-3.json
///
/// pgg tune merge part-*.json --state tuning.json --out tuned.json
///
/// pgg league --players major,major@tuned.json
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    jobs: Jobs,
    /// Keep the tuning in this file, and go on from it if it is there
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Play only the I-th of N parts of the next round, such as 2/4, and print it as JSON
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    #[command(flatten)]
    output: Output,
}

#[derive(clap::Args)]
struct Output {
    /// Write the best weights into this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    force: Force,
}

#[derive(clap::Subcommand)]
enum Command {
    Merge(Merge),
}

/// Put the parts of a round together: what a single run would have after the round.
#[derive(clap::Args)]
struct Merge {
    /// What `pgg tune --shard` printed, a file for each part
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write the tuning into this file, for the next round
    #[arg(long, value_name = "FILE")]
    state: PathBuf,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if let Some(Command::Merge(merge)) = &args.command {
        return merge.run();
    }
    let kept = args.state.as_deref().filter(|path| path.exists());
    let mut tuning = match kept {
        Some(path) => args.settings.go_on(path)?,
        None => args.settings.begin()?,
    };
    if let Some(shard) = args.shard {
        return args.print_part(&tuning, shard);
    }
    let before = kept.map(|_| weights_text(&tuning)).transpose()?;
    args.output.refuse_others(before.as_slice())?;
    let left = (tuning.rounds - tuning.rounds_over()) as usize * tuning.batch as usize;
    let proof = if tuning.is_over() { 0 } else { tuning.proof as usize };
    let bar = lab::bar(2 * (left + proof));
    while !tuning.is_over() {
        let part = tuning.play(Shard::WHOLE, args.jobs.count(), |point, seeds| {
            let margins = tuning.try_point(point, seeds);
            bar.inc(2);
            margins
        })?;
        tuning = merge(vec![("the round".to_owned(), part)])?;
        if let Some(state) = &args.state {
            write_state(state, &tuning)?;
        }
        args.output.write_weights(&tuning)?;
    }
    bar.finish_and_clear();
    args.output.tell(&tuning)
}

impl Args {
    fn print_part(&self, tuning: &Tuning<Contest>, shard: Shard) -> Result<(), Failure> {
        if tuning.is_over() {
            return Err(Failure::No("the tuning is over: there is no round left to play".to_owned()));
        }
        let bar = lab::bar(2 * shard.count(tuning.next_round().len()));
        let part = tuning.play(shard, self.jobs.count(), |point, seeds| {
            let margins = tuning.try_point(point, seeds);
            bar.inc(2);
            margins
        })?;
        bar.finish_and_clear();
        Ok(writeln!(out::data(), "{}", lab::json_line(&part)?)?)
    }
}

fn write_state(path: &Path, tuning: &Tuning<Contest>) -> Result<(), Failure> {
    files::write_whole(path, (lab::json_line(tuning)? + "\n").as_bytes())
}

/// Is the tuning in the file this one, but for the rounds that are still to come?
fn is_state_of(path: &Path, tuning: &Tuning<Contest>) -> bool {
    let kept = fs::read_to_string(path).ok();
    let kept = kept.and_then(|text| serde_json::from_str::<Tuning<Contest>>(&text).ok());
    kept.is_some_and(|mut kept| {
        kept.extend(tuning.rounds, tuning.proof);
        kept == *tuning
    })
}

/// The best weights as far as is known.
fn weights_text(tuning: &Tuning<Contest>) -> Result<String, Failure> {
    let weights = tuning.weights(&tuning.best());
    let text = serde_json::to_string_pretty(&weights).map_err(|e| Failure::No(e.to_string()))?;
    Ok(text + "\n")
}

fn merge(parts: Vec<(String, Part<Contest>)>) -> Result<Tuning<Contest>, Failure> {
    Tuning::merge(parts).and_then(Tuning::checked).map_err(Failure::No)
}

impl Merge {
    fn run(&self) -> Result<(), Failure> {
        let read = |path: &PathBuf| {
            Ok((path.display().to_string(), lab::read_json(path, "a part of a round of tuning")?))
        };
        let parts: Vec<(String, Part<Contest>)> =
            self.files.iter().map(read).collect::<Result<_, Failure>>()?;
        let before = parts.first().map(|(_, part)| part.tuning.clone());
        let tuning = merge(parts)?;
        // Merging twice gives the same.
        let rounds: Vec<&Tuning<Contest>> = before.iter().chain([&tuning]).collect();
        if !rounds.iter().any(|round| is_state_of(&self.state, round)) {
            files::refuse_existing(&self.state, self.output.force)?;
        }
        let weights = rounds.iter().map(|round| weights_text(round)).collect::<Result<Vec<_>, _>>()?;
        self.output.refuse_others(&weights)?;
        write_state(&self.state, &tuning)?;
        self.output.write_weights(&tuning)?;
        self.output.tell(&tuning)
    }
}

/// The result for programs. `json!` would print the weights with too many digits.
#[derive(Serialize)]
struct Tuned<'a> {
    program: &'a Entrant,
    opponent: &'a Entrant,
    seed: u64,
    rounds: u32,
    trials: usize,
    over: bool,
    weights: Weights,
    proof: Option<Proof>,
}

impl Output {
    /// Weights that are not of this tuning are not written over.
    fn refuse_others(&self, ours: &[String]) -> Result<(), Failure> {
        let Some(path) = &self.out else { return Ok(()) };
        let is_ours = fs::read_to_string(path).is_ok_and(|text| ours.contains(&text));
        if is_ours { Ok(()) } else { files::refuse_existing(path, self.force) }
    }

    fn write_weights(&self, tuning: &Tuning<Contest>) -> Result<(), Failure> {
        let Some(path) = &self.out else { return Ok(()) };
        files::write_whole(path, weights_text(tuning)?.as_bytes())
    }

    fn tell(&self, tuning: &Tuning<Contest>) -> Result<(), Failure> {
        let (best, start) = (tuning.best(), tuning.start());
        if self.json {
            let result = Tuned {
                program: tuning.contest.program(),
                opponent: tuning.contest.opponent(),
                seed: tuning.seed,
                rounds: tuning.rounds_over(),
                trials: tuning.trials.len(),
                over: tuning.is_over(),
                weights: tuning.weights(&best),
                proof: tuning.proof(),
            };
            return Ok(writeln!(out::data(), "{}", lab::json_line(&result)?)?);
        }
        let mut out = out::stdout();
        let (program, opponent) = (tuning.contest.program(), tuning.contest.opponent());
        let (over, of, trials) = (tuning.rounds_over(), tuning.rounds, tuning.trials.len());
        writeln!(
            out,
            "{program} against {opponent}: round {over} of {of}, {trials} trials, seed {}",
            tuning.seed
        )?;
        writeln!(out)?;
        writeln!(out, "{:24} {:>10} {:>10}", "weight", "before", "best")?;
        for ((name, now), (_, before)) in tuning.values(&best).zip(tuning.values(&start)) {
            let mark = if now == before { "" } else { "  *" };
            writeln!(out, "{name:24} {before:>10} {now:>10}{mark}")?;
        }
        if let Some(proof) = tuning.proof() {
            let [share, low, high] = [proof.share, proof.low, proof.high].map(|share| share * 100.0);
            writeln!(out)?;
            writeln!(out, "Proof: {} pairs won, {} lost, {} drawn;", proof.won, proof.lost, proof.drawn)?;
            writeln!(out, "share {share:.1} %, 95 % interval {low:.1} to {high:.1} (Wilson)")?;
        }
        Ok(())
    }
}
