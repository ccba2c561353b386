//! Questions about a state that change nothing: legal actions, reach, odds, supply, the possible content of the
//! cup. The answers have one JSON form, which the engine protocol, the server and the page share.

mod bring_in;
mod march;
mod reach;
mod retreats;
mod several;

pub use bring_in::{ArrivalView, BringInView, LeftOutView};
pub use march::{MarchEndView, MarchView, PartyView};
pub use reach::{BarredCases, BarredView, Entered, RailView, RangeView, ReachView, RideView, WalkView};
pub use retreats::RetreatView;
pub use several::{Asks, MOST_AT_ONCE, Reply, few};

use crate::fault::Fault;
use pgg_core::analysis::odds::Odds;
use pgg_core::game::chance::NoMore;
use pgg_core::rules::supply::Supply;
use pgg_core::rules::victory::Score;
use pgg_core::{
    Action, Case, Hex, HexSet, Illegal, Kind, Legal, Newcomer, Position, Reason, Refused, Side, State,
    Targets, UnitId, UnitSet, data,
};
use serde::{Deserialize, Serialize};

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Ask {
    /// All legal actions of the decision.
    Legal,
    /// Where units of one hex can go together, what bars their way, where they can ride.
    Reach {
        /// The units.
        units: UnitSet,
        /// After these actions, none of which needs a die: waypoints.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
        after: Vec<Action>,
    },
    /// How far units of one hex, of either side, could walk in their side's next Movement Phase.
    Range {
        /// The units.
        units: UnitSet,
    },
    /// By which ways newcomers come in so that they end in a hex, or as near to it as they can [14.0].
    BringIn {
        /// Who: one entry for each unit or division, at most 64.
        who: Vec<Newcomer>,
        /// The hex.
        to: Hex,
    },
    /// Who still has to march on the first turn [5.23], and a plan for all of them.
    March,
    /// Where units of one hex may end that march together.
    MarchEnds {
        /// The units.
        units: UnitSet,
    },
    /// The odds of an attack or overrun.
    Odds {
        /// Who attacks.
        units: UnitSet,
        /// What is attacked.
        targets: Targets,
        /// An overrun?
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
        overrun: bool,
        /// After these actions, none of which needs a die: the march to the attack.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<_>"))]
        after: Vec<Action>,
    },
    /// Why an action would be refused, or that it would not.
    Check {
        /// The action.
        action: Action,
    },
    /// The supply of all units of a side, each with its line.
    Supply {
        /// Which side.
        side: Side,
    },
    /// Where each stack could be sent if the side that has to choose between loss and retreat chose to retreat.
    Retreats,
    /// Zones of control and other areas of both sides.
    Areas,
    /// What the untried divisions may turn out to be.
    Cup,
    /// Points by source.
    Score,
    /// The position as a file has it.
    Position,
}

/// An answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Answer {
    Legal(LegalView),
    Reach(ReachView),
    Range(RangeView),
    BringIn(BringInView),
    March(MarchView),
    MarchEnds(Vec<MarchEndView>),
    Odds(Box<Odds>),
    Check(CheckView),
    Supply(SupplyView),
    Retreats(Vec<RetreatView>),
    Areas(Box<AreasView>),
    Cup(Vec<CupView>),
    Score(Score),
    Position(Box<Position>),
}

/// Answer a question.
pub fn answer(state: &State, ask: &Ask) -> Result<Answer, Fault> {
    Ok(match ask {
        Ask::Legal => Answer::Legal(LegalView::of(&state.legal())),
        Ask::Reach { units, after } => Answer::Reach(ReachView::of(&state_after(state, after)?, *units)?),
        Ask::Range { units } => Answer::Range(RangeView::of(state, *units)?),
        Ask::BringIn { who, to } => Answer::BringIn(BringInView::of(state, who, *to)?),
        Ask::March => Answer::March(MarchView::of(state)?),
        Ask::MarchEnds { units } => Answer::MarchEnds(march::ends(state, *units)?),
        Ask::Odds { units, targets, overrun, after } => {
            Answer::Odds(Box::new(state_after(state, after)?.odds(*units, targets, *overrun)?))
        }
        Ask::Check { action } => Answer::Check(CheckView { refused: state.check(action).err() }),
        Ask::Supply { side } => Answer::Supply(SupplyView::of(state, *side)),
        Ask::Retreats => Answer::Retreats(retreats::retreats(state)?),
        Ask::Areas => Answer::Areas(Box::new(AreasView::of(state))),
        Ask::Cup => Answer::Cup(cup(state)),
        Ask::Score => Answer::Score(state.score()),
        Ask::Position => Answer::Position(Box::new(Position::from(state))),
    })
}

