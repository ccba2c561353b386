//! Parses TypeScript types as ts-rs writes them.

/// A type as it is written.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Word(String),
    Object(Vec<Field>),
    /// A union.
    Union(Vec<Kind>),
    /// An intersection.
    Both(Vec<Kind>),
    List(Box<Kind>),
    Tuple(Vec<Kind>),
    Generic(String, Vec<Kind>),
}

#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) docs: Option<String>,
    pub(crate) key: String,
    /// Is it optional?
    pub(crate) optional: bool,
    pub(crate) kind: Kind,
}

impl Kind {
    /// What is declared, such as `type BySide<T>`, and as what.
    pub(crate) fn of_declaration(declaration: &str) -> (&str, Kind) {
        // A parameter may have a default, with an equals sign of its own.
        let generic =
            declaration.find('<').filter(|&at| declaration.find(" = ").is_none_or(|sign| at < sign));
        let from = generic.and_then(|at| declaration[at..].find('>').map(|end| at + end)).unwrap_or(0);
        let sign = declaration[from..].find(" = ").map_or(declaration.len(), |at| from + at);
        let (head, body) = (&declaration[..sign], declaration.get(sign + 3..).unwrap_or("never;"));
        (head, Reader { rest: body.trim_end().trim_end_matches(';') }.kind())
    }
}

impl Field {
    /// The key, with the `?` of a field that may be left out.
    pub(crate) fn name(&self) -> String {
        format!("{}{}", self.key, if self.optional { "?" } else { "" })
    }
}

/// A parser for what ts-rs writes, which is well formed.
struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, sign: &str) -> bool {
        self.space();
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn until(&mut self, end: impl Fn(char) -> bool) -> &'a str {
        let at = self.rest.find(end).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(at);
        self.rest = rest;
        taken
    }

    fn text(&mut self) -> &'a str {
        let inner = self.rest.strip_prefix('"').and_then(|rest| rest.find('"')).unwrap_or(0);
        let (text, rest) = self.rest.split_at((inner + 2).min(self.rest.len()));
        self.rest = rest;
        text
    }

    fn kind(&mut self) -> Kind {
        self.several("|", Self::both, Kind::Union)
    }

    fn both(&mut self) -> Kind {
        self.several("&", Self::one, Kind::Both)
    }

    fn several(&mut self, sign: &str, one: fn(&mut Self) -> Kind, all: fn(Vec<Kind>) -> Kind) -> Kind {
        let mut kinds = vec![one(self)];
        while self.take(sign) {
            kinds.push(one(self));
        }
        if kinds.len() == 1 { kinds.remove(0) } else { all(kinds) }
    }

    fn one(&mut self) -> Kind {
        if self.take("{") {
            return self.object();
        }
        if self.take("(") {
            let kind = self.kind();
            self.take(")");
            return kind;
        }
        if self.take("[") {
            return Kind::Tuple(self.list("]"));
        }
        if self.rest.starts_with('"') {
            return Kind::Word(format!("'{}'", self.text().trim_matches('"')));
        }
        let word = self.until(|c| !c.is_alphanumeric() && c != '_').to_owned();
        if !self.take("<") {
            return Kind::Word(word);
        }
        let mut kinds = self.list(">");
        if word == "Array" && kinds.len() == 1 {
            Kind::List(Box::new(kinds.remove(0)))
        } else {
            Kind::Generic(word, kinds)
        }
    }

    fn list(&mut self, end: &str) -> Vec<Kind> {
        let mut kinds = Vec::new();
        while !self.take(end) && !self.rest.is_empty() {
            kinds.push(self.kind());
            self.take(",");
        }
        kinds
    }

    fn object(&mut self) -> Kind {
        let mut fields = Vec::new();
        while !self.take("}") && !self.rest.is_empty() {
            if self.take("[key in") {
                return self.record();
            }
            let docs = self.rest.starts_with("/**").then(|| {
                let end = self.rest.find("*/").map_or(self.rest.len(), |at| at + 2);
                let (docs, rest) = self.rest.split_at(end);
                self.rest = rest;
                docs.to_owned()
            });
            self.space();
            let quoted = self.rest.starts_with('"');
            let key =
                if quoted { self.text().trim_matches('"') } else { self.until(|c| c == ':' || c == '?') };
            let optional = self.take("?");
            self.take(":");
            let kind = self.kind();
            let _ = self.take(",") || self.take(";");
            fields.push(Field { docs, key: key.to_owned(), optional, kind });
        }
        Kind::Object(fields)
    }

    /// A map: with an enum as its key, not every name needs an entry.
    fn record(&mut self) -> Kind {
        let key = self.kind();
        self.take("]");
        let partial = self.take("?");
        self.take(":");
        let value = self.kind();
        self.take(",");
        self.take("}");
        let record = Kind::Generic("Record".to_owned(), vec![key, value]);
        if partial { Kind::Generic("Partial".to_owned(), vec![record]) } else { record }
    }
}
