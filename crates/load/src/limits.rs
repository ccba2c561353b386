//! Timeouts of this tool. They measure nothing: every step may be slow on a busy machine, and a run must not
//! fail for that. They only make sure that a run that hangs ends and says what it waited for.

use std::time::Duration;

/// A server says that it is ready.
pub const READY: Duration = Duration::from_secs(300);
/// All players come to their tables.
pub const GATHER: Duration = Duration::from_secs(600);
/// Something happens in every game while there is a server.
pub const STUCK: Duration = Duration::from_secs(300);
/// All players finish what they have begun.
pub const FINISH: Duration = Duration::from_secs(600);
/// The server tells the history of a game.
pub const HISTORY: Duration = Duration::from_secs(300);
