//! `pgg completions` and `pgg man`: shell completions and manual pages, generated from the command's own
//! description.

use crate::Cli;
use crate::failure::Failure;
use crate::files::{self, Force};
use crate::out;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Print completions of this command for a shell.
///
/// Example: `pgg completions bash > ~/.local/share/bash-completion/completions/pgg`
#[derive(clap::Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

/// Write the manual pages into a directory.
///
/// Example: `pgg man ~/.local/share/man/man1`, then `man pgg-play`
#[derive(clap::Args)]
pub(crate) struct Man {
    /// The directory, made if it is not there
    directory: PathBuf,
    #[command(flatten)]
    force: Force,
}

pub(crate) fn completions(args: &Completions) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "pgg", &mut text);
    out::data().write_all(&text)?;
    Ok(())
}

pub(crate) fn man(args: &Man) -> Result<(), Failure> {
    let mut pages = Vec::new();
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    page(&command, &mut pages)?;
    for (name, _) in &pages {
        files::refuse_existing(&args.directory.join(name), args.force)?;
    }
    fs::create_dir_all(&args.directory).map_err(|e| Failure::file(&args.directory, &e))?;
    for (name, text) in &pages {
        files::write(&args.directory.join(name), text, args.force)?;
    }
    let count = pages.len();
    writeln!(out::stdout(), "{}: {count} pages, from pgg.1 on", args.directory.display())?;
    Ok(())
}

/// The page of a command, and those of its subcommands: `pgg.1`, `pgg-play.1`, `pgg-league-merge.1`.
fn page(command: &Command, pages: &mut Vec<(String, Vec<u8>)>) -> Result<(), Failure> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    let mut text = Vec::new();
    clap_mangen::Man::new(command.clone()).title(name.to_uppercase()).render(&mut text)?;
    pages.push((format!("{name}.1"), text));
    for subcommand in command.get_subcommands() {
        page(subcommand, pages)?;
    }
    Ok(())
}
