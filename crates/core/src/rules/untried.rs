//! Untried units [12.0]: the cup, the dead pile, and what public knowledge says about a face-down division.
//!
//! A division could be drawn when it enters and kept secret. We settle it when it is revealed instead, which is
//! equivalent:
//!
//! - A division from the cup is equally likely to be any counter of its kind never yet seen: those are exchangeable.
//! - A division from the dead pile is determined by the pile's history and the seed (`pile.rs`).
//!
//! A search has no seed and deals from what is publicly possible: for the pile in the order of the draws, each
//! out of the counters that were there at its time. That is exact as long as no division has died unseen, which
//! takes overstacking; after that it is a close approximation, and never excludes a possible counter.

pub(crate) mod pile;

use crate::data::data;
use crate::data::schedule::Pool;
use crate::game::chance::{NoChance, below, pool_of};
use crate::game::event::{Event, Why};
use crate::game::play::Play;
use crate::game::state::{Face, Place, State};
use crate::rules::untried::pile::{PileEvent, Token};
use crate::unit::{ARMOURED_SLOTS, COUNTERS, CounterId, Kind, RIFLE_SLOTS, Side, UnitId, UnitSet};
use rand_chacha::rand_core::Rng;
use std::fmt;
use std::str::FromStr;

/// The public name of a counter: `rifle 3-4#2` is the second of the rifle divisions 3-4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
pub struct CounterName(CounterId);

impl CounterName {
    /// The name of a counter.
    pub const fn of(counter: CounterId) -> CounterName {
        CounterName(counter)
    }

    /// The counter of a name.
    pub const fn id(self) -> CounterId {
        self.0
    }
}

impl fmt::Display for CounterName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let roster = &data().roster;
        write!(f, "{} {}", roster.counter(self.0).kind, roster.counter_text(self.0))
    }
}

impl FromStr for CounterName {
    type Err = String;
    fn from_str(text: &str) -> Result<CounterName, String> {
        let parse = || {
            let (kind, counter) = text.split_once(' ')?;
            let kind =
                [Kind::Rifle, Kind::Tank, Kind::Mechanised].into_iter().find(|k| k.to_string() == kind)?;
            data().roster.parse_counter(kind, counter)
        };
        parse().map(CounterName).ok_or_else(|| {
            let short: String = text.chars().take(40).collect();
            format!("'{short}' is no counter: expected such as 'rifle 3-4#1'")
        })
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for CounterName {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for CounterName {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<CounterName, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(d)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// What a draw from the pile turned out to be.
pub(crate) enum Dealt {
    /// This one.
    Counter(CounterId),
    /// A counter that nobody has seen: any of those.
    NeverSeen,
}

/// A set of counters.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct CounterSet(u128);

impl CounterSet {
    /// Is the counter in the set?
    pub const fn contains(&self, counter: CounterId) -> bool {
        self.0 >> counter.index() & 1 != 0
    }

    /// Put a counter in.
    pub const fn insert(&mut self, counter: CounterId) {
        self.0 |= 1 << counter.index();
    }

    /// Number of counters.
    pub const fn len(&self) -> usize {
        self.0.count_ones() as usize
    }

    /// Nothing in it?
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// The counters in order.
    pub fn iter(&self) -> impl Iterator<Item = CounterId> + use<> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let at = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            CounterId::from_index(at)
        })
    }

    fn pick(&self, rng: &mut impl Rng) -> Option<CounterId> {
        match self.len() {
            0 => None,
            n => self.iter().nth(below(rng, n as u32) as usize),
        }
    }
}

#[cfg(feature = "formats")]
const KINDS: [Kind; 3] = [Kind::Rifle, Kind::Tank, Kind::Mechanised];

pub(crate) const fn kind_row(kind: Kind) -> usize {
    match kind {
        Kind::Tank => 1,
        Kind::Mechanised => 2,
        _ => 0,
    }
}

/// Index of a division among all division slots.
const fn slot(unit: UnitId) -> usize {
    if unit.is_armoured_slot() { RIFLE_SLOTS + unit.number() } else { unit.number() }
}

impl State {
    /// Divisions in play: on the map, or waiting at set-up.
    fn divisions_in_play(&self) -> impl Iterator<Item = UnitId> + '_ {
        UnitSet::DIVISION.iter().filter(|&u| matches!(self.place(u), Place::On(_) | Place::Waiting))
    }

