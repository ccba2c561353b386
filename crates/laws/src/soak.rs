//! Long runs: many random games without instrumentation, watched for stuck decisions, broken laws and panics.
//!
//! A series depends only on its [`Soak`]: every game has its own seed, so the number of jobs does not change
//! the result.

use crate::{laws, mutate::mutate};
use pgg_core::data::tables::Edition;
use pgg_core::game::chance::below;
use pgg_core::game::state::SWITCHES;
use pgg_core::{
    Action, Direction, Game, Hex, HexSet, Legal, Options, Path, Record, Refused, Seeded, Side, State, UnitId,
    UnitSet,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::any::Any;
use std::ops::AddAssign;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// A series of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Soak {
    /// Games to play.
    pub games: u64,
    /// Mutated actions to try in all of them together.
    pub mutations: u64,
    /// Games whose record is kept and replayed.
    pub records: u64,
    /// The seed of the series.
    pub seed: u64,
    /// How many of the options are random, in their order; later ones keep their defaults. So a numbered game
    /// stays the same when an option is added.
    pub switches: usize,
}

/// The totals of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum {
    /// Games that kept all laws.
    pub games: u64,
    /// Actions taken.
    pub actions: u64,
    /// Hexes where a unit stood.
    pub hexes: HexSet,
    /// Mutated actions tried.
    pub mutations: u64,
    /// Of those, actions that the rules allow.
    pub mutations_legal: u64,
    /// Records replayed bit for bit.
    pub records: u64,
    /// Entries of those records.
    pub entries: u64,
}

impl Default for Sum {
    fn default() -> Sum {
        let hexes = HexSet::EMPTY;
        Sum { games: 0, actions: 0, hexes, mutations: 0, mutations_legal: 0, records: 0, entries: 0 }
    }
}

impl AddAssign for Sum {
    fn add_assign(&mut self, other: Sum) {
        self.games += other.games;
        self.actions += other.actions;
        self.hexes = self.hexes.or(&other.hexes);
        self.mutations += other.mutations;
        self.mutations_legal += other.mutations_legal;
        self.records += other.records;
        self.entries += other.entries;
    }
}

/// A game that broke a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// Its number in the series, from 0.
    pub game: u64,
    /// Actions taken before.
    pub actions: u64,
    /// What is broken.
    pub what: String,
}

impl Breach {
    /// Was an action accepted that is not in the legal set?
    pub fn is_illegal_accepted(&self) -> bool {
        self.what.contains(ACCEPTED) || self.what.contains("is not listed")
    }
}

/// The results of a series.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The sum of the games that kept the laws.
    pub sum: Sum,
    /// The others, in the order of the series.
    pub breaches: Vec<Breach>,
}

/// How the message about a breach of law 11 begins.
const ACCEPTED: &str = "law 11: an illegal action was accepted";
/// More actions than any game can have [law 10].
const ENDLESS: u64 = 200_000;
/// A unit on the move stops at one step in this many.
const MARCH_ENDS_ONE_IN: u32 = 8;
/// Conservation of counters is checked at one state in this many, and at the end.
const CONSERVED_ONE_IN: u64 = 16;
/// States of one game kept for mutations.
const KEPT: usize = 64;

impl Soak {
    /// Play the series, `jobs` games at a time; `played` is called after each.
    pub fn run(&self, jobs: usize, played: impl Fn() + Sync) -> Findings {
        let next = AtomicU64::new(0);
        let all = Mutex::new(Findings::default());
        let work = || {
            let mut own = Findings::default();
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= self.games {
                    break;
                }
                match self.play(game) {
                    Ok(sum) => own.sum += sum,
                    Err(breach) => own.breaches.push(breach),
                }
                played();
            }
            let mut all = all.lock().expect("no job panics while it adds");
            all.sum += own.sum;
            all.breaches.append(&mut own.breaches);
        };
        std::thread::scope(|scope| {
            for _ in 0..jobs.max(1) {
                scope.spawn(work);
            }
        });
        let mut findings = all.into_inner().expect("no job panics while it adds");
        findings.breaches.sort_by_key(|b| b.game);
        findings
    }

    /// Play one game of the series.
    pub fn play(&self, game: u64) -> Result<Sum, Breach> {
        let mut run = Run::new(self, game);
        let played = catch_unwind(AssertUnwindSafe(|| run.play()));
        let actions = run.sum.actions;
        played.map(|()| run.sum).map_err(|panic| Breach { game, actions, what: words(&*panic) })
    }

    /// The share of a game in `total`, spread evenly.
    const fn share(&self, total: u64, game: u64) -> u64 {
        total / self.games + (game < total % self.games) as u64
    }
}

