//! Luck: the dice and draws of each side, compared with the average.

use pgg_core::data::tables::CombatResult;
use pgg_core::formats::record::{Record, RecordError};
use pgg_core::rules::combat::results::Demand;
use pgg_core::unit::CounterId;
use pgg_core::{BySide, Event, Side, State, data};
use serde::Serialize;

/// An elimination, measured in steps or hexes: one more than the worst other result.
const ELIMINATION: f64 = 3.0;

/// The luck of both sides in a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Luck {
    /// By side.
    pub sides: BySide<SideLuck>,
    /// Strengths of the divisions turned face up: attack and defence together [12.2].
    pub draws: Sum,
}

/// The luck of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SideLuck {
    /// The dice of its own attacks and overruns: a low one is good [9.5].
    pub dice: Sum,
    /// What the results did to the enemy: steps or hexes, an elimination counting as 3.
    pub dealt: Sum,
    /// What they did to itself.
    pub taken: Sum,
}

/// The actual and the expected sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Sum {
    /// How often.
    pub count: u32,
    /// What came, added up.
    pub came: f64,
    /// The expected sum.
    pub expected: f64,
}

impl Sum {
    fn add(&mut self, came: f64, expected: f64) {
        self.count += 1;
        self.came += came;
        self.expected += expected;
    }
}

impl Luck {
    /// The luck in a record, which is verified on the way.
    pub fn of(record: &Record) -> Result<Luck, RecordError> {
        let mut luck = Luck::default();
        let mut before = record.start()?;
        for step in record.replay()? {
            let step = step?;
            luck.add(&before, &step.events);
            before = step.state;
        }
        Ok(luck)
    }

    /// What an action did from a state.
    pub(crate) fn add(&mut self, before: &State, events: &[Event]) {
        let attacker = before.phase().side();
        let mut column = None;
        for event in events {
            match event {
                Event::Revealed { unit, counter } => {
                    let possible: Vec<CounterId> = before.possible_counters(*unit).iter().collect();
                    if !possible.is_empty() {
                        let sum: f64 = possible.iter().map(|&c| strength(c)).sum();
                        self.draws.add(strength(counter.id()), sum / possible.len() as f64);
                    }
                }
                Event::Odds { column: c, .. } => column = Some(*c),
                Event::Result { die, result } => {
                    let Some(column) = column else { continue };
                    let edition = before.options().edition;
                    let average = |part: fn(CombatResult) -> f64| {
                        (1..=6).map(|die| part(data().tables.result(edition, column, die))).sum::<f64>() / 6.0
                    };
                    let (on_defender, on_attacker) = (defender(*result), self::attacker(*result));
                    self.sides[attacker].dice.add(f64::from(*die), 3.5);
                    self.sides[attacker].dealt.add(on_defender, average(defender));
                    self.sides[attacker.enemy()].taken.add(on_defender, average(defender));
                    self.sides[attacker].taken.add(on_attacker, average(self::attacker));
                    self.sides[attacker.enemy()].dealt.add(on_attacker, average(self::attacker));
                }
                _ => {}
            }
        }
    }

    /// The report in a few lines.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for side in Side::BOTH {
            let SideLuck { dice, dealt, taken } = &self.sides[side];
            lines.push(format!(
                "{side}: {} dice, {:.2} on the average (3.50; low is good); dealt {:.0} (expected {:.1}), took {:.0} \
                 (expected {:.1})",
                dice.count,
                dice.came / f64::from(dice.count.max(1)),
                dealt.came,
                dealt.expected,
                taken.came,
                taken.expected,
            ));
        }
        let n = f64::from(self.draws.count.max(1));
        lines.push(format!(
            "Soviet draws: {} divisions turned face up, strength {:.2} on the average (expected {:.2})",
            self.draws.count,
            self.draws.came / n,
            self.draws.expected / n,
        ));
        lines
    }
}

/// Attack and defence together.
fn strength(counter: CounterId) -> f64 {
    let counter = data().roster.counter(counter);
    f64::from(counter.attack) + f64::from(counter.defense)
}

fn weight(result: CombatResult, demand: Option<Demand>) -> f64 {
    match demand {
        // Each side loses a step.
        None if result == CombatResult::Eng => 1.0,
        None => 0.0,
        Some(Demand::Elimination) => ELIMINATION,
        Some(Demand::StepsOrHexes(n)) => f64::from(n),
    }
}

fn defender(result: CombatResult) -> f64 {
    weight(result, result.defender())
}

fn attacker(result: CombatResult) -> f64 {
    weight(result, result.attacker())
}
