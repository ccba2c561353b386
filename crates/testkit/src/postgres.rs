//! A real PostgreSQL in a temporary folder, started and removed by the test that needs it.

use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read};
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::TempDir;

/// A PostgreSQL server on a port of the loopback interface. It is stopped and its files are removed when this is
/// dropped, and also when the process that has it dies in any other way.
pub struct Postgres {
    /// The URL of its database `postgres`.
    pub url: String,
    programs: Programs,
    data: PathBuf,
    port: u16,
    databases: AtomicU32,
    /// A shell that stops the server as soon as its standard input is closed.
    watch: Option<Child>,
    /// The shell removes it; this does if there is no shell.
    _folder: TempDir,
}

/// Why there is no PostgreSQL.
#[derive(Debug, thiserror::Error)]
pub enum PostgresError {
    /// It is not installed.
    #[error(
        "no PostgreSQL was found in /usr/lib/postgresql/*/bin or on the PATH; \
         install it: on Debian and Ubuntu by `apt-get install postgresql`"
    )]
    NotInstalled,
    /// One of its programs failed.
    #[error("{program} failed: {output}")]
    Failed {
        /// Which.
        program: String,
        /// What it wrote.
        output: String,
    },
    /// Files or processes could not be made.
    #[error("PostgreSQL could not be set up: {0}")]
    Io(#[from] io::Error),
}

impl Postgres {
    /// Makes a new database cluster and starts it. Data is synced to disk as on a real server.
    pub fn start() -> Result<Postgres, PostgresError> {
        let programs = Programs::find()?;
        let folder = TempDir::with_prefix("pgg-postgres-")?;
        // The server refuses to run as root, so then the folder belongs to somebody else.
        if let Some((user, group)) = programs.user {
            chown(folder.path(), Some(user), Some(group))?;
        }
        let data = folder.path().join("data");
        programs.run("initdb", |command| {
            command.args(["--username=pgg", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]);
            command.arg("-D").arg(&data);
        })?;
        let watch = programs.watch(folder.path(), &data)?;
        let mut postgres = Postgres {
            url: String::new(),
            programs,
            data,
            port: 0,
            databases: AtomicU32::new(0),
            watch: Some(watch),
            _folder: folder,
        };
        postgres.start_on_free_port()?;
        Ok(postgres)
    }

    /// Another program may take a port between our look and the start: then the next one is tried.
    fn start_on_free_port(&mut self) -> Result<(), PostgresError> {
        let mut tries = 0;
        loop {
            self.port = free_port()?;
            self.url = format!("postgres://pgg@127.0.0.1:{}/postgres", self.port);
            tries += 1;
            match self.start_again() {
                Err(PostgresError::Failed { .. }) if tries < 10 && !is_free(self.port) => {}
                started => return started,
            }
        }
    }

    /// One server that all tests of a process share until it ends; each takes a database of its own.
    pub fn shared() -> Result<Arc<Postgres>, PostgresError> {
        static SHARED: Mutex<Option<Arc<Postgres>>> = Mutex::new(None);
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(postgres) = &*shared {
            return Ok(Arc::clone(postgres));
        }
        let postgres = Arc::new(Postgres::start()?);
        *shared = Some(Arc::clone(&postgres));
        Ok(postgres)
    }

    /// Makes a new, empty database and gives its URL.
    pub fn database(&self) -> Result<String, PostgresError> {
        let name = format!("test{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.programs.run("createdb", |command| {
            command.args(["-h", "127.0.0.1", "-U", "pgg", "-p"]).arg(self.port.to_string()).arg(&name);
        })?;
        Ok(format!("postgres://pgg@127.0.0.1:{}/{name}", self.port))
    }

    /// Stops the server as a crash would: connections break, nothing is finished.
    pub fn stop_immediately(&mut self) -> Result<(), PostgresError> {
        self.programs.run("pg_ctl", |command| {
            command.args(["stop", "--silent", "--mode=immediate", "--wait", "-D"]).arg(&self.data);
        })
    }

    /// Starts the server after it was stopped, on the same port, and waits until it can be used.
    pub fn start_again(&mut self) -> Result<(), PostgresError> {
        let options = format!(
            "-p {} -k {} -c listen_addresses=127.0.0.1 -c max_connections=200",
            self.port,
            self.data.display()
        );
        let log = self.data.join("log");
        let started = self.programs.run("pg_ctl", |command| {
            command.args(["start", "--silent", "--wait", "-D"]).arg(&self.data).arg("-l").arg(&log);
            command.arg("-o").arg(&options);
        });
        started.map_err(|error| match error {
            PostgresError::Failed { program, output } => {
                let log = fs::read_to_string(&log).unwrap_or_default();
                PostgresError::Failed { program, output: format!("{output}\n{log}") }
            }
            other => other,
        })
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Some(mut watch) = self.watch.take() {
            drop(watch.stdin.take());
            let _ = watch.wait();
        }
    }
}

