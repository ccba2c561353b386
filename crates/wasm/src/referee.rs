//! Questions about a position: JSON in, JSON out.

use crate::misread::Misread;
use pgg_core::State;
use pgg_core::formats::position::Diagram;
use pgg_table::ask::{Reply, answer};
use pgg_table::{Ask, Asks};
use serde_json::{from_slice, to_vec};

/// A referee and the position it is asked about.
#[derive(Default)]
pub struct Referee {
    position: Option<State>,
}

impl Referee {
    /// Takes a position, a diagram as the server sends it: later questions are about this one.
    pub fn place(&mut self, diagram: &[u8]) -> Result<(), Misread> {
        let diagram: Diagram = from_slice(diagram)?;
        self.position = Some(State::try_from(&diagram)?);
        Ok(())
    }

    /// Answers a question with a reply, a list of questions with a list of replies.
    pub fn ask(&self, asks: &[u8]) -> Result<Vec<u8>, Misread> {
        let position = self.position()?;
        let reply = |ask: &Ask| Reply::from(answer(position, ask));
        Ok(match from_slice(asks)? {
            Asks::One(ask) => to_vec(&reply(&ask))?,
            Asks::Several(asks) => to_vec(&asks.iter().map(reply).collect::<Vec<_>>())?,
        })
    }

    pub(crate) fn position(&self) -> Result<&State, Misread> {
        self.position.as_ref().ok_or(Misread::NoPosition)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEETING: &[u8] =
        br#"{"turn": 5, "phase": "german_movement", "units": {"1117": ["pz7-7"], "1218": ["konev"]}}"#;

    fn text(bytes: Vec<u8>) -> String {
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn questions_are_answered_in_the_servers_words() {
        let mut referee = Referee::default();
        referee.place(MEETING).unwrap();
        let one = text(referee.ask(br#"{"reach": {"units": ["pz7-7"]}}"#).unwrap());
        assert!(one.starts_with(r#"{"answer":{"reach":{"start":"1117""#), "{one}");
        let several = text(referee.ask(br#"["score", {"reach": {"units": ["konev"]}}]"#).unwrap());
        assert!(several.starts_with(r#"[{"answer":{"score":"#), "{several}");
        assert!(several.contains(r#"{"refused":{"code":"illegal","case":"#), "{several}");
    }

    #[test]
    fn what_cannot_be_read_says_so_and_leaves_the_position() {
        let mut referee = Referee::default();
        assert!(matches!(referee.ask(br#""score""#), Err(Misread::NoPosition)));
        referee.place(MEETING).unwrap();
        assert!(matches!(referee.place(b"{"), Err(Misread::Json(_))));
        assert!(matches!(referee.place(br#"{"turn": 30}"#), Err(Misread::Position(_))));
        assert!(matches!(referee.ask(br#""dance""#), Err(Misread::Json(_))));
        assert!(referee.ask(br#""score""#).is_ok());
    }
}