    /// Counters that lie face up on the map.
    pub fn face_up(&self) -> CounterSet {
        let mut set = CounterSet::default();
        for unit in self.divisions_in_play() {
            if let Some(Face::Up(counter)) = self.face(unit) {
                set.insert(counter);
            }
        }
        set
    }

    /// Counters of a kind left in the cup.
    pub const fn in_cup(&self, kind: Kind) -> u8 {
        self.memory.cup[kind_row(kind)]
    }

    /// Counters of a kind in the dead pile, seen or not [12.4].
    pub fn in_dead_pile(&self, kind: Kind) -> u8 {
        let all = data().roster.counters_of(kind).len();
        let in_play = self.divisions_in_play().filter(|&u| self.kind(u) == kind).count();
        all.saturating_sub(self.in_cup(kind) as usize + in_play) as u8
    }

    /// Counters that were seen to go to the dead pile and not seen since.
    pub fn seen_dead(&self) -> CounterSet {
        let mut set = CounterSet::default();
        for counter in CounterId::all() {
            if self.memory.buried[counter.index()] > 0 {
                set.insert(counter);
            }
        }
        set
    }

    /// How many counters of a kind went to the dead pile unseen and have not been seen since.
    pub fn unseen_dead(&self, kind: Kind) -> usize {
        self.unseen(kind).len()
    }

    /// Counters of a kind nobody has ever seen.
    pub fn never_seen(&self, kind: Kind) -> CounterSet {
        let up = self.face_up();
        let mut set = CounterSet::default();
        for counter in data().roster.counters_of(kind).filter_map(CounterId::from_index) {
            if self.memory.buried[counter.index()] == 0 && !up.contains(counter) {
                set.insert(counter);
            }
        }
        set
    }

    /// Is there a counter of the pool to draw [14.14]?
    pub(crate) fn can_draw(&self, pool: Pool) -> bool {
        let kinds: &[Kind] = match pool {
            Pool::Rifle => &[Kind::Rifle],
            Pool::Armoured => &[Kind::Tank, Kind::Mechanised],
        };
        kinds.iter().any(|&k| self.in_cup(k) > 0 || self.in_dead_pile(k) > 0)
            && self.free_slot(pool).is_some()
    }

    fn free_slot(&self, pool: Pool) -> Option<UnitId> {
        let (count, of): (usize, fn(usize) -> UnitId) = match pool {
            Pool::Rifle => (RIFLE_SLOTS, UnitId::rifle),
            Pool::Armoured => (ARMOURED_SLOTS, UnitId::armoured),
        };
        let first = self.memory.next_slot[pool as usize] as usize;
        (0..count).map(|n| of((first + n) % count)).find(|&u| self.place(u) == Place::Off)
    }

    /// The counters that a face-down division may turn out to be.
    pub fn possible_counters(&self, unit: UnitId) -> CounterSet {
        let kind = self.kind(unit);
        let never = self.never_seen(kind);
        let draw = self.memory.drawn[slot(unit)];
        if draw == 0 {
            return never;
        }
        let mut set = CounterSet::default();
        for token in self.memory.log.could_be(kind, draw) {
            match token {
                Token::Seen(counter) => set.insert(counter),
                Token::Unseen => set.0 |= never.0,
            }
        }
        set
    }

    /// Was the division drawn from the dead pile?
    pub const fn from_dead_pile(&self, unit: UnitId) -> bool {
        self.memory.drawn[slot(unit)] > 0
    }

    /// Counters that lay unseen in the pile at a draw.
    fn unseen_before(&self, kind: Kind, draw: u8) -> usize {
        self.unseen(kind).iter().filter(|&&buried| buried <= draw).count()
    }

