//! The WebSocket of a game: entries out, once and in order; requests in.

use crate::app::Shared;
use crate::chat;
use crate::error::Error;
use crate::hub::live::text;
use crate::hub::{Live, Published, Retelling, Voice};
use crate::limits::{CountedBy, Pace, Visit};
use crate::people::{Scope, identify};
use crate::store::Hash;
use crate::wire::{FromPlayer, PROTOCOL, ToPlayer, Wanted, Welcome, checked};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use axum::http::HeaderMap;
use futures_util::SinkExt;
use pgg_core::Side;
use pgg_table::{Asked, Asks, Name, PersonId, Table, Who};
use serde::Deserialize;
use serde_json::Value;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::time::{Instant, timeout};

/// The largest frame a client may send.
pub const FRAME_LIMIT: usize = 16 * 1024;
/// A client that takes nothing for so long is disconnected; it can reconnect and gets what it missed.
const PATIENCE: Duration = Duration::from_secs(15);
/// How long a client that is disconnected has to read the reason.
const LINGER: Duration = Duration::from_secs(2);
/// Clients that are not to move receive actions batched, at most this much later: one packet carries several, and nobody
/// gets more than 20 updates a second.
const BATCHING: Duration = Duration::from_millis(50);
/// How often a silent connection is pinged.
const HEARTBEAT: Duration = Duration::from_secs(25);

/// What a client wants to see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Detail {
    /// Entries with their events.
    #[default]
    Light,
    /// The position as well, after every batch of entries.
    Full,
}

/// How a client comes.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Coming {
    /// The number of the last entry seen, to get only what came after it.
    pub since: Option<u32>,
    /// What it wants to see.
    #[serde(default)]
    pub view: Detail,
}

/// Who is connected.
#[derive(Clone, Debug)]
pub struct Visitor {
    /// Who, if signed in.
    pub person: Option<(PersonId, Name)>,
    /// May he act, or only look?
    pub may_act: bool,
    /// His credentials: they are checked again whenever he acts, since he may have signed out.
    pub proof: HeaderMap,
    /// Hash of that.
    pub key: Option<Hash>,
    /// Where he comes from.
    pub visit: Visit,
}

/// Why a connection ends.
enum End {
    /// The client has gone, or takes nothing any more.
    Gone,
    /// We end it, and say why.
    Bye(Error),
}

struct Connection {
    socket: WebSocket,
    app: Shared,
    live: Arc<Live>,
    visitor: Visitor,
    detail: Detail,
    pace: Pace,
    /// How often others are told that he is writing.
    writing: Pace,
    /// The last entry sent.
    sent: u32,
    /// The last position sent.
    shown: u32,
    /// Messages that are buffered and not flushed yet.
    owed: Owed,
}

/// Messages that are buffered and not flushed yet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owed {
    Nothing,
    /// It can wait for more messages.
    Later,
    Now,
}

/// Serve a connection to its end.
pub async fn run(socket: WebSocket, app: Shared, live: Arc<Live>, visitor: Visitor, coming: Coming) {
    let sides: Vec<Side> = sides(&live.table(), &visitor);
    live.attend(&sides, true);
    metrics::gauge!("pgg_sockets").increment(1);
    let (pace, writing) = (app.limits.pace(), app.limits.writing());
    let mut connection = Connection {
        socket,
        app,
        live: Arc::clone(&live),
        visitor,
        detail: coming.view,
        pace,
        writing,
        sent: 0,
        shown: 0,
        owed: Owed::Nothing,
    };
    if let Err(End::Bye(error)) = connection.talk(coming.since).await {
        let code = error.code();
        let close = CloseFrame { code: close_code::POLICY, reason: Utf8Bytes::from_static(code) };
        let bye = text(&ToPlayer::Bye(error.into()));
        let farewell = async {
            connection.socket.send(Message::Text(bye)).await?;
            connection.socket.send(Message::Close(Some(close))).await
        };
        // Read and drop what the client has sent meanwhile: otherwise the system would reset the connection and
        // discard our message.
        let said = timeout(PATIENCE, farewell).await.is_ok_and(|said| said.is_ok());
        let drain = async { while let Some(Ok(_)) = connection.socket.recv().await {} };
        let _ = timeout(if said { LINGER } else { Duration::ZERO }, drain).await;
        tracing::info!(game = %live.id(), code, "a connection was ended");
    }
    metrics::gauge!("pgg_sockets").decrement(1);
    live.attend(&sides, false);
}

