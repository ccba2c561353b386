//! All endpoints. A test holds the list against the server's own.

use super::endpoint::Endpoint;
use super::endpoint::Who::{Anybody, Known, Session, SignedIn, With};
use pgg_server::api::about::About;
use pgg_server::api::bots::{BotAction, BotChat, BotDone, BotEvent, GameLine};
use pgg_server::api::games::{lists, new, past, play};
use pgg_server::api::people::{self as persons, tokens, webhooks};
use pgg_server::api::positions::{Answers, Inquiry};
use pgg_server::socket::Coming;
use pgg_server::telemetry::Health;
use pgg_table::{Asks, Luck};
use serde_json::{Map, Value};

pub(super) fn all() -> Vec<Endpoint> {
    [people(), programs(), games(), playing(), looking_back(), bots(), server()]
        .into_iter()
        .flatten()
        .collect()
}

fn people() -> Vec<Endpoint> {
    let endpoint =
        |method, path, name, who, summary| Endpoint::new((method, path), "people", name, who, summary);
    vec![
        endpoint("get", "/api/session", "session", Known, "Who is calling, if anybody.")
            .gives::<persons::Session>(200),
        endpoint(
            "post",
            "/api/session",
            "begin_session",
            Known,
            "Come in, as a guest or with login and password.",
        )
        .takes::<persons::Entrance>()
        .gives::<persons::Me>(200)
        .refuses(&[401, 409, 422]),
        endpoint("delete", "/api/session", "end_session", Session, "Leave: the session ends.")
            .gives_nothing(204),
        endpoint("get", "/api/me", "me", SignedIn, "Who am I?").gives::<persons::Me>(200),
        endpoint("patch", "/api/me", "change_me", Session, "Change one's name.")
            .takes::<persons::Changes>()
            .gives::<persons::Me>(200)
            .refuses(&[422]),
        endpoint("post", "/api/accounts", "register", Known, "Register. A guest keeps his games.")
            .takes::<persons::NewAccount>()
            .gives::<persons::Me>(201)
            .refuses(&[403, 409, 422]),
        endpoint(
            "post",
            "/api/me/password",
            "change_password",
            Session,
            "Change one's password. Other sessions end.",
        )
        .takes::<persons::NewPassword>()
        .gives_nothing(204)
        .refuses(&[403, 409, 422]),
    ]
}

fn programs() -> Vec<Endpoint> {
    let endpoint =
        |method, path, name, summary| Endpoint::new((method, path), "people", name, Session, summary);
    vec![
        endpoint("put", "/api/me/webhook", "set_webhook", "Be called when it is your turn.")
            .takes::<webhooks::NewWebhook>()
            .gives::<webhooks::WebhookMade>(200)
            .refuses(&[422]),
        endpoint("delete", "/api/me/webhook", "remove_webhook", "Be called no more.").gives_nothing(204),
        endpoint("get", "/api/tokens", "tokens", "One's tokens.").gives::<tokens::Tokens>(200),
        endpoint("post", "/api/tokens", "create_token", "Make a token for a program.")
            .takes::<tokens::NewToken>()
            .gives::<tokens::TokenMade>(201)
            .refuses(&[409, 422]),
        endpoint("delete", "/api/tokens/{id}", "revoke_token", "Revoke a token, at once.")
            .gives_nothing(204)
            .refuses(&[404]),
        endpoint("post", "/api/invitations", "invite", "Invite somebody to register.")
            .takes::<tokens::NewInvitation>()
            .gives::<tokens::InvitationMade>(201)
            .refuses(&[403, 422]),
    ]
}

fn games() -> Vec<Endpoint> {
    let endpoint =
        |method, path, name, who, summary| Endpoint::new((method, path), "games", name, who, summary);
    vec![
        endpoint("post", "/api/games", "create_game", With("play"), "Make a game.")
            .takes::<new::NewGame>()
            .gives::<new::Made>(201)
            .refuses(&[403, 422]),
        endpoint("get", "/api/games", "list_games", Known, "List games, newest first.")
            .query::<lists::Wanted>()
            .gives::<lists::Games>(200)
            .refuses(&[400, 401, 422]),
        endpoint(
            "post",
            "/api/games/import",
            "import_game",
            With("play"),
            "Bring a game in from its record.",
        )
        .takes::<new::Import>()
        .gives::<new::Made>(201)
        .refuses(&[403, 422]),
        endpoint(
            "get",
            "/api/codes/{code}",
            "find_code",
            Known,
            "Find a game by the code its maker gave you.",
        )
        .gives::<new::Found>(200)
        .refuses(&[404]),
        endpoint("get", "/api/games/{id}", "look_at_game", Known, "Look at a game. Its id is the right to.")
            .gives::<lists::Whole>(200)
            .refuses(&[404]),
    ]
}

