//! The sequence of play [4.0] and the one way in: `apply`.

use crate::action::Action;
use crate::chance::{Chance, NoChance};
use crate::event::{DieFor, Event};
use crate::hex::Hex;
use crate::illegal::{Illegal, Reason, refuse};
use crate::state::{Phase, Stage, State};
use crate::unit::{Side, UnitId, UnitSet};

/// Game-Turns in a game [1.0].
pub const TURNS: u8 = 12;

/// What has to be decided now, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Decision {
    /// Who decides.
    pub side: Side,
    /// What.
    #[serde(flatten)]
    pub question: Question,
}

/// The decisions of part A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "question", rename_all = "snake_case")]
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
    /// Lose a step; `n` are still to go (A16).
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
    /// Advance, or have done (A19).
    Advance,
    /// Eliminate a unit over the stacking limit (A12).
    RemoveExcess {
        /// The hex too full.
        hex: Hex,
    },
}

/// Why `apply` did nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// Against the rules.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// The chance source could not give what was needed.
    #[error(transparent)]
    Chance(#[from] NoChance),
}

/// A state in the hands of an action: what the chapters work with.
pub(crate) struct Play<'a> {
    pub(crate) s: &'a mut State,
    pub(crate) chance: &'a mut dyn Chance,
    pub(crate) events: &'a mut Vec<Event>,
}

impl State {
    /// Who has to decide what; none when the game is over.
    pub fn decision(&self) -> Option<Decision> {
        let phasing = self.phase.side();
        let decision = |side, question| Some(Decision { side, question });
        if let Some(combat) = &self.combat {
            return match combat.stage {
                Stage::Choose { side, n } => decision(side, Question::LossOrRetreat { n }),
                Stage::Lose { side, n } => decision(side, Question::LoseStep { n }),
                Stage::Retreat { side, n, .. } => decision(side.enemy(), Question::Route { n }),
                Stage::Routing { side, way, .. } => decision(side.enemy(), Question::Route { n: way.steps }),
                Stage::MakeRoom { side, way, .. } => decision(side, Question::MakeRoom { hex: way.at }),
                Stage::Advance { side } => decision(side, Question::Advance),
            };
        }
        if self.ending
            && let Some((side, hex)) = self.next_overstacked()
        {
            return decision(side, Question::RemoveExcess { hex });
        }
        let question = match self.phase {
            Phase::SovietSetUp => Question::Deploy,
            Phase::GermanSetUp | Phase::AirInterdiction => Question::PlaceAirMarkers,
            Phase::Evacuation => Question::Evacuate,
            Phase::SovietMovement | Phase::GermanMovement | Phase::MechanizedMovement => Question::Move,
            Phase::SovietCombat | Phase::GermanCombat => Question::Attack,
            Phase::SovietInterdiction => Question::PlaceSovietMarker,
            Phase::GameOver => return None,
        };
        decision(phasing, question)
    }

