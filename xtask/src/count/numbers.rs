//! Numbers of the opponents: each is to be a weight, a rule asked of core, or a named constant with its reason.

/// What is no figure of its own: nothing, one, and half or double.
const NEUTRAL: [&str; 5] = ["0", "1", "2", "0.0", "1.0"];

/// What a file has.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Numbers outside constants.
    pub(super) bare: usize,
    pub(super) constants: usize,
    /// Constants without a line that says why, a first line for several not counted.
    pub(super) unexplained: usize,
}

/// Do its numbers count? The weights are their own documentation, and tests may say what they like.
pub(super) fn counts(path: &str) -> bool {
    let left_out =
        ["weights.rs", "tests.rs"].iter().any(|name| path.ends_with(name)) || path.contains("/tests/");
    path.starts_with("crates/ai/src/") && !left_out
}

pub(super) fn of(text: &str) -> Numbers {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let mut numbers = Numbers::default();
    let (mut in_constant, mut before) = (false, "");
    for line in code.lines().map(str::trim) {
        let item = line.trim_start_matches("pub(crate) ").trim_start_matches("pub(super) ");
        let item = item.trim_start_matches("pub ");
        let starts = item.starts_with("const ") && !item.starts_with("const fn") && item.contains(':');
        if starts {
            numbers.constants += 1;
            numbers.unexplained += usize::from(!before.starts_with("///"));
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
            let number = word.trim_matches('.');
            // `pair.0` is a name, `0..9` two numbers of which the second counts.
            let number = number.rsplit("..").next().unwrap_or(number);
            let number = number.trim_end_matches(|c: char| c.is_alphabetic() || c == '_');
            number.starts_with(|c: char| c.is_ascii_digit()).then_some(number)
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_constants_strings_comments_and_names_are_named() {
        let text = "/// Why.\nconst A: u8 = 7;\nconst B: [u8; 2] = [\n    8,\n    9,\n];\nlet a = pair.0 + f32x + 3.5 * 40u8; // 77\nprint(\"9\", 1, 5);\n";
        assert_eq!(of(text), Numbers { bare: 3, constants: 2, unexplained: 1 });
    }
}
