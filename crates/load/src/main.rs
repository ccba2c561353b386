//! The command `pgg-load`.

use clap::{Parser, Subcommand};
use mimalloc::MiMalloc;
use pgg_load::{Abuse, Boardgame, Kill, Loading, Players, Report, Start, Trouble, Two, block_on};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Load the server as players do, kill it, compare it. Every run starts its servers itself, in a temporary folder on
/// this machine, and stops by itself. The figures come as a Markdown table.
#[derive(Parser)]
struct Args {
    /// The server; the `pgg` beside this program if not given.
    #[arg(long, global = true)]
    pgg: Option<PathBuf>,
    #[command(subcommand)]
    run: Run,
}

#[derive(Subcommand)]
enum Run {
    /// Many players in many games, all acting
    Players(Players),
    /// The same load on a boardgame.io server and on ours, in turn
    Boardgame(Boardgame),
    /// Kill the server at random moments under load
    Kill(Kill),
    /// Two servers on one PostgreSQL, one of them killed again and again
    Two(Two),
    /// From starting the server to the first page
    Start(Start),
    /// Loading a long game that is not in memory
    Loading(Loading),
    /// Attacks on fairness: what hostile visitors can do to the others
    Abuse(Abuse),
    /// Everything: all figures of the bars
    All,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let beside = || std::env::current_exe().unwrap_or_default().with_file_name("pgg");
    let pgg = args.pgg.unwrap_or_else(beside);
    match block_on(args.run.report(&pgg)) {
        Ok(report) => {
            // The reader may have closed the pipe; that is no error.
            let _ = write!(std::io::stdout(), "{report}");
            if report.all_held() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(trouble) => {
            eprintln!("pgg-load: {trouble}");
            ExitCode::FAILURE
        }
    }
}

impl Run {
    async fn report(&self, pgg: &Path) -> Result<Report, Trouble> {
        match self {
            Run::Players(players) => players.report(pgg).await,
            Run::Boardgame(boardgame) => boardgame.report(pgg).await,
            Run::Kill(kill) => kill.report(pgg).await,
            Run::Two(two) => two.report(pgg).await,
            Run::Start(start) => start.report(pgg).await,
            Run::Loading(loading) => loading.report(pgg).await,
            Run::Abuse(abuse) => abuse.report(pgg).await,
            Run::All => all(pgg).await,
        }
    }
}

/// All runs with their defaults, one after another.
async fn all(pgg: &Path) -> Result<Report, Trouble> {
    const RUNS: &[&[&str]] = &[
        &["start"],
        &["loading"],
        &["loading", "--database", "postgres"],
        &["players", "--rate", "1000"],
        &["players", "--rate", "3000"],
        &["players"],
        &["players", "--rate", "1000", "--database", "postgres"],
        &["players", "--database", "postgres"],
        &["boardgame"],
        &["kill"],
        &["kill", "--database", "postgres"],
        &["two"],
        &["abuse", "odds"],
        &["abuse", "programs", "--hostile", "1000"],
        &["abuse", "histories", "--hostile", "500"],
        &["abuse", "chat", "--hostile", "20", "--seconds", "60"],
        &["abuse", "watchers", "--hostile", "10000"],
    ];
    let mut whole = Report::default();
    for run in RUNS {
        eprintln!("pgg-load: {}", run.join(" "));
        let args = std::iter::once(&"pgg-load").chain(*run);
        let args = Args::try_parse_from(args).map_err(|error| Trouble::new(error.to_string()))?;
        whole.add(Box::pin(args.run.report(pgg)).await?);
    }
    Ok(whole)
}