/// A free port below the range that the system hands out: a server that is stopped and started again finds it still
/// free.
fn free_port() -> io::Result<u16> {
    for number in 0..1000 {
        let port = 20_000 + (RandomState::new().hash_one(number) % 12_000) as u16;
        if is_free(port) {
            return Ok(port);
        }
    }
    Err(io::Error::new(io::ErrorKind::AddrInUse, "no port of this machine is free"))
}

fn is_free(port: u16) -> bool {
    TcpListener::bind(("127.0.0.1", port)).is_ok()
}

/// Where the programs are, and as whom they run if we are root.
struct Programs {
    folder: PathBuf,
    user: Option<(u32, u32)>,
}

impl Programs {
    fn find() -> Result<Programs, PostgresError> {
        let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        let mut versions: Vec<PathBuf> = debian.map(|version| version.path().join("bin")).collect();
        // The newest first; versions are numbers.
        versions.sort_by_key(|bin| std::cmp::Reverse(version(bin)));
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folder = versions
            .into_iter()
            .chain(std::env::split_paths(&path))
            .find(|bin| bin.join("initdb").is_file() && bin.join("pg_ctl").is_file())
            .ok_or(PostgresError::NotInstalled)?;
        let root = tempfile::tempfile()?.metadata()?.uid() == 0;
        Ok(Programs { folder, user: root.then(unprivileged).flatten() })
    }

    fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        // Not a folder that the other user may not enter; and messages as we know them.
        command.current_dir("/").env("LC_ALL", "C");
        // It waits a minute for a server; on a busy machine that is not enough.
        command.env("PGCTLTIMEOUT", "600");
        command
    }

    /// Runs a program to its end.
    fn run(&self, program: &str, with: impl FnOnce(&mut Command)) -> Result<(), PostgresError> {
        let mut command = self.command(self.folder.join(program));
        with(&mut command);
        // Into a file and not a pipe: a server that was started would hold the pipe open.
        let mut output = tempfile::tempfile()?;
        command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output.try_clone()?);
        if command.status()?.success() {
            return Ok(());
        }
        let mut text = String::new();
        io::Seek::rewind(&mut output)?;
        let _ = output.read_to_string(&mut text);
        Err(PostgresError::Failed { program: program.to_owned(), output: text.trim().to_owned() })
    }

    /// Starts the shell that waits for the end of its parent, in a process group of its own so that an
    /// interrupt from the terminal does not end it first.
    fn watch(&self, folder: &Path, data: &Path) -> Result<Child, PostgresError> {
        let mut command = self.command("/bin/sh");
        command.args(["-c", "cat; \"$0\" stop --silent --mode=immediate --wait -D \"$1\"; rm -rf \"$2\""]);
        command.arg(self.folder.join("pg_ctl")).arg(data).arg(folder);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        Ok(command.spawn()?)
    }
}

/// The number in `/usr/lib/postgresql/15/bin`.
fn version(bin: &Path) -> u32 {
    let name = bin.parent().and_then(Path::file_name);
    name.and_then(|name| name.to_str()).and_then(|name| name.parse().ok()).unwrap_or(0)
}

/// User and group of somebody without rights.
fn unprivileged() -> Option<(u32, u32)> {
    let passwd = fs::read_to_string("/etc/passwd").ok()?;
    let user = |name: &str| {
        let line = passwd.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    user("postgres").or_else(|| user("nobody"))
}
