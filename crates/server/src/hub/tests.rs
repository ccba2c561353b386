//! One game in two processes, as two hubs on one store: neither knows what the other does until it reads the
//! store.

use super::*;
use crate::people::People;
use pgg_core::{BySide, Options};
use pgg_table::service::{GRACE, LAPSE};
use pgg_table::table::Start;
use pgg_table::{Name, Pace, Request, Visibility, Words};
use tempfile::TempDir;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

struct Two {
    /// Each hub with its copy of the game.
    one: (Arc<Hub>, Arc<Live>),
    two: (Arc<Hub>, Arc<Live>),
    clock: Clock,
    who: Who,
    _folder: TempDir,
}

impl Two {
    /// One person plays both sides.
    async fn begin(pace: Pace) -> Two {
        let folder = TempDir::new().unwrap();
        let url = format!("sqlite:{}", folder.path().join("games.sqlite").display());
        let store = Store::open(&url).await.unwrap();
        let clock = Clock::stopped(Time(1_000_000));
        let name = Name::parse("Anna").unwrap();
        let id = People::new(store.clone(), clock.clone()).guest(name.clone()).await.unwrap().person.id;
        let seat = Seat::Person { id, name: name.clone() };
        let opening = Opening {
            name: name.clone(),
            options: Options::default(),
            visibility: Visibility::default(),
            pace,
            seats: BySide([seat.clone(), seat]),
            auto: BySide::default(),
            from: Start::SetUp,
        };
        let one = Hub::new(store.clone(), clock.clone()).await.unwrap();
        let two = Hub::new(store, clock.clone()).await.unwrap();
        let live = one.open(opening, id, &Code::random().unwrap()).await.unwrap();
        let other = two.game(live.id()).await.unwrap();
        let who = Who::Person { id, name, invited: false };
        Two { one: (one, live), two: (two, other), clock, who, _folder: folder }
    }

    /// Days pass in which both processes are alive.
    async fn serve(&self, days: u32) {
        let step = Duration::from_millis(LAPSE as u64);
        for _ in 0..days * (DAY.as_secs() / step.as_secs()) as u32 {
            self.clock.advance(step);
            self.one.0.beat().await.unwrap();
            self.two.0.beat().await.unwrap();
        }
    }

    /// Would either process end the game now?
    async fn ticked(&self) -> bool {
        for (hub, live) in [&self.one, &self.two] {
            hub.tick().await.unwrap();
            hub.catch_up(live).await.unwrap();
            if live.table().ended().is_some() {
                return true;
            }
        }
        false
    }

    /// Somebody says something by way of this hub.
    async fn say(&self, (hub, live): &(Arc<Hub>, Arc<Live>)) -> u32 {
        let asked = Asked::from(Request::Say { text: Words::parse("hm").unwrap() });
        hub.request(live, self.who.clone(), asked).await.unwrap()
    }
}

#[tokio::test]
async fn a_snapshot_that_was_not_kept_is_made_with_the_next_entry() {
    let game = Two::begin(Pace::Unlimited).await;
    let (one, live) = &game.one;
    while live.table().last() + 1 < live.snapshot_at() + SNAPSHOT_EVERY {
        game.say(&game.one).await;
    }
    // The other is quicker with the entry that would bring the snapshot: the first try is in vain.
    game.two.0.catch_up(&game.two.1).await.unwrap();
    game.say(&game.two).await;
    let n = game.say(&game.one).await;
    let kept = one.store().load(live.id()).await.unwrap().unwrap().snapshot.unwrap();
    assert_eq!((kept.n, live.snapshot_at()), (n, n));
    game.say(&game.one).await;
    let kept = one.store().load(live.id()).await.unwrap().unwrap().snapshot.unwrap();
    assert_eq!(kept.n, n, "and not with every one after it");
}

#[tokio::test]
async fn a_deadline_is_kept_though_another_process_has_gone_on() {
    let game = Two::begin(Pace::Days(1)).await;
    let (one, live) = &game.one;
    let mut nudges = one.nudges();
    game.say(&game.two).await;
    one.tick().await.unwrap();
    assert!(live.table().ended().is_none(), "there is time");
    game.serve(1).await;
    game.serve(1).await;
    // The first round finds that it is behind, the second ends the game.
    one.tick().await.unwrap();
    one.tick().await.unwrap();
    assert!(live.table().ended().is_some());
    assert!(nudges.try_recv().is_ok(), "who plays it hears that it is over");
}

#[tokio::test]
async fn a_deadline_is_not_kept_on_a_doubtful_table() {
    let game = Two::begin(Pace::Days(1)).await;
    let (one, live) = &game.one;
    game.say(&game.two).await;
    // As after a commit whose outcome nobody knows: it is in the log, and this copy does not have it.
    live.turn().await.doubtful = true;
    game.serve(2).await;
    one.tick().await.unwrap();
    assert!(live.table().ended().is_some(), "the log is read first");
    assert!(!live.turn().await.doubtful);
}