    /// Would the action be accepted? Nothing changes.
    pub fn is_legal(&self, action: &Action) -> Result<(), Illegal> {
        let Some(decision) = self.decision() else { return refuse("15.0", Reason::GameOver) };
        let not_asked = |asked| refuse("4.1", Reason::NotAsked { asked });
        match (decision.question, action) {
            (Question::Deploy, Action::Deploy { unit, hex }) => self.check_deploy(*unit, *hex),
            (Question::Deploy, Action::Done) => self.check_deployed(),
            (Question::Deploy, _) => not_asked("place the 13th and 20th Armies"),
            (Question::PlaceAirMarkers | Question::PlaceSovietMarker, Action::Interdict { hex }) => {
                self.check_interdict(*hex)
            }
            (Question::PlaceAirMarkers | Question::PlaceSovietMarker, Action::Done) => Ok(()),
            (Question::PlaceAirMarkers, _) => not_asked("place Air Interdiction markers, or have done"),
            (Question::PlaceSovietMarker, _) => {
                not_asked("place the Soviet Interdiction marker, or have done")
            }
            (Question::Evacuate, Action::Evacuate { unit }) => self.check_evacuate(*unit),
            (Question::Evacuate, Action::Done) => Ok(()),
            (Question::Evacuate, _) => not_asked("evacuate a Leader, or have done"),
            (Question::Move, Action::Move { units, path }) => self.check_move(*units, path),
            (Question::Move, Action::Ride { unit, path }) => self.check_ride(*unit, path),
            (Question::Move, Action::Enter { who, hex, rail }) => {
                self.check_enter(*who, *hex, *rail).map(|_| ())
            }
            (Question::Move, Action::Overrun { units, target }) => {
                self.check_overrun(*units, *target).map(|_| ())
            }
            (Question::Move, Action::CutRail { hex }) => self.check_cut(*hex),
            (Question::Move, Action::LiftCut { hex }) => self.check_lift(*hex),
            (Question::Move, Action::Done) => {
                self.check_marched()?;
                self.check_provisional_taken()
            }
            (Question::Move, _) => not_asked("move, or end the phase"),
            (Question::Attack, Action::Attack { targets, units }) => self.check_attack(*units, targets),
            (Question::Attack, Action::Done) => Ok(()),
            (Question::Attack, _) => not_asked("attack, or end the phase"),
            (Question::LossOrRetreat { .. }, Action::TakeLoss | Action::TakeRetreat) => Ok(()),
            (Question::LossOrRetreat { .. }, _) => not_asked("choose loss or retreat"),
            (Question::LoseStep { .. }, Action::LoseStep { unit }) => self.check_lose_step(*unit),
            (Question::LoseStep { .. }, _) => not_asked("name a unit that loses a step"),
            (Question::Route { .. }, Action::Route { stack, to }) => self.check_route(*stack, *to),
            (Question::Route { .. }, _) => not_asked("route the enemy's retreat"),
            (Question::MakeRoom { .. }, Action::Remove { unit }) => self.check_make_room(*unit),
            (Question::MakeRoom { .. }, _) => not_asked("name a retreating unit that has no room"),
            (Question::Advance, Action::Advance { unit, path }) => self.check_advance(*unit, path),
            (Question::Advance, Action::Done) => Ok(()),
            (Question::Advance, _) => not_asked("advance, or have done"),
            (Question::RemoveExcess { .. }, Action::Remove { unit }) => self.check_remove_excess(*unit),
            (Question::RemoveExcess { .. }, _) => not_asked("name a unit over the stacking limit"),
        }
    }

    /// Take an action. On refusal nothing has changed.
    pub fn apply(&mut self, action: &Action, chance: &mut dyn Chance) -> Result<Vec<Event>, Refused> {
        let mut events = Vec::new();
        self.apply_into(action, chance, &mut events)?;
        Ok(events)
    }

    /// As [`State::apply`], adding the events to a list that the caller may use again.
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

    /// [11.0a] Units of a side that are out of supply now, and those without a Line of Communications [6.55].
    pub(crate) fn supply_snapshot(&self, side: Side) -> (UnitSet, UnitSet) {
        let units = self.on_map(side);
        let mut no_loc = UnitSet::EMPTY;
        if side == Side::Soviet {
            let lines = self.soviet_lines();
            let cut_off = |u: &UnitId| self.hex(*u).is_some_and(|hex| !lines.loc.contains(hex));
            no_loc = units.without(&UnitSet::LEADER).iter().filter(cut_off).collect();
        }
        (self.out_of_supply(units), no_loc)
    }

