//! Makes the table of `pgg rules`: every case with its text and the places that cite it.

// The coverage test uses the rest of it.
#[allow(dead_code)]
mod citations;

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let variable = |name: &str| env::var(name).map(PathBuf::from).map_err(io::Error::other);
    let root = variable("CARGO_MANIFEST_DIR")?.join("../..");
    let rules = root.join("docs/rules.md");
    println!("cargo::rerun-if-changed={}", rules.display());
    println!("cargo::rerun-if-changed={}", root.join("crates").display());
    let cases = citations::cases(&fs::read_to_string(rules)?);
    let mut table = String::from("pub(crate) static CASES: &[Case] = &[\n");
    for case in &cases {
        let _ = writeln!(table, "Case {{ number: {:?}, text: {:?} }},", case.number, case.text);
    }
    table.push_str("];\npub(crate) static CITATIONS: &[Citation] = &[\n");
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
