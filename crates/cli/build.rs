//! Generates the tables of `pgg rules`: every case in the words of the rulebook and of the specification, and
//! the places that cite it.

// The coverage test uses the rest of it.
#[allow(dead_code)]
mod citations;

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let variable = |name: &str| env::var(name).map(PathBuf::from).map_err(io::Error::other);
    let root = variable("CARGO_MANIFEST_DIR")?.join("../..");
    let (rules, rulebook) = (root.join("docs/rules.md"), root.join("docs/rulebook.md"));
    println!("cargo::rerun-if-changed={}", rules.display());
    println!("cargo::rerun-if-changed={}", rulebook.display());
    println!("cargo::rerun-if-changed={}", root.join("crates").display());
    let cases = citations::cases(&fs::read_to_string(rules)?);
    let mut table = String::new();
    for (name, cases) in [("CASES", &cases), ("RULEBOOK", &citations::cases(&fs::read_to_string(rulebook)?))]
    {
        let _ = writeln!(table, "pub(crate) static {name}: &[CaseText] = &[");
        for case in cases {
            let _ = writeln!(table, "CaseText {{ number: {:?}, text: {:?} }},", case.number, case.text);
        }
        table.push_str("];\n");
    }
    table.push_str("pub(crate) static CITATIONS: &[Citation] = &[\n");
    for c in citations::citations(&root, &cases)? {
        let _ = writeln!(
            table,
            "Citation {{ case: {:?}, file: {:?}, line: {}, test: {:?}, declares: {} }},",
            c.case, c.file, c.line, c.test, c.declares
        );
    }
    table.push_str("];\n");
    fs::write(variable("OUT_DIR")?.join("cases.rs"), table)
}
