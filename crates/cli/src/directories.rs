//! The program's folders in the user's home directory.

use std::path::PathBuf;

/// The folder of this program in the user's data directory. The error says why there is none.
pub(crate) fn data() -> Result<PathBuf, String> {
    use etcetera::BaseStrategy;
    let directories = etcetera::base_strategy::choose_native_strategy()
        .map_err(|e| format!("your data directory cannot be found ({e})"))?;
    Ok(directories.data_dir().join("pgg"))
}
