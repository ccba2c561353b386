//! One name for one thing: words of the game that once named two things.

#[cfg(test)]
mod tests {
    use crate::count::read;
    use std::path::Path;

    /// A name, and the one type that has it.
    const NAMES: [(&str, &str); 6] = [
        ("Marks", "crates/table/src/marks.rs"),
        ("Entry", "crates/table/src/entry.rs"),
        ("Question", "crates/core/src/game/decision.rs"),
        ("Case", "crates/core/src/game/illegal.rs"),
        ("Plan", "crates/ai/src/plan.rs"),
        ("Stack", "web/src/lib/position.ts"),
    ];
    /// Where the same thing is read or written once more: forms of an entry of the log, and what is generated.
    const SAME: [&str; 5] = [
        "crates/load/src/socket.rs",
        "crates/server/src/store/commit/json.rs",
        "crates/server/src/store/commit/prepare.rs",
        "web/src/here/store.ts",
        "web/src/wire/types.ts",
    ];
    const ITEMS: [&str; 6] = ["struct ", "enum ", "trait ", "type ", "interface ", "class "];

    #[test]
    fn a_name_is_one_thing() {
        let sources = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).expect("the sources");
        for (name, home) in NAMES {
            let mut homes: Vec<&str> = Vec::new();
            for source in sources.iter().filter(|source| !SAME.contains(&source.path.as_str())) {
                if source.text.lines().any(|line| declares(line, name)) {
                    homes.push(&source.path);
                }
            }
            assert_eq!(homes, [home], "{name}");
        }
    }

    fn declares(line: &str, name: &str) -> bool {
        let line = line.trim_start().trim_start_matches("export ");
        let line = line
            .trim_start_matches("pub(crate) ")
            .trim_start_matches("pub(super) ")
            .trim_start_matches("pub ");
        let named = ITEMS.iter().find_map(|item| line.strip_prefix(item));
        let rest = named.and_then(|rest| rest.strip_prefix(name));
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    }
}
