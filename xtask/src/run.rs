//! Running other programs, with a line about it when one fails.

use std::env;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;

/// How programs are run: with which variables, and under which name their lines appear.
#[derive(Clone)]
pub(crate) struct Runner {
    /// Several programs at once print into one terminal; a name before each line tells them apart.
    name: Option<&'static str>,
    variables: Vec<(&'static str, &'static str)>,
}

impl Runner {
    /// Programs print as they like.
    pub(crate) const fn plain() -> Runner {
        Runner { name: None, variables: Vec::new() }
    }

    /// Every line that a program prints begins with this name.
    pub(crate) const fn named(name: &'static str) -> Runner {
        Runner { name: Some(name), variables: Vec::new() }
    }

    /// An environment variable, unless the person has set it.
    pub(crate) fn with(mut self, variable: &'static str, value: &'static str) -> Runner {
        if env::var_os(variable).is_none() {
            self.variables.push((variable, value));
        }
        self
    }

    /// For one-off builds: no incremental files and no line tables. Such a build has its own directory.
    pub(crate) fn once(self) -> Runner {
        self.with("CARGO_INCREMENTAL", "0").with("CARGO_PROFILE_DEV_DEBUG", "0")
    }

    /// The program with its variables, to be started.
    pub(crate) fn command(&self, program: &str, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(args).envs(self.variables.iter().copied());
        for (variable, _) in env::vars_os().filter(|(name, _)| name.to_str().is_some_and(of_this_package)) {
            command.env_remove(variable);
        }
        command
    }

    /// Run cargo.
    pub(crate) fn cargo(&self, args: &[&str]) -> Result<(), ()> {
        self.run(&cargo_program(), args)
    }

    /// Run a program and wait for it.
    pub(crate) fn run(&self, program: &str, args: &[&str]) -> Result<(), ()> {
        let mut command = self.command(program, args);
        let ended = match self.name {
            None => command.status(),
            Some(name) => {
                command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
                command.spawn().and_then(|child| told(name, child))
            }
        };
        let shown = format!("{program} {}", args.join(" "));
        match ended {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => {
                eprintln!("xtask: {shown}: {status}");
                Err(())
            }
            Err(error) => {
                eprintln!("xtask: {shown}: {error}");
                Err(())
            }
        }
    }
}

/// `cargo run` tells this program about its own package. Build scripts that read these variables (ring's does) would run
/// again, and half of the dependencies with them, each time a developer calls cargo directly in between.
fn of_this_package(variable: &str) -> bool {
    variable.starts_with("CARGO_PKG_") || variable.starts_with("CARGO_MANIFEST_")
}

/// Waits for the program and passes its lines on, each with the name before it.
fn told(name: &str, mut child: Child) -> std::io::Result<ExitStatus> {
    let (out, err) = (child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        scope.spawn(|| out.map(|out| pass_on(name, out)));
        scope.spawn(|| err.map(|err| pass_on(name, err)));
    });
    child.wait()
}

fn pass_on(name: &str, from: impl Read) {
    for line in BufReader::new(from).split(b'\n') {
        // A broken pipe means that the program has ended; its status is reported.
        let Ok(line) = line else { return };
        eprintln!("{name} | {}", String::from_utf8_lossy(&line).trim_end());
    }
}

/// Run cargo.
pub(crate) fn cargo(args: &[&str]) -> Result<(), ()> {
    Runner::plain().cargo(args)
}

/// The cargo that runs this.
pub(crate) fn cargo_program() -> String {
    env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

/// A program of ours from the tests' build, in the same directory as this one.
pub(crate) fn built(program: &str) -> String {
    let beside = env::current_exe().ok().and_then(|this| Some(this.parent()?.join(program)));
    beside.map_or_else(|| program.to_owned(), |path| path.to_string_lossy().into_owned())
}

/// Does it run and end well? Nothing is printed.
pub(crate) fn quietly(program: &str, args: &[&str]) -> bool {
    Command::new(program).args(args).output().is_ok_and(|out| out.status.success())
}

/// What it prints, if it runs and ends well.
pub(crate) fn output(program: &str, args: &[&str]) -> Option<String> {
    let out = Command::new(program).args(args).output().ok().filter(|out| out.status.success())?;
    String::from_utf8(out.stdout).ok()
}

#[cfg(test)]
mod tests {
    use super::Runner;

    #[test]
    fn what_cargo_says_of_this_package_is_not_passed_on() {
        // Cargo sets this variable for tests, too.
        let command = Runner::plain().command("true", &[]);
        assert!(command.get_envs().any(|(name, value)| name == "CARGO_PKG_NAME" && value.is_none()));
    }
}
