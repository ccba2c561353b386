//! Walks and rides: the steps of units that went the same way become one sentence.

use super::{Line, names, plural, verb};
use pgg_core::rules::movement::Mp;
use pgg_core::{Event, Hex, State, UnitId, UnitSet};

/// Steps of walks and rides, waiting to be told together.
#[derive(Default)]
pub(super) struct Walks(Vec<Walk>);

struct Walk {
    unit: UnitId,
    rail: bool,
    hexes: Vec<Hex>,
    cost: u16,
    left: u8,
    stopped: bool,
}

impl Walks {
    /// Is it a step, or the end of one? Then it is kept.
    pub(super) fn take(&mut self, event: &Event) -> bool {
        let (unit, rail, from, to, cost, left) = match *event {
            Event::Moved { unit, from, to, cost, left } => (unit, false, from, to, cost, left),
            Event::Rode { unit, from, to, cost, left } => (unit, true, from, to, cost, left),
            Event::Stopped { unit, .. } => {
                return match self.0.iter_mut().find(|w| w.unit == unit) {
                    Some(walk) => {
                        walk.stopped = true;
                        true
                    }
                    None => false,
                };
            }
            _ => return false,
        };
        match self.0.iter_mut().find(|w| w.unit == unit && w.rail == rail) {
            Some(walk) => {
                walk.hexes.push(to);
                walk.cost += u16::from(cost);
                walk.left = left;
            }
            None => self.0.push(Walk {
                unit,
                rail,
                hexes: vec![from, to],
                cost: u16::from(cost),
                left,
                stopped: false,
            }),
        }
        true
    }

    /// Tells those that were kept.
    pub(super) fn finish(&mut self, state: &State) -> Vec<Line> {
        let mut walks = std::mem::take(&mut self.0);
        let mut lines = Vec::new();
        while !walks.is_empty() {
            let first = walks.remove(0);
            let mut units = UnitSet::one(first.unit);
            walks.retain(|w| {
                let same = w.hexes == first.hexes
                    && w.rail == first.rail
                    && (w.cost, w.left) == (first.cost, first.left)
                    && w.stopped == first.stopped;
                if same {
                    units.insert(w.unit);
                }
                !same
            });
            lines.push(Line::Sentence(first.text(units, state)));
        }
        lines
    }
}

impl Walk {
    fn text(&self, units: UnitSet, state: &State) -> String {
        let way = self.hexes.iter().map(Hex::to_string).collect::<Vec<_>>().join("-");
        let who = names(units, state);
        if self.rail {
            let ride = verb(&units, "ride");
            return format!(
                "{who} {ride} {way}: {}, {} left.",
                plural(self.cost.into(), "rail point"),
                self.left
            );
        }
        let (spent, left) = (Mp(self.cost.min(255) as u8), Mp(self.left));
        let moves = verb(&units, "move");
        let stop = if self.stopped {
            format!(" and {} in an enemy zone", verb(&units, "stop"))
        } else {
            String::new()
        };
        format!("{who} {moves} {way}{stop}: {spent} MP, {left} left.")
    }
}
