//! Errors as a client sees them: refusals by the table, and by the server itself. Each is a code with its
//! facts, its HTTP status, and an English sentence for programs and logs; the page has its own sentences.

use crate::Scope;
use pgg_core::{BadPosition, Illegal};
use pgg_table::Fault;
use serde::Serialize;

/// Why a request was not done.
#[derive(Clone, Debug, PartialEq, Serialize, strum::IntoStaticStr, thiserror::Error)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ServerFault"),
    schemars(rename = "ServerFault")
)]
#[serde(tag = "code", content = "facts", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Error {
    /// An action has to say which entry was seen last.
    #[error("say with \"at\" which entry you saw last, so that this is not done to another position")]
    NoAt,
    /// The key of a request is too long.
    #[error("a key has at most {most} bytes")]
    BadKey {
        /// How long it may be.
        most: usize,
    },
    /// Not a valid join code.
    #[error("{}", BadCode)]
    BadCode,
    /// There is no program of this name.
    #[error("there is no such program: there are {}", levels.join(", "))]
    NoSuchLevel {
        /// Those there are.
        levels: &'static [&'static str],
    },
    /// Nobody has that login.
    #[error("nobody has that login")]
    NoSuchPerson,
    /// Nobody plays against himself: choose both sides.
    #[error("to play both sides yourself, choose both")]
    Yourself,
    /// The game does not have these positions, or too many were asked for at once.
    #[error(
        "the game has {actions} actions; ask for at most {most} positions, from the earlier to the later"
    )]
    BadRange {
        /// How many actions the game has.
        actions: u32,
        /// How many positions at once.
        most: u32,
    },
    /// Not a valid cursor of a list.
    #[error("{}", BadCursor)]
    BadCursor,
    /// Nobody is signed in.
    #[error("nobody is signed in: open a session or send a token")]
    NoSession,
    /// There is no such login, or the password is wrong.
    #[error("there is no such login, or the password is wrong")]
    BadLogin,
    /// The token is unknown or revoked.
    #[error("the token is unknown or revoked")]
    BadToken,
    /// The token may not do that.
    #[error("this token has not the scope \"{}\"", scope.name())]
    MissingScope {
        /// What it would need.
        scope: Scope,
    },
    /// No token may do that.
    #[error("a token cannot do that: sign in with a browser")]
    SessionNeeded,
    /// It came from another site's page, or under a host name that is not this machine's.
    #[error("{what}")]
    WrongOrigin {
        /// What is wrong.
        what: Foreign,
    },
    /// Somebody is signed in.
    #[error("you are signed in already: change your name, or end the session first")]
    SignedIn,
    /// The caller has an account already.
    #[error("you have an account; log out first to make another")]
    HasAccount,
    /// The caller has no account.
    #[error("a guest has no password; register first")]
    NoAccount,
    /// A guest needs a name.
    #[error("a guest needs a name")]
    NameNeeded,
    /// Not a valid login name.
    #[error("a login has 3 to 32 characters: letters from a to z, digits, _ and -")]
    BadLoginName,
    /// Somebody has this login.
    #[error("somebody has this login: choose another")]
    LoginTaken,
    /// The old password is wrong.
    #[error("the old password is wrong")]
    BadPassword,
    /// A password is too short or too long.
    #[error("a password has {least} to {most} characters")]
    BadPasswordLength {
        /// The fewest characters.
        least: usize,
        /// The most.
        most: usize,
    },
    /// New accounts need an invitation.
    #[error("this server takes new accounts by invitation only")]
    InvitationNeeded,
    /// The invitation is unknown, used up or too old.
    #[error("the invitation is unknown, used up or too old: ask for another")]
    BadInvitation,
    /// This server takes no new accounts.
    #[error("this server takes no new accounts")]
    RegistrationClosed,
    /// Only somebody with an account can invite, on a server that takes accounts by invitation.
    #[error("only somebody with an account can invite, on a server that takes accounts by invitation")]
    CannotInvite,
    /// Too many uses or too many days for an invitation.
    #[error("an invitation is for 1 to {uses} persons and lasts 1 to {days} days")]
    BadInvitationTerms {
        /// The most persons.
        uses: u32,
        /// The most days.
        days: u32,
    },
    /// A token has at least one scope.
    #[error("a token needs a scope: read, play or bot")]
    ScopeNeeded,
    /// Revoke a token first.
    #[error("you have {most} tokens: revoke one first")]
    TooManyTokens {
        /// How many one may have.
        most: usize,
    },
    /// The address of a webhook cannot be called.
    #[error("{0}")]
    BadWebhook(BadAddress),
    /// This build lacks that part.
    #[error(
        "this pgg was built without webhooks, as `cargo play` builds it: use a released pgg, or build one with \
         `cargo build --release --package pgg`"
    )]
    NotBuilt,
    /// More than a limit allows: try again after so many seconds.
    #[error("that is more than this server takes: try again in {seconds} seconds")]
    TooManyRequests {
        /// Which limit.
        limit: &'static str,
        /// What it counts by.
        by: CountedBy,
        /// When there will be more.
        seconds: u32,
    },
    /// The database cannot be reached or is full; nothing was done or told: try again with the same `key`.
    #[error("the server cannot reach its storage at the moment; nothing is lost: try again")]
    Storage,
    /// The database rejects a value, such as a text that is too long.
    #[error("{detail}")]
    Refused {
        /// Why, in English.
        detail: String,
    },
    /// The request took more than 30 seconds: look whether it was done.
    #[error("the request took too long; look whether it was done before you repeat it")]
    Timeout,
    /// The request cannot be read.
    #[error("{detail}")]
    BadRequest {
        /// Why, in English.
        detail: String,
    },
    /// The body does not fit the endpoint.
    #[error("{detail}")]
    BadBody {
        /// Why, in English.
        detail: String,
    },
    /// The body must be JSON with the matching Content-Type.
    #[error("send JSON, with the header Content-Type: application/json")]
    NotJson,
    /// Not an address of this server.
    #[error("that is no address of this server")]
    BadPath,
    /// A message of the WebSocket that cannot be read.
    #[error("this message is not understood: {detail}")]
    BadMessage {
        /// Why, in English.
        detail: String,
    },
    /// The body exceeds the size limit.
    #[error("{}", too_large(*most))]
    TooLarge {
        /// The most, where it is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        most: Option<usize>,
    },
    /// There is no such thing, or it is not for you to see.
    #[error("there is no such {what}")]
    NotFound {
        /// What was looked for.
        what: Thing,
    },
    /// The address does not take that method.
    #[error("this address does not take that method")]
    MethodNotAllowed,
    /// The address is a WebSocket.
    #[error("this address is a WebSocket")]
    UpgradeRequired,
    /// The server closes: come back in a moment.
    #[error("the server closes: come back in a moment")]
    Closing,
    /// The client takes messages too slowly: come back for the rest.
    #[error("you take messages too slowly: come back for the rest")]
    Slow,
    /// What the table refuses.
    #[error(transparent)]
    #[serde(untagged)]
    Table(#[from] Fault),
}