impl Connection {
    async fn talk(&mut self, since: Option<u32>) -> Result<(), End> {
        let mut voice = self.welcome(since).await?;
        let mut heard = Instant::now();
        // Both futures outlive many messages: recreating them for each would cost as much as the messages.
        let mut closing = self.app.closing();
        let mut closing = pin!(closing.wait());
        let mut silence = pin!(tokio::time::sleep(HEARTBEAT));
        let mut batch = pin!(tokio::time::sleep(BATCHING));
        loop {
            tokio::select! {
                // Entries first: an answer must not overtake the entries it is about.
                biased;
                told = voice.recv() => match told {
                    Ok(message) => {
                        let before = self.owed;
                        self.pass_on(message).await?;
                        self.drain(&mut voice).await?;
                        match (before, self.owed) {
                            (Owed::Nothing, Owed::Later) => batch.as_mut().reset(Instant::now() + BATCHING),
                            (_, Owed::Now) => self.rest().await?,
                            (_, Owed::Nothing | Owed::Later) => {}
                        }
                    }
                    Err(RecvError::Lagged(_)) => voice = self.resume().await?,
                    Err(RecvError::Closed) => return Err(End::Gone),
                },
                frame = self.socket.recv() => {
                    heard = Instant::now();
                    match frame {
                        Some(Ok(Message::Text(frame))) => self.receive(&frame, &mut voice).await?,
                        Some(Ok(Message::Binary(_))) => {
                            return Err(End::Bye(Error::BadMessage { detail: "send text frames".to_owned() }));
                        }
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                        Some(Ok(Message::Close(_))) | None => return Err(End::Gone),
                        Some(Err(error)) => return Err(ended(&error)),
                    }
                }
                () = &mut batch, if self.owed != Owed::Nothing => self.rest().await?,
                () = &mut closing => {
                    return Err(End::Bye(Error::Closing));
                }
                () = &mut silence => {
                    let quiet = heard.elapsed();
                    if quiet > 3 * HEARTBEAT {
                        return Err(End::Gone);
                    }
                    // A pong counts as a sign of life; check again later.
                    if quiet >= HEARTBEAT {
                        self.send(Message::Ping(axum::body::Bytes::new())).await?;
                        silence.as_mut().reset(Instant::now() + HEARTBEAT);
                    } else {
                        silence.as_mut().reset(heard + HEARTBEAT);
                    }
                }
            }
        }
    }

    /// Sends the first message, and the entries that the client missed.
    async fn welcome(&mut self, since: Option<u32>) -> Result<Voice, End> {
        if since.is_some_and(|since| since > self.live.table().last()) {
            // The client saw the entry through another process, and this one has not received it yet.
            self.app.hub.catch_up(&self.live).await.map_err(refused)?;
        }
        let (voice, scene, missed) = self.live.listen(since);
        let last = scene.table().last();
        // What is in memory no more is told again from the log.
        let again = since.filter(|&since| since <= last && missed.is_none());
        let whole = missed.is_none() && again.is_none();
        let you = sides(scene.table(), &self.visitor);
        let welcome = Welcome {
            protocol: PROTOCOL,
            game: self.live.id(),
            last,
            view: whole.then(|| Box::new(self.app.hub.view(&scene))),
            legal: if whole && self.detail == Detail::Full { scene.legal_for(&you) } else { None },
            you,
        };
        self.feed(text(&ToPlayer::Welcome(Box::new(welcome)))).await?;
        self.feed(text(&ToPlayer::Presence(self.live.presence()))).await?;
        for message in missed.unwrap_or_default() {
            self.feed(message.text).await?;
        }
        if let Some(since) = again {
            self.tell_again(since, last).await?;
        }
        (self.sent, self.shown) = (last, if whole { last } else { 0 });
        self.rest().await?;
        Ok(voice)
    }

