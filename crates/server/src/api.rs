//! The HTTP API: all endpoints in one list. `docs/openapi.json` describes them; `crates/types` generates it
//! from the types of the messages and compares it with this list.

pub mod about;
pub mod bots;
pub mod games;
pub mod people;
pub mod positions;

use crate::app::Shared;
use crate::telemetry;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{delete, get, patch, post, put};

/// A line for each endpoint: method, address, handler.
macro_rules! endpoints {
    ($($method:ident $path:literal => $($handler:ident)::+ $(, up to $limit:path)?;)*) => {
        /// All endpoints.
        pub fn router() -> Router<Shared> {
            Router::new()$(.route($path, $method($($handler)::+)$(.layer(DefaultBodyLimit::max($limit)))?))*
        }

        /// Method and address of each, for the test that compares the document with them.
        pub const ENDPOINTS: &[(&str, &str)] = &[$((stringify!($method), $path)),*];
    };
}

endpoints! {
    get "/api/session" => people::session;
    post "/api/session" => people::begin_session;
    delete "/api/session" => people::end_session;
    get "/api/me" => people::me;
    patch "/api/me" => people::change_me;
    post "/api/accounts" => people::register;
    post "/api/me/password" => people::change_password;
    put "/api/me/webhook" => people::webhooks::set_webhook;
    delete "/api/me/webhook" => people::webhooks::remove_webhook;
    get "/api/tokens" => people::tokens::tokens;
    post "/api/tokens" => people::tokens::create_token;
    delete "/api/tokens/{id}" => people::tokens::revoke_token;
    post "/api/invitations" => people::tokens::invite;

    get "/api/games" => games::lists::list;
    post "/api/games" => games::new::create;
    post "/api/games/import" => games::new::import, up to games::new::RECORD_LIMIT;
    get "/api/codes/{code}" => games::new::code;
    get "/api/games/{id}" => games::lists::game;
    post "/api/games/{id}/join" => games::play::join;
    post "/api/games/{id}/do" => games::play::act;
    post "/api/games/{id}/ask" => games::play::ask;
    get "/api/games/{id}/ws" => games::play::socket;
    get "/api/games/{id}/history" => games::past::history;
    get "/api/games/{id}/positions" => games::past::positions;
    get "/api/games/{id}/record" => games::past::record;
    get "/api/games/{id}/luck" => games::past::luck;
    post "/api/ask" => positions::ask;

    get "/api/stream/event" => bots::events;
    get "/api/bot/game/stream/{id}" => bots::game;
    post "/api/bot/game/{id}/action" => bots::action;
    post "/api/bot/game/{id}/chat" => bots::chat;
    post "/api/bot/game/{id}/resign" => bots::resign;

    get "/api/about" => about::about;
    get "/api/openapi.json" => about::openapi;
    get "/health" => telemetry::health;
    get "/metrics" => telemetry::metrics_page;
}
