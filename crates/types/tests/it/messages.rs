//! What is really sent fits the page's types: whole games, every question, every request; a sample of it is kept as
//! `web/src/wire/examples.ts`, where the page's own compiler holds it against them.
//!
//! `PGG_BLESS=1 cargo test -p pgg-types` writes the examples anew.

use crate::examples::Examples;
use pgg_ai::intent::{Behaving, Intent, Sent};
use pgg_ai::orders::{Manner, Stance};
use pgg_ai::{Unwatched, player};
use pgg_core::{Action, BySide, Options, Position, Side, State, Targets, UnitSet, data};
use pgg_server::error::Error;
use pgg_server::wire::{
    EntryView, FromPlayer, PROTOCOL, PositionView, Presence, Thinking, ToPlayer, Wanted, Welcome,
};
use pgg_table::ask::{Asks, LegalView, Reply, answer};
use pgg_table::table::Start;
use pgg_table::{
    Ask, Asked, Differs, Entry, GameId, Happened, Name, Next, Opening, Pace, PersonId, Request, Seat, Seed,
    Table, Time, Visibility, What, Who, Words,
};
use serde_json::{Value, json};
use std::collections::HashSet;

fn person(n: u8) -> (PersonId, Name) {
    (PersonId::from_random([n; 16]), Name::parse(&format!("Player {n}")).expect("a name"))
}

fn who(n: u8) -> Who {
    let (id, name) = person(n);
    Who::Person { id, name, invited: true }
}

fn opening(from: Start) -> Opening {
    let (id, name) = person(1);
    Opening {
        name: Name::parse("A game").expect("a name"),
        options: Options { leader_evacuation: true, ..Options::default() },
        visibility: Visibility::Public,
        pace: Pace::Days(3),
        seats: BySide([Seat::Person { id, name }, Seat::Open]),
        auto: BySide([false; 2]),
        from,
    }
}

/// A table that checks all of its messages.
struct Game<'a> {
    table: Table,
    now: Time,
    seen: &'a mut Examples,
}

