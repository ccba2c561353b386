//! Timeouts of this tool. They measure nothing: every step may be slow on a busy machine, and a run must not
//! fail for that. They only make sure that a run that hangs ends and says what it waited for.

use std::time::Duration;

/// Until a server reports that it is ready.
pub const READY: Duration = Duration::from_secs(300);
/// Until all players are at their tables.
pub const GATHER: Duration = Duration::from_secs(600);
/// Until something happens in every game while a server is up.
pub const STUCK: Duration = Duration::from_secs(300);
/// Until all players have finished what they began.
pub const FINISH: Duration = Duration::from_secs(600);
/// Until the server has sent the history of a game.
pub const HISTORY: Duration = Duration::from_secs(300);
