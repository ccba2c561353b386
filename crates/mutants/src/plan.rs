//! The mutants and the tests of a build.

use crate::compile::Program;
use crate::listed::{self, JUDGED, Mutant};
use crate::{Failed, failed};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use std::process::Command;

/// All that a judge needs beside the programs.
#[derive(Default, Deserialize, Serialize)]
pub(crate) struct Worklist {
    /// The first is number 1.
    pub(crate) mutants: Vec<Planned>,
    pub(crate) tests: Vec<Named>,
}

#[derive(Deserialize, Serialize)]
pub(crate) struct Planned {
    pub(crate) name: String,
    pub(crate) file: String,
    pub(crate) function: String,
    /// Why it is not judged.
    pub(crate) left: Option<String>,
    /// The place that asks for it: its first mutant.
    pub(crate) place: u32,
    /// The packages whose tests judge it.
    pub(crate) judges: Vec<String>,
}

#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Named {
    pub(crate) program: String,
    pub(crate) package: String,
    pub(crate) name: String,
}

impl Planned {
    pub(crate) fn of(mutant: &Mutant) -> Planned {
        let judges = JUDGED.iter().find(|(package, _)| *package == mutant.package);
        let judges = judges.map(|(_, judges)| judges.iter().map(|&judge| judge.to_owned()).collect());
        Planned {
            name: mutant.name.clone(),
            file: mutant.file.clone(),
            function: mutant.function.as_ref().map(|f| f.function_name.clone()).unwrap_or_default(),
            left: None,
            place: 0,
            judges: judges.unwrap_or_default(),
        }
    }
}

impl Worklist {
    pub(crate) fn read(file: &Path) -> Result<Worklist, Failed> {
        let text = fs::read(file).map_err(failed(file.display()))?;
        serde_json::from_slice(&text).map_err(failed(file.display()))
    }

    pub(crate) fn write(&self, file: &Path) -> Result<(), Failed> {
        let text = serde_json::to_vec(self).map_err(failed("the plan"))?;
        fs::write(file, text).map_err(failed(file.display()))
    }
}

/// Copy the programs into the folder, and list their tests.
pub(crate) fn tests(folder: &Path, programs: &[Program]) -> Result<Vec<Named>, Failed> {
    let mut tests = Vec::new();
    fs::create_dir_all(folder.join("programs")).map_err(failed("programs"))?;
    for Program { package, kind, path } in programs {
        let program = format!("{package}-{kind}");
        let copied = folder.join("programs").join(&program);
        // A program that still runs cannot be written to, but its name can be given to another.
        let _ = fs::remove_file(&copied);
        fs::copy(path, copied).map_err(failed(path.display()))?;
        let out = run(folder, &program).arg("--list").output().map_err(failed(&program))?;
        let listed = String::from_utf8_lossy(&out.stdout);
        let names = listed.lines().filter_map(|line| line.strip_suffix(": test"));
        let names = names.filter(|name| listed::judges(package, name));
        tests.extend(names.map(|name| Named {
            program: program.clone(),
            package: package.clone(),
            name: name.to_owned(),
        }));
    }
    Ok(tests)
}

/// A test program that finds the files of its package.
pub(crate) fn run(folder: &Path, program: &str) -> Command {
    let mut command = Command::new(folder.join("programs").join(program));
    command.env("PGG_MUTANTS_TREE", folder.join("tree"));
    // What the random tests try is the same every time, and a failing case need not be made smaller.
    command.env("PROPTEST_RNG_SEED", "1").env("PROPTEST_MAX_SHRINK_ITERS", "0");
    command
}
