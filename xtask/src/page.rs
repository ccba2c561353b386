//! The page: its packages, checks, tests and build, by npm in `web/`.

use crate::run::Runner;
use std::fs;
use std::path::Path;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web");

/// Make the files that the program carries with it.
pub(crate) fn build(runner: &Runner) -> Result<(), ()> {
    packages(runner)?;
    script(runner, "build")
}

/// Makes a folder from the built page that a host without any program can serve.
pub(crate) fn site(runner: &Runner, folder: Option<&str>) -> Result<(), ()> {
    let made = format!("{FOLDER}/scripts/site.js");
    runner.run("node", &[&[made.as_str()], folder.as_slice()].concat())
}

/// Regenerate the tables of the rulebook.
pub(crate) fn tables(runner: &Runner) -> Result<(), ()> {
    packages(runner)?;
    script(runner, "tables")
}

/// Checks and tests that need no server.
pub(crate) fn verify(runner: &Runner) -> Result<(), ()> {
    script(runner, "check")?;
    script(runner, "test")
}

/// The whole page in Chromium, with the program as it was built for the tests.
pub(crate) fn browse(runner: &Runner) -> Result<(), ()> {
    script(runner, "e2e")
}

/// Installs exactly the versions of `package-lock.json`. npm reinstalls everything, so only when that file has
/// changed since.
fn packages(runner: &Runner) -> Result<(), ()> {
    let (lock, done) = (format!("{FOLDER}/package-lock.json"), format!("{FOLDER}/node_modules/.packages"));
    let read = |path: &str| fs::read(Path::new(path)).ok();
    if read(&lock).is_some_and(|wanted| Some(wanted) == read(&done)) {
        return Ok(());
    }
    npm(runner, &["ci", "--no-fund", "--no-audit"])?;
    fs::copy(&lock, &done).map(|_| ()).map_err(|error| eprintln!("xtask: {done}: {error}"))
}

fn script(runner: &Runner, name: &str) -> Result<(), ()> {
    npm(runner, &["run", "--silent", name])
}

fn npm(runner: &Runner, args: &[&str]) -> Result<(), ()> {
    runner.run("npm", &[&["--prefix", FOLDER], args].concat())
}
