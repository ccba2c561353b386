//! One game in two processes, as two hubs on one store: neither knows what the other does until it reads the
//! store.

use super::*;
use crate::people::People;
use pgg_core::{BySide, Options};
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
        let (one, two) = (Hub::new(store.clone(), clock.clone()), Hub::new(store, clock.clone()));
        let live = one.open(opening, id, &Code::random().unwrap()).await.unwrap();
        let other = two.game(live.id()).await.unwrap();
        let who = Who::Person { id, name, invited: false };
        Two { one: (one, live), two: (two, other), clock, who, _folder: folder }
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
    game.clock.advance(2 * DAY);
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
    game.clock.advance(2 * DAY);
    one.tick().await.unwrap();
    assert!(live.table().ended().is_some(), "the log is read first");
    assert!(!live.turn().await.doubtful);
}
