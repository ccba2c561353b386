//! Running other programs, with a line about it when one fails.

use std::env;
use std::process::Command;

/// Run cargo.
pub(crate) fn cargo(args: &[&str]) -> Result<(), ()> {
    run(&cargo_program(), args)
}

/// The cargo that runs this.
pub(crate) fn cargo_program() -> String {
    env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

/// Run a program and wait for it.
pub(crate) fn run(program: &str, args: &[&str]) -> Result<(), ()> {
    let mut command = Command::new(program);
    command.args(args);
    succeeded(&format!("{program} {}", args.join(" ")), command)
}

/// Run a command; a failure is told under this name.
pub(crate) fn succeeded(name: &str, mut command: Command) -> Result<(), ()> {
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

/// Does it run and end well? Nothing is printed.
pub(crate) fn quietly(program: &str, args: &[&str]) -> bool {
    Command::new(program).args(args).output().is_ok_and(|out| out.status.success())
}

/// What it prints, if it runs and ends well.
pub(crate) fn output(program: &str, args: &[&str]) -> Option<String> {
    let out = Command::new(program).args(args).output().ok().filter(|out| out.status.success())?;
    String::from_utf8(out.stdout).ok()
}
