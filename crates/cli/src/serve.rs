//! `pgg serve`: the game as a page, on your own machine or for a club.

use crate::failure::Failure;
use clap::builder::FalseyValueParser;
use pgg_server::config::{PORT, PublicUrl, Registration};
use pgg_server::telemetry::{self, LogFormat};
use pgg_server::{Config, ServeError};
use std::io::{self, Write};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::runtime::Runtime;

/// Serve the game: a page for players, an API for programs.
///
/// Without options it is for this machine alone: the games are in a file in your data directory, no account is needed,
/// and the page opens in your browser. For others to play here, give --listen and --public-url.
///
/// Examples:
///
/// `pgg serve`
///
/// `pgg serve --listen 0.0.0.0:8460 --public-url https://games.example.org --registration invitation`
///
/// Prints one line when it is ready, and shuts down cleanly on Ctrl-C or SIGTERM.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Address and port to listen at; port 0 takes any that is free
    #[arg(long, env = "PGG_LISTEN", value_name = "ADDRESS:PORT", default_value_t = SocketAddr::from(([127, 0, 0, 1], PORT)))]
    listen: SocketAddr,
    #[command(flatten)]
    database: Database,
    /// The public address of the server, if it is behind a proxy or has a name
    #[arg(long, env = "PGG_PUBLIC_URL", value_name = "URL")]
    public_url: Option<PublicUrl>,
    /// Who may have an account: open, invitation or closed
    #[arg(long, env = "PGG_REGISTRATION", value_name = "WHO", default_value = "open")]
    registration: Registration,
    /// Multiply all limits on requests by this [default: 1, and no limits where only this machine can ask]
    #[arg(long, env = "PGG_LIMIT_FACTOR", value_name = "X", value_parser = factor)]
    limit_factor: Option<f64>,
    /// There is a proxy in front: believe what it says in X-Forwarded-For
    #[arg(long, env = "PGG_TRUST_PROXY", value_parser = FalseyValueParser::new())]
    trust_proxy: bool,
    /// Let webhooks call private addresses too
    #[arg(long, env = "PGG_ALLOW_PRIVATE_WEBHOOKS", value_parser = FalseyValueParser::new())]
    allow_private_webhooks: bool,
    /// Do not open the page in a browser
    #[arg(long, env = "PGG_NO_OPEN", value_parser = FalseyValueParser::new())]
    no_open: bool,
    /// How the log is written, on standard error: pretty or json
    #[arg(long, env = "PGG_LOG", value_name = "FORM", default_value = "pretty")]
    log: LogFormat,
    /// What is logged: error, warn, info, debug or trace, also by part as in pgg_server=debug
    #[arg(long, env = "PGG_LOG_LEVEL", value_name = "FILTER")]
    log_level: Option<String>,
}

/// Where the games are.
#[derive(clap::Args)]
pub(crate) struct Database {
    /// The database, sqlite:PATH or postgres://HOST/NAME [default: a file in your data directory]
    #[arg(long = "database", env = "PGG_DATABASE", hide_env_values = true, value_name = "URL")]
    url: Option<String>,
}

impl Database {
    /// The URL of the database.
    pub(crate) fn url(&self) -> Result<String, Failure> {
        match &self.url {
            Some(url) => Ok(url.clone()),
            None => {
                let why = |e: String| Failure::Usage(format!("{e}: choose a --database sqlite:PATH"));
                let path = crate::directories::data().map_err(why)?.join("games.sqlite");
                let text = path.to_str().ok_or_else(|| {
                    let path = path.display();
                    Failure::Usage(format!(
                        "{path} cannot be written as text: choose a --database sqlite:PATH"
                    ))
                })?;
                Ok(format!("sqlite:{text}"))
            }
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let config = Config {
        listen: args.listen,
        database: args.database.url()?,
        public_url: args.public_url.clone(),
        registration: args.registration,
        limit_factor: args.limit_factor,
        trust_proxy: args.trust_proxy,
        allow_private_webhooks: args.allow_private_webhooks,
        ..Config::default()
    };
    let local = config.is_local();
    // On a local server only warnings are worth logging.
    let level = args.log_level.as_deref().unwrap_or(if local { "warn" } else { "info" });
    telemetry::start_log(args.log, level).map_err(Failure::Usage)?;
    let open = local && !args.no_open;
    let runtime = runtime()?;
    let served = runtime.block_on(async {
        let stop = stop_signal()?;
        pgg_server::serve(config, stop, |url| ready(url, open)).await.map_err(Failure::from)
    });
    // Do not wait for a program that is thinking: its move is not made yet, and will be computed again.
    runtime.shutdown_timeout(Duration::from_millis(500));
    served
}

/// For commands that talk to the database.
pub(crate) fn runtime() -> Result<Runtime, Failure> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?)
}

impl From<ServeError> for Failure {
    fn from(error: ServeError) -> Failure {
        Failure::Io(error.to_string())
    }
}

impl From<pgg_server::store::StoreError> for Failure {
    fn from(error: pgg_server::store::StoreError) -> Failure {
        Failure::Io(error.to_string())
    }
}

fn ready(url: &str, open: bool) {
    let mut out = io::stdout().lock();
    // The reader may have closed the pipe; the game goes on.
    let _ = writeln!(out, "Panzergruppe Guderian is at {url}/").and_then(|()| out.flush());
    if open && let Err(error) = open::that_detached(url) {
        let _ =
            writeln!(crate::out::stderr(), "pgg: no browser could be opened ({error}): open {url}/ yourself");
    }
}

/// Resolves on a signal to end the server.
#[cfg(unix)]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Resolves on a signal to end the server.
#[cfg(not(unix))]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async { drop(tokio::signal::ctrl_c().await) })
}

fn factor(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(factor) if factor.is_finite() && factor > 0.0 => Ok(factor),
        _ => Err("expected a number above 0".to_owned()),
    }
}
