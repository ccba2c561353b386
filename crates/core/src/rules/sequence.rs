//! The sequence of play [4.0]. Which decision is open at each point of it [4.1] is in `game/decision.rs`.

use crate::game::event::Event;
use crate::game::play::{Play, Refused};
use crate::game::state::Phase;
use crate::unit::{Side, UnitSet};

/// Game-Turns in a game [1.0].
pub const TURNS: u8 = 12;

impl Play<'_> {
    /// The player is done: the phase ends once the stacking limits hold [7.1, 7.2].
    pub(crate) fn end_phase(&mut self) {
        self.s.ending = true;
    }

    pub(crate) fn next_phase(&mut self) -> Result<(), Refused> {
        self.s.ending = false;
        match self.s.phase {
            Phase::SovietSetUp => self.begin(Phase::GermanSetUp),
            Phase::GermanSetUp => self.begin_soviet_turn()?,
            Phase::Evacuation => self.begin_soviet_movement()?,
            Phase::SovietMovement => {
                self.clear_movement_marks();
                self.lose_provisional();
                self.end_first_turn_rules();
                self.remove_air_markers();
                self.begin(Phase::SovietCombat);
            }
            Phase::SovietCombat => {
                self.clear_combat_marks();
                self.recover(Side::Soviet);
                let left = self.s.soviet_marker_uses < crate::rules::interdiction::SOVIET_MARKER_USES;
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
        self.s.repaired = crate::game::action::HexList::EMPTY; // [6.37c]
        if self.s.options.leader_evacuation && self.s.evacuable().next().is_some() {
            self.begin(Phase::Evacuation);
            return Ok(());
        }
        self.begin_soviet_movement()
    }

    /// [4.2] A.1, steps 2 to 5.
    pub(crate) fn begin_soviet_movement(&mut self) -> Result<(), Refused> {
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
        self.s.group = crate::game::state::Group::default();
        self.s.rail_used = 0;
    }

    fn clear_combat_marks(&mut self) {
        let m = &mut self.s.marks;
        for set in [&mut m.attacked, &mut m.defended, &mut m.retreated] {
            *set = UnitSet::EMPTY;
        }
    }
}
