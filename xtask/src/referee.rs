//! The referee in the page: `pgg-wasm`, built for the browser and put where the page takes it along; and the module with a table and
//! programs, for games that need no server.

use crate::run::{Runner, built};
use crate::wasm::Wasm;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Stdio;

const PACKAGE: &str = "pgg-wasm";
/// What the page takes along, if it is there.
const MODULE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/src/generated/referee.wasm");
/// The module with a table and programs.
const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/src/generated/table.wasm");
const AGREE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/scripts/referee/agree.js");
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// For each change: some positions, and a game of each pair of programs.
const FEW: [&str; 4] = ["--positions", "300", "--seeds", "1"];
/// For a soak.
const MANY: [&str; 4] = ["--positions", "10000", "--seeds", "50"];

/// Builds the modules, so that the page is built with the referee.
pub(crate) fn build(runner: &Runner) -> Result<(), ()> {
    let wasm = Wasm::install()?;
    module(wasm, runner, &["--no-default-features"], MODULE)?;
    module(wasm, runner, &[], TABLE)
}

fn module(wasm: Wasm, runner: &Runner, features: &[&str], to: &str) -> Result<(), ()> {
    let package = ["--package", PACKAGE, "--lib", "--profile", "referee"];
    wasm.cargo(runner, "build", &[package.as_slice(), features].concat())?;
    let built = format!("{ROOT}/target/wasm32-unknown-unknown/referee/pgg_wasm.wasm");
    done(to, put(&built, Path::new(to)))
}

fn put(from: &str, to: &Path) -> io::Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::copy(from, to).map(drop)
}

/// The page is built without them, and asks the server: modules of another day could know other rules.
pub(crate) fn leave_out() -> Result<(), ()> {
    [MODULE, TABLE].into_iter().try_for_each(|module| match fs::remove_file(module) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => done(module, Err(error)),
        _ => Ok(()),
    })
}

/// The module answers what the tests' build answers.
pub(crate) fn verify(runner: &Runner) -> Result<(), ()> {
    agree(runner, &built("examples/transcript"), &FEW)
}

/// The same on many positions, with the build that is released.
pub(crate) fn soak(runner: &Runner) -> Result<(), ()> {
    build(runner)?;
    runner.cargo(&["build", "--release", "--package", PACKAGE, "--example", "transcript"])?;
    agree(runner, &format!("{ROOT}/target/release/examples/transcript"), &MANY)
}

/// Compares what the native build answers with what the module answers.
fn agree(runner: &Runner, transcript: &str, numbers: &[&str]) -> Result<(), ()> {
    let mut native = runner.command(transcript, numbers);
    let mut native = done(transcript, native.stdout(Stdio::piped()).spawn())?;
    let mut node = runner.command("node", &[AGREE, MODULE, TABLE]);
    let compared = native.stdout.take().map(|told| node.stdin(told).status());
    let answered = done(transcript, native.wait())?.success();
    let agreed = compared.is_some_and(|ended| ended.is_ok_and(|status| status.success()));
    if answered && agreed {
        return Ok(());
    }
    eprintln!("xtask: the referee in the page and the native build do not agree, or one of them failed");
    Err(())
}

fn done<T>(what: &str, result: io::Result<T>) -> Result<T, ()> {
    result.map_err(|error| eprintln!("xtask: {what}: {error}"))
}
