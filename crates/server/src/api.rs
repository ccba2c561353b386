//! The HTTP API: all endpoints, and the document that describes them.

pub mod about;
pub mod bots;
pub mod games;
pub mod people;
pub mod positions;

use crate::app::Shared;
use crate::telemetry;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

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

/// All endpoints.
pub fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::with_openapi(Document::openapi())
        .merge(people::router())
        .merge(games::router())
        .merge(bots::router())
        .routes(routes!(positions::ask))
        .routes(routes!(about::about))
        .routes(routes!(about::openapi))
        .routes(routes!(telemetry::health))
        .routes(routes!(telemetry::metrics_page))
}
