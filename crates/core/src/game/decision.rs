//! Decisions, and the trait that every decision implements.
//!
//! A decision is a type in the file of its chapter, with its question, its legal answers, the check of an
//! answer and its effect (`Open`). This file only says which decision is open.

use crate::game::action::Action;
use crate::game::illegal::{Illegal, Reason, illegal, refuse};
use crate::game::legal::Legal;
use crate::game::play::{Play, Refused};
use crate::game::state::{Phase, Stage, State};
use crate::hex::Hex;
use crate::rules::combat::Attacking;
use crate::rules::combat::advance::Advancing;
use crate::rules::combat::results::{Choosing, Losing};
use crate::rules::combat::retreat::{MakingRoom, Retreating};
use crate::rules::interdiction::{PlacingAirMarkers, PlacingSovietMarker};
use crate::rules::leaders::Evacuating;
use crate::rules::movement::Moving;
use crate::rules::setup::Deploying;
use crate::rules::stacking::RemovingExcess;
use crate::unit::Side;
use std::fmt;

/// What has to be decided now, and by whom.
///
/// # Example
///
/// ```
/// use pgg_core::{Options, Question, Seeded, Side, State};
///
/// let (state, _) = State::new_game(Options::default(), &mut Seeded::from_number(7))?;
/// let decision = state.decision().expect("the game has just begun");
/// assert_eq!((decision.side, decision.question), (Side::Soviet, Question::Deploy));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Decision {
    /// Who decides.
    pub side: Side,
    /// What.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub question: Question,
}

/// The decisions of part A.
///
/// # Example
///
/// ```
/// use pgg_core::Question;
///
/// assert_eq!(Question::LossOrRetreat { n: 2 }.to_string(), "choose loss or retreat");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(tag = "question", rename_all = "snake_case"))]
pub enum Question {
    /// Place the 13th and 20th Armies (A1).
    Deploy,
    /// Place air markers (A2, A21).
    PlaceAirMarkers,
    /// Evacuate a Leader or not (A11).
    Evacuate,
    /// Move, enter, ride, overrun, cut, or end the phase (A3-A10, A13).
    Move,
    /// Attack, or end the phase (A14).
    Attack,
    /// Place the Soviet marker or not (A20).
    PlaceSovietMarker,
    /// Lose `n` steps or retreat `n` hexes (A15).
    LossOrRetreat {
        /// Steps or hexes.
        n: u8,
    },
    /// Lose a step, of `n` still to lose (A16).
    LoseStep {
        /// Steps still to lose.
        n: u8,
    },
    /// Send the enemy's stacks back (A17).
    Route {
        /// Hexes of the retreat still to go.
        n: u8,
    },
    /// Eliminate a retreating unit that has no room (A18).
    MakeRoom {
        /// The hex too full.
        hex: Hex,
    },
    /// Advance, or finish (A19).
    Advance,
    /// Eliminate a unit over the stacking limit (A12).
    RemoveExcess {
        /// The hex too full.
        hex: Hex,
    },
}

impl Question {
    /// Is it the decision of a whole phase, which the player ends himself? All others are choices within one.
    pub const fn is_of_phase(&self) -> bool {
        match self {
            Question::Deploy
            | Question::PlaceAirMarkers
            | Question::Evacuate
            | Question::Move
            | Question::Attack
            | Question::PlaceSovietMarker => true,
            Question::LossOrRetreat { .. }
            | Question::LoseStep { .. }
            | Question::Route { .. }
            | Question::MakeRoom { .. }
            | Question::Advance
            | Question::RemoveExcess { .. } => false,
        }
    }
}

/// What the player is asked to do, in English.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Question::Deploy => "place the 13th and 20th Armies",
            Question::PlaceAirMarkers => "place Air Interdiction markers, or have done",
            Question::Evacuate => "evacuate a Leader, or have done",
            Question::Move => "move, or end the phase",
            Question::Attack => "attack, or end the phase",
            Question::PlaceSovietMarker => "place the Soviet Interdiction marker, or have done",
            Question::LossOrRetreat { .. } => "choose loss or retreat",
            Question::LoseStep { .. } => "name a unit that loses a step",
            Question::Route { .. } => "route the enemy's retreat",
            Question::MakeRoom { .. } => "name a retreating unit that has no room",
            Question::Advance => "advance, or have done",
            Question::RemoveExcess { .. } => "name a unit over the stacking limit",
        })
    }
}

