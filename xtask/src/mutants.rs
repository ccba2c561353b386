//! Mutants: the code made wrong in one place at a time, to see whether a test notices. See `docs/mutants.md`.

use crate::run::{cargo, output, quietly};

/// The version whose mutants `docs/mutants.md` speaks of.
const VERSION: &str = "27.1.0";
/// Mutants in a sample, about.
const SAMPLE: usize = 120;

/// A sample, or all with `--all`; `--nth K` takes another sample. The rest goes to `cargo mutants`.
pub(crate) fn mutants(args: &[String]) -> Result<(), ()> {
    if !quietly("cargo", &["mutants", "--version"]) {
        eprintln!("mutants: installing cargo-mutants {VERSION}");
        cargo(&["install", "cargo-mutants", "--locked", "--version", VERSION])?;
    }
    let Asked { all, nth, rest } = asked(args)?;
    let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
    if all {
        return judge(&rest);
    }
    let list = [&["mutants", "--list"], rest.as_slice()].concat();
    let Some(list) = output("cargo", &list) else {
        eprintln!("mutants: `cargo mutants --list` fails; run it to see why");
        return Err(());
    };
    // Every n-th of them, so that a sample is spread over all files and the same for everybody.
    let count = list.lines().count();
    let every = count.div_ceil(SAMPLE).max(1);
    eprintln!("mutants: every {every}th of {count}, from number {}", nth % every);
    let shard = format!("{}/{every}", nth % every);
    judge(&[&["--shard", shard.as_str(), "--sharding", "round-robin"], rest.as_slice()].concat())
}

/// Profile and packages are in `.cargo/mutants.toml`.
fn judge(args: &[&str]) -> Result<(), ()> {
    cargo(&[&["mutants", "--no-shuffle", "--colors", "never"], args].concat())
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
