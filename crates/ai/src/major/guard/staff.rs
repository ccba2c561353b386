//! The staff: where all Leaders go, found together. Each is worth what he puts in command that nobody else commands
//! [10.31], less what the Germans could do to him there. Who commands what is asked of the rules on a copy of the position.

use super::Guard;
use super::escape::Escape;
use super::posts::Worth;
use crate::script::Notes;
use crate::shared::ground;
use crate::survey::Sight;
use pgg_core::game::chance::NoMore;
use pgg_core::rules::sequence::TURNS;
use pgg_core::{Action, Hex, HexSet, Side, State, UnitId, UnitSet};

/// How much a division needs a Leader: in full with the Germans before it; in the rear it still marches twice as far [6.25].
const NEED: f32 = 1.3;
const FAR: f32 = 60.0;
const LEAST_NEED: f32 = 0.2;
/// How much more a division counts that is about to strike [10.35].
const STRIKES: f32 = 1.5;
/// What a second Leader counts for those who have one: the first may fall.
const SECOND: f32 = 0.12;
/// What command counts if the Leader himself is out of supply: attacks, at half strength [10.35].
const CUT_OFF: f32 = 0.25;
/// What each hex counts that he is from the nearest divisions without a Leader, and from how far at most.
const FAR_FROM_THEM: f32 = 0.06;
const FARTHEST: u16 = 25;
/// Half-points of way, past all that bars it, beyond which the Germans cannot get to him in their two moves, and within
/// which they surely can.
const SAFE: f32 = 46.0;
const SURE: f32 = 18.0;
/// The same were the line broken: a Leader who is alone there is run down by the units that break through.
const LINE_SAFE: f32 = 40.0;
const LINE_SURE: f32 = 16.0;
const THROUGH: f32 = 0.6;
/// Hexes from a German within which nobody stands alone, and what it costs besides.
const NEAR: u16 = 7;
const ALONE: f32 = 8.0;
/// What losing him costs: himself, and what he would have commanded in the turns that are left, by his rating.
const HIMSELF: f32 = 2.0;
const LATER: f32 = 0.22;
/// How likely he falls with his company when they are reached, and the defence that halves it.
const TOGETHER: f32 = 1.0;
const COMPANY: f32 = 8.0;
/// What it costs him where a ring can be closed round him, of his worth.
const RINGED: f32 = 0.8;
/// Divisions with whom a Leader goes beside the enemy.
const ESCORT: usize = 2;
/// What a better place must gain: neither a walk nor a ride is free.
const WORTH_GOING: f32 = 0.1;
/// How often all Leaders are looked at.
const PASSES: usize = 3;
/// Of a region of so many hexes each way, the most likely places of a Leader that are tried.
const REGION: u16 = 5;
const REGIONS: usize = 12;
const IN_REGION: u8 = 3;
/// Hexes that may need a Leader, at most: the bits of a number.
const MOST_NEEDS: usize = 128;
/// What a post is worth that needs a Leader as much as a division before the enemy.
const A_POST: f32 = 4.0;
/// What those are worth who stand where a Leader will be.
const KEEP_COMPANY: Worth = [4.5, 0.5, 0.2];
/// What is left of the worth of a post that no Leader commands.
const UNLED: f32 = 0.4;

/// A hex where a Leader could be.
struct Place {
    hex: Hex,
    /// How he gets there; none to stay.
    action: Option<Action>,
    /// Those he commands there, by their place in the list of needs, and whether they are in supply by him.
    commands: u128,
    supplied: bool,
    /// What the Germans could do to him there.
    danger: f32,
}

/// A Leader with where he could be, and where he is to be.
struct Officer {
    unit: UnitId,
    reach: u16,
    places: Vec<Place>,
    chosen: usize,
}

/// Hexes of divisions, or where divisions are wanted, with how much each needs a Leader: no more than fit into the bits.
struct Needs(Vec<(Hex, f32)>);

