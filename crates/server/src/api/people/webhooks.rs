//! Webhooks for "your turn".

use crate::app::Shared;
use crate::error::Error;
use crate::limits::Limit;
use crate::people::Caller;
use crate::store::Webhook;
use crate::{secret, webhook};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};

const WEBHOOK: Limit = Limit::new("me.webhook").per_address(60, 60).per_session(20, 60);

/// Where to be called.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewWebhook {
    /// An `http` or `https` address.
    #[cfg_attr(feature = "types", schemars(length(max = 500)))]
    url: String,
}

/// A webhook, with the secret that signs its calls, which is shown only this once.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WebhookMade {
    /// Where calls go.
    url: String,
    /// The key of the HMAC-SHA256 in the header `x-pgg-signature`.
    secret: String,
}

/// Be called when it is your turn; see docs/server-protocol.md.
pub async fn set_webhook(
    State(app): State<Shared>,
    caller: Caller,
    Json(new): Json<NewWebhook>,
) -> Result<Json<WebhookMade>, Error> {
    caller.require_session()?;
    app.limits.check(&WEBHOOK, &caller.visit, None)?;
    webhook::check_url(&new.url, app.webhooks.may_be_private())?;
    let made = Webhook { url: new.url, secret: secret::new()? };
    app.store.set_webhook(caller.id, Some(&made)).await?;
    Ok(Json(WebhookMade { url: made.url, secret: made.secret }))
}

/// Be called no more.
pub async fn remove_webhook(State(app): State<Shared>, caller: Caller) -> Result<StatusCode, Error> {
    caller.require_session()?;
    app.limits.check(&WEBHOOK, &caller.visit, None)?;
    app.store.set_webhook(caller.id, None).await?;
    Ok(StatusCode::NO_CONTENT)
}
