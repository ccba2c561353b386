//! A folder that judges on another machine, which needs bash, tar and xz and no Rust.

use crate::compile;
use crate::plan::Worklist;
use crate::{Failed, failed};
use std::fs;
use std::path::Path;
use std::process::Command;

const SCRIPT: &str = r#"#!/bin/bash
# judge.sh JOBS SECONDS [--longest L]: judges mutants for so long and writes what it found to $OUT as it goes. Put
# recorded.jsonl and results.jsonl beside this script before the next call, and it goes on from there.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=${TMPDIR:-/tmp}/pgg-mutants-work
out=${OUT:-$here}
mkdir -p "$work"
if ! cmp -s "$here/stamp" "$work/stamp"; then
    rm -rf "$work" && mkdir -p "$work"
    tar -C "$work" -xJf "$here/all.tar.xz"
    cp "$here/stamp" "$work/stamp"
fi
# The results are written where they are wanted, so that a machine that is taken away takes none with it.
for file in recorded.jsonl results.jsonl; do
    [ ! -f "$here/$file" ] || [ "$here" = "$out" ] || cat "$here/$file" >> "$out/$file"
    touch "$out/$file"
    ln -sf "$out/$file" "$work/$file"
done
status=0
"$work/pgg-mutants" judge --folder "$work" --jobs "$1" --seconds "$2" "${@:3}" || status=$?
"$work/pgg-mutants" report --folder "$work" || true
for file in missed.txt open.txt timeout.txt; do
    [ ! -f "$work/$file" ] || cp "$work/$file" "$out/"
done
exit $status
"#;

/// What the tests read while they run.
const READ: [&str; 10] = [
    "docs/position-format.md",
    "docs/fingerprints",
    "docs/games",
    "crates/cases/tests/golden",
    "fuzz/seeds",
    "crates/ai/src/eval/tests",
    "crates/core/data",
    "crates/core/src",
    // From these folders they go up to the others, so they have to be there.
    "crates/laws/Cargo.toml",
    "crates/table/Cargo.toml",
];

/// Write the folder `device` beside the copy.
pub(crate) fn pack(folder: &Path) -> Result<(), Failed> {
    let device = folder.join("../../device");
    fs::create_dir_all(&device).map_err(failed(device.display()))?;
    let plan = Worklist::read(&folder.join("plan.json"))?;
    let tool = compile::this_tool(folder)?;
    fs::copy(&tool, folder.join("pgg-mutants")).map_err(failed(tool.display()))?;
    let read = READ.iter().map(|path| format!("tree/{path}")).filter(|path| folder.join(path).exists());
    let archive = device.join("all.tar.xz");
    let done = Command::new("tar")
        .arg("-C")
        .arg(folder)
        .args(["-I", "xz -T1 -6", "-cf"])
        .arg(&archive)
        .args(["plan.json", "programs", "pgg-mutants"])
        .args(read)
        .status()
        .map_err(failed("tar"))?;
    if !done.success() {
        return Err(Failed("tar failed".to_owned()));
    }
    let script = device.join("judge.sh");
    fs::write(&script, SCRIPT).map_err(failed(script.display()))?;
    // Another build is unpacked anew.
    let size = fs::metadata(&archive).map_err(failed(archive.display()))?.len();
    let made = fs::metadata(folder.join("plan.json"))
        .and_then(|plan| plan.modified())
        .map_err(failed("plan.json"))?;
    let stamp = format!("{size} {made:?} {}\n", plan.mutants.len());
    fs::write(device.join("stamp"), stamp).map_err(failed("stamp"))?;
    for file in ["results.jsonl", "recorded.jsonl"] {
        let _ = fs::remove_file(device.join(file));
        if folder.join(file).exists() {
            fs::copy(folder.join(file), device.join(file)).map_err(failed(file))?;
        }
    }
    eprintln!("mutants: {} bytes in {}", size, device.display());
    Ok(())
}
