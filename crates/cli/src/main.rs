//! `pgg`: Panzergruppe Guderian on the command line.

mod check;
mod engine;
mod failure;
mod play;
mod replay;
mod rules;
mod show;
mod sim;
mod story;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Panzergruppe Guderian: the Battle of Smolensk, July 1941.
///
/// Exit codes: 0 all well; 1 the answer is no (a record does not check, a position is wrong); 2 the command line is
/// wrong; 3 a file cannot be read or written.
#[derive(Parser)]
#[command(name = "pgg", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Args),
    Engine(engine::Args),
    Sim(sim::Args),
    Replay(replay::Args),
    Check(check::Args),
    Show(show::Args),
    Rules(rules::Args),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Play(args) => play::run(&args),
        Command::Engine(args) => engine::run(&args),
        Command::Sim(args) => sim::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Rules(args) => rules::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.tell();
            failure.exit_code()
        }
    }
}
