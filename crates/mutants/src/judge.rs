//! Each mutant against the tests that come to it: short tests first for all, then longer ones for those that live.

use crate::plan::{self, Planned, Worklist};
use crate::record::{self, Test};
use crate::work::{self, Lines};
use crate::{Failed, failed};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Seek;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The longest test of each round, in seconds. In the first rounds many tests run in one process.
const ROUNDS: [f64; 5] = [0.05, 0.5, 2.0, 10.0, f64::INFINITY];
const TOGETHER: usize = 2;
/// How many times as long a test takes while it is recorded, on a busy machine, at most.
const SLOWER: f64 = 20.0;
/// Together as long as tests of so many seconds come to: a mutant that hangs does so early, and costs no more than this.
const BATCH: f64 = 0.2;
/// A mutant hangs when its tests take so many times as long as without it, and so many seconds more: of the processor, so
/// that a busy machine does not matter.
const TIMES: f64 = 5.0;
const MORE: f64 = 3.0;
/// It hangs too when it does nothing for so many times that long.
const IDLE: f64 = 20.0;
/// The signal that ends what takes more of the processor than `ulimit -t` allows.
const SIGXCPU: i32 = 24;
/// KiB that a test may take: a mutant that asks for memory without end fails.
const MEMORY: u32 = 4 << 20;

/// What is known of a mutant.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) enum Verdict {
    /// By these tests, or one of them.
    Caught(String),
    /// It took too long: that counts as caught.
    Hung(String),
    /// No test of these rounds noticed.
    Lived(usize),
}

#[derive(Deserialize, Serialize)]
struct Line {
    mutant: String,
    verdict: Verdict,
}

/// The verdicts so far, by the mutants' names, in whatever order they were written down.
pub(crate) fn verdicts(folder: &Path) -> BTreeMap<String, Verdict> {
    let lines: Vec<Line> = work::read(&folder.join("results.jsonl"));
    let mut verdicts: BTreeMap<String, Verdict> = BTreeMap::new();
    for Line { mutant, verdict } in lines {
        let known = verdicts.get(&mutant).map_or(0, Verdict::rounds);
        if verdict.rounds() > known {
            verdicts.insert(mutant, verdict);
        }
    }
    verdicts
}

impl Verdict {
    /// The rounds that need not be played again.
    fn rounds(&self) -> usize {
        match self {
            Verdict::Lived(rounds) => *rounds,
            Verdict::Caught(_) | Verdict::Hung(_) => usize::MAX,
        }
    }
}

/// Is everything known of it that can be?
pub(crate) fn settled(verdict: Option<&Verdict>) -> bool {
    verdict.is_some_and(|verdict| verdict.rounds() >= ROUNDS.len())
}

/// Go on judging, without the tests that take longer than that many seconds while they are recorded.
pub(crate) fn judge(folder: &Path, jobs: u32, seconds: u32, longest: u32) -> Result<(), Failed> {
    let plan = Worklist::read(&folder.join("plan.json"))?;
    let until = Instant::now() + Duration::from_secs(seconds.into());
    let (tests, whole) = record::record(folder, &plan, jobs, longest, until)?;
    // Without the longer tests, only the rounds to which none of them can belong.
    let rounds = ROUNDS.iter().take_while(|&&round| whole || round * SLOWER <= longest.into()).count();
    let tests: Vec<Test> = tests.into_iter().filter(|test| !test.fails).collect();
    let mut verdicts = verdicts(folder);
    let results = Lines::append(&folder.join("results.jsonl"))?;
    let judge = Judge { folder, plan: &plan, tests: &tests, until, results };
    for round in 0..rounds {
        if Instant::now() >= until {
            break;
        }
        let open = |mutant: &&Planned| match verdicts.get(&mutant.name) {
            None => round == 0,
            Some(Verdict::Lived(rounds)) => *rounds == round,
            Some(_) => false,
        };
        let open: Vec<&Planned> = plan.mutants.iter().filter(|m| m.left.is_none()).filter(open).collect();
        eprintln!("mutants: round {} of {}, {} mutants", round + 1, ROUNDS.len(), open.len());
        let judged = judge.round(round, &open, jobs)?;
        verdicts.extend(judged);
    }
    crate::report::summary(&plan, &verdicts);
    Ok(())
}

struct Judge<'a> {
    folder: &'a Path,
    plan: &'a Worklist,
    tests: &'a [Test],
    until: Instant,
    results: Lines,
}

/// How a process ended.
enum End {
    Passed,
    Failed(String),
    TooLong,
    /// The judge's own time is over.
    Over,
}