    pub(crate) fn unseen(&self, kind: Kind) -> &[u8] {
        let range = data().roster.counters_of(kind);
        &self.memory.unseen[range.start..range.start + self.memory.unseen_len[kind_row(kind)] as usize]
    }

    /// Deal one counter to a face-down division out of what is possible.
    pub(crate) fn sample_counter(&self, unit: UnitId, rng: &mut impl Rng) -> Result<CounterId, NoChance> {
        let counter = self.deal_counter(unit, rng)?;
        let possible = self.possible_counters(unit);
        if possible.contains(counter) || possible.is_empty() {
            return Ok(counter);
        }
        Ok(possible.pick(rng).unwrap_or(counter))
    }

    /// Deal to the face-down divisions from the pile in the order of their draws, up to this one.
    fn deal_counter(&self, unit: UnitId, rng: &mut impl Rng) -> Result<CounterId, NoChance> {
        let kind = self.kind(unit);
        let draw = self.memory.drawn[slot(unit)];
        let none = || NoChance::Impossible(format!("no {kind} counter is left for {unit}"));
        if draw == 0 {
            return self.never_seen(kind).pick(rng).ok_or_else(none);
        }
        let mut taken = CounterSet::default();
        let mut unseen_taken = 0;
        let mut order: [Option<(u8, UnitId)>; COUNTERS] = [None; COUNTERS];
        let mut count = 0;
        for other in self.divisions_in_play() {
            let drawn = self.memory.drawn[slot(other)];
            if (1..=draw).contains(&drawn) && self.is_untried(other) && self.kind(other) == kind {
                order[count] = Some((drawn, other));
                count += 1;
            }
        }
        order[..count].sort_unstable();
        for (drawn, _) in order[..count].iter().flatten() {
            let mut seen = CounterSet::default();
            for counter in data().roster.counters_of(kind).filter_map(CounterId::from_index) {
                if (1..=*drawn).contains(&self.memory.buried[counter.index()]) && !taken.contains(counter) {
                    seen.insert(counter);
                }
            }
            let unseen = self.unseen_before(kind, *drawn).saturating_sub(unseen_taken);
            let all = (seen.len() + unseen) as u32;
            if all == 0 {
                break;
            }
            let at = below(rng, all) as usize;
            if at < seen.len() {
                let counter = seen.iter().nth(at).ok_or_else(none)?;
                taken.insert(counter);
                if *drawn == draw {
                    return Ok(counter);
                }
            } else {
                unseen_taken += 1;
                if *drawn == draw {
                    break;
                }
            }
        }
        self.never_seen(kind).pick(rng).or_else(|| self.possible_counters(unit).pick(rng)).ok_or_else(none)
    }

    /// What a division drawn from the dead pile is when a seed chooses at every draw.
    pub(crate) fn dealt_from_pile(
        &self,
        unit: UnitId,
        choose: impl FnMut(u8, usize) -> usize,
    ) -> Option<Dealt> {
        let draw = self.memory.drawn[slot(unit)];
        match self.memory.log.deal(self.kind(unit), draw, choose).filter(|_| draw > 0)? {
            Token::Seen(counter) => {
                self.possible_counters(unit).contains(counter).then_some(Dealt::Counter(counter))
            }
            Token::Unseen => Some(Dealt::NeverSeen),
        }
    }

    /// Any counter of the unit's kind that nobody has seen.
    pub(crate) fn sample_never_seen(&self, unit: UnitId, rng: &mut impl Rng) -> Option<CounterId> {
        self.never_seen(self.kind(unit)).pick(rng)
    }

    /// Which kind comes out of the armoured pool.
    pub(crate) fn sample_kind(&self, _unit: UnitId, rng: &mut impl Rng) -> Result<Kind, NoChance> {
        let mut left = [self.in_cup(Kind::Tank), self.in_cup(Kind::Mechanised)];
        if left == [0, 0] {
            left = [self.in_dead_pile(Kind::Tank), self.in_dead_pile(Kind::Mechanised)];
        }
        match u32::from(left[0]) + u32::from(left[1]) {
            0 => Err(NoChance::Impossible("no armoured counter is left".to_owned())),
            all => Ok(if below(rng, all) < u32::from(left[0]) { Kind::Tank } else { Kind::Mechanised }),
        }
    }

