//! What ends a command early, and the exit code it gives.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The answer is no: exit code 1.
    No(String),
    /// A wrong argument that the parser could not see: exit code 2.
    Usage(String),
    /// A file, or the terminal: exit code 3.
    Io(String),
    /// The reader has closed the pipe, as in `pgg show | head`: no failure at all.
    Closed,
}

impl Failure {
    /// A file that could not be read or written.
    pub(crate) fn file(path: &Path, error: &io::Error) -> Failure {
        Failure::Io(format!("{}: {error}", path.display()))
    }

    /// What went wrong, in words.
    pub(crate) fn text(&self) -> &str {
        match self {
            Failure::No(text) | Failure::Usage(text) | Failure::Io(text) => text,
            Failure::Closed => "",
        }
    }

    pub(crate) fn tell(&self) {
        if !matches!(self, Failure::Closed) {
            // If standard error is closed too, there is no way to report it.
            let _ = writeln!(crate::out::stderr(), "pgg: {}", self.text());
        }
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Failure::Closed => 0,
            Failure::No(_) => 1,
            Failure::Usage(_) => 2,
            Failure::Io(_) => 3,
        })
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Io(error.to_string()),
        }
    }
}
