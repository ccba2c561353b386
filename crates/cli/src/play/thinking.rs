//! Progress while a program thinks: one line of the terminal, which is erased when the program has chosen.

use crate::out::stdout;
use pgg_ai::{Player, Progress, Unwatched, Watch};
use pgg_core::{Action, State};
use std::io::{self, Write};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// The delay before the line appears: usually the program has chosen by then.
const AT_FIRST: Duration = Duration::from_millis(500);
/// The interval between two updates.
const AGAIN: Duration = Duration::from_millis(200);

/// Let a program choose, and show its progress on a terminal.
pub(super) fn choose(name: &str, player: &mut dyn Player, state: &State, on_terminal: bool) -> Action {
    if !on_terminal {
        return player.choose(state, &Unwatched);
    }
    let (thinks, chosen) = channel();
    let share = Share::default();
    thread::scope(|scope| {
        scope.spawn(|| tell(name, &share, chosen));
        let action = player.choose(state, &share);
        drop(thinks);
        action
    })
}

/// How much of its budget the program has spent, in hundredths.
#[derive(Default)]
struct Share(AtomicU32);

impl Watch for Share {
    fn progress(&self, progress: &Progress) {
        self.0.store((progress.share * 100.0) as u32, Ordering::Relaxed);
    }
}

/// Shows the progress until the program has chosen. A blocked terminal does not stop the game.
fn tell(name: &str, share: &Share, chosen: Receiver<()>) {
    let (mut pause, mut width) = (AT_FIRST, 0);
    while chosen.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
        let text = match share.0.load(Ordering::Relaxed) {
            0 => format!("{name} thinks"),
            percent => format!("{name} thinks, {percent} %"),
        };
        // Erase with spaces, since some terminals have no escape codes.
        let _ = write_over(&text, width);
        (pause, width) = (AGAIN, text.chars().count());
    }
    if width > 0 {
        let _ = write_over("", width).and_then(|()| write!(stdout(), "\r"));
    }
}

/// Writes over what stands in the line.
fn write_over(text: &str, before: usize) -> io::Result<()> {
    let mut out = stdout();
    write!(out, "\r{text:before$}")?;
    out.flush()
}