    pub(crate) fn check_kind(&self, kind: Kind) -> Result<Kind, NoChance> {
        let cup_empty = self.in_cup(Kind::Tank) == 0 && self.in_cup(Kind::Mechanised) == 0;
        let there = if cup_empty { self.in_dead_pile(kind) } else { self.in_cup(kind) };
        if kind.is_armoured() && there > 0 {
            Ok(kind)
        } else {
            Err(NoChance::Impossible(format!("no {kind} division can be drawn")))
        }
    }

    pub(crate) fn check_counter(&self, unit: UnitId, counter: CounterId) -> Result<CounterId, NoChance> {
        if self.possible_counters(unit).contains(counter) {
            Ok(counter)
        } else {
            Err(NoChance::Impossible(format!("{unit} cannot be {}", CounterName::of(counter))))
        }
    }

    /// [12.4] A division that was eliminated goes to the dead pile, face down; its slot is free again.
    pub(crate) fn bury(&mut self, unit: UnitId) {
        let now = self.memory.pile_draws + 1;
        match self.face(unit) {
            Some(Face::Up(counter)) => {
                self.memory.buried[counter.index()] = now;
                self.log_pile(PileEvent::Seen(counter));
            }
            Some(Face::Untried(kind)) if self.memory.drawn[slot(unit)] == 0 => {
                let row = kind_row(kind);
                let at = data().roster.counters_of(kind).start + self.memory.unseen_len[row] as usize;
                self.memory.unseen[at] = now;
                self.memory.unseen_len[row] += 1;
                self.log_pile(PileEvent::Unseen(kind));
            }
            // Its hidden counter goes back to where it came from.
            Some(Face::Untried(kind)) => {
                self.log_pile(PileEvent::Returned(kind, self.memory.drawn[slot(unit)]))
            }
            None => {}
        }
        self.memory.drawn[slot(unit)] = 0;
        self.relocate(unit, Place::Off);
        self.set_face(unit, Face::Untried(Kind::Rifle));
    }

    /// Turn a division face up [12.2].
    pub(crate) fn turn_up(&mut self, unit: UnitId, counter: CounterId) {
        let kind = self.kind(unit);
        let draw = self.memory.drawn[slot(unit)];
        if draw > 0 {
            let seen = (self.memory.buried[counter.index()] > 0).then_some(counter);
            self.log_pile(PileEvent::Revealed(kind, draw, seen));
        }
        if self.memory.buried[counter.index()] > 0 {
            self.memory.buried[counter.index()] = 0;
        } else if draw > 0 {
            // It was one of the unseen counters in the pile. It is unknown which; taking the latest leaves
            // enough for divisions drawn before it.
            let start = data().roster.counters_of(kind).start;
            let row = kind_row(kind);
            let len = self.memory.unseen_len[row] as usize;
            let list = &mut self.memory.unseen[start..start + len];
            if let Some(at) = list.iter().rposition(|&buried| buried <= draw) {
                list.copy_within(at + 1.., at);
                list[len - 1] = 0;
                self.memory.unseen_len[row] -= 1;
            }
        }
        self.memory.drawn[slot(unit)] = 0;
        self.set_face(unit, Face::Up(counter));
    }

    pub(crate) fn pile_draw(&self, unit: UnitId) -> u8 {
        self.memory.drawn[slot(unit)]
    }

    pub(crate) fn set_pile_draw(&mut self, unit: UnitId, draw: u8) {
        self.memory.drawn[slot(unit)] = draw;
    }

    #[cfg(feature = "formats")]
    /// Divisions of a kind on the map, or waiting at set-up.
    pub(crate) fn count_in_play(&self, kind: Kind) -> usize {
        self.divisions_in_play().filter(|&u| self.kind(u) == kind).count()
    }

