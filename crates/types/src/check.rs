//! Checks messages against their types. Tests use it on what is really sent.

use crate::Found;
use crate::kind::{Field, Kind};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// The types by name.
pub struct Types(HashMap<String, (Vec<String>, Kind)>);

/// What the parameters of a generic type stand for.
type Bound<'a> = HashMap<&'a str, Kind>;

/// Where a value does not fit, and why. Of several mismatches the deepest says most.
struct Wrong {
    path: String,
    what: String,
    /// Only the tag differs, so the value is another variant of the union.
    other_name: bool,
}

fn deeper(before: Option<Wrong>, other: Wrong) -> Wrong {
    let depth = |wrong: &Wrong| (!wrong.other_name, wrong.path.matches(['.', '[']).count());
    match before {
        Some(before) if depth(&before) >= depth(&other) => before,
        _ => other,
    }
}

fn wrong<T>(path: &str, what: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong { path: path.to_owned(), what: what.into(), other_name: false })
}

fn short(value: &Value) -> String {
    value.to_string().chars().take(120).collect()
}

/// The parameters of a generic type with what they stand for.
fn bind<'a>(parameters: &'a [String], kinds: &[Kind]) -> Bound<'a> {
    parameters.iter().map(String::as_str).zip(kinds.iter().cloned()).collect()
}

impl Types {
    /// All of them.
    pub fn all() -> Types {
        let declared = Found::all().declared.into_iter().map(|declared| {
            let (head, kind) = Kind::of_declaration(&declared.text);
            let parameters = head.split_once('<').map_or("", |(_, rest)| rest.trim_end_matches('>'));
            // Without their defaults.
            let parameters =
                parameters.split(',').map(|p| p.split('=').next().unwrap_or(p).trim().to_owned());
            let parameters = parameters.filter(|p| !p.is_empty());
            (declared.name, (parameters.collect(), kind))
        });
        Types(declared.collect())
    }

    /// Does a value fit the type of this name, without missing or unknown fields? If not, where and why.
    pub fn check(&self, name: &str, value: &Value) -> Result<(), String> {
        let kind = Kind::Word(name.to_owned());
        self.fits(&kind, value, &Bound::new(), name)
            .map_err(|Wrong { path, what, .. }| format!("{path}: {what}"))
    }

    fn fits(&self, kind: &Kind, value: &Value, bound: &Bound<'_>, path: &str) -> Result<(), Wrong> {
        match (kind, value) {
            (Kind::Word(word), _) => self.word(word, value, bound, path),
            (Kind::Union(kinds), _) => {
                let mut why: Option<Wrong> = None;
                for kind in kinds {
                    match self.fits(kind, value, bound, path) {
                        Ok(()) => return Ok(()),
                        Err(other) => why = Some(deeper(why, other)),
                    }
                }
                why.map_or_else(|| wrong(path, "nothing fits"), Err)
            }
            (Kind::List(kind), Value::Array(values)) => values
                .iter()
                .enumerate()
                .try_for_each(|(n, value)| self.fits(kind, value, bound, &format!("{path}[{n}]"))),
            (Kind::Tuple(kinds), Value::Array(values)) if kinds.len() == values.len() => kinds
                .iter()
                .zip(values)
                .enumerate()
                .try_for_each(|(n, (kind, value))| self.fits(kind, value, bound, &format!("{path}[{n}]"))),
            (Kind::Generic(name, kinds), _) => self.generic(name, kinds, value, bound, path),
            (Kind::Object(_) | Kind::Both(_), Value::Object(map)) => self.object(kind, map, bound, path),
            _ => wrong(path, format!("{} is of another kind", short(value))),
        }
    }

