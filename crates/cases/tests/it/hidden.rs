//! Law 9: what is hidden stays hidden. Two games that differ only in what nobody can know give the same bytes on every
//! public channel; and strengths settled at the reveal have the distribution of counters drawn for real.
use crate::support::*;
use pgg_core::game::chance::{Recording, below};
use pgg_core::game::event::DieFor;
use pgg_core::{
    Action, Chance, CounterId, Event, Face, Game, Kind, Legal, NoChance, Options, Phase, Place, Question,
    Seeded, Side, State, Targets, UnitId, UnitSet, data,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::json;
use std::collections::BTreeMap;

/// A cup and a dead pile as on a table: counters are drawn when divisions enter and lie face down under them.
#[derive(Clone)]
struct RealCup {
    /// Face down, in the order they will be drawn: rifle, armoured.
    cup: [Vec<CounterId>; 2],
    pile: Vec<CounterId>,
    under: BTreeMap<UnitId, CounterId>,
    dice: ChaCha8Rng,
    hand: ChaCha8Rng,
}

fn kind_of(counter: CounterId) -> Kind {
    data().roster.counter(counter).kind
}

fn shuffle<T>(list: &mut [T], rng: &mut ChaCha8Rng) {
    for n in (1..list.len()).rev() {
        list.swap(n, below(rng, n as u32 + 1) as usize);
    }
}

impl RealCup {
    /// All counters in the cup.
    fn new(seed: u64) -> RealCup {
        let mut hand = ChaCha8Rng::seed_from_u64(seed);
        let (mut rifle, mut armoured): (Vec<_>, Vec<_>) =
            CounterId::all().partition(|&c| kind_of(c) == Kind::Rifle);
        shuffle(&mut rifle, &mut hand);
        shuffle(&mut armoured, &mut hand);
        let dice = ChaCha8Rng::seed_from_u64(seed ^ 0xD1CE);
        RealCup { cup: [rifle, armoured], pile: Vec::new(), under: BTreeMap::new(), dice, hand }
    }

    /// For a position whose divisions all came from the cup: what is not seen on the map or in the pile is dealt out.
    fn for_position(state: &State, seed: u64) -> RealCup {
        let mut real = RealCup::new(seed);
        let (up, dead) = (state.face_up(), state.seen_dead());
        for cup in &mut real.cup {
            cup.retain(|&c| !up.contains(c) && !dead.contains(c));
        }
        real.pile.extend(dead.iter());
        for kind in [Kind::Rifle, Kind::Tank, Kind::Mechanised] {
            for _ in 0..state.unseen_dead(kind) {
                let counter = real.take(kind);
                real.pile.push(counter);
            }
        }
        for unit in
            UnitSet::DIVISION.iter().filter(|&u| matches!(state.place(u), Place::On(_) | Place::Waiting))
        {
            let counter = match state.face(unit) {
                Some(Face::Up(counter)) => counter,
                _ => real.take(state.kind(unit)),
            };
            real.under.insert(unit, counter);
        }
        real
    }

    fn take(&mut self, kind: Kind) -> CounterId {
        let cup = &mut self.cup[usize::from(kind.is_armoured())];
        let at = cup.iter().position(|&c| kind_of(c) == kind).expect("a counter of the kind");
        cup.remove(at)
    }

    /// [12.1, 12.4] The next of the cup; when that is empty any one of the pile.
    fn draw_for(&mut self, unit: UnitId, armoured: bool) -> CounterId {
        let counter = match self.cup[usize::from(armoured)].is_empty() {
            false => self.cup[usize::from(armoured)].remove(0),
            true => {
                let fit: Vec<usize> = (0..self.pile.len())
                    .filter(|&n| kind_of(self.pile[n]).is_armoured() == armoured)
                    .collect();
                let at = fit[below(&mut self.hand, fit.len() as u32) as usize];
                self.pile.remove(at)
            }
        };
        self.under.insert(unit, counter);
        counter
    }

    /// Watch what happened in public: rifle divisions drawn, and the dead.
    fn watch(&mut self, events: &[Event]) {
        for event in events {
            match *event {
                Event::Drawn { unit, kind: Kind::Rifle, .. } => drop(self.draw_for(unit, false)),
                Event::Eliminated { unit, .. } if unit.is_division() => {
                    let counter = self.under.remove(&unit).expect("it has a counter, face up or down");
                    self.pile.push(counter);
                }
                _ => {}
            }
        }
    }

    /// The same table, but what nobody has seen is dealt anew: the cup and what lies face down.
    fn shuffled(&self, state: &State, seed: u64) -> RealCup {
        let mut other = self.clone();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for kind in [Kind::Rifle, Kind::Tank, Kind::Mechanised] {
            let unseen = |c: &CounterId| kind_of(*c) == kind && state.never_seen(kind).contains(*c);
            let mut places: Vec<&mut CounterId> = Vec::new();
            for cup in &mut other.cup {
                places.extend(cup.iter_mut().filter(|c| unseen(c)));
            }
            places.extend(other.pile.iter_mut().filter(|c| unseen(c)));
            places.extend(other.under.values_mut().filter(|c| unseen(c)));
            let mut counters: Vec<CounterId> = places.iter().map(|c| **c).collect();
            shuffle(&mut counters, &mut rng);
            for (place, counter) in places.into_iter().zip(counters) {
                *place = counter;
            }
        }
        other
    }
}

impl Chance for RealCup {
    fn die(&mut self, _: &State, _: DieFor) -> Result<u8, NoChance> {
        Ok(below(&mut self.dice, 6) as u8 + 1)
    }

    fn draw(&mut self, _: &State, unit: UnitId) -> Result<Kind, NoChance> {
        Ok(kind_of(self.draw_for(unit, true)))
    }

    fn reveal(&mut self, _: &State, unit: UnitId) -> Result<CounterId, NoChance> {
        Ok(self.under[&unit])
    }
}

// ---- the same bytes ---------------------------------------------------------------------------------------------

/// All public channels: everything a player, a page or a file can be told about a state.
fn public(state: &State, game: &Game, rng: &mut ChaCha8Rng) -> String {
    let mut out = state.to_text();
    out += &format!("{:?}", state.to_bytes());
    let mut record = Vec::new();
    game.record().write(&mut record).expect("a Vec takes all");
    out += &String::from_utf8(record).expect("UTF-8");
    let legal = state.legal();
    out += &format!("{legal:?}");
    for option in legal.attacks.iter().take(3) {
        out +=
            &json!(state.odds(option.units, &Targets::one(option.target), false).expect("odds")).to_string();
    }
    for option in legal.overruns.iter().take(3) {
        out +=
            &json!(state.odds(option.units, &Targets::one(option.target), true).expect("odds")).to_string();
    }
    for unit in state.on_map(Side::Soviet).iter().chain(state.on_map(Side::German).iter()).take(12) {
        out += &json!(state.supply(unit)).to_string();
        out += &format!("{:?}", state.strength(unit));
        if unit.is_division() && state.is_untried(unit) {
            out += &format!("{:?}", state.possible_counters(unit).iter().collect::<Vec<_>>());
        }
    }
    // What is refused, and in what words.
    for _ in 0..4 {
        let wrong = Action::Attack {
            targets: Targets::one(pgg_core::Hex::all().nth(below(rng, 1800) as usize).expect("a hex")),
            units: UnitId::all().filter(|_| below(rng, 40) == 0).collect(),
        };
        if let Err(refused) = state.check(&wrong) {
            out += &refused.to_string();
        }
    }
    out += &format!("{:?} {:?} {:?}", state.decision(), state.score(), state.fingerprint());
    out
}

/// [12.0, 12.1, 12.2] Games that differ only under the counters are the same until a counter that differs is turned up.
#[test]
fn hidden_counters_leave_no_trace() {
    let options = Options { leader_evacuation: true, ..Options::default() };
    let (mut compared, mut revealed, mut parted) = (0, 0, 0);
    for seed in 0..8 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut real = RealCup::new(seed);
        let (mut game, events) = Game::new(options, &mut real).expect("a new game");
        real.watch(&events);
        let mut legal = Legal::default();
        let mut other: Option<(Game, RealCup)> = None;
        for step in 0..6000 {
            let state = *game.state();
            state.legal_into(&mut legal);
            let Some(action) = legal.sample(&mut rng, 20) else { break };
            let (mut twin_game, mut twin_cup) = other.take().unwrap_or_else(|| {
                // From here on two tables, the same but for what lies face down.
                game = Game::from_state(state);
                (game.clone(), real.shuffled(&state, seed * 10_000 + step))
            });
            let twin_state = *twin_game.state();
            if step % 7 == 0 {
                let mut noise = ChaCha8Rng::seed_from_u64(step);
                let mut same = noise.clone();
                assert!(public(&state, &game, &mut noise) == public(&twin_state, &twin_game, &mut same));
                compared += 1;
            }
            let mut given = Recording::new(&mut real);
            let events = game.play(&action, &mut given).expect("a legal action");
            let outcomes = std::mem::take(&mut given.outcomes);
            let mut given = Recording::new(&mut twin_cup);
            let twin_events =
                twin_game.play(&action, &mut given).expect("legal in the one, legal in the other");
            let twin_outcomes = std::mem::take(&mut given.outcomes);
            real.watch(&events);
            twin_cup.watch(&twin_events);
            revealed += events.iter().filter(|e| matches!(e, Event::Revealed { .. })).count();
            if outcomes == twin_outcomes {
                assert_eq!(json!(events).to_string(), json!(twin_events).to_string());
                assert_eq!(game.state(), twin_game.state());
                other = Some((twin_game, twin_cup));
            } else {
                // The two may differ only from the reveal on: everything told before it is the same.
                let differs = events.iter().zip(&twin_events).position(|(a, b)| a != b).expect("they differ");
                assert!(matches!(events[differs], Event::Revealed { .. }), "{:?}", events[differs]);
                assert!(matches!(twin_events[differs], Event::Revealed { .. }));
                parted += 1;
            }
        }
    }
    assert!(
        compared > 300 && revealed > 30 && parted > 20,
        "{compared} compared, {revealed} revealed, {parted} parted"
    );
}