    #[cfg(feature = "formats")]
    /// Fill the cup with all counters that are neither in play nor in the dead pile; for positions.
    pub(crate) fn fill_cup(&mut self, dead: [u8; 3]) {
        for kind in KINDS {
            let row = kind_row(kind);
            let all = data().roster.counters_of(kind).len();
            let in_play = self.divisions_in_play().filter(|&u| self.kind(u) == kind).count();
            self.memory.cup[row] = all.saturating_sub(in_play + dead[row] as usize) as u8;
        }
    }
}

impl Play<'_> {
    /// [12.1] Draw a division, face down: from the cup, or from the dead pile when the cup has none [12.4]. The unit
    /// is not on the map yet.
    pub(crate) fn draw(&mut self, pool: Pool) -> Result<UnitId, NoChance> {
        let none = || NoChance::Impossible("no counter is left to draw".to_owned());
        let unit = self.s.free_slot(pool).ok_or_else(none)?;
        let kind = match pool_of(unit) {
            Pool::Rifle => Kind::Rifle,
            Pool::Armoured => self.chance.draw(self.s, unit)?,
        };
        let row = kind_row(kind);
        let from_dead_pile = self.s.memory.cup[row] == 0;
        if from_dead_pile {
            self.s.memory.pile_draws = self.s.memory.pile_draws.saturating_add(1);
            self.s.set_pile_draw(unit, self.s.memory.pile_draws);
            self.s.log_pile(PileEvent::Drawn(kind, self.s.memory.pile_draws));
        } else {
            self.s.memory.cup[row] -= 1;
            self.s.set_pile_draw(unit, 0);
        }
        let count = match pool {
            Pool::Rifle => RIFLE_SLOTS,
            Pool::Armoured => ARMOURED_SLOTS,
        };
        self.s.memory.next_slot[pool as usize] = ((unit.number() + 1) % count) as u8;
        self.s.set_face(unit, Face::Untried(kind));
        self.event(Event::Drawn { unit, kind, from_dead_pile });
        Ok(unit)
    }

    /// [12.2] Turn up every untried unit of a set, in the order of ids.
    pub(crate) fn reveal(&mut self, units: UnitSet) -> Result<(), NoChance> {
        for unit in units {
            if self.s.is_untried(unit) {
                let counter = self.chance.reveal(self.s, unit)?;
                self.s.turn_up(unit, counter);
                self.event(Event::Revealed { unit, counter: CounterName::of(counter) });
            }
        }
        Ok(())
    }

    /// [12.3] Step 4 of a combat: no-strength units are removed; 0-1-6 among the attackers and Leaders left alone withdraw. Returns the
    /// attackers still in the combat.
    pub(crate) fn shed(&mut self, units: UnitSet, defending: UnitSet, overrun: bool) -> UnitSet {
        let origins = self.s.hexes_of(units);
        for unit in units.or(&defending).and(&UnitSet::DIVISION) {
            if self.s.strength(unit) == Some((0, 0)) {
                self.eliminate(unit, Why::NoStrength); // [12.3]
            }
        }
        let mut attackers: UnitSet = units.iter().filter(|&u| self.s.hex(u).is_some()).collect();
        if units.is_within(&UnitSet::GERMAN) {
            return attackers;
        }
        let leave = |play: &mut Self, unit: UnitId, attackers: &mut UnitSet| {
            play.withdraw(unit);
            attackers.remove(unit);
            if overrun && play.s.hex(unit).is_some() {
                play.halt(UnitSet::one(unit));
            }
        };
        for unit in attackers.and(&UnitSet::DIVISION) {
            if self.s.attack(unit) == 0 {
                leave(self, unit, &mut attackers); // [12.3, R57]
            }
        }
        for hex in origins.iter() {
            let here = self.s.side_in(Side::Soviet, hex);
            if !here.iter().any(|u| self.s.is_attack_capable(u)) {
                for leader in here.and(&UnitSet::LEADER) {
                    leave(self, leader, &mut attackers); // [10.23b, R58]
                }
            }
        }
        attackers
    }
}
