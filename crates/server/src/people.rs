//! People: guests, accounts, sessions, tokens and invitations, over the store.

mod cache;
mod caller;
mod password;
mod scope;

pub(crate) use caller::identify;
pub use caller::{By, Caller, MaybeCaller, SESSION};
pub use scope::{Scope, Scopes};

pub(crate) use caller::{bearer, cookie, request_key};

use crate::clock::{Clock, milliseconds};
use crate::config::Registration;
use crate::error::{Error, Thing};
use crate::limits::Visit;
use crate::secret;
use crate::store::{self, Hash, Invitation, Kind, Person, Registered, Store, Token};
use cache::Cache;
use password::Passwords;
use pgg_table::{Name, PersonId, Time};
use std::time::Duration;

/// How long an unused session lasts.
pub const SESSION_LASTS: Duration = Duration::from_secs(90 * DAY);
/// How many valid tokens a person may have.
const MOST_TOKENS: usize = 50;
/// The precision of a token's last use, in milliseconds.
const TOKEN_USED: i64 = 60_000;
/// The prefix of tokens, by which scanners can find leaked ones.
const TOKEN_PREFIX: &str = "pgg_";
const DAY: u64 = 24 * 60 * 60;

/// The people of a server.
pub struct People {
    store: Store,
    clock: Clock,
    cache: Cache,
    passwords: Passwords,
}

/// A session as it is given to its owner, once.
pub struct NewSession {
    /// For the cookie.
    pub secret: String,
    /// Whose.
    pub person: Person,
}

/// A registration that came in.
pub struct Application {
    /// To log in by.
    pub login: Login,
    /// The password.
    pub password: String,
    /// The name that others see; the login if none is given.
    pub name: Option<Name>,
    /// Is it a program?
    pub bot: bool,
    /// The secret of an invitation.
    pub invitation: Option<String>,
}

impl People {
    /// The people in a store.
    pub fn new(store: Store, clock: Clock) -> People {
        People { store, clock, cache: Cache::default(), passwords: Passwords::default() }
    }

    /// A guest, new to the server.
    pub async fn guest(&self, name: Name) -> Result<NewSession, Error> {
        let person = self.person(Kind::Guest, name)?;
        let (secret, session) = self.session()?;
        match self.store.register(&person, None, Some(&session)).await? {
            Registered::Done => Ok(NewSession { secret, person }),
            Registered::LoginTaken | Registered::Refused => Err(Error::INTERNAL),
        }
    }

    /// A person with an account signs in.
    pub async fn login(&self, login: &str, password: String) -> Result<NewSession, Error> {
        let person = match Login::parse(login) {
            Ok(login) => self.store.person_by_login(login.as_str()).await?,
            Err(_) => None,
        };
        // An unknown login takes the same time as a wrong password.
        let known = person.as_ref().and_then(|person| person.password.clone());
        let right = self.passwords.verify(password, known).await?;
        let Some(person) = person.filter(|_| right) else {
            return Err(Error::BadLogin);
        };
        let secret = self.begin(person.id).await?;
        Ok(NewSession { secret, person })
    }

    /// Registers an account, for a guest, who keeps his games, or for a new person.
    pub async fn register(
        &self,
        guest: Option<&Caller>,
        application: Application,
        registration: Registration,
    ) -> Result<NewSession, Error> {
        if guest.is_some_and(|guest| guest.kind != Kind::Guest) {
            return Err(Error::HasAccount);
        }
        let invitation = self.admission(registration, application.invitation.as_deref()).await?;
        let login = application.login.0;
        // Hashing is expensive, so check first whether the login is taken.
        if self.store.person_by_login(&login).await?.is_some() {
            return Err(Error::LoginTaken);
        }
        let password = self.passwords.hash(application.password).await?;
        let name = application.name.or_else(|| guest.map(|guest| guest.name.clone()));
        let name = match name {
            Some(name) => name,
            None => Name::parse(&login).map_err(|_| Error::INTERNAL)?,
        };
        match guest {
            Some(guest) if !application.bot => {
                let now = self.clock.now();
                let promoted =
                    self.store.promote(guest.id, &login, &password, invitation.as_ref(), now).await?;
                granted(promoted)?;
                self.promoted(guest, &name).await
            }
            _ => {
                let kind = if application.bot { Kind::Bot } else { Kind::Account };
                let person = self.person(kind, name)?;
                let person = Person { login: Some(login), password: Some(password), ..person };
                let (secret, session) = self.session()?;
                granted(self.store.register(&person, invitation.as_ref(), Some(&session)).await?)?;
                Ok(NewSession { secret, person })
            }
        }
    }

