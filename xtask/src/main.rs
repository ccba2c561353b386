//! The developer's commands behind `cargo play` and `cargo verify`.

mod needs;
mod page;
mod run;

use run::{cargo, cargo_program, succeeded};
use std::env;
use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo play [ARGS]     build all of it and open the game in the browser; ARGS go to `pgg serve`
cargo xtask terminal  build the game and play it in the terminal; ARGS go to `pgg play`
cargo verify          install what the tests need and run everything
cargo xtask soak …    long random games held against the laws; ARGS go to `soak`
cargo xtask load …    the server under load, killed, and against another: ARGS go to `pgg-load`
cargo xtask bless     write the generated files anew: coverage of the rules, golden records, types of the page
";

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let command = args.next().unwrap_or_default();
    let rest: Vec<String> = args.collect();
    let done = match command.as_str() {
        "play" => play(&rest),
        "terminal" => released("pgg", "pgg", &[&["play".to_owned()], rest.as_slice()].concat()),
        "verify" => verify(),
        "soak" => soak(&rest),
        "load" => load(&rest),
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
    page::build()?;
    eprintln!("play: building the game (the first time takes some minutes)");
    cargo(&["build", "--release", "--quiet", "--package", "pgg"])?;
    released("pgg", "pgg", &[&["serve".to_owned()], args].concat())
}

/// Everything that has to be right before a change lands.
fn verify() -> Result<(), ()> {
    needs::install_components()?;
    needs::install(needs::FOR_TESTS)?;
    step("formatting", &["fmt", "--all", "--check"])?;
    // The program carries the page with it, so the page comes first.
    eprintln!("verify: building the page");
    page::build()?;
    step("lints", &["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"])?;
    // Some tests start the program itself.
    step("building", &["build", "--workspace", "--quiet"])?;
    step("tests", &["test", "--workspace", "--quiet"])?;
    step("documentation", &["doc", "--workspace", "--no-deps", "--quiet"])?;
    eprintln!("verify: the page");
    page::verify()?;
    eprintln!("verify: the page in Chromium");
    page::browse()?;
    eprintln!("verify: random games against the laws");
    soak(&["--games", "1000", "--mutations", "20000", "--records", "40"].map(str::to_owned))?;
    eprintln!("verify: all is well");
    Ok(())
}

fn soak(args: &[String]) -> Result<(), ()> {
    released("pgg-laws", "soak", args)
}

fn load(args: &[String]) -> Result<(), ()> {
    cargo(&["build", "--release", "--quiet", "--package", "pgg"])?;
    released("pgg-load", "pgg-load", args)
}

/// Run a program of ours as it is released.
fn released(package: &str, program: &str, args: &[String]) -> Result<(), ()> {
    let mut run = vec!["run", "--release", "--quiet", "--package", package, "--bin", program, "--"];
    run.extend(args.iter().map(String::as_str));
    cargo(&run)
}

fn bless() -> Result<(), ()> {
    let mut command = Command::new(cargo_program());
    command.args(["test", "--workspace", "--quiet"]).env("PGG_BLESS", "1");
    succeeded("cargo test", command)
}

fn step(name: &str, args: &[&str]) -> Result<(), ()> {
    eprintln!("verify: {name}");
    cargo(args)
}
