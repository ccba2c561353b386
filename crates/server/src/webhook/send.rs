//! One call: signed, with a short timeout, without redirects.

use super::address::{is_private, is_private_host};
use crate::secret::hex;
use crate::store::Webhook;
use hmac::{Hmac, KeyInit, Mac};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect::Policy;
use reqwest::{Client, Url, header};
use rustls::{ClientConfig, RootCertStore};
use sha2::Sha256;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

/// The header with the signature: HMAC-SHA256 of the body, by the webhook's secret, in hexadecimal digits.
pub const SIGNATURE: &str = "x-pgg-signature";
/// The header with the call's number, the same when it is made again.
const DELIVERY: &str = "x-pgg-delivery";
const CONNECT: Duration = Duration::from_secs(5);
const WHOLE: Duration = Duration::from_secs(10);

/// What became of a call.
pub(super) enum Outcome {
    /// It arrived.
    Arrived,
    /// It did not; it may be tried again.
    Failed(String),
    /// Nobody wants it any more.
    Stale,
    /// The host has calls enough: this one waits for so long.
    Busy(Duration),
}

impl Outcome {
    pub(super) fn name(&self) -> &'static str {
        match self {
            Outcome::Arrived => "arrived",
            Outcome::Failed(_) => "failed",
            Outcome::Stale => "stale",
            Outcome::Busy(_) => "busy",
        }
    }

    pub(super) fn cause(&self) -> Option<&str> {
        match self {
            Outcome::Failed(cause) => Some(cause),
            Outcome::Arrived | Outcome::Stale | Outcome::Busy(_) => None,
        }
    }
}

/// Makes calls.
pub(super) struct Sender {
    client: Client,
    may_be_private: bool,
}

impl Sender {
    pub(super) fn new(may_be_private: bool) -> Result<Sender, String> {
        let failed = |error: &dyn std::fmt::Display| format!("webhooks cannot be called: {error}");
        let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        let tls = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| failed(&error))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let mut client = Client::builder()
            .tls_backend_preconfigured(tls)
            .user_agent(concat!("pgg/", env!("CARGO_PKG_VERSION")))
            .redirect(Policy::none())
            // A proxy would bypass the check of addresses.
            .no_proxy()
            .connect_timeout(CONNECT)
            .timeout(WHOLE)
            .pool_max_idle_per_host(0);
        if !may_be_private {
            client = client.dns_resolver(Arc::new(PublicOnly));
        }
        let client = client.build().map_err(|error| failed(&error))?;
        Ok(Sender { client, may_be_private })
    }

    pub(super) fn may_be_private(&self) -> bool {
        self.may_be_private
    }

    pub(super) async fn send(&self, webhook: &Webhook, id: &str, body: Vec<u8>) -> Outcome {
        let Ok(url) = webhook.url.parse::<Url>() else { return Outcome::Stale };
        // Literal addresses are not resolved, so they are checked here.
        if !self.may_be_private && is_private_host(&url) {
            return Outcome::Failed("the address is a private one".to_owned());
        }
        let request = self
            .client
            .post(url)
            .header(header::CONTENT_TYPE, "application/json")
            .header(DELIVERY, id)
            .header(SIGNATURE, sign(webhook.secret.as_bytes(), &body))
            .body(body);
        match request.send().await {
            Ok(answer) if answer.status().is_success() => Outcome::Arrived,
            Ok(answer) => Outcome::Failed(format!("answered {}", answer.status())),
            Err(error) => Outcome::Failed(cause(&error)),
        }
    }
}

/// Resolves names as usual, but returns only public addresses, so that the address that was checked is the one
/// connected to.
struct PublicOnly;

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = found.filter(|address| !is_private(address.ip())).collect();
            if public.is_empty() {
                return Err("the name leads to private addresses only".into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

fn sign(secret: &[u8], body: &[u8]) -> String {
    // A key of any length will do for an HMAC.
    let signed =
        Hmac::<Sha256>::new_from_slice(secret).map(|mac| mac.chain_update(body).finalize().into_bytes());
    signed.map(|bytes| hex(&bytes)).unwrap_or_default()
}

/// The error with what caused it, and without the address, which may hold secrets.
fn cause(error: &reqwest::Error) -> String {
    let mut text =
        if error.is_timeout() { "no answer in time".to_owned() } else { "cannot be reached".to_owned() };
    let mut source = std::error::Error::source(error);
    while let Some(error) = source {
        text = format!("{text}: {error}");
        source = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_hmac_sha256() {
        // RFC 4231, test case 2.
        let expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(sign(b"Jefe", b"what do ya want for nothing?"), expected);
    }

    #[tokio::test]
    async fn names_that_lead_to_this_machine_are_not_called() {
        let found = PublicOnly.resolve("localhost".parse().unwrap()).await;
        assert!(found.is_err());
    }
}
