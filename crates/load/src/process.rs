//! Servers as child processes: started, measured and ended by this tool alone.

use crate::limits::READY;
use crate::trouble::{Trouble, While};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// A running server. Dropping it kills it.
pub struct Served {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
    log: PathBuf,
}

/// Resident memory in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Memory {
    /// Now.
    pub now: u64,
    /// The peak.
    pub most: u64,
}

impl Served {
    /// Start `pgg serve` on a database, on a free port, with these limits.
    pub async fn pgg(pgg: &Path, database: &str, folder: &Path, limits: &[&str]) -> Result<Served, Trouble> {
        let mut command = Command::new(pgg);
        command.args(["serve", "--listen", "127.0.0.1:0", "--no-open", "--database", database]);
        command.args(limits);
        Served::start(command, folder).await
    }

    /// Start a server that prints a line with its address when it is ready. Its stderr goes to a file.
    pub async fn start(mut command: Command, folder: &Path) -> Result<Served, Trouble> {
        let log = folder.join("server.log");
        let file = std::fs::File::options().create(true).append(true).open(&log);
        let file = file.while_(|| log.display().to_string())?;
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(file).kill_on_drop(true);
        let program = command.as_std().get_program().to_string_lossy().into_owned();
        let mut child = command.spawn().while_(|| format!("cannot start {program}"))?;
        let Some(stdout) = child.stdout.take() else {
            return Err(Trouble::new(format!("{program} has no output")));
        };
        let mut lines = BufReader::new(stdout).lines();
        let ready = async {
            while let Some(line) = lines.next_line().await.while_(|| format!("cannot read from {program}"))? {
                if let Some(address) = address_in(&line) {
                    return Ok(address);
                }
            }
            Err(Trouble::new(format!("{program} ended before it was ready:\n{}", tail(&log))))
        };
        let address = match tokio::time::timeout(READY, ready).await {
            Ok(address) => address?,
            Err(_) => return Err(Trouble::new(format!("{program} was not ready in time:\n{}", tail(&log)))),
        };
        // Keep reading: a full pipe would stop it.
        tokio::task::spawn_local(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Ok(Served { child, address, log })
    }

    /// SIGKILL: no time to finish anything. Waits until it is gone.
    pub async fn kill(mut self) -> Result<(), Trouble> {
        self.child.kill().await.while_(|| "cannot kill the server".to_owned())
    }

    /// Has it ended by itself, and what are its last words?
    pub fn ended(&mut self) -> Option<String> {
        let status = self.child.try_wait().ok().flatten()?;
        Some(format!("the server ended by itself ({status}):\n{}", tail(&self.log)))
    }

    /// Resident memory.
    pub fn memory(&self) -> Memory {
        let status = self.proc("status");
        let kib = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim_start_matches(':').split_whitespace().next()?.parse::<u64>().ok()
        };
        Memory { now: kib("VmRSS").unwrap_or(0) * 1024, most: kib("VmHWM").unwrap_or(0) * 1024 }
    }

    /// Processor time used so far.
    pub fn processor(&self) -> Duration {
        processor_of(&self.proc("stat"))
    }

    fn proc(&self, file: &str) -> String {
        let Some(id) = self.child.id() else { return String::new() };
        std::fs::read_to_string(format!("/proc/{id}/{file}")).unwrap_or_default()
    }
}

/// Processor time this tool has used itself.
pub fn own_processor() -> Duration {
    processor_of(&std::fs::read_to_string("/proc/self/stat").unwrap_or_default())
}

/// User and system time out of a `stat` file of the kernel, which counts hundredths of a second.
fn processor_of(stat: &str) -> Duration {
    // The name of the program, in brackets, may hold anything.
    let fields = stat.rsplit(") ").next().unwrap_or_default().split(' ');
    let ticks: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

fn address_in(line: &str) -> Option<SocketAddr> {
    line.split_whitespace().find_map(|word| word.strip_prefix("http://")?.trim_end_matches('/').parse().ok())
}

fn tail(log: &Path) -> String {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(12)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_found_in_the_line() {
        let line = "Panzergruppe Guderian is at http://127.0.0.1:8460/";
        assert_eq!(address_in(line), "127.0.0.1:8460".parse().ok());
        assert_eq!(address_in("starting"), None);
    }

    #[test]
    fn processor_time_is_the_sum_of_user_and_system() {
        let stat = "7 (a ) b) S 1 1 1 0 -1 0 0 0 0 0 150 50 0 0 20 0";
        assert_eq!(processor_of(stat), Duration::from_secs(2));
    }
}
