//! Tokens for programs, and invitations to register.

use crate::app::Shared;
use crate::config::Registration;
use crate::error::Error;
use crate::limits::Limit;
use crate::people::{Caller, Scope, Scopes};
use crate::store::{Kind, Token};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use pgg_table::{Name, Time};
use serde::{Deserialize, Serialize};

const TOKENS: Limit = Limit::new("tokens").per_address(120, 60).per_session(60, 60);
const INVITE: Limit = Limit::new("invitations").per_address(60, 3600).per_session(30, 3600);

/// A token, without its secret.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TokenView {
    /// To revoke it by.
    id: String,
    /// What it is for.
    name: String,
    /// What it allows.
    scopes: Vec<String>,
    /// When it was made, in milliseconds since 1970.
    created: Time,
    /// When it was used last, to the minute.
    used: Option<Time>,
}

impl From<Token> for TokenView {
    fn from(token: Token) -> TokenView {
        let Token { id, name, scopes, created, used, .. } = token;
        TokenView { id, name, scopes, created, used }
    }
}

/// One's tokens.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Tokens {
    /// Newest first.
    tokens: Vec<TokenView>,
}

/// One's tokens.
pub async fn tokens(State(app): State<Shared>, caller: Caller) -> Result<Json<Tokens>, Error> {
    caller.require_session()?;
    app.limits.check(&TOKENS, &caller.visit, None)?;
    let tokens = app.people.tokens(&caller).await?;
    Ok(Json(Tokens { tokens: tokens.into_iter().map(TokenView::from).collect() }))
}

/// A token to be made.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What it is for.
    name: Name,
    /// What it allows.
    scopes: Vec<Scope>,
}

/// A token that was made.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TokenMade {
    /// To revoke it by.
    id: String,
    /// For the header `Authorization: Bearer`; it is shown only this once.
    token: String,
}

/// Make a token for a program.
pub async fn create_token(
    State(app): State<Shared>,
    caller: Caller,
    Json(new): Json<NewToken>,
) -> Result<(StatusCode, Json<TokenMade>), Error> {
    caller.require_session()?;
    app.limits.check(&TOKENS, &caller.visit, None)?;
    if new.scopes.is_empty() {
        return Err(Error::ScopeNeeded);
    }
    let (token, text) = app.people.create_token(&caller, &new.name, Scopes::new(&new.scopes)).await?;
    Ok((StatusCode::CREATED, Json(TokenMade { id: token.id, token: text })))
}

/// Revoke a token, at once.
pub async fn revoke_token(
    State(app): State<Shared>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Error> {
    caller.require_session()?;
    app.limits.check(&TOKENS, &caller.visit, None)?;
    app.people.revoke_token(&caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// An invitation to be made.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct NewInvitation {
    /// How many may use it, 1 to 100; 1 if it is left out.
    #[cfg_attr(feature = "types", schemars(range(min = 1, max = 100)))]
    #[cfg_attr(feature = "types", ts(optional = nullable))]
    uses: Option<u32>,
    /// How many days it lasts, 1 to 90; 14 if it is left out.
    #[cfg_attr(feature = "types", schemars(range(min = 1, max = 90)))]
    #[cfg_attr(feature = "types", ts(optional = nullable))]
    days: Option<u32>,
}

/// An invitation that was made; it is shown only this once.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct InvitationMade {
    /// What to register with.
    invitation: String,
    /// The page to register at.
    link: String,
    /// Until when, in milliseconds since 1970.
    expires: Time,
}

/// The most persons an invitation is for.
const MOST_USES: u32 = 100;
/// The most days that it lasts.
const MOST_DAYS: u32 = 90;

/// Invite somebody to register, on a server that takes accounts by invitation.
pub async fn invite(
    State(app): State<Shared>,
    caller: Caller,
    Json(new): Json<NewInvitation>,
) -> Result<(StatusCode, Json<InvitationMade>), Error> {
    caller.require_session()?;
    app.limits.check(&INVITE, &caller.visit, None)?;
    if caller.kind != Kind::Account || app.config.registration != Registration::Invitation {
        return Err(Error::CannotInvite);
    }
    let (uses, days) = (new.uses.unwrap_or(1), new.days.unwrap_or(14));
    if !(1..=MOST_USES).contains(&uses) || !(1..=MOST_DAYS).contains(&days) {
        return Err(Error::BadInvitationTerms { uses: MOST_USES, days: MOST_DAYS });
    }
    let (invitation, expires) = app.people.invite(Some(caller.id), uses, days).await?;
    let link = invitation_link(app.url(), &invitation);
    Ok((StatusCode::CREATED, Json(InvitationMade { invitation, link, expires })))
}

/// The page to register at with an invitation. The secret comes after the `#`, which is not sent to servers and
/// so does not appear in logs.
pub fn invitation_link(url: &str, invitation: &str) -> String {
    format!("{url}/register#invitation={invitation}")
}
