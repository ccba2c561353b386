//! Automatic saving of games in the terminal: a record in the data directory, written after every action of a
//! player.

use crate::failure::Failure;
use crate::{directories, files};
use files::Force;
use pgg_core::{Game, Record};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The folder of kept games.
pub(super) struct Shelf(PathBuf);

/// A game on the shelf.
pub(super) struct Kept {
    pub(super) number: u32,
    pub(super) path: PathBuf,
    changed: SystemTime,
}

impl Shelf {
    /// The one in the data directory.
    pub(super) fn of_the_user() -> Result<Shelf, String> {
        directories::data().map(|data| Shelf(data.join("terminal")))
    }

    /// The history file of the line editor.
    pub(super) fn history(&self) -> PathBuf {
        self.0.join("history")
    }

    /// All games, the one played last first.
    pub(super) fn games(&self) -> Vec<Kept> {
        // No folder means that no game has been saved yet.
        let files = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let mut games: Vec<Kept> = files
            .filter_map(|file| {
                let name = file.file_name().into_string().ok()?;
                let number = name.strip_prefix("game-")?.strip_suffix(".jsonl")?.parse().ok()?;
                let changed = file.metadata().and_then(|about| about.modified()).ok()?;
                Some(Kept { number, path: file.path(), changed })
            })
            .collect();
        games.sort_by_key(|game| std::cmp::Reverse((game.changed, game.number)));
        games
    }

    /// The game played last that is not over.
    pub(super) fn unfinished(&self) -> Option<Kept> {
        self.games().into_iter().find(Kept::is_unfinished)
    }

    /// The game of a number.
    pub(super) fn game(&self, number: u32) -> Option<Kept> {
        self.games().into_iter().find(|game| game.number == number)
    }

    /// A place for a new game.
    pub(super) fn place(&self) -> PathBuf {
        let next = self.games().iter().map(|game| game.number).max().unwrap_or(0) + 1;
        self.0.join(format!("game-{next:04}.jsonl"))
    }
}

impl Kept {
    /// Reads only the end line, since there may be many games.
    fn is_unfinished(&self) -> bool {
        let text = fs::read_to_string(&self.path).unwrap_or_default();
        let last = text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
        last.starts_with("{\"end\"") && !last.contains("\"score\"") && !last.contains("\"how\"")
    }

    /// Players and progress: `you against general: turn 3, German Combat Phase`.
    pub(super) fn told(&self) -> Result<String, Failure> {
        let record = files::read_record(&self.path)?;
        let who = |name: &Option<String>| name.clone().unwrap_or_else(|| "somebody".to_owned());
        let players = format!(
            "{} (German) against {} (Soviet)",
            who(&record.header.german),
            who(&record.header.soviet)
        );
        Ok(format!("{players}, {}", how_far(&record).map_err(Failure::No)?))
    }
}

/// How far a record is.
fn how_far(record: &Record) -> Result<String, String> {
    let game = Game::from_record(record).map_err(|e| e.to_string())?;
    let state = game.state();
    if state.decision().is_none() {
        let score = state.score();
        return Ok(format!("over: {} points, {}", score.total, score.level));
    }
    Ok(format!("turn {}, {}", state.turn(), state.phase()))
}

/// The file a game is written to as it goes on.
pub(super) struct Keeper {
    path: PathBuf,
    /// The content that we last read or wrote; none before the file exists.
    written: Option<Vec<u8>>,
    force: Force,
    /// For an automatically saved game: it gets its number when it is first written.
    shelf: Option<Shelf>,
}

impl Keeper {
    /// For a new file; an existing one is overwritten only by force.
    pub(super) fn new(path: PathBuf, force: Force) -> Keeper {
        Keeper { path, written: None, force, shelf: None }
    }

    /// For a new game in the data directory.
    pub(super) fn on_shelf(shelf: Shelf) -> Keeper {
        Keeper { path: shelf.place(), written: None, force: Force::default(), shelf: Some(shelf) }
    }

    /// For the file of a game that is continued.
    pub(super) fn going_on(path: PathBuf, text: String, shelf: Option<Shelf>) -> Keeper {
        Keeper { path, written: Some(text.into_bytes()), force: Force::default(), shelf }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Is the file in the data directory, and not one that the player named?
    pub(super) fn is_on_shelf(&self) -> bool {
        self.shelf.is_some()
    }

    /// Is there anything in the file?
    pub(super) fn has_written(&self) -> bool {
        self.written.is_some()
    }

    /// Write the current record, unless another program has changed the file.
    pub(super) fn keep(&mut self, record: &Record) -> Result<(), Failure> {
        let text = files::record_text(record)?;
        match &self.written {
            Some(before) if *before == text => return Ok(()),
            Some(before) => self.is_ours(before).and_then(|()| files::write_whole(&self.path, &text))?,
            None => self.make(&text)?,
        }
        self.written = Some(text);
        Ok(())
    }

    fn is_ours(&self, before: &[u8]) -> Result<(), Failure> {
        match fs::read(&self.path) {
            Ok(now) if now == before => Ok(()),
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(()),
            Ok(_) => {
                Err(Failure::Io(format!("{}: somebody else has changed it meanwhile", self.path.display())))
            }
            Err(e) => Err(Failure::file(&self.path, &e)),
        }
    }

    fn make(&mut self, text: &[u8]) -> Result<(), Failure> {
        let Some(shelf) = &self.shelf else { return files::write(&self.path, text, self.force) };
        fs::create_dir_all(&shelf.0).map_err(|e| Failure::file(&shelf.0, &e))?;
        loop {
            let made = files::write(&self.path, text, Force::default());
            // Another game that began meanwhile may have taken the number.
            if made.is_ok() || !self.path.exists() || self.path == shelf.place() {
                return made;
            }
            self.path = shelf.place();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgg_core::{Options, Seeded};

    fn record(seed: u64) -> Record {
        Game::new(Options::default(), &mut Seeded::from_number(seed)).expect("a game").0.record()
    }

    /// Another program's changes to the file are not overwritten.
    #[test]
    fn what_somebody_else_wrote_is_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.jsonl");
        let mut keeper = Keeper::new(path.clone(), Force::default());
        keeper.keep(&record(1)).expect("a new file");
        keeper.keep(&record(2)).expect("our own file");
        fs::write(&path, "mine").expect("written");
        let failure = keeper.keep(&record(3)).expect_err("it is somebody else's");
        assert!(failure.text().contains("game.jsonl"), "{failure:?}");
        assert_eq!(fs::read_to_string(&path).expect("a text"), "mine");
        let mut other = Keeper::new(path.clone(), Force::default());
        other.keep(&record(1)).expect_err("it is there already");
        assert_eq!(fs::read_to_string(&path).expect("a text"), "mine");
    }

    /// Two games that begin at the same moment do not share a number.
    #[test]
    fn games_on_the_shelf_have_numbers_of_their_own() {
        let folder = tempfile::tempdir().expect("a folder");
        let shelf = || Shelf(folder.path().join("terminal"));
        let (mut one, mut two) = (Keeper::on_shelf(shelf()), Keeper::on_shelf(shelf()));
        assert_eq!(one.path(), two.path());
        one.keep(&record(1)).expect("kept");
        two.keep(&record(2)).expect("kept");
        assert_ne!(one.path(), two.path());
        assert_eq!(shelf().games().len(), 2);
        assert!(shelf().unfinished().is_some());
    }
}