fn playing() -> Vec<Endpoint> {
    let endpoint =
        |method, path, name, who, summary| Endpoint::new((method, path), "play", name, who, summary);
    vec![
        endpoint("post", "/api/games/{id}/join", "join_game", With("play"), "Take a seat.")
            .takes::<play::Join>()
            .gives::<play::Number>(200)
            .refuses(&[403, 404, 409, 422]),
        endpoint(
            "post",
            "/api/games/{id}/do",
            "act",
            With("play"),
            "Do something: an action, undo, an offer, chat.",
        )
        .takes::<play::Do>()
        .gives::<play::Number>(200)
        .refuses(&[403, 404, 409, 422]),
        endpoint("post", "/api/games/{id}/ask", "ask_game", Known, "Ask something that changes nothing.")
            .takes::<Asks>()
            .gives::<play::Answered>(200)
            .refuses(&[404, 422]),
        endpoint("get", "/api/games/{id}/ws", "game_socket", Known, "The WebSocket of a game.")
            .query::<Coming>()
            .gives_nothing(101)
            .refuses(&[400, 403, 404, 426]),
    ]
}

fn looking_back() -> Vec<Endpoint> {
    let endpoint = |method, path, name, summary| Endpoint::new((method, path), "past", name, Known, summary);
    vec![
        endpoint(
            "get",
            "/api/games/{id}/history",
            "game_history",
            "The log of a game with the events of every action.",
        )
        .query::<past::Since>()
        .gives::<past::History>(200)
        .refuses(&[400, 404]),
        endpoint(
            "get",
            "/api/games/{id}/positions",
            "game_positions",
            "Positions of the past, at most 200 at once.",
        )
        .query::<past::Plies>()
        .gives::<Vec<past::Past>>(200)
        .refuses(&[400, 404, 422]),
        endpoint(
            "get",
            "/api/games/{id}/record",
            "game_record",
            "The record, as docs/record-format.md has it.",
        )
        .gives_text("application/jsonl")
        .refuses(&[404]),
        endpoint("get", "/api/games/{id}/luck", "game_luck", "What dice and draws gave against the average.")
            .gives::<Luck>(200)
            .refuses(&[404]),
        endpoint("post", "/api/ask", "ask_position", "Ask about any position; nothing is kept.")
            .takes::<Inquiry>()
            .gives::<Answers>(200)
            .refuses(&[422]),
    ]
}

fn bots() -> Vec<Endpoint> {
    let endpoint =
        |method, path, name, summary| Endpoint::new((method, path), "bots", name, With("bot"), summary);
    vec![
        endpoint(
            "get",
            "/api/stream/event",
            "bot_events",
            "What concerns the bot, a line each; empty lines mean nothing.",
        )
        .streams::<BotEvent>()
        .refuses(&[403]),
        endpoint(
            "get",
            "/api/bot/game/stream/{id}",
            "bot_game",
            "A game, a line each; empty lines mean nothing.",
        )
        .streams::<GameLine>()
        .refuses(&[403, 404]),
        endpoint("post", "/api/bot/game/{id}/action", "bot_action", "Take an action.")
            .takes::<BotAction>()
            .gives::<BotDone>(200)
            .refuses(&[403, 404, 409, 422]),
        endpoint("post", "/api/bot/game/{id}/chat", "bot_chat", "Say something at the table.")
            .takes::<BotChat>()
            .gives::<BotDone>(200)
            .refuses(&[403, 404, 422]),
        endpoint("post", "/api/bot/game/{id}/resign", "bot_resign", "Give the game up.")
            .gives::<BotDone>(200)
            .refuses(&[403, 404, 409]),
    ]
}

fn server() -> Vec<Endpoint> {
    let endpoint = |path, name, summary| Endpoint::new(("get", path), "server", name, Anybody, summary);
    vec![
        endpoint("/api/about", "about", "What the server is.").gives::<About>(200),
        endpoint("/api/openapi.json", "openapi", "This document.").gives::<Map<String, Value>>(200),
        endpoint("/health", "health", "Is the server well? It is if its database answers.")
            .gives::<Health>(200)
            .refuses(&[503]),
        endpoint("/metrics", "metrics", "Measurements, for Prometheus.").gives_text("text/plain"),
    ]
}