/// A decision that is open. Its type holds the facts it is about, so that they need not be looked up again, and
/// an answer that does not fit cannot be accepted.
pub(crate) trait Open {
    /// Who decides, and what.
    fn decision(&self, s: &State) -> Decision;

    /// Adds the legal answers.
    fn list(&self, s: &State, legal: &mut Legal);

    /// Would the answer be accepted?
    fn check(&self, s: &State, action: &Action) -> Result<(), Illegal>;

    /// Checks the answer and carries it out.
    fn take(&self, play: &mut Play<'_>, action: &Action) -> Result<(), Refused>;

    /// The refusal of an action that answers another question.
    fn other(&self, s: &State) -> Illegal {
        illegal("4.1", Reason::NotAsked { asked: self.decision(s).question })
    }
}

impl State {
    /// The decision that is open; none when the game is over.
    pub(crate) fn open(&self) -> Option<OpenDecision> {
        if let Some(combat) = self.combat {
            return Some(match combat.stage {
                Stage::Choose { side, n } => OpenDecision::Choosing(Choosing { combat, side, n }),
                Stage::Lose { side, n } => OpenDecision::Losing(Losing { combat, side, n }),
                Stage::Retreat { side, n, waiting } => {
                    OpenDecision::Retreating(Retreating { combat, side, n, waiting, way: None })
                }
                Stage::Routing { side, n, waiting, way } => {
                    OpenDecision::Retreating(Retreating { combat, side, n, waiting, way: Some(way) })
                }
                Stage::MakeRoom { side, n, waiting, way } => {
                    OpenDecision::MakingRoom(MakingRoom { combat, side, n, waiting, way })
                }
                Stage::Advance { side } => OpenDecision::Advancing(Advancing { combat, side }),
            });
        }
        if self.ending
            && let Some((side, hex)) = self.next_overstacked()
        {
            return Some(OpenDecision::RemovingExcess(RemovingExcess { side, hex }));
        }
        Some(match self.phase {
            Phase::SovietSetUp => OpenDecision::Deploying(Deploying),
            Phase::GermanSetUp | Phase::AirInterdiction => OpenDecision::PlacingAirMarkers(PlacingAirMarkers),
            Phase::Evacuation => OpenDecision::Evacuating(Evacuating),
            Phase::SovietMovement | Phase::GermanMovement | Phase::MechanizedMovement => {
                OpenDecision::Moving(Moving)
            }
            Phase::SovietCombat | Phase::GermanCombat => OpenDecision::Attacking(Attacking),
            Phase::SovietInterdiction => OpenDecision::PlacingSovietMarker(PlacingSovietMarker),
            Phase::GameOver => return None,
        })
    }

    /// Who has to decide what; none when the game is over.
    pub fn decision(&self) -> Option<Decision> {
        self.open().map(|open| open.get().decision(self))
    }

    /// Would the action be accepted? The refusal says why not. Nothing changes.
    pub fn check(&self, action: &Action) -> Result<(), Illegal> {
        match self.open() {
            Some(open) => open.get().check(self, action),
            None => refuse("15.0", Reason::GameOver),
        }
    }

    /// All legal actions of the current decision.
    pub fn legal(&self) -> Legal {
        let mut legal = Legal::default();
        self.legal_into(&mut legal);
        legal
    }

    /// Like [`State::legal`], but reuses memory.
    pub fn legal_into(&self, legal: &mut Legal) {
        legal.clear();
        if let Some(open) = self.open() {
            open.get().list(self, legal);
        }
    }
}

macro_rules! decisions {
    ($($name:ident)*) => {
        /// One of the decisions.
        pub(crate) enum OpenDecision {
            $($name($name),)*
        }

        impl OpenDecision {
            pub(crate) fn get(&self) -> &dyn Open {
                match self {
                    $(OpenDecision::$name(open) => open,)*
                }
            }
        }
    };
}

decisions! {
    Deploying PlacingAirMarkers Evacuating Moving RemovingExcess Attacking Choosing Losing Retreating MakingRoom
    Advancing PlacingSovietMarker
}
