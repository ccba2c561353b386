//! `cargo xtask steady`: repeats all tests under load and counts the failures of each, to find flaky tests,
//! which are defects.

use crate::run::{Runner, cargo_program};
use crate::wasm::Wasm;
use crate::{needs, page, referee};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A suite that takes longer is killed and counts as failed.
const LONGEST: Duration = Duration::from_secs(60 * 60);

/// What runs in each round, in the folder of the project: as in `cargo verify`, the page beside the rest.
const LANES: [&[Suite]; 2] = [
    &[Suite { name: "cargo", program: None, args: &["test", "--workspace", "--no-fail-fast"] }],
    &[
        Suite { name: "vitest", program: Some("npm"), args: &["--prefix", "web", "run", "--silent", "test"] },
        Suite {
            name: "chromium",
            program: Some("npm"),
            args: &["--prefix", "web", "run", "--silent", "e2e"],
        },
    ],
];

struct Suite {
    name: &'static str,
    /// Cargo, unless it says otherwise.
    program: Option<&'static str>,
    args: &'static [&'static str],
}

/// Runs the tests; an error if any of them failed in any round.
pub(crate) fn run(args: &[String]) -> Result<(), ()> {
    let cores = thread::available_parallelism().map_or(2, usize::from);
    let (mut runs, mut busy) = (10u32, 2 * cores);
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let number = words.next().and_then(|text| text.parse::<u32>().ok());
        match (word.as_str(), number) {
            ("--runs", Some(number)) => runs = number,
            ("--busy", Some(number)) => busy = number as usize,
            _ => {
                eprintln!("xtask steady: write --runs NUMBER and --busy NUMBER, not {word}");
                return Err(());
            }
        }
    }
    needs::install(needs::FOR_TESTS)?;
    // The very build of `cargo verify`: the page takes the referee along.
    let builder = Runner::plain().once();
    Wasm::install()?;
    referee::build(&builder)?;
    page::build(&builder)?;
    builder.cargo(&["test", "--workspace", "--no-run"])?;
    let logs =
        folder().map_err(|error| eprintln!("xtask steady: no folder for what tests print: {error}"))?;
    eprintln!("steady: {runs} runs beside {busy} busy loops; what tests print is in {}", logs.display());
    let begun = Instant::now();
    let stop = AtomicBool::new(false);
    let told = thread::scope(|scope| {
        // A guard, because the scope waits for the loops even if a round panics.
        let _stop = Stop(&stop);
        for _ in 0..busy {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        rounds(runs, &logs)
    });
    for (test, times) in &told.failed {
        eprintln!("steady: {times} of {runs}: {test}");
    }
    eprintln!("{}", told.line(runs, busy, cores, begun.elapsed()));
    if told.passed == runs { Ok(()) } else { Err(()) }
}

/// Ends the busy loops when it is dropped.
struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What came of all rounds.
#[derive(Default)]
struct Told {
    /// Rounds without a failure.
    passed: u32,
    /// Which test failed in how many rounds.
    failed: BTreeMap<String, u32>,
}

impl Told {
    fn add(&mut self, failed: BTreeSet<String>) {
        self.passed += u32::from(failed.is_empty());
        for test in failed {
            *self.failed.entry(test).or_default() += 1;
        }
    }

    /// For the table in `bench/results.md`.
    fn line(&self, runs: u32, busy: usize, cores: usize, took: Duration) -> String {
        let failed: Vec<String> = self.failed.iter().map(|(test, times)| format!("{test} {times}")).collect();
        let failed =
            if failed.is_empty() { String::new() } else { format!("; failed: {}", failed.join(", ")) };
        let minutes = took.as_secs() / 60 / u64::from(runs.max(1));
        format!(
            "| all tests {runs} times beside {busy} busy loops on {cores} cores, {minutes} minutes each | {runs} of \
             {runs} | {} of {runs}{failed} |",
            self.passed
        )
    }
}

fn rounds(runs: u32, logs: &Path) -> Told {
    let mut told = Told::default();
    for round in 1..=runs {
        let begun = Instant::now();
        // A test that is named twice has failed once.
        let bad: BTreeSet<String> = thread::scope(|scope| {
            let lanes = LANES.map(|lane| {
                let failures =
                    |suite: &Suite| suite.failures(&logs.join(format!("{round:02}-{}.txt", suite.name)));
                scope.spawn(move || lane.iter().flat_map(failures).collect::<Vec<_>>())
            });
            let lost = |_| vec!["(a lane panicked)".to_owned()];
            lanes.into_iter().flat_map(|lane| lane.join().unwrap_or_else(lost)).collect()
        });
        eprintln!("steady: run {round} of {runs}: {} failed, {} s", bad.len(), begun.elapsed().as_secs());
        for test in &bad {
            eprintln!("steady: failed: {test}");
        }
        told.add(bad);
    }
    told
}