/// A text that is no code to join by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a code has ten letters and digits, such as 4f7kq-2mz9d")]
pub struct BadCode;

/// A text that is no cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a cursor must be given as it came with the page before")]
pub struct BadCursor;

/// What a limit counts by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CountedBy {
    /// Where requests come from.
    Address,
    /// The session or token.
    Session,
    /// The game.
    Game,
    /// The connection.
    Connection,
    /// All together.
    Server,
}

/// What was not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Thing {
    #[error("game")]
    Game,
    #[error("code")]
    Code,
    #[error("token")]
    Token,
    #[error("file")]
    File,
    #[error("endpoint")]
    Endpoint,
}

/// Why a request does not come from our own page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Foreign {
    /// The host name in the request.
    #[error("this server is for its own machine only: use 127.0.0.1 or localhost as its address")]
    Host,
    /// The page that sent it.
    #[error("this came from another site's page: use the game's own page, or a token")]
    Origin,
}

/// Why an address cannot be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum BadAddress {
    /// Too long.
    #[error("the address is too long: at most {most} characters")]
    TooLong {
        /// How long it may be.
        most: usize,
    },
    /// It cannot be read.
    #[error("that is no address")]
    Unreadable,
    /// Neither HTTP nor HTTPS, or no host.
    #[error("the address has to begin with https:// or http://")]
    Scheme,
    /// It holds a user or a password.
    #[error("the address must not hold a user or a password")]
    Credentials,
    /// It is a private one.
    #[error("the address is a private one, which this server does not call")]
    Private,
}

