//! Load, kill and comparison runs against the real server, as child processes: the figures of `bench/results.md`.

pub mod abuse;
pub mod board;
pub mod boardgame;
pub mod http;
pub mod kill;
pub mod limits;
pub mod place;
pub mod player;
pub mod players;
pub mod process;
pub mod report;
pub mod socket;
pub mod start;
pub mod trouble;
pub mod two;
pub mod verify;
pub mod world;

pub use abuse::Abuse;
pub use boardgame::Boardgame;
pub use kill::Kill;
pub use place::Database;
pub use players::Players;
pub use report::Report;
pub use start::{Loading, Start};
pub use trouble::Trouble;
pub use two::Two;

use tokio::task::{JoinHandle, LocalSet};
use trouble::While;

/// Run a future on this thread alone: the tool shares the machine with the server it measures.
pub fn block_on<T>(future: impl Future<Output = Result<T, Trouble>>) -> Result<T, Trouble> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.while_(|| "cannot start".to_owned())?;
    LocalSet::new().block_on(&runtime, future)
}

/// Wait until all players have left.
pub(crate) async fn join(players: Vec<JoinHandle<Result<(), Trouble>>>) -> Result<(), Trouble> {
    let all = async {
        for player in players {
            player.await.while_(|| "a player went down".to_owned())??;
        }
        Ok(())
    };
    match tokio::time::timeout(limits::FINISH, all).await {
        Ok(done) => done,
        Err(_) => Err(Trouble::new("players wait for answers or entries that do not come")),
    }
}
