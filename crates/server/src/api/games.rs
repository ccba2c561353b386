//! Games over HTTP: making, finding, joining, reading and changing them.

pub mod lists;
pub mod new;
pub mod past;
pub mod play;

pub(crate) use lists::parse_id;

use crate::app::Shared;
use axum::extract::DefaultBodyLimit;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All endpoints about games.
pub fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(new::create, lists::list))
        .merge(
            OpenApiRouter::new().routes(routes!(new::import)).layer(DefaultBodyLimit::max(new::RECORD_LIMIT)),
        )
        .routes(routes!(new::code))
        .routes(routes!(lists::game))
        .routes(routes!(play::join))
        .routes(routes!(play::act))
        .routes(routes!(play::ask))
        .routes(routes!(play::socket))
        .routes(routes!(past::history))
        .routes(routes!(past::positions))
        .routes(routes!(past::record))
        .routes(routes!(past::luck))
}
