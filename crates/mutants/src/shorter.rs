//! Tests that try very much of the same, made shorter in the copy: a mutant is judged in seconds, and most mistakes
//! show in the first tries.

use crate::Failed;

/// Of a file, what is written otherwise in the copy.
const SHORTER: [(&str, &str, &str); 10] = [
    ("crates/cases/tests/it/bad_input.rs", "usual.cases.max(500)", "40"),
    ("crates/cases/tests/it/data.rs", "usual.cases.max(300)", "20"),
    ("crates/cases/tests/it/expected_losses.rs", "FIGHTS: usize = 2_000", "FIGHTS: usize = 200"),
    ("crates/cases/tests/it/expected_losses.rs", "DOUBTFUL: usize = 50", "DOUBTFUL: usize = 2"),
    // Fewer fights show everything less often.
    ("crates/cases/tests/it/expected_losses.rs", "assert!(times >= least", "assert!(20 * times >= least"),
    ("crates/cases/tests/it/hidden.rs", "for seed in 0..8", "for seed in 0..3"),
    ("crates/cases/tests/it/hidden.rs", "RUNS: u64 = 3000", "RUNS: u64 = 300"),
    ("crates/laws/tests/it/laws.rs", "cases: 48", "cases: 4"),
    ("crates/laws/tests/it/targets.rs", "CHANGED: u64 = 400", "CHANGED: u64 = 60"),
    ("crates/laws/tests/it/targets.rs", "RANDOM: u64 = 200", "RANDOM: u64 = 30"),
];

/// The file as it stands in the copy.
pub(crate) fn shorter(file: &str, mut text: String) -> Result<String, Failed> {
    for (_, usual, short) in SHORTER.iter().filter(|(of, _, _)| *of == file) {
        if !text.contains(usual) {
            return Err(Failed(format!(
                "{file} no longer says `{usual}`: see crates/mutants/src/shorter.rs"
            )));
        }
        text = text.replace(usual, short);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::{SHORTER, shorter};
    use std::path::Path;

    #[test]
    fn every_file_still_says_what_is_made_shorter() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for (file, usual, short) in SHORTER {
            let text = std::fs::read_to_string(root.join(file)).unwrap();
            let copy = shorter(file, text).unwrap_or_else(|wrong| panic!("{}", wrong.0));
            assert!(copy.contains(short) && !copy.contains(usual), "{file}: {usual}");
        }
    }
}