/// [12.2] A state has no room for a secret: read back from its public text it plays on the same.
#[test]
fn a_state_is_its_text() {
    let mut real = RealCup::new(5);
    let (state, events) = State::new_game(Options::default(), &mut real).expect("a game");
    real.watch(&events);
    let twin = State::from_text(&state.to_text()).expect("its own text");
    assert_eq!(state, twin);
    assert_eq!(state.fingerprint(), twin.fingerprint());
}

// ---- the same distribution --------------------------------------------------------------------------------------

/// How often each outcome came up in so many runs.
fn frequencies<T: Ord>(runs: u64, mut run: impl FnMut(u64) -> T) -> BTreeMap<T, u64> {
    let mut counts = BTreeMap::new();
    for n in 0..runs {
        *counts.entry(run(n)).or_default() += 1;
    }
    counts
}

/// Two lists of counts of as many runs each agree within five standard deviations, outcome by outcome.
fn agree<T: Ord + std::fmt::Debug>(what: &str, runs: u64, one: &BTreeMap<T, u64>, other: &BTreeMap<T, u64>) {
    let outcomes: std::collections::BTreeSet<&T> = one.keys().chain(other.keys()).collect();
    for outcome in outcomes {
        let (a, b) = (*one.get(outcome).unwrap_or(&0) as f64, *other.get(outcome).unwrap_or(&0) as f64);
        let p = (a + b) / (2 * runs) as f64;
        let deviation = (2.0 * runs as f64 * p * (1.0 - p)).sqrt().max(1.0);
        assert!((a - b).abs() <= 5.0 * deviation, "{what}: {outcome:?} came up {a} and {b} times in {runs}");
    }
}

