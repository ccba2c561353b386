//! Work shared among threads, and its results in a file of lines, so that it can go on where it ended.

use crate::{Failed, failed};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

/// Do something with each, in so many threads. A thread ends when it is told `None`.
pub(crate) fn shared<T: Sync, R: Send>(
    jobs: u32,
    each: &[T],
    work: impl Fn(usize, &T) -> Result<Option<R>, Failed> + Sync,
) -> Result<Vec<R>, Failed> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Relaxed);
            let Some(item) = each.get(number) else { break };
            let Some(result) = work(number, item)? else { break };
            done.push(result);
        }
        Ok(done)
    };
    let worker = &worker;
    thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(worker)).collect();
        let mut done = Vec::new();
        for worker in workers {
            done.extend(worker.join().map_err(|_| Failed("a worker panicked".to_owned()))??);
        }
        Ok(done)
    })
}

/// A file to which lines are added.
pub(crate) struct Lines(Mutex<File>);

impl Lines {
    pub(crate) fn append(file: &Path) -> Result<Lines, Failed> {
        let opened =
            OpenOptions::new().create(true).append(true).open(file).map_err(failed(file.display()))?;
        Ok(Lines(Mutex::new(opened)))
    }

    pub(crate) fn write(&self, line: &impl Serialize) -> Result<(), Failed> {
        let mut line = serde_json::to_vec(line).map_err(failed("a result"))?;
        line.push(b'\n');
        let mut file = self.0.lock().map_err(failed("results"))?;
        file.write_all(&line).map_err(failed("results"))
    }
}

/// The lines of a file; none if it is not there. A line cut off by the end of a machine's time is left out.
pub(crate) fn read<T: DeserializeOwned>(file: &Path) -> Vec<T> {
    let text = fs::read_to_string(file).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}
