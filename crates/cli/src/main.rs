//! `pgg`: Panzergruppe Guderian on the command line.

mod advise;
mod backup;
mod check;
mod directories;
mod engine;
mod failure;
mod files;
mod habits;
#[cfg(feature = "handbook")]
mod handbook;
mod invite;
mod lab;
mod league;
mod out;
mod play;
mod reopen;
mod replay;
mod report;
mod rules;
mod serve;
mod show;
mod sim;
mod story;
mod tune;

use clap::{Parser, Subcommand};
use mimalloc::MiMalloc;
use std::process::ExitCode;

/// A server allocates and frees many small strings in many threads.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Panzergruppe Guderian: the Battle of Smolensk, July 1941.
///
/// Exit codes: 0 all well; 1 the answer is no (a record does not check, a position is wrong); 2 the command line is
/// wrong; 3 a file or database cannot be read or written, or a server cannot listen.
#[derive(Parser)]
#[command(name = "pgg", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Args),
    Play(play::Args),
    Engine(engine::Args),
    Sim(sim::Args),
    League(league::Args),
    Habits(habits::Args),
    Tune(tune::Args),
    Replay(replay::Args),
    Report(report::Args),
    Check(check::Args),
    Show(show::Args),
    Advise(advise::Args),
    Rules(rules::Args),
    Backup(backup::Backup),
    Restore(backup::Restore),
    Invite(invite::Args),
    Reopen(reopen::Args),
    #[cfg(feature = "handbook")]
    Completions(handbook::Completions),
    #[cfg(feature = "handbook")]
    Man(handbook::Man),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Serve(args) => serve::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Engine(args) => engine::run(&args),
        Command::Sim(args) => sim::run(&args),
        Command::League(args) => league::run(&args),
        Command::Habits(args) => habits::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Advise(args) => advise::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Backup(args) => backup::backup(&args),
        Command::Restore(args) => backup::restore(&args),
        Command::Invite(args) => invite::run(&args),
        Command::Reopen(args) => reopen::run(&args),
        #[cfg(feature = "handbook")]
        Command::Completions(args) => handbook::completions(&args),
        #[cfg(feature = "handbook")]
        Command::Man(args) => handbook::man(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.tell();
            failure.exit_code()
        }
    }
}
