//! Observability: the log, metrics for Prometheus, and the health check.

use crate::app::Shared;
use crate::error::{Error, Refused};
use crate::limits::{Limit, Visit};
use crate::secret;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use pgg_table::GameId;
use std::io::IsTerminal;
use std::str::FromStr;
use std::sync::OnceLock;
use std::time::Instant;
use tracing::Instrument;
use tracing_subscriber::EnvFilter;

const METRICS: Limit = Limit::new("metrics").per_address(60, 60);
const HEALTH: Limit = Limit::new("health").per_address(240, 60);

/// How the log is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    #[default]
    Pretty,
    /// One JSON object per line, for programs.
    Json,
}

impl FromStr for LogFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<LogFormat, String> {
        match text {
            "pretty" => Ok(LogFormat::Pretty),
            "json" => Ok(LogFormat::Json),
            _ => Err("expected pretty or json".to_owned()),
        }
    }
}

/// Starts the log, on standard error. `filter` is as in `RUST_LOG`, such as `info` or `pgg_server=debug`.
pub fn start_log(format: LogFormat, filter: &str) -> Result<(), String> {
    let filter =
        EnvFilter::try_new(filter).map_err(|e| format!("the log filter {filter:?} is wrong: {e}"))?;
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    match format {
        LogFormat::Pretty => log.with_target(false).try_init(),
        LogFormat::Json => log.json().flatten_event(true).try_init(),
    }
    .map_err(|e| format!("the log cannot be started: {e}"))
}

/// Gives every request an id, and logs and measures its outcome.
///
/// The log has the route, not the path or the query, which may contain the code of a game.
pub async fn observe(mut request: Request, next: Next) -> Response {
    let start = Instant::now();
    let id = secret::random().map(|bytes| GameId::from_random(bytes).to_string()).unwrap_or_default();
    let method = method(request.method());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route.as_ref().map_or("page", MatchedPath::as_str).to_owned();
    let header = HeaderValue::from_str(&id).ok();
    if let Some(header) = &header {
        request.headers_mut().insert("x-request-id", header.clone());
    }
    let span = tracing::info_span!("request", id, method, route);
    let mut response = next.run(request).instrument(span.clone()).await;
    let status = response.status();
    let code = response.extensions().get::<Refused>().map(|refused| refused.0);
    let milliseconds = start.elapsed().as_secs_f64() * 1000.0;
    span.in_scope(|| {
        let (status, code) = (status.as_u16(), code);
        match status {
            500.. => tracing::error!(status, code, milliseconds, "failed"),
            400.. => tracing::info!(status, code, milliseconds, "refused"),
            _ => tracing::debug!(status, milliseconds, "done"),
        }
    });
    if let Some(code) = code {
        counter!("pgg_refused_total", "code" => code).increment(1);
    }
    histogram!("pgg_request_seconds", "route" => route.clone()).record(start.elapsed().as_secs_f64());
    let status = status.as_u16().to_string();
    counter!("pgg_requests_total", "method" => method, "route" => route, "status" => status).increment(1);
    if let Some(header) = header {
        response.headers_mut().insert("x-request-id", header);
    }
    response
}

/// The metrics, for Prometheus.
pub async fn metrics_page(State(app): State<Shared>, visit: Visit) -> Response {
    if let Err(error) = app.limits.check(&METRICS, &visit, None) {
        return error.into_response();
    }
    app.measure();
    let kind = (header::CONTENT_TYPE, HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8"));
    match recorder() {
        Some(recorder) => ([kind], recorder.render()).into_response(),
        None => Error::INTERNAL.into_response(),
    }
}

/// The server is well.
#[derive(Debug, serde::Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct Health {
    /// Always `ok`; else the answer is a refusal.
    status: &'static str,
}

/// Health check: does the database answer?
pub async fn health(State(app): State<Shared>, visit: Visit) -> Response {
    if let Err(error) = app.limits.check(&HEALTH, &visit, None) {
        return error.into_response();
    }
    match app.store.check().await {
        Ok(()) => axum::Json(Health { status: "ok" }).into_response(),
        Err(error) => {
            tracing::warn!(%error, "the database does not answer");
            Error::Storage.into_response()
        }
    }
}

/// Metrics are global to the process. The first call starts them.
pub fn recorder() -> Option<&'static PrometheusHandle> {
    static RECORDER: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    RECORDER.get_or_init(install).as_ref()
}

fn install() -> Option<PrometheusHandle> {
    const SECONDS: [f64; 13] = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0, 30.0];
    const COUNTS: [f64; 10] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0];
    let installed = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)
        .and_then(|builder| builder.set_buckets_for_metric(Matcher::Suffix("_batch".to_owned()), &COUNTS))
        .and_then(PrometheusBuilder::install_recorder);
    match installed {
        Ok(handle) => {
            describe();
            Some(handle)
        }
        Err(error) => {
            tracing::error!(%error, "measurements cannot be kept");
            None
        }
    }
}

fn describe() {
    describe_counter!("pgg_requests_total", "Requests answered, by method, route and status");
    describe_histogram!("pgg_request_seconds", Unit::Seconds, "Time until an answer began, by route");
    describe_counter!("pgg_refused_total", "Requests refused, by code");
    describe_counter!("pgg_limited_total", "Requests and connections over a limit, by limit");
    describe_gauge!("pgg_connections", "Open connections");
    describe_gauge!("pgg_sockets", "Open WebSockets");
    describe_gauge!("pgg_live_games", "Games in memory");
    describe_gauge!("pgg_programs_thinking", "Programs at work");
    describe_counter!("pgg_entries_total", "Entries made durable");
    describe_histogram!("pgg_commit_batch", "Games changed in one commit");
    describe_histogram!("pgg_commit_seconds", Unit::Seconds, "Time of a commit");
    describe_counter!(
        "pgg_deadline_pauses_total",
        "Outages and jumps of the clock, after which deadlines stand still"
    );
    describe_counter!("pgg_webhooks_total", "Webhook calls, by outcome");
    // Register all metrics, so that those without events show as zero.
    for name in ["pgg_connections", "pgg_sockets", "pgg_live_games", "pgg_programs_thinking"] {
        gauge!(name).set(0.0);
    }
    counter!("pgg_entries_total").absolute(0);
}

/// A client may invent methods; metrics know only these.
fn method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
