//! Building for WebAssembly, for the browser (`wasm32-unknown-unknown`).
//!
//! rustup brings the standard library of the target. Where that is not available, Debian's compiler builds it
//! from source, and links with Debian's LLD.

use crate::needs::{self, Need};
use crate::run::{Runner, output, quietly};
use std::path::PathBuf;

/// The target of the browser.
const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's compiler, with the source of the standard library that fits it.
const DEBIAN: Need = Need {
    what: "Rust for WebAssembly (rustup target add wasm32-unknown-unknown, or from Debian)",
    packages: &["rustc-web", "rust-web-src", "lld-19"],
    found: || {
        quietly(DEBIAN_RUSTC, &["--version"])
            && quietly(DEBIAN_LINKER, &["--version"])
            && libraries(DEBIAN_RUSTC).is_some_and(|folder| folder.join(STD_SOURCE).is_dir())
    },
    instead: needs::NOTHING,
};
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_LINKER: &str = "wasm-ld-19";
/// From the target's libraries.
const STD_SOURCE: &str = "../../src/rust/library/std";

/// How it is built here.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wasm {
    /// By the toolchain that builds everything else.
    Rustup,
    /// By Debian's.
    Debian,
}

impl Wasm {
    /// Finds the way that works here, and installs what it needs.
    pub(crate) fn install() -> Result<Wasm, ()> {
        if let Some(ready) = Wasm::found() {
            return Ok(ready);
        }
        if quietly("rustup", &["target", "add", TARGET]) && target_is_here() {
            return Ok(Wasm::Rustup);
        }
        needs::install(&[DEBIAN]).map(|()| Wasm::Debian)
    }

    /// The way that works here without anything being installed.
    pub(crate) fn found() -> Option<Wasm> {
        if target_is_here() { Some(Wasm::Rustup) } else { (DEBIAN.found)().then_some(Wasm::Debian) }
    }

    /// Runs a command of cargo for the target: `build`, `check` or `clippy`, and what follows it.
    pub(crate) fn cargo(self, runner: &Runner, command: &str, rest: &[&str]) -> Result<(), ()> {
        let mut args = vec![command, "--target", TARGET];
        let runner = runner.clone();
        let runner = match self {
            Wasm::Rustup => runner,
            Wasm::Debian => {
                args.push("-Zbuild-std=std,panic_abort");
                runner
                    .with("RUSTC", DEBIAN_RUSTC)
                    // A stable compiler builds its own library only with this variable.
                    .with("RUSTC_BOOTSTRAP", "1")
                    .with("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", DEBIAN_LINKER)
            }
        };
        args.extend(rest);
        runner.cargo(&args)
    }
}

/// Has the usual compiler the target's standard library?
fn target_is_here() -> bool {
    libraries("rustc").is_some_and(|folder| folder.is_dir())
}

/// Where a compiler looks for the target's libraries.
fn libraries(rustc: &str) -> Option<PathBuf> {
    output(rustc, &["--print", "target-libdir", "--target", TARGET]).map(|path| PathBuf::from(path.trim()))
}
