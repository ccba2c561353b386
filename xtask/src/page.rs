//! The page: its packages, checks, tests and build, by npm in `web/`.

use crate::run::run;
use std::fs;
use std::path::Path;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web");

/// Make the files that the program carries with it.
pub(crate) fn build() -> Result<(), ()> {
    packages()?;
    script("build")
}

/// Write the tables of the rulebook anew.
pub(crate) fn tables() -> Result<(), ()> {
    packages()?;
    script("tables")
}

/// Checks and tests that need no server.
pub(crate) fn verify() -> Result<(), ()> {
    script("check")?;
    script("test")
}

/// The whole page in Chromium, with the program as it was built for the tests.
pub(crate) fn browse() -> Result<(), ()> {
    script("e2e")
}

/// The very versions of `package-lock.json`. npm takes everything away and brings it anew, so only when that file is
/// not the one it last did it for.
fn packages() -> Result<(), ()> {
    let (lock, done) = (format!("{FOLDER}/package-lock.json"), format!("{FOLDER}/node_modules/.packages"));
    let read = |path: &str| fs::read(Path::new(path)).ok();
    if read(&lock).is_some_and(|wanted| Some(wanted) == read(&done)) {
        return Ok(());
    }
    npm(&["ci", "--no-fund", "--no-audit"])?;
    fs::copy(&lock, &done).map(|_| ()).map_err(|error| eprintln!("xtask: {done}: {error}"))
}

fn script(name: &str) -> Result<(), ()> {
    npm(&["run", "--silent", name])
}

fn npm(args: &[&str]) -> Result<(), ()> {
    run("npm", &[&["--prefix", FOLDER], args].concat())
}
