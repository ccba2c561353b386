//! Laws of a table, checked in random games in which everybody does everything: acts, undoes, offers, chats, makes mistakes.
//! The second table of `support`, which follows the log, is compared after every request.

use crate::support::*;
use pgg_core::{Action, BySide, Side, State};
use pgg_table::entry::Offer;
use pgg_table::{Asked, Entry, Opening, Pace, Request, Table, What};

/// An action that counts.
#[derive(Clone)]
struct Step {
    side: Side,
    /// It used a die or a draw.
    chance: bool,
    /// It was forced, and played for the player.
    auto: bool,
    after: State,
}

/// The model against which a table is checked: all that was done and undone, and a second table that follows the log.
struct Model {
    table: Table,
    done: Vec<Step>,
    undone: Vec<Step>,
}

impl Model {
    /// From the log so far.
    fn of(game: &Game) -> Model {
        let (first, rest) = game.happened.split_first().expect("a first entry");
        let (table, _) = Table::first(&first.entry, game.seed()).expect("a first entry");
        let mut model = Model { table, done: Vec::new(), undone: Vec::new() };
        rest.iter().for_each(|happened| model.follow(&happened.entry, &Request::Redo));
        model
    }

    /// How far back the players could agree to go, and how far the deciding side can go alone.
    fn limits(&self) -> (u32, u32) {
        let ply = self.done.len();
        let side = self.table.state().decision().map(|d| d.side);
        let since = self.done.iter().rev().take_while(|step| !step.chance).count();
        let own = self.done.iter().rev().take(since).take_while(|step| Some(step.side) == side).count();
        // Forced choices would be played again: back to the first real choice.
        let forced = self.done[ply - own..].iter().take_while(|step| step.auto).count();
        ((ply - since) as u32, (ply - own + forced) as u32)
    }

    fn follow(&mut self, entry: &Entry, request: &Request) {
        let (settled, alone) = self.limits();
        self.table.admit(entry).expect("an entry of the log");
        let after = *self.table.state();
        match &entry.what {
            What::Acted { side, chance, auto, .. } => {
                self.undone.clear();
                self.done.push(Step { side: *side, chance: !chance.is_empty(), auto: *auto, after });
            }
            What::Undid { to } => {
                assert!((*to as usize) < self.done.len() && *to >= settled, "over a die or a draw");
                let assented = matches!(request, Request::Accept | Request::OfferTakeback { .. });
                assert!(assented || *to >= alone, "over a change of the deciding side");
                self.undone.extend(self.done.drain(*to as usize..).rev());
                if let Some(last) = self.done.last() {
                    assert_eq!(after, last.after, "undo leads back to the state that was");
                }
            }
            What::Redid => {
                let step = self.undone.pop().expect("something was undone");
                assert_eq!(after, step.after, "undo then redo is the identity");
                self.done.push(step);
            }
            _ => {}
        }
    }

    fn agrees_with(&self, game: &Game) {
        let now = game.table.now();
        assert_eq!(now, self.table.now());
        assert_eq!(now.ply as usize, self.done.len());
        let Some(decision) = now.decision else { return };
        assert_eq!((now.takeback_to, now.undo_to), self.limits());
        let redo = self.undone.iter().rev().take_while(|step| step.side == decision.side).count();
        assert_eq!(now.redo as usize, redo);
    }
}

/// A random request; most are actions of the side that has to decide.
fn request(random: &mut Random, game: &Game) -> (u8, Request) {
    let deciding = game.table.deciding();
    let decider = deciding.map_or(GERMAN, player_of);
    let anybody = random.pick(&[GERMAN, SOVIET, SOVIET, GERMAN, WATCHER]);
    let ply = game.table.ply();
    let near = |random: &mut Random| (ply + 1).saturating_sub(random.below(5));
    match random.below(100) {
        0..68 => (decider, Request::Action(random.action(game.state(), 4))),
        68..74 => (decider, UNDO),
        74..76 => (decider, undo_to(near(random))),
        76..81 => (decider, Request::Redo),
        81..83 => (decider, Request::ResetPhase),
        83..86 => (anybody, Request::OfferTakeback { to: near(random) }),
        86 => (anybody, Request::OfferDraw),
        87..90 if matches!(game.table.offer(), Some((_, Offer::Takeback { .. }))) => {
            (anybody, Request::Accept)
        }
        87..90 => (anybody, Request::Decline),
        90..92 => (anybody, say("Hm.")),
        92..94 => (anybody, Request::Forced { auto: random.below(2) == 0 }),
        94 => (anybody, Request::Sit { side: random.pick(&Side::BOTH) }),
        95 => (anybody, Request::Stand { side: None }),
        96 => (anybody, Request::SeatProgram { side: random.pick(&Side::BOTH), level: "random".to_owned() }),
        97 => (anybody, Request::Action(Action::Done)),
        _ => (anybody, Request::Action(Action::TakeLoss)),
    }
}

