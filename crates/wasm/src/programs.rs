//! Programs that choose: a seat for one, which keeps its plans from one choice to the next.

use crate::misread::Misread;
use pgg_ai::{Player, Watch};
use pgg_core::{Side, State};
use serde::Deserialize;
use serde_json::{from_slice, to_vec};

/// The program beside the table, if there is one.
#[derive(Default)]
pub struct Programs {
    seated: Option<(Seating, Box<dyn Player>)>,
}

/// A program to be seated.
#[derive(PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seating {
    /// Its level.
    level: String,
    /// The seed of its random choices, in digits: the same seed gives the same moves as in the native build.
    seed: String,
}

impl Programs {
    /// Seats a program, such as `{"level": "major", "seed": "7"}`; if it sits there already, it stays.
    pub fn seat(&mut self, seating: &[u8]) -> Result<(), Misread> {
        let seating: Seating = from_slice(seating)?;
        if self.seated.as_ref().is_some_and(|(here, _)| *here == seating) {
            return Ok(());
        }
        let player = seating.seed.parse().ok().and_then(|seed| pgg_ai::player(&seating.level, seed, None));
        let Some(player) = player else { return Err(Misread::NoSuchProgram(seating.level)) };
        self.seated = Some((seating, player));
        Ok(())
    }

    /// The action that it chooses in a position.
    pub fn choose(&mut self, position: &State, watch: &dyn Watch) -> Result<Vec<u8>, Misread> {
        if position.decision().is_none() {
            return Err(Misread::Over);
        }
        let (_, player) = self.seated.as_mut().ok_or(Misread::NoProgram)?;
        Ok(to_vec(&player.choose(position, watch))?)
    }

    /// The program that chooses: its side and level.
    pub fn chooser(&self, position: &State) -> Option<(Side, String)> {
        Some((position.decision()?.side, self.seated.as_ref()?.0.level.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgg_ai::Unwatched;

    #[test]
    fn a_program_chooses_while_there_is_something_to_choose() {
        let meeting =
            r#"{"turn": 5, "phase": "german_movement", "units": {"1117": ["pz7-7"], "1218": ["konev"]}}"#;
        let position = State::from_text(meeting).unwrap();
        let mut programs = Programs::default();
        assert!(matches!(programs.choose(&position, &Unwatched), Err(Misread::NoProgram)));
        for seating in [&br#"{"level": "marshal", "seed": "1"}"#[..], br#"{"level": "major", "seed": "one"}"#]
        {
            assert!(matches!(programs.seat(seating), Err(Misread::NoSuchProgram(_))));
        }
        programs.seat(br#"{"level": "recruit", "seed": "18446744073709551615"}"#).unwrap();
        let action: pgg_core::Action = from_slice(&programs.choose(&position, &Unwatched).unwrap()).unwrap();
        assert!(position.check(&action).is_ok());
        assert_eq!(programs.chooser(&position), Some((Side::German, "recruit".to_owned())));
        let over = State::from_text(r#"{"turn": 12, "phase": "game_over"}"#).unwrap();
        assert!(matches!(programs.choose(&over, &Unwatched), Err(Misread::Over)));
    }
}
