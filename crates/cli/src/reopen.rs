//! `pgg reopen`: the operator takes back the verdict of a clock.

use crate::failure::Failure;
use crate::serve::{self, Database};
use pgg_server::clock::Clock;
use pgg_server::hub::Hub;
use pgg_server::store::Store;
use pgg_table::GameId;
use std::io::Write;

/// Reopen a game that ended because a player's time was up.
///
/// Both sides have all their days again. The end has published the seed of the dice, so the game goes on from a new one, with a
/// commitment of its own. With an SQLite database the server must not be running.
///
/// Example: `pgg reopen KqvOvrQ3yjZJ --database postgres://localhost/pgg`
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game: the twelve characters in its address
    #[arg(value_name = "GAME")]
    game: GameId,
    #[command(flatten)]
    database: Database,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let url = args.database.url()?;
    serve::runtime()?.block_on(async {
        let store = Store::open_existing(&url).await?;
        let hub = Hub::new(store.clone(), Clock::default()).await?;
        let reopened = hub.reopen(args.game).await;
        store.close().await;
        reopened.map_err(|error| Failure::Io(format!("game {} was not reopened: {error}", args.game)))
    })?;
    writeln!(crate::out::stdout(), "game {} goes on; both sides have all their days", args.game)?;
    Ok(())
}
