//! Requirements beyond Rust: installed from Debian's packages if missing, else a sentence says what to do.

use crate::run::{Runner, output, quietly};
use std::path::Path;

/// A program that we start.
pub(crate) struct Need {
    /// What it is, for people.
    pub(crate) what: &'static str,
    /// Debian's packages.
    pub(crate) packages: &'static [&'static str],
    /// Is it here?
    pub(crate) found: fn() -> bool,
    /// Is something here that does as well, where it cannot be installed?
    pub(crate) instead: fn() -> bool,
}

/// Nothing else will do.
pub(crate) const NOTHING: fn() -> bool = || false;

/// The page is built with it.
const NODE: Need = Need {
    what: "Node.js 20.19 or later with npm",
    packages: &["nodejs", "npm"],
    found: node,
    instead: NOTHING,
};

/// What building the game needs.
pub(crate) const FOR_PLAY: &[Need] = &[NODE];

/// What the tests need.
pub(crate) const FOR_TESTS: &[Need] = &[
    NODE,
    Need { what: "PostgreSQL", packages: &["postgresql"], found: postgres, instead: NOTHING },
    Need {
        what: "Python 3 with venv",
        packages: &["python3", "python3-venv"],
        found: || quietly("python3", &["-c", "import ensurepip, venv"]),
        instead: NOTHING,
    },
    // Chromium without a window: the same pages for half the work. `web/playwright.config.ts` takes what is here.
    Need {
        what: "Chromium (headless shell)",
        packages: &["chromium-headless-shell"],
        found: || quietly("chromium-headless-shell", &["--version"]),
        instead: || quietly("chromium", &["--version"]),
    },
];

/// Parts of Rust's toolchain that checks need.
pub(crate) fn install_components() -> Result<(), ()> {
    for component in ["rustfmt", "clippy"] {
        let subcommand = if component == "rustfmt" { "fmt" } else { component };
        if !quietly("cargo", &[subcommand, "--version"]) {
            Runner::plain().run("rustup", &["component", "add", component])?;
        }
    }
    Ok(())
}

/// Install what is missing.
pub(crate) fn install(needs: &[Need]) -> Result<(), ()> {
    let missing: Vec<&Need> = needs.iter().filter(|need| !(need.found)()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    for need in &missing {
        eprintln!("{} is missing (Debian: {})", need.what, need.packages.join(", "));
    }
    if apt(&missing).is_err() {
        eprintln!("it could not be installed by apt-get");
    }
    let lacking = |need: &&&Need| !(need.found)() && !(need.instead)();
    match missing.iter().find(lacking) {
        None => Ok(()),
        Some(need) => {
            eprintln!("{}: install it with your system's package manager, then run this again", need.what);
            Err(())
        }
    }
}

/// Debian's packages of these needs.
fn apt(needs: &[&Need]) -> Result<(), ()> {
    if !quietly("apt-get", &["--version"]) {
        return Err(());
    }
    let root = quietly("sh", &["-c", "test \"$(id -u)\" = 0"]);
    let apt = |args: &[&str]| {
        let mut all = if root { vec!["apt-get"] } else { vec!["sudo", "apt-get"] };
        all.extend(args);
        Runner::plain().run("env", &[&["DEBIAN_FRONTEND=noninteractive"], all.as_slice()].concat())
    };
    apt(&["update", "--quiet"])?;
    let packages = needs.iter().flat_map(|need| need.packages.iter().copied());
    apt(&["install", "--yes", "--quiet", "--no-install-recommends"]
        .into_iter()
        .chain(packages)
        .collect::<Vec<_>>())
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
