//! Which tests come to which mutants, and how long each takes: found by running each by itself with no mutant active.

use crate::plan::{self, Named, Worklist};
use crate::work::{self, Lines};
use crate::{Failed, failed};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// What `timeout` says of a test that it ended.
const ENDED: i32 = 124;

/// A test that was run.
#[derive(Clone, Deserialize, Serialize)]
pub(crate) struct Test {
    pub(crate) test: Named,
    /// Of the processor.
    pub(crate) seconds: f64,
    /// The places that it comes to.
    pub(crate) places: BTreeSet<u32>,
    /// A test that fails with no mutant active judges none.
    pub(crate) fails: bool,
}

/// Run the tests that were not run yet, and give back those that were: all of them, unless the time is over before or one
/// takes longer than that many seconds.
pub(crate) fn record(
    folder: &Path,
    plan: &Worklist,
    jobs: u32,
    longest: u32,
    until: Instant,
) -> Result<(Vec<Test>, bool), Failed> {
    let file = folder.join("recorded.jsonl");
    let mut tests: Vec<Test> = work::read(&file);
    let known: BTreeSet<&Named> = tests.iter().map(|test| &test.test).collect();
    let open: Vec<&Named> = plan.tests.iter().filter(|test| !known.contains(test)).collect();
    let lines = Lines::append(&file)?;
    let recorded = work::shared(jobs, &open, |number, test| {
        if Instant::now() >= until {
            return Ok(None);
        }
        let left = until.saturating_duration_since(Instant::now()).as_secs() + 1;
        let test = run(folder, number, test, left.min(longest.into()))?;
        if let Some(test) = &test {
            lines.write(test)?;
        }
        Ok(Some(test))
    })?;
    tests.extend(recorded.into_iter().flatten());
    let known: BTreeSet<&Named> = tests.iter().map(|test| &test.test).collect();
    let missing = plan.tests.iter().filter(|test| !known.contains(test)).count();
    for Test { test, seconds, fails, .. } in &tests {
        if *fails {
            eprintln!("mutants: {} {} fails with no mutant active, and judges none", test.program, test.name);
        } else if *seconds > 10.0 {
            eprintln!("mutants: {} {} takes {seconds:.0} s", test.program, test.name);
        }
    }
    if missing > 0 {
        eprintln!("mutants: {missing} tests are to be run yet");
    }
    Ok((tests, missing == 0))
}

/// First the places; then the time, with the switch as it is while judging. None if it takes longer.
fn run(folder: &Path, number: usize, test: &Named, longest: u64) -> Result<Option<Test>, Failed> {
    let file = folder.join(format!("recorded-{number}"));
    let (mut seconds, mut fails) = (0.0, false);
    let _ = fs::remove_file(&file);
    for asked in [format!("record:{}", file.display()), "0".to_owned()] {
        let program = plan::run(folder, &test.program);
        // `times` tells the shell's own time in a line, and that of what it started in another.
        let out = Command::new("bash")
            .args(["-c", "timeout \"$0\" \"$@\"; status=$?; times; exit $status", &longest.to_string()])
            .arg(program.get_program())
            .envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))))
            .args(["--exact", &test.name, "--test-threads", "1"])
            .env("PGG_MUTANT", asked)
            .output()
            .map_err(failed(&test.program))?;
        if out.status.code() == Some(ENDED) {
            let _ = fs::remove_file(&file);
            return Ok(None);
        }
        let said = String::from_utf8_lossy(&out.stdout);
        fails |= !out.status.success();
        seconds = said.lines().last().unwrap_or_default().split(' ').filter_map(minutes_and_seconds).sum();
    }
    let text = fs::read_to_string(&file).unwrap_or_default();
    let _ = fs::remove_file(&file);
    let places = text.lines().filter_map(|line| line.parse().ok()).collect();
    Ok(Some(Test { test: test.clone(), seconds, places, fails }))
}

/// `1m2.345s`, in seconds.
fn minutes_and_seconds(text: &str) -> Option<f64> {
    let (minutes, seconds) = text.strip_suffix('s')?.split_once('m')?;
    Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
}
