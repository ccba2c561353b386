//! A player's WebSocket, and its messages as a light client reads them: parts that it does not need stay unparsed.
//!
//! It is written by hand for this tool: messages are read in place, and nothing is checked that only a broken
//! server would send. All measured servers are driven with it.

use pgg_core::Side;
use pgg_table::Request;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::net::{Ipv4Addr, SocketAddr};
use std::ops::Range;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Bytes read at once, at most.
const ROOM: usize = 4096;
/// The longest answer to the request for a WebSocket.
const HEAD: usize = 16 * 1024;
/// The kind of a message, by its first byte. Messages are never fragmented: these servers do not do that.
const TEXT: u8 = 0x81;
const CLOSE: u8 = 0x88;
const PING: u8 = 0x89;
const PONG: u8 = 0x8a;

/// A connection that ended, and why.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Lost(pub String);

impl From<std::io::Error> for Lost {
    fn from(error: std::io::Error) -> Lost {
        Lost(error.to_string())
    }
}

/// A WebSocket.
pub struct Socket {
    stream: TcpStream,
    /// The bytes received; those from `from` on have not been taken yet.
    arrived: Vec<u8>,
    from: usize,
    /// The range of the latest text in `arrived`.
    text: Range<usize>,
    /// A message on its way out.
    out: Vec<u8>,
}

impl Socket {
    /// Connect to a path of a server, with a session if there is one.
    pub async fn connect(to: SocketAddr, path: &str, cookie: Option<&str>) -> Result<Socket, Lost> {
        Socket::connect_from(to, path, cookie, None).await
    }

    /// The same through a proxy that says where it comes from.
    pub async fn connect_from(
        to: SocketAddr,
        path: &str,
        cookie: Option<&str>,
        from: Option<Ipv4Addr>,
    ) -> Result<Socket, Lost> {
        let stream = TcpStream::connect(to).await?;
        stream.set_nodelay(true)?;
        let mut socket = Socket { stream, arrived: Vec::new(), from: 0, text: 0..0, out: Vec::new() };
        let cookie = cookie.map(|cookie| format!("Cookie: {cookie}\r\n")).unwrap_or_default();
        let from = from.map(|from| format!("X-Forwarded-For: {from}\r\n")).unwrap_or_default();
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {to}\r\nOrigin: http://{to}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: cGdnLWxvYWQgcGdnLWxvYQ==\r\n{cookie}{from}\r\n"
        );
        socket.stream.write_all(request.as_bytes()).await?;
        let end = loop {
            if let Some(at) = socket.arrived.windows(4).position(|four| four == b"\r\n\r\n") {
                break at + 4;
            }
            if socket.arrived.len() > HEAD {
                return Err(Lost("the answer has no end".to_owned()));
            }
            socket.read().await?;
        };
        if !socket.arrived.starts_with(b"HTTP/1.1 101 ") {
            return Err(Lost(String::from_utf8_lossy(&socket.arrived).into_owned()));
        }
        socket.from = end;
        Ok(socket)
    }

    /// Wait for the next text. Cancellation-safe: dropping the future loses nothing.
    pub async fn next(&mut self) -> Result<(), Lost> {
        loop {
            let Some((first, body)) = self.take() else {
                self.read().await?;
                continue;
            };
            match first {
                TEXT => {
                    self.text = body;
                    return Ok(());
                }
                PING => {
                    let ping = self.arrived[body].to_vec();
                    self.write(PONG, &ping).await?;
                }
                CLOSE => {
                    let why = self.arrived.get(body.start + 2..body.end).unwrap_or_default();
                    return Err(Lost(format!("closed: {}", String::from_utf8_lossy(why))));
                }
                PONG => {}
                other => return Err(Lost(format!("a message of the unknown kind {other:#x}"))),
            }
        }
    }

    /// The text for which the caller waited.
    pub fn text(&self) -> Result<&str, Lost> {
        std::str::from_utf8(&self.arrived[self.text.clone()]).map_err(|error| Lost(error.to_string()))
    }

    /// Send a text.
    pub async fn send(&mut self, text: &str) -> Result<(), Lost> {
        self.write(TEXT, text.as_bytes()).await
    }

    /// Send a close frame, ignoring errors.
    pub async fn close(mut self) {
        let _ = self.write(CLOSE, &1000_u16.to_be_bytes()).await;
        let _ = self.stream.shutdown().await;
    }

    /// The next complete message: its first byte, and the range of its body.
    fn take(&mut self) -> Option<(u8, Range<usize>)> {
        let bytes = self.arrived.get(self.from..)?;
        let (&first, &short) = (bytes.first()?, bytes.get(1)?);
        let (head, length) = match short {
            126 => (4, u64::from(u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?))),
            127 => (10, u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?)),
            short => (2, u64::from(short)),
        };
        let start = self.from + head;
        let end = start.checked_add(usize::try_from(length).ok()?)?;
        (end <= self.arrived.len()).then(|| {
            self.from = end;
            (first, start..end)
        })
    }

    async fn read(&mut self) -> Result<(), Lost> {
        if self.from == self.arrived.len() {
            self.arrived.clear();
        } else if self.arrived.capacity() - self.arrived.len() < ROOM {
            self.arrived.drain(..self.from);
        } else {
            return self.fill().await;
        }
        self.from = 0;
        self.arrived.reserve(ROOM);
        self.fill().await
    }

    async fn fill(&mut self) -> Result<(), Lost> {
        match self.stream.read_buf(&mut self.arrived).await? {
            0 => Err(Lost("the connection ended".to_owned())),
            _ => Ok(()),
        }
    }

    async fn write(&mut self, first: u8, body: &[u8]) -> Result<(), Lost> {
        const MASKED: u8 = 0x80;
        self.out.clear();
        self.out.push(first);
        match body.len() {
            short @ 0..126 => self.out.push(MASKED | short as u8),
            middle @ 126..65_536 => {
                self.out.push(MASKED | 126);
                self.out.extend((middle as u16).to_be_bytes());
            }
            long => {
                self.out.push(MASKED | 127);
                self.out.extend((long as u64).to_be_bytes());
            }
        }
        // Clients have to mask frames to protect proxies. There are none here, and a mask of zeros leaves the
        // text unchanged.
        self.out.extend([0; 4]);
        self.out.extend(body);
        Ok(self.stream.write_all(&self.out).await?)
    }
}

