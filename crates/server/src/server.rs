//! A running server: it listens, maintains its games, and shuts down cleanly.

mod patient;

use crate::app::{self, App, Shared};
use crate::config::Config;
use crate::hub::BEAT;
use crate::limits::Address;
use crate::store::{Store, StoreError};
use crate::{telemetry, webhook};
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use patient::Patient;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tower::Service;

/// All connections together.
const MOST_CONNECTIONS: usize = 20_000;
/// How long a client may take to send the head of a request, and a connection may be idle.
const HEAD: Duration = Duration::from_secs(30);
/// How long a server that closes waits for requests in progress.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// It cannot listen.
    #[error("{}", cannot_listen(*address, source))]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why not.
        source: std::io::Error,
    },
    /// Its database cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something else; the text says what.
    #[error("{0}")]
    Other(String),
}

fn cannot_listen(address: SocketAddr, source: &std::io::Error) -> String {
    match source.kind() {
        std::io::ErrorKind::AddrInUse => format!(
            "something else listens at {address} already, perhaps another `pgg serve`: \
             stop it, or choose another port with --listen"
        ),
        std::io::ErrorKind::PermissionDenied => {
            format!("this user may not listen at {address}: choose a port above 1023 with --listen")
        }
        std::io::ErrorKind::AddrNotAvailable => {
            format!("{address} is not an address of this machine: choose another with --listen")
        }
        _ => format!("cannot listen at {address}: {source}"),
    }
}

/// A server that runs until it is stopped.
pub struct Server {
    app: Shared,
    address: SocketAddr,
    accepting: JoinHandle<()>,
}