/// Who is there to keep a Leader company.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Company {
    /// Those who stand there.
    Present,
    /// Those who will: the divisions have not moved yet.
    Expected,
}

impl Guard {
    /// The next Leader on his way; none when all are where they are to be.
    pub(super) fn staff(&mut self, sight: &Sight<'_>, notes: &mut Notes) -> Option<Action> {
        if self.staff.is_none() {
            self.escape = Escape::of(sight.state, sight.survey);
            let mut actions = self.plan_staff(sight, &notes.considered);
            actions.reverse();
            self.staff = Some(actions);
        }
        while let Some((leader, action)) = self.staff.as_mut().and_then(Vec::pop) {
            notes.done_with(UnitSet::one(leader));
            if sight.state.check(&action).is_ok() {
                return Some(action);
            }
        }
        None
    }

    /// Where each Leader goes when the divisions have their places.
    fn plan_staff(&self, sight: &Sight<'_>, considered: &UnitSet) -> Vec<(UnitId, Action)> {
        let state = sight.state;
        let mut officers = self.officers(sight, &self.needs(state), considered, Company::Present);
        let under_way = |unit: UnitId| state.has_entered(unit) && state.has_moved(unit);
        officers.sort_by_key(|o| !under_way(o.unit));
        let go = |o: Officer| Some((o.unit, o.places.into_iter().nth(o.chosen)?.action?));
        officers.into_iter().filter_map(go).collect()
    }

    /// What posts are worth to divisions that are out of command there: Leaders are thought of before anybody is sent.
    pub(super) fn lead_posts(&mut self, sight: &Sight<'_>, considered: &UnitSet) {
        let mut order: Vec<usize> = (0..self.posts.len()).collect();
        order.sort_by(|&a, &b| self.posts[b].worth[0].total_cmp(&self.posts[a].worth[0]));
        order.truncate(MOST_NEEDS);
        let need = |&n: &usize| (self.posts[n].hex, self.posts[n].worth.iter().sum::<f32>() / A_POST);
        let needs = Needs(order.iter().map(need).collect());
        let officers = self.officers(sight, &needs, considered, Company::Expected);
        let led = |o: &Officer| if o.places[o.chosen].supplied { o.places[o.chosen].commands } else { 0 };
        let led = officers.iter().fold(0, |all, o| all | led(o));
        let places: Vec<Hex> = officers.iter().map(|o| o.places[o.chosen].hex).collect();
        for (bit, &n) in order.iter().enumerate() {
            // A garrison is needed whether anybody commands it or not.
            let garrison = sight.state.controller(self.posts[n].hex).is_some();
            if led >> bit & 1 == 0 && !garrison {
                self.posts[n].worth = self.posts[n].worth.map(|worth| UNLED * worth);
            }
        }
        // Divisions go where Leaders will be: a Leader near the Germans does not stand alone.
        for hex in places {
            if f32::from(self.soon(hex)) < FAR {
                self.want(hex, KEEP_COMPANY);
            }
        }
    }

    /// All Leaders with the best place for one after the other, given those of the others, until nobody gains.
    fn officers(
        &self,
        sight: &Sight<'_>,
        needs: &Needs,
        considered: &UnitSet,
        company: Company,
    ) -> Vec<Officer> {
        let leaders = sight.state.on_map(Side::Soviet).and(&UnitSet::LEADER);
        let mut officers: Vec<Officer> =
            leaders.iter().filter_map(|l| self.officer(sight, needs, l, considered, company)).collect();
        // The widest command first; those under way are moved first, before they are finished [6.11].
        officers.sort_by_key(|o| (std::cmp::Reverse(o.reach), o.unit));
        for _ in 0..PASSES {
            let mut moved = false;
            for n in 0..officers.len() {
                let best = needs.best(&officers, n);
                moved |= best != officers[n].chosen;
                officers[n].chosen = best;
            }
            if !moved {
                break;
            }
        }
        officers
    }