/// The messages that this tool reads; like any client, it ignores all others.
#[derive(Deserialize)]
#[allow(missing_docs)]
pub struct Seen<'a> {
    pub welcome: Option<Welcome>,
    #[serde(borrow)]
    pub entry: Option<Entry<'a>>,
    pub done: Option<Done>,
    pub refused: Option<Refused>,
    pub bye: Option<Said>,
}

/// The first message.
#[derive(Deserialize)]
#[allow(missing_docs)]
pub struct Welcome {
    pub you: Vec<Side>,
    pub last: u32,
}

/// What happened, unparsed: only the first player to receive it parses it.
#[derive(Deserialize)]
#[allow(missing_docs)]
pub struct Entry<'a> {
    pub n: u32,
    #[serde(borrow)]
    pub what: &'a RawValue,
}

/// A request was carried out, as this entry.
#[derive(Deserialize)]
#[allow(missing_docs)]
pub struct Done {
    pub id: u64,
    pub n: u32,
}

/// A request was refused.
#[derive(Deserialize)]
#[allow(missing_docs)]
pub struct Refused {
    /// None if the request could not be read.
    pub id: Option<u64>,
    pub error: Said,
}

/// Why something was refused, or the connection ends.
#[derive(Debug, Deserialize)]
#[allow(missing_docs)]
pub struct Said {
    pub code: String,
    pub message: String,
}

/// A request of a player.
#[derive(Serialize)]
pub struct Do<'a> {
    /// The request itself.
    #[serde(rename = "do")]
    pub request: &'a Request,
    /// A repeated key gets the first answer; the request is not carried out again.
    pub key: &'a str,
    /// The last entry that the player has seen.
    pub at: u32,
    /// Returned with the answer.
    pub id: u64,
}

/// The path of a game's socket for a player that has seen this many entries.
pub fn path(game: &str, since: u32) -> String {
    format!("/api/games/{game}/ws?since={since}&view=light")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_read_as_far_as_it_is_needed() {
        let text = r#"{"entry":{"n":7,"at":1,"what":{"undid":{"to":3}},"events":[],"now":{}}}"#;
        let seen: Seen<'_> = serde_json::from_str(text).unwrap();
        let entry = seen.entry.unwrap();
        assert_eq!((entry.n, entry.what.get()), (7, r#"{"undid":{"to":3}}"#));
        let refused = r#"{"refused":{"id":null,"error":{"code":"storage","message":"try again"}}}"#;
        let seen: Seen<'_> = serde_json::from_str(refused).unwrap();
        assert_eq!(seen.refused.unwrap().error.code, "storage");
        // Other kinds are ignored, including those of later versions.
        let seen: Seen<'_> = serde_json::from_str(r#"{"dance":{"n":7}}"#).unwrap();
        assert!(seen.entry.is_none() && seen.done.is_none() && seen.bye.is_none());
    }
}
