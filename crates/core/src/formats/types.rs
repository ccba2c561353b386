//! TypeScript and JSON Schema of types whose JSON form is written by hand; for `crates/types` alone.

use crate::data::tables::Column;
use crate::formats::position::{DIAGRAM_FORMAT, DeadCounter, Diagram, POSITION_FORMAT};
use crate::formats::record::{ActionLine, End, Header};
use crate::game::action::{HexList, Newcomer};
use crate::hex::Hex;
use crate::rules::untried::CounterName;
use crate::unit::{UnitId, UnitSet};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use std::borrow::Cow;
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

/// A type that is written as a text.
macro_rules! text {
    ($type:ty, $name:literal, $description:literal $(, $key:literal: $value:expr)?) => {
        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "description": $description $(, $key: $value)? })
            }
        }
    };
}

text!(
    Hex,
    "Hex",
    "A hex: column 01 to 59, then row 01 to 31, such as 0120.",
    "pattern": "^(0[1-9]|[1-5][0-9])(0[1-9]|[12][0-9]|3[01])$"
);
text!(
    UnitId,
    "UnitId",
    "The id of a unit, as in data/counters.json, such as pz7-25, inf6 or konev; Soviet divisions are r1 to r110 and \
     a1 to a20 in the order in which they came.",
    "pattern": "^[a-z][a-z0-9-]*$"
);
text!(
    Newcomer,
    "Newcomer",
    "Who enters: the id of a unit, `rifle AREA`, `armoured AREA`, `provisional` or `front`."
);
text!(CounterName, "CounterName", "A Soviet division's counter, such as `rifle 3-4#1`.");
text!(
    DeadCounter,
    "DeadCounter",
    "A counter in the dead pile, such as `rifle 3-4#1`, with ` @N` if N - 1 draws were made from the pile before it \
     came there."
);
text!(Column, "Column", "A column of the combat table.", "enum": Column::ALL.map(|column| column.to_string()));

impl JsonSchema for UnitSet {
    fn schema_name() -> Cow<'static, str> {
        "UnitSet".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let unit = generator.subschema_for::<UnitId>();
        json_schema!({ "type": "array", "description": "Units, in any order.", "items": unit })
    }
}

impl<const N: usize> JsonSchema for HexList<N> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("HexList{N}").into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let hex = generator.subschema_for::<Hex>();
        json_schema!({ "type": "array", "items": hex, "maxItems": N })
    }
}

/// A diagram. Only its JSON Schema is made of it.
pub struct DiagramForm;

impl JsonSchema for DiagramForm {
    fn schema_name() -> Cow<'static, str> {
        "Diagram".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = Diagram::json_schema(generator);
        schema.insert("description".to_owned(), "A position with its units as typed values.".into());
        if let Some(format) =
            schema.pointer_mut("/properties/format").and_then(|format| format.as_object_mut())
        {
            format.remove("const");
            format.insert("enum".to_owned(), [DIAGRAM_FORMAT, POSITION_FORMAT].into());
        }
        schema
    }
}

/// One line of a record. Only its JSON Schema is made of it; `Record` reads and writes.
#[derive(JsonSchema)]
#[serde(untagged)]
#[schemars(title = "A line of a record of Panzergruppe Guderian")]
#[allow(dead_code)]
pub enum RecordLine {
    /// The first line.
    Header(Box<Header>),
    /// An action.
    Action(Box<ActionLine>),
    /// The last line.
    End {
        /// How it ends.
        end: End,
    },
}
