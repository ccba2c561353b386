//! Tables of the documents that are made from the types: events, reasons of refusals, fields.

use schemars::{JsonSchema, schema_for};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The variants of an enum that is told apart by the field `tag`: name, further fields, what it is.
pub fn variants<T: JsonSchema>(tag: &str) -> Vec<Variant> {
    let schema = Value::from(schema_for!(T));
    let variants = schema.get("oneOf").or(schema.get("anyOf")).and_then(Value::as_array);
    // Variants flattened in from another enum have no name of their own.
    variants
        .into_iter()
        .flatten()
        .map(|variant| Variant::of(variant, tag, &schema["$defs"]))
        .filter(Variant::is_own)
        .collect()
}

/// The kinds of an enum whose values are `"kind"` or `{"kind": …}`: name, fields of what it holds, what it is.
pub fn kinds<T: JsonSchema>() -> Vec<Variant> {
    let schema = Value::from(schema_for!(T));
    let variants = schema.get("oneOf").and_then(Value::as_array);
    variants.into_iter().flatten().map(|variant| Variant::of_kind(variant, &schema["$defs"])).collect()
}

/// One of the variants of an enum; facts of their own kind count as its fields.
pub struct Variant {
    /// The value of the field that tells them apart.
    pub name: String,
    /// The other fields.
    pub fields: Vec<String>,
    /// What its documentation says.
    pub description: String,
}

impl Variant {
    fn of(schema: &Value, tag: &str, others: &Value) -> Variant {
        let fields = schema["properties"].as_object().cloned().unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let name = text(&fields.get(tag).map_or(Value::Null, |field| field["const"].clone()));
        let keys: BTreeSet<String> = match fields.get("facts") {
            Some(facts) => keys(facts, others),
            None => fields.keys().filter(|key| *key != tag).cloned().collect(),
        };
        Variant {
            name,
            fields: keys.into_iter().map(|key| format!("`{key}`")).collect(),
            description: line(&text(&schema["description"])),
        }
    }

    fn of_kind(schema: &Value, others: &Value) -> Variant {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let held = schema["properties"].as_object().and_then(|fields| fields.iter().next());
        Variant {
            name: held.map_or_else(|| text(&schema["const"]), |(name, _)| name.clone()),
            fields: held
                .map(|(_, held)| keys(held, others))
                .into_iter()
                .flatten()
                .map(|key| format!("`{key}`"))
                .collect(),
            description: line(&text(&schema["description"])),
        }
    }

    fn is_own(&self) -> bool {
        !self.name.is_empty()
    }
}

/// The fields of an object, or of all that it can be.
fn keys(schema: &Value, others: &Value) -> BTreeSet<String> {
    let other = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next());
    if let Some(other) = other {
        return keys(&others[other], others);
    }
    let own = schema["properties"].as_object().into_iter().flat_map(Map::keys).cloned();
    let choices = [&schema["oneOf"], &schema["anyOf"]].into_iter().filter_map(Value::as_array).flatten();
    own.chain(choices.flat_map(|choice| keys(choice, others))).collect()
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