/// One game of up to `requests` requests.
fn game_of(n: u64, opening: Opening, requests: usize) -> Game {
    let mut random = Random::new(n);
    let mut game = Game::open(opening, n);
    let mut model = Model::of(&game);
    for turn in 0..requests {
        let (by, request) = request(&mut random, &game);
        // Time advances, and sometimes jumps back a little.
        game.later(i64::from(random.below(100_000)) - 10_000);
        let key = (random.below(4) == 0).then(|| format!("key {turn}"));
        let at = match random.below(8) {
            0..3 => Some(game.table.last()),
            3 => Some(game.table.last().saturating_sub(random.below(4))),
            _ => None,
        };
        let asked = Asked { request, key, at };
        let kept = game.table.snapshot();
        let first = game.happened.len();
        let restored = Table::restore(&kept, game.seed()).expect("a snapshot").table;
        let other = restored.handle(&who(by), &asked, game.now);
        match game.try_do(&who(by), asked.clone()) {
            Ok(number) => {
                let other = other.expect("the restored table accepts it too");
                assert_same(&other.happened, &game.happened[first..]);
                assert!(other.table.snapshot() == game.table.snapshot());
                assert_eq!((number, other.n), (first as u32 + 1, number));
                game.happened[first..].iter().for_each(|h| model.follow(&h.entry, &asked.request));
                model.agrees_with(&game);
                if asked.key.is_some() {
                    assert_eq!(game.try_do(&who(by), asked), Ok(number), "the same key again");
                    assert_eq!(game.happened.len() as u32, game.table.last());
                }
            }
            Err(fault) => {
                assert_eq!(other.err(), Some(fault));
                assert!(game.table.snapshot() == kept);
            }
        }
        if random.below(10) == 0 {
            game.reload();
        }
        if game.table.deciding().is_none() {
            break;
        }
    }
    game
}

/// The story from the log equals what was reported at the time, and the record verifies.
fn agrees_with_its_log(game: &Game) {
    let story = game.story();
    assert_same(&story.happened, &game.happened);
    assert!(story.table.snapshot() == game.table.snapshot());
    let record = story.record();
    assert_eq!(record.check().expect("a sound record"), *game.state());
    let times: Vec<_> = game.happened.iter().map(|h| h.entry.at).collect();
    assert!(times.is_sorted(), "times never go back");
    if game.table.ended().is_some() {
        assert!(record.check_seed().expect("sound dice").is_some());
    }
}

/// Two persons from set-up, with all kinds of requests.
#[test]
fn random_tables_keep_the_laws() {
    let mut all = String::new();
    for n in 0..6 {
        let pace = if n % 2 == 0 { Pace::Unlimited } else { Pace::Days(3) };
        let auto = BySide([n % 3 == 0, n % 3 == 1]);
        let game = game_of(n, Opening { pace, auto, ..opening() }, 700);
        agrees_with_its_log(&game);
        all.extend(game.log().iter().map(text));
    }
    for word in ["undid", "redid", "offered", "takeback", "draw", "declined", "forced", "said", "auto\":true"]
    {
        assert!(all.contains(word), "no {word} in these games");
    }
}

/// The same from the middle of a game, where most happens: forced choices for both, and a continued record.
#[test]
fn tables_from_a_record_keep_the_laws() {
    for n in 10..14 {
        let mut whole = Game::new(n);
        whole.play_on(&mut Random::new(n), 3, |table| table.state().turn() == 5);
        let opening = Opening { auto: BySide([true; 2]), ..opening_from(&whole.record()) };
        agrees_with_its_log(&game_of(n, opening, 500));
    }
}

/// Programs play a whole game against each other.
#[test]
fn programs_play_to_the_end() {
    for (n, german, soviet) in [(1, "cadet", "random"), (2, "random", "cadet")] {
        let seats = BySide([program(german), program(soviet)]);
        let mut game = Game::open(Opening { seats, ..opening() }, n);
        assert_eq!(game.table.program_to_move(), Some((Side::Soviet, soviet)));
        game.play_with(german, soviet, |_| false);
        assert_eq!(game.table.program_to_move(), None);
        assert!(matches!(game.last_what(), What::Ended(_)));
        agrees_with_its_log(&game);
    }
}