    /// The connection was too slow for the channel: continue from the last entry it got.
    async fn resume(&mut self) -> Result<Voice, End> {
        let (voice, scene, missed) = self.live.listen(Some(self.sent));
        let last = scene.table().last();
        match missed {
            Some(missed) => {
                for message in missed {
                    self.feed(message.text).await?;
                }
            }
            None => self.tell_again(self.sent, last).await?,
        }
        self.sent = last;
        self.rest().await?;
        Ok(voice)
    }

    /// Tells the entries after `since` up to `last` from the log, page by page, as fast as the client takes them.
    async fn tell_again(&mut self, since: u32, last: u32) -> Result<(), End> {
        let mut telling = Retelling::new(&self.app.store, &self.live, since, last);
        let visit = self.visitor.visit;
        while let Some(happened) = telling.next(&self.app.work, &visit).await.map_err(refused)? {
            for happened in happened {
                self.feed(Published::entry(happened).text).await?;
            }
        }
        Ok(())
    }

    /// Pass a message on, unless it has been sent already.
    async fn pass_on(&mut self, message: Published) -> Result<(), End> {
        if let Some(n) = message.n {
            if n <= self.sent {
                return Ok(());
            }
            self.sent = n;
        }
        if message.busy.is_none_or(|side| self.decides(side)) {
            self.owed = Owed::Now;
        } else if self.owed == Owed::Nothing {
            self.owed = Owed::Later;
        }
        self.feed(message.text).await
    }

    /// Does the visitor decide for this side?
    fn decides(&self, side: Side) -> bool {
        let person = self.visitor.person.as_ref().map(|(id, _)| *id);
        person.is_some() && self.live.table().seats()[side].person() == person
    }

    /// Passes on all messages that are waiting in the channel.
    async fn drain(&mut self, voice: &mut Voice) -> Result<(), End> {
        loop {
            match voice.try_recv() {
                Ok(message) => self.pass_on(message).await?,
                Err(TryRecvError::Empty | TryRecvError::Closed) => return Ok(()),
                Err(TryRecvError::Lagged(_)) => *voice = self.resume().await?,
            }
        }
    }

    /// The position if it is wanted, and flush.
    async fn rest(&mut self) -> Result<(), End> {
        self.owed = Owed::Nothing;
        if self.detail == Detail::Full && self.shown < self.sent {
            let scene = self.live.scene();
            // If there is a newer entry that has not been sent, it is still in the channel, and its position
            // follows it.
            if scene.table().last() == self.sent {
                self.shown = self.sent;
                let view = scene.position(&sides(scene.table(), &self.visitor));
                self.feed(text(&ToPlayer::Position(Box::new(view)))).await?;
            }
        }
        in_time(self.socket.flush()).await
    }

    async fn receive(&mut self, frame: &str, voice: &mut Voice) -> Result<(), End> {
        self.take()?;
        let FromPlayer { wanted, key, at, id } = match FromPlayer::parse(frame) {
            Ok(message) => message,
            Err(error) => {
                return self.reply(&ToPlayer::Refused { id: Value::Null, error: error.into() }).await;
            }
        };
        match wanted {
            Wanted::Do(request) => {
                let done = self.request(Asked { request, key, at }).await;
                // First the entries it led to, then `done`, in one packet.
                self.drain(voice).await?;
                let reply = match done {
                    Ok(n) => ToPlayer::Done { id, n },
                    Err(error) => ToPlayer::Refused { id, error: error.into() },
                };
                self.feed(text(&reply)).await?;
                self.rest().await
            }
            Wanted::Ask(ask) => {
                // Four questions of a list count as one message.
                if let Asks::Several(asks) = &ask {
                    (1..asks.len().div_ceil(4)).try_for_each(|_| self.take())?;
                }
                let reply = match self.answer(ask, &id).await {
                    Ok(answer) => answer,
                    Err(error) => ToPlayer::Refused { id, error: error.into() },
                };
                self.reply(&reply).await
            }
            Wanted::StopThinking(_) => {
                if !sides(&self.live.table(), &self.visitor).is_empty() {
                    self.live.stop.store(true, Ordering::Relaxed);
                }
                Ok(())
            }
            Wanted::Writing(_) => {
                // A player of both sides has no opponent to tell.
                if let [side] = sides(&self.live.table(), &self.visitor)[..]
                    && self.visitor.may_act
                    && self.writing.take().is_ok()
                {
                    self.live.tell(&ToPlayer::Writing { side });
                }
                Ok(())
            }
            Wanted::Ping(ping) => self.reply(&ToPlayer::Pong(ping)).await,
        }
    }

