//! The one way in: `apply`.

use crate::game::action::Action;
use crate::game::chance::{Chance, NoChance};
use crate::game::event::{DieFor, Event};
use crate::game::illegal::{Illegal, Reason, illegal};
use crate::game::state::State;

/// Why `apply` did nothing.
///
/// # Example
///
/// ```
/// use pgg_core::game::chance::NoMore;
/// use pgg_core::{Action, Options, Refused, Seeded, State};
///
/// let (mut state, _events) = State::new_game(Options::default(), &mut Seeded::from_number(1941))?;
/// let before = state;
/// let refused = state.apply(&Action::TakeLoss, &mut NoMore).expect_err("nobody is fighting yet");
/// assert!(matches!(refused, Refused::Illegal(_)));
/// assert_eq!(state, before);
/// # Ok::<(), pgg_core::NoChance>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Against the rules.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// The chance source could not give what was needed.
    #[error(transparent)]
    Chance(#[from] NoChance),
}

/// A state while an action is carried out: what the chapters work with.
pub(crate) struct Play<'a> {
    pub(crate) s: &'a mut State,
    pub(crate) chance: &'a mut dyn Chance,
    pub(crate) events: &'a mut Vec<Event>,
}

impl State {
    /// Take an action. On refusal nothing has changed.
    pub fn apply(&mut self, action: &Action, chance: &mut dyn Chance) -> Result<Vec<Event>, Refused> {
        let mut events = Vec::new();
        self.apply_into(action, chance, &mut events)?;
        Ok(events)
    }

    /// Like [`State::apply`], but adds the events to a list that the caller may reuse.
    pub fn apply_into(
        &mut self,
        action: &Action,
        chance: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) -> Result<(), Refused> {
        let (before, told) = (*self, events.len());
        let done = Play { s: self, chance, events }.perform(action);
        if done.is_err() {
            *self = before;
            events.truncate(told);
        }
        done
    }
}

impl Play<'_> {
    pub(crate) fn event(&mut self, event: Event) {
        self.events.push(event);
    }

    pub(crate) fn die(&mut self, why: DieFor) -> Result<u8, NoChance> {
        let die = self.chance.die(self.s, why)?;
        self.event(Event::Die { why, die });
        Ok(die)
    }

    fn perform(&mut self, action: &Action) -> Result<(), Refused> {
        let open = self.s.open().ok_or(illegal("15.0", Reason::GameOver))?;
        let control = self.s.control;
        self.close_cutting(action);
        open.get().take(self, action)?;
        if self.s.ending && self.s.combat.is_none() && self.s.next_overstacked().is_none() {
            self.next_phase()?;
        }
        self.tell_control(control);
        Ok(())
    }
}
