//! Persons and their sessions.

use super::error::Failed;
use super::rows::{from_row, get, on, optional, run, words};
use super::{Hash, Store, StoreError, no_zero};
use pgg_table::{Name, PersonId, Time};
use serde::{Deserialize, Serialize};

/// What a person is to the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "PersonKind"),
    schemars(rename = "PersonKind")
)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Known by a session alone.
    Guest,
    /// Registered, with login and password.
    Account,
    /// A program from outside, known by tokens.
    Bot,
}

/// A person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The id.
    pub id: PersonId,
    /// Guest, account or bot.
    pub kind: Kind,
    /// The name that others see.
    pub name: Name,
    /// The login name, in lower case, unique.
    pub login: Option<String>,
    /// The password, hashed by argon2id, in PHC form.
    pub password: Option<String>,
    /// What to call when it is the person's turn.
    pub webhook: Option<Webhook>,
    /// Since when the person is known.
    pub created: Time,
}

/// An address for "your turn".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Webhook {
    /// Where.
    pub url: String,
    /// What the calls are signed with.
    pub secret: String,
}

/// A browser that is logged in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session {
    /// Hash of the cookie.
    pub hash: Hash,
    /// Since when.
    pub created: Time,
    /// Until when.
    pub expires: Time,
}

/// What became of a registration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Registered {
    /// The person is registered.
    Done,
    /// The login is taken; nothing was changed.
    LoginTaken,
    /// The invitation is unknown, used up or expired (or there is no such guest); nothing was changed.
    Refused,
}

impl Store {
    /// Enters a person, with a session if one is given. With an invitation, one use of it is spent at the same time.
    pub async fn register(
        &self,
        person: &Person,
        invitation: Option<&Hash>,
        session: Option<&Session>,
    ) -> Result<Registered, StoreError> {
        let webhook = person.webhook.as_ref().map(webhook_text).transpose()?;
        no_zero("the login", person.login.as_deref().unwrap_or_default())?;
        self.changing(async {
            on!(&self.inner.write, pool => {
                let mut changes = pool.begin().await?;
                if let Some(invitation) = invitation
                    && sqlx::query(SPEND)
                        .bind(&invitation[..]).bind(person.created.0)
                        .execute(&mut *changes).await?.rows_affected() == 0
                {
                    return Ok(Registered::Refused);
                }
                let entered = sqlx::query(
                    "INSERT INTO persons (id, kind, name, login, password, webhook, created) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
                )
                .bind(person.id.as_str())
                .bind(kind_text(person.kind))
                .bind(person.name.as_str())
                .bind(person.login.as_deref())
                .bind(person.password.as_deref())
                .bind(webhook.as_deref())
                .bind(person.created.0)
                .execute(&mut *changes).await?.rows_affected();
                if entered == 0 {
                    return Ok(Registered::LoginTaken);
                }
                if let Some(session) = session {
                    sqlx::query(BEGIN_SESSION)
                        .bind(&session.hash[..]).bind(person.id.as_str())
                        .bind(session.created.0).bind(session.expires.0)
                        .execute(&mut *changes).await?;
                }
                changes.commit().await.map_err(Failed::During)?;
                Ok(Registered::Done)
            })
        })
        .await
    }

    /// Makes a guest an account, who keeps id, name and games. With an invitation, one use of it is spent at the same
    /// time.
    pub async fn promote(
        &self,
        guest: PersonId,
        login: &str,
        password: &str,
        invitation: Option<&Hash>,
        now: Time,
    ) -> Result<Registered, StoreError> {
        no_zero("the login", login)?;
        self.changing(async {
            on!(&self.inner.write, pool => {
                let mut changes = pool.begin().await?;
                if let Some(invitation) = invitation
                    && sqlx::query(SPEND).bind(&invitation[..]).bind(now.0)
                        .execute(&mut *changes).await?.rows_affected() == 0
                {
                    return Ok(Registered::Refused);
                }
                let promoted = sqlx::query(
                    "UPDATE persons SET kind = 'account', login = $2, password = $3 WHERE id = $1 AND kind = 'guest'",
                )
                .bind(guest.as_str()).bind(login).bind(password)
                .execute(&mut *changes).await;
                match promoted {
                    Ok(done) if done.rows_affected() == 0 => return Ok(Registered::Refused),
                    Ok(_) => {}
                    Err(sqlx::Error::Database(e)) if e.is_unique_violation() => return Ok(Registered::LoginTaken),
                    Err(error) => return Err(error.into()),
                }
                changes.commit().await.map_err(Failed::During)?;
                Ok(Registered::Done)
            })
        })
        .await
    }

    /// The person of this id.
    pub async fn person(&self, id: PersonId) -> Result<Option<Person>, StoreError> {
        optional!(
            self,
            Person,
            "SELECT id, kind, name, login, password, webhook, created FROM persons WHERE id = $1",
            id.as_str()
        )
    }

