//! `pgg play` in a real terminal: line editing, completion, history, and the offer to resume.

use crate::support::{Folder, arg, text};
use std::process::Command;

#[cfg(unix)]
#[test]
fn a_player_at_a_terminal() {
    let folder = Folder::new("terminal");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/terminal.py");
    let played = Command::new("python3")
        .args([script, env!("CARGO_BIN_EXE_pgg"), arg(&folder.file(""))])
        .output()
        .expect("python3 runs");
    assert!(played.status.success(), "{}", text(&played.stderr));
}
