//! The configuration of a server, from the command line and the environment. The default is a local server.

use crate::clock::Clock;
use axum::http::Uri;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;

/// The port of a server that was not told another.
pub const PORT: u16 = 8460;

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen; port 0 takes any that is free.
    pub listen: SocketAddr,
    /// `sqlite:PATH` or `postgres://…`.
    pub database: String,
    /// The address for people, if it is not the one where the server listens: behind a proxy, or by a name.
    pub public_url: Option<PublicUrl>,
    /// Who may have an account.
    pub registration: Registration,
    /// The factor of all rate limits. By default it is 1, but a local server has no limits.
    pub limit_factor: Option<f64>,
    /// Is there a proxy in front whose `X-Forwarded-For` can be believed?
    pub trust_proxy: bool,
    /// May webhooks call private addresses? On a local server they may in any case.
    pub allow_private_webhooks: bool,
    /// What time it is.
    pub clock: Clock,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), PORT),
            database: "sqlite:pgg.sqlite".to_owned(),
            public_url: None,
            registration: Registration::Open,
            limit_factor: None,
            trust_proxy: false,
            allow_private_webhooks: false,
            clock: Clock::default(),
        }
    }
}

impl Config {
    /// Is this a local server, which only its owner can reach?
    pub fn is_local(&self) -> bool {
        self.public_url.is_none() && self.listen.ip().to_canonical().is_loopback()
    }

    /// The factor of the limits; none if there are no limits, because only this machine can reach the server. A
    /// proxy in front means that others can.
    pub fn limits(&self) -> Option<f64> {
        let alone = self.is_local() && !self.trust_proxy;
        self.limit_factor.or(if alone { None } else { Some(1.0) })
    }

    /// Do browsers come by TLS?
    pub fn is_secure(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.secure)
    }

    /// The address to give to people, without a slash at the end, of a server that listens there.
    pub fn url(&self, listens: SocketAddr) -> String {
        if let Some(url) = &self.public_url {
            return url.to_string();
        }
        let mut address = listens;
        if address.ip().is_unspecified() {
            // Nobody can connect to the unspecified address; here it means this machine.
            address.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
        }
        format!("http://{address}")
    }
}

/// Who may have an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Registration {
    /// Everybody.
    #[default]
    Open,
    /// People invited by somebody who has one, or by the operator.
    Invitation,
    /// Nobody new.
    Closed,
}

impl Registration {
    /// All, with their names.
    pub const NAMES: [(&str, Registration); 3] = [
        ("open", Registration::Open),
        ("invitation", Registration::Invitation),
        ("closed", Registration::Closed),
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Registration::Open => "open",
            Registration::Invitation => "invitation",
            Registration::Closed => "closed",
        }
    }
}

impl FromStr for Registration {
    type Err = String;

    fn from_str(text: &str) -> Result<Registration, String> {
        let found = Self::NAMES.into_iter().find(|(name, _)| *name == text);
        found.map(|(_, it)| it).ok_or_else(|| "expected open, invitation or closed".to_owned())
    }
}

/// The address of the server for people: `http://` or `https://`, a host, perhaps a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    secure: bool,
    /// Host and port, in small letters, without the scheme's own port; as in a browser's `Origin`.
    authority: String,
}

impl FromStr for PublicUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<PublicUrl, String> {
        let wrong = |what: &str| format!("{what}: expected something like https://games.example.org");
        let uri: Uri = text.parse().map_err(|e| wrong(&format!("that is no URL ({e})")))?;
        let secure = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err(wrong("the URL has to begin with https:// or http://")),
        };
        let Some(authority) = uri.authority().filter(|a| !a.host().is_empty() && !a.as_str().contains('@'))
        else {
            return Err(wrong("the URL has to name a host, and no user"));
        };
        if !uri.path().trim_end_matches('/').is_empty() || uri.query().is_some() {
            return Err(wrong("the game has to be at the root of its host, without a path"));
        }
        let own = if secure { 443 } else { 80 };
        let host = authority.host().to_ascii_lowercase();
        let authority = match authority.port_u16().filter(|port| *port != own) {
            Some(port) => format!("{host}:{port}"),
            None => host,
        };
        Ok(PublicUrl { secure, authority })
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", if self.secure { "https" } else { "http" }, self.authority)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_urls() {
        let url = |text: &str| text.parse::<PublicUrl>().map(|url| url.to_string());
        assert_eq!(url("https://Games.example.org/").unwrap(), "https://games.example.org");
        assert_eq!(url("https://example.org:443").unwrap(), "https://example.org");
        assert_eq!(url("http://[::1]:8080").unwrap(), "http://[::1]:8080");
        for bad in
            ["", "example.org", "ftp://example.org", "https://", "https://a/b", "https://u@a", "https://a/?x"]
        {
            assert!(url(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn ones_own_machine() {
        assert!(Config::default().is_local());
        let listen = "0.0.0.0:80".parse().unwrap();
        let config = Config { listen, ..Config::default() };
        assert!(!config.is_local());
        assert_eq!(config.url(listen), "http://127.0.0.1:80");
        let public = Config { public_url: Some("https://a.example".parse().unwrap()), ..Config::default() };
        assert!(!public.is_local() && public.is_secure());
        assert_eq!(public.url(listen), "https://a.example");
    }

    #[test]
    fn ones_own_machine_has_no_limits_unless_they_are_asked_for() {
        let own = Config::default();
        assert_eq!(own.limits(), None);
        assert_eq!(Config { limit_factor: Some(2.0), ..own.clone() }.limits(), Some(2.0));
        assert_eq!(Config { trust_proxy: true, ..own.clone() }.limits(), Some(1.0));
        assert_eq!(Config { listen: "[::]:80".parse().unwrap(), ..own.clone() }.limits(), Some(1.0));
        assert_eq!(Config { listen: "[::1]:80".parse().unwrap(), ..own.clone() }.limits(), None);
        let named = Some("https://a.example".parse().unwrap());
        assert_eq!(Config { public_url: named, ..own }.limits(), Some(1.0));
    }
}
