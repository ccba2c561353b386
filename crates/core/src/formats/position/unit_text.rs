//! A unit in a position: `"pz7-25"`, `"inf6 lost 2 disrupted"`, `"r12 3-4#2"`, `"tank untried"`, or a whole division
//! such as `"pz7"`.

use super::diagram::{UnitDetails, UnitMark};
use super::short;
use crate::data::data;
use crate::game::state::{Face, Origin, Place, State};
use crate::hex::Hex;
use crate::unit::{CounterId, Kind, Side, UnitId, UnitSet};
use std::fmt;

/// A unit as text says it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct UnitText {
    /// Named unit, or any division of `kind`.
    pub(super) unit: Option<UnitId>,
    pub(super) kind: Option<Kind>,
    /// Attack, defence, and which of the equal counters.
    pub(super) strength: Option<(u8, u8, Option<u8>)>,
    lost: u8,
    spent: u8,
    from: Option<Hex>,
    pile: u8,
    marks: Vec<UnitMark>,
}

/// The most that a unit's numbers can be.
const MOST_LOST: u8 = 3;
const MOST_SPENT: u8 = 30;
const MOST_DRAWS: u8 = 250;

/// Marks are written as words, here and in `UnitMark`'s JSON.
impl UnitMark {
    /// In the order in which a text has them.
    const ALL: [UnitMark; 11] = [
        UnitMark::Disrupted,
        UnitMark::Entered,
        UnitMark::Unsupplied,
        UnitMark::NoLoc,
        UnitMark::Moved,
        UnitMark::Stopped,
        UnitMark::Halted,
        UnitMark::Rode,
        UnitMark::Attacked,
        UnitMark::Defended,
        UnitMark::Retreated,
    ];

    const fn word(self) -> &'static str {
        match self {
            UnitMark::Disrupted => "disrupted",
            UnitMark::Entered => "entered",
            UnitMark::Unsupplied => "unsupplied",
            UnitMark::NoLoc => "no-loc",
            UnitMark::Moved => "moved",
            UnitMark::Stopped => "stopped",
            UnitMark::Halted => "halted",
            UnitMark::Rode => "rode",
            UnitMark::Attacked => "attacked",
            UnitMark::Defended => "defended",
            UnitMark::Retreated => "retreated",
        }
    }

    fn set(self, state: &mut State) -> &mut UnitSet {
        let m = &mut state.marks;
        match self {
            UnitMark::Disrupted => &mut m.disrupted,
            UnitMark::Entered => &mut m.entered,
            UnitMark::Unsupplied => &mut m.unsupplied,
            UnitMark::NoLoc => &mut m.no_loc,
            UnitMark::Moved => &mut m.moved,
            UnitMark::Stopped => &mut m.stopped,
            UnitMark::Halted => &mut m.halted,
            UnitMark::Rode => &mut m.rode,
            UnitMark::Attacked => &mut m.attacked,
            UnitMark::Defended => &mut m.defended,
            UnitMark::Retreated => &mut m.retreated,
        }
    }
}

impl UnitText {
    pub(super) fn is_division(&self) -> bool {
        self.unit.is_none_or(UnitId::is_division)
    }

    /// The counter, if the text names one of those alike: `3-4#2`.
    pub(super) fn counter(&self) -> Option<CounterId> {
        let (attack, defense, copy) = self.strength?;
        let kind = self.kind.unwrap_or(Kind::Rifle);
        let roster = &data().roster;
        roster.counters_matching(kind, attack, defense).find(|&c| Some(roster.counter(c).copy) == copy)
    }

