//! Sessions and accounts; tokens, invitations and webhooks have files of their own.

pub mod tokens;
pub mod webhooks;

pub use tokens::invitation_link;

use crate::app::Shared;
use crate::error::Error;
use crate::limits::Limit;
use crate::people::{
    Application, By, Caller, Login, MaybeCaller, NewSession, SESSION, SESSION_LASTS, Scope, Scopes,
};
use crate::store::{Kind, Person};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use pgg_table::{Name, PersonId};
use serde::{Deserialize, Serialize};

const GUEST: Limit = Limit::new("session.guest").per_address(60, 600);
const LOGIN: Limit = Limit::new("session.login").per_address(20, 60);
const REGISTER: Limit = Limit::new("accounts").per_address(20, 3600);
const PASSWORD: Limit = Limit::new("me.password").per_address(20, 60).per_session(5, 60);
const ME: Limit = Limit::new("me").per_address(600, 60).per_session(120, 60);
const CHANGE: Limit = Limit::new("me.change").per_address(60, 60).per_session(20, 60);

/// How somebody comes in.
#[derive(Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Entrance {
    /// As a guest.
    Guest(Guest),
    /// With an account.
    Login(Credentials),
}

/// A guest.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Guest {
    /// The name that others see. On a local server it may be left out.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional = nullable))]
    name: Option<Name>,
}

/// Login and password.
#[derive(Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The login.
    login: String,
    /// The password.
    password: String,
}

/// A person, as he sees himself.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Me {
    /// The id.
    id: PersonId,
    /// The name that others see.
    name: Name,
    /// `guest`, `account` or `bot`.
    kind: Kind,
    /// The login, of an account.
    login: Option<String>,
    /// Where "your turn" is sent.
    webhook: Option<String>,
    /// What this session or token allows.
    scopes: Vec<Scope>,
}

impl Me {
    fn new(person: Person, scopes: Scopes) -> Me {
        Me {
            id: person.id,
            name: person.name,
            kind: person.kind,
            login: person.login,
            webhook: person.webhook.map(|webhook| webhook.url),
            scopes: scopes.iter().collect(),
        }
    }
}

/// The name of a guest who gives none, on a local server.
const NO_NAME: &str = "Player";

/// Sign in as a guest, or with login and password. Sets the session's cookie.
pub async fn begin_session(
    State(app): State<Shared>,
    MaybeCaller { caller, visit }: MaybeCaller,
    Json(entrance): Json<Entrance>,
) -> Result<impl IntoResponse, Error> {
    let session = match entrance {
        Entrance::Login(Credentials { login, password }) => {
            app.limits.check(&LOGIN, &visit, None)?;
            let session = app.people.login(&login, password).await?;
            leave(&app, caller).await?;
            session
        }
        Entrance::Guest(Guest { name }) => {
            app.limits.check(&GUEST, &visit, None)?;
            if caller.is_some() {
                return Err(Error::SignedIn);
            }
            let default = if app.config.is_local() { Name::parse(NO_NAME).ok() } else { None };
            let Some(name) = name.or(default) else {
                return Err(Error::NameNeeded);
            };
            app.people.guest(name).await?
        }
    };
    Ok(come_in(&app, session))
}

/// Sign out: the session ends and its cookie becomes invalid.
pub async fn end_session(State(app): State<Shared>, caller: Caller) -> Result<impl IntoResponse, Error> {
    caller.require_session()?;
    app.limits.check(&CHANGE, &caller.visit, None)?;
    app.people.logout(&caller).await?;
    Ok((StatusCode::NO_CONTENT, set_cookie(&app, "", 0)))
}

/// Who is calling.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Session {
    /// The person; none if nobody is signed in.
    person: Option<Me>,
}

/// Who is signed in, if anybody: a page asks this when it starts. Unlike `/api/me` it never refuses.
pub async fn session(
    State(app): State<Shared>,
    visitor: MaybeCaller,
    headers: axum::http::HeaderMap,
) -> Result<impl IntoResponse, Error> {
    app.limits.check(&ME, &visitor.visit, None)?;
    let Some(caller) = visitor.caller else { return Ok((None, Json(Session { person: None }))) };
    let (cookie, me) = seen(&app, &caller, &headers).await?;
    Ok((cookie, Json(Session { person: Some(me) })))
}

