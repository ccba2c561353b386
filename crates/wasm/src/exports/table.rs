//! The calls of a page without a server: a table, and a program beside it.

use super::call;
use crate::host::{Host, thinking};
use crate::misread::Misread;
use pgg_ai::{Progress, Watch};
use pgg_core::Side;
use std::sync::{Mutex, PoisonError};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// A program thinks: a message to the players, by its address and length.
    safe fn watch(at: *const u8, length: usize);
}

/// The message is a table to be opened.
#[unsafe(no_mangle)]
extern "C" fn open() -> isize {
    call(|desk| {
        let (host, outcome) = Host::open(&desk.message)?;
        desk.host = host.or(desk.host.take());
        Ok(outcome)
    })
}

/// The message changes the game at the table, or asks about its position.
#[unsafe(no_mangle)]
extern "C" fn receive() -> isize {
    call(|desk| desk.host.as_mut().ok_or(Misread::NoTable)?.receive(&desk.message))
}

/// The message is a question about the game as a whole.
#[unsafe(no_mangle)]
extern "C" fn tell() -> isize {
    call(|desk| desk.host.as_ref().ok_or(Misread::NoTable)?.tell(&desk.message))
}

/// The message is a program to be seated.
#[unsafe(no_mangle)]
extern "C" fn seat() -> isize {
    call(|desk| desk.programs.seat(&desk.message).map(|()| Vec::new()))
}

/// The program chooses in the position that was placed, and reports its progress; the message is ignored.
#[unsafe(no_mangle)]
extern "C" fn choose() -> isize {
    call(|desk| {
        let position = desk.referee.position()?;
        let (side, level) = desk.programs.chooser(position).ok_or(Misread::NoProgram)?;
        desk.programs.choose(position, &Watcher { side, level, told: Mutex::new(NOTHING) })
    })
}

/// The same at once, with the best it has without thinking.
#[unsafe(no_mangle)]
extern "C" fn hurry() -> isize {
    call(|desk| desk.programs.choose(desk.referee.position()?, &Hurried))
}

/// Progress is reported in hundredths of the work, not of time.
const STEPS: f32 = 100.0;
/// Nothing has been told: the plan is, before anything of the budget is spent.
const NOTHING: f32 = -1.0;

struct Watcher {
    side: Side,
    level: String,
    told: Mutex<f32>,
}

impl Watch for Watcher {
    fn progress(&self, progress: &Progress) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let step = (progress.share * STEPS).floor();
        if step <= *told {
            return;
        }
        *told = step;
        let message = thinking(self.side, &self.level, progress.share, progress.plan.clone());
        // All our messages have a JSON form.
        let text = serde_json::to_vec(&message).unwrap_or_default();
        watch(text.as_ptr(), text.len());
    }
}

/// The player waits no longer.
struct Hurried;

impl Watch for Hurried {
    fn stop(&self) -> bool {
        true
    }
}
