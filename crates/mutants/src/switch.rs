//! The switch that every mutant of the copy asks. It is written into the copy as a crate of its own and is not part of
//! the tool.
//!
//! `PGG_MUTANT` is read once: a number makes that mutant active (0: none), `record:FILE` makes none active and writes
//! down which places are come to.
#![feature(const_eval_select, core_intrinsics)]
#![allow(internal_features)]

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::{env, panic, process};

const UNREAD: u32 = u32::MAX;
const RECORD: u32 = u32::MAX - 1;
static ACTIVE: AtomicU32 = AtomicU32::new(UNREAD);
static SEEN: [AtomicBool; 1 << 16] = [const { AtomicBool::new(false) }; 1 << 16];
static RECORDED: OnceLock<File> = OnceLock::new();

/// The number of the active mutant. `place` is the first mutant of the place that asks.
///
/// Functions that are computed while compiling ask too, and are told that no mutant is active.
#[inline(always)]
pub const fn at(place: u32) -> u32 {
    std::intrinsics::const_eval_select((place,), compiling, running)
}

const fn compiling(_: u32) -> u32 {
    0
}

#[inline(always)]
fn running(place: u32) -> u32 {
    let active = ACTIVE.load(Relaxed);
    if active < RECORD { active } else { read_or_record(place) }
}

#[cold]
#[inline(never)]
fn read_or_record(place: u32) -> u32 {
    if ACTIVE.load(Relaxed) == UNREAD {
        read();
    }
    let active = ACTIVE.load(Relaxed);
    // Looked at before it is set: to set it each time would take ten times as long.
    let seen = &SEEN[place as usize];
    if active == RECORD && !seen.load(Relaxed) && !seen.swap(true, Relaxed) {
        let mut file = RECORDED.get().expect("opened before the mode was set");
        file.write_all(format!("{place}\n").as_bytes()).expect("what is come to is written down");
    }
    active
}

fn read() {
    let asked = env::var("PGG_MUTANT").unwrap_or_else(|_| "0".to_owned());
    if let Some(file) = asked.strip_prefix("record:") {
        let file = OpenOptions::new().create(true).append(true).open(file).expect("a file to record in");
        let _ = RECORDED.set(file);
        ACTIVE.store(RECORD, Relaxed);
        return;
    }
    // The first panic is a verdict: the tests after it need not run, nor need a failing case be made smaller.
    panic::set_hook(Box::new(|panic| {
        eprintln!("{panic}");
        process::exit(101);
    }));
    ACTIVE.store(asked.parse().expect("PGG_MUTANT is a number or record:FILE"), Relaxed);
}

/// A folder of the workspace while the tests run, on whatever machine.
pub fn folder(path: &str) -> &'static Path {
    let root = env::var_os("PGG_MUTANTS_TREE").expect("PGG_MUTANTS_TREE names the copy of the workspace");
    Box::leak(Path::new(&root).join(path).into_boxed_path())
}
