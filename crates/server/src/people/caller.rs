//! Who makes a request: by a session's cookie, or by a token.

use super::{Scope, Scopes};
use crate::app::Shared;
use crate::error::Error;
use crate::limits::{Limit, Visit};
use crate::secret;
use crate::store::{Hash, Kind};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use pgg_table::{Name, PersonId, Time};

/// The name of the cookie.
pub const SESSION: &str = "pgg_session";

/// Who makes a request. As an extractor: somebody has to be signed in.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Who.
    pub id: PersonId,
    /// By what name.
    pub name: Name,
    /// Guest, account or bot.
    pub kind: Kind,
    /// What he may do.
    pub scopes: Scopes,
    /// Hash of his cookie or token.
    pub key: Hash,
    /// How he is known.
    pub by: By,
    /// Where he comes from; limits count by it.
    pub visit: Visit,
}

/// How a caller is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// A cookie.
    Session {
        /// Until when.
        expires: Time,
    },
    /// A token.
    Token,
}

/// Who makes a request, if anybody is signed in.
#[derive(Clone, Debug)]
pub struct MaybeCaller {
    /// Who.
    pub caller: Option<Caller>,
    /// Where he comes from; limits count by it.
    pub visit: Visit,
}

/// Sessions and tokens that are looked up in the database.
const LOOKUP: Limit = Limit::new("people.lookup").per_address(1200, 60);

impl Caller {
    /// Refuses a token without this scope.
    pub fn require(&self, scope: Scope) -> Result<(), Error> {
        if self.scopes.contains(scope) {
            return Ok(());
        }
        Err(Error::MissingScope { scope })
    }

    /// Refuses tokens: only the person himself manages his account.
    pub fn require_session(&self) -> Result<(), Error> {
        match self.by {
            By::Session { .. } => Ok(()),
            By::Token => Err(Error::SessionNeeded),
        }
    }
}

impl FromRequestParts<Shared> for MaybeCaller {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<MaybeCaller, Error> {
        let visit = Visit::from_request_parts(parts, app).await?;
        let caller = identify(app, &parts.headers, visit).await?;
        if let Some(caller) = &caller
            && !matches!(parts.method, Method::GET | Method::HEAD)
            && !caller.scopes.contains(Scope::Bot)
        {
            // A read-only token can change nothing, even if a handler forgets to check.
            caller.require(Scope::Play)?;
        }
        Ok(MaybeCaller { caller, visit })
    }
}

impl FromRequestParts<Shared> for Caller {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Caller, Error> {
        MaybeCaller::from_request_parts(parts, app).await?.caller.ok_or(Error::NoSession)
    }
}

/// Who makes a request with these headers. An invalid session counts as none; an invalid token is refused,
/// since its sender should know.
pub(crate) async fn identify(
    app: &Shared,
    headers: &HeaderMap,
    visit: Visit,
) -> Result<Option<Caller>, Error> {
    let token = bearer(headers);
    let Some(secret) = token.or_else(|| cookie(headers)) else { return Ok(None) };
    if let Some(caller) = app.people.known(&secret::hash(secret)) {
        return Ok(Some(Caller { visit, ..caller }));
    }
    app.limits.check(&LOOKUP, &visit, None)?;
    match token {
        None => app.people.by_session(secret, visit).await,
        Some(token) => match app.people.by_token(token, visit).await? {
            Some(caller) => Ok(Some(caller)),
            None => Err(Error::BadToken),
        },
    }
}

/// Hash of the cookie or token that a request has, good or not.
pub(crate) fn request_key(headers: &HeaderMap) -> Option<Hash> {
    bearer(headers).or_else(|| cookie(headers)).map(secret::hash)
}

/// The token of a request.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}

/// The session's secret of a request.
pub(crate) fn cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    cookies
        .flat_map(|value| value.split(';'))
        .filter_map(|cookie| cookie.trim().split_once('='))
        .find_map(|(name, value)| (name == SESSION).then_some(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read() {
        let mut headers = HeaderMap::new();
        assert_eq!((bearer(&headers), cookie(&headers)), (None, None));
        headers.insert(header::AUTHORIZATION, "Basic abc".parse().unwrap());
        headers.append(header::COOKIE, "a=b; other=pgg_session=1".parse().unwrap());
        assert_eq!((bearer(&headers), cookie(&headers)), (None, None));
        headers.insert(header::AUTHORIZATION, "bearer pgg_1".parse().unwrap());
        headers.append(header::COOKIE, "c=d;pgg_session=abc; e".parse().unwrap());
        assert_eq!((bearer(&headers), cookie(&headers)), (Some("pgg_1"), Some("abc")));
    }
}
