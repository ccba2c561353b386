//! Games, phases and searches of programs, for several tests.

use pgg_ai::intent::Intent;
use pgg_ai::sim::{self, Seeds};
use pgg_ai::{NAMES, Player, Progress, Unwatched, Watch, player};
use pgg_core::data::tables::Edition;
use pgg_core::{Action, Hex, Options, Phase, Record, Seeded, Side, State};
use std::sync::Mutex;

pub(crate) fn position(turn: u8, phase: &str, units: &str, more: &str) -> State {
    let text = format!(r#"{{"turn": {turn}, "phase": "{phase}", "units": {{{units}}}{more}}}"#);
    State::from_text(&text).unwrap_or_else(|e| panic!("bad position: {e}\n{text}"))
}

pub(crate) fn hex(text: &str) -> Hex {
    text.parse().expect("a hex")
}

/// The German margin of a whole game.
pub(crate) fn margin(options: Options, seeds: Seeds, german: &str, soviet: &str) -> i32 {
    let mut german = player(german, seeds.german, None).expect("a name");
    let mut soviet = player(soviet, seeds.soviet, None).expect("a name");
    let outcome = sim::play(options, seeds.game, &mut *german, &mut *soviet).expect("no refusal");
    assert_eq!(outcome.state.phase(), Phase::GameOver);
    outcome.state.margin()
}

/// Of so many pairs, how many the program wins. A pair is the same seed with sides exchanged; the better German margin
/// wins it.
pub(crate) fn pairs_won(name: &str, other: &str, seed: u64, pairs: u64) -> u64 {
    let won = |&k: &u64| {
        let seeds = Seeds::of(seed, k);
        let ours = margin(Options::default(), seeds, name, other);
        ours > margin(Options::default(), seeds, other, name)
    };
    (0..pairs).filter(won).count() as u64
}

/// The start of a phase in the middle of a game between majors.
pub(crate) fn middle(series: u64, turn: u8, phase: Phase) -> State {
    let seeds = Seeds::of(series, 0);
    let mut players = [1, 2].map(|seed| player("major", seed, None).expect("a name"));
    let mut chance = Seeded::from_number(seeds.game);
    let (mut state, _) = State::new_game(Options::default(), &mut chance).expect("a new game");
    while (state.turn(), state.phase()) != (turn, phase) {
        let side = state.decision().expect("the game goes on").side;
        let action = players[side as usize].choose(&state, &Unwatched);
        state.apply(&action, &mut chance).expect("no refusal");
    }
    state
}

/// Play the phase to its end with the dice of a seed: what was done, and the position after it. All actions are legal.
pub(crate) fn play_phase(player: &mut dyn Player, start: &State, seed: u64) -> (Vec<Action>, State) {
    let mut chance = Seeded::from_number(seed);
    let (mut state, mut actions) = (*start, Vec::new());
    while state.phase() == start.phase() {
        let action = player.choose(&state, &Unwatched);
        state.apply(&action, &mut chance).expect("no refusal");
        actions.push(action);
    }
    (actions, state)
}

/// Notes what it is told, and may ask for an end.
#[derive(Default)]
struct Watcher {
    told: Mutex<Vec<Progress>>,
    stops: bool,
}

impl Watch for Watcher {
    fn progress(&self, progress: &Progress) {
        self.told.lock().expect("one thread").push(progress.clone());
    }

    fn stop(&self) -> bool {
        self.stops
    }
}

/// A program that searches reports its progress and such a plan; asked for an end, it answers at once with a legal action.
pub(crate) fn reports_and_obeys<P: Player>(
    make: impl Fn(u64) -> P,
    budget: u64,
    state: &State,
    expected: impl Fn(&Intent) -> bool,
) {
    let watch = Watcher::default();
    make(budget).choose(state, &watch);
    let told = watch.told.into_inner().expect("one thread");
    assert!(told.len() > 1);
    assert!(told.windows(2).all(|pair| pair[0].share <= pair[1].share));
    assert!(told.iter().all(|p| (0.0..=1.0).contains(&p.share) && expected(&p.plan)));

    let watch = Watcher { stops: true, ..Watcher::default() };
    let action = make(u64::MAX).choose(state, &watch);
    assert_eq!(state.check(&action), Ok(()));
    assert!(watch.told.into_inner().expect("one thread").is_empty());
}

/// A program, and what holds of every one.
pub(crate) struct Program {
    pub(crate) name: &'static str,
    pub(crate) make: fn(u64) -> Box<dyn Player>,
}

impl Program {
    pub(crate) fn has_a_name(&self) {
        assert!(NAMES.contains(&self.name));
        assert!(player(self.name, 1, None).is_some());
    }

    /// To the end, under each of the options.
    pub(crate) fn plays_itself_under_all_options(&self, seed: u64) {
        for (k, edition) in Edition::ALL.into_iter().enumerate() {
            let options = Options::choose(edition, |switch| k == 0 || !switch.standard);
            margin(options, Seeds::of(seed, k as u64), self.name, self.name);
        }
    }

    /// The same seed plays the same game.
    pub(crate) fn plays_the_same_again(&self, seed: u64) {
        let seeds = Seeds::of(seed, 0);
        let game = || {
            let (mut german, mut soviet) = ((self.make)(seeds.german), (self.make)(seeds.soviet));
            sim::play_recorded(Options::default(), seeds.game, &mut *german, &mut *soviet)
                .expect("no refusal")
        };
        let ((once, record), (again, other)) = (game(), game());
        assert_eq!(once.state, again.state);
        assert_eq!(written(&record), written(&other));
    }

    /// Whatever nonsense happened before, it finds a legal action: asked once in so many decisions of a random game; a new
    /// one, asked seven times more rarely, does too.
    pub(crate) fn answers_in_any_position(&self, seed: u64, games: u64, asked_one_in: u64) {
        for k in 0..games {
            let seeds = Seeds::of(seed, k);
            let mut program = (self.make)(seeds.game);
            let mut random = player("random", seeds.german, None).expect("a name");
            let mut chance = Seeded::from_number(seeds.game);
            let (mut state, _) = State::new_game(Options::default(), &mut chance).expect("a new game");
            let legal = |state: &State, program: &mut dyn Player| {
                let action = program.choose(state, &Unwatched);
                assert_eq!(state.check(&action), Ok(()), "{action:?} in {state:?}");
            };
            let mut actions = 0u64;
            while state.decision().is_some() {
                if actions.is_multiple_of(asked_one_in) {
                    legal(&state, &mut *program);
                }
                if actions.is_multiple_of(7 * asked_one_in) {
                    legal(&state, &mut *(self.make)(1));
                }
                actions += 1;
                state.apply(&random.choose(&state, &Unwatched), &mut chance).expect("no refusal");
            }
        }
    }

    /// One that takes over at the start of a phase, with nothing but the position, does what the other one does. The
    /// strengths that are still hidden are settled by the seed of the game, which a position does not have: so two states
    /// that differ only in what is hidden get the same choice.
    pub(crate) fn knows_no_more_than_the_position(&self, seed: u64) {
        let seeds = Seeds::of(seed, 0);
        let mut players = [(self.make)(seeds.german), (self.make)(seeds.soviet)];
        let mut chance = Seeded::from_number(seeds.game);
        let (mut state, _) = State::new_game(Options::default(), &mut chance).expect("a new game");
        let mut before = None;
        while let Some(decision) = state.decision() {
            let action = players[decision.side as usize].choose(&state, &Unwatched);
            let phase = Some((state.turn(), state.phase()));
            if phase != before {
                before = phase;
                let seed = if decision.side == Side::German { seeds.german } else { seeds.soviet };
                let copy = State::from_text(&state.to_text()).expect("a position");
                assert_eq!((self.make)(seed).choose(&copy, &Unwatched), action, "{state:?}");
            }
            state.apply(&action, &mut chance).expect("no refusal");
        }
    }
}

/// A record as it is written.
pub(crate) fn written(record: &Record) -> Vec<u8> {
    let mut bytes = Vec::new();
    record.write(&mut bytes).map(|()| bytes).expect("a record in memory")
}