#[tokio::test]
async fn clocks_that_jump_and_outages_end_no_game() {
    let mut game = Two::begin(Pace::Days(1)).await;
    let days = |days: i64| days * DAY.as_millis() as i64;
    for jump in [4, -4, 10, -20, 10] {
        game.clock.jump(days(jump));
        assert!(!game.ticked().await, "a clock that jumps by {jump} days");
        game.one.0.beat().await.unwrap();
        assert!(!game.ticked().await, "a clock that has jumped by {jump} days");
    }
    // Away for seven days: the processes that come back go on where the others stopped.
    game.clock.advance(7 * DAY);
    assert!(!game.ticked().await, "a server that was away");
    for side in 0..2 {
        let hub = Hub::new(game.one.0.store().clone(), game.clock.clone()).await.unwrap();
        let live = hub.game(game.one.1.id()).await.unwrap();
        assert!(!game.ticked().await, "a server that is back");
        if side == 0 { game.one = (hub, live) } else { game.two = (hub, live) }
    }
    let deadline = game.one.0.view(&game.one.1.scene()).deadline.unwrap();
    let told = deadline.since(game.clock.now());
    assert!((GRACE..=days(1) + GRACE).contains(&told), "players are told of {told} ms");
    // What was written meanwhile is read alike by both.
    game.say(&game.one).await;
    game.two.0.catch_up(&game.two.1).await.unwrap();
    assert_eq!(game.one.1.table().clock(), game.two.1.table().clock());
    game.serve(1).await;
    assert!(!game.ticked().await, "a day of grace");
    game.serve(1).await;
    game.clock.advance(Duration::from_millis(1));
    assert!(game.ticked().await, "and in the end time is up");
}

/// A player who sees his entries through another process acts through this one: it reads on instead of refusing.
#[tokio::test]
async fn a_request_that_is_ahead_is_read_up_to() {
    let game = Two::begin(Pace::Unlimited).await;
    let mut player = pgg_ai::player("cadet", 1, None).unwrap();
    let (mut here, mut there) = (&game.one, &game.two);
    for _ in 0..40 {
        let table = here.1.table();
        let action = player.choose(table.state(), &pgg_ai::Unwatched);
        // The other process has not heard of the last action; the sender has.
        assert!(there.1.table().last() <= table.last());
        let asked = Asked { at: Some(table.last()), ..Asked::from(Request::Action(action)) };
        let n = there.0.request(&there.1, game.who.clone(), asked).await.unwrap();
        assert_eq!(n, table.last() + 1);
        (here, there) = (there, here);
    }
    // An entry that no process has: it is what the sender claims, and changes nothing.
    let action = player.choose(here.1.table().state(), &pgg_ai::Unwatched);
    let asked = Asked { at: Some(1_000_000), ..Asked::from(Request::Action(action)) };
    assert!(there.0.request(&there.1, game.who.clone(), asked).await.is_ok());
}

#[tokio::test]
async fn a_reopened_game_goes_on_in_every_process() {
    let game = Two::begin(Pace::Days(1)).await;
    let (one, two) = (&game.one, &game.two);
    assert!(one.0.reopen(one.1.id()).await.is_err(), "it goes on");
    for _ in 0..3 {
        game.serve(1).await;
    }
    assert!(game.ticked().await);
    for (hub, live) in [one, two] {
        hub.catch_up(live).await.unwrap();
    }
    one.0.reopen(one.1.id()).await.unwrap();
    two.0.catch_up(&two.1).await.unwrap();
    for (_, live) in [one, two] {
        assert!(live.table().ended().is_none() && live.table().has_its_seed());
    }
    assert_eq!(one.1.table().seed(), two.1.table().seed());
    assert_eq!(one.1.table().clock(), two.1.table().clock());
    let act = |live: &Live| {
        let mut player = pgg_ai::player("cadet", 1, None).unwrap();
        let action = player.choose(live.table().state(), &pgg_ai::Unwatched);
        Asked { at: Some(live.table().last()), ..Asked::from(Request::Action(action)) }
    };
    for (hub, live) in [two, one, two] {
        hub.catch_up(live).await.unwrap();
        hub.request(live, game.who.clone(), act(live)).await.unwrap();
    }
    assert!(!game.ticked().await, "all its days again");
    // A process that starts now finds the new seed.
    let third = Hub::new(one.0.store().clone(), game.clock.clone()).await.unwrap();
    let live = third.game(one.1.id()).await.unwrap();
    assert_eq!(live.table().seed(), two.1.table().seed());
}
