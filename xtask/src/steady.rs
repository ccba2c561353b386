//! `cargo xtask steady`: all tests again and again beside busy loops. A test that fails now and then is a defect, and
//! this finds it: it says which one failed how often.

use crate::run::{Runner, cargo_program};
use crate::{needs, page};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

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
    // The very build of `cargo verify`.
    let builder = Runner::plain().once();
    page::build(&builder)?;
    builder.cargo(&["test", "--workspace", "--no-run"])?;
    let logs =
        folder().map_err(|error| eprintln!("xtask steady: no folder for what tests print: {error}"))?;
    eprintln!("steady: {runs} runs beside {busy} busy loops; what tests print is in {}", logs.display());
    let stop = AtomicBool::new(false);
    let failed = thread::scope(|scope| {
        for _ in 0..busy {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let failed = rounds(runs, &logs);
        stop.store(true, Ordering::Relaxed);
        failed
    });
    if failed.is_empty() {
        eprintln!("steady: {runs} of {runs} runs passed");
        return Ok(());
    }
    for (test, times) in &failed {
        eprintln!("steady: {times} of {runs}: {test}");
    }
    Err(())
}

/// Which test failed in how many rounds.
fn rounds(runs: u32, logs: &Path) -> BTreeMap<String, u32> {
    let mut failed: BTreeMap<String, u32> = BTreeMap::new();
    for round in 1..=runs {
        let begun = Instant::now();
        let bad: Vec<String> = thread::scope(|scope| {
            let lanes = LANES.map(|lane| {
                let failures =
                    |suite: &Suite| suite.failures(&logs.join(format!("{round:02}-{}.txt", suite.name)));
                scope.spawn(move || lane.iter().flat_map(failures).collect::<Vec<_>>())
            });
            let lost = |_| vec!["(a lane panicked)".to_owned()];
            lanes.into_iter().flat_map(|lane| lane.join().unwrap_or_else(lost)).collect()
        });
        eprintln!("steady: run {round} of {runs}: {} failed, {} s", bad.len(), begun.elapsed().as_secs());
        for test in bad {
            eprintln!("steady: failed: {test}");
            *failed.entry(test).or_default() += 1;
        }
    }
    failed
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
            Runner::plain()
                .once()
                .command(&program, self.args)
                .current_dir(root())
                .stdout(out)
                .stderr(err)
                .stdin(Stdio::null())
                .status()
        });
        match ran {
            Ok(status) if status.success() => Vec::new(),
            Ok(status) => {
                let text = fs::read_to_string(log).unwrap_or_default();
                let named: Vec<String> = text.lines().filter_map(failure).map(str::to_owned).collect();
                // It ended badly without naming a test: that counts too.
                if named.is_empty() { vec![format!("({status}, see {})", log.display())] } else { named }
            }
            Err(error) => vec![format!("(did not run: {error})")],
        }
    }
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
    use super::failure;

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