    /// One unit, or the units of a German division.
    pub(super) fn parse(text: &str) -> Result<Vec<UnitText>, String> {
        let mut words = text.split_whitespace().peekable();
        let first = words.next().ok_or("is empty: expected a unit")?;
        let mut unit = UnitText::default();
        let roster = &data().roster;
        let mut units = Vec::new();
        if let Some(id) = roster.parse_unit(first) {
            unit.unit = Some(id);
        } else if let Some(kind) = division_kind(first) {
            unit.kind = Some(kind);
        } else if let Some(formation) = roster.formation_by_id(first) {
            units.extend(roster.formation(formation).units.iter());
        } else {
            return Err(format!(
                "'{}' is no unit: expected an id such as pz7-25, lukin or r12, a division such as pz7, or rifle, tank \
                 or mechanised",
                short(first)
            ));
        }
        while let Some(word) = words.next() {
            let mut number = |what: &str, most: u8| -> Result<u8, String> {
                let text = words.next().ok_or_else(|| format!("'{what}' needs a number"))?;
                text.parse().ok().filter(|&n| n <= most).ok_or_else(|| too_much(what, text, most))
            };
            match word {
                "untried" => unit.strength = None,
                "lost" => unit.lost = number("lost", MOST_LOST)?,
                "spent" => unit.spent = number("spent", MOST_SPENT)?,
                "pile" => unit.pile = number("pile", MOST_DRAWS)?,
                "from" => {
                    let hex = words.next().ok_or("'from' needs a hex")?;
                    unit.from = Some(hex.parse().map_err(|e: crate::hex::NoHex| e.to_string())?);
                }
                _ => {
                    if let Some(kind) = division_kind(word) {
                        unit.kind = Some(kind);
                    } else if let Some(mark) = UnitMark::ALL.into_iter().find(|mark| mark.word() == word) {
                        unit.marks.push(mark);
                    } else if let Some(strength) = parse_strength(word) {
                        unit.strength = Some(strength);
                    } else {
                        return Err(format!(
                            "'{}' is not understood: expected a strength such as 3-4, untried, lost N, spent N, \
                             from CCRR, or a mark: {}",
                            short(word),
                            UnitMark::ALL.map(UnitMark::word).join(", ")
                        ));
                    }
                }
            }
        }
        if units.is_empty() {
            return Ok(vec![unit]);
        }
        Ok(units.into_iter().map(|id| UnitText { unit: Some(id), ..unit.clone() }).collect())
    }

    /// A unit as a diagram has it.
    pub(super) fn of_details(details: &UnitDetails) -> Result<UnitText, String> {
        let UnitDetails { id, kind, strength, lost, spent, from, pile, ref marks } = *details;
        for (what, number, most) in
            [("lost", lost, MOST_LOST), ("spent", spent, MOST_SPENT), ("pile", pile, MOST_DRAWS)]
        {
            if number > most {
                return Err(too_much(what, &number.to_string(), most));
            }
        }
        let strength = strength.map(|[attack, defense, copy]| (attack, defense, Some(copy)));
        Ok(UnitText { unit: Some(id), kind, strength, lost, spent, from, pile, marks: marks.clone() })
    }

    /// The same as typed values, for a unit that has its id.
    pub(super) fn details(self, id: UnitId) -> UnitDetails {
        let UnitText { unit: _, kind, strength, lost, spent, from, pile, marks } = self;
        let strength = strength.map(|(attack, defense, copy)| [attack, defense, copy.unwrap_or(1)]);
        UnitDetails { id, kind, strength, lost, spent, from, pile, marks }
    }

    /// Puts the marks on the unit and returns what is wrong with them.
    pub(super) fn mark(&self, state: &mut State, unit: UnitId, place: Place) -> Vec<String> {
        let mut wrong = Vec::new();
        let on_map = matches!(place, Place::On(_));
        if self.lost > 0 {
            let steps = state.steps_left(unit);
            if unit.side() != Side::German || self.lost >= steps {
                wrong.push(format!("{unit} cannot have lost {} steps and be alive", self.lost));
            } else {
                state.set_steps_lost(unit, self.lost);
            }
        }
        let marked = !self.marks.is_empty() || self.spent > 0 || self.from.is_some() || self.pile > 0;
        if !on_map && (marked || (self.lost > 0 && place != Place::Waiting)) {
            wrong.push("only units on the map carry marks or have lost steps".to_owned());
            return wrong;
        }
        for &mark in &self.marks {
            if mark == UnitMark::Disrupted {
                state.set_disrupted(UnitSet::one(unit), true);
            } else {
                mark.set(state).insert(unit);
            }
        }
        self.check_marks(state, unit, &mut wrong);
        state.spent[unit.index()] = self.spent;
        if let Some(from) = self.from {
            match state.hex(unit).and_then(|hex| hex.direction_to(from)) {
                // On the march of the first turn it is put right with the armies.
                Some(d) if unit.side() == Side::Soviet => {
                    state.set_origin(unit, Some(Origin::Entered(d)));
                }
                _ => wrong.push(format!("'from {from}': expected a neighbouring hex, of a Soviet unit")),
            }
        }
        if self.pile > 0 {
            if state.is_untried(unit) {
                state.set_pile_draw(unit, self.pile);
            } else {
                wrong.push("'pile' is for untried divisions".to_owned());
            }
        }
        wrong
    }