/// The message of a panic.
fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without words").to_owned()
}

/// One game under way.
struct Run {
    rng: ChaCha8Rng,
    chance: Seeded,
    options: Options,
    pace: u32,
    mutations: u64,
    recorded: bool,
    sum: Sum,
}

impl Run {
    fn new(soak: &Soak, game: u64) -> Run {
        let mut rng = ChaCha8Rng::seed_from_u64(soak.seed);
        rng.set_stream(game);
        let chance = Seeded::from_number(rng.next_u64());
        let edition = if below(&mut rng, 2) == 0 { Edition::Reference } else { Edition::Print1976 };
        let thrown = &SWITCHES[..soak.switches];
        let options = Options::choose(edition, |switch| match thrown.iter().any(|s| s.name == switch.name) {
            true if switch.standard => below(&mut rng, 4) > 0,
            true => below(&mut rng, 2) == 0,
            false => switch.standard,
        });
        // How many actions the players take in a phase: from hasty to thorough.
        let pace = [4, 12, 12, 30][below(&mut rng, 4) as usize];
        Run {
            rng,
            chance,
            options,
            pace,
            mutations: soak.share(soak.mutations, game),
            recorded: soak.share(soak.records, game) > 0,
            sum: Sum::default(),
        }
    }

    fn play(&mut self) {
        let mut kept = Kept::new(self.rng.clone(), self.mutations);
        if self.recorded {
            let (mut game, _) = Game::new(self.options, &mut self.chance).expect("a new game");
            self.play_out(*game.state(), &mut kept, |action, chance, state| {
                game.play(action, chance).unwrap_or_else(|e| panic!("law 1: {e}: {action:?}"));
                *state = *game.state();
            });
            self.replay(&game);
        } else {
            let (state, _) = State::new_game(self.options, &mut self.chance).expect("a new game");
            let mut events = Vec::new();
            self.play_out(state, &mut kept, |action, chance, state| {
                events.clear();
                state
                    .apply_into(action, chance, &mut events)
                    .unwrap_or_else(|e| panic!("law 1: {e}: {action:?}"));
            });
        }
        self.mutate(&mut kept);
        self.sum.games = 1;
    }

    fn play_out(
        &mut self,
        mut state: State,
        kept: &mut Kept,
        mut take: impl FnMut(&Action, &mut Seeded, &mut State),
    ) {
        let mut legal = Legal::default();
        let mut last = None;
        loop {
            state.legal_into(&mut legal);
            laws::never_stuck(&state, &legal);
            laws::caches_are_fresh(&state);
            // This check costs more than all others together. A lost counter stays lost, so sampling suffices.
            if state.decision().is_none() || self.sum.actions.is_multiple_of(CONSERVED_ONE_IN) {
                laws::counters_are_conserved(&state);
            }
            let on = self.march_on(&state, &legal, last);
            let Some(action) = on.or_else(|| legal.sample(&mut self.rng, self.pace)) else { return };
            kept.offer(&state, &action);
            let before = state;
            take(&action, &mut self.chance, &mut state);
            laws::limits_hold(&before, &state);
            last = march(&before, &action);
            self.sum.hexes =
                Side::BOTH.iter().fold(self.sum.hexes, |all, &side| all.or(state.occupied(side)));
            self.sum.actions += 1;
            assert!(self.sum.actions < ENDLESS, "law 10: the game does not end");
        }
    }

