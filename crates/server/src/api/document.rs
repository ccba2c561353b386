//! The document that describes the API (OpenAPI), made of what stands at the endpoints themselves.

use crate::app::Shared;
use std::sync::OnceLock;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

/// What the document says of itself.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Panzergruppe Guderian",
        description = "Play, watch and study games. Sign in by a session's cookie or with `Authorization: Bearer` and \
                       a token. Errors are `{\"error\": {\"code\", \"message\", …}}`."
    ),
    tags(
        (name = "people", description = "Sessions, accounts, tokens"),
        (name = "games", description = "Making and finding games"),
        (name = "play", description = "Playing and watching"),
        (name = "bots", description = "Programs from outside"),
        (name = "server", description = "The server itself")
    )
)]
struct Document;

/// The document before any endpoint.
pub(super) fn begin() -> OpenApiRouter<Shared> {
    OpenApiRouter::with_openapi(Document::openapi())
}

/// The whole document, as JSON.
pub(super) fn json() -> &'static str {
    static DOCUMENT: OnceLock<String> = OnceLock::new();
    DOCUMENT.get_or_init(|| super::described().into_openapi().to_json().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use crate::api::{ENDPOINTS, described};

    /// Each endpoint says its address to the router and to the document: they have to be the same.
    #[test]
    fn the_document_has_every_endpoint_at_its_address_and_no_other() {
        let document = described().into_openapi();
        let mut described: Vec<(String, String)> = Vec::new();
        for (path, item) in &document.paths.paths {
            for (method, operation) in [
                ("get", &item.get),
                ("put", &item.put),
                ("post", &item.post),
                ("delete", &item.delete),
                ("patch", &item.patch),
            ] {
                if operation.is_some() {
                    described.push((method.to_owned(), path.clone()));
                }
            }
        }
        let mut routed: Vec<(String, String)> =
            ENDPOINTS.iter().map(|&(method, path)| (method.to_owned(), path.to_owned())).collect();
        described.sort();
        routed.sort();
        assert_eq!(described, routed);
    }
}