const RUNS: u64 = 3000;

/// A game on a table with a chance source, watched by a real cup if there is one.
struct Watched<'a> {
    state: State,
    chance: &'a mut dyn Chance,
    real: Option<RealCup>,
}

impl Watched<'_> {
    fn act(&mut self, json: &str) -> Vec<Event> {
        let action = action(json);
        let events = match &mut self.real {
            Some(real) => self.state.apply(&action, real),
            None => self.state.apply(&action, self.chance),
        };
        let events = events.unwrap_or_else(|e| panic!("{e}: {json}\n{}", self.state.to_text()));
        if let Some(real) = &mut self.real {
            real.watch(&events);
        }
        events
    }

    /// Bring in a rifle division at X; its id.
    fn enter(&mut self) -> UnitId {
        let events = self.act(r#"{"enter": {"who": "rifle X", "hex": "5907"}}"#);
        let entered = events.iter().find_map(|e| match e {
            Event::Entered { unit, .. } => Some(*unit),
            _ => None,
        });
        entered.expect("a unit")
    }

    /// End phases until this one, giving up these units where a stack is too large.
    fn until(&mut self, turn: u8, phase: Phase, victims: &[UnitId]) {
        while (self.state.turn(), self.state.phase()) != (turn, phase) {
            match self.state.decision().expect("a decision").question {
                Question::RemoveExcess { .. } => {
                    let victim = victims.iter().find(|&&u| self.state.hex(u).is_some()).expect("a victim");
                    self.act(&json!({"remove": {"unit": victim}}).to_string());
                }
                _ => drop(self.act("\"done\"")),
            }
        }
    }

    /// What is turned up when this hex is attacked by the unit, by division.
    fn reveal(&mut self, attacker: &str, target: &str) -> BTreeMap<UnitId, String> {
        let events = self.act(&json!({"attack": {"targets": [target], "units": [attacker]}}).to_string());
        let told = events.iter().filter_map(|e| match e {
            Event::Revealed { unit, counter } => Some((*unit, counter.to_string())),
            _ => None,
        });
        told.collect()
    }
}

