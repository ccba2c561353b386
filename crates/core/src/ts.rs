//! TypeScript names of types whose JSON form is written by hand; for `crates/types` alone.

use crate::action::HexList;
use crate::hex::Hex;
use crate::tables::Column;
use ts_rs::{Config, TS, TypeVisitor};

impl<const N: usize> TS for HexList<N> {
    type WithoutGenerics = Vec<Hex>;
    type OptionInnerType = Self;

    fn name(cfg: &Config) -> String {
        Vec::<Hex>::name(cfg)
    }

    fn inline(cfg: &Config) -> String {
        Vec::<Hex>::inline(cfg)
    }

    fn visit_generics(visitor: &mut impl TypeVisitor) {
        Vec::<Hex>::visit_generics(visitor);
    }
}

impl TS for Column {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &Config) -> String {
        "Column".to_owned()
    }

    fn docs() -> Option<String> {
        Some("/**\n * A column of the combat table.\n */\n".to_owned())
    }

    fn decl(cfg: &Config) -> String {
        format!("type Column = {};", Self::inline(cfg))
    }

    fn inline(_: &Config) -> String {
        Column::ALL.map(|column| format!("\"{column}\"")).join(" | ")
    }

    fn output_path() -> Option<std::path::PathBuf> {
        Some("Column.ts".into())
    }
}
