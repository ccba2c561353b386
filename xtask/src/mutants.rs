//! Mutants: the code made wrong in one place at a time, to see whether a test notices. See `docs/mutants.md`.

use crate::run::{cargo, output, quietly};

/// The version whose mutants `docs/mutants.md` speaks of.
const VERSION: &str = "27.1.0";
/// Mutants in a sample, about.
const SAMPLE: usize = 120;

/// What is made wrong, and the packages whose tests judge it; of the server its tests of limits, see [`judge`].
const JUDGED: [(&str, &[&str]); 4] = [
    ("pgg-core", &["pgg-core", "pgg-cases", "pgg-laws"]),
    ("pgg-table", &["pgg-table"]),
    ("pgg-ai", &["pgg-ai"]),
    ("pgg-server", &["pgg-server"]),
];

/// A sample, or all with `--all`; `--nth K` takes another sample. The rest goes to `cargo mutants`. With `--switched` it
/// goes to `pgg-mutants`, which compiles all of them once.
pub(crate) fn mutants(args: &[String]) -> Result<(), ()> {
    if !quietly("cargo", &["mutants", "--version"]) {
        eprintln!("mutants: installing cargo-mutants {VERSION}");
        cargo(&["install", "cargo-mutants", "--locked", "--version", VERSION])?;
    }
    if let Some((_, rest)) = args.split_first().filter(|(first, _)| *first == "--switched") {
        let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
        let run = ["run", "--quiet", "--package", "pgg-mutants", "--"];
        // Without a word it does all of it.
        let all: &[&[&str]] = if rest.is_empty() { &[&["build"], &["judge"], &["report"]] } else { &[&rest] };
        return all.iter().try_for_each(|command| cargo(&[run.as_slice(), command].concat()));
    }
    let Asked { all, nth, rest } = asked(args)?;
    let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
    let list = |package: &str| {
        let listed =
            output("cargo", &[&["mutants", "--list", "--package", package], rest.as_slice()].concat());
        listed.map(|list| list.lines().count()).ok_or_else(|| {
            eprintln!("mutants: `cargo mutants --list` fails; run it to see why");
        })
    };
    let counts = JUDGED.iter().map(|(package, _)| list(package)).collect::<Result<Vec<_>, ()>>()?;
    // Every n-th of them, so that a sample is spread over all files and the same for everybody.
    let count: usize = counts.iter().sum();
    let every = if all { 1 } else { count.div_ceil(SAMPLE).max(1) };
    eprintln!("mutants: every {every}th of {count}, from number {}", nth % every);
    let shard = format!("{}/{every}", nth % every);
    let sample: &[&str] = if all { &[] } else { &["--shard", &shard, "--sharding", "round-robin"] };
    let mut judged = Ok(());
    for ((package, tests), _) in JUDGED.iter().zip(&counts).filter(|&(_, &count)| count > 0) {
        judged = judged.and(judge(package, tests, &[sample, rest.as_slice()].concat()));
    }
    judged
}

/// Profile and files are in `.cargo/mutants.toml`. Mutants that no test notices are an error of `cargo mutants`; the
/// other packages are judged all the same.
fn judge(package: &str, tests: &[&str], args: &[&str]) -> Result<(), ()> {
    let folder = format!("target/mutants/{package}");
    std::fs::create_dir_all(&folder).map_err(|error| eprintln!("mutants: {folder}: {error}"))?;
    let tests: Vec<&str> = tests.iter().flat_map(|test| ["--test-package", test]).collect();
    let how = ["mutants", "--no-shuffle", "--colors", "never", "--output", &folder, "--package", package];
    // Only the limits of the server are made wrong, and its other tests start whole servers to look at something else.
    let only: &[&str] = if package == "pgg-server" { &["--cargo-test-arg", "limits::"] } else { &[] };
    cargo(&[how.as_slice(), &tests, only, args].concat())
}

struct Asked {
    all: bool,
    nth: usize,
    rest: Vec<String>,
}

fn asked(args: &[String]) -> Result<Asked, ()> {
    let mut asked = Asked { all: false, nth: 0, rest: Vec::new() };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--all" => asked.all = true,
            "--nth" => match args.next().and_then(|n| n.parse().ok()) {
                Some(nth) => asked.nth = nth,
                None => {
                    eprintln!("mutants: --nth needs a number, such as --nth 3");
                    return Err(());
                }
            },
            _ => asked.rest.push(arg.clone()),
        }
    }
    Ok(asked)
}
