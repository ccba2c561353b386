//! JSON Schema of what is kept in files: positions and records.

use pgg_core::Position;
use pgg_core::types::RecordLine;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

/// The text of `data/schema/position.schema.json`.
pub fn position() -> String {
    file::<Position>("urn:pgg:position:1", "A position of Panzergruppe Guderian; see docs/position-format.md")
}

/// The text of `data/schema/record.schema.json`: it describes each line.
pub fn record() -> String {
    file::<RecordLine>(
        "urn:pgg:record:1",
        "A line of a record of Panzergruppe Guderian; see docs/record-format.md",
    )
}

fn file<T: JsonSchema>(id: &str, title: &str) -> String {
    let schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>();
    let mut schema = Value::from(schema);
    schema["$id"] = json!(id);
    schema["title"] = json!(title);
    pretty(&schema)
}

/// As it is kept: laid out, with a line feed at the end.
pub(crate) fn pretty(value: &Value) -> String {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    format!("{text}\n")
}
