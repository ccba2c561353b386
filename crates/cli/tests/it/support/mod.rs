//! The program from outside: run with arguments and input, in folders of its own.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder for one test, removed when the test is over. The data directory is in it too.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("pgg-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file with this content.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        std::fs::write(self.file(name), content).expect("a file for the test");
        self.file(name)
    }

    /// The text of a file.
    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.file(name)).expect("a text file")
    }

    /// Run the program with its data directory in this folder.
    pub(crate) fn pgg(&self, args: &[&str], input: &str) -> Output {
        self.run(args, &[], input.as_bytes())
    }

    /// The same, with environment variables.
    pub(crate) fn run(&self, args: &[&str], variables: &[(&str, &str)], input: &[u8]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pgg"));
        // As on a terminal of 80 columns with UTF-8.
        command.args(args).env("COLUMNS", "80").env_remove("LINES").env("LC_ALL", "C.UTF-8");
        command.env("HOME", &self.0).env("XDG_DATA_HOME", self.file("data"));
        command.envs(variables.iter().copied());
        run(command, input)
    }

    /// The output of a run that succeeds.
    pub(crate) fn told(&self, args: &[&str], input: &str) -> String {
        let output = self.pgg(args, input);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
        text(&output.stdout)
    }

    /// The message of a run that fails with this exit code.
    pub(crate) fn fails(&self, code: i32, args: &[&str], input: &str) -> String {
        let output = self.pgg(args, input);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {said}{}", text(&output.stdout));
        said
    }

    /// The record of a game between two programs.
    pub(crate) fn record(&self) -> PathBuf {
        let path = self.file("game.jsonl");
        let name = path.to_str().expect("a name in UTF-8");
        self.told(&["play", "--german", "random", "--soviet", "random", "--seed", "5", "--save", name], "");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs a command with this input to its end.
fn run(mut command: Command, input: &[u8]) -> Output {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input");
    let input = input.to_vec();
    let feeding = std::thread::spawn(move || {
        // The program may end before it has read everything.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("it ends");
    feeding.join().expect("it is fed");
    output
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A path as an argument.
pub(crate) fn arg(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// A panzer division beside a rifle division, German Movement Phase of turn 7.
pub(crate) const POSITION: &str = r#"{"turn": 7, "phase": "german_movement",
    "units": {"1222": ["pz7"], "1322": ["r1 3-4"], "1624": ["konev"], "2216": ["r2"]}}"#;

/// A call of a laboratory command: its name, then its arguments.
pub(crate) fn lab(command: &str, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pgg")).arg(command).args(args).output().unwrap()
}

/// The output when it succeeds; progress goes to terminals only.
pub(crate) fn lab_prints(command: &str, args: &[&str]) -> String {
    let output = lab(command, args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    assert_eq!(output.stderr, b"", "{args:?}");
    text(&output.stdout)
}

/// It fails with this exit code, and its message contains all of these.
pub(crate) fn lab_fails(command: &str, code: i32, args: &[&str], says: &[&str]) {
    let output = lab(command, args);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
    assert!(output.stdout.is_empty(), "{args:?}");
    assert!(says.iter().all(|part| said.contains(part)), "{args:?}: {said}");
}

/// An empty directory for one test, kept for inspection afterwards.
pub(crate) fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if directory.exists() {
        std::fs::remove_dir_all(&directory).unwrap();
    }
    std::fs::create_dir_all(&directory).unwrap();
    directory
}
