//! `cargo verify`: all checks before a change lands, each step with the time it took.

use crate::run::{Runner, built};
use crate::wasm::Wasm;
use crate::{library, needs, page, referee};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// The random games for each change; `cargo xtask soak` plays more.
const SOAK: [&str; 6] = ["--games", "1000", "--mutations", "20000", "--records", "40"];

/// Runs all steps. A failed build step ends the run; all test steps run to their end.
pub(crate) fn run() -> Result<(), ()> {
    let steps = Steps { begun: Instant::now(), done: Mutex::new(Vec::new()) };
    let builder = Runner::plain().once();
    steps.step("what is needed", || {
        needs::install_components()?;
        needs::install(needs::FOR_TESTS)?;
        Wasm::install().map(drop)
    })?;
    steps.step("formatting", || builder.cargo(&["fmt", "--all", "--check"]))?;
    // The page takes the referee along, and the program the page: in this order.
    steps.step("building the referee", || referee::build(&builder))?;
    steps.step("building the page", || page::build(&builder))?;
    steps.step("lints", || {
        builder.cargo(&["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"])
    })?;
    // As `cargo play` builds it: nothing may be missing when the rest is left out.
    steps.step("lints without features", || {
        builder.cargo(&["clippy", "--package", "pgg", "--no-default-features", "--", "--deny", "warnings"])
    })?;
    // The programs come with their tests; building them alone would take other features of the same packages, and all
    // of them a second time.
    steps.step("building", || builder.cargo(&["test", "--workspace", "--no-run"]))?;
    // Half of the following steps wait for a disk, a browser or one long game, so they run in parallel.
    let lanes: [&[Step]; 3] = [
        &[("the page", page::verify), ("the page in Chromium", page::browse)],
        &[("tests", |runner| runner.cargo(&["test", "--workspace", "--quiet"]))],
        &[
            ("documentation", |runner| runner.cargo(&["doc", "--workspace", "--no-deps"])),
            ("the rules as a library", library::verify),
            ("the referee in the page", referee::verify),
            ("what is left out says so", |runner| {
                let without = ["--package", "pgg-server", "--no-default-features", "--lib"];
                runner.cargo(&[&["test", "--quiet"], &without[..], &["--", "built_without"]].concat())
            }),
            // The tests' own build: rules and programs are optimised in it, and overflow checks are on.
            ("random games against the laws", |runner| runner.run(&built("soak"), &SOAK)),
        ],
    ];
    let failed = thread::scope(|scope| {
        let lanes = lanes.map(|lane| scope.spawn(|| steps.lane(lane)));
        lanes.into_iter().flat_map(|lane| lane.join().unwrap_or_else(|_| vec!["a step panicked"])).collect()
    });
    steps.told(failed)
}

type Step = (&'static str, fn(&Runner) -> Result<(), ()>);

struct Steps {
    begun: Instant,
    done: Mutex<Vec<(&'static str, Duration)>>,
}

impl Steps {
    fn step(&self, name: &'static str, work: impl FnOnce() -> Result<(), ()>) -> Result<(), ()> {
        eprintln!("verify: {name}");
        let begun = Instant::now();
        let result = work();
        self.done.lock().unwrap_or_else(|e| e.into_inner()).push((name, begun.elapsed()));
        result
    }

    /// One step after the other, beside those of other lanes: each line that a step prints begins with its name.
    /// Returns the steps that failed.
    fn lane(&self, steps: &[Step]) -> Vec<&'static str> {
        let run = |(name, work): &Step| {
            let runner = Runner::named(name).once();
            self.step(name, || work(&runner)).err().map(|()| *name)
        };
        steps.iter().filter_map(run).collect()
    }

    fn told(&self, failed: Vec<&str>) -> Result<(), ()> {
        for (name, time) in self.done.lock().unwrap_or_else(|e| e.into_inner()).iter() {
            eprintln!("{:>8}  {name}", clock(*time));
        }
        eprintln!("{:>8}  in all", clock(self.begun.elapsed()));
        if failed.is_empty() {
            eprintln!("verify: all is well");
            return Ok(());
        }
        eprintln!("verify: failed: {}. What it printed begins with its name, above.", failed.join(", "));
        Err(())
    }
}

/// Minutes and seconds.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
