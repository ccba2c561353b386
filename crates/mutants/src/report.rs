//! What was found.

use crate::judge::{self, Verdict};
use crate::plan::{Planned, Worklist};
use crate::record::Test;
use crate::work;
use crate::{Failed, failed};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Numbers to the terminal, lists into the folder.
pub(crate) fn report(folder: &Path) -> Result<(), Failed> {
    let plan = Worklist::read(&folder.join("plan.json"))?;
    let tests: Vec<Test> = work::read(&folder.join("recorded.jsonl"));
    let verdicts = judge::verdicts(folder);
    summary(&plan, &verdicts);
    let of = |mutant: &Planned| verdicts.get(&mutant.name);
    let list = |name: &str, which: &dyn Fn(&&Planned) -> bool| {
        let mut text = String::new();
        let mut by_file: BTreeMap<&str, Vec<&Planned>> = BTreeMap::new();
        for mutant in plan.mutants.iter().filter(which) {
            by_file.entry(&mutant.file).or_default().push(mutant);
        }
        for (file, mutants) in by_file {
            let _ = writeln!(text, "\n{file}");
            for mutant in mutants {
                let what = mutant.name.strip_prefix(file).unwrap_or(&mutant.name).trim_start_matches(':');
                let why = match (&mutant.left, of(mutant)) {
                    (Some(why), _) => format!(" — {why}"),
                    (None, Some(Verdict::Hung(by))) => format!(" — in {by}"),
                    (None, Some(Verdict::Caught(by))) => format!(" — by {by}"),
                    (None, Some(Verdict::Lived(_)) | None) if untouched(&tests, mutant) => {
                        " — no test comes to it".to_owned()
                    }
                    _ => String::new(),
                };
                let _ = writeln!(text, "  {what}{why}");
            }
        }
        let file = folder.join(name);
        fs::write(&file, text).map_err(failed(file.display()))
    };
    list("caught.txt", &|m| m.left.is_none() && matches!(of(m), Some(Verdict::Caught(_))))?;
    list("timeout.txt", &|m| m.left.is_none() && matches!(of(m), Some(Verdict::Hung(_))))?;
    list("missed.txt", &|m| {
        m.left.is_none() && matches!(of(m), Some(Verdict::Lived(_))) && judge::settled(of(m))
    })?;
    list("open.txt", &|m| m.left.is_none() && !judge::settled(of(m)))?;
    list("left.txt", &|m| m.left.is_some())?;
    eprintln!("mutants: the lists are in {}", folder.display());
    Ok(())
}

fn untouched(tests: &[Test], mutant: &Planned) -> bool {
    !tests
        .iter()
        .any(|test| mutant.judges.contains(&test.test.package) && test.places.contains(&mutant.place))
}

/// A line for each package that is made wrong.
pub(crate) fn summary(plan: &Worklist, verdicts: &BTreeMap<String, Verdict>) {
    let mut packages: BTreeMap<&str, [usize; 5]> = BTreeMap::new();
    for mutant in &plan.mutants {
        let counts = packages.entry(mutant.judges.first().map_or("", String::as_str)).or_default();
        let verdict = verdicts.get(&mutant.name);
        let column = match (&mutant.left, verdict) {
            (Some(_), _) => 4,
            (None, Some(Verdict::Caught(_))) => 0,
            (None, Some(Verdict::Hung(_))) => 1,
            (None, _) if judge::settled(verdict) => 2,
            (None, _) => 3,
        };
        counts[column] += 1;
    }
    for (package, [caught, hung, missed, open, left]) in packages {
        let shown = 100.0 * (caught + hung) as f64 / (caught + hung + missed + open).max(1) as f64;
        eprintln!(
            "{package}: caught {caught}, hung {hung}, missed {missed}, open {open}, not switched {left}: {shown:.1} % shown"
        );
    }
}