    /// Forget everything a unit carries but its place: it left the map.
    pub(crate) fn forget_marks(&mut self, unit: UnitId) {
        let m = &mut self.marks;
        let [army_16, army_19] = &mut self.standing;
        for set in [
            &mut m.disrupted,
            &mut m.entered,
            &mut m.unsupplied,
            &mut m.no_loc,
            &mut m.moved,
            &mut m.stopped,
            &mut m.halted,
            &mut m.rode,
            &mut m.attacked,
            &mut m.defended,
            &mut m.retreated,
            &mut self.group.units,
            &mut self.marching,
            army_16,
            army_19,
        ] {
            set.remove(unit);
        }
        self.spent[unit.index()] = 0;
        self.came_from[unit.index()] = 0;
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
        // A walk or a ride is checked step by step as it goes; everything else before it begins.
        let walks = matches!(action, Action::Move { .. } | Action::Ride { .. })
            && self.s.decision().is_some_and(|d| d.question == Question::Move);
        if !walks {
            self.s.is_legal(action)?;
        }
        let control = self.s.control;
        if !matches!(action, Action::CutRail { .. } | Action::LiftCut { .. }) {
            self.s.group.cuttable = None; // [6.37a] at once or not at all
        }
        match *action {
            Action::Deploy { unit, hex } => self.deploy(unit, hex),
            Action::Interdict { hex } => self.interdict(hex),
            Action::Evacuate { unit } => {
                self.evacuate(unit);
                self.begin_soviet_movement()?;
            }
            Action::Enter { who, hex, rail } => {
                let cost = self.s.check_enter(who, hex, rail)?;
                self.enter(who, hex, rail, cost)?;
            }
            Action::Move { units, ref path } => self.walk(units, path)?,
            Action::Ride { unit, ref path } => self.ride(unit, path)?,
            Action::Overrun { units, target } => self.overrun(units, target)?,
            Action::CutRail { hex } => self.cut(hex),
            Action::LiftCut { hex } => self.lift(hex),
            Action::Attack { targets, units } => self.attack(units, targets)?,
            Action::TakeLoss => self.take_loss()?,
            Action::TakeRetreat => self.take_retreat()?,
            Action::LoseStep { unit } => self.lose_chosen_step(unit)?,
            Action::Route { stack, to } => self.route(stack, to)?,
            Action::Remove { unit } if self.s.combat.is_some() => self.make_room(unit)?,
            Action::Remove { unit } => self.remove_excess(unit),
            Action::Advance { unit, ref path } => self.advance(unit, path)?,
            Action::Done if self.s.combat.is_some() => self.end_advance()?,
            Action::Done => self.end_phase()?,
        }
        if self.s.ending && self.s.combat.is_none() && self.s.next_overstacked().is_none() {
            self.next_phase()?;
        }
        self.tell_control(control);
        Ok(())
    }

    /// Tell which objective hexes changed hands [15.11].
    fn tell_control(&mut self, before: u16) {
        let changed = before ^ self.s.control;
        for (n, &hex) in crate::data::data().victory.objective_hexes().iter().enumerate() {
            if changed >> n & 1 != 0 {
                let side = if self.s.control >> n & 1 != 0 { Side::German } else { Side::Soviet };
                self.event(Event::Control { hex, side });
            }
        }
    }

    /// The player has done: the phase ends once the stacking limits hold [7.1, 7.2].
    fn end_phase(&mut self) -> Result<(), Refused> {
        self.s.ending = true;
        Ok(())
    }

    pub(crate) fn next_phase(&mut self) -> Result<(), Refused> {
        self.s.ending = false;
        match self.s.phase {
            Phase::SovietSetUp => self.begin(Phase::GermanSetUp),
            Phase::GermanSetUp => self.begin_soviet_turn()?,
            Phase::Evacuation => self.begin_soviet_movement()?,
            Phase::SovietMovement => {
                self.clear_movement_marks();
                if self.s.provisional.take().is_some() {
                    self.event(Event::ProvisionalLost); // [14.13]
                }
                self.end_first_turn_rules();
                self.remove_air_markers();
                self.begin(Phase::SovietCombat);
            }
            Phase::SovietCombat => {
                self.clear_combat_marks();
                self.recover(Side::Soviet);
                let left = self.s.soviet_marker_uses < crate::interdiction::SOVIET_MARKER_USES;
                if self.s.turn < TURNS && left {
                    self.begin(Phase::SovietInterdiction); // [13.41]
                } else {
                    self.end_soviet_turn();
                }
            }
            Phase::SovietInterdiction => self.end_soviet_turn(),
            Phase::GermanMovement => {
                self.clear_movement_marks();
                self.begin(Phase::GermanCombat);
            }
            Phase::GermanCombat => {
                self.clear_combat_marks();
                self.begin(Phase::MechanizedMovement);
                self.snapshot(Side::German);
            }
            Phase::MechanizedMovement => {
                self.clear_movement_marks();
                self.recover(Side::German);
                self.remove_soviet_marker();
                self.begin(Phase::AirInterdiction);
            }
            Phase::AirInterdiction => self.end_german_turn()?,
            Phase::GameOver => {}
        }
        Ok(())
    }