    /// The person who logs in by this name, given in small letters.
    pub async fn person_by_login(&self, login: &str) -> Result<Option<Person>, StoreError> {
        if login.contains('\0') {
            return Ok(None);
        }
        optional!(
            self,
            Person,
            "SELECT id, kind, name, login, password, webhook, created FROM persons WHERE login = $1",
            login
        )
    }

    /// Gives a person another name; false if there is no such person. Games keep the name by which they were joined.
    pub async fn rename(&self, id: PersonId, name: &Name) -> Result<bool, StoreError> {
        Ok(run!(self, "UPDATE persons SET name = $2 WHERE id = $1", id.as_str(), name.as_str())? > 0)
    }

    /// Gives a person another password, hashed; false if there is no such person.
    pub async fn set_password(&self, id: PersonId, password: &str) -> Result<bool, StoreError> {
        Ok(run!(self, "UPDATE persons SET password = $2 WHERE id = $1", id.as_str(), password)? > 0)
    }

    /// Sets or removes a person's webhook; false if there is no such person.
    pub async fn set_webhook(&self, id: PersonId, webhook: Option<&Webhook>) -> Result<bool, StoreError> {
        let webhook = webhook.map(webhook_text).transpose()?;
        Ok(run!(self, "UPDATE persons SET webhook = $2 WHERE id = $1", id.as_str(), webhook.as_deref())? > 0)
    }

    /// Begins a session of a person who is there.
    pub async fn begin_session(&self, person: PersonId, session: &Session) -> Result<(), StoreError> {
        run!(self, BEGIN_SESSION, &session.hash[..], person.as_str(), session.created.0, session.expires.0)?;
        Ok(())
    }

    /// Whose session this is and until when, unless it has expired.
    pub async fn session(&self, hash: &Hash, now: Time) -> Result<Option<(Person, Time)>, StoreError> {
        let found = optional!(
            self,
            InSession,
            "SELECT p.id, p.kind, p.name, p.login, p.password, p.webhook, p.created, s.expires \
             FROM sessions s JOIN persons p ON p.id = s.person WHERE s.hash = $1 AND s.expires > $2",
            &hash[..],
            now.0
        )?;
        Ok(found.map(|found| (found.person, found.expires)))
    }

    /// Lets a session last until another time.
    pub async fn extend_session(&self, hash: &Hash, expires: Time) -> Result<(), StoreError> {
        run!(self, "UPDATE sessions SET expires = $2 WHERE hash = $1", &hash[..], expires.0)?;
        Ok(())
    }

    /// Ends a session.
    pub async fn end_session(&self, hash: &Hash) -> Result<(), StoreError> {
        run!(self, "DELETE FROM sessions WHERE hash = $1", &hash[..])?;
        Ok(())
    }

    /// Ends all sessions of a person but one, as after a change of password.
    pub async fn end_other_sessions(&self, person: PersonId, keep: Option<&Hash>) -> Result<(), StoreError> {
        let keep = keep.map_or(&[][..], |hash| &hash[..]);
        run!(self, "DELETE FROM sessions WHERE person = $1 AND hash <> $2", person.as_str(), keep)?;
        Ok(())
    }

    /// Forgets sessions and invitations that have expired.
    pub async fn sweep(&self, now: Time) -> Result<(), StoreError> {
        run!(self, "DELETE FROM sessions WHERE expires <= $1", now.0)?;
        run!(self, "DELETE FROM invitations WHERE expires <= $1 OR uses_left <= 0", now.0)?;
        Ok(())
    }
}

const SPEND: &str =
    "UPDATE invitations SET uses_left = uses_left - 1 WHERE hash = $1 AND uses_left > 0 AND expires > $2";
const BEGIN_SESSION: &str = "INSERT INTO sessions (hash, person, created, expires) VALUES ($1, $2, $3, $4)";

words!(Kind);

from_row!(row => Person {
    let webhook: Option<String> = get!(row, "webhook");
    let webhook = webhook
        .map(|text| serde_json::from_str(&text))
        .transpose()
        .map_err(|e| sqlx::Error::Decode(e.into()))?;
    Ok(Person {
        id: get!(row, "id"),
        kind: get!(row, "kind"),
        name: get!(row, "name"),
        login: get!(row, "login"),
        password: get!(row, "password"),
        webhook,
        created: get!(row, "created"),
    })
});

struct InSession {
    person: Person,
    expires: Time,
}
from_row!(row => InSession { Ok(InSession { person: sqlx::FromRow::from_row(row)?, expires: get!(row, "expires") }) });

fn kind_text(kind: Kind) -> &'static str {
    match kind {
        Kind::Guest => "guest",
        Kind::Account => "account",
        Kind::Bot => "bot",
    }
}

fn webhook_text(webhook: &Webhook) -> Result<String, StoreError> {
    serde_json::to_string(webhook)
        .map_err(|e| StoreError::Refused(format!("the webhook cannot be written: {e}")))
}
