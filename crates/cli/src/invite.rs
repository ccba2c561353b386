//! `pgg invite`: the operator lets somebody register.

use crate::failure::Failure;
use crate::serve::{self, Database};
use pgg_server::api::people::invitation_link;
use pgg_server::clock::Clock;
use pgg_server::config::PublicUrl;
use pgg_server::people::People;
use pgg_server::store::Store;
use std::io::Write;

/// Invite somebody to register on a server that takes accounts by invitation.
///
/// Prints the invitation; with --public-url, the link to send. With an SQLite database the server must not be running;
/// there, people with an account can invite from the page instead.
///
/// Example: `pgg invite --database postgres://localhost/pgg --public-url https://games.example.org`
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many may use it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    uses: u32,
    /// How many days it lasts
    #[arg(long, value_name = "N", default_value_t = 14, value_parser = clap::value_parser!(u32).range(1..=365))]
    days: u32,
    /// Where people find the server
    #[arg(long, env = "PGG_PUBLIC_URL", value_name = "URL")]
    public_url: Option<PublicUrl>,
    #[command(flatten)]
    database: Database,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let url = args.database.url()?;
    let invitation = serve::runtime()?.block_on(async {
        let store = Store::open_existing(&url).await?;
        let people = People::new(store.clone(), Clock::default());
        let made = people.invite(None, args.uses, args.days).await;
        store.close().await;
        made.map(|(invitation, _)| invitation).map_err(|error| Failure::Io(error.to_string()))
    })?;
    let text = match &args.public_url {
        Some(url) => invitation_link(&url.to_string(), &invitation),
        None => invitation,
    };
    writeln!(crate::out::stdout(), "{text}")?;
    Ok(())
}
