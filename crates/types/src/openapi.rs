//! `docs/openapi.json`: the HTTP API for those who make a client, from the types that are sent.

mod endpoint;
mod endpoints;
mod plain;

use crate::schema::pretty;
use endpoint::Endpoint;
use pgg_server::error::ErrorBody;
use pgg_server::webhook::Call;
use pgg_server::wire::{FromPlayer, ToPlayer};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

const DESCRIPTION: &str = "\
Play, watch and study games. docs/server-protocol.md tells how the parts work together. `FromPlayer` and `ToPlayer` are \
the messages of the WebSocket; `FaultView` is what may be refused and why, `Illegal` a refusal by the rules. Within `/api` nothing that is \
described here will be taken away or change its meaning; fields, kinds of events and codes may be added, so a client passes \
over what it does not know.";

/// The text of `docs/openapi.json`.
pub fn openapi() -> String {
    pretty(&document())
}

/// Method and address of every endpoint in the document, sorted.
pub fn described() -> Vec<(&'static str, &'static str)> {
    let mut described: Vec<_> = endpoints::all().iter().map(Endpoint::address).collect();
    described.sort_unstable();
    described
}

fn document() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    settings.meta_schema = None;
    let mut generator = settings.into_generator();
    let paths = paths(&mut generator);
    let webhooks = webhooks(&mut generator);
    generator.subschema_for::<FromPlayer>();
    generator.subschema_for::<ToPlayer>();
    let refused = generator.subschema_for::<ErrorBody>();
    let schemas = plain::make(generator.take_definitions(true));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Panzergruppe Guderian",
            "version": env!("CARGO_PKG_VERSION"),
            "description": DESCRIPTION,
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "tags": tags(),
        "paths": paths,
        "webhooks": webhooks,
        "components": {
            "schemas": schemas,
            "responses": { "Refused": refusal(refused.into()) },
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A token of POST /api/tokens; where scopes are named, it has to have them.",
                },
                "session": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": pgg_server::people::SESSION,
                    "description": "The cookie that POST /api/session sets. It may do all that tokens may, and more.",
                },
            },
        },
    })
}

fn tags() -> Value {
    let tags = [
        ("people", "Sessions, accounts, tokens"),
        ("games", "Making and finding games"),
        ("play", "Playing and watching"),
        ("past", "Looking back, and questions about positions"),
        ("bots", "Programs from outside"),
        ("server", "The server itself"),
    ];
    tags.map(|(name, description)| json!({ "name": name, "description": description })).into()
}

fn paths(generator: &mut SchemaGenerator) -> Value {
    let mut paths = Map::new();
    for endpoint in endpoints::all() {
        let (method, path) = endpoint.address();
        let path = paths.entry(path).or_insert_with(|| json!({}));
        path[method] = endpoint.operation(generator);
    }
    paths.into()
}

/// The calls that the server itself makes: webhooks.
fn webhooks(generator: &mut SchemaGenerator) -> Value {
    let call = generator.subschema_for::<Call>();
    json!({
        "yourTurn": {
            "post": {
                "operationId": "your_turn",
                "summary": "It is your turn. At least once; any status from 200 to 299 takes it.",
                "parameters": [
                    {
                        "name": "x-pgg-signature", "in": "header", "required": true,
                        "description": "HMAC-SHA256 of the body by the webhook's secret, in hexadecimal digits.",
                        "schema": { "type": "string" },
                    },
                    {
                        "name": "x-pgg-delivery", "in": "header", "required": true,
                        "description": "The number of the call; the same when it is made again.",
                        "schema": { "type": "string" },
                    },
                ],
                "requestBody": { "required": true, "content": { "application/json": { "schema": call } } },
                "responses": { "200": { "description": "Taken." } },
            },
        },
    })
}

fn refusal(body: Value) -> Value {
    json!({
        "description": "Refused; nothing has been done. `error.code` tells why.",
        "headers": {
            "Retry-After": {
                "description": "With 429 and 503: try again after so many seconds.",
                "schema": { "type": "integer" },
            },
        },
        "content": { "application/json": { "schema": body } },
    })
}
