//! A client at a game's WebSocket, which follows the game by itself and finds every gap or repetition.

use super::{Answer, Client, Host};
use futures_util::{SinkExt, StreamExt};
use pgg_core::formats::position::Diagram;
use pgg_core::{Action, Recorded, State};
use pgg_server::{Config, Server};
use pgg_table::What;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

impl Host {
    /// For tests of games: a local server has no limits.
    pub async fn for_games() -> Host {
        Host::start().await
    }

    /// Closes it in good order, and starts it again on the same database.
    pub async fn restart(mut self) -> Host {
        if let Some(server) = self.server.take() {
            server.stop().await;
        }
        let database = format!("sqlite:{}", self.folder.path().join(super::DATABASE).display());
        let listen = SocketAddr::from(([127, 0, 0, 1], 0));
        let config = Config { database, listen, ..Config::default() };
        self.server = Some(Server::start(config).await.expect("the server starts again"));
        self
    }

    /// A client of the server before it was restarted.
    pub fn again(&self, client: &Client) -> Client {
        Client { url: format!("http://{}", self.address()), ..client.clone() }
    }
}

impl Answer {
    /// The JSON of an answer with this status.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        self.body.clone()
    }

    /// The code of a refusal with this status.
    #[track_caller]
    pub fn refused(&self, status: u16) -> &str {
        assert_eq!(self.status, status, "{}", self.text);
        self.code()
    }
}

impl Client {
    /// The same person at another address.
    #[must_use]
    pub fn at(&self, address: SocketAddr) -> Client {
        Client { url: format!("http://{address}"), ..self.clone() }
    }

    /// A stream of JSON lines.
    pub async fn lines(&self, path: &str) -> Lines {
        let request = self.http.get(format!("{}{path}", self.url)).headers(self.headers.clone());
        let response = request.send().await.expect("an answer");
        assert_eq!(response.status().as_u16(), 200);
        Lines { response, rest: Vec::new() }
    }
}

/// A stream of JSON lines.
pub struct Lines {
    response: reqwest::Response,
    rest: Vec<u8>,
}

impl Lines {
    /// The next line that is not empty.
    pub async fn next(&mut self) -> Value {
        loop {
            while let Some(end) = self.rest.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.rest.drain(..=end).collect();
                if !line.trim_ascii().is_empty() {
                    return serde_json::from_slice(&line).expect("a line is JSON");
                }
            }
            let more = tokio::time::timeout(LONG, self.response.chunk()).await.expect("a line in time");
            self.rest.extend(more.expect("the stream goes on").expect("the stream goes on"));
        }
    }
}

/// The state that a position of a view shows.
pub fn drawn(diagram: &Value) -> State {
    let diagram: Diagram = serde_json::from_value(diagram.clone()).expect("a diagram");
    State::try_from(&diagram).expect("what is shown is a position")
}

/// Make a game; its id and code.
pub async fn make(client: &Client, body: Value) -> (String, String) {
    let made = client.post("/api/games", body).await.expect(201);
    let text = |key: &str| made[key].as_str().expect("a text").to_owned();
    (text("id"), text("code"))
}

/// Far longer than anything takes, so that a test that waits in vain fails instead of hanging.
const LONG: Duration = Duration::from_secs(600);

/// What tests read of a message; positions stay text.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seen {
    Welcome {
        last: u32,
        view: Option<Box<RawValue>>,
    },
    Entry {
        n: u32,
        what: What,
    },
    Position {
        n: u32,
        position: Box<RawValue>,
    },
    Done {
        id: Value,
        n: u32,
    },
    Refused {
        id: Value,
        error: Said,
    },
    Answer {
        answer: Value,
    },
    Answers {
        id: Value,
        answers: Value,
    },
    Bye(Said),
    /// No test reads it; it is skipped, as any client may do.
    #[serde(skip)]
    Other,
}

impl Seen {
    const READ: [&str; 8] = ["welcome", "entry", "position", "done", "refused", "answer", "answers", "bye"];

    fn of(message: &Value) -> Seen {
        let kind = message.as_object().and_then(|fields| fields.keys().next());
        if !kind.is_some_and(|kind| Seen::READ.contains(&kind.as_str())) {
            return Seen::Other;
        }
        Seen::deserialize(message).unwrap_or_else(|error| panic!("{error}: {message}"))
    }
}

/// Why something was refused, or the connection ends.
#[derive(Debug, Deserialize)]
pub struct Said {
    pub code: String,
    pub message: String,
}

/// A connection to a game.
pub struct Socket {
    socket: WebSocketStream<TcpStream>,
    /// The last entry seen.
    pub last: u32,
    next_key: u32,
    name: String,
}

impl Socket {
    /// Connect as somebody.
    pub async fn connect(client: &Client, game: &str, query: &str) -> Socket {
        match Socket::try_connect(client, game, query, &[]).await {
            Ok(socket) => socket,
            Err(error) => panic!("the WebSocket was refused: {error}"),
        }
    }

