//! `cargo xtask frozen COMMIT`: builds the programs of an earlier commit, as a fixed yardstick.
//!
//! The commit is checked out under target/frozen, and bench/frozen/player.rs is built against its crates with its
//! Cargo.lock, as they were released. What comes out plays in `pgg league`, `sim` and `habits` as `cmd:…`.

use crate::run::{Runner, cargo_program, output};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The package that is made for a commit. It is a workspace of its own: ours is another.
const MANIFEST: &str = r#"[package]
name = "pgg-player"
version = "0.0.0"
edition = "2024"
publish = false

[[bin]]
name = "pgg-player"
path = "PLAYER"

[dependencies]
pgg-core = { path = "../source/crates/core" }
pgg-ai = { path = "../source/crates/ai" }
serde_json = "1"

[profile.release]
lto = "thin"
codegen-units = 1
strip = true

[workspace]
"#;

/// Build it and print how to use it.
pub(crate) fn frozen(args: &[String]) -> Result<(), ()> {
    let [commit] = args else {
        eprintln!("xtask: which commit? cargo xtask frozen eccc344");
        return Err(());
    };
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = root.canonicalize().map_err(|e| eprintln!("xtask: {}: {e}", root.display()))?;
    let here = root.to_string_lossy().into_owned();
    let full = format!("{commit}^{{commit}}");
    let Some(id) = output("git", &["-C", &here, "rev-parse", "--verify", "--short=7", &full]) else {
        eprintln!("xtask: there is no commit '{commit}' in this repository");
        return Err(());
    };
    let home = root.join("target/frozen").join(id.trim());
    let source = home.join("source");
    let program = home.join("pgg-player");
    if !source.exists() {
        let source = source.to_string_lossy();
        Runner::plain().run("git", &["-C", &here, "worktree", "prune"])?;
        Runner::plain().run("git", &["-C", &here, "worktree", "add", "--detach", &source, id.trim()])?;
    }
    write_package(&root, &home).map_err(|e| eprintln!("xtask: {}: {e}", home.display()))?;
    let manifest = home.join("player/Cargo.toml").to_string_lossy().into_owned();
    let target = home.join("build").to_string_lossy().into_owned();
    let build = ["build", "--release", "--manifest-path", &manifest, "--target-dir", &target];
    Runner::plain().run(&cargo_program(), &build)?;
    let built = home.join("build/release/pgg-player");
    fs::copy(&built, &program).map_err(|e| eprintln!("xtask: {}: {e}", built.display()))?;
    let program = program.strip_prefix(&root).unwrap_or(&program).display();
    writeln!(std::io::stdout(), "cmd:{program} general").map_err(|e| eprintln!("xtask: {e}"))
}

fn write_package(root: &Path, home: &Path) -> std::io::Result<()> {
    let package = home.join("player");
    fs::create_dir_all(&package)?;
    let player = root.join("bench/frozen/player.rs");
    let manifest = MANIFEST.replace("PLAYER", &player.to_string_lossy().replace('\\', "/"));
    fs::write(package.join("Cargo.toml"), manifest)?;
    // The same versions of all dependencies as then; cargo drops those that are not needed.
    fs::copy(home.join("source/Cargo.lock"), package.join("Cargo.lock"))?;
    Ok(())
}
