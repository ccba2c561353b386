//! Formats a declaration for readers: one field per line with its comment above, short types on one line.

use crate::kind::{Field, Kind};

/// The heading in a Rust comment from which on it is for readers of Rust.
pub(crate) const EXAMPLE: &str = "# Example";

/// The longest line.
const WIDTH: usize = 120;

/// One exported declaration with its comment.
pub(crate) fn declaration(docs: Option<&str>, declaration: &str) -> String {
    let (head, kind) = Kind::of_declaration(declaration);
    let mut text = docs.map(|docs| comment(docs, 0)).unwrap_or_default();
    text.push_str("export ");
    text.push_str(head);
    text.push_str(" = ");
    kind.write(&mut text, 0);
    text.push_str(";\n");
    text
}

impl Kind {
    fn has_comments(&self) -> bool {
        match self {
            Kind::Word(_) => false,
            Kind::Object(fields) => fields.iter().any(|f| f.docs.is_some() || f.kind.has_comments()),
            Kind::List(kind) => kind.has_comments(),
            Kind::Union(kinds) | Kind::Both(kinds) | Kind::Tuple(kinds) | Kind::Generic(_, kinds) => {
                kinds.iter().any(Kind::has_comments)
            }
        }
    }

    /// On one line.
    fn flat(&self) -> String {
        let all = |kinds: &[Kind], between: &str| {
            kinds.iter().map(Kind::flat).collect::<Vec<String>>().join(between)
        };
        match self {
            Kind::Word(word) => word.clone(),
            Kind::Object(fields) if fields.is_empty() => "Record<string, never>".to_owned(),
            Kind::Object(fields) => {
                let fields: Vec<String> =
                    fields.iter().map(|f| format!("{}: {}", f.name(), f.kind.flat())).collect();
                format!("{{ {} }}", fields.join("; "))
            }
            Kind::Union(kinds) => all(kinds, " | "),
            Kind::Both(kinds) => {
                kinds.iter().map(|k| k.grouped(k.flat())).collect::<Vec<String>>().join(" & ")
            }
            Kind::List(kind) => format!("{}[]", kind.grouped(kind.flat())),
            Kind::Tuple(kinds) => format!("[{}]", all(kinds, ", ")),
            Kind::Generic(name, kinds) => format!("{name}<{}>", all(kinds, ", ")),
        }
    }

    fn grouped(&self, text: String) -> String {
        if matches!(self, Kind::Union(_) | Kind::Both(_)) { format!("({text})") } else { text }
    }

    fn write(&self, text: &mut String, indent: usize) {
        let used = text.len() - text.rfind('\n').map_or(0, |at| at + 1);
        let flat = self.flat();
        // One more for the semicolon.
        if !self.has_comments() && used + flat.len() < WIDTH {
            text.push_str(&flat);
            return;
        }
        match self {
            Kind::Object(fields) => {
                text.push_str("{\n");
                for field @ Field { docs, kind, .. } in fields {
                    if let Some(docs) = docs {
                        text.push_str(&comment(docs, indent + 2));
                    }
                    text.push_str(&" ".repeat(indent + 2));
                    text.push_str(&field.name());
                    text.push_str(": ");
                    kind.write(text, indent + 2);
                    text.push_str(";\n");
                }
                text.push_str(&" ".repeat(indent));
                text.push('}');
            }
            Kind::Union(kinds) => {
                text.truncate(text.trim_end().len());
                if !self.has_comments() && indent + flat.len() + 2 < WIDTH {
                    text.push('\n');
                    text.push_str(&" ".repeat(indent + 2));
                    text.push_str(&flat);
                    return;
                }
                for kind in kinds {
                    text.push('\n');
                    text.push_str(&" ".repeat(indent + 2));
                    text.push_str("| ");
                    kind.write(text, indent + 4);
                }
            }
            Kind::Both(kinds) => {
                for (n, kind) in kinds.iter().enumerate() {
                    text.push_str(if n > 0 { " & " } else { "" });
                    if matches!(kind, Kind::Union(_)) {
                        text.push('(');
                        let from = text.len();
                        kind.write(text, indent);
                        if text[from..].contains('\n') {
                            text.push('\n');
                            text.push_str(&" ".repeat(indent));
                        }
                        text.push(')');
                    } else {
                        kind.write(text, indent);
                    }
                }
            }
            Kind::List(kind) if matches!(**kind, Kind::Object(_)) => {
                kind.write(text, indent);
                text.push_str("[]");
            }
            _ => text.push_str(&flat),
        }
    }
}

/// A comment without its stars, indented.
fn comment(docs: &str, indent: usize) -> String {
    let inner = docs.trim().trim_start_matches("/**").trim_end_matches("*/");
    let lines: Vec<&str> = inner
        .lines()
        .map(|line| line.trim().trim_start_matches('*').trim())
        .take_while(|line| *line != EXAMPLE)
        .filter(|l| !l.is_empty())
        .collect();
    let space = " ".repeat(indent);
    match lines.as_slice() {
        [line] if line.len() + indent + 7 <= WIDTH => format!("{space}/** {line} */\n"),
        lines => {
            let lines: String = lines.iter().map(|line| format!("{space} * {line}\n")).collect();
            format!("{space}/**\n{lines}{space} */\n")
        }
    }
}
