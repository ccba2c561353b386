//! The odds sheet against the outcomes themselves: random attacks and overruns, each played out with every reveal and every
//! die through the referee, and the steps that are gone counted.

use crate::support::*;
use pgg_core::analysis::odds::{ModifierKind, Odds};
use pgg_core::game::chance::{NoMore, below};
use pgg_core::game::event::DieFor;
use pgg_core::{
    Action, Chance, CounterId, Event, Hex, Kind, NoChance, Question, Side, State, Targets, UnitId, UnitSet,
    data, data::tables::Edition,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Attacks and overruns to be played out.
const FIGHTS: usize = 2_000;
/// Of them with two untried divisions: each has more than a thousand outcomes.
const DOUBTFUL: usize = 50;

/// Chance for a depth-first search of the outcomes: it follows a path, then takes first possibilities, and counts the others.
#[derive(Default)]
struct Branch {
    path: Vec<usize>,
    taken: usize,
    /// The number of possibilities of each outcome.
    open: Vec<usize>,
    weight: f64,
}

impl Branch {
    /// The possibility to take of those with these weights.
    fn pick(&mut self, weights: &[usize]) -> usize {
        let choice = self.path.get(self.taken).copied().unwrap_or(0);
        if self.taken == self.open.len() {
            self.open.push(weights.len());
        }
        self.taken += 1;
        self.weight *= weights[choice] as f64 / weights.iter().sum::<usize>() as f64;
        choice
    }

    /// The path to the next leaf; none after the last.
    fn next(mut self) -> Option<Vec<usize>> {
        self.path.resize(self.open.len(), 0);
        while let (Some(at), Some(open)) = (self.path.pop(), self.open.pop()) {
            if at + 1 < open {
                self.path.push(at + 1);
                return Some(self.path);
            }
        }
        None
    }
}

impl Chance for Branch {
    fn die(&mut self, _: &State, _: DieFor) -> Result<u8, NoChance> {
        Ok(self.pick(&[1; 6]) as u8 + 1)
    }

    fn draw(&mut self, _: &State, unit: UnitId) -> Result<Kind, NoChance> {
        Err(NoChance::Impossible(format!("{unit} is drawn in a fight")))
    }

    /// Counters of equal strength are one possibility, as likely as there are counters.
    fn reveal(&mut self, state: &State, unit: UnitId) -> Result<CounterId, NoChance> {
        let mut alike: BTreeMap<(u8, u8), (CounterId, usize)> = BTreeMap::new();
        for id in state.possible_counters(unit).iter() {
            let counter = data().roster.counter(id);
            alike.entry((counter.attack, counter.defense)).or_insert((id, 0)).1 += 1;
        }
        let alike: Vec<(CounterId, usize)> = alike.into_values().collect();
        let weights: Vec<usize> = alike.iter().map(|&(_, count)| count).collect();
        Ok(alike[self.pick(&weights)].0)
    }
}

/// The means over all leaves.
#[derive(Debug, Default)]
struct Average {
    losses: BTreeMap<Side, f64>,
    results: BTreeMap<String, f64>,
    columns: BTreeMap<String, f64>,
    walkover: f64,
    called_off: f64,
    /// Least and most of the attack, and of what Leaders add.
    attack: Option<(u32, u32)>,
}

fn steps(state: &State, side: Side) -> u32 {
    state.on_map(side).iter().map(|u| u32::from(state.steps_left(u))).sum()
}

/// Everybody takes the loss, nobody advances.
fn take_losses(state: &mut State) {
    while state.in_combat() {
        let decision = state.decision().expect("a combat asks");
        let action = match decision.question {
            Question::LossOrRetreat { .. } => Action::TakeLoss,
            Question::LoseStep { .. } => state.legal().others[0],
            Question::Advance => Action::Done,
            other => panic!("asked {other:?} though nobody retreats"),
        };
        state.apply(&action, &mut NoMore).expect("legal, and without chance");
    }
}

/// Visit every leaf.
fn play_out(start: &State, action: &Action, seen: &mut Seen) -> Average {
    let mut average = Average::default();
    let (mut path, mut whole) = (Vec::new(), 0.0);
    let before = Side::BOTH.map(|side| (side, steps(start, side)));
    loop {
        let mut branch = Branch { path, weight: 1.0, ..Branch::default() };
        let mut state = *start;
        let events = state.apply(action, &mut branch).expect("a legal fight");
        take_losses(&mut state);
        let weight = branch.weight;
        whole += weight;
        for (side, before) in before {
            let lost = before - steps(&state, side);
            *average.losses.entry(side).or_default() += weight * f64::from(lost);
        }
        let mut thrown = false;
        for event in &events {
            match event {
                Event::CombatOff => average.called_off += weight,
                Event::Odds { attack, column, .. } => {
                    let attack = u32::from(*attack);
                    let (least, most) = average.attack.unwrap_or((attack, attack));
                    average.attack = Some((least.min(attack), most.max(attack)));
                    *average.columns.entry(column.to_string()).or_default() += weight;
                }
                Event::Result { result, .. } => {
                    thrown = true;
                    *average.results.entry(result.to_string()).or_default() += weight;
                }
                _ => {}
            }
            seen.event(event);
        }
        if !thrown && !events.contains(&Event::CombatOff) {
            average.walkover += weight;
        }
        match branch.next() {
            Some(next) => path = next,
            None => break,
        }
    }
    assert!((whole - 1.0).abs() < 1e-9, "the chances of all leaves add up to {whole}");
    average
}

/// What the random fights have covered: a test that never met a case proves nothing about it.
#[derive(Debug, Default)]
struct Seen(BTreeMap<String, usize>);

impl Seen {
    fn add(&mut self, what: impl Into<String>) {
        *self.0.entry(what.into()).or_default() += 1;
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::Result { result, .. } => self.add(result.to_string()),
            Event::Eliminated { why, .. } => self.add(format!("{why:?}")),
            Event::CombatOff => self.add("off"),
            Event::Withdrew { .. } => self.add("withdrew"),
            _ => {}
        }
    }
}

