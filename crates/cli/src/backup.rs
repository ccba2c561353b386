//! `pgg backup` and `pgg restore`: everything in a database as one file, and back.

use crate::failure::Failure;
use crate::serve::{self, Database};
use pgg_server::store;
use std::io::Write;
use std::path::PathBuf;

/// Write everything in the database to a file, also while a server uses it.
///
/// The file can be restored into another database of either kind: so a club moves from SQLite to PostgreSQL.
///
/// Example: `pgg backup games.pgg`
#[derive(clap::Args)]
pub(crate) struct Backup {
    /// The file to write
    file: PathBuf,
    #[command(flatten)]
    database: Database,
}

/// Fill an empty database from a file that `pgg backup` wrote.
///
/// A damaged file, or a database that is not empty, is refused before anything is changed.
///
/// Example: `pgg restore games.pgg --database postgres://localhost/pgg`
#[derive(clap::Args)]
pub(crate) struct Restore {
    /// The file to read
    file: PathBuf,
    #[command(flatten)]
    database: Database,
}

pub(crate) fn backup(args: &Backup) -> Result<(), Failure> {
    let url = args.database.url()?;
    serve::runtime()?.block_on(store::backup(&url, &args.file))?;
    writeln!(crate::out::stdout(), "{}: everything is in it", args.file.display())?;
    Ok(())
}

pub(crate) fn restore(args: &Restore) -> Result<(), Failure> {
    let url = args.database.url()?;
    serve::runtime()?.block_on(store::restore(&args.file, &url))?;
    writeln!(crate::out::stdout(), "{}: everything is back", args.file.display())?;
    Ok(())
}
