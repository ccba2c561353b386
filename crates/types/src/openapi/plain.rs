//! Simplifies JSON Schema for client generators, which support less of it than validators do. Every value that was allowed
//! stays allowed.

use serde_json::{Map, Value, json};

/// Simplifies the schemas of all components.
pub(super) fn make(mut schemas: Map<String, Value>) -> Map<String, Value> {
    schemas.values_mut().for_each(walk);
    let names: Vec<String> = schemas.keys().cloned().collect();
    for name in names {
        let Some(mut schema) = schemas.remove(&name) else { continue };
        name_choices(&name, &mut schema, &mut schemas);
        schemas.insert(name, schema);
    }
    schemas
}

fn walk(value: &mut Value) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(walk),
        Value::Object(map) => {
            map.values_mut().for_each(walk);
            distribute(map);
            keys_of_a_pattern(map);
            beside_a_reference(map);
            words(map);
            // Most target languages cannot express a default that is an object or a list.
            if map.get("default").is_some_and(|default| default.is_object() || default.is_array()) {
                map.remove("default");
            }
            for key in ["properties", "$defs"] {
                if let Some(Value::Object(fields)) = map.get_mut(key) {
                    // "Anything" is an empty object, not `true`.
                    fields
                        .values_mut()
                        .filter(|field| **field == json!(true))
                        .for_each(|field| *field = json!({}));
                }
            }
        }
        _ => {}
    }
}

/// Fields beside a choice belong to each of the choices.
fn distribute(map: &mut Map<String, Value>) {
    if !map.contains_key("properties") {
        return;
    }
    let Some(Value::Array(mut choices)) = map.remove("oneOf") else { return };
    let Some(Value::Object(common)) = map.remove("properties") else { return };
    let required = match map.remove("required") {
        Some(Value::Array(required)) => required,
        _ => Vec::new(),
    };
    for choice in &mut choices {
        let Some(choice) = choice.as_object_mut() else { continue };
        if let Some(fields) = choice.entry("properties").or_insert_with(|| json!({})).as_object_mut() {
            fields.extend(common.clone());
        }
        if let Some(names) = choice.entry("required").or_insert_with(|| json!([])).as_array_mut() {
            names.extend(required.clone());
        }
    }
    map.remove("type");
    map.insert("oneOf".to_owned(), choices.into());
}

/// Generators ignore what stands beside a `$ref`: both become parts of an `allOf`.
fn beside_a_reference(map: &mut Map<String, Value>) {
    if map.contains_key("$ref") && map.contains_key("properties") {
        let description = map.remove("description");
        let reference = json!({ "$ref": map.remove("$ref") });
        let rest = Value::Object(std::mem::take(map));
        map.insert("allOf".to_owned(), json!([reference, rest]));
        map.extend(description.map(|description| ("description".to_owned(), description)));
    }
}

/// Constant strings among the choices of a type become one `enum`.
fn words(map: &mut Map<String, Value>) {
    let Some(Value::Array(choices)) = map.get_mut("oneOf") else { return };
    let (words, rest): (Vec<Value>, Vec<Value>) =
        choices.drain(..).partition(|choice| choice.get("const").is_some_and(Value::is_string));
    let explain = |word: &Value| {
        let description = word.get("description").and_then(Value::as_str);
        description.map(|text| format!("- `{}`: {text}", word["const"].as_str().unwrap_or_default()))
    };
    let explained: Vec<String> = words.iter().filter_map(explain).collect();
    let list: Vec<Value> = words.iter().map(|word| word["const"].clone()).collect();
    let mut all = json!({ "type": "string", "enum": list });
    if rest.is_empty() {
        map.remove("oneOf");
        let what = map.remove("description").and_then(|what| what.as_str().map(str::to_owned));
        let lines: Vec<String> = what.into_iter().chain(explained).collect();
        if !lines.is_empty() {
            all["description"] = lines.join("\n").into();
        }
        if let Value::Object(all) = all {
            map.extend(all);
        }
    } else if let Some(choices) = map.get_mut("oneOf").and_then(Value::as_array_mut) {
        if !list.is_empty() {
            if !explained.is_empty() {
                all["description"] = explained.join("\n").into();
            }
            choices.push(all);
        }
        choices.extend(rest);
    }
}

/// Few generators support patterns or enums for keys: any key is allowed.
fn keys_of_a_pattern(map: &mut Map<String, Value>) {
    if let Some(Value::Object(fields)) = map.get("properties")
        && fields.len() > 3
        && !map.contains_key("required")
        && let Some(first) = fields.values().next().cloned()
        && fields.values().all(|field| *field == first)
    {
        map.remove("properties");
        map.insert("additionalProperties".to_owned(), first);
    }
    if let Some(Value::Object(patterns)) = map.remove("patternProperties")
        && let Some((_, schema)) = patterns.into_iter().next()
    {
        map.insert("additionalProperties".to_owned(), schema);
    }
}

/// The objects among the choices of a type become components of their own: `ActionMove`, `EventMoved`.
fn name_choices(name: &str, schema: &mut Value, schemas: &mut Map<String, Value>) {
    for key in ["oneOf", "anyOf"] {
        for choice in schema.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten() {
            let fields = choice.get("properties").or_else(|| choice.get("allOf")?.get(1)?.get("properties"));
            let Some(fields) = fields.and_then(Value::as_object) else { continue };
            let tag = fields.values().find_map(|field| field.get("const")?.as_str());
            // What may be beside the kind of a message is not required.
            let kind = choice.pointer("/required/0").and_then(Value::as_str).filter(|_| fields.len() > 1);
            let Some(variant) = tag.or(kind).or_else(|| fields.keys().next().map(String::as_str)) else {
                continue;
            };
            let own = format!("{name}{}", pascal(variant));
            if !schemas.contains_key(&own) {
                let reference = json!({ "$ref": format!("#/components/schemas/{own}") });
                schemas.insert(own, std::mem::replace(choice, reference));
            }
        }
    }
}

fn pascal(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect::<String>())
            .unwrap_or_default()
    };
    name.split('_').map(capital).collect()
}
