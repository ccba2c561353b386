//! Webhooks for "your turn": delivered at least once, signed, retried for a day.

mod address;
mod hosts;
mod send;

pub use send::SIGNATURE;

use crate::app::Shared;
use crate::clock::milliseconds;
use crate::error::{BadAddress, Error};
use crate::store::{Delivery, Game, StoreError};
use hosts::Hosts;
use pgg_core::{Phase, Side};
use pgg_table::{GameId, Name, PersonId, Time};
use reqwest::Url;
use send::{Outcome, Sender};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;

/// How often the outbox is polled.
const LOOK: Duration = Duration::from_secs(1);
/// How long a call stays reserved for the process that took it; longer than a call can take.
const TAKEN: Duration = Duration::from_secs(60);
/// The pauses before a call is made again; then it is given up, after a bit more than a day.
const PAUSES: [Duration; 9] = [
    Duration::from_secs(30),
    Duration::from_secs(2 * 60),
    Duration::from_secs(10 * 60),
    Duration::from_secs(30 * 60),
    Duration::from_secs(60 * 60),
    Duration::from_secs(2 * 60 * 60),
    Duration::from_secs(4 * 60 * 60),
    Duration::from_secs(8 * 60 * 60),
    Duration::from_secs(10 * 60 * 60),
];
/// The most calls that are under way at once, each with a connection of its own.
const AT_ONCE: usize = 128;
/// The longest address.
const LONGEST: usize = 500;

/// Makes the calls.
pub struct Webhooks {
    sender: Sender,
    hosts: Hosts,
}

/// What a call says.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct Call {
    /// Which game.
    game: GameId,
    /// What it is called.
    name: Name,
    /// The side that has to decide.
    side: Side,
    /// The Game-Turn.
    turn: u8,
    /// The phase.
    phase: Phase,
    /// The page of the game.
    link: String,
}

impl Webhooks {
    /// That may call private addresses, or not.
    pub fn new(may_be_private: bool) -> Result<Webhooks, String> {
        Ok(Webhooks { sender: Sender::new(may_be_private)?, hosts: Hosts::default() })
    }

    /// May private addresses be called?
    pub fn may_be_private(&self) -> bool {
        self.sender.may_be_private()
    }
}

/// Makes calls as they become due, until the server closes.
pub async fn run(app: Shared) {
    let mut closing = app.closing();
    let mut calls = JoinSet::new();
    loop {
        let now = app.config.clock.now();
        if let Err(error) = begin(&app, now, &mut calls).await {
            tracing::warn!(%error, "webhooks have to wait");
        }
        tokio::select! {
            () = app.config.clock.sleep_until(now.plus(milliseconds(LOOK))) => {}
            // There is room for another, or this one is due again.
            Some(_) = calls.join_next() => {}
            () = closing.wait() => return,
        }
        while calls.try_join_next().is_some() {}
    }
}

/// Makes one batch of the calls that are due and waits for them; returns how many there were.
pub async fn round(app: &Shared, now: Time) -> Result<usize, StoreError> {
    let mut calls = JoinSet::new();
    begin(app, now, &mut calls).await?;
    Ok(calls.join_all().await.len())
}

/// Begins the calls that are due, as many as there is room for.
async fn begin(app: &Shared, now: Time, calls: &mut JoinSet<()>) -> Result<(), StoreError> {
    let until = now.plus(milliseconds(TAKEN));
    let room = AT_ONCE.saturating_sub(calls.len());
    if room > 0 {
        for delivery in app.store.take_deliveries(now, until, room as u32).await? {
            let app = Arc::clone(app);
            calls.spawn(async move { deliver(&app, delivery, now).await });
        }
    }
    Ok(())
}

/// Makes a call, and puts it off if it fails.
async fn deliver(app: &Shared, delivery: Delivery, now: Time) {
    let outcome = match attempt(app, &delivery).await {
        Ok(outcome) => outcome,
        // Our own database is unreachable: the call stays reserved and becomes due again by itself.
        Err(error) => return tracing::warn!(code = error.code(), "a webhook has to wait"),
    };
    let done = match (&outcome, PAUSES.get(delivery.tries.saturating_sub(1) as usize)) {
        (Outcome::Busy(pause), _) => app.store.put_back(delivery.id, now.plus(milliseconds(*pause))).await,
        (Outcome::Failed(_), Some(pause)) => {
            app.store.deliver_later(delivery.id, now.plus(milliseconds(*pause))).await
        }
        _ => app.store.delivered(delivery.id).await,
    };
    metrics::counter!("pgg_webhooks_total", "outcome" => outcome.name()).increment(1);
    tracing::info!(
        game = %delivery.game, person = %delivery.person, tries = delivery.tries,
        outcome = outcome.name(), cause = outcome.cause(), "webhook"
    );
    if let Err(error) = done {
        tracing::warn!(%error, "a webhook's outcome could not be kept");
    }
}

async fn attempt(app: &Shared, delivery: &Delivery) -> Result<Outcome, Error> {
    let person = app.store.person(delivery.person).await?;
    let Some(webhook) = person.and_then(|person| person.webhook) else { return Ok(Outcome::Stale) };
    let turn = match app.webhooks.hosts.turn(&webhook.url) {
        Ok(turn) => turn,
        Err(pause) => return Ok(Outcome::Busy(pause)),
    };
    let game = app.store.game(delivery.game).await?;
    let Some(call) = game.and_then(|game| call(app, &game, delivery.person)) else {
        return Ok(Outcome::Stale);
    };
    let body = serde_json::to_vec(&call).map_err(|_| Error::INTERNAL)?;
    let id = format!("{}-{}", delivery.game, delivery.n);
    let outcome = app.webhooks.sender.send(&webhook, &id, body).await;
    turn.end(matches!(outcome, Outcome::Arrived));
    Ok(outcome)
}

/// The body of a call, if it is still this person's turn.
fn call(app: &Shared, game: &Game, person: PersonId) -> Option<Call> {
    let side = game.summary.deciding?;
    (game.summary.ending.is_none() && game.summary.seats[side].person() == Some(person)).then(|| Call {
        game: game.id,
        name: game.name.clone(),
        side,
        turn: game.summary.turn,
        phase: game.summary.phase,
        link: format!("{}/game/{}", app.url(), game.id),
    })
}

/// Can this be called? Names are looked up only when the call is made.
pub fn check_url(text: &str, may_be_private: bool) -> Result<Url, Error> {
    let wrong = |why| Err(Error::BadWebhook(why));
    if text.len() > LONGEST {
        return wrong(BadAddress::TooLong { most: LONGEST });
    }
    let url = Url::parse(text).map_err(|_| Error::BadWebhook(BadAddress::Unreadable))?;
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
        return wrong(BadAddress::Scheme);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return wrong(BadAddress::Credentials);
    }
    if !may_be_private && address::is_private_host(&url) {
        return wrong(BadAddress::Private);
    }
    Ok(url)
}