    fn needs(&self, state: &State) -> Needs {
        let divisions = state.on_map(Side::Soviet).and(&UnitSet::DIVISION);
        let strikes = |unit: UnitId| self.strikes.iter().any(|&(who, _)| who == unit);
        let need = |unit: UnitId| {
            let hex = state.hex(unit)?;
            let need = (NEED - f32::from(self.soon(hex)) / FAR).clamp(LEAST_NEED, 1.0);
            Some((hex, need + if strikes(unit) { STRIKES } else { 0.0 }))
        };
        Needs(divisions.iter().filter_map(need).take(MOST_NEEDS).collect())
    }

    fn officer(
        &self,
        sight: &Sight<'_>,
        needs: &Needs,
        leader: UnitId,
        considered: &UnitSet,
        company: Company,
    ) -> Option<Officer> {
        let state = sight.state;
        let at = state.hex(leader).filter(|_| !state.is_disrupted(leader))?;
        let rating = u16::from(state.rating(leader));
        let alone = UnitSet::one(leader);
        let place = |hex: Hex, action: Option<Action>| {
            let mut then = *state;
            if let Some(action) = &action {
                then.apply(action, &mut NoMore).ok()?;
            }
            let command = then.command_of(leader);
            let commanded = needs.0.iter().enumerate().filter(|(_, (h, _))| command.contains(*h));
            let commands = commanded.fold(0, |all, (bit, _)| all | 1 << bit);
            let supplied = commands != 0 && then.out_of_supply(alone).is_empty();
            let danger = self.danger(sight, leader, hex, company);
            Some(Place { hex, action, commands, supplied, danger })
        };
        let mut places = Vec::new();
        let stays = !state.marching().contains(leader) && state.fit(alone, at);
        if considered.contains(leader) || !state.marching().contains(leader) {
            places.extend(place(at, None));
        }
        if !considered.contains(leader) {
            let mut ways = ways(state, leader, at);
            let served = |hex: Hex| -> f32 {
                needs.0.iter().filter(|(h, _)| h.distance(hex) <= rating).map(|(_, need)| need).sum()
            };
            let mut likely: Vec<(f32, usize)> = (ways.iter().enumerate())
                .map(|(n, (hex, _))| (served(*hex) - self.danger(sight, leader, *hex, company), n))
                .collect();
            likely.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            let mut in_region = [0u8; REGIONS * REGIONS];
            for (_, n) in likely {
                let (hex, action) = &mut ways[n];
                let region = |number: u16| usize::from(number / REGION);
                let tried = &mut in_region[region(hex.column()) * REGIONS + region(hex.row())];
                if *tried < IN_REGION {
                    *tried += 1;
                    places.extend(place(*hex, action.take()));
                }
            }
        }
        if places.len() > 1 && !stays && places[0].action.is_none() {
            places.remove(0); // [7.1] There is no room for him where he is.
        }
        (!places.is_empty()).then_some(Officer { unit: leader, reach: rating, places, chosen: 0 })
    }

    /// What it costs a Leader to be in a hex: the chance that the Germans get to him and what is lost with him.
    fn danger(&self, sight: &Sight<'_>, leader: UnitId, hex: Hex, company: Company) -> f32 {
        let state = sight.state;
        let stack = sight.survey.stack(Side::Soviet, hex);
        let worth =
            HIMSELF + LATER * f32::from(state.rating(leader)) * f32::from(TURNS.saturating_sub(state.turn()));
        let way = f32::from(sight.survey.ways().to(hex));
        let reached = ((SAFE - way) / (SAFE - SURE)).clamp(0.0, 1.0);
        let ringed = RINGED * worth * self.closed(hex);
        if company == Company::Expected || stack.is_some_and(|s| s.units > 0) {
            let defence = stack.map_or(0.0, |s| s.defence);
            let company = if company == Company::Expected { defence.max(COMPANY) } else { defence };
            return ringed + worth * reached * TOGETHER / (1.0 + company * ground(hex) / COMPANY);
        }
        let soon = f32::from(self.soon(hex));
        let broken = ((LINE_SAFE - soon) / (LINE_SAFE - LINE_SURE)).clamp(0.0, 1.0);
        let near = self.near.iter().any(|(german, _)| german.distance(hex) <= NEAR);
        ringed.max(worth * reached.max(THROUGH * broken)) + if near { ALONE } else { 0.0 }
    }
}

