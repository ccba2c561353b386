//! Tables of the documents that are made from the types: events, reasons of refusals, fields.

use schemars::{JsonSchema, schema_for};
use serde_json::{Map, Value};

/// The variants of an enum that is told apart by the field `tag`: name, further fields, what it is.
pub fn variants<T: JsonSchema>(tag: &str) -> Vec<Variant> {
    let schema = Value::from(schema_for!(T));
    let variants = schema["oneOf"].as_array().cloned().unwrap_or_default();
    variants.iter().map(|variant| Variant::of(variant, tag)).collect()
}

/// One of the variants of an enum.
pub struct Variant {
    /// The value of the field that tells them apart.
    pub name: String,
    /// The other fields.
    pub fields: Vec<String>,
    /// What its documentation says.
    pub description: String,
}

impl Variant {
    fn of(schema: &Value, tag: &str) -> Variant {
        let fields = schema["properties"].as_object().cloned().unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        Variant {
            name: text(&fields.get(tag).map_or(Value::Null, |field| field["const"].clone())),
            fields: fields.keys().filter(|key| *key != tag).map(|key| format!("`{key}`")).collect(),
            description: line(&text(&schema["description"])),
        }
    }
}

/// The fields of a struct as a table: name, what it is.
pub fn fields<T: JsonSchema>(head: &str) -> String {
    let schema = Value::from(schema_for!(T));
    let none = Map::new();
    let fields = schema["properties"].as_object().unwrap_or(&none);
    let rows = fields.iter().map(|(name, field)| {
        vec![format!("`{name}`"), line(field["description"].as_str().unwrap_or_default())]
    });
    table(&[head, ""], rows)
}

/// A table in Markdown.
pub fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let head: Vec<String> = head.iter().map(|&cell| cell.to_owned()).collect();
    let rule = format!("|{}\n", " --- |".repeat(head.len()));
    let rows: String = rows.into_iter().map(|cells| row(&cells)).collect();
    format!("{}{rule}{rows}", row(&head))
}

/// A text on one line.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
