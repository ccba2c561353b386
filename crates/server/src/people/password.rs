//! Passwords: argon2id, a few at a time, so that a flood of logins cannot eat the memory.

use crate::error::Error;
use crate::limits::CountedBy;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use std::sync::{Arc, OnceLock};
use tokio::sync::Semaphore;

/// How many characters a password has.
const LENGTH: std::ops::RangeInclusive<usize> = 8..=200;
/// Each hash takes 19 MiB while it is computed.
const AT_ONCE: usize = 2;
/// Requests beyond that do not wait but are told to come back.
const WAITING: usize = 32;

/// Computes and verifies password hashes.
pub(super) struct Passwords {
    working: Arc<Semaphore>,
    waiting: Semaphore,
}

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords { working: Arc::new(Semaphore::new(AT_ONCE)), waiting: Semaphore::new(WAITING) }
    }
}

impl Passwords {
    /// The hash of a new password, in PHC form.
    pub(super) async fn hash(&self, password: String) -> Result<String, Error> {
        if !LENGTH.contains(&password.chars().count()) {
            return Err(Error::BadPasswordLength { least: *LENGTH.start(), most: *LENGTH.end() });
        }
        self.work(move || hash(&password)).await?
    }

    /// Is it the password of this hash? Without a hash the answer is no, after the same work.
    pub(super) async fn verify(&self, password: String, hash: Option<String>) -> Result<bool, Error> {
        // No password is longer, and the work would grow with it. A character has at most four bytes in UTF-8.
        if password.len() > 4 * LENGTH.end() {
            return Ok(false);
        }
        self.work(move || {
            let known = hash.is_some();
            let hash = match hash {
                Some(hash) => hash,
                None => nobodys()?,
            };
            let parsed = PasswordHash::new(&hash).map_err(|error| failed(&error))?;
            Ok(argon2().verify_password(password.as_bytes(), &parsed).is_ok() && known)
        })
        .await?
    }

    /// Does it on a thread for such work when its turn comes.
    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        let _waiting = self.waiting.try_acquire().map_err(|_| Error::TooManyRequests {
            limit: "passwords",
            by: CountedBy::Server,
            seconds: 5,
        })?;
        let working = Arc::clone(&self.working).acquire_owned().await.map_err(|error| failed(&error))?;
        // The permit is held by the work, so that a client that hangs up does not let another one in before it
        // is done.
        let done = tokio::task::spawn_blocking(move || (work(), drop(working)).0);
        done.await.map_err(|error| failed(&error))
    }
}

fn hash(password: &str) -> Result<String, Error> {
    let salt = crate::secret::random::<16>()?;
    let salt = SaltString::encode_b64(&salt).map_err(|error| failed(&error))?;
    let hash = argon2().hash_password(password.as_bytes(), &salt).map_err(|error| failed(&error))?;
    Ok(hash.to_string())
}

/// A hash that belongs to nobody.
fn nobodys() -> Result<String, Error> {
    static NOBODYS: OnceLock<String> = OnceLock::new();
    match NOBODYS.get() {
        Some(hash) => Ok(hash.clone()),
        None => {
            let hash = hash("nobody has this password")?;
            Ok(NOBODYS.get_or_init(|| hash).clone())
        }
    }
}

/// 19 MiB, two passes, one lane: the least that OWASP recommends for argon2id, and enough for a board game.
fn argon2() -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::default())
}

fn failed(error: &dyn std::fmt::Display) -> Error {
    tracing::error!(%error, "a password could not be worked on");
    Error::INTERNAL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn passwords_are_hashed_and_verified() {
        let passwords = Passwords::default();
        let hash = passwords.hash("correct horse".to_owned()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(passwords.verify("correct horse".to_owned(), Some(hash.clone())).await.unwrap());
        assert!(!passwords.verify("wrong horse".to_owned(), Some(hash.clone())).await.unwrap());
        assert!(!passwords.verify("nobody has this password".to_owned(), None).await.unwrap());
        assert!(!passwords.verify("x".repeat(1000), Some(hash)).await.unwrap());
    }

    #[tokio::test]
    async fn too_short_and_too_long() {
        let passwords = Passwords::default();
        for bad in ["seven77".to_owned(), "x".repeat(201)] {
            assert_eq!(passwords.hash(bad).await.unwrap_err().code(), "bad_password_length");
        }
    }
}
