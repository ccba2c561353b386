//! The developer's commands behind `cargo play` and `cargo verify`.

use std::env;
use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo play [ARGS]     build the game and play it; ARGS go to `pgg play`
cargo verify          install what the tests need and run everything
cargo xtask soak …    long random games held against the laws; ARGS go to `soak`
cargo xtask bless     write the generated files anew: coverage of the rules, golden records
";

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let command = args.next().unwrap_or_default();
    let rest: Vec<String> = args.collect();
    let done = match command.as_str() {
        "play" => play(&rest),
        "verify" => verify(),
        "soak" => soak(&rest),
        "bless" => bless(),
        _ => {
            eprint!("{HELP}");
            Err(())
        }
    };
    if done.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Build what is needed and start the game.
fn play(args: &[String]) -> Result<(), ()> {
    cargo(&["build", "--release", "--quiet", "--package", "pgg"])?;
    let mut run = vec!["run", "--release", "--quiet", "--package", "pgg", "--", "play"];
    run.extend(args.iter().map(String::as_str));
    cargo(&run)
}

/// Everything that has to be right before a change lands.
fn verify() -> Result<(), ()> {
    for tool in ["rustfmt", "clippy"] {
        let subcommand = if tool == "rustfmt" { "fmt" } else { tool };
        if !quietly("cargo", &[subcommand, "--version"]) {
            run("rustup", &["component", "add", tool])?;
        }
    }
    step("formatting", &["fmt", "--all", "--check"])?;
    step("lints", &["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"])?;
    step("tests", &["test", "--workspace", "--quiet"])?;
    step("documentation", &["doc", "--workspace", "--no-deps", "--quiet"])?;
    eprintln!("verify: random games against the laws");
    soak(&["--games", "1000", "--mutations", "20000", "--records", "40"].map(str::to_owned))?;
    eprintln!("verify: all is well");
    Ok(())
}

fn soak(args: &[String]) -> Result<(), ()> {
    let mut run = vec!["run", "--release", "--quiet", "--package", "pgg-laws", "--bin", "soak", "--"];
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

fn cargo(args: &[&str]) -> Result<(), ()> {
    run(&cargo_program(), args)
}

fn cargo_program() -> String {
    env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

fn run(program: &str, args: &[&str]) -> Result<(), ()> {
    let mut command = Command::new(program);
    command.args(args);
    succeeded(&format!("{program} {}", args.join(" ")), command)
}

fn succeeded(name: &str, mut command: Command) -> Result<(), ()> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => {
            eprintln!("xtask: {name}: {status}");
            Err(())
        }
        Err(error) => {
            eprintln!("xtask: {name}: {error}");
            Err(())
        }
    }
}

fn quietly(program: &str, args: &[&str]) -> bool {
    Command::new(program).args(args).output().is_ok_and(|out| out.status.success())
}
