//! `cargo verify`: everything that has to be right before a change lands, each step with the time it took.

use crate::run::cargo;
use crate::{needs, page};
use std::time::{Duration, Instant};

/// Runs it all; the first step that fails ends it.
pub(crate) fn run() -> Result<(), ()> {
    let mut steps = Steps { begun: Instant::now(), times: Vec::new() };
    steps.step("what is needed", || {
        needs::install_components().and_then(|()| needs::install(needs::FOR_TESTS))
    })?;
    steps.step("formatting", || cargo(&["fmt", "--all", "--check"]))?;
    // The program carries the page with it, so the page comes first.
    steps.step("building the page", page::build)?;
    steps.step("lints", || cargo(&["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"]))?;
    // As `cargo play` builds it: nothing may be missing when the rest is left out.
    steps.step("lints without features", || {
        cargo(&["clippy", "--package", "pgg", "--no-default-features", "--", "--deny", "warnings"])
    })?;
    // Some tests start the program itself.
    steps.step("building", || cargo(&["build", "--workspace", "--bins"]))?;
    steps.step("building the tests", || cargo(&["test", "--workspace", "--no-run"]))?;
    steps.step("tests", || cargo(&["test", "--workspace", "--quiet"]))?;
    steps.step("documentation", || cargo(&["doc", "--workspace", "--no-deps"]))?;
    steps.step("the page", page::verify)?;
    steps.step("the page in Chromium", page::browse)?;
    steps.step("random games against the laws", || {
        // The tests' own build: what plays is optimised in it, and overflows are looked for besides.
        cargo(&[
            "run",
            "--package",
            "pgg-laws",
            "--bin",
            "soak",
            "--",
            "--games",
            "1000",
            "--mutations",
            "20000",
            "--records",
            "40",
        ])
    })?;
    steps.told();
    Ok(())
}

struct Steps {
    begun: Instant,
    times: Vec<(&'static str, Duration)>,
}

impl Steps {
    fn step(&mut self, name: &'static str, work: impl FnOnce() -> Result<(), ()>) -> Result<(), ()> {
        eprintln!("verify: {name}");
        let begun = Instant::now();
        work()?;
        self.times.push((name, begun.elapsed()));
        Ok(())
    }

    fn told(&self) {
        eprintln!("verify: all is well");
        for (name, time) in &self.times {
            eprintln!("{:>8}  {name}", clock(*time));
        }
        eprintln!("{:>8}  in all", clock(self.begun.elapsed()));
    }
}

/// Minutes and seconds.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
