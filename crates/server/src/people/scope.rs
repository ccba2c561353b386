//! What a token allows, as a set.

pub use pgg_wire::Scope;

/// A set of scopes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scopes(u8);

impl Scopes {
    /// All: what a session allows.
    pub const ALL: Scopes = Scopes(0b111);

    /// Those in a list.
    pub fn new(scopes: &[Scope]) -> Scopes {
        Scopes(scopes.iter().fold(0, |bits, scope| bits | 1 << *scope as u8))
    }

    /// Those of these names; names of a later version allow nothing.
    pub fn from_names(names: &[String]) -> Scopes {
        let scopes: Vec<Scope> =
            Scope::ALL.into_iter().filter(|s| names.iter().any(|n| n == s.name())).collect();
        Scopes::new(&scopes)
    }

    /// Is this one among them?
    pub const fn contains(self, scope: Scope) -> bool {
        self.0 & (1 << scope as u8) != 0
    }

    /// One by one.
    pub fn iter(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(move |scope| self.contains(*scope))
    }

    /// Their names.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.iter().map(Scope::name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        let scopes = Scopes::new(&[Scope::Bot, Scope::Read]);
        let names: Vec<String> = scopes.names().map(str::to_owned).collect();
        assert_eq!(names, ["read", "bot"]);
        assert_eq!(Scopes::from_names(&names), scopes);
        assert_eq!(Scopes::from_names(&["everything".to_owned()]), Scopes::default());
        assert_eq!(Scopes::new(&Scope::ALL), Scopes::ALL);
    }
}
