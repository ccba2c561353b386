//! The developer's commands behind `cargo play` and `cargo verify`.

mod count;
mod frozen;
mod library;
mod mutants;
mod needs;
mod page;
mod referee;
mod run;
mod steady;
mod verify;
mod wasm;

use run::{Runner, cargo};
use std::env;
use std::process::ExitCode;

const HELP: &str = "\
cargo play [ARGS]     build all of it and open the game in the browser; ARGS go to `pgg serve`
cargo xtask terminal  build the game and play it in the terminal; ARGS go to `pgg play`
cargo verify          install what the tests need and run everything
cargo xtask steady …  run all tests again and again on a busy machine: --runs 10, --busy 4
cargo xtask soak …    long random games held against the laws; ARGS go to `soak`
cargo xtask site …    make a folder that any static host can serve: the page with games and programs, without a server;
                      FOLDER, by default target/site
cargo xtask referee   build the referee in the page (WebAssembly); --soak compares it with the native build at length
cargo xtask load …    the server under load, killed, and against another: ARGS go to `pgg-load`
cargo xtask frozen C   the programs of commit C built apart, to play in leagues as cmd:…
cargo xtask mutants   do the tests notice wrong code? a sample; --all for all, --nth K for another sample, the rest goes to
                      `cargo mutants`; --switched for all of them compiled once
cargo xtask count …   items and examples of pgg-core, long functions, unnamed numbers, files of a decision, passages that stand
                      twice; of FOLDER, if given
cargo xtask bless     write the generated files anew: prepared data, coverage of the rules, golden records, types of the page,
                      tables of the rulebook
";

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let command = args.next().unwrap_or_default();
    let rest: Vec<String> = args.collect();
    let done = match command.as_str() {
        "play" => play(&rest),
        "terminal" => for_playing(&[&["play".to_owned()], rest.as_slice()].concat()),
        "verify" => verify::run(),
        "steady" => steady::run(&rest),
        "soak" => released("pgg-laws", "soak", &rest),
        "site" => site(&rest),
        "referee" => referee(&rest),
        "load" => load(&rest),
        "frozen" => frozen::frozen(&rest),
        "mutants" => mutants::mutants(&rest),
        "count" => count::run(&rest),
        "bless" => bless(),
        _ => {
            eprint!("{HELP}");
            Err(())
        }
    };
    if done.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Build what is needed and open the game.
fn play(args: &[String]) -> Result<(), ()> {
    needs::install(needs::FOR_PLAY)?;
    eprintln!("play: building the page");
    // It would take a minute more; the page asks the server instead.
    referee::leave_out()?;
    page::build(&Runner::plain())?;
    eprintln!("play: building the game (the first time takes some minutes)");
    for_playing(&[&["serve".to_owned()], args].concat())
}

/// Run `pgg` in its fastest build: without what a first game does not need.
fn for_playing(args: &[String]) -> Result<(), ()> {
    let built = ["--profile", "play", "--package", "pgg", "--no-default-features"];
    cargo(&[&["build"], built.as_slice()].concat())?;
    let mut run = [&["run", "--quiet"], built.as_slice(), &["--"]].concat();
    run.extend(args.iter().map(String::as_str));
    cargo(&run)
}

/// The page without a server.
fn site(args: &[String]) -> Result<(), ()> {
    let runner = Runner::plain();
    needs::install(needs::FOR_PLAY)?;
    referee::build(&runner)?;
    page::build(&runner)?;
    page::site(&runner, args.first().map(String::as_str))
}

fn referee(args: &[String]) -> Result<(), ()> {
    let runner = Runner::plain();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => referee::build(&runner),
        ["--soak"] => referee::soak(&runner),
        _ => {
            eprint!("{HELP}");
            Err(())
        }
    }
}

fn load(args: &[String]) -> Result<(), ()> {
    cargo(&["build", "--release", "--package", "pgg"])?;
    released("pgg-load", "pgg-load", args)
}

/// Run a program of ours as it is released.
fn released(package: &str, program: &str, args: &[String]) -> Result<(), ()> {
    let mut run = vec!["run", "--release", "--package", package, "--bin", program, "--"];
    run.extend(args.iter().map(String::as_str));
    cargo(&run)
}

fn bless() -> Result<(), ()> {
    // Everything else loads the prepared data.
    Runner::plain().with("PGG_BLESS", "1").cargo(&["test", "--package", "pgg-core", "--lib", "prepared"])?;
    Runner::plain().with("PGG_BLESS", "1").cargo(&["test", "--workspace", "--quiet"])?;
    page::tables(&Runner::plain())
}
