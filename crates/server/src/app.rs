//! The application: what all endpoints share, and the router that puts them together.

mod plain;

use crate::api;
use crate::config::Config;
use crate::error::Error;
use crate::hub::Hub;
use crate::limits::Limits;
use crate::people::People;
use crate::server::ServeError;
use crate::store::Store;
use crate::webhook::Webhooks;
use crate::work::Work;
use crate::{origin, page, telemetry};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use metrics::gauge;
use std::any::Any;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

/// The largest body of a request, where its endpoint does not say otherwise.
const BODY_LIMIT: usize = 64 * 1024;
/// How long a request may take until its answer begins, its body included.
const TIME_LIMIT: Duration = Duration::from_secs(30);

/// What all endpoints share.
pub struct App {
    /// How the server is set up.
    pub config: Config,
    /// What is kept.
    pub store: Store,
    /// Who is known.
    pub people: People,
    /// Who asks for too much.
    pub limits: Limits,
    /// Where long work is done.
    pub work: Work,
    /// The games that are being played.
    pub hub: Arc<Hub>,
    /// Who wants to be called.
    pub webhooks: Webhooks,
    url: String,
    closing: watch::Sender<bool>,
}

/// The application as endpoints have it.
pub type Shared = Arc<App>;

impl App {
    /// Over an open store, for a server that listens there.
    pub async fn new(config: Config, store: Store, listens: SocketAddr) -> Result<Shared, ServeError> {
        let clock = config.clock.clone();
        Ok(Arc::new(App {
            people: People::new(store.clone(), clock.clone()),
            limits: Limits::new(config.limits(), clock.clone()),
            work: Work::new(config.limits()),
            hub: Hub::new(store.clone(), clock).await?,
            webhooks: Webhooks::new(config.is_local() || config.allow_private_webhooks)
                .map_err(ServeError::Other)?,
            url: config.url(listens),
            closing: watch::Sender::new(false),
            config,
            store,
        }))
    }

    /// The address of the server for people, without a slash at the end.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// For long-running tasks: it says when the server closes, and the server waits until it is dropped.
    pub fn closing(&self) -> Closing {
        Closing(self.closing.subscribe())
    }

    /// Tells all tasks that the server closes, and waits until they have ended.
    pub(crate) async fn close(&self) {
        self.closing.send_replace(true);
        self.closing.closed().await;
    }

    /// Sets the metrics that are computed on request.
    pub(crate) fn measure(&self) {
        gauge!("pgg_live_games").set(self.hub.live_games() as f64);
        gauge!("pgg_programs_thinking").set(f64::from(self.hub.programs().at_work()));
    }
}

/// Tells when the server closes.
#[derive(Clone, Debug)]
pub struct Closing(watch::Receiver<bool>);

impl Closing {
    /// Waits until the server closes.
    pub async fn wait(&mut self) {
        // If the sender has gone, the server has too.
        let _ = self.0.wait_for(|closing| *closing).await;
    }
}

/// Everything the server answers.
pub fn router(app: &Shared) -> Router {
    let sizable = SizeAbove::new(1024).and(NotForContentType::const_new("application/x-ndjson"));
    api::router()
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(middleware::from_fn(plain::as_error))
        .layer(CompressionLayer::new().gzip(true).compress_when(sizable))
        .method_not_allowed_fallback(method_not_allowed)
        .fallback(page::serve)
        .layer(middleware::from_fn_with_state(Arc::clone(app), origin::check))
        .layer(middleware::from_fn(in_time))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn(page::protect))
        .layer(middleware::from_fn(telemetry::observe))
        .with_state(Arc::clone(app))
}

async fn in_time(request: Request, next: Next) -> Response {
    match tokio::time::timeout(TIME_LIMIT, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Error::Timeout.into_response(),
    }
}

async fn method_not_allowed() -> Error {
    Error::MethodNotAllowed
}

/// A bug of ours ends one request, not the server.
fn panicked(cause: Box<dyn Any + Send>) -> Response {
    let text = cause.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| cause.downcast_ref::<&str>().copied());
    tracing::error!(cause = text, "a request panicked");
    Error::INTERNAL.into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::{Body, to_bytes};
    use axum::routing::get;
    use std::future::pending;
    use tokio::time::Instant;
    use tower::Service;

    #[tokio::test(start_paused = true)]
    async fn a_request_that_takes_too_long_is_given_up() {
        let mut router = Router::new()
            .route("/", get(|| async { pending::<()>().await }))
            .layer(middleware::from_fn(in_time));
        let begun = Instant::now();
        let Ok(answer) = router.call(Request::new(Body::empty())).await;
        assert_eq!(begun.elapsed().as_secs(), TIME_LIMIT.as_secs());
        assert_eq!(answer.status().as_u16(), 408);
        let body = to_bytes(answer.into_body(), BODY_LIMIT).await.unwrap();
        let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(body["error"]["code"], "timeout");
    }
}
