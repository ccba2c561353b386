//! The page: its packages, checks, tests and build, by npm in `web/`.

use crate::run::{quietly, run};
use std::path::Path;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web");

/// Everything that has to be right with the page.
pub(crate) fn verify() -> Result<(), ()> {
    if !quietly("npm", &["--version"]) {
        eprintln!("verify: Node.js 20.19 or later with npm is missing: see https://nodejs.org");
        return Err(());
    }
    npm(&["install", "--no-fund", "--no-audit"])?;
    for script in ["check", "test", "build"] {
        npm(&["run", "--silent", script])?;
    }
    Ok(())
}

fn npm(args: &[&str]) -> Result<(), ()> {
    let folder = Path::new(FOLDER).to_string_lossy();
    run("npm", &[&["--prefix", &folder], args].concat())
}