impl Suite {
    /// The tests that failed, with the name of the suite; what they print goes to the file.
    fn failures(&self, log: &Path) -> Vec<String> {
        self.ran(log).into_iter().map(|test| format!("{}: {test}", self.name)).collect()
    }

    fn ran(&self, log: &Path) -> Vec<String> {
        let program = self.program.map_or_else(cargo_program, str::to_owned);
        let ran = File::create(log).and_then(|out| {
            let err = out.try_clone()?;
            let mut command = Runner::plain().once().command(&program, self.args);
            command.current_dir(root()).stdout(out).stderr(err).stdin(Stdio::null());
            within(LONGEST, &mut command)
        });
        match ran {
            Ok(Some(status)) if status.success() => Vec::new(),
            Ok(None) => {
                vec![format!("(ended after {} minutes, see {})", LONGEST.as_secs() / 60, log.display())]
            }
            Ok(Some(status)) => {
                let text = fs::read_to_string(log).unwrap_or_default();
                let named: Vec<String> = text.lines().filter_map(failure).map(str::to_owned).collect();
                // A failure without a named test counts too.
                if named.is_empty() { vec![format!("({status}, see {})", log.display())] } else { named }
            }
            Err(error) => vec![format!("(did not run: {error})")],
        }
    }
}

/// The status of a program; none if it took too long and was killed together with its children.
fn within(limit: Duration, command: &mut Command) -> std::io::Result<Option<ExitStatus>> {
    let mut child = command.process_group(0).spawn()?;
    let begun = Instant::now();
    while begun.elapsed() < limit {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        thread::sleep(Duration::from_millis(100).min(limit));
    }
    end_group(&mut child)?;
    Ok(None)
}

/// A program that has a process group of its own, ended with all of the group.
fn end_group(child: &mut Child) -> std::io::Result<()> {
    Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status()?;
    child.wait().map(drop)
}

/// The test that this line of cargo, vitest or Playwright says has failed.
fn failure(line: &str) -> Option<&str> {
    let line = line.trim();
    if let Some(name) = line.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... FAILED")) {
        return Some(name);
    }
    if let Some(name) = line.strip_prefix("FAIL ") {
        return Some(name.trim());
    }
    // "✘  12 e2e/two.spec.ts:94:1 › title (3.2s)": without number and time it is the same in every round.
    let rest =
        line.strip_prefix('✘')?.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    let rest = rest.trim_start_matches("[chromium] › ");
    Some(rest.rsplit_once(" (").map_or(rest, |(name, _)| name))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn folder() -> std::io::Result<PathBuf> {
    let folder = root().join("target/steady");
    fs::create_dir_all(&folder)?;
    folder.canonicalize()
}

#[cfg(test)]
mod tests {
    use super::{Told, failure, within};
    use std::collections::BTreeSet;
    use std::process::Command;
    use std::time::Duration;

    #[test]
    fn what_hangs_is_ended_with_all_that_it_started() {
        // The inner process holds the pipe, so it is read to the end only when both have ended.
        let mut command = Command::new("sh");
        let (mut reader, writer) = std::io::pipe().unwrap();
        command.args(["-c", "sleep 1000 & sleep 1000"]).stdout(writer);
        assert!(within(Duration::ZERO, &mut command).unwrap().is_none());
        drop(command);
        std::io::copy(&mut reader, &mut std::io::sink()).unwrap();
        let mut quick = Command::new("true");
        assert!(within(Duration::from_secs(600), &mut quick).unwrap().unwrap().success());
    }

    #[test]
    fn rounds_are_counted_once_for_each_test() {
        let mut told = Told::default();
        for failed in [&["a", "b"][..], &[], &["b"]] {
            told.add(failed.iter().map(|&test| test.to_owned()).collect::<BTreeSet<String>>());
        }
        assert_eq!(
            told.line(3, 4, 2, Duration::from_secs(3 * 900)),
            "| all tests 3 times beside 4 busy loops on 2 cores, 15 minutes each | 3 of 3 | 1 of 3; failed: a 1, b 2 |"
        );
    }

    #[test]
    fn failures_are_read_from_what_the_runners_print() {
        assert_eq!(failure("test a::b ... FAILED"), Some("a::b"));
        assert_eq!(failure("test a::b ... ok"), None);
        assert_eq!(failure(" FAIL  src/x.test.ts > does it"), Some("src/x.test.ts > does it"));
        assert_eq!(
            failure("  ✘  12 e2e/two.spec.ts:94:1 › is (offline) (3.2s)"),
            Some("e2e/two.spec.ts:94:1 › is (offline)")
        );
        assert_eq!(failure("  ✓  12 e2e/two.spec.ts:94:1 › is (offline) (3.2s)"), None);
    }
}