fn close(told: f64, counted: f64, what: &str, told_of: &dyn std::fmt::Debug, start: &State, action: &Action) {
    assert!(
        (told - counted).abs() < 1e-9,
        "{what}: {told} told, {counted} counted\n{told_of:?}\n{}\n{}",
        json!(action),
        start.to_text()
    );
}

fn compare(start: &State, action: &Action, side: Side, odds: &Odds, average: &Average) {
    let check = |told, counted, what: &str| close(told, counted, what, odds, start, action);
    check(odds.losses.attacker, average.losses[&side], "steps of the attacker");
    check(odds.losses.defender, average.losses[&side.enemy()], "steps of the defender");
    check(odds.walkover, average.walkover, "walkover");
    check(odds.called_off, average.called_off, "called off");
    assert_eq!(odds.results.len(), average.results.len(), "{odds:?} {average:?}");
    for (result, chance) in &odds.results {
        check(*chance, average.results[&result.to_string()], &result.to_string());
    }
    for (column, chance) in &odds.columns {
        check(*chance, average.columns[&column.to_string()], &column.to_string());
    }
    let range = average.attack.unwrap_or((0, 0));
    assert_eq!((odds.attack.least, odds.attack.most), range, "{odds:?}\n{}", start.to_text());
}

/// Makes small random positions with a fight in them.
struct Dealer(ChaCha8Rng);

impl Dealer {
    fn below(&mut self, n: usize) -> usize {
        below(&mut self.0, n as u32) as usize
    }

    fn one_in(&mut self, n: u32) -> bool {
        below(&mut self.0, n) == 0
    }

    fn take<T>(&mut self, list: &mut Vec<T>) -> Option<T> {
        if list.is_empty() { None } else { Some(list.swap_remove(self.below(list.len()))) }
    }

    /// Up to three Germans, some with lost steps, or a whole division.
    fn germans(&mut self, left: &mut Vec<String>, marks: bool) -> Vec<Value> {
        let mut stack = Vec::new();
        for _ in 0..=self.below(3) {
            let Some(mut text) = self.take(left) else { break };
            if self.one_in(2) {
                let most = data().roster.german(unit(&text)).steps - 1;
                text += &format!(" lost {}", self.below(usize::from(most) + 1));
            }
            if marks {
                text += ["", "", " disrupted", " retreated"][self.below(4)];
            }
            stack.push(json!(text));
        }
        stack
    }

