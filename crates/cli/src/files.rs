//! The player's files: the same errors everywhere, and no file is overwritten without `--force`.

use crate::failure::Failure;
use pgg_core::Record;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write, stdin};
use std::path::{Path, PathBuf};

/// Permission to overwrite a file.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct Force {
    /// Write over a file that is there already
    #[arg(long)]
    pub(crate) force: bool,
}

/// `-` is standard input.
fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Open a file for reading. Refuse a directory here, since some systems open one and fail later.
fn open(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if is_stdin(path) {
        return Ok(Box::new(stdin().lock()));
    }
    let file = File::open(path).map_err(|e| Failure::file(path, &e))?;
    match file.metadata() {
        Ok(about) if about.is_dir() => {
            Err(Failure::Io(format!("{}: it is a directory; expected a file", path.display())))
        }
        _ => Ok(Box::new(BufReader::new(file))),
    }
}

/// The text of a file, or of standard input.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes).map_err(|e| Failure::file(path, &e))?;
    String::from_utf8(bytes).map_err(|_| Failure::No(format!("{}: it is not UTF-8 text", path.display())))
}

/// A record from a file, or from standard input. It is not verified yet.
pub(crate) fn read_record(path: &Path) -> Result<Record, Failure> {
    Record::read(open(path)?).map_err(|e| Failure::No(format!("{}: {e}", path.display())))
}

/// Is the text a record, of any version, and not a position? A record has its format in its first line.
pub(crate) fn is_record(text: &str) -> bool {
    text.lines().find(|line| !line.trim().is_empty()).is_some_and(|line| line.contains("\"pgg-record"))
}

/// Refuse an existing file, unless it may be overwritten.
pub(crate) fn refuse_existing(path: &Path, force: Force) -> Result<(), Failure> {
    if force.force || !path.exists() { Ok(()) } else { Err(exists(path)) }
}

fn exists(path: &Path) -> Failure {
    let path = path.display();
    Failure::Io(format!("{path}: it is there already; choose another name, or --force to write over it"))
}

/// Write a new file; overwrite one only by force.
pub(crate) fn write(path: &Path, bytes: &[u8], force: Force) -> Result<(), Failure> {
    if force.force {
        return write_whole(path, bytes);
    }
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    file.and_then(|mut file| file.write_all(bytes)).map_err(|e| match e.kind() {
        ErrorKind::AlreadyExists => exists(path),
        _ => Failure::file(path, &e),
    })
}

/// Replace a file atomically: if the program is stopped it is either complete or as before.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let beside = beside(path);
    fs::write(&beside, bytes).map_err(|e| Failure::file(&beside, &e))?;
    fs::rename(&beside, path).map_err(|e| {
        let _ = fs::remove_file(&beside);
        Failure::file(path, &e)
    })
}

/// The temporary name of a file before it is renamed.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or(OsStr::new("file")).to_owned();
    name.push(".part");
    path.with_file_name(name)
}

/// The text of a record.
pub(crate) fn record_text(record: &Record) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    record.write(&mut text)?;
    Ok(text)
}
