//! All mutants of `cargo mutants` compiled into one program and switched by number: see `docs/mutants.md`.

mod compile;
mod judge;
mod listed;
mod pack;
mod plan;
mod record;
mod render;
mod report;
mod shorter;
mod sites;
mod tree;
mod work;

use plan::{Planned, Worklist};
use std::collections::BTreeSet;
use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

const HELP: &str = "\
pgg-mutants build                                   compile all mutants into the test programs
pgg-mutants judge [--jobs N] [--seconds S] [--longest L]   judge them, going on where it ended; S seconds at most, and
                                                    leaving tests aside that take longer than L seconds
pgg-mutants report                                  what lived, what was not judged, by file
pgg-mutants pack                                    a folder that judges on another machine

--folder F   where it all is; target/mutants/switched without it
";

/// Why it cannot go on.
#[derive(Debug)]
pub(crate) struct Failed(pub(crate) String);

/// For `map_err`: what failed, and its error.
pub(crate) fn failed<E: Display>(what: impl Display) -> impl FnOnce(E) -> Failed {
    move |error| Failed(format!("{what}: {error}"))
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let option = |name: &str| args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1));
    let number = |name: &str, otherwise| option(name).map_or(Some(otherwise), |text| text.parse().ok());
    let folder = option("--folder").map_or("target/mutants/switched", String::as_str);
    let (Some(jobs), Some(seconds), Some(longest)) =
        (number("--jobs", 1), number("--seconds", u32::MAX), number("--longest", u32::MAX))
    else {
        eprintln!("mutants: --jobs, --seconds and --longest need a number");
        return ExitCode::FAILURE;
    };
    let done = fs::create_dir_all(folder).map_err(failed(folder)).and_then(|()| {
        let folder = fs::canonicalize(folder).map_err(failed(folder))?;
        match args.first().map(String::as_str) {
            Some("build") => build(&folder),
            Some("judge") => judge::judge(&folder, jobs, seconds, longest),
            Some("report") => report::report(&folder),
            Some("pack") => pack::pack(&folder),
            _ => Err(Failed(HELP.to_owned())),
        }
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failed(why)) => {
            eprintln!("mutants: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Compile all mutants into the test programs.
fn build(folder: &Path) -> Result<(), Failed> {
    let mutants = listed::list()?;
    let tree = folder.join("tree");
    tree::copy(&tree, &mutants.iter().map(|m| m.file.as_str()).collect())?;

    // Mutants that did not compile the last time are not tried again.
    let known = fs::read_to_string(folder.join("unviable")).unwrap_or_default();
    let known: BTreeSet<&str> = known.lines().collect();
    let numbers = (1..).zip(&mutants);
    let mut dropped: BTreeSet<u32> =
        numbers.filter(|(_, m)| known.contains(m.name.as_str())).map(|(number, _)| number).collect();
    let written = loop {
        let written = tree::switch(&tree, &mutants, &dropped)?;
        let unviable = compile::unviable(&tree, &written)?;
        if unviable.is_empty() {
            break written;
        }
        dropped.extend(unviable);
        eprintln!("mutants: {} of {} do not compile so far", dropped.len(), mutants.len());
    };
    let names: Vec<&str> = dropped.iter().map(|&number| mutants[number as usize - 1].name.as_str()).collect();
    fs::write(folder.join("unviable"), names.join("\n")).map_err(failed("unviable"))?;

    let packages = listed::JUDGED.iter().flat_map(|(_, judges)| judges.iter().copied()).collect();
    let programs = compile::build(&tree, &packages)?;
    let mut plan = Worklist { mutants: mutants.iter().map(Planned::of).collect(), tests: Vec::new() };
    for (places, _) in written.files.values().flat_map(|file| &file.places) {
        for &number in places {
            plan.mutants[number as usize - 1].place = places[0];
        }
    }
    let dropped = dropped.into_iter().map(|number| (number, "does not compile"));
    for (number, why) in dropped.chain(written.left) {
        plan.mutants[number as usize - 1].left = Some(why.to_owned());
    }
    plan.tests = plan::tests(folder, &programs)?;
    // What was recorded of another build does not hold for this one.
    let _ = fs::remove_file(folder.join("recorded.jsonl"));
    plan.write(&folder.join("plan.json"))
}
