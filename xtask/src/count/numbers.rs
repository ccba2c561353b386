//! Numbers in the opponents: each must be a weight, a rule asked of core, or a named constant with its reason.

/// What is no figure of its own: nothing, one, and half or double.
const NEUTRAL: [&str; 7] = ["0", "1", "2", "0.0", "0.5", "1.0", "2.0"];
/// The types that may be written behind a number.
const SUFFIXES: [&str; 14] =
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64"];

/// What a file has.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Numbers outside constants.
    pub(super) bare: usize,
    pub(super) constants: usize,
    /// Constants that share the line that says why with the one above them.
    pub(super) sharing: usize,
    /// Constants without such a line.
    pub(super) unexplained: usize,
}

/// Do the numbers in this file count? Weights document themselves, and tests are exempt.
pub(super) fn counts(path: &str) -> bool {
    let left_out =
        ["weights.rs", "tests.rs"].iter().any(|name| path.ends_with(name)) || path.contains("/tests/");
    path.starts_with("crates/ai/src/") && !left_out
}

pub(super) fn of(text: &str) -> Numbers {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut numbers = Numbers::default();
    let (mut in_constant, mut before, mut explained) = (false, "", false);
    for line in code.lines().map(str::trim) {
        let item = line.trim_start_matches("pub(crate) ").trim_start_matches("pub(super) ");
        let item = item.trim_start_matches("pub ");
        let starts = item.starts_with("const ") && !item.starts_with("const fn") && item.contains(':');
        if starts {
            let (own, beside) = (before.starts_with("//"), before.ends_with(';'));
            explained = own || beside && explained;
            numbers.constants += 1;
            numbers.sharing += usize::from(explained && !own);
            numbers.unexplained += usize::from(!explained);
        }
        in_constant |= starts || item.starts_with("static ");
        if in_constant {
            in_constant = !line.ends_with(';');
        } else {
            numbers.bare += literals(line).filter(|number| !NEUTRAL.contains(number)).count();
        }
        before = line;
    }
    numbers
}

/// The numbers in a line of code, without those in names, strings and comments.
fn literals(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split("//").next().unwrap_or_default();
    // What stands between quotation marks is every other piece.
    let pieces = code.split('"').step_by(2).filter(|piece| !piece.trim_start().starts_with("#["));
    pieces.flat_map(|piece| piece.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'))).filter_map(
        |word| {
            // `pair.0` and `pairs[n].0` are names, `0..9` two numbers of which the second counts.
            let field = word.starts_with('.') && !word.starts_with("..");
            let number = word.rsplit("..").next().unwrap_or(word).trim_matches('.');
            // `1.0_f32.to_bits()` ends where the method begins.
            let method = |at: usize| number[at + 1..].starts_with(|c: char| c.is_alphabetic());
            let end = number.match_indices('.').map(|(at, _)| at).find(|&at| method(at));
            let number = &number[..end.unwrap_or(number.len())];
            let bare = SUFFIXES.iter().find_map(|suffix| number.strip_suffix(suffix)).unwrap_or(number);
            let number = bare.trim_end_matches('_');
            (!field && number.starts_with(|c: char| c.is_ascii_digit())).then_some(number)
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_constants_strings_comments_and_names_are_named() {
        let text = "/// Why.\nconst A: u8 = 7;\nconst B: [u8; 2] = [\n    8,\n    9,\n];\nlet a = pair.0 + all[n].1 + f32x + 3.5 * 40u8 + 0.5f32 + 2_usize + 1_f32.sqrt(); // 77\nprint(\"9\", 1, 5);\n";
        assert_eq!(of(text), Numbers { bare: 3, constants: 2, sharing: 1, unexplained: 0 });
        let apart = "/// Why.\nconst A: u8 = 7;\n\nconst B: u8 = 8;\n";
        assert_eq!(of(apart), Numbers { bare: 0, constants: 2, sharing: 0, unexplained: 1 });
    }

    /// Each is a weight, a rule asked of core, or a constant with its reason; there is no list of exceptions.
    #[test]
    fn numbers_of_the_opponents_have_a_name_and_a_reason() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let sources = crate::count::read(&root).expect("the sources");
        for source in sources.iter().filter(|source| counts(&source.path)) {
            let numbers = of(&source.text);
            assert_eq!(numbers.unexplained, 0, "{}: a constant without its reason", source.path);
            assert_eq!(numbers.bare, 0, "{}: a number without a name", source.path);
        }
    }
}
