//! `pgg-core` as a library for others: packaged, with each of its features, for the browser.

use crate::run::Runner;
use crate::wasm::Wasm;

const PACKAGE: [&str; 2] = ["--package", "pgg-core"];

/// All checks of the library.
pub(crate) fn verify(runner: &Runner) -> Result<(), ()> {
    features(runner)?;
    documentation(runner)?;
    package(runner)?;
    browser(runner)
}

/// The package is complete: it builds from its own files alone, outside this repository.
fn package(runner: &Runner) -> Result<(), ()> {
    // Everything it needs has been fetched for the workspace.
    runner.cargo(&[&["package"], PACKAGE.as_slice(), &["--allow-dirty", "--offline"]].concat())
}

/// Each feature does without the others, and the rules do without any.
fn features(runner: &Runner) -> Result<(), ()> {
    for features in ["", "serde", "formats", "json"] {
        let alone = ["--no-default-features", "--features", features, "--", "--deny", "warnings"];
        runner.cargo(&[&["clippy"], PACKAGE.as_slice(), &alone].concat())?;
    }
    Ok(())
}

/// Its documentation, with everything in it, has no dead link; its examples hold without features, too.
fn documentation(runner: &Runner) -> Result<(), ()> {
    let strict = runner.clone().with("RUSTDOCFLAGS", "-D warnings");
    strict.cargo(&[&["doc"], PACKAGE.as_slice(), &["--no-deps", "--all-features"]].concat())?;
    runner.cargo(&[&["test", "--quiet", "--doc", "--no-default-features"], PACKAGE.as_slice()].concat())
}

/// It builds for the browser.
fn browser(runner: &Runner) -> Result<(), ()> {
    let wasm = Wasm::install()?;
    wasm.cargo(runner, "build", &PACKAGE)?;
    wasm.cargo(runner, "build", &[PACKAGE.as_slice(), &["--no-default-features"]].concat())
}