    /// A guest has become an account: his old session ends, a new one begins.
    async fn promoted(&self, guest: &Caller, name: &Name) -> Result<NewSession, Error> {
        if guest.name != *name {
            self.store.rename(guest.id, name).await?;
        }
        self.store.end_other_sessions(guest.id, None).await?;
        self.cache.forget(guest.id);
        let secret = self.begin(guest.id).await?;
        Ok(NewSession { secret, person: self.find(guest.id).await? })
    }

    /// Ends a session.
    pub async fn logout(&self, caller: &Caller) -> Result<(), Error> {
        self.store.end_session(&caller.key).await?;
        self.cache.forget(caller.id);
        Ok(())
    }

    /// Renews a session if half of its time is over; true if its cookie has to be sent again.
    pub async fn renew(&self, caller: &Caller) -> Result<bool, Error> {
        let By::Session { expires } = caller.by else { return Ok(false) };
        let now = self.clock.now();
        if expires.since(now) > milliseconds(SESSION_LASTS) / 2 {
            return Ok(false);
        }
        self.store.extend_session(&caller.key, now.plus(milliseconds(SESSION_LASTS))).await?;
        self.cache.forget(caller.id);
        Ok(true)
    }

    /// All that is known of a person.
    pub async fn find(&self, id: PersonId) -> Result<Person, Error> {
        self.store.person(id).await?.ok_or(Error::NoSession)
    }

    /// Gives a person another name.
    pub async fn rename(&self, id: PersonId, name: &Name) -> Result<(), Error> {
        self.store.rename(id, name).await?;
        self.cache.forget(id);
        Ok(())
    }

    /// Changes a password and ends all other sessions.
    pub async fn change_password(&self, caller: &Caller, old: String, new: String) -> Result<(), Error> {
        let known = self.find(caller.id).await?.password;
        if known.is_none() {
            return Err(Error::NoAccount);
        }
        if !self.passwords.verify(old, known).await? {
            return Err(Error::BadPassword);
        }
        let new = self.passwords.hash(new).await?;
        self.store.set_password(caller.id, &new).await?;
        self.store.end_other_sessions(caller.id, Some(&caller.key)).await?;
        self.cache.forget(caller.id);
        Ok(())
    }

    /// Makes a token. Only its hash is stored, so the text cannot be shown again.
    pub async fn create_token(
        &self,
        caller: &Caller,
        name: &Name,
        scopes: Scopes,
    ) -> Result<(Token, String), Error> {
        let good = self.store.tokens_of(caller.id).await?.iter().filter(|t| t.revoked.is_none()).count();
        if good >= MOST_TOKENS {
            return Err(Error::TooManyTokens { most: MOST_TOKENS });
        }
        let text = format!("{TOKEN_PREFIX}{}", secret::new()?);
        let token = Token {
            id: PersonId::from_random(secret::random()?).to_string(),
            person: caller.id,
            name: name.to_string(),
            scopes: scopes.names().map(str::to_owned).collect(),
            created: self.clock.now(),
            used: None,
            revoked: None,
        };
        self.store.create_token(&token, &secret::hash(&text)).await?;
        Ok((token, text))
    }

    /// The valid tokens of a person.
    pub async fn tokens(&self, caller: &Caller) -> Result<Vec<Token>, Error> {
        let mut tokens = self.store.tokens_of(caller.id).await?;
        tokens.retain(|token| token.revoked.is_none());
        Ok(tokens)
    }

    /// Revokes a token, at once.
    pub async fn revoke_token(&self, caller: &Caller, id: &str) -> Result<(), Error> {
        let revoked = self.store.revoke_token(caller.id, id, self.clock.now()).await?;
        self.cache.forget(caller.id);
        if revoked { Ok(()) } else { Err(Error::NotFound { what: Thing::Token }) }
    }

