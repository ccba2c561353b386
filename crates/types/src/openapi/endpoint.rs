//! One endpoint: what it takes, what it gives, who may call it.

use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// Who may call.
#[derive(Clone, Copy)]
pub(super) enum Who {
    /// Everybody, signed in or not: it makes no difference.
    Anybody,
    /// Everybody; a caller who is signed in is told more.
    Known,
    /// Callers who are signed in, by a session or by any token.
    SignedIn,
    /// The same, but a token needs this scope.
    With(&'static str),
    /// Callers with a session, not those with a token.
    Session,
}

type MakeSchema = fn(&mut SchemaGenerator) -> Value;

/// One endpoint.
pub(super) struct Endpoint {
    method: &'static str,
    path: &'static str,
    tag: &'static str,
    name: &'static str,
    summary: &'static str,
    who: Who,
    query: Option<MakeSchema>,
    body: Option<MakeSchema>,
    status: u16,
    /// The type of the answer and its schema.
    answer: Option<(&'static str, MakeSchema)>,
    refusals: &'static [u16],
}

fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().into()
}

impl Endpoint {
    pub(super) fn new(
        address: (&'static str, &'static str),
        tag: &'static str,
        name: &'static str,
        who: Who,
        summary: &'static str,
    ) -> Endpoint {
        let (method, path) = address;
        let (query, body, answer) = (None, None, None);
        Endpoint { method, path, tag, name, summary, who, query, body, status: 200, answer, refusals: &[] }
    }

    /// It takes parameters: the fields of this type.
    pub(super) fn query<T: JsonSchema>(self) -> Endpoint {
        Endpoint { query: Some(|generator| T::json_schema(generator).into()), ..self }
    }

    /// It takes a body.
    pub(super) fn takes<T: JsonSchema>(self) -> Endpoint {
        Endpoint { body: Some(schema::<T>), ..self }
    }

    /// It gives JSON.
    pub(super) fn gives<T: JsonSchema>(self, status: u16) -> Endpoint {
        Endpoint { status, answer: Some(("application/json", schema::<T>)), ..self }
    }

    /// It gives lines, each of them of this type.
    pub(super) fn streams<T: JsonSchema>(self) -> Endpoint {
        Endpoint { answer: Some(("application/x-ndjson", schema::<T>)), ..self }
    }

    /// It gives something else.
    pub(super) fn gives_text(self, kind: &'static str) -> Endpoint {
        Endpoint { answer: Some((kind, schema::<String>)), ..self }
    }

    /// It gives nothing but a status.
    pub(super) fn gives_nothing(self, status: u16) -> Endpoint {
        Endpoint { status, ..self }
    }

    /// What it may refuse with, beside 401 and 429.
    pub(super) fn refuses(self, refusals: &'static [u16]) -> Endpoint {
        Endpoint { refusals, ..self }
    }

    /// Method and path.
    pub(super) fn address(&self) -> (&'static str, &'static str) {
        (self.method, self.path)
    }

    /// As the document has it.
    pub(super) fn operation(&self, generator: &mut SchemaGenerator) -> Value {
        let mut operation = json!({
            "operationId": self.name,
            "summary": self.summary,
            "tags": [self.tag],
            "security": self.security(),
            "responses": self.responses(generator),
        });
        let parameters = self.parameters(generator);
        if !parameters.is_empty() {
            operation["parameters"] = parameters.into();
        }
        if let Some(body) = self.body {
            let schema = body(generator);
            operation["requestBody"] =
                json!({ "required": true, "content": { "application/json": { "schema": schema } } });
        }
        operation
    }

    fn security(&self) -> Value {
        match self.who {
            Who::Anybody => json!([]),
            Who::Known => json!([{}, { "token": [] }, { "session": [] }]),
            Who::SignedIn => json!([{ "token": [] }, { "session": [] }]),
            Who::With(scope) => json!([{ "token": [scope] }, { "session": [] }]),
            Who::Session => json!([{ "session": [] }]),
        }
    }

    fn parameters(&self, generator: &mut SchemaGenerator) -> Vec<Value> {
        let names =
            self.path.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name);
        let mut parameters: Vec<Value> = names
            .map(|name| {
                let game = name == "id" && self.path.contains("game");
                let schema =
                    if game { schema::<pgg_table::GameId>(generator) } else { json!({ "type": "string" }) };
                json!({ "name": name, "in": "path", "required": true, "schema": schema })
            })
            .collect();
        let Some(query) = self.query.map(|query| query(generator)) else { return parameters };
        let required =
            |name: &str| query["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
        for (name, schema) in query["properties"].as_object().into_iter().flatten() {
            let mut schema = schema.clone();
            let description = schema.as_object_mut().and_then(|schema| schema.remove("description"));
            parameters.push(json!({
                "name": name, "in": "query", "required": required(name), "description": description, "schema": schema,
            }));
        }
        parameters
    }

    fn responses(&self, generator: &mut SchemaGenerator) -> Value {
        let mut good = json!({ "description": "Done." });
        if let Some((kind, schema)) = self.answer {
            good["content"] = json!({ kind: { "schema": schema(generator) } });
        }
        let mut responses = Map::from_iter([(self.status.to_string(), good)]);
        let signed_in = !matches!(self.who, Who::Anybody | Who::Known);
        let refusals = self.refusals.iter().chain(signed_in.then_some(&401)).chain([&429]);
        for status in refusals {
            responses.insert(status.to_string(), json!({ "$ref": "#/components/responses/Refused" }));
        }
        responses.into()
    }
}