/// Where a Leader can go in this phase, and how: the march of the first turn, on foot, by rail.
fn ways(state: &State, leader: UnitId, at: Hex) -> Vec<(Hex, Option<Action>)> {
    let alone = UnitSet::one(leader);
    let mut known = HexSet::from_iter([at]);
    let mut all = Vec::new();
    let mut add = |hex: Hex, action: Action| {
        let company = || state.side_in(Side::Soviet, hex).and(&UnitSet::DIVISION).len();
        let fits =
            state.fit(alone, hex) && (!state.is_enemy_controlled(Side::Soviet, hex) || company() >= ESCORT);
        if fits && !known.contains(hex) {
            known.insert(hex);
            all.push((hex, Some(action)));
        }
    };
    if state.marching().contains(leader) {
        for (hex, path) in state.march_ends(leader) {
            add(hex, Action::Move { units: alone, path });
        }
        return all;
    }
    if let Ok(reach) = state.reach(alone) {
        for (hex, _) in reach.field.hexes() {
            let Some(path) = reach.field.path(hex) else { continue };
            add(hex, Action::Move { units: alone, path });
        }
    }
    if let Ok(rails) = state.rail_reach(leader) {
        for (hex, _) in rails.hexes() {
            let Some(path) = rails.path(hex) else { continue };
            add(hex, Action::Ride { unit: leader, path });
        }
    }
    all
}

impl Needs {
    /// The best place of a Leader while the others are where they are to be.
    fn best(&self, officers: &[Officer], n: usize) -> usize {
        let officer = &officers[n];
        let (mut once, mut twice) = (0u128, 0u128);
        for (_, other) in officers.iter().enumerate().filter(|&(m, _)| m != n) {
            let place = &other.places[other.chosen];
            if place.supplied {
                twice |= once & place.commands;
                once |= place.commands;
            }
        }
        let gain = |(bit, &(_, need)): (usize, &(Hex, f32))| {
            if twice >> bit & 1 == 1 {
                return 0.0;
            }
            need * if once >> bit & 1 == 1 { SECOND } else { 1.0 }
        };
        let gains: Vec<f32> = self.0.iter().enumerate().map(gain).collect();
        let crowded = |hex: Hex| {
            let there = officers.iter().enumerate().filter(|&(m, o)| m != n && o.places[o.chosen].hex == hex);
            there.count() > 0
        };
        let value = |place: &Place| {
            let (mut gain, mut nearest) = (0.0, FARTHEST);
            for (bit, &(hex, _)) in self.0.iter().enumerate() {
                if place.commands >> bit & 1 == 1 {
                    gain += gains[bit] * if place.supplied { 1.0 } else { CUT_OFF };
                } else if once >> bit & 1 == 0 {
                    nearest = nearest.min(hex.distance(place.hex).saturating_sub(officer.reach));
                }
            }
            let pull = if nearest == FARTHEST { 0.0 } else { FAR_FROM_THEM * f32::from(nearest) };
            gain - pull - place.danger
        };
        let mut best = (f32::MIN, officer.chosen);
        for (m, place) in officer.places.iter().enumerate() {
            // [7.1] A fourth unit in a hex must be a Leader, and there is no fifth.
            if place.action.is_some() && crowded(place.hex) {
                continue;
            }
            let going = if place.action.is_some() { WORTH_GOING } else { 0.0 };
            let worth = value(place) - going;
            if worth > best.0 {
                best = (worth, m);
            }
        }
        best.1
    }
}
