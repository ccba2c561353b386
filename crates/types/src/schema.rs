//! JSON Schema of what is kept in files: positions and records.

use crate::layout::EXAMPLE;
use pgg_core::Position;
use pgg_core::formats::types::RecordLine;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

/// The text of `docs/schema/position.schema.json`.
pub fn position() -> String {
    file::<Position>("urn:pgg:position:1", "A position of Panzergruppe Guderian; see docs/position-format.md")
}

/// The text of `docs/schema/record.schema.json`: it describes each line.
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

/// As the file has it: indented, with a newline at the end.
pub(crate) fn pretty(value: &Value) -> String {
    let mut value = value.clone();
    drop_examples(&mut value);
    let text = serde_json::to_string_pretty(&value).unwrap_or_default();
    format!("{text}\n")
}

/// Removes the Rust examples from all descriptions.
fn drop_examples(value: &mut Value) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(drop_examples),
        Value::Object(entries) => {
            for (key, value) in entries.iter_mut() {
                match value {
                    Value::String(text) if key == "description" => {
                        if let Some((told, _)) = text.split_once(&format!("\n{EXAMPLE}\n")) {
                            *text = told.trim_end().to_owned();
                        }
                    }
                    value => drop_examples(value),
                }
            }
        }
        _ => {}
    }
}
