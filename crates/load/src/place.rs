//! The files of a run: a temporary folder with a database.

use crate::process::Served;
use crate::trouble::{Trouble, While};
use pgg_testkit::Postgres;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Which database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Database {
    /// One file.
    Sqlite,
    /// A PostgreSQL of its own, in the temporary folder.
    Postgres,
}

impl Database {
    /// The usual name.
    pub const fn name(self) -> &'static str {
        match self {
            Database::Sqlite => "SQLite",
            Database::Postgres => "PostgreSQL",
        }
    }
}

/// A folder, a database, and the program that serves it. All of it is removed on drop.
pub struct Place {
    pgg: PathBuf,
    url: String,
    // Dropped before its folder.
    _postgres: Option<Postgres>,
    folder: TempDir,
}

impl Place {
    /// A place of its own.
    pub fn new(pgg: &Path, database: Database) -> Result<Place, Trouble> {
        if !pgg.is_file() {
            let at = pgg.display();
            return Err(Trouble::new(format!(
                "there is no server at {at}: build it with `cargo build --release -p pgg`"
            )));
        }
        let folder = tempfile::Builder::new().prefix("pgg-load").tempdir();
        let folder = folder.while_(|| "cannot make a temporary folder".to_owned())?;
        let (url, postgres) = match database {
            Database::Sqlite => (format!("sqlite:{}", folder.path().join("load.sqlite").display()), None),
            Database::Postgres => {
                let doing = || "cannot start PostgreSQL".to_owned();
                let postgres = Postgres::start().while_(doing)?;
                (postgres.database().while_(doing)?, Some(postgres))
            }
        };
        Ok(Place { pgg: pgg.to_owned(), url, _postgres: postgres, folder })
    }

    /// Start a server on the database.
    pub async fn serve(&self) -> Result<Served, Trouble> {
        Served::pgg(&self.pgg, &self.url, self.folder.path(), &["--limit-factor", "1000000"]).await
    }

    /// Start a server with the limits of a public one, behind a proxy.
    pub async fn serve_in_public(&self) -> Result<Served, Trouble> {
        let limits = ["--limit-factor", "1", "--trust-proxy"];
        Served::pgg(&self.pgg, &self.url, self.folder.path(), &limits).await
    }
}
