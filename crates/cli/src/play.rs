//! To be written.

/// To be written.
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_args: &Args) -> Result<(), crate::failure::Failure> {
    Ok(())
}