impl Judge<'_> {
    fn round(&self, round: usize, open: &[&Planned], jobs: u32) -> Result<Vec<(String, Verdict)>, Failed> {
        work::shared(jobs, open, |_, mutant| {
            let Some(verdict) = self.mutant(round, mutant)? else { return Ok(None) };
            self.results.write(&Line { mutant: mutant.name.clone(), verdict: verdict.clone() })?;
            Ok(Some((mutant.name.clone(), verdict)))
        })
    }

    /// The verdict of this round; none when the time is over.
    fn mutant(&self, round: usize, mutant: &Planned) -> Result<Option<Verdict>, Failed> {
        for (program, tests) in self.steps(round, mutant) {
            match self.run(mutant, program, &tests)? {
                End::Passed => {}
                End::Failed(by) => return Ok(Some(Verdict::Caught(by))),
                End::TooLong => return Ok(Some(Verdict::Hung(tests[0].test.name.clone()))),
                End::Over => return Ok(None),
            }
        }
        Ok(Some(Verdict::Lived(round + 1)))
    }

    /// The tests of this round that come to the mutant, first those that come to little else: they are about it. In the
    /// first rounds those of a program run together.
    fn steps(&self, round: usize, mutant: &Planned) -> Vec<(&str, Vec<&Test>)> {
        let least = round.checked_sub(1).map_or(0.0, |before| ROUNDS[before]);
        let in_round = |test: &&Test| test.seconds >= least && test.seconds < ROUNDS[round];
        let judges =
            |test: &&Test| mutant.judges.contains(&test.test.package) && test.places.contains(&mutant.place);
        let mut tests: Vec<&Test> = self.tests.iter().filter(in_round).filter(judges).collect();
        tests.sort_by_key(|test| test.places.len());
        let mut steps: Vec<(&str, Vec<&Test>)> = Vec::new();
        for test in tests {
            let long = |tests: &[&Test]| tests.iter().map(|test| test.seconds).sum::<f64>() >= BATCH;
            let together = steps
                .iter_mut()
                .find(|(program, tests)| round < TOGETHER && *program == test.test.program && !long(tests));
            match together {
                Some((_, tests)) => tests.push(test),
                None => steps.push((&test.test.program, vec![test])),
            }
        }
        steps
    }

    fn run(&self, mutant: &Planned, program: &str, tests: &[&Test]) -> Result<End, Failed> {
        let number = self.plan.mutants.iter().position(|m| m.name == mutant.name).map_or(0, |at| at + 1);
        let seconds: f64 = tests.iter().map(|test| test.seconds).sum();
        let most = seconds * TIMES + MORE;
        let limit = Instant::now() + Duration::from_secs_f64(most * IDLE);
        let test = plan::run(self.folder, program);
        let mut command = Command::new("bash");
        let limits = format!("ulimit -v {MEMORY}; ulimit -S -t {most:.0}; exec \"$0\" \"$@\"");
        command.args(["-c", &limits]).arg(test.get_program());
        command.envs(test.get_envs().filter_map(|(name, value)| Some((name, value?))));
        command.args(["--exact", "--test-threads", "1"]).args(tests.iter().map(|test| &test.test.name));
        let mut said = nameless()?;
        let out = said.try_clone().map_err(failed("output"))?;
        command.env("PGG_MUTANT", number.to_string()).stdin(Stdio::null()).stdout(out).stderr(Stdio::null());
        let mut child = command.spawn().map_err(failed(program))?;
        let mut pause = Duration::from_micros(500);
        let status = loop {
            if let Some(status) = child.try_wait().map_err(failed(program))? {
                break status;
            }
            let now = Instant::now();
            if now >= limit || now >= self.until {
                let _ = child.kill();
                let _ = child.wait();
                return Ok(if now >= self.until { End::Over } else { End::TooLong });
            }
            std::thread::sleep(pause);
            pause = (pause * 5 / 4).min(Duration::from_millis(50));
        };
        if status.success() {
            return Ok(End::Passed);
        }
        if status.signal() == Some(SIGXCPU) {
            return Ok(End::TooLong);
        }
        said.rewind().map_err(failed("output"))?;
        let said = std::io::read_to_string(said).unwrap_or_default();
        let last = said.lines().rev().find_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... "));
        Ok(End::Failed(last.unwrap_or(&tests[0].test.name).to_owned()))
    }
}

/// A file that is gone when it is closed.
fn nameless() -> Result<File, Failed> {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let name = format!("pgg-mutants-{}-{}", std::process::id(), NEXT.fetch_add(1, Relaxed));
    let path = std::env::temp_dir().join(name);
    let mut options = OpenOptions::new();
    let file = options.create_new(true).read(true).write(true).open(&path).map_err(failed(path.display()))?;
    fs::remove_file(&path).map_err(failed(path.display()))?;
    Ok(file)
}
