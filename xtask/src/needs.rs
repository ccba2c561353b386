//! What the tests need beyond Rust, installed when it is missing: from Debian's packages, or a sentence what to do.

use crate::run::{quietly, run};
use std::path::Path;

/// A program that tests start.
struct Need {
    /// What it is, for people.
    what: &'static str,
    /// Debian's package.
    package: &'static str,
    /// Is it here?
    found: fn() -> bool,
}

const NEEDS: [Need; 2] = [
    Need { what: "PostgreSQL", package: "postgresql", found: postgres },
    Need { what: "Python 3", package: "python3", found: || quietly("python3", &["--version"]) },
];

/// Install what is missing.
pub(crate) fn install() -> Result<(), ()> {
    for component in ["rustfmt", "clippy"] {
        let subcommand = if component == "rustfmt" { "fmt" } else { component };
        if !quietly("cargo", &[subcommand, "--version"]) {
            run("rustup", &["component", "add", component])?;
        }
    }
    let missing: Vec<&Need> = NEEDS.iter().filter(|need| !(need.found)()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    for need in &missing {
        eprintln!("verify: {} is missing (Debian's package {})", need.what, need.package);
    }
    if !quietly("apt-get", &["--version"]) {
        eprintln!("verify: install it with your system's package manager, then run this again");
        return Err(());
    }
    let root = quietly("sh", &["-c", "test \"$(id -u)\" = 0"]);
    let apt = |args: &[&str]| {
        let mut all = if root { vec!["apt-get"] } else { vec!["sudo", "apt-get"] };
        all.extend(args);
        run("env", &[&["DEBIAN_FRONTEND=noninteractive"], all.as_slice()].concat())
    };
    apt(&["update", "--quiet"])?;
    let mut args = vec!["install", "--yes", "--quiet", "--no-install-recommends"];
    args.extend(missing.iter().map(|need| need.package));
    apt(&args)
}

/// Debian keeps the server's programs out of the path, by version.
fn postgres() -> bool {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let found = |version: &Path| version.join("bin/initdb").is_file();
    versions.map(|entry| entry.path()).any(|path| found(&path)) || quietly("initdb", &["--version"])
}