impl Game<'_> {
    fn open(from: Start, seen: &mut Examples) -> Game<'_> {
        let now = Time(1_750_000_000_000);
        let Next { table, happened, .. } =
            Table::open(opening(from), Seed([41; 32]), None, now).expect("a game");
        let mut game = Game { table, now, seen };
        game.tell(happened);
        game.welcome(true);
        game
    }

    fn tell(&mut self, happened: Vec<Happened>) {
        for happened in happened {
            self.seen.sent(&ToPlayer::Entry(Box::new(EntryView::from(happened))));
        }
        let state = self.table.state();
        if state.in_combat() || self.table.last().is_multiple_of(16) {
            let legal = state.legal();
            let decides = state.in_combat().then(|| LegalView::of(&legal));
            let view = PositionView::of(self.table.last(), state, &legal);
            self.seen.sent(&ToPlayer::Position(Box::new(PositionView { legal: decides, ..view })));
        }
    }

    fn welcome(&mut self, whole: bool) {
        let legal = self.table.state().legal();
        self.seen.sent(&ToPlayer::Welcome(Box::new(Welcome {
            protocol: PROTOCOL,
            game: GameId::from_random([7; 16]),
            you: vec![Side::German],
            last: self.table.last(),
            view: whole.then(|| Box::new(self.table.view(&legal))),
            legal: (whole && self.table.deciding().is_some()).then(|| LegalView::of(&legal)),
        })));
    }

    /// Done or refused: both are answers.
    fn request(&mut self, who: &Who, request: Request) -> bool {
        self.now = self.now.plus(1000);
        let asked = Asked { request, key: None, at: Some(self.table.last()) };
        let id = Value::from(self.table.last());
        let wanted = Wanted::Do(asked.request.clone());
        self.seen.asked(&FromPlayer { wanted, key: None, at: asked.at, id: id.clone() });
        match self.table.handle(who, &asked, self.now) {
            Ok(Next { table, happened, n }) => {
                self.table = table;
                self.tell(happened);
                self.seen.sent(&ToPlayer::Done { id, n });
                true
            }
            Err(error) => {
                self.seen.sent(&ToPlayer::Refused { id, error: Error::Table(error).into() });
                false
            }
        }
    }

    fn act(&mut self, action: Action) {
        let side = self.table.deciding().expect("the game goes on");
        let who = match &self.table.seats()[side] {
            Seat::Program { .. } => Who::Program(side),
            _ => who(1 + side as u8),
        };
        assert!(self.request(&who, Request::Action(action)), "{action:?}");
    }

    /// Several at once, of which one cannot be answered.
    fn ask_several(&mut self) {
        let id = json!({"questions": self.table.last()});
        let nobody = Ask::Range { units: UnitSet::EMPTY };
        let asks = vec![Ask::Score, nobody, Ask::Supply { side: Side::Soviet }];
        let wanted = Wanted::Ask(Asks::Several(asks.clone()));
        self.seen.asked(&FromPlayer { id: id.clone(), ..wanted.into() });
        let answers: Vec<Reply> = asks.iter().map(|ask| answer(self.table.state(), ask).into()).collect();
        assert!(matches!(answers[1], Reply::Refused(_)));
        self.seen.sent(&ToPlayer::Answers { id, answers, at: self.table.last() });
    }

    fn ask(&mut self, ask: Ask) {
        let id = json!({"question": self.table.last()});
        let wanted = Wanted::Ask(Asks::One(ask.clone()));
        self.seen.asked(&FromPlayer { id: id.clone(), ..wanted.into() });
        match answer(self.table.state(), &ask) {
            Ok(answer) => {
                let (at, answer) = (self.table.last(), Box::new(answer));
                self.seen.sent(&ToPlayer::Answer { id, answer, at });
            }
            Err(error) => self.seen.sent(&ToPlayer::Refused { id, error: Error::Table(error).into() }),
        }
    }

    /// Everything that can be asked of how things stand.
    fn questions(&mut self) {
        self.ask_several();
        for json in
            ["\"legal\"", "\"retreats\"", "\"areas\"", "\"cup\"", "\"position\"", "\"score\"", "\"march\""]
        {
            self.ask(serde_json::from_str(json).expect("a question"));
        }
        for side in Side::BOTH {
            self.ask(Ask::Supply { side });
            let unit = self.table.state().on_map(side).iter().next();
            let units: UnitSet = unit.into_iter().collect();
            self.ask(serde_json::from_value(json!({"reach": {"units": units}})).expect("a question"));
            self.ask(serde_json::from_value(json!({"range": {"units": units}})).expect("a question"));
            self.ask(serde_json::from_value(json!({"march_ends": {"units": units}})).expect("a question"));
        }
        let state: State = *self.table.state();
        let newcomers: Vec<_> = state.newcomers().into_iter().take(2).collect();
        self.ask(
            serde_json::from_value(json!({"bring_in": {"who": newcomers, "to": "2216"}}))
                .expect("a question"),
        );
        for attack in state.legal().attacks {
            let json = json!({"odds": {"units": attack.units, "targets": Targets::one(attack.target)}});
            self.ask(serde_json::from_value(json).expect("a question"));
        }
        // Most of these are against the rules, for many reasons.
        for unit in state.on_map(Side::German).or(&state.on_map(Side::Soviet)) {
            let hex = state.hex(unit);
            for json in [
                json!({"move": {"units": [unit], "path": [hex]}}),
                json!({"evacuate": {"unit": unit}}),
                json!({"lose_step": {"unit": unit}}),
            ] {
                let action = serde_json::from_value(json).expect("an action");
                self.ask(Ask::Check { action });
            }
        }
    }
}

/// A game from set-up to the end at random, with questions now and then, undo and redo, and all that people do.
#[test]
fn what_is_sent_fits_the_types() {
    let mut seen = Examples::new();
    let mut game = Game::open(Start::SetUp, &mut seen);
    assert!(game.request(&who(2), Request::Sit { side: Side::Soviet }));
    game.request(&who(3), Request::Sit { side: Side::Soviet });
    assert!(game.request(&who(1), Request::Say { text: Words::parse("Good luck").expect("words") }));
    assert!(game.request(&who(3), Request::Say { text: Words::parse("I watch").expect("words") }));
    let mut programs = [11, 12].map(|seed| player("random", seed, None).expect("a program"));
    let mut asked = HashSet::new();
    while let Some(side) = game.table.deciding() {
        let ply = game.table.ply();
        if ply == 3 {
            assert!(game.request(&who(2), Request::Undo { to: None }));
            game.welcome(true);
            assert!(game.request(&who(2), Request::Redo));
            assert!(game.request(&who(2), Request::OfferTakeback { to: 0 }));
            game.welcome(true);
            assert!(game.request(&who(1), Request::Decline));
            assert!(game.request(&who(2), Request::OfferDraw));
            assert!(game.request(&who(2), Request::Decline));
            assert!(game.request(&who(1), Request::Forced { auto: true }));
            game.request(&who(1), Request::ResetPhase);
            game.request(&who(1), Request::Accept);
            game.request(&who(1), Request::Undo { to: Some(0) });
            game.request(&who(1), Request::Stand { side: Some(Side::German) });
            game.request(&who(3), Request::Resign { side: None });
            game.request(&who(1), Request::SeatProgram { side: Side::German, level: "cadet".to_owned() });
            game.welcome(false);
        }
        // Once for every question in every phase.
        let question = game.table.now().decision.map(|decision| decision.question);
        let moment = (game.table.state().phase(), question.map(|q| std::mem::discriminant(&q)));
        if asked.insert(moment) {
            game.questions();
        }
        let action = programs[side as usize].choose(game.table.state(), &Unwatched);
        game.act(action);
    }
    game.welcome(true);
    small(&mut seen);
    by_newer_rules(&mut seen);
    of_the_moment(&mut seen);
    seen.finish();
}