    /// Connect with further headers; the error if it is refused.
    pub async fn try_connect(
        client: &Client,
        game: &str,
        query: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Socket, Error> {
        let url = format!("{}/api/games/{game}/ws{query}", client.url).replacen("http", "ws", 1);
        let mut request = url.into_client_request()?;
        request.headers_mut().extend(client.headers.clone());
        if let Some(secret) = client.cookie() {
            let cookie = format!("pgg_session={secret}");
            request.headers_mut().insert("cookie", cookie.parse().expect("a header"));
            if !client.headers.contains_key("origin") {
                request.headers_mut().insert("origin", client.url.parse().expect("a header"));
            }
        }
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().expect("a header"));
        }
        // A small buffer, so that a client that does not read is noticed soon.
        let stream = TcpSocket::new_v4()?;
        stream.set_recv_buffer_size(8 * 1024)?;
        let address = client.url.trim_start_matches("http://").parse().expect("an address");
        let stream = stream.connect(address).await?;
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await?;
        // Keys are unique to this connection.
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = format!("socket{}", COUNT.fetch_add(1, Ordering::Relaxed));
        Ok(Socket { socket, last: 0, next_key: 0, name })
    }

    /// Send a text as it is.
    pub async fn send_text(&mut self, text: String) {
        self.socket.send(Message::text(text)).await.expect("the connection takes it");
    }

    /// Send a message, though the server may have ended the connection.
    pub async fn try_send(&mut self, message: &Value) {
        let _ = self.socket.send(Message::text(message.to_string())).await;
    }

    /// Send a message.
    pub async fn send(&mut self, message: &Value) {
        self.send_text(message.to_string()).await;
    }

    /// The next frame of any kind; none when the connection has ended.
    pub async fn next_raw(&mut self) -> Option<Message> {
        let message = tokio::time::timeout(LONG, self.socket.next()).await.expect("a message in time");
        message.and_then(Result::ok).filter(|message| !message.is_close())
    }

    /// The next message as JSON; none when the connection has ended.
    pub async fn next_json(&mut self) -> Option<Value> {
        loop {
            let message = tokio::time::timeout(LONG, self.socket.next()).await.expect("a message in time");
            match message {
                Some(Ok(Message::Text(text))) => {
                    return Some(serde_json::from_str(&text).expect("the server sends JSON"));
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(other)) => panic!("a message that is not text: {other:?}"),
            }
        }
    }

    /// The next message; entries must come once and in order, and a position after those it is about.
    pub async fn next(&mut self) -> Option<Seen> {
        let seen = Seen::of(&self.next_json().await?);
        match &seen {
            Seen::Welcome { last, view: Some(_) } => self.last = *last,
            Seen::Entry { n, .. } => {
                assert_eq!(*n, self.last + 1, "entries come once and in order");
                self.last = *n;
            }
            Seen::Position { n, .. } => {
                assert_eq!(*n, self.last, "a position is that after the entries sent")
            }
            _ => {}
        }
        Some(seen)
    }

    /// The next message that fits; those before it are skipped.
    pub async fn until<T>(&mut self, mut fits: impl FnMut(Seen) -> Option<T>) -> T {
        loop {
            let seen = self.next().await.expect("the connection goes on");
            if let Some(found) = fits(seen) {
                return found;
            }
        }
    }

    /// Do something; the number of its entry, or the code of the refusal.
    pub async fn request(&mut self, request: Value) -> Result<u32, String> {
        self.next_key += 1;
        let key = format!("{}-{}", self.name, self.next_key);
        let at = self.last;
        self.send(&json!({"do": request, "key": key, "at": at, "id": self.next_key})).await;
        let mine = json!(self.next_key);
        self.until(|seen| match seen {
            Seen::Done { id, n } if id == mine => Some(Ok(n)),
            Seen::Refused { id, error } if id == mine => Some(Err(error.code)),
            _ => None,
        })
        .await
    }

    /// Ask something; the answer.
    pub async fn ask(&mut self, ask: Value) -> Value {
        self.send(&json!({"ask": ask, "id": "asked"})).await;
        self.until(|seen| match seen {
            Seen::Answer { answer, .. } => Some(answer),
            Seen::Refused { error, .. } => panic!("{error:?}"),
            _ => None,
        })
        .await
    }

    /// Close it.
    pub async fn close(mut self) {
        let _ = self.socket.close(None).await;
    }
}

/// Follow an entry with core alone, as a light client does; its fingerprint has to fit.
pub fn follow(state: &mut State, what: &What) {
    if let What::Acted { action, chance, state: fingerprint, .. } = what {
        state.apply(action, &mut Recorded::new(chance)).expect("the server sends legal actions");
        assert_eq!(state.fingerprint(), *fingerprint);
    }
}

/// An action as a request.
pub fn action(action: &Action) -> Value {
    json!({ "action": action })
}