    /// A unit that has set out mostly goes on, and mostly straight: single random steps would leave all units
    /// near the edges, and most of the map unvisited.
    fn march_on(&mut self, state: &State, legal: &Legal, last: Option<March>) -> Option<Action> {
        let March { unit, direction } = last.filter(|_| below(&mut self.rng, MARCH_ENDS_ONE_IN) > 0)?;
        let from = state.hex(unit)?;
        let steps: Vec<Hex> = legal.steps.iter().filter(|step| step.0 == unit).map(|step| step.1).collect();
        let ahead = from.neighbour(direction).filter(|hex| steps.contains(hex));
        let aside = below(&mut self.rng, steps.len().max(1) as u32) as usize;
        let to = ahead.or_else(|| steps.get(aside).copied())?;
        Some(Action::Move { units: UnitSet::one(unit), path: Path::one(to) })
    }

    /// Law 11: mutated actions, tried at states sampled evenly over the whole game.
    fn mutate(&mut self, kept: &mut Kept) {
        let legals: Vec<Legal> = kept.states.iter().map(|(state, _)| state.legal()).collect();
        for ((state, action), legal) in kept.states.iter().zip(&legals).cycle().take(self.mutations as usize)
        {
            let other = mutate(&mut kept.rng, state, action);
            self.sum.mutations += 1;
            if laws::legal_means_accepted(state, legal, &other) {
                self.sum.mutations_legal += 1;
                continue;
            }
            let mut copy = *state;
            let refused = copy.apply(&other, &mut self.chance);
            assert!(
                matches!(refused, Err(Refused::Illegal(_))),
                "{ACCEPTED}: {other:?}\n{}",
                state.to_text()
            );
            assert_eq!(copy, *state, "law 2: a refused action changed the state: {other:?}");
        }
    }

    /// Law 3 and 4: the record, written and read, gives the same bytes and the same states.
    fn replay(&mut self, game: &Game) {
        let bytes = |record: &Record| {
            let mut bytes = Vec::new();
            record.write(&mut bytes).expect("writing to memory");
            bytes
        };
        let written = bytes(&game.record());
        let read =
            Record::read(written.as_slice()).unwrap_or_else(|e| panic!("law 4: own record refused: {e}"));
        assert!(bytes(&read) == written, "law 4: the record came back different");
        let last = read.check().unwrap_or_else(|e| panic!("law 3: own record does not check: {e}"));
        assert!(last.to_bytes() == game.state().to_bytes(), "law 3: the replay ended in another state");
        self.sum.records = 1;
        self.sum.entries = read.entries.len() as u64;
    }
}

/// A unit under way.
#[derive(Clone, Copy)]
struct March {
    unit: UnitId,
    direction: Direction,
}

/// The unit that has just taken a step, and its direction.
fn march(before: &State, action: &Action) -> Option<March> {
    let Action::Move { units, path } = action else { return None };
    let (unit, to) = units.first().zip(path.first())?;
    let direction = before.hex(unit)?.direction_to(to)?;
    Some(March { unit, direction })
}

/// A uniform sample of the states of a game, with the action taken there (reservoir sampling).
struct Kept {
    rng: ChaCha8Rng,
    states: Vec<(State, Action)>,
    room: usize,
    offered: u32,
}

impl Kept {
    fn new(mut rng: ChaCha8Rng, mutations: u64) -> Kept {
        // A generator of its own, so that the game does not depend on the number of mutations.
        let rng = ChaCha8Rng::seed_from_u64(rng.next_u64());
        let room = usize::try_from(mutations).map_or(KEPT, |m| m.min(KEPT));
        Kept { rng, states: Vec::with_capacity(room), room, offered: 0 }
    }

    fn offer(&mut self, state: &State, action: &Action) {
        self.offered += 1;
        if self.states.len() < self.room {
            self.states.push((*state, *action));
        } else if self.room > 0 {
            let place = below(&mut self.rng, self.offered) as usize;
            if let Some(slot) = self.states.get_mut(place) {
                *slot = (*state, *action);
            }
        }
    }
}