/// A position with few units, so that whole answers are short.
fn small(seen: &mut Examples) {
    let position = r#"{"turn": 7, "phase": "german_combat",
        "units": {"1222": ["pz7"], "1322": ["r1 untried"], "1624": ["konev", "r2 3-4"], "0120": ["inf6 lost 1"]}}"#;
    for phase in ["german_movement", "german_combat", "soviet_movement"] {
        let position = Position::parse(&position.replace("german_combat", phase)).expect("a position");
        let mut game = Game::open(Start::Position(Box::new(position)), seen);
        assert!(game.request(&who(2), Request::Sit { side: Side::Soviet }));
        game.questions();
        let unit = if phase.starts_with("german") { "pz7-25" } else { "r2" };
        let march =
            json!({"reach": {"units": [unit], "after": [{"move": {"units": ["inf6"], "path": ["0220"]}}]}});
        game.ask(serde_json::from_value(march).expect("a question"));
    }
    let mut game = Game::open(Start::SetUp, seen);
    let level = || "cadet".to_owned();
    assert!(game.request(&who(1), Request::SeatProgram { side: Side::Soviet, level: level() }));
    assert!(game.request(&who(1), Request::Resign { side: None }));
    game.request(&who(1), Request::OfferDraw);
    let (id, name) = person(9);
    let seats = BySide([Seat::Program { level: level() }, Seat::Invited { id, name }]);
    let invited = Opening { seats, pace: Pace::Unlimited, ..opening(Start::SetUp) };
    let Next { happened, .. } = Table::open(invited, Seed([42; 32]), None, Time(0)).expect("a game");
    game.tell(happened);
    let late = game.table.reopen(Seed([43; 32]), game.now).err();
    assert!(late.is_some(), "it was resigned");
    let mut game = Game::open(Start::SetUp, seen);
    assert!(game.request(&who(2), Request::Sit { side: Side::Soviet }));
    game.now = game.now.plus(i64::from(Pace::MOST_DAYS) * 2 * 24 * 60 * 60 * 1000);
    let Next { table, happened, .. } = game.table.tick(game.now).expect("a game with a pace");
    game.tell(happened);
    let Next { happened, .. } = table.reopen(Seed([43; 32]), game.now).expect("it ended by time");
    game.tell(happened);
}

/// A game goes on from a position, since newer rules do not lead there.
fn by_newer_rules(seen: &mut Examples) {
    let position = Position::parse(r#"{"turn": 3, "units": {"1222": ["pz7"]}}"#).expect("a position");
    let state = State::try_from(&position).expect("a position that can be");
    let game = Game::open(Start::SetUp, seen);
    let what = What::Resumed {
        differs: Differs { n: 2, version: 1 },
        state: state.fingerprint().to_string(),
        position: Box::new(position),
    };
    let entry = Entry { n: 3, at: game.now, served: None, key: None, by: None, what };
    let now = game.table.now();
    seen.sent(&ToPlayer::Entry(Box::new(Happened { entry, events: Vec::new(), now }.into())));
}

/// What is not in the log.
fn of_the_moment(seen: &mut Examples) {
    seen.asked(&Wanted::StopThinking(true).into());
    seen.asked(&Wanted::Writing(true).into());
    seen.sent(&ToPlayer::Writing { side: Side::Soviet });
    seen.asked(&Wanted::Ping(json!("are you there?")).into());
    seen.sent(&ToPlayer::Pong(json!("are you there?")));
    seen.sent(&ToPlayer::Presence(Presence { german: true, soviet: false, spectators: 2 }));
    let emphasis = data().victory.objectives().iter().take(1).map(|o| o.id.as_str()).collect();
    let soviet = Intent::Soviet { stance: Stance::Delay, emphasis };
    let german = Intent::German {
        manners: vec![Behaving { manner: Manner::DriveOn, divisions: 3 }],
        goals: vec![Sent { objective: data().victory.objectives()[0].id.as_str(), divisions: 2 }],
    };
    for (side, intent) in [(Side::Soviet, soviet), (Side::German, german)] {
        let level = "general".to_owned();
        seen.sent(&ToPlayer::Thinking(Thinking { side, level, share: 0.5, intent }));
    }
    seen.sent(&ToPlayer::Bye(Error::Closing.into()));
}
