//! Plans for reinforcements [14.0]: by which hex each enters, on foot or by rail, and how it goes on to get as near to a given hex
//! as it can. Every action of a plan was tried on a copy of the state, so the referee accepts it.

use crate::data::data;
use crate::data::roster::Formation;
use crate::game::action::{Action, Newcomer};
use crate::game::chance::AnyDraw;
use crate::game::illegal::{Illegal, Reason, illegal};
use crate::game::play::Refused;
use crate::game::state::State;
use crate::hex::Hex;
use crate::unit::{Side, UnitSet};

/// Newcomers that come in together, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The regiments of a German division, or one unit.
    pub who: Vec<Newcomer>,
    /// The entry hex.
    pub entry: Hex,
    /// By rail [6.32].
    pub rail: bool,
    /// Where they end.
    pub to: Hex,
    /// The actions, in order. A Soviet division has the id that it gets as it enters.
    pub actions: Vec<Action>,
}

/// A plan for several newcomers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrivals {
    /// The newcomers that enter, in this order.
    pub arrivals: Vec<Arrival>,
    /// The newcomers that cannot enter, and why.
    pub left_out: Vec<(Newcomer, Illegal)>,
}

/// Ranks destinations, the lowest first: the distance from the hex wanted, enemy control, the use of the railway, whose
/// capacity is scarce [6.31], and the cost.
type Worth = (u16, bool, bool, u8, Hex);

/// A way in, tried as far as the entry hex.
struct Way {
    worth: Worth,
    entered: State,
    units: UnitSet,
    arrival: Arrival,
}

impl State {
    /// Brings newcomers in, one after another, each as near to the hex as it can end within the stacking limits [7.1, 7.2]. The
    /// provisional division is first, since it must come [14.13]; Leaders are last, since they join divisions [10.23].
    pub fn bring_in(&self, who: &[Newcomer], to: Hex) -> Arrivals {
        let mut then = *self;
        let mut plan = Arrivals::default();
        for party in parties(who) {
            match then.bring_party(&party, to) {
                Ok((arrival, after)) => {
                    plan.arrivals.push(arrival);
                    then = after;
                }
                // Where there is no room for a division there may be for its regiments.
                Err(_) if party.len() > 1 => party.iter().for_each(|&one| then.bring_one(one, to, &mut plan)),
                Err(why) => plan.left_out.push((party[0], why)),
            }
        }
        plan
    }

    fn bring_one(&mut self, who: Newcomer, to: Hex, plan: &mut Arrivals) {
        match self.bring_party(&[who], to) {
            Ok((arrival, after)) => {
                plan.arrivals.push(arrival);
                *self = after;
            }
            Err(why) => plan.left_out.push((who, why)),
        }
    }

    /// The best way in for newcomers that stay together, and the state after it.
    fn bring_party(&self, party: &[Newcomer], to: Hex) -> Result<(Arrival, State), Illegal> {
        let mut why = None;
        let mut ways: Vec<Way> = Vec::new();
        for entry in party.first().map(|&who| self.entry_hexes(who)).unwrap_or_default() {
            for rail in [false, true] {
                match self.entered(party, entry, rail) {
                    Ok(entered) => ways.extend(self.best_end(party, entry, rail, &entered, to)),
                    // If both are refused, the refusal of walking in says more.
                    Err(refused) if !rail => why = why.or(Some(refused)),
                    Err(_) => {}
                }
            }
        }
        ways.sort_by_key(|way| way.worth);
        let done = ways.into_iter().find_map(Way::go_on);
        // Without any entry hex, the referee's refusal says why.
        let refused = || party.first().and_then(|&who| self.check_enter(who, to, false).err());
        done.ok_or_else(|| why.or_else(refused).unwrap_or(illegal("7.1", Reason::Full { hex: to })))
    }

    /// The state with all of them in the entry hex.
    fn entered(&self, party: &[Newcomer], hex: Hex, rail: bool) -> Result<State, Illegal> {
        let mut then = *self;
        for &who in party {
            match then.apply(&Action::Enter { who, hex, rail }, &mut AnyDraw) {
                Ok(_) => {}
                Err(Refused::Illegal(why)) => return Err(why),
                Err(Refused::Chance(_)) => return Err(illegal("14.14", Reason::NoCounter)),
            }
        }
        Ok(then)
    }

    /// The best end for those who have entered, with room for them.
    fn best_end(&self, party: &[Newcomer], entry: Hex, rail: bool, entered: &State, to: Hex) -> Option<Way> {
        let side = self.phase().side();
        let units = entered.on_map(side).without(&self.on_map(side));
        let field = match (rail, units.first()) {
            (true, Some(unit)) => entered.rail_reach(unit).ok(),
            _ => entered.reach(units).ok().map(|reach| reach.field),
        };
        let onward = field.iter().flat_map(|field| field.hexes());
        let room = |hex: Hex| entered.may_stack(entered.side_in(side, hex).or(&units));
        let worth = |(hex, cost): (Hex, u8)| {
            (hex.distance(to), entered.is_enemy_controlled(side, hex), rail, cost, hex)
        };
        let ends = std::iter::once((entry, 0)).chain(onward).filter(|&(hex, _)| room(hex));
        let worth = ends.map(worth).min()?;
        let (.., end) = worth;
        let mut actions: Vec<Action> =
            party.iter().map(|&who| Action::Enter { who, hex: entry, rail }).collect();
        if let Some(path) = field.and_then(|field| field.path(end)).filter(|path| !path.is_empty()) {
            actions.push(match (rail, units.first()) {
                (true, Some(unit)) => Action::Ride { unit, path },
                _ => Action::Move { units, path },
            });
        }
        let arrival = Arrival { who: party.to_vec(), entry, rail, to: end, actions };
        Some(Way { worth, entered: *entered, units, arrival })
    }
}

impl Way {
    /// What is left after the entry: the march or the ride.
    fn go_on(self) -> Option<(Arrival, State)> {
        let mut then = self.entered;
        if let Some(onward @ (Action::Move { .. } | Action::Ride { .. })) = self.arrival.actions.last() {
            then.apply(onward, &mut AnyDraw).ok()?;
        }
        let there = self.units.iter().all(|unit| then.hex(unit) == Some(self.arrival.to));
        there.then_some((self.arrival, then))
    }
}

/// Newcomers in the order in which they come in, the regiments of a division together.
fn parties(who: &[Newcomer]) -> Vec<Vec<Newcomer>> {
    let rank = |who: &Newcomer| match who {
        Newcomer::Provisional => 0,
        Newcomer::Unit(unit) if unit.is_leader() => 2,
        _ => 1,
    };
    let mut all = who.to_vec();
    all.sort_by_key(rank);
    let mut parties: Vec<Vec<Newcomer>> = Vec::new();
    for one in all {
        let division = formation(one);
        let same = |party: &&mut Vec<Newcomer>| division.is_some() && formation(party[0]) == division;
        match parties.iter_mut().find(same) {
            Some(party) => party.push(one),
            None => parties.push(vec![one]),
        }
    }
    parties
}

/// The division of a German regiment.
fn formation(who: Newcomer) -> Option<Formation> {
    let Newcomer::Unit(unit) = who else { return None };
    (unit.side() == Side::German).then(|| data().roster.german(unit).formation).flatten()
}
