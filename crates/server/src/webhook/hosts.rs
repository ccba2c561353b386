//! How many calls a host gets at once: those that do not answer must not keep the others' calls waiting.

use reqwest::Url;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Calls to one host at once; to one that has failed only one, to see whether it is back.
const AT_ONCE: u32 = 2;
/// How long a call waits for others to the same host.
const BUSY: Duration = Duration::from_secs(5);
/// How long it waits while the host fails.
const FAILING: Duration = Duration::from_secs(60);
/// So many hosts that have failed are remembered.
const MANY: usize = 4096;

/// The hosts that are being called, and those that have failed.
#[derive(Clone, Default)]
pub(super) struct Hosts(Arc<Mutex<HashMap<String, Host>>>);

#[derive(Clone, Copy, Default)]
struct Host {
    calls: u32,
    is_failing: bool,
}

/// One call to a host; over when it is dropped.
pub(super) struct Turn {
    hosts: Hosts,
    host: String,
}

impl Hosts {
    /// A call to this address may be made, or has to wait for so long.
    pub(super) fn turn(&self, url: &str) -> Result<Turn, Duration> {
        let name = |url: Url| {
            format!("{}:{}", url.host_str().unwrap_or_default(), url.port_or_known_default().unwrap_or(0))
        };
        let host = url.parse().map(name).unwrap_or_default();
        let mut all = self.all();
        if all.len() > MANY {
            all.retain(|_, host| host.calls > 0);
        }
        let now = all.entry(host.clone()).or_default();
        if now.calls >= if now.is_failing { 1 } else { AT_ONCE } {
            return Err(if now.is_failing { FAILING } else { BUSY });
        }
        now.calls += 1;
        drop(all);
        Ok(Turn { hosts: self.clone(), host })
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, Host>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn {
    /// The call has arrived, or failed.
    pub(super) fn end(self, arrived: bool) {
        if let Some(host) = self.hosts.all().get_mut(&self.host) {
            host.is_failing = !arrived;
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut all = self.hosts.all();
        if let Some(host) = all.get_mut(&self.host) {
            host.calls -= 1;
            if host.calls == 0 && !host.is_failing {
                all.remove(&self.host);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_has_two_calls_at_once_and_one_that_fails_has_one() {
        let hosts = Hosts::default();
        let turn = |url: &str| hosts.turn(url);
        let (one, two) =
            (turn("http://a.example/1").ok().unwrap(), turn("http://a.example:80/2").ok().unwrap());
        assert_eq!(turn("http://a.example/3").err(), Some(BUSY));
        assert!(turn("http://b.example/").is_ok(), "others do not wait");
        assert!(turn("http://a.example:81/").is_ok());
        one.end(false);
        assert_eq!(turn("http://a.example/3").err(), Some(FAILING));
        two.end(true);
        let three = turn("http://a.example/3").ok().unwrap();
        assert!(turn("http://a.example/4").is_ok(), "it is back");
        drop(three);
        assert!(hosts.all().is_empty());
    }
}
