//! The page: its packages, checks, tests and build, by npm in `web/`.

use crate::run::run;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web");

/// Make the files that the program carries with it.
pub(crate) fn build() -> Result<(), ()> {
    npm(&["install", "--no-fund", "--no-audit", "--loglevel", "error"])?;
    script("build")
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

fn script(name: &str) -> Result<(), ()> {
    npm(&["run", "--silent", name])
}

fn npm(args: &[&str]) -> Result<(), ()> {
    run("npm", &[&["--prefix", FOLDER], args].concat())
}