/// Who am I?
pub async fn me(
    State(app): State<Shared>,
    caller: Caller,
    headers: axum::http::HeaderMap,
) -> Result<impl IntoResponse, Error> {
    app.limits.check(&ME, &caller.visit, None)?;
    let (cookie, me) = seen(&app, &caller, &headers).await?;
    Ok((cookie, Json(me)))
}

/// The caller, with a renewed cookie where that is due: pages ask when they start, so a session in use does not
/// expire.
async fn seen(
    app: &Shared,
    caller: &Caller,
    headers: &axum::http::HeaderMap,
) -> Result<(Option<Cookie>, Me), Error> {
    let person = app.people.find(caller.id).await?;
    let renewed = app.people.renew(caller).await?;
    let cookie = crate::people::cookie(headers).filter(|_| renewed);
    let cookie = cookie.map(|secret| set_cookie(app, secret, SESSION_LASTS.as_secs()));
    Ok((cookie, Me::new(person, caller.scopes)))
}

/// The fields to change.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Changes {
    /// The name that others see. Games keep the one by which they were joined.
    name: Name,
}

/// Change one's name.
pub async fn change_me(
    State(app): State<Shared>,
    caller: Caller,
    Json(changes): Json<Changes>,
) -> Result<Json<Me>, Error> {
    caller.require_session()?;
    app.limits.check(&CHANGE, &caller.visit, None)?;
    app.people.rename(caller.id, &changes.name).await?;
    Ok(Json(Me::new(app.people.find(caller.id).await?, caller.scopes)))
}

/// A new account.
#[derive(Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewAccount {
    /// 3 to 32 characters: lower-case letters, digits, `_` and `-`.
    login: String,
    /// 8 to 200 characters.
    #[cfg_attr(feature = "types", schemars(length(min = 8, max = 200)))]
    password: String,
    /// The name that others see; a guest keeps his, otherwise it is the login.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional = nullable))]
    name: Option<Name>,
    /// Is it for a program?
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
    bot: bool,
    /// The invitation, on a server that requires one.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional = nullable))]
    invitation: Option<String>,
}

/// Register. A guest becomes an account and keeps his games. Sets the session's cookie.
pub async fn register(
    State(app): State<Shared>,
    MaybeCaller { caller, visit }: MaybeCaller,
    Json(new): Json<NewAccount>,
) -> Result<impl IntoResponse, Error> {
    if let Some(caller) = &caller {
        caller.require_session()?;
    }
    app.limits.check(&REGISTER, &visit, None)?;
    let NewAccount { login, password, name, bot, invitation } = new;
    let application = Application { login: Login::parse(&login)?, password, name, bot, invitation };
    let session = app.people.register(caller.as_ref(), application, app.config.registration).await?;
    Ok((StatusCode::CREATED, come_in(&app, session)))
}

/// A change of password.
#[derive(Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The one there is.
    old: String,
    /// 8 to 200 characters.
    #[cfg_attr(feature = "types", schemars(length(min = 8, max = 200)))]
    new: String,
}

/// Change your password. All other sessions end.
pub async fn change_password(
    State(app): State<Shared>,
    caller: Caller,
    Json(change): Json<NewPassword>,
) -> Result<StatusCode, Error> {
    caller.require_session()?;
    app.limits.check(&PASSWORD, &caller.visit, None)?;
    app.people.change_password(&caller, change.old, change.new).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn come_in(app: &Shared, session: NewSession) -> impl IntoResponse + use<> {
    let cookie = set_cookie(app, &session.secret, SESSION_LASTS.as_secs());
    (cookie, Json(Me::new(session.person, Scopes::ALL)))
}

/// A session that is replaced by another ends.
async fn leave(app: &Shared, caller: Option<Caller>) -> Result<(), Error> {
    match caller {
        Some(caller) if matches!(caller.by, By::Session { .. }) => app.people.logout(&caller).await,
        _ => Ok(()),
    }
}

/// `HttpOnly`: no script sees it. `Lax`: other sites cannot make a browser send it with what changes something.
/// A header that sets the session's cookie.
type Cookie = AppendHeaders<Option<(header::HeaderName, HeaderValue)>>;

fn set_cookie(app: &Shared, secret: &str, seconds: u64) -> Cookie {
    let secure = if app.config.is_secure() { "; Secure" } else { "" };
    let cookie = format!("{SESSION}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
    AppendHeaders(HeaderValue::from_str(&cookie).ok().map(|value| (header::SET_COOKIE, value)))
}