/// Play the same scene with lazily dealt and with really drawn counters; both must give the same frequencies.
fn same_distribution<T: Ord + std::fmt::Debug>(
    what: &str,
    position: &str,
    scene: impl Fn(&mut Watched) -> T,
) {
    let start = state(position);
    let lazy = frequencies(RUNS, |n| {
        let mut chance = Seeded::from_number(n);
        scene(&mut Watched { state: start, chance: &mut chance, real: None })
    });
    let really = frequencies(RUNS, |n| {
        let real = RealCup::for_position(&start, 1_000_000 + n);
        scene(&mut Watched { state: start, chance: &mut Seeded::from_number(n), real: Some(real) })
    });
    agree(what, RUNS, &lazy, &really);
}

/// A position on turn 9 with all rifle counters in play but those of the pile, seen and unseen, and a few in the cup.
/// The eight 0-0 are those nobody has seen; all others lie face up in column 30, but for the stacks asked for.
fn rifles(cup: usize, pile: &[&str], unseen: usize, stacks: &[(&str, &[&str])]) -> String {
    let mut all: Vec<String> = (CounterId::all().filter(|&c| kind_of(c) == Kind::Rifle))
        .filter(|&c| data().roster.counter(c).defense > 0)
        .map(|c| data().roster.counter_text(c))
        .filter(|text| !pile.contains(&text.as_str()))
        .map(|text| format!("rifle {text}"))
        .chain((cup + unseen..8).map(|_| "rifle".to_owned()))
        .collect();
    let mut units = serde_json::Map::new();
    for (hex, stack) in stacks {
        for wanted in stack.iter().filter(|text| text.starts_with("rifle")) {
            let at = all.iter().position(|text| text == wanted).expect("one of the rifles");
            all.remove(at);
        }
        units.insert((*hex).to_owned(), json!(stack));
    }
    for (n, stack) in all.chunks(3).enumerate() {
        units.insert(format!("30{:02}", n + 2), json!(stack));
    }
    let pile: Vec<String> = pile.iter().map(|t| format!("rifle {t}")).collect();
    let position = json!({
        "turn": 9, "phase": "soviet_movement", "units": units, "owed": {"X": {"rifle": 6}},
        "dead_pile": pile, "dead_unseen": {"rifle": vec![1; unseen]},
    });
    let read = state(&position.to_string());
    assert_eq!(read.in_cup(Kind::Rifle) as usize, cup);
    assert_eq!(read.in_dead_pile(Kind::Rifle) as usize, pile.len() + unseen);
    position.to_string()
}

/// [12.1] Divisions of a new game, turned up one after another: all counters of the kind alike.
#[test]
fn divisions_from_the_cup() {
    let position = r#"{"turn": 7, "phase": "german_combat", "units": {
        "1221": ["inf6"], "1222": ["r1", "r2"], "1020": ["inf26"], "1021": ["a1 tank", "a2 mechanised"]}}"#;
    let strength = |name: &str| name.split('#').next().unwrap_or_default().to_owned();
    same_distribution("two rifle divisions", position, |table| {
        let first = table.reveal("inf6", "1222");
        first.values().map(|name| strength(name)).collect::<Vec<_>>()[0].clone()
    });
    same_distribution("two armoured divisions", position, |table| {
        table.reveal("inf26", "1021").values().map(|name| strength(name)).collect::<Vec<_>>()
    });
}

/// The Germans who turn up what stands in 5907.
const WATCH: (&str, &[&str]) = ("5806", &["inf6"]);

/// [12.4] Divisions drawn from the dead pile: whatever lay there, alike, and no counter twice.
#[test]
fn divisions_from_the_pile() {
    let position = rifles(0, &["3-4#1", "5-8#1", "1-1#1"], 0, &[WATCH]);
    same_distribution("two of three", &position, |table| {
        let drawn = [table.enter(), table.enter()];
        table.until(9, Phase::GermanCombat, &[]);
        let told = table.reveal("inf6", "5907");
        drawn.map(|u| told[&u].clone())
    });
}

/// [12.4] One left in the cup, then the pile, where one lies that nobody saw.
#[test]
fn divisions_from_cup_and_pile() {
    let position = rifles(1, &["3-4#1", "5-8#1"], 1, &[WATCH]);
    same_distribution("one and two", &position, |table| {
        let drawn = [table.enter(), table.enter(), table.enter()];
        table.until(9, Phase::GermanCombat, &[]);
        let told = table.reveal("inf6", "5907");
        drawn.map(|u| told[&u].split('#').next().map(str::to_owned))
    });
}