    fn begin(&mut self, phase: Phase) {
        self.s.phase = phase;
        let turn = self.s.turn;
        self.event(Event::PhaseBegan { turn, phase });
    }

    fn begin_soviet_turn(&mut self) -> Result<(), Refused> {
        self.s.front_this_turn = 0;
        self.s.evacuated_this_turn = false;
        self.s.repaired = crate::action::HexList::EMPTY; // [6.37c]
        if self.s.options.leader_evacuation && self.s.evacuable().next().is_some() {
            self.begin(Phase::Evacuation);
            return Ok(());
        }
        self.begin_soviet_movement()
    }

    /// [4.2] A.1, steps 2 to 5.
    fn begin_soviet_movement(&mut self) -> Result<(), Refused> {
        self.begin(Phase::SovietMovement);
        self.snapshot(Side::Soviet);
        if self.s.turn == 1 {
            self.roll_for_armies()?;
        }
        self.arrivals(Side::Soviet);
        self.roll_provisional()
    }

    fn end_soviet_turn(&mut self) {
        self.score_recaptures();
        self.s.marks.entered = UnitSet::EMPTY; // [11.33]
        self.begin(Phase::GermanMovement);
        self.snapshot(Side::German);
        self.arrivals(Side::German);
    }

    fn end_german_turn(&mut self) -> Result<(), Refused> {
        self.s.occupied_objectives = self.s.occupied_objectives(); // [15.12]
        self.s.marks.entered = UnitSet::EMPTY;
        if self.s.turn == TURNS {
            self.begin(Phase::GameOver);
            let score = self.s.score();
            self.event(Event::GameOver { score: score.total as i16, level: score.level });
            return Ok(());
        }
        self.s.turn += 1;
        let turn = self.s.turn;
        self.event(Event::TurnBegan { turn });
        self.begin_soviet_turn()
    }

    /// [11.0a] Supply of a side at the start of its Movement Phase, valid for that phase.
    fn snapshot(&mut self, side: Side) {
        let (unsupplied, no_loc) = self.s.supply_snapshot(side);
        self.s.marks.unsupplied = unsupplied;
        self.s.marks.no_loc = no_loc;
        if !unsupplied.is_empty() {
            self.event(Event::OutOfSupply { units: unsupplied });
        }
    }

    fn clear_movement_marks(&mut self) {
        let m = &mut self.s.marks;
        for set in [
            &mut m.unsupplied,
            &mut m.no_loc,
            &mut m.moved,
            &mut m.stopped,
            &mut m.halted,
            &mut m.rode,
            &mut m.retreated,
        ] {
            *set = UnitSet::EMPTY;
        }
        self.s.spent = [0; crate::unit::UNITS];
        self.s.group = crate::state::Group::default();
        self.s.rail_used = 0;
    }

    fn clear_combat_marks(&mut self) {
        let m = &mut self.s.marks;
        for set in [&mut m.attacked, &mut m.defended, &mut m.retreated] {
            *set = UnitSet::EMPTY;
        }
    }

    /// [6.63] Every Disruption marker of the side comes off.
    fn recover(&mut self, side: Side) {
        let units = self.s.marks.disrupted.and(&UnitSet::side(side));
        if !units.is_empty() {
            self.s.set_disrupted(units, false);
            self.event(Event::Recovered { units });
        }
    }
}