impl Server {
    /// Starts a server; when this returns, it can be reached.
    pub async fn start(config: Config) -> Result<Server, ServeError> {
        telemetry::recorder();
        let address = config.listen;
        let cannot = |source| ServeError::Listen { address, source };
        let listener = TcpListener::bind(address).await.map_err(cannot)?;
        let address = listener.local_addr().map_err(cannot)?;
        let store = Store::open(&config.database).await?;
        let app = App::new(config, store, address).await?;
        begin_tasks(&app);
        let accepting = tokio::spawn(accept(listener, Arc::clone(&app), MOST_CONNECTIONS));
        tracing::info!(%address, url = app.url(), version = env!("CARGO_PKG_VERSION"), "the server is ready");
        Ok(Server { app, address, accepting })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its address for people, without a slash at the end.
    pub fn url(&self) -> &str {
        self.app.url()
    }

    /// What its endpoints share.
    pub fn app(&self) -> &Shared {
        &self.app
    }

    /// Closes: accepts nothing new, waits a limited time for requests in progress, and closes the database.
    pub async fn stop(self) {
        tracing::info!("the server closes");
        let closing = async {
            // The connections hold `Closing` until they end.
            let _ = tokio::join!(self.accepting, self.app.close());
        };
        if tokio::time::timeout(PATIENCE, closing).await.is_err() {
            tracing::warn!("some connections did not end in time");
        }
        if tokio::time::timeout(PATIENCE, self.app.hub.close()).await.is_err() {
            tracing::warn!("where some games stand could not be kept in time; their logs have it all");
        }
        if tokio::time::timeout(PATIENCE, self.app.store.close()).await.is_err() {
            tracing::warn!("the database did not close in time");
        }
    }
}

/// Runs a server until `until` resolves. `ready` is called once, with the server's address, when it can be
/// reached.
pub async fn serve(
    config: Config,
    until: impl Future<Output = ()>,
    ready: impl FnOnce(&str),
) -> Result<(), ServeError> {
    let server = Server::start(config).await?;
    ready(server.url());
    until.await;
    server.stop().await;
    Ok(())
}

/// Background tasks, until the server closes.
fn begin_tasks(app: &Shared) {
    tokio::spawn(webhook::run(Arc::clone(app)));
    let (hub, mut closing) = (Arc::clone(&app.hub), app.closing());
    tokio::spawn(async move {
        tokio::select! {
            () = hub.follow() => {}
            () = closing.wait() => {}
        }
    });
    // At once: programs that were thinking when the last process ended.
    tokio::spawn(resume_programs(Arc::clone(app)));
    every(app, Duration::from_secs(3), resume_programs);
    every(app, Duration::from_secs(10), |app| async move {
        if let Err(error) = app.hub.tick().await {
            tracing::warn!(code = error.code(), "deadlines could not be looked at");
        }
    });
    every(app, BEAT, |app| async move {
        if let Err(error) = app.hub.beat().await {
            tracing::warn!(
                code = error.code(),
                "deadlines stand still: that the server is alive could not be kept"
            );
        }
    });
    every(app, Duration::from_secs(5), |_| async {
        if let Some(recorder) = telemetry::recorder() {
            recorder.run_upkeep();
        }
    });
    every(app, Duration::from_secs(60), |app| async move {
        app.limits.sweep();
        app.hub.sweep().await;
    });
    every(app, Duration::from_secs(60 * 60), |app| async move {
        if let Err(error) = app.store.sweep(app.config.clock.now()).await {
            tracing::warn!(%error, "old sessions could not be swept away");
        }
    });
}

async fn resume_programs(app: Shared) {
    if let Err(error) = app.hub.resume_programs().await {
        tracing::warn!(code = error.code(), "programs could not be resumed");
    }
}

/// Repeats some work at an interval.
fn every<Work>(app: &Shared, span: Duration, work: impl Fn(Shared) -> Work + Send + 'static)
where
    Work: Future<Output = ()> + Send,
{
    let (app, mut closing) = (Arc::clone(app), app.closing());
    tokio::spawn(async move {
        loop {
            work(Arc::clone(&app)).await;
            tokio::select! {
                () = tokio::time::sleep(span) => {}
                () = closing.wait() => return,
            }
        }
    });
}

/// Accepts connections, at most so many at once, until the server closes; open ones then end by themselves.
async fn accept(listener: TcpListener, app: Shared, most: usize) {
    let router = app::router(&app);
    let room = Arc::new(Semaphore::new(most));
    let mut closing = app.closing();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = closing.wait() => return,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // An error of one connection, or no free file descriptors: in that case others have to end
                // first.
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        // Behind a proxy all come from one address.
        let here = if app.config.trust_proxy { None } else { Some(app.limits.tcp(Address::new(peer.ip()))) };
        match (Arc::clone(&room).try_acquire_owned(), here.transpose()) {
            (Ok(room), Ok(here)) => {
                let connection = connect(stream, peer, router.clone());
                let mut closing = app.closing();
                metrics::gauge!("pgg_connections").increment(1);
                tokio::spawn(async move {
                    let mut connection = std::pin::pin!(connection);
                    let ended = tokio::select! {
                        ended = connection.as_mut() => ended,
                        () = closing.wait() => {
                            connection.as_mut().graceful_shutdown();
                            connection.await
                        }
                    };
                    if let Err(error) = ended {
                        tracing::debug!(%error, "a connection failed");
                    }
                    metrics::gauge!("pgg_connections").decrement(1);
                    drop((room, here));
                });
            }
            _ => drop(stream),
        }
    }
}

fn connect(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
) -> http1::UpgradeableConnection<
    TokioIo<Patient<TcpStream>>,
    impl hyper::service::Service<
        hyper::Request<Incoming>,
        Response = axum::response::Response,
        Error = std::convert::Infallible,
        Future: Send,
    > + Send,
> {
    // Answers are small and urgent, so do not delay them.
    let _ = stream.set_nodelay(true);
    let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().call(request.map(Body::new))
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(64 * 1024)
        .serve_connection(TokioIo::new(Patient::new(stream)), service)
        .with_upgrades()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::time::Instant;

    async fn listen() -> (TcpListener, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        (listener, address)
    }

    #[tokio::test]
    async fn a_client_that_does_not_end_its_head_is_let_go() {
        let (listener, address) = listen().await;
        let mut client = TcpStream::connect(address).await.unwrap();
        let (stream, peer) = listener.accept().await.unwrap();
        client.write_all(b"GET / HTTP/1.1\r\nhost: lo").await.unwrap();
        // From here on time advances as soon as all tasks are idle.
        tokio::time::pause();
        let begun = Instant::now();
        let served = tokio::spawn(connect(stream, peer, Router::new()));
        let _ = client.read_to_end(&mut Vec::new()).await;
        let _ = served.await.unwrap();
        assert_eq!(begun.elapsed().as_secs(), HEAD.as_secs());
    }

    /// The server's answer to a small request; empty if it has hung up.
    async fn ask(client: &mut TcpStream) -> String {
        let mut answer = [0; 12];
        let asked = client.write_all(b"GET /api/nothing HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
        match asked.and(client.read_exact(&mut answer).await.map(drop)) {
            Ok(()) => String::from_utf8_lossy(&answer).into_owned(),
            Err(_) => String::new(),
        }
    }

    #[tokio::test]
    async fn there_are_so_many_connections_at_once_and_no_more() {
        let folder = tempfile::tempdir().unwrap();
        let database = format!("sqlite:{}", folder.path().join("games.sqlite").display());
        let (listener, address) = listen().await;
        let store = Store::open(&database).await.unwrap();
        let app = App::new(Config { database, ..Config::default() }, store, address).await.unwrap();
        let accepting = tokio::spawn(accept(listener, Arc::clone(&app), 2));
        let connect = async || {
            let mut client = TcpStream::connect(address).await.unwrap();
            let answer = ask(&mut client).await;
            (client, answer)
        };
        let (first, second) = (connect().await, connect().await);
        assert_eq!([&first.1, &second.1], ["HTTP/1.1 404"; 2]);
        assert_eq!(connect().await.1, "", "a third is turned away");
        drop(first);
        // Its place is free as soon as the server has noticed.
        while connect().await.1.is_empty() {}
        accepting.abort();
    }
}
