//! Where a request comes from.

use crate::app::Shared;
use crate::error::Error;
use crate::people::request_key;
use crate::store::Hash;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// An address as limits count it: of IPv6 the first 64 bits, since each subscriber controls the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address(IpAddr);

impl Address {
    /// Of this host.
    pub fn new(ip: IpAddr) -> Address {
        Address(match ip.to_canonical() {
            IpAddr::V4(ip) => ip.into(),
            IpAddr::V6(ip) => Ipv6Addr::from_bits(ip.to_bits() & !u128::from(u64::MAX)).into(),
        })
    }

    /// The address of a request: the peer of the connection, or the address that a trusted proxy reports. A
    /// proxy appends the address it saw; anything before that may be forged.
    pub(crate) fn of(peer: SocketAddr, headers: &HeaderMap, trust_proxy: bool) -> Address {
        let named = trust_proxy
            .then(|| headers.get_all("x-forwarded-for").iter().next_back())
            .flatten()
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.rsplit(',').next())
            .and_then(|last| parse(last.trim()));
        Address::new(named.unwrap_or(peer.ip()))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// With or without a port.
fn parse(text: &str) -> Option<IpAddr> {
    text.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// Where a request comes from, as limits count it.
#[derive(Clone, Copy, Debug)]
pub struct Visit {
    /// The address.
    pub address: Address,
    /// Hash of the cookie or token that came with it, good or not.
    pub session: Option<Hash>,
}

impl FromRequestParts<Shared> for Visit {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Visit, Error> {
        let Some(ConnectInfo(peer)) = parts.extensions.get::<ConnectInfo<SocketAddr>>() else {
            tracing::error!("a request without the address it came from");
            return Err(Error::INTERNAL);
        };
        let address = Address::of(*peer, &parts.headers, app.config.trust_proxy);
        Ok(Visit { address, session: request_key(&parts.headers) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_hop_counts_and_only_of_a_trusted_proxy() {
        let peer = "192.0.2.1:4000".parse().unwrap();
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", "1.1.1.1".parse().unwrap());
        headers.append("x-forwarded-for", "2.2.2.2, 3.3.3.3:99".parse().unwrap());
        assert_eq!(Address::of(peer, &headers, false).to_string(), "192.0.2.1");
        assert_eq!(Address::of(peer, &headers, true).to_string(), "3.3.3.3");
        headers.append("x-forwarded-for", "nonsense".parse().unwrap());
        assert_eq!(Address::of(peer, &headers, true).to_string(), "192.0.2.1");
    }

    #[test]
    fn subscribers_not_interfaces() {
        let address = |text: &str| Address::new(text.parse().unwrap());
        assert_eq!(address("2001:db8:1:2:3::4"), address("2001:db8:1:2:ffff::"));
        assert_ne!(address("2001:db8:1:2::"), address("2001:db8:1:3::"));
        assert_eq!(address("::ffff:10.0.0.1"), address("10.0.0.1"));
    }
}