    /// Marks belong to phases.
    fn check_marks(&self, state: &State, unit: UnitId, wrong: &mut Vec<String>) {
        let phase = state.phase;
        for &mark in &self.marks {
            let fits = match mark {
                UnitMark::Unsupplied
                | UnitMark::NoLoc
                | UnitMark::Moved
                | UnitMark::Stopped
                | UnitMark::Halted
                | UnitMark::Rode => phase.is_movement() && unit.side() == phase.side(),
                UnitMark::Attacked | UnitMark::Defended => phase.is_combat(),
                UnitMark::Retreated => phase.is_combat() || phase.is_movement(),
                UnitMark::Entered => unit.side() == phase.side(),
                UnitMark::Disrupted => true,
            };
            if !fits {
                wrong.push(format!("'{}' does not fit the phase or the side", mark.word()));
            }
        }
        let moved = state.marks.moved.contains(unit);
        if (self.spent > 0 || self.marks.contains(&UnitMark::Stopped) || self.marks.contains(&UnitMark::Rode))
            && !moved
        {
            wrong.push("a unit that has spent points has 'moved'".to_owned());
        }
        if self.spent > 0 && !phase.is_movement() {
            wrong.push("points are spent in Movement Phases".to_owned());
        }
    }

    /// The text of a unit in a state.
    pub(super) fn of(state: &State, unit: UnitId) -> UnitText {
        let mut text = UnitText { unit: Some(unit), ..UnitText::default() };
        if unit.is_division() {
            let kind = state.kind(unit);
            text.kind = kind.is_armoured().then_some(kind);
            if let Some(Face::Up(counter)) = state.face(unit) {
                let counter = data().roster.counter(counter);
                text.strength = Some((counter.attack, counter.defense, Some(counter.copy)));
            }
            text.pile = state.pile_draw(unit);
        }
        text.lost = state.steps_lost(unit);
        text.spent = state.spent[unit.index()];
        text.from = state
            .hex(unit)
            .zip(state.origin(unit))
            .and_then(|(hex, origin)| data().map.step(hex, origin.direction()));
        let mut copy = *state;
        text.marks = UnitMark::ALL.into_iter().filter(|mark| mark.set(&mut copy).contains(unit)).collect();
        text
    }
}

impl fmt::Display for UnitText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.unit, self.kind) {
            (Some(unit), Some(kind)) => write!(f, "{unit} {kind}")?,
            (Some(unit), None) => write!(f, "{unit}")?,
            (None, kind) => write!(f, "{}", kind.unwrap_or(Kind::Rifle))?,
        }
        if let Some((attack, defense, copy)) = self.strength {
            write!(f, " {attack}-{defense}")?;
            if let Some(copy) = copy {
                write!(f, "#{copy}")?;
            }
        }
        for (word, number) in [("lost", self.lost), ("spent", self.spent), ("pile", self.pile)] {
            if number > 0 {
                write!(f, " {word} {number}")?;
            }
        }
        if let Some(from) = self.from {
            write!(f, " from {from}")?;
        }
        self.marks.iter().try_for_each(|mark| write!(f, " {}", mark.word()))
    }
}

fn too_much(what: &str, number: &str, most: u8) -> String {
    format!("'{what} {}': expected a number up to {most}", short(number))
}

fn division_kind(word: &str) -> Option<Kind> {
    match word {
        "rifle" => Some(Kind::Rifle),
        "tank" => Some(Kind::Tank),
        "mechanised" => Some(Kind::Mechanised),
        _ => None,
    }
}

fn parse_strength(word: &str) -> Option<(u8, u8, Option<u8>)> {
    let (strength, copy) = match word.split_once('#') {
        Some((strength, copy)) => (strength, Some(copy.parse().ok()?)),
        None => (word, None),
    };
    let (attack, defense) = strength.split_once('-')?;
    Some((attack.parse().ok()?, defense.parse().ok()?, copy))
}