    /// Up to three divisions, few of them untried, and perhaps a Leader; he may stand alone.
    fn soviets(&mut self, left: &mut Vec<String>, at: Hex, marks: bool) -> Vec<Value> {
        const STRENGTHS: [&str; 9] = ["0-1", "0-1", "1-2", "2-3", "3-4", "4-5", "5-6", "6-7", "2-1"];
        let mut stack = Vec::new();
        let divisions = self.below(4);
        for _ in 0..divisions {
            let mut text = match self.below(3) {
                0 => "rifle".to_owned(),
                1 => "tank 3-3".to_owned(),
                _ => format!("rifle {}", STRENGTHS[self.below(STRENGTHS.len())]),
            };
            if self.one_in(8) {
                text = "mechanised".to_owned();
            }
            text += &self.soviet_words(at, marks);
            stack.push(json!(text));
        }
        for _ in 0..1 + usize::from(self.one_in(4)) {
            if divisions == 0 || stack.len() < 4 && self.one_in(2) {
                let Some(mut text) = self.take(left) else { break };
                text += &self.soviet_words(at, marks);
                stack.push(json!(text));
            }
        }
        stack
    }

    /// A mark of a defender, or the hex that an attacker came from, to which he may have to withdraw [10.23b].
    fn soviet_words(&mut self, at: Hex, marks: bool) -> String {
        let near: Vec<Hex> = at.neighbours().map(|(_, hex)| hex).collect();
        match self.below(4) {
            0 if marks => " retreated".to_owned(),
            1 if marks => " disrupted".to_owned(),
            0..=1 => format!(" from {}", near[self.below(near.len())]),
            _ => String::new(),
        }
    }

    /// A position, who attacks and what.
    fn fight(&mut self) -> Option<(State, Action, Side)> {
        let side = if self.one_in(2) { Side::German } else { Side::Soviet };
        let overrun = self.one_in(3);
        let target = Hex::new(1 + self.below(59) as u16, 1 + self.below(31) as u16)?;
        let near: Vec<Hex> = target.neighbours().map(|(_, hex)| hex).collect();
        let mut targets = vec![target];
        if !overrun && self.one_in(3) {
            targets.push(near[self.below(near.len())]);
        }
        let next_to_all = |h: &&Hex| targets.iter().all(|t| h.direction_to(*t).is_some());
        let mut free: Vec<Hex> = near.iter().filter(next_to_all).copied().collect();
        let mut germans: Vec<String> = UnitSet::GERMAN.iter().map(|u| u.to_string()).collect();
        let mut leaders: Vec<String> = UnitSet::LEADER.iter().map(|u| u.to_string()).collect();
        let mut units: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for &hex in &targets {
            let stack = match side {
                Side::German => self.soviets(&mut leaders, hex, true),
                Side::Soviet => self.germans(&mut germans, true),
            };
            units.insert(hex.to_string(), stack);
        }
        let mut origins = Vec::new();
        for _ in 0..if overrun { 1 } else { 1 + self.below(3) } {
            let Some(hex) = self.take(&mut free) else { break };
            let stack = match side {
                Side::German if self.one_in(3) => vec![json!(["pz7", "pz10", "mot29"][self.below(3)])],
                Side::German => self.germans(&mut germans, false),
                Side::Soviet => self.soviets(&mut leaders, hex, false),
            };
            units.insert(hex.to_string(), stack);
            origins.push(hex);
        }
        let phase = match (side, overrun) {
            (Side::German, true) => "german_movement",
            (Side::German, false) => "german_combat",
            (Side::Soviet, true) => "soviet_movement",
            (Side::Soviet, false) => "soviet_combat",
        };
        let edition = if self.one_in(2) { "1976" } else { "reference" };
        let turn = 2 + self.below(11);
        let text = json!({"options": {"edition": edition}, "turn": turn, "phase": phase, "units": units});
        // An impossible position, with a unit on a lake or named twice, is dealt again.
        let state = State::from_text(&text.to_string()).ok()?;
        let here: UnitSet = origins.iter().fold(UnitSet::EMPTY, |all, &h| all.or(&state.units_in(h)));
        let action = if overrun {
            Action::Overrun { units: here, target }
        } else {
            Action::Attack { targets: Targets::collect(targets)?, units: here }
        };
        state.check(&action).ok()?;
        Some((state, action, side))
    }
}

