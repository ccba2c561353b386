//! API tokens, and invitations to register.

use super::rows::{all, from_row, get, optional, run};
use super::{Hash, Person, Store, StoreError, no_zero};
use pgg_table::{PersonId, Time};

/// A key that a person gives to a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its id, not secret, to revoke it by.
    pub id: String,
    /// Whose it is.
    pub person: PersonId,
    /// What it is for.
    pub name: String,
    /// What it allows, words without spaces.
    pub scopes: Vec<String>,
    /// Since when.
    pub created: Time,
    /// When it was used last, roughly.
    pub used: Option<Time>,
    /// When it was revoked, if it was.
    pub revoked: Option<Time>,
}

/// Permission to register on a server that requires it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// Hash of the secret.
    pub hash: Hash,
    /// Who gave it; none if it came from the operator.
    pub by: Option<PersonId>,
    /// How many may use it.
    pub uses: u32,
    /// Until when.
    pub expires: Time,
}

impl Store {
    /// Enters a token of a person who is there.
    pub async fn create_token(&self, token: &Token, hash: &Hash) -> Result<(), StoreError> {
        let scopes = token.scopes.join(" ");
        for (what, text) in
            [("the token's id", &token.id), ("the token's name", &token.name), ("a scope", &scopes)]
        {
            no_zero(what, text)?;
        }
        run!(
            self,
            "INSERT INTO tokens (id, hash, person, name, scopes, created) VALUES ($1, $2, $3, $4, $5, $6)",
            token.id.as_str(),
            &hash[..],
            token.person.as_str(),
            token.name.as_str(),
            scopes.as_str(),
            token.created.0
        )?;
        Ok(())
    }

    /// The token with this hash and whose it is, unless it is revoked.
    pub async fn token(&self, hash: &Hash) -> Result<Option<(Token, Person)>, StoreError> {
        let found = optional!(
            self,
            Token,
            "SELECT id, person, name, scopes, created, used, revoked FROM tokens \
             WHERE hash = $1 AND revoked IS NULL",
            &hash[..]
        )?;
        let Some(token) = found else { return Ok(None) };
        Ok(self.person(token.person).await?.map(|person| (token, person)))
    }

    /// All tokens of a person, revoked ones too, newest first.
    pub async fn tokens_of(&self, person: PersonId) -> Result<Vec<Token>, StoreError> {
        all!(
            self,
            Token,
            "SELECT id, person, name, scopes, created, used, revoked FROM tokens \
             WHERE person = $1 ORDER BY created DESC, id",
            person.as_str()
        )
    }

    /// Notes when a token was used.
    pub async fn token_used(&self, id: &str, now: Time) -> Result<(), StoreError> {
        run!(self, "UPDATE tokens SET used = $2 WHERE id = $1", id, now.0)?;
        Ok(())
    }

    /// Revokes a token of this person; false if he has no such token that is still good.
    pub async fn revoke_token(&self, person: PersonId, id: &str, now: Time) -> Result<bool, StoreError> {
        if id.contains('\0') {
            return Ok(false);
        }
        let revoked = run!(
            self,
            "UPDATE tokens SET revoked = $3 WHERE id = $1 AND person = $2 AND revoked IS NULL",
            id,
            person.as_str(),
            now.0
        )?;
        Ok(revoked > 0)
    }

    /// Enters an invitation; it is spent by [`Store::register`] and [`Store::promote`].
    pub async fn create_invitation(&self, invitation: &Invitation) -> Result<(), StoreError> {
        run!(
            self,
            "INSERT INTO invitations (hash, by_person, uses_left, expires) VALUES ($1, $2, $3, $4)",
            &invitation.hash[..],
            invitation.by.map(|id| id.to_string()),
            i64::from(invitation.uses),
            invitation.expires.0
        )?;
        Ok(())
    }

    /// Is this invitation valid now?
    pub async fn invitation_is_good(&self, hash: &Hash, now: Time) -> Result<bool, StoreError> {
        let found = optional!(
            self,
            (i64,),
            "SELECT uses_left FROM invitations WHERE hash = $1 AND uses_left > 0 AND expires > $2",
            &hash[..],
            now.0
        )?;
        Ok(found.is_some())
    }
}

from_row!(row => Token {
    let scopes: String = get!(row, "scopes");
    Ok(Token {
        id: get!(row, "id"),
        person: get!(row, "person"),
        name: get!(row, "name"),
        scopes: scopes.split_whitespace().map(str::to_owned).collect(),
        created: get!(row, "created"),
        used: get!(row, "used"),
        revoked: get!(row, "revoked"),
    })
});