/// [12.4] Four enter, one too many: the second is given up unseen, and its counter is back in the pile.
#[test]
fn divisions_that_died_unseen() {
    let position = rifles(1, &["3-4#1", "5-8#1", "1-1#1", "9-8#1"], 0, &[WATCH]);
    same_distribution("died unseen", &position, |table| {
        let drawn = [table.enter(), table.enter(), table.enter(), table.enter()];
        table.until(9, Phase::GermanCombat, &[drawn[1]]);
        let told = table.reveal("inf6", "5907");
        [drawn[2], drawn[3]].map(|u| told[&u].clone())
    });
}

/// [12.4] The same, but a counter went to the pile in between, which the first could not have been.
#[test]
fn a_death_tells_about_later_draws() {
    let crowd: (&str, &[&str]) = ("5620", &["rifle 1-1#1", "rifle 2-2#1", "rifle 2-2#2", "rifle 2-2#3"]);
    let hosts: (&str, &[&str]) = ("5907", &["rifle 2-3#1", "rifle 2-3#2"]);
    let position = rifles(0, &["3-4#1", "5-8#1"], 0, &[WATCH, crowd, hosts]);
    same_distribution("a death in between", &position, |table| {
        let y = table.state.units_in(hex("5620")).first().expect("the 1-1");
        let c = table.enter();
        table.until(10, Phase::SovietMovement, &[y]);
        let d = table.enter();
        table.until(10, Phase::GermanCombat, &[c]);
        table.reveal("inf6", "5907")[&d].clone()
    });
}

/// [12.4] The pile is {X}, C takes it; Y goes in, D takes it; C dies unseen. D is Y, and every player can deduce it.
#[test]
fn what_everybody_can_work_out() {
    let crowd: (&str, &[&str]) = ("5620", &["rifle 1-1#1", "rifle 2-2#1", "rifle 2-2#2", "rifle 2-2#3"]);
    let hosts: (&str, &[&str]) = ("5907", &["rifle 2-3#1", "rifle 2-3#2"]);
    let start = state(&rifles(0, &["5-8#1"], 0, &[WATCH, crowd, hosts]));
    let y = start.units_in(hex("5620")).first().expect("the 1-1");
    for seed in 0..40 {
        let mut chance = Seeded::from_number(seed);
        let mut table = Watched { state: start, chance: &mut chance, real: None };
        let c = table.enter();
        assert_eq!(table.state.possible_counters(c).len(), 1);
        table.until(10, Phase::SovietMovement, &[y]);
        let d = table.enter();
        table.until(10, Phase::GermanCombat, &[c]);
        let could_be: Vec<String> =
            table.state.possible_counters(d).iter().map(|c| data().roster.counter_text(c)).collect();
        assert_eq!(could_be, ["1-1#1"]);
        assert_eq!(table.reveal("inf6", "5907")[&d], "rifle 1-1#1");
    }
}

/// [12.4] A reveal says something about draws made before it: Q, drawn after P, turns out to be one nobody had seen.
#[test]
fn a_reveal_tells_about_earlier_draws() {
    let crowd: (&str, &[&str]) = ("5620", &["rifle", "rifle 2-2#1", "rifle 2-2#2", "rifle 2-2#3"]);
    let position = rifles(0, &["3-4#1"], 1, &[("5804", &["inf26"]), ("5808", &["inf6"]), crowd]);
    same_distribution("a reveal after another draw", &position, |table| {
        let of_5620 = table.state.units_in(hex("5620"));
        let unseen = of_5620.iter().find(|&u| table.state.is_untried(u)).expect("the untried one");
        let p = table.enter();
        table.act(&json!({"move": {"units": [p], "path": ["5906", "5905"]}}).to_string());
        table.until(10, Phase::SovietMovement, &[unseen]);
        let q = table.enter();
        table.until(10, Phase::GermanMovement, &[]);
        table.act(r#"{"move": {"units": ["inf6"], "path": ["5807"]}}"#);
        table.until(10, Phase::GermanCombat, &[]);
        let of_q = table.reveal("inf6", "5907")[&q].split('#').next().map(str::to_owned);
        while table.state.in_combat() {
            let legal = table.state.legal();
            let next = *legal.others.last().expect("an action");
            table.act(&json!(next).to_string());
        }
        let of_p = table.reveal("inf26", "5905")[&p].split('#').next().map(str::to_owned);
        (of_q, of_p)
    });
}