    /// Makes an invitation to register. Only its hash is stored, so the text cannot be shown again.
    pub async fn invite(&self, by: Option<PersonId>, uses: u32, days: u32) -> Result<(String, Time), Error> {
        let text = secret::new()?;
        let expires = self.clock.now().plus(milliseconds(Duration::from_secs(u64::from(days) * DAY)));
        let invitation = Invitation { hash: secret::hash(&text), by, uses, expires };
        self.store.create_invitation(&invitation).await?;
        Ok((text, expires))
    }

    /// The owner of the cookie or token of this hash, if it was looked up recently.
    fn known(&self, key: &Hash) -> Option<Caller> {
        self.cache.find(key, self.clock.now())
    }

    /// Is it cached that the cookie or token of this hash is this person's?
    pub(crate) fn is_known(&self, key: &Hash, person: PersonId) -> bool {
        self.cache.is(key, person, self.clock.now())
    }

    /// The owner of this session, if it is good.
    async fn by_session(&self, text: &str, visit: Visit) -> Result<Option<Caller>, Error> {
        if !secret::is_one(text) {
            return Ok(None);
        }
        let (key, now, age) = (secret::hash(text), self.clock.now(), self.cache.age());
        let Some((person, expires)) = self.store.session(&key, now).await? else { return Ok(None) };
        let Person { id, name, kind, .. } = person;
        let by = By::Session { expires };
        let caller = Caller { id, name, kind, scopes: Scopes::ALL, key, by, visit };
        self.cache.keep(age, caller.clone(), now);
        Ok(Some(caller))
    }

    /// The owner of this token, if it is good.
    async fn by_token(&self, text: &str, visit: Visit) -> Result<Option<Caller>, Error> {
        if !text.strip_prefix(TOKEN_PREFIX).is_some_and(secret::is_one) {
            return Ok(None);
        }
        let (key, now, age) = (secret::hash(text), self.clock.now(), self.cache.age());
        let Some((token, person)) = self.store.token(&key).await? else { return Ok(None) };
        if token.used.is_none_or(|used| now.since(used) >= TOKEN_USED) {
            self.store.token_used(&token.id, now).await?;
        }
        let Person { id, name, kind, .. } = person;
        let scopes = Scopes::from_names(&token.scopes);
        let caller = Caller { id, name, kind, scopes, key, by: By::Token, visit };
        self.cache.keep(age, caller.clone(), now);
        Ok(Some(caller))
    }

    /// May somebody new register, and by which invitation?
    async fn admission(&self, registration: Registration, text: Option<&str>) -> Result<Option<Hash>, Error> {
        match (registration, text) {
            (Registration::Open, _) => Ok(None),
            (Registration::Invitation, Some(text)) => {
                let hash = secret::hash(text);
                let good = self.store.invitation_is_good(&hash, self.clock.now()).await?;
                if good { Ok(Some(hash)) } else { Err(Error::BadInvitation) }
            }
            (Registration::Invitation, None) => Err(Error::InvitationNeeded),
            (Registration::Closed, _) => Err(Error::RegistrationClosed),
        }
    }

    fn person(&self, kind: Kind, name: Name) -> Result<Person, Error> {
        let id = PersonId::from_random(secret::random()?);
        let created = self.clock.now();
        Ok(Person { id, kind, name, login: None, password: None, webhook: None, created })
    }

    fn session(&self) -> Result<(String, store::Session), Error> {
        let (secret, created) = (secret::new()?, self.clock.now());
        let expires = created.plus(milliseconds(SESSION_LASTS));
        let session = store::Session { hash: secret::hash(&secret), created, expires };
        Ok((secret, session))
    }

    async fn begin(&self, person: PersonId) -> Result<String, Error> {
        let (secret, session) = self.session()?;
        self.store.begin_session(person, &session).await?;
        Ok(secret)
    }
}

/// A name to log in by: 3 to 32 small letters, digits, `_` or `-`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Login(String);

impl Login {
    /// From user input; letters become lower-case.
    pub fn parse(text: &str) -> Result<Login, Error> {
        let text = text.trim().to_ascii_lowercase();
        let fits = |b: u8| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-');
        if (3..=32).contains(&text.len()) && text.bytes().all(fits) {
            return Ok(Login(text));
        }
        Err(Error::BadLoginName)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn granted(registered: Registered) -> Result<(), Error> {
    match registered {
        Registered::Done => Ok(()),
        Registered::LoginTaken => Err(Error::LoginTaken),
        Registered::Refused => Err(Error::BadInvitation),
    }
}
