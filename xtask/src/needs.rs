//! What is needed beyond Rust, installed when it is missing: from Debian's packages, or a sentence what to do.

use crate::run::{output, quietly, run};
use std::path::Path;

/// A program that we start.
pub(crate) struct Need {
    /// What it is, for people.
    what: &'static str,
    /// Debian's packages.
    packages: &'static [&'static str],
    /// Is it here?
    found: fn() -> bool,
}

/// The page is built with it.
const NODE: Need =
    Need { what: "Node.js 20.19 or later with npm", packages: &["nodejs", "npm"], found: node };

/// What building the game needs.
pub(crate) const FOR_PLAY: &[Need] = &[NODE];

/// What the tests need.
pub(crate) const FOR_TESTS: &[Need] = &[
    NODE,
    Need { what: "PostgreSQL", packages: &["postgresql"], found: postgres },
    Need {
        what: "Python 3 with venv",
        packages: &["python3", "python3-venv"],
        found: || quietly("python3", &["-c", "import ensurepip, venv"]),
    },
    Need { what: "Chromium", packages: &["chromium"], found: || quietly("chromium", &["--version"]) },
];

/// Parts of Rust's toolchain that checks need.
pub(crate) fn install_components() -> Result<(), ()> {
    for component in ["rustfmt", "clippy"] {
        let subcommand = if component == "rustfmt" { "fmt" } else { component };
        if !quietly("cargo", &[subcommand, "--version"]) {
            run("rustup", &["component", "add", component])?;
        }
    }
    Ok(())
}

/// Install what is missing.
pub(crate) fn install(needs: &[Need]) -> Result<(), ()> {
    let missing = || needs.iter().filter(|need| !(need.found)()).collect::<Vec<_>>();
    let wanted = missing();
    if wanted.is_empty() {
        return Ok(());
    }
    for need in &wanted {
        eprintln!("{} is missing (Debian: {})", need.what, need.packages.join(", "));
    }
    if !quietly("apt-get", &["--version"]) {
        eprintln!("install it with your system's package manager, then run this again");
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
    args.extend(wanted.iter().flat_map(|need| need.packages));
    apt(&args)?;
    match missing().first() {
        None => Ok(()),
        Some(need) => {
            eprintln!("{} is not among your system's packages: install it, then run this again", need.what);
            Err(())
        }
    }
}

/// As the page's package.json asks.
fn node() -> bool {
    let version = output("node", &["--version"]).unwrap_or_default();
    let mut parts =
        version.trim().trim_start_matches('v').split('.').map(|part| part.parse().unwrap_or(0u32));
    let (major, minor) = (parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    (major, minor) >= (20, 19) && quietly("npm", &["--version"])
}

/// Debian keeps the server's programs out of the path, by version.
fn postgres() -> bool {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let found = |version: &Path| version.join("bin/initdb").is_file();
    versions.map(|entry| entry.path()).any(|path| found(&path)) || quietly("initdb", &["--version"])
}
