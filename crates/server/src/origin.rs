//! Cross-site requests: a browser sends them with the user's cookie, but they do not come from our page.

use crate::app::Shared;
use crate::error::{Error, Foreign};
use crate::people::bearer;
use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;

/// Refuses cross-site requests that may change something, and cross-site WebSockets.
///
/// Browsers say where a request comes from, in `Origin` or in `Sec-Fetch-Site`. A request with neither does not
/// come from a browser, so its cookie was sent on purpose. Browsers never send a token on their own.
pub async fn check(State(app): State<Shared>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    if app.config.is_local() && !is_loopback(headers) {
        // A foreign host name that points to this machine (DNS rebinding).
        return refused(Foreign::Host, headers);
    }
    let harmless = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS)
        && !headers.contains_key(header::UPGRADE);
    if !harmless && bearer(headers).is_none() {
        let own = match &app.config.public_url {
            Some(url) => Own::Is(url.to_string()),
            None => Own::AsHost,
        };
        if !is_own(&own, headers) {
            return refused(Foreign::Origin, headers);
        }
    }
    next.run(request).await
}

/// What our own origin is.
enum Own {
    /// The public URL.
    Is(String),
    /// Whatever host was asked.
    AsHost,
}

fn is_own(own: &Own, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        let site = headers.get("sec-fetch-site").map(|site| site.as_bytes());
        return matches!(site, None | Some(b"same-origin" | b"none"));
    };
    let Ok(origin) = origin.to_str() else { return false };
    match own {
        Own::Is(url) => origin.eq_ignore_ascii_case(url),
        Own::AsHost => {
            let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
            let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            authority.is_some_and(|authority| !authority.is_empty() && authority.eq_ignore_ascii_case(host))
        }
    }
}

/// Does the request name this machine by a loopback address or name?
fn is_loopback(headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(header::HOST) else { return true };
    let Some(authority) = host.to_str().ok().and_then(|host| host.parse::<Authority>().ok()) else {
        return false;
    };
    let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
    host == "localhost"
        || host.ends_with(".localhost")
        || host.parse::<IpAddr>().is_ok_and(|ip| ip.to_canonical().is_loopback())
}

fn refused(what: Foreign, headers: &HeaderMap) -> Response {
    let shown = |name| headers.get(name).map(|value: &axum::http::HeaderValue| format!("{value:?}"));
    tracing::info!(origin = shown("origin"), host = shown("host"), "refused: wrong {what:?}");
    Error::WrongOrigin { what }.into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(list: &[(&'static str, &'static str)]) -> HeaderMap {
        list.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn our_own_page_by_its_host() {
        let own = |list: &[(&'static str, &'static str)]| is_own(&Own::AsHost, &headers(list));
        assert!(own(&[("host", "localhost:8460")]));
        assert!(own(&[("host", "localhost:8460"), ("origin", "http://localhost:8460")]));
        assert!(own(&[("host", "a.example"), ("origin", "https://A.example")]));
        assert!(own(&[("host", "a.example"), ("sec-fetch-site", "same-origin")]));
        for origin in
            ["http://localhost:8461", "http://evil.example", "null", "", "http://", "ftp://localhost:8460"]
        {
            assert!(!own(&[("host", "localhost:8460"), ("origin", origin)]), "{origin}");
        }
        assert!(!own(&[("host", "a.example"), ("sec-fetch-site", "cross-site")]));
        assert!(!own(&[("host", "a.example"), ("sec-fetch-site", "same-site")]));
    }

    #[test]
    fn our_own_page_by_the_public_url() {
        let own = |origin| is_own(&Own::Is("https://a.example".to_owned()), &headers(&[("origin", origin)]));
        assert!(own("https://a.example"));
        for origin in ["http://a.example", "https://a.example:8443", "https://b.a.example"] {
            assert!(!own(origin), "{origin}");
        }
    }

    #[test]
    fn names_of_this_machine() {
        for host in ["localhost", "LOCALHOST:1", "127.0.0.1:8460", "[::1]:8460", "pgg.localhost", "127.1.2.3"]
        {
            assert!(is_loopback(&headers(&[("host", host)])), "{host}");
        }
        for host in [
            "evil.example",
            "192.168.0.1:8460",
            "localhost.evil.example",
            "",
            "a b",
            "127.0.0.1.evil.example",
        ] {
            assert!(!is_loopback(&headers(&[("host", host)])), "{host}");
        }
    }
}