    /// Takes one message from the allowance.
    fn take(&self) -> Result<(), End> {
        self.pace.take().map_err(|seconds| {
            End::Bye(Error::TooManyRequests { limit: "messages", by: CountedBy::Connection, seconds })
        })
    }

    async fn request(&mut self, asked: Asked) -> Result<u32, Error> {
        checked(&asked)?;
        let Some((id, name)) = self.visitor.person.clone() else { return Err(Error::NoSession) };
        if !self.visitor.key.is_some_and(|key| self.app.people.is_known(&key, id)) {
            let caller = identify(&self.app, &self.visitor.proof, self.visitor.visit).await?;
            if caller.is_none_or(|caller| caller.id != id) {
                return Err(Error::NoSession);
            }
        }
        if !self.visitor.may_act {
            return Err(Error::MissingScope { scope: Scope::Play });
        }
        chat::check(&self.app.limits, &self.visitor.visit, &self.live, id, &asked.request)?;
        let who = Who::Person { id, name, invited: false };
        // This future is never dropped halfway. It is boxed because most connections are idle at any moment.
        Box::pin(self.app.hub.carry_out(&self.live, &who, &asked)).await
    }

    async fn answer(&mut self, asks: Asks, id: &Value) -> Result<ToPlayer, Error> {
        let (scene, work, visit) = (self.live.scene(), &self.app.work, &self.visitor.visit);
        let (id, at) = (id.clone(), scene.table().last());
        Ok(match asks.checked()? {
            Asks::One(ask) => {
                let answer = Box::new(scene.answer(ask, work, visit).await??);
                ToPlayer::Answer { id, answer, at }
            }
            Asks::Several(asks) => {
                let answers = scene.answers(asks, work, visit).await?;
                ToPlayer::Answers { id, answers, at }
            }
        })
    }

    async fn reply(&mut self, message: &ToPlayer) -> Result<(), End> {
        self.send(Message::Text(text(message))).await
    }

    async fn send(&mut self, message: Message) -> Result<(), End> {
        in_time(self.socket.send(message)).await
    }

    async fn feed(&mut self, message: Utf8Bytes) -> Result<(), End> {
        in_time(self.socket.feed(Message::Text(message))).await
    }
}

fn sides(table: &Table, visitor: &Visitor) -> Vec<Side> {
    visitor.person.iter().flat_map(|(id, _)| table.sides_of(*id)).collect()
}

fn ended(error: &axum::Error) -> End {
    let message = error.to_string();
    // The library refuses frames that are too large; everything else means that the client has gone.
    if message.contains("too long") || message.contains("too large") {
        return End::Bye(Error::TooLarge { most: Some(FRAME_LIMIT) });
    }
    End::Gone
}

fn refused(error: Error) -> End {
    End::Bye(error)
}

async fn in_time(send: impl Future<Output = Result<(), axum::Error>>) -> Result<(), End> {
    match timeout(PATIENCE, send).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(End::Gone),
        Err(_) => Err(End::Bye(Error::Slow)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::pending;

    #[tokio::test(start_paused = true)]
    async fn a_client_that_takes_nothing_is_let_go_and_told_why() {
        let begun = Instant::now();
        let sent = in_time(pending()).await;
        assert!(matches!(sent, Err(End::Bye(Error::Slow))));
        assert_eq!(begun.elapsed().as_secs(), PATIENCE.as_secs());
        assert!(in_time(async { Ok(()) }).await.is_ok());
    }
}