    fn word(&self, word: &str, value: &Value, bound: &Bound<'_>, path: &str) -> Result<(), Wrong> {
        let fits = match word {
            "unknown" => true,
            "string" => value.is_string(),
            // What the page can hold exactly.
            "number" => value.as_f64().is_some_and(|n| n.abs() <= 9_007_199_254_740_991.0),
            "boolean" => value.is_boolean(),
            "null" => value.is_null(),
            _ => {
                if let Some(text) = word.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
                    value.as_str() == Some(text)
                } else if let Some(kind) = bound.get(word) {
                    return self.fits(kind, value, &Bound::new(), path);
                } else if let Some((_, kind)) = self.0.get(word) {
                    return self.fits(kind, value, &Bound::new(), path);
                } else {
                    return wrong(path, format!("no type is called {word}"));
                }
            }
        };
        if fits {
            return Ok(());
        }
        let what = format!("{} is no {word}", short(value));
        Err(Wrong { path: path.to_owned(), what, other_name: word.starts_with('\'') && value.is_string() })
    }

    fn generic(
        &self,
        name: &str,
        kinds: &[Kind],
        value: &Value,
        bound: &Bound<'_>,
        path: &str,
    ) -> Result<(), Wrong> {
        match (name, kinds, value) {
            ("Record", [key, kind], Value::Object(map)) => map.iter().try_for_each(|(name, value)| {
                let path = format!("{path}.{name}");
                self.fits(key, &Value::from(name.as_str()), bound, &path)?;
                self.fits(kind, value, bound, &path)
            }),
            ("Partial", [record @ Kind::Generic(of, _)], _) if of == "Record" => {
                self.fits(record, value, bound, path)
            }
            ("Partial", [Kind::Generic(of, kinds)], _) => match self.0.get(of) {
                Some((parameters, kind)) => {
                    self.generic(name, std::slice::from_ref(kind), value, &bind(parameters, kinds), path)
                }
                None => wrong(path, format!("no type is called {of}")),
            },
            ("Partial", [kind], Value::Object(map)) => {
                let fields = self.shapes(kind).into_iter().flatten();
                let fields: Vec<Field> = fields.map(|field| Field { optional: true, ..field }).collect();
                self.shape(&fields, map, bound, path)
            }
            _ => match self.0.get(name) {
                Some((parameters, kind)) => self.fits(kind, value, &bind(parameters, kinds), path),
                None => wrong(path, format!("{} is no {name}", short(value))),
            },
        }
    }

    fn object(
        &self,
        kind: &Kind,
        map: &Map<String, Value>,
        bound: &Bound<'_>,
        path: &str,
    ) -> Result<(), Wrong> {
        let mut why: Option<Wrong> = None;
        for fields in self.shapes(kind) {
            match self.shape(&fields, map, bound, path) {
                Ok(()) => return Ok(()),
                Err(other) => why = Some(deeper(why, other)),
            }
        }
        why.map_or_else(|| wrong(path, "no object fits"), Err)
    }

    /// The objects a type stands for: several where one part of it is a choice.
    fn shapes(&self, kind: &Kind) -> Vec<Vec<Field>> {
        match kind {
            Kind::Object(fields) => vec![fields.clone()],
            Kind::Union(kinds) => kinds.iter().flat_map(|kind| self.shapes(kind)).collect(),
            Kind::Both(kinds) => kinds.iter().fold(vec![Vec::new()], |whole, kind| {
                let parts = self.shapes(kind);
                whole.iter().flat_map(|a| parts.iter().map(|b| [a.as_slice(), b].concat())).collect()
            }),
            Kind::Word(word) => self.0.get(word).map(|(_, kind)| self.shapes(kind)).unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    fn shape(
        &self,
        fields: &[Field],
        map: &Map<String, Value>,
        bound: &Bound<'_>,
        path: &str,
    ) -> Result<(), Wrong> {
        for field in fields {
            match map.get(&field.key) {
                Some(value) => self.fits(&field.kind, value, bound, &format!("{path}.{}", field.key))?,
                None if field.optional => {}
                None => return wrong(path, format!("`{}` is missing", field.key)),
            }
        }
        match map.keys().find(|&key| fields.iter().all(|field| field.key != *key)) {
            Some(key) => wrong(path, format!("`{key}` is too much")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_does_not_fit_is_told() {
        let types = Types::all();
        let refuses = |name: &str, value: Value, what: &str| {
            let why = types.check(name, &value).expect_err("it does not fit");
            assert!(why.contains(what), "{why}");
        };
        refuses("Side", json!("french"), "Side: \"french\"");
        refuses("Action", json!({"move": {"units": ["pz7-25"]}}), "Action.move: `path` is missing");
        refuses("Action", json!({"move": {"units": ["pz7-25"], "path": [101]}}), "Action.move.path[0]");
        refuses("Action", json!({"evacuate": {"unit": "konev", "hex": "0101"}}), "`hex` is too much");
        refuses("Decision", json!({"side": "german", "question": "route"}), "`n` is missing");
        refuses("Owed", json!({"rifle": "2", "armoured": 0}), "is no number");
    }

    #[test]
    fn what_fits_fits() {
        let types = Types::all();
        let takes = |name: &str, value: Value| types.check(name, &value).expect("it fits");
        takes("Action", json!("done"));
        takes("Action", json!({"enter": {"who": "rifle V", "hex": "5901"}}));
        takes("Decision", json!({"side": "german", "question": "route", "n": 2}));
        takes("NewGame", json!({"side": "both", "position": {"turn": 3, "units": {"0101": ["inf6"]}}}));
    }
}