/// The question is about a decision that is not open.
fn not_asked(state: &State, case: &'static str) -> Illegal {
    let open = state.decision().map(|decision| Reason::NotAsked { asked: decision.question });
    Illegal { case: Case(case), reason: open.unwrap_or(Reason::GameOver) }
}

/// The state as it would be after some actions that leave nothing to chance.
fn state_after(state: &State, actions: &[Action]) -> Result<State, Fault> {
    /// More waypoints than any march has.
    const MOST: usize = 32;
    if actions.len() > MOST {
        return Err(Fault::TooManyActions { most: MOST });
    }
    let mut then = *state;
    for action in actions {
        then.apply(action, &mut NoMore).map_err(|refused| match refused {
            Refused::Illegal(illegal) => illegal.into(),
            Refused::Chance(_) => Fault::NeedsChance,
        })?;
    }
    Ok(then)
}

/// The legal actions. Overruns and attacks are sets of units, listed by the units they are made of; see
/// `Legal`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema), schemars(rename = "Legal"))]
pub struct LegalView {
    /// Simple actions, one by one; walks and rides as single steps.
    pub actions: Vec<Action>,
    /// Overruns.
    pub overruns: Vec<OverrunView>,
    /// Attacks.
    pub attacks: Vec<AttackView>,
    /// What Leaders have to do in attacks [10.26].
    pub leader_duties: Vec<DutyView>,
    /// Attack-capable units: one of them has to take part.
    pub capable: UnitSet,
}

/// Units of one group in a hex that may overrun another.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[allow(missing_docs)]
pub struct OverrunView {
    pub from: Hex,
    pub target: Hex,
    pub units: UnitSet,
}

/// Units that may attack a hex.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[allow(missing_docs)]
pub struct AttackView {
    pub target: Hex,
    pub units: UnitSet,
}

/// If units of `stack` attack and none of `reserves` stays out, all `leaders` take part [10.26].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[allow(missing_docs)]
pub struct DutyView {
    pub stack: UnitSet,
    pub reserves: UnitSet,
    pub leaders: UnitSet,
}

impl LegalView {
    /// Of the legal actions of a decision.
    pub fn of(legal: &Legal) -> LegalView {
        let simple = Legal { overruns: Vec::new(), attacks: Vec::new(), ..legal.clone() };
        LegalView {
            actions: simple.iter().collect(),
            overruns: legal
                .overruns
                .iter()
                .map(|o| OverrunView { from: o.from, target: o.target, units: o.units })
                .collect(),
            attacks: legal.attacks.iter().map(|a| AttackView { target: a.target, units: a.units }).collect(),
            leader_duties: legal
                .duties
                .iter()
                .map(|d| DutyView { stack: d.stack, reserves: d.reserves, leaders: d.leaders })
                .collect(),
            capable: legal.capable,
        }
    }
}

/// Would an action be refused?
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CheckView {
    /// The refusal; none if it would be accepted.
    pub refused: Option<Illegal>,
}

/// The supply of a side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SupplyView {
    /// Which side.
    pub side: Side,
    /// Units on the map that are out of supply.
    pub out_of_supply: UnitSet,
    /// The live road of the Germans [11.11].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub live_road: Option<Vec<Hex>>,
    /// Each unit's supply with its line.
    pub units: Vec<UnitSupplyView>,
}

/// The supply of one unit.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct UnitSupplyView {
    /// The unit.
    pub unit: UnitId,
    /// Where it is.
    pub hex: Hex,
    /// Whether and by what line it is supplied.
    #[serde(flatten)]
    pub supply: Supply,
}

