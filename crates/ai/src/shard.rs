//! Work in parts: shards for several machines, and threads within one. Neither changes any result.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// One of several equal parts of a list of work: every `of`th piece, from the `part`th on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    part: u32,
    of: u32,
}

impl Shard {
    /// All of the work.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Part `part` of `of`, counted from 1; none if there is no such part.
    pub fn new(part: u32, of: u32) -> Option<Shard> {
        (1..=of).contains(&part).then_some(Shard { part, of })
    }

    /// Which part, from 1.
    pub fn part(self) -> u32 {
        self.part
    }

    /// Of how many.
    pub fn of(self) -> u32 {
        self.of
    }

    /// How many of `all` pieces are its own.
    pub fn count(self, all: usize) -> usize {
        all.saturating_sub(self.part as usize - 1).div_ceil(self.of as usize)
    }

    /// The number in the list of its `n`th piece, both counted from 0.
    pub fn piece(self, n: usize) -> usize {
        n * self.of as usize + self.part as usize - 1
    }

    /// Is the piece of this number its own?
    pub fn has(self, piece: usize) -> bool {
        piece % self.of as usize == self.part as usize - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;
    fn from_str(text: &str) -> Result<Shard, String> {
        let parse = || {
            let (part, of) = text.split_once('/')?;
            Shard::new(part.parse().ok()?, of.parse().ok()?)
        };
        parse().ok_or_else(|| format!("'{text}' is no shard: expected I/N with I from 1 to N, such as 2/4"))
    }
}

impl TryFrom<String> for Shard {
    type Error = String;
    fn try_from(text: String) -> Result<Shard, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

/// Missing shards that an error names, at most: a list that still fits on a screen.
const NAMED: usize = 20;

/// Are these all the shards of a whole, each once? They come with the names of their files; the error tells which of
/// them does not fit, or what is missing.
pub fn check_whole(parts: &[(&str, Shard)]) -> Result<(), String> {
    let Some(&(first, Shard { of, .. })) = parts.first() else {
        return Err("there are no shards".to_owned());
    };
    for (n, (name, shard)) in parts.iter().enumerate() {
        if shard.of != of {
            return Err(format!("{name}: it is shard {shard}, but {first} is one of {of}"));
        }
        if let Some((other, _)) = parts[..n].iter().find(|(_, before)| before == shard) {
            return Err(format!("{name}: it is shard {shard}, and so is {other}"));
        }
    }
    let missing = |part: &u32| parts.iter().all(|(_, shard)| shard.part != *part);
    let missing: Vec<String> =
        (1..=of).filter(missing).take(NAMED).map(|part| format!("{part}/{of}")).collect();
    match missing.len() {
        0 => Ok(()),
        NAMED => Err(format!("shards are missing: {} and perhaps more", missing.join(", "))),
        _ => Err(format!("shards are missing: {}", missing.join(", "))),
    }
}

/// Do pieces 0 to `count` of some work on `jobs` threads; the results come in the order of the pieces. After a failure
/// no new piece is begun, and the failure of the lowest piece is returned.
pub fn share_out<T: Send, E: Send>(
    jobs: usize,
    count: usize,
    work: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let done = Mutex::new(Vec::new());
    let worker = || {
        while !failed.load(Ordering::Relaxed) {
            // Each thread stops at its first number beyond the end, so the counter cannot run over.
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= count {
                break;
            }
            let result = work(piece);
            failed.fetch_or(result.is_err(), Ordering::Relaxed);
            done.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push((piece, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, count.max(1)) {
            scope.spawn(worker);
        }
    });
    let mut done = done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    done.sort_unstable_by_key(|(piece, _)| *piece);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_everything_once() {
        for all in 0..20 {
            for of in 1..8 {
                let mut seen: Vec<usize> = (1..=of)
                    .map(|part| Shard::new(part, of).expect("a shard"))
                    .flat_map(|shard| (0..shard.count(all)).map(move |n| (shard, shard.piece(n))))
                    .inspect(|(shard, piece)| assert!(shard.has(*piece)))
                    .map(|(_, piece)| piece)
                    .collect();
                seen.sort_unstable();
                assert_eq!(seen, (0..all).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn shards_as_text() {
        assert_eq!("2/4".parse(), Ok(Shard { part: 2, of: 4 }));
        assert_eq!(Shard { part: 2, of: 4 }.to_string(), "2/4");
        for wrong in ["", "1", "0/3", "4/3", "1/0", "-1/3", "1/3/5", "a/b", "1/99999999999"] {
            assert!(wrong.parse::<Shard>().is_err_and(|e| e.contains(wrong)), "{wrong}");
        }
    }

    #[test]
    fn a_whole_has_every_shard_once() {
        let check = |shards: &[&str]| {
            let names = ["one", "two", "three", "four"];
            let parts = names.into_iter().zip(shards.iter().map(|text| text.parse().expect("a shard")));
            check_whole(&parts.collect::<Vec<_>>())
        };
        assert_eq!(check(&["1/1"]), Ok(()));
        assert_eq!(check(&["3/3", "1/3", "2/3"]), Ok(()));
        assert_eq!(check(&[]), Err("there are no shards".to_owned()));
        assert_eq!(check(&["3/4", "1/4"]), Err("shards are missing: 2/4, 4/4".to_owned()));
        assert_eq!(check(&["1/2", "1/2"]), Err("two: it is shard 1/2, and so is one".to_owned()));
        assert_eq!(check(&["1/2", "2/3"]), Err("two: it is shard 2/3, but one is one of 2".to_owned()));
        assert!(check(&["7/4000000000"]).is_err_and(|e| e.ends_with("and perhaps more")));
    }

    #[test]
    fn results_come_in_order() {
        for jobs in [0, 1, 3, 64] {
            assert_eq!(share_out(jobs, 5, |n| Ok::<_, ()>(n * n)), Ok(vec![0, 1, 4, 9, 16]));
        }
        assert_eq!(share_out(2, 0, Ok::<_, ()>), Ok(vec![]));
        assert_eq!(share_out(1, 5, |n| if n < 2 { Ok(()) } else { Err(n) }), Err(2));
    }
}