/// [9.6, 9.61, 9.64, 9.65, 9.67, 9.75, 12.3, 10.23, 10.36] The sheet tells what happens on the average: losses, results,
/// columns and the bounds of the attack, in thousands of random fights.
#[test]
fn the_sheet_tells_what_happens_on_the_average() {
    let mut dealer = Dealer(ChaCha8Rng::seed_from_u64(15));
    let mut seen = Seen::default();
    let (mut fights, mut doubtful) = (0, 0);
    while fights < FIGHTS {
        let Some((state, action, side)) = dealer.fight() else { continue };
        let (units, targets, overrun) = match action {
            Action::Overrun { units, target } => (units, Targets::one(target), true),
            Action::Attack { units, targets } => (units, targets, false),
            _ => continue,
        };
        let defending = targets.iter().fold(UnitSet::EMPTY, |all, hex| all.or(&state.units_in(hex)));
        match units.or(&defending).iter().filter(|&u| state.is_untried(u)).count() {
            0 | 1 => {}
            2 if doubtful < DOUBTFUL => doubtful += 1,
            _ => continue,
        }
        let odds = state.odds(units, &targets, overrun).expect("odds");
        assert!(odds.exact, "{}", state.to_text());
        let average = play_out(&state, &action, &mut seen);
        compare(&state, &action, side, &odds, &average);
        fights += 1;
        seen.add(if overrun { "overrun" } else { "attack" });
        seen.add(format!("{side:?}"));
        if targets.len() > 1 {
            seen.add("two hexes");
        }
        if state.options().edition == Edition::Print1976 {
            seen.add("1976");
        }
        if odds.walkover > 0.0 {
            seen.add("walkover");
        }
        if odds.modifiers.iter().any(|m| m.what == ModifierKind::Leader && m.least < m.most) {
            seen.add("a bonus not known");
        }
    }
    for (what, least) in [
        ("overrun", 200),
        ("attack", 1_000),
        ("German", 200),
        ("Soviet", 200),
        ("two hexes", 100),
        ("1976", 500),
        ("walkover", 30),
        ("off", 30),
        ("withdrew", 30),
        ("a bonus not known", 30),
        ("Eng", 100),
        ("Ae", 50),
        ("De", 50),
        ("D2/A1", 10),
        ("NoStrength", 50),
        ("NoWithdrawal", 10),
        ("Retreated", 50),
        ("Step", 100),
    ] {
        let times = seen.0.get(what).copied().unwrap_or(0);
        assert!(times >= least, "{what} only {times} times: {seen:?}");
    }
}

fn sheet(position: Value, ids: &[&str], target: &str) -> Odds {
    let state = state(&position.to_string());
    state.odds(units(ids), &Targets::one(hex(target)), false).expect("odds")
}

/// [9.67] At 1-1 against a single Leader: one result of six is Eng, by which either side pays a step.
#[test]
fn an_exchange_costs_either_side_a_step() {
    let units = json!({"1222": ["inf6 lost 1"], "1322": ["remezov"]});
    let position = json!({"turn": 7, "phase": "german_combat", "units": units});
    let odds = sheet(position, &["inf6"], "1322");
    assert_eq!(odds.columns.len(), 1);
    assert_eq!(odds.columns[0].0.to_string(), "1-1");
    assert!((odds.losses.defender - 4.0 / 6.0).abs() < 1e-9, "{odds:?}");
    assert!((odds.losses.attacker - 1.0).abs() < 1e-9, "{odds:?}");
}

/// [9.75, R31] Only units marked retreated: no die is thrown and all their steps are gone.
#[test]
fn a_walkover_costs_the_defender_everybody() {
    let units = json!({"1222": ["inf6 retreated"], "1322": ["r1 3-4", "konev"]});
    let position = json!({"turn": 7, "phase": "soviet_combat", "units": units});
    let odds = sheet(position, &["r1", "konev"], "1222");
    assert_eq!((odds.walkover, odds.losses.defender, odds.losses.attacker), (1.0, 4.0, 0.0));
}

/// [10.36] What a Leader adds to untried divisions is a range, and the bounds of the sum include him.
#[test]
fn a_leader_with_untried_divisions_adds_a_range() {
    let units = json!({"1222": ["r1", "remezov"], "1322": ["inf6"]});
    let position = json!({"turn": 7, "phase": "soviet_combat", "units": units});
    let odds = sheet(position, &["r1", "remezov"], "1322");
    let bonus = odds.modifiers.iter().find(|m| m.what == ModifierKind::Leader).expect("a Leader");
    assert_eq!((bonus.least, bonus.most), (1, 4));
    assert_eq!((odds.attack.least, odds.attack.most), (2, 13));
    let known = json!({"1222": ["r1 2-3", "remezov"], "1322": ["inf6"]});
    let position = json!({"turn": 7, "phase": "soviet_combat", "units": known});
    let odds = sheet(position, &["r1", "remezov"], "1322");
    let bonus = odds.modifiers.iter().find(|m| m.what == ModifierKind::Leader).expect("a Leader");
    assert_eq!((bonus.least, bonus.most), (2, 2));
}