impl SupplyView {
    /// Of all units of a side on the map.
    pub fn of(state: &State, side: Side) -> SupplyView {
        let on_map = state.on_map(side);
        SupplyView {
            side,
            out_of_supply: state.out_of_supply(on_map),
            live_road: (side == Side::German).then(|| state.live_road().iter().collect()),
            units: on_map.iter().filter_map(|unit| UnitSupplyView::of(state, unit)).collect(),
        }
    }
}

impl UnitSupplyView {
    /// Of one unit, if it is on the map.
    pub fn of(state: &State, unit: UnitId) -> Option<UnitSupplyView> {
        Some(UnitSupplyView { unit, hex: state.hex(unit)?, supply: state.supply(unit) })
    }
}

/// Areas to draw over the map.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AreasView {
    /// Hexes in German zones of control [8.0].
    pub german_zones: Vec<Hex>,
    /// Hexes in Soviet zones of control.
    pub soviet_zones: Vec<Hex>,
    /// Hexes with a line to the west edge [15.11].
    pub west_line: Vec<Hex>,
    /// Each Leader on the map with his rating and the hexes he commands [10.3].
    pub command: Vec<CommandView>,
}

/// A Leader's command.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CommandView {
    /// The Leader.
    pub leader: UnitId,
    /// Where he is.
    pub hex: Hex,
    /// His rating now.
    pub rating: u8,
    /// The hexes from which a Line of Communications reaches him.
    pub hexes: Vec<Hex>,
}

impl AreasView {
    fn of(state: &State) -> AreasView {
        let list = |set: &HexSet| -> Vec<Hex> { set.iter().collect() };
        let leaders = state.on_map(Side::Soviet).and(&UnitSet::LEADER);
        let command = leaders
            .iter()
            .filter_map(|leader| {
                let hex = state.hex(leader)?;
                let hexes = list(&state.command_of(leader));
                Some(CommandView { leader, hex, rating: state.rating(leader), hexes })
            })
            .collect();
        AreasView {
            german_zones: list(state.zones(Side::German)),
            soviet_zones: list(state.zones(Side::Soviet)),
            west_line: list(&state.west_line()),
            command,
        }
    }
}

/// The counters of a kind that nobody has seen yet [12.1].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CupView {
    /// The kind.
    pub kind: Kind,
    /// Divisions of the kind still in the cup.
    pub in_cup: u8,
    /// Counters of the kind in the dead pile.
    pub in_dead_pile: u8,
    /// Strengths never seen, with how many counters have each.
    pub never_seen: Vec<StrengthView>,
    /// Those seen in the dead pile.
    pub seen_dead: Vec<StrengthView>,
}

/// A strength as on the counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS, schemars::JsonSchema))]
#[allow(missing_docs)]
pub struct StrengthView {
    pub attack: u8,
    pub defense: u8,
    pub count: u8,
}

fn cup(state: &State) -> Vec<CupView> {
    [Kind::Rifle, Kind::Tank, Kind::Mechanised]
        .into_iter()
        .map(|kind| {
            let roster = &data().roster;
            let of_kind = |c: &pgg_core::CounterId| roster.counter(*c).kind == kind;
            CupView {
                kind,
                in_cup: state.in_cup(kind),
                in_dead_pile: state.in_dead_pile(kind),
                never_seen: strengths(state.never_seen(kind).iter()),
                seen_dead: strengths(state.seen_dead().iter().filter(of_kind)),
            }
        })
        .collect()
}

fn strengths(counters: impl Iterator<Item = pgg_core::CounterId>) -> Vec<StrengthView> {
    let mut all: Vec<StrengthView> = Vec::new();
    for counter in counters {
        let counter = data().roster.counter(counter);
        let (attack, defense) = (counter.attack, counter.defense);
        match all.iter_mut().find(|s| s.attack == attack && s.defense == defense) {
            Some(strength) => strength.count += 1,
            None => all.push(StrengthView { attack, defense, count: 1 }),
        }
    }
    all.sort_by_key(|s| (s.attack, s.defense));
    all
}