fn too_large(most: Option<usize>) -> String {
    match most {
        Some(most) => format!("a message has at most {most} bytes"),
        None => "that is more than is taken at once".to_owned(),
    }
}

impl Error {
    /// An internal error.
    pub const INTERNAL: Error = Error::Table(Fault::Internal);

    /// The HTTP status of this refusal; some occur on the WebSocket only.
    pub const fn status(&self) -> u16 {
        use Error::*;
        match self {
            BadRequest { .. } | BadPath | BadMessage { .. } => 400,
            NoSession | BadLogin | BadToken => 401,
            MissingScope { .. }
            | SessionNeeded
            | WrongOrigin { .. }
            | BadPassword
            | InvitationNeeded
            | BadInvitation
            | RegistrationClosed
            | CannotInvite => 403,
            NotFound { .. } => 404,
            MethodNotAllowed => 405,
            Timeout | Slow => 408,
            SignedIn | HasAccount | NoAccount | LoginTaken | TooManyTokens { .. } => 409,
            TooLarge { .. } => 413,
            NotJson => 415,
            NoAt
            | BadKey { .. }
            | BadCode
            | NoSuchLevel { .. }
            | NoSuchPerson
            | Yourself
            | BadRange { .. }
            | BadCursor
            | NameNeeded
            | BadLoginName
            | BadPasswordLength { .. }
            | BadInvitationTerms { .. }
            | ScopeNeeded
            | BadWebhook(_)
            | Refused { .. }
            | BadBody { .. } => 422,
            UpgradeRequired => 426,
            TooManyRequests { .. } => 429,
            NotBuilt => 501,
            Storage | Closing => 503,
            Table(fault) => fault.status(),
        }
    }

    /// Try again after so many seconds.
    pub const fn retry_after(&self) -> Option<u32> {
        match self {
            Error::TooManyRequests { seconds, .. } => Some(*seconds),
            Error::Storage => Some(2),
            _ => None,
        }
    }

    /// The code, as in the JSON form, for logs and metrics.
    pub fn code(&self) -> &'static str {
        match self {
            Error::Table(fault) => fault.code(),
            own => own.into(),
        }
    }
}

/// A fault as it is sent, with its sentence.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FaultView {
    /// Why.
    #[serde(flatten)]
    pub fault: Error,
    /// The same as a sentence in English, for programs and their logs; it may change.
    pub message: String,
}

impl From<Error> for FaultView {
    fn from(fault: Error) -> FaultView {
        FaultView { message: fault.to_string(), fault }
    }
}

/// The body of an answer that refuses.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ErrorBody {
    /// Why.
    pub error: FaultView,
    /// Try again after so many seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub retry_after: Option<u32>,
}

impl From<Error> for ErrorBody {
    fn from(error: Error) -> ErrorBody {
        ErrorBody { retry_after: error.retry_after(), error: error.into() }
    }
}

impl From<Illegal> for Error {
    fn from(illegal: Illegal) -> Error {
        Error::Table(illegal.into())
    }
}

impl From<BadPosition> for Error {
    fn from(error: BadPosition) -> Error {
        Error::Table(error.into())
    }
}
